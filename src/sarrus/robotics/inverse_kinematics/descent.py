"""Damped Gauss-Newton steps within limits, to be compiled.

    minimize F(q) = 1/2 sum (w_i e_i(q))^2,   lower <= q <= upper

by steps (J^T W J + mu F D) dq = -J^T W e: the damping goes with F, so that it vanishes at a
solution, and its factor mu follows how well the last step was predicted. Coordinates that a step
would carry beyond a limit stop there, and the rest of the step is computed again.
"""

from __future__ import annotations

from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import (
    Floats,
    KernelCall,
    Record,
    copy,
    native,
    record,
    run_kernel,
)

LONGEST = 1.0
"""The longest step of an angle [rad], or of a displacement over the mechanism's length."""
LEAST = 1e-13
"""Damping that is always there, over the largest diagonal entry: for redundant arms."""
PATIENCE = 8
"""Steps in which F has to fall by the factor STALL."""


@record
class Descent(Record):
    """A descent: where it is, the equations there, and its steps.

    most: iterations allowed, of which `iterations` were made; stall: the factor by which F has to
    fall; cost: F; worst: the largest e over its tolerance. n: of coordinates that move, nq: of all,
    m: of rows. e, J: at the coordinates `at`, outputs of the kernel `misses`; q: the best so far;
    tried: where `step` leads, by the kernel `move`. weight, worth: of rows; place: of coordinates
    in q; lower, upper, scale: of coordinates. normal, gradient: J^T W J and J^T W e; matrix,
    exchanged, right: the equations of the step; fixed: coordinates at their limits.
    """

    stall: float
    cost: float
    worst: float
    n: int
    nq: int
    m: int
    most: int
    iterations: int
    at: Floats
    q: Floats
    step: Floats
    tried: Floats
    e: Floats
    J: Floats
    weight: Floats
    worth: Floats
    place: Floats
    lower: Floats
    upper: Floats
    scale: Floats
    normal: Floats
    gradient: Floats
    matrix: Floats
    exchanged: Floats
    right: Floats
    fixed: Floats
    misses: KernelCall
    move: KernelCall


@native
def evaluate(d: Descent) -> float:
    """Evaluate e and J; return F and leave the largest e over its tolerance in `worst`."""
    run_kernel(d.misses)
    total = 0.0
    worst = 0.0
    for i in range(d.m):
        e = d.e[i]
        total += d.weight[i] * e * e
        worst = max(worst, abs(e) * d.worth[i])
    d.worst = worst
    return 0.5 * total


@native
def normal_equations(d: Descent) -> float:
    """Put J^T W J and J^T W e in their places; return the largest diagonal entry, scaled."""
    n = d.n
    normal = d.normal
    gradient = d.gradient
    rows = d.J
    for j in range(n):
        gradient[j] = 0.0
        for k in range(j + 1):
            normal[j * n + k] = 0.0
    for i in range(d.m):
        w = d.weight[i]
        if w != 0.0:
            for j in range(n):
                part = w * rows[i * n + j]
                if part != 0.0:
                    gradient[j] = gradient[j] + part * d.e[i]
                    for k in range(j + 1):
                        normal[j * n + k] = normal[j * n + k] + part * rows[i * n + k]
    largest = 0.0
    for j in range(n):
        s = d.scale[j]
        largest = max(largest, normal[j * n + j] * s * s)
        for k in range(j):
            normal[k * n + j] = normal[j * n + k]
    return largest


@native
def fix_at_limits(d: Descent) -> None:
    """Fix the coordinates that are at a limit and would go beyond it."""
    q = d.q
    for j in range(d.n):
        value = q[int(d.place[j])]
        slope = d.gradient[j]
        d.fixed[j] = 0.0
        d.step[j] = 0.0
        if value <= d.lower[j] and slope > 0.0:
            d.fixed[j] = 1.0
        if value >= d.upper[j] and slope < 0.0:
            d.fixed[j] = 1.0


@native
def free_step(d: Descent, damping: float) -> int:
    """Put the step of the free coordinates, the fixed ones given, in `right`; 0 if singular."""
    n = d.n
    right = d.right
    for j in range(n):
        s = d.scale[j]
        right[j] = -d.gradient[j]
        for k in range(n):
            if d.fixed[k] > 0.0:
                right[j] = right[j] - d.normal[j * n + k] * d.step[k]
                d.matrix[j * n + k] = 0.0
            else:
                d.matrix[j * n + k] = d.normal[j * n + k]
        d.matrix[j * n + j] = d.matrix[j * n + j] + damping / (s * s)
        if d.fixed[j] > 0.0:
            for k in range(n):
                d.matrix[j * n + k] = 0.0
            d.matrix[j * n + j] = 1.0
            right[j] = d.step[j]
    if factor(d.matrix, d.exchanged, n) == 0:
        return 0
    solve(d.matrix, d.exchanged, right, n)
    longest = 0.0
    for j in range(n):
        longest = max(longest, abs(right[j]) / d.scale[j])
    if longest > LONGEST:
        for j in range(n):
            right[j] = right[j] * (LONGEST / longest)
    return 1


@native
def bounded_step(d: Descent, damping: float) -> int:
    """Put a step within the limits in `step`; return 0 where there is none."""
    n = d.n
    q = d.q
    fix_at_limits(d)
    beyond = 1
    while beyond == 1:
        if free_step(d, damping) == 0:
            return 0
        beyond = 0
        for j in range(n):
            value = q[int(d.place[j])]
            if d.fixed[j] == 0.0:
                there = value + d.right[j]
                if there < d.lower[j]:
                    d.step[j] = d.lower[j] - value
                    d.fixed[j] = 1.0
                    beyond = 1
                if there > d.upper[j]:
                    d.step[j] = d.upper[j] - value
                    d.fixed[j] = 1.0
                    beyond = 1
    for j in range(n):
        if d.fixed[j] == 0.0:
            d.step[j] = d.right[j]
    return 1


@native
def predicted_gain(d: Descent) -> float:
    """Return by how much F falls with the step if e is linear."""
    n = d.n
    step = d.step
    gain = 0.0
    for j in range(n):
        slope = d.gradient[j]
        for k in range(n):
            slope += 0.5 * d.normal[j * n + k] * step[k]
        gain -= slope * step[j]
    return gain


@native
def descend(d: Descent) -> int:
    """Go down from q until all e are within tolerance (1) or no step helps (2); 0: not a number."""
    nq = d.nq
    d.iterations = 0
    copy(d.at, d.q, nq)
    cost = evaluate(d)
    worst = d.worst
    d.cost = cost
    if not cost < 1e300:
        return 0
    largest = normal_equations(d)
    damping = 1.0
    before = cost
    count = 0
    while d.iterations < d.most:
        if worst <= 1.0:
            return 1
        d.iterations += 1
        there = cost
        hoped = 0.0
        if bounded_step(d, damping * cost + LEAST * largest + 1e-300) == 1:
            hoped = predicted_gain(d)
            run_kernel(d.move)
            copy(d.at, d.tried, nq)
            there = evaluate(d)
        gain = cost - there
        if gain > 1e-4 * hoped and hoped > 0.0:
            copy(d.q, d.tried, nq)
            cost = there
            worst = d.worst
            largest = normal_equations(d)
            if gain > 0.75 * hoped:
                damping = max(0.25 * damping, 1e-3)
            if gain < 0.25 * hoped:
                damping = 4.0 * damping
        else:
            damping = 4.0 * damping
            if not damping < 1e12:
                d.cost = cost
                return 2
        d.cost = cost
        count += 1
        if count == PATIENCE:
            count = 0
            if cost > d.stall * before:
                return 1 if worst <= 1.0 else 2
            before = cost
    return 1 if worst <= 1.0 else 2
