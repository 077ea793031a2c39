"""Cams for a law of lift: profile, pressure angle, curvature, as a table, a drawing, a picture."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.curves import CamCurve
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary

ROWS = 720
DRAWINGS, TABLES, PICTURES = (".dxf",), (".csv",), (".png", ".svg", ".pdf")


@with_summary
@dataclass(frozen=True)
class Cam:
    """A cam: the curve of its profile, and what it does to its follower over one turn.

    Angles of the cam [rad], lifts [m, or rad of a follower that swings] with derivatives by the
    angle, pressure angle [rad], radius of curvature of the profile [m], convex above 0.
    """

    curve: CamCurve
    angle: np.ndarray

    @property
    def lift(self) -> np.ndarray:
        """The lift."""
        return self.curve.law_of_lift.lift(self.angle)

    @property
    def velocity(self) -> np.ndarray:
        """The derivative of the lift by the angle."""
        return self.curve.law_of_lift.lift(self.angle, 1)

    @property
    def acceleration(self) -> np.ndarray:
        """Its second derivative by the angle."""
        return self.curve.law_of_lift.lift(self.angle, 2)

    @property
    def jerk(self) -> np.ndarray:
        """Its third derivative by the angle."""
        return self.curve.law_of_lift.lift(self.angle, 3)

    @cached_property
    def pressure_angle(self) -> np.ndarray:
        """The angle between the force on the follower and the way that it moves."""
        return self.curve.pressure_angle(self.angle)

    @cached_property
    def radius(self) -> np.ndarray:
        """The radius of curvature of the profile."""
        return self.curve.profile_radius(self.angle)

    @cached_property
    def points(self) -> np.ndarray:
        """The profile, n x 2, in the axes of the cam."""
        return self.curve.points(self.angle)[:, :2]

    @property
    def largest_pressure_angle(self) -> float:
        """The largest pressure angle of the turn [rad]."""
        return float(np.max(np.abs(self.pressure_angle)))

    @property
    def least_radius(self) -> float:
        """The least radius of the profile where it is convex [m]."""
        return float(np.min(np.where(self.radius > 0.0, self.radius, np.inf)))

    @property
    def least_hollow(self) -> float:
        """The least radius of the profile where it is hollow [m]; infinite where it never is."""
        return float(np.min(np.where(self.radius < 0.0, -self.radius, np.inf)))

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write a drawing (.dxf, in mm), a table (.csv) or a picture (.png, .svg, .pdf).

        Example:
            cam.save("cam.dxf")
        """
        file = os.fspath(path)
        ending = Path(file).suffix.lower()
        if ending in DRAWINGS:
            from sarrus.formats.dxf import write_curve

            write_curve(self.points, file, closed=True, overwrite=overwrite)
        elif ending in TABLES:
            from sarrus.storage.new_file import write_text

            write_text(file, self.table_text(), overwrite=overwrite)
        elif ending in PICTURES:
            self.plot(file)
        else:
            known = ", ".join((*DRAWINGS, *TABLES, *PICTURES))
            raise ModelError(Problem("F20", "file", f"must end in {known}", repr(Path(file).name)))

    def table_text(self) -> str:
        """Return all columns as text, in SI units."""
        unit = "rad" if self.curve.swings else "m"
        heads = ("angle [rad]", f"lift [{unit}]", "velocity [1]", "acceleration [1]", "x [m]",
                 "y [m]", "pressure angle [rad]", "radius [m]")  # fmt: skip
        columns = np.column_stack([
            self.angle, self.lift, self.velocity, self.acceleration, self.points,
            self.pressure_angle, self.radius,
        ])  # fmt: skip
        lines = [",".join(heads)]
        lines += [",".join(f"{x:.12g}" for x in row) for row in columns]
        return "\n".join(lines) + "\n"

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of profile, lift, pressure angle and curvature; saved if a path is given.

        Example:
            cam.plot("cam.png")
        """
        from sarrus.synthesis.plots import cam_plot

        return cam_plot(self, path)


def cam(
    follower: str,
    angles: Sequence[float],
    lifts: Sequence[float],
    *,
    base_radius: float,
    law: str = "3-4-5",
    roller_radius: float = 0.0,
    offset: float = 0.0,
    pivot: tuple[float, float] = (0.0, 0.0),
    arm: float = 0.0,
    rows: int = ROWS,
) -> Cam:
    """Return the cam that moves a follower by a law of lift.

    follower: knife, roller, flat, swinging roller or swinging flat; angles [rad]: where segments
    begin, within one turn; lifts [m; rad of a follower that swings]: there; law: 3-4-5, 4-5-6-7,
    cycloidal, modified sine, harmonic or spline, one for each segment with commas. offset: x of a
    follower that slides along y; pivot, arm: of one that swings [m]; see `sarrus.curves.CamCurve`.
    Raises ModelError N16 where the profile would be undercut, with the angle and the radii.

    Example:
        cam = sarrus.synthesis.cam("roller", np.radians([0, 120, 180, 300]), [0, 0.01, 0.01, 0],
                                   base_radius=0.03, roller_radius=0.008)
    """
    curve = CamCurve(
        follower,
        tuple(angles),
        tuple(lifts),
        base_radius,
        law,
        roller_radius=roller_radius,
        offset=offset,
        pivot_x=pivot[0],
        pivot_y=pivot[1],
        arm=arm,
    )
    return Cam(curve, curve.law_of_lift.grid(rows))
