"""Shapes in the file: {type: box, size: [...], at: [...], color: ...}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.errors import Location, ModelError
from sarrus.file_fields import WrittenField, needed_fields, written_fields
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.formats.yaml.places import Places
from sarrus.formats.yaml.values import POSE_KEYS, Reader, list_in_unit, number, numbers, text
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Kind
from sarrus.model.shapes import TYPES, Box, Shape

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
        inner.missing("type", f"give one of {', '.join(TYPES)}")
    elif not isinstance(raw["type"], str) or raw["type"] not in TYPES:
        action = nearest_feature(str(raw["type"]), TYPES)
        there = inner.key("type", "type")
        there.report("M09", "is not a shape", value=there.literal(raw["type"]), action=action)
    else:
        solid = _solid(inner, raw, TYPES[raw["type"]])
        options = [key for key in POSE_KEYS if key in raw]
    if solid is None or not isinstance(raw, Mapping):
        return ShapeDraft(STAND_IN)
    pose = PoseDraft(**{key: numbers(inner.key(key, key), raw[key]) for key in options})
    color = text(inner.key("color", "color"), raw.get("color", ""))
    places: Mapping[str, Location] = Places(at.page.marks, at.path, raw, {}, vars(pose))
    return ShapeDraft(solid, pose, "" if color is BROKEN else color, places)


def _solid(at: At, raw: Mapping[str, Any], kind: type[Shape]) -> Shape | None:
    """Return the solid; None after a problem."""
    listed, needed = written_fields(kind), needed_fields(kind)
    known = at.mapping(raw, ["type", *listed, *POSE_KEYS, "color"], needed)
    given = {
        key: _field(at.key(key, key), field, raw[key])
        for key, field in listed.items()
        if key in raw
    }
    broken = [key for key, value in given.items() if value is BROKEN]
    if any(key not in raw for key in needed):
        return None
    try:
        found = kind(**{k: 1.0 if v is BROKEN else v for k, v in given.items()})
    except ModelError as error:
        for problem in error.problems:
            key = problem.element.rpartition(" / ")[2]
            if key not in broken:
                there = _entry_at(at.key(key, key), given[key], problem.value)
                value = there.literal(raw[key])
                there.report(problem.code, problem.rule, value=value, action=problem.action)
        return None
    return found if known and not broken else None


def _entry_at(at: At, given: Any, value: str) -> At:
    """Return the place of the entry of a list that a problem shows, else of the whole."""
    listed = given if isinstance(given, list) else []
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
