"""Writing a run to its file while it goes on."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.storage import RunReader, RunWriter
from sarrus.system.output_settings import OutputSettings
from sarrus.system.simulation.recording import Recorder

if TYPE_CHECKING:
    from sarrus.system.history.second_run import Companion
    from sarrus.system.simulation.events.happening import Outcome
    from sarrus.system.simulation.methods.leg import Crossing
    from sarrus.system.simulation.run import Happening

NOTICE = ("code", "element", "rule", "value", "cause", "action", "severity")


@with_checks
@dataclass(frozen=True)
class ResultFile:
    """The file of a run, and how it is written.

    every: at most so many seconds of work are lost when the process is killed; states: or so many
    states; patience: how long to wait for a full disk to have room again [s]; shown: channels and
    units that are kept in it for whoever opens it; model: the one that the file is of, where the
    system of the run has its numbers as inputs.
    """

    path: str | Path
    overwrite: bool = False
    every: float = 1.0
    states: int = 50_000
    patience: float = 60.0
    shown: OutputSettings = field(default_factory=OutputSettings)
    model: Model | None = None


class FileStates:
    """The states of a file, which is closed when they are no longer used.

    last: how many of them count; all by default; lacking: place and number of columns that an
    earlier version did not write, which are not known.
    """

    def __init__(
        self, reader: RunReader, last: int | None = None, lacking: tuple[int, int] = (0, 0)
    ) -> None:
        self.reader, self._last, self.lacking = reader, last, lacking
        self._finalizer = weakref.finalize(self, reader.close)

    def __reduce__(self) -> tuple[Callable[..., FileStates], tuple[Any, ...]]:
        """Pickle the absolute name of the file, which is opened again."""
        return _opened_again, (os.path.abspath(self.reader.path), self._last, self.lacking)

    def __len__(self) -> int:
        return len(self.reader) if self._last is None else min(self._last, len(self.reader))

    def times(self, first: int = 0, last: int | None = None) -> np.ndarray:
        """Return the times of states first to last, the last excluded."""
        return self.reader.times(first, len(self) if last is None else last)

    def rows(self, first: int = 0, last: int | None = None) -> np.ndarray:
        """Return their rows."""
        return rows_with_unknown(
            self.reader.rows(first, len(self) if last is None else last), self.lacking
        )

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        self._finalizer()


def _opened_again(path: str, last: int | None, lacking: tuple[int, int]) -> FileStates:
    """Return the states that were pickled, from their file."""
    return FileStates(RunReader.open(path), last, lacking)


def rows_with_unknown(rows: np.ndarray, lacking: tuple[int, int]) -> np.ndarray:
    """Return rows with columns that are not known where they are lacking."""
    at, count = lacking
    if not count:
        return rows
    return np.insert(rows, [at] * count, np.nan, axis=-1)


def notice_record(notice: Problem) -> dict[str, Any]:
    """Return a notice as a record, from which `Problem.of` makes it again."""
    return {key: getattr(notice, key) for key in NOTICE}


def close(writer: RunWriter) -> None:
    """Close a file; what is in it stays readable."""
    with suppress(EnvironmentProblem):
        writer.close()


class FileSink:
    """Writes blocks of states with what is needed to go on behind them.

    checkpoint: what yields that, from a leg.
    """

    def __init__(
        self, writer: RunWriter, how: ResultFile, checkpoint: Callable[..., dict[str, Any]]
    ) -> None:
        self.writer, self.how, self.checkpoint = writer, how, checkpoint
        self.given_up: Callable[[], bool] = lambda: False
        """Whether nobody waits for a full disk any more."""
        self._last = time.monotonic()
        self._pending = 0

    @property
    def due(self) -> bool:
        """Whether it is time for another block."""
        late = time.monotonic() - self._last >= self.how.every
        return late or self._pending >= self.how.states

    def note_states(self, count: int) -> None:
        """Note that states wait to be written."""
        self._pending += count

    def block(self, record: Recorder, checkpoint: dict[str, Any]) -> None:
        """Write what was kept since the last block, and the checkpoint."""
        record.complete_loads()
        kept = [part for part in record.kept if part.first >= self.writer.count]
        if kept:
            t = np.concatenate([part.t for part in kept])
            rows = np.concatenate([part.rows for part in kept])
            self._patiently(lambda: self.writer.states(t, rows, checkpoint))
        record.behind(self.writer.count, record.last_time)
        self._pending = 0
        self._last = time.monotonic()

    def segment(self) -> None:
        """Begin a segment: the next state is its first."""
        self._patiently(lambda: self.writer.segment({}))

    def event(self, crossing: Crossing, outcome: Outcome, happened: list[Happening]) -> None:
        """Write the events of a crossing, with the state at which they happen."""
        entries = [{**asdict(entry), "done": list(entry.done)} for entry in happened]
        found = {
            "t": crossing.t,
            "y": crossing.y,
            "numbers": list(outcome.happened),
            "changed": outcome.changed,
            "happened": entries,
            "notice": None if outcome.notice is None else notice_record(outcome.notice),
        }
        if outcome.mode.friction:
            grips = outcome.mode.friction
            found["friction"] = {name: [float(x) for x in grip] for name, grip in grips.items()}
        self._patiently(lambda: self.writer.event(found))

    def write_last_states(self, record: Recorder) -> FileStates:
        """Write the last states; return all of them."""
        self.block(record, {})
        return FileStates(RunReader.open(self.writer.path))

    def finish(
        self, record: Recorder, notices: list[Problem], companion: Companion | None = None
    ) -> None:
        """Write the account of the run, with the second run beside it, and close the file."""
        listed = [notice_record(notice) for notice in notices]
        account = asdict(record.account)
        end = {"account": account, "notices": listed, "interrupted": record.was_interrupted}
        if companion is not None:
            end["companion"] = companion.record()
        self._patiently(lambda: self.writer.end(end))
        close(self.writer)

    def close(self) -> FileStates:
        """Close the file as it is, and return its states."""
        close(self.writer)
        return FileStates(RunReader.open(self.writer.path))

    def _patiently(self, write: Callable[[], Any]) -> None:
        """Write, and wait for room on a full disk."""
        began = time.monotonic()
        while True:
            try:
                write()
                return
            except EnvironmentProblem as problem:
                late = time.monotonic() - began >= self.how.patience
                if late or self.given_up() or problem.problems[0].code == "E-GONE":
                    raise
                time.sleep(min(0.5, 0.1 * self.how.patience))
