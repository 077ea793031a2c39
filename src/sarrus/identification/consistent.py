"""Inertias that a body can have: the pseudo-inertia of each is positive definite.

Of the mass m, first moment h and inertia J about the origin, Sigma = 1/2 tr(J) 1 - J is the second
moment of mass, and

    P = [[Sigma, h], [h^T, m]] > 0

says all at once: a positive mass, principal moments above zero, and the triangle rule of them
(Wensing, Kim and Slotine 2018). Among the inertias that fit the data equally well, the one nearest
to the model as it was is taken, by the divergence of Bregman of -log det (Lee, Wensing and Park
2020)

    D(P, P0) = tr(P0^-1 P) - log det(P0^-1 P) - 4 >= 0,

a barrier too: no step leaves the cone. Numbers that are not below zero are cones of one number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from sarrus.identification.base import BaseParameters
from sarrus.identification.parameters import INERTIA, Parameter
from sarrus.late_dataclass import dataclass

TINY = 1e-2
"""Eigenvalues of the pseudo-inertia that a model starts with, over the largest, at least."""
SMALL = 0.1
"""Rotors and friction that a model has not start with this part of usual inertias and efforts."""
PULL = 0.01
"""Weight that keeps inertias of usual size while some inside all cones are sought."""
ROUNDS = 60
LIFTS = 9
"""How often the weight of t rises by ten while inertias inside all cones are sought."""
SOFTEST = 1e-4
"""Last weight of the divergence beside the misfit, a sum of squares of standard deviations."""


def pseudo_inertia(pi: np.ndarray) -> np.ndarray:
    """Return P, 4 x 4, of (m, h, Jxx, Jxy, Jyy, Jxz, Jyz, Jzz)."""
    m, hx, hy, hz, xx, xy, yy, xz, yz, zz = pi
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    h = np.array([[hx], [hy], [hz]])
    Sigma = 0.5 * np.trace(J) * np.eye(3) - J
    return np.block([[Sigma, h], [h.T, np.array([[m]])]])


BASIS = np.array([pseudo_inertia(row) for row in np.eye(10)])
"""P of unit parameters."""


@dataclass(frozen=True, eq=False)
class Cone:
    """P = G0 + sum theta_k G_k > 0 of some parameters; start: P0 of the model."""

    places: tuple[int, ...]
    G: np.ndarray
    fixed: np.ndarray
    start: np.ndarray

    def at(self, theta: np.ndarray) -> np.ndarray:
        """Return P."""
        return self.fixed + np.einsum("k,kij->ij", theta[list(self.places)], self.G)


def cones_of(
    parameters: Sequence[Parameter],
    known: Mapping[str, float],
    effort: float,
    without: Collection[str] = (),
) -> list[Cone]:
    """Return the cones; known: inertia parameters of all bodies; effort: usual size of efforts.

    without: names of numbers of joints of which nothing is known.

    Where the model is on the edge of a cone (a rod without thickness, no friction), the start is
    moved inside a little.
    """
    found = []
    masses = [x for name, x in known.items() if name.endswith(".mass") and x > 0.0]
    usual = float(np.median(masses)) if masses else 1.0
    bodies = dict.fromkeys(p.owner for p in parameters if p.kind == INERTIA)
    for body in bodies:
        chosen = {
            p.what: k for k, p in enumerate(parameters) if p.kind == INERTIA and p.owner == body
        }
        names = list(known)
        own = [n for n in names if n.rpartition(".")[0] == body]
        values = np.array([known[n] for n in own])
        free = np.array([n.rpartition(".")[2] in chosen for n in own])
        fixed = np.einsum("k,kij->ij", np.where(free, 0.0, values), BASIS)
        found.append(
            Cone(tuple(chosen.values()), BASIS[free], fixed, _inside(pseudo_inertia(values), usual))
        )
    inertias = [x for name, x in known.items() if name[-3:] in ("Jxx", "Jyy", "Jzz") and x > 0.0]
    usual = float(np.median(inertias)) if inertias else effort
    for k, p in enumerate(parameters):
        if p.positive and p.name not in without:
            first = max(p.value, SMALL * (usual if p.what == "rotor" else effort))
            found.append(Cone((k,), np.ones((1, 1, 1)), np.zeros((1, 1)), np.array([[first]])))
    return found


def _inside(P: np.ndarray, mass: float) -> np.ndarray:
    """Return the nearest P whose least eigenvalue is not too small, lengths scaled by its own."""
    m = max(float(P[3, 3]), 0.01 * mass)
    size = np.sqrt(max(float(np.trace(P[:3, :3])) / m, 1e-6))
    scale = np.array([1.0 / size] * 3 + [1.0]) / np.sqrt(m)
    w, U = np.linalg.eigh(scale[:, None] * P * scale)
    return ((U * np.maximum(w, TINY * max(w[-1], 1.0))) @ U.T) / scale[:, None] / scale


class _Stack:
    """Cones of the same size, all at once."""

    def __init__(self, cones: Sequence[Cone]) -> None:
        self.places = np.array([cone.places for cone in cones])
        self.G = np.array([cone.G for cone in cones])
        self.fixed = np.array([cone.fixed for cone in cones])
        self.start = np.array([cone.start for cone in cones])
        self.inverse = np.linalg.inv(self.start)

    def at(self, theta: np.ndarray) -> np.ndarray:
        """Return all P."""
        return self.fixed + np.einsum("ck,ckij->cij", theta[self.places], self.G)


class Divergence:
    """Sum of D(P + t P0, P0) over cones, with gradient and second derivatives by theta and t."""

    def __init__(self, cones: Sequence[Cone], size: int) -> None:
        kinds: dict[tuple[int, int], list[Cone]] = {}
        for cone in cones:
            kinds.setdefault((len(cone.start), len(cone.places)), []).append(cone)
        self.stacks, self.size = [_Stack(listed) for listed in kinds.values()], size

    def inside(self, theta: np.ndarray, t: float = 0.0) -> bool:
        """Whether all P + t P0 are positive definite."""
        try:
            for stack in self.stacks:
                np.linalg.cholesky(stack.at(theta) + t * stack.start)
        except np.linalg.LinAlgError:
            return False
        return True

    def depth(self, theta: np.ndarray) -> float:
        """Return the largest s with P - s P0 >= 0 for all P: above zero inside."""
        found = np.inf
        for stack in self.stacks:
            L = np.linalg.inv(np.linalg.cholesky(stack.start))
            sizes = np.linalg.eigvalsh(L @ stack.at(theta) @ np.swapaxes(L, 1, 2))
            found = min(found, float(np.min(sizes)))
        return found

    def value(self, theta: np.ndarray) -> float:
        """Return the sum at t = 0."""
        total = 0.0
        for stack in self.stacks:
            product = stack.inverse @ stack.at(theta)
            total += float(np.einsum("cii->", product)) - float(
                np.sum(np.linalg.slogdet(product)[1])
            )
            total -= product.shape[0] * product.shape[1]
        return total

    def barrier(self, theta: np.ndarray, t: float) -> float:
        """Return PULL tr(P0^-1 P) - log det (P + t P0), summed."""
        total = 0.0
        for stack in self.stacks:
            P = stack.at(theta)
            total += PULL * float(np.einsum("cij,cji->", stack.inverse, P))
            total -= float(np.sum(np.linalg.slogdet(P + t * stack.start)[1]))
        return total

    def derivatives(
        self, theta: np.ndarray, t: float = 0.0, pull: float = 1.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return gradient and second derivatives by theta, then t; pull: weight of tr(P0^-1 P)."""
        n = self.size
        g, H = np.zeros(n + 1), np.zeros((n + 1, n + 1))
        for stack in self.stacks:
            own = np.linalg.inv(stack.at(theta) + t * stack.start)
            slope = np.einsum("cij,ckji->ck", pull * stack.inverse - own, stack.G)
            moved = np.einsum("cij,ckjl->ckil", own, stack.G)
            shifted = own @ stack.start
            second = np.einsum("ckij,clji->ckl", moved, moved)
            mixed = np.einsum("ckij,cji->ck", moved, shifted)
            np.add.at(g, stack.places, slope)
            np.add.at(H, (stack.places[:, :, None], stack.places[:, None, :]), second)
            np.add.at(H[n], stack.places, mixed)
            g[n] -= float(np.einsum("cii->", shifted))
            H[n, n] += float(np.einsum("cij,cji->", shifted, shifted))
        H[:n, n] = H[n, :n]
        return g, H


def nearest_consistent(
    base: BaseParameters,
    beta: np.ndarray,
    weight: np.ndarray,
    theta0: np.ndarray,
    cones: Sequence[Cone],
) -> tuple[np.ndarray, bool]:
    """Return consistent theta with these base parameters, nearest to the model; and whether exact.

    Where none has them, theta minimizes (B theta - beta)^T weight (B theta - beta) in the cones.
    Parameters in no cone stay near theta0.
    """
    divergence = Divergence(cones, len(theta0))
    loose = np.ones(len(theta0), dtype=bool)
    for cone in cones:
        loose[list(cone.places)] = False
    theta = _start(theta0, cones)
    size = max(float(np.median(np.abs(theta))), 1e-6)
    soft = np.where(loose, np.maximum(np.abs(theta), size) ** -2.0, 0.0)
    fixed = _Equal(divergence, soft, base, beta, theta0)
    inner = fixed.inner_point(theta)
    if inner is not None:
        return fixed.nearest(inner), True
    return _nearest_in_cones(divergence, soft, base.B, beta, weight, theta0, theta), False


def _start(theta0: np.ndarray, cones: Sequence[Cone]) -> np.ndarray:
    theta = theta0.copy()
    for cone in cones:
        at = list(cone.places)
        flat = cone.G.reshape(len(at), -1).T
        theta[at] = np.linalg.lstsq(flat, (cone.start - cone.fixed).ravel(), rcond=None)[0]
    return theta


class _Equal:
    """Consistent theta with given base parameters: theta_b = beta - K x, x all others."""

    def __init__(
        self, divergence: Divergence, soft: np.ndarray, base: BaseParameters, beta: np.ndarray,
        theta0: np.ndarray,
    ) -> None:  # fmt: skip
        self.divergence, self.soft, self.theta0 = divergence, soft, theta0
        free = [*base.merged, *base.unseen]
        self.free = free
        self.first = np.zeros(len(theta0))
        self.first[list(base.base)] = beta
        self.N = np.zeros((len(theta0), len(free)))
        self.N[list(base.base), : len(base.merged)] = -base.K
        self.N[free, np.arange(len(free))] = 1.0

    def theta(self, x: np.ndarray) -> np.ndarray:
        """Return theta."""
        return self.first + self.N @ x

    def inner_point(self, theta: np.ndarray) -> np.ndarray | None:
        """Return x inside all cones, None where there is none.

        t is minimized such that all P + t P0 stay positive definite, with a barrier (Boyd and
        Vandenberghe 2004, section 11.4), until it is below zero.
        """
        div, x = self.divergence, theta[self.free]
        n = len(self.free)
        t = -div.depth(self.theta(x))
        if t < 0.0:
            return x
        if not n:
            return None
        t += 1.0
        N = np.block([[self.N, np.zeros((len(self.N), 1))], [np.zeros((1, n)), np.ones((1, 1))]])
        weight = 1.0
        for _ in range(LIFTS):
            for _ in range(ROUNDS):
                g, H = div.derivatives(self.theta(x), t, PULL)
                away = self.theta(x) - self.theta0
                g[:-1] += self.soft * away
                g[-1] += weight
                H[np.arange(len(away)), np.arange(len(away))] += self.soft
                step = _newton_step(N.T @ g, N.T @ H @ N)
                slope = float((N.T @ g) @ step)
                here = self._lifted_cost(x, t, weight)
                s = 1.0
                while s > 1e-12 and not (
                    div.inside(self.theta(x + s * step[:-1]), t + s * step[-1])
                    and self._lifted_cost(x + s * step[:-1], t + s * step[-1], weight)
                    <= here + 1e-2 * s * slope + 1e-12 * abs(here)
                ):
                    s *= 0.5
                if s <= 1e-12:
                    break
                x, t = x + s * step[:-1], t + s * float(step[-1])
                if div.depth(self.theta(x)) > 0.0:
                    return x
                if -slope < 1e-3:
                    break
            weight *= 10.0
        return None

    def _lifted_cost(self, x: np.ndarray, t: float, weight: float) -> float:
        theta = self.theta(x)
        away = theta - self.theta0
        return (
            weight * t + self.divergence.barrier(theta, t) + 0.5 * float(away @ (self.soft * away))
        )

    def nearest(self, x: np.ndarray) -> np.ndarray:
        """Return theta of the least divergence from the model."""
        div = self.divergence
        if not len(x):
            return self.theta(x)

        def cost(at: np.ndarray) -> float:
            theta = self.theta(at)
            away = theta - self.theta0
            return div.value(theta) + 0.5 * float(away @ (self.soft * away))

        for _ in range(ROUNDS):
            theta = self.theta(x)
            g, H = div.derivatives(theta)
            g, H = g[:-1] + self.soft * (theta - self.theta0), H[:-1, :-1] + np.diag(self.soft)
            g, H = self.N.T @ g, self.N.T @ H @ self.N
            step = _newton_step(g, H)
            slope = float(g @ step)
            s = _step_length(cost, lambda at: div.inside(self.theta(at)), x, step, slope)
            x = x + s * step
            if -slope < 1e-12 or s == 0.0:
                break
        return self.theta(x)


def _newton_step(g: np.ndarray, H: np.ndarray) -> np.ndarray:
    """Return - H^-1 g, scaled by the diagonal of H, which spans many decades."""
    d = 1.0 / np.sqrt(np.maximum(np.diag(H), 1e-300))
    return np.asarray(-d * np.linalg.lstsq(d[:, None] * H * d, d * g, rcond=1e-14)[0])


def _step_length(
    cost: Callable[[np.ndarray], float], inside: Callable[[np.ndarray], bool], x: np.ndarray,
    step: np.ndarray, slope: float,
) -> float:  # fmt: skip
    """Return how much of a step stays inside and lowers the cost; 0 where nothing does."""
    s, here = 1.0, cost(x)
    while s > 1e-12:
        if inside(x + s * step) and cost(x + s * step) <= here + 1e-4 * s * slope + 1e-14 * abs(
            here
        ):
            return s
        s *= 0.5
    return 0.0


def _nearest_in_cones(
    divergence: Divergence,
    soft: np.ndarray,
    B: np.ndarray,
    beta: np.ndarray,
    weight: np.ndarray,
    theta0: np.ndarray,
    theta: np.ndarray,
) -> np.ndarray:
    """Return theta of the least weighted misfit of beta, by a barrier whose weight falls."""
    F = B.T @ weight @ B

    def misfit(at: np.ndarray) -> float:
        r = B @ at - beta
        return 0.5 * float(r @ weight @ r)

    gamma = max(1.0, 1e-2 * misfit(theta))
    while True:

        def cost(at: np.ndarray, gamma: float = gamma) -> float:
            away = at - theta0
            return misfit(at) + gamma * (divergence.value(at) + 0.5 * float(away @ (soft * away)))

        for _ in range(ROUNDS):
            g, H = (part[..., :-1] for part in divergence.derivatives(theta))
            g = B.T @ (weight @ (B @ theta - beta)) + gamma * (g + soft * (theta - theta0))
            step = _newton_step(g, F + gamma * (H[:-1] + np.diag(soft)))
            slope = float(g @ step)
            s = _step_length(cost, divergence.inside, theta, step, slope)
            theta = theta + s * step
            if -slope < 1e-6 * gamma or s == 0.0:
                break
        if gamma <= SOFTEST:
            return theta
        gamma = max(0.1 * gamma, SOFTEST)
