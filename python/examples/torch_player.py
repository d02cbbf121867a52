"""The same PyTorch loop with a multiplier that comes from a player of Referee, whose regret has a proved bound.

The player weighs the objective and the constraint, and is told how much the constraint is violated. Nothing is tuned:
its step follows from the number of rounds and from how large the constraint can be.
"""

import torch

import referee

torch.set_num_threads(1)
STEPS, MISSED = 1500, 0.125
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
# The constraint is a share less an eighth: it lies between -0.125 and 0.875.
player = referee.player("deviation-hedge", constraints=1, horizon=STEPS, bound=1 - MISSED, range=1.0)
recorder = referee.Recorder(["missed"], game="proxy")
for _ in range(STEPS):
    weights = player.play()  # the objective's first; they sum to 1
    loss, missed, hinge = evaluate(features, label)
    recorder.record(loss, [missed], weights, proxies=[hinge])
    optimizer.zero_grad()
    (weights[0] * loss + weights[1] * hinge).backward()
    optimizer.step()
    player.observe([missed])

certificate = recorder.run().certify()
measured = certificate.measured
regret = max(measured["deviation_to_constraints"][1], measured["deviation_to_objective"][1])
print(certificate)
print(f"Average regret of the player, at most: {regret}. Promised before the first round: {player.bound}.")
