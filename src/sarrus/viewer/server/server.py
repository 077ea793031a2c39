"""The server of one motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sarrus.viewer.scene import Scene, scene_of
from sarrus.viewer.server.gate import Gate
from sarrus.viewer.server.page import register_page
from sarrus.viewer.server.served_page import ServedPage


class Server(ServedPage):
    """Shows a scene, a run, a drive or a history to a browser of this machine.

    port: 0 for any that is free; one that is taken gives the next free one. channels, title,
    ghost: as for `write_html`; exchange: answers to what the page of a live scene sends
    (`SteeringPage`). Use it in a `with` statement, or `start` and `close` it.
    """

    role = "viewer"

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
        super().__init__(port)
        value = isinstance(result, Scene)
        self.scene = (
            result if value else scene_of(result, channels=channels, title=title, ghost=ghost)
        )
        self._exchange = exchange

    def _gate_at(self, port: int) -> Gate:
        gate = Gate(port)
        register_page(gate, self.scene, self._exchange)
        return gate
