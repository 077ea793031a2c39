"""Named points of the drawing: `points: {A: [0, 0, 0], B: [r, 0, 0]}`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.places import Places
from sarrus.formats.yaml.repetition import Counter, instances
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import in_unit, list_in_unit, name, unknown_point
from sarrus.model.building.references import nearest
from sarrus.model.expressions import Value
from sarrus.model.mechanism import Mechanism
from sarrus.model.units import written_dimension
from sarrus.spatial.tracking import plain, real

KEYS = ("at", "from", "by", "to", "along", "left", "distances", "side", "normal", "for")
ACTION = "write [x, y, z], {from: A, by: [dx, dy, dz]}, {from: A, to: B, along: a}, or "
ACTION += "{distances: {B: b, D: c}}"
SIDES = {"left": 1.0, "right": -1.0}
PLANES = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}
"""The axes of the plane across a normal: a quarter turn about it takes the first to the second."""


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
    if "distances" in raw:
        return _at_distances(at, raw, known)
    if "to" in raw:
        return _on_the_way(at, raw, known)
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


def _at_distances(at: At, raw: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    """Return the point [m] at distances from two others, as by compasses, or BROKEN.

    It is in the plane through the first of them, across `normal`; side: of the way from the first
    to the second, seen with the normal towards the eye.
    """
    inner = at.key("distances", "distances")
    values = raw["distances"]
    if any(key in raw for key in ("at", "from", "by")):
        return at.report("M28", "has `distances` and another place", action=ACTION)
    if not isinstance(values, Mapping) or len(values) != 2:
        return inner.refuse(values, "must be two points with distances", "write {B: b, D: c}")
    side = _one_of(at.key("side", "side"), raw.get("side", "left"), SIDES)
    normal = _one_of(at.key("normal", "normal"), raw.get("normal", "z"), PLANES)
    names = [name(inner.key(key), key) for key in values]
    unknown = [key for key in names if key is not BROKEN and key not in known]
    for key in unknown:
        rule = "is not the name of a point before this one"
        action = partial(nearest, str(key), list(known))
        inner.key(key).report("M09", rule, value=f"'{key}'", action=action)
    reach = [in_unit(inner.key(key), value, "m") for key, value in values.items()]
    if unknown or BROKEN in (side, normal, *names, *reach):
        return BROKEN
    first, second = (known[key] for key in names)
    if BROKEN in (first, second):
        return BROKEN
    i, j = PLANES[normal]
    x, y = second[i] - first[i], second[j] - first[j]
    apart = real(np.sqrt(x * x + y * y))
    if not abs(reach[0] - reach[1]) < apart < reach[0] + reach[1]:
        rule = f"do not meet: {plain(reach[0]):g} m from {names[0]} and {plain(reach[1]):g} m from "
        rule += f"{names[1]}, which are {plain(apart):g} m apart"
        return inner.report("M04", rule, action="change a length, or where the points are")
    along = (reach[0] ** 2 - reach[1] ** 2 + apart**2) / (2.0 * apart)
    across = SIDES[side] * real(np.sqrt(reach[0] ** 2 - along**2))
    place = list(first)
    place[i] = first[i] + (along * x - across * y) / apart
    place[j] = first[j] + (along * y + across * x) / apart
    return place


def _on_the_way(at: At, raw: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    """Return the point [m] so far along the way from a point to another, or BROKEN.

    left: so far to the left of it, seen with the normal towards the eye.
    """
    if "from" not in raw or "along" not in raw or "at" in raw or "by" in raw:
        rule = "needs `from`, `to` and `along`, and no other place"
        return at.report("M28", rule, action="write {from: A, to: B, along: 20 mm, left: 5 mm}")
    normal = _one_of(at.key("normal", "normal"), raw.get("normal", "z"), PLANES)
    names = [name(at.key(key, key), raw[key]) for key in ("from", "to")]
    reach = [in_unit(at.key(k, k), raw[k], "m") if k in raw else 0.0 for k in ("along", "left")]
    if BROKEN in (normal, *names, *reach):
        return BROKEN
    for key, called in zip(("from", "to"), names, strict=True):
        if called not in known:
            return unknown_point(at.key(key, key), str(raw[key]), known)
    first, second = (known[called] for called in names)
    if BROKEN in (first, second):
        return BROKEN
    way = [b - a for a, b in zip(first, second, strict=True)]
    i, j = PLANES[normal]
    apart = real(np.sqrt(sum(x * x for x in way)))
    across = real(np.sqrt(way[i] * way[i] + way[j] * way[j]))
    if apart == 0.0 or (across == 0.0 and "left" in raw):
        rule = f"has no direction: {names[0]} and {names[1]} are at one place"
        rule += "" if apart == 0.0 else f", seen along {normal}"
        return at.key("to", "to").report("M04", rule, action="name two points that are apart")
    place = [a + reach[0] * x / apart for a, x in zip(first, way, strict=True)]
    if "left" in raw:
        place[i] -= reach[1] * way[j] / across
        place[j] += reach[1] * way[i] / across
    return place


def _one_of(at: At, raw: Any, words: Mapping[str, Any]) -> Any:
    if isinstance(raw, str) and raw in words:
        return raw
    return at.refuse(raw, f"is none of {', '.join(words)}", f"write {' or '.join(words)}")


def coordinates(called: str, place: list[float]) -> dict[str, Value]:
    """Return the coordinates of a point, as expressions name them: B.x, B.y, B.z."""
    length = written_dimension("m")
    return {f"{called}.{c}": Value(x, length) for c, x in zip("xyz", place, strict=True)}
