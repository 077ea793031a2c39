"""Modified divided differences of the slope, and the polynomial that they define, to be compiled.

With h_n = t_n - t_(n-1) and psi_i = t_n - t_(n-i), the differences at t_n are

    phi_1 = f_n,   phi_(i+1) = psi_1 psi_2 ... psi_i f[t_n, ..., t_(n-i)]

(L. F. Shampine and M. K. Gordon, Computer Solution of Ordinary Differential Equations, 1975). At
steps of equal size they are the backward differences of f. A step to t_n + h scales them by
beta_i, and its integrals need only the quotients alpha_i = h / (psi_(i-1) + h).

Rows of arrays count from 0: row i holds phi_(i+1), psi[i] holds psi_(i+1).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sarrus.kernels.native import Floats, Ints, Record, native, record

HIGHEST = 12
"""The highest order of a step; its result is one order better."""
ROWS = HIGHEST + 2
"""Differences that are kept: one beyond the order tells whether a higher order would pay."""


@record
class Differences(Record):
    """Differences of the slope at the last state, and what the next step needs of them.

    active: whether the last step was made with them; order: of the next step; last_order: of the
    last one; t, top: time and state at the end of it; held: its size; equal: how many steps were
    of this size; starting: whether order and size still grow with every step; failures: of the
    step that is tried; allowed: the error, in tolerances, that is above rounding; own, lower:
    estimated errors of steps of the order tried and of the order below; lowers: whether the order
    below is the better one; stiff_steps: steps that stability seems to limit, less the others;
    stiff_at: when there were many of them first, negative if never.

    psi: sums of the last steps; ahead: the same after the step that is tried; alpha, beta, sigma,
    g: its coefficients; c: a row to work in; moulton: |gamma*_i| of the Adams-Moulton formulas;
    phi: the differences, row by row; weight: tolerances of the entries of y; first: slope as the
    differences predict it; slope, found: at the predicted and at the corrected state; carry, lost:
    rounding of the last step and of the prediction, which the next sum makes good; used: how many
    steps were of each order.
    """

    t: float
    held: float
    allowed: float
    own: float
    lower: float
    stiff_at: float
    active: int
    order: int
    last_order: int
    equal: int
    starting: int
    failures: int
    lowers: int
    stiff_steps: int
    psi: Floats
    ahead: Floats
    alpha: Floats
    beta: Floats
    sigma: Floats
    g: Floats
    c: Floats
    moulton: Floats
    phi: Floats
    top: Floats
    weight: Floats
    first: Floats
    slope: Floats
    found: Floats
    carry: Floats
    lost: Floats
    used: Ints


NONE = Differences()
"""Those of a loop that has none."""


def moulton_coefficients(count: int) -> np.ndarray:
    """Return |gamma*_1|, |gamma*_2|, ... of the Adams-Moulton formulas of equal steps.

    They are the coefficients of -x / ln(1 - x) = sum gamma*_i x^i, so that
    gamma*_m + gamma*_(m-1) / 2 + ... + gamma*_0 / (m + 1) = 0.
    """
    found = [Fraction(1)]
    for m in range(1, count + 1):
        found.append(-sum((found[i] / (m + 1 - i) for i in range(m)), Fraction(0)))
    return np.array([abs(float(value)) for value in found[1:]])


def new_differences(n: int) -> Differences:
    """Return differences of n slopes, all zero."""
    made = Differences(stiff_at=-1.0, order=1)
    short = ("psi", "ahead", "alpha", "beta", "sigma", "g", "c")
    own = ("top", "weight", "first", "slope", "found", "carry", "lost")
    made.bind(
        **{name: np.zeros(ROWS + 1) for name in short},
        **{name: np.zeros(n) for name in own},
        phi=np.zeros(ROWS * n),
        moulton=moulton_coefficients(HIGHEST + 1),
        used=np.zeros(HIGHEST + 1, dtype=np.int64),
    )
    return made


@native
def set_coefficients(d: Differences, h: float) -> None:
    """Put the coefficients of a step h of the order that is tried in their places.

    g_i = c_(i,1), where c_(1,q) = 1/q and c_(i+1,q) = c_(i,q) - alpha_i c_(i,q+1): integrals over
    the step of the products that stand behind the differences.
    """
    k = d.order
    d.ahead[0] = h
    for i in range(1, ROWS):
        d.ahead[i] = d.psi[i - 1] + h
    d.beta[0] = 1.0
    d.sigma[0] = 1.0
    for i in range(k):
        d.alpha[i] = h / d.ahead[i]
        if i > 0:
            d.beta[i] = d.beta[i - 1] * (d.ahead[i - 1] / d.psi[i - 1])
        d.sigma[i + 1] = float(i + 1) * d.alpha[i] * d.sigma[i]
    for q in range(k + 1):
        d.c[q] = 1.0 / float(q + 1)
    d.g[0] = 1.0
    for i in range(1, k + 1):
        for q in range(k + 1 - i):
            d.c[q] = d.c[q] - d.alpha[i - 1] * d.c[q + 1]
        d.g[i] = d.c[0]


@native
def interpolate_differences(d: Differences, t: float, out: Floats, n: int) -> None:
    """Put the state at a time in or near the last step into `out`, not projected.

    The polynomial through the last slopes, one more of them than the order of the step, is
    integrated from the end of the step: with x = t - t_n, the integrals of the products
    (x + psi_0) ... (x + psi_(i-1)) / (psi_1 ... psi_i) again follow from each other.
    """
    terms = d.last_order + 1
    x = t - d.t
    for q in range(terms):
        d.c[q] = 1.0 / float(q + 1)
    d.g[0] = 1.0
    before = 0.0
    for i in range(1, terms):
        width = d.psi[i - 1]
        stay = (x + before) / width
        go = x / width
        for q in range(terms - i):
            d.c[q] = stay * d.c[q] - go * d.c[q + 1]
        d.g[i] = d.c[0]
        before = width
    for j in range(n):
        total = 0.0
        for r in range(terms):
            i = terms - 1 - r  # the small terms first
            total += d.g[i] * d.phi[i * n + j]
        out[j] = d.top[j] + x * total
