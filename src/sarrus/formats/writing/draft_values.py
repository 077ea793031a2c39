"""What the user has said about an element, as plain values of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from sarrus.curves import SpaceCurve
from sarrus.curves.types import TYPES as CURVES
from sarrus.errors import ModelError, Problem
from sarrus.fem.sources import TYPES as MODELS
from sarrus.file_fields import written_fields
from sarrus.formats.writing.law_records import Plain, curve_record, function_record
from sarrus.model.body import Frame, PlacedShape
from sarrus.model.building.drafts import BodyHandle, FrameHandle, PoseDraft, ShapeDraft
from sarrus.model.building.drawing import pose_options
from sarrus.model.expressions import Value
from sarrus.model.mode_set import ModeSource
from sarrus.model.options import FUNCTION, PLACE, Kind
from sarrus.model.pose import Pose
from sarrus.model.shapes import TYPES as SHAPES
from sarrus.model.shapes import Shape
from sarrus.model.shapes_between import TYPES as BETWEEN
from sarrus.model.shapes_between import ShapeBetween
from sarrus.paths import TYPES as PATHS
from sarrus.paths import Path
from sarrus.road import Road
from sarrus.road.types import TYPES as ROADS
from sarrus.spatial.curve import Curve
from sarrus.tyres.types import TYPES as TYRES
from sarrus.tyres.tyre import Tyre

SHAPE_NAMES = {kind: name for name, kind in SHAPES.items()}
BETWEEN_NAMES = {kind: name for name, kind in BETWEEN.items()}
POSE = ("at", "rotation", "quaternion_wxyz", "rpy")
NAMES = frozenset(
    {"name", "names", "terms", "coordinate", "point", "pose", "wheels", "points", "place", "places"}
)
"""Kinds of attributes whose text are names."""


def plain(where: str, value: Any, kind: Kind | None = None) -> Plain:
    """Return a value of a draft as plain data.

    where: element and attribute, for messages; kind: what the attribute holds. Raises ModelError
    F19 for what no file can hold.
    """
    if isinstance(value, (BodyHandle, FrameHandle)):
        return name_with_braces(value.name)
    if isinstance(value, str):
        return name_with_braces(value) if kind is not None and kind.name in NAMES else value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Frame):
        return plain(where, value.pose.position)
    if isinstance(value, Pose):
        return plain(where, pose_options(value)) or {"at": [0, 0, 0]}
    if isinstance(value, PlacedShape):
        value = ShapeDraft(value.shape, PoseDraft(**pose_options(value.pose)))
    if isinstance(value, (Shape, ShapeBetween)):
        value = ShapeDraft(value)
    if isinstance(value, ShapeDraft):
        return shape_record(where, value)
    if isinstance(value, Curve):
        return curve_record(value)
    if isinstance(value, (Road, Tyre, Path, SpaceCurve)):
        return record_of_fields(where, value)
    if callable(value):
        return function_record(where, value, () if kind is None else kind.arguments)
    return _number(where, value) if _is_number(value) else _several(where, value, kind)


def _several(where: str, value: Any, kind: Kind | None) -> Plain:
    if isinstance(value, Mapping):
        return {str(key): plain(where, item, kind) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(where, item, kind) for item in value]
    rule = f"is a {type(value).__name__}, which no file can hold"
    raise ModelError(Problem("F19", where, rule, value=repr(value)[:80]))


def _is_number(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 0
    return isinstance(value, (Real, Decimal, np.generic)) or hasattr(value, "magnitude")


def _number(where: str, value: Any) -> Plain:
    if isinstance(value, Value):
        return float(value.number)  # of an expression, in SI
    if hasattr(value, "magnitude"):
        return f"{_number(where, value.magnitude)} {value.units}"
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.item()
    if isinstance(value, Integral):
        return int(value)
    number = float(value)
    if not np.isfinite(number):
        rule = "is not a finite number, and no file can hold it"
        raise ModelError(Problem("F19", where, rule, value=repr(value)[:80]))
    return number


def name_with_braces(name: Any) -> str:
    """Return a name in which braces stand for themselves."""
    return str(name).replace("{", "{{").replace("}", "}}")


def shape_record(where: str, draft: ShapeDraft) -> Plain:
    """Return a shape with its place and color."""
    shape = draft.shape
    if type(shape) in BETWEEN_NAMES:
        return _between_record(where, draft)
    if not isinstance(shape, Shape) or type(shape) not in SHAPE_NAMES:
        rule = "is not a shape that a file can hold"
        raise ModelError(Problem("F19", where, rule, value=repr(shape)[:80]))
    found: dict[str, Plain] = {"type": SHAPE_NAMES[type(shape)]}
    for field in fields(shape):  # type: ignore[arg-type]
        if not field.compare:
            continue  # where a file is, not what it is
        value = getattr(shape, field.name)
        if field.default is MISSING or value != field.default:
            found[field.name] = plain(where, value)
    found |= pose_record(where, draft.pose)
    return {**found, "color": draft.color} if draft.color else found


def _between_record(where: str, draft: ShapeDraft) -> Plain:
    """Return a shape between points."""
    shape = draft.shape
    found: dict[str, Plain] = {"type": BETWEEN_NAMES[type(shape)]}
    points = [plain(where, point, PLACE) for point in shape.points]
    if len(points) == 2:
        found |= {"from": points[0], "to": points[1]}
    elif points:
        found["through"] = points
    values = {name: getattr(shape, name, None) for name in (*shape.lengths, "side", "offset")}
    found |= {key: plain(where, value) for key, value in values.items() if value is not None}
    return {**found, "color": draft.color} if draft.color else found


def pose_record(where: str, pose: PoseDraft) -> dict[str, Plain]:
    """Return what was said of a pose."""
    values = {name: getattr(pose, name) for name in POSE}
    return {
        name: plain(f"{where} / {name}", value)
        for name, value in values.items()
        if value is not None
    }


FORMULAS = {"function": FUNCTION, "parametric": Kind("function", arguments=("u",))}
"""Kinds of fields that hold functions."""

OF_FIELDS: tuple[tuple[type, str, Mapping[str, type], str], ...] = (
    (Road, "road", ROADS, "sarrus.road"),
    (Tyre, "tyre", TYRES, "sarrus.tyres"),
    (Path, "path", PATHS, "sarrus.paths"),
    (SpaceCurve, "curve", CURVES, "sarrus.curves"),
    (ModeSource, "finite-element model", MODELS, "sarrus.fem"),
)
"""What files hold by type and fields: base, what messages call it, types by name, its package."""


def record_of_fields(where: str, value: Road | Tyre | Path | SpaceCurve | ModeSource) -> Plain:
    """Return a road, tyre, path, curve or finite-element model by its type and fields.

    Roads inside of it alike.
    """
    name = type(value).__name__
    noun, known, of = next(row[1:] for row in OF_FIELDS if isinstance(value, row[0]))
    if known.get(name) is not type(value):
        rule = f"is a {noun} of another class than those of {of}, which no file can hold"
        raise ModelError(Problem("F19", where, rule, value=name))
    found: dict[str, Plain] = {"type": name}
    written = written_fields(type(value))
    for field in fields(value):  # type: ignore[arg-type]
        part = getattr(value, field.name)
        made = field.default_factory
        default = field.default if made is MISSING else made()
        if field.name not in written or (default is not MISSING and _same(part, default)):
            continue
        kind = FORMULAS.get(written[field.name].kind)
        found[field.name] = plain(f"{where} / {field.name}", part, kind)
    return found


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and not isinstance(a, np.ndarray) and a == b
