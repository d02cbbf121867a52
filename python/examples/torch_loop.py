"""A plain PyTorch loop with a multiplier written by hand, certified: the lines that end in `# +` are all it takes.

Without these lines it is the same training, bit for bit. A linear model may miss at most an eighth of the positives:

    python torch_loop.py [FOLDER]       # checkpoints go to that folder
"""

import pathlib
import sys

import torch

import referee  # +

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "checkpoints")
folder.mkdir(parents=True, exist_ok=True)
torch.set_num_threads(1)

STEPS, BATCH, MISSED = 1500, 200, 0.125
draw = torch.Generator().manual_seed(1)
label = (torch.rand(2000, generator=draw) < 0.3).float()
features = torch.randn(2000, 3, generator=draw) + label[:, None] * torch.tensor([1.0, 0.7, 0.0])


def evaluate(x, y):
    """Cross-entropy; by how much too many positives are missed; and a hinge above it, which has a gradient."""
    logits = model(x).squeeze(1)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, y)
    missed, hinge = (logits <= 0).float()[y == 1], (1 - logits).clamp(min=0)[y == 1]
    return loss, missed.mean() - MISSED, hinge.mean() - MISSED


torch.manual_seed(1)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
multiplier = torch.zeros(())
recorder = referee.Recorder(["missed"], game="proxy")  # +
for step in range(STEPS):
    with torch.no_grad():  # +
        loss, missed, hinge = evaluate(features, label)  # + all rows: values of a minibatch would be estimates
    recorder.record(loss, [missed], [multiplier], proxies=[hinge])  # + the multiplier that weighs this round
    if step % 50 == 0:
        torch.save(model.state_dict(), folder / f"step-{step:04}.pt")
        recorder.checkpoint(f"step-{step:04}.pt")  # +
    batch = torch.randint(2000, (BATCH,), generator=draw)
    loss, missed, hinge = evaluate(features[batch], label[batch])
    optimizer.zero_grad()
    (loss + multiplier * hinge).backward()
    optimizer.step()
    multiplier = (multiplier + 0.05 * missed.detach()).clamp(min=0)

print(f"The last model weighs the constraint by {multiplier:.3f}.")
run = recorder.run()  # +
certificate = run.certify(ranges={"objective": 0, "proxy:missed": -MISSED})  # + what both are at least, everywhere
print(certificate)  # +
print(certificate.check().last)  # + all of it derived again by an independent program
print(run.shrink())  # +
