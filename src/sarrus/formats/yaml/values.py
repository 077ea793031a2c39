"""Numbers, names, places and other plain values of the file, as the builder takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import BROKEN, At
from sarrus.model.body import Frame
from sarrus.model.building.drafts import PoseDraft
from sarrus.model.building.entry import is_list
from sarrus.model.building.orientation import LETTERS
from sarrus.model.building.references import nearest
from sarrus.model.building.shapes import read_pose
from sarrus.model.expressions import ExpressionError
from sarrus.model.materials import material_density
from sarrus.model.options import Kind
from sarrus.model.pose import Pose, matrix3
from sarrus.model.quantity import QuantityError

POSE_KEYS = ("at", "rotation", "rpy", "quaternion_wxyz")
TRAPS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""Words that other readers of YAML take for true and false."""


def number(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a number, or text with a unit; expressions become their values."""
    if raw is None:
        return at.report("M25", "has no value", action="write a number, or delete the key")
    if not isinstance(raw, str):
        return raw  # the builder judges numbers, and says what is none
    try:
        return at.scope.scalar(raw)
    except ExpressionError as error:
        return at.expression_problem(raw, error)
    except QuantityError as error:
        return at.report(error.code, error.reason, value=at.literal(raw), action=error.action)


def numbers(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a number, or lists of them; null in a list means that there is none."""
    if isinstance(raw, (list, tuple)):
        return [
            x if x is None or isinstance(x, (int, float)) else numbers(at.key(i), x)
            for i, x in enumerate(raw)
        ]
    return number(at, raw)


def place(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a point: three lengths, or the name of a point of the drawing."""
    if not isinstance(raw, str):
        return numbers(at, raw)
    found = name(at, raw)
    if found is BROKEN or found not in at.page.points:
        return found if found is BROKEN else unknown_point(at, raw)
    if at.page.points[found] is BROKEN:
        at.page.broken.add(at.where)
        return BROKEN
    return found


def places(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a point or a list of points, each three lengths or a name."""
    if not isinstance(raw, (list, tuple)):
        return place(at, raw)
    named = any(isinstance(x, str) and x in at.page.points for x in raw)
    if named or any(isinstance(x, (list, tuple)) for x in raw):
        return [place(at.key(i), x) for i, x in enumerate(raw)]
    return numbers(at, raw)


def unknown_point(at: At, raw: str, known: Mapping[str, Any] | None = None) -> Any:
    """Report (M09) what is not the name of a point of the drawing."""
    if at.page.lacks(raw):
        at.page.broken.add(at.where)
        return BROKEN
    points = at.page.points if known is None else known
    hint = "write [x, y, z], or name the point in the section 'points'"
    return at.report(
        "M09",
        "is not the name of a point",
        value=at.literal(raw),
        action=lambda: nearest(raw, points) if points else hint,
    )


def density(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a density: a number, or the name of a material."""
    is_material = isinstance(raw, str) and raw not in at.scope and material_density(raw)
    word = isinstance(raw, str) and raw.replace(" ", "").replace("_", "").isalpha()
    # a word that is no constant goes to the builder, which knows the materials
    return raw if is_material or (word and raw not in at.scope) else number(at, raw)


def in_unit(at: At, raw: Any, unit: str) -> Any:
    """Return a number in a unit as a float, or BROKEN."""
    found = number(at, raw)
    if found is BROKEN:
        return BROKEN
    entry = at.entry()
    return at.result_or_broken(entry, entry.number("", found, unit))


def list_in_unit(at: At, raw: Any, unit: str, count: int | None = None) -> Any:
    """Return a list of floats in a unit, `count` of them if that is given, or BROKEN."""
    if not isinstance(raw, (list, tuple)) or (count is not None and len(raw) != count):
        what = "a list of numbers" if count is None else f"{count} numbers"
        action = "write [x, y, z]; of a flat drawing, one of them is 0" if count == 3 else ""
        return at.refuse(raw, f"must be {what}", action)
    found = [in_unit(at.key(i), x, unit) for i, x in enumerate(raw)]
    return BROKEN if BROKEN in found else found


def text(at: At, raw: Any, what: str = "text") -> Any:
    """Return text as it is written."""
    if isinstance(raw, str):
        return raw
    return at.refuse(raw, f"is not {what}", "put it in quotes")


def name(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a name, with what stands in braces replaced by its value."""
    if not isinstance(raw, str):
        return at.refuse(raw, "is not a name", "put it in quotes if it is one")
    try:
        return at.scope.text(raw)
    except ExpressionError as error:
        return at.expression_problem(raw, error)


def names(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a list of names."""
    if not isinstance(raw, (list, tuple)):
        return at.refuse(raw, "must be a list of names", "write [name, name, ...]")
    found = [name(at.key(i), item) for i, item in enumerate(raw)]
    return BROKEN if BROKEN in found else found


def coordinate(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return the name or the number of a coordinate."""
    whole = isinstance(raw, int) and not isinstance(raw, bool)
    return raw if whole else name(at, raw)


def word(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return one of some words, which the builder knows."""
    return text(at, raw, "a word")


def flag(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return true or false."""
    if isinstance(raw, bool):
        return raw
    meant = TRAPS.get(raw.lower()) if isinstance(raw, str) else None
    return at.refuse(raw, "must be true or false", f"write {meant}" if meant else "")


def axis(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a direction: letters such as -z, three numbers, or [A, B] from point to point."""
    if isinstance(raw, (list, tuple)) and len(raw) == 2 and all(isinstance(x, str) for x in raw):
        ends = [place(at.key(i), x) for i, x in enumerate(raw)]
        return BROKEN if BROKEN in ends else ends
    if isinstance(raw, str) and raw.strip().lower().removeprefix("+") not in LETTERS:
        return raw  # the builder says what a direction is
    return raw if isinstance(raw, str) else numbers(at, raw)


def point(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a point or the name of a frame, or a list of either."""
    if isinstance(raw, str):
        return name(at, raw)
    if isinstance(raw, (list, tuple)):
        return [_part_of_point(at.key(i), x) for i, x in enumerate(raw)]
    return at.refuse(raw, "must be a point or the name of a frame", "write [x, y, z] or a name")


def _part_of_point(at: At, raw: Any) -> Any:
    if isinstance(raw, str):
        try:
            known = at.scope.text(raw)
        except ExpressionError:
            known = ""
        if known in at.page.names.frames:
            return known
    return numbers(at, raw)


def pose(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a point, the name of a frame, or a pose {at, rotation | rpy | quaternion_wxyz}."""
    if not isinstance(raw, Mapping):
        return point(at, raw)
    if not at.mapping(raw, POSE_KEYS):
        return BROKEN
    draft = pose_draft(at, raw)
    entry = at.entry()
    before = len(entry.problems)
    places = {key: at.key(key).place for key in raw}
    entry.source = {**entry.source, **{key: p for key, p in places.items() if p is not None}}
    found = read_pose(entry, draft)
    said = entry.problems[before:]
    if said and all(problem.severity == "notice" for problem in said):
        del entry.problems[before:]  # the builder corrects the same matrix, and says so
        turn = draft.rotation if is_list(draft.rotation) and len(draft.rotation) == 3 else None
        return found if turn is None else Pose(found.position, matrix3(turn))
    return at.result_or_broken(entry, None if said else found)


def pose_draft(at: At, raw: Mapping[str, Any]) -> PoseDraft:
    """Return the pose of a record, unread."""
    return PoseDraft(
        **{key: pose_part(at.key(key, key), key, raw[key]) for key in POSE_KEYS if key in raw}
    )


def pose_part(at: At, key: str, raw: Any) -> Any:
    """Return the position or rotation of a pose."""
    if key == "at":
        return place(at, raw)
    return turn(at, raw) if key == "rotation" else numbers(at, raw)


def turn(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return a rotation: numbers, or [A, B] from point to point."""
    named = isinstance(raw, (list, tuple)) and len(raw) == 2
    return axis(at, raw, kind) if named else numbers(at, raw)


def span(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return two lengths."""
    found = list_in_unit(at, raw, "m", 2)
    return BROKEN if found is BROKEN else tuple(found)


def wheels(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return the wheels of a track, each [body, centre, radius] or {body, at | on, radius}."""
    if not isinstance(raw, (list, tuple)):
        return at.refuse(raw, "must be a list of wheels", "write [[body, [x, y, z], radius], ...]")
    return [_wheel(at.key(i), item) for i, item in enumerate(raw)]


def _wheel(at: At, raw: Any) -> Any:
    keys: list[Any] = [0, 1, 2]
    if isinstance(raw, Mapping):
        if not at.mapping(raw, ("body", "at", "on", "radius"), ("body", "radius")):
            return BROKEN
        center = [key for key in ("at", "on") if key in raw]
        if len(center) != 1:
            return at.report("M28", "needs one of at and on: the centre of the wheel")
        keys = ["body", *center, "radius"]
    elif not isinstance(raw, (list, tuple)) or len(raw) != 3:
        return at.refuse(raw, "must be [body, centre, radius]")
    body, center_of, radius = keys
    carrier = name(at.key(body), raw[body])
    center_at = point(at.key(center_of), raw[center_of])
    if center_of == "on":
        center_at = on_body(at.key(center_of), carrier, center_at)
    return (carrier, center_at, number(at.key(radius), raw[radius]))


def on_body(at: At, body: Any, place: Any) -> Any:
    """Return a point of a body frame as a frame, where the builder takes points for drawn ones."""
    if not isinstance(place, list):
        return place
    if any(part is BROKEN for part in place):
        return BROKEN
    try:
        return Frame("point", body, Pose(tuple(place)))
    except ModelError as error:
        found = error.problems[0]
        return at.report(found.code, found.rule, value=at.literal(place))


def terms(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return the factors of coordinates, by their names."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be coordinates with factors", "write {A.angle: 1, B.angle: -2}")
    return {name(at.key(key), key): number(at.key(key), factor) for key, factor in raw.items()}


def points(at: At, raw: Any, kind: Kind | None = None) -> Any:
    """Return points of a force law, by name: {body, at}, or [body, point in the drawing]."""
    if not isinstance(raw, Mapping):
        return at.refuse(raw, "must be names with {body, at}", "write {tip: {body: arm, at: [..]}}")
    return {key: _named_point(at.key(key), item) for key, item in raw.items()}


def _named_point(at: At, raw: Any) -> Any:
    keys: list[Any] = [0, 1]
    if isinstance(raw, Mapping):
        if not at.mapping(raw, ("body", "at", "on"), ("body",)):
            return BROKEN
        where = [key for key in ("at", "on") if key in raw]
        if len(where) != 1:
            return at.report("M28", "needs one of at and on: where the point is")
        keys = ["body", *where]
    elif not isinstance(raw, (list, tuple)) or len(raw) != 2:
        return at.refuse(raw, "must be {body, at}, or [body, point in the drawing]")
    body, key = keys
    carrier = name(at.key(body), raw[body])
    read = numbers if key == "on" else place
    where_at = read(at.key(key), raw[key])
    return (carrier, on_body(at.key(key), carrier, where_at) if key == "on" else where_at)


Reader = Callable[[At, Any, Kind], Any]
"""What reads a value of a kind."""

PLAIN: dict[str, Reader] = {
    "number": number,
    "numbers": numbers,
    "place": place,
    "places": places,
    "density": density,
    "turn": turn,
    "name": name,
    "names": names,
    "coordinate": coordinate,
    "word": word,
    "flag": flag,
    "axis": axis,
    "point": point,
    "pose": pose,
    "span": span,
    "wheels": wheels,
    "terms": terms,
    "points": points,
}
