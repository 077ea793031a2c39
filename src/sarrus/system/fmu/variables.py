"""The variables of an FMU: what they are called, what they mean, on what they depend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.kernels.program import Program
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class Variable:
    """One real variable; its place in the list is its value reference.

    causality: as FMI has it; start: None where it is computed; of: the value reference of the state
    whose derivative it is; depends: value references, None where on all states and inputs.
    """

    name: str
    reference: int
    causality: str
    unit: str = ""
    text: str = ""
    variability: str = "continuous"
    start: float | None = None
    of: int | None = None
    nominal: float | None = None
    depends: tuple[int, ...] | None = None

    @property
    def initial(self) -> str | None:
        """How its first value is found; None where FMI does not let it be said."""
        if self.causality in ("independent", "input"):
            return None
        return "calculated" if self.start is None else "exact"


@dataclass(frozen=True)
class Variables:
    """All variables, one group after the other."""

    every: tuple[Variable, ...]
    states: tuple[int, ...]
    rates: tuple[int, ...]
    indicators: tuple[int, ...]

    @property
    def outputs(self) -> list[Variable]:
        """The outputs, in order."""
        return [v for v in self.every if v.causality == "output"]

    def initial_unknowns(self) -> list[Variable]:
        """Return outputs and derivatives whose first values are computed."""
        return [
            v
            for v in self.every
            if v.initial == "calculated" and (v.causality == "output" or v.reference in self.rates)
        ]


def dependence(program: Program, output: str, inputs: Sequence[str]) -> list[set[Any]]:
    """Return for every number of an output the numbers of inputs it depends on: (name, place)."""
    names = [port.name for port in program.inputs]
    wanted = {names.index(name) for name in inputs if name in names}
    bits: list[int] = []
    labels: list[tuple[str, int]] = []
    for op, *operands in program.instructions:
        if op == "input":
            port, place = operands
            if port in wanted:
                bits.append(1 << len(labels))
                labels.append((names[port], int(place)))
            else:
                bits.append(0)
        elif op in ("const", "table"):
            bits.append(0)
        else:
            found = 0
            for operand in operands:
                found |= bits[operand]
            bits.append(found)
    k = [port.name for port in program.outputs].index(output)
    return [
        {label for i, label in enumerate(labels) if bits[value] >> i & 1}
        for value in program.results[k]
    ]
