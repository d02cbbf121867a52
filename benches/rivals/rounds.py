"""The rival of `cargo bench --bench players`: a round of Algorithm 2 on data, all rounds recorded, in numpy.

The same problem: a linear scorer with 20 features in a ball of radius 10, 1000 examples, full batch, the hinge loss, and
for each of m groups "at least 80 % of its members score above 0", with hinge proxies. The lambda-player is regret matching
plus over the m + 1 deviations of Theorem 2; the theta-player takes projected subgradient steps. Scores are computed once
a round. Needs numpy only: `python3 benches/rivals/rounds.py [rounds]` prints microseconds a round, the best of five runs.
"""

import sys
import time

import numpy as np

EXAMPLES, FEATURES, RECALL, RADIUS = 1000, 20, 0.8, 10.0


def play(m, rounds):
    generator = np.random.default_rng(1)
    features = generator.uniform(-0.25, 0.25, (EXAMPLES, FEATURES))
    transposed = np.ascontiguousarray(features.T)
    labels = np.where(generator.random(EXAMPLES) < 0.5, 1.0, -1.0)
    groups = np.arange(EXAMPLES) % m
    shares = 1.0 / np.bincount(groups, minlength=m)
    slack = 1.0 - RECALL
    step = RADIUS / (2.0 * np.sqrt(100_000))

    theta = np.zeros(FEATURES)
    regrets = np.zeros(m + 1)  # of moving everything to the objective, and of what went there to each constraint
    payoff = np.zeros(m + 1)
    recorded = np.empty((rounds, 1 + 2 * m + (m + 1) + FEATURES))

    started = time.perf_counter()
    for t in range(rounds):
        total = regrets.sum()
        lam = regrets / total if total > 0.0 else np.full(m + 1, 1.0 / (m + 1))

        scores = features @ theta
        margins = 1.0 - labels * scores
        proxy_margins = 1.0 - scores
        loss = np.maximum(margins, 0.0).sum() / EXAMPLES
        rates = np.bincount(groups, scores <= 0.0, m) * shares - slack
        proxies = np.bincount(groups, np.maximum(proxy_margins, 0.0), m) * shares - slack

        coefficients = (margins > 0.0) * (labels * (-lam[0] / EXAMPLES))
        coefficients -= (proxy_margins > 0.0) * (lam[1:] * shares)[groups]
        gradient = transposed @ coefficients

        row = recorded[t]
        row[0] = loss
        row[1 : 1 + m] = rates
        row[1 + m : 1 + 2 * m] = proxies
        row[1 + 2 * m : 2 + 3 * m] = lam
        row[2 + 3 * m :] = theta

        theta = theta - step * gradient
        norm = np.sqrt(theta @ theta)
        if norm > RADIUS:
            theta *= RADIUS / norm
        # The mean of the gains under `lam` is 0, so they are the regrets of the round.
        payoff[1:] = rates
        gains = lam[0] * payoff
        gains[0] = -(lam @ payoff)
        regrets = np.maximum(regrets + gains, 0.0)
    return (time.perf_counter() - started) / rounds * 1e6


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for m in (4, 20, 100):
        print(f"m = {m}: {min(play(m, rounds) for _ in range(5)):.1f} us per round")
