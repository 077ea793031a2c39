"""The server of one page, from its start to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from types import TracebackType
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.viewer.scene import Scene, scene_of
from sarrus.viewer.server.client import serve
from sarrus.viewer.server.gate import Gate
from sarrus.viewer.server.listening import Listener, listening_sockets
from sarrus.viewer.server.page import register_page


class Server:
    """Shows a scene, a run, a drive or a history to a browser of this machine.

    port: 0 for any that is free; one that is taken gives the next free one. channels, title,
    ghost: as for `write_html`; exchange: answers to what the page of a live scene sends
    (`SteeringPage`). Use it in a `with` statement, or `start` and `close` it.
    """

    def __init__(
        self,
        result: Any,
        *,
        port: int = 0,
        channels: Sequence[str] | str | None = None,
        title: str | None = None,
        ghost: Any = None,
        exchange: Callable[[bytes], bytes] | None = None,
    ) -> None:
        if isinstance(port, bool) or not isinstance(port, int) or not _is_allowed(port):
            rule = "must be 0 or between 1024 and 65535"
            raise ModelError(Problem("S03", "viewer / port", rule, value=repr(port)[:40]))
        given = isinstance(result, Scene)
        self.scene = (
            result if given else scene_of(result, channels=channels, title=title, ghost=ghost)
        )
        self._wanted, self._exchange = port, exchange
        self._gate: Gate | None = None
        self._listener: Listener | None = None
        self._ended = Event()

    def start(self) -> Server:
        """Listen, and serve in threads of its own; return the server."""
        if self._gate is not None:
            raise ModelError(Problem("S03", "viewer", "serves already", action="make a new one"))
        sockets = listening_sockets(self._wanted)
        gate = self._gate = Gate(sockets[0].getsockname()[1])
        register_page(gate, self.scene, self._exchange)
        self._listener = Listener(sockets, lambda client: serve(client, gate))
        return self

    @property
    def port(self) -> int:
        """The port that is listened at."""
        return self._started().port

    @property
    def url(self) -> str:
        """An address that opens the page in one browser; once it was used, another one."""
        gate = self._started()
        return f"http://127.0.0.1:{gate.port}{gate.opening()}"

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the server is closed, or for some seconds; return whether it is closed."""
        return self._ended.wait(seconds)

    def close(self) -> None:
        """End: no address answers any more."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        self._ended.set()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _started(self) -> Gate:
        if self._gate is None:
            action = "use it in a `with` statement, or call start()"
            raise ModelError(Problem("S03", "viewer", "does not serve yet", action=action))
        return self._gate


def _is_allowed(port: int) -> bool:
    return port == 0 or 1024 <= port <= 65535
