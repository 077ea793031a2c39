"""A drawing by its lengths: how points follow from others, found by drawing it with other lengths.

A point that is always as far from two others as two arguments of the mechanism say is written so,
`{distances: {B: coupler, D: rocker}}`; one that goes round another at an angle that is an argument,
one on the way between two others, and one on a line at a distance from another likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import numpy as np

EQUAL = 1e-9
"""Part of the size of a drawing by which two lengths may differ and are equal."""
PLANES = {"z": (0, 1), "y": (2, 0), "x": (1, 2)}
"""The axes across a normal."""

Series = np.ndarray
"""A quantity in all drawings, the first of them the one that is written; a point in rows."""
Phrase = Callable[[Series], str | float | None]
"""Writes a series of numbers with arguments, or as a number where it never changes; None where
neither can be done."""


class Constructions:
    """Points of a drawing that are known, in all drawings, and how others follow from them."""

    def __init__(self, phrase: Phrase, size: float) -> None:
        self.phrase, self.near = phrase, EQUAL * size
        self.known: dict[str, Series] = {}

    def name_of(self, place: Series) -> str | None:
        """Return the name of the point that is at a place in all drawings."""
        for name, point in self.known.items():
            if self._is_same(point, place):
                return name
        return None

    def record(self, place: Series) -> Any:
        """Return how a point is written, the simplest way that there is; None if there is none."""
        plain = self.coordinates(place)
        if plain is not None:
            return plain
        for way in (self._around, self._at_distances, self._on_a_way, self._on_a_line):
            found = min(way(place), key=_length, default=None)
            if found is not None:
                return found
        return None

    def coordinates(self, place: Series) -> list[Any] | None:
        """Return the coordinates of a point, each by itself."""
        found = [self.phrase(place[:, k]) for k in range(3)]
        return None if None in found else found

    def direction(self, way: Series) -> list[str] | None:
        """Return two points of which the second is always in a direction from the first."""
        unit = way / np.linalg.norm(way, axis=1)[:, None]
        for (a, first), (b, second) in permutations(self.known.items(), 2):
            between = second - first
            length = np.linalg.norm(between, axis=1)
            if np.min(length) <= self.near:
                continue
            if np.max(np.abs(between / length[:, None] - unit)) < EQUAL:
                return [a, b]
        return None

    def coordinate(self, values: Series, origin: Series | None = None) -> str | None:
        """Return a number that is a coordinate of a point, from the origin of a body if given."""
        for name, point in self.known.items():
            for k, letter in enumerate("xyz"):
                shift = np.zeros(len(values)) if origin is None else origin[:, k]
                start = "" if origin is None else self.phrase(shift)
                if start is None:
                    base = self.name_of(origin) if origin is not None else None
                    start = f"{base}.{letter}" if base else None
                if start is None or not np.any(np.abs(values) > self.near):
                    continue
                less = f" - {start}" if start not in ("", 0.0) else ""
                if self._is_same(point[:, k] - shift, values):
                    return f"{name}.{letter}{less}"
                if not less and self._is_same(-point[:, k], values):
                    return f"-{name}.{letter}"
        return None

    def _is_same(self, one: Series, other: Series) -> bool:
        return float(np.max(np.abs(one - other))) <= self.near

    def _planes(self, place: Series) -> Iterator[tuple[str, int, int, int]]:
        """Yield normals with the axes of their planes and their own."""
        for normal, (i, j) in PLANES.items():
            k = 3 - i - j
            if np.ptp(place[:, k]) <= self.near:
                yield normal, i, j, k

    def _around(self, place: Series) -> Iterator[Any]:
        """Yield how a point goes round another: at a distance and an angle that can be written."""
        for _, i, j, k in self._planes(place):
            for name, center in ({"": np.zeros_like(place)} | self.known).items():
                way = place - center
                if not self._is_same(way[:, k], 0.0 * way[:, k]):
                    continue
                reach = np.hypot(way[:, i], way[:, j])
                radius = self.phrase(reach)
                angle = self.phrase(np.unwrap(np.arctan2(way[:, j], way[:, i])))
                if radius is None or not isinstance(angle, str) or np.min(reach) <= self.near:
                    continue
                found: list[Any] = [0.0, 0.0, self.phrase(place[:, k])]
                at_zero = bool(np.all(np.abs(center) <= self.near))
                order = [found[2]] * 3
                for axis, function in ((i, "cos"), (j, "sin")):
                    start = "" if at_zero else f"{name}.{'xyz'[axis]} + "
                    order[axis] = f"{start}{_factor(radius)}*{function}({angle})"
                yield order

    def _at_distances(self, place: Series) -> Iterator[Any]:
        """Yield two points from which a point has distances that can be written."""
        reach: dict[str, Any] = {}
        for normal, i, j, k in self._planes(place):
            for name, other in self.known.items():
                if self._is_same(other[:, k], place[:, k]):
                    apart = np.hypot(*(place - other)[:, (i, j)].T)
                    found = self.phrase(apart) if np.min(apart) > self.near else None
                    if found is not None:
                        reach[name] = found
            for a, b in permutations(reach, 2):
                if list(reach).index(a) > list(reach).index(b):
                    continue
                first, second = self.known[a], self.known[b]
                base, way = (second - first)[:, (i, j)], (place - first)[:, (i, j)]
                turn = base[:, 0] * way[:, 1] - base[:, 1] * way[:, 0]
                if np.all(turn > self.near**1.5) or np.all(turn < -(self.near**1.5)):
                    record: dict[str, Any] = {"distances": {a: reach[a], b: reach[b]}}
                    record |= {} if turn[0] > 0.0 else {"side": "right"}
                    record |= {} if normal == "z" else {"normal": normal}
                    yield record
            reach.clear()

    def _on_a_way(self, place: Series) -> Iterator[Any]:
        """Yield ways between two points, with lengths along them and to their left."""
        for normal, i, j, k in self._planes(place):
            for (a, first), (b, second) in permutations(self.known.items(), 2):
                base, way = second - first, place - first
                length = np.linalg.norm(base, axis=1)
                if np.min(length) <= self.near:
                    continue
                along = np.sum(base * way, axis=1) / length
                rest = way - along[:, None] * base / length[:, None]
                if self._is_same(rest, 0.0 * rest):
                    found = self.phrase(along)
                    if found is not None:
                        yield {"from": a, "to": b, "along": found}
                    continue
                if not self._is_same(base[:, k], 0.0 * along) or not self._is_same(
                    way[:, k], 0.0 * along
                ):
                    continue
                left = (base[:, i] * way[:, j] - base[:, j] * way[:, i]) / length
                pair = self.phrase(along), self.phrase(left)
                if None not in pair:
                    record = {"from": a, "to": b, "along": pair[0], "left": pair[1]}
                    yield record | ({} if normal == "z" else {"normal": normal})

    def _on_a_line(self, place: Series) -> Iterator[Any]:
        """Yield two coordinates that can be written, and a point at a distance that can be."""
        for free in range(3):
            rest = [k for k in range(3) if k != free]
            found: list[Any] = [None if k == free else self.phrase(place[:, k]) for k in range(3)]
            if found.count(None) > 1:
                continue
            for name, point in self.known.items():
                way = place - point
                radius = self.phrase(np.linalg.norm(way, axis=1))
                sign = np.sign(way[:, free])
                if radius is None or np.any(sign != sign[0]) or sign[0] == 0.0:
                    continue
                squares = [f"{_factor(radius)}^2"]
                for k in rest:
                    if not self._is_same(way[:, k], 0.0 * way[:, k]):
                        gap = f"{name}.{'xyz'[k]}"
                        gap = gap if found[k] == 0.0 else f"({found[k]} - {gap})"
                        squares.append(f"{gap}^2")
                step = f"sqrt({' - '.join(squares)})" if len(squares) > 1 else _factor(radius)
                written = list(found)
                written[free] = f"{name}.{'xyz'[free]} {'+' if sign[0] > 0.0 else '-'} {step}"
                yield written


def _factor(text: Any) -> str:
    """Return a number or expression as a factor of a product."""
    written = f"{text:.15g}" if isinstance(text, float) else str(text)
    simple = all(c.isalnum() or c in "_." for c in written)
    return written if simple else f"({written})"


def _length(record: Any) -> tuple[int, int]:
    """Return how long a record is; those without fitted numbers come first."""
    text = str(record)
    digits = sum(len(part) > 6 for part in text.replace("*", " ").split())
    return (digits if "." in text else 0), len(text)
