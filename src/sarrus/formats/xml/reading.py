"""Values of XML elements: names, numbers, poses, and what is not known or not used."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field, replace

from sarrus.errors import Location, Problem
from sarrus.formats.located import Located
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import roll_pitch_yaw
from sarrus.model.building.references import nearest
from sarrus.model.pose import Pose, Vector3, vector3
from sarrus.model.quantity import QuantityError, quantity

LARGEST = 1e30
"""Products of a few such numbers are still finite."""
NO_UNIT = "dimensionless"
FULL_TURN = 2.0 * math.pi + 0.01
MOST_ALSO = 5

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_USUAL = re.compile(r"-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]*)?(?:e[+-]?[0-9]{1,2})?")
"""Numbers as programs write them, which need no second look."""
_TRAP = re.compile(r"0[xXbBoO]|[0-9]_[0-9]|[0-9]:[0-9]")


def usual_number(word: str) -> float | None:
    """Return a number as programs write them; None for what needs a second look."""
    if _USUAL.fullmatch(word) and abs(number := float(word)) <= LARGEST:
        return number
    return None


def usual_numbers(words: Sequence[str], count: int) -> list[float] | None:
    """Return so many numbers as programs write them; None for what needs a second look."""
    if len(words) != count or not all(map(_USUAL.fullmatch, words)):
        return None
    found = [float(word) for word in words]
    return found if max(map(abs, found), default=0.0) <= LARGEST else None


@dataclass
class Unused:
    """Elements or attributes of one kind that are not read."""

    problem: Problem
    places: list[Location]


@dataclass
class Reading:
    """The problems of a file that is being read, and what of it was not used."""

    format: str = "URDF"
    problems: list[Problem] = field(default_factory=list)
    unused: dict[tuple[str, str], Unused] = field(default_factory=dict)

    def entry(self, element: Located) -> Entry:
        """Return the reader of the attributes of an element, which reports into `problems`."""
        return Entry(element.path, element.places, self.problems)

    def only(
        self,
        element: Element,
        children: Collection[str] = (),
        attributes: Collection[str] = (),
        ignored: Collection[str] = (),
    ) -> None:
        """Note the children and attributes that are not known; `ignored` ones are well known."""
        for child in element.children:
            if child.tag not in children:
                foreign = child.tag in ignored or ":" in child.tag
                action = "" if foreign else nearest(child.tag, [*children, *ignored])
                self._note(element, f"<{child.tag[:60]}>", child.place, child.path, foreign, action)
        for name in element.attributes:
            if name not in attributes and name != "xmlns" and not name.startswith("xmlns:"):
                action = "" if ":" in name else nearest(name, attributes)
                place = element.places.get(name, element.place)
                self._note(element, f"'{name[:60]}'", place, element.path, ":" in name, action)
        if element.text_at is not None:
            place = element.source.place(element.text_at)
            self._note(element, "text", place, element.path, False, "")

    def _note(
        self, element: Element, what: str, place: Location, path: str, quiet: bool, action: str
    ) -> None:
        """Keep something that is not used: one message for all of its kind."""
        rule = f"in <{element.tag[:60]}> is not read"
        severity = "notice" if quiet else "warning"
        self.note_unused(element, what, rule, place, action, severity, path)

    def note_unused(
        self,
        element: Located,
        what: str,
        rule: str,
        place: Location,
        action: str = "",
        severity: str = "warning",
        path: str = "",
    ) -> None:
        """Keep something of an element that is not used: one message for all of its kind."""
        problem = Problem("M09", path or element.path, rule, what, "", action, severity, place)
        self.unused.setdefault((element.tag, what), Unused(problem, [])).places.append(place)

    def all_problems(self) -> list[Problem]:
        """Return all problems, with one for each kind of thing that is not used."""
        found = list(self.problems)
        for unused in self.unused.values():
            first, n = unused.problem, len(unused.places)
            rule = first.rule if n == 1 else f"{first.rule} ({n} times)"
            also = tuple(unused.places[1 : 1 + MOST_ALSO])
            found.append(
                Problem(
                    first.code,
                    first.element,
                    rule,
                    first.value,
                    action=first.action,
                    severity=first.severity,
                    location=first.location,
                    also=also,
                )
            )
        return found

    def report(
        self,
        element: Located,
        code: str,
        rule: str,
        *,
        attribute: str = "",
        value: str = "",
        action: str = "",
        severity: str = "error",
        also: tuple[Location, ...] = (),
    ) -> None:
        """Add a problem of an element or of one of its attributes."""
        self.entry(element).report(
            code, attribute, rule, value=value, action=action, severity=severity, also=also
        )

    def single(self, element: Element, tag: str) -> Element | None:
        """Return the only child with a tag, or None; warn where there are several."""
        found = [child for child in element.children if child.tag == tag]
        if len(found) > 1:
            rule = f"is given {len(found)} times; the first is used"
            also = tuple(child.place for child in found[:MOST_ALSO] if child is not found[1])
            self.report(found[1], "M07", rule, value=f"<{tag}>", severity="warning", also=also)
        return found[0] if found else None

    def geometry(self, element: Element) -> Element | None:
        """Return what says how a part looks; None after a warning where it is missing."""
        found = self.single(element, "geometry")
        if found is None:
            rule, value = "is missing; nothing is drawn", f"<geometry> of {element.path}"
            self.report(element, "M09", rule, value=value, severity="warning")
        return found

    def report_shapes(self, geometry: Element, count: int) -> None:
        """Warn of a geometry that holds no shape, or several."""
        rule = f"holds {count} shapes instead of one; nothing is drawn"
        self.report(geometry, "M09", rule, value="<geometry>", severity="warning")

    def need(self, element: Element, tag: str) -> Element | None:
        """Return the only child with a tag; report it where it is missing."""
        found = self.single(element, tag)
        if found is None:
            self.report(element, "M09", f"<{tag}> is missing", value=f"in {element.path}")
        return found

    def text(self, element: Element, attribute: str) -> str | None:
        """Return an attribute; report it where it is missing or blank."""
        value = element.attributes.get(attribute)
        if value is None or not value.strip():
            action = nearest(attribute, [k for k in element.attributes if k != "name"])
            close = action if action.startswith("did you mean") else ""
            state = "is missing" if value is None else "is empty"
            self.report(element, "M09", state, attribute=attribute, action=close)
            return None
        return value

    def number(
        self, element: Element, attribute: str, unit: str, default: float | None = None
    ) -> float | None:
        """Return one number; the default where it is not given, None after a problem."""
        text = element.attributes.get(attribute)
        if text is None and default is not None:
            return default
        word = "" if text is None else text.strip()
        if not word:
            self.text(element, attribute)  # says what is missing
            return None
        return self._plain(element, attribute, word, unit)

    def vector(
        self, element: Element, attribute: str, unit: str, default: Vector3 | None = None
    ) -> Vector3 | None:
        """Return three numbers; the default where they are not given, None after a problem."""
        text = element.attributes.get(attribute)
        if text is None and default is not None:
            return default
        if text is None or not text.strip():
            self.text(element, attribute)  # says what is missing
            return None
        read = self.numbers(element, attribute, unit, 3, 3)
        return None if read is None else vector3(read)

    def numbers(
        self, element: Element, attribute: str, unit: str, least: int, most: int
    ) -> list[float] | None:
        """Return from `least` to `most` numbers of an attribute; None after a problem."""
        text = element.attributes.get(attribute, "")
        words = text.split()
        if not least <= len(words) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            rule = f"must be {wanted} numbers, not {len(words)}"
            action = "separate numbers by spaces, not by commas" if "," in text else ""
            value = f"'{text[:80]}'"
            self.report(element, "M25", rule, attribute=attribute, value=value, action=action)
            return None
        usual = usual_numbers(words, len(words))
        if usual is not None:
            return usual
        found: list[float] = []
        for i, word in enumerate(words):
            number = self._plain(element, f"{attribute}[{i}]", word, unit)
            if number is not None:
                found.append(number)
        return found if len(found) == len(words) else None

    def _plain(self, element: Element, attribute: str, word: str, unit: str) -> float | None:
        """Return the number of a word: decimal, in SI units that are not written."""
        if (usual := usual_number(word)) is not None:
            return usual
        match = _NUMBER.match(word)
        rest = word[match.end() :].strip() if match else ""
        if rest and "," in word:
            code, rule = "M25", "has a comma"
            action = "write a decimal point, and spaces between numbers"
        elif rest and not _TRAP.match(word):
            code, rule = "M05", f"has '{rest[:20]}' after the number; {self.format} knows no units"
            action = "give the number alone" + (f", in {unit}" if unit != NO_UNIT else "")
        else:
            try:
                number = quantity(word, unit)
            except QuantityError as error:
                code, rule, action = error.code, error.reason, error.action
            else:
                if abs(number) <= LARGEST:
                    return number
                code, rule = "M24", f"is beyond {LARGEST:g}, too large to compute with"
                action = ""
        value = f"'{word[:80]}'"
        self.report(element, code, rule, attribute=attribute, value=value, action=action)
        return None

    def color(self, element: Element, attribute: str) -> str:
        """Return the color "#4477aa" of 3 or 4 numbers from 0 to 1; "" after a warning."""
        text = element.attributes.get(attribute, "")
        try:
            parts = [float(word) for word in text.split()]
        except ValueError:
            parts = []
        if len(parts) not in (3, 4) or not all(0.0 <= part <= 1.0 for part in parts):
            rule, value = "is not 4 numbers from 0 to 1; no color is used", f"'{text[:80]}'"
            self.report(element, "M25", rule, attribute=attribute, value=value, severity="warning")
            return ""
        return "#" + "".join(f"{round(255 * part):02x}" for part in parts[:3])

    def pose(self, element: Element | None) -> Pose:
        """Return the pose of the attributes xyz [m] and rpy [rad]; what is not given is zero."""
        if element is None:
            return Pose()
        zero = (0.0, 0.0, 0.0)
        position = self.vector(element, "xyz", "m", zero)
        angles = self.vector(element, "rpy", "rad", zero)
        if angles is not None and max(abs(angle) for angle in angles) > FULL_TURN:
            rule = "is more than a full turn"
            value = f"'{element.attributes['rpy'][:80]}' rad"
            action = "write radians, if these are degrees"
            self.report(
                element,
                "W05",
                rule,
                attribute="rpy",
                value=value,
                action=action,
                severity="warning",
            )
        return Pose(position or zero, roll_pitch_yaw(*(angles or zero)))

    def origin(self, element: Element) -> Pose:
        """Return the pose of the child <origin>."""
        found = self.single(element, "origin")
        if found is not None:
            self.only(found, attributes=("xyz", "rpy"))
        return self.pose(found)


def robot_problems(problems: Iterable[Problem], strict: bool) -> list[Problem]:
    """Return the problems of a robot file; a zero position outside the limits is no fault of it.

    strict: warnings are errors.
    """
    found = []
    for problem in dict.fromkeys(problems):
        if problem.code == "W21":
            problem = replace(problem, severity="notice")
        if strict and problem.severity == "warning":
            problem = replace(problem, severity="error")
        found.append(problem)
    return found
