"""Damped Gauss-Newton steps within limits, to be compiled.

    minimise F(q) = 1/2 sum (w_i e_i(q))^2,   lower <= q <= upper

by steps (J^T W J + mu F D) dq = -J^T W e: the damping goes with F, so that it vanishes at a
solution, and its factor mu follows how well the last step was predicted. Coordinates that a step
would carry beyond a limit stop there, and the rest of the step is computed again.
"""

from __future__ import annotations

from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import Pointers, copy, native, run_kernel

(
    KERNEL,
    KERNEL_INS,
    KERNEL_OUTS,
    KERNEL_WORK,
    MOVE,
    MOVE_INS,
    MOVE_OUTS,
    MOVE_WORK,
    AT,
    Q,
    STEP,
    TRIED,
    E,
    J,
    WEIGHT,
    WORTH,
    PLACE,
    LOWER,
    UPPER,
    SCALE,
    NORMAL,
    GRADIENT,
    MATRIX,
    EXCHANGED,
    RIGHT,
    FIXED,
    X,
) = range(27)
(N, NQ, M, MOST, STALL, ITERATIONS, COST, WORST) = range(8)

LONGEST = 1.0
"""The longest step of an angle [rad], or of a displacement over the mechanism's length."""
LEAST = 1e-13
"""Damping that is always there, over the largest diagonal entry: for redundant arms."""
PATIENCE = 8
"""Steps in which F has to fall by the factor STALL."""


@native
def evaluated(a: Pointers) -> float:
    """Evaluate e and J at AT; return F and put the largest e over its tolerance in WORST."""
    x = a[X]
    run_kernel(a[KERNEL], a[KERNEL_INS], a[KERNEL_OUTS], a[KERNEL_WORK])
    total = 0.0
    worst = 0.0
    for i in range(int(x[M])):
        e = a[E][i]
        total += a[WEIGHT][i] * e * e
        worst = max(worst, abs(e) * a[WORTH][i])
    x[WORST] = worst
    return 0.5 * total


@native
def normal_equations(a: Pointers) -> float:
    """Put J^T W J and J^T W e in their places; return the largest diagonal entry, scaled."""
    x = a[X]
    n = int(x[N])
    normal = a[NORMAL]
    gradient = a[GRADIENT]
    rows = a[J]
    for j in range(n):
        gradient[j] = 0.0
        for k in range(j + 1):
            normal[j * n + k] = 0.0
    for i in range(int(x[M])):
        w = a[WEIGHT][i]
        if w != 0.0:
            for j in range(n):
                part = w * rows[i * n + j]
                if part != 0.0:
                    gradient[j] = gradient[j] + part * a[E][i]
                    for k in range(j + 1):
                        normal[j * n + k] = normal[j * n + k] + part * rows[i * n + k]
    largest = 0.0
    for j in range(n):
        s = a[SCALE][j]
        largest = max(largest, normal[j * n + j] * s * s)
        for k in range(j):
            normal[k * n + j] = normal[j * n + k]
    return largest


@native
def fix_at_limits(a: Pointers) -> None:
    """Fix the coordinates that are at a limit and would go beyond it."""
    q = a[Q]
    for j in range(int(a[X][N])):
        value = q[int(a[PLACE][j])]
        slope = a[GRADIENT][j]
        a[FIXED][j] = 0.0
        a[STEP][j] = 0.0
        if value <= a[LOWER][j] and slope > 0.0:
            a[FIXED][j] = 1.0
        if value >= a[UPPER][j] and slope < 0.0:
            a[FIXED][j] = 1.0


@native
def free_step(a: Pointers, damping: float) -> int:
    """Put the step of the free coordinates, the fixed ones given, in RIGHT; 0 if singular."""
    n = int(a[X][N])
    right = a[RIGHT]
    for j in range(n):
        s = a[SCALE][j]
        right[j] = -a[GRADIENT][j]
        for k in range(n):
            if a[FIXED][k] > 0.0:
                right[j] = right[j] - a[NORMAL][j * n + k] * a[STEP][k]
                a[MATRIX][j * n + k] = 0.0
            else:
                a[MATRIX][j * n + k] = a[NORMAL][j * n + k]
        a[MATRIX][j * n + j] = a[MATRIX][j * n + j] + damping / (s * s)
        if a[FIXED][j] > 0.0:
            for k in range(n):
                a[MATRIX][j * n + k] = 0.0
            a[MATRIX][j * n + j] = 1.0
            right[j] = a[STEP][j]
    if factor(a[MATRIX], a[EXCHANGED], n) == 0:
        return 0
    solve(a[MATRIX], a[EXCHANGED], right, n)
    longest = 0.0
    for j in range(n):
        longest = max(longest, abs(right[j]) / a[SCALE][j])
    if longest > LONGEST:
        for j in range(n):
            right[j] = right[j] * (LONGEST / longest)
    return 1


@native
def bounded_step(a: Pointers, damping: float) -> int:
    """Put a step within the limits in STEP; return 0 where there is none."""
    n = int(a[X][N])
    q = a[Q]
    fix_at_limits(a)
    beyond = 1
    while beyond == 1:
        if free_step(a, damping) == 0:
            return 0
        beyond = 0
        for j in range(n):
            value = q[int(a[PLACE][j])]
            if a[FIXED][j] == 0.0:
                there = value + a[RIGHT][j]
                if there < a[LOWER][j]:
                    a[STEP][j] = a[LOWER][j] - value
                    a[FIXED][j] = 1.0
                    beyond = 1
                if there > a[UPPER][j]:
                    a[STEP][j] = a[UPPER][j] - value
                    a[FIXED][j] = 1.0
                    beyond = 1
    for j in range(n):
        if a[FIXED][j] == 0.0:
            a[STEP][j] = a[RIGHT][j]
    return 1


@native
def predicted_gain(a: Pointers) -> float:
    """Return by how much F falls with the step if e is linear."""
    n = int(a[X][N])
    step = a[STEP]
    gain = 0.0
    for j in range(n):
        slope = a[GRADIENT][j]
        for k in range(n):
            slope += 0.5 * a[NORMAL][j * n + k] * step[k]
        gain -= slope * step[j]
    return gain


@native
def descend(a: Pointers) -> int:
    """Go down from Q until all e are within tolerance (1) or no step helps (2); 0: not a number."""
    x = a[X]
    nq = int(x[NQ])
    x[ITERATIONS] = 0.0
    copy(a[AT], a[Q], nq)
    cost = evaluated(a)
    worst = x[WORST]
    x[COST] = cost
    if not cost < 1e300:
        return 0
    largest = normal_equations(a)
    damping = 1.0
    before = cost
    count = 0
    while x[ITERATIONS] < x[MOST]:
        if worst <= 1.0:
            return 1
        x[ITERATIONS] = x[ITERATIONS] + 1.0
        there = cost
        hoped = 0.0
        if bounded_step(a, damping * cost + LEAST * largest + 1e-300) == 1:
            hoped = predicted_gain(a)
            run_kernel(a[MOVE], a[MOVE_INS], a[MOVE_OUTS], a[MOVE_WORK])
            copy(a[AT], a[TRIED], nq)
            there = evaluated(a)
        gain = cost - there
        if gain > 1e-4 * hoped and hoped > 0.0:
            copy(a[Q], a[TRIED], nq)
            cost = there
            worst = x[WORST]
            largest = normal_equations(a)
            if gain > 0.75 * hoped:
                damping = max(0.25 * damping, 1e-3)
            if gain < 0.25 * hoped:
                damping = 4.0 * damping
        else:
            damping = 4.0 * damping
            if not damping < 1e12:
                x[COST] = cost
                return 2
        x[COST] = cost
        count += 1
        if count == PATIENCE:
            count = 0
            if cost > x[STALL] * before:
                return 1 if worst <= 1.0 else 2
            before = cost
    return 1 if worst <= 1.0 else 2
