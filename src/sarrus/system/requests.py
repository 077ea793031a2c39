"""What a user may ask a system for, and how it is told when it cannot be answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Frame, Model
from sarrus.model.references import nearest
from sarrus.system import equations
from sarrus.system.equations import Equation
from sarrus.system.results import BodyMotion, Momentum, Named
from sarrus.topology import Layout, Topology

QUANTITIES: dict[str, tuple[tuple[str, ...], Equation]] = {
    "inverse_dynamics": (("q", "v", "vdot"), equations.inverse),
    "forward_dynamics": (("q", "v", "tau"), equations.forward),
    "mass_matrix": (("q",), equations.mass),
    "inertia_product": (("q", "vdot"), equations.inertia_product),
    "bias": (("q", "v"), equations.bias),
    "applied_efforts": (("q", "v"), equations.applied_efforts),
    "body_positions": (("q",), equations.body_positions),
    "body_velocities": (("q", "v"), equations.body_velocities),
    "body_accelerations": (("q", "v", "vdot"), equations.body_accelerations),
    "energy": (("q", "v"), equations.energy),
    "momentum": (("q", "v"), equations.momentum),
}


def shape_of(name: str, nq: int, nv: int) -> tuple[int, ...]:
    """Return the shape of a kernel input."""
    return {"q": (nq,), "r": (3,), "at": (3,)}.get(name, (nv,))


def vector_of(
    layout: Layout, which: str, values: Mapping[str, Any], start: np.ndarray
) -> np.ndarray:
    """Return a copy of `start` with named entries, or all entries of named joints, set."""
    out = start.copy()
    for name, value in values.items():
        if which == "v" and name in layout.v_slice:
            place = layout.v_slice[name]
        else:
            found, place = layout.find(name)
            if found != which:
                raise ModelError(_other_vector(name, which, layout))
        out[place] = value
    return out


def indices(layout: Layout, names: Iterable[str]) -> tuple[int, ...]:
    """Return the places in v of named velocity coordinates or of all those of named joints."""
    chosen: set[int] = set()
    marks = np.arange(layout.nv)
    for name in names:
        place = layout.v_slice[name] if name in layout.v_slice else layout.find(name)[1]
        chosen.update(int(k) for k in marks[place])
    return tuple(sorted(chosen))


def joints(layout: Layout, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the chosen joints, all by default; unknown names are refused."""
    known = list(layout.v_slice)
    if names is None:
        return tuple(known)
    problems = [_unknown("joint", name, known) for name in names if name not in layout.v_slice]
    if problems:
        raise ModelError(problems)
    return tuple(names)


def check_body(model: Model, name: str) -> None:
    """Refuse the name of a body that does not exist."""
    if name != GROUND and name not in model.body_index:
        raise ModelError(_unknown("body", name, [*model.body_index, GROUND]))


def check_choice(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is none of those allowed."""
    if value not in allowed:
        rule = f"is none of {', '.join(repr(word) for word in allowed)}"
        raise ModelError(Problem("S03", what, rule, value=repr(value)))


def _unknown(kind: str, name: str, known: list[str]) -> Problem:
    return Problem(
        "M09", f"{kind} '{name}'", f"is no {kind} of this system", action=nearest(name, known)
    )


def _other_vector(name: str, which: str, layout: Layout) -> Problem:
    names = layout.q_names if which == "q" else layout.v_names
    what = "position" if which == "q" else "velocity"
    return Problem(
        "M09",
        f"coordinate '{name}'",
        f"is not a {what} coordinate",
        action=nearest(name, list(names)),
    )


def motions(model: Model, topology: Topology, columns: Sequence[np.ndarray]) -> Named[BodyMotion]:
    """Return the rows of the kinematic kernels by body, and the frames fixed to the bodies."""
    row = {branch.outboard: i for i, branch in enumerate(topology.branches)}
    found = {
        body.name: BodyMotion(*[column[row[body.name]] for column in columns])
        for body in model.bodies
    }
    for frame in model.frames:
        if frame.body in found:
            found[frame.name] = _carried(found[frame.body], frame)
    return Named("body or frame", found)


def _carried(body: BodyMotion, frame: Frame) -> BodyMotion:
    X = frame.pose.transform
    arm = body.rotation @ X.position
    position, rotation = body.position + arm, body.rotation @ X.matrix
    w, al = body.angular_velocity, body.angular_acceleration
    if body.velocity is None or w is None:
        return BodyMotion(position, rotation)
    velocity = body.velocity + np.cross(w, arm)
    if body.acceleration is None or al is None:
        return BodyMotion(position, rotation, velocity, w)
    acceleration = body.acceleration + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
    return BodyMotion(position, rotation, velocity, w, acceleration, al)


def massless_among(notices: list[Problem], layout: Layout, free: set[int]) -> list[Problem]:
    """Return the notices of massless bodies whose joints are free to move, as errors."""
    found = []
    for notice in notices:
        named = [j for j in layout.v_slice if f"'{j}'" in str(notice)]
        places = {k for j in named for k in range(layout.v_slice[j].start, layout.v_slice[j].stop)}
        if not named or places & free:
            found.append(replace(notice, severity="error"))
    return found


def closed(name: str, topology: Topology) -> Problem:
    """Return the problem of asking a closed mechanism for what only trees have so far."""
    loops = "; ".join(" - ".join(loop.joints) for loop in topology.loops)
    return Problem(
        "S01",
        f"model '{name}'",
        f"has {len(topology.cuts)} closed loops ({loops}), and this version computes trees only",
        action="look at the topology report, or remove a joint of every loop",
    )


def fixed_base(name: str) -> Problem:
    """Return the problem of moving a base that is fixed."""
    return Problem(
        "S04",
        f"model '{name}' / base",
        "is fixed, so that its motion cannot be given",
        action="call prescribe_base() before build()",
    )


def momentum_of(mass: float, moment: np.ndarray, total: np.ndarray) -> Momentum:
    """Return the momentum result of mass, first moment and momentum about the world's origin."""
    com = moment / mass if mass else np.full(3, np.nan)
    linear, about_origin = total[0:3], total[3:6]
    velocity = linear / mass if mass else np.full(3, np.nan)
    return Momentum(mass, com, velocity, linear, about_origin - np.cross(com, linear), about_origin)
