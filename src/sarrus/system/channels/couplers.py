"""The channels of couplers: what gears and belts pass on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.system.channels.definition import Definition
from sarrus.system.channels.labels import Labels
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.loads import row_loads, rows_in_stress

if TYPE_CHECKING:
    from sarrus.system.system import System

UNIT = {"rad": "N m", "m": "N"}


def coupler_definitions(system: System, note: str = "") -> Iterator[Definition]:
    """Go through the efforts of all couplers: factor times effort acts on each coordinate."""
    couplers = system.model.couplers
    for k, coupler in enumerate(couplers, start=system.loops.m - len(couplers)):
        terms = " + ".join(f"{term.factor:g} {term.joint}" for term in coupler.terms)
        yield Definition(
            "coupler",
            f"{coupler.name}.effort",
            UNIT.get(coupler.unit, ""),
            f"effort of coupler '{coupler.name}' ({terms}): times its factor, on each{note}",
            _effort(k),
            labels=_labels(k, coupler.name),
        )


def _effort(row: int) -> Callable[[Chunk], np.ndarray]:
    return lambda chunk: chunk.once(row_loads).lam[:, row]


def _labels(row: int, name: str) -> Callable[[Chunk], Labels]:
    def labels(chunk: Chunk) -> Labels:
        open_ones = chunk.once(row_loads).stresses
        loose = any(bool(np.any(rows_in_stress(chunk, some)[:, row])) for some in open_ones)
        return Labels((not loose,), frozenset([name] if loose else []))

    return labels
