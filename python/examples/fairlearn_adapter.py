"""Fairlearn: what the mixture of a fitted ExponentiatedGradient does, and which of its predictors to take alone.

`best_gap_` is at least half of L_high - L_low, which is Theorem 1's epsilon for multipliers of 1-norm at most 1/eps.
L_high is exact. L_low is the least loss of the predictors known by then: what `best_gap_` promises is proved against
their mixtures, and only declared against other models: it holds if the estimator always finds the best one.
"""

import copy
import math
from fractions import Fraction

import numpy as np

import referee


def from_exponentiated_gradient(model, X, y, **features):  # noqa: N803
    """A run with one round per predictor, its error and `gamma - bound` on these data: those of `fit`, or other ones.
    Rounds count in proportion to `weights_`; their multipliers are those of the best iteration."""
    moment = copy.deepcopy(model.constraints)
    objective = copy.deepcopy(model.objective) or moment.default_objective()
    objective.data_loaded = False  # `fit` has loaded it, if it is your own
    moment.load_data(X, y, **features)
    objective.load_data(X, y, sensitive_features=features["sensitive_features"])
    errors = [objective.gamma(h.predict).iloc[0] for h in model.predictors_]
    gaps = np.array([moment.gamma(h.predict) - moment.bound() for h in model.predictors_])
    best, linear = model.best_iter_, model.lambda_vecs_LP_
    dual = linear[best] if best in linear else model.lambda_vecs_EG_.loc[:, :best].mean(axis=1)
    weights = np.outer(model.weights_.sort_index(), [1.0, *model.constraints_.project_lambda(dual)[moment.index]])
    names = [" ".join(map(str, np.ravel(key))) for key in moment.index]
    said = dict(names=names, game="proxy", checkpoints={j: f"predictors_[{j}]" for j in range(len(errors))})
    return referee.Run.from_arrays(errors, gaps, np.maximum(weights, 0), proxies=gaps, **said)


def oracle_bound(run):
    """The least loss of a predictor at the mean multipliers: a lower bound if the estimator is an exact oracle."""
    exact = {name: [Fraction(x) for x in column] for name, column in run.columns.items()}
    means = [sum(exact[f"lambda_{i}"]) / len(run) for i in range(len(run.constraints) + 1)]
    rows = zip(*(exact[name] for name in ["objective", *run.constraints]), strict=True)
    return math.nextafter(float(min(sum(map(Fraction.__mul__, means, row)) for row in rows)), -math.inf)
