"""What a paced run reads its efforts from and writes its channels to."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, runtime_checkable

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system.state import State


class Ended(Exception):
    """The other side has ended the run."""


@dataclass(frozen=True)
class Wiring:
    """What is exchanged: names in order, and how many numbers each has."""

    efforts: tuple[str, ...]
    effort_sizes: tuple[int, ...]
    channels: tuple[str, ...]
    channel_sizes: tuple[int, ...]

    @property
    def n_efforts(self) -> int:
        """Numbers that are read."""
        return sum(self.effort_sizes)

    @property
    def n_channels(self) -> int:
        """Numbers that are written."""
        return sum(self.channel_sizes)

    def by_channel(self, values: np.ndarray) -> dict[str, Any]:
        """Return numbers in a row as values of channels by name."""
        return parts_by_name(self.channels, self.channel_sizes, values)


def parts_by_name(names: Sequence[str], sizes: Sequence[int], row: np.ndarray) -> dict[str, Any]:
    """Return the parts of a row by name, single numbers as such."""
    found, first = {}, 0
    for name, size in zip(names, sizes, strict=True):
        found[name] = float(row[first]) if size == 1 else row[first : first + size].copy()
        first += size
    return found


@runtime_checkable
class Link(Protocol):
    """What a run can be joined to; one object may be read and written.

    A link that knows what it wants has `efforts` or `channels`: names, which then need not be
    given with the run.
    """

    def open(self, wiring: Wiring) -> None:
        """Get ready, before the clock starts."""

    def read(self, n: int, t: float) -> np.ndarray | None:
        """Return the latest efforts in a row, None where there are no new ones; never wait.

        Raises Ended, or StopIteration, to end the run.
        """

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Take the channels of sample n at time t [s] in a row; never wait."""

    def close(self) -> list[Problem]:
        """Release everything, and return what is worth knowing."""


class FunctionLink:
    """Functions of the user: read(t) or read(t, state) to efforts by name, write(t, values).

    Both may raise StopIteration to end the run.
    """

    def __init__(self, read: Callable[..., Any] | None, write: Callable[..., Any] | None) -> None:
        self._read, self._write = read, write
        self._takes_state = read is not None and _positional(read) > 1
        self.state: Callable[[], State] | None = None

    def open(self, wiring: Wiring) -> None:
        """Remember the names."""
        self._wiring = wiring
        self._row = np.full(wiring.n_efforts, np.nan)

    def read(self, n: int, t: float) -> np.ndarray | None:
        """Return what the function says; efforts that it does not name stay as they are."""
        if self._read is None:
            return None
        more = (self.state(),) if self._takes_state and self.state is not None else ()
        found = self._read(t, *more)
        if found is None:
            return None
        wiring = self._wiring
        if not isinstance(found, Mapping):
            if len(wiring.efforts) != 1:
                _refuse("must return efforts by name, such as {'A': 0.1}", found)
            found = {wiring.efforts[0]: found}
        unknown = [name for name in found if name not in wiring.efforts]
        if unknown:
            _refuse(f"names '{unknown[0]}', which is not among the efforts of the run", found)
        row, first = self._row, 0
        for name, size in zip(wiring.efforts, wiring.effort_sizes, strict=True):
            if name in found:
                row[first : first + size] = _numbers(name, size, found[name])
            first += size
        return row.copy()

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Give the channels by name to the function."""
        if self._write is not None:
            self._write(t, self._wiring.by_channel(values))

    def close(self) -> list[Problem]:
        """Return nothing: functions need no end."""
        return []


def _numbers(name: str, size: int, value: Any) -> np.ndarray:
    try:
        found = np.asarray(value, dtype=float).ravel()
    except (TypeError, ValueError):
        _refuse(f"gives no numbers for '{name}'", value)
    if found.size != size or not np.isfinite(found).all():
        many = "one finite number" if size == 1 else f"{size} finite numbers"
        _refuse(f"must give {many} for '{name}'", value)
    return found


def _refuse(rule: str, value: Any) -> NoReturn:
    raise ModelError(Problem("D08", "read", rule, value=repr(value)[:80]))


def _positional(function: Callable[..., Any]) -> int:
    """Return how many arguments a function takes by their places."""
    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in every)


def links_of(read: Any, write: Any) -> tuple[Any, Any]:
    """Return what is read and what is written, as links; the same port twice is one link."""
    source = _as_link("read", read)
    if isinstance(write, ADDRESS) and not isinstance(write, bool) and write == read:
        return source, source
    return source, _as_link("write", write)


ADDRESS = (int, str)
"""A port of this machine, or an address, stands for datagrams."""


def _as_link(what: str, value: Any) -> Any:
    """Return a link, that of a function or of an address; refuse anything else."""
    if value is None or isinstance(value, Link):
        return value
    if callable(value):
        return FunctionLink(value, None) if what == "read" else FunctionLink(None, value)
    if isinstance(value, ADDRESS) and not isinstance(value, bool):
        from sarrus.system.realtime.udp import Udp  # which is made of what stands here

        return Udp(value) if what == "read" else Udp(to=value)
    rule = "must be a function, a port for datagrams, Udp(...), SharedMemory(...) or another link"
    raise ModelError(Problem("M31", what, rule, value=repr(value)[:80]))
