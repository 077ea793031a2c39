"""What follows the constants of a live machine beside the numbers of its model.

Numbers in laws of time and state are inputs of its kernels; rates of motors, efforts and the start
are numbers that the machine puts in their places when a constant has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from sarrus.late_dataclass import dataclass
from sarrus.system.simulation.law_numbers import LawNumbers

if TYPE_CHECKING:
    from sarrus.system.system import System

LAWS = "laws"
"""The array of the numbers of laws, an input of all kernels."""
FOLLOWED = "followed"
"""The output of the numbers that the machine puts in their places."""


@dataclass(frozen=True)
class Following:
    """What follows constants, by name, with its places in the output `followed`.

    motors: coordinates, with two places each: value at t = 0, rate; efforts, rates: velocities;
    positions: coordinates where it starts; states: of force elements; events: numbers of events
    (`named_numbers`). wanted: coordinates by which the file says where it starts.
    """

    laws: LawNumbers = field(default_factory=lambda: LawNumbers(LAWS))
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
