"""Shrinking by column generation over HiGHS: pip install numpy highspy.

    python3 benches/rivals/shrink.py infeasible 20000 200

The least epsilon first, if 0 is out of reach, then the best objective at it: in doubles, with HiGHS's tolerances and no
certificate. One thread; the time is CPU time, without making the instance. Prints one line of JSON.
"""

import json
import sys
import time

import highspy
import numpy as np
from instances import candidates

TOLERANCE = 1e-9


class Master:
    """The program over the columns so far: rows are the constraints and the mass."""

    def __init__(self, objective, constraints):
        self.objective, self.constraints = objective, constraints
        self.m = constraints.shape[1]
        self.chosen = np.zeros(len(objective), dtype=bool)
        self.columns = []
        self.solver = solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("presolve", "off")
        infinity = highspy.kHighsInf
        for _ in range(self.m):
            solver.addRow(-infinity, 0.0, 0, np.array([], dtype=np.int32), np.array([]))
        solver.addRow(1.0, 1.0, 0, np.array([], dtype=np.int32), np.array([]))
        # The slack that the first phase makes small: column 0.
        rows = np.arange(self.m, dtype=np.int32)
        solver.addCol(1.0, 0.0, infinity, self.m, rows, -np.ones(self.m))

    def add(self, places, costs):
        places = places[~self.chosen[places]]
        self.chosen[places] = True
        count, width = len(places), self.m + 1
        rows = np.tile(np.arange(width, dtype=np.int32), count)
        values = np.column_stack([self.constraints[places], np.ones(count)]).ravel()
        starts = np.arange(0, count * width, width, dtype=np.int32)
        bounds = (np.zeros(count), np.full(count, highspy.kHighsInf))
        self.solver.addCols(count, costs[places], *bounds, count * width, starts, rows, values)
        self.columns.extend(places.tolist())
        return count

    def optimise(self, costs, batch, slack_cost):
        """Columns of negative reduced cost until there are none; the optimum."""
        rounds = 0
        while True:
            self.solver.run()
            rounds += 1
            solution = self.solver.getSolution()
            duals = np.array(solution.row_dual)
            reduced = costs - self.constraints @ duals[: self.m] - duals[self.m]
            reduced[self.chosen] = np.inf
            value = self.solver.getInfo().objective_function_value
            if reduced.min() >= -TOLERANCE or (slack_cost and value <= TOLERANCE):
                return value, rounds
            worst = np.argpartition(reduced, min(batch, len(reduced) - 1))[:batch]
            self.add(worst[reduced[worst] < -TOLERANCE], costs)


def shrink(objective, constraints, batch):
    count, m = constraints.shape
    master = Master(objective, constraints)
    nothing = np.zeros(count)
    # Candidates whose worst constraint is least, to begin with.
    first = np.argpartition(constraints.max(axis=1), min(batch, count - 1))[:batch]
    master.add(first, nothing)
    epsilon, rounds = master.optimise(nothing, batch, True)
    epsilon = 0.0 if epsilon <= TOLERANCE else epsilon
    solver = master.solver
    solver.changeColBounds(0, epsilon, epsilon)
    solver.changeColCost(0, 0.0)
    places = np.array(master.columns)
    indices = np.arange(1, len(places) + 1, dtype=np.int32)
    solver.changeColsCost(len(places), indices, objective[places])
    value, more = master.optimise(objective, batch, False)
    return epsilon, value, rounds + more, len(master.columns)


def main():
    kind, count, m = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    # Columns that enter at once: of 30 to 1,200, a hundred is the fastest or near it at every size of the table.
    batch = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    objective, constraints = candidates(kind, count, m)
    start, clock = time.process_time(), time.perf_counter()
    epsilon, value, rounds, columns = shrink(objective, constraints, batch)
    seconds, clock = time.process_time() - start, time.perf_counter() - clock
    found = {"seconds": seconds, "clock": clock, "epsilon": epsilon, "objective": value}
    print(json.dumps(found | {"rounds": rounds, "columns": columns}))


if __name__ == "__main__":
    main()
