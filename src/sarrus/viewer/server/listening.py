"""Sockets of this machine only, all on one port, and the threads that serve their clients."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from enum import Enum
from selectors import EVENT_READ, DefaultSelector
from threading import Condition, Thread
from time import monotonic
from typing import cast

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.late_dataclass import dataclass

LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
TRIES = 200
"""Ports that are looked at until one is free."""
MOST_CLIENTS = 64
"""Connections at a time; for another one, one that has kept us waiting is closed."""
GRACE = 0.25
"""Seconds in which a client may begin to ask before another one may take its place."""
SLOW = 5.0
"""Seconds after which one that does not take its response may lose its place, too."""
TAKEN = (errno.EADDRINUSE, errno.EACCES)


def listening_sockets(port: int) -> list[socket.socket]:
    """Return listening sockets at 127.0.0.1 and, where there is one, ::1.

    All have one port: the given one or the next that is free; any free one for 0.
    """
    for k in range(TRIES):
        wanted = port + k if port else 0
        found = _sockets_of(wanted) if wanted < 65536 else None
        if found:
            return found
    rule = f"has no free port from {port} on" if port else "has no free port"
    raise EnvironmentProblem(Problem("E-PORT", "viewer", rule, action="choose another port"))


def _sockets_of(port: int) -> list[socket.socket] | None:
    """Return the sockets of a port, or nothing if one of them is taken."""
    found: list[socket.socket] = []
    for family, address in LOOPBACK:
        try:
            found.append(_listening_socket(family, address, port))
        except OSError as error:
            if not found and error.errno not in TAKEN:
                rule = f"cannot listen at {address}: {error.strerror}"
                raise EnvironmentProblem(Problem("E-PORT", "viewer", rule)) from None
            if error.errno in TAKEN:
                for one in found:
                    one.close()
                return None
            continue  # no IPv6 here
        port = found[0].getsockname()[1]
    return found


def _listening_socket(family: int, address: str, port: int) -> socket.socket:
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "nt":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind((address, port))
        one.listen(QUEUE)
    except OSError:
        one.close()
        raise
    return one


QUEUE = 256
"""Connections that may wait until they are taken."""
AT_ONCE = 16
"""Connections that are ended where there is no place for another one."""


class Phase(Enum):
    """What a client is waited for, or waits for."""

    READING = "its request is not there yet"
    ANSWERING = "its answer is being made"
    WRITING = "its answer is on the way"


@dataclass(eq=False)
class Visit:
    """A client that is served: since when it is in which phase."""

    client: socket.socket
    phase: Phase = Phase.READING
    since: float = field(default_factory=monotonic)

    def enter(self, phase: Phase) -> None:
        """Begin another phase."""
        self.phase, self.since = phase, monotonic()

    @property
    def may_go(self) -> bool:
        """Whether it has kept us waiting so long that another one may have its place."""
        waited = monotonic() - self.since
        return (self.phase is Phase.READING and waited > GRACE) or (
            self.phase is Phase.WRITING and waited > SLOW
        )

    def end(self) -> None:
        """End the connection: who waits for it goes on."""
        with suppress(OSError):
            self.client.shutdown(socket.SHUT_RDWR)


class Listener:
    """Takes connections of some sockets and serves each in a thread of its own.

    Clients that wait, say nothing or take nothing cannot keep others out: where there is no place,
    those whose requests have been waited for longest are closed.
    """

    def __init__(self, ours: list[socket.socket], serve: Callable[[Visit], None]) -> None:
        self._ours, self._serve = ours, serve
        self._end, self._ended = socket.socketpair()
        self._clients: dict[socket.socket, Visit] = {}
        self._change = Condition()
        self._thread = Thread(target=self._listen, name="sarrus viewer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no more connections, and end those that are open."""
        self._end.send(b"x")
        self._thread.join()
        for one in (*self._ours, self._end, self._ended):
            one.close()
        with self._change:
            for visit in self._clients.values():
                visit.end()
            self._change.wait_for(lambda: not self._clients, timeout=2.0)

    def _listen(self) -> None:
        with DefaultSelector() as selector:
            for one in (*self._ours, self._ended):
                one.setblocking(False)
                selector.register(one, EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if self._ended in ready:
                    return
                for ours in ready:
                    self._take(cast(socket.socket, ours))

    def _take(self, listening: socket.socket) -> None:
        """Take a connection; its client may have left again."""
        try:
            client, _ = listening.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS):
                with self._change:  # it stays in the queue until there is room for it
                    self._make_room()
                    self._change.wait(GRACE)
            return
        with self._change:
            if len(self._clients) >= MOST_CLIENTS and not self._has_place():
                client.close()
                return
            visit = self._clients[client] = Visit(client)
        try:
            Thread(target=self._attend, args=(visit,), name="sarrus viewer", daemon=True).start()
        except RuntimeError:  # no more threads
            self._leave(visit)

    def _has_place(self) -> bool:
        """Make a place for one more client, and wait for it a little."""
        end = monotonic() + 2.0 * GRACE
        while len(self._clients) >= MOST_CLIENTS and monotonic() < end:
            self._make_room()
            self._change.wait(0.02)
        return len(self._clients) < MOST_CLIENTS

    def _make_room(self) -> None:
        """End the connections that have kept us waiting longest, if there are any."""
        idle = [visit for visit in self._clients.values() if visit.may_go]
        for visit in sorted(idle, key=lambda visit: visit.since)[:AT_ONCE]:
            visit.end()

    def _attend(self, visit: Visit) -> None:
        try:
            self._serve(visit)
        finally:
            self._leave(visit)

    def _leave(self, visit: Visit) -> None:
        visit.client.close()
        with self._change:
            self._clients.pop(visit.client, None)
            self._change.notify_all()
