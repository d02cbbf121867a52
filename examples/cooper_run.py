# Cooper: a small network whose false-positive rate in one group may exceed that in the other by 0.05 at most. The run
# is logged as people log runs, in a table with names of their own; Referee is told what the columns are.
# python3 examples/cooper_run.py [FOLDER]
import csv
import pathlib
import shlex
import sys

try:
    import cooper
    import torch
except ModuleNotFoundError as error:
    print(f"skipped: there is no module `{error.name}`; `pip install cooper-optim` brings what this example needs")
    sys.exit(0)

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "referee-run")
folder.mkdir(parents=True, exist_ok=True)
torch.set_num_threads(1)
torch.manual_seed(3)

# 1000 people. In group 1 the second feature says nothing about the label and is high for everybody.
group = (torch.rand(1000) < 0.4).float()
label = (torch.rand(1000) < 0.35 + 0.2 * group).float()
noise = torch.randn(1000, 2)
features = torch.stack([label + noise[:, 0], label * (1 - group) + group + noise[:, 1], group], dim=1)
negatives = [(label == 0) & (group == g) for g in (0, 1)]

TOLERANCE, STEPS = 0.05, 1500


def gap(positive):
    """The rate of positives among the negatives of group 1 less that of group 0 and less the tolerance."""
    return positive[negatives[1]].mean() - positive[negatives[0]].mean() - TOLERANCE


class EqualRates(cooper.ConstrainedMinimizationProblem):
    def __init__(self):
        super().__init__()
        mu = cooper.multipliers.DenseMultiplier(num_constraints=1)
        self.fpr = cooper.Constraint(cooper.ConstraintType.INEQUALITY, multiplier=mu)

    def compute_cmp_state(self, model):
        # All rows at once, so that what is logged is exact: values of a minibatch would be estimates.
        logits = model(features).squeeze(1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, label)
        # A rate has no gradient: the network descends on sigmoids, and the multiplier ascends on the true rates.
        soft, true = gap(torch.sigmoid(logits)), gap((logits > 0).double())
        state = cooper.ConstraintState(violation=soft, strict_violation=true)
        return cooper.CMPState(loss=loss, observed_constraints={self.fpr: state})


problem = EqualRates()
model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = cooper.optim.SimultaneousOptimizer(
    cmp=problem,
    primal_optimizers=torch.optim.Adam(model.parameters(), lr=0.02),
    dual_optimizers=torch.optim.SGD(problem.dual_parameters(), lr=0.05, maximize=True),
)
rows, checkpoints = [], []
for step in range(STEPS):
    if step % 100 == 0 or step == STEPS - 1:
        checkpoints.append((step, f"network_{step:04}.pt"))
        torch.save(model.state_dict(), folder / checkpoints[-1][1])
    out = optimizer.roll(compute_cmp_state_kwargs={"model": model})
    # The values and the multiplier at which the step was taken. The sigmoids are not logged: Referee takes such a
    # table for the Lagrangian game, and all that it then says is about the true rates.
    violation = out.cmp_state.observed_constraints[problem.fpr].strict_violation
    mu = out.primal_lagrangian_store.multiplier_values[problem.fpr]
    rows.append((step, out.loss.item(), violation.item(), mu.item()))

names = ("step", "loss", "fpr_gap", "mu")
try:
    import pandas
    pandas.DataFrame(rows, columns=names).to_csv(folder / "log.csv")    # with its index, which Referee skips
except ModuleNotFoundError:
    with open(folder / "log.csv", "w", newline="") as file:
        csv.writer(file).writerows([names, *rows])
with open(folder / "checkpoints.csv", "w", newline="") as file:
    csv.writer(file).writerows([("round", "path"), *checkpoints])

print(f"The last network has cross-entropy {rows[-1][1]:.4f}; its constraint is {rows[-1][2]:+.4f}, which is")
print("violated." if rows[-1][2] > 0 else "satisfied.", "What Referee says of the run and its checkpoints:\n")
log, saved, certificate, solution = (
    shlex.quote(str(folder / name)) for name in ("log.csv", "checkpoints.csv", "certificate.json", "solution.json")
)
columns = "--columns objective=loss,constraint_1=fpr_gap,lambda_1=mu --ignore step"
print(f"referee certify {log} {columns} --range loss=0 --range fpr_gap={-1 - TOLERANCE} --radius 1 "
      f"--checkpoints {saved} --output {certificate}")
print(f"referee check {certificate}")
print(f"referee shrink {log} {columns} --checkpoints {saved} --output {solution}")
print(f"referee check {solution}\n")
print("Why the ranges are true: cross-entropy is at least 0, and a rate less a rate is at least -1, from which the")
print(f"tolerance {TOLERANCE} is taken. The radius is a choice: the multiplier is compared with all from 0 to 1.")
print("From ranges alone little follows about optimality; what is sharp is feasibility, and all that shrink says.")
