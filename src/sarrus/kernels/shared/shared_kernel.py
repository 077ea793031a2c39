"""A kernel that runs sweeps over the elements of a whole, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.background import Tiered
from sarrus.kernels.batch import RowByRow
from sarrus.kernels.cache import Cache
from sarrus.kernels.calling import Refusal, caller
from sarrus.kernels.kernel import SHARED, Kernel, ManyStates
from sarrus.kernels.program import Port, Program
from sarrus.kernels.shared.library import KindCode, driver
from sarrus.kernels.shared.sweep import WORDS
from sarrus.kernels.targets import LoadedCode, Target
from sarrus.late_dataclass import dataclass

PADDING = 8
"""Sines are taken of so many angles at a time."""
QUICKER = 4
"""How much quicker shared code is than the interpreter."""


@dataclass(frozen=True)
class Elements:
    """The elements of a whole as arrays: kinds by number, table of constants, and their places.

    places: a row of four for each: its first position coordinate, velocity and angle, and where the
    record of its parent begins in the work array.
    """

    kinds: np.ndarray
    rows: np.ndarray
    places: np.ndarray


@dataclass(frozen=True)
class Layout:
    """The work array: angles, their sines and cosines, a record for ground, and one for each.

    columns: arrays behind them that have a place for each velocity; width: how long these are;
    inner: numbers behind these, for the pointers and the work space of a kernel that is called.
    """

    angles: int
    record: int
    elements: int
    columns: int = 0
    width: int = 0
    inner: int = 0

    @property
    def ground(self) -> int:
        """Where the record of ground begins."""
        return 3 * self.angles

    @property
    def size(self) -> int:
        """Numbers of the whole."""
        return self.first_inner + self.inner

    @property
    def first_inner(self) -> int:
        """Where what a kernel that is called works in begins."""
        return self.first_column + self.columns * self.width

    @property
    def first_column(self) -> int:
        """Where the arrays of velocities begin."""
        return self.ground + self.record * (1 + self.elements)


class CallList:
    """The calls of sweeps that make up a kernel, in memory as native code reads them."""

    def __init__(self, layout: Layout, elements: Elements) -> None:
        self.layout, self.elements = layout, elements
        self.words: list[int] = []
        self.counts: Counter[str] = Counter()
        changes = np.flatnonzero(np.diff(elements.kinds)) + 1
        self._starts = [0, *changes.tolist()] if len(elements.kinds) else []
        self._ends = [*changes.tolist(), len(elements.kinds)] if len(elements.kinds) else []
        self._kept: list[Any] = [elements]

    def add_turns(self, code: LoadedCode) -> None:
        """Add the call that takes the sines and cosines of all angles."""
        if self.layout.angles:
            self._add(code.address("turns"), 0, 0, self.elements.places, self.elements.rows)

    def add_ground(self, code: KindCode, row: np.ndarray) -> None:
        """Add the call that fills the record of ground, from a row of constants of its own."""
        places = np.zeros((1, 4), dtype=np.int64)
        row = np.ascontiguousarray(row, dtype=float).reshape(1, -1)
        self._kept += [places, row]
        at = self.layout.ground
        self._add(code.addresses["ground"], 0, 1, places, row, at)
        self.counts.update(code.counts["ground"])

    def add_sweep(self, name: str, codes: Sequence[KindCode], inward: bool = False) -> None:
        """Add the calls of a sweep over all elements, by runs of elements of one kind."""
        runs = list(zip(self._starts, self._ends, strict=True))
        for first, end in reversed(runs) if inward else runs:
            code = codes[self.elements.kinds[first]]
            if name not in code.addresses:
                continue
            self._add(
                code.addresses[name],
                first,
                end - first,
                self.elements.places,
                self.elements.rows,
                self.layout.ground + self.layout.record,
            )
            for op, count in code.counts[name].items():
                self.counts[op] += count * (end - first)
        self._kept += codes

    def add_function(self, code: Any, places: np.ndarray, table: np.ndarray) -> None:
        """Add the call of a native function of a `SweepCall`, inputs, outputs and work array.

        places, table: what it finds under these names; its count is the rows of the places.
        """
        self._kept += [code, places, table]
        from sarrus.kernels.native import address_of

        at = self.layout.ground + self.layout.record
        self._add(address_of(code), 0, len(places), places, table.reshape(1, -1), at)

    def add_kernel(self, kernel: Kernel, code: LoadedCode, places: np.ndarray) -> None:
        """Add the call of another kernel; code, places: see `SweepTarget.inner_call_code`."""
        self._kept += [kernel, code, places]
        at = self.layout.first_inner
        address, first = code.address("inner_call"), len(kernel.inputs)
        self._add_words(address, first, len(places), places, (kernel.address, 0), at)
        self.counts.update(kernel.counts)

    def _add(
        self,
        code: int,
        first: int,
        count: int,
        places: np.ndarray,
        rows: np.ndarray,
        record: int = 0,
    ) -> None:
        table = (rows.ctypes.data, rows.shape[1])
        self._add_words(code, first, count, places, table, record)

    def _add_words(
        self,
        code: int,
        first: int,
        count: int,
        places: np.ndarray,
        table: tuple[int, int],
        record: int,
    ) -> None:
        where = (places.ctypes.data, *table)
        turns = (0, self.layout.angles)
        columns = (self.layout.first_column, self.layout.width)
        self.words += [code, first, count, *where, *turns, record, self.layout.record, *columns]

    def context(self) -> np.ndarray:
        """Return the list as native code reads it: a count of its runs comes first."""
        words = np.array([0, len(self.words) // len(WORDS), *self.words], dtype=np.uint64)
        self._kept.append(words)
        return words


def shared_kernel(
    calls: CallList,
    inputs: tuple[Port, ...],
    outputs: tuple[Port, ...],
    values: Mapping[str, np.ndarray],
    refused: Refusal,
    program: Callable[[], Program],
    many: Callable[[Kernel], ManyStates],
    cache: Cache,
    target: Target,
    compile_: Callable[[], None] | None = None,
) -> Kernel:
    """Return the kernel of a list of calls; compile_: makes written-out code for later systems."""
    words = calls.context()
    code = driver(cache, target, words.ctypes.data)
    address, work = code.address("kernel"), calls.layout.size
    rows = _Rows()
    slow = caller(address, inputs, outputs, work, dict(values), code, rows.begin, refused)
    quick = target.python_function(address, inputs, outputs, work, dict(values), slow)
    counts = dict(calls.counts)
    made = (inputs, outputs, sum(counts.values()), counts, work, address, quick or slow)
    tiered = None if compile_ is None else Tiered(sum(counts.values()), _Runs(words), compile_)
    keeps = (calls, code, slow)
    kernel = Kernel(*made, rows, program, slow, keeps=keeps, tiered=tiered, form=SHARED)
    rows.many = many(kernel)
    return kernel


class _Runs:
    """How often shared code has run, as the watcher of interpreted kernels counts (`background`).

    The code stays what it is: written-out code is for systems that are made later.
    """

    replaced = False

    def __init__(self, words: np.ndarray) -> None:
        self._words = words

    @property
    def calls(self) -> int:
        """Calls of an interpreter that would have taken as long."""
        return int(self._words[0]) // QUICKER


class _Rows:
    """The kernel of many states, which needs the kernel of one to be there first."""

    many: ManyStates

    def __call__(self) -> Any:
        return self.many()

    def begin(self) -> Any:
        """Return what evaluates rows now."""
        return self.many.begin()

    def worth(self, rows: int) -> bool:
        """Return whether it is to be used for some more rows."""
        return self.many.worth(rows)


class WrittenOutRows:
    """Many states: by the kernel of lanes where one is kept, else one by one.

    lanes: makes the kernel of lanes of the written-out equations, begin what evaluates rows by them
    until it is there; has_lanes: whether it is kept, or rows are to be evaluated by them anyway.
    """

    def __init__(
        self,
        kernel: Kernel,
        inputs: Mapping[str, np.ndarray],
        refused: Refusal,
        lanes: Callable[[], Any],
        begin: Callable[[], Any],
        has_lanes: Callable[[], bool],
    ) -> None:
        self._kernel, self._given, self._refused = kernel, dict(inputs), refused
        self._lanes, self._begin, self._has_lanes = lanes, begin, has_lanes
        self._made: Any = None
        self._begun: Any = None

    def __call__(self) -> Any:
        if self._made is None:
            self._made = self._lanes() if self._has_lanes() else self._one_by_one()
        return self._made

    def begin(self) -> Any:
        """Return what evaluates rows now."""
        if self._made is None and self._has_lanes():
            if self._begun is None:
                self._begun = self._begin()
            return self._begun
        return self()

    def worth(self, rows: int) -> bool:
        """Return whether it is there: nothing is compiled for it."""
        return self._has_lanes()

    def _one_by_one(self) -> RowByRow:
        k = self._kernel
        ports = (k.inputs, k.outputs, k.operations, 1, k.work_size)
        return RowByRow(*ports, k.address, 0, self._given, k, self._refused)
