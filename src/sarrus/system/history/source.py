"""Where the states of a history come from, and parts of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import Definition
from sarrus.system.output_settings import OutputSettings
from sarrus.system.rows.chunk import Chunk

if TYPE_CHECKING:
    from sarrus.system.system import System


class Source(Protocol):
    """States in the order of their times, of which two may be equal (before and after an event)."""

    @property
    def system(self) -> System:
        """The system whose states they are."""

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""

    @property
    def shown(self) -> OutputSettings:
        """What the model file wants to see of them."""

    @property
    def balance(self) -> bool:
        """Whether work, loss and corrections of energy were kept."""

    @property
    def note(self) -> str:
        """What to add to the description of efforts and all that follows from them."""

    def own_definitions(self) -> list[Definition]:
        """Return channels that only this source has."""

    def chunks(self, first: int, last: int) -> Iterator[Chunk]:
        """Go through states first to last (excluded), a bounded number at a time."""


@dataclass(frozen=True, eq=False)
class Part:
    """States first to last (excluded) of a source, which keep their numbers there."""

    source: Source
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.source.t[self.first : self.last]

    def chunks(self, first: int = 0, last: int | None = None) -> Iterator[Chunk]:
        """Go through the states number first to last of this part."""
        stop = len(self) if last is None else last
        return self.source.chunks(self.first + first, self.first + stop)
