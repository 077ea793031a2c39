"""The server of the studio, from its start to its end."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event
from types import TracebackType

from sarrus.errors import ModelError, Problem
from sarrus.studio.document import Document, Watch
from sarrus.studio.page import POLICY, register_studio
from sarrus.studio.session import MOST_REQUEST, Session
from sarrus.viewer.server.client import serve
from sarrus.viewer.server.gate import Gate, secret
from sarrus.viewer.server.listening import Listener, listening_sockets

ENDINGS = (".yaml", ".yml")
FRESH = "sarrus: 1\nname: {name}\n\ngravity: [0, 0, -9.81]\n\nrun: {{until: 5 s, every: 10 ms}}\n"
"""The text of a file that is not there yet."""


class Studio:
    """Shows a model file to a browser of this machine, in an editor, with the moving mechanism.

    path: a model file in YAML; one that is not there yet is written by the first saving. port: as
    for `Server`. Use it in a `with` statement, or `start` and `close` it. The page reads and
    writes this file alone, and never over a version that it has not seen.
    """

    def __init__(self, path: str | os.PathLike[str], *, port: int = 0) -> None:
        file = os.fspath(path)
        if os.path.splitext(file)[1].lower() not in ENDINGS:
            rule = "is not a model file in YAML"
            action = f"write it as one: sarrus convert {file} model.yaml"
            raise ModelError(Problem("F20", "studio / file", rule, repr(file), action=action))
        stem = Path(file).stem
        document = Document(file, FRESH.format(name=stem))
        self.path = file
        self._watch = Watch(document)
        self.session = Session(document, self._watch)
        self._wanted = port
        self._gate: Gate | None = None
        self._listener: Listener | None = None
        self._ended = Event()

    def start(self) -> Studio:
        """Listen, and serve in threads of its own; return the studio."""
        if self._gate is not None:
            raise ModelError(Problem("S03", "studio", "serves already", action="make a new one"))
        sockets = listening_sockets(self._wanted)
        nonce = secret()
        policy = "; ".join(POLICY).format(nonce=nonce)
        gate = self._gate = Gate(sockets[0].getsockname()[1], policy)
        name = os.path.basename(self.path)
        register_studio(gate, f"{name} - Sarrus", self.session.exchange, MOST_REQUEST, nonce)
        self._watch.start()
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
        """Wait until the studio is closed, or for some seconds; return whether it is closed."""
        return self._ended.wait(seconds)

    def close(self) -> None:
        """End: no address answers any more."""
        listener, self._listener = self._listener, None
        if listener is not None:
            self._watch.close()
            listener.close()
        self._ended.set()

    def __enter__(self) -> Studio:
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
            raise ModelError(Problem("S03", "studio", "does not serve yet", action=action))
        return self._gate
