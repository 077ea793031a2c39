"""Motions of rolling bodies that are known in closed form, from books, as plain formulas.

Symbols: g gravity; m mass; R radius; C inertia about the axis of a disc, A across it, at its
centre; SI units.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.integrate import quad

# --- disc -----------------------------------------------------------------------------------------


def steady_spin(
    lean: float, precession: float, m: float, R: float, A: float, C: float, g: float = 9.81
) -> float:
    """Return w3, the angular velocity of a disc about its axis in steady motion.

    With the angle b of the axis to the vertical (b = pi/2 - lean; lean 0: upright) and the rate P
    of precession about the vertical (Routh, Advanced Rigid Dynamics, art. 244),

        (C + m R^2) w3 P sin b - A P^2 sin b cos b + m g R cos b = 0.

    w3 is the whole component of the angular velocity along the axis that points up, not only the
    spin relative to the precessing plane, which is w3 - P cos b.
    """
    b, P = np.pi / 2.0 - lean, precession
    return float(
        (A * P**2 * np.sin(b) * np.cos(b) - m * g * R * np.cos(b))
        / ((C + m * R**2) * P * np.sin(b))
    )


def steady_radius(lean: float, precession: float, w3: float, R: float) -> float:
    """Return the radius of the circle that the centre of the disc describes: R w3 / P."""
    return abs(R * w3 / precession)


def coin_limit(m: float, R: float, A: float, C: float, g: float = 9.81) -> float:
    """Return the speed above which straight rolling is stable.

    v^2 = A m g R^3 / (C (C + m R^2)), g R/3 for a thin uniform disc.
    """
    return float(np.sqrt(A * m * g * R**3 / (C * (C + m * R**2))))


def coin_frequency(v: float, m: float, R: float, A: float, C: float, g: float = 9.81) -> complex:
    """Return the square root of w^2 = (C (C + m R^2) (v/R)^2 - A m g R) / (A (A + m R^2)).

    Small leans of a disc that rolls straight on swing with w about the lean at which the yaw rate
    -(C/A) (v/R) lean is that of the start.
    """
    stiff = C * (C + m * R**2) * (v / R) ** 2 - A * m * g * R
    return complex(np.sqrt(complex(stiff / (A * (A + m * R**2)))))


def incline_acceleration(slope: float, m: float, R: float, C: float, g: float = 9.81) -> float:
    """Return the acceleration of a disc or ball that rolls down an incline of an angle `slope`."""
    return float(g * np.sin(slope) / (1.0 + C / (m * R**2)))


def incline_grip(slope: float, m: float, R: float, C: float) -> float:
    """Return the friction coefficient that this needs: tan(slope) / (1 + m R^2/C)."""
    return float(np.tan(slope) / (1.0 + m * R**2 / C))


# --- ball on a turntable --------------------------------------------------------------------------


def turntable_fraction(inertia_ratio: float) -> float:
    """Return rate of the circles over rate of the turntable: k/(1 + k) with k = C/(m R^2).

    2/7 for a uniform ball, 2/5 for a thin shell.
    """
    return inertia_ratio / (1.0 + inertia_ratio)


def turntable_path(
    t: np.ndarray, place: np.ndarray, velocity: np.ndarray, rate: float, inertia_ratio: float,
    pull: np.ndarray | None = None,
) -> np.ndarray:  # fmt: skip
    """Return where the centre of the ball is in the plane, as (times, 2).

    With w = k/(1 + k) rate: vdot = w e_z x v + pull/(1 + k), pull the gravity along a tilted plane:
    the ball drifts across the slope on a cycloid, as a charge does in crossed fields.
    """
    w = turntable_fraction(inertia_ratio) * rate
    push = complex(*(pull if pull is not None else (0.0, 0.0))) / (1.0 + inertia_ratio)
    v0, p0 = complex(*velocity), complex(*place)
    drift = -push / (1j * w)
    p = p0 + drift * t + (v0 - drift) * (np.exp(1j * w * t) - 1.0) / (1j * w)
    return np.stack([p.real, p.imag], axis=1)


# --- blades ---------------------------------------------------------------------------------------


def sleigh(
    t: np.ndarray, m: float, J: float, a: float, speed: float, turning: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return velocity u along the blade and angular velocity w of Chaplygin's sleigh.

    The centre of mass is `a` ahead of the blade, J the inertia about it. With k^2 = (J + m a^2)/m:

        udot = a w^2,  k^2 wdot = -a u w;  u^2 + k^2 w^2 = U^2 (half the energy by mass),

    an ellipse in the phase plane; u = U tanh(a U (t - s)/k^2), k w = U sech(a U (t - s)/k^2).
    """
    k = np.sqrt((J + m * a**2) / m)
    U = np.hypot(speed, k * turning)
    phase = np.arctanh(speed / U) + a * U / k**2 * t
    return U * np.tanh(phase), np.sign(turning) * U / k / np.cosh(phase)


def sleigh_whole_turn(m: float, J: float, a: float) -> float:
    """Return the angle by which the sleigh turns from backward to forward gliding: pi k/a."""
    return float(np.pi * np.sqrt((J + m * a**2) / m) / a)


def blade_on_incline(
    t: np.ndarray, slope: float, turning: float, g: float = 9.81, effective: float = 1.0
) -> np.ndarray:
    """Return the path (down, across) of a blade below its centre of mass, from rest.

    It starts pointing down the incline and turns at a constant rate w: v = G sin(w t)/w with
    G = g sin(slope)/effective, so that it never leaves a strip of width G/(2 w^2): a cycloid across
    the slope. effective: 1 + C/(m R^2) for an upright wheel in place of the blade.
    """
    G = g * np.sin(slope) / effective
    down = G / (2.0 * turning**2) * np.sin(turning * t) ** 2
    across = G / (2.0 * turning**2) * (turning * t - 0.5 * np.sin(2.0 * turning * t))
    return np.stack([down, across], axis=1)


# --- vehicles -------------------------------------------------------------------------------------


def snakeboard_speed(
    t: float, m: float, half: float, J: float, rotor: float,
    steer: Callable[[float], float], rotor_acceleration: Callable[[float], float],
) -> float:  # fmt: skip
    """Return the speed of the snakeboard's centre, started at rest, both steer angles opposite.

    half: distance of an axle from the centre; J: inertia of everything about the centre, rotor:
    that of the rotor. Along what the wheels allow, w = u tan(s)/half, the forces vanish:

        (m + J tan^2(s)/half^2) udot + J tan(s) (tan s)dot/half^2 u = -rotor psiddot tan(s)/half.

    For J = m half^2 (Lewis, Ostrowski, Murray, Burdick 1994) the left side is
    m d(u/cos s)/dt / cos s, and u is an integral of given functions.
    """
    if abs(J / (m * half**2) - 1.0) > 1e-12:
        raise ValueError("the integral holds for J = m half^2")

    def push(s: float) -> float:
        return rotor_acceleration(s) * float(np.sin(steer(s)))

    whole = quad(push, 0.0, t, epsabs=1e-13, epsrel=1e-13, limit=200)[0]
    return float(-rotor / (m * half) * whole * np.cos(steer(t)))


def differential_drive(left: float, right: float, R: float, track: float) -> tuple[float, float]:
    """Return speed and turning rate (to the left) of a robot from rates of its wheels."""
    return 0.5 * R * (left + right), R * (right - left) / track


# --- the bicycle of Whipple -----------------------------------------------------------------------

BICYCLE = {
    "M": np.array([[80.81722, 2.3194133220870907], [2.3194133220870907, 0.2978418819968554]]),
    "C1": np.array([[0.0, 33.86641391492494], [-0.8503564145697845, 1.6854039739755957]]),
    "K0": np.array([[-80.95, -2.599516852498716], [-2.599516852498716, -0.8032948845861767]]),
    "K2": np.array([[0.0, 76.59734589573222], [0.0, 2.6543152379460397]]),
}
"""M q" + v C1 q' + (g K0 + v^2 K2) q = 0 for q = (lean to the right, steer to the right) of the
benchmark of Meijaard, Papadopoulos, Ruina and Schwab, Proc. R. Soc. A 463 (2007), section 4."""
WEAVE, CAPSIZE = 4.292382536341107, 6.024262015388378
"""Speeds [m/s] between which straight running is stable (ibid.)."""


def bicycle_matrix(v: float, g: float = 9.81) -> np.ndarray:
    """Return A of xdot = A x, x = (lean, steer, their rates), at a speed [m/s]."""
    M, C1, K0, K2 = BICYCLE.values()
    right = np.hstack([g * K0 + v**2 * K2, v * C1])
    return np.vstack([np.eye(2, 4, 2), -np.linalg.solve(M, right)])
