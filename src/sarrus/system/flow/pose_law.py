"""Laws of poses: position and rotation of a frame M in a frame F over time, exactly differentiated.

A rotation is kept as a unit quaternion e, or as a matrix R, with two derivatives by dual numbers.
Angular velocity and acceleration in the axes of M are then, with G of paper 1,

    w = 2 G(e) de/dt,    dw/dt = 2 G(e) d2e/dt2

or the vectors of the skew parts of R^T dR/dt and R^T d2R/dt2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, fields
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import LETTERS
from sarrus.model.pose import Pose
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, Scalar, cross, join, vector
from sarrus.spatial.curve import Curve
from sarrus.spatial.dual import Dual
from sarrus.spatial.rotation import (
    euler_g,
    quaternion_matrix,
    quaternion_of,
    quaternion_product,
    unit_vector,
)
from sarrus.system.flow.prescribed import SHAPE, jets_of, nested_jet, parts_of, value_of_function
from sarrus.system.flow.vector_law import AXES, Motion, VectorLaw, is_table, no_vector, split
from sarrus.system.quantities.base_input import is_numbers, no_rotation

if TYPE_CHECKING:
    from sarrus.system.flow.joint_law import JointLaw
    from sarrus.system.system import System

ROTATION = 1e-9
"""How far a matrix may be from a rotation, and the length of a quaternion from one."""
MEASURED = 1e-4
"""How far the length of a quaternion of a table may be from one: such rows have few digits."""
SMALLEST = 1e-12
"""Length below which a vector has no direction."""
WAYS = ("quaternion", "axis", "euler", "rotation", "path", "pose", "direction")
"""The ways to give a rotation."""
SAMPLES = 17
"""Times of a span at which laws are looked at before it begins."""


@dataclass(frozen=True)
class Turn:
    """A rotation as a quaternion, and angular velocity and acceleration in the axes that turn."""

    quaternion: Array
    w: Array
    al: Array


@with_checks
@dataclass(frozen=True, eq=False)
class PoseLaw:
    """The pose of a joint's frame M in F over time: position, rotation, or both.

    position [m]: three numbers or laws of t (what drives take), a function of t written with NumPy
    that returns three values, or a table (times, rows of three). The rotation in one of these
    ways, each of them numbers, functions of t or tables in the same manner:
    quaternion: (w, x, y, z) of length one; axis (three numbers or "z") and angle [rad]: a turn
    about an axis, which may move; euler: (order, three angles [rad]), in the order of turns "xyz"
    about fixed or "XYZ" about moving axes; rotation: three angles about the fixed axes x, y, z
    (roll, pitch, yaw), or a matrix; direction: that of the axis `of` ("x", "y", "z") of M alone,
    about which it stays free. Both at once: path: a function of s that returns positions, along
    which M is led with its x along the path and z as near to `up` as can be, where s is the law
    `along` (the time by default); pose: a function of t that returns a pose: a position and a
    matrix, a 4 x 4 matrix, or what `sarrus.robotics` returns for moves of a tool.

    What is not given stays free. Velocities and accelerations follow exactly.
    """

    position: Any = None
    _: KW_ONLY
    quaternion: Any = None
    axis: Any = None
    angle: Any = None
    euler: Any = None
    rotation: Any = None
    direction: Any = None
    of: str = "z"
    path: Any = None
    along: Any = None
    up: Any = (0.0, 0.0, 1.0)
    pose: Any = None

    def __post_init__(self) -> None:
        """Refuse what is contradictory or incomplete, and numbers that are no rotation."""
        problems = [Problem("D04", f"PoseLaw / {part}", rule) for part, rule in self._contrary()]
        if problems:
            raise ModelError(problems)
        if not self.has_text:
            self._check_parts()

    def _contrary(self) -> list[tuple[str, str]]:
        ways, found = self.ways, []
        if len(ways) > 1:
            found.append((ways[1], f"cannot be given beside {ways[0]}: both say the rotation"))
        if ("axis" in ways) != (self.angle is not None):
            found.append(("angle", "and axis belong together"))
        if self.position is not None and {"path", "pose"} & {*ways}:
            found.append(("position", f"cannot be given beside {ways[0]}, which says it already"))
        if self.along is not None and self.path is None:
            found.append(("along", "belongs to path"))
        if self.position is None and not ways:
            found.append(("position", "or a rotation must be given"))
        if self.of not in {*AXES}:
            found.append(("of", "must be 'x', 'y' or 'z'"))
        up = _direction(self.up)
        if not is_numbers(up, (3,)) or not np.any(np.asarray(up, dtype=float)):
            found.append(("up", "must be three numbers, not all zero"))
        return found

    def _check_parts(self) -> None:
        """Make all parts once, which refuses what is no law, and numbers that are no rotation."""
        laws = [law for law in self._laws if law is not self.__dict__.get("_position")]
        if laws and laws[0].constant:
            self._check_rotation("PoseLaw", 0.0)

    @property
    def has_text(self) -> bool:
        """Whether parts are laws as text, which are read when a system is known."""
        return any(_holds_text(getattr(self, field.name), field.name) for field in fields(self))

    @property
    def ways(self) -> list[str]:
        """The ways in which the rotation is given; one, or none."""
        return [name for name in WAYS if getattr(self, name) is not None]

    @property
    def places(self) -> bool:
        """Whether the position is prescribed."""
        return self.position is not None or self.path is not None or self.pose is not None

    @property
    def turns(self) -> bool:
        """Whether the whole rotation is prescribed."""
        return bool(self.ways) and self.direction is None

    def translation(self, t: Scalar) -> Motion:
        """Return the position and its derivatives, in the axes of F."""
        return split(self.nested_position(t))

    def turn(self, t: Scalar) -> Turn:
        """Return the rotation with angular velocity and acceleration, in the axes of M."""
        found = self._nested_rotation(t)
        return turn_of_matrix(found) if found.shape == (3, 3) else turn_of_quaternion(found)

    def direction_motion(self, t: Scalar) -> Motion:
        """Return the direction, of length one, and its derivatives, in the axes of F."""
        return split(unit_vector(self._direction.jet(t)))

    # --- what is given, as functions that return numbers with two derivatives by time -----------

    def nested_position(self, t: Scalar) -> Array:
        """Return the position with two derivatives."""
        if self.path is not None:
            return self._frame_on_path(t)[0]
        return (
            self._pose_of_function(t).position if self.pose is not None else self._position.jet(t)
        )

    def nested_matrix(self, t: Scalar) -> Array:
        """Return the rotation matrix with two derivatives."""
        found = self._nested_rotation(t)
        return found if found.shape == (3, 3) else quaternion_matrix(found)

    def _nested_rotation(self, t: Scalar) -> Array:
        """Return the rotation as it is given, a matrix or a quaternion, with two derivatives."""
        if self.path is not None:
            return self._frame_on_path(t)[1]
        if self.pose is not None:
            return self._pose_of_function(t).matrix
        if self.quaternion is not None:
            return unit_vector(self._quaternion.jet(t))
        if self.axis is not None:
            return self._about_axis(t)
        if self.euler is not None:
            return quaternion_of_turns(self._order, self._angles.jet(t))
        if self.rotation is None:
            return np.array([1.0, 0.0, 0.0, 0.0])
        if self._turns_by_matrix:
            return self._matrix.jet(t).reshape(3, 3)
        return quaternion_of_turns(AXES, self._angles.jet(t))

    @property
    def _laws(self) -> list[VectorLaw]:
        """All parts that are vectors over time."""
        by_angles = self._matrix if self.rotation is not None and self._turns_by_matrix else None
        own: dict[str, Callable[[], list[VectorLaw]]] = {
            "quaternion": lambda: [self._quaternion],
            "axis": lambda: [self._axis, self._angle],
            "euler": lambda: [self._angles],
            "rotation": lambda: [by_angles or self._angles],
            "direction": lambda: [self._direction],
            "path": lambda: [self._along],
        }
        found = [self._position] if self.position is not None else []
        return [*found, *(law for way in self.ways for law in own.get(way, list)())]

    @cached_property
    def _position(self) -> VectorLaw:
        return VectorLaw.of(
            "PoseLaw / position", (0.0,) * 3 if self.position is None else self.position, 3
        )

    @cached_property
    def _quaternion(self) -> VectorLaw:
        values = self.quaternion
        if is_table(values, 4):
            times, rows = values[0], np.array(values[1], dtype=float)
            lengths = np.linalg.norm(rows, axis=1)
            for t, row in zip(np.ravel(times), rows, strict=False):
                _check_length("PoseLaw / quaternion", row, float(t), MEASURED)
            rows = rows / lengths[:, None]
            for k in range(1, len(rows)):  # e and -e are the same rotation: the nearer one
                rows[k] *= 1.0 if rows[k] @ rows[k - 1] >= 0.0 else -1.0
            values = (times, rows)
        return VectorLaw.of("PoseLaw / quaternion", values, 4)

    @cached_property
    def _axis(self) -> VectorLaw:
        return VectorLaw.of("PoseLaw / axis", _direction(self.axis), 3)

    @cached_property
    def _angle(self) -> VectorLaw:
        return VectorLaw.of("PoseLaw / angle", (self.angle,), 1)

    @cached_property
    def _direction(self) -> VectorLaw:
        return VectorLaw.of("PoseLaw / direction", _direction(self.direction), 3)

    @cached_property
    def _along(self) -> VectorLaw:
        return VectorLaw.of(
            "PoseLaw / along", ((lambda t: t) if self.along is None else self.along,), 1
        )

    @cached_property
    def _order(self) -> str:
        values = self.euler
        known = (
            isinstance(values, (tuple, list)) and len(values) == 2 and isinstance(values[0], str)
        )
        order = str(values[0]) if known else ""
        twice = any(a == b for a, b in pairwise(order))
        letters = {*order} <= {*AXES} or {*order} <= {*AXES.upper()}
        if len(order) != 3 or not letters or twice:
            rule = "must be (order, three angles): three letters, 'xyz' for turns about fixed axes "
            rule += "or 'XYZ' for turns about moving ones, none twice in a row"
            raise ModelError(Problem("D04", "PoseLaw / euler", rule, value=repr(values)[:80]))
        return order

    @cached_property
    def _angles(self) -> VectorLaw:
        if self.euler is not None:
            return VectorLaw.of(f"PoseLaw / euler {self._order}", self.euler[1], 3)
        return VectorLaw.of("PoseLaw / rotation", self.rotation, 3)

    @cached_property
    def _turns_by_matrix(self) -> bool:
        value = self.rotation
        if value is None or is_numbers(value, (3,)):
            return False
        if is_numbers(value, (3, 3)):
            return True
        return callable(value) and len(jets_of("PoseLaw / rotation", value, 0.0)) == 9

    @cached_property
    def _matrix(self) -> VectorLaw:
        value = self.rotation
        flat = tuple(np.ravel(value)) if is_numbers(value, (3, 3)) else value
        return VectorLaw.of("PoseLaw / rotation", flat, 9)

    @cached_property
    def _path(self) -> Callable[[Scalar], list[Any]]:
        """The path as a function of s."""
        values, element = self.path, "PoseLaw / path"
        if not callable(values):
            if is_table(values, 3):
                values = [Curve(values[0], y, SHAPE, "refuse") for y in np.transpose(values[1])]
            if not isinstance(values, (tuple, list)) or len(values) != 3:
                raise ModelError(no_vector(element, values, 3))
            parts = tuple(values)
            values = lambda s: [part(s) if callable(part) else part for part in parts]  # noqa: E731

        def at(s: Scalar) -> list[Any]:
            found = list(np.ravel(np.array(value_of_function(element, values, s), dtype=object)))
            if len(found) != 3:
                raise ModelError(no_vector(element, found, 3))
            return found

        return at

    def _about_axis(self, t: Scalar) -> Array:
        """Return the quaternion of a turn about an axis."""
        half = 0.5 * self._angle.jet(t)[0]
        n = unit_vector(self._axis.jet(t))
        s = np.sin(half)
        return vector(np.cos(half), s * n[0], s * n[1], s * n[2])

    def _pose_of_function(self, t: Scalar) -> Transform:
        """Return the pose that a function of the user says, with two derivatives."""
        return _pose_of(value_of_function("PoseLaw / pose", self.pose, nested_time(t)))

    def _frame_on_path(self, t: Scalar) -> tuple[Array, Array]:
        """Return position and axes of a frame that is led along a path."""
        s = self._along.jet(t)[0]
        found = [Dual.parts(x) for x in self._path(Dual(s, 1.0))]
        p, slope = np.array([x[0] for x in found]), np.array([x[1] for x in found])
        x = unit_vector(slope)
        y = unit_vector(cross(np.asarray(_direction(self.up), dtype=float), x))
        z = cross(x, y)
        return p, np.array([x, y, z]).T

    # --- checks ---------------------------------------------------------------------------------

    def check(self, name: str, times: Iterable[float]) -> None:
        """Refuse a law that at one of some times is not finite, not known, or no rotation."""
        for t in times:
            for law in self._laws:
                law.check(name, t)
            self._check_rotation(name, t)
            self._check_finite(name, t)

    def _check_rotation(self, name: str, t: float) -> None:
        """Refuse what is given at a time if no rotation follows from it."""
        way = (self.ways or [""])[0]
        if way == "quaternion" and not is_table(self.quaternion, 4):
            _check_length(f"{name} / quaternion", self._quaternion.values(t), t, ROTATION)
        if way in ("axis", "direction"):
            law = self._axis if way == "axis" else self._direction
            if np.linalg.norm(law.values(t)) < SMALLEST:
                action = f"give {way}=(0, 0, 1), for instance"
                raise ModelError(_no_direction(f"{name} / {way}", t, "has length 0", action))
        if way == "path":
            self._check_path(name, t)
        matrix = self._given_matrix(t)
        if matrix is not None:
            check_rotation(f"{name} / {way}", matrix, t)

    def _check_finite(self, name: str, t: float) -> None:
        with np.errstate(all="ignore"):
            parts = [*self.translation(t)] if self.places else []
            parts += [*self.direction_motion(t)] if self.direction is not None else []
            turn = self.turn(t)
            flat = np.concatenate([np.ravel(x) for x in (*parts, turn.w, turn.al)])
        if not np.all(np.isfinite(np.asarray(flat, dtype=float))):
            raise ModelError(Problem("D04", name, f"does not stay finite at t = {t:g} s"))

    def _check_path(self, name: str, t: float) -> None:
        s = float(self._along.values(t)[0])
        slope = np.array([Dual.parts(x)[1] for x in self._path(Dual(s, 1.0))], dtype=float)
        up = np.asarray(_direction(self.up), dtype=float)
        if np.linalg.norm(slope) < SMALLEST:
            action = "give the path as a function of its length s, and along= as the law s(t)"
            raise ModelError(_no_direction(f"{name} / path", t, "stands still", action))
        if np.linalg.norm(np.cross(up, slope)) < 1e-9 * np.linalg.norm(slope):
            rule = f"is along up = {tuple(up.tolist())}"
            action = "give another direction up="
            raise ModelError(_no_direction(f"{name} / path", t, rule, action))

    def _given_matrix(self, t: float) -> np.ndarray | None:
        """Return the matrix that the user's law says at a time, None where it says none."""
        if self.pose is not None:
            entries = self._pose_of_function(t).matrix
        elif self.rotation is not None and self._turns_by_matrix:
            entries = self._matrix.jet(t)
        else:
            return None
        return np.array([parts_of(x)[0] for x in np.ravel(entries)], dtype=float).reshape(3, 3)


def poses_among(values: Mapping[str, Any] | None) -> dict[str, PoseLaw]:
    """Return those of some values by name that are laws of poses."""
    if not isinstance(values, Mapping):
        return {}
    return {name: value for name, value in values.items() if isinstance(value, PoseLaw)}


def start_of_poses(
    system: System, poses: Mapping[str, PoseLaw], t: float
) -> tuple[dict[str, Any], dict[str, Any], tuple[JointLaw, ...]]:
    """Return `driven_rows.start_of_laws` of laws of poses, which most states are made without."""
    if not poses:
        return {}, {}, ()
    from sarrus.system.flow.driven_rows import start_of_laws

    return start_of_laws(system, poses, t)


def samples_of(span: tuple[float, float]) -> np.ndarray:
    """Return the times of a span at which its laws are looked at."""
    return np.linspace(span[0], span[1], SAMPLES if span[1] > span[0] else 1)


def _direction(value: Any) -> Any:
    """Return a direction, which may be the letter of an axis."""
    return LETTERS[value] if isinstance(value, str) and value in LETTERS else value


def _holds_text(value: Any, name: str) -> bool:
    if name == "of" or (isinstance(value, str) and value in LETTERS):
        return False
    if name == "euler" and isinstance(value, (tuple, list)) and len(value) == 2:
        value = value[1]
    parts = value if isinstance(value, (tuple, list)) else (value,)
    return any(isinstance(part, str) for part in parts)


def _no_direction(element: str, t: float, rule: str, action: str) -> Problem:
    return Problem("D19", element, f"{rule} at t = {t:g} s: no rotation follows", action=action)


def _check_length(element: str, e: np.ndarray, t: float, tolerance: float) -> None:
    size = float(np.linalg.norm(e))
    if abs(size - 1.0) > tolerance:
        rule = f"is no rotation at t = {t:g} s: its length is {size:.9g}, not 1"
        action = "divide it by its length; the order is (w, x, y, z)"
        raise ModelError(Problem("D19", element, rule, value=_row(e), action=action))


def check_rotation(element: str, R: np.ndarray, t: float, allowed: float = ROTATION) -> None:
    """Refuse a matrix that is no rotation, with what is off."""
    problems = no_rotation(element, R, allowed, f" at t = {t:g} s")
    if problems:
        raise ModelError(problems)


def _row(values: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:.6g}" for x in values) + ")"


def nested_pose(law: PoseLaw, t: Scalar) -> Transform:
    """Return the pose of a law with two derivatives; what it leaves open is that of F."""
    p: Array = law.nested_position(t) if law.places else np.zeros(3)
    return Transform.of(law.nested_matrix(t) if law.turns else np.eye(3), p)


# --- rotations ----------------------------------------------------------------------------------


def nested_time(t: Scalar) -> Dual:
    """Return the time as a number with two derivatives by itself."""
    return nested_jet(t, 1.0, 0.0)


def turn_of_quaternion(e: Array) -> Turn:
    """Return the turn of a unit quaternion with two derivatives."""
    now, rate, second = split(e)
    G = euler_g(now)
    return Turn(now, 2.0 * (G @ rate), 2.0 * (G @ second))


def turn_of_matrix(R: Array) -> Turn:
    """Return the turn of a rotation matrix with two derivatives."""
    now, rate, second = split(R)
    return Turn(quaternion_of(now), axial(now.T @ rate), axial(now.T @ second))


def axial(m: Array) -> Array:
    """Return the vector of the skew part of a matrix."""
    return np.array([0.5 * (m[j, i] - m[i, j]) for i, j in ((1, 2), (2, 0), (0, 1))])


def quaternion_of_turns(order: str, angles: Any) -> Array:
    """Return the quaternion of turns in an order: "xyz" about fixed, "XYZ" about moving axes."""
    e: Array = np.array([1.0, 0.0, 0.0, 0.0])
    for letter, angle in zip(order, angles, strict=True):
        half, unit = 0.5 * angle, np.eye(3)[AXES.index(letter.lower())]
        one = join(np.array([np.cos(half)]), np.sin(half) * unit)
        e = quaternion_product(e, one) if order.isupper() else quaternion_product(one, e)
    return e


def matrix_of_turns(angles: Any) -> Array:
    """Return R = Rz(yaw) Ry(pitch) Rx(roll)."""
    turns = [AxisRotation.about(axis, angle) for axis, angle in enumerate(angles)]
    return (turns[2] @ turns[1] @ turns[0]).matrix


def _pose_of(found: Any) -> Transform:
    """Return the pose of what a function returns: a pose, (position, matrix), a 4 x 4 matrix."""
    if isinstance(found, Pose):
        return found.transform
    if hasattr(found, "matrix") and hasattr(found, "position"):
        return Transform.of(found.matrix, found.position)
    parts = found if isinstance(found, (tuple, list)) else ()
    if len(parts) == 2 and np.shape(parts[0]) == (3,) and np.shape(parts[1]) == (3, 3):
        return Transform.of(np.array(parts[1]), np.array(parts[0]))
    whole = np.array(found, dtype=object)
    if whole.shape == (4, 4):
        return Transform.of(whole[0:3, 0:3], whole[0:3, 3])
    rule = "must return a pose: (position, 3 x 3 matrix), or a 4 x 4 matrix"
    raise ModelError(Problem("D04", "PoseLaw / pose", rule, value=repr(found)[:80]))
