"""Motions to measure with: within limits, at rest at their beginning, better than random ones."""

from __future__ import annotations

import numpy as np
import pytest

from identification.planting import measured, noisy
from identification.test_measured import arm as two_links
from robotics.five_bar import five_bar
from sarrus import gallery
from sarrus.identification import Excitation, excite, identify
from sarrus.robotics import JointLimits

LIMITS = JointLimits(position=(-0.5, 0.5), speed=3.0, acceleration=12.0)


def check_limits(found: Excitation, limits: dict[str, JointLimits]) -> None:
    q, v, a = found.positions(np.linspace(0.0, found.period, 5000))
    for k, joint in enumerate(found.joints):
        own = limits[joint]
        assert own.position is not None and own.speed is not None and own.acceleration is not None
        assert own.position[0] <= q[:, k].min() and q[:, k].max() <= own.position[1]
        assert np.max(np.abs(v[:, k])) <= own.speed
        assert np.max(np.abs(a[:, k])) <= own.acceleration
        if own.torque is not None:
            assert np.max(np.abs(found.measured.tau[joint])) <= own.torque
    assert np.max(np.abs(v[[0, -1]])) < 1e-9 and np.max(np.abs(a[[0, -1]])) < 1e-8
    assert q[0] == pytest.approx(q[-1], abs=1e-9)


def test_motion_of_an_arm_within_its_limits() -> None:
    arm = two_links()
    limits = {"A": JointLimits((-1, 1), 2.0, torque=20.0, acceleration=8.0),
              "B": JointLimits((-2, 2), 3.0, acceleration=12.0)}  # fmt: skip
    found = excite(arm, limits=limits, rounds=4, starts=3, by=["inertia", "friction"])
    check_limits(found, limits)
    assert found.condition <= found.random[0]
    # the series of `positions` is what the formulas say, driven by other code
    run = arm.drive(found.laws, times=np.linspace(0.0, 10.0, 40))
    q, _, a = found.positions(run.history.t)
    assert np.allclose(np.asarray(run.history["A.angle"]), q[:, 0], atol=1e-9)
    assert np.allclose(np.asarray(run.history["B.angle_acceleration"]), a[:, 1], atol=1e-7)


def test_motion_of_a_closed_chain() -> None:
    machine = five_bar().compile(kernels=())
    limits = {"M0": LIMITS, "M1": LIMITS}
    found = excite(machine, joints=["M0", "M1"], limits=limits, rounds=0, starts=2, period=6.0,
                   harmonics=3, by=["inertia"])  # fmt: skip
    check_limits(found, limits)
    assert found.condition <= found.random[0] and np.isfinite(found.random[1])
    data = measured(machine, ["M0", "M1"], found.laws, 40)  # the loops close all the way
    assert identify(machine, data, by="inertia").base.count == found.base.count


@pytest.mark.slow
def test_condition_of_an_industrial_arm_beside_random_motions() -> None:
    arm = gallery.puma560().compile(kernels=())
    limits = {j.name: JointLimits(speed=3.0, acceleration=15.0) for j in arm.model.joints}
    found = excite(arm, limits=limits, by=["inertia", "friction", "rotor"], starts=20, rounds=15)
    best, middle = found.random
    assert found.condition < 0.8 * best < 0.8 * middle


@pytest.mark.slow
def test_a_better_motion_yields_smaller_intervals() -> None:
    arm = gallery.double_pendulum().compile(kernels=())
    limits = {j: JointLimits((-1.5, 1.5), 3.0, acceleration=12.0) for j in ("A", "B")}
    better = excite(arm, limits=limits, rounds=20, starts=10, seed=1)
    worse = excite(arm, limits=limits, rounds=0, starts=1, seed=2)
    widths = []
    for motion in (better, worse):
        data = noisy(motion.measured, 0.1, 3)
        found = identify(arm, data, by=["inertia", "friction"], consistent=False)
        widths.append(np.max(found.interval / np.maximum(np.abs(found.beta), 0.1)))
    assert widths[0] < widths[1]
