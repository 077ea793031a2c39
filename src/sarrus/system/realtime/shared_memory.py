"""Efforts and channels in memory that two processes share, each guarded by a sequence counter.

The block is an array of 8-byte words, little-endian:

| word | type | meaning |
|---|---|---|
| 0 | characters | `SARRUSM1` |
| 1 | uint64 | n, how many efforts are read |
| 2 | uint64 | m, how many numbers of channels are written |
| 3 | uint64 | 1 while the run goes on, 0 after its end |
| 8 | uint64 | sequence of the efforts: odd while they are being written |
| 9 | uint64 | counter of the writer: 0 until efforts were written for the first time |
| 10 | float64 | time [s], any |
| 11 ... | float64 | n efforts |
| 11 + n | uint64 | sequence of the channels |
| 12 + n | uint64 | number of the sample, from 1 on |
| 13 + n | float64 | time of the run [s] |
| 14 + n ... | float64 | m numbers |

A writer adds 1 to the sequence, writes counter, time and numbers, and adds 1 again. A reader copies
them between two readings of the sequence, and tries again if these are odd or differ.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from multiprocessing import resource_tracker, shared_memory
from time import monotonic, sleep
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem, count
from sarrus.storage.closable import Closable
from sarrus.system.realtime.links import Wiring
from sarrus.system.realtime.packets import Packet

MAGIC = int.from_bytes(b"SARRUSM1", "little")
PAUSE = 1e-4
"""Between two looks at what others write [s]."""
TRIES = 64
"""How often a reader tries to find numbers that are not being written."""
FIRST = 8
"""The word at which the efforts begin."""
HEAD = 3
"""Words before the numbers of a part: sequence, counter, time."""
NAME = re.compile(r"[A-Za-z0-9_.-]{1,30}")


class Part:
    """Numbers with a sequence counter, in some words of a block."""

    def __init__(self, block: memoryview, first: int, size: int) -> None:
        words = np.frombuffer(block, "<u8", HEAD + size, 8 * first)
        self._sequence, self._counter = words[0:1], words[1:2]
        numbers = np.frombuffer(block, "<f8", HEAD + size, 8 * first)
        self._time, self._values = numbers[2:3], numbers[3:]

    @property
    def counter(self) -> int:
        """The counter of its writer."""
        return int(self._counter[0])

    def write(self, counter: int, time: float, values: np.ndarray) -> None:
        """Write all of it; readers that look meanwhile try again."""
        self._sequence[0] += 1
        self._counter[0], self._time[0], self._values[:] = counter, time, values
        self._sequence[0] += 1

    def read(self) -> Packet | None:
        """Return what was written as a whole; None where it is being written all the time."""
        for _ in range(TRIES):
            before = int(self._sequence[0])
            found = Packet(self.counter, float(self._time[0]), self._values.copy())
            if before % 2 == 0 and before == int(self._sequence[0]):
                return found
        return None


def _size(n: int, m: int) -> int:
    return 8 * (FIRST + 2 * HEAD + n + m)


class SharedMemory:
    """A block of memory under a name, for one run and one other process of this machine.

    The run makes it and removes it at its end. Efforts that are not finite, or that are being
    written whenever the run looks, are ignored and counted.
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            rule = "must be 1 to 30 letters, digits, points, dashes or underscores"
            raise ModelError(Problem("S36", "SharedMemory", rule, value=repr(name)[:80]))
        self.name = name
        self._block: shared_memory.SharedMemory | None = None
        self._counter = 0
        self.malformed = self.torn = 0

    def open(self, wiring: Wiring) -> None:
        """Make the block; refused where there is one of this name."""
        n, m = wiring.n_efforts, wiring.n_channels
        try:
            self._block = shared_memory.SharedMemory(self.name, create=True, size=_size(n, m))
        except FileExistsError:
            rule = "is in use: another run has a block of this name, or one was left behind"
            action = "end that run or choose another name"
            problem = Problem("E-PORT", f"shared memory '{self.name}'", rule, action=action)
            raise EnvironmentProblem(problem) from None
        except OSError as error:
            rule = f"cannot be made: {error.strerror}"
            raise EnvironmentProblem(
                Problem("E-PORT", f"shared memory '{self.name}'", rule)
            ) from None
        view: Any = self._block.buf
        self._efforts, self._channels = Part(view, FIRST, n), Part(view, FIRST + HEAD + n, m)
        self._head = np.frombuffer(view, "<u8", FIRST)
        self._head[1], self._head[2], self._head[3] = n, m, 1
        self._head[0] = MAGIC  # last, so that who sees it finds the rest

    def read(self, n: int, t: float) -> np.ndarray | None:
        """Return the efforts if they were written since they were read last."""
        if self._efforts.counter == self._counter:
            return None
        found = self._efforts.read()
        if found is None:
            self.torn += 1
            return None
        self._counter = found.counter
        if not np.isfinite(found.values).all():
            self.malformed += 1
            return None
        return found.values

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Write the channels."""
        self._channels.write(n + 1, t, values)

    def close(self) -> list[Problem]:
        """Remove the block, and return what went wrong with its numbers."""
        block, self._block = self._block, None
        if block is not None:
            self._head[3] = 0
            del self._efforts, self._channels, self._head  # they look into it
            block.close()
            block.unlink()
        if not self.malformed and not self.torn:
            return []
        told = [
            f"{count(self.malformed, 'row')} of efforts with values that are not finite",
            f"{count(self.torn, 'row')} that {'was' if self.torn == 1 else 'were'} being written",
        ]
        kept = [text for n, text in zip((self.malformed, self.torn), told, strict=True) if n]
        return [
            Problem(
                "W56",
                f"shared memory '{self.name}'",
                f"ignored {' and '.join(kept)}",
                action="compare with the layout in the manual, or use sarrus.realtime.MemoryPeer",
                severity="warning",
            )
        ]


class MemoryPeer(Closable):
    """The other side of a run with `SharedMemory`, for programs in Python.

    with MemoryPeer("arm") as peer:
        peer.send([0.5])
        packet = peer.receive()
    """

    def __init__(self, name: str, timeout: float = 5.0) -> None:
        self.name = name
        self._block = self._attach(timeout)
        view: Any = self._block.buf
        head = np.frombuffer(view, "<u8", FIRST)
        n, m = int(head[1]), int(head[2])
        self._head = head
        self._efforts = Part(view, FIRST, n)
        self._channels = Part(view, FIRST + HEAD + n, m)
        self._count, self._seen = self._efforts.counter, 0
        self.n_efforts, self.n_channels = n, m

    def _attach(self, timeout: float) -> shared_memory.SharedMemory:
        """Return the block as soon as a run has made it."""
        end = monotonic() + timeout
        while True:
            with suppress(FileNotFoundError, ValueError):  # not there, or not yet of its size
                block = _attach(self.name)
                view: Any = block.buf
                if int.from_bytes(bytes(view[:8]), "little") == MAGIC:
                    return block
                block.close()
            if monotonic() >= end:
                rule = f"is not there after {timeout:g} s"
                problem = Problem(
                    "E-PORT", f"shared memory '{self.name}'", rule, action="start the run first"
                )
                raise EnvironmentProblem(problem)
            sleep(PAUSE)

    @property
    def running(self) -> bool:
        """Whether the run goes on."""
        return bool(self._head[3])

    def send(self, values: object, time: float = 0.0) -> None:
        """Write efforts, in the order of the run's."""
        row = np.atleast_1d(np.asarray(values, dtype=float)).ravel()
        if row.size != self.n_efforts:
            rule = f"must be {count(self.n_efforts, 'number')}, not {row.size}"
            raise ModelError(Problem("M25", "efforts", rule))
        self._count += 1
        self._efforts.write(self._count, time, row)

    def receive(self, timeout: float = 1.0) -> Packet | None:
        """Return the channels once they are newer than the last ones, None after `timeout` [s]."""
        end = monotonic() + timeout
        while True:
            found = self._channels.read() if self._channels.counter != self._seen else None
            if found is not None and found.counter != self._seen:
                self._seen = found.counter
                return found
            if monotonic() >= end:
                return None
            sleep(PAUSE)

    def close(self) -> None:
        """Leave the block, which stays for the run."""
        for name in ("_head", "_efforts", "_channels"):
            self.__dict__.pop(name, None)
        self._block.close()


def _attach(name: str) -> shared_memory.SharedMemory:
    """Return a block that others have made, and that this process must not remove at its end."""
    if sys.version_info >= (3, 13):
        return shared_memory.SharedMemory(name, track=False)
    register = resource_tracker.register
    resource_tracker.register = lambda *_: None
    try:
        return shared_memory.SharedMemory(name)
    finally:
        resource_tracker.register = register
