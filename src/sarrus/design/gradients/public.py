"""Gradients as a user asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

from sarrus.arguments import with_checks
from sarrus.design.gradients.instant_gradients import DriveAdjoint, EquilibriumAdjoint
from sarrus.design.gradients.named import ConstantsAt
from sarrus.design.gradients.run_gradient import RunAdjoint, run_settings
from sarrus.design.gradients.variables import no_numbers
from sarrus.errors import ModelError, Problem
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.checks import check_choice
from sarrus.system.state import State
from sarrus.system.system import System
from sarrus.system.time_grids import driving_times

SUBJECTS = ("run", "drive", "equilibrium", "eigenvalue")
RTOL, ATOL = 1e-8, 1e-10
"""Tolerances of runs that are gone back."""


@with_checks
def gradient(
    system: System | Any,
    objective: Any,
    by: Sequence[str] | str,
    *,
    of: str = "run",
    start: State | Mapping[str, Any] | None = None,
    until: float | None = None,
    method: str = "auto",
    rtol: float = RTOL,
    atol: float = ATOL,
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
    **keywords: Any,
) -> Any:
    """Return the value of an objective and its derivatives by name: one pass back for all of them.

    system: with the arguments of its run; or a study, or the path of a model file, whose run,
    drive or equilibrium it is then, by constants of the file too, wherever they stand: in lengths,
    starts, laws.
    objective: words such as "max abs A.effort" or "integral A.power^2" (see `optimize`); a function
    of x, with x["A.effort"] over x.t; anything with `channels`, `value(t, samples)` and
    `sensitivity(t, samples)`, such as `ChannelFunction`, with samples (time, channel) at the states
    that the run keeps; or a list of these, of which each has a gradient of the same run. by:
    numbers of the model ("crank.mass", "B.point", "B.point[0]"), constants of the file (with
    `constants`, the map of its constants, at the `constant_values`), start values
    ("start:A.angle"), efforts and motions that are numbers or tables ("input:A", "drive:A"), and
    numbers of functions, such as gain of lambda t, s, gain=2.0: ... ("input:A.gain"). of: what it
    is a gradient of,

    - "run": as `System.simulate`, with its arguments. The coordinates of the start that are
      independent stay (those named by `independent`; those of a start by name, and others that
      pivoting finds); in loops the rest follows. Steps are gone back as they were taken: equal
      ones to rounding; of methods with error control other than Runge-Kutta pairs those of "auto";
    - "drive": as `System.drive`, of the motions `driven`, with efforts `inputs`; start: its guess;
    - "equilibrium": near `start`, of one sample: "A.angle" needs no word there;
    - "eigenvalue": of mode number `mode` about that equilibrium, slowest first; the objective is
      "real", "imaginary", "frequency", "natural_frequency" or "damping".

    Gradients add up: `2.0 * one + other`.

    Example:
        found = gradient(swing, "max A.rate", ["S.k"], start=swing.assemble(), until=0.1)
    """
    check_choice("of", of, SUBJECTS)
    if not isinstance(system, System):
        from sarrus.design.optimization.study_gradient import study_gradient

        _refuse_of_file(
            {"start": start, "inputs": inputs, "driven": driven, "locked": locked,
             "events": events, "independent": independent, "constants": constants,
             "constant_values": constant_values, **keywords},
            {"method": method != "auto", "rtol": rtol != RTOL, "atol": atol != ATOL,
             "stable": stable},
        )  # fmt: skip
        said = {"until": until, "step": step, "every": every, "times": times}
        how = {k: x for k, x in said.items() if x is not None}
        return study_gradient(system, objective, by, of, mode, how)
    how = {
        "start": start, "until": until, "method": method, "rtol": rtol, "atol": atol, "step": step,
        "every": every, "times": times, "inputs": inputs, "driven": driven, "locked": locked,
        "events": events, "independent": independent, "constants": constants,
        "constant_values": constant_values, "stable": stable, **keywords,
    }  # fmt: skip
    many = isinstance(objective, (list, tuple))
    wanted = list(objective) if many else [objective]
    if of != "eigenvalue":
        wanted = [read(system, item, of) for item in wanted]
    known = adjoint_of(system, by, of, how)
    if of == "eigenvalue":
        found = [known.eigenvalue_gradient(item, mode) for item in wanted]
    else:
        found = [known.gradient(item) for item in wanted]
    return found if many else found[0]


def adjoint_of(system: System, by: Sequence[str] | str, of: str, how: Mapping[str, Any]) -> Any:
    """Return what can be gone back for any number of objectives.

    how: arguments of `gradient`, whose defaults those that are left out have.
    """
    reason = "its program has no way back from results to inputs"
    refuse_outside_code(system.model, "gradients", reason, "sweep, or take differences of runs")
    known = {name: how.get(name, default) for name, default in DEFAULTS.items()}
    keywords = {name: value for name, value in how.items() if name not in known}
    constants, start, driven = known["constants"], known["start"], known["driven"]
    if constants is not None:
        values = dict(known["constant_values"] or {})
        more = constants.values(values) if values else {}
        keywords["parameters"] = {**more, **(keywords.get("parameters") or {})}
        constants = ConstantsAt(constants, values)
    _refuse_text(by, input=known["inputs"], drive=driven)
    every, times = known["every"], known["times"]
    if of == "drive":
        grid = driving_times(1.0 if known["until"] is None else known["until"], every, times)
        return DriveAdjoint(system, by, grid, driven or {}, known["inputs"], start, constants,
                            keywords)  # fmt: skip
    if of != "run":
        return EquilibriumAdjoint(system, by, start, known["inputs"], driven, known["locked"],
                                  known["stable"], constants, keywords)  # fmt: skip
    if start is None:
        raise ModelError(_no_start())
    settings = run_settings(*(known[name] for name in RUN))
    stay: Sequence[str] = ()
    state = start
    if isinstance(start, Mapping):
        stay = _in_tree(system, start)
        state = system.assemble(dict(start), **keywords)
    return RunAdjoint(system, by, state, settings, known["inputs"], driven, known["locked"],
                      known["events"], known["independent"], constants, keywords, stay)  # fmt: skip


RUN = ("until", "method", "rtol", "atol", "step", "every", "times")
"""Arguments of `run_settings`, in their order."""
DEFAULTS: dict[str, Any] = {
    name: parameter.default
    for name, parameter in signature(gradient).parameters.items()
    if parameter.kind is Parameter.KEYWORD_ONLY and name not in ("of", "mode")
}
"""Arguments that say how a run, a drive or an equilibrium is made."""


def read(system: System, objective: Any, of: str = "run") -> Any:
    """Return an objective that is given in words or as a function, or the one that is given."""
    if not isinstance(objective, str) and hasattr(objective, "sensitivity"):
        return objective
    from sarrus.design.objectives.channel_units import channel_unit
    from sarrus.design.objectives.objective import NamesInScope
    from sarrus.design.objectives.reading import read_objective

    return read_objective(objective, NamesInScope(channel_unit(system)), of == "equilibrium")


def _refuse_of_file(values: Mapping[str, Any], others: Mapping[str, bool]) -> None:
    """Refuse arguments that a model file says for itself: they would be lost."""
    wrong = [name for name, value in values.items() if value is not None and value != ()]
    wrong += [name for name, differs in others.items() if differs]
    if wrong:
        rule = "is said by the model file, of which the gradient is taken"
        action = "change it there or by Study.load(path, set={...}), or give study.system"
        raise ModelError([Problem("G10", f"argument '{name}'", rule, action=action)
                          for name in wrong])  # fmt: skip


def _refuse_text(by: Sequence[str] | str, **laws: Mapping[str, Any] | None) -> None:
    """Refuse derivatives by laws that are texts: their numbers have no names."""
    names = [by] if isinstance(by, str) else [str(name) for name in by]
    values = {f"{kind}:{name}": law for kind, table in laws.items()
             for name, law in (table or {}).items()}  # fmt: skip
    wrong = [no_numbers(name, None) for name in names if isinstance(values.get(name), str)]
    if wrong:
        raise ModelError(wrong)


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
