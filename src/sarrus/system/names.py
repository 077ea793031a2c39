"""Names of users and where they stand: quantities, entries of vectors, bodies, frames, loads.

And the way back: rows of kernels as results by name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.public_names import LateModule
from sarrus.spatial import Transform
from sarrus.system.checks import numbers
from sarrus.system.quantities.named_equation import DERIVATIVES, MATRICES, NamedEquation
from sarrus.system.results import BodyMotion, Momentum, Named
from sarrus.topology import Layout, Topology

if TYPE_CHECKING:
    from sarrus.dynamics import model_numbers
    from sarrus.system.quantities import base_input
    from sarrus.system.quantities.base_input import GroundMotion
    from sarrus.system.quantities.equations import Equation
    from sarrus.system.system import System
else:
    model_numbers = LateModule("sarrus.dynamics.model_numbers")
    base_input = LateModule("sarrus.system.quantities.base_input")

QUANTITIES: dict[str, tuple[tuple[str, ...], Equation]] = {
    "inverse_dynamics": (("q", "v", "vdot"), NamedEquation("inverse")),
    "forward_dynamics": (("q", "v", "tau"), NamedEquation("forward")),
    "mass_matrix": (("q",), NamedEquation("mass")),
    "inertia_product": (("q", "vdot"), NamedEquation("inertia_product")),
    "mass_solve": (("q", "tau"), NamedEquation("mass_solve")),
    "bias": (("q", "v"), NamedEquation("bias")),
    "applied_efforts": (("q", "v"), NamedEquation("applied_efforts")),
    "body_positions": (("q",), NamedEquation("body_positions")),
    "body_velocities": (("q", "v"), NamedEquation("body_velocities")),
    "body_accelerations": (("q", "v", "vdot"), NamedEquation("body_accelerations")),
    "energy": (("q", "v"), NamedEquation("energy")),
    "momentum": (("q", "v"), NamedEquation("momentum")),
    "coriolis": (("q", "v"), NamedEquation("coriolis", MATRICES)),
    "centroidal": (("q",), NamedEquation("centroidal", MATRICES)),
    "regressor": (("q", "v", "vdot"), NamedEquation("regressor", MATRICES)),
    "inverse_derivatives": (("q", "v", "vdot"), NamedEquation("inverse", DERIVATIVES)),
    "forward_derivatives": (("q", "v", "tau"), NamedEquation("forward", DERIVATIVES)),
}
"""Quantities by name: their inputs and equations."""


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
        out[place] = entries(name, value, place.stop - place.start)
    return out


def entries(name: str, value: Any, size: int) -> np.ndarray:
    """Return the numbers given for a coordinate or joint, as many as it has."""
    found = numbers(f"coordinate '{name}'", value)
    if found.shape not in ((size,), () if size == 1 else (size,)):
        raise ModelError(_other_size(name, size, value))
    return found


def velocity_indices(layout: Layout, names: Iterable[str]) -> tuple[int, ...]:
    """Return the places in v of named velocity coordinates or of all those of named joints."""
    chosen: set[int] = set()
    marks = np.arange(layout.nv)
    for name in names:
        found, place = ("v", layout.v_slice[name]) if name in layout.v_slice else layout.find(name)
        if found != "v":
            raise ModelError(_other_vector(name, "v", layout))
        chosen.update(int(k) for k in marks[place])
    return tuple(sorted(chosen))


def chosen_joints(layout: Layout, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the chosen joints, all by default; unknown names are refused."""
    return chosen_names("joint", names, list(layout.v_slice))


def chosen_names(kind: str, names: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen names, all by default; unknown ones are refused together."""
    if names is None:
        return tuple(known)
    problems = [unknown(kind, name, list(known)) for name in names if name not in known]
    if problems:
        raise ModelError(problems)
    return tuple(names)


def drawn_coordinates(model: Model, layout: Layout) -> np.ndarray:
    """Return the coordinates of all tree joints in the drawing."""

    def pose_in_drawing(body: str) -> Transform:
        return Transform.identity() if body == GROUND else model.body(body).pose.transform

    parts = [np.zeros(0)]
    for name in layout.q_slice:
        joint = model.joint(name)
        X_WF = pose_in_drawing(joint.parent) @ joint.on_parent.transform
        X_WM = pose_in_drawing(joint.child) @ joint.on_child.transform
        found = joint.type.coordinates_of(X_WF.inverse @ X_WM)
        parts.append(np.where(np.abs(found) < 1e-15, 0.0, found))
    return np.concatenate(parts)


def check_body(model: Model, name: str) -> None:
    """Refuse the name of a body that does not exist."""
    if name != GROUND and name not in model.body_index:
        raise ModelError(unknown("body", name, [*model.body_index, GROUND]))


def unknown(kind: str, name: str, known: list[str]) -> Problem:
    """Return the problem of a name that does not exist, with the nearest one that does."""
    return Problem(
        "M09", f"{kind} '{name}'", f"is not a {kind} of this system", action=nearest(name, known)
    )


def unknown_keywords(kind: type, names: Iterable[str]) -> list[Problem]:
    """Return the problems of keywords that no call of a class takes, with the nearest that do."""
    calls = [call for name, call in inspect.getmembers(kind, inspect.isfunction)]
    known = {p.name for call in calls for p in inspect.signature(call).parameters.values()}
    taken = [name for name in sorted(known) if name not in ("self", "keywords", "how")]
    return [
        Problem("M09", f"keyword '{name}'", "is not known", action=nearest(name, taken))
        for name in names
    ]


def external_loads(
    system: System,
    loads: Mapping[str, Any],
    q: np.ndarray,
    keywords: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """Return wrenches on bodies and named frames as rows in the order of the tree.

    A load is (force, moment) at the origin of the body or frame, in world axes.
    """
    ext = np.zeros((len(system.topology.branches), 6))
    frames = {frame.name: frame for frame in system.model.frames}
    for name, load in loads.items():
        force, moment = numbers(f"load on '{name}'", load, 6).reshape(2, 3)
        body = name
        if name in frames and name not in system.model.body_index:
            body = frames[name].body
        check_body(system.model, body)
        if body == GROUND:
            continue
        if body != name:
            values = system.compiled.given_numbers((keywords or {}).get("parameters"))
            place, _ = model_numbers.frame_with(frames[name], values)
            arm = system.poses(q, **(keywords or {}))[body].rotation @ place
            moment = moment + np.cross(arm, force)
        ext[system.topology.index[body]] += np.concatenate([force, moment])
    return ext


def start_velocity_rows(
    system: System, q: np.ndarray, keywords: Mapping[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows that give the velocities of bodies with an initial velocity, and these."""
    rows, wanted = [], []
    for start in system.model.start:
        body = system.model.body(start.body)
        rows.append(system.jacobian(start.body, body.com, q, **keywords))
        carried = np.zeros(6)
        if "base" in keywords:
            still = np.zeros(system.nv)
            at = system.point(start.body, body.com, q, still, **keywords)
            turning = system.kinematics(q, still, **keywords)[start.body]
            carried = np.concatenate(
                [np.asarray(at.velocity), np.asarray(turning.angular_velocity)]
            )
        wanted.append(np.concatenate([start.velocity, start.angular_velocity]) - carried)
    return np.vstack(rows), np.concatenate(wanted)


def body_motions(
    model: Model,
    topology: Topology,
    columns: Sequence[np.ndarray],
    ground: Callable[[], BodyMotion],
    values: Mapping[str, Any],
) -> Named[BodyMotion]:
    """Return the rows of the kinematic kernels by body, and the frames fixed to the bodies.

    Rows of states come first in all arrays; the second column holds rotation matrices. ground:
    its motion, which only frames on it need; values: numbers of the model that are given, by their
    full names.
    """
    one = columns[0].ndim == 2  # of one state: its rows are those of the bodies
    turned = [c if one else np.moveaxis(c, -3 if k == 1 else -2, 0) for k, c in enumerate(columns)]
    rows = [list(c) for c in turned]
    found = {}
    for body in model.bodies:
        i = topology.index[body.name]
        found[body.name] = BodyMotion(*[parts[i] for parts in rows])
    for frame in model.frames:
        carrier = found.get(frame.body)
        place = model_numbers.frame_with(frame, values)
        found[frame.name] = _frame_motion(ground() if carrier is None else carrier, *place)
    return Named("body or frame", found)


def ground_motion(base: GroundMotion | None, n: int, rows: tuple[int, ...] = ()) -> BodyMotion:
    """Return the motion of ground with as many parts as were asked for; rows: number of states."""
    moving = base or base_input.GroundMotion()
    parts = (
        moving.position,
        moving.rotation,
        moving.velocity,
        moving.angular_velocity,
        moving.acceleration,
        moving.angular_acceleration,
    )
    values = [np.asarray(part, dtype=float) for part in parts[:n]]
    return BodyMotion(*[np.broadcast_to(x, (*rows, *x.shape)) if rows else x for x in values])


def _frame_motion(body: BodyMotion, r: np.ndarray, R: np.ndarray) -> BodyMotion:
    """Return the motion of a frame at r with axes R on a body."""
    arm = body.rotation @ r
    position, rotation = body.position + arm, body.rotation @ R
    w, al = body.angular_velocity, body.angular_acceleration
    if body.velocity is None or w is None:
        return BodyMotion(position, rotation)
    velocity = body.velocity + np.cross(w, arm)
    if body.acceleration is None or al is None:
        return BodyMotion(position, rotation, velocity, w)
    acceleration = body.acceleration + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
    return BodyMotion(position, rotation, velocity, w, acceleration, al)


def momentum_of(mass: float, moment: np.ndarray, total: np.ndarray) -> Momentum:
    """Return the momentum result of mass, first moment and momentum about the world's origin.

    Rows of states come first.
    """
    com = moment / mass if mass else np.full(moment.shape, np.nan)
    linear, about_origin = total[..., 0:3], total[..., 3:6]
    velocity = linear / mass if mass else np.full(moment.shape, np.nan)
    return Momentum(mass, com, velocity, linear, about_origin - np.cross(com, linear), about_origin)


def _other_vector(name: str, which: str, layout: Layout) -> Problem:
    names = layout.q_names if which == "q" else layout.v_names
    what = "position" if which == "q" else "velocity"
    return Problem(
        "M09",
        f"coordinate '{name}'",
        f"is not a {what} coordinate",
        action=nearest(name, list(names)),
    )


def _other_size(name: str, size: int, value: Any) -> Problem:
    count = "1 number" if size == 1 else f"{size} numbers"
    return Problem("M25", f"coordinate '{name}'", f"must be {count}", value=repr(value))
