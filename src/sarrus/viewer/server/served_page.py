"""A page that is served to a browser of this machine, from its start to its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Event
from types import TracebackType
from typing import ClassVar, Self

from sarrus.errors import ModelError, Problem
from sarrus.viewer.server.client import serve
from sarrus.viewer.server.gate import Gate
from sarrus.viewer.server.listening import Listener, listening_sockets


class ServedPage(ABC):
    """Serves what a gate lets through; subclasses say what that is (`_gate_at`).

    port: 0 for any that is free; one that is taken gives the next free one. Use it in a `with`
    statement, or `start` and `close` it.
    """

    role: ClassVar[str]
    """What it is called in messages."""

    def __init__(self, port: int) -> None:
        if isinstance(port, bool) or not isinstance(port, int) or not _is_allowed(port):
            rule = "must be 0 or between 1024 and 65535"
            raise ModelError(Problem("S03", f"{self.role} / port", rule, value=repr(port)[:40]))
        self._wanted = port
        self._gate: Gate | None = None
        self._listener: Listener | None = None
        self._ended = Event()

    @abstractmethod
    def _gate_at(self, port: int) -> Gate:
        """Return the gate with all that is served, for the port that is listened at."""

    def start(self) -> Self:
        """Listen, and serve in threads of its own; return this object."""
        if self._gate is not None:
            raise ModelError(Problem("S03", self.role, "serves already", action="make a new one"))
        sockets = listening_sockets(self._wanted)
        gate = self._gate = self._gate_at(sockets[0].getsockname()[1])
        self._listener = Listener(sockets, lambda visit: serve(visit, gate))
        return self

    @property
    def port(self) -> int:
        """The port that is listened at."""
        return self._start().port

    @property
    def url(self) -> str:
        """An address that opens the page in one browser; once it was used, another one."""
        gate = self._start()
        return f"http://127.0.0.1:{gate.port}{gate.opening()}"

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the page is closed, or for some seconds; return whether it is closed."""
        return self._ended.wait(seconds)

    def close(self) -> None:
        """End: no address answers any more."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        self._ended.set()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self) -> Gate:
        if self._gate is None:
            action = "use it in a `with` statement, or call start()"
            raise ModelError(Problem("S03", self.role, "does not serve yet", action=action))
        return self._gate


def _is_allowed(port: int) -> bool:
    return port == 0 or 1024 <= port <= 65535
