"""Accelerations and loads of all joints of a mechanism with loops at one state, by native calls.

With A_s the scaled rows of the loops and A_s = V R, the first columns of the orthonormal V, as many
as the rank, mix independent rows, as `ClosedDynamics.choice` does, and the others are the
self-stresses. These leave loads open;
the loads of smallest norm over all joints are those of `rows.loads`, and so are the labels. Where
anything is in doubt, or rows of several owners take part in one self-stress, so that who is the
reason depends on its choice, the call says so and leaves the state to the rows.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.formulations import RECURSIVE
from sarrus.kernels.calling import Watch, pointers
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.least_squares import (
    MOST,
    normal_solution,
    put_basis,
    smallest_solution,
)
from sarrus.kernels.native import (
    Floats,
    Ints,
    KernelCall,
    Pointers,
    Record,
    address_of,
    at,
    compile_function,
    copy,
    native,
    record,
    run_kernel,
)
from sarrus.kernels.program import Port
from sarrus.solvers.rank import TOLERANCE
from sarrus.system.quantities.smallest_loads import (
    FOUND,
    UNIQUE_ALL,
    Limits,
    OpenRows,
    smallest_loads,
)
from sarrus.system.results import Named, Wrench
from sarrus.system.rows.motion import Motion
from sarrus.system.rows.self_stress import UNIQUE, WELL

if TYPE_CHECKING:
    from sarrus.kernels import Kernel
    from sarrus.system.state import State
    from sarrus.system.system import System

DOUBT = 0
"""The outcome besides UNIQUE_ALL and FOUND: nothing."""
FORM = ("child", "joint")
CERTAIN = 1e-6
"""A watch below this, or a singular value next to the tolerance by its inverse, is in doubt."""
LARGEST = 1e300
"""Numbers beyond this are refused, or at least not looked at here."""
MOST_CHOICES = 100
"""Chosen joints whose numbers are remembered."""
SHARED = 1e-10
"""Singular values of self-stresses at the joints, as part of the largest, that count as zero."""


@record
class ReactionState(Record):
    """The kernels of one system and what they see; see `find_loads`.

    state: q, then v; n: velocities; kept: rows of its own that are in use, m_own with all; m: rows
    in space; rank: of those kept; redundant: m less their rank; same: 1 where the rows in space are
    those kept; joints: their number; owners: those of rows in space, owner: of each row; blamed:
    1 where an owner is the reason that a load of a joint is open, joint by joint; part: 0 for
    wrenches, 1 for reactions.
    """

    n: int
    nq: int
    kept: int
    m_own: int
    m: int
    rank: int
    redundant: int
    same: int
    joints: int
    owners: int
    part: int
    length: float
    per_length: float
    state: Floats
    rows: Ints
    own_scale: Floats
    scale: Floats
    columns: Floats
    Phi_own: Floats
    Phi: Floats
    T: Floats
    mu: Floats
    watch: Floats
    watches: int
    lam: Floats
    lam_stress: Floats
    load_wrench: Floats
    load_reaction: Floats
    stress_wrench: Floats
    stress_reaction: Floats
    frames: Floats
    at_M: Floats
    B: Floats
    V: Floats
    squares: Floats
    pair: Floats
    S: Floats
    own: Floats
    now: Floats
    z: Floats
    w: Floats
    total: Floats
    force: Floats
    moment: Floats
    point: Floats
    unique: Floats
    owner: Ints
    stress_owner: Ints
    blamed: Floats
    own_closure: KernelCall
    closure: KernelCall
    forward: KernelCall
    loads: KernelCall
    stress: KernelCall
    geometry: KernelCall


@native
def decompose(s: ReactionState, Phi: Floats, scale: Floats, rows: Ints, m: int, rank: int) -> int:
    """Leave V of the scaled rows; return 1 where their rank is beyond doubt the one expected.

    The first `rank` columns of V span what the rows can be mixed to, the others are self-stresses.
    """
    n = s.n
    for j in range(m):
        for i in range(n):
            s.B[i * m + j] = scale[rows[j]] * Phi[rows[j] * n + i] * s.columns[i]
    if put_basis(s.B, s.V, s.squares, m, n, TOLERANCE, s.pair) != rank:
        return 0
    largest = max(s.squares[0], 1.0)
    for j in range(m):
        least = CERTAIN * CERTAIN if j < rank else 0.0
        most = 1e300 if j < rank else 1e-24
        if not s.squares[j] >= least * largest or s.squares[j] > most * largest:
            return 0
    return 1


@native
def mix_rows(s: ReactionState) -> int:
    """Choose T; return 0 where the rank is in doubt."""
    m = s.kept
    if decompose(s, s.Phi_own, s.own_scale, s.rows, m, s.rank) == 0:
        return 0
    for r in range(s.rank):
        for i in range(m):
            s.T[r * m + i] = s.V[i * m + r] * s.own_scale[s.rows[i]]
    return 1


@native
def put_multipliers(s: ReactionState) -> None:
    """Put the multipliers of all rows, of smallest norm, in their places."""
    m = s.kept
    for i in range(s.m_own):
        s.lam[i] = 0.0
    for i in range(m):
        total = 0.0
        if s.rank < m:
            for r in range(s.rank):
                total += s.T[r * m + i] * s.mu[r]
        else:
            total = s.own_scale[s.rows[i]] * s.mu[i]
        s.lam[s.rows[i]] = total


@native
def put_compared(s: ReactionState, load: Floats, found: Floats, k: int, step: int) -> None:
    """Put loads at the joints' own points, moments over a length, in every step-th place from k."""
    for j in range(s.joints):
        f = at(load, 6 * j)
        p = at(s.at_M, 3 * j)
        place = 6 * j * step + k
        found[place] = f[0]
        found[place + step] = f[1]
        found[place + 2 * step] = f[2]
        found[place + 3 * step] = (f[3] - (p[1] * f[2] - p[2] * f[1])) * s.per_length
        found[place + 4 * step] = (f[4] - (p[2] * f[0] - p[0] * f[2])) * s.per_length
        found[place + 5 * step] = (f[5] - (p[0] * f[1] - p[1] * f[0])) * s.per_length


@native
def turn_back(s: ReactionState, j: int, v: Floats, k: int, found: Floats, place: int) -> None:
    """Put a vector of joint j in the axes of its frame on the child."""
    R = at(s.frames, 18 * j + 9)
    for i in range(3):
        found[place + i] = R[i] * v[k] + R[3 + i] * v[k + 1] + R[6 + i] * v[k + 2]


@native
def share_stresses(s: ReactionState) -> int:
    """Add the self-stresses that make reactions smallest to the loads, and label what they move."""
    k = s.redundant
    n = 6 * s.joints
    certain = 1
    if s.same == 0:  # else the rows are decomposed already
        run_kernel(s.closure)
        certain = decompose(s, s.Phi, s.scale, at(s.rows, s.kept), s.m, s.m - k)
    if certain == 0:
        return 0
    put_compared(s, s.load_reaction, s.now, 0, 1)
    for c in range(k):
        j = s.m - k + c
        s.stress_owner[c] = owner_of_stress(s, j)
        if s.stress_owner[c] < 0:
            return 0
        for i in range(s.m):
            s.lam_stress[i] = s.scale[i] * s.V[i * s.m + j]
        run_kernel(s.stress)
        put_compared(s, s.stress_reaction, s.S, c, k)
        if s.part == 1:
            copy(at(s.own, c * n), s.stress_reaction, n)
        else:
            copy(at(s.own, c * n), s.stress_wrench, n)
    for i in range(n):
        s.now[i] = -s.now[i]
    rank = k
    if normal_solution(s.S, s.now, s.z, n, k, WELL, s.w) == 0:
        rank = smallest_solution(s.S, s.now, s.z, n, k, SHARED, 0.0, s.w)
    if rank < k:
        return 0
    for c in range(k):
        for i in range(n):
            s.total[i] = s.total[i] + s.z[c] * s.own[c * n + i]
        label(s, c, n)
    return 1


@native
def owner_of_stress(s: ReactionState, j: int) -> int:
    """Return whose rows take part in the self-stress of column j of V, -1 for several owners."""
    size = 1e-300
    for i in range(s.m):
        size = max(size, abs(s.V[i * s.m + j]))
    found = -1
    for i in range(s.m):
        if abs(s.V[i * s.m + j]) > UNIQUE * size:
            if found >= 0 and found != s.owner[i]:
                return -1
            found = s.owner[i]
    return found


@native
def label(s: ReactionState, c: int, n: int) -> None:
    """Mark the components that self-stress c moves."""
    if s.part == 1:
        for i in range(n):
            s.w[i] = s.S[i * s.redundant + c]
    else:
        put_compared(s, at(s.own, c * n), s.w, 0, 1)
    size = 1e-300
    for i in range(n):
        size = max(size, abs(s.w[i]))
    for j in range(s.joints):
        most = 0.0
        for i in range(6):
            most = max(most, abs(s.w[6 * j + i]))
        if 2.0 * most > UNIQUE * size:  # else in no axes is a component larger
            mark(s, j, c, n, UNIQUE * size)


@native
def mark(s: ReactionState, j: int, c: int, n: int, least: float) -> None:
    """Mark the components of joint j that self-stress c moves, in the joint's axes."""
    turn_back(s, j, s.w, 6 * j, s.w, n)
    turn_back(s, j, s.w, 6 * j + 3, s.w, n + 3)
    for i in range(6):
        if abs(s.w[n + i]) > least:
            s.unique[6 * j + i] = -1.0
            s.blamed[s.owners * j + s.stress_owner[c]] = 1.0


@native
def find_motion(s: ReactionState) -> int:
    """Find accelerations and the multipliers of smallest norm; return FOUND, or DOUBT."""
    for i in range(s.nq + s.n):
        if not abs(s.state[i]) < LARGEST:
            return DOUBT
    certain = 1
    if s.rank < s.kept:  # apart from the next test, whose parts are all evaluated
        run_kernel(s.own_closure)
        certain = mix_rows(s)
    if certain == 0:
        return DOUBT
    run_kernel(s.forward)
    for i in range(s.watches):
        if not s.watch[i] >= CERTAIN:
            return DOUBT
    put_multipliers(s)
    return FOUND


@native
def find_motion_and_rows(s: ReactionState) -> int:
    """Find the motion, and the rows of the loops."""
    run_kernel(s.own_closure)
    return find_motion(s)


@native
def find_loads(s: ReactionState) -> int:
    """Find force, moment, point and labels of all joints; return what the outcome is."""
    if find_motion(s) == DOUBT:
        return DOUBT
    certain = 1
    run_kernel(s.loads)
    run_kernel(s.geometry)
    n = 6 * s.joints
    if s.part == 1:
        copy(s.total, s.load_reaction, n)
    else:
        copy(s.total, s.load_wrench, n)
    for i in range(n):
        s.unique[i] = 1.0
    for i in range(s.joints * s.owners):
        s.blamed[i] = 0.0
    if s.redundant > 0:
        certain = share_stresses(s)
    if certain == 0:
        return DOUBT
    put_compared(s, s.total, s.w, 0, 1)
    for j in range(s.joints):
        for i in range(3):
            s.w[6 * j + 3 + i] = s.w[6 * j + 3 + i] * s.length
            s.point[3 * j + i] = s.at_M[3 * j + i]
        turn_back(s, j, s.w, 6 * j, s.force, 3 * j)
        turn_back(s, j, s.w, 6 * j + 3, s.moment, 3 * j)
    return UNIQUE_ALL if s.redundant == 0 else FOUND


@native
def call_loads(ins: Pointers, outs: Pointers, s: ReactionState) -> None:
    """Find the loads at q and v as a kernel does.

    Outputs: forces, moments and points of all joints, labels, reasons and the outcome, one after
    the other; the outcome again.
    """
    copy(s.state, ins[0], s.nq)
    copy(at(s.state, s.nq), ins[1], s.n)
    outcome = float(find_loads(s))
    found = outs[0]
    copy(found, s.force, 9 * s.joints)
    copy(at(found, 9 * s.joints), s.unique, 6 * s.joints)
    copy(at(found, 15 * s.joints), s.blamed, s.joints * s.owners)
    found[(15 + s.owners) * s.joints] = outcome
    watch = outs[1]
    watch[0] = outcome


class NativeLoads:
    """The native calls of one system, kernel after kernel; threads take turns."""

    def __init__(self, system: System) -> None:
        compiled = system.compiled
        self._system, self._loops, dynamics = system, compiled.loops, compiled.closed_dynamics
        both = np.zeros(system.nq + system.nv)
        self.q, self.v = both[: system.nq], both[system.nq :]
        self._shared, self._given = {"q": self.q, "v": self.v}, compiled.compiler.defaults
        forward, own = self._bound(dynamics.kernel), self._bound(self._loops.closure_kernel)
        self._vdot, self._lam = forward.outputs["vdot"], np.zeros(self._loops.m)
        self._rows, self._rates = own.outputs["Phi"], own.outputs["C"]
        kept = len(dynamics.kept)
        self._state = ReactionState(
            n=system.nv, nq=system.nq, kept=kept, m_own=self._loops.m, rank=dynamics.rank,
            joints=len(self._loops.joints), length=self._loops.length,
            per_length=1.0 / self._loops.length, watches=forward.outputs["watch"].size,
        )  # fmt: skip
        self._state.bind(
            state=both,
            own_scale=self._loops.row_scale.copy(), columns=self._loops.column_scale.copy(),
            Phi_own=self._rows.reshape(-1), mu=forward.outputs["lam"], lam=self._lam,
            T=forward.inputs["T"].reshape(-1) if dynamics.mixing else np.zeros(1),
            watch=forward.outputs["watch"], own_closure=own, forward=forward,
        )  # fmt: skip
        self._make_room(0)
        self._address, self._lock = self._state.address, threading.RLock()
        self._still = np.zeros(self._loops.n_cut_v), np.zeros((len(system.topology.branches), 6))

    def _make_room(self, m: int) -> None:
        """Bind arrays for the decomposition of the rows that are kept, and of m rows in space."""
        kept = self._system.compiled.closed_dynamics.kept
        most = max(m, len(kept), 1)
        self._state.bind(
            rows=np.array([*kept, *range(m)], dtype=np.int64), V=np.zeros(most * most),
            B=np.zeros(most * self._system.nv), squares=np.zeros(most),
            pair=np.zeros(2 * most),
        )  # fmt: skip

    def _bound(self, kernel: Kernel, **more: np.ndarray) -> BoundKernel:
        return BoundKernel(kernel, self._given, {**self._shared, **more})

    @cached_property
    def _motion_code(self) -> Any:
        return compile_function(find_motion_and_rows)

    @cached_property
    def _bias(self) -> BoundKernel:
        """Accelerations of the cut joints at vdot = 0."""
        from sarrus.system.channels.equations import OF_ALL  # of all channels, for this one

        steady = OF_ALL["cut_bias"]
        return self._bound(self._loops.kernel(str(steady.kernel), steady.inputs, steady.every))

    def _bind_loads(self, part: str) -> bool:
        """Make room for the loads of a part; False where rows are too many or are set aside."""
        loops, spatial, s = self._loops, self._system.compiled.spatial_loops, self._state
        s.m, s.redundant = spatial.m, spatial.m - s.rank  # the plane's rows are all that count
        if spatial.set_aside is not None or (s.redundant and s.m > MOST):
            return False
        owners = tuple(dict.fromkeys(spatial.row_owner))
        s.part, s.owners = 1 if part == "reaction" else 0, len(owners)
        s.same = int(spatial is loops and s.kept == s.m and s.rank < s.kept)
        self._make_room(spatial.m)
        J, k = s.joints, s.redundant
        loads = self._bound(loops.load_kernel, vdot=self._vdot, lam=self._lam)
        geometry = self._bound(loops.frames_kernel)
        force, moment, point = np.zeros((3, 3 * J))
        s.bind(
            scale=spatial.row_scale.copy(), load_wrench=loads.outputs["wrench"].reshape(-1),
            load_reaction=loads.outputs["reaction"].reshape(-1),
            frames=geometry.outputs["frames"].reshape(-1),
            at_M=geometry.outputs["at_M"].reshape(-1), S=np.zeros(6 * J * k + 1),
            own=np.zeros(6 * J * k + 1), now=np.zeros(6 * J), z=np.zeros(k + 1),
            w=np.zeros(6 * J * (k + 1) + k * k + k + 6), total=np.zeros(6 * J),
            force=force, moment=moment, point=point, unique=np.zeros(6 * J),
            owner=np.array([owners.index(x) for x in spatial.row_owner], dtype=np.int64),
            stress_owner=np.zeros(k + 1, dtype=np.int64), blamed=np.zeros(J * len(owners)),
            loads=loads, geometry=geometry,
        )  # fmt: skip
        if k:
            stress, closure = map(self._bound, (spatial.stress_kernel, spatial.closure_kernel))
            s.bind(
                Phi=closure.outputs["Phi"].reshape(-1), lam_stress=stress.inputs["lam"],
                stress_wrench=stress.outputs["wrench"].reshape(-1),
                stress_reaction=stress.outputs["reaction"].reshape(-1), closure=closure,
                stress=stress,
            )  # fmt: skip
        return True

    def load_call(self, part: str) -> Callable[[np.ndarray, np.ndarray], np.ndarray | None]:
        """Return the native call of the loads at (q, v), which returns None in doubt.

        It is the only user of its object, whose arrays the interpreter lock keeps for one thread.
        """
        if not self._bind_loads(part):
            return _nothing
        s = self._state
        inputs = Port("q", (s.nq,)), Port("v", (s.n,))
        outputs = Port("found", ((15 + s.owners) * s.joints + 1,)), Port("outcome", (1,))
        self._code = compile_function(call_loads)
        record = np.frombuffer(memoryview(s).cast("B"), dtype=np.float64)
        target, watch = self._system.compiled.compiler.factory.target, Watch(1, UNIQUE_ALL)
        at_code = (address_of(self._code), inputs, outputs, record)
        quick = target.python_function(*at_code, {}, _nothing, watch)
        return quick or partial(self._ordinary, *(np.zeros(port.shape) for port in outputs))

    def _ordinary(
        self, found: np.ndarray, outcome: np.ndarray, q: np.ndarray, v: np.ndarray
    ) -> np.ndarray | None:
        """Find the loads where the target has no quick way from Python."""
        if q.shape != self.q.shape or v.shape != self.v.shape:
            return None
        with self._lock:
            ins, outs = (
                pointers([np.array(x, dtype=float) for x in (q, v)]),
                pointers([found, outcome]),
            )
            self._code(ctypes.addressof(ins), ctypes.addressof(outs), self._address)
            return found.copy() if outcome[0] >= UNIQUE_ALL else None

    def _is_own(self, state: State) -> bool:
        """Whether a state has the coordinates of the system and no states of force elements."""
        q, v = state.q, state.v
        return q.shape == self.q.shape and v.shape == self.v.shape and state.own_z is None

    def motion(self, state: State) -> Motion | None:
        """Return what happens at a state without drives and loads, None where it is in doubt."""
        if not self._is_own(state):
            return None
        with self._lock:
            self.q[:], self.v[:] = state.q, state.v
            if self._motion_code(self._address) == DOUBT:
                return None
            vdot, lam, rows = self._vdot.copy(), self._lam.copy(), self._rows.copy()
            self._bias()
            cut_vdot = self._rates @ vdot + self._bias.outputs["bias"]
        A, (cut, ext) = self._loops.scaled_matrix(rows), self._still
        still = np.zeros_like(vdot)
        drives = (still, still.copy(), cut.copy())
        none: dict[str, Any] = {}
        found = (state, vdot, cut_vdot, none, {**none}, lam, cut.copy(), A, ext.copy())
        return Motion(*found, (), np.zeros(0), *drives)


def _nothing(*arguments: Any) -> None:
    """Return None: the state is left to the rows."""


class NativeReactions:
    """What a system answers by native calls; kernels are made when they are needed."""

    def __init__(self, system: System) -> None:
        self._system, self._loops = system, system.compiled.loops
        self._calls: dict[str, Callable[..., np.ndarray | None]] = {}
        self._others: dict[str, Callable[..., np.ndarray | None]] = {}
        self._rows_of: dict[tuple[str, ...], list[int]] = {}
        self.kernels: dict[str, Kernel] = {}

    @staticmethod
    def serve(system: System) -> bool:
        """Whether a system is one that the calls are made for."""
        compiled = system.compiled
        if not system.closed or compiled.rolls or compiled.compiler.counts or system.states:
            return False
        loops, dynamics = compiled.loops, compiled.closed_dynamics
        if loops.bearings or loops.set_aside is not None:
            return False
        if not dynamics.is_drawn or dynamics.massless:
            return False
        return not dynamics.mixing or len(dynamics.kept) <= MOST

    @cached_property
    def motion(self) -> Callable[[State], Motion | None]:
        """What happens at a state without drives and loads, None where it is in doubt."""
        return NativeLoads(self._system).motion

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """Owners of the rows in space."""
        return tuple(dict.fromkeys(self._system.compiled.spatial_loops.row_owner))

    def _first_call(self, part: str) -> Callable[..., np.ndarray | None]:
        call = self._calls[part] = self._call_of(part)
        return call

    def _call_of(self, part: str) -> Callable[..., np.ndarray | None]:
        """Return the call of the loads at (q, v), one kernel where rows are zero or independent."""
        rows = self._open_rows(part)
        if rows is None:
            return NativeLoads(self._system).load_call(part)
        compiler, (nq, nv) = self._system.compiled.compiler, (self._system.nq, self._system.nv)
        limits = Limits(CERTAIN, WELL, LARGEST, UNIQUE)
        equation = partial(smallest_loads, rows=rows, limits=limits)
        kernel = compiler.make(f"smallest_loads {rows.part}", {"q": (nq,), "v": (nv,)}, equation)
        self.kernels[part] = kernel  # whose code is not kept by its call
        slow = partial(self._in_doubt, part)
        return compiler.factory.guarded_call(kernel, compiler.defaults, Watch(1, 1.0), slow)

    def _open_rows(self, part: str) -> OpenRows | None:
        """Return the rows of the loops, None unless all in space are zero or independent."""
        compiled = self._system.compiled
        dynamics, spatial = compiled.closed_dynamics, compiled.spatial
        kept = spatial.closed_dynamics.kept
        if dynamics.mixing or len(kept) > dynamics.rank or spatial.loops.set_aside is not None:
            return None
        loops, row_owner = compiled.loops, spatial.loops.row_owner
        stressed = tuple(k for k in range(spatial.loops.m) if k not in kept)
        return OpenRows(
            part, loops.joints, dynamics.kept, tuple(loops.row_scale.tolist()),
            stressed, tuple(spatial.loops.row_scale.tolist()),
            tuple(self.owners.index(row_owner[k]) for k in stressed), len(self.owners),
            loops.length,
        )  # fmt: skip

    def _in_doubt(self, part: str, q: np.ndarray, v: np.ndarray) -> np.ndarray | None:
        """Find the loads that one kernel cannot be relied on for."""
        call = self._others.get(part)
        if call is None:
            call = self._others[part] = NativeLoads(self._system).load_call(part)
        return call(q, v)

    def wrenches(self, part: str, state: State, how: Mapping[str, Any]) -> Named[Wrench] | None:
        """Return the loads of joints at a state, None where they are in doubt or names are.

        how: joints, a list or tuple of names; with other options there is no native call.
        """
        if state.own_z is not None:
            return None
        rows = None
        if how:
            joints = how.get("joints")
            try:
                rows = self._rows_of[tuple(joints)] if type(joints) is list else None
            except (KeyError, TypeError):
                rows = None
            if rows is None:
                rows = self._joint_numbers(joints)
            if rows is None or len(how) > 1:
                return None
        try:
            found = self._calls[part](state.q, state.v)
        except KeyError:
            found = self._first_call(part)(state.q, state.v)
        if found is None:
            return None
        loads = NEW(LateLoads)  # half a microsecond less than an initializer
        loads._rest = (self, rows, found)
        return loads

    def _joint_numbers(self, joints: Any) -> list[int] | None:
        """Return the numbers of joints, in the order of the model.

        None for what is no list of names, each once: that is refused elsewhere.
        """
        if not self._are_own(joints):
            return None
        if len(self._rows_of) > MOST_CHOICES:
            self._rows_of.clear()
        found = sorted(self._numbers[name] for name in joints)
        self._rows_of[tuple(joints)] = found
        return found

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of all joints."""
        return self._loops.joints

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self._loops.joints)}

    def _are_own(self, names: Any) -> bool:
        """Return whether these are names of joints, each once; others are refused elsewhere."""
        return (
            isinstance(names, (list, tuple))
            and all(isinstance(name, str) and name in self._numbers for name in names)
            and len(set(names)) == len(names)
        )


NEW = dict.__new__


class LateLoads(Named[Wrench]):
    """Loads of joints by name, whose records are made when the first one is asked for."""

    kind, formulation = "joint", RECURSIVE

    __slots__ = ("_rest",)
    _rest: Any
    """The native calls, numbers of the joints or None for all, what was found; then None."""

    def _fill(self) -> None:
        rest, self._rest = self._rest, None
        if rest is not None:
            dict.update(self, _wrenches(*rest))

    def __missing__(self, name: str) -> Wrench:
        if self._rest is None:
            return super().__missing__(name)
        self._fill()
        return self[name]

    def __reduce__(self) -> Any:
        self._fill()
        return Named, (self.kind, dict(self), self.formulation)


def _wrenches(
    native: NativeReactions, rows: list[int] | None, found: np.ndarray
) -> Iterator[tuple[str, Wrench]]:
    """Go through the loads of joints, by what `call_loads` has found."""
    joints, (on, axes) = native.joints, FORM
    J = len(joints)
    force, moment, point = found[: 9 * J].reshape(3, J, 3)
    which = range(J) if rows is None else rows
    if found[-1] == UNIQUE_ALL:
        for k in which:
            yield joints[k], Wrench(force[k], moment[k], point[k], on, axes)
        return
    labels = (found[9 * J : 15 * J].reshape(J, 6) >= 0.0).tolist()
    blamed = (found[15 * J : -1].reshape(J, -1) > 0.0).tolist()
    for k in which:
        sure = labels[k]
        why = tuple(sorted(compress(native.owners, blamed[k])))
        unique = tuple(sure[:3]), tuple(sure[3:])
        yield joints[k], Wrench(force[k], moment[k], point[k], on, axes, *unique, why)


def _after_filling(name: str) -> Callable[..., Any]:
    whole = getattr(dict, name)

    def method(self: LateLoads, *values: Any, **named: Any) -> Any:
        self._fill()
        return whole(self, *values, **named)

    method.__name__ = name
    return method


READING = (
    "__iter__", "__len__", "__contains__", "__eq__", "__ne__", "__reversed__", "__or__",
    "__ror__", "__ior__", "__setitem__", "__delitem__", "keys", "values", "items", "get", "copy",
    "pop", "popitem", "setdefault", "update", "clear",
)  # fmt: skip
"""What of dictionaries needs all entries."""
for _name in READING:
    setattr(LateLoads, _name, _after_filling(_name))
