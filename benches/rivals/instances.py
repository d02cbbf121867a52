"""The instances that the benchmarks in Rust time too, number for number; needs numpy."""

import numpy as np

# SplitMix64, as in benches/shrink/data.rs: the k-th number needs no other, so that numpy makes all of them at once.
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


def uniform(count, seed=0):
    """So many doubles in [0, 1), multiples of 2^-53."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * STEP
        z = (z ^ (z >> np.uint64(30))) * FIRST
        z = (z ^ (z >> np.uint64(27))) * SECOND
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53


def candidates(kind, count, m):
    """Objectives and constraints (a row per candidate): u_0 - mean(u), and u - 0.5 or u + 0.05."""
    u = uniform(count * (m + 1)).reshape(count, m + 1)
    # From left to right, as the loop in Rust adds.
    mean = np.add.accumulate(u[:, 1:], axis=1)[:, -1] / m
    shift = {"feasible": -0.5, "infeasible": 0.05}[kind]
    return u[:, 0] - mean, u[:, 1:] + shift
