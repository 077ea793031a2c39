"""The points of the drawing: where they are, and their numbers in the text.

A point can be moved by its literal numbers: `[0.1, 0, 250 mm]` has three of them. What is an
expression stays as it is, since nobody can say which of its numbers is meant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.marks import Marks
from sarrus.formats.yaml.model_file import read_document
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import in_unit
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND
from sarrus.model.quantity import quantity
from sarrus.model.units import in_si, parts_of
from sarrus.studio.text_edits import TextEdit

AXES = "xyz"
DIGITS = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
MOST_DECIMALS = 12
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Coordinate:
    """A number of a point in the text: path, value [m], raw value, and digits and unit if literal.

    unit: "" for metres without a unit; None where the text is an expression.
    """

    path: Path
    value: float
    raw: Any
    unit: str | None

    @property
    def is_literal(self) -> bool:
        """Whether it is a number that can be replaced."""
        return self.unit is not None


@dataclass(frozen=True)
class DrawnPoint:
    """A point of the drawing: name, place [m], the name of what it is counted from, coordinates.

    fixed: why it cannot be moved, "" where it can; bodies: those that name it, ground not among
    them.
    """

    name: str
    at: tuple[float, float, float]
    coordinates: tuple[Coordinate, ...]
    fixed: str = ""
    bodies: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name without what tells points of joints from those of the drawing."""
        return self.name.removeprefix("joint:")

    def record(self) -> dict[str, Any]:
        """Return what the page shows of it."""
        free = [c.is_literal for c in self.coordinates] or [False] * 3
        return {"name": self.name, "label": self.label, "at": list(self.at), "free": free,
                "fixed": self.fixed, "bodies": list(self.bodies)}  # fmt: skip


@dataclass(frozen=True)
class Drawing:
    """The points of a text that can be read."""

    points: Mapping[str, DrawnPoint]
    scope: Scope
    marks: Marks

    def edits_to_move(
        self, name: str, to: Sequence[float], step: float
    ) -> tuple[list[TextEdit], list[str]]:
        """Return the edits that bring a point to a place [m], and what could not be done.

        step: the resolution of the new numbers [m].
        """
        point = self.points.get(name)
        if point is None:
            raise ModelError(Problem("M09", f"point '{name}'", "is not in the text"))
        if point.fixed:
            return [], [point.fixed]
        edits, notes = [], []
        for axis, coordinate, old, new in zip(AXES, point.coordinates, point.at, to, strict=True):
            if abs(new - old) < 0.5 * step:
                continue
            if not coordinate.is_literal:
                notes.append(self._note(point, axis, coordinate))
                continue
            edits.append(self._edit(point, coordinate, coordinate.value + new - old, step))
        return edits, notes

    def _edit(
        self, point: DrawnPoint, coordinate: Coordinate, value: float, step: float
    ) -> TextEdit:
        start, end = self.marks.span(coordinate.path)
        literal = self.marks.source.text[start:end]
        bare = literal == "0"
        unit = self._usual_unit(point) if bare else coordinate.unit
        size = in_si("1", unit) if unit else 1.0
        digits = DIGITS.search(literal)
        first, last = digits.span() if digits else (0, len(literal))
        new = decimal_text(value / size, step / size, literal[first:last])
        return TextEdit(start + first, start + last, f"{new} {unit}" if bare and unit else new)

    def _usual_unit(self, point: DrawnPoint) -> str:
        """Return the unit that a bare 0 gets: that of the next number, of the same point first."""
        near = [*point.coordinates, *(c for p in self.points.values() for c in p.coordinates)]
        return next((c.unit for c in near if c.unit is not None and c.value != 0.0), "")

    def _note(self, point: DrawnPoint, axis: str, coordinate: Coordinate) -> str:
        words = re.findall(r"[A-Za-z_][\w.]*", str(coordinate.raw))
        known = [w for w in dict.fromkeys(words) if w in self.scope]
        hint = f"; change {' or '.join(known)} instead" if known else ""
        return f"{axis} of {point.label} is the expression {coordinate.raw!r} and stays{hint}"


def decimal_text(value: float, step: float, former: str = "") -> str:
    """Return a number with as many decimals as a step needs, and as the former text had."""
    wanted = 0 if step >= 1.0 else min(math.ceil(-math.log10(step) - 1e-9), MOST_DECIMALS)
    had = len(former.partition(".")[2]) if "e" not in former.lower() else 0
    text = f"{round(value, wanted):.{wanted}f}"
    whole, _, part = text.partition(".")
    part = part.rstrip("0").ljust(min(had, wanted), "0")
    text = f"{whole}.{part}" if part else whole
    return "0" if float(text) == 0.0 and not part else text


def read_drawing(text: str, file: str) -> Drawing:
    """Return the points of a text: those of the section `points`, and of joints that have own ones.

    Raises ModelError where the text is no document; what is wrong in points leaves these out.
    """
    value, marks = parse(text, file)
    read = read_document(value, marks, file)
    found: dict[str, DrawnPoint] = {}
    raw = value.get("points")
    places = read.page.points
    for name, record in raw.items() if isinstance(raw, Mapping) else ():
        point = _named_point(str(name), record, places, read.scope)
        if point is not None:
            found[point.name] = point
    joints = value.get("joints")
    for name, record in joints.items() if isinstance(joints, Mapping) else ():
        at = record.get("at") if isinstance(record, Mapping) else None
        if isinstance(at, list) and len(at) == 3 and "for" not in record:
            point = _of_list(f"joint:{name}", ("joints", name, "at"), at, read.scope)
            if point is not None:
                found[point.name] = point
    using = _bodies_by_point(value)
    whole = {
        name: replace(point, bodies=tuple(using.get(name, ()))) for name, point in found.items()
    }
    return Drawing(whole, read.scope, marks)


def _bodies_by_point(value: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the bodies that name a point, in their shapes or by their joints."""
    found: dict[str, list[str]] = {}

    def note(point: Any, body: Any) -> None:
        if isinstance(point, str) and isinstance(body, str) and body != GROUND:
            listed = found.setdefault(point, [])
            if body not in listed:
                listed.append(body)

    for name, body in _records(value.get("bodies")):
        raw = body.get("shapes")
        shapes = [*(raw if isinstance(raw, list) else ()), body.get("shape"), body]
        for shape in shapes:
            if isinstance(shape, Mapping):
                ends = [shape.get(key) for key in ("from", "to", "at", "com")]
                through = shape.get("through")
                for point in [*ends, *(through if isinstance(through, list) else ())]:
                    note(point, name)
    for name, joint in _records(value.get("joints")):
        for point in (joint.get("at"), f"joint:{name}"):
            for side in ("parent", "child"):
                note(point, joint.get(side))
    return found


def _records(section: Any) -> list[tuple[str, Mapping[str, Any]]]:
    items = section.items() if isinstance(section, Mapping) else ()
    return [(str(name), record) for name, record in items if isinstance(record, Mapping)]


def _named_point(
    name: str, record: Any, places: Mapping[str, Any], scope: Scope
) -> DrawnPoint | None:
    at = places.get(name, BROKEN)
    if isinstance(record, Mapping) and "for" in record:
        return None
    if at is BROKEN:
        return None
    here = (float(at[0]), float(at[1]), float(at[2]))
    if isinstance(record, str):
        return DrawnPoint(name, here, (), f"{name} is the point {record}; move that one")
    if isinstance(record, Mapping):
        key = "at" if "at" in record else "by"
        found = _of_list(name, ("points", name, key), record[key], scope)
        return found and DrawnPoint(name, here, found.coordinates)
    return _of_list(name, ("points", name), record, scope)


def _of_list(name: str, path: Path, raw: Any, scope: Scope) -> DrawnPoint | None:
    """Return the point of three lengths, None where one of them cannot be read."""
    found = []
    for k, x in enumerate(raw):
        value = _length(x, scope)
        if value is None:
            return None
        found.append(Coordinate((*path, k), value, x, _unit(x, scope)))
    a, b, c = found
    return DrawnPoint(name, (a.value, b.value, c.value), (a, b, c))


def _length(raw: Any, scope: Scope) -> float | None:
    found = in_unit(At(Page({}), "", (), scope), raw, "m")
    return None if found is BROKEN else float(found)


def _unit(raw: Any, scope: Scope) -> str | None:
    """Return the unit of a literal number, "" without one; None for an expression."""
    if not isinstance(raw, str):
        return ""
    if not scope.is_for_the_builder(raw):
        return None
    parts = parts_of(raw)
    if parts is None:
        return None
    quantity(raw, "m")
    return parts[1]
