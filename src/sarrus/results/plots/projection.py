"""From space to the plane of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
ISOMETRIC = ((-0.70710678118654752, 0.70710678118654752, 0.0),
             (-0.40824829046386302, -0.40824829046386302, 0.81649658092772603))  # fmt: skip
"""Right and up, seen from x = y = z."""


@dataclass(frozen=True, eq=False)
class View:
    """A parallel projection: the directions of the world that are right and up in the picture."""

    right: np.ndarray
    up: np.ndarray
    x_label: str
    y_label: str

    @property
    def towards(self) -> np.ndarray:
        """The direction to the eye."""
        return np.cross(self.right, self.up)

    def of(self, points: Any) -> np.ndarray:
        """Return points of the world [m] in the picture: the last index is right, up."""
        rows = np.asarray(points, dtype=float)
        return rows @ np.column_stack([self.right, self.up])

    @property
    def flat(self) -> bool:
        """Whether it looks along an axis of the world."""
        return bool(np.sum(np.abs(self.towards) > 1e-12) == 1)


def view_of(plane: str | Sequence[Any]) -> View:
    """Return the view onto a plane.

    plane: letters of the axes to the right and up, such as "xz" or "-xy"; "isometric"; or two
    directions, to the right and up.
    """
    if isinstance(plane, str) and plane == "isometric":
        right, up = (np.array(axis) for axis in ISOMETRIC)
        return View(right, up, "right in the view [m]", "up in the view [m]")
    if isinstance(plane, str):
        letters = _letters(plane)
        axes = [(-1.0 if s == "-" else 1.0) * np.array(AXES[a]) for s, a in letters]
        x, y = (f"{'−' if s == '-' else ''}{a} [m]" for s, a in letters)
        return View(axes[0], axes[1], x, y)
    right, up = (np.asarray(axis, dtype=float) for axis in plane)
    right = right / np.linalg.norm(right)
    up = up - (up @ right) * right
    size = float(np.linalg.norm(up))
    if not size > 1e-9:
        raise ModelError(_no_plane(plane))
    return View(right, up / size, "right in the view [m]", "up in the view [m]")


def _letters(plane: str) -> list[tuple[str, str]]:
    found, sign = [], "+"
    for letter in plane:
        if letter in "+-":
            sign = letter
            continue
        found.append((sign, letter))
        sign = "+"
    if len(found) != 2 or any(a not in AXES for _, a in found) or found[0][1] == found[1][1]:
        raise ModelError(_no_plane(plane))
    return found


def _no_plane(plane: Any) -> Problem:
    return Problem(
        "S03",
        "plane",
        "is not a view plane",
        value=repr(plane)[:60],
        action='write for instance "xz", "-yz" or "isometric", or two directions',
    )
