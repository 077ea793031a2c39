"""The channels of couplers: what gears and belts pass on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sarrus.system.channels.definition import Definition, Equation, Labelling

if TYPE_CHECKING:
    from sarrus.system.system import System

UNIT = {"rad": "N m", "m": "N"}


def coupler_definitions(system: System) -> Iterator[Definition]:
    """Go through the efforts of all couplers: factor times effort acts on each coordinate."""
    couplers = system.model.couplers
    first = sum(cut.n_rows for cut in system.compiled.compiler.tree.cuts)
    for k, coupler in enumerate(couplers, start=first):
        terms = " + ".join(f"{term.factor:g} {term.joint}" for term in coupler.terms)
        yield Definition(
            "coupler",
            f"{coupler.name}.effort",
            UNIT.get(coupler.unit, ""),
            f"effort of coupler '{coupler.name}' ({terms}): times its factor, on each",
            _effort(k),
            labels=_labels(k, coupler.name),
            solved=True,
        )


def _effort(row: int) -> Equation:
    return lambda at: at.multipliers[..., row]


def _labels(row: int, name: str) -> Labelling:
    return lambda at: at.row_labels(row, name)
