"""Linear quadratic control of xdot = A x + B u: gains, and which modes no input reaches.

Continuous and sampled gains come from algebraic Riccati equations (SciPy), those along a motion
from the differential one, integrated backwards.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.late_dataclass import dataclass

REACHED = 1e-9
"""Of the smallest singular value of [A - s I, B], balanced: below it a mode is not reached."""
STABLE = 1e-9
"""Of the real part of an eigenvalue, relative to the largest: a mode that decays needs no input."""

Matrices = Callable[[float], np.ndarray]


class NoGain(ArithmeticError):
    """A Riccati equation has no solution that stabilizes, though every mode is reached."""


@dataclass(frozen=True)
class Unreached:
    """A mode that no input moves (or no output shows): eigenvalue, and states by their share."""

    eigenvalue: complex
    shares: np.ndarray


def unreached_modes(A: np.ndarray, B: np.ndarray, *, border: bool = False) -> list[Unreached]:
    """Return the modes that do not decay and that B does not reach (Popov, Belevitch, Hautus).

    border: only those that neither decay nor grow.
    """
    from scipy.linalg import matrix_balance

    balanced, (scale, _) = matrix_balance(A, permute=False, separate=True)
    columns = B / scale[:, None]
    size = max(float(np.linalg.norm(balanced)), 1e-300)
    width = np.linalg.norm(columns, axis=0)
    columns = columns * (size / np.where(width > 0.0, width, 1.0))
    found: list[Unreached] = []
    for value in _unlike(np.linalg.eigvals(balanced), size):
        if value.real < -STABLE * size or (border and value.real > STABLE * size):
            continue
        pencil = np.hstack([balanced - value * np.eye(len(A)), columns])
        left, singular, _ = np.linalg.svd(pencil)
        if singular[-1] <= REACHED * size:
            shares = np.abs(left[:, -1]) / scale
            found.append(Unreached(complex(value), shares / np.max(shares)))
    return found


def _unlike(values: np.ndarray, size: float) -> list[complex]:
    """Return eigenvalues without repetition, and one of each complex pair."""
    found: list[complex] = []
    for value in sorted(map(complex, values), key=lambda s: (abs(s), s.real)):
        upper = complex(value.real, abs(value.imag))
        if all(abs(upper - other) > 1e-9 * size for other in found):
            found.append(upper)
    return found


def lqr_gain(
    A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return K and P: u = -K x makes the integral of x^T Q x + u^T R u smallest, x0^T P x0."""
    from scipy.linalg import solve_continuous_are

    try:
        P = solve_continuous_are(A, B, Q, R)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise NoGain(str(error)) from None
    K = np.linalg.solve(R, B.T @ P)
    if np.max(np.linalg.eigvals(A - B @ K).real) >= 0.0:
        raise NoGain("a mode that costs nothing stays as it is")
    return K, 0.5 * (P + P.T)


def sampled_matrices(A: np.ndarray, B: np.ndarray, every: float) -> tuple[np.ndarray, np.ndarray]:
    """Return Ad, Bd: the state after a sample, during which u is held."""
    from scipy.linalg import expm

    n = len(A)
    whole = expm(every * _with_input(A, B))
    return whole[:n, :n], whole[:n, n:]


def _with_input(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    n, m = B.shape
    return np.block([[A, B], [np.zeros((m, n)), np.zeros((m, m))]])


def integral_over_sample(M: np.ndarray, W: np.ndarray, every: float) -> np.ndarray:
    """Return the integral of e^(M^T s) W e^(M s) over a sample (Van Loan 1978)."""
    from scipy.linalg import expm

    n = len(M)
    whole = expm(every * np.block([[-M.T, W], [np.zeros((n, n)), M]]))
    found = whole[n:, n:].T @ whole[:n, n:]
    return np.asarray(0.5 * (found + found.T))


def sampled_lqr_gain(
    A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray, every: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return K and P of a controller that is called at samples: the same integral is smallest."""
    from scipy.linalg import block_diag, solve_discrete_are

    n = len(A)
    Ad, Bd = sampled_matrices(A, B, every)
    W = integral_over_sample(_with_input(A, B), block_diag(Q, R), every)
    Qd, N, Rd = W[:n, :n], W[:n, n:], W[n:, n:]
    try:
        P = solve_discrete_are(Ad, Bd, Qd, Rd, s=N)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise NoGain(str(error)) from None
    K = np.linalg.solve(Rd + Bd.T @ P @ Bd, Bd.T @ P @ Ad + N.T)
    if np.max(np.abs(np.linalg.eigvals(Ad - Bd @ K))) >= 1.0:
        raise NoGain("a mode that costs nothing stays as it is")
    return K, 0.5 * (P + P.T)


def kalman_gain(
    A: np.ndarray, C: np.ndarray, W: np.ndarray, V: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return L and the covariance: xhat' = A xhat + B u + L (y - C xhat) follows x best."""
    gain, P = lqr_gain(A.T, C.T, W, V)
    return gain.T, P


def sampled_kalman_gain(
    A: np.ndarray, C: np.ndarray, W: np.ndarray, V: np.ndarray, every: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return L and the covariance before a measurement: xhat + L (y - C xhat) at each sample.

    W: intensity of the noise on xdot; V: covariance of a measurement.
    """
    from scipy.linalg import expm, solve_discrete_are

    Ad = expm(every * A)
    Wd = integral_over_sample(A.T, W, every)
    try:
        P = solve_discrete_are(Ad.T, C.T, Wd, V)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise NoGain(str(error)) from None
    L = np.linalg.solve(C @ P @ C.T + V, C @ P).T
    return L, 0.5 * (P + P.T)


def gains_along(
    times: np.ndarray, A: Matrices, B: Matrices, Q: np.ndarray, R: np.ndarray, final: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return K and P at times: -dP/dt = A^T P + P A - P B R^-1 B^T P + Q, P at the end given."""
    from scipy.integrate import solve_ivp

    n = len(Q)
    inverse = np.linalg.inv(R)

    def slope(back: float, p: np.ndarray) -> np.ndarray:
        t, P = times[-1] - back, p.reshape(n, n)
        a, b = A(t), B(t)
        d = a.T @ P + P @ a - P @ b @ inverse @ b.T @ P + Q
        return np.asarray(0.5 * (d + d.T)).ravel()

    back = times[-1] - times[::-1]
    found = solve_ivp(
        slope, (0.0, float(back[-1])), final.ravel(), t_eval=back, rtol=1e-9, atol=1e-12,
        method="LSODA",
    )  # fmt: skip
    if not found.success:
        raise NoGain(found.message)
    P = found.y.T.reshape(len(times), n, n)[::-1]
    return np.array([inverse @ B(t).T @ p for t, p in zip(times, P, strict=True)]), P


def periodic_gains(
    times: np.ndarray, A: Matrices, B: Matrices, Q: np.ndarray, R: np.ndarray, start: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return K and P over a period whose ends agree: backwards over periods until they do."""
    P = start
    for _ in range(200):
        K, along = gains_along(times, A, B, Q, R, P)
        if np.max(np.abs(along[0] - P)) <= 1e-8 * max(float(np.max(np.abs(P))), 1e-300):
            return K, along
        P = along[0]
    raise NoGain("the Riccati equation does not become periodic in 200 periods")
