"""What was found of singular positions: points, curves, surfaces."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.design.singular_positions.zero_sets import ZeroSet
from sarrus.late_dataclass import dataclass
from sarrus.system.state import State


@dataclass(frozen=True, eq=False)
class SingularPoint:
    """A singular position of a mechanism with one freedom.

    kind: "type II", where the coordinate `name` stands still, so that nothing can be driven by it
    (a dead point); "type I", where the output `name` does; "branch", where two motions cross. at:
    the value of the coordinate over which it was looked for; certified: whether a change of sign
    encloses it; circuit: number of the motion that it is on, which no other can reach without being
    taken apart, from 0.
    """

    kind: str
    name: str
    state: State
    at: float
    certified: bool
    circuit: int = 0

    def __repr__(self) -> str:
        what = {"type II": "dead point of", "type I": "end of"}.get(self.kind, "branch point")
        return f"<SingularPoint: {f'{what} {self.name}'.strip()} at {self.at:.9g}>"


@dataclass(frozen=True, eq=False)
class Singularities:
    """Singular positions over one, two or three coordinates.

    over: their names; points: of one freedom; sets: of several, curves or surfaces by kind ("type
    I", "type II", "constraint"), as `ZeroSet`s in the coordinates of `over`; grid: its `axes`, and
    the determinant of each kind at its nodes, not a number where no assembly was reached; motions:
    how many separate motions (circuits) there are, and whether all of them come back to where they
    began; driven: the coordinates that singularities of the second kind are of.
    """

    over: tuple[str, ...]
    ranges: Mapping[str, tuple[float, float]]
    points: tuple[SingularPoint, ...]
    sets: Mapping[str, ZeroSet]
    grid: Mapping[str, Any]
    motions: int
    closed: bool
    driven: tuple[str, ...] = ()

    @property
    def edge(self) -> str:
        """What the edge of the grid's nodes that are reached means; "" where it means nothing."""
        if not self.sets or {*self.driven} != {*self.over}:
            return ""
        return (
            f"{' and '.join(self.over)} are driven themselves: of the second kind is the edge of "
            "what is reached; over other coordinates it is drawn"
        )

    def __repr__(self) -> str:
        where = ", ".join(self.over)
        if not self.sets:
            listed = "; ".join(repr(p)[16:-1] for p in self.points) or "none"
            return f"<Singularities over {where}: {listed}>"
        counts = {kind: len(found.points) for kind, found in self.sets.items()}
        sizes = ", ".join(f"{kind}: {count} points" for kind, count in counts.items())
        return f"<Singularities over {where}: {sizes}>"

    def curves(self, kind: str) -> list[np.ndarray]:
        """Return the lines of one kind over two coordinates, each as an array (points, 2)."""
        return self.sets[kind].lines if kind in self.sets else []

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure: points on their axis, curves, or surfaces; written to a path if given.

        Example:
            found.plot("singular.svg")
        """
        from sarrus.results.plots.singularities import singularity_plot

        return singularity_plot(self, path=path)
