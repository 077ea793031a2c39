"""Sends the runs of a sweep to a cluster and yields their outcomes as they come.

Pieces of work are bytes of records, and the one function that makes them is known by its name:
nothing of the user's code travels. A worker of the cluster that dies gives its piece back; one that
joins is sent what it needs with its first piece. Where no kernels are kept, the first run is made
here, and with it the kernels, for the highest level of processor that all machines have; they are
sent along.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
import warnings
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import field
from typing import Any

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.kernels.cache import source_version
from sarrus.kernels.targets.llvm.processor import common_level, levels_of, processor_flags
from sarrus.late_dataclass import dataclass
from sarrus.storage import decode, encode
from sarrus.storage.new_file import new_file
from sarrus.sweeps.cluster.address import PATIENCE, client_of, unusable
from sarrus.sweeps.cluster.kept_kernels import KeptKernels
from sarrus.sweeps.cluster.packing import record_of_tasks
from sarrus.sweeps.cluster.pieces import Pieces
from sarrus.sweeps.cluster.place import Place, facts, forget, make_runs
from sarrus.sweeps.lanes import PLACE
from sarrus.sweeps.rows import Row
from sarrus.sweeps.version import version

AHEAD = 2
"""Pieces that are under way for each thread: one is made while the next one travels."""
BUSY = 120.0
"""Seconds for which one worker at least must have said what it has."""
NEWCOMERS = 1.0
"""Seconds after which it is looked whether workers have come that nobody has asked."""
LOSSES = 50
"""How often a piece may be lost with its workers before the cluster is given up."""

Task = dict[str, Any]


class ClusterWarning(UserWarning):
    """A machine of a cluster is not used."""


@dataclass(eq=False)
class Coordinator:
    """Makes runs on a cluster.

    target, work: what makes them, and what that is given; folder: where result files belong, None
    where there are none.
    """

    executor: Any
    target: str
    work: dict[str, Any]
    folder: str | None = None
    limit: float | None = None
    attempts: int = 3
    sweep: str = field(default_factory=lambda: secrets.token_hex(12))
    _losses: Counter[int] = field(default_factory=Counter)
    _refused: dict[str, str] = field(default_factory=dict)
    _setup: dict[str, Any] = field(default_factory=dict)
    _under_way: dict[Any, list[Task]] = field(default_factory=dict)

    def rows(self, tasks: Iterator[Task], count: int) -> Generator[Row, None, None]:
        """Yield the outcome of every task, as it comes; count: of all."""
        client, mine = client_of(self.executor)
        try:
            processor = self._common_processor(client)
            self._setup = {
                "target": self.target,
                "work": self.work,
                "limit": self.limit,
                "attempts": self.attempts,
                "processor": processor,
                "kernels": [],
            }
            kept = KeptKernels(self.target, self.work, processor)
            self._setup["kernels"] = kept.load()
            lanes = self.work.get(PLACE)
            if not self._setup["kernels"] and lanes != "gpu":
                first = next(tasks, None)
                if first is None:
                    return
                yield from self._first(first, kept)
                count -= 1
            yield from self._others(client, Pieces(tasks, count, bool(lanes)))
        finally:
            self._end(client, mine)

    def _common_processor(self, client: Any) -> str:
        """Return the level of processor for which kernels are made; refuse unlike workers."""
        address = str(client.scheduler.address)
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            found = _facts_of_workers(client)
        except (OSError, TimeoutError) as error:
            rule = f"has no workers: {str(error)[:200]}"
            raise EnvironmentProblem(unusable(address, rule)) from None
        if not found:
            rule = f"has workers, of which none has answered within {BUSY:g} s"
            action = "they are busy, or still starting: try again, or add workers"
            raise EnvironmentProblem(unusable(address, rule, action))
        for worker, said in found.items():
            fault = _fault(said)
            if fault:
                self._refuse(worker, fault)
        good = [said for worker, said in found.items() if worker not in self._refused]
        if not good:
            raise EnvironmentProblem(self._nobody(address))
        return common_level([levels_of(processor_flags()), *(said["levels"] for said in good)])

    def _first(self, task: Task, kept: KeptKernels) -> Iterator[Row]:
        """Make the first run here, and with it the kernels that are sent to all."""
        place = Place.make(self.sweep, self._setup)
        try:
            rows, files = place.outcomes([task])
            self._setup["kernels"] = place.kernels()
        finally:
            place.close()
        kept.store(self._setup["kernels"])
        self._keep(files)
        yield from rows

    def _others(self, client: Any, pieces: Pieces) -> Iterator[Row]:
        import distributed

        done: Any = distributed.as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        while True:
            threads = self._threads(client)
            while len(self._under_way) < AHEAD * max(threads, 1):
                piece = pieces.next(threads)
                if not piece:
                    break
                done.add(self._send(client, piece, self._setup if pieces.sent == 1 else None))
            if not self._under_way:
                return
            future = next(done)
            piece = self._under_way.pop(future)
            again = self._answer(client, future, piece, pieces)
            if isinstance(again, list):
                yield from again
            else:
                done.add(again)

    def _answer(self, client: Any, future: Any, piece: list[Task], pieces: Pieces) -> Any:
        """Return the outcomes of a piece, or the future under which it is made again."""
        run = int(piece[0]["run"])
        if future.status != "finished":
            return self._resend(client, future, piece)
        worker, data = future.result()
        said = decode(data, f"answer of {worker}")
        if "problem" in said:
            self._refuse(worker, str(said["problem"]))
            return self._send(client, piece, self._setup)
        if "needs_setup" in said:
            return self._send(client, piece, self._setup, worker)
        rows = [Row.of(record) for record in said["rows"]]
        if sorted(row.run for row in rows) != sorted(int(task["run"]) for task in piece):
            self._refuse(
                worker, f"has answered for other runs than those of the piece of run {run}"
            )
            return self._send(client, piece, self._setup)
        pieces.learn(len(rows), float(said["seconds"]))
        self._keep(said["files"])
        return rows

    def _resend(self, client: Any, future: Any, piece: list[Task]) -> Any:
        """Send a piece again whose workers have died."""
        run = int(piece[0]["run"])
        self._losses[run] += 1
        address = str(client.scheduler.address)
        if future.status == "cancelled" and client.status != "running":
            action = "start it again, and repeat the sweep with the same folder: it goes on"
            raise EnvironmentProblem(unusable(address, "is gone", action))
        if self._losses[run] > LOSSES:
            why = future.exception() if future.status == "error" else future.status
            rule = f"has lost the piece of run {run} {LOSSES} times, the last time by: {why}"
            raise EnvironmentProblem(unusable(address, rule[:400]))
        return self._send(client, piece, self._setup)

    def _send(
        self,
        client: Any,
        piece: list[Task],
        setup: dict[str, Any] | None,
        worker: str | None = None,
    ) -> Any:
        order = {"version": version(), "source": source_version(), "sweep": self.sweep}
        data = encode({**order, "setup": setup, "tasks": record_of_tasks(piece)})
        allowed = [worker] if worker is not None else self._allowed_workers(client)
        future = client.submit(
            answer,
            data,
            key=f"sarrus-{self.sweep}-{secrets.token_hex(8)}",
            pure=False,
            workers=allowed,
            allow_other_workers=worker is not None,
            retries=0,
        )
        self._under_way[future] = piece
        return future

    def _allowed_workers(self, client: Any) -> list[str] | None:
        """Return the workers that may be used, None for all of them."""
        if not self._refused:
            return None
        good = [w for w in client.scheduler_info(n_workers=-1)["workers"] if w not in self._refused]
        if not good:
            raise EnvironmentProblem(self._nobody(str(client.scheduler.address)))
        return good

    def _threads(self, client: Any) -> int:
        """Return how many pieces the cluster can make at a time."""
        try:
            found = client.nthreads()
        except (OSError, ValueError):
            return 1
        return sum(n for worker, n in found.items() if worker not in self._refused)

    def _refuse(self, worker: str, why: str) -> None:
        if worker not in self._refused:
            self._refused[worker] = why
            text = f"the worker {worker} is not used: it {why}"
            warnings.warn(text, ClusterWarning, stacklevel=2)

    def _nobody(self, address: str) -> Any:
        why = "; ".join(f"{worker} {why}" for worker, why in list(self._refused.items())[:5])
        action = "install the same version of Sarrus on all machines"
        return unusable(address, f"has no worker that can be used: {why}", action)

    def _keep(self, files: dict[str, bytes]) -> None:
        """Write result files that have come back."""
        for name, data in files.items():
            if self.folder is None or os.path.basename(name) != name:
                raise ModelError(
                    unusable("worker", f"sends a file that nobody asked for: {name!r}")
                )
            with (
                new_file(os.path.join(self.folder, name), True, "E01") as part,
                open(part, "xb") as file,
            ):
                file.write(data)

    def _end(self, client: Any, mine: bool) -> None:
        """Give up what is under way, and let the machines forget the sweep."""
        from distributed import fire_and_forget

        with contextlib.suppress(OSError, ValueError, TimeoutError):
            if self._under_way:
                client.cancel(list(self._under_way), force=True)
            if client.status == "running":
                for future in _on_each(client, client.nthreads(), forget, self.sweep).values():
                    fire_and_forget(future)  # type: ignore[no-untyped-call]
        if mine:
            client.close(timeout=5.0)


def answer(order: bytes) -> tuple[str, bytes]:
    """Return the address of the worker that this is called on, and its answer."""
    from distributed import get_worker

    return str(get_worker().address), make_runs(order)


def _facts_of_workers(client: Any) -> dict[str, Any]:
    """Return what each worker says of itself; those that do not answer in time are left out."""
    from distributed import wait

    asked: dict[str, Any] = {}
    began = time.monotonic()
    while True:  # a worker that dies never answers: those that come in its place are asked as well
        here = client.nthreads()
        asked |= _on_each(client, [worker for worker in here if worker not in asked], facts)
        waiting = [
            future for worker, future in asked.items() if worker in here and not future.done()
        ]
        answered = any(future.done() for future in asked.values())
        # busy machines take their time to load Sarrus
        left = began + (PATIENCE if answered else BUSY) - time.monotonic()
        if left <= 0.0 or (answered and not waiting):
            break
        with contextlib.suppress(TimeoutError), client.as_current():
            if waiting:
                wait(waiting, timeout=min(left, NEWCOMERS))  # type: ignore[no-untyped-call]
            else:
                client.wait_for_workers(1, timeout=min(left, NEWCOMERS))
    found = {worker: future for worker, future in asked.items() if future.done()}
    return {
        worker: future.result() if future.status == "finished" else future.exception()
        for worker, future in found.items()
        if future.status != "cancelled"
    }


def _on_each(client: Any, workers: Iterable[str], function: Any, *values: Any) -> dict[str, Any]:
    """Call a function on each of the workers, however busy the others are; return the futures."""
    return {
        worker: client.submit(
            function,
            *values,
            key=f"sarrus-{function.__name__}-{secrets.token_hex(8)}",
            pure=False,
            workers=[worker],
            allow_other_workers=False,
            priority=10,
        )
        for worker in workers
    }


def _fault(said: Any) -> str:
    """Return why a worker cannot be used, "" where it can."""
    if not isinstance(said, dict):
        return f"cannot run Sarrus: {str(said)[:200]}"
    if (said["version"], said["source"]) != (version(), source_version()):
        return f"has version {said['version']} of Sarrus, or another source of it"
    return ""
