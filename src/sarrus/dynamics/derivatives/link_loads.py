"""Loads on links and coordinates, summed over all that a link carries.

The same table holds loads, or the rates of loads. Wrenches are in the axes and about the origin of
the frame R of their link; their rates are as seen by one who moves with the link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar


@dataclass
class LinkLoads:
    """Wrenches by link, efforts by velocity coordinate."""

    on_links: dict[int, Array] = field(default_factory=dict)
    on_coordinates: dict[int, Scalar] = field(default_factory=dict)

    def add_wrenches(self, wrenches: Mapping[int, Array]) -> None:
        """Add wrenches on links."""
        for i, F in wrenches.items():
            self.on_links[i] = self.on_links[i] + F if i in self.on_links else F

    def add_effort(self, k: int, effort: Scalar) -> None:
        """Add an effort on velocity coordinate k."""
        self.on_coordinates[k] = self.on_coordinates.get(k, 0.0) + effort

    def sums_over_subtrees(self, along: Tangents) -> dict[int, Array]:
        """Return for every link the sum over it and all that it carries: F_P <- F_P + F_C in R."""
        total = dict(self.on_links)
        for i in range(len(along.tree.links) - 1, -1, -1):
            parent = along.tree.links[i].parent
            if i in total and parent >= 0:
                total[parent] = total[parent] + total[i] if parent in total else total[i]
        return total


@dataclass
class LoadTable:
    """The loads at a motion, and their derivatives by every coordinate of q and of v.

    by_q and by_v are empty where only the loads are wanted.
    """

    loads: LinkLoads
    by_q: list[LinkLoads]
    by_v: list[LinkLoads]

    @staticmethod
    def empty(nv: int) -> LoadTable:
        """Return a table without loads; with nv = 0 for loads alone."""
        return LoadTable(
            LinkLoads(), [LinkLoads() for _ in range(nv)], [LinkLoads() for _ in range(nv)]
        )
