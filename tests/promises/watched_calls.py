"""Calls that write to disk, watched: each may be made to fail, and power may go at any of them.

A disk without power keeps what was synced, and of what was written since then any sectors.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

SECTOR = 512
NAMES = ("write", "fsync", "ftruncate", "replace", "rename", "link")


@dataclass(frozen=True)
class Call:
    """A call that wrote: its name, the file by its number, and what it was given."""

    name: str
    file: int = 0
    offset: int = 0
    data: bytes = b""
    path: str = ""
    target: str = ""


@dataclass
class Watch:
    """All calls that write, in order; the `nth` fails with an error, or is short without one."""

    nth: int = 0
    error: int = 0
    calls: list[Call] = field(default_factory=list)

    def wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call of `os` that is noted before it is made."""

        def wrapped(*given: Any, **options: Any) -> Any:
            self.calls.append(_noted(name, given))
            if len(self.calls) == self.nth:
                if name == "write":
                    handle, data = given
                    part = call(handle, bytes(data)[: len(data) // 2])
                    if not self.error:
                        return part
                if self.error:
                    raise OSError(self.error, os.strerror(self.error))
            if name == "fsync":
                return None  # no power fails while this is tried
            return call(*given, **options)

        return wrapped


def _noted(name: str, given: tuple[Any, ...]) -> Call:
    if name == "write":
        handle, data = given
        place = os.lseek(handle, 0, os.SEEK_CUR)
        return Call(name, os.fstat(handle).st_ino, place, bytes(data))
    if name == "ftruncate":
        return Call(name, os.fstat(given[0]).st_ino, given[1])
    if name == "fsync":
        return Call(name, os.fstat(given[0]).st_ino)
    source, target = given
    return Call(name, os.stat(source).st_ino, 0, b"", os.fspath(source), os.fspath(target))


def watch(patch: pytest.MonkeyPatch, nth: int = 0, error: int = 0) -> Watch:
    """Watch the calls of `os` that write from now on."""
    made = Watch(nth, error)
    for name in NAMES:
        patch.setattr(os, name, made.wrapped(name, getattr(os, name)))
    create = os.open

    def opened(path: Any, flags: int, mode: int = 0o777, **options: Any) -> int:
        new = flags & os.O_CREAT and not os.path.lexists(path)
        if new and len(made.calls) + 1 == made.nth and made.error:
            made.calls.append(Call("create"))
            raise OSError(made.error, os.strerror(made.error))
        handle = create(path, flags, mode, **options)
        if new:
            made.calls.append(Call("create", os.fstat(handle).st_ino, path=os.fspath(path)))
        return handle

    patch.setattr(os, "open", opened)
    return made


ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, 0)
"""Errors of a call that writes; 0: only half of the data is taken, which is none."""


def after_power_cut(
    calls: list[Call], before: dict[str, bytes], source: random.Random
) -> dict[str, bytes]:
    """Return what a folder may hold once power is back, by name.

    before: what it held at first. Entries of a folder reach the disk in order, those since its
    last sync up to a random one; of the data since the last sync of a file, any sectors.
    """
    names: dict[str, int | bytes] = dict(before)
    entries = [call for call in calls if call.name in ("create", "replace", "rename", "link")]
    synced = _entries_synced(calls)
    last = source.randint(synced, len(entries))
    for call in entries[:last]:
        if call.name == "create":
            names[_name(call.path)] = call.file
        elif call.name == "link":
            names[_name(call.target)] = call.file
        else:
            old = names.pop(_name(call.path), call.file)
            names[_name(call.target)] = old
    return {
        name: held if isinstance(held, bytes) else _content(calls, held, source)
        for name, held in names.items()
    }


def _name(path: str) -> str:
    return os.path.basename(path)


def _entries_synced(calls: list[Call]) -> int:
    """Return how many entries of the folder were synced: of a file without writes, the folder."""
    files = {call.file for call in calls if call.name in ("write", "create", "ftruncate")}
    found = count = 0
    for call in calls:
        if call.name in ("create", "replace", "rename", "link"):
            count += 1
        elif call.name == "fsync" and call.file not in files:
            found = count
    return found


def _content(calls: list[Call], file: int, source: random.Random) -> bytes:
    """Return what of a file's data may be on disk."""
    safe, now = bytearray(), bytearray()
    for call in calls:
        if call.file != file:
            continue
        if call.name == "write":
            end = call.offset + len(call.data)
            now.extend(bytes(max(0, end - len(now))))
            now[call.offset : end] = call.data
        elif call.name == "ftruncate":
            del now[call.offset :]
            now.extend(bytes(call.offset - len(now)))
        elif call.name == "fsync":
            safe = bytearray(now)
    size = source.choice((len(safe), len(now), source.randint(*sorted((len(safe), len(now))))))
    held = bytearray(size)
    for at in range(0, size, SECTOR):
        part = slice(at, min(at + SECTOR, size))
        chosen = now if source.random() < 0.5 else safe
        piece = bytes(chosen[part])
        held[part] = piece + bytes(part.stop - part.start - len(piece))
    return bytes(held)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
