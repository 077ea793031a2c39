"""Vibrations about a state as the page shows them: every mode moves, at any amplitude and phase.

A mode is sampled over one cycle. Of a mechanism with loops, each position is put back on the loops,
so that at the stated amplitude nothing comes apart; the page scales the part of a displacement that
changes its sign after half a cycle with the amplitude, and the other part with its square, which is
exact to second order at other amplitudes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.analysis.linearization import Linearization, Vibration, position_name
from sarrus.system.one_state.assembling import Wanted, closure_at
from sarrus.viewer.embedding import Packer
from sarrus.viewer.points import points_of
from sarrus.viewer.positions import Pace, poses_at, scene_of_positions
from sarrus.viewer.scene import Room, Scene

PHASES = 32
"""Positions of a cycle; an even number, so that half a cycle is a whole number of them."""
MOST = 60
"""Modes of a page."""
REACH, TURN = 0.12, 0.45
"""Amplitude: largest displacement over the size of the mechanism, and largest turn [rad]."""
HALVINGS = 6
"""How often an amplitude is halved at which loops cannot be closed."""
ROUNDS, CLOSED = 25, 1e-10
"""Newton's iterations that close loops, and what they may leave [rad, lengths of the model]."""
LISTED = 12
"""Coordinates of a mode that are listed, those that move most."""
SECONDS = 2.0
"""That a cycle takes in the page [s]."""
POINTS, PAIRS = 400, 36
"""Frequencies of a response, and pairs of inputs and outputs."""


@dataclass(frozen=True, eq=False)
class Cycle:
    """A mode over one cycle: coordinates q at its phases.

    amplitude: of its largest coordinate [rad or m]; closed: whether all positions close the loops.
    """

    amplitude: float
    q: np.ndarray
    closed: bool


def vibrations_of(shown: Any) -> tuple[tuple[Vibration, ...], Linearization | None]:
    """Return the modes of a linearization, of an equilibrium, or one mode."""
    if isinstance(shown, Vibration):
        return (shown,), None
    linear = shown if isinstance(shown, Linearization) else shown.linearization
    found = linear.vibrations[:MOST]
    if not found:
        name = linear.state.system.model.name
        rule = "has no small motions: nothing can move"
        raise ModelError(Problem("S14", f"linearization of '{name}'", rule))
    return found, linear


def mode_scene(
    shown: Any, *, title: str | None = None, amplitude: float | None = None
) -> Scene:  # fmt: skip
    """Return the scene of the modes of a `Linearization`, an `Equilibrium`, or of one `Vibration`.

    amplitude: of the largest coordinate of each mode [rad or m], by default such that the motion
    is seen well.
    """
    vibrations, linear = vibrations_of(shown)
    state = vibrations[0].state
    system, value = state.system, dict(vibrations[0].keywords)
    rest = poses_at(system, state.q[None], value)
    room = Room.of(system.model, points_of(system.model), rest)
    cycles = [_cycle(v, room.size, amplitude) for v in vibrations]
    packer = Packer()
    moved = np.array([poses_at(system, cycle.q, value) for cycle in cycles])
    packer.add_floats("modes.shifts", moved[..., 3] - rest[..., 3])
    turns = moved[..., :3] @ np.swapaxes(rest[..., :3], -1, -2)
    packer.add_floats("modes.turns", _rotation_vectors(turns))
    modes: dict[str, Any] = {
        "list": [_about(v, c) for v, c in zip(vibrations, cycles, strict=True)],
        "phases": PHASES,
        "chosen": _first(vibrations),
        "closed": system.compiled.closed,
    }
    if linear is not None and len(linear.inputs) and len(linear.outputs):
        modes["response"] = _pack_response(linear, packer)
    poses = np.concatenate([rest, rest])
    return scene_of_positions(
        system.model,
        np.array([0.0, 1.0]),
        poses,
        title=title or f"{system.model.name}: vibrations",
        pace=Pace("Phase", "°", SECONDS, 360.0),
        packer=packer,
        more={"modes": modes, "travels": False},
    )


def _first(vibrations: Sequence[Vibration]) -> int:
    """Return the slowest mode that oscillates."""
    moving = [k for k, v in enumerate(vibrations) if v.frequency > 0.0]
    return moving[0] if moving else 0


def _about(vibration: Vibration, cycle: Cycle) -> dict[str, Any]:
    """Return the numbers of a mode, and the coordinates that move most with their phases."""
    system = vibration.state.system
    layout = system.compiled.layout
    shape = vibration.shape
    order = [k for k in np.argsort(-np.abs(shape)) if abs(shape[k]) > 1e-6][:LISTED]
    rate = vibration.eigenvalue.real
    return {
        "frequency": vibration.frequency,
        "natural": vibration.natural_frequency,
        "damping": vibration.damping,
        "real": rate,
        "imaginary": vibration.eigenvalue.imag,
        "amplitude": cycle.amplitude,
        "closed": cycle.closed,
        "parts": [
            {
                "name": position_name(system, int(k)),
                "unit": layout.v_units[k].removesuffix("/s"),
                "size": float(abs(shape[k])),
                "phase": float(np.degrees(np.angle(shape[k]))),
            }
            for k in order
        ],
    }


def _cycle(vibration: Vibration, size: float, amplitude: float | None) -> Cycle:
    """Return a mode over a cycle, at an amplitude that its loops allow."""
    wanted = _amplitude(vibration, size) if amplitude is None else amplitude
    phases = 2.0 * np.pi * np.arange(PHASES) / PHASES
    for k in range(HALVINGS):
        part = wanted / 2**k
        rows = [_closed_coordinates(vibration, part, phase) for phase in phases]
        if all(row is not None for row in rows):
            return Cycle(part, np.array(rows), True)
    open_rows = np.array([vibration.displaced_coordinates(wanted, phase) for phase in phases])
    return Cycle(wanted, open_rows, False)


def _amplitude(vibration: Vibration, size: float) -> float:
    """Return an amplitude at which the motion is seen well and not grotesque."""
    state, value = vibration.state, vibration.keywords
    system = state.system
    poses = poses_at(system, state.q[None], dict(value))[0]
    points = points_of(system.model)
    reach, turn = 0.0, 0.0
    for k, body in enumerate(system.model.bodies):
        own = [poses[k + 1, :, :3] @ p.at for p in points[body.name] if p.holds]
        own.append(poses[k + 1, :, :3] @ np.array(body.com))
        shape = vibration.bodies[body.name]
        turn = max(turn, float(np.linalg.norm(np.abs(shape.rotation))))
        for arm in own:
            moved = shape.displacement + np.cross(shape.rotation, arm)
            reach = max(reach, float(np.linalg.norm(np.abs(moved))))
    limits = [
        REACH * size / reach if reach > 0.0 else np.inf,
        TURN / turn if turn > 0.0 else np.inf,
    ]
    found = min(limits)
    return float(found) if np.isfinite(found) else 0.1


def _closed_coordinates(vibration: Vibration, amplitude: float, phase: float) -> np.ndarray | None:
    """Return coordinates displaced along a mode and put back on the loops; None if they open.

    Coordinates that take no part, such as locked ones, stay.
    """
    system = vibration.state.system
    q = vibration.displaced_coordinates(amplitude, phase)
    if not system.compiled.closed:
        return q
    last = system.compiled.last_inputs(**vibration.keywords)
    free = np.flatnonzero(np.abs(vibration.shape) > 1e-9)
    nothing = Wanted({}, {})
    for _ in range(ROUNDS):
        here = closure_at(system, q, nothing, last)
        if here.gap <= CLOSED:
            return q
        if not np.isfinite(here.gap):
            return None
        A = ScaledMatrix(here.A.A[:, free], here.A.rows, here.A.columns[free], here.A.tolerance)
        step = np.zeros(system.nv)
        step[free] = A.solve(-here.phi, 0.0)
        if np.max(np.abs(step / here.A.columns)) > 1.0:
            return None
        q = np.asarray(system.compiled.layout.add(q, step))
    return None


def _rotation_vectors(turns: np.ndarray) -> np.ndarray:
    """Return axis times angle of rotation matrices, of angles below pi."""
    trace = np.trace(turns, axis1=-2, axis2=-1)
    angle = np.arccos(np.clip((trace - 1.0) / 2.0, -1.0, 1.0))
    skew = np.stack(
        [
            turns[..., 2, 1] - turns[..., 1, 2],
            turns[..., 0, 2] - turns[..., 2, 0],
            turns[..., 1, 0] - turns[..., 0, 1],
        ],
        axis=-1,
    )
    # angle / (2 sin angle), 1/2 where the angle is nothing
    factor = 0.5 / np.sinc(np.minimum(angle, 0.999 * np.pi) / np.pi)
    return np.asarray(factor[..., None] * skew)


def _pack_response(linear: Linearization, packer: Packer) -> dict[str, Any]:
    """Add the frequency response of pairs of outputs and inputs; return what they are."""
    sizes = np.abs(linear.eigenvalues)
    sizes = sizes[sizes > 1e-9 * max(float(np.max(sizes, initial=0.0)), 1e-300)]
    low, high = (float(np.min(sizes)), float(np.max(sizes))) if sizes.size else (1.0, 1.0)
    even = np.geomspace(0.1 * low, 10.0 * high, POINTS)
    peaks = np.abs(linear.eigenvalues.imag)
    peaks = peaks[peaks > 0.1 * low]
    # Beside a peak and not on it: without damping the response is infinite there.
    beside = (0.98, 0.995, 0.999, 0.9999, 1.0001, 1.001, 1.005, 1.02)
    peaks = np.concatenate([factor * peaks for factor in beside])
    omega = np.unique(np.concatenate([even, peaks]))
    values = linear.response(omega)
    pairs = [(o, i) for o in range(len(linear.outputs)) for i in range(len(linear.inputs))][:PAIRS]
    rows = np.array([values[:, o, i] for o, i in pairs])
    packer.add_doubles("response.frequencies", omega / (2.0 * np.pi))
    packer.add_doubles("response.real", rows.real)
    packer.add_doubles("response.imaginary", rows.imag)
    return {"pairs": [[linear.outputs[o], linear.inputs[i]] for o, i in pairs]}
