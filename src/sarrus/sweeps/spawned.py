"""Workers of a sweep on systems without fork (Windows): each is an interpreter of its own.

Every worker loads the model itself, so that one that was killed is replaced in about a second, not
in milliseconds. It comes to a port of this machine that is open for it alone: who connects first
has to know a number that the worker was told through its standard input. The worker is this module
too: its argument is the port.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import IO, Any

from sarrus.errors import EnvironmentProblem
from sarrus.sweeps.connection import Connection
from sarrus.sweeps.fork_server import answer_tasks, load_function
from sarrus.sweeps.workers import (
    TRIES,
    Worker,
    environment_of_workers,
    fault_of_answer,
    no_workers,
)

HOME = "127.0.0.1"
SECRET_BYTES = 32
PATIENCE = 120.0
"""Seconds that a new process has to come; loading its modules from a slow disk takes some."""
AT_THE_DOOR = 2.0
"""Seconds that who connects has to say the number."""


class SpawnedWorkers:
    """Starts workers one by one; arguments: as of `ForkServer`."""

    def __init__(
        self, target: str, work: dict[str, Any], environment: Mapping[str, str] | None = None
    ) -> None:
        self.target, self.work, self.environment = target, work, dict(environment or {})
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._tried = False

    def worker(self) -> Worker:
        """Return a new worker; the first one says whether it can load the work."""
        for _ in range(TRIES):
            with contextlib.ExitStack() as kept:
                log = kept.enter_context(tempfile.TemporaryFile(mode="ab"))
                worker = self._start(log)
                if worker is not None:
                    kept.callback(self._drop, worker)
                    if self._set_up(worker.connection):
                        kept.pop_all()
                        return worker
        raise EnvironmentProblem(no_workers("their process ends at once"))

    def end_of(self, worker: Worker, kill: bool = False) -> str:
        """Return how a worker has ended, after killing it where that is asked."""
        process = self._processes.pop(worker.pid)
        if kill:
            process.kill()
        code = _exit_code(process)
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def close(self) -> None:
        """End all workers."""
        for process in self._processes.values():
            process.kill()
        for process in self._processes.values():
            process.wait()
        self._processes.clear()

    def _drop(self, worker: Worker) -> None:
        worker.connection.close()
        self.end_of(worker, kill=True)

    def _set_up(self, connection: Connection) -> bool:
        """Send a worker the work; whether it loads it, and as this version, the first one tells.

        Others load it while the first ones are at work; one that cannot has died.
        """
        setup = {"target": self.target, "work": self.work, "tells": not self._tried}
        try:
            connection.send(setup)
        except OSError:
            return False
        if self._tried:
            return True
        answer = connection.receive()
        if answer is None:
            return False
        if fault := fault_of_answer(answer, self.work):
            raise EnvironmentProblem(no_workers(fault))
        self._tried = True
        return True

    def _start(self, log: IO[bytes]) -> Worker | None:
        """Start a process and wait for it at a port of its own; None where it does not come."""
        secret = secrets.token_bytes(SECRET_BYTES)
        with socket.create_server((HOME, 0)) as door:
            try:
                # -P: a module in the current folder, beside a model of strangers, is never imported
                process = subprocess.Popen(
                    [sys.executable, "-P", "-m", __name__, str(door.getsockname()[1])],
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    env=environment_of_workers(self.environment),
                    start_new_session=True,  # Ctrl-C is for the coordinator
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
            except OSError as error:
                raise EnvironmentProblem(no_workers(str(error))) from None
            if process.stdin is not None:
                with contextlib.suppress(OSError), process.stdin as way:
                    way.write(secret)
            found = _wait(door, secret, process)
        if found is None:
            process.kill()
            process.wait()
            return None
        self._processes[process.pid] = process
        return Worker(process.pid, 0, Connection(found), log)


def _wait(
    door: socket.socket, secret: bytes, process: subprocess.Popen[bytes]
) -> socket.socket | None:
    """Return the connection of the process; whoever else comes is sent away."""
    door.settimeout(0.2)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            visitor, _ = door.accept()
        except TimeoutError:
            continue
        if hmac.compare_digest(_said(visitor), secret):
            visitor.settimeout(None)
            visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return visitor
        visitor.close()
    return None


def _said(visitor: socket.socket) -> bytes:
    """Return what a visitor says first."""
    visitor.settimeout(AT_THE_DOOR)
    said = b""
    with contextlib.suppress(OSError):
        while len(said) < SECRET_BYTES and (part := visitor.recv(SECRET_BYTES - len(said))):
            said += part
    return said


def _exit_code(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a process whose connection is closed."""
    try:
        return process.wait(10.0)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def main(port: int) -> None:
    """Be a worker of the coordinator that listens at a port."""
    stream = socket.create_connection((HOME, port))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.sendall(sys.stdin.buffer.read(SECRET_BYTES))
    connection = Connection(stream)
    function = load_function(connection)
    if function is not None:
        answer_tasks(function, connection)


if __name__ == "__main__":
    main(int(sys.argv[1]))
