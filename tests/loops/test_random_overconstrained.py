"""200 random overconstrained mechanisms: labels against the equilibrium of all bodies."""

from __future__ import annotations

import numpy as np
import pytest

from loops.brute_force import Equilibrium
from loops.free_bodies import imbalance
from loops.mechanisms import joint, rod
from random_trees import random_rotation
from sarrus import Mechanism, Model
from sarrus.system.one_state.reactions import joint_reactions


def seeds(fast: int, every: int) -> list:
    return [pytest.param(s, marks=[] if s < fast else pytest.mark.slow) for s in range(every)]


class Draft:
    """A mechanism in a randomly turned and shifted world."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.R = random_rotation(self.rng)
        self.shift = self.rng.uniform(-2, 2, 3)
        self.m = Mechanism("random", tuple(self.rng.normal(size=3) * 9))
        self.n = 0

    def at(self, point) -> np.ndarray:
        return self.R @ np.asarray(point, dtype=float) + self.shift

    def rod(self, a, b):
        self.n += 1
        return rod(self.m, f"b{self.n}", self.at(a), self.at(b), self.rng.uniform(0.5, 2))

    def join(self, kinds: str, a, b, point, axis) -> None:
        kind = str(self.rng.choice(list(kinds)))
        name = f"j{len(self.m.joints)}"
        if self.rng.random() < 0.3:
            a, b = b, a
        joint(self.m, kind, name, a, b, self.at(point), tuple(self.R @ np.asarray(axis, float)))


def planar_loop(d: Draft) -> None:
    """A polygon of hinges across one plane, some of them balls or sleeves, some slides."""
    n = int(d.rng.integers(3, 6))
    points = [(*d.rng.uniform(-1, 1, 2), 0.0) for _ in range(n + 1)]
    last = d.m.ground
    for k in range(n):
        if d.rng.random() < 0.15:
            d.join("P", last, body := d.rod(points[k], points[k + 1]), points[k],
                   (*d.rng.normal(size=2), 0.0))  # fmt: skip
        else:
            d.join("RRRSC", last, body := d.rod(points[k], points[k + 1]), points[k], (0, 0, 1))
        last = body
    d.join("RRRSC", last, d.m.ground, points[n], (0, 0, 1))


def parallel_cranks(d: Draft) -> None:
    """A bar on two to four equal cranks, with hinges, balls and sleeves."""
    tip = np.array([*d.rng.uniform(0.3, 1.0, 2), 0.0])
    feet = [
        np.array([x, 0.0, 0.0]) for x in np.sort(d.rng.uniform(0, 3, int(d.rng.integers(2, 5))))
    ]
    bar = d.rod(feet[0] + tip, feet[-1] + tip)
    for foot in feet:
        crank = d.rod(foot, foot + tip)
        d.join("RRRC", d.m.ground, crank, foot, (0, 0, 1))
        d.join("RRS", crank, bar, foot + tip, (0, 0, 1))


def spherical_loop(d: Draft) -> None:
    """Hinges whose axes meet in one point."""
    n = int(d.rng.integers(3, 5))
    rays = d.rng.normal(size=(n + 1, 3))
    last = d.m.ground
    for k in range(n):
        d.join("RRRRC", last, body := d.rod(rays[k], rays[k + 1]), rays[k], rays[k])
        last = body
    d.join("RRRS", last, d.m.ground, rays[n], rays[n])


def hinged_door(d: Draft) -> None:
    """A leaf on two to four hinges on one line."""
    leaf = d.rod((0.2, 0.3, 0.1), (1, 0.2, 0.5))
    for height in d.rng.uniform(-1, 1, int(d.rng.integers(2, 5))):
        d.join("RRSC", d.m.ground, leaf, (0, 0, height), (0, 0, 1))


def sarrus_legs(d: Draft) -> None:
    """A platform on two or three legs of parallel hinges."""
    top = d.rod((0, 0, 1.2), (0.1, 0.2, 1.5))
    for turn in d.rng.uniform(0, np.pi, int(d.rng.integers(2, 4))):
        out = np.array([np.cos(turn), np.sin(turn), 0])
        axis = (-out[1], out[0], 0)
        foot, knee, head = 0.5 * out, 0.9 * out + (0, 0, 0.6), 0.5 * out + (0, 0, 1.2)
        lower, upper = d.rod(foot, knee), d.rod(knee, head)
        d.join("R", d.m.ground, lower, foot, axis)
        d.join("RRC", lower, upper, knee, axis)
        d.join("RRRS", upper, top, head, axis)


FAMILIES = (planar_loop, parallel_cranks, spherical_loop, hinged_door, sarrus_legs)


def overconstrained(seed: int) -> Model:
    d = Draft(seed)
    FAMILIES[seed % len(FAMILIES)](d)
    return d.m.build()


@pytest.mark.parametrize("seed", seeds(30, 200))
def test_labels_of_random_mechanisms(seed: int):
    system = overconstrained(seed).compile()
    state = system.assemble()
    v = system.compiled.loops.scaled_matrix(
        system.compiled.loops.closure(state.q)[1]
    ).null_space.sum(axis=1)
    if FAMILIES[seed % len(FAMILIES)] is sarrus_legs:
        v = 0 * v  # level balls leave a tilt that is possible for an instant only
    moving = system.accelerations(system.state(state.q, v))
    brute = Equilibrium(system, state)
    assert system.mobility(state).n_redundant == brute.redundancy
    for axes in ("joint", "world"):
        found = joint_reactions(system, moving, axes=axes)
        expected = brute.labels(axes)
        for name, w in found.items():
            assert (w.unique_force, w.unique_moment) == expected[name], f"{name}, {axes} axes"
    assert imbalance(system, moving) <= 1e-10
    if brute.redundancy:
        assert brute.overlap(joint_reactions(system, moving)) <= 1e-9
