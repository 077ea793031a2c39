"""A model as people would draw it: named points, rods between them, angles instead of matrices.

The numbers are those of the model to fifteen digits, not to the last bit; see `yaml_text` for that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.formats.writing.law_records import Plain
from sarrus.formats.writing.mechanism_of import mechanism_of
from sarrus.formats.writing.yaml_sections import sections_of
from sarrus.model.body import GROUND, Body, PlacedShape
from sarrus.model.mass_properties import of_solid, together
from sarrus.model.model import Model
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.model.shapes import Capsule, Cylinder
from sarrus.model.shapes_between import axes_along

DIGITS, SHORT = 15, 12
"""Significant digits of the numbers; the second are tried first."""
NOISE = 1e-15
"""Relative size of round-off."""
NEAR = 1e-11
"""Part of the size of the drawing by which two places may differ and are one point."""
SPREAD = 1e-10
"""Part of the size, and of the largest moment, by which a mass along rods may be another one."""
DRAWN = ("at", "at_a", "at_b", "center", "origin")
"""Keys of joints and forces that hold points of the drawing."""
BETWEEN = {Capsule: "rod", Cylinder: "shaft"}

Record = dict[str, Any]


def drawn_sections(model: Model) -> dict[str, Plain]:
    """Return the sections of a model file with named points, rods and angles."""
    return _Drawing(model).sections()


class _Drawing:
    """The drawing of a model: its points, by the names of the joints there."""

    def __init__(self, model: Model) -> None:
        self.model = model
        found: Any = sections_of(mechanism_of(model, exact=False))
        self.found: dict[str, Any] = found
        self.points: dict[str, list[float]] = {}
        drawn = [record["at"] for record in self.found.get("joints", {}).values() if "at" in record]
        self.size = float(np.max(np.abs(drawn), initial=0.0)) if drawn else 1.0
        for name, record in self.found.get("joints", {}).items():
            if "at" in record and self.name(record["at"]) is None:
                self.points[name] = _without_noise(record["at"], self.size)
        for frame in model.frames:
            place = self._drawing_point(frame.body, frame.pose.position)
            if frame.name not in self.points and self.name(place) is None:
                self.points[frame.name] = _without_noise(place.tolist(), self.size)

    def _drawing_point(self, body: str, place: Any) -> np.ndarray:
        """Return a point of a body frame in the drawing."""
        pose = Pose() if body == GROUND else self.model.body(body).pose
        return np.asarray(pose.transform.point(np.array(place)))

    def sections(self) -> dict[str, Plain]:
        """Return the sections, `points` before the bodies."""
        for section in ("joints", "forces"):
            for record in self.found.get(section, {}).values():
                self._use_points(record)
        for name, record in self.found.get("bodies", {}).items():
            body = self.model.body(name.replace("{{", "{").replace("}}", "}"))
            self._draw(record, body.shapes, body.pose)
            if "com" in record:  # moments keep all digits: those of thin bodies just fit together
                record["com"] = _without_noise(record["com"], self.size)
            self._spread(record, body)
            self._turn_along(record, body)
            _turn(record)
            if _is_place(record.get("at")):
                record["at"] = self.name(record["at"]) or _without_noise(record["at"], self.size)
        if "ground" in self.found:
            self._draw(self.found["ground"], self.model.ground_shapes, Pose())
        for record in self.found.get("frames", {}).values():
            _turn(record)
            self._use_frame_point(record)
        if not self.points:
            return self.found
        head = {k: v for k, v in self.found.items() if k in ("sarrus", "name")}
        return {**head, "points": dict(self.points), **self.found}

    def name(self, place: Any) -> str | None:
        """Return the name of the point at a place of the drawing; None if there is none."""
        for name, point in self.points.items():
            if np.max(np.abs(np.subtract(place, point))) <= NEAR * max(self.size, 1e-9):
                return name
        return None

    def _use_points(self, record: Record) -> None:
        for key in DRAWN:
            value = record.get(key)
            if _is_place(value):
                record[key] = self.name(value) or _without_noise(value, self.size)
        for key in ("on_parent", "on_child", "on_a", "on_b"):
            if isinstance(record.get(key), dict):
                _turn(record[key])
        _turn(record)

    def _use_frame_point(self, record: Record) -> None:
        """Name the point of a frame."""
        if _is_place(record.get("at")):
            name = self.name(self._drawing_point(str(record["body"]), record["at"]))
            record["at"] = name or _without_noise(record["at"])

    def _draw(self, record: Record, shapes: tuple[PlacedShape, ...], pose: Pose) -> None:
        """Write the shapes of a body between points."""
        listed = record.get("shapes", [])
        for k, (written, placed) in enumerate(zip(listed, shapes, strict=True)):
            _turn(written)
            if type(placed.shape) in BETWEEN:
                listed[k] = self._between(written, placed, pose)
            elif _is_place(written.get("at")):
                place = pose.transform.point(np.array(placed.pose.position))
                written["at"] = self.name(place) or _without_noise(written["at"], self.size)

    def _turn_along(self, record: Record, body: Body) -> None:
        """Write the rotation of a body as along a rod of it."""
        written = [key for key in ("rotation", "rpy", "quaternion_wxyz") if key in record]
        if not written:
            return
        for rod in filter(_is_named, record.get("shapes", ())):
            way = np.subtract(self.points[rod["to"]], self.points[rod["from"]])
            if np.max(np.abs(axes_along(way) - np.array(body.pose.rotation))) < SPREAD:
                del record[written[0]]
                record["rotation"] = [rod["from"], rod["to"]]
                return

    def _spread(self, record: Record, body: Body) -> None:
        """Write the mass of a body as spread along its rods, where it is so."""
        rods = [shape for shape in record.get("shapes", ()) if shape.get("type") == "rod"]
        ends = [(rod["from"], rod["to"]) for rod in rods if _is_named(rod)]
        if not ends or len(ends) < len(rods) or "com" not in record:
            return
        radius = rods[0]["radius"]
        back = body.pose.transform.inverse
        lines = [tuple(back.point(np.array(self.points[p])) for p in pair) for pair in ends]
        lengths = [float(np.linalg.norm(b - a)) for a, b in lines]
        found = together(
            of_solid(Cylinder(radius, length), body.mass * length / sum(lengths),
                     Pose(vector3((a + b) / 2.0), matrix3(axes_along(b - a))))
            for length, (a, b) in zip(lengths, lines, strict=True)
        )  # fmt: skip
        size = np.max(np.abs(body.inertia))
        if not np.allclose(found.com, body.com, rtol=0.0, atol=SPREAD * self.size):
            return
        if not np.allclose(found.inertia, body.inertia, rtol=0.0, atol=SPREAD * size):
            return
        solids = [{"type": "shaft", "from": a, "to": b, "radius": radius} for a, b in ends]
        rest = {k: v for k, v in record.items() if k not in ("mass", "com", "inertia")}
        mass = record["mass"]
        record.clear()
        record |= {"mass": mass, "solids": solids, **rest}

    def _between(self, written: Record, placed: PlacedShape, pose: Pose) -> Record:
        """Return a cylinder or capsule as a shape from end to end."""
        shape: Any = placed.shape
        found: Record
        half = 0.5 * shape.length * np.array(placed.pose.rotation)[:, 2]
        ends = [np.array(placed.pose.position) + sign * half for sign in (-1.0, 1.0)]
        size = max(self.size, float(shape.length))
        drawn = [pose.transform.point(end) for end in ends]
        named = [self.name(end) for end in drawn]
        beside = (
            self._beside(drawn) if not all(named) and pose.rotation == Pose().rotation else None
        )
        if beside is not None:
            first, last, offset = beside
            found = {"type": BETWEEN[type(shape)], "from": first, "to": last}
            found |= {
                "radius": _without_noise(shape.radius),
                "offset": _without_noise([x if abs(x) > NEAR * size else 0.0 for x in offset]),
            }
            return {**found, "color": placed.color} if placed.color else found
        if not any(named) and not ("rpy" in written or "rotation" in written):
            return {k: _without_noise(v, size) if _is_place(v) else v for k, v in written.items()}
        places = [
            name or _without_noise(end.tolist(), size)
            for name, end in zip(named, ends, strict=True)
        ]
        found = {"type": BETWEEN[type(shape)], "from": places[0], "to": places[1]}
        found["radius"] = _without_noise(shape.radius)
        return {**found, "color": placed.color} if placed.color else found

    def _beside(self, ends: list[np.ndarray]) -> tuple[str, str, list[float]] | None:
        """Return the points that a line stands beside, and by which vector across it; the nearest.

        Links of planar mechanisms are drawn beside their points, so that they can pass each other.
        """
        best: tuple[float, str, str, list[float]] | None = None
        for first, a in self.points.items():
            shift = ends[0] - np.array(a)
            far = float(np.linalg.norm(shift))
            for last, b in self.points.items():
                way = np.subtract(b, a)
                length = float(np.linalg.norm(way))
                if not far < length or (best is not None and far >= best[0]):
                    continue
                gap = float(np.max(np.abs(ends[1] - np.array(b) - shift)))
                if gap <= NEAR * self.size and abs(shift @ way) <= NEAR * self.size * length:
                    best = far, first, last, shift.tolist()
        return None if best is None else best[1:]


def _is_named(rod: Record) -> bool:
    return isinstance(rod.get("from"), str) and isinstance(rod.get("to"), str)


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and not any(_odd(x) for x in value)


def _odd(value: Any) -> bool:
    return isinstance(value, bool) or not isinstance(value, (int, float))


def _turn(record: Record) -> None:
    """Write a rotation matrix as three angles."""
    matrix = record.get("rotation")
    if matrix is None or isinstance(matrix[0], str):
        return
    del record["rotation"]
    R = np.array(matrix, dtype=float)
    if R.shape != (3, 3):
        record["rotation"] = matrix
        return
    angles = _without_noise(list(roll_pitch_yaw_of(R)), 1.0)
    if any(angles) or "axis" in record:
        record["rpy"] = angles


def roll_pitch_yaw_of(R: np.ndarray) -> tuple[float, float, float]:
    """Return the angles [rad] of R = Rz(yaw) Ry(pitch) Rx(roll), yaw 0 where it is not unique."""
    cosine = math.hypot(R[0, 0], R[1, 0])
    pitch = math.atan2(-R[2, 0], cosine)
    if cosine > 1e-9:
        return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])
    return math.atan2(-R[1, 2], R[1, 1]), pitch, 0.0


def _without_noise(value: Any, size: float | None = None) -> Any:
    """Return numbers without noise: what is nothing beside the largest, or beside a size, is 0."""
    if isinstance(value, Mapping) or (not isinstance(value, list) and _odd(value)):
        return value
    if not isinstance(value, list):
        short = float(f"{value:.{SHORT}g}")
        return short if abs(short - value) <= NOISE * abs(value) else float(f"{value:.{DIGITS}g}")
    flat = np.array(value, dtype=float)
    largest = max(float(np.max(np.abs(flat), initial=0.0)), size or 0.0)
    if largest == 0.0:
        return value
    step = 10.0 ** (math.floor(math.log10(largest)) - DIGITS)
    near = np.where(np.abs(flat) < step, 0.0, flat)
    return [_without_noise(x) for x in near.tolist()]  # numbers, or rows of a matrix
