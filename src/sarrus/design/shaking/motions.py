"""The motion over which a mechanism is balanced: that which is given, or one that shows it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system import Drive, State, System

INSTANTS = 181
SLOW = 3600.0
"""Seconds of a motion whose accelerations do not matter."""
SWING, SLIDE = 0.6, 0.15
"""Amplitudes of freedoms that do not turn: of angles [rad], and parts of the model's length."""
TURNS = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
"""Swings of several freedoms in a second: no two together as before until it is over."""
ENOUGH = 0.02
"""Part of these amplitudes below which a freedom does not count as one."""


@dataclass(frozen=True, eq=False)
class Motion:
    """What is driven, by law, and when; periodic: the last instant is the first again.

    any: whether it stands for all motions of the mechanism.
    """

    laws: Mapping[str, Any]
    times: np.ndarray
    start: Any
    any: bool

    def of(self, system: System) -> Drive:
        """Return the driven motion of a system, this one or one with more masses."""
        guess = self.start
        if guess is not None and guess.system is not system:
            guess = {name: guess[name] for name in guess.system.coordinates}
        return system.drive(self.laws, times=self.times, guess=guess)


def given_motion(laws: Mapping[str, Any], times: Any, start: Any = None) -> Motion:
    """Return a motion that the user gives."""
    return Motion(dict(laws), np.asarray(times, dtype=float), start, False)


def usual_motion(system: System, start: State | None, slow: bool) -> tuple[Motion, Drive]:
    """Return a motion that shows all that a mechanism can do, and its drive.

    It takes a second, or if slow so long that its efforts are those that hold the mechanism.

    One freedom: a turn of a hinge at an even rate where it turns round, a swing about the start
    else. Several: all of them swing, each at a rate of its own.
    """
    here = system.assemble() if start is None else start
    names = independent_coordinates(system, here)
    period = SLOW if slow else 1.0
    times = np.linspace(0.0, period, INSTANTS)
    if len(names) == 1:
        found = _whole_turn(system, here, times)
        if found is not None:
            return found
    part, trouble = 1.0, None
    while part > ENOUGH:
        laws = {name: _swing(system, here, name, k, part, period) for k, name in enumerate(names)}
        motion = Motion(laws, times, here, True)
        try:
            return motion, motion.of(system)
        except SarrusError as error:
            part, trouble = 0.5 * part, error
    raise ModelError(_no_motion(system, names)) from trouble


def _whole_turn(system: System, here: State, times: np.ndarray) -> tuple[Motion, Drive] | None:
    """Return a whole turn of a hinge, those on ground first, or None."""
    rate = 2.0 * np.pi / float(times[-1])
    for name in _hinges(system):
        first = float(here[name])
        motion = Motion({name: lambda t, q=first: q + rate * t}, times, here, True)
        try:
            return motion, motion.of(system)
        except SarrusError:
            continue
    return None


def _hinges(system: System) -> Iterator[str]:
    found = [j for j in system.model.joints if j.type.type_name == "revolute"]
    placed = {name.rpartition(".")[0] for name in system.coordinates}
    for j in sorted(found, key=lambda j: "ground" not in (j.parent, j.child)):
        if j.name in placed:
            yield j.name


def _swing(system: System, here: State, name: str, k: int, part: float, period: float) -> Any:
    first = float(here[name])
    turns = system.model.joint(name).type.coordinates[0].unit == "rad"
    size = part * (SWING if turns else SLIDE * system.compiled.loops.length)
    rate = 2.0 * np.pi / period * TURNS[k % len(TURNS)] * (1 + k // len(TURNS))
    return lambda t: first + size * np.sin(rate * t + 0.7 * k)


def independent_coordinates(system: System, here: State) -> list[str]:
    """Return coordinates of the tree that give all others, hinges and slides in their order."""
    Phi = system.compiled.loops.closure(here.q)[1]
    A = system.compiled.loops.scaled_matrix(Phi)
    freedom = system.nv - A.rank
    free = np.linalg.svd(np.asarray(Phi, dtype=float))[2][A.rank :].T if len(Phi) else None
    rows = np.eye(system.nv) if free is None else free
    chosen: list[str] = []
    basis = np.zeros((0, rows.shape[1]))
    single = {
        j.velocity_names[0]: j.name
        for j in system.model.joints
        if len(j.velocity_names) == len(j.coordinate_names) == 1
    }
    for k, velocity in enumerate(system.velocities):
        if velocity not in single or len(chosen) == freedom:
            continue
        more = np.vstack([basis, rows[k]])
        if np.linalg.svd(more, compute_uv=False)[-1] > 1e-6:
            basis, chosen = more, [*chosen, single[velocity]]
    if not chosen:
        raise ModelError(_no_motion(system, chosen))
    return chosen


def _no_motion(system: System, names: list[str]) -> Problem:
    shown = ", ".join(names) or "none"
    return Problem(
        "S41",
        f"balance of '{system.model.name}'",
        f"finds no motion that moves all its freedoms (it may drive: {shown})",
        cause="joints with several coordinates, or a start at the limit of the motion",
        action="give over={joint: law} with times=, or a start",
    )
