"""Sections of beams by name: areas and moments of their sizes."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh

import numpy as np

from sarrus.late_dataclass import dataclass

SIZES = {
    "round": ("diameter",),
    "tube": ("diameter", "wall"),
    "rectangle": ("width", "height"),
    "I": ("height", "width", "flange", "web"),
}
"""Sections by name, with the sizes [m] that describe them: width along y, height along z."""


@dataclass(frozen=True)
class Section:
    """A section: x along the beam, y and z its principal axes through the centre [m].

    shear ratios: the area by that which shears, 0 where it is not known; outer: distances of the
    outermost fibres; box: width and height of what is drawn, () for a circle.
    """

    area: float
    torsion_constant: float
    second_moment_y: float
    second_moment_z: float
    shear_ratio_y: float = 0.0
    shear_ratio_z: float = 0.0
    outer_y: float = 0.0
    outer_z: float = 0.0
    is_round: bool = False
    box: tuple[float, ...] = ()


def section_of(kind: str, sizes: tuple[float, ...]) -> Section | None:
    """Return a section by name and sizes; None where its walls are thicker than itself."""
    return _OF[kind](*sizes)


def _tube(diameter: float, wall: float) -> Section | None:
    inner = diameter - 2.0 * wall
    if inner < 0.0:
        return None
    area = 0.25 * np.pi * (diameter**2 - inner**2)
    moment = np.pi / 64.0 * (diameter**4 - inner**4)
    ratio = 10.0 / 9.0 if inner == 0.0 else 2.0  # of a thin wall
    outer = 0.5 * diameter
    return Section(area, 2.0 * moment, moment, moment, ratio, ratio, outer, outer, True)


def _round(diameter: float) -> Section | None:
    return _tube(diameter, 0.5 * diameter)


def _rectangle(width: float, height: float) -> Section | None:
    a, b = max(width, height), min(width, height)
    # Saint-Venant's series; its terms fall by the fifth power
    series = sum(tanh(n * np.pi * a / (2.0 * b)) / n**5 for n in range(1, 40, 2))
    torsion = a * b**3 * (1.0 / 3.0 - 64.0 / np.pi**5 * b / a * series)
    return Section(
        width * height, torsion, width * height**3 / 12.0, height * width**3 / 12.0,
        1.2, 1.2, 0.5 * width, 0.5 * height, box=(width, height),
    )  # fmt: skip


def _i_section(height: float, width: float, flange: float, web: float) -> Section | None:
    inside = height - 2.0 * flange
    if inside <= 0.0 or web > width:
        return None
    area = 2.0 * width * flange + inside * web
    return Section(
        area,
        (2.0 * width * flange**3 + (height - flange) * web**3) / 3.0,  # of thin walls
        (width * height**3 - (width - web) * inside**3) / 12.0,
        (2.0 * flange * width**3 + inside * web**3) / 12.0,
        1.2 * area / (2.0 * width * flange),
        area / (height * web),
        0.5 * width,
        0.5 * height,
        box=(width, height),
    )


_OF: dict[str, Callable[..., Section | None]] = {
    "round": _round,
    "tube": _tube,
    "rectangle": _rectangle,
    "I": _i_section,
}
