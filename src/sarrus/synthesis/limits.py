"""Limits of a design: a crank that turns round, transmission angle, space, ratios of links."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.synthesis.linkage import Linkage, Motion
from sarrus.synthesis.solution import Solution


@dataclass(frozen=True)
class Limits:
    """What a linkage must keep besides its task.

    crank: the driven link turns round; transmission_angle: the least one, of all dyads [rad]; box:
    (xmin, ymin, xmax, ymax) within which all hinges and the tracer stay [m], in space (xmin, ymin,
    zmin, xmax, ymax, zmax); ratio: of the longest to the shortest link; tolerance: the largest root
    mean square error; defects: whether positions on other circuits, branches or out of order may
    be.
    """

    crank: bool = False
    transmission_angle: float = 0.0
    box: tuple[float, ...] | None = None
    ratio: float | None = None
    tolerance: float | None = None
    defects: bool = True

    def check(self, in_space: bool = False) -> None:
        """Raise ModelError for limits that no linkage can keep; in_space: whether it has a z."""
        problems = []
        if not 0.0 <= self.transmission_angle < 0.5 * np.pi:
            rule = "is no least transmission angle: from 0 up to less than pi/2 rad"
            problems.append(Problem("Y02", "transmission_angle", rule,
                                    f"{self.transmission_angle!r} rad",
                                    cause="degrees instead of radians"))  # fmt: skip
        if self.ratio is not None and not self.ratio >= 1.0:
            rule = "is less than 1: the longest link is never shorter than the shortest"
            problems.append(Problem("Y02", "ratio", rule, repr(self.ratio)))
        if self.tolerance is not None and not self.tolerance > 0.0:
            problems.append(Problem("Y02", "tolerance", "is not positive", repr(self.tolerance)))
        if self.box is not None:
            sides = np.asarray(self.box, dtype=float)
            axes = 3 if in_space else 2
            if sides.shape != (2 * axes,) or not (sides[:axes] < sides[axes:]).all():
                corner = (
                    "xmin, ymin, zmin, xmax, ymax, zmax" if in_space else "xmin, ymin, xmax, ymax"
                )
                rule = f"is no box: give ({corner})"
                problems.append(Problem("Y02", "box", rule, repr(self.box)))
        if problems:
            raise ModelError(problems)

    def violations(self, solution: Solution) -> dict[str, float]:
        """Return the limits that a solution breaks, each with how far, as a number of size 1."""
        linkage = Linkage(solution.family, solution.linkage.values, solution.branch)
        found: dict[str, float] = {}
        if self.crank and not linkage.turns_round:
            found["crank"] = float(min(max(linkage.worst_cosine - 1.0, 1e-12), 1e6))
        if solution.transmission_angle < self.transmission_angle:
            found["transmission angle"] = self.transmission_angle - solution.transmission_angle
        if self.ratio is not None:
            lengths = link_lengths(linkage)
            ratio = max(lengths) / min(lengths)
            if ratio > self.ratio * (1.0 + 1e-9):
                found["ratio of links"] = ratio / self.ratio - 1.0
        if self.box is not None:
            axes = len(self.box) // 2
            first, last = np.array(self.box[:axes]), np.array(self.box[axes:])
            size, out = float((last - first).max()), 0.0
            for points in _limit_motion(solution, linkage).points.values():
                beyond = [first - points.min(axis=0), points.max(axis=0) - last]
                out = max(out, float(np.max(beyond)))
            if out > 1e-9 * size:
                found["box"] = out / size
        if self.tolerance is not None and solution.error > self.tolerance:
            found["error"] = solution.error / self.tolerance - 1.0
        if not self.defects and solution.defects:
            found["defects"] = 1.0
        return found


def link_lengths(linkage: Linkage) -> list[float]:
    """Return the lengths of the links, that of the frame among them."""
    lengths = [linkage.values[name] for name in linkage.family.lengths]
    pivots = [n for n in linkage.family.ground if linkage.family.slide is None]
    if len(pivots) >= 2 and not linkage.family.inverted:
        lengths.append(linkage.links[3])
    return lengths


def _limit_motion(solution: Solution, linkage: Linkage) -> Motion:
    """Return the motion over which limits of space hold."""
    if linkage.turns_round:
        return linkage.turn
    low, high = solution.span
    motion = linkage.motion(np.linspace(low, high, 181))
    good = motion.closes
    if not good.any():
        return solution.motion
    kept: Any = {name: points[good] for name, points in motion.points.items()}
    return Motion(motion.angles[good], kept, motion.cosines[good], motion.driven[good],
                  motion.output[good], motion.coupler[good])  # fmt: skip
