"""Gradients as a user asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sarrus.arguments import checked
from sarrus.design.gradients.instant_gradients import DriveAdjoint, EquilibriumAdjoint
from sarrus.design.gradients.named import ConstantsAt
from sarrus.design.gradients.run_gradient import RunAdjoint, run_settings
from sarrus.errors import ModelError, Problem
from sarrus.system.checks import check_choice
from sarrus.system.state import State
from sarrus.system.system import System
from sarrus.system.time_grids import driving_times

SUBJECTS = ("run", "drive", "equilibrium", "eigenvalue")


@checked
def gradient(
    system: System,
    objective: Any,
    by: Sequence[str] | str,
    *,
    of: str = "run",
    start: State | Mapping[str, Any] | None = None,
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
    constant_values: Mapping[str, Any] | None = None,
    stable: bool = False,
    mode: int = 0,
    **given: Any,
) -> Any:
    """Return the value of an objective and its derivatives by name: one pass back for all of them.

    objective: words such as "max abs A.effort" or "integral A.power^2" (see `optimize`); or
    anything with `channels`, `value(t, samples)` and `sensitivity(t, samples)`, such as
    `ChannelFunction`, with samples (time, channel) at the states that the run keeps; or a list of
    these, of which each has a gradient of the same run. by: numbers of the model ("crank.mass",
    "B.point", "B.point[0]"), constants of the file (with `constants`, the map of its constants,
    at the `constant_values`), start values ("start:A.angle"), efforts and motions that are numbers
    or tables ("input:A", "drive:A"). of: what it is a gradient of,

    - "run": as `System.simulate`, with its arguments. The coordinates of the start that are
      independent stay (those named by `independent`; those of a start by name, and others that
      pivoting finds); in loops the rest follows. Steps are gone back as they were taken: equal
      ones to rounding; of methods with error control other than Runge-Kutta pairs those of "auto";
    - "drive": as `System.drive`, of the motions `driven`, with efforts `inputs`; start: its guess;
    - "equilibrium": near `start`, of one sample;
    - "eigenvalue": of mode number `mode` about that equilibrium, slowest first; the objective is
      "real", "imaginary", "frequency", "natural_frequency" or "damping".

    Gradients add up: `2.0 * one + other`.

    Example:
        found = gradient(swing, "max A.rate", ["S.k"], start=swing.assemble(), until=0.1)
    """
    check_choice("of", of, SUBJECTS)
    if constants is not None and constant_values:
        more = constants.values(constant_values)
        given["parameters"] = {**more, **(given.get("parameters") or {})}
        constants = ConstantsAt(constants, dict(constant_values))
    elif constants is not None:
        constants = ConstantsAt(constants, {})
    many = isinstance(objective, (list, tuple))
    wanted = list(objective) if many else [objective]
    if of != "eigenvalue":
        wanted = [_read(system, item) for item in wanted]
    if of == "run":
        if start is None:
            raise ModelError(_no_start())
        settings = run_settings(until, method, rtol, atol, step, every, times)
        stay: Sequence[str] = ()
        if isinstance(start, Mapping):
            stay = _in_tree(system, start)
            state = system.assemble(dict(start), **given)
        else:
            state = start
        known: Any = RunAdjoint(system, by, state, settings, inputs, driven, locked, events,
                                independent, constants, given, stay)  # fmt: skip
    elif of == "drive":
        grid = driving_times(1.0 if until is None else until, every, times)
        known = DriveAdjoint(system, by, grid, driven or {}, inputs, start, constants, given)
    else:
        known = EquilibriumAdjoint(system, by, start, inputs, driven, locked, stable, constants,
                                   given)  # fmt: skip
    if of == "eigenvalue":
        found = [known.eigenvalue_gradient(item, mode) for item in wanted]
    else:
        found = [known.gradient(item) for item in wanted]
    return found if many else found[0]


def _read(system: System, objective: Any) -> Any:
    """Return an objective that is given in words or as a function, or the one that is given."""
    words = isinstance(objective, str)
    if not words and (hasattr(objective, "channels") or not callable(objective)):
        return objective
    from sarrus.design.objectives.channel_units import channel_unit
    from sarrus.design.objectives.function import objective_of_function
    from sarrus.design.objectives.objective import NamesInScope, objective_of_text, problem_of
    from sarrus.model.expressions.problems import ExpressionError

    unit = channel_unit(system)
    if words:
        return objective_of_text(objective, NamesInScope(unit))
    try:
        return objective_of_function(objective, unit)
    except ExpressionError as error:
        raise problem_of("objective", getattr(objective, "__name__", ""), error) from None


def _in_tree(system: System, names: Iterable[str]) -> list[str]:
    """Return the names of a start; refuses those of cut joints, which the tree does not hold."""
    found = []
    for name in names:
        located = system.compiled.locate(name)
        if located is not None and located[0] in ("cut_q", "cut_v"):
            rule = "belongs to a cut joint: it cannot stay when others follow the parameters"
            action = (
                f"compile with weights={{'{name.partition('.')[0]}': 0.1}} to keep it in the tree"
            )
            raise ModelError(Problem("G10", f"start '{name}'", rule, action=action))
        found.append(name)
    return found


def _no_start() -> Problem:
    action = "give start=system.assemble({...}), or coordinates by name: start={'A.angle': 0.3}"
    return Problem("G10", "gradient of a run", "needs a start", action=action)
