"""Mechanisms whose histories are tested: an open arm with every force element, and loops."""

from __future__ import annotations

import numpy as np

from loops import mechanisms
from sarrus import Mechanism, Model
from sarrus.system import Run, System

UPPER = ((0.03, 0.004, 0.002), (0.004, 0.25, 0.003), (0.002, 0.003, 0.26))


def arm() -> Model:
    """Waist, shoulder, slide and a ball at the wrist, with all kinds of force elements."""
    m = Mechanism("arm")
    m.body("column", 8.0, (0.01, 0.0, 0.2), (0.2, 0.21, 0.1))
    m.body("upper", 5.0, (0.3, 0.02, 0.01), UPPER, at=(0.0, 0.0, 0.5))
    m.body("fore", 3.0, (0.2, 0.0, 0.01), (0.01, 0.05, 0.06), at=(0.6, 0.0, 0.5))
    m.body("hand", 1.2, (0.08, 0.01, -0.02), (0.004, 0.006, 0.005), at=(1.1, 0.0, 0.5))
    m.revolute("waist", m.ground, "column", at=(0, 0, 0), axis="z")
    m.revolute("shoulder", "column", "upper", at=(0, 0, 0.5), axis="y")
    m.prismatic("slide", "upper", "fore", at=(0.6, 0, 0.5), axis="x")
    m.spherical("wrist", "fore", "hand", at=(1.1, 0, 0.5))
    m.frame("tool", "hand", (0.15, 0.0, 0.05), rpy=(0.1, 0.2, 0.3))
    m.frame("station", m.ground, (1.0, 0.5, 0.0))
    m.spring_damper("spring", "column", "fore", on_a=(0.2, 0, 0.1), on_b=(0.3, 0, 0), k=300, c=6)
    m.joint_damper("friction", "shoulder", 0.8)
    m.joint_damper("grease", "wrist", 0.05, coordinate="omega_y")
    m.joint_torque("bias", "slide", 3.0)
    m.point_force("jet", "hand", (0.1, 0.2, 0.05), on=(0, 0, 0.1), follower=True)
    m.point_force("wind", "upper", (0.5, -1.0, 0.2), on=(0.3, 0.1, 0))
    m.torque("twist", m.ground, "upper", (0.0, 0.6, 0.8), 0.7)
    return m.build()


def swing(system: System, **options: object) -> Run:
    """The arm let go with a motor at the waist and one at the wrist."""
    start = system.state(
        system.coordinates_of({"waist": 0.2, "shoulder": -0.4, "slide": 0.05}),
        system.velocities_of({"waist": 0.7, "shoulder": 0.2, "wrist": (0.3, -1.0, 0.5)}),
    )
    inputs = {
        "waist": lambda t: 4.0 * np.sin(3.0 * t),
        "slide": lambda t, x: 40.0 - 20.0 * x["slide.displacement"],
        "wrist.omega_z": 0.02,
    }
    settings: dict[str, object] = {"until": 1.0, "rtol": 1e-10, "atol": 1e-12, "every": 0.01}
    return system.simulate(start, inputs=inputs, **{**settings, **options})


def crank_slider() -> Model:
    """The spatial slider-crank of paper 2 with springs and dampers, on its cut joint too."""

    def more(m: Mechanism) -> None:
        m.frame("marker", "slider", (0.05, 0.0, 0.02), rpy=(0.3, 0.0, 0.1))
        m.spring_damper("spring", "crank", "slider", on_a=(0, 0.01, 0.02), on_b=(0, 0, 0), k=30)
        m.spring_damper("buffer", m.ground, "slider", on_a=(0.5, 0, 0), on_b=(0, 0, 0), k=20, c=1)
        m.joint_damper("ball_drag", "ball", 2e-3, coordinate="omega_x")
        m.joint_damper("slide_drag", "guide", 0.5)

    return mechanisms.slider_crank(more=more)


def turn(system: System, **options: object) -> Run:
    """The slider-crank turning, with a motor at the crank and a weak one at the cut ball."""
    start = system.assemble({"crank_pivot": 0.3}, {"crank_pivot": 8.0})
    inputs = {"crank_pivot": lambda t: 0.02 * np.sin(3.0 * t), "ball.omega_y": 1e-3}
    settings: dict[str, object] = {"until": 1.0, "rtol": 1e-10, "atol": 1e-12, "every": 0.01}
    return system.simulate(start, inputs=inputs, **{**settings, **options})


def four_bar_run(**options: object) -> Run:
    """The planar four-bar in space: three redundant rows."""
    system = mechanisms.four_bar(more=_strut).compile(kernels=())
    start = system.assemble({"A": 0.1}, {"A": 2.0})
    return system.simulate(start, **{"until": 2.0, "every": 0.02, **options})


def _strut(m: Mechanism) -> None:
    m.spring_damper("strut", "crank", "rocker", on_a=(0, 0, 0), on_b=(0, 0, 0), k=40.0, c=0.5)


def bricard_run(**options: object) -> Run:
    """Bricard's loop: one redundant row that is not the same everywhere."""
    system = mechanisms.bricard().compile(kernels=())
    start = system.assemble({"R1": 0.1}, {"R1": 0.5})
    return system.simulate(start, **{"until": 1.0, "every": 0.01, **options})
