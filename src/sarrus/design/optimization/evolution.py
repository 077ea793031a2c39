"""Global search: quasi-random designs, and differential evolution on batches of runs.

Designs are compared by feasibility first (Deb 2000): a design that runs is better than one that
does not, a smaller violation better than a larger one, and of two that hold all limits the one
with the smaller value. Storn and Price (1997): a trial is made of the difference of two designs,
added to one that lies between itself and the best.
"""

from __future__ import annotations

import numpy as np

from sarrus.design.optimization.evaluation import Outcome
from sarrus.design.optimization.nonlinear import NonlinearProgram

SMALLEST, PER_NUMBER = 16, 8
"""Designs of a generation: at least so many, and so many for each number."""
GENERATIONS = 60
SETTLED = 1e-6
"""Spread of the values of a generation, by their size, at which it ends."""


def quasi_random(n: int, count: int, seed: int) -> np.ndarray:
    """Return points that fill the unit cube evenly (Sobol), of shape (count, n)."""
    from warnings import catch_warnings, simplefilter

    from scipy.stats.qmc import Sobol

    with catch_warnings():
        simplefilter("ignore")  # counts that are no powers of two are meant
        return np.asarray(Sobol(n, scramble=True, seed=seed).random(count))


def spread(program: NonlinearProgram, x: np.ndarray, count: int, seed: int) -> list[Outcome]:
    """Return the values at quasi-random designs, the first of them x."""
    designs = [program.design(u) for u in quasi_random(program.n, count - 1, seed)]
    return program.evaluation.outcomes([x, *designs])


def evolve(program: NonlinearProgram, x: np.ndarray, seed: int) -> Outcome:
    """Return the best design of differential evolution that begins with x among its designs."""
    random = np.random.default_rng(seed)
    size = max(SMALLEST, PER_NUMBER * program.n)
    made = spread(program, x, size, seed)
    for _ in range(GENERATIONS):
        trials = [program.design(u) for u in _trials(program, made, random)]
        tried = program.evaluation.outcomes(trials)
        made = [min(pair, key=program.merit) for pair in zip(tried, made, strict=True)]
        merits = np.array([program.merit(one) for one in made])
        if not merits[:, 0].any() and np.ptp(merits[:, 1]) <= SETTLED * np.abs(merits[:, 1]).max():
            break
    return min(made, key=program.merit)


def _trials(
    program: NonlinearProgram, made: list[Outcome], random: np.random.Generator
) -> np.ndarray:
    """Return the fractions of the next designs."""
    points = np.array([program.fractions(one.x) for one in made])
    best = points[min(range(len(made)), key=lambda k: program.merit(made[k]))]
    size, n = points.shape
    found = points.copy()
    for k in range(size):
        a, b = random.choice([j for j in range(size) if j != k], 2, replace=False)
        pull = random.uniform(0.3, 0.9)
        trial = points[k] + pull * (best - points[k]) + 0.6 * (points[a] - points[b])
        chosen = np.asarray(random.random(n) < 0.9)
        chosen[random.integers(n)] = True
        # a number beyond its range comes back between the bound and where it was
        trial = np.where(trial < 0.0, random.random(n) * points[k], trial)
        trial = np.where(trial > 1.0, 1.0 - random.random(n) * (1.0 - points[k]), trial)
        found[k, chosen] = trial[chosen]
    return found
