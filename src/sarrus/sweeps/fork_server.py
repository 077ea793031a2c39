"""The process from which workers come: it loads the model once, then forks at request.

It is a fresh interpreter with one thread, so that forking is safe; a worker that was killed is
replaced in milliseconds. Its only connection is the socket whose number is its argument:

    it gets  {"target", "work"}          what makes runs ("module:function"), and what it is given
    it says  {"version", "hash"}         or {"problem": text}
    it gets  {"do": "fork"} + 2 files    it says {"pid"}; the worker has the socket and the log
    it gets  {"do": "reap", "pid"}       it says {"status"}: how that worker has ended

A worker gets records of tasks and answers each with a record. When the other side of the socket
is gone, workers and fork server end, whatever they are at.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

from sarrus.sweeps.connection import Connection
from sarrus.sweeps.version import version

Function = Callable[[dict[str, Any]], dict[str, Any]]


def main(handle: int) -> None:
    """Serve the coordinator at the other end of a socket."""
    connection = Connection(socket.socket(fileno=handle))
    function = load_function(connection)
    if function is None:
        return
    gc.freeze()  # what is loaded is shared with the workers, untouched by their collectors
    children: set[int] = set()
    while True:
        request, files = connection.receive_with(2)
        if request is None:
            break
        if request["do"] == "fork":
            pid = os.fork()
            if pid == 0:
                connection.close()
                _serve(function, *files)
            for file in files:
                os.close(file)
            children.add(pid)
            connection.send({"pid": pid})
        else:
            connection.send({"status": _reap(int(request["pid"]), children)})
    for pid in children:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def load_function(connection: Connection) -> Function | None:
    """Return what makes runs, after telling the coordinator that it is there, or why it is not."""
    setup = connection.receive()
    if setup is None:
        return None
    tells = setup.get("tells", True)  # whether an answer is waited for
    try:
        module, _, name = setup["target"].partition(":")
        function: Function = getattr(import_module(module), name)(setup["work"])
    except Exception as error:
        if not tells:
            raise
        connection.send({"problem": f"{type(error).__name__}: {error}"[:1500]})
        return None
    if tells:
        connection.send({"version": version(), "hash": setup["work"].get("hash", "")})
    return function


def _reap(pid: int, children: set[int]) -> int:
    if pid not in children:
        return 0
    children.discard(pid)
    return os.waitpid(pid, 0)[1]


def _serve(function: Function, handle: int, log: int) -> None:
    os.dup2(log, 1)
    os.dup2(log, 2)
    answer_tasks(function, Connection(socket.socket(fileno=handle)))


def answer_tasks(function: Function, connection: Connection) -> None:
    """Answer tasks until the coordinator is gone; this never returns."""
    faulthandler.enable()
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        while (task := connection.receive()) is not None:
            tasks.put(task)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    try:
        while True:
            task = tasks.get()
            connection.send({**function(task), "run": task["run"]})
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        os._exit(70)


if __name__ == "__main__":
    main(int(sys.argv[1]))
