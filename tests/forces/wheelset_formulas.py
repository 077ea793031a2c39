"""The wheelset of the Test Set for IVP Solvers in its own coordinates, apart from Sarrus.

B. Simeon, C. Fuehrer, P. Rentrop: Introduction to differential-algebraic equations in vehicle
system dynamics, Surv. Math. Ind. 1:1-37, 1991. x to the side, y up, z forward, yaw, roll, spin;
the wheel 1 is towards x, the wheel -1 on the other side.
"""

from __future__ import annotations

import numpy as np

MASS, GRAVITY, SPEED, RADIUS, ABOUT, ACROSS = 16.08, 9.81, 30.0, 0.1, 0.0605, 0.366
MU, ARM, GUIDE = 0.12, 0.19, 6400.0
ELLIPTIC, RATIO, POISSON, SHEAR = 1.3537956, 0.7115218, 0.28, 7.92e10
C11, C22, C23 = 4.72772197, 4.27526987, 1.97203505
CONE, HALF, HEAD = 0.0262, 0.1506, 0.06


class Wheel:
    """The contact of one wheel: xi along the axle, psi around it, slope of the rail, overlap."""

    def __init__(self, q: np.ndarray, side: int) -> None:
        x, y, _, yaw, roll, _ = q
        s, c, sp, cp = np.sin(yaw), np.cos(yaw), np.sin(roll), np.cos(roll)
        self.fall = -side * np.tan(CONE)
        across = np.hypot(s * sp, c)
        self.psi = np.arcsin(self.fall * s * cp / across) - np.arctan2(s * sp, c)
        sin, cos = np.sin(self.psi), np.cos(self.psi)
        self.slope = -((self.fall * cp - sp * cos) * c + sin * s) / (self.fall * sp + cos * cp)
        size = np.sqrt(1.0 + self.slope**2)
        place = side * (HALF + np.sin(CONE) * HEAD) - HEAD * self.slope / size
        height = HEAD / size - RADIUS - np.cos(CONE) * HEAD
        beside, nominal = c * sp * cos - s * sin, RADIUS + np.tan(CONE) * HALF
        self.xi = (place - x - beside * nominal) / (c * cp + self.fall * beside)
        self.R = nominal + self.fall * self.xi
        self.overlap = (height - y - self.xi * sp + self.R * cp * cos) / size
        d, R, xi = self.slope, self.R, self.xi
        row = [d, -1, 0, d * (R * (-c * sin - cos * sp * s) - cp * s * xi)]
        row += [-cos * R * sp - cp * xi + d * (cp * cos * c * R - c * sp * xi), 0]
        self.normal = -np.array(row) / size
        self.arms = s, c, sp, cp, sin, cos

    def creep_force(self, q: np.ndarray, v: np.ndarray, N: float) -> np.ndarray:
        """Return the creep force in x, y, z for a normal force."""
        _, _, sp, cp, sin, cos = self.arms
        R, xi, delta = self.R, self.xi, np.arctan(self.slope)
        sd, cd = np.sin(delta), np.cos(delta)
        s, c = np.sin(q[3] / cd), np.cos(q[3] / cd)
        turn, yaws, rolls = SPEED / RADIUS + v[5], v[3], v[4]
        w = np.array([
            -turn * R * (s * cos + c * sp * sin) + v[0]
            - yaws * (R * (s * sp * cos + c * sin) + xi * s * cp)
            - rolls * c * (xi * sp - R * cp * cos),
            turn * R * cp * sin + v[1] + rolls * (xi * cp + R * sp * cos),
            -turn * R * (c * cos - s * sp * sin) + SPEED + v[2]
            - yaws * (xi * c * cp + R * (c * sp * cos - s * sin))
            + rolls * s * (xi * sp - R * cp * cos),
        ])  # fmt: skip
        rolling = 0.5 * np.linalg.norm(w - 2.0 * v[:3] - [0.0, 0.0, 2.0 * SPEED])
        nu_x = (s * w[0] + c * w[2]) / rolling
        nu_y = (c * cd * w[0] + sd * w[1] - s * cd * w[2]) / rolling
        phi = (cd * yaws - sd * turn) / rolling
        bends = 0.5 / (R * np.sqrt(1.0 + self.fall**2)) + 0.5 / HEAD
        cube = 3.0 * N * (1.0 - POISSON) * ELLIPTIC / (2.0 * np.pi * bends * SHEAR * RATIO**0.5)
        area, most = cube ** (2.0 / 3.0), MU * N
        along = -most * np.tanh(SHEAR * area * C11 * nu_x / most)
        aside = -most * np.tanh(SHEAR * (area * C22 * nu_y + cube * C23 * phi) / most)
        part = min(1.0, most / np.hypot(along, aside))
        along, aside = part * along, part * aside
        return np.array([s * along + c * cd * aside, sd * aside, c * along - s * cd * aside])


def accelerations(q: np.ndarray, v: np.ndarray, N: dict[int, float]) -> np.ndarray:
    """Return the accelerations under normal forces of both wheels, by their side."""
    _, _, z, yaw, roll, _ = q
    s, c, sp, cp = np.sin(yaw), np.cos(yaw), np.sin(roll), np.cos(roll)
    yaws, rolls, turn = v[3], v[4], SPEED / RADIUS + v[5]
    twist, less = -2.0 * ARM**2 * GUIDE * yaw, ABOUT - ACROSS
    f = np.array([
        -2.0 * GUIDE * q[0],
        -MASS * GRAVITY,
        -2.0 * GUIDE * z,
        ACROSS * yaws * rolls * sp - ABOUT * turn * rolls - less * yaws * sp * rolls + cp * twist,
        ABOUT * turn * yaws * cp + less * yaws * sp * yaws * cp,
        -ABOUT * yaws * rolls * cp + sp * twist,
    ])  # fmt: skip
    for side, load in N.items():
        wheel = Wheel(q, side)
        T, (*_, sin, cos), R, xi = wheel.creep_force(q, v, load), wheel.arms, wheel.R, wheel.xi
        normal = wheel.normal.copy()
        normal[3] /= cp  # onto the axis of the body; the test set leaves this factor out
        f += normal * load
        f[:3] += T
        f[3:] += [
            -(xi * s + R * sin * c * cp) * T[0] - R * sin * sp * T[1]
            + (-xi * c + R * sin * s * cp) * T[2],
            -(xi * c * sp - R * cos * c * cp) * T[0] + (xi * cp + R * cos * sp) * T[1]
            + (xi * s * sp - R * cos * s * cp) * T[2],
            -R * (cos * s + sin * c * sp) * T[0] + R * sin * cp * T[1]
            - R * (cos * c - sin * s * sp) * T[2],
        ]  # fmt: skip
    M = np.diag([MASS, MASS, MASS, ACROSS * cp, ACROSS, ABOUT])
    M[5, 3] = ABOUT * sp
    return np.linalg.solve(M, f)
