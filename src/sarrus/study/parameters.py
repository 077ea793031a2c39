"""Numbers of a model that events change, with their units."""

from __future__ import annotations

from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.model.model import Model
from sarrus.study import values
from sarrus.study.laws import Visible, law
from sarrus.system.quantities.parameters import chosen_parameters, parameter_units


def parameter(at: At, model: Model | None, name: Any) -> tuple[str, tuple[str, ...], int] | None:
    """Return the full name of a number, the units that it may have, and its size.

    Without a model, nothing can be said about it.
    """
    if model is None or values.text(at, name) is None:
        return None
    try:
        found, understood = chosen_parameters(model, [name])
    except ModelError as error:
        for problem in error.problems:
            at.report(problem.code, problem.rule, value=f"'{name}'", action=problem.action)
        return None
    full = understood[name]
    return full, _units(model, full), found.size


def _units(model: Model, full: str) -> tuple[str, ...]:
    found = parameter_units(model, full)
    return (values.PURE,) if found in (("",), ("1",)) else found


def parameter_value(at: At, raw: Any, units: tuple[str, ...], size: int, sees: Visible) -> Any:
    """Return a value in the unit that fits: a number, as many as there are, or a law."""
    if size == 1:
        return law(at, raw, values.fitting_unit(at, raw, units), sees)
    if isinstance(raw, (list, tuple)) and len(raw) == size:
        return values.several(at, raw, (units[0],) * size)
    at.refuse(raw, f"must be {size} numbers")
    return None
