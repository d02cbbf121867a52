"""Cooper: records what `optimizer.roll()` returns, for every constraint of the problem, in the problem's order."""

import cooper

import referee


class CooperRecorder(referee.Recorder):
    """A recorder whose rounds are Cooper's: call `record(out)` with each `out = optimizer.roll(...)`.

    Constraints are the strict violations where there are some; with ``game="proxy"`` the plain ones, on which the model
    descends, are their proxies. Equalities keep their signed multipliers. Say ``estimates=True`` if `compute_cmp_state`
    sees minibatches. The recorded model is the one before the step: save it before `roll`, and call `checkpoint` after
    `record`. (With `AlternatingPrimalDualOptimizer` it is the model after the step.)
    """

    def __init__(self, cmp, *, estimates, game="lagrangian"):
        self.parts, self.game, names, equality = dict(cmp.named_constraints()), game, [], []
        for name, part in self.parts.items():
            if not hasattr(part.multiplier, "weight"):
                raise referee.RefereeError(f"`{name}` has no multipliers of its own: give it a DenseMultiplier")
            size = part.multiplier.weight.numel()
            own = [name] if size == 1 else [f"{name}[{i}]" for i in range(size)]
            names += own
            equality += own if part.constraint_type == cooper.ConstraintType.EQUALITY else []
        super().__init__(names, equality, game, estimates=estimates)

    def record(self, out):
        if out.cmp_state.loss is None:  # compute_violations() was used: out.loss is of the model before the step
            raise referee.RefereeError("loss and violations are of different models: leave out compute_violations()")
        true, multipliers, soft = [], [], []
        for name, part in self.parts.items():
            state = out.cmp_state.observed_constraints.get(part)
            multiplier = out.primal_lagrangian_store.multiplier_values.get(part)  # that weighed this round's loss
            if state is None or multiplier is None:
                raise referee.RefereeError(f"round {len(self)}: `{name}` has no part in the primal step")
            for row, tensor in zip((soft, true, multipliers), (*state.extract_violations(), multiplier), strict=True):
                row += tensor.flatten().tolist()  # float32 is widened exactly
        super().record(out.loss, true, multipliers, soft if self.game == "proxy" else None)
