"""Named points of the drawing: `points: {A: [0, 0, 0], B: [r, 0, 0]}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.places import Places
from sarrus.formats.yaml.repetition import Counter, instances
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import list_in_unit, name, unknown_point
from sarrus.model.expressions import Value
from sarrus.model.mechanism import Mechanism
from sarrus.model.units import written_dimension

KEYS = ("at", "from", "by", "for")
ACTION = "write [x, y, z], or {from: A, by: [dx, dy, dz]}"


def read_points(page: Page, raw: Any, scope: Scope, mechanism: Mechanism) -> Scope:
    """Add the points of a document to a mechanism; return the scope with their coordinates.

    Expressions that stand after a point B may use B.x, B.y and B.z.
    """
    at = At(page, "points", ("points",), scope)
    if raw is None:
        return scope
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be names with [x, y, z]")
        return scope
    counter = Counter()
    found: dict[str, Any] = {}
    for key, record in raw.items():
        if page.is_full:
            break
        one = At(page, f"point {key!r}", ("points", key), scope)
        scopes = [scope]
        repeated = isinstance(record, Mapping) and "for" in record
        if repeated:
            page.repeated.add(one.path)
            scopes = instances(one.key("for", "for"), record["for"], counter)
        for inner in scopes:
            called = name(At(page, one.element, one.path, inner), key)
            if called is BROKEN:
                break
            there = At(page, f"point {called!r}", one.path, inner)
            place = _place(there, record, found)
            source = Places(page.marks, one.path, {"at": record})
            found[called] = place
            usual = [1.0, 1.0, 1.0] if place is BROKEN else place  # what uses it is no mistake
            mechanism.point(called, usual, source=source)
            scope = scope.with_constants(coordinates(called, usual))
    page.points = found
    return scope


def _place(at: At, raw: Any, known: Mapping[str, Any]) -> Any:
    """Return the coordinates of a point [m], or BROKEN."""
    if isinstance(raw, (list, tuple)):
        return list_in_unit(at, raw, "m", 3)
    if isinstance(raw, str):
        same = name(at, raw)
        return known[same] if same in known else unknown_point(at, raw, known)
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "is not a point", ACTION)
    if not at.mapping(raw, KEYS):
        return BROKEN
    if ("at" in raw) == ("from" in raw) or ("from" in raw) != ("by" in raw):
        return at.report("M28", "needs `at`, or `from` and `by`", action=ACTION)
    if "at" in raw:
        return list_in_unit(at.key("at", "at"), raw["at"], "m", 3)
    origin = name(at.key("from", "from"), raw["from"])
    way = list_in_unit(at.key("by", "by"), raw["by"], "m", 3)
    if origin is BROKEN or way is BROKEN:
        return BROKEN
    if origin not in known:
        return unknown_point(at.key("from", "from"), str(raw["from"]), known)
    if known[origin] is BROKEN:
        return BROKEN
    return [a + b for a, b in zip(known[origin], way, strict=True)]


def coordinates(called: str, place: list[float]) -> dict[str, Value]:
    """Return the coordinates of a point, as expressions name them: B.x, B.y, B.z."""
    length = written_dimension("m")
    return {f"{called}.{c}": Value(x, length) for c, x in zip("xyz", place, strict=True)}
