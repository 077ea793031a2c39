"""What motors allow along a path: torque over speed, through gears, with their own rotors.

A motor behind a gear of ratio N and efficiency eta turns at w = N |q'| sqrt(x) and needs, counted
in the sense s of the motion,

    T = s J N qdd + max(s tau/(eta N), s tau eta/N),   qdd = q' u + q'' x

at most its torque at w, and no less than what it can brake with. The first is two rows in u and x;
of the second, the greater of two is no row, and that of a driven gear is taken, which is exact
where the load drives and too strict where the motor brakes its own rotor alone. Torque over speed
is followed by its tangents, which lie below where it bends upwards (constant power), and sqrt(x) by
its own, which lie above: neither allows too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from sarrus.robotics.motors import Drive

Row = tuple[str, np.ndarray, np.ndarray, np.ndarray, float]
"""A limit at all stations: its name, factors of u and x, what they may amount to, its size."""


def motor_rows(
    name: str,
    drive: Drive,
    motion: tuple[np.ndarray, np.ndarray],
    effort: tuple[np.ndarray, np.ndarray, np.ndarray],
    root: tuple[np.ndarray, np.ndarray] | None,
) -> Iterator[Row]:
    """Yield the rows of a motor, in torques times the ratio.

    motion: q' and q''; effort: a, b, g with tau = a u + b x + g; root: sqrt(x) ~ r + slope x; None:
    unknown, and only the peak torque counts.
    """
    (rate, curvature), (a, b, g) = motion, effort
    motor, gear = drive.motor, drive.gear
    N, own = gear.ratio, drive.reflected_inertia
    sense, stands = np.where(rate < 0.0, -1.0, 1.0), rate == 0.0
    passed = np.where(stands, 1.0, gear.efficiency)
    size = N * motor.peak_torque
    label = f"motor of {name}"
    even, nothing = np.ones_like(rate), np.zeros_like(rate)
    driving = braking = [(motor.peak_torque * even, nothing)]
    r, slope = nothing, nothing
    if root is not None:
        r, slope = N * np.abs(rate) * root[0], N * np.abs(rate) * root[1]
        w = 2.0 * r  # 2 r = sqrt of the x at which tangents are taken
        driving, braking = motor.torque_lines(w), motor.braking_lines(w)
    sides = [(1.0 / passed, 1.0, driving), (passed, -1.0, braking)]
    if gear.efficiency < 1.0:
        sides.append((passed, 1.0, driving))
    turning = sense[1:] != sense[:-1]
    turns = np.append(turning, False) | np.append(False, turning)
    senses = [(sense, nothing)]
    if np.any(turns):  # between two stations the joint comes to rest, and its gear loses otherwise
        senses.append((-sense, np.where(turns, 0.0, np.inf)))
    for (of_motion, away), (share, way, lines) in product(senses, sides):
        s = of_motion * way
        alpha = s * (own * rate + share * a)
        beta = s * (own * curvature + share * b)
        for c, m in lines:
            allowed = N * (c + m * r) - s * share * g
            yield label, alpha, beta - N * m * slope, allowed + away, size


def motor_use(
    drive: Drive, sense: np.ndarray, speed: np.ndarray, qdd: np.ndarray, tau: np.ndarray
) -> np.ndarray:
    """Return the torque of a motor over the largest that it can give, at states of a joint.

    sense: of its motion, at rest of that which ends or begins; speed: its magnitude.
    """
    torque = drive.torque(tau, sense, qdd)
    w = np.minimum(drive.speed(speed), drive.motor.max_speed)
    braking = torque * sense < 0.0
    most = np.where(braking, drive.motor.braking_torque_at(w), drive.motor.peak_torque_at(w))
    floor = 1e-9 * drive.motor.peak_torque
    return np.asarray(np.abs(torque) / np.maximum(most, floor))
