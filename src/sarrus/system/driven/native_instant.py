"""The first instant of a driven mechanism by native calls.

What `one_state.assembling` and `Instant` do in Python for whatever is prescribed is done here in
machine code for coordinates of the tree, where these are angles and lengths: the way to values
that are far, Gauss-Newton's steps of `solvers.assembly`, velocities, and accelerations with
efforts and multipliers as `solvers.constrained` finds them. With A_s the scaled rows of loops and
drives, A_s V = U S by rotations of its columns, as `kernels.loops.least_squares` has it.

Wherever something is not plainly good, a call says so and the instant is left to Python, which has
the words for it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.closing import put_scaled_rows, put_unit_rows
from sarrus.kernels.loops.least_squares import MOST, make_orthogonal, smallest_solution
from sarrus.kernels.loops.linear import dot
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Record,
    at,
    compact,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)
from sarrus.model.joints.joint_type import JointType
from sarrus.solvers.assembly import CLOSED, LONGEST_STEP, MOST_ITERATIONS
from sarrus.solvers.rank import TOLERANCE, ScaledMatrix
from sarrus.system.driven.instant import MET, Instant, Position, effort_at
from sarrus.system.one_state.assembling import CLOSED as ALIGNED
from sarrus.system.one_state.assembling import Way
from sarrus.system.one_state.turns import (
    JUMP,
    LED,
    MOST_POSITIONS,
    NEAR,
    SHORT,
    STEP,
    angles_among,
)
from sarrus.system.quantities import loop_equations
from sarrus.system.rows.motion import CONTRADICTION, Motion, given_efforts

if TYPE_CHECKING:
    from sarrus.system.system import System

TIGHT, SETTLED, STALLED = 1e-13, 1e-12, 1e-9
"""Gap at which a position is taken, and steps before and after which."""
PATIENCE, SLOW, PROGRESS = 30, 15, 0.9
"""Steps from which on it is asked whether the last ones have still brought the gap down."""
DAMPED = 1e-3
"""Gaps above this are closed by damped steps."""
MOST_HALVES = 8
HUGE = 1e300
SHARED = 1e-12
"""Part of a driven row in what rows have in common from which on its effort is not unique."""
MASSLESS, LIGHT = 1e-10, 1e-12
"""Inertia of a free direction, as part of the largest, and of all, that leaves it in doubt."""
NOT, DONE, BOTH = 0, 1, 2
"""Outcomes: nothing is found, what was asked for, and the motion besides the position."""
NEARBY = 2
"""The outcome where there is no way to go."""
INSTANT, WAY, CLOSING = 0, 1, 2
"""What can be asked for."""
HALF_TURN = 3.141592653589793


@record
class FirstInstant(Record):
    """A mechanism, what is prescribed of it, and what it does there.

    n: velocities, which are rates of coordinates; m: rows of loops; d: driven coordinates, at
    `places`, those with turning[i] = 1 angles; n_off: numbers that say how far axes of cut joints
    are turned round, `aligned` the most of it; asked: coordinates asked for of those driven, all
    or none. q: the position; goal: what is asked for; gap, missed: of loops and values there.

    A, AV, V, squares: rows of the loops, and of drives below them, scaled; the columns of AV are U
    S. rank: of them; smallest: singular value, as part of the largest.

    accelerations: of what is driven; tau, tau_cut: known efforts; a, mu: what they lead to.
    """

    n: int
    m: int
    d: int
    n_off: int
    n_cut: int
    asked: int
    known: int
    rank: int
    near: float
    aligned: float
    gap: float
    missed: float
    smallest: float
    places: Ints
    turning: Ints
    goal: Floats
    values: Floats
    start: Floats
    rates: Floats
    accelerations: Floats
    row_scale: Floats
    column_scale: Floats
    q: Floats
    tried: Floats
    begun: Floats
    at_q: Floats
    v: Floats
    at_v: Floats
    phi: Floats
    Phi: Floats
    off: Floats
    A: Floats
    AV: Floats
    V: Floats
    squares: Floats
    b: Floats
    x: Floats
    z: Floats
    J: Floats
    left: Floats
    w: Floats
    gaps: Floats
    M: Floats
    h: Floats
    gamma: Floats
    C: Floats
    tau: Floats
    tau_cut: Floats
    a: Floats
    mu: Floats
    closure: KernelCall
    axes: KernelCall
    terms: KernelCall


@native
def put_gaps(s: FirstInstant) -> float:
    """Evaluate the loops at `tried`; return the largest gap, HUGE where it is no number."""
    copy(s.at_q, s.tried, s.n)
    run_kernel(s.closure)
    gap = 0.0
    for i in range(s.m):
        off = abs(s.row_scale[i] * s.phi[i])
        gap = max(gap, off) if off < HUGE else HUGE
    s.gap = gap
    return gap


@native
def decompose(s: FirstInstant, rows: int) -> float:
    """Leave A V = U S of the first rows of A; return the square below which a column is nothing."""
    copy(s.AV, s.A, rows * s.n)
    largest = make_orthogonal(s.AV, s.V, s.squares, rows, s.n)
    return TOLERANCE * TOLERANCE * max(largest, 1.0)


@native
def put_solution(s: FirstInstant, rows: int, nothing: float, damping: float) -> None:
    """Put the smallest x with A x = b in its place, without columns that are nothing."""
    n = s.n
    for i in range(n):
        s.x[i] = 0.0
    for j in range(n):
        if s.squares[j] > nothing:
            part = 0.0
            for i in range(rows):
                part += s.AV[i * n + j] * s.b[i]
            part = part / (s.squares[j] + damping * damping)
            for i in range(n):
                s.x[i] = s.x[i] + part * s.V[i * n + j]


@native
def put_rest(s: FirstInstant, rows: int, nothing: float) -> float:
    """Take from b what A x can be; return the square of what is left."""
    n = s.n
    for j in range(n):
        if s.squares[j] > nothing:
            part = 0.0
            for i in range(rows):
                part += s.AV[i * n + j] * s.b[i]
            part = part / s.squares[j]
            for i in range(rows):
                s.b[i] = s.b[i] - part * s.AV[i * n + j]
    left = 0.0
    for i in range(rows):
        left += s.b[i] * s.b[i]
    return left


@native
def put_step(s: FirstInstant) -> float:
    """Put the scaled Gauss-Newton step at `tried` in x; return its largest part.

    Towards closure, and within what the loops leave free towards the values asked for.
    """
    n = s.n
    m = s.m
    put_scaled_rows(s.Phi, s.row_scale, s.column_scale, m, n, s.A)
    nothing = decompose(s, m)
    damping = 0.1 * min(s.gap, 1.0) if s.gap > DAMPED else 0.0
    free = 0
    for j in range(n):
        free += 0 if s.squares[j] > nothing else 1
    for i in range(m):
        s.b[i] = -s.row_scale[i] * s.phi[i]
    put_solution(s, m, nothing, damping)
    if free > 0 and s.asked > 0:
        k = 0
        for j in range(n):
            if not s.squares[j] > nothing:
                for i in range(s.d):
                    p = s.places[i]
                    s.J[i * free + k] = s.column_scale[p] * s.V[p * n + j]
                k += 1
        for i in range(s.d):
            p = s.places[i]
            s.left[i] = s.values[i] - s.tried[p] - s.column_scale[p] * s.x[p]
        smallest_solution(s.J, s.left, s.z, s.d, free, TOLERANCE, 1.0, s.w)
        k = 0
        for j in range(n):
            if not s.squares[j] > nothing:
                for i in range(n):
                    s.x[i] = s.x[i] + s.z[k] * s.V[i * n + j]
                k += 1
    size = 0.0
    for j in range(n):
        size = max(size, abs(s.x[j])) if abs(s.x[j]) < HUGE else HUGE
    return size


@native
def close(s: FirstInstant) -> int:
    """Bring `tried` to where loops are closed and `values` are met, if they are asked for.

    Return 1 where loops are closed and no axis is turned round, else 0.
    """
    n = s.n
    s.gaps[0] = put_gaps(s)
    steps = 0
    while steps < MOST_ITERATIONS and s.gap < HUGE:
        size = put_step(s)
        if (s.gap <= TIGHT and size <= SETTLED) or not size < HUGE:
            break
        part = min(1.0, LONGEST_STEP / max(size, 1e-300))
        before = s.gap
        copy(s.begun, s.tried, n)
        for _half in range(MOST_HALVES):
            for j in range(n):
                s.tried[j] = s.begun[j] + part * s.column_scale[j] * s.x[j]
            if put_gaps(s) <= max(2.0 * before, 0.3):
                break
            part = 0.5 * part
        steps += 1
        s.gaps[steps] = s.gap
        if s.gap <= TIGHT and size < STALLED:
            break
        if steps >= PATIENCE and s.gap > PROGRESS * s.gaps[max(steps - SLOW, 0)]:
            break
    s.missed = 0.0
    if s.asked > 0:
        for i in range(s.d):
            s.missed = max(s.missed, abs(s.values[i] - s.tried[s.places[i]]))
    if not s.gap <= CLOSED:
        return NOT
    if s.n_off > 0:
        run_kernel(s.axes)
        for i in range(s.n_off):
            if not abs(s.off[i]) <= s.aligned:
                return NOT
    return DONE


@native
def lead(s: FirstInstant) -> int:
    """Lead q to the goal where some angle of it is farther than `near`.

    Every coordinate goes straight to its value. Return 1 where it arrives, 2 where all are near,
    0 where it does not arrive.
    """
    n = s.n
    turning = 0
    for i in range(s.d):
        turning += s.turning[i]
    if s.m == 0 or turning == 0:
        return NEARBY
    s.asked = 0
    copy(s.tried, s.q, n)
    if not put_gaps(s) <= CLOSED:
        if close(s) == NOT:
            return NOT
        copy(s.q, s.tried, n)
    far = 0.0
    for i in range(s.d):
        s.start[i] = s.q[s.places[i]]
        if s.turning[i] > 0:
            far = max(far, abs(s.goal[i] - s.start[i]))
    if not far > s.near:
        return NEARBY
    if not far <= STEP * float(MOST_POSITIONS):
        return NOT
    count = far / (STEP if far > HALF_TURN else SHORT)
    steps = int(count)
    if float(steps) < count:
        steps += 1
    s.asked = 1
    for k in range(1, steps + 1):
        part = float(k) / float(steps)
        for i in range(s.d):
            s.values[i] = s.start[i] + part * (s.goal[i] - s.start[i])
        copy(s.tried, s.q, n)
        if close(s) == NOT:
            return NOT
        if not s.missed <= LED:
            return NOT
        for j in range(n):
            if not abs(s.tried[j] - s.q[j]) <= JUMP * s.column_scale[j]:
                return NOT
        copy(s.q, s.tried, n)
    return DONE


@native
def find_position(s: FirstInstant) -> int:
    """Bring q, a guess, to the goal, with velocities of its rates; return 1, or 0 in doubt."""
    n = s.n
    copy(s.a, s.q, n)
    if lead(s) != DONE:
        copy(s.q, s.a, n)
    s.asked = 1
    copy(s.tried, s.q, n)
    for i in range(s.d):
        s.values[i] = s.goal[i]
        s.tried[s.places[i]] = s.goal[i]
    for _twice in range(2):  # from where an assembly has ended, another one changes nothing
        if close(s) == NOT:
            return NOT
        if not s.missed <= MET:
            return NOT
    copy(s.q, s.tried, n)
    put_scaled_rows(s.Phi, s.row_scale, s.column_scale, s.m, n, s.A)
    put_unit_rows(s.places, s.d, n, at(s.A, s.m * n))
    rows = s.m + s.d
    nothing = decompose(s, rows)
    s.rank = 0
    largest = 0.0
    least = HUGE
    for j in range(n):
        largest = max(largest, s.squares[j])
        if s.squares[j] > nothing:
            s.rank += 1
            least = min(least, s.squares[j])
    s.smallest = sqrt(least / largest) if s.rank > 0 else 1.0
    for i in range(s.m):
        s.b[i] = 0.0
    for i in range(s.d):
        s.b[s.m + i] = s.rates[i] / s.column_scale[s.places[i]]
    put_solution(s, rows, nothing, 0.0)
    for j in range(n):
        s.v[j] = s.column_scale[j] * s.x[j]
    return DONE


@native
def put_free_inertia(s: FirstInstant, nothing: float) -> int:
    """Leave the factor of N^T M N in J, N the directions that are free; return how many, or -1.

    The first columns of w are those of N.
    """
    n = s.n
    free = 0
    for j in range(n):
        if not s.squares[j] > nothing:
            for i in range(n):
                s.w[free * n + i] = s.column_scale[i] * s.V[i * n + j]
            free += 1
    heavy = 0.0
    for i in range(n):
        heavy += s.M[i * n + i]
    heavy = heavy * LIGHT
    for k in range(free):
        moved = at(s.w, free * n)
        for i in range(n):
            moved[i] = dot(at(s.M, i * n), at(s.w, k * n), n)
        for j in range(free):
            s.J[j * free + k] = dot(at(s.w, j * n), moved, n)
        heavy = max(heavy, s.J[k * free + k])
    for k in range(free):
        for j in range(k):
            total = s.J[k * free + j]
            for i in range(j):
                total -= s.J[k * free + i] * s.J[j * free + i]
            s.J[k * free + j] = total / s.J[j * free + j]
        total = s.J[k * free + k]
        for i in range(k):
            total -= s.J[k * free + i] * s.J[k * free + i]
        if not total > MASSLESS * heavy:
            return -1
        s.J[k * free + k] = sqrt(total)
    return free


@native
def add_free_motion(s: FirstInstant, free: int) -> None:
    """Add N y to a with N^T M N y = N^T (h - M a)."""
    n = s.n
    for k in range(free):
        total = 0.0
        for i in range(n):
            rest = s.h[i] - dot(at(s.M, i * n), s.a, n)
            total += s.w[k * n + i] * rest
        s.z[k] = total
    for k in range(free):
        total = s.z[k]
        for i in range(k):
            total -= s.J[k * free + i] * s.z[i]
        s.z[k] = total / s.J[k * free + k]
    for back in range(free):
        k = free - 1 - back
        total = s.z[k]
        for i in range(k + 1, free):
            total -= s.J[i * free + k] * s.z[i]
        s.z[k] = total / s.J[k * free + k]
    for k in range(free):
        for i in range(n):
            s.a[i] = s.a[i] + s.w[k * n + i] * s.z[k]


@native
def find_motion(s: FirstInstant) -> int:
    """Find accelerations and multipliers at q and v; return 1, or 0 in doubt."""
    n = s.n
    rows = s.m + s.d
    largest = 1.0
    for j in range(n):
        largest = max(largest, s.squares[j])
    nothing = TOLERANCE * TOLERANCE * largest
    for k in range(s.d if s.rank < rows else 0):
        for i in range(rows):  # a unit vector that has no part in what rows have in common
            s.b[i] = 1.0 if i == s.m + k else 0.0
        put_rest(s, rows, nothing)
        shared = put_rest(s, rows, nothing)
        if not shared <= SHARED * SHARED:
            return NOT
    copy(s.at_q, s.q, n)
    copy(s.at_v, s.v, n)
    run_kernel(s.terms)
    for j in range(n):
        for i in range(s.n_cut):
            s.h[j] = s.h[j] + s.C[i * n + j] * s.tau_cut[i]
        s.h[j] = s.h[j] + s.tau[j]
    most = 0.0
    for i in range(s.m):
        s.b[i] = s.row_scale[i] * s.gamma[i]
        most = max(most, abs(s.b[i]))
    for i in range(s.d):
        s.b[s.m + i] = s.accelerations[i] / s.column_scale[s.places[i]]
        most = max(most, abs(s.b[s.m + i]))
    put_solution(s, rows, nothing, 0.0)
    for i in range(n):
        s.a[i] = s.x[i] * s.column_scale[i]
    if not sqrt(put_rest(s, rows, nothing)) <= CONTRADICTION * (1.0 + most):
        return NOT
    if s.rank < n:
        free = put_free_inertia(s, nothing)
        if free < 0:
            return NOT
        add_free_motion(s, free)
    for i in range(n):
        s.x[i] = s.column_scale[i] * (dot(at(s.M, i * n), s.a, n) - s.h[i])
    for i in range(rows):
        s.mu[i] = 0.0
    for j in range(n):
        if s.squares[j] > nothing:
            part = 0.0
            for i in range(n):
                part += s.V[i * n + j] * s.x[i]
            part = part / s.squares[j]
            for i in range(rows):
                s.mu[i] = s.mu[i] + part * s.AV[i * n + j]
    for i in range(s.m):
        s.mu[i] = s.mu[i] * s.row_scale[i]
    for i in range(s.d):
        s.mu[s.m + i] = s.mu[s.m + i] / s.column_scale[s.places[i]]
    return DONE


@compact
def find(s: FirstInstant, what: int) -> int:
    """Find the instant, the closed position near q, or the one that is led from q to the goal.

    Return NOT where it is not found; for an instant, DONE if its motion is in doubt, else BOTH.
    """
    if what == INSTANT:
        if find_position(s) == NOT:
            return NOT
        if s.known == 0:
            return DONE
        return BOTH if find_motion(s) == DONE else DONE
    if what == WAY:
        return lead(s)
    s.asked = 0
    copy(s.tried, s.q, s.n)
    if close(s) == NOT:
        return NOT
    copy(s.q, s.tried, s.n)
    return DONE


class _DrivenCoordinates:
    """Coordinates that are driven together: their places, and which of them are angles."""

    def __init__(self, system: System, names: tuple[str, ...]) -> None:
        compiled, n = system.compiled, system.nv
        located = [compiled.locate(name) for name in names]
        # other names, and more of them than velocities, are refused elsewhere
        tree = [slice(0) if at is None or at[0] != "q" else at[1] for at in located]
        width = [len(range(n)[at]) for at in tree]
        self.served = all(width) and sum(width) <= n
        self.owner = np.repeat(names, width).tolist() if names else []
        found = [k for at in tree for k in range(n)[at]]
        self.places = np.array(found, dtype=np.int64)
        angles = [angles_among(system, name) for name in names if self.served]
        self.turning = np.concatenate([np.zeros(0, dtype=bool), *angles]).astype(np.int64)
        columns, rows = compiled.loops.column_scale, compiled.loops.row_scale
        self.rows = np.concatenate([rows, 1.0 / columns[self.places]])
        self.E = np.zeros((len(found), n))
        self.E[np.arange(len(found)), self.places] = 1.0


class NativeInstants:
    """The native calls of one system; threads take turns."""

    def __init__(self, system: System) -> None:
        compiled = system.compiled
        self._system, self._loops = system, compiled.loops
        loops, n, m = compiled.loops, system.nv, compiled.loops.m
        q, v, t = np.zeros(n), np.zeros(n), np.zeros(1)
        shared, given = {"q": q, "v": v, "t": t}, compiled.compiler.defaults
        closure = BoundKernel(loops.closure_kernel, given, shared)
        kernel = loops.kernel("closed_terms", ("q", "v"), loop_equations.closed_terms)
        terms = BoundKernel(kernel, given, shared)
        kernels = [closure, terms]
        s = self._state = FirstInstant(
            n=n, m=m, n_cut=loops.n_cut_v, n_off=12 * len(loops.cuts), near=NEAR,
            aligned=ALIGNED * max(1.0, loops.length),
        )  # fmt: skip
        vectors = (
            "goal", "values", "start", "rates", "accelerations", "q", "tried", "begun", "v",
            "squares", "x", "z", "left", "tau", "a",
        )  # fmt: skip
        self._own = {name: np.zeros(n) for name in vectors}
        rows = m + n
        s.bind(
            **self._own, places=np.zeros(n, dtype=np.int64), turning=np.zeros(n, dtype=np.int64),
            row_scale=loops.row_scale.copy(), column_scale=loops.column_scale.copy(),
            at_q=q, at_v=v, phi=closure.outputs["phi"], Phi=closure.outputs["Phi"].reshape(-1),
            A=np.zeros(rows * n), AV=np.zeros(rows * n), V=np.zeros(n * n), b=np.zeros(rows),
            J=np.zeros(n * n), w=np.zeros(rows * n + n * n + 2 * n), mu=np.zeros(rows),
            gaps=np.zeros(MOST_ITERATIONS + 1), M=terms.outputs["M"].reshape(-1),
            h=terms.outputs["h"], gamma=terms.outputs["gamma"],
            C=terms.outputs["C"].reshape(-1), tau_cut=np.zeros(loops.n_cut_v),
            closure=closure, terms=terms,
        )  # fmt: skip
        if loops.cuts:
            kernel = loops.kernel("cut_poses", ("q",), loop_equations.cut_poses)
            axes = BoundKernel(kernel, given, shared)
            s.bind(off=axes.outputs["off"].reshape(-1), axes=axes)
            kernels.append(axes)
        self._closure, self._terms = closure, terms
        self._given = [
            [k.inputs[name] for k in kernels if name in k.inputs] for name in given
        ]  # in the order of the last inputs of calls
        self._code = compile_function(find)
        self._coordinates: dict[tuple[str, ...], _DrivenCoordinates] = {}
        self._lock = threading.RLock()
        self._no_wrenches = np.zeros((len(system.topology.branches), 6))

    @staticmethod
    def serve(system: System) -> bool:
        """Whether a system is one that the calls are made for: of angles and lengths alone."""
        compiled = system.compiled
        if compiled.rolls or compiled.compiler.counts or system.states or system.nv > MOST:
            return False
        if compiled.loops.bearings or compiled.loops.set_aside is not None:
            return False
        if any(joint.type.nq != joint.type.nv for joint in compiled.layout.joints):
            return False
        # these look at frames alone, as the kernel does
        own = JointType.is_closed
        return all(type(joint.type).is_closed is own for joint in compiled.loops.cuts)

    def coordinates(self, names: tuple[str, ...]) -> _DrivenCoordinates:
        """Return where the coordinates of some names are, once found."""
        found = self._coordinates.get(names)
        if found is None:
            found = self._coordinates[names] = _DrivenCoordinates(self._system, names)
        return found

    def position(
        self, instant: Instant, q: np.ndarray, efforts: Mapping[str, Any]
    ) -> Position | None:
        """Return the position at the first instant, with the motion there where it is plain.

        None where it is left to Python. q: the guess; efforts: that are known.
        """
        asked = self.coordinates(tuple(instant.jets))
        jets = np.concatenate([*instant.jets.values()], axis=1)
        if not asked.served or jets.shape[1] != len(asked.places):
            return None
        known = self._efforts(efforts, instant.t)
        system, loops, s, own = self._system, self._loops, self._state, self._own
        with self._lock:
            self._put(asked, instant.last)
            own["q"][:] = q
            own["goal"][: s.d], own["rates"][: s.d], own["accelerations"][: s.d] = jets
            s.known = 0
            if known is not None:
                s.known, own["tau"][:], s.tau_cut[:] = 1, known[1], known[2]
            outcome = self._code(s.address, INSTANT)
            if outcome == NOT:
                return None
            out = self._closure.outputs
            q, v, y, C = own["q"].copy(), own["v"].copy(), out["y"].copy(), out["C"].copy()
            A = ScaledMatrix(np.concatenate([out["Phi"], asked.E]), asked.rows, loops.column_scale)
            A.__dict__.update(rank=s.rank, smallest=s.smallest)
            here = Position(instant, q, A, v, y, C)
            if outcome == DONE or known is None:
                return here
            a, mu, bias = (
                own["a"].copy(),
                s.mu[: s.m + s.d].copy(),
                self._terms.outputs["C_bias"].copy(),
            )
        named, m = dict(known[0]), s.m
        for k, owner in enumerate(asked.owner):
            named[owner] = np.append(named.get(owner, mu[:0]), mu[m + k])
        drive_tau, still = np.zeros(system.nv), np.zeros(loops.n_cut_v)
        np.add.at(drive_tau, asked.places, mu[m:])
        found = Motion(
            here.state, a, C @ a + bias, named, dict.fromkeys(instant.jets, True), mu[:m],
            known[2].copy(), A, self._no_wrenches.copy(), (), mu[:0], known[1] + drive_tau,
            drive_tau, still,
        )  # fmt: skip
        return Position(instant, q, A, v, y, C, found)

    def _efforts(
        self, efforts: Mapping[str, Any], t: float
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray] | None:
        """Return known efforts by name, of the tree and of the cuts; None where they fail."""
        try:
            now = {name: effort_at(name, effort, t) for name, effort in efforts.items()}
            named = {name: np.atleast_1d(np.asarray(x, dtype=float)) for name, x in now.items()}
            return named, *given_efforts(self._system, now)
        except (ModelError, TypeError, ValueError):  # said where the motion is looked for
            return None

    def _put(self, asked: _DrivenCoordinates, last: tuple[np.ndarray, ...]) -> None:
        """Put in what is asked for, and the last inputs of kernels."""
        s = self._state
        s.d = d = len(asked.places)
        s.places[:d], s.turning[:d] = asked.places, asked.turning
        for value, targets in zip(last, self._given, strict=True):
            for target in targets:
                target[...] = value

    def way(self, last: tuple[np.ndarray, ...]) -> NativeWay:
        """Return how positions near others are found."""
        return NativeWay(self, self._system, last)

    def closed_position(self, q: np.ndarray, last: tuple[np.ndarray, ...]) -> np.ndarray | None:
        """Return the closed position near q, None where there is none."""
        with self._lock:
            self._put(self.coordinates(()), last)
            self._own["q"][:] = q
            found = self._code(self._state.address, CLOSING)
            return self._own["q"].copy() if found == DONE else None

    def led_position(
        self, q: np.ndarray, values: Mapping[str, Any], last: tuple[np.ndarray, ...], near: float
    ) -> np.ndarray | None:
        """Return where the mechanism is led from q to values that are far, as `turns` does it."""
        asked, s = self.coordinates(tuple(values)), self._state
        with self._lock:
            self._put(asked, last)
            self._own["q"][:] = q
            self._own["goal"][: s.d] = np.concatenate([np.atleast_1d(x) for x in values.values()])
            s.near = near
            found = self._code(s.address, WAY)
            s.near = NEAR
            return self._own["q"].copy() if found == DONE else None


class NativeWay(Way):
    """Positions near others, found natively."""

    def __init__(
        self, native: NativeInstants, system: System, last: tuple[np.ndarray, ...]
    ) -> None:
        super().__init__(system, last)
        self._native = native

    def closed_position(self, q: np.ndarray) -> np.ndarray | None:
        """Return the closed position near q, None where there is none."""
        return self._native.closed_position(q, self.last)

    def led_position(
        self, q: np.ndarray, values: Mapping[str, Any], near: float
    ) -> np.ndarray | None:
        """Return the position to which the mechanism is led from q, as `led_position`."""
        if not self._native.coordinates(tuple(values)).served:
            return super().led_position(q, values, near)
        return self._native.led_position(q, values, self.last, near)
