"""The adapters in `examples/`, each against the package that it is for."""

import copy
import functools
import math
import pathlib
import sys
from fractions import Fraction

import pytest

import referee

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
sys.path.append(str(EXAMPLES))


def needs(*modules):
    """The modules, or a skipped test that says which one is missing."""
    found = [pytest.importorskip(name, reason=f"there is no module `{name}`: install it") for name in modules]
    return found[0] if len(found) == 1 else found


def flat(*tensors):
    """The numbers of tensors as Python's floats, which are wide enough for all of them."""
    return [x for tensor in tensors for x in tensor.detach().flatten().tolist()]


def rows(run, names):
    columns = run.columns
    return [list(row) for row in zip(*(columns[name] for name in names), strict=True)]


def accepted(certificate):
    return certificate.check().endswith("accepted")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*_adapter.py")), ids=lambda path: path.name)
def test_an_adapter_is_short(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 120


# Cooper


def cooper_problem(strict=True, with_violations=False):
    """Two inequalities and an equality of three numbers in single precision."""
    cooper, torch = needs("cooper", "torch")
    multiplier, kind = cooper.multipliers.DenseMultiplier, cooper.ConstraintType

    class Problem(cooper.ConstrainedMinimizationProblem):
        def __init__(self):
            super().__init__()
            self.low = cooper.Constraint(kind.INEQUALITY, multiplier=multiplier(2))
            self.sum = cooper.Constraint(kind.EQUALITY, multiplier=multiplier(1))

        def compute_cmp_state(self, x):
            true = (0.3 - x[:2]).detach() if strict else None
            low = cooper.ConstraintState(violation=0.4 - x[:2], strict_violation=true)
            total = cooper.ConstraintState(violation=x.sum() - 0.8)
            # The order is not that of the problem, and need not be.
            return cooper.CMPState(loss=(x**2).sum(), observed_constraints={self.sum: total, self.low: low})

    if with_violations:
        Problem.compute_violations = lambda self, x: cooper.CMPState(
            observed_constraints=Problem.compute_cmp_state(self, x).observed_constraints
        )
    problem, x = Problem(), torch.nn.Parameter(torch.tensor([0.9, -0.7, 0.2]))
    return problem, x


def cooper_optimizer(name, problem, x):
    cooper, torch = needs("cooper", "torch")
    if name == "ExtrapolationConstrainedOptimizer":
        descend = cooper.optim.torch_optimizers.ExtraSGD([x], lr=0.1)
        ascend = cooper.optim.torch_optimizers.ExtraSGD(problem.dual_parameters(), lr=0.3, maximize=True)
    else:
        descend = torch.optim.SGD([x], lr=0.1)
        ascend = torch.optim.SGD(problem.dual_parameters(), lr=0.3, maximize=True)
    return getattr(cooper.optim, name)(cmp=problem, primal_optimizers=descend, dual_optimizers=ascend)


@pytest.mark.parametrize("game", ["lagrangian", "proxy"])
@pytest.mark.parametrize(
    ("name", "moves_first"),
    [
        ("SimultaneousOptimizer", False),
        ("AlternatingDualPrimalOptimizer", False),
        ("AlternatingPrimalDualOptimizer", True),
        ("ExtrapolationConstrainedOptimizer", False),
    ],
)
def test_cooper_rounds_are_those_of_the_package(name, moves_first, game):
    needs("cooper")
    from cooper_adapter import CooperRecorder

    problem, x = cooper_problem()
    optimizer = cooper_optimizer(name, problem, x)
    recorder = CooperRecorder(problem, estimates=False, game=game)
    expected, multipliers = [], []
    for _ in range(40):
        before = flat(problem.low.multiplier.weight, problem.sum.multiplier.weight)
        if not moves_first:
            state = problem.compute_cmp_state(x)
        out = optimizer.roll(compute_cmp_state_kwargs={"x": x})
        after = flat(problem.low.multiplier.weight, problem.sum.multiplier.weight)
        if moves_first:
            state = problem.compute_cmp_state(x)
        parts = [state.observed_constraints[part] for part in (problem.low, problem.sum)]
        true = flat(parts[0].strict_violation, parts[1].violation)
        soft = flat(*(part.violation for part in parts)) if game == "proxy" else []
        expected.append([*flat(state.loss), *true, *soft])
        multipliers.append(after if name == "AlternatingDualPrimalOptimizer" else before)
        recorder.record(out)
    run = recorder.run()
    assert run.constraints == ["low[0]", "low[1]", "sum"]
    proxies = [f"proxy:{name}" for name in run.constraints] if game == "proxy" else []
    assert rows(run, ["objective", *run.constraints, *proxies]) == expected
    # The equality stands twice, and its signed multiplier is the difference of two parts, of which one is 0.
    for *plain, positive, negative in rows(run, [f"lambda_{i}" for i in range(1, 5)]):
        signed = multipliers.pop(0)
        assert plain == signed[:2]
        assert positive - negative == signed[2] and min(positive, negative) == 0
    assert rows(run, ["-sum"]) == [[-row[3]] for row in expected]
    assert any(negative > 0 for negative in run.columns["lambda_4"])
    certificate = run.certify(radius=4 if game == "lagrangian" else None)
    assert accepted(certificate)
    assert accepted(run.shrink())


def test_cooper_estimates_are_called_so():
    needs("cooper")
    from cooper_adapter import CooperRecorder

    problem, x = cooper_problem()
    recorder = CooperRecorder(problem, estimates=True)
    recorder.record(cooper_optimizer("SimultaneousOptimizer", problem, x).roll(compute_cmp_state_kwargs={"x": x}))
    assert "estimates of minibatches" in recorder.run().certify().sentences[0]
    with pytest.raises(TypeError, match="estimates"):
        CooperRecorder(problem)


def test_cooper_without_strict_violations():
    needs("cooper")
    from cooper_adapter import CooperRecorder

    problem, x = cooper_problem(strict=False)
    recorder = CooperRecorder(problem, estimates=False)
    expected = flat(0.4 - x[:2], x.sum() - 0.8)
    recorder.record(cooper_optimizer("SimultaneousOptimizer", problem, x).roll(compute_cmp_state_kwargs={"x": x}))
    assert rows(recorder.run(), recorder.run().constraints) == [expected]


def test_cooper_values_of_two_models_are_refused():
    needs("cooper")
    from cooper_adapter import CooperRecorder

    # With compute_violations() the loss is of the model before the step, and the violations are of the one after it.
    problem, x = cooper_problem(with_violations=True)
    optimizer = cooper_optimizer("AlternatingPrimalDualOptimizer", problem, x)
    loss = flat((x**2).sum())
    out = optimizer.roll(compute_cmp_state_kwargs={"x": x}, compute_violations_kwargs={"x": x})
    assert flat(out.loss) == loss and flat((x**2).sum()) != loss
    assert flat(out.cmp_state.observed_constraints[problem.low].violation) == flat(0.4 - x[:2])
    with pytest.raises(referee.RefereeError, match="different models"):
        CooperRecorder(problem, estimates=False).record(out)


def test_cooper_what_cannot_be_recorded_is_refused():
    cooper, torch = needs("cooper", "torch")
    from cooper_adapter import CooperRecorder

    problem, x = cooper_problem()
    recorder = CooperRecorder(problem, estimates=False)
    out = cooper_optimizer("SimultaneousOptimizer", problem, x).roll(compute_cmp_state_kwargs={"x": x})
    recorder.record(out)
    seen = out.cmp_state.observed_constraints
    nan = out._replace(loss=torch.tensor(math.nan))
    with pytest.raises(referee.RefereeError, match="round 1"):
        recorder.record(nan)
    del seen[problem.sum]
    with pytest.raises(referee.RefereeError, match="round 1: `sum`"):
        recorder.record(out)
    assert len(recorder) == 1
    penalty = cooper.penalty_coefficients.DensePenaltyCoefficient(torch.tensor([1.0]))
    problem.soft = cooper.Constraint(
        cooper.ConstraintType.INEQUALITY,
        formulation_type=cooper.formulations.QuadraticPenalty,
        penalty_coefficient=penalty,
    )
    with pytest.raises(referee.RefereeError, match="`soft` has no multipliers"):
        CooperRecorder(problem, estimates=False)


# humancompatible-train


def human_optimizer(name):
    human = needs("humancompatible.train.dual_optim")
    more = {"PBM": {"gamma_annealing": False, "penalty_annealing": False}, "ALM": {"lr": 0.3}}
    return getattr(human, name)(2, **more.get(name, {}))


def human_step(x):
    return (x**2).sum(), 0.3 - x[:2]


@pytest.mark.parametrize("name", ["ALM", "iALM", "nuPI", "PBM", "SSG"])
def test_human_rounds_are_those_of_the_package(name):
    torch, _ = needs("torch", "humancompatible.train.dual_optim")
    from humancompatible_adapter import HumancompatibleRecorder

    results = []
    for recorded in (False, True):
        dual = human_optimizer(name)
        x = torch.nn.Parameter(torch.tensor([0.9, -0.7, 0.2]))
        descend = torch.optim.SGD([x], lr=0.1)
        recorder = HumancompatibleRecorder(dual, estimates=False)
        steps = []
        for _ in range(30):
            descend.zero_grad()
            loss, constraints = human_step(x)
            before = flat(dual.duals)
            (recorder if recorded else dual).forward_update(loss, constraints).backward()
            steps.append((flat(loss, constraints), before, flat(dual.duals)))
            descend.step()
        results.append(steps)
    # Recording changes nothing, and what is recorded are the package's numbers.
    assert results[0] == results[1]
    run = recorder.run()
    assert rows(run, ["objective", "group0[0]", "group0[1]"]) == [values for values, _, _ in steps]
    used = [before if name == "PBM" else after for _, before, after in steps]
    if name in ("PBM", "SSG"):
        assert run.columns.keys() == {"objective", "group0[0]", "group0[1]", "lambda_1", "lambda_2"}
        assert rows(run, ["lambda_1", "lambda_2"]) == used
    else:  # equalities: each stands twice, with the two parts of its multiplier
        split = rows(run, [f"lambda_{i}" for i in range(1, 5)])
        assert [[row[0] - row[1], row[2] - row[3]] for row in split] == used
        assert all(min(row[:2]) == 0 == min(row[2:]) for row in split)
        assert any(row[1] > 0 for row in split)
    assert accepted(run.certify(radius=4)) and accepted(run.shrink())


@pytest.mark.parametrize("name", ["ALM", "nuPI", "PBM"])
def test_human_multipliers_are_those_that_weighed_the_loss(name):
    torch, _ = needs("torch", "humancompatible.train.dual_optim")
    from humancompatible.train.dual_optim.barrier import quad_log_der
    from humancompatible_adapter import HumancompatibleRecorder

    dual = human_optimizer(name)
    recorder = HumancompatibleRecorder(dual, estimates=False)
    for c in ([0.5, -0.25], [0.25, -0.5], [-0.75, 0.125]):
        c = torch.tensor(c, requires_grad=True)
        penalties = dual.penalties.clone() if name == "PBM" else None
        recorder.forward_update(torch.tensor(1.0), c).backward()
        # Without a penalty the Lagrangian's slope along a constraint is its multiplier.
        slope = c.grad if penalties is None else c.grad / quad_log_der(c.detach() / penalties)
        *_, row = rows(recorder.run(), [f"lambda_{i}" for i in range(1, 3 if name == "PBM" else 5)])
        used = row if name == "PBM" else [row[0] - row[1], row[2] - row[3]]
        assert used == pytest.approx(flat(slope), rel=1e-6)


def test_human_groups_names_and_full_values():
    torch, human = needs("torch", "humancompatible.train.dual_optim")
    from humancompatible_adapter import HumancompatibleRecorder

    dual = human.ALM(1, lr=0.1)
    dual.add_constraint_group(2, is_ineq=True, name="rates", lr=0.1)
    batch = {"rates": torch.tensor([0.5, 0.25]), "group0": torch.tensor(0.125)}
    recorder = HumancompatibleRecorder(dual, estimates=True)
    recorder.forward_update(torch.tensor(2.0), batch)
    full = torch.tensor(1.0), torch.tensor([-0.5, 0.0, 0.75])
    recorder.forward_update(torch.tensor(2.0), batch, full)
    run = recorder.run()
    assert run.constraints == ["group0", "rates[0]", "rates[1]"]
    assert rows(run, ["objective", *run.constraints]) == [[2.0, 0.125, 0.5, 0.25], [1.0, -0.5, 0.0, 0.75]]
    assert "estimates of minibatches" in run.certify().sentences[0]
    named = HumancompatibleRecorder(dual, estimates=True, names=["balance", "a", "b"])
    named.forward_update(torch.tensor(2.0), batch)
    assert named.run().constraints == ["balance", "a", "b"] and "-balance" in named.run().columns
    with pytest.raises(referee.RefereeError, match="2 names"):
        HumancompatibleRecorder(dual, estimates=True, names=["a", "b"])


# Fairlearn


def people(seed, count=400):
    """Features, labels and two groups of different sizes; in group 1 fewer have the label."""
    np = needs("numpy")
    draw = np.random.default_rng(seed)
    group = (draw.random(count) < 0.3).astype(int)
    label = (draw.random(count) < 0.6 - 0.3 * group).astype(int)
    features = np.stack([label - 0.5 * group + draw.normal(size=count), draw.normal(size=count), group], axis=1)
    return features, label, group


class Thresholds:
    """A finite class of models (a feature, a threshold, a side): `fit` looks at all of them and takes the best one."""

    models = tuple((feature, level / 4, side) for feature in (0, 1) for level in range(-8, 13) for side in (0, 1))
    seen = models

    def __init__(self, model=None):
        self.model = model

    def get_params(self, deep=True):
        return {"model": self.model}

    def set_params(self, **given):
        self.model = given["model"]

    def fit(self, features, label, sample_weight):
        self.model = min(self.seen, key=lambda m: float(sample_weight[Thresholds(m).predict(features) != label].sum()))
        return self

    def predict(self, features):
        feature, level, side = self.model
        return ((features[:, feature] > level) ^ side).astype(int)


class HalfBlind(Thresholds):
    """The same class, but no exact oracle: `fit` looks at a part of it."""

    seen = Thresholds.models[: len(Thresholds.models) // 3]


@functools.cache
def fitted(constraint, estimator=None, bound=0.02, eps=0.02, seed=0, **more):
    reductions, _ = needs("fairlearn.reductions", "sklearn")
    from sklearn.linear_model import LogisticRegression

    features, label, group = people(seed)
    moment = getattr(reductions, constraint)(difference_bound=bound)
    model = reductions.ExponentiatedGradient(estimator or LogisticRegression(), moment, eps=eps, **more)
    return model.fit(features, label, sensitive_features=group), (features, label, group)


def recorded(model, data):
    from fairlearn_adapter import from_exponentiated_gradient

    features, label, group = data
    return from_exponentiated_gradient(model, features, label, sensitive_features=group)


def mixture(model, run):
    """The exact mean objective and the exact largest mean constraint of `weights_`."""
    weights = [Fraction(float(w)) for w in model.weights_.sort_index()]
    total = sum(weights)
    columns = [run.columns[name] for name in ["objective", *run.constraints]]
    objective, *means = (
        sum(w * Fraction(x) for w, x in zip(weights, column, strict=True)) / total for column in columns
    )
    return objective, max(means)


@pytest.mark.parametrize("constraint", ["DemographicParity", "EqualizedOdds"])
@pytest.mark.parametrize("linear", [True, False])
def test_fairlearn_rounds_are_those_of_the_package(constraint, linear):
    reductions = needs("fairlearn.reductions")
    model, data = fitted(constraint, run_linprog_step=linear)
    run = recorded(model, data)
    moment, error = model.constraints_, reductions.ErrorRate()
    error.load_data(data[0], data[1], sensitive_features=data[2])
    assert len(run) == len(model.predictors_) and len(run.constraints) == len(moment.index)
    for row, predictor in zip(rows(run, ["objective", *run.constraints]), model.predictors_, strict=True):
        assert row == [*error.gamma(predictor.predict), *(moment.gamma(predictor.predict) - moment.bound())]
    assert list(run.columns["lambda_0"]) == list(model.weights_.sort_index())
    assert run.checkpoints == {j: f"predictors_[{j}]" for j in range(len(run))}
    # The user's moment is not loaded by this, and can be used again.
    assert not model.constraints.data_loaded


@pytest.mark.parametrize("constraint", ["DemographicParity", "EqualizedOdds"])
@pytest.mark.parametrize("linear", [True, False])
def test_fairlearn_certificate_is_about_its_mixture(constraint, linear):
    needs("fairlearn.reductions")
    from fairlearn_adapter import oracle_bound

    model, data = fitted(constraint, run_linprog_step=linear)
    run = recorded(model, data)
    objective, worst = mixture(model, run)
    plain = run.certify()
    assert plain.holds and set(plain.claims["grade"]) == {"proved"} and accepted(plain)
    for name, exact in (("objective", objective), ("infeasibility", max(worst, 0))):
        lo, hi = map(Fraction, plain.measured[name])
        assert lo <= exact <= hi
    bounded = run.certify(lower_bound=oracle_bound(run))
    assert bounded.holds and accepted(bounded)
    grades = dict(zip(bounded.claims["name"], bounded.claims["grade"], strict=True))
    assert grades["suboptimality"] == "declared" and grades["infeasibility"] == "proved"
    # The best mixture of the predictors is not worse than that of the package, in exact arithmetic.
    allowed = run.shrink(epsilon=max(worst, Fraction(0)))
    assert allowed.feasible and allowed.objective <= objective and accepted(allowed)
    assert max(allowed.constraints.values()) <= max(worst, 0)
    assert objective - allowed.objective <= Fraction(bounded.measured["suboptimality"][1])


def test_fairlearn_gap_is_half_of_epsilon_if_the_oracle_is_exact():
    needs("fairlearn.reductions")
    from fairlearn_adapter import oracle_bound

    # Without the linear program the mixture is that of the first rounds, so Theorem 1 takes it as it is.
    model, data = fitted("DemographicParity", Thresholds(), run_linprog_step=False)
    run = recorded(model, data)
    rounds = model.best_iter_ + 1
    counts = [round(w * rounds) for w in model.weights_.sort_index()]
    assert [count / rounds for count in counts] == list(model.weights_.sort_index())
    values = rows(run, ["objective", *run.constraints])
    played = [row for row, count in zip(values, counts, strict=True) for _ in range(count)]
    dual = model.constraints_.project_lambda(model.lambda_vecs_EG_.loc[:, : model.best_iter_].mean(axis=1))
    plain = referee.Run.from_arrays([row[0] for row in played], [row[1:] for row in played], [list(dual)] * rounds)
    least = min(
        Fraction(g) + sum(Fraction(m) * Fraction(x) for m, x in zip(dual, gs, strict=True)) for g, *gs in values
    )
    certificate = plain.certify(radius=1 / model.eps, lower_bound=math.nextafter(float(least), -math.inf))
    assert certificate.holds and accepted(certificate)
    assert certificate.measured["epsilon"][0] <= 2 * model.best_gap_ + 1e-9
    assert certificate.measured["epsilon"][1] >= model.best_gap_ - 1e-9
    # Now what Fairlearn promises is true of all models that its estimator could have found.
    everything = whole(model, data)
    best = everything.shrink()
    assert best.feasible and best.epsilon == 0
    objective, worst = mixture(model, run)
    assert objective <= best.objective + Fraction(2 * model.best_gap_ + 1e-9)
    assert worst <= model.eps * (1 + 2 * model.best_gap_) + 1e-9
    bounds = [Fraction(oracle_bound(run)) * len(run), Fraction(oracle_bound(everything)) * len(everything)]
    assert abs(bounds[0] - bounds[1]) <= 1e-7  # a new predictor is kept if it is better by 1e-8


def whole(model, data):
    """The same mixture, among all models of the class: those that were not found have no weight."""
    more = copy.copy(model)
    more.predictors_ = [*model.predictors_, *map(Thresholds, Thresholds.models)]
    more.weights_ = model.weights_.reindex(range(len(more.predictors_)), fill_value=0.0)
    return recorded(more, data)


def test_fairlearn_gap_says_little_if_the_oracle_is_not_exact():
    needs("fairlearn.reductions")
    from fairlearn_adapter import oracle_bound

    model, data = fitted("DemographicParity", HalfBlind())
    run = recorded(model, data)
    objective, worst = mixture(model, run)
    assert model.best_gap_ < 1e-9 and worst < 1e-9
    # Among mixtures of its own predictors the promise is true. Among those of the class one is better by far more.
    assert objective <= run.shrink(epsilon=max(worst, Fraction(0))).objective + Fraction(1e-9)
    everything = whole(model, data)
    better = everything.shrink()
    assert better.epsilon == 0 and accepted(better)
    assert objective - better.objective > Fraction(0.01) > 2 * Fraction(model.best_gap_)
    # The bound behind the gap is declared, and one more model can refute it.
    bound = oracle_bound(run)
    assert run.certify(lower_bound=bound).holds
    assert oracle_bound(everything) * len(everything) < bound * len(run) - 0.01


def test_fairlearn_predictors_of_which_no_mixture_is_feasible():
    reductions = needs("fairlearn.reductions")

    class Group(Thresholds):
        seen = ((2, 0.5, 0),)  # it says yes to group 1, and only to it

    features, label, group = people(1)
    moment = reductions.EqualizedOdds(difference_bound=0.001)
    model = reductions.ExponentiatedGradient(Group(), moment, eps=0.01, max_iter=6)
    model.fit(features, label, sensitive_features=group)
    run = recorded(model, (features, label, group))
    solution = run.shrink(epsilon=0)
    assert not solution.feasible and accepted(solution)
    _, worst = mixture(model, run)
    assert 0 < run.shrink().epsilon <= worst


def test_fairlearn_on_other_data_and_with_other_objectives():
    reductions = needs("fairlearn.reductions")
    from fairlearn_adapter import from_exponentiated_gradient
    from sklearn.linear_model import LinearRegression

    model, _ = fitted("DemographicParity")
    features, label, group = people(7)
    run = recorded(model, (features, label, group))
    for error, predictor in zip(run.columns["objective"], model.predictors_, strict=True):
        assert error == (predictor.predict(features) != label).mean()
    assert accepted(run.certify())
    costs = reductions.ErrorRate(costs={"fp": 1.0, "fn": 0.5})
    other, data = fitted("EqualizedOdds", objective=costs)
    assert accepted(recorded(other, data).certify())
    loss = reductions.BoundedGroupLoss(reductions.SquareLoss(0, 1), upper_bound=0.2)
    regression = reductions.ExponentiatedGradient(LinearRegression(), loss, eps=0.05)
    regression.fit(features, label, sensitive_features=group)
    run = from_exponentiated_gradient(regression, features, label, sensitive_features=group)
    assert run.constraints == ["0", "1"] and accepted(run.certify())


def test_fairlearn_difference_bound_is_to_the_overall_rate():
    # Issue 444: with two groups, of which the larger has the share p, rates may differ by difference_bound / p.
    metrics = needs("fairlearn.metrics")
    model, (features, label, group) = fitted("DemographicParity", bound=0.05)
    share = max(group.mean(), 1 - group.mean())
    for predictor in model.predictors_:
        guess = predictor.predict(features)
        difference = metrics.demographic_parity_difference(label, guess, sensitive_features=group)
        assert model.constraints_.gamma(predictor.predict).max() == pytest.approx(share * difference, abs=1e-12)
