"""An FMU of others as a force element: what it is told of the motion, and where it acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sarrus.model.fields import choice, number
from sarrus.model.forces.element import ElementState, ForceElement, Measure, Scene
from sarrus.model.forces.user_state_force import UserStateForce
from sarrus.model.options import (
    FMU_FILE,
    FMU_INPUTS,
    FMU_OUTPUTS,
    FMU_PARAMETERS,
    LOADS,
    POINTS_OPTION,
    Option,
)
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

CHOSEN = "chosen"
"""The kind that an FMU has, where it is not told."""
PENDING = "pending"
"""The state by which an FMU asks for an event that no crossing shows."""
Wire = tuple[str, int, str, float, float]
"""A variable of the FMU: name, reference, type, and its unit: SI = factor value + offset.

The reference of an element of an array has its place above 32 bits (`FmuVariable.code`).
"""


@element
class Fmu(UserStateForce):
    """A functional mock-up unit (FMU, FMI 2.0 or 3.0): a program of others as a force element.

    inputs: what its variables are told: coordinates and rates by name, ("a", "b") for the distance
    of two points, numbers, or functions of the motion as in `user_force`. outputs: what its
    variables do: the name of a velocity for an effort on it, ("a", "b") for a force that pushes two
    points apart, None for what is only shown; loads: a function of the motion for all else, which
    reads outputs by motion.state("name"). Names of states have _ for what is no letter or digit.

    Co-Simulation goes on by steps of `every`, and its outputs hold between them. In Model Exchange
    its states are states of the element, integrated with the motion, and its events are events of
    the run. It runs in a process of its own. Units are converted; its power counts as supply.

    What is kept: state_formula yields what the inputs are told, in SI units; memory: all that its
    process yields, of which the first `states_count` are states, followed by their rates.
    """

    file: str = ""
    every: float = number(
        "s", "step of Co-Simulation", default=None, kept=0.0, above=0.0, is_input=False
    )
    patience: float = number(
        "s", "time that an answer of it may take", default=60.0, above=0.0, is_input=False
    )
    kind: str = choice(
        (CHOSEN, "co_simulation", "model_exchange"),
        "of FMI; if none is given, Co-Simulation where `every` is, else what it has",
        default=CHOSEN,
    )
    version: str = ""
    token: str = ""
    told: tuple[Wire, ...] = ()
    told_units: tuple[str, ...] = ()
    shown: tuple[Wire, ...] = ()
    values: tuple[tuple[str, int, str, Any], ...] = ()
    state_wires: tuple[tuple[float, float], ...] = ()
    states_count: int = 0
    indicator_count: int = 0
    written: tuple[tuple[str, Any], ...] = ()
    """Parameters as they were given, in SI units."""

    positional = ("file",)
    more_options: ClassVar[tuple[Option, ...]] = (  # type: ignore[assignment]
        Option("file", FMU_FILE, "the FMU"),
        Option("inputs", FMU_INPUTS, "variables with what they are told", None),
        Option("outputs", FMU_OUTPUTS, "variables with where they act", None),
        Option("parameters", FMU_PARAMETERS, "variables with values before the start", None),
        Option("loads", LOADS, "of the motion and the outputs, returns the loads", None),
        POINTS_OPTION,
    )
    has_outside_code = True

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.fmus import read_fmu_element

        return read_fmu_element(reading)

    @property
    def is_continuous(self) -> bool:
        """Whether its states are integrated with the motion: Model Exchange."""
        return self.kind == "model_exchange"

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """States of the FMU, and all that its process yields at a time."""
        texts = ["state of the FMU"] * self.states_count
        texts += ["rate of a state"] * (self.states_count if self.is_continuous else 0)
        texts += [f"output '{wire[0]}' of the FMU" for wire in self.shown]
        texts += ["event indicator"] * (len(self.memory) - len(texts))
        return tuple(
            ElementState(name, unit, text, scale)
            for (name, _, unit, scale), text in zip(self.memory, texts, strict=True)
        )

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        n = self.states_count
        rates: list[Scalar] = [0.0] * len(self.memory)
        if self.is_continuous:
            rates[:n] = [scene.state(self, name) for name, *_ in self.memory[n : 2 * n]]
        return rates

    def told_values(self, scene: Scene) -> Sequence[Scalar]:
        """Return what the inputs are told, in their order, in SI units."""
        return self._answers(scene) if self.told else ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What its inputs are told, in SI units."""
        return tuple(
            Measure(f"input_{state_name(name, ())}", unit, f"what '{name}' of the FMU is told")
            for (name, *_), unit in zip(self.told, self.told_units, strict=True)
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return self.told_values(scene)

    def supply(self, scene: Scene) -> Scalar:
        return super(UserStateForce, self).supply(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return super().switches(scene) if self.is_continuous else ()


def state_name(variable: str, taken: Sequence[str]) -> str:
    """Return the name of the state that stands for a variable."""
    name = re.sub(r"\W", "_", variable, flags=re.ASCII).strip("_") or "value"
    name = name if name[0].isalpha() else f"value_{name}"
    while name in taken:
        name += "_"
    return name
