"""The server of the studio, from its start to its end."""

from __future__ import annotations

import os
from pathlib import Path

from sarrus.errors import ModelError, Problem
from sarrus.studio.document import Document, Watch
from sarrus.studio.page import POLICY, register_studio
from sarrus.studio.session import MOST_REQUEST, Session
from sarrus.viewer.server.gate import Gate, secret
from sarrus.viewer.server.served_page import ServedPage

ENDINGS = (".yaml", ".yml")
FRESH = "sarrus: 1\nname: {name}\n\ngravity: [0, 0, -9.81]\n\nrun: {{until: 5 s, every: 10 ms}}\n"
"""The text of a file that is not there yet."""


class Studio(ServedPage):
    """Shows a model file to a browser of this machine, in an editor, with the moving mechanism.

    path: a model file in YAML; one that is not there yet is written by the first saving. port: as
    for `Server`. watch: the mechanism alone is shown first, for who writes in an editor of their
    own. Use it in a `with` statement, or `start` and `close` it. The page reads and
    writes this file alone, and never over a version that it has not seen.
    """

    role = "studio"

    def __init__(self, path: str | os.PathLike[str], *, port: int = 0, watch: bool = False) -> None:
        super().__init__(port)
        file = os.fspath(path)
        if os.path.splitext(file)[1].lower() not in ENDINGS:
            rule = "is not a model file in YAML"
            action = f"write it as one: sarrus convert {file} model.yaml"
            raise ModelError(Problem("F20", "studio / file", rule, repr(file), action=action))
        stem = Path(file).stem
        document = Document(file, FRESH.format(name=stem))
        self.path = file
        self._pane = "scene" if watch else "both"
        self._watch = Watch(document)
        self.session = Session(document, self._watch)

    def _gate_at(self, port: int) -> Gate:
        nonce = secret()
        gate = Gate(port, "; ".join(POLICY).format(nonce=nonce))
        name = os.path.basename(self.path)
        title, exchange = f"{name} - Sarrus", self.session.exchange
        register_studio(gate, title, exchange, MOST_REQUEST, nonce, self._pane)
        self._watch.start()
        return gate

    def close(self) -> None:
        """End: no address answers any more, and the file is no longer watched."""
        if self._listener is not None:
            self._watch.close()
        super().close()
