"""Worker processes of a sweep: how they come, how they end, what they leave behind."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import IO, Any, Protocol

from sarrus.errors import EnvironmentProblem, Problem, printable
from sarrus.late_dataclass import dataclass
from sarrus.sweeps.connection import Connection
from sarrus.sweeps.version import version

START = "S29"
"""The code of workers that cannot be started."""
THREADS = ("OPENBLAS", "OMP", "MKL", "BLIS", "VECLIB_MAXIMUM")
"""Libraries that are told to use one thread in workers."""
TRIES = 5
"""How often a fork server that dies is started again, for one worker."""
TAIL = 600
"""Bytes kept of what a worker has printed."""


def can_fork() -> bool:
    """Whether this system can fork a process, and hand files to another one."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


class WorkerSource(Protocol):
    """Where the workers of a pool come from, and what knows how each has ended."""

    def worker(self) -> Worker:
        """Return a new worker."""

    def end_of(self, worker: Worker, kill: bool = False) -> str:
        """Return how a worker has ended, after killing it where that is asked."""

    def close(self) -> None:
        """End all workers."""


def worker_source(
    target: str, work: dict[str, Any], environment: Mapping[str, str] | None = None
) -> WorkerSource:
    """Return what makes workers on this system; arguments: as of `ForkServer`."""
    if can_fork():
        return ForkServer(target, work, environment)
    from sarrus.sweeps.spawned import SpawnedWorkers

    return SpawnedWorkers(target, work, environment)


def environment_of_workers(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of workers: one thread each, and the modules of this process."""
    path = os.pathsep.join(p for p in sys.path if p)
    alone = dict.fromkeys((f"{name}_NUM_THREADS" for name in THREADS), "1")
    return {**os.environ, **alone, "PYTHONPATH": path, **more}


@dataclass(eq=False)
class Worker:
    """A process that makes runs; run: its current one, and since when; home: its fork server.

    ahead: the run that it has been handed for when it is done, with its record.
    """

    pid: int
    home: int
    connection: Connection
    log: IO[bytes]
    run: int | None = None
    since: float = 0.0
    ahead: tuple[int, dict[str, Any]] | None = None

    def give(self, run: int, record: dict[str, Any]) -> bool:
        """Hand it a run; return whether it has taken it."""
        with contextlib.suppress(OSError):
            self.log.truncate(0)
            self.run, self.since = run, time.monotonic()
            self.connection.send(record)
            return True
        return False

    def give_ahead(self, run: int, record: dict[str, Any]) -> None:
        """Hand it the run after its current one; that it has died is noticed at its answer."""
        self.ahead = (run, record)
        with contextlib.suppress(OSError):
            self.connection.send(record)

    def go_on(self) -> None:
        """Note that its current run is done: the next one, if it has one, is under way."""
        self.run, self.since = (None if self.ahead is None else self.ahead[0]), time.monotonic()
        self.ahead = None

    def last_output(self) -> str:
        """Return what it has printed, or the beginning and the end of it."""
        handle = self.log.fileno()
        size = os.fstat(handle).st_size
        data = _part_of(handle, 0)
        if size > TAIL // 2:
            first = max(TAIL // 2, size - TAIL // 2)
            data += (b" ... " if first > TAIL // 2 else b"") + _part_of(handle, first)
        return printable(" ".join(data.decode("utf-8", "replace").split()))

    def close(self) -> None:
        """Release it."""
        self.connection.close()
        self.log.close()


class ForkServer:
    """The process from which the workers come; see `fork_server.py`.

    environment: variables that it has besides those of this process.
    """

    def __init__(
        self, target: str, work: dict[str, Any], environment: Mapping[str, str] | None = None
    ) -> None:
        self.target, self.work, self.environment = target, work, dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def _home(self) -> int:
        return 0 if self._process is None else self._process.pid

    def worker(self) -> Worker:
        """Return a new worker."""
        for _ in range(TRIES):
            connection = self._connection or self._start()
            if connection is None:
                continue
            ours, theirs = socket.socketpair()
            log = tempfile.TemporaryFile(mode="ab")  # noqa: SIM115
            try:
                connection.send({"do": "fork"}, (theirs.fileno(), log.fileno()))
                answer = connection.receive()
            except OSError:
                answer = None
            finally:
                theirs.close()
            if answer is not None:
                return Worker(int(answer["pid"]), self._home, Connection(ours), log)
            ours.close()
            log.close()
            self.close()
        raise EnvironmentProblem(no_workers("the process from which they come ends at once"))

    def end_of(self, worker: Worker, kill: bool = False) -> str:
        """Return how a worker has ended, after killing it where that is asked."""
        connection = self._connection
        if connection is None or worker.home != self._home:
            return "the end of its fork server"  # nobody can say more; it ends with its socket
        with contextlib.suppress(OSError):
            if kill:
                # it is our fork server's child until it is reaped: the number is still its own
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker.pid, signal.SIGKILL)
            connection.send({"do": "reap", "pid": worker.pid})
            answer = connection.receive()
            if answer is not None:
                return _words(int(answer["status"]))
        self.close()
        return "the end of its fork server"

    def close(self) -> None:
        """End the fork server, and with it all workers."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            try:
                self._process.wait(10.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._connection = self._process = None

    def _start(self) -> Connection | None:
        """Start the fork server; return the way to it, None if it has died again at once."""
        ours, theirs = socket.socketpair()
        try:
            # -P: a module in the current folder, beside a model of strangers, is never imported
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "sarrus.sweeps.fork_server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=environment_of_workers(self.environment),
                start_new_session=True,  # Ctrl-C is for the coordinator
            )
        except OSError as error:
            ours.close()
            raise EnvironmentProblem(no_workers(str(error))) from None
        finally:
            theirs.close()
        connection = self._connection = Connection(ours)
        with contextlib.suppress(OSError):
            connection.send({"target": self.target, "work": self.work})
        answer = connection.receive()
        if answer is None:
            self.close()
            return None
        if fault := fault_of_answer(answer, self.work):
            self.close()
            raise EnvironmentProblem(no_workers(fault))
        return connection


def fault_of_answer(answer: Mapping[str, Any], work: Mapping[str, Any]) -> str:
    """Return why a process that has loaded the work, or not, cannot be used; "" where it can."""
    if "problem" in answer:
        return str(answer["problem"])
    if (answer["version"], answer["hash"]) != (version(), work.get("hash", "")):
        return f"it has another version: {answer}"
    return ""


def _part_of(handle: int, first: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, TAIL // 2, first)
    os.lseek(handle, first, os.SEEK_SET)  # who writes has ended, or is about to
    return os.read(handle, TAIL // 2)


def _words(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit code {os.waitstatus_to_exitcode(status)}"


def no_workers(why: str) -> Problem:
    """Return the problem of workers that cannot be started."""
    return Problem(
        START,
        "workers of the sweep",
        f"cannot be started: {why}",
        action="sweep with workers=0, in this process",
    )
