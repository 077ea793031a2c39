"""Force elements between points, at points and on joints, in the user's words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from sarrus.formats.writing.drawing import Words, drawn_direction, placed, turn_words
from sarrus.model.building.orientation import product
from sarrus.model.building.references import Scope
from sarrus.model.forces import (
    BearingFriction,
    Bushing,
    EndStop,
    ForceElement,
    GasSpring,
    JointDamper,
    JointFriction,
    JointGasSpring,
    JointSpring,
    JointTorque,
    Moment,
    PointForce,
    PointWindowForce,
    SpringDamper,
    Strut,
    Torque,
    TorsionBar,
    VaryingForce,
    WindowForce,
)
from sarrus.model.forces.damped_line import DampedLine
from sarrus.model.forces.line import LineElement
from sarrus.model.forces.terms import Terms
from sarrus.model.forces.window_force import Window
from sarrus.model.pose import IDENTITY, Pose

Told = tuple[str, Words]
"""A method of the builder and its keywords."""

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _spring_damper(scope: Scope, e: SpringDamper) -> Iterator[Told]:
    yield "spring_damper", {**_ends(scope, e), "k": e.k, "c": e.c, "free_length": e.free_length}


def _strut(scope: Scope, e: Strut) -> Iterator[Told]:
    words: Words = {**_ends(scope, e), "k": e.k, **_damping(e), "free_length": e.free_length}
    if e.energy is not None:
        words["energy"] = e.energy
    elif e.spring is not None:
        words["force" if hasattr(e.spring, "steps") else "k"] = e.spring
    if e.acts != "both":
        words["acts"] = e.acts
    for name in ("bump", "rebound"):
        stop = [getattr(e, f"{name}_{part}") for part in ("clearance", "stiffness", "exponent")]
        if stop != [0.0, 0.0, 1.0]:
            words[f"{name}_stop"] = stop
    if e.actuator_law is not None or e.actuator:
        words["actuator"] = e.actuator if e.actuator_law is None else e.actuator_law
    if not e.preload:
        yield "spring_damper", words
    yield "spring_damper", {**words, "preload": e.preload}


def _ends(scope: Scope, e: LineElement) -> Words:
    a = placed(scope, e.body_a, e.point_a, "at_a", "on_a")
    b = placed(scope, e.body_b, e.point_b, "at_b", "on_b")
    return {"a": e.body_a, "b": e.body_b, **a, **b}


def _damping(e: DampedLine) -> Words:
    if e.damper is not None:
        return {"c": e.damper}
    if e.c_compression or e.c_rebound:
        return {"c_compression": e.c_compression, "c_rebound": e.c_rebound}
    return {"c": e.c}


def _gas_spring(scope: Scope, e: GasSpring) -> Iterator[Told]:
    words = {"area": e.area, "volume": e.volume, "pressure": e.pressure, "length": e.reference}
    more = {"exponent": e.exponent, "atmosphere": e.atmosphere}
    yield "gas_spring", {**_ends(scope, e), **words, **more, **_damping(e)}


def _coordinate(scope: Scope, joint: str, index: int) -> Words:
    """Return the joint, and its coordinate if it has several."""
    kind = scope.joints[joint].type
    return {"joint": joint} | ({} if kind.nv == 1 else {"coordinate": kind.velocities[index].name})


def _fields(*names: str, kind: str) -> Any:
    """Return the words of an element on a coordinate whose fields have the builder's names."""

    def told(scope: Scope, e: Any) -> Iterator[Told]:
        yield (
            kind,
            _coordinate(scope, e.joint, e.index) | {name: getattr(e, name) for name in names},
        )

    return told


def _joint_spring(scope: Scope, e: JointSpring) -> Iterator[Told]:
    k = e.k if e.spring is None else e.spring
    d = e.d if e.damper is None else e.damper
    words = {"k": k, "d": d, "free": e.free, "preload": e.preload}
    yield "joint_spring", _coordinate(scope, e.joint, e.index) | words


def _torsion_bar(scope: Scope, e: TorsionBar) -> Iterator[Told]:
    sizes = {"length": e.length, "diameter": e.diameter, "shear_modulus": e.shear_modulus}
    words = sizes if e.diameter else {"k": e.k}
    more = {"preset": e.preset, "d": e.d}
    yield "torsion_bar", _coordinate(scope, e.joint, e.index) | words | more


def _end_stop(scope: Scope, e: EndStop) -> Iterator[Told]:
    limits = {"lower": e.lower, "upper": e.upper}
    limits = {name: value for name, value in limits.items() if not math.isinf(value)}
    words = {"k": e.k, "a": e.a, "exponent": e.exponent}
    yield "end_stop", _coordinate(scope, e.joint, e.index) | limits | words


def _bearing_friction(scope: Scope, e: BearingFriction) -> Iterator[Told]:
    sizes = {"radius": e.radius, "pivot": e.pivot or None, "length": e.length or None}
    if scope.joints[e.joint].type.type_name != "revolute":
        sizes.pop("radius")
    words = {"joint": e.joint, "mu": e.mu, "static": e.static}
    rates = {"smoothing": e.smoothing, "stribeck": e.stribeck, "exponent": e.exponent}
    given = {name: value for name, value in sizes.items() if value is not None}
    yield "bearing_friction", words | given | rates | {"lagged": e.lagged}


def _bushing(scope: Scope, e: Bushing) -> Iterator[Told]:
    words: Words = {"a": e.body_a, "b": e.body_b, "stiffness": _matrix(e.stiffness)}
    if any(any(row) for row in e.damping):
        words["damping"] = _matrix(e.damping)
    if any(e.preload):
        words["preload"] = list(e.preload)
    for body, pose in ((e.body_a, e.on_a), (e.body_b, e.on_b)):
        X_WF = product(scope.pose_of(body), pose)
        yield "bushing", {**words, "at": X_WF.position, **turn_words(X_WF.rotation)}
    plain = e.on_a.rotation == IDENTITY == e.on_b.rotation
    yield "bushing", {**words, "on_a": _side(e.on_a, plain), "on_b": _side(e.on_b, plain)}


def _side(pose: Pose, plain: bool) -> Any:
    return pose.position if plain else pose


def _matrix(rows: Any) -> list[Any]:
    """Return 6 numbers of a diagonal matrix, two blocks, or all of it."""
    m = np.array(rows)
    if np.array_equal(m, np.diag(np.diag(m))):
        return [float(x) for x in np.diag(m)]
    if not np.any(m[0:3, 3:6]):
        return [m[0:3, 0:3].tolist(), m[3:6, 3:6].tolist()]
    return [list(row) for row in rows]


def _point_force(scope: Scope, e: PointForce) -> Iterator[Told]:
    where = placed(scope, e.body, e.point)
    yield "point_force", {"body": e.body, "force": e.force, **where, "follower": e.follower}


def _terms(terms: Terms, word: str) -> Words:
    """Return three laws along the axes, or one and its direction."""
    directions = tuple(direction for direction, _ in terms)
    if directions == AXES:
        return {word: [law for _, law in terms]}
    (along, law), *_ = terms
    return {word: law, "along": along}


def _varying_force(scope: Scope, e: VaryingForce) -> Iterator[Told]:
    where = placed(scope, e.body, e.point)
    terms = _terms(e.terms, "force")
    yield "point_force", {"body": e.body, **terms, **where, "follower": e.follower}


def _torque(scope: Scope, e: Torque) -> Iterator[Told]:
    axis = drawn_direction(scope, e.body_a, e.axis)
    yield "torque", {"a": e.body_a, "b": e.body_b, "axis": axis, "torque": e.torque}


def _moment(scope: Scope, e: Moment) -> Iterator[Told]:
    if e.axes and e.axes == e.reaction:
        (along, law), *_ = e.terms
        axis = drawn_direction(scope, e.axes, along)
        yield "torque", {"a": e.axes, "b": e.body, "axis": axis, "torque": law}
    words: Words = {"body": e.body, **_terms(e.terms, "moment"), "follower": bool(e.axes)}
    if e.reaction:
        words["against"] = e.reaction
    yield "moment", words


def _gate(e: Window) -> Words:
    widths = {"moving": e.moving, "width": e.width, "speed_width": e.speed_width}
    return {"force": e.force, "window": [e.start, e.stop], **widths}


def _window_force(scope: Scope, e: WindowForce) -> Iterator[Told]:
    place = _coordinate(scope, e.joint, e.index)
    yield "window_force", {**_gate(e), **place, "offset": e.offset}


def _point_window_force(scope: Scope, e: PointWindowForce) -> Iterator[Told]:
    where = placed(scope, e.body, e.point)
    yield "window_force", {**_gate(e), "body": e.body, **where, "along": e.direction}


FRICTION = ("sliding", "static", "d", "smoothing", "stribeck", "exponent")
WORDS: dict[type[ForceElement], Any] = {
    SpringDamper: _spring_damper,
    Strut: _strut,
    GasSpring: _gas_spring,
    JointTorque: _fields("effort", kind="joint_torque"),
    JointDamper: _fields("d", kind="joint_damper"),
    JointFriction: _fields(*FRICTION, kind="joint_friction"),
    JointGasSpring: _fields(
        "effort", "ratio", "exponent", "reference", "d", kind="joint_gas_spring"
    ),
    JointSpring: _joint_spring,
    TorsionBar: _torsion_bar,
    EndStop: _end_stop,
    BearingFriction: _bearing_friction,
    Bushing: _bushing,
    PointForce: _point_force,
    VaryingForce: _varying_force,
    Torque: _torque,
    Moment: _moment,
    WindowForce: _window_force,
    PointWindowForce: _point_window_force,
}
"""By class: yields methods of the builder with their keywords, the most readable first."""
