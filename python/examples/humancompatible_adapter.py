"""humancompatible-train: records each step of a dual optimiser with the multipliers that weighed its loss."""

from humancompatible.train.dual_optim import PBM

import referee


class HumancompatibleRecorder(referee.Recorder):
    """A recorder around `ALM`, `iALM`, `nuPI`, `PBM` or `SSG`: call its `forward_update` in place of the optimiser's.

    Groups that are not ``is_ineq``, which is the library's default, are equalities with signed multipliers; `PBM` has
    inequalities only, although its groups say otherwise. What is recorded are the values of the step, or those in
    ``full``: the same loss and constraints on all rows. Say ``estimates=True`` if the recorded ones are of minibatches.
    A group's ``bound=`` has no part in its training, and none here: subtract it from the constraint.
    """

    def __init__(self, dual, *, estimates, names=None):
        self.dual, own, equality = dual, [], []
        for group in dual.param_groups:
            size = len(group["params"][0])
            own += [group["name"]] if size == 1 else [f"{group['name']}[{i}]" for i in range(size)]
            equality += range(len(own) - size, len(own)) if not (group["is_ineq"] or isinstance(dual, PBM)) else []
        names = own if names is None else list(names)
        if len(names) != len(own):
            raise referee.RefereeError(f"there are {len(names)} names, and {len(own)} multipliers: give one for each")
        super().__init__(names, [names[i] for i in equality], estimates=estimates)

    def forward_update(self, loss, constraints, full=None):
        before = self.dual.duals  # a copy
        lagrangian = self.dual.forward_update(loss, constraints)
        loss, constraints = (loss, constraints) if full is None else full
        if isinstance(constraints, dict):
            constraints = [constraints[name] for name in self.dual.names]
        parts = constraints if isinstance(constraints, (list, tuple)) else [constraints]
        values = [x for part in parts for x in part.flatten().tolist()]  # float32 is widened exactly
        # PBM weighs the loss with the multipliers before their update, the others with those after it.
        self.record(loss, values, before if isinstance(self.dual, PBM) else self.dual.duals)
        return lagrangian
