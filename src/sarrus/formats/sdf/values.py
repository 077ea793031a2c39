"""Values of SDF elements: the text between the tags, not attributes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from sarrus.errors import Location
from sarrus.formats.xml.reading import FULL_TURN, NO_UNIT, Reading, usual_number, usual_numbers
from sarrus.formats.xml.tree import Element
from sarrus.formats.xml.unread import Unread
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, roll_pitch_yaw
from sarrus.model.pose import Pose, Vector3, matrix3, vector3
from sarrus.spatial.rotation import quaternion_matrix

VALUE = "value"
"""The attribute under which the text of an element is read."""
ENDLESS = 1e16
"""Limits of this size, with which older files are filled, are none."""
NOT_UNIT = 1e-3
"""Quaternions whose length is off by more are a mistake."""

_INFINITE = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
_LARGE = re.compile(r"[+-]?[0-9]*\.?[0-9]+(?:[eE]\+?[0-9]+)?")
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(eq=False)
class Valued(Element):
    """An element whose text is its attribute `value`."""

    own: Element | None = None

    @cached_property
    def path(self) -> str:
        """The element in words, for messages."""
        return "" if self.own is None else self.own.path

    def _all_places(self) -> Mapping[str, Location]:
        """Where the attributes stand, the text, and each of its words."""
        own = self.own
        if own is None:
            return {}
        found = dict(own.places)
        if own.text_at is None:
            return found
        start, text = own.text_at, own.text
        whole = own.source.text[start : start + len(text)] == text
        found[VALUE] = own.source.place(start, start + len(text) if whole else None)
        words = list(re.finditer(r"\S+", text)) if whole else []
        if 1 < len(words) <= 9:
            for i, word in enumerate(words):
                place = own.source.place(start + word.start(), start + word.end())
                found[f"{VALUE}[{i}]"] = place
        return found


def with_value(element: Element) -> Valued:
    """Return an element with its text as an attribute."""
    attributes = {**element.attributes, VALUE: element.text}
    return Valued(
        element.tag, attributes, element.source, element.start, element.parent, element.children,
        None, "", element,
    )  # fmt: skip


@dataclass
class SdfReading(Reading):
    """The problems of a file, and the readers of its values; version: such as (1, 6)."""

    version: tuple[int, int] = (1, 11)

    def __post_init__(self) -> None:
        self.format = "SDF"
        self.unread = Unread()

    def child(self, element: Element, tag: str, *attributes: str) -> Valued | None:
        """Return the only child with a tag, as an element with a value; None if there is none."""
        found = self.single(element, tag)
        if found is None:
            return None
        taken = with_value(found)
        if found.children or found.attributes:
            self.only(taken, (), (VALUE, *attributes))
        return taken

    def plain_child(self, element: Element, tag: str) -> float | None:
        """Return the number of the only child with a tag, if it is one as programs write them."""
        found = [child for child in element.children if child.tag == tag]
        if len(found) != 1 or found[0].children or found[0].attributes:
            return None
        return usual_number(found[0].text)

    def child_text(self, element: Element, tag: str, *, needed: bool = False) -> str:
        """Return the text of a child; "" where there is none, or after a problem."""
        found = self.child(element, tag)
        if found is None:
            if needed:
                self.report(element, "M09", f"<{tag}> is missing", value=f"in {element.path}")
            return ""
        return (self.text(found, VALUE) or "").strip() if needed else found.attributes[VALUE]

    def child_flag(self, element: Element, tag: str, usual: bool = False) -> bool:
        """Return a child that is true or false."""
        found = self.child(element, tag)
        return usual if found is None else self.flag(found, VALUE, usual)

    def flag(self, element: Element, attribute: str, usual: bool = False) -> bool:
        """Return an attribute that is true or false."""
        written = element.attributes.get(attribute, "").strip().lower()
        if attribute not in element.attributes:
            return usual
        if written not in _FLAGS:
            value = f"'{element.attributes[attribute][:80]}'"
            rule = "is neither true nor false"
            self.report(element, "M25", rule, attribute=attribute, value=value)
            return usual
        return _FLAGS[written]

    def child_number(self, element: Element, tag: str, unit: str, usual: float) -> float:
        """Return the number of a child; the usual one where there is none, or after a problem."""
        plain = self.plain_child(element, tag)
        if plain is not None:
            return plain
        found = self.child(element, tag)
        if found is None:
            return usual
        read = self.number(found, VALUE, unit)
        return usual if read is None else read

    def child_vector(
        self, element: Element, tag: str, unit: str, *attributes: str
    ) -> Vector3 | None:
        """Return the three numbers of a child; None where there is none, or after a problem."""
        found = self.child(element, tag, *attributes)
        return None if found is None else self.vector(found, VALUE, unit)

    def child_bound(self, element: Element, tag: str, unit: str) -> float | None:
        """Return a limit; None where it is not given, infinite, or as large as infinite."""
        plain = self.plain_child(element, tag)
        if plain is not None and abs(plain) < ENDLESS:
            return plain
        found = self.child(element, tag)
        if found is None:
            return None
        word = found.attributes[VALUE].strip()
        if _INFINITE.fullmatch(word):
            return None
        if _LARGE.fullmatch(word) and abs(float(word)) >= ENDLESS:
            return None
        return self.number(found, VALUE, unit)

    def pose_value(self, element: Element | None) -> Pose:
        """Return the pose of <pose>: x y z and roll pitch yaw, or a quaternion x y z w."""
        if element is None or not element.text.strip():
            return Pose()
        form = element.attributes.get("rotation_format", "euler_rpy")
        if form not in ("euler_rpy", "quat_xyzw"):
            rule, value = "is neither euler_rpy nor quat_xyzw", f"'{form[:80]}'"
            self.report(element, "M25", rule, attribute="rotation_format", value=value)
            return Pose()
        degrees = self.flag(element, "degrees")
        count = 7 if form == "quat_xyzw" else 6
        read = usual_numbers(element.text.split(), count)
        if read is None:
            read = self.numbers(with_value(element), VALUE, "m", count, count)
        if read is None:
            return Pose()
        place = vector3(read[:3])
        if form == "quat_xyzw":
            x, y, z, w = read[3:]
            size = math.hypot(x, y, z, w)
            if not abs(size - 1.0) <= NOT_UNIT:
                rule = f"is a quaternion of length {size:.6g}, not 1"
                value = f"'{element.text[:80]}'"
                self.report(with_value(element), "M20", rule, attribute=VALUE, value=value)
                return Pose(place)
            q = np.array([w, x, y, z]) / size
            return Pose(place, matrix3(clean(quaternion_matrix(q))))
        angles = [math.radians(angle) if degrees else angle for angle in read[3:]]
        if not degrees and max(abs(angle) for angle in angles) > FULL_TURN:
            rule = "has an angle of more than a full turn"
            action = "write radians, or degrees='true' if these are degrees"
            value = f"'{element.text[:80]}' rad"
            self.report(
                with_value(element),
                "W05",
                rule,
                attribute=VALUE,
                value=value,
                action=action,
                severity="warning",
            )
        return Pose(place, roll_pitch_yaw(*angles))

    def axis_value(self, element: Element, *attributes: str) -> Vector3 | None:
        """Return the numbers of <xyz>, as they are written."""
        return self.child_vector(element, "xyz", NO_UNIT, *attributes)
