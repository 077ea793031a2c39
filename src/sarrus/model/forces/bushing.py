"""Bushing: six springs and dampers between two frames of two bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.building.drawing import rotation_options
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import checked_pose, product, relative, rotation
from sarrus.model.building.references import Scope
from sarrus.model.fields import Field, body_name, field
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.options import NUMBERS, PLACE, POSE, REQUIRED, Option
from sarrus.model.pose import IDENTITY, Pose
from sarrus.model.registry import element
from sarrus.spatial import Rotation
from sarrus.spatial.arrays import Array, Scalar, cross, join
from sarrus.spatial.rotation_vector import rotation_vector

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading

Vector6 = tuple[float, float, float, float, float, float]
Matrix6 = tuple[Vector6, Vector6, Vector6, Vector6, Vector6, Vector6]

NOTHING: Vector6 = (0.0,) * 6

STIFFNESS = ("N/m", "N/rad", "N*m/rad")
DAMPING = ("N*s/m", "N*s/rad", "N*m*s/rad")
ROUNDING = 1e-9
"""Relative difference of two entries across the diagonal that is taken as rounding."""
SEMIDEFINITE = 1e-12
"""Eigenvalues of the matrix with a unit diagonal above minus this are not negative."""

Units = tuple[str, str, str]
"""Of the entries that belong to shifts, to a shift and a turn, and to turns."""


@dataclass(frozen=True)
class _Deflection:
    """The deflection e = (p, phi) of frame B seen from A, its rate, and what maps forces back.

    axes: R_WA; origin: of B, in world axes; H: of dphi/dt = H w.
    """

    axes: Rotation
    origin: Array
    e: Array
    rate: Array
    H: Array


class MatrixField(Field):
    """A symmetric 6 x 6 matrix for shifts and turns."""

    units: Units
    text: str
    default: Any

    @property
    def unit(self) -> str:
        """The three units, as people read them."""
        return f"{self.units[0]}, {self.units[1]} and {self.units[2]}"

    def options(self, name: str) -> Sequence[Option]:
        unit = self.unit.replace("*", " ")
        return (Option(name, NUMBERS, self.text, self.default, unit),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = _matrix(reading.entry, name, reading.get(name), self.units)
        if found is None:
            return {}
        _check_sign(reading.entry, name, found)
        return {name: tuple(tuple(row) for row in found.tolist())}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        rows = getattr(element, name)
        m = np.array(rows)
        if self.default is None and not np.any(m):
            return {}
        if np.array_equal(m, np.diag(np.diag(m))):
            return {name: [float(x) for x in np.diag(m)]}
        if not np.any(m[0:3, 3:6]):
            return {name: [m[0:3, 0:3].tolist(), m[3:6, 3:6].tolist()]}
        return {name: [list(row) for row in rows]}


class PreloadField(Field):
    """A force and a moment."""

    unit = "N and N*m"

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, "force and moment on b", None, "N and N m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(name)
        if raw is None:
            return {name: NOTHING}
        if not is_list(raw) or len(raw) != 6:
            rule = "must be 6 numbers: a force and a moment"
            entry.report("M25", name, rule, value=entry.literal(name, raw))
            return {}
        force = entry.numbers(name, raw[0:3], "N", 3)
        moment = entry.numbers(name, raw[3:6], "N*m", 3)
        return {} if force is None or moment is None else {name: (*force, *moment)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: list(found)} if any(found) else {}


@element
class Bushing(ForceElement):
    """Six springs and dampers between a frame on a and one on b, in the axes of the first.

    The generalised force preload - stiffness e - damping de/dt acts on the deflection e = (p, phi):
    the position [m] of the frame on b seen from that on a, and the rotation vector [rad] between
    them. The frames stand at one place of the drawing (`at` and a rotation), or each on its body.
    The energy is 1/2 e^T stiffness e - preload.e; force and moment are its exact gradient at
    rotations of any size below 180 degrees.
    """

    name: str
    body_a: str = body_name("the first body, or ground", option="a")
    body_b: str = body_name("the second body, or ground", option="b")
    on_a: Pose
    on_b: Pose
    stiffness: Matrix6 = field(
        MatrixField(
            STIFFNESS,
            "6 numbers, two blocks of 3 or 3x3, or a symmetric 6x6 matrix, for shifts and then "
            "turns",
            REQUIRED,
        )
    )
    damping: Matrix6 = field(MatrixField(DAMPING, "as the stiffness", None), default=(NOTHING,) * 6)
    preload: Vector6 = field(PreloadField(), default=NOTHING)

    positional = ("a", "b", "stiffness", "damping")
    more_options = (
        Option("at", PLACE, "the place of both frames in the drawing", None, "m"),
        Option("rotation", NUMBERS, "their axes there: a 3x3 matrix or a quaternion", None),
        Option("quaternion_wxyz", NUMBERS, "their axes there, as a unit quaternion", None),
        Option("rpy", NUMBERS, "their axes there, as roll, pitch and yaw", None, "rad"),
        Option("on_a", POSE, "a pose, frame or point [m] of a, instead of at", None),
        Option("on_b", POSE, "a pose, frame or point [m] of b, instead of at", None),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "body_a", "body_b")
        a, b = reading.values.get("body_a"), reading.values.get("body_b")
        if a is not None and a == b:
            rule = f"connects '{a}' with itself"
            reading.entry.report("M08", "", rule, action="give two different bodies")
        elif a is not None and b is not None:
            frames = _frames(reading, a, b)
            if frames is not None:
                reading.values |= {"on_a": frames[0], "on_b": frames[1]}
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        for body, pose in ((self.body_a, self.on_a), (self.body_b, self.on_b)):
            X_WF = product(drawing.pose_of(body), pose)
            yield self.method, {**found, "at": X_WF.position, **rotation_options(X_WF.rotation)}
        on_a: Any = self.on_a
        on_b: Any = self.on_b
        if on_a.rotation == IDENTITY == on_b.rotation:
            on_a, on_b = on_a.position, on_b.position
        yield self.method, {**found, "on_a": on_a, "on_b": on_b}

    def in_part(self, part: Part) -> ForceElement:
        poses = {
            "on_a": part.frame(self.body_a, self.on_a),
            "on_b": part.frame(self.body_b, self.on_b),
        }
        made = super().in_part(part)
        if not part.is_mirrored:
            return replace(made, **poses)  # type: ignore[type-var]
        # shifts are polar, turns axial: D = diag(M, -M)
        D = (*part.flips, *(-s for s in part.flips))
        of = {
            name: tuple(
                tuple(x if s * t > 0.0 else 0.0 - x for x, t in zip(row, D, strict=True))
                for row, s in zip(getattr(self, name), D, strict=True)
            )
            for name in ("stiffness", "damping")
        }
        pre = tuple(x if s > 0.0 else 0.0 - x for x, s in zip(self.preload, D, strict=True))
        return replace(made, **poses, **of, preload=pre)  # type: ignore[type-var]

    def _deflection(self, scene: Scene) -> _Deflection:
        X_WA = scene.pose(self.body_a) @ self.on_a.transform
        R_WB = scene.pose(self.body_b).rotation @ self.on_b.transform.rotation
        a = scene.point(self.body_a, self.on_a.position)
        b = scene.point(self.body_b, self.on_b.position)
        axes, gap = X_WA.rotation, b.position - a.position
        phi, H = rotation_vector((axes.inverse @ R_WB).matrix)
        w_a = scene.angular_velocity(self.body_a)
        shift = axes.back(b.velocity - a.velocity - cross(w_a, gap))
        turn = axes.back(scene.angular_velocity(self.body_b) - w_a)
        e, rate = join(axes.back(gap), phi), join(shift, H @ turn)
        return _Deflection(axes, b.position, e, rate, H)

    def _stiffness(self, scene: Scene) -> Array:
        """Return the symmetric part of the stiffness: only that has an energy."""
        K = scene.value(self, "stiffness")
        return 0.5 * (K + K.T)

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self._deflection(scene)
        g = scene.value(self, "preload") - self._stiffness(scene) @ now.e
        g = g - scene.value(self, "damping") @ now.rate
        force = now.axes.apply(g[0:3])
        moment = now.axes.apply(now.H.T @ g[3:6])
        return (
            PointLoad(self.body_a, now.origin, -force),
            MomentLoad(self.body_a, -moment),
            PointLoad(self.body_b, now.origin, force),
            MomentLoad(self.body_b, moment),
        )

    def potential(self, scene: Scene) -> Scalar:
        e = self._deflection(scene).e
        return 0.5 * (e @ (self._stiffness(scene) @ e)) - scene.value(self, "preload") @ e

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self._deflection(scene).rate
        return rate @ (scene.value(self, "damping") @ rate)


def _frames(reading: Reading, a: str, b: str) -> tuple[Pose, Pose] | None:
    """Return both frames: at one place of the drawing, or given on each body."""
    scope, entry = reading.scope, reading.entry
    at, on_a, on_b = (reading.get(name) for name in ("at", "on_a", "on_b"))
    turns = [reading.get(name) for name in ("rotation", "quaternion_wxyz", "rpy")]
    if (at is None) == (on_a is None and on_b is None):
        rule = "or on_a and on_b must be given" if at is None else "is given with on_a or on_b"
        action = "give a point of the drawing, at=(x, y, z), or a frame on each body"
        entry.report("M28", "at", rule, action=action)
        return None
    if at is not None:
        position, turn = entry.vector("at", at, "m"), rotation(entry, *turns)
        if position is None or turn is None:
            return None
        X_WF = Pose(position, turn)
        return relative(scope.pose_of(a), X_WF), relative(scope.pose_of(b), X_WF)
    if any(turn is not None for turn in turns):
        rule = "is not used with on_a and on_b, whose frames have axes of their own"
        entry.report("M09", "rotation", rule, severity="notice")
    first, second = _side(scope, entry, "on_a", on_a, a), _side(scope, entry, "on_b", on_b, b)
    return None if first is None or second is None else (first, second)


def _side(scope: Scope, entry: Entry, attribute: str, raw: Any, body: str) -> Pose | None:
    """Return a frame on a body, given by a pose, a named frame, or a point with body axes."""
    if raw is None:
        other = "on_b" if attribute == "on_a" else "on_a"
        entry.report("M28", attribute, f"is missing, while {other} is given; give both")
        return None
    if isinstance(raw, Pose):
        return checked_pose(entry, attribute, raw)
    if isinstance(raw, (str, Frame, FrameHandle)):
        return scope.frame(entry, attribute, raw, body)
    position = entry.vector(attribute, raw, "m")
    return None if position is None else Pose(position, IDENTITY)


def _matrix(entry: Entry, attribute: str, raw: Any, units: Units) -> np.ndarray | None:
    """Return a symmetric 6 x 6 matrix of 6 numbers, two blocks of 3 or 3 x 3, or all entries."""
    if raw is None:
        return np.zeros((6, 6))
    if is_list(raw) and len(raw) == 2 and all(is_list(block) for block in raw):
        blocks = [
            _block(entry, attribute, block, unit)
            for block, unit in zip(raw, (units[0], units[2]), strict=True)
        ]
        if blocks[0] is None or blocks[1] is None:
            return None
        zero = np.zeros((3, 3))
        return _symmetric(entry, attribute, np.block([[blocks[0], zero], [zero, blocks[1]]]))
    if not is_list(raw) or len(raw) != 6:
        rule = "must be 6 numbers, two blocks of 3 numbers or 3x3, or a 6x6 matrix"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    if not any(is_list(row) for row in raw):
        parts = [raw[0:3], raw[3:6]]
        read = [
            entry.numbers(attribute, part, unit, 3)
            for part, unit in zip(parts, (units[0], units[2]), strict=True)
        ]
        return None if None in read else np.diag([*read[0], *read[1]])  # type: ignore[misc]
    return _full(entry, attribute, raw, units)


def _block(entry: Entry, attribute: str, raw: Any, unit: str) -> np.ndarray | None:
    if len(raw) == 3 and not any(is_list(row) for row in raw):
        read = entry.numbers(attribute, raw, unit, 3)
        return None if read is None else np.diag(read)
    found = entry.matrix(attribute, raw, unit)
    return None if found is None else np.array(found)


def _full(entry: Entry, attribute: str, raw: Any, units: Units) -> np.ndarray | None:
    if not all(is_list(row) and len(row) == 6 for row in raw):
        rule = "must be a 6x6 matrix"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    rows = [
        [entry.number(attribute, raw[i][j], units[(i > 2) + (j > 2)]) for j in range(6)]
        for i in range(6)
    ]
    if any(value is None for row in rows for value in row):
        return None
    return _symmetric(entry, attribute, np.array(rows, dtype=float))


def _symmetric(entry: Entry, attribute: str, matrix: np.ndarray) -> np.ndarray | None:
    """Return the matrix; report (M04) two entries that differ across the diagonal."""
    gap = np.abs(matrix - matrix.T)
    size = np.maximum(np.abs(matrix), np.abs(matrix.T))
    wrong = np.argwhere(np.triu(gap > ROUNDING * size))
    if len(wrong):
        i, j = (int(k) for k in wrong[0])
        rule = (
            f"is not symmetric: row {i + 1} column {j + 1} is {matrix[i, j]:g}, but row {j + 1} "
            f"column {i + 1} is {matrix[j, i]:g}"
        )
        entry.report("M04", attribute, rule)
        return None
    return 0.5 * (matrix + matrix.T)


def _check_sign(entry: Entry, attribute: str, matrix: np.ndarray) -> bool:
    """Report an eigenvalue below zero: of damping an error, of stiffness a warning."""
    size = np.sqrt(np.abs(np.diag(matrix)))
    scale = np.where(size > 0.0, size, 1.0)
    if np.linalg.eigvalsh(matrix / np.outer(scale, scale))[0] >= -SEMIDEFINITE:
        return True
    rule = f"has the negative eigenvalue {np.linalg.eigvalsh(matrix)[0]:.4g}"
    if attribute == "damping":
        rule += ": it would add energy"
        entry.report("M04", attribute, rule, action="give a positive semidefinite matrix")
        return False
    rule += ": it drives the bodies apart in that direction"
    action = "give a positive semidefinite matrix, unless an unstable bushing is meant"
    entry.report("W40", attribute, rule, action=action, severity="warning")
    return True
