"""What models with programs of others, such as FMUs, cannot take part in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.errors import ModelError, Problem

if TYPE_CHECKING:
    from sarrus.model.model import Model


def refuse_outside_code(model: Model, what: str, reason: str, action: str = "") -> None:
    """Refuse (D23) what cannot be done with FMUs, whose programs only runs of one motion ask."""
    names = [f"'{e.name}'" for e in model.forces if e.has_outside_code]
    if names:
        usual = "simulate it, or take the FMU out of the model for this"
        problem = Problem("D23", f"fmu {', '.join(names)}", f"cannot take part in {what}: {reason}",
                          action=action or usual)  # fmt: skip
        raise ModelError(problem)
