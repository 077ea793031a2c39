"""Surfaces of triangles."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, rows
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import settle
from sarrus.road.grid import GridRoad, heights
from sarrus.road.road import Surface
from sarrus.spatial.arrays import Scalar

MOST_CELLS = 1 << 22
INSIDE = 1e-9
"""How far outside a triangle, as a part of it, a place still counts as inside."""


@dataclass(frozen=True, eq=False)
class MeshRoad(Surface):
    """A surface of triangles, smoothed: a grid of lines `spacing` apart with bicubic patches.

    points: rows (x, y, z) [m]; triangles: rows of three numbers of points, from 0. At the crossings
    of the grid heights are those of the mesh, the higher one where two triangles lie over each
    other; between them edges of the mesh are rounded off over about the spacing. `deviation` tells
    by how much. The mesh must cover the rectangle of its points: what it leaves open is refused.

    Example:
        points = [[0, 0, 0], [4, 0, 0], [0, 4, 1], [4, 4, 1]]
        road = sarrus.road.MeshRoad(points, [[0, 1, 2], [1, 3, 2]])
    """

    points: np.ndarray = field(metadata=rows("m", "x, y and z", 3))
    triangles: np.ndarray = field(
        metadata=rows("dimensionless", "numbers of three points, from 0", 3)
    )
    spacing: float = field(
        default=0.1, metadata=number("m", "of the grid, over which edges are rounded", above=0.0)
    )

    def __post_init__(self) -> None:
        settle(self)
        problems: list[Problem] = []
        points = _rows("points", self.points, problems)
        corners = _rows("triangles", self.triangles, problems)
        if problems:
            raise ModelError(problems)
        wrong = (corners != np.floor(corners)) | (corners < 0) | (corners >= len(points))
        if np.any(wrong):
            k = int(np.argmax(np.any(wrong, axis=1)))
            rule = f"row {k} names a point that is not there; they are 0 to {len(points) - 1}"
            value = ", ".join(f"{x:g}" for x in corners[k])
            raise ModelError(Problem("M09", "road MeshRoad / triangles", rule, value))
        size = np.ptp(points[:, :2], axis=0)
        cells = float(np.prod(size / self.spacing))
        if not np.all(size >= self.spacing) or cells > MOST_CELLS:
            rule = (
                f"must be below the size of the mesh, {size[0]:g} m x {size[1]:g} m, and make at "
                f"most {MOST_CELLS:,} cells"
            )
            problem = Problem("M04", "road MeshRoad / spacing", rule, f"{self.spacing:g}")
            raise ModelError(problem)
        for name, array in (("points", points), ("triangles", corners)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        _ = self.grid  # refuses holes

    @cached_property
    def grid(self) -> GridRoad:
        """The grid whose crossings are on the mesh."""
        low, high = np.min(self.points[:, :2], axis=0), np.max(self.points[:, :2], axis=0)
        x, y = (
            np.linspace(a, b, max(2, round((b - a) / self.spacing) + 1))
            for a, b in zip(low, high, strict=True)
        )
        z = mesh_heights(self.points, self.triangles.astype(int), x, y)
        return GridRoad(x, y, heights("road MeshRoad / triangles", z, (len(x), len(y)), x, y))

    @cached_property
    def deviation(self) -> float:
        """The greatest difference [m] of surface and mesh, at its points and amid the cells."""
        x, y, z = self.points.T
        at_points = np.abs(self.grid.height(x, y) - z)
        x, y = (0.5 * (line[:-1] + line[1:]) for line in (self.grid.x, self.grid.y))
        z = mesh_heights(self.points, self.triangles.astype(int), x, y)
        amid = np.abs(self.grid.height(x[:, None], y[None, :]) - z)
        return float(max(np.max(at_points), np.max(amid)))

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        return self.grid._at(x, y)

    @property
    def extent(self) -> tuple[float, float]:
        return self.grid.extent

    @property
    def course(self) -> tuple[float, float]:
        return self.grid.extent

    @property
    def sides(self) -> tuple[float, float]:
        return self.grid.sides

    @property
    def detail(self) -> float:
        return self.spacing

    def __eq__(self, other: object) -> bool:
        return self.grid == other.grid if isinstance(other, MeshRoad) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.grid)

    def __repr__(self) -> str:
        return f"MeshRoad({len(self.triangles)} triangles, {self.grid!r})"


def mesh_heights(
    points: np.ndarray, triangles: np.ndarray, x: np.ndarray, y: np.ndarray
) -> np.ndarray:
    """Return the height of a mesh at the crossings of lines; NaN where no triangle is."""
    found = np.full((len(x), len(y)), -np.inf)
    for corner in points[triangles]:
        low, high = np.min(corner, axis=0), np.max(corner, axis=0)
        rim = INSIDE * (high - low + 1.0)
        i0, i1 = np.searchsorted(x, (low[0] - rim[0], high[0] + rim[0]))
        j0, j1 = np.searchsorted(y, (low[1] - rim[1], high[1] + rim[1]))
        (a_x, a_y, a_z), b, c = corner[0], corner[1] - corner[0], corner[2] - corner[0]
        area = b[0] * c[1] - b[1] * c[0]
        if i0 == i1 or j0 == j1 or area == 0.0:
            continue
        p, q = x[i0:i1, None] - a_x, y[None, j0:j1] - a_y
        u, v = (p * c[1] - q * c[0]) / area, (q * b[0] - p * b[1]) / area
        inside = (u >= -INSIDE) & (v >= -INSIDE) & (u + v <= 1.0 + INSIDE)
        z = np.where(inside, a_z + u * b[2] + v * c[2], -np.inf)
        found[i0:i1, j0:j1] = np.maximum(found[i0:i1, j0:j1], z)
    return np.where(np.isneginf(found), np.nan, found)


def _rows(name: str, value: Any, problems: list[Problem]) -> np.ndarray:
    try:
        found = np.array(value, dtype=float) + 0.0
    except (TypeError, ValueError, OverflowError):
        found = np.zeros(0)
    if found.ndim != 2 or found.shape[1] != 3 or not np.all(np.isfinite(found)):
        rule = "must be rows of 3 finite numbers"
        problems.append(Problem("M25", f"road MeshRoad / {name}", rule, repr(value)[:80]))
    return found
