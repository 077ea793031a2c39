"""New elements of a text: points, bodies, joints and springs, in the sections that it has.

Nothing of the text is written anew: lines are inserted behind the last entry of a section, with the
indent of its entries, or behind the sections that stand before it in a file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.marks import Marks
from sarrus.formats.yaml.model_file import SECTIONS
from sarrus.late_dataclass import dataclass
from sarrus.model.units import in_si, parts_of
from sarrus.studio.drawing_points import decimal_text
from sarrus.studio.text_edits import TextEdit

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAIN = re.compile(r"[A-Za-z_][\w. -]*", re.ASCII)
"""Names that need no quotes."""
WORDS = ("true", "false", "null", "yes", "no", "on", "off")
JOINTS = ("revolute", "prismatic")
UNITS = ("m", "cm", "mm", "um", "nm", "km", "in", "inch", "ft")
"""Units of lengths that new numbers follow, where the text has them."""
USUAL = 0.3
"""Length of a spring of 1000 N/m [m]; others are stiffer or softer by their size."""
DIGITS = 1e-3
"""Part of the step of a drawing to which typed places are kept; rounding noise is below it."""


@dataclass(frozen=True)
class Sections:
    """The sections of a text that can be read, and what is to be inserted in them."""

    text: str
    value: Mapping[str, Any]
    marks: Marks

    @staticmethod
    def of(text: str, file: str) -> Sections:
        """Return the sections of a text; raises ModelError where it is no document."""
        value, marks = parse(text, file)
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            raise ModelError(Problem("M09", "file", "holds no model"))
        return Sections(text, value, marks)

    def names(self, section: str) -> list[str]:
        """Return the names of a section."""
        found = self.value.get(section)
        return [str(name) for name in found] if isinstance(found, Mapping) else []

    def insertion(self, section: str, entries: Sequence[str]) -> TextEdit:
        """Return the edit that adds entries, `name: value` in one line each, to a section."""
        found = self.value.get(section)
        if section not in self.value:
            return self._new(section, entries)
        if isinstance(found, Mapping) and self._is_flow(section):
            return self._in_brackets(section, entries, bool(found))
        if found is not None and not isinstance(found, Mapping):
            rule = "is not a map of names, so that nothing can be added to it"
            raise ModelError(Problem("M25", f"section '{section}'", rule))
        return self._in_block(section, entries, found or {})

    def _is_flow(self, section: str) -> bool:
        return self.text[self.marks.span((section,))[0]] == "{"

    def _in_brackets(self, section: str, entries: Sequence[str], some: bool) -> TextEdit:
        end = self.marks.span((section,))[1] - 1
        before = self.text[:end].rstrip()
        comma = ", " if some and not before.endswith(",") else " " if some else ""
        return TextEdit(len(before), len(before), comma + ", ".join(entries))

    def _in_block(self, section: str, entries: Sequence[str], found: Mapping[str, Any]) -> TextEdit:
        end = self._end_of(section)
        indent = "  "
        if found:
            first = self.marks.key((section, next(iter(found))))
            indent = " " * (first.column - 1)
        return self._lines(end, [indent + entry for entry in entries])

    def _new(self, section: str, entries: Sequence[str]) -> TextEdit:
        """Return the edit that adds a section, behind those that stand before it in a file."""
        order = SECTIONS.index(section)
        earlier = [name for name in self.value if name in SECTIONS[:order]]
        end = max((self._end_of(name) for name in earlier), default=0)
        lines = [f"{section}:", *(f"  {entry}" for entry in entries)]
        return self._lines(end, ["", *lines] if end else lines)

    def _end_of(self, section: str) -> int:
        """Return the end of the last line of a section that is not empty nor a comment."""
        starts = sorted(self._key_start(name) for name in self.value)
        here = self._key_start(section)
        end = next((start for start in starts if start > here), len(self.text))
        last = here
        at = here
        for line in self.text[here:end].split("\n"):
            text = line.strip()
            if (text and not text.startswith("#")) or (text and line.startswith(" ")):
                last = at + len(line.rstrip())
            at += len(line) + 1
        return last

    def _key_start(self, section: str) -> int:
        return self.marks.root.keys[section][0]

    def _lines(self, end: int, lines: Sequence[str]) -> TextEdit:
        """Return the edit that adds lines behind the line that ends at a position."""
        at = self.text.find("\n", end)
        if end == 0 and not self.text.strip():
            return TextEdit(0, 0, "\n".join(lines) + "\n")
        if at < 0:
            return TextEdit(len(self.text), len(self.text), "\n" + "\n".join(lines) + "\n")
        return TextEdit(at, at, "\n" + "\n".join(lines))


@dataclass(frozen=True)
class Addition:
    """Edits that add an element, its section and name, and what is worth telling."""

    edits: tuple[TextEdit, ...]
    section: str
    name: str
    notes: tuple[str, ...] = ()


PointOrName = str | Sequence[float]
"""A point: its name, or a place [m] where a new one is made."""


@dataclass
class Additions:
    """Adds elements to a text; step: the resolution of new numbers [m]."""

    sections: Sections
    step: float

    def point(self, at: Sequence[float]) -> Addition:
        """Return the addition of a point of the drawing."""
        names, edits = self._points([at])
        return Addition(tuple(edits), "points", names[0])

    def body(self, points: Sequence[PointOrName], length: float) -> Addition:
        """Return the addition of a bar of steel through points; length: of it, about [m]."""
        if len(points) < 2:
            raise ModelError(Problem("M28", "new body", "needs two points or more"))
        names, edits = self._points(points)
        if len(set(names)) != len(names):
            raise ModelError(Problem("M28", "new body", "has the same point twice"))
        name = self._free("bodies", "link")
        width, thick = self._section(length)
        listed = ", ".join(map(quote, names))
        ends = f"through: [{listed}]"
        if len(names) == 2:
            ends = f"from: {quote(names[0])}, to: {quote(names[1])}"
        shape = f"{{type: bar, {ends}, width: {width}, thickness: {thick}}}"
        entry = f"{name}: {{density: steel, shapes: [{shape}]}}"
        edits.append(self.sections.insertion("bodies", [entry]))
        return Addition(tuple(edits), "bodies", name)

    def _section(self, length: float) -> tuple[str, str]:
        """Return width and thickness as the first bar of the text has them, or by a length [m]."""
        bodies = self.sections.value.get("bodies")
        for body in bodies.values() if isinstance(bodies, Mapping) else ():
            shapes = body.get("shapes") if isinstance(body, Mapping) else None
            for shape in shapes if isinstance(shapes, list) else ():
                if isinstance(shape, Mapping) and shape.get("type") == "bar":
                    found = [shape.get(key) for key in ("width", "thickness")]
                    if all(isinstance(x, (str, int, float)) for x in found):
                        return str(found[0]), str(found[1])
        wide = round_length(0.14 * length)
        return self._length(wide, wide), self._length(wide / 2, wide / 2)

    def joint(self, kind: str, parent: str, child: str, at: PointOrName, axis: str) -> Addition:
        """Return the addition of a revolute or prismatic joint between two bodies."""
        if kind not in JOINTS:
            raise ModelError(Problem("M09", "new joint", "is revolute or prismatic", kind[:40]))
        if parent == child:
            rule = "connects a body with itself"
            action = "choose two bodies, or ground and a body"
            raise ModelError(Problem("M09", "new joint", rule, action=action))
        names, edits = self._points([at])
        taken = self.sections.names("joints")
        name = names[0] if names[0] not in taken else self._free("joints", "J")
        entry = (
            f"{quote(name)}: {{type: {kind}, parent: {quote(parent)}, child: {quote(child)}, "
            f"at: {quote(names[0])}, axis: {axis}}}"
        )
        edits.append(self.sections.insertion("joints", [entry]))
        return Addition(tuple(edits), "joints", name)

    def spring(
        self, a: str, at_a: PointOrName, b: str, at_b: PointOrName, length: float = USUAL
    ) -> Addition:
        """Return the addition of a spring with a damper between points of two bodies.

        length: of the spring [m]. It bends as much of it as one of any size: weights grow by the
        third power of lengths, so that k is by the second and c, as sqrt(k m), by 2.5.
        """
        if a == b:
            rule = "connects a body with itself"
            raise ModelError(Problem("M09", "new spring", rule, action="choose two bodies"))
        names, edits = self._points([at_a, at_b])
        name = self._free("forces", "spring")
        tens = round(math.log10(length / USUAL))
        k, c = 10.0 ** (3 + 2 * tens), 10.0 ** (1 + math.floor(2.5 * tens))
        entry = (
            f"{name}: {{type: spring_damper, a: {quote(a)}, b: {quote(b)}, "
            f"at_a: {quote(names[0])}, at_b: {quote(names[1])}, k: {k:g} N/m, c: {c:g} N*s/m}}"
        )
        edits.append(self.sections.insertion("forces", [entry]))
        return Addition(tuple(edits), "forces", name)

    def _points(self, values: Sequence[PointOrName]) -> tuple[list[str], list[TextEdit]]:
        """Return the names of points, and the edit that adds those that are places."""
        known = self.sections.names("points")
        names, entries = [], []
        for one in values:
            if isinstance(one, str):
                if one not in known:
                    raise ModelError(Problem("M09", f"point '{one[:80]}'", "is not in the text"))
                names.append(one)
                continue
            name = _letter([*known, *names])
            x, y, z = (self._length(value, DIGITS * self.step) for value in one)
            names.append(name)
            entries.append(f"{name}: [{x}, {y}, {z}]")
        return names, [self.sections.insertion("points", entries)] if entries else []

    def _length(self, value: float, step: float) -> str:
        """Return a length as the text writes its lengths."""
        unit = self.unit
        size = in_si("1", unit)
        number = decimal_text(value / size, max(step / size, 1e-9))
        return number if number == "0" or unit == "m" else f"{number} {unit}"

    @property
    def unit(self) -> str:
        """The unit that the points and constants of the text have most, mm in a new one."""
        counts: dict[str, int] = {}
        for section in ("points", "constants"):
            for raw in _scalars(self.sections.value.get(section)):
                parts = parts_of(raw) if isinstance(raw, str) else None
                unit = parts[1] if parts else "m" if isinstance(raw, float) else ""
                if unit in UNITS:
                    counts[unit] = counts.get(unit, 0) + 1
        return max(counts, key=lambda unit: counts[unit]) if counts else "mm"

    def _free(self, section: str, stem: str) -> str:
        taken = set(self.sections.names(section))
        return next(n for k in range(1, len(taken) + 2) if (n := f"{stem}{k}") not in taken)


def quote(name: str) -> str:
    """Return a name as YAML reads it."""
    if PLAIN.fullmatch(name) and name.lower() not in WORDS and name == name.strip():
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def round_length(length: float) -> float:
    """Return 1, 2 or 5 times a power of ten, at or below a length."""
    power = 10.0 ** math.floor(math.log10(length))
    times = length / power
    return (5 if times >= 5 else 2 if times >= 2 else 1) * power


def _letter(taken: Sequence[str]) -> str:
    """Return the first free name of a point: A to Z, then P1, P2, ..."""
    for name in LETTERS:
        if name not in taken:
            return name
    return next(n for k in range(1, len(taken) + 2) if (n := f"P{k}") not in taken)


def _scalars(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [x for inner in value.values() for x in _scalars(inner)]
    if isinstance(value, list):
        return [x for inner in value for x in _scalars(inner)]
    return [value]
