"""A dataset as parts, markers and tables by their numbers, in SI units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cached_property

import numpy as np

from sarrus.formats.adams.statements import Statement
from sarrus.formats.adams.units import Numbers, Units, plain_number, units_of
from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.unread import Unread
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.orientation import axis_frame, clean, product
from sarrus.model.building.references import nearest
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3, vector3
from sarrus.model.validation.names import comparison_form

ZERO: Vector3 = (0.0, 0.0, 0.0)
BENDING = "bodies that bend are not modelled"
NOT_FIXED = {
    "FLEX_BODY": BENDING,
    "NODE_ID": BENDING,
    "CURVE": "joints along curves are not modelled",
    "SURFACE": "joints along curves are not modelled",
}
"""Markers that are not fixed to a rigid part, by the argument that tells it."""


@dataclass
class PartOfDeck:
    """A part: its statement, name here, and pose X_WB as the dataset has it."""

    statement: Statement
    name: str
    pose: Pose = Pose()
    is_point: bool = False

    @property
    def is_ground(self) -> bool:
        """Whether it is the ground."""
        return self.name == GROUND


@dataclass
class Marker:
    """A marker: its name here, its part and its pose X_BM there."""

    statement: Statement
    name: str
    part: PartOfDeck
    pose: Pose

    @cached_property
    def world(self) -> Pose:
        """X_WM as the dataset has it."""
        return product(self.part.pose, self.pose)


@dataclass
class Deck:
    """The statements of a dataset by keyword and number, and what they stand for."""

    title: str
    statements: list[Statement]
    reading: Reading
    unread: Unread
    tables: dict[str, dict[int, Statement]] = field(default_factory=dict)
    parts: dict[int, PartOfDeck] = field(default_factory=dict)
    points: dict[int, PartOfDeck] = field(default_factory=dict)
    markers: dict[int, Marker] = field(default_factory=dict)
    floating: dict[int, PartOfDeck] = field(default_factory=dict)
    """The parts of markers that Adams places itself, where forces react."""
    names: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> Numbers:
        """The reader of numbers."""
        return Numbers(self.reading, self.units)

    @cached_property
    def units(self) -> Units:
        """The units of the dataset."""
        found = self.single("UNITS")
        if found is None and self.statements:
            rule = "is missing; SI units are assumed: N, kg, m, s"
            action = "write UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND"
            first = self.statements[0]
            entry = self.reading.entry(first)
            entry.element = "dataset"
            entry.report("M05", "", rule, value="UNITS", action=action, severity="warning")
        return units_of(found, self.reading)

    def all(self, *keywords: str) -> Iterator[Statement]:
        """Yield the statements of some keywords, in the order of the file."""
        for keyword in keywords:
            yield from self.tables.get(keyword, {}).values()

    def single(self, keyword: str) -> Statement | None:
        """Return the statement of a keyword without number; the last one counts."""
        found = [s for s in self.statements if s.keyword == keyword]
        if len(found) > 1:
            also = tuple(s.place for s in found[:-1][:5])
            rule = f"is given {len(found)} times; the last one is used"
            self.reading.report(found[-1], "M07", rule, severity="warning", also=also)
        return found[-1] if found else None

    def find(self, statement: Statement, attribute: str, keyword: str) -> Statement | None:
        """Return the statement that an argument names by its number; None after a problem."""
        number = self.numbers.number_of(statement, attribute)
        return None if number is None else self.of_number(statement, attribute, keyword, number)

    def of_number(
        self, statement: Statement, attribute: str, keyword: str, number: int
    ) -> Statement | None:
        """Return a statement by its number; None after a problem."""
        table = self.tables.get(keyword, {})
        if number not in table:
            self.unknown(statement, attribute, keyword, number, table)
            return None
        return table[number]

    def unknown(
        self,
        statement: Statement,
        attribute: str,
        keyword: str,
        number: int,
        known: Iterable[int],
    ) -> None:
        """Report a number that no statement has."""
        rule, action = (
            f"is not the number of a {keyword}",
            nearest(str(number), [str(k) for k in known]),
        )
        self.reading.report(
            statement, "M09", rule, attribute=attribute, value=f"{number}", action=action
        )

    def marker(self, statement: Statement, attribute: str, *, needed: bool = True) -> Marker | None:
        """Return the marker that an argument names; None without it, or after a problem."""
        number = self.numbers.number_of(statement, attribute, needed=needed)
        if number is None:
            return None
        if number not in self.markers:
            if number not in self.tables.get("MARKER", {}):
                self.unknown(statement, attribute, "MARKER", number, self.markers)
            return None
        return self.markers[number]

    def pair(
        self, statement: Statement, a: str = "I", b: str = "J", *, same: bool = False
    ) -> tuple[Marker, Marker] | None:
        """Return two markers, on different parts unless `same`; None after a problem."""
        first, second = self.marker(statement, a), self.marker(statement, b)
        if first is None or second is None:
            return None
        if first.part is second.part and not same:
            rule = f"has both markers on {first.part.statement.path}"
            action = "give markers of two different parts"
            self.reading.report(statement, "M08", rule, action=action)
            return None
        return first, second

    def name(self, kind: str, statement: Statement, prefix: str = "") -> str:
        """Return a name for a statement that is free among its kind."""
        wanted = statement.label.strip().split(".")[-1] or (
            f"{statement.keyword}_{statement.number}"
        )
        return self.free_name(kind, wanted, prefix, statement.number)

    def free_name(self, kind: str, wanted: str, prefix: str = "", number: int = 0) -> str:
        """Return a name that is free among its kind: the wanted one, or one with more to it."""
        taken = self.names.setdefault(kind, {GROUND})
        if not wanted.isprintable() or "`" in wanted:
            wanted = "".join(c if c.isprintable() and c != "`" else "_" for c in wanted)
        wanted = wanted[:80]
        form = comparison_form(wanted)
        if form not in taken:
            taken.add(form)
            return wanted
        options = [wanted, f"{prefix}_{wanted}"] if prefix else [wanted]
        options.append(f"{wanted}_{number}")
        found = next((o for o in options if comparison_form(o) not in taken), "")
        i = 2
        while not found:
            again = f"{wanted}_{number}_{i}"
            found = "" if comparison_form(again) in taken else again
            i += 1
        taken.add(comparison_form(found))
        return found


def deck_of(statements: list[Statement], title: str, reading: Reading, unread: Unread) -> Deck:
    """Return the deck of some statements, with its parts and markers."""
    deck = Deck(title, statements, reading, unread)
    for statement in statements:
        table = deck.tables.setdefault(statement.keyword, {})
        other = table.setdefault(statement.number, statement)
        if other is not statement and statement.number:
            rule = "is given twice"
            reading.report(statement, "M07", rule, also=(other.place,))
    _read_parts(deck)
    _read_markers(deck)
    return deck


def _read_parts(deck: Deck) -> None:
    for statement in deck.all("PART", "POINT_MASS"):
        is_point = statement.keyword == "POINT_MASS"
        table = deck.points if is_point else deck.parts
        if statement.has("GROUND"):
            others = [p for p in deck.parts.values() if p.is_ground]
            if others:
                also = (others[0].statement.place,)
                rule = "is a second ground; a dataset has one"
                deck.reading.report(statement, "M07", rule, attribute="GROUND", also=also)
            table[statement.number] = PartOfDeck(statement, GROUND)
            continue
        pose = _pose(deck, statement, "QG", "ZG", "XG")
        name = deck.name("body", statement)
        table[statement.number] = PartOfDeck(statement, name, pose or Pose(), is_point)


def _read_markers(deck: Deck) -> None:
    before: dict[int, int] = {}
    """The part whose statement comes before that of a marker, which is its own if none is named."""
    last = None
    for statement in deck.statements:
        if statement.keyword == "PART":
            last = statement.number
        elif statement.keyword == "MARKER" and last is not None:
            before[statement.number] = last
    for statement in deck.all("MARKER"):
        part, given = _part_of(deck, statement, before), statement.names
        topic = next((t for a, t in NOT_FIXED.items() if a in given), "")
        if "FLOATING" in given and part is not None:
            deck.floating[statement.number] = part
        elif topic:
            deck.unread.note(topic, statement)
        elif "FUNCTION" in given:
            rule = "moves on its part by a program of a user, which is not run"
            deck.reading.report(statement, "F24", rule, attribute="FUNCTION")
        elif part is not None:
            pose = _pose(deck, statement, "QP", "ZP", "XP") or Pose()
            name = deck.name("frame", statement, part.name)
            deck.markers[statement.number] = Marker(statement, name, part, pose)


def _part_of(deck: Deck, statement: Statement, before: dict[int, int]) -> PartOfDeck | None:
    """Return the part of a marker; None after a problem, or where it is on a body that bends."""
    if statement.has("FLEX_BODY"):
        return None
    keyword = "POINT_MASS" if statement.has("POINT_MASS") else "PART"
    number = before.get(statement.number)
    if statement.has(keyword) or number is None:
        number = deck.numbers.number_of(statement, keyword)
    parts = deck.points if keyword == "POINT_MASS" else deck.parts
    if number is None or number in parts:
        return None if number is None else parts[number]
    deck.unknown(statement, keyword, keyword, number, parts)
    return None


def _pose(deck: Deck, statement: Statement, origin: str, z: str, x: str) -> Pose | None:
    """Return the pose of a part or marker; the default after a problem."""
    at = deck.numbers.all(statement, origin, "length", 3, 3)
    place = vector3(at) if at is not None else ZERO
    if statement.names.isdisjoint(("REULER", z, x)):
        return Pose(place)
    if statement.has("REULER"):
        if statement.has(z) or statement.has(x):
            rule = f"is given together with {z} or {x}, which say it in another way"
            deck.reading.report(statement, "M28", rule, attribute="REULER")
        angles = _angles(deck, statement)
        return None if angles is None else Pose(place, euler_313(*angles))
    toward_z = deck.numbers.all(statement, z, "length", 3, 3)
    toward_x = deck.numbers.all(statement, x, "length", 3, 3)
    by_x = statement.has("USEXP")
    if (toward_z is None and statement.has(z)) or (toward_x is None and statement.has(x)):
        return None
    if toward_z is None and toward_x is None:
        return Pose(place)
    return Pose(place, _axes(deck, statement, place, toward_z, toward_x, by_x, (z, x)))


def _angles(deck: Deck, statement: Statement) -> list[tuple[float, float]] | None:
    """Return cosine and sine of the three angles; those of whole quarters of a turn are exact."""
    argument = statement.get("REULER")
    read = deck.numbers.all(statement, "REULER", "angle", 3, 3)
    if argument is None or read is None:
        return None
    found = []
    for item, angle in zip(argument.items, read, strict=True):
        written = plain_number(item.text)
        if written is not None and written[1]:
            quarters, rest = divmod(written[0], 90.0)
            if rest == 0.0:
                k = int(quarters % 4)
                found.append(((1.0, 0.0, -1.0, 0.0)[k], (0.0, 1.0, 0.0, -1.0)[k]))
                continue
        found.append((math.cos(angle), math.sin(angle)))
    return found


def euler_313(
    psi: tuple[float, float], theta: tuple[float, float], phi: tuple[float, float]
) -> Matrix3:
    """Return R_z(psi) R_x(theta) R_z(phi); of each angle its cosine and sine."""
    first, second, third = (
        np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) if k != 1
        else np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
        for k, (c, s) in enumerate((psi, theta, phi))
    )  # fmt: skip
    return matrix3(clean(first @ second @ third))


def _axes(
    deck: Deck,
    statement: Statement,
    place: Vector3,
    toward_z: list[float] | None,
    toward_x: list[float] | None,
    by_x: bool,
    names: tuple[str, str],
) -> Matrix3:
    """Return the axes of which z points to one point and x lies in the plane with another."""
    towards: list[np.ndarray | None] = []
    for name, point in zip(names, (toward_z, toward_x), strict=True):
        if point is None:
            towards.append(None)
            continue
        d = np.array(point) - np.array(place)
        size = float(np.linalg.norm(d))
        scale = max(1e-9, float(np.max(np.abs(point))), *map(abs, place))
        if size <= 1e-12 * scale:
            rule = "is the point where the axes begin; it gives no direction"
            deck.reading.report(statement, "M19", rule, attribute=name)
            return IDENTITY
        towards.append(d / size)
    z, x = towards
    if z is not None and x is not None and np.linalg.norm(np.cross(z, x)) < 1e-9:
        rule = f"lies in line with {names[0]}; the two give no plane"
        deck.reading.report(statement, "M19", rule, attribute=names[1])
        return IDENTITY
    if by_x and x is not None:
        # x points to XP, z lies in the plane with ZP; without it z stays as near as possible
        z = np.array([0.0, 0.0, 1.0]) if z is None else z
        if np.linalg.norm(np.cross(x, z)) < 1e-9:
            z = np.array([0.0, 1.0, 0.0])
        y = np.cross(z, x)
        y /= np.linalg.norm(y)
        return matrix3(clean(np.column_stack([x, y, np.cross(x, y)])))
    if z is None:
        z = np.array([0.0, 0.0, 1.0])
    if x is None or np.linalg.norm(np.cross(z, x)) < 1e-9:
        x = np.array([1.0, 0.0, 0.0])
        if np.linalg.norm(np.cross(z, x)) < 1e-9:
            x = np.array([0.0, 1.0, 0.0])
    return axis_frame(vector3(clean(z)), vector3(clean(x)))
