"""Shapes in the file: {type: box, size: [...], at: [...]}, {type: rod, from: A, to: B, ...}."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import Location, ModelError
from sarrus.file_fields import WrittenField, needed_fields, written_fields
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.places import Places
from sarrus.formats.yaml.values import (
    POSE_KEYS,
    Reader,
    axis,
    list_in_unit,
    number,
    numbers,
    place,
    pose_part,
    text,
)
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Kind
from sarrus.model.shapes import TYPES, Box, Mesh, Shape
from sarrus.model.shapes_between import TYPES as BETWEEN
from sarrus.model.shapes_between import WITH_ENDS, Link, ShapeBetween

ENDS = ("from", "to", "through")
POINTS_ACTION = "write {type: rod, from: B, to: C, radius: 8 mm}, or through: [A, B, C]"
STAND_IN = Box((1.0, 1.0, 1.0))
"""For a shape that is reported, so that nothing else is said about its body."""


def shapes(at: At, raw: Any, kind: Kind) -> Any:
    """Return the shapes of a list."""
    if not isinstance(raw, (list, tuple)):
        at.refuse(raw, "must be a list of shapes", "write [{type: box, size: [..]}, ...]")
        return [ShapeDraft(STAND_IN)]
    return [shape(at.key(i), item, kind) for i, item in enumerate(raw)]


def shape(at: At, raw: Any, kind: Kind) -> Any:
    """Return a shape with its place in the body frame and its color."""
    inner = At(at.page, at.element, at.path, at.scope, "shape")
    solid: Shape | None = None
    options: list[str] = []
    if not isinstance(raw, Mapping):
        inner.refuse(raw, "must be keys with values", "write {type: box, size: [..]}")
    elif "type" not in raw:
        inner.missing("type", f"give one of {', '.join((*TYPES, *BETWEEN))}")
    elif isinstance(raw["type"], str) and _is_between(raw):
        return _shape_between(inner, raw)
    elif not isinstance(raw["type"], str) or raw["type"] not in TYPES:
        action = nearest_feature(str(raw["type"]), [*TYPES, *BETWEEN])
        there = inner.key("type", "type")
        there.report("M09", "is not a shape", value=there.literal(raw["type"]), action=action)
    else:
        solid = _solid(inner, raw, TYPES[raw["type"]])
        options = [key for key in POSE_KEYS if key in raw]
    if solid is None or not isinstance(raw, Mapping):
        return ShapeDraft(STAND_IN)
    pose = PoseDraft(**{key: pose_part(inner.key(key, key), key, raw[key]) for key in options})
    color = text(inner.key("color", "color"), raw.get("color", ""))
    places: Mapping[str, Location] = Places(at.page.marks, at.path, raw, {}, vars(pose))
    return ShapeDraft(solid, pose, "" if color is BROKEN else color, places)


def _is_between(raw: Mapping[str, Any]) -> bool:
    """Tell whether a record is a shape between points, or a solid that is given by its ends."""
    ends = any(key in raw for key in ENDS)
    return raw["type"] in BETWEEN or (ends and raw["type"] in WITH_ENDS)


def _shape_between(at: At, raw: Mapping[str, Any]) -> ShapeDraft:
    """Return a shape between points; they may be coordinates in the body frame."""
    kind = BETWEEN.get(raw["type"]) or WITH_ENDS[raw["type"]]
    own = own_keys(kind)
    needs = () if kind is Link else ENDS
    needed = [key for key, needed in own.items() if needed]
    good = at.mapping(raw, ["type", *needs, *own, "offset", "color"], needed)
    points = [] if kind is Link else _ends(at, raw)
    values: dict[str, Any] = {
        key: axis(at.key(key, key), raw[key])
        if key == "side"
        else number(at.key(key, key), raw[key])
        for key in own
        if key in raw
    }
    if "offset" in raw:
        values["offset"] = numbers(at.key("offset", "offset"), raw["offset"])
    color = text(at.key("color", "color"), raw.get("color", ""))
    if not good or BROKEN in points or BROKEN in values.values():
        return ShapeDraft(STAND_IN)
    places: Mapping[str, Location] = Places(at.page.marks, at.path, raw, {}, values)
    return ShapeDraft(
        kind(*points, **values), PoseDraft(), "" if color is BROKEN else color, places
    )


def _ends(at: At, raw: Mapping[str, Any]) -> list[Any]:
    """Return the points of a shape: those of `from` and `to`, or of `through`."""
    listed = raw.get("through")
    if ("through" in raw) == ("from" in raw or "to" in raw):
        return [at.report("M28", "needs `from` and `to`, or `through`", action=POINTS_ACTION)]
    if "through" not in raw:
        lacking = [key for key in ("from", "to") if key not in raw]
        for key in lacking:
            at.missing(key, POINTS_ACTION)
        return [BROKEN] if lacking else [place(at.key(k, k), raw[k]) for k in ("from", "to")]
    there = at.key("through", "through")
    if not isinstance(listed, (list, tuple)):
        return [there.refuse(listed, "is not a list of points", POINTS_ACTION)]
    return [place(there.key(i), item) for i, item in enumerate(listed)]


def own_keys(kind: type[ShapeBetween]) -> dict[str, bool]:
    """Return the keys of a shape between points, and whether each must be there."""
    taken = inspect.signature(kind).parameters.values()
    keyword = [p for p in taken if p.kind is p.KEYWORD_ONLY and p.name != "offset"]
    return {p.name: p.default is p.empty for p in keyword}


def _solid(at: At, raw: Mapping[str, Any], kind: type[Shape]) -> Shape | None:
    """Return the solid, with 1 for what is reported as no number; None where it cannot be made."""
    listed, needed = written_fields(kind), needed_fields(kind)
    at.mapping(raw, ["type", *listed, *POSE_KEYS, "color"], needed)
    values = {
        key: _field(at.key(key, key), field, raw[key])
        for key, field in listed.items()
        if key in raw
    }
    broken = [key for key, value in values.items() if value is BROKEN]
    if any(key not in raw for key in needed):
        return None
    try:
        found = kind(**{k: 1.0 if v is BROKEN else v for k, v in values.items()})
    except ModelError as error:
        for problem in error.problems:
            key = problem.element.rpartition(" / ")[2]
            if key not in broken:
                there = _entry_at(at.key(key, key), values[key], problem.value)
                value = there.literal(raw[key])
                there.report(problem.code, problem.rule, value=value, action=problem.action)
        return None
    if isinstance(found, Mesh) and at.place is not None:
        # a mesh is looked for beside the file that names it
        found = replace(found, folder=os.path.dirname(at.place.file))
    return found


def _entry_at(at: At, raw: Any, value: str) -> At:
    """Return the place of the entry of a list that a problem shows, else of the whole."""
    listed = raw if isinstance(raw, list) else []
    wrong = [i for i, entry in enumerate(listed) if repr(entry) == value]
    return at.key(wrong[0]) if wrong else at


def _field(at: At, field: WrittenField, raw: Any) -> Any:
    """Return a field of a shape: text, factors or lengths."""
    if field.kind == "text":
        return text(at, raw, field.text)
    if field.unit == "dimensionless":
        factors = raw if isinstance(raw, (list, tuple)) else [raw] * field.count
        return list_in_unit(at, factors, field.unit, field.count)
    found = numbers(at, raw) if isinstance(raw, (list, tuple)) else number(at, raw)
    return BROKEN if isinstance(found, list) and BROKEN in found else found


SOLIDS: dict[str, Reader] = {"shape": shape, "shapes": shapes}
