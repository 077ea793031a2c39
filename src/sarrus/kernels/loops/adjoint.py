"""Steps gone back: the discrete adjoint of equal steps and of explicit Runge-Kutta steps.

Of steps y_{k+1} = Phi_k(y_k, x) with sources s_k = dJ/dy_k of an objective,

    w_k = (dPhi_k/dy)^T w_{k+1} + s_k,   x_bar = sum of (dPhi_k/dx)^T w_{k+1},

by kernels that yield these products. One pass serves all inputs x; no Python between the steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.kernels.loops.bound import BoundKernel, Idle
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)


@record
class EqualStepsBack(Record):
    """Steps number `first` to `last` of size h, counted from t0, gone back.

    states: the state at the start of each; source_at: 0, or 1 + the row of `sources`, each of
    n_source numbers, that belongs to it. w: the adjoint at the end, then at the start; total: x_bar
    of all steps. y, time, adjoint, y_bar, x_bar: arrays of the kernel `step`.
    """

    t0: float
    h: float
    n: int
    m: int
    n_source: int
    first: int
    last: int
    states: Floats
    source_at: Ints
    sources: Floats
    w: Floats
    total: Floats
    y: Floats
    time: Floats
    adjoint: Floats
    y_bar: Floats
    x_bar: Floats
    step: KernelCall


@native
def go_back(s: EqualStepsBack) -> None:
    """Go back through all steps."""
    n = s.n
    for j in range(s.last - s.first):
        row = s.last - s.first - 1 - j
        copy(s.y, at(s.states, row * n), n)
        copy(s.adjoint, s.w, n)
        s.time[0] = s.t0 + float(s.first + row) * s.h
        run_kernel(s.step)
        copy(s.w, s.y_bar, n)
        for i in range(s.m):
            s.total[i] += s.x_bar[i]
        if s.source_at[row] > 0:
            source = at(s.sources, (s.source_at[row] - 1) * s.n_source)
            for i in range(s.n_source):
                s.w[i] += source[i]


def equal_steps_back(
    kernel: BoundKernel,
    t0: float,
    h: float,
    first: int,
    states: np.ndarray,
    source_at: np.ndarray,
    sources: np.ndarray,
    w: np.ndarray,
    total: np.ndarray,
) -> None:
    """Go back from the end of the last of some steps to the start of the first; changes w, total.

    kernel: (y, t, w) to (y_bar, x_bar) of one step; states: where each step begins.
    """
    n = w.size
    state = EqualStepsBack(t0=t0, h=h, n=n, m=total.size, n_source=sources.shape[1],
                           first=first, last=first + len(states))  # fmt: skip
    inputs, outputs = kernel.inputs, kernel.outputs
    if inputs["y"].size != n or states.shape[1] != n or outputs["x_bar"].size != total.size:
        raise ValueError(f"a kernel of {inputs['y'].size} numbers cannot go back from {n}")
    state.bind(
        states=np.ascontiguousarray(states), source_at=source_at, sources=sources, w=w,
        total=total, y=inputs["y"], time=inputs["t"], adjoint=inputs["w"],
        y_bar=outputs["y_bar"], x_bar=outputs["x_bar"], step=kernel,
    )  # fmt: skip
    compile_function(go_back)(state.address)


@record
class StagesBack(Record):
    """Steps of an explicit Runge-Kutta table, gone back.

    starts, sizes: of each step, whose first state is in `states`; ends: the times where they end.
    Values in a step are y + h sum of weights times slopes: its end by the row end_at of `weights`,
    and what is put out by the rows from first_output on, at out_times, with the adjoints `sources`.
    deep: how many stages of a step have a part in its values. projects: whether values are put back
    by the projection whose products the kernel `closing` yields. K, K_bar: slopes and their
    adjoints, stage by stage; value: room for a state.
    """

    n: int
    m: int
    extended: int
    count: int
    projects: int
    starts: Floats
    sizes: Floats
    ends: Floats
    states: Floats
    end_at: Ints
    deep: Ints
    first_output: Ints
    out_times: Floats
    sources: Floats
    weights: Floats
    table: Floats
    nodes: Floats
    K: Floats
    K_bar: Floats
    value: Floats
    carried: Floats
    w: Floats
    total: Floats
    slope_y: Floats
    slope_time: Floats
    ydot: Floats
    back_y: Floats
    back_time: Floats
    back_w: Floats
    y_bar: Floats
    x_bar: Floats
    closing_y: Floats
    closing_time: Floats
    closing_w: Floats
    closing_y_bar: Floats
    closing_x_bar: Floats
    slope: KernelCall
    slope_back: KernelCall
    closing_back: KernelCall


@native
def combine(s: StagesBack, y: Floats, weights: Floats, h: float, stages: int) -> None:
    """Put y + h sum of weights times slopes into `value`."""
    n = s.n
    for i in range(n):
        total = 0.0
        for j in range(stages):
            total += weights[j] * s.K[j * n + i]
        s.value[i] = y[i] + h * total


@native
def take_back(
    s: StagesBack, y: Floats, weights: Floats, h: float, t: float, stages: int, w: Floats
) -> None:
    """Hand the adjoint w of a value in a step on to its slopes and, in `carried`, to y."""
    n = s.n
    if s.projects > 0:
        combine(s, y, weights, h, stages)
        copy(s.closing_y, s.value, n)
        copy(s.closing_w, w, n)
        s.closing_time[0] = t
        run_kernel(s.closing_back)
        copy(s.value, s.closing_y_bar, n)
        for i in range(s.m):
            s.total[i] += s.closing_x_bar[i]
    else:
        copy(s.value, w, n)
    for i in range(n):
        s.carried[i] += s.value[i]
    for j in range(stages):
        part = h * weights[j]
        if part != 0.0:
            for i in range(n):
                s.K_bar[j * n + i] += part * s.value[i]


@native
def stages_back(s: StagesBack) -> None:
    """Go back through all steps."""
    n = s.n
    wide = s.extended
    for back in range(s.count):
        k = s.count - 1 - back
        y = at(s.states, k * n)
        h = s.sizes[k]
        t = s.starts[k]
        stages = s.deep[k]
        for j in range(stages):
            combine(s, y, at(s.table, j * wide), h, j)
            copy(s.slope_y, s.value, n)
            s.slope_time[0] = t + s.nodes[j] * h
            run_kernel(s.slope)
            copy(at(s.K, j * n), s.ydot, n)
        for i in range(stages * n):
            s.K_bar[i] = 0.0
        for i in range(n):
            s.carried[i] = 0.0
        take_back(s, y, at(s.weights, s.end_at[k] * wide), h, s.ends[k], stages, s.w)
        for output in range(s.first_output[k], s.first_output[k + 1]):
            row = at(s.weights, (output + 1) * wide)
            source = at(s.sources, output * n)
            take_back(s, y, row, h, s.out_times[output], stages, source)
        for up in range(stages):
            j = stages - 1 - up
            combine(s, y, at(s.table, j * wide), h, j)
            copy(s.back_y, s.value, n)
            copy(s.back_w, at(s.K_bar, j * n), n)
            s.back_time[0] = t + s.nodes[j] * h
            run_kernel(s.slope_back)
            for i in range(s.m):
                s.total[i] += s.x_bar[i]
            for i in range(n):
                s.carried[i] += s.y_bar[i]
            for l in range(j):
                part = h * s.table[j * wide + l]
                if part != 0.0:
                    for i in range(n):
                        s.K_bar[l * n + i] += part * s.y_bar[i]
        copy(s.w, s.carried, n)


def dense_weights(table: Any, part: np.ndarray) -> np.ndarray:
    """Return the weights of all slopes in the state where a part of a step is done, (part, slope).

    The polynomial of `ControlledMethods`; with part = 1 the weights of the method itself.
    """
    n, last = table.EXTENDED, table.STAGES
    x, unit = np.asarray(part, dtype=float)[:, None], np.eye(n)
    step = np.asarray(table.A, dtype=float)[last]
    rows = [step, unit[0] - step, 2.0 * step - unit[last] - unit[0], *np.asarray(table.D, float)]
    found = np.zeros((len(x), n))
    for k in range(len(rows) - 1, -1, -1):
        found = (found + rows[k]) * (x if k % 2 == 0 else 1.0 - x)
    return found


def runge_kutta_back(
    table: Any,
    kernels: tuple[BoundKernel, BoundKernel, BoundKernel | None],
    steps: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray],
    outputs: tuple[np.ndarray, np.ndarray],
    w: np.ndarray,
    total: np.ndarray,
) -> None:
    """Go back through steps of a table; changes w and total.

    kernels: slope, its products, and those of the projection, None where there is none. steps:
    times of their starts, their sizes, the times where they end (inside a step that was cut short),
    and their first states. outputs: times, in order, and sources. All in one mode, with the inputs
    that the kernels hold.
    """
    starts, sizes, ends, states = steps
    times, sources = outputs
    count, n = len(starts), w.size
    part = np.ones(count) if not count else (ends - starts) / sizes
    whole = np.abs(part - 1.0) < 1e-12
    part = np.where(whole, 1.0, part)
    owner = np.clip(np.searchsorted(starts, times, side="left") - 1, 0, max(count - 1, 0))
    inside = (times - starts[owner]) / sizes[owner] if count else np.zeros(0)
    inside = np.where(np.abs(inside - 1.0) < 1e-12, 1.0, inside)
    cut = np.flatnonzero(~whole)
    last, extended = table.STAGES, table.EXTENDED
    rows = [dense_weights(table, np.ones(1)), dense_weights(table, inside),
            dense_weights(table, part[cut])]  # fmt: skip
    end_at = np.zeros(count, np.int64)
    end_at[cut] = 1 + len(times) + np.arange(len(cut))
    deep = np.where(whole, last, extended).astype(np.int64)
    np.maximum.at(deep, owner, np.where(inside == 1.0, last, extended))
    first = np.searchsorted(owner, np.arange(count + 1)).astype(np.int64)
    slope, slope_back, closing = kernels
    nothing = np.zeros(n)
    state = StagesBack(n=n, m=total.size, extended=extended, count=count,
                       projects=int(closing is not None))  # fmt: skip
    closed_in = {} if closing is None else closing.inputs
    closed_out = {} if closing is None else closing.outputs
    flat = {
        "starts": starts, "sizes": sizes, "ends": ends, "states": states, "out_times": times,
        "sources": sources, "weights": np.concatenate(rows), "table": table.A, "nodes": table.C,
    }  # fmt: skip
    arrays = {name: np.ascontiguousarray(a, dtype=float).reshape(-1) for name, a in flat.items()}
    state.bind(
        end_at=end_at, deep=deep, first_output=first, K=np.zeros(extended * n),
        K_bar=np.zeros(extended * n), value=np.zeros(n), carried=np.zeros(n), w=w, total=total,
        slope_y=slope.inputs["y"], slope_time=slope.inputs["t"], ydot=slope.outputs["ydot"],
        back_y=slope_back.inputs["y"], back_time=slope_back.inputs["t"],
        back_w=slope_back.inputs["w"], y_bar=slope_back.outputs["y_bar"],
        x_bar=slope_back.outputs["x_bar"],
        closing_y=closed_in.get("y", nothing), closing_time=closed_in.get("t", nothing),
        closing_w=closed_in.get("w", nothing), closing_y_bar=closed_out.get("y_bar", nothing),
        closing_x_bar=closed_out.get("x_bar", nothing),
        slope=slope, slope_back=slope_back, closing_back=closing or Idle(), **arrays,
    )  # fmt: skip
    compile_function(stages_back)(state.address)
