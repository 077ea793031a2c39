"""Large mechanisms: reactions where many rows are redundant, and first derivatives of many bodies.

Two mechanisms of 81 bodies with 200 loop equations, of which 120 or 140 are redundant: a row of 41
cranks, each joined to the next by a coupler, and 20 storeys on three cranks each. Reactions in all
joints, of smallest norm and labelled unique or not, are compared with the accelerations that they
begin with, at the same state: the ratio says how many accelerations they cost.

Derivatives: `linearize` of chains of 100 bodies at its first call, with nothing compiled, against
the same derivatives written out entry by entry, as smaller systems have them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import timing
from rows import Group, Row, Time

from sarrus import Mechanism, Model, System
from sarrus.kernels import Cache
from sarrus.system.analysis import differential_kernels

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_trees import random_tree

REACTIONS = "Reactions in overconstrained mechanisms"
DERIVATIVES = "First call of linearize"
NEVER = 10**9
"""A number of coordinates that no system has."""


def _bar(m: Mechanism, name: str, a: np.ndarray, b: np.ndarray) -> str:
    body = m.body(name, mass=1.0, com=tuple((a + b) / 2), inertia=(0.01, 0.01, 0.01))
    return str(body.name)


def cranks(n: int = 41) -> Model:
    """A row of n equal cranks on ground, each joined to the next: 3 (n - 1) redundant rows."""
    m = Mechanism("cranks", (0.3, -9.81, 0.0))
    up, feet = np.array([0.05, 0.2, 0.0]), [np.array([0.3 * k, 0.0, 0.0]) for k in range(n)]
    bodies = [_bar(m, f"crank{k}", foot, foot + up) for k, foot in enumerate(feet)]
    for k, foot in enumerate(feet):
        m.revolute(f"A{k}", m.ground, bodies[k], at=tuple(foot), axis="z")
    for k in range(n - 1):
        a, b = feet[k] + up, feet[k + 1] + up
        coupler = _bar(m, f"coupler{k}", a, b)
        m.revolute(f"B{k}", bodies[k], coupler, at=tuple(a), axis="z")
        m.revolute(f"C{k}", coupler, bodies[k + 1], at=tuple(b), axis="z")
    return m.build()


def storeys(n: int = 20) -> Model:
    """Bars on top of each other, each on three parallel cranks, and an arm: 7 n redundant rows."""
    m = Mechanism("storeys", (0.3, -9.81, 0.0))
    below, base = m.ground, np.zeros(3)
    span = np.array([0.6, 0.0, 0.0])
    for s in range(n):
        up = np.array([0.05 * (-1) ** s, 0.2, 0.0])
        bar = _bar(m, f"bar{s}", base + up, base + up + span)
        for k in range(3):
            foot = base + k * span / 2
            crank = _bar(m, f"crank{s}_{k}", foot, foot + up)
            m.revolute(f"A{s}_{k}", below, crank, at=tuple(foot), axis="z")
            m.revolute(f"B{s}_{k}", crank, bar, at=tuple(foot + up), axis="z")
        below, base = bar, base + up
    m.revolute("arm", below, _bar(m, "arm", base, base + span), at=tuple(base), axis="z")
    return m.build()


OVERCONSTRAINED: dict[str, Callable[..., Model]] = {"cranks": cranks, "storeys": storeys}


def reactions(name: str, model: Model, rounds: int) -> Row:
    """Return reactions beside accelerations of one mechanism."""
    system = model.compile(kernels=())
    state = system.assemble()
    rows = system.compiled.loops.m
    redundant = rows - system.mobility(state).rank
    work = {
        "reactions": timing.call(system.reactions, state),
        "accelerations": timing.call(system.accelerations, state),
    }
    found = timing.interleaved(work, rounds)
    n = len(model.bodies)
    case = f"{name}, {n} bodies, {redundant} of {rows} rows redundant"
    given = {"peer": "accelerations alone", "theirs": found["accelerations"]}
    return Row(REACTIONS, "reactions in all joints", case, n, found["reactions"], **given)


def chain(n: int) -> System:
    """A chain of revolute joints that keeps no kernels on disk."""
    model = random_tree(1, n, ["revolute"], chain=True, reversals=False)
    system = model.compile(kernels=())
    system.compiled.compiler.factory.cache = Cache(None)
    return system


def first_linearization(n: int, least: int) -> tuple[float, np.ndarray]:
    """Return how long it takes and A; least: velocities from which on factors are multiplied."""
    system = chain(n)
    state, usual = system.state(np.zeros(n), np.zeros(n)), differential_kernels.LARGE
    try:
        differential_kernels.LARGE = least
        began = time.perf_counter()
        A = system.linearize(state).A
        return time.perf_counter() - began, A
    finally:
        differential_kernels.LARGE = usual


def derivatives(n: int) -> Row:
    """Return the first call beside that with all entries compiled; numbers first."""
    (ours, A), (theirs, B) = (first_linearization(n, least) for least in (0, NEVER))
    np.testing.assert_allclose(A, B, rtol=0.0, atol=1e-6 * np.max(np.abs(B)))
    given = {"peer": "entry by entry", "theirs": Time(theirs, theirs)}
    return Row(DERIVATIVES, "linearize", f"chain of {n} bodies", n, Time(ours, ours), **given)


def measured(quick: bool = False) -> Group:
    """Return reactions and derivatives of large mechanisms."""
    notes = ["Ratios below 1 of reactions: their inverse is the number of accelerations they cost."]
    group = Group("large", "Large mechanisms: reactions and first derivatives", notes=notes)
    for name, make in OVERCONSTRAINED.items():
        model = make(*([4] if quick else []))
        group.rows.append(reactions(name, model, 3 if quick else 15))
    group.rows.append(derivatives(20 if quick else 100))
    return group


def main() -> None:
    for row in measured().rows:
        ratio = timing.times(row.ratio)
        print(f"{row.case}: {row.what} {timing.micro(row.ours)} us, {row.peer} "
              f"{timing.micro(row.theirs)} us, ratio {ratio}")  # fmt: skip


if __name__ == "__main__":
    main()
