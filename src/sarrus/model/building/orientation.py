"""Directions and rotations as a user gives them, and the frames that they make.

Letters such as "z", quarter turns and unit vectors give exact matrices; noise of round-off
(below 3e-16) in a rotation is set to exactly 0 or 1, so that the zeros of a mechanism show.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from sarrus.model.building.entry import Entry, is_list
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.spatial import Transform
from sarrus.spatial.arrays import columns, dot, matrix_product, norm
from sarrus.spatial.rotation import quaternion_matrix, triad
from sarrus.spatial.tracking import TAPE, is_tracked, plain, reals

NOISE = 3e-16
REPAIRED = 1e-12
REFUSED = 2e-3
"""Defects |R^T R - I| above REFUSED are errors, above REPAIRED are corrected with a notice: numbers
of three digits and more are those of a rotation."""
ROUNDED = 1e-6
"""Lengths of quaternions that are off by less are corrected without a notice."""

LETTERS: dict[str, Vector3] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}
EXACT: dict[tuple[float, ...], Vector3] = {axis: axis for axis in LETTERS.values()}
"""Directions that most axes have."""


def direction(entry: Entry, attribute: str, raw: Any) -> Vector3 | None:
    """Return the unit vector of "x", "-z", ... or of three numbers of any length but zero.

    Two names are points of the drawing: the direction is from the first to the second.
    """
    if isinstance(raw, str):
        found = LETTERS.get(raw.strip().lower().removeprefix("+"))
        if found is None:
            rule = "is not a direction"
            action = f"write one of {', '.join(LETTERS)} or three numbers"
            entry.report("M19", attribute, rule, value=entry.literal(attribute, raw), action=action)
        return found
    values: tuple[float, ...] | None
    if is_list(raw) and len(raw) == 2 and all(isinstance(name, str) for name in raw):
        a, b = (entry.vector(attribute, name, "m") for name in raw)
        values = None if a is None or b is None else tuple(np.subtract(b, a).tolist())
    else:
        values = entry.numbers(attribute, raw, "dimensionless", 3, code="M19")
    if values is None:
        return None
    if (exact := EXACT.get(values)) is not None:
        return exact
    largest = max(map(abs, map(float, values)))
    if largest == 0.0:
        action = f"give a direction, for instance {attribute}=(0, 0, 1)"
        literal = entry.literal(attribute, raw)
        entry.report("M19", attribute, "has length 0", value=f"the axis {literal}", action=action)
        return None
    scaled = np.array(values) / largest
    return vector3(clean(scaled / norm(scaled)))


def in_frame(pose: Pose, drawn: Vector3) -> Vector3:
    """Return a direction of the drawing in the frame of a body that stands at a pose."""
    return vector3(clean(pose.transform.rotation.back(np.array(drawn))))


def rotation(
    entry: Entry, raw: Any, quaternion: Any, rpy: Any, pose: Pose | None = None
) -> Matrix3 | None:
    """Return the rotation of at most one of: a 3x3 matrix, (w, x, y, z), roll-pitch-yaw [rad].

    A `rotation` of four numbers is taken as a quaternion; two names are points of the drawing, and
    z goes from the first to the second. pose: of the frame in which it is. Nothing given is the
    identity.
    """
    values = [name for name, v in _named_orientations(raw, quaternion, rpy) if v is not None]
    if len(values) > 1:
        entry.report("M20", values[1], f"is given together with {values[0]}; give only one of them")
        return None
    if rpy is not None:
        angles = entry.numbers("rpy", rpy, "rad", 3)
        return None if angles is None else roll_pitch_yaw(*angles)
    if quaternion is not None:
        return _of_quaternion(entry, "quaternion_wxyz", quaternion)
    if raw is None:
        return IDENTITY
    if is_list(raw) and len(raw) == 4:
        return _of_quaternion(entry, "rotation", raw)
    if is_list(raw) and len(raw) == 2 and all(isinstance(name, str) for name in raw):
        way = direction(entry, "rotation", raw)
        own = way if way is None or pose is None else in_frame(pose, way)
        return None if own is None else matrix3(clean(axes_along(own)))
    return _of_matrix(entry, "rotation", raw)


def matrix_of_axes(entry: Entry, attribute: str, raw: Any) -> Matrix3 | None:
    """Return a rotation matrix given under another name, such as `inertia_axes`."""
    return _of_matrix(entry, attribute, raw)


def checked_pose(entry: Entry, attribute: str, pose: Pose) -> Pose | None:
    """Return a ready pose after the same checks as numbers that are given one by one."""
    position = entry.vector(attribute, pose.position, "m")
    turn = _of_matrix(entry, attribute, pose.rotation)
    return None if position is None or turn is None else Pose(position, turn)


def _named_orientations(raw: Any, quaternion: Any, rpy: Any) -> list[tuple[str, Any]]:
    return [("rotation", raw), ("quaternion_wxyz", quaternion), ("rpy", rpy)]


def _of_quaternion(entry: Entry, attribute: str, raw: Any) -> Matrix3 | None:
    values = entry.numbers(attribute, raw, "dimensionless", 4, code="M20")
    if values is None:
        return None
    size = math.hypot(*values) if TAPE.get() is None else np.sqrt(np.dot(values, values))
    if abs(size - 1.0) > REFUSED:
        value = f"the quaternion {entry.literal(attribute, raw)}"
        rule = f"has length {size:.6g}, not 1 (off by {abs(size - 1.0):.2g})"
        action = "give w, x, y, z of a unit quaternion"
        entry.report("M20", attribute, rule, value=value, action=action)
        return None
    if abs(size - 1.0) > ROUNDED:
        rule = f"had length {size:.6g}; the unit quaternion in its direction is used"
        entry.report("M20", attribute, rule, severity="notice")
    return matrix3(clean(quaternion_matrix(np.array(values) / size)))


def _of_matrix(entry: Entry, attribute: str, raw: Any) -> Matrix3 | None:
    if raw is IDENTITY:
        return IDENTITY
    read = entry.matrix(attribute, raw, "dimensionless", code="M20")
    if read is None or read == IDENTITY:  # which most are
        return None if read is None else IDENTITY
    exact = np.array(read)
    r = plain(exact)
    with np.errstate(over="ignore", invalid="ignore"):
        defect = float(np.linalg.norm(np.nan_to_num(r.T @ r, nan=np.inf) - np.eye(3)))
    if defect > REFUSED or np.linalg.det(r) < 0.0:
        rule = f"is not a rotation: |R^T R - I| = {defect:.3g}"
        if defect <= REFUSED:
            rule = "is a reflection, not a rotation: its determinant is -1"
        action = "the columns must be perpendicular unit vectors in right-handed order"
        entry.report("M20", attribute, rule, value=entry.literal(attribute, raw), action=action)
        return None
    if defect > REPAIRED:
        rule = f"had |R^T R - I| = {defect:.2g}; the nearest rotation is used"
        entry.report("M20", attribute, rule, severity="notice")
        u, _, vt = np.linalg.svd(r)
        r = matrix_product(u, vt)
        return matrix3(clean(r))
    return matrix3(clean(exact))


def roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> Matrix3:
    """Return Rz(yaw) Ry(pitch) Rx(roll); quarter turns are exact."""
    if TAPE.get() is None and roll == pitch == yaw == 0.0:
        return IDENTITY
    (cr, sr), (cp, sp), (cy, sy) = (_cosine_sine(angle) for angle in (roll, pitch, yaw))
    rows = (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )
    return matrix3(clean(np.array(rows)))


def _cosine_sine(angle: float) -> tuple[float, float]:
    if hasattr(angle, "tape"):
        return np.cos(angle), np.sin(angle)
    quarters = round(angle / (math.pi / 2))
    if abs(angle - quarters * (math.pi / 2)) <= 1e-15 * max(1, abs(quarters)):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return math.cos(angle), math.sin(angle)


def axis_frame(z: Vector3, x: Vector3 | None = None) -> Matrix3:
    """Return exact axes (columns) with the given z, and x as near as possible to x."""
    if x is None and z == LETTERS["z"]:
        return IDENTITY
    return _axis_frame(z, x) if TAPE.get() is None else _new_axis_frame(z, x)


def _new_axis_frame(z: Vector3, x: Vector3 | None) -> Matrix3:
    return matrix3(clean(triad(np.array(z), None if x is None else np.array(x))))


_axis_frame = lru_cache(maxsize=4096)(_new_axis_frame)
"""Few directions are written, many times."""


def axes_along(direction: Any, side: Vector3 | None = None) -> np.ndarray:
    """Return axes (columns) whose z is along a direction, and x as near as possible to side."""
    z = reals(direction) / norm(direction)
    if side is not None and norm(np.cross(z, side)) > 1e-9:
        return np.asarray(triad(z, reals(side)))
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(plain(z))))])
    x = x / norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def cross_frame(x: Vector3, y: Vector3) -> Matrix3:
    """Return the axes (columns) x, y and x cross y of two perpendicular unit vectors."""
    a = np.array(x)
    b = np.array(y) - dot(a, np.array(y)) * a
    b = b / norm(b)
    return matrix3(clean(columns(a, b, np.cross(a, b))))


def clean(values: Any, noise: float = NOISE) -> Any:
    """Return numbers with those within `noise` of 0, 1 or -1 set to exactly that."""
    a = np.array(values, dtype=float) if TAPE.get() is None else reals(values)
    if a.dtype == object:  # other values of constants need not be near
        return np.array([x if is_tracked(x) else clean(x) for x in a.flat]).reshape(a.shape)
    near = np.round(a)
    near_unit = (np.abs(a - near) <= noise) & (np.abs(near) <= 1.0)
    return np.where(near_unit, near, a) + 0.0


def relative(pose: Pose, other: Pose) -> Pose:
    """Return X_AB^-1 X_AC = X_BC of two poses in the same frame A, free of round-off noise."""
    if pose.rotation is IDENTITY or pose.rotation == IDENTITY:
        (a, b, c), (x, y, z) = pose.position, other.position
        return Pose(_tidy((x - a, y - b, z - c), pose, other), other.rotation)
    if TAPE.get() is None:
        back = _transpose(pose.rotation)
        x, y, z = _times(back, pose.position)
        u, v, w = _times(back, other.position)
        rotation = _times_matrix(back, other.rotation)
        return Pose(_tidy((u - x, v - y, w - z), pose, other), _clean_rotation(rotation))
    return _tidy_pose(pose.transform.inverse @ other.transform, pose, other)


def product(pose: Pose, other: Pose) -> Pose:
    """Return X_AB X_BC = X_AC, free of round-off noise."""
    same = pose.rotation is IDENTITY or pose.rotation == IDENTITY
    if same and TAPE.get() is None:  # as most are: no products
        (a, b, c), (x, y, z) = pose.position, other.position
        return Pose(_tidy((a + x, b + y, c + z), pose, other), _clean_rotation(other.rotation))
    if TAPE.get() is None:
        (x, y, z), (u, v, w) = pose.position, _by_pairs(pose.rotation, other.position)
        rotation = _times_matrix(pose.rotation, other.rotation)
        return Pose(_tidy((x + u, y + v, z + w), pose, other), _clean_rotation(rotation))
    return _tidy_pose(pose.transform @ other.transform, pose, other)


def inverse(pose: Pose) -> Pose:
    """Return X_BA of X_AB."""
    if TAPE.get() is None:
        back = IDENTITY if pose.rotation is IDENTITY else _transpose(pose.rotation)
        x, y, z = _times(back, pose.position)
        return Pose(_tidy((-x, -y, -z), pose, pose), _clean_rotation(back))
    return _tidy_pose(pose.transform.inverse, pose, pose)


# The same sums as those of `matrix_product`, in the same order, without arrays: of three numbers
# these take longer to make than to multiply, and large models have some products per element.


def _transpose(R: Matrix3) -> Matrix3:
    (a, b, c), (d, e, f), (g, h, i) = R
    return (a, d, g), (b, e, h), (c, f, i)


def _times(R: Matrix3, p: Vector3) -> Vector3:
    if R is IDENTITY:
        return p
    (a, b, c), (d, e, f), (g, h, i) = R
    x, y, z = p
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def _by_pairs(R: Matrix3, p: Vector3) -> Vector3:
    """Return R p, summed as `matrix_product` does where rows lie one behind the other: by twos."""
    (a, b, c), (d, e, f), (g, h, i) = R
    x, y, z = p
    return a * x + c * z + b * y, d * x + f * z + e * y, g * x + i * z + h * y


def _times_matrix(R: Matrix3, S: Matrix3) -> Matrix3:
    if R is IDENTITY or S is IDENTITY:
        return S if R is IDENTITY else R
    x, y, z = [_times(R, column) for column in _transpose(S)]
    return _transpose((x, y, z))


def _tidy_pose(transform: Transform, first: Pose, second: Pose) -> Pose:
    return Pose(_tidy(transform.position, first, second), _clean_rotation(transform.matrix))


def _clean_rotation(rows: Any) -> Matrix3:
    """Return what `clean` makes of a rotation matrix, as it is stored; without arrays if it can."""
    if TAPE.get() is not None:
        return matrix3(clean(rows))
    if rows is IDENTITY:
        return IDENTITY
    listed = rows.tolist() if isinstance(rows, np.ndarray) else rows
    a, b, c = [(_clean_part(x), _clean_part(y), _clean_part(z)) for x, y, z in listed]
    found = a, b, c
    return IDENTITY if found == IDENTITY else found


def _clean_part(x: float) -> float:
    if -1.5 < x < 1.5 and abs(x - (near := round(x))) <= NOISE:
        return float(near)
    return float(x) + 0.0


def _tidy(position: Any, first: Pose, second: Pose) -> Vector3:
    """Return a position with components at round-off level, relative to its terms, set to 0."""
    scale = max([abs(float(c)) for c in (*first.position, *second.position)])
    if TAPE.get() is None:
        least = NOISE * scale
        x, y, z = position
        return (
            float(x) + 0.0 if abs(x) > least else 0.0,
            float(y) + 0.0 if abs(y) > least else 0.0,
            float(z) + 0.0 if abs(z) > least else 0.0,
        )
    return vector3(
        [c + 0.0 if hasattr(c, "tape") or abs(c) > NOISE * scale else 0.0 for c in position]
    )
