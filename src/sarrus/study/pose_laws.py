"""Motions of joints as a file writes them: laws of coordinates, or of a pose.

pose: {position: ["0.1*sin(t)", 0, 0.7 m], axis: [0, 0, 1], angle: "20 deg*sin(t)"}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.model.building.orientation import LETTERS
from sarrus.study import values
from sarrus.study.laws import law
from sarrus.study.names import Names
from sarrus.system.flow.pose_law import PoseLaw

PARTS: dict[str, tuple[int, str]] = {
    "position": (3, "m"),
    "quaternion": (4, values.PURE),
    "axis": (3, values.PURE),
    "angle": (1, "rad"),
    "rotation": (3, "rad"),
    "direction": (3, values.PURE),
    "path": (3, "m"),
    "along": (1, "m"),
    "up": (3, values.PURE),
}
"""How many laws a part of a pose has, and their unit."""
EULER, ANGLES, OF = "euler", "angles", "of"
KEYS = (*(name for name in PARTS if name != "along"), EULER, ANGLES, OF)
"""What a file may say of a pose."""


def joint_motion(at: At, name: str, raw: Any, names: Names) -> Any:
    """Return the law of a coordinate or of a whole joint; None where it was reported."""
    units = names.coordinate_units(name)
    if isinstance(raw, Mapping) and not {"times", "values"} & {*raw} and {*raw} & {*KEYS}:
        return pose_law(at, raw)
    if units is not None and len(units) == 1:
        return law(at, raw, units[0])
    if units is None or not isinstance(raw, (list, tuple)) or len(raw) != len(units):
        listed = ", ".join(names.coordinates_of(name))
        rule = f"must be {len(units or ())} laws, of {listed}, or a pose"
        at.refuse(raw, rule, "write {position: [x, y, z], axis: [0, 0, 1], angle: law}")
        return None
    parts = [
        law(at.key(k), x, u or values.PURE) for k, (x, u) in enumerate(zip(raw, units, strict=True))
    ]
    if any(part is None for part in parts):
        return None
    if "" not in units:
        return tuple(parts)
    first = units.index("")  # a ball or free joint: its quaternion is last
    return _pose_law(
        at, {"position": tuple(parts[:first]) or None, "quaternion": tuple(parts[first:])}
    )


def pose_law(at: At, raw: Any) -> PoseLaw | None:
    """Return the law of a pose that a file says."""
    entries = values.known_keys(at, raw, KEYS)
    found: dict[str, Any] = {}
    for name, value in entries.items():
        here = at.key(name, name)
        if name == OF:
            found[name] = values.word(here, value, ("x", "y", "z"))
        elif name == EULER or (isinstance(value, str) and value in LETTERS):
            found[name] = values.text(here, value)
        elif name == "rotation" and _is_matrix(value):
            pure = (values.PURE,) * 3
            rows = [values.several(here.key(k), row, pure) for k, row in enumerate(value)]
            found[name] = None if None in rows else rows
        else:
            size, unit = PARTS["rotation" if name == ANGLES else name]
            found[name] = _vector(here, value, size, unit)
    if any(part is None for part in found.values()):
        return None
    if (EULER in found) != (ANGLES in found):
        at.report("D04", "needs both: euler: an order such as XYZ, and angles: three laws")
        return None
    if EULER in found:
        found[EULER] = (found[EULER], found.pop(ANGLES))
    return _pose_law(at, found)


def with_text_read(at: At, raw: PoseLaw) -> PoseLaw:
    """Return a law whose text is read, as that of a file is."""
    changed: dict[str, Any] = {}
    for field in fields(raw):
        value = getattr(raw, field.name)
        if field.name == EULER and value is not None:
            order, angles = value
            changed[EULER] = (order, _read(at.key(EULER, EULER), angles, "rad"))
        elif field.name in PARTS and value is not None:
            changed[field.name] = _read(at.key(field.name, field.name), value, PARTS[field.name][1])
    broken = any(x is None for part in changed.values() for x in _entries(part))
    return raw if broken else replace(raw, **changed)


def _entries(part: Any) -> tuple[Any, ...]:
    return tuple(part) if isinstance(part, (tuple, list)) else (part,)


def _read(at: At, value: Any, unit: str) -> Any:
    if isinstance(value, str) and value in LETTERS:
        return value
    if isinstance(value, str):
        return law(at, value, unit)
    if isinstance(value, (tuple, list)) and any(isinstance(part, str) for part in value):
        return tuple(law(at, part, unit) if isinstance(part, str) else part for part in value)
    return value


def _vector(at: At, raw: Any, size: int, unit: str) -> Any:
    if size == 1:
        return law(at, raw, unit)
    if not isinstance(raw, (list, tuple)) or len(raw) != size:
        at.refuse(raw, f"must be {size} numbers or laws of t")
        return None
    found = tuple(law(at.key(k), part, unit) for k, part in enumerate(raw))
    return None if any(part is None for part in found) else found


def _is_matrix(raw: Any) -> bool:
    return isinstance(raw, (list, tuple)) and len(raw) == 3 and isinstance(raw[0], (list, tuple))


def _pose_law(at: At, parts: Mapping[str, Any]) -> PoseLaw | None:
    try:
        return PoseLaw(**parts)
    except ModelError as error:
        for problem in error.problems:
            at.report(problem.code, problem.rule, value=problem.value, action=problem.action)
        return None
