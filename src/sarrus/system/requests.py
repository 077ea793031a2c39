"""What a user may ask a system for, and how it is told when it cannot be answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Frame, Model
from sarrus.model.building.references import nearest
from sarrus.model.model import MOST_TOLERANCE
from sarrus.spatial import Transform
from sarrus.system.given import end_of, is_positive, numbers
from sarrus.system.quantities import derivative_equations, equations
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.quantities.equations import Equation
from sarrus.system.results import BodyMotion, Momentum, Named
from sarrus.topology import Layout, Topology

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.system import System

MOST = 1e12
"""Steps or states of a run; more than this is a mistake."""

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
    "inverse_derivatives": (("q", "v", "vdot"), derivative_equations.inverse),
    "forward_derivatives": (("q", "v", "tau"), derivative_equations.forward),
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
        size = place.stop - place.start
        if np.shape(value) not in ((size,), () if size == 1 else (size,)):
            raise ModelError(_other_size(name, size, value))
        out[place] = value
    return out


def indices(layout: Layout, names: Iterable[str]) -> tuple[int, ...]:
    """Return the places in v of named velocity coordinates or of all those of named joints."""
    chosen: set[int] = set()
    marks = np.arange(layout.nv)
    for name in names:
        found, place = ("v", layout.v_slice[name]) if name in layout.v_slice else layout.find(name)
        if found != "v":
            raise ModelError(_other_vector(name, "v", layout))
        chosen.update(int(k) for k in marks[place])
    return tuple(sorted(chosen))


def joints(layout: Layout, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the chosen joints, all by default; unknown names are refused."""
    return chosen("joint", names, list(layout.v_slice))


def drawn_coordinates(model: Model, layout: Layout) -> np.ndarray:
    """Return the coordinates of all tree joints in the drawing."""

    def drawn(body: str) -> Transform:
        return Transform.identity() if body == GROUND else model.body(body).pose.transform

    parts = [np.zeros(0)]
    for name in layout.q_slice:
        joint = model.joint(name)
        X_WF = drawn(joint.parent) @ joint.on_parent.transform
        X_WM = drawn(joint.child) @ joint.on_child.transform
        found = joint.type.coordinates_of(X_WF.inverse @ X_WM)
        parts.append(np.where(np.abs(found) < 1e-15, 0.0, found))
    return np.concatenate(parts)


def chosen(kind: str, names: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen names, all by default; unknown ones are refused together."""
    if names is None:
        return tuple(known)
    problems = [unknown(kind, name, list(known)) for name in names if name not in known]
    if problems:
        raise ModelError(problems)
    return tuple(names)


def external(system: System, loads: Mapping[str, Any], q: np.ndarray, **given: Any) -> np.ndarray:
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
            arm = system.poses(q, **given)[body].rotation @ np.array(frames[name].pose.position)
            moment = moment + np.cross(arm, force)
        ext[system.topology.index[body]] += np.concatenate([force, moment])
    return ext


def rows_of_bodies(
    system: System, q: np.ndarray, given: Mapping[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows that give the velocities of bodies with an initial velocity, and these."""
    rows, wanted = [], []
    for start in system.model.start:
        body = system.model.body(start.body)
        rows.append(system.jacobian(start.body, body.com, q, **given))
        carried = np.zeros(6)
        if "base" in given:
            still = np.zeros(system.nv)
            at = system.point(start.body, body.com, q, still, **given)
            turning = system.kinematics(q, still, **given)[start.body]
            carried = np.concatenate(
                [np.asarray(at.velocity), np.asarray(turning.angular_velocity)]
            )
        wanted.append(np.concatenate([start.velocity, start.angular_velocity]) - carried)
    return np.vstack(rows), np.concatenate(wanted)


def inconsistent(loops: Loops, phi: np.ndarray, slip: np.ndarray) -> list[Problem]:
    """Return what is open, per row, in the units of the row."""
    return [
        Problem(
            "M13",
            f"loop row '{name}'",
            f"is open by {phi[k]:.3g} and moves apart at {slip[k]:.3g} per second (m or rad)",
            action="use assemble() to get a consistent state",
        )
        for k, name in enumerate(loops.row_names)
        if abs(loops.row_scale[k] * phi[k]) > 1e-8 or abs(loops.row_scale[k] * slip[k]) > 1e-8
    ]


def inconsistent_start(off: float) -> Problem:
    """Return the problem of initial velocities that joints and loops do not allow."""
    return Problem(
        "M13",
        "initial velocities",
        f"differ by {off:.3g} (m/s or rad/s) from all that joints and loops allow",
        action="give consistent velocities, or use assemble(rates=...)",
    )


def check_tolerance(tolerance: float) -> None:
    """Refuse a tolerance of the data that is negative or as wide as the data themselves."""
    if not isinstance(tolerance, (int, float)) or not 0.0 <= tolerance <= MOST_TOLERANCE:
        rule = f"must be from 0 (all numbers as they are) to {MOST_TOLERANCE:g}"
        raise ModelError(Problem("M31", "tolerance", rule, value=f"{tolerance!r}"[:80]))


def check_body(model: Model, name: str) -> None:
    """Refuse the name of a body that does not exist."""
    if name != GROUND and name not in model.body_index:
        raise ModelError(unknown("body", name, [*model.body_index, GROUND]))


def check_choice(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is none of those allowed."""
    if value not in allowed:
        rule = f"is none of {', '.join(repr(word) for word in allowed)}"
        raise ModelError(Problem("S03", what, rule, value=repr(value)))


def unknown(kind: str, name: str, known: list[str]) -> Problem:
    """Return the problem of a name that does not exist, with the nearest one that does."""
    return Problem(
        "M09", f"{kind} '{name}'", f"is not a {kind} of this system", action=nearest(name, known)
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


def _other_size(name: str, size: int, value: Any) -> Problem:
    count = "1 number" if size == 1 else f"{size} numbers"
    return Problem("M25", f"coordinate '{name}'", f"must be {count}", value=repr(value))


def motions(
    model: Model, topology: Topology, columns: Sequence[np.ndarray], ground: BodyMotion
) -> Named[BodyMotion]:
    """Return the rows of the kinematic kernels by body, and the frames fixed to the bodies."""
    row = {branch.outboard: i for i, branch in enumerate(topology.branches)}
    found = {
        body.name: BodyMotion(*[column[row[body.name]] for column in columns])
        for body in model.bodies
    }
    for frame in model.frames:
        found[frame.name] = _carried(found.get(frame.body, ground), frame)
    return Named("body or frame", found)


def ground_motion(base: GroundMotion | None, n: int) -> BodyMotion:
    """Return the motion of ground with as many parts as were asked for."""
    moving = base or GroundMotion()
    parts = (
        moving.position,
        moving.rotation,
        moving.velocity,
        moving.angular_velocity,
        moving.acceleration,
        moving.angular_acceleration,
    )
    return BodyMotion(*[np.asarray(part, dtype=float) for part in parts[:n]])


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


def closed(name: str, what: str) -> Problem:
    """Return the problem of asking a closed mechanism for what only a tree has."""
    return Problem(
        "S01",
        f"model '{name}'",
        f"has closed loops, whose forces decide the {what.replace('_', ' ')} with the drives",
        action="use accelerations(state, driven=...), drive(), wrenches(state), reactions(state)",
    )


def no_motion(part: str, given: Any) -> Problem:
    """Return the problem of asking for loads at what is neither a state nor a motion."""
    rule = "must be a state or a motion; or q, followed by v and vdot"
    return Problem("M31", f"{part} / at_state", rule, repr(given)[:80])


def fixed_base(name: str) -> Problem:
    """Return the problem of moving a base that is fixed."""
    return Problem(
        "S04",
        f"model '{name}' / base",
        "is fixed, so that its motion cannot be given",
        action="call prescribe_base() before build()",
    )


def check_positive(**numbers: float | None) -> None:
    """Refuse settings that are not positive numbers, all at once."""
    problems = [
        Problem("S08", name, "must be a positive number", f"{value!r}")
        for name, value in numbers.items()
        if value is not None and not is_positive(value)
    ]
    if problems:
        raise ModelError(problems)


def grid(start: float, until: float, every: float | None) -> np.ndarray:
    """Return the times of the states kept: start + k every, exactly, and the end."""
    until = end_of(until, start)
    spacing = (until - start) / 200 if every is None else min(float(every), until - start)
    n = _count("every", spacing, "states", np.floor((until - start) / spacing * (1.0 + 1e-12)))
    times = start + spacing * np.arange(n + 1)
    if until - times[-1] > 1e-9 * spacing:
        return np.append(times, until)
    times[-1] = until
    return times


def fixed_grid(
    start: float, until: float, step: float | None, every: float | None
) -> tuple[float, int, int]:
    """Return step size, number of steps, and how many steps there are between states kept."""
    if step is None:
        action = "for instance step=1e-3, or use method='auto'"
        raise ModelError(Problem("S08", "step", "is needed by a fixed-step method", action=action))
    until = end_of(until, start)
    steps = _count("step", step, "steps", round((until - start) / step))
    if steps < 1 or abs(steps * step - (until - start)) > 1e-9 * step * steps:
        raise ModelError(
            Problem("S08", "step", f"does not divide {until - start:g} s evenly", f"{step:g} s")
        )
    stride = max(1, steps // 200) if every is None else round(min(every / step, steps + 1))
    if every is not None and stride <= steps and abs(stride * step - every) > 1e-9 * every:
        raise ModelError(
            Problem("S08", "every", f"is not a multiple of the step {step:g} s", f"{every:g} s")
        )
    return step, steps, stride


def _count(what: str, size: float, kind: str, n: float) -> int:
    """Return how many steps or states a run has, which must be possible."""
    if not n <= MOST:
        raise ModelError(Problem("S08", what, f"makes more than {MOST:g} {kind}", f"{size:g} s"))
    return int(n)


def momentum_of(mass: float, moment: np.ndarray, total: np.ndarray) -> Momentum:
    """Return the momentum result of mass, first moment and momentum about the world's origin."""
    com = moment / mass if mass else np.full(3, np.nan)
    linear, about_origin = total[0:3], total[3:6]
    velocity = linear / mass if mass else np.full(3, np.nan)
    return Momentum(mass, com, velocity, linear, about_origin - np.cross(com, linear), about_origin)
