"""The section `units`: units of output, as a list or as a text with commas."""

from __future__ import annotations

from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.model.output_units import OutputUnits


def read_output_units(at: At, raw: Any) -> tuple[str, ...]:
    """Return the units of output that a file names; what is none is reported at its place."""
    listed = isinstance(raw, (list, tuple))
    found: list[str] = []
    for here, text in [(at.key(i), x) for i, x in enumerate(raw)] if listed else [(at, raw)]:
        if not isinstance(text, str):
            here.refuse(text, "must be text with units", "write units: mm, deg, kN")
            continue
        try:
            OutputUnits.of(*found, text)
        except ModelError as error:
            for problem in error.problems:
                value, action = here.literal(text), problem.action
                here.report(problem.code, problem.rule, value=value, action=action)
            continue
        found.append(text)
    return OutputUnits.of(*found).names
