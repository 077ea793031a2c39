"""Motion, driving efforts, labels and reactions do not depend on which joint is cut."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from closeness import relative_error
from loops import mechanisms
from sarrus import Model, System
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.rows.motion import Motion

MACHINES: dict[str, tuple[Callable[[], Model], str, dict[str, float]]] = {
    "four_bar": (mechanisms.four_bar, "A", {}),
    "slider_crank": (mechanisms.slider_crank, "crank_pivot", {}),
    "rssr": (mechanisms.rssr, "A", {}),
    "quick_return": (mechanisms.quick_return, "crank_pivot", {}),
    "door": (mechanisms.door, "low", {}),
    "bricard": (mechanisms.bricard, "R1", {}),
    "sarrus": (mechanisms.sarrus_linkage, "foot_x", {}),
    "three_cranks": (lambda: mechanisms.parallelogram(3), "A0", {}),
    "delta": (mechanisms.delta, "hip0", {"hip1": 0.3, "hip2": -0.8}),
}
CUTS = {name: [j.name for j in build().joints] for name, (build, _, _) in MACHINES.items()}
CUTS["delta"] = ["hip0", "elbow1", "ankle2"]
CUTS["quick_return"] = ["crank_pivot", "slot", "guide"]
CASES = [(name, cut) for name, cuts in CUTS.items() for cut in cuts]


class Answers:
    """One mechanism, moving and driven, seen through one choice of the cut."""

    def __init__(self, name: str, cut: list[str]) -> None:
        build, joint, others = MACHINES[name]
        self.system: System = build().compile(cut=cut)
        # the spin of the RSSR's coupler is nobody's wish: only the drawing has one spin for all
        angle = 0.0 if name == "rssr" else 0.15
        start = self.system.assemble({joint: angle, **dict.fromkeys(others, 0.1)})
        poses = self.system.poses(start.q)
        self.where = {body: motion.position for body, motion in poses.items()}
        rates = {joint: 1.4, **others}
        passive = {"B.omega_y": 0.3} if name == "rssr" else {}
        state = self.system.assemble(rates={**rates, **passive}, guess=start)
        self.free = self.system.accelerations(state, efforts={joint: 0.7})
        drives = {joint: -2.0, **{other: 0.5 for other in others}}
        self.driven = self.system.accelerations(state, driven=drives)

    def accelerations(self, moving: Motion) -> dict[str, np.ndarray]:
        names = [j.name for j in self.system.model.joints if j.type.nv]
        return {name: np.atleast_1d(moving[name]) for name in names}


@pytest.fixture(scope="module")
def usual() -> dict[str, Answers]:
    return {}


@pytest.fixture(scope="module")
def pair(usual, request) -> tuple[Answers, Answers]:
    name, cut = request.param
    if name not in usual:
        usual[name] = Answers(name, [])
    return usual[name], Answers(name, [cut])


every_cut = pytest.mark.parametrize("pair", CASES, indirect=True, ids="-".join)


@every_cut
def test_nothing_depends_on_the_cut(pair):
    one, other = pair
    for body, place in one.where.items():
        assert np.max(np.abs(place - other.where[body])) <= 1e-10
    for a, b in ((one.free, other.free), (one.driven, other.driven)):
        first, second = one.accelerations(a), other.accelerations(b)
        size = max(np.max(np.abs(x)) for x in first.values())
        for name, expected in first.items():
            assert np.max(np.abs(second[name] - expected)) <= 1e-10 * size, name
        for name, effort in a.efforts.items():
            assert relative_error(b.efforts[name], effort) <= 1e-10
        for part in ("reaction", "wrench"):
            same_loads(
                joint_reactions(one.system, a, part=part),
                joint_reactions(other.system, b, part=part),
            )


def same_loads(first, second) -> None:
    """Compare the labels exactly, and the values, unique and of smallest norm alike."""
    size = max(np.max(np.abs([w.force, w.moment])) for w in first.values())
    for name, a in first.items():
        b = second[name]
        assert a.unique_force == b.unique_force, name
        assert a.unique_moment == b.unique_moment, name
        assert bool(a.because) == bool(b.because) == (not a.unique)
        gap = np.max(np.abs([a.force - b.force, a.moment - b.moment]))
        assert gap <= 1e-10 * size, f"{name}: {gap / size:.2e}"


@every_cut
def test_native_equals_dense(pair):
    for answers in pair:
        system, state = answers.system, answers.free.state
        effort = answers.free.efforts
        tau = np.zeros(system.nv)
        name = next(iter(effort))
        vector, place = system.compiled.located_rate(name)
        if vector == "v":
            tau[place] = effort[name]
            native = system.forward_dynamics(state.q, state.v, tau)
            assert relative_error(native, answers.free.vdot) <= 1e-9
        else:
            dense = system.accelerations(state).vdot
            assert relative_error(system.forward_dynamics(state.q, state.v, tau), dense) <= 1e-9
