"""Opening, resuming and repeating runs that are on disk."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import Location, ModelError, Problem, count
from sarrus.model import Model
from sarrus.storage import RunReader, RunWriter, StatesBlock
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.history.second_run import Companion
from sarrus.system.output_settings import OutputSettings
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.run_files.head import (
    DRIVE_FORMAT,
    Again,
    head_of,
    head_of_model,
    lacking_angles,
    order_of,
)
from sarrus.system.run_files.sink import FileSink, FileStates, ResultFile, close, rows_with_unknown
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.recorded_inputs import RecordedEffort, restore_inputs
from sarrus.system.simulation.recording import Stopped
from sarrus.system.simulation.run import Account, Run
from sarrus.system.simulation.simulation import (
    Earlier,
    Order,
    Simulation,
    happenings,
    laws_of,
    modes_of,
    modes_of_crossings,
    notices_of,
    watched_events,
)
from sarrus.system.simulation.states import Segment

if TYPE_CHECKING:
    from sarrus.system.driven.driving import Drive


def file_sink(order: Order, how: ResultFile) -> Callable[[Any], FileSink]:
    """Return what makes a new file for an order."""

    def sink(checkpoint: Any) -> FileSink:
        head = head_of(order)
        if how.model is not None:
            head = head_of_model(head, how.model)
        if how.shown:
            head["shown"] = how.shown.record
        writer = RunWriter.create(how.path, head, overwrite=how.overwrite)
        return _sink(writer, how, checkpoint)

    return sink


def _sink(writer: RunWriter, how: ResultFile, checkpoint: Any) -> FileSink:
    """Return what writes to a file, which is closed when that is no longer used."""
    try:
        sink = FileSink(writer, how, checkpoint)
    except BaseException:
        close(writer)
        raise
    weakref.finalize(sink, close, writer)
    return sink


@with_checks
def open_run(
    path: str | Path,
    *,
    model: Model | None = None,
    inputs: Any = None,
    driven: Mapping[str, Any] | None = None,
    events: Sequence[Event] | None = None,
    base: GroundMotion | PoseLaw | None = None,
    verify: bool = True,
    cache: Any = "user",
) -> Run | Drive:
    """Return the run of a result file, whose states are read piece by piece when asked for.

    model, inputs, driven, events, base: needed only where they hold functions or elements of your
    own, whose code is not in the file. A run that was interrupted is opened up to its last whole
    block. Of a prescribed motion (`Drive.save`), the `Drive` is returned.

    Every block is checked: one that is damaged costs its own states, which the notices and
    `Run.lost` name in time. With verify=False a very large file is opened at once, by the headers
    of its blocks; a damaged block is then an error (F13) when its states are read.
    """
    again = Again(model, inputs, driven, events, cache, base)
    reader = RunReader.open(path, verify=verify)
    try:
        if reader.head.get("format") != DRIVE_FORMAT:
            return _run(reader, again)
        from sarrus.system.run_files.drive_file import drive_of

        found = drive_of(reader, again)
    except BaseException:
        reader.close()
        raise
    reader.close()
    return found


def _open(path: str | Path, again: Again) -> Run:
    reader = RunReader.open(path, verify=True)
    try:
        return _run(reader, again)
    except BaseException:
        reader.close()
        raise


def _run(reader: RunReader, again: Again) -> Run:
    order = order_of(reader.head, again)
    at = order.system.nq + order.system.nv
    lacking = (at, lacking_angles(reader.head, order.system))
    doubt = _first_doubt(reader) if reader.damage and watched_events(order) else None
    entries = [entry for entry in reader.events if doubt is None or entry.block < doubt.block]
    crossings = [
        {**entry.record, "y": rows_with_unknown(np.array(entry.record["y"]), lacking)}
        for entry in entries
    ]
    sims, _ = modes_of_crossings(order, modes_of(order, exact=True), crossings)
    # an event that changes the equations begins a segment, also where that block is damaged
    firsts = [0, *(entry.state for entry in entries if entry.record["changed"])]
    ends = [*firsts[1:], len(reader) if doubt is None else doubt.state]
    states = FileStates(reader, ends[-1], lacking)
    restore_inputs(order.mode.inputs, lambda name: _held_place(sims[0], name), states)
    segments = tuple(
        Segment(first, last, sim)
        for first, last, sim in zip(firsts, ends, sims, strict=False)
        if last > first
    )
    happened = tuple(
        replace(entry, state=reader.place_of(entry.state)) if reader.gaps else entry
        for record in crossings
        for entry in happenings(record)
    )
    end = reader.end or {}
    account = Account.of(end.get("account", {"method": order.plan.method}))
    told = [Problem.of(notice) for notice in end["notices"]] if end else notices_of(crossings)
    notices = [*reader.notices, *told]
    if doubt is not None:
        notices.insert(len(reader.notices), _doubt_notice(reader, doubt))
    # what a second run was compared with is known by numbers of states, which have changed
    kept = end.get("companion") if not reader.gaps and doubt is None else None
    beside = Companion.of(kept) if kept else None
    shown = OutputSettings.of(reader.head.get("shown"))
    found = (states, segments, account, tuple(notices), happened, order, beside, shown)
    begin, last = order.plan.start, order.plan.end
    lost = tuple((max(start, begin), min(stop, last)) for start, stop in reader.lost)
    return Run(sims[0].system, *found, lost=lost)


class _Doubt(NamedTuple):
    """From which state on the equations are not known: an event before it is lost.

    block: the number of the first block that is lost there.
    """

    state: int
    block: int


def _first_doubt(reader: RunReader) -> _Doubt | None:
    """Return where an event is lost, which may have changed the equations; None if none is.

    Checkpoints count the events before them, and these are compared with those that are there.
    """
    numbers = [(entry.block, len(entry.record["numbers"])) for entry in reader.events]
    for damage in reader.damage:
        behind = [k for k, block in enumerate(reader.blocks) if block.block > damage.last]
        if not behind:
            continue
        state = reader.blocks[behind[0]].first
        counted = next((k for k in behind if "counts" in reader.checkpoint(k)), None)
        if counted is None:
            # nobody has counted since; one block with states in it was no event
            if damage.first == damage.last and any(gap.state == state for gap in reader.gaps):
                continue
            return _Doubt(state, damage.first)
        at = reader.blocks[counted].block
        known = sum(many for block, many in numbers if block < at)
        if known != sum(int(n) for n in reader.checkpoint(counted)["counts"]):
            return _Doubt(state, damage.first)
    return None


def _doubt_notice(reader: RunReader, doubt: _Doubt) -> Problem:
    """Say that states are left out because it is not known which equations hold for them."""
    left_out = len(reader) - doubt.state
    first, last = (float(reader.times(k, k + 1)[0]) for k in (doubt.state, len(reader) - 1))
    before = [block.block for block in reader.blocks if block.block < doubt.block]
    how = f"sarrus resume {reader.path} --block {before[-1]}" if before else ""
    action = f"compute them again: `{how}`" if how else ""
    return Problem(
        "F13",
        "run",
        f"an event before t = {first:.6g} s is lost, and with it what it changed: "
        f"{count(left_out, 'state')} from there to t = {last:.6g} s are left out",
        action=action,
        severity="warning",
        location=Location(reader.path, 1, 1),
    )


@contextmanager
def show_settings(shown: OutputSettings) -> Iterator[Callable[[Run], Run]]:
    """Let a run know what is shown of it, also one that stops; yields what returns such a run."""

    def run_with_settings(run: Run) -> Run:
        return replace(run, shown=shown) if shown else run

    try:
        yield run_with_settings
    except Stopped as stopped:
        if stopped.run is not None:
            stopped.run = run_with_settings(stopped.run)
        raise


@with_checks
def resume(
    path: str | Path,
    *,
    block: int | None = None,
    model: Model | None = None,
    inputs: Any = None,
    driven: Mapping[str, Any] | None = None,
    events: Sequence[Event] | None = None,
    base: GroundMotion | PoseLaw | None = None,
    progress: Any = None,
    file: ResultFile | None = None,
    cache: Any = "user",
) -> Run:
    """Go on with an interrupted run behind its last whole block, or the given one, in its file.

    block: a number from the index of its blocks. By our own methods, the result is the same, bit
    for bit, as without the interruption; CVODE and IDA go on from where they were begun anew at
    the block. A run that has ended is returned as it is, unless a block is given or states of it
    are lost. Where blocks are damaged, the run goes on before the first of them: what is lost, and
    what follows, is computed again.
    """
    again = Again(model, inputs, driven, events, cache, base)
    with RunReader.open(path, verify=True) as reader:
        order = order_of(reader.head, again)
        ended = _has_ended(reader) and block is None and not reader.gaps
        if not ended:
            _check_counted(reader, order)
        chosen = None if ended else _resumable(reader, block)
        _keep_inputs(order, reader)
        earlier = None if chosen is None else _earlier(reader, chosen)
        shown = OutputSettings.of(reader.head.get("shown"))
    if ended:
        return _open(path, again)
    how = replace(file or ResultFile(path), path=path, shown=shown)
    number = None if chosen is None else chosen.block

    def sink(checkpoint: Any) -> FileSink:
        return _sink(RunWriter.resume(path, number), how, checkpoint)

    made = sink if earlier is not None else file_sink(order, replace(how, overwrite=True))
    with show_settings(shown) as finished:
        return finished(Simulation(order, Progress(progress), made, earlier).run())


def _held_place(sim: Simulator, name: str) -> slice:
    """Return where rows of a run hold the efforts on a name."""
    vector, place = sim.system.compiled.located_rate(name)
    first = sim.size + (0 if vector == "v" else sim.system.nv)
    return slice(first + place.start, first + place.stop)


def _keep_inputs(order: Order, reader: RunReader) -> None:
    """Read the efforts that a paced run was given, before its file is closed."""
    if any(isinstance(getattr(law, "function", None), RecordedEffort) for law in laws_of(order)):
        sim = modes_of(order).simulator(order.mode, order.start.q)
        restore_inputs(order.mode.inputs, lambda name: _held_place(sim, name), reader, now=True)


def _check_counted(reader: RunReader, order: Order) -> None:
    """Refuse to go on with a file whose rows do not count the turns of cut joints."""
    if lacking_angles(reader.head, order.system):
        rule = "was written by an earlier version, which did not count whole turns of cut joints"
        action = "open its states, or run it again"
        raise ModelError(Problem("F13", "run of the file", rule, action=action))


def _has_ended(reader: RunReader) -> bool:
    """Whether a run came to its end; one that the user interrupted can go on."""
    return reader.end is not None and not reader.end.get("interrupted", False)


def _earlier(reader: RunReader, chosen: StatesBlock) -> Earlier:
    """Return what a run has behind it at a block of states."""
    crossings = tuple(e.record for e in reader.events if e.block < chosen.block)
    segments = [entry for entry in reader.segments if entry.block < chosen.block]
    k = [block.block for block in reader.blocks].index(chosen.block)
    firsts = (0, *(entry.state for entry in segments))
    checkpoint = reader.checkpoint(k)
    if not _is_by_name(checkpoint["leg"]):
        rule = "was written by an earlier version, which kept numbers by their places, not by name"
        action = "open its states, resume it with the version that wrote it, or run it again"
        raise ModelError(Problem("F13", "checkpoint of the file", rule, action=action))
    return Earlier(crossings, firsts, checkpoint)


def _is_by_name(leg: Mapping[str, Any] | None) -> bool:
    """Whether what a leg's loop or step remembers is kept by name."""
    parts = [(leg or {}).get("loop"), (leg or {}).get("step")]
    return all(part is None or isinstance(part.get("numbers"), Mapping) for part in parts)


def _resumable(reader: RunReader, block: int | None) -> StatesBlock | None:
    """Return the last block of states with a checkpoint, not behind the given one, nor damage."""
    damaged = min((damage.first for damage in reader.damage), default=math.inf)
    if block is not None and block > damaged:
        rule = f"lies behind block {damaged:,}, which is damaged"
        action = "give a block before it, or none: what is lost is computed again"
        raise ModelError(Problem("F13", f"block {block:,}", rule, action=action))
    for k in range(len(reader.blocks) - 1, -1, -1):
        late = reader.blocks[k].block > (damaged if block is None else block)
        if not late and reader.checkpoint(k):
            return reader.blocks[k]
    return None


@with_checks
def rerun(
    path: str | Path,
    *,
    model: Model | None = None,
    inputs: Any = None,
    driven: Mapping[str, Any] | None = None,
    events: Sequence[Event] | None = None,
    base: GroundMotion | PoseLaw | None = None,
    cache: Any = "user",
) -> Run:
    """Make the run of a result file again, in memory, and compare the two bit for bit.

    Raises F20 at the first state that differs; by SUNDIALS, steps depend on where blocks were
    written, and states are compared to 100 times the tolerance. A run that stopped with an error
    must stop again; the reasons are among its notices.
    """
    again = Again(model, inputs, driven, events, cache, base)
    with RunReader.open(path, verify=True) as reader:
        order = order_of(reader.head, again)
        _check_counted(reader, order)
        _keep_inputs(order, reader)
        run = _again(order)
        off = _first_difference(order.plan.method, order.plan.rtol, run, reader)
        if off is None and _has_ended(reader) and len(run) != reader.written:
            off = min(len(run), reader.written) - 1
        if off is not None:
            versions = reader.head["versions"]
            raise ModelError(_differs(path, off, float(run.t[off]), versions))
    return run


def _again(order: Order) -> Run:
    """Return the run of an order; one that cannot go on ends there, with the reasons as notices.

    Its errors are not estimated again.
    """
    order = replace(order, settings={**order.settings, "certify": False})
    try:
        return Simulation(order, Progress(False)).run()
    except Stopped as stopped:
        if stopped.run is None:
            raise
        return stopped.run.with_notices(list(stopped.problems))


def _first_difference(method: str, rtol: float, run: Run, reader: RunReader) -> int | None:
    """Return the first state of a run that is not as in its file; lost ones are not compared."""
    allowed = 100.0 * rtol if method in ("adams", "bdf", "ida") else 0.0
    for span in reader.spans:
        n = min(span.count, len(run) - span.written)
        for k in range(0, n, 8192):
            at, to = span.first + k, span.first + min(k + 8192, n)
            mine_at, mine_to = span.written + k, span.written + min(k + 8192, n)
            mine, kept = run.states.rows(mine_at, mine_to), reader.rows(at, to)
            with np.errstate(invalid="ignore"):
                near = np.abs(mine - kept) <= allowed * (1.0 + np.abs(kept))
            near |= (mine == kept) | (np.isnan(mine) & np.isnan(kept))
            in_time = np.abs(run.states.times(mine_at, mine_to) - reader.times(at, to)) <= allowed
            wrong = np.flatnonzero(~(near.all(axis=1) & in_time))
            if len(wrong):
                return mine_at + int(wrong[0])
    return None


def _differs(path: str | Path, k: int, t: float, versions: Mapping[str, str]) -> Problem:
    return Problem(
        "F20",
        f"run of '{path}'",
        f"is not reproduced: state {k:,} at t = {t:.9g} s differs",
        cause=f"another version or processor: the file was written by Sarrus {versions['sarrus']}, "
        f"NumPy {versions['numpy']}",
        action="compare the versions in its head with those here",
    )
