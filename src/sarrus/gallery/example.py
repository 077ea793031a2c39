"""An example of the gallery: a mechanism with a run that shows what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model import Model

Law = float | str
"""A number, or an expression of t such as "2*pi*t"."""


@dataclass(frozen=True)
class Example:
    """A mechanism of the gallery and its run, all of it data that a model file can hold.

    build: makes the model, from keywords that all have defaults; parameters: those that this
    example gives. start: coordinates wanted at first, rates: velocities, guess: where the search
    for the assembly begins (see `System.assemble`). drives: laws of coordinates, inputs: efforts
    (see `System.simulate`). every [s]: spacing of the states kept;
    step [s]: of methods of equal steps. outputs: channels to plot.
    """

    name: str
    build: Callable[..., Model]
    summary: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    start: Mapping[str, float] = field(default_factory=dict)
    rates: Mapping[str, float] = field(default_factory=dict)
    guess: Mapping[str, float] = field(default_factory=dict)
    drives: Mapping[str, Law] = field(default_factory=dict)
    inputs: Mapping[str, Law] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    until: float = 1.0
    every: float = 0.01
    method: str = "auto"
    step: float | None = None
    rtol: float = 1e-8
    atol: float = 1e-10
    outputs: tuple[str, ...] = ()

    def model(self, **changes: Any) -> Model:
        """Return the model; changes: keywords of `build` in place of those of the example."""
        return self.build(**{**self.parameters, **changes})

    def study_sections(self) -> dict[str, Any]:
        """Return what a model file says about the run: its sections, in plain values."""
        assembly = {"wanted": self.start, "rates": self.rates, "guess": self.guess}
        run: dict[str, Any] = {
            "until": self.until,
            "every": self.every,
            "method": self.method,
        }
        run |= {"rtol": self.rtol, "atol": self.atol} if self.step is None else {"step": self.step}
        sections: dict[str, Any] = {
            "assembly": {key: dict(value) for key, value in assembly.items() if value},
            "inputs": dict(self.inputs),
            "drives": dict(self.drives),
            "locked": list(self.locked),
            "run": run,
            "outputs": list(self.outputs),
        }
        return {key: value for key, value in sections.items() if value}
