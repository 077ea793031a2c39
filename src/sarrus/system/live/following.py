"""What follows the constants of a live machine beside the numbers of its model.

Numbers in laws of time and state are inputs of its kernels; rates of motors, efforts and the start
are numbers that the machine puts in their places when a constant has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sarrus.late_dataclass import dataclass
from sarrus.model.forces.formula import Formula
from sarrus.system.simulation.state_law import StateLaw

if TYPE_CHECKING:
    from sarrus.system.system import System

LAWS = "laws"
"""The array of the numbers of laws, an input of all kernels."""
FOLLOWED = "followed"
"""The output of the numbers that the machine puts in their places."""


class LawNumbers:
    """The numbers of laws that constants change: values, and symbols while a kernel is traced."""

    def __init__(self) -> None:
        """Begin without laws."""
        self.values: list[float] = []
        self._now: Sequence[Any] | None = None

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of the input that they add to every kernel."""
        return {LAWS: (len(self.values),)} if self.values else {}

    @contextmanager
    def at(self, numbers: Sequence[Any] | None) -> Iterator[None]:
        """Let all laws have these numbers, for as long as a kernel is traced."""
        before, self._now = self._now, numbers
        try:
            yield
        finally:
            self._now = before

    def followed(self, law: Formula | StateLaw, changing: Sequence[int]) -> Callable[..., Any]:
        """Return a law some of whose numbers are those of here; changing: which of them."""
        formula = law.formula if isinstance(law, StateLaw) else law
        own = list(formula.numbers)
        first = len(self.values)
        self.values += [float(own[k]) for k in changing]

        def now() -> Formula:
            numbers = own.copy()
            for place, k in enumerate(changing, start=first):
                numbers[k] = self.values[place] if self._now is None else self._now[place]
            return formula.with_numbers(numbers)

        if isinstance(law, StateLaw):
            reads = law.reads
            return lambda t, state: StateLaw(now(), reads)(t, state)
        return lambda t: now()(t)


@dataclass(frozen=True)
class Following:
    """What follows constants, by name, with its places in the output `followed`.

    motors: coordinates, with two places each: value at t = 0, rate; efforts, rates: velocities;
    positions: coordinates where it starts; states: of force elements; events: numbers of events
    (`named_numbers`). wanted: coordinates by which the file says where it starts.
    """

    laws: LawNumbers = field(default_factory=LawNumbers)
    motors: Mapping[str, int] = field(default_factory=dict)
    efforts: Mapping[str, int] = field(default_factory=dict)
    rates: Mapping[str, int] = field(default_factory=dict)
    positions: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, int] = field(default_factory=dict)
    events: Mapping[str, int] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()

    def manifest(
        self, system: System, inputs: Sequence[str], motors: Sequence[str], events: Sequence[str]
    ) -> dict[str, list[list[int]]]:
        """Return pairs of places: where a number belongs, and where it is in `followed`."""
        layout = system.compiled.layout
        places: dict[str, tuple[Sequence[str], Mapping[str, int]]] = {
            "motors": (motors, self.motors),
            "efforts": (inputs, self.efforts),
            "rates": (layout.v_names, self.rates),
            "positions": (layout.q_names, self.positions),
            "states": (system.states, self.states),
            "events": (events, self.events),
        }
        return {
            kind: [[list(known).index(name), at] for name, at in found.items()]
            for kind, (known, found) in places.items()
        }
