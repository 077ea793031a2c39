"""Balance of the gallery's mechanisms, beside sums over bodies of what each does to ground."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import design, gallery
from sarrus.model import Model
from sarrus.system import System
from sarrus.system.driven.driving import Drive

ABOUT = np.array([0.2, -0.1, 0.3])
TIMES = np.linspace(0.0, 1.0, 17)
MOTIONS: dict[str, dict[str, Any]] = {
    "four_bar": {"A": "2*pi*t"},
    "slider_crank": {"crank_pivot": "2*pi*t"},
    "quick_return": {"crank_pivot": "2*pi*t"},
    "jansen_leg": {"crank": "2*pi*t"},
    "peaucellier": {"crank": "0.2*sin(2*pi*t)"},
    "rssr": {"A": "0.4*sin(2*pi*t)"},
    "rusr": {"crank_pivot": "2*pi*t"},
    "spatial_slider_crank": {"crank_pivot": "2*pi*t"},
    "bricard": {"R1": "0.4*sin(2*pi*t)"},
    "sarrus_linkage": {"foot_x": "0.2*sin(2*pi*t)"},
    "planar_3rrr": {"M0": "0.1*sin(2*pi*t)", "M1": "0.1*sin(4*pi*t)", "M2": "0.1*t"},
    "andrews_squeezer": {"O": "2*pi*t"},
    "governor": {"shaft": "5*t", "slider": "0.02*sin(2*pi*t)", "rodAC": "0.1*sin(3*t)",
                 "rodBD": "0.1*sin(3*t)"},
    "double_pendulum": {"A": "sin(2*pi*t)", "B": "cos(2*pi*t)"},
    "gyroscope": {"precession": "t", "nutation": "0.3*sin(2*pi*t)", "spin": "20*t"},
    "scara": {"q1": "sin(2*pi*t)", "q2": "cos(2*pi*t)", "q3": "0.1*t", "q4": "t"},
    "puma560": {f"q{k}": f"0.3*sin({k}*t + {k})" for k in range(1, 7)},
}  # fmt: skip
"""Motions, from the drawing on where coordinates do not begin elsewhere."""


def laws_of(system: System, name: str) -> dict[str, str]:
    """Return the laws, which begin where the drawing is in closed loops."""
    q = dict(zip(system.coordinates, system.drawing().tolist(), strict=True))
    first = {joint: next(q[c] for c in q if c.split(".")[0] == joint) for joint in MOTIONS[name]}
    return {joint: f"{first[joint] if system.closed else 0.0!r} + {law}"
            for joint, law in MOTIONS[name].items()}  # fmt: skip


def sums_over_bodies(model: Model, run: Drive) -> tuple[np.ndarray, np.ndarray]:
    """Return -sum m a and -sum (r x m a + I alpha + omega x I omega) about the point."""
    force, moment = np.zeros((len(run), 3)), np.zeros((len(run), 3))
    for body in model.bodies:
        frames, centers = run.body(body.name), run.point(body.name, body.com)
        for k, (frame, center) in enumerate(zip(frames, centers, strict=True)):
            R, omega = frame.rotation, frame.angular_velocity
            I = R @ np.asarray(body.inertia) @ R.T
            push = body.mass * np.asarray(center.acceleration)
            force[k] -= push
            moment[k] -= np.cross(np.asarray(center.position) - ABOUT, push)
            moment[k] -= I @ frame.angular_acceleration + np.cross(omega, I @ omega)
    return force, moment


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n == "puma560" else n for n in MOTIONS]
)
def test_shaking_is_the_sum_over_bodies_before_and_after(name: str) -> None:
    system = getattr(gallery, name)().compile(kernels=())
    laws = laws_of(system, name)
    found = design.balance(system, over=laws, times=TIMES, about=ABOUT)
    assert found.before.peak("force") > 0.0
    for model, shaking in ((system.model, found.before), (found.model, found.after)):
        run = model.compile(kernels=()).drive(laws, times=TIMES)
        force, moment = sums_over_bodies(model, run)
        np.testing.assert_allclose(shaking.force, force, atol=1e-9 * found.before.peak("force"))
        np.testing.assert_allclose(shaking.moment, moment, atol=1e-9 * found.before.peak("moment"))
    assert found.after.rms("force") <= found.before.rms("force") * (1.0 + 1e-9)
