# Plain PyTorch with multipliers written by hand: a logistic regression whose false-positive rates must be alike in
# two groups. Writes run.npz, a checkpoint every 100 steps and checkpoints.csv, and prints what to run next.
# python3 examples/torch_run.py [FOLDER]
import csv
import pathlib
import shlex
import sys

try:
    import numpy
    import torch
except ModuleNotFoundError as error:
    print(f"skipped: there is no module `{error.name}`; `pip install torch numpy` brings what this example needs")
    sys.exit(0)

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "referee-run")
folder.mkdir(parents=True, exist_ok=True)
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)      # Referee reads doubles: nothing is lost on the way

# 2000 people. In group 1 the second feature says nothing about the label and is high for everybody.
draw = torch.Generator().manual_seed(7)
group = (torch.rand(2000, generator=draw) < 0.4).double()
label = (torch.rand(2000, generator=draw) < 0.35 + 0.2 * group).double()
noise = torch.randn(2000, 2, generator=draw)
features = torch.stack([label + noise[:, 0], label * (1 - group) + group + noise[:, 1], group], dim=1)
negatives = [(label == 0) & (group == g) for g in (0, 1)]

TOLERANCE, STEPS, BATCH = 0.05, 2000, 250
NAMES = ["fpr_1_above_0", "fpr_0_above_1"]  # one constraint for each direction in which the rates may differ


def gaps(above, below, rows):
    """Of each group: its rate less that of the other one and less the tolerance."""
    high, low = ([count[mask[rows]].mean() for mask in negatives] for count in (above, below))
    return torch.stack([high[1] - low[0], high[0] - low[1]]) - TOLERANCE


def evaluate(rows):
    """Cross-entropy, true gaps, and proxies: a rate has no gradient, so theta descends on ramps in its place. One ramp
    is above the true count and one below it, so that a proxy is nowhere less than its constraint."""
    logits = model(features[rows]).squeeze(1)
    objective = torch.nn.functional.binary_cross_entropy_with_logits(logits, label[rows])
    positive = (logits > 0).double()
    ramps = (1 + 4 * logits).clamp(0, 1), (4 * logits).clamp(0, 1)
    return objective, gaps(positive, positive, rows), gaps(*ramps, rows)


torch.manual_seed(7)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
multipliers = torch.zeros(2)
record = {"objective": [], "constraints": [], "proxies": [], "multipliers": []}
checkpoints = []
for step in range(STEPS):
    # Steps of theta use a minibatch, but what is recorded is over all rows: values of a minibatch are estimates, and
    # what Referee proved of them would be true of the estimates and not of the models.
    with torch.no_grad():
        full = evaluate(slice(None))
    for name, value in zip(record, [*full, multipliers]):   # the multipliers of this round, before they move
        record[name].append(value.numpy())
    if step % 100 == 0 or step == STEPS - 1:
        checkpoints.append((step, f"model_{step:04}.pt"))
        torch.save(model.state_dict(), folder / checkpoints[-1][1])

    loss, _, proxies = evaluate(torch.randint(2000, (BATCH,), generator=draw))
    optimizer.zero_grad()
    (loss + multipliers @ proxies).backward()
    optimizer.step()
    multipliers = (multipliers + 0.05 * full[1]).clamp(min=0)   # moved by the true rates

numpy.savez(folder / "run.npz", names=NAMES, **{name: numpy.array(rows) for name, rows in record.items()})
with open(folder / "checkpoints.csv", "w", newline="") as file:
    csv.writer(file).writerows([("round", "path"), *checkpoints])

gap = max(record["constraints"][-1])
print(f"The last model has cross-entropy {record['objective'][-1]:.4f}; its worst constraint is {gap:+.4f}, which is")
print("violated." if gap > 0 else "satisfied.", "What Referee says of the run and its checkpoints:\n")
run, saved, certificate, solution = (
    shlex.quote(str(folder / name)) for name in ("run.npz", "checkpoints.csv", "certificate.json", "solution.json")
)
# These multipliers are on no simplex, so the game is named: the objective then has the weight 1 in every round.
ranges = " ".join(["--range objective=0", *(f"--range proxy:{name}={-1 - TOLERANCE}" for name in NAMES)])
print(f"referee certify {run} --game proxy-lagrangian {ranges} --checkpoints {saved} --output {certificate}")
print(f"referee check {certificate}")
print(f"referee shrink {run} --checkpoints {saved} --output {solution}")
print(f"referee check {solution}\n")
print("Why the ranges are true: cross-entropy is at least 0, and means of ramps lie in [0, 1], so that a difference of")
print(f"two is at least -1, from which the tolerance {TOLERANCE} is taken.")
print("From ranges alone little follows about optimality; what is sharp is feasibility, and all that shrink says.")
