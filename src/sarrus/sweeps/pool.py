"""A pool of workers that survives the death of any of them.

A run is given to one worker at a time. If the worker dies, the run is given to another one, until
it has taken `attempts` workers with it: then it is recorded as crashed. A run that takes longer
than the limit is ended, tried once more, and then recorded as a timeout. All others go on.
"""

from __future__ import annotations

import selectors
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import field
from statistics import median
from typing import Any

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.sweeps.rows import CRASHED, TIMEOUT, Row
from sarrus.sweeps.workers import Worker, WorkerSource

FLOOR = 60.0
"""Least wall limit of a run where none is given [s]; else ten times the median of those done."""
QUICK = 0.1
"""Runs that take less than this [s] are handed out one ahead, so that no worker waits for its next
message; of longer ones, whoever is idle first has the next."""
HANGS = 2
"""How often a run may reach the limit."""


@dataclass
class Pool:
    """Makes runs in worker processes; tasks: (number, record), in the order in which they go out.

    limit [s]: wall time of a run, None for ten times the usual, at least a minute; keeps_server:
    whether the source of workers is left for another pool; read: makes an outcome of an answer.
    """

    fork_server: WorkerSource
    workers: int
    tasks: Iterator[tuple[int, dict[str, Any]]]
    limit: float | None = None
    attempts: int = 3
    keeps_server: bool = False
    read: Callable[[dict[str, Any]], Any] = Row.of
    deaths: Counter[int] = field(default_factory=Counter)
    hangs: Counter[int] = field(default_factory=Counter)
    killed: int = 0
    _again: deque[tuple[int, dict[str, Any]]] = field(default_factory=deque)
    _records: dict[int, dict[str, Any]] = field(default_factory=dict)
    _busy: dict[int, Worker] = field(default_factory=dict)
    _walls: deque[float] = field(default_factory=lambda: deque(maxlen=101))

    def rows(self) -> Generator[Any, None, None]:
        """Yield the outcome of every run, as it comes."""
        with selectors.DefaultSelector() as waiting:
            try:
                while True:
                    self._fill(waiting)
                    if not self._busy:
                        return
                    for key, _ in waiting.select(self._patience()):
                        row = self._outcome(key.data, waiting)
                        if row is not None:
                            yield row
                    yield from self._end_overdue(waiting)
            finally:
                for worker in list(self._busy.values()):
                    if self.keeps_server:
                        self._drop(worker, waiting, kill=True)
                    else:
                        worker.close()
                if not self.keeps_server:
                    self.fork_server.close()

    def _next(self) -> tuple[int, dict[str, Any]] | None:
        return self._again.popleft() if self._again else next(self.tasks, None)

    def _fill(self, waiting: selectors.BaseSelector) -> None:
        """Let as many workers be at work as there may be."""
        idle = [w for w in self._busy.values() if w.run is None]
        while idle or len(self._busy) < self.workers:
            task = self._next()
            if task is None:
                for worker in idle:
                    self._drop(worker, waiting, kill=True)
                return
            worker = idle.pop() if idle else self._hire(waiting)
            run, record = task
            self._records[run] = record
            if not worker.give(run, record):
                worker.run = None  # it died before it had the run, which is not to blame
                self._drop(worker, waiting)
                self._again.appendleft(task)
        if self._walls and self._walls[-1] < QUICK and not self._again:
            self._fill_ahead()

    def _fill_ahead(self) -> None:
        """Hand each worker the run after its current one."""
        for worker in self._busy.values():
            if worker.run is not None and worker.ahead is None:
                task = next(self.tasks, None)
                if task is None:
                    return
                self._records[task[0]] = task[1]
                worker.give_ahead(*task)

    def _hire(self, waiting: selectors.BaseSelector) -> Worker:
        worker = self.fork_server.worker()
        self._busy[worker.pid] = worker
        waiting.register(worker.connection, selectors.EVENT_READ, worker)
        return worker

    def _drop(self, worker: Worker, waiting: selectors.BaseSelector, kill: bool = False) -> str:
        waiting.unregister(worker.connection)
        del self._busy[worker.pid]
        if worker.ahead is not None:  # it was not begun, and is not to blame
            self._again.appendleft(worker.ahead)
            worker.ahead = None
        how = self.fork_server.end_of(worker, kill)
        worker.close()
        return how

    def _outcome(self, worker: Worker, waiting: selectors.BaseSelector) -> Any:
        """Return the outcome that a worker has sent, or what follows from its death."""
        answer = worker.connection.receive()
        run = worker.run
        if answer is not None and run is not None and answer["run"] == run:
            self._walls.append(time.monotonic() - worker.since)
            worker.go_on()
            self._records.pop(run, None)
            return self.read(answer)
        output = worker.last_output()
        how = self._drop(worker, waiting, kill=answer is not None)
        self.killed += 1
        if run is None:
            return None
        self.deaths[run] += 1
        return self._retry(run, CRASHED, self.deaths[run] >= self.attempts, how, output)

    def _end_overdue(self, waiting: selectors.BaseSelector) -> Iterator[Row]:
        """End the workers whose runs take too long."""
        limit, now = self._limit(), time.monotonic()
        for worker in list(self._busy.values()):
            run = worker.run
            if run is None or now - worker.since < limit:
                continue
            output = worker.last_output()
            self._drop(worker, waiting, kill=True)
            self.hangs[run] += 1
            how = f"{limit:.3g} s"
            row = self._retry(run, TIMEOUT, self.hangs[run] >= HANGS, how, output)
            if row is not None:
                yield row

    def _retry(self, run: int, status: str, enough: bool, how: str, output: str) -> Row | None:
        if not enough:
            self._again.append((run, self._records[run]))
            return None
        del self._records[run]
        times = self.deaths[run] if status == CRASHED else self.hangs[run]
        problem = (
            _crash_problem(run, how, times, output)
            if status == CRASHED
            else _time_limit_problem(run, how, times)
        )
        return Row(run, status, (), problem.code, float("nan"), str(problem))

    def _limit(self) -> float:
        if self.limit is not None:
            return self.limit
        return max(FLOOR, 10.0 * median(self._walls)) if self._walls else 10.0 * FLOOR

    def _patience(self) -> float:
        """Return how long to wait for the next message [s]."""
        first = min(worker.since for worker in self._busy.values())
        return max(0.0, min(1.0, first + self._limit() - time.monotonic()))


def _crash_problem(run: int, how: str, times: int, output: str) -> Problem:
    return Problem(
        "S27",
        f"run {run}",
        f"ended {times} workers, the last one by {how}",
        cause="too little memory, or a defect in code that it calls",
        action=f"run it alone with workers=0. Its last output: {output}"
        if output
        else "run it alone with workers=0",
    )


def _time_limit_problem(run: int, limit: str, times: int) -> Problem:
    return Problem(
        "S28",
        f"run {run}",
        f"took longer than its limit of {limit}, {times} times",
        cause="steps that become ever smaller, or a function that does not return",
        action="run it alone, or give limit=... in seconds",
    )
