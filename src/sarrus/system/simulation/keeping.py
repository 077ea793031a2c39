"""Loads of joints that a simulation records with its states: `simulate(keep=["A.reaction"])`.

They come from the terms of the evaluations that steps are made of (paper 0), by the formulation
that needs the fewest operations, or the one that is asked for. Equal steps that begin with an
evaluation yield them there; other methods, whose states lie between their steps, have a kernel of
their own for the states kept. Where redundant rows leave loads open, those of smallest norm over
all joints are recorded, as histories show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.formulations import ARTICULATED, RECURSIVE, STATE_VECTOR
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system.channels.labels import Labels
from sarrus.system.checks import check_choice
from sarrus.system.flow import kept_loads
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import METHODS

if TYPE_CHECKING:
    from sarrus.system.rows.chunk import Chunk
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.system import System

AUTO = "auto"
FORMULATIONS = (AUTO, STATE_VECTOR, ARTICULATED, RECURSIVE)
PARTS = ("reaction", "wrench")
WORDS = {
    STATE_VECTOR: "state vectors, (30) of paper 0",
    ARTICULATED: "articulated bodies, K A + p",
    RECURSIVE: "recursion over the links beyond, (28) of paper 0",
}
COLUMNS = 9
"""Numbers of a load in a row: force and moment about the world's origin; a bit for each of the six
components in the joint's own axes that is not unique; for force and moment, a bit for each owner of
rows that is the reason."""
OPEN = 6
"""The place of the first of these bits."""
PENDING = -1.0
"""In that place: the load has not been evaluated yet."""
MOST_OWNERS = 52
"""Owners of rows of which a number of a row can tell which are the reason."""


@dataclass(frozen=True)
class Keeping:
    """The loads that are kept, and how they are found; wanted: joint and part of each."""

    wanted: tuple[tuple[str, str], ...]
    formulation: str = AUTO

    @staticmethod
    def of(settings: Mapping[str, Any]) -> Keeping | None:
        """Return what settings of a run ask for, None where nothing is kept."""
        names = settings.get("keep") or ()
        if not names:
            return None
        pairs = tuple((joint, part) for joint, _, part in (n.rpartition(".") for n in names))
        return Keeping(pairs, settings.get("formulation") or AUTO)

    @property
    def width(self) -> int:
        """Numbers that a row has for them."""
        return COLUMNS * len(self.wanted)

    # --- how ------------------------------------------------------------------------------------

    def formulation_in(self, sim: Simulator) -> str:
        """Return the formulation in a mode: as asked for, or that of fewest operations."""
        if self.formulation != AUTO:
            return self.formulation
        if self.are_shared(sim):
            return RECURSIVE
        known = sim.system.compiled.formulations
        key = (self.wanted, sim.driven_names)
        if key not in known:
            tree = () if sim.system.closed else (ARTICULATED,)
            counts = {f: self.operations(sim, f) for f in (STATE_VECTOR, *tree, RECURSIVE)}
            known[key] = min(counts, key=counts.__getitem__)
        return known[key]

    def operations(self, sim: Simulator, formulation: str) -> int:
        """Return the operations of one evaluation of the equations with the loads."""
        laws = sim.actuation.efforts if sim.traced else None
        return sim.operations({"y": (sim.size,)}, self._body(sim, formulation), laws)

    @staticmethod
    def are_shared(sim: Simulator) -> bool:
        """Whether redundant rows of loops and drives leave loads open, as a rule."""
        if not sim.system.closed:
            return False
        rows = sim.system.compiled.spatial_loops.m + len(sim.driven)
        return sim.row_choice.rank < rows

    def in_steps(self, sim: Simulator, method: str) -> bool:
        """Whether the steps of a method begin with the evaluation that yields the loads.

        Not where what laws drive is put exactly where they have it after a step, and not where
        loads are shared, or those of bearings lag.
        """
        if method not in METHODS or not sim.traced:
            return False
        if METHODS[method].step is None or METHODS[method].current:
            return False
        placed = sim.system.closed and any(not d.is_held for d in sim.driven)
        return not (placed or sim.lags or self.are_shared(sim) or self._missing(sim))

    def _missing(self, sim: Simulator) -> list[str]:
        """Return the joints that a mode has not: contacts that have been separated."""
        return [joint for joint, _ in self.wanted if joint not in sim.system.compiled.loops.joints]

    def _body(self, sim: Simulator, formulation: str) -> Any:
        there = sim.system.compiled.loops.joints
        wanted = [(joint, part) for joint, part in self.wanted if joint in there]

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            return kept_loads.outputs(flow, t, arrays["y"][: flow.size], wanted, formulation)

        return body

    def kernel(self, sim: Simulator) -> Kernel:
        """Return the kernel of the loads of a state, with the watch on the loops."""
        formulation = self.formulation_in(sim)
        laws = sim.actuation.efforts if sim.traced else None
        name = f"kept {list(self.wanted)} {formulation}"
        return sim.kernel(name, {"y": (sim.size,)}, self._body(sim, formulation), laws)

    def step_kernel(self, sim: Simulator, method: str) -> Kernel:
        """Return the kernel of a step that also yields the loads at its beginning."""
        formulation = self.formulation_in(sim)
        found = partial(kept_loads.outputs, wanted=self.wanted, formulation=formulation)
        name = f"kept {list(self.wanted)} {formulation}"
        return sim.step_kernel(method, formulation == STATE_VECTOR, (name, found))

    # --- values ---------------------------------------------------------------------------------

    def columns(self, loads: np.ndarray) -> np.ndarray:
        """Return loads that are unique, n x loads x 6, as columns of rows."""
        found = np.zeros((len(loads), len(self.wanted), COLUMNS))
        found[:, :, :6] = loads
        return found.reshape(len(loads), self.width)

    def unknown_columns(self, n: int) -> np.ndarray:
        """Return columns of n states whose loads are not known yet."""
        found = np.full((n, len(self.wanted), COLUMNS), np.nan)
        found[:, :, OPEN] = PENDING
        return found.reshape(n, self.width)

    def columns_of(self, sim: Simulator, first: int, t: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the columns of states; rows: y and what was held, as they are kept."""
        from sarrus.system.history.run_source import mode_chunk
        from sarrus.system.history.solving import SINGULAR, ModeSolver
        from sarrus.system.rows.chunk import chunk_size

        most, solver = chunk_size(sim.system), ModeSolver(sim, alone=True)
        found = np.zeros((len(t), self.width))
        for at in range(0, len(t), most):
            some = slice(at, at + most)
            y, held = np.split(rows[some], [sim.size], axis=1)
            y = sim.lawful(t[some], y.copy())
            chunk = mode_chunk(solver, first + at, t[some], y, held)
            if self.are_shared(sim):
                found[some] = self._columns_with_all(chunk)
                continue
            out = solver.outputs_of_states(chunk, self.kernel(sim))
            values = self._spread(sim, out["loads"])
            trusted = np.all(np.isfinite(values), axis=(1, 2))
            trusted &= out["watch"][:, 0] >= SINGULAR
            columns = self.columns(values)
            low = np.flatnonzero(~trusted)
            if len(low):
                columns[low] = self._columns_with_all(chunk.some(low))
            found[some] = columns
        return found

    def _spread(self, sim: Simulator, loads: np.ndarray) -> np.ndarray:
        """Return loads of all that is wanted, 0 for contacts that have been separated."""
        missing = self._missing(sim)
        if not missing:
            return loads
        found = np.zeros((len(loads), len(self.wanted), 6))
        found[:, [joint not in missing for joint, _ in self.wanted]] = loads
        return found

    def _columns_with_all(self, chunk: Chunk) -> np.ndarray:
        """Return the columns of states whose loads are found with those of all joints."""
        from sarrus.system.channels.loads import Form

        if self.formulation != AUTO:
            chunk.formulation = self.formulation
        joints = chunk.system.compiled.loops.joints
        found = np.zeros((len(chunk), len(self.wanted), COLUMNS))
        for k, (joint, part) in enumerate(self.wanted):
            if joint not in joints:
                continue
            found[:, k, :6] = getattr(chunk.joint_loads, part)[:, joints.index(joint)]
            sides = [chunk.load_labels(joint, Form(part), side) for side in (0, 1)]
            each = np.concatenate([labels.each for labels in sides], axis=1)
            found[:, k, OPEN] = _bits(~each)
            for side, labels in enumerate(sides):
                found[:, k, OPEN + 1 + side] = _bits(labels.blamed[:, :MOST_OWNERS])
        return found.reshape(len(chunk), self.width)


def _bits(flags: np.ndarray) -> np.ndarray:
    """Return a number for each row of flags."""
    return flags.astype(float) @ 2.0 ** np.arange(flags.shape[1])


def _flags(numbers: np.ndarray, count: int) -> np.ndarray:
    """Return the flags of numbers."""
    return (numbers[:, None].astype(np.int64) >> np.arange(count)) & 1 == 1


@dataclass(frozen=True, eq=False)
class KeptRows:
    """The loads that were recorded with some states; columns: those of their rows."""

    keeping: Keeping
    columns: np.ndarray

    def load(self, joint: str, part: str) -> np.ndarray | None:
        """Return the load of a joint on its child about the world's origin; None: not kept."""
        found = self._of(joint, part)
        return None if found is None else found[:, :6]

    def labels(self, joint: str, part: str, own: bool, side: int, owners: tuple[str, ...]) -> Any:
        """Return what is unique about force (0) or moment (1); None where that is not known.

        own: whether it is asked for in the joint's own axes, at its point.
        """
        found = self._of(joint, part)
        if found is None:
            return None
        if not np.any(found[:, OPEN]):
            each = np.ones((len(found), 3), dtype=bool)
            return Labels(each, owners, np.zeros((len(found), len(owners)), dtype=bool))
        if not own or len(owners) > MOST_OWNERS:
            return None
        each = ~_flags(found[:, OPEN], 6)[:, 3 * side : 3 * side + 3]
        return Labels(each, owners, _flags(found[:, OPEN + 1 + side], len(owners)))

    def some(self, rows: np.ndarray) -> KeptRows:
        """Return those of some of the states."""
        return KeptRows(self.keeping, self.columns[rows])

    def _of(self, joint: str, part: str) -> np.ndarray | None:
        """Return the columns of a load; None where it was not kept, or not found at a state."""
        if (joint, part) not in self.keeping.wanted:
            return None
        k = COLUMNS * self.keeping.wanted.index((joint, part))
        found = self.columns[:, k : k + COLUMNS]
        known = np.all(np.isfinite(found)) and not np.any(found[:, OPEN] == PENDING)
        return found if known else None


# --- what users ask for ---------------------------------------------------------------------------


def kept_settings(system: System, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings of a run with the loads that are kept by their names, checked.

    Those of a run that keeps none are as they were before there was such a thing.
    """
    rest = {key: value for key, value in settings.items() if key not in ("keep", "formulation")}
    names, formulation = settings.get("keep") or (), settings.get("formulation") or AUTO
    check_formulation(system, formulation)
    if len(names):
        rest["keep"] = list(kept_names(system, names))
    elif formulation != AUTO and not goes_by_mass_matrix(system, rest["method"], formulation):
        rule = "says how loads of joints are found, and none are kept"
        action = 'name some, keep=["A.reaction"], or leave it out'
        raise ModelError(Problem("S08", "formulation", rule, repr(formulation), action=action))
    return rest if formulation == AUTO else {**rest, "formulation": formulation}


def goes_by_mass_matrix(system: System, method: str, formulation: str) -> bool:
    """Whether steps of a tree take its accelerations from the mass matrix, (15) of paper 0."""
    if system.closed or formulation != STATE_VECTOR or method not in METHODS:
        return False
    return METHODS[method].step is not None


def kept_names(system: System, names: Sequence[str]) -> tuple[str, ...]:
    """Return the loads that names mean, "A.reaction" or "A.wrench"; others are refused together.

    A channel of such a load, "A.reaction.force.x", means the whole of it.
    """
    if isinstance(names, str):
        names = (names,)
    joints = system.compiled.loops.joints
    found, problems = [], []
    for name in names:
        read = _read_name(str(name).removeprefix("joint:"), joints)
        if read is None:
            problems.append(_no_load(str(name), joints))
        else:
            found.append(read)
    if problems:
        raise ModelError(problems)
    return tuple(dict.fromkeys(found))


def _read_name(name: str, joints: Sequence[str]) -> str | None:
    for joint in sorted(joints, key=len, reverse=True):
        for part in PARTS:
            whole = f"{joint}.{part}"
            rest = name.removeprefix(whole)
            if name == whole or (name.startswith(whole) and rest.split(".")[1:2] in QUANTITIES):
                return whole
    return None


QUANTITIES = (["force"], ["moment"], ["unique"])


def _no_load(name: str, joints: Sequence[str]) -> Problem:
    known = [f"{joint}.{part}" for joint in joints for part in PARTS]
    action = nearest(name, known)
    if name in joints:
        action = f"write '{name}.reaction' or '{name}.wrench'"
    rule = "is no load of a joint: NAME.reaction or NAME.wrench of a joint can be kept"
    return Problem("M09", f"keep / '{name}'", rule, action=action)


def check_formulation(system: System, formulation: str) -> None:
    """Refuse a formulation that there is not, or not with loops."""
    check_choice("formulation", formulation, FORMULATIONS)
    if formulation == ARTICULATED and system.closed:
        rule = "is of trees: with loops, accelerations come from the mass matrix"
        action = f"use {STATE_VECTOR!r}, {RECURSIVE!r} or {AUTO!r}"
        raise ModelError(Problem("S03", "formulation", rule, repr(formulation), action=action))


def account_of(keeping: Keeping, sim: Simulator, method: str) -> str:
    """Return which formulation yields the loads of a run, and where, in words."""
    how = WORDS[keeping.formulation_in(sim)]
    names = ", ".join(f"{joint}.{part}" for joint, part in keeping.wanted)
    if keeping.are_shared(sim):
        return f"{names} with those of all joints, since redundant rows leave loads open: {how}"
    if keeping.in_steps(sim, method):
        return f"{names} in the evaluations of the steps: {how}"
    return f"{names} at the states kept: {how}"
