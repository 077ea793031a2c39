"""Reading the result file of a run: states, events, segments, checkpoints.

The index is made of block headers alone; a block is read, and checked, when something in it is
asked for. States in damaged blocks are not there: states are counted without them, and `gaps` says
where they were.
"""

from __future__ import annotations

import math
import os
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError, count
from sarrus.resources import require_memory
from sarrus.storage.closable import Closable
from sarrus.storage.disk import file_error, path_for_message, place
from sarrus.storage.index import Damage
from sarrus.storage.lock import writer_of
from sarrus.storage.log_reader import MOST_NOTICES, LogReader
from sarrus.storage.record import decode
from sarrus.storage.run_index import (
    END,
    EVENT,
    HEAD,
    SEGMENT,
    STATES,
    Gap,
    RunIndex,
    Span,
    StatesBlock,
)

KEPT_BLOCKS = 4


class Entry(NamedTuple):
    """An event, or the beginning of a segment: its record, and the first state after it."""

    state: int
    record: dict[str, Any]
    block: int


class RunReader(Closable):
    """The content of a result file; the run may still be going on (`refresh` looks for more)."""

    def __init__(self, log: LogReader) -> None:
        self._log = log
        self._index = RunIndex()
        self._index.advance(log)
        self._decoded: dict[int, dict[str, Any]] = {}

    @staticmethod
    def open(path: str | os.PathLike[str], *, verify: bool = False) -> RunReader:
        """Return the reader of a file.

        Without `verify`, a damaged block may be noticed only when it is read, and is an error
        then; with it, all blocks are checked at once, and the damaged ones left out.
        """
        return RunReader(LogReader.open(path, verify=verify))

    def __len__(self) -> int:
        return self._index.count

    @property
    def path(self) -> str:
        """The name of the file."""
        return self._log.path

    @property
    def head(self) -> dict[str, Any]:
        """The record given to `RunWriter.create`; if its block is lost, its copy at the end."""
        if self.has_head:
            return self._record(self._index.places[HEAD].blocks[0])
        copy = (self._last_record() or {}).get(HEAD)
        if not isinstance(copy, dict):
            raise self.no_head()
        return copy

    @property
    def has_head(self) -> bool:
        """Whether the block of the head is there."""
        return bool(self._index.places[HEAD].blocks)

    def no_head(self) -> ModelError:
        """Return the error of a file whose head is lost."""
        rule = "has no intact head: its block is damaged or cut"
        return file_error(self._log.path, "F13", rule)

    @property
    def end(self) -> dict[str, Any] | None:
        """The record given to `RunWriter.end`; None if the run was interrupted, or goes on."""
        found = self._last_record()
        return None if found is None else {key: found[key] for key in found if key != HEAD}

    def _last_record(self) -> dict[str, Any] | None:
        places = self._index.places[END].blocks
        return self._record(places[-1]) if places else None

    @property
    def events(self) -> Sequence[Entry]:
        """The events, in the order in which they were written; each is read when asked for."""
        return _Entries(self, EVENT)

    @property
    def segments(self) -> Sequence[Entry]:
        """The segments; `state` is the first state of each. Each is read when asked for."""
        return _Entries(self, SEGMENT)

    @property
    def blocks(self) -> Sequence[StatesBlock]:
        """The blocks of states: first state, count, number in the file."""
        return self._index.states

    @property
    def gaps(self) -> Sequence[Gap]:
        """Where states are lost."""
        return self._index.gaps

    @property
    def spans(self) -> Sequence[Span]:
        """The states between the gaps: where they are, and as what they were written."""
        return self._index.spans

    @property
    def written(self) -> int:
        """How many states were written, those that are lost included, as far as is known."""
        return self._index.written

    @property
    def damage(self) -> tuple[Damage, ...]:
        """Where blocks are missing, by their numbers; bytes between whole blocks cost nothing."""
        return tuple(damage for damage in self._log.damage if damage.first <= damage.last)

    def place_of(self, written: int) -> int:
        """Return the number of a state by the number it was written as; of a lost one, the next."""
        return self._index.place_of(written)

    @property
    def lost(self) -> list[tuple[float, float]]:
        """Spans of time between whose ends states are lost; infinite where no end is known."""
        return [(self._time(gap.state - 1), self._time(gap.state)) for gap in self._index.gaps]

    @property
    def notices(self) -> list[Problem]:
        """What is damaged or missing, as warnings."""
        ended = bool(self._index.places[END].blocks)
        found = [p for p in self._log.notices if ended or p.code != "E02"]
        for gap in self._index.gaps[:MOST_NOTICES]:
            found.append(self._gap_notice(gap))
        if (more := len(self._index.gaps) - MOST_NOTICES) > 0:
            found.append(self._warning("F13", f"states are lost in {more:,} more places"))
        if not ended:
            who = writer_of(self.path)
            rule = f"interrupted{self._last_time()}, or still being written"
            rule = f"still being written by {who}" if who else rule
            found.append(self._warning("E02", f"{rule}: {count(len(self), 'state')} intact"))
        return found

    def times(self, first: int = 0, last: int | None = None) -> np.ndarray:
        """Return the times of the states [first:last]."""
        return self._rows("t", first, last)

    def rows(self, first: int = 0, last: int | None = None) -> np.ndarray:
        """Return the states [first:last], each in a row."""
        return self._rows("rows", first, last)

    def checkpoint(self, k: int) -> dict[str, Any]:
        """Return the checkpoint of the k-th block of states; -1 is the last."""
        found: dict[str, Any] = self._checked_block(range(len(self._index.states))[k])["checkpoint"]
        return found

    def refresh(self) -> int:
        """Look for what was written since; return the number of new states."""
        known = len(self)
        self._log.refresh()
        self._index.advance(self._log)
        return len(self) - known

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        self._log.close()

    def _rows(self, name: str, first: int, last: int | None) -> np.ndarray:
        start, stop, _ = slice(first, last).indices(len(self))
        if not self._index.states:
            return np.empty((0, 0) if name == "rows" else 0)
        k = self._block_of(start)
        shape = self._states(k)[name].shape[1:]
        count = max(0, stop - start)
        if 8 * count * math.prod(shape) > self._log.end:
            raise self._wrong(k, "has longer rows than fit in the file with the other states")
        for_what, action = f"{count:,} states of the file", "read fewer at a time: run.pieces()"
        require_memory("states", 8.0 * count * math.prod(shape), for_what, action)
        gathered = np.empty((count, *shape))
        while start < stop:
            block, values = self._index.states[k], self._states(k)[name]
            if values.shape[1:] != shape:
                raise self._wrong(k, "has rows of another size than the blocks before")
            part = values[start - block.first : stop - block.first]
            gathered[len(gathered) - (stop - start) :][: len(part)] = part
            start, k = start + len(part), k + 1
        return gathered

    def _block_of(self, state: int) -> int:
        """Return which block of states holds a state."""
        last = len(self._index.states) - 1
        return min(last, bisect_right(self._index.states, state, key=lambda b: b.first) - 1)

    def _states(self, k: int) -> dict[str, Any]:
        """Return the content of the k-th block of states; the last few are kept."""
        if k not in self._decoded:
            record = self._checked_block(k)
            while len(self._decoded) >= KEPT_BLOCKS:
                del self._decoded[next(iter(self._decoded))]
            self._decoded[k] = record
        return self._decoded[k]

    def _checked_block(self, k: int) -> dict[str, Any]:
        at = self._index.places[STATES].blocks[k]
        record, count = self._record(at), self._index.states[k].count
        if not (_is_table(record.get("t"), 1, count) and _is_table(record.get("rows"), 2, count)):
            raise self._wrong(k, f"does not hold {count:,} states, as it says")
        if not isinstance(record.get("checkpoint"), dict):
            raise self._wrong(k, "does not hold a checkpoint")
        return record

    def _record(self, at: int) -> dict[str, Any]:
        block = self._log[at]
        element = f"block {block.number:,}"
        where = place(self._log.path, block.offset)
        record = decode(self._log.read(at), element, where)
        if not isinstance(record, dict):
            raise ModelError(Problem("F13", element, "does not hold an object", location=where))
        return record

    def _wrong(self, k: int, rule: str) -> ModelError:
        """Return the error of a block of states that no RunWriter has written."""
        block = self._log[self._index.places[STATES].blocks[k]]
        where = place(self._log.path, block.offset)
        return ModelError(Problem("F13", f"block {block.number:,}", rule, location=where))

    def _warning(self, code: str, rule: str, action: str = "") -> Problem:
        where = place(self._log.path)
        return Problem(code, "run", rule, action=action, severity="warning", location=where)

    def _gap_notice(self, gap: Gap) -> Problem:
        """Say which states are lost, between which times, and how to have them again."""
        many = f"states {gap.written:,} to {gap.written + gap.count - 1:,} are lost"
        one = f"state {gap.written:,} is lost"
        before, after = self._time(gap.state - 1), self._time(gap.state)
        if math.isfinite(before) and math.isfinite(after):
            when = f", those between t = {before:.6g} s and t = {after:.6g} s"
        elif math.isfinite(after):
            when = f", those before t = {after:.6g} s"
        else:
            when = f", those after t = {before:.6g} s" if math.isfinite(before) else ""
        rule = f"{one if gap.count == 1 else many}{when}; the others are read"
        return self._warning("F13", rule, self._way_back())

    def _way_back(self) -> str:
        """Say how lost states are computed again: from the last block before the damage on."""
        gap = self._index.gaps[0]
        k = self._block_of(gap.state - 1) if gap.state else -1
        if k < 0 or not self.checkpoint(k):
            return ""
        number = self._index.states[k].block
        name = path_for_message(self.path)
        return f"compute them again: `sarrus resume {name} --block {number}`"

    def _time(self, state: int) -> float:
        """Return the time of a state, infinite where there is none or it cannot be read."""
        outside = -math.inf if state < 0 else math.inf
        try:
            return float(self.times(state, state + 1)[0]) if 0 <= state < len(self) else outside
        except SarrusError:
            return outside

    def _last_time(self) -> str:
        try:
            return f" at t = {self.times(-1)[0]:.6g} s" if len(self) else ""
        except SarrusError:
            return ""


class _Entries(Sequence[Entry]):
    """Entries of one kind, read from the file one by one."""

    def __init__(self, reader: RunReader, kind: str) -> None:
        self._reader = reader
        self._places = reader._index.places[kind]

    def __len__(self) -> int:
        return len(self._places.blocks)

    @overload
    def __getitem__(self, i: int) -> Entry: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Entry]: ...
    def __getitem__(self, i: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(i, slice):
            return [self[k] for k in range(len(self))[i]]
        at = self._places.blocks[i]
        number = self._reader._log[at].number
        return Entry(self._places.states[i], self._reader._record(at), number)


def _is_table(value: Any, axes: int, count: int) -> bool:
    """Return whether a value is an array of numbers with `count` rows."""
    return (
        isinstance(value, np.ndarray)
        and value.dtype == np.float64
        and value.ndim == axes
        and len(value) == count
    )
