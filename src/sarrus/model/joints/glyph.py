"""How a joint is drawn: the parts of its glyph on the page, its mark in a sketch.

Sizes of parts are in radii of the links, so that a joint fits the links that it connects.
"""

from __future__ import annotations

from typing import Literal

from sarrus.late_dataclass import dataclass

Shape = Literal["cylinder", "ball", "box", "guide", "thread"]


@dataclass(frozen=True)
class Part:
    """One solid of a glyph, centred at the frame F on the parent or M on the child.

    size: (radius, length) of a cylinder along the axis `along`; (radius,) of a ball; (x, y, z) of a
    box. A guide is a bar along z over all that the joint travels: (radius,) if round, (x, y) if
    square. A thread winds about z: (radius, length), advancing by `pitch` metres in a turn.
    material: "pin" or "steel"; "glass" is steel that one sees through.
    """

    shape: Shape
    size: tuple[float, ...]
    on: Literal["parent", "child"] = "child"
    along: Literal["x", "y", "z"] = "z"
    material: Literal["pin", "steel", "glass"] = "pin"
    pitch: float = 0.0


@dataclass(frozen=True)
class Mark:
    """The mark of a joint in a plane drawing; size: its diameter in points."""

    outline: Literal["circle", "square"] = "circle"
    size: float = 5.4
    inner: Literal["", "circle", "cross"] = ""


AXLE = (Part("cylinder", (0.7, 3.6)), Part("cylinder", (0.12, 8.0)))
"""A pin, and a thin line along its axis."""
