"""The model file on disk: read, watched, and written whole, but never over a newer version."""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import os
from pathlib import Path
from threading import Condition, Thread

from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.source_text import SourceText
from sarrus.late_dataclass import dataclass
from sarrus.storage.disk import sync
from sarrus.storage.new_file import new_file

MOST_BYTES = 2 * 1024 * 1024
"""Size of a model file in the studio."""
PAUSE = 0.05
"""Seconds between two looks at the file; what is new must stand for two of them."""


@dataclass(frozen=True)
class Version:
    """A content of the file: text whose lines end with LF, and the digest of its bytes.

    digest: "" where there is no file; crlf, mark: whether lines end with CRLF there, and whether
    the bytes begin with a byte order mark, which are kept when it is written.
    """

    text: str
    digest: str
    crlf: bool = False
    mark: bool = False

    def encode(self, text: str) -> bytes:
        """Return another text as the bytes of the file, with its line ends and mark."""
        found = text.replace("\n", "\r\n") if self.crlf else text
        return (codecs.BOM_UTF8 if self.mark else b"") + found.encode("utf-8")


class NewerOnDisk(Exception):
    """The file is not what was opened: somebody else has written it since."""

    def __init__(self, version: Version) -> None:
        super().__init__("the file on disk is newer")
        self.version = version


class Document:
    """The one file that the studio reads and writes.

    fresh: the text that is offered where there is no file yet.
    """

    def __init__(self, path: str, fresh: str = "") -> None:
        self.path, self.fresh = os.fspath(path), fresh
        self.version = self.read()

    def read(self) -> Version:
        """Return what is on disk now, or raise ModelError."""
        if not os.path.lexists(self.path):
            return Version(self.fresh, "")
        return version_of(read_bytes(self.path, MOST_BYTES), self.path)

    def write(self, text: str, digest: str) -> Version:
        """Replace the file by a text, if it still is what has this digest.

        The new content is on disk before it gets the name. Raises `NewerOnDisk` with what is there
        instead, ModelError for what is too large, EnvironmentProblem where it cannot be written.
        """
        known = self.version if self.version.digest == digest else self.read()
        data = known.encode(text)
        if len(data) > MOST_BYTES:
            rule = f"would have {len(data) / 2**20:.3g} MB; the studio writes up to 2 MB"
            raise ModelError(Problem("F02", f"file '{self.path}'", rule))
        with new_file(self.path, overwrite=True, code="E01") as part:
            Path(part).write_bytes(data)
            with contextlib.suppress(OSError):
                os.chmod(part, os.stat(self.path).st_mode & 0o777)
            with open(part, "rb+") as stream:
                sync(stream.fileno())
            # as late as possible: from here to the new name nothing waits
            there = self.read()
            if there.digest != digest:
                raise NewerOnDisk(there)
        self.version = version_of(data, self.path)
        return self.version


def version_of(data: bytes, path: str) -> Version:
    """Return the version of the file with these bytes, or raise ModelError F07."""
    text = SourceText.of_bytes(data, path).text
    crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
    plain = text.replace("\r\n", "\n") if crlf else text
    digest = hashlib.sha256(data).hexdigest()
    return Version(plain, digest, crlf, data.startswith(codecs.BOM_UTF8))


class Watch:
    """Looks at a document again and again, in a thread of its own."""

    def __init__(self, document: Document, pause: float = PAUSE) -> None:
        self.document, self.pause = document, pause
        self.version = document.version
        self.problem: ModelError | None = None
        self._change = Condition()
        self._ended = False
        self._seen = self._coming = _stamp(document.path)
        self._thread = Thread(target=self._look, name="sarrus studio watch", daemon=True)

    def start(self) -> Watch:
        """Begin to look."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Look no more, and let all go on who wait."""
        with self._change:
            self._ended = True
            self._change.notify_all()
        self._thread.join()

    def newer(self, digest: str, seconds: float) -> Version | None:
        """Return what is on disk once it is not what has this digest; None after some seconds."""
        with self._change:
            self._change.wait_for(lambda: self._ended or self.version.digest != digest, seconds)
            return None if self._ended or self.version.digest == digest else self.version

    def _look(self) -> None:
        while True:
            with self._change:
                if self._change.wait_for(lambda: self._ended, self.pause):
                    return
            stamp = _stamp(self.document.path)
            if stamp == self._seen:
                continue
            if stamp != self._coming:  # it may still be being written
                self._coming = stamp
                continue
            try:
                found = self.document.read()
            except ModelError as error:  # no text, or too large; the next version may be better
                self._seen, self.problem = stamp, error
                continue
            self.problem = None
            with self._change:
                self._seen, self.version = stamp, found
                self._change.notify_all()

    def note(self, version: Version) -> None:
        """Take a version that was written by ourselves as seen."""
        with self._change:
            self._seen = self._coming = _stamp(self.document.path)
            self.version = version
            self._change.notify_all()


def _stamp(path: str) -> tuple[int, ...]:
    """Return what changes when a file is written."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino
