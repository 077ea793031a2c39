"""Calls of a system depend on their arguments alone: same bits after others, and in any thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from sarrus import State, System, analysis
from sarrus.gallery import EXAMPLES

Call = Callable[[State], Any]


def calls(system: System) -> dict[str, Call]:
    """Calls of one state, each with numbers as its answer."""
    efforts = np.linspace(-1.0, 1.0, system.nv)
    first = system.velocities[0]
    reacting = [joint.name for joint in system.model.joints][:2]
    found: dict[str, Call] = {
        "forward": lambda s: system.forward_dynamics(s.q, s.v, efforts),
        "mass": lambda s: system.mass_matrix(s.q),
        "bias": lambda s: system.bias(s.q, s.v),
        "energy": lambda s: list(vars(system.energy(s.q, s.v)).values()),
        "poses": lambda s: [pose.position for pose in system.poses(s.q).values()],
        "motion": lambda s: system.accelerations(s, efforts={first: 0.3}).vdot,
        "reactions": lambda s: [w.force for w in system.reactions(s, joints=reacting).values()],
        "linear": lambda s: system.linearize(s, outputs=[f"{reacting[0]}.reaction.force"]).C,
        "run": lambda s: system.simulate(s, until=0.02, every=0.01).q,
    }
    if not system.closed:
        found["inverse"] = lambda s: system.inverse_dynamics(s.q, s.v, efforts)
    return found


def states(system: System, n: int = 6) -> list[State]:
    """Consistent states, far enough from each other that other rows serve."""
    random = np.random.default_rng(5)
    at, found = system.assemble(), []
    for _ in range(n):
        v = analysis.project(system, at.q, random.normal(size=system.nv)).v
        found.append(State(system, at.q, v))
        at = system.simulate(State(system, at.q, v), until=0.15, every=0.15).final
    return found


def bits(values: Any) -> bytes:
    return np.concatenate([np.ravel(np.asarray(x, dtype=float)) for x in values]).tobytes()


NAMES = ("rrc_arm", "four_bar", "bricard")


@pytest.mark.parametrize("name", NAMES)
def test_same_bits_whatever_came_before(name: str) -> None:
    """The calls of all states in one order, in the other, and in a system of its own."""
    system = EXAMPLES[name].model().compile(kernels=())
    every = [(what, call, s) for s in states(system) for what, call in calls(system).items()]
    first = [bits(call(s)) for _, call, s in every]
    back = [bits(call(s)) for _, call, s in reversed(every)][::-1]
    wrong = [
        (k, w[0]) for k, (a, b, w) in enumerate(zip(first, back, every, strict=True)) if a != b
    ]
    assert not wrong
    fresh = EXAMPLES[name].model().compile(kernels=())
    own = calls(fresh)
    k = len(every) - 1
    what, _, s = every[k]
    assert bits(own[what](State(fresh, s.q, s.v))) == first[k]


@pytest.mark.parametrize("name", NAMES)
def test_eight_threads_give_the_bits_of_one(name: str) -> None:
    system = EXAMPLES[name].model().compile(kernels=())
    every = [(call, s) for s in states(system, 3) for call in calls(system).values()]
    alone = [bits(call(s)) for call, s in every]
    fresh = EXAMPLES[name].model().compile(kernels=())  # kernels are made in the threads, too
    own = [(call, State(fresh, s.q, s.v)) for _, s in every[:: len(calls(system))]
           for call in calls(fresh).values()]  # fmt: skip
    order = np.random.default_rng(2).permutation(np.tile(np.arange(len(own)), 4))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda k: (k, bits(own[k][0](own[k][1]))), order))
    wrong = {int(k) for k, got in found if got != alone[k]}
    assert not wrong
