"""What stands where in the result file of a run, from the headers of its blocks alone.

Blocks of the kinds `states`, `event`, `segment` and `end` carry in `first` how many states were
written before them, and blocks of states in `count` how many they hold. So it is known how many
states are lost with damaged blocks.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from sarrus.storage.block import Block
from sarrus.storage.log_reader import LogReader

HEAD, STATES, EVENT, SEGMENT, END = "head", "states", "event", "segment", "end"


@dataclass(frozen=True, slots=True)
class StatesBlock:
    """A block of states: its first state, how many, and its number in the file."""

    first: int
    count: int
    block: int


@dataclass(frozen=True, slots=True)
class Span:
    """States without a gap: `count` of them, from the state `first`, written as `written`."""

    first: int
    written: int
    count: int


@dataclass(frozen=True, slots=True)
class Gap:
    """States that are lost: `count` of them, just before the state `state`.

    `written` is what the first of them was counted as when it was written.
    """

    state: int
    written: int
    count: int


class Places:
    """Blocks of one kind: where in the log they are, and the first state after each."""

    def __init__(self) -> None:
        self.blocks = array("Q")
        self.states = array("Q")

    def add(self, block: int, state: int) -> None:
        """Add one at the end."""
        self.blocks.append(block)
        self.states.append(state)


class RunIndex:
    """The index of a run; `advance` adds what was written since."""

    def __init__(self) -> None:
        self.states: list[StatesBlock] = []
        self.gaps: list[Gap] = []
        self.count = 0
        self.places = {kind: Places() for kind in (HEAD, STATES, EVENT, SEGMENT, END)}
        self._seen = self._written = 0

    def advance(self, log: LogReader) -> None:
        """Take up the blocks of the log that are not in the index yet."""
        for i in range(self._seen, len(log)):
            block = log[i]
            if block.kind in self.places and not _is_senseless(block):
                self._note_gap(block.first)
                self.places[block.kind].add(i, self.count)
                if block.kind == STATES:
                    self._add_states(block)
        self._seen = len(log)

    @property
    def written(self) -> int:
        """How many states were written, those that are lost included, as far as is known."""
        return self._written

    @property
    def spans(self) -> list[Span]:
        """The states between the gaps."""
        starts = [(0, 0), *((gap.state, gap.written + gap.count) for gap in self.gaps)]
        ends = [*(first for first, _ in starts[1:]), self.count]
        return [
            Span(first, written, end - first)
            for (first, written), end in zip(starts, ends, strict=True)
        ]

    def place_of(self, written: int) -> int:
        """Return the number of a state by the number it was written as; of a lost one, the next."""
        for span in reversed(self.spans):
            if written >= span.written:
                return span.first + min(written - span.written, span.count)
        return 0

    def _note_gap(self, written: int) -> None:
        if written > self._written:
            self.gaps.append(Gap(self.count, self._written, written - self._written))
            self._written = written

    def _add_states(self, block: Block) -> None:
        self.states.append(StatesBlock(self.count, block.count, block.number))
        self.count += block.count
        self._written += block.count


def _is_senseless(block: Block) -> bool:
    """Return whether a block claims more states than its bytes can hold, or none."""
    return block.kind == STATES and not 0 < 8 * block.count <= block.length
