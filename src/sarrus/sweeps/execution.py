"""Makes the runs of a sweep: side by side, in worker processes, or here one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import field
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.resources import require_files
from sarrus.sweeps.batching import can_be_batched, run_batches
from sarrus.sweeps.lanes import PLACE, check_lanes, run_lanes
from sarrus.sweeps.lanes import TARGET as LANES_TARGET
from sarrus.sweeps.ledger import Ledger
from sarrus.sweeps.plans import Points, key_of
from sarrus.sweeps.pool import Pool
from sarrus.sweeps.rows import Row
from sarrus.sweeps.runner import Runner
from sarrus.sweeps.table import Sweep
from sarrus.sweeps.tasks import RunRequest, Task, functions_in
from sarrus.sweeps.version import version
from sarrus.sweeps.workers import worker_source
from sarrus.system.channels.catalogue import SOURCES, local_channels
from sarrus.system.channels.names import split_kind
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.steps import METHODS
from sarrus.system.run_files.user_functions import laws_record
from sarrus.system.simulation.events.actions import ACTIONS

CLOSURE = "S25"
"""The code of functions that cannot be sent to workers."""
TARGET = "sarrus.sweeps.runner:make_runner"
BATCH, WORKERS, HERE, CLUSTER = "side by side", "workers", "one by one", "cluster"
LANES, CLUSTER_LANES = "lanes of a population", "lanes on a cluster"
PLACES = ("gpu", "cpu")
FILES = 3
"""Files that the coordinator has open for each worker."""

Job = Task | Row
"""A run to make, or the outcome of one that cannot begin."""


@dataclass(frozen=True)
class Settings:
    """How a sweep is made.

    folder: where its ledger is; workers: processes, 0 for none, None to leave it to the sweep;
    limit [s]: wall time of a run in a worker; attempts: workers that a run may end before it is
    recorded as crashed; progress: told the fraction done; order: in which runs are made;
    keep_runs: write every run to a result file in the folder, too; executor: a cluster of other
    machines (`sweeps.cluster`); place: "gpu" or "cpu", where runs are lanes of a population.
    """

    folder: str | os.PathLike[str] | None = None
    workers: int | None = None
    limit: float | None = None
    attempts: int = 3
    progress: Callable[[float], None] | None = None
    order: Sequence[int] | None = None
    keep_runs: bool = False
    executor: Any = None
    place: str | None = None

    def __post_init__(self) -> None:
        count = self.workers
        if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
            raise ModelError(_setting("workers", count, "a whole number, 0 for none"))
        if count is not None and count < 0:
            raise ModelError(_setting("workers", count, "a whole number, 0 for none"))
        if self.limit is not None and not self.limit > 0.0:
            raise ModelError(_setting("limit", self.limit, "above 0 s"))
        if not isinstance(self.attempts, int) or self.attempts < 1:
            raise ModelError(_setting("attempts", self.attempts, "a whole number above 0"))
        if self.executor is not None and count is not None:
            rule = "left out with an executor, whose workers they are"
            raise ModelError(_setting("workers", count, rule))
        if self.place is not None:
            if self.place not in PLACES:
                raise ModelError(_setting("place", self.place, "'gpu' or 'cpu'"))
            if count is not None or self.keep_runs:
                rule = "left out with workers or runs that are kept"
                raise ModelError(_setting("place", self.place, rule))
        if self.keep_runs and self.folder is None:
            raise ModelError(_setting("keep_runs", True, "with a folder, in which runs are kept"))

    @property
    def runs_folder(self) -> str | None:
        """Where runs are written, None where they are not."""
        return os.fspath(self.folder) if self.keep_runs and self.folder is not None else None


@dataclass(frozen=True, eq=False)
class Work:
    """The runs of a sweep: their points, what makes them, and the job of each by its number.

    own_models: force elements of the user in models that are not the runner's; target: what makes
    the runs in workers; units: of the values, by name.
    """

    points: Points
    runner: Runner
    job: Callable[[int], Job]
    requests: Sequence[RunRequest]
    identity: dict[str, Any]
    keys: Sequence[str]
    own_models: Sequence[str] = ()
    settings: Settings = field(default_factory=Settings)
    target: str = TARGET
    units: Mapping[str, str] = field(default_factory=dict)

    def sweep(self) -> Sweep:
        """Make all runs that the ledger does not have; Ctrl-C keeps those that were made."""
        how = self._how()
        measures = len(self.runner.measures)
        ledger = Ledger(self.settings.folder, self._head, self.keys, measures)
        interrupted = False
        try:
            with closing(self._rows(how, self._pending_runs(ledger))) as rows:
                for row in rows:
                    ledger.add(row)
                    if self.settings.progress is not None:
                        self.settings.progress(len(ledger.rows) / len(self.points))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if isinstance(self.runner, Runner):
                ledger.record_tiers(self.runner.system.compiled.tiers)
            ledger.close()
        names = tuple(measure.name for measure in self.runner.measures)
        units = {**self.units, **self.runner.units}
        return Sweep(self.points, names, ledger.rows, ledger.found, interrupted, how, units)

    def _pending_runs(self, ledger: Ledger) -> list[int]:
        order = range(len(self.points)) if self.settings.order is None else self.settings.order
        return [i for i in order if i not in ledger.rows]

    def _rows(self, how: str, pending: list[int]) -> Generator[Row, None, None]:
        if how == LANES:
            return run_lanes(self.runner, self.job, pending, str(self.settings.place))
        if how == BATCH:
            return run_batches(self.runner, self.job, pending)
        if how in (CLUSTER, CLUSTER_LANES):
            return self._from_cluster(pending)
        return self._from_workers(pending) if how == WORKERS else self._in_this_process(pending)

    def _in_this_process(self, pending: list[int]) -> Generator[Row, None, None]:
        for i in pending:
            job = self.job(i)
            yield job if isinstance(job, Row) else self.runner.row(job)

    def _from_workers(self, pending: list[int]) -> Generator[Row, None, None]:
        settings = self.settings
        workers = min(settings.workers or os.cpu_count() or 1, len(pending))
        action = "use fewer workers (workers=), or raise the limit (ulimit -n)"
        require_files("sweep", FILES * workers, f"{workers:,} workers", action)
        source = worker_source(self.target, self.runner.setup())
        jobs = _Sent(self.job, pending)
        tasks = ((int(record["run"]), record) for record in jobs.records())
        pool = Pool(source, workers, tasks, settings.limit, settings.attempts)
        return jobs.with_ready(pool.rows())

    def _from_cluster(self, pending: list[int]) -> Generator[Row, None, None]:
        from sarrus.sweeps.cluster.coordinator import Coordinator

        settings = self.settings
        target, work = self.target, self.runner.setup()
        if settings.place is not None:
            target, work = LANES_TARGET, {**work, PLACE: settings.place}
        coordinator = Coordinator(
            settings.executor, target, work, settings.runs_folder, settings.limit, settings.attempts
        )
        jobs = _Sent(self.job, pending)
        return jobs.with_ready(coordinator.rows(jobs.records(), len(pending)))

    def _how(self) -> str:
        """Choose how the runs are made; refuse workers that cannot get what they need."""
        workers, functions = self.settings.workers, self._functions()
        alone = self.settings.runs_folder is not None  # a batch has no files
        if self.settings.place is not None:
            check_lanes(self.requests, self.runner.measures)
        if self.settings.executor is not None:
            if functions:
                raise ModelError([_closure(name, what) for name, what in functions])
            return CLUSTER if self.settings.place is None else CLUSTER_LANES
        if self.settings.place is not None:
            return LANES
        if workers is None and not alone and can_be_batched(self.requests) and self._is_ours():
            return BATCH
        if workers == 0:
            return HERE
        if functions and workers is not None:
            raise ModelError([_closure(name, what) for name, what in functions])
        return HERE if functions else WORKERS

    def _is_ours(self) -> bool:
        """Whether no force element is a program of others, which runs side by side cannot ask."""
        return not any(e.has_outside_code for e in self.runner.system.model.forces)

    def _functions(self) -> list[tuple[str, str]]:
        """Return what cannot be sent to workers, each with what it is."""
        found = [(m.name, "measure") for m in self.runner.measures if callable(m.definition)]
        names = {name for request in self.requests for name in request.functions}
        found += [(name, "law") for name in sorted(names)]
        methods = {str(request.how.get("method")) for request in self.requests}
        local = METHODS.local | CONTROLLED.local
        found += [(name, "method") for name in sorted(methods & local)]
        events = [event for request in self.requests for event in request.how.get("events") or ()]
        actions = {type(action).__name__ for event in events for action in event.actions or ()}
        found += [(name, "action") for name in sorted(actions & ACTIONS.local)]
        found += [(name, "channel") for name in self._local_channels(events)]
        elements = functions_in(self.runner.setup()["model"]) | set(self.own_models)
        return found + [(name, "force element") for name in sorted(elements)]

    def _local_channels(self, events: list[Any]) -> list[str]:
        """Return the channels of the user that measures and events read."""
        local = local_channels(self.runner.system) if SOURCES.local else set()
        texts = [m.parts[1] for m in self.runner.measures if not callable(m.definition)]
        texts += [event.when for event in events if isinstance(event.when, str)]
        names = {split_kind(text)[1] for text in texts}
        return sorted(c for c in local if any(n == c or n.startswith(f"{c}.") for n in names))

    def _head(self) -> dict[str, Any]:
        measures = [[m.name, laws_record(m.definition)] for m in self.runner.measures]
        return {
            "version": version(),
            "runs": len(self.points),
            **self.identity,
            "values": key_of(list(self.keys)),
            "measures": key_of(measures),
            "settings": key_of(sorted({request.key for request in self.requests})),
        }


@dataclass(eq=False)
class _Sent:
    """The jobs of runs that go to other processes; those that cannot begin are ready here."""

    job: Callable[[int], Job]
    pending: Sequence[int]
    ready: list[Row] = field(default_factory=list)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield what is sent, in its order."""
        for i in self.pending:
            job = self.job(i)
            if isinstance(job, Row):
                self.ready.append(job)
            else:
                yield job.record()

    def with_ready(self, rows: Generator[Row, None, None]) -> Generator[Row, None, None]:
        """Yield outcomes as they come, and between them those that are known here."""
        with closing(rows):
            for row in rows:
                yield row
                while self.ready:
                    yield self.ready.pop()
        yield from self.ready


NAMED = "name its module as an entry point of the group sarrus.elements"


def _setting(name: str, value: Any, rule: str) -> Problem:
    return Problem("S21", f"sweep / {name}", f"must be {rule}", value=repr(value)[:40])


def _closure(name: str, what: str) -> Problem:
    fixes = {
        "measure": "write it as a text, such as 'max A.rate'",
        "law": "write it as a number or a table, or keep it in a model file as an expression",
        "method": NAMED,
        "action": NAMED,
        "channel": NAMED,
        "force element": "describe it with user_force, or keep it in a model file",
    }
    return Problem(
        CLOSURE,
        f"{what} '{name}'",
        "is code of this process, and workers get plain data only",
        action=f"{fixes[what]}; or sweep with workers=0",
    )
