"""XML text: elements, indented, with numbers that read back to the last bit."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import field, replace
from xml.sax.saxutils import escape, quoteattr

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.pose import IDENTITY, Pose


@dataclass
class Written:
    """An element that is to be written."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Written] = field(default_factory=list)
    text: str = ""
    """What stands between its tags; an element has text or children."""

    def add(self, tag: str, **attributes: str) -> Written:
        """Add a child and return it."""
        child = Written(tag, attributes)
        self.children.append(child)
        return child

    def add_text(self, tag: str, text: str, **attributes: str) -> Written:
        """Add a child that holds a text and return it."""
        child = Written(tag, attributes, text=text)
        self.children.append(child)
        return child

    def add_origin(self, pose: Pose) -> None:
        """Add <origin>, unless the pose is the identity."""
        if pose != Pose():
            self.add("origin", **origin_attributes(pose))

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the lines of the element."""
        listed = "".join(f" {key}={quoteattr(value)}" for key, value in self.attributes.items())
        if self.text:
            yield f"{indent}<{self.tag}{listed}>{escape(self.text)}</{self.tag}>"
            return
        if not self.children:
            yield f"{indent}<{self.tag}{listed}/>"
            return
        yield f"{indent}<{self.tag}{listed}>"
        for child in self.children:
            yield from child.lines(indent + "  ")
        yield f"{indent}</{self.tag}>"


def document_text(
    root: Written, problems: Collection[Problem], carriers: Container[str], partial: bool
) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of a model in a format that cannot hold all of it, and the notices.

    Errors are raised unless partial, those of `carriers`, on which other bodies stand, always.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    hard = [problem for problem in errors if problem.element in carriers]
    if hard or (errors and not partial):
        raise ModelError(hard if partial else errors)
    text = '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(root.lines()) + "\n"
    return text, tuple(replace(problem, severity="notice") for problem in problems)


def number(value: float) -> str:
    """Return the shortest text that reads back as the same number."""
    text = repr(float(value) + 0.0)
    return text.removesuffix(".0")


def numbers(values: Iterable[float]) -> str:
    """Return several numbers with spaces between them."""
    return " ".join(number(value) for value in values)


def origin_attributes(pose: Pose) -> dict[str, str]:
    """Return the attributes xyz and rpy of a pose, without those that are zero."""
    found = {}
    if any(pose.position):
        found["xyz"] = numbers(pose.position)
    if pose.rotation != IDENTITY:
        found["rpy"] = numbers(roll_pitch_yaw_of(pose))
    return found


def roll_pitch_yaw_of(pose: Pose) -> tuple[float, float, float]:
    """Return the angles of R = Rz(yaw) Ry(pitch) Rx(roll), exact in gimbal lock too.

    With the yaw of the first column, Rz(-yaw) R = Ry(pitch) Rx(roll) gives the other two.
    """
    (r00, r01, r02), (r10, r11, r12), (r20, _, _) = pose.rotation
    yaw = math.atan2(r10, r00) if r10 or r00 else 0.0
    c, s = math.cos(yaw), math.sin(yaw)
    pitch = math.atan2(-r20, c * r00 + s * r10)
    roll = math.atan2(s * r02 - c * r12, c * r11 - s * r01)
    return roll + 0.0, pitch + 0.0, yaw + 0.0
