"""The numbers of a study that follow the constants of its file: of its start, laws and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sarrus.model.forces.formula import Formula
from sarrus.spatial.tracking import is_tracked, reals
from sarrus.study.plan import Plan
from sarrus.system.simulation.events.numbers import named_numbers
from sarrus.system.simulation.state_law import StateLaw


def plan_numbers(plan: Plan) -> dict[str, np.ndarray]:
    """Return numbers of a plan by name: of the start, of the formulas of its laws, of events."""
    return dict(_numbers(plan))


def _numbers(plan: Plan) -> Iterator[tuple[str, np.ndarray]]:
    start = plan.assembly
    for kind, named in (("assembly", start.wanted), ("rate", start.rates), ("guess", start.guess),
                        ("state", start.states)):  # fmt: skip
        yield from _values(kind, named)
    yield from _values("drive", plan.drives)
    yield from _values("input", plan.inputs)
    yield from _values("event", dict(named_numbers(plan.events)))
    yield "run.until", np.array(plan.settings.until)


def _values(kind: str, named: Mapping[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
    for name, value in named.items():
        formula = value.formula if isinstance(value, StateLaw) else value
        if isinstance(formula, Formula):
            if formula.numbers:
                yield f"{kind}:{name}", reals(formula.numbers)
        elif isinstance(value, (int, float)) or is_tracked(value):
            yield f"{kind}:{name}", np.array(value)
        elif isinstance(value, (tuple, list, np.ndarray)) and all(
            isinstance(x, (int, float)) or is_tracked(x) for x in value
        ):
            yield f"{kind}:{name}", reals(value)
