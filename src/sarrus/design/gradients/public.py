"""Gradients as a user asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.arguments import checked
from sarrus.design.gradients.gradient import Gradient
from sarrus.design.gradients.run_gradient import RunAdjoint, run_settings
from sarrus.errors import ModelError, Problem
from sarrus.system.state import State
from sarrus.system.system import System

if TYPE_CHECKING:
    from sarrus.system.constants.constants_map import ConstantsMap


@checked
def gradient(
    system: System,
    objective: Any,
    by: Sequence[str] | str,
    *,
    start: State | Mapping[str, Any],
    until: float | None = None,
    method: str = "auto",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float | None = None,
    every: float | None = None,
    times: Any = None,
    inputs: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    events: Sequence[Any] = (),
    independent: Sequence[str] | None = None,
    constants: Any = None,
    **given: Any,
) -> Any:
    """Return the value of an objective of a run and its derivatives by name, from one pass back."""
    settings = run_settings(until, method, rtol, atol, step, every, times)
    if isinstance(start, Mapping):
        state = system.assemble(dict(start), **given)
        independent = list(start) if independent is None else independent
    else:
        state = start
    adjoint = RunAdjoint(
        system, by, state, settings, inputs, driven, locked, events, independent, constants, given
    )
    many = isinstance(objective, (list, tuple))
    found = [adjoint.gradient(item) for item in (objective if many else [objective])]
    return found if many else found[0]
