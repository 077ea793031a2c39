"""What a user may ask a system for, and how it is told when it cannot be answered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.model_numbers import frame_with
from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.model.model import MOST_TOLERANCE
from sarrus.spatial import Transform
from sarrus.system.given import count_of, end_of, equal_times, is_positive, numbers
from sarrus.system.quantities import derivative_equations, equations
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.quantities.equations import Equation
from sarrus.system.results import BodyMotion, Momentum, Named
from sarrus.system.text_numbers import seconds
from sarrus.topology import Layout, Topology

if TYPE_CHECKING:
    from sarrus.system.quantities.loops import Loops
    from sarrus.system.system import System

QUANTITIES: dict[str, tuple[tuple[str, ...], Equation]] = {
    "inverse_dynamics": (("q", "v", "vdot"), equations.inverse),
    "forward_dynamics": (("q", "v", "tau"), equations.forward),
    "mass_matrix": (("q",), equations.mass),
    "inertia_product": (("q", "vdot"), equations.inertia_product),
    "mass_solve": (("q", "tau"), equations.mass_solve),
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
        out[place] = entries(name, value, place.stop - place.start)
    return out


def entries(name: str, value: Any, size: int) -> np.ndarray:
    """Return the numbers given for a coordinate or joint, as many as it has."""
    found = numbers(f"coordinate '{name}'", value)
    if found.shape not in ((size,), () if size == 1 else (size,)):
        raise ModelError(_other_size(name, size, value))
    return found


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


def external(
    system: System, loads: Mapping[str, Any], q: np.ndarray, given: Mapping[str, Any] | None = None
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
            values = system.compiled.given_numbers((given or {}).get("parameters"))
            place, _ = frame_with(frames[name], values)
            arm = system.poses(q, **(given or {}))[body].rotation @ place
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
            f"is open by {phi[k]:.3g} {unit} and moves apart at {slip[k]:.3g} {unit}/s",
            action="use assemble() to get a consistent state",
        )
        for k, (name, unit) in enumerate(zip(loops.row_names, loops.row_units, strict=True))
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


def unknown_keywords(kind: type, names: Iterable[str]) -> list[Problem]:
    """Return the problems of keywords that no call of a class takes, with the nearest that do."""
    calls = [call for name, call in inspect.getmembers(kind, inspect.isfunction)]
    known = {p.name for call in calls for p in inspect.signature(call).parameters.values()}
    taken = [name for name in sorted(known) if name not in ("self", "given", "how")]
    return [
        Problem("M09", f"keyword '{name}'", "is not known", action=nearest(name, taken))
        for name in names
    ]


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
        place = frame_with(frame, values)
        found[frame.name] = _carried(ground() if carrier is None else carrier, *place)
    return Named("body or frame", found)


def ground_motion(base: GroundMotion | None, n: int, rows: tuple[int, ...] = ()) -> BodyMotion:
    """Return the motion of ground with as many parts as were asked for; rows: number of states."""
    moving = base or GroundMotion()
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


def _carried(body: BodyMotion, r: np.ndarray, R: np.ndarray) -> BodyMotion:
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
    n = count_of("every", spacing, "states", (until - start) / spacing * (1.0 + 1e-12))
    times = start + equal_times(spacing, n)
    if until - times[-1] > 1e-9 * spacing:
        return np.append(times, until)
    times[-1] = until
    return times


def check_certify(certify: bool | str | None) -> None:
    """Refuse a word for when to compare a run with a second one that is none."""
    if isinstance(certify, str) and certify != "short":
        rule = "must be True, False, None or 'short'"
        raise ModelError(Problem("S03", "certify", rule, repr(certify)[:80]))


def given_times(start: float, settings: Mapping[str, Any]) -> np.ndarray:
    """Return the times at which states are wanted: they increase, from the start on."""
    other = [name for name in ("until", "every") if settings.get(name) is not None]
    if other:
        rule = f"say which states are kept, and so {' and '.join(other)} cannot be given too"
        raise ModelError(Problem("S08", "times", rule, action="leave one of them out"))
    found = numbers("times", seconds("times", settings["times"]))
    if found.ndim != 1 or not found.size or np.any(np.diff(found) <= 0.0):
        rule = "must be numbers in a row, each greater than the one before"
        raise ModelError(Problem("S08", "times", rule, repr(settings["times"])[:80]))
    if found[0] < start or not found[-1] > start:
        rule = f"must not be before the start at {start:g} s, and the last one after it"
        raise ModelError(Problem("S08", "times", rule, f"{found[0]:g} to {found[-1]:g} s"))
    return found


def steps_at(start: float, times: np.ndarray, step: float | None) -> tuple[float, np.ndarray]:
    """Return the step size, and after how many equal steps from the start each time comes."""
    h = needed_step(step)
    count_of("step", h, "steps", np.round((times[-1] - start) / h))
    k = np.round((times - start) / h).astype(np.int64)
    off = np.abs(start + k * h - times)
    wrong = off > 1e-9 * h * np.maximum(k, 1)
    if np.any(wrong):
        first = float(times[wrong][0])
        rule = f"has {first:.9g} s, which is no whole number of steps of {h:g} s from the start"
        action = "choose times on the steps, another step, or method='auto'"
        raise ModelError(Problem("S08", "times", rule, action=action))
    return h, k


def needed_step(step: float | None) -> float:
    """Return the size of equal steps, which must be given."""
    if step is None:
        action = "for instance step=1e-3, or use method='auto'"
        raise ModelError(Problem("S08", "step", "is needed by a fixed-step method", action=action))
    return step


def fixed_grid(
    start: float, until: float, step: float | None, every: float | None
) -> tuple[float, int, int]:
    """Return step size, number of steps, and how many steps there are between states kept."""
    step = needed_step(step)
    until = end_of(until, start)
    steps = count_of("step", step, "steps", np.round((until - start) / step))
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


def refuse_stable(stable: bool) -> None:
    """Refuse to go down in energy where a steady motion is asked for."""
    if stable:
        rule = "goes down in energy, which a steady motion does not"
        action = "leave it out; `stable` of the result says whether small motions grow"
        raise ModelError(Problem("S30", "stable=True", rule, action=action))


def momentum_of(mass: float, moment: np.ndarray, total: np.ndarray) -> Momentum:
    """Return the momentum result of mass, first moment and momentum about the world's origin.

    Rows of states come first.
    """
    com = moment / mass if mass else np.full(moment.shape, np.nan)
    linear, about_origin = total[..., 0:3], total[..., 3:6]
    velocity = linear / mass if mass else np.full(moment.shape, np.nan)
    return Momentum(mass, com, velocity, linear, about_origin - np.cross(com, linear), about_origin)
