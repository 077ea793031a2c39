"""Function generation in closed form: Freudenstein's equation, all real solutions.

Four-bar with crank a, coupler b, rocker c and frame d, angles phi and psi of crank and rocker from
the frame (Freudenstein 1955):

    K1 cos psi - K2 cos phi + K3 = cos(phi - psi),
    K1 = d/a,  K2 = d/c,  K3 = (a^2 - b^2 + c^2 + d^2) / (2 a c).

Slider-crank with crank a, rod b and offset e, way s of the slider:

    s^2 = K1 s cos phi + K2 sin phi + K3,   K1 = 2 a,  K2 = 2 a e,  K3 = b^2 - a^2 - e^2.

Three positions give three linear equations. Where the scale of the input or of the output may be
turned, phi = phi_0 + phi_j, s = s_0 + s_j, products of the unknowns appear; taken as unknowns of
their own they solve linear equations up to one factor, and the relations between them are one
polynomial of degree 2 (four positions) or 3 (five): so many linkages there are at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.synthesis.families import FAMILIES
from sarrus.synthesis.linkage import Linkage
from sarrus.synthesis.solution import Solution, wrap_angle
from sarrus.synthesis.tasks import Task

REAL = 1e-7
"""Imaginary part of a root, as a part of its size, up to which it is real: double roots."""
NONE = 1e-9
"""Ratios K beyond 1/NONE or below NONE mean no linkage: a link without length."""
EXACT = 1e-7
"""Error of an output, of the size 1, up to which a linkage fulfils its positions."""


def four_bars_of(task: Task, frame: float = 1.0) -> list[Solution]:
    """Return all four-bars whose rocker has the wanted angles, with the frame of a length [m].

    The task has three positions and both offsets, four and one of them, or five and none.
    """
    x, y = task.inputs, task.angles
    found = []
    for phi_0, psi_0, K in _freudenstein_numbers(x, y, task.input_offset, task.output_offset):
        solution = _four_bar(task, frame, phi_0, psi_0, K)
        if solution is not None:
            found.append(solution)
    return distinct(found)


def slider_cranks_of(task: Task) -> list[Solution]:
    """Return all slider-cranks whose slider has the wanted ways.

    The crank turns about the origin, the slider moves along x. The task has three positions and
    both offsets, four and one of them, or five and none.
    """
    x, y = task.inputs, task.angles
    found = []
    for phi_0, s_0, K in _slider_numbers(x, y, task.input_offset, task.output_offset):
        solution = _slider_crank(task, phi_0, s_0, K)
        if solution is not None:
            found.append(solution)
    return distinct(found)


def distinct(solutions: list[Solution]) -> list[Solution]:
    """Return solutions without those that are the same linkage in the same positions."""
    kept: list[Solution] = []
    for solution in solutions:
        numbers = np.array([*solution.linkage.values.values(), *np.cos(solution.angles)])
        same = (
            other.family is solution.family
            and np.allclose(
                numbers, [*other.linkage.values.values(), *np.cos(other.angles)],
                rtol=1e-6, atol=1e-9,
            )
            for other in kept
        )  # fmt: skip
        if not any(same):
            kept.append(solution)
    return kept


Numbers = Iterator[tuple[float, float, np.ndarray]]


def _freudenstein_numbers(
    x: np.ndarray, y: np.ndarray, phi_0: float | None, psi_0: float | None
) -> Numbers:
    """Yield offsets and K1, K2, K3.

    With delta = phi_0 - psi_0 and (u, v) = (cos delta, sin delta),
    p cos y_j - q sin y_j - r cos x_j + s sin x_j + K3 = u cos(x_j - y_j) - v sin(x_j - y_j),
    where p + iq = K1 exp(i psi_0) and r + is = K2 exp(i phi_0): linear in p, q, r, s, K3 for each
    of u and v. What remains is Im[(r + is)(p - iq)(u - iv)] = 0, of degree 3 in v/u.
    """
    right = np.stack([np.cos(x - y), -np.sin(x - y)], axis=-1)
    one = np.ones_like(x)
    if phi_0 is not None and psi_0 is not None:
        A = np.stack([np.cos(y + psi_0), -np.cos(x + phi_0), one], axis=-1)
        K = _solution(A, np.cos(x + phi_0 - y - psi_0))
        if K is not None:
            yield phi_0, psi_0, K
        return
    if phi_0 is not None:
        A = np.stack([np.cos(y), -np.sin(y), -np.cos(x + phi_0), one], axis=-1)
        linear = _solution(A, right)
        if linear is None:
            return
        turn = np.exp(-1j * phi_0)

        def input_condition(u: complex, v: complex) -> complex:
            p, q, _, _ = linear @ np.array([u, v])
            return complex(((p + 1j * q) * (u + 1j * v) * turn).imag)

        for delta in _directions(input_condition, 2):
            p, q, K2, K3 = linear @ np.array([np.cos(delta), np.sin(delta)])
            psi = phi_0 - delta
            yield phi_0, psi, np.array([((p + 1j * q) * np.exp(-1j * psi)).real, K2, K3])
        return
    if psi_0 is not None:
        A = np.stack([np.cos(y + psi_0), -np.cos(x), np.sin(x), one], axis=-1)
        linear = _solution(A, right)
        if linear is None:
            return
        turn = np.exp(-1j * psi_0)

        def output_condition(u: complex, v: complex) -> complex:
            _, r, s, _ = linear @ np.array([u, v])
            return complex(((r + 1j * s) * (u - 1j * v) * turn).imag)

        for delta in _directions(output_condition, 2):
            K1, r, s, K3 = linear @ np.array([np.cos(delta), np.sin(delta)])
            phi = psi_0 + delta
            yield phi, psi_0, np.array([K1, ((r + 1j * s) * np.exp(-1j * phi)).real, K3])
        return
    A = np.stack([np.cos(y), -np.sin(y), -np.cos(x), np.sin(x), one], axis=-1)
    linear = _solution(A, right)
    if linear is None:
        return

    def both_conditions(u: complex, v: complex) -> complex:
        p, q, r, s, _ = linear @ np.array([u, v])
        return complex(((r + 1j * s) * (p - 1j * q) * (u - 1j * v)).imag)

    for delta in _directions(both_conditions, 3):
        p, q, r, s, K3 = linear @ np.array([np.cos(delta), np.sin(delta)])
        psi = float(np.angle(p + 1j * q))
        phi = psi + delta
        K2 = float(((r + 1j * s) * np.exp(-1j * phi)).real)
        yield phi, psi, np.array([np.hypot(p, q), K2, K3])


def _slider_numbers(
    x: np.ndarray, y: np.ndarray, phi_0: float | None, s_0: float | None
) -> Numbers:
    """Yield offsets and K1, K2, K3 of slider-cranks.

    With P + iQ = K1 exp(i phi_0), M = s_0 P + K2 sin phi_0 and N = K2 cos phi_0 - s_0 Q,
    s_j^2 = -2 s_0 s_j + s_j (P cos x_j - Q sin x_j) + M cos x_j + N sin x_j + L, linear in all of
    them up to one factor; then P (M - s_0 P) = Q (N + s_0 Q).
    """
    c, s, one = np.cos(x), np.sin(x), np.ones_like(x)
    if phi_0 is not None and s_0 is not None:
        way, c, s = y + s_0, np.cos(x + phi_0), np.sin(x + phi_0)
        K = _solution(np.stack([way * c, s, one], axis=-1), way**2)
        if K is not None:
            yield phi_0, s_0, K
        return
    if phi_0 is not None:
        c, s = np.cos(x + phi_0), np.sin(x + phi_0)
        A = np.stack([y * c, c, s, one, -2.0 * y], axis=-1)  # K1, K1 s_0, K2, K3 - s_0^2, s_0
        for K1, _, K2, L, way in _on_line(A, y**2, lambda z: z[1] - z[0] * z[4], 2):
            yield phi_0, way, np.array([K1, K2, L + way**2])
        return
    if s_0 is not None:
        way = y + s_0
        A = np.stack([way * c, -way * s, s, c, one], axis=-1)  # P, Q, K2 cos, K2 sin, K3
        for P, Q, R, T, K3 in _on_line(A, way**2, lambda z: z[0] * z[3] - z[1] * z[2], 2):
            phi = float(np.arctan2(Q, P))
            yield phi, s_0, np.array([np.hypot(P, Q), R * np.cos(phi) + T * np.sin(phi), K3])
        return
    A = np.stack([-2.0 * y, y * c, -y * s, c, s, one], axis=-1)  # s_0, P, Q, M, N, L

    def relation(z: np.ndarray) -> complex:
        way, P, Q, M, N, _ = z
        return complex(P * (M - way * P) - Q * (N + way * Q))

    for way, P, Q, M, N, L in _on_line(A, y**2, relation, 3):
        phi = float(np.arctan2(Q, P))
        K2 = (M - way * P) * np.sin(phi) + (N + way * Q) * np.cos(phi)
        yield phi, way, np.array([np.hypot(P, Q), K2, L + way**2])


def _solution(A: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """Return the solution of square equations; None where they are singular."""
    if A.shape[0] != A.shape[1] or np.linalg.cond(A) > 1e12:
        return None
    return np.asarray(np.linalg.solve(A, right))


def _directions(condition: Callable[[complex, complex], complex], degree: int) -> list[float]:
    """Return the angles delta in (-pi/2, pi/2] at which a form of (cos delta, sin delta) is 0."""
    angles = np.linspace(0.0, np.pi, degree + 1, endpoint=False)
    powers = np.stack(
        [np.cos(angles) ** (degree - k) * np.sin(angles) ** k for k in range(degree + 1)], axis=-1
    )
    values = [condition(np.cos(a), np.sin(a)).real for a in angles]
    form = np.linalg.solve(powers, values)  # sum of form[k] cos^(n-k) sin^k
    roots = _real_roots(form[::-1])
    found = [float(np.arctan(root)) for root in roots]
    if abs(form[-1]) <= 1e-12 * np.abs(form).max():
        found.append(0.5 * np.pi)
    return found


def _on_line(
    A: np.ndarray, right: np.ndarray, relation: Callable[[np.ndarray], complex], degree: int
) -> Iterator[np.ndarray]:
    """Yield the points of the line A z = right at which a polynomial relation is 0."""
    if np.linalg.matrix_rank(A) < A.shape[0]:
        return
    start = np.linalg.lstsq(A, right, rcond=None)[0]
    way = np.linalg.svd(A)[2][-1] * (1.0 + np.abs(start).max())
    at = np.cos(np.linspace(0.0, np.pi, degree + 1))
    values = [complex(relation(start + t * way)).real for t in at]
    for t in _real_roots(np.polyfit(at, values, degree)):
        yield start + t * way


def _real_roots(coefficients: np.ndarray) -> list[float]:
    """Return the real roots of a polynomial, the highest power first."""
    scale = np.abs(coefficients).max()
    if not scale > 0.0:
        return []
    shown = np.trim_zeros(np.where(np.abs(coefficients) > 1e-14 * scale, coefficients, 0.0), "f")
    roots = np.roots(shown)
    return [float(r.real) for r in roots if abs(r.imag) <= REAL * (1.0 + abs(r))]


def _four_bar(
    task: Task, frame: float, phi_0: float, psi_0: float, K: np.ndarray
) -> Solution | None:
    """Return the four-bar of Freudenstein's numbers; None if it has no real lengths.

    A negative ratio is a link that points the other way: its length is positive, its angle turned
    by half a turn.
    """
    K1, K2, K3 = (float(k) for k in K)
    if not (NONE < abs(K1) < 1.0 / NONE and NONE < abs(K2) < 1.0 / NONE):
        return None
    a, c = frame / K1, frame / K2
    square = a * a + c * c + frame * frame - 2.0 * a * c * K3
    if not square > (NONE * frame) ** 2:
        return None
    phi = task.inputs + phi_0 + (np.pi if a < 0.0 else 0.0)
    offset = psi_0 + (np.pi if c < 0.0 else 0.0)
    psi = task.angles + offset
    b, a, c = float(np.sqrt(square)), abs(a), abs(c)
    values = {"Ax": 0.0, "Ay": 0.0, "Dx": frame, "Dy": 0.0, "a": a, "b": b, "c": c}
    B = a * np.exp(1j * phi)
    C = frame + c * np.exp(1j * psi)
    signs = np.where(((frame - B).conj() * (C - B)).imag >= 0.0, 1, -1)[:, None]
    # where crank and coupler are in line both signs are one; nothing can be said of the side
    linkage = Linkage(FAMILIES["four-bar"], values | {"p": 0.5 * b, "q": 0.0}, (int(signs[0, 0]),))
    found = Solution(task, linkage, wrap_angle(phi), signs, float(wrap_angle(offset)))
    return found if found.errors.max() < EXACT else None


def _slider_crank(task: Task, phi_0: float, s_0: float, K: np.ndarray) -> Solution | None:
    """Return the slider-crank of K1, K2, K3; None if it has no real lengths."""
    K1, K2, K3 = (float(k) for k in K)
    scale = max(float(np.ptp(task.angles)), 1e-300)
    if not NONE * scale < abs(K1) < scale / NONE:
        return None
    a, e = 0.5 * K1, K2 / K1
    square = K3 + a * a + e * e
    if not square > (NONE * scale) ** 2:
        return None
    phi = task.inputs + phi_0 + (np.pi if a < 0.0 else 0.0)
    a, b = abs(a), float(np.sqrt(square))
    values = {"Ax": 0.0, "Ay": 0.0, "Dx": 0.0, "Dy": e, "a": a, "b": b, "beta": 0.0}
    way = task.angles + s_0
    signs = np.where(way >= a * np.cos(phi), 1, -1)[:, None]
    linkage = Linkage(
        FAMILIES["slider-crank"], values | {"p": 0.5 * b, "q": 0.0}, (int(signs[0, 0]),)
    )
    found = Solution(task, linkage, wrap_angle(phi), signs, float(s_0))
    return found if found.errors.max() < EXACT * max(scale, 1.0) else None
