"""Controllers on the simulated robot: convergence, offsets, friction, rotors, limits of motors."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import sarrus
from robotics.puma_task import (
    INERTIA,
    LAW,
    LENGTH,
    MASS,
    PA,
    PB,
    QA,
    puma_model,
    puma_task,
    swing_arm,
)
from sarrus.robotics import (
    PD,
    Catalogue,
    ComputedTorque,
    Drive,
    Friction,
    Gear,
    Grip,
    MassProperties,
    Sequence,
    ServoMotor,
    Task,
    Trapezoid,
    Wait,
    joint_move,
    line_move,
    track,
)
from sarrus.robotics.plant import Plant

MOTOR = ServoMotor(
    "m", rated_torque=0.5, peak_torque=1.5, base_speed=300.0, max_speed=500.0, rotor_inertia=4e-5
)
SWING = joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))


def swing(gravity: float = 9.81, wait: float = 0.0) -> Task:
    steps = [SWING, Wait(wait)] if wait else [SWING]
    return Task(swing_arm(gravity), Sequence(steps))


def test_computed_torque_converges_with_the_rate() -> None:
    """With an exact model, payload and rotors only the holding of efforts errs: first order."""
    catalogue = Catalogue.generic()
    drive = Drive(catalogue.motor("servo-400W"), catalogue.gear("strain-wave-L-100"))
    task = puma_task()
    drives = {name: drive for name in ("joint1", "joint2", "joint3")}
    errors = [
        np.max(track(task, ComputedTorque(400.0, 40.0), rate=rate, drives=drives).peak_errors)
        for rate in (200.0, 400.0, 800.0)
    ]
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.1)
    assert errors[1] / errors[2] == pytest.approx(2.0, abs=0.1)
    assert abs(2.0 * errors[2] - errors[1]) <= 0.02 * errors[0]  # nothing is left at the limit


def test_computed_torque_brings_an_offset_back() -> None:
    """e = e0 (1 + w t) exp(-w t) with kp = w^2 and kd = 2 w."""
    w, e0 = 12.0, 0.05
    found = track(swing(), ComputedTorque(w**2, 2.0 * w), rate=4000.0, offset=[-e0])
    expected = e0 * (1.0 + w * found.t) * np.exp(-w * found.t)
    assert found.errors[:, 0] == pytest.approx(expected, abs=2e-4)
    assert found.errors[0, 0] == pytest.approx(e0)
    finer = track(swing(), ComputedTorque(w**2, 2.0 * w), rate=8000.0, offset=[-e0])
    exact = e0 * (1.0 + w * finer.t) * np.exp(-w * finer.t)
    ratio = np.max(np.abs(found.errors[:, 0] - expected)) / np.max(
        np.abs(finer.errors[:, 0] - exact)
    )
    assert ratio == pytest.approx(2.0, abs=0.1)


def test_pd_leaves_the_offset_of_the_weight() -> None:
    """At rest kp e is the weight at the place where the arm really is."""
    kp = 300.0
    found = track(swing(wait=3.0), PD(kp, 60.0), rate=500.0)

    def balance(q: float) -> float:
        return kp * (1.0 - q) - MASS * 9.81 * LENGTH * np.cos(q)

    expected = 1.0 - brentq(balance, 0.5, 1.0)
    assert found.final_errors[0] == pytest.approx(expected, abs=1e-7)
    assert expected > 0.01
    lifted = track(swing(wait=3.0), PD(kp, 60.0, gravity=True), rate=500.0)
    assert abs(lifted.final_errors[0]) <= 1e-7


def test_pd_leaves_the_offset_of_friction() -> None:
    """At a constant rate kp e is the friction: sliding + d w, without weight."""
    law = Trapezoid(4.0, 0.5)
    task = Task(swing_arm(), Sequence([joint_move([0.0], [2.0], law)]))
    rate, kp = 2.0 / 3.5, 400.0
    rubbing = Friction(1.5, d=0.8, smoothing=0.01)
    found = track(task, PD(kp, 60.0), rate=500.0, friction={"hinge": rubbing})
    k = int(np.argmin(np.abs(found.t - 3.4)))
    assert found.errors[k, 0] == pytest.approx((1.5 + 0.8 * rate) / kp, rel=1e-4)
    assert found.run.loss[-1] > 1.5 * 1.9


def test_rotors_add_their_reflected_inertia() -> None:
    """A constant torque turns arm and rotor together: qdd = tau/(J + N^2 J_m)."""
    drive = Drive(MOTOR, Gear("g", 60.0, inertia=1e-5))
    plant = Plant.of(swing_arm(), {"hinge": drive}, {})
    start = plant.state(np.array([0.2]), np.array([0.0]))
    run = plant.system.simulate(start, until=1.0, inputs={"hinge": 1.3}, rtol=1e-10)
    acceleration = 1.3 / (INERTIA + 3600.0 * 5e-5)
    assert run["hinge.angle"][-1] == pytest.approx(0.2 + 0.5 * acceleration, rel=1e-9)
    assert run["hinge_axle.angle"][-1] == pytest.approx(60.0 * run["hinge.angle"][-1], rel=1e-9)


def test_motors_give_no_more_than_they_can() -> None:
    """A weak drive stalls under the weight; efforts are those of its peak curve."""
    weak = Drive(MOTOR, Gear("g", 5.0))
    found = track(swing(), ComputedTorque(400.0, 40.0), rate=500.0, drives={"hinge": weak})
    assert np.max(np.abs(found.efforts)) == pytest.approx(7.5)
    assert np.count_nonzero(found.saturated) > 100
    assert found.final_errors[0] > 0.5
    strong = Drive(MOTOR, Gear("g", 60.0))
    good = track(swing(), ComputedTorque(400.0, 40.0), rate=500.0, drives={"hinge": strong})
    assert not np.any(good.saturated)
    assert good.peak_errors[0] <= 1e-4


def test_efforts_of_an_ideal_controller_are_those_of_the_task() -> None:
    task = puma_task()
    found = track(task, ComputedTorque(400.0, 40.0), rate=2000.0)
    result = task.run(0.0005)
    for k in range(100, len(found.sample_times), 997):
        t = found.sample_times[k]
        rows = np.flatnonzero(np.abs(result.t - t) < 1e-9)
        gaps = [np.max(np.abs(found.efforts[k] - result.efforts[row])) for row in rows]
        assert min(gaps) <= 0.02 * np.max(np.abs(result.efforts))
    assert [event.name for event in found.run.events] == ["grip", "release"]


def test_payload_that_the_controller_feels() -> None:
    """PD with a payload gripped on the way: the offset is that of arm and payload."""
    load = MassProperties(1.0, (2.0 * LENGTH, 0.0, 0.0))
    task = Task(swing_arm(9.81), Sequence([SWING, Grip(load), Wait(4.0)]))
    kp = 400.0
    found = track(task, PD(kp, 80.0), rate=500.0)

    def balance(q: float) -> float:
        return kp * (1.0 - q) - (MASS * LENGTH + 1.0 * 2 * LENGTH) * 9.81 * np.cos(q)

    assert found.final_errors[0] == pytest.approx(1.0 - brentq(balance, 0.5, 1.0), abs=1e-7)


def test_pose_tasks_are_tracked_too() -> None:
    task = Task(puma_model(), Sequence([line_move(PA, PB, LAW)]), start=QA)
    found = track(task, ComputedTorque(400.0, 40.0), rate=250.0)
    assert np.max(found.peak_errors) <= 1e-3
    assert np.all(found.rms_errors <= found.peak_errors)


def test_unknown_joints_are_refused() -> None:
    with pytest.raises(sarrus.ModelError, match="Did you mean 'hinge'"):
        track(swing(), PD(1.0, 1.0), friction={"hinges": Friction(1.0)})
    with pytest.raises(sarrus.ModelError, match="friction / sliding"):
        Friction(-1.0)
