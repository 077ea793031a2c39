"""The spatial slider-crank: revolute, ball, universal and prismatic joint, none superfluous."""

from __future__ import annotations

import math

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, ORANGE, STEEL, ball, bearing, block, link, point, rail
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import rod as straight
from sarrus.gallery.wheels import GRAVITY, Point
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import norm


def spatial_slider_crank(
    *,
    center: Point = (0.0, 0.1, 0.12),
    crank: float = 0.08,
    rod: float = 0.3,
    angle: float = 0.0,
    masses: tuple[float, float, float] = (0.12, 0.5, 2.0),
    crank_center: float = 0.04,
    crank_inertia: tuple[float, float, float] = (1e-4, 1e-4, 1e-5),
    rod_inertia: tuple[float, float] = (4e-3, 4e-4),
    slider_inertia: float = 1e-4,
) -> Model:
    """Return the model: crank_pivot about x, ball, fork (first axis x, on the slider), guide on x.

    center: of the crank, crank, rod: lengths [m]; angle: of the crank in the drawing, from up,
    about x [rad]; masses of crank, rod and slider [kg]; crank_center: of the crank's mass, from
    its pivot [m]; inertias [kg m^2]: of the crank in its axes (x, across, along), of the rod across
    and about itself, of the slider. The numbers are those of the benchmark of IFToMM, in which the
    axes of the fork are a choice of ours, as its sources differ.
    """
    pivot = np.asarray(center, dtype=float)
    out = np.array([0.0, -math.sin(angle), math.cos(angle)])
    tip = pivot + crank * out
    rest = rod**2 - tip[1] ** 2 - tip[2] ** 2
    if rest <= 0.0:
        rule = f"of {rod:g} m does not reach the slider's axis from the crank"
        raise ModelError(Problem("M04", "rod", rule, action="make it longer"))
    end = np.array([tip[0] + math.sqrt(rest), 0.0, 0.0])
    m = Mechanism("spatial slider crank", (0.0, 0.0, -GRAVITY))
    turned = (angle, 0.0, 0.0)
    first = m.body(
        "crank", masses[0], (0.0, 0.0, crank_center), crank_inertia, at=pivot, rpy=turned
    )
    link(first, (0.0, 0.0, 0.0), (0.0, 0.0, crank), 0.1 * crank, BLUE)
    ball(first, (0.0, 0.0, crank), 0.16 * crank)
    middle = straight(m, "rod", end, tip, masses[1], inertia=rod_inertia, radius=0.08 * crank,
                      color=ORANGE)  # fmt: skip
    inertia = (slider_inertia,) * 3
    slider = m.body("slider", masses[2], (0.0, 0.0, 0.0), inertia, at=point(end))
    block(slider, (0.0, 0.0, 0.0), (0.6 * crank, 0.4 * crank, 0.4 * crank), STEEL)
    m.revolute("crank_pivot", m.ground, first, at=point(pivot), axis="x")
    m.spherical("ball", first, middle, at=point(tip))
    across = np.cross((1.0, 0.0, 0.0), tip - end)
    m.universal("fork", slider, middle, at=point(end), axis="x",
                axis2=point(across / norm(across)))  # fmt: skip
    m.prismatic("guide", m.ground, slider, at=point(end), axis="x")
    bearing(m, pivot - (0.3 * crank, 0.0, 0.0), (1.0, 0.0, 0.0), 0.2 * crank, 0.4 * crank)
    rail(m, (0.75 * rod, 0.0, 0.0), (1.0, 0.0, 0.0), rod, 0.06 * crank)
    return m.build()


def offset_slider_crank(*, rod: float = 0.3, angle: float = 0.0) -> Model:
    """Return the slider-crank of paper 2: as the benchmark's, the crank balanced on its axis.

    rod: its length [m], 0.24, 0.27 or 0.30 in the paper; below 0.2362 it locks up. The paper does
    not print the direction of gravity; -z is assumed.
    """
    return spatial_slider_crank(
        rod=rod, angle=angle, crank_center=0.0, crank_inertia=(1e-4, 1e-5, 1e-4)
    )


EXAMPLE = Example(
    "spatial_slider_crank",
    spatial_slider_crank,
    "revolute, ball, universal and prismatic joint, running free (IFToMM benchmark)",
    rates={"crank_pivot": 6.0},
    until=5.0,
    outputs=("guide.displacement", "crank_pivot.rate", "ball.reaction.force"),
)
PAPER_2 = Example(
    "offset_slider_crank",
    offset_slider_crank,
    "spatial slider-crank at constant speed, its drive torque (paper 2)",
    drives={"crank_pivot": "-2*pi*t"},
    until=2.0,
    every=0.005,
    outputs=("guide.displacement", "slider.acceleration", "crank_pivot.effort"),
)
