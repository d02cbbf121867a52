# humancompatible-train: a logistic regression whose positive rates must be equal in two groups. That is an equality,
# h = 0, so its multiplier has a sign, and `referee` is told so by --equality.
# python3 examples/humancompatible_run.py [FOLDER]
import csv
import pathlib
import shlex
import sys

try:
    import numpy
    import torch
    from humancompatible.train.dual_optim import ALM
except ModuleNotFoundError as error:
    print(f"skipped: there is no module `{error.name}`; `pip install humancompatible-train` brings what is needed")
    sys.exit(0)

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "referee-run")
folder.mkdir(parents=True, exist_ok=True)
torch.set_num_threads(1)
torch.manual_seed(5)
torch.set_default_dtype(torch.float64)      # Referee reads doubles: nothing is lost on the way

# 1000 people. Group 1 has fewer positive labels, and the features show it.
group = (torch.rand(1000) < 0.4).double()
label = (torch.rand(1000) < 0.55 - 0.3 * group).double()
features = torch.stack([label - 0.5 * group, label, group], dim=1) + torch.randn(1000, 3) * torch.tensor([1, 2, 0.1])

STEPS, BATCH, LARGEST = 1500, 200, 1.0


def evaluate(rows):
    """Cross-entropy, and how much more often group 1 is told yes, where yes is said with the model's probability: these
    rates are smooth, so that theta and the multiplier can both use them, and no proxy is needed."""
    logits = model(features[rows]).squeeze(1)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, label[rows])
    yes, second = torch.sigmoid(logits), group[rows] == 1
    return loss, (yes[second].mean() - yes[~second].mean()).reshape(1)


model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
# Without is_ineq the multiplier may have either sign; dual_range is what the library clamps it to.
dual = ALM(m=1, lr=0.02, is_ineq=False, dual_range=(-LARGEST, LARGEST))
record = {"objective": [], "constraints": [], "multipliers": []}
checkpoints = []
for step in range(STEPS):
    # Steps use a minibatch, but what is recorded is over all rows: values of a minibatch are estimates, and what
    # Referee proved of them would be true of the estimates and not of the models.
    with torch.no_grad():
        full = evaluate(slice(None))
    if step % 100 == 0 or step == STEPS - 1:
        checkpoints.append((step, f"model_{step:04}.pt"))
        torch.save(model.state_dict(), folder / checkpoints[-1][1])

    optimizer.zero_grad()
    dual.forward_update(*evaluate(torch.randperm(1000)[:BATCH])).backward()
    optimizer.step()
    # forward_update moves the multiplier first, and its Lagrangian has the new one: that is what this round's model
    # played against. `duals` is a copy, which later rounds leave alone.
    for name, value in zip(record, (*full, dual.duals)):
        record[name].append(value.numpy())

numpy.savez(folder / "run.npz", names=["rate_gap"], **{name: numpy.array(rows) for name, rows in record.items()})
with open(folder / "checkpoints.csv", "w", newline="") as file:
    csv.writer(file).writerows([("round", "path"), *checkpoints])

loss, gap, mu = (float(rows[-1].item()) for rows in record.values())
print(f"The last model has cross-entropy {loss:.4f}; its rates differ by {gap:+.4f}, and its multiplier is {mu:+.4f}.")
print("What Referee says of the run and its checkpoints:\n")
run, saved, certificate, solution = (
    shlex.quote(str(folder / name)) for name in ("run.npz", "checkpoints.csv", "certificate.json", "solution.json")
)
print(f"referee certify {run} --equality rate_gap --range objective=0 --range rate_gap=-1..1 --radius {LARGEST} "
      f"--checkpoints {saved} --output {certificate}")
print(f"referee check {certificate}")
print(f"referee shrink {run} --equality rate_gap --checkpoints {saved} --output {solution}")
print(f"referee check {solution}\n")
print("Why the ranges are true: cross-entropy is at least 0, and a difference of two rates lies in [-1, 1]. The radius")
print("is the library's dual_range: the multiplier is compared with all that it was allowed to be.")
print("From ranges alone little follows about optimality; what is sharp is feasibility, and all that shrink says.")
