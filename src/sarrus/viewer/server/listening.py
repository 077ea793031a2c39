"""Sockets of this machine only, all on one port, and the threads that serve their clients."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from threading import Condition, Thread
from typing import cast

from sarrus.errors import EnvironmentProblem, Problem

LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
TRIES = 200
"""Ports that are looked at until one is free."""
MOST_CLIENTS = 64
"""Connections at a time; more are closed at once."""
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
        one.listen(MOST_CLIENTS)
    except OSError:
        one.close()
        raise
    return one


class Listener:
    """Takes connections of some sockets and serves each in a thread of its own."""

    def __init__(self, ours: list[socket.socket], serve: Callable[[socket.socket], None]) -> None:
        self._ours, self._serve = ours, serve
        self._end, self._ended = socket.socketpair()
        self._clients: set[socket.socket] = set()
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
            for client in self._clients:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)
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
        except OSError:
            return
        with self._change:
            if len(self._clients) >= MOST_CLIENTS:
                client.close()
                return
            self._clients.add(client)
        Thread(target=self._attend, args=(client,), name="sarrus viewer", daemon=True).start()

    def _attend(self, client: socket.socket) -> None:
        try:
            self._serve(client)
        finally:
            client.close()
            with self._change:
                self._clients.discard(client)
                self._change.notify_all()
