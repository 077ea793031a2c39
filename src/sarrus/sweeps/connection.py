"""Records over a socket, each behind its length; with them, open files can be handed over."""

from __future__ import annotations

import socket
from typing import Any

from sarrus.storage import decode, encode

LONGEST = 1 << 30


class Connection:
    """One end of a connection between two processes of a sweep."""

    def __init__(self, stream: socket.socket) -> None:
        self.stream = stream

    def fileno(self) -> int:
        """Return the number of the socket, to wait for it."""
        return self.stream.fileno()

    def send(self, record: Any, handles: tuple[int, ...] = ()) -> None:
        """Send a record; raises OSError if the other side is gone."""
        data = encode(record)
        head = len(data).to_bytes(8, "little")
        if handles:
            socket.send_fds(self.stream, [head], list(handles))
            self.stream.sendall(data)
        else:
            self.stream.sendall(head + data)

    def receive(self) -> Any:
        """Return the next record, or None when the other side is gone."""
        return self.receive_with(0)[0]

    def receive_with(self, handles: int) -> tuple[Any, list[int]]:
        """Return the next record and the files that came with it."""
        try:
            found: list[int] = []
            head = b""
            if handles:
                head, found, _, _ = socket.recv_fds(self.stream, 8, handles)
                if not head:
                    return None, found
            head += self._exactly(8 - len(head))
            size = int.from_bytes(head, "little")
            if size > LONGEST:
                return None, found
            return decode(self._exactly(size), "message"), found
        except (OSError, EOFError):
            return None, []

    def close(self) -> None:
        """Close this end."""
        self.stream.close()

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            part = self.stream.recv(min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
