"""`tolerances`: linear stack-up, Monte Carlo beside it, and Sobol indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.design.uncertainty.evaluation import DrivenOutputs, Numbers, RunOutputs, check_outputs
from sarrus.design.uncertainty.result import MonteCarlo, Tolerances
from sarrus.design.uncertainty.sobol import quasi_random, sobol_indices
from sarrus.design.uncertainty.tolerance import CODE, Spread, spread_of
from sarrus.errors import ModelError, Problem
from sarrus.model.quantity import QuantityError, quantity
from sarrus.study.design import TolerancesPlan
from sarrus.system.quantities.parameters import chosen_parameters, parameter_units

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system import System

INSTANTS = 37
MOST_INSTANTS = 401
"""Of a simulation, at which derivatives are taken."""


@with_checks
def tolerances(
    system: System | Study,
    varied: Mapping[str, Any] | None = None,
    outputs: Sequence[str] | str | None = None,
    *,
    over: Mapping[str, Any] | None = None,
    times: Any = None,
    start: Any = None,
    until: float | None = None,
    every: float | None = None,
    inputs: Mapping[str, Any] | None = None,
    samples: int | None = None,
    seed: int | None = None,
    sobol: int | None = None,
) -> Tolerances:
    """Return what tolerances of a model's numbers make of outputs, and which of them matter.

    varied: by name a width "0.1 mm" or 1e-4, above and below the value, or a `Tolerance`: numbers
    of the model ("crank.mass", "B.point[0]") or, of a study, constants of its file ("r"). outputs:
    channels of one number. over: {joint: law or value} that is driven, at `times` [s]; a value
    alone is a position. until, every: of a simulation from `start` instead, with efforts `inputs`.
    A study has its own drives, or without such its run. start: a state, or coordinates by name,
    where the motion begins. What is not given is that of the section `tolerances` of a study.

    Linear: worst case sum |dy/dx_i| t_i, and the root of the sum of squares of dy/dx_i sigma_i, by
    exact derivatives, in loops too. samples: of a Monte Carlo run beside it (1,024), drawn by a
    scrambled Sobol sequence from seed, as many as the next power of 2, 0 for none; outputs of
    position and velocity are followed side by side in vectors. sobol: points of Sobol indices, the
    next power of 2 of them, 0 for none, (inputs + 2) times as many runs.

    Example:
        found = sarrus.design.tolerances(system, {"B.point[0]": "0.1 mm"}, "D.angle", over={"A": 1})
    """
    from sarrus.study import Study

    study, whole = (system, system.system) if isinstance(system, Study) else (None, system)
    plan = TolerancesPlan() if study is None else study.plan.tolerances
    varied = plan.varied if varied is None else varied
    outputs = plan.outputs if outputs is None else outputs
    samples = plan.samples if samples is None else samples
    seed = plan.seed if seed is None else seed
    sobol = plan.sobol if sobol is None else sobol
    names = [outputs] if isinstance(outputs, str) else list(outputs)
    if not varied or not names:
        what = "outputs" if varied else "numbers to vary"
        action = "write tolerances: {varied: {r: 0.1 mm}, outputs: [B.angle]} in the file, "
        action += "or --vary r=0.1mm --output B.angle"
        raise ModelError(Problem(CODE, "tolerances", f"has no {what}", action=action))
    numbers, wide, spreads = _numbers(whole, study, varied)
    check_outputs(wide, names)
    outputs_of: DrivenOutputs | RunOutputs
    simulated = study is not None and over is None and not study.plan.drives
    if until is not None or simulated:
        outputs_of = _run(wide, study, numbers, names, start, until, every, inputs)
        grid = outputs_of.times
    else:
        laws, grid, here = _motion(wide, study, over, times, start)
        outputs_of = DrivenOutputs(wide, numbers, names, laws, grid, here)
    J = outputs_of.sensitivities()
    drawn = _monte_carlo(outputs_of, spreads, samples, seed) if samples else None
    indices = None
    if sobol:
        at = _worst_instants(J, spreads)

        def rows(u: np.ndarray) -> np.ndarray:
            changes = np.column_stack([s.at(u[:, k]) for k, s in enumerate(spreads)])
            return outputs_of.values(changes)[:, at, np.arange(len(names))]

        indices = sobol_indices(rows, len(spreads), sobol, seed)
    units = tuple(wide.compiled.catalogue.find(name).unit for name in names)
    return Tolerances(tuple(names), units, numbers.labels, tuple(spreads), grid,
                      outputs_of.nominal, J, drawn, indices, whole.model.name)  # fmt: skip


def _worst_instants(J: np.ndarray, spreads: Sequence[Spread]) -> np.ndarray:
    """Return for every output the instant at which its deviation is largest."""
    sigma = np.array([s.deviation for s in spreads])
    return np.asarray(np.argmax(np.sum((J * sigma) ** 2, axis=2), axis=0))


def _monte_carlo(
    outputs: DrivenOutputs | RunOutputs, spreads: Sequence[Spread], samples: int, seed: int
) -> MonteCarlo:
    u = quasi_random(samples, len(spreads), seed)
    changes = np.column_stack([s.at(u[:, k]) for k, s in enumerate(spreads)])
    return MonteCarlo(changes, outputs.values(changes), samples)


def _run(
    system: System,
    study: Study | None,
    numbers: Numbers,
    names: Sequence[str],
    start: Any,
    until: float | None,
    every: float | None,
    inputs: Mapping[str, Any] | None,
) -> RunOutputs:
    """Return outputs over a simulation, that of the study where none is given."""
    how: dict[str, Any] = {} if inputs is None else {"inputs": inputs}
    here = system.assemble(dict(start)) if isinstance(start, Mapping) else start
    if study is not None:
        from sarrus.study.start import start_state

        plan, own = study.plan, study.settings.simulation
        if plan.events:
            rule = "has events, at which derivatives of a run jump"
            raise ModelError(Problem(CODE, "tolerances", rule, action="use a sweep of samples"))
        until = own.get("until") if until is None else until
        every = own.get("every") if every is None else every
        how = {"inputs": plan.inputs, "driven": plan.drives, "locked": plan.locked, **how}
        here = here or start_state(system, plan.assembly, plan.drives, plan.locked)
    here = system.assemble() if here is None else here
    end = here.t + 1.0 if until is None else float(until)
    count = INSTANTS if every is None else max(round((end - here.t) / every) + 1, 2)
    times = np.linspace(here.t, end, min(count, MOST_INSTANTS))
    return RunOutputs(system, numbers, names, times, here, how)


def _motion(
    system: System, study: Study | None, over: Any, times: Any, start: Any
) -> tuple[dict[str, Any], np.ndarray, Any]:
    """Return what is driven, when, and where it begins."""
    here = system.assemble(dict(start)) if isinstance(start, Mapping) else start
    if over is None and study is not None and study.plan.drives:
        over = study.plan.drives
        times = study.run().t if times is None and study.settings.kind == "drive" else times
        from sarrus.study.start import start_state

        here = here or start_state(system, study.plan.assembly, over, study.plan.locked)
    laws = dict(over or {})
    values = {name: x for name, x in laws.items() if isinstance(x, (int, float))}
    if times is None:
        still = len(values) == len(laws)
        times = [0.0] if still else np.linspace(0.0, 1.0, INSTANTS)
    grid = np.atleast_1d(np.asarray(times, dtype=float))
    if here is None:
        first = {name: float(x) for name, x in values.items()}
        here = system.assemble(first) if first else system.assemble()
    return laws, grid, here


def _numbers(
    system: System, study: Study | None, varied: Mapping[str, Any]
) -> tuple[Numbers, System, list[Spread]]:
    """Return what is varied, the system with it as inputs, and the spreads."""
    known = {} if study is None or study.document() is None else (
        study.document().document.get("constants") or {}  # type: ignore[union-attr]
    )  # fmt: skip
    constants = [name for name in varied if name.removeprefix("constants.") in known]
    if constants and len(constants) != len(varied):
        others = [name for name in varied if name not in constants]
        rule = f"mixes constants of the file with numbers of the model ({', '.join(others)})"
        action = "name constants only, or numbers of the model only"
        raise ModelError(Problem(CODE, "tolerances", rule, action=action))
    if constants:
        return _of_constants(study, varied)
    labels, parameters, places, nominal, spreads = [], [], [], [], []
    for label, value in varied.items():
        name, _, inside = label.partition("[")
        chosen, understood = chosen_parameters(system.model, [name])
        full, default = understood[name], chosen.defaults[0]
        unit = parameter_units(system.model, full)[0]
        place = _place(label, inside, default)
        labels.append(label)
        parameters.append(full)
        places.append((full, place))
        nominal.append(float(np.ravel(default)[place]))
        spreads.append(spread_of(label, value, partial(_quantity, label, unit)))
    missing = [n for n in dict.fromkeys(parameters) if not system.compiled.has_parameter(n)]
    wide = system.compiled.variant(parameters=missing) if missing else system
    names = tuple(dict.fromkeys(label.partition("[")[0] for label in labels))
    return Numbers(tuple(labels), names, tuple(places), np.array(nominal)), wide, spreads


def _of_constants(study: Any, varied: Mapping[str, Any]) -> tuple[Numbers, System, list[Spread]]:
    labels = [name.removeprefix("constants.") for name in varied]
    mapped = study.constants_map(labels)
    spreads = []
    for label, value in zip(labels, varied.values(), strict=True):
        if label not in mapped.names:
            rule, cause = "cannot be changed in a compiled model", mapped.cannot.get(label, "")
            raise ModelError(Problem("S02", f"constant '{label}'", rule, cause=cause))
        one = mapped.constants[mapped.names.index(label)]
        spreads.append(spread_of(label, value, partial(_constant, label, one)))
    _refuse_moved_drives(mapped, labels)
    system = mapped.compile(kernels=())
    nominal = np.array([mapped.defaults[mapped.names.index(label)] for label in labels])
    return Numbers(tuple(labels), tuple(mapped.outputs), (), nominal, mapped), system, spreads


def _constant(label: str, constant: Any, raw: Any) -> float:
    from sarrus.model.expressions import ExpressionError
    from sarrus.system.constants.constants_map import constant_value

    try:
        return constant_value(constant, raw)
    except (ExpressionError, QuantityError) as error:
        problem = Problem(error.code, f"tolerance of '{label}'", error.reason, repr(raw),
                          action=error.action)  # fmt: skip
        raise ModelError(problem) from None


def _refuse_moved_drives(mapped: Any, labels: Sequence[str]) -> None:
    """Refuse constants on which the drives depend: the motion itself is the same for all."""
    first = mapped.outputs_at(mapped.defaults)
    for label in labels:
        flat = mapped.defaults.copy()
        k = mapped.names.index(label)
        flat[k] += 1e-6 * (abs(flat[k]) or 1.0)
        other = mapped.outputs_at(flat)
        moved = [n for n in mapped.motion
                 if n.startswith("drive:") and not np.array_equal(first[n], other[n])]  # fmt: skip
        if moved:
            rule = f"changes the law of {', '.join(n.removeprefix('drive:') for n in moved)}"
            action = "write the law with a constant of its own, which has no tolerance"
            raise ModelError(Problem(CODE, f"tolerance of '{label}'", rule, action=action))


def _place(label: str, inside: str, default: np.ndarray) -> int:
    """Return which number of a parameter is meant."""
    if not inside:
        if default.size == 1:
            return 0
        rule = f"has {default.size} numbers"
        action = f"name one of them: '{label}[0]'"
        raise ModelError(Problem(CODE, f"tolerance of '{label}'", rule, action=action))
    try:
        at = tuple(int(x) for x in inside.rstrip("]").split(","))
        return int(np.ravel_multi_index(at, default.shape))
    except ValueError:
        rule = f"names no number of it; it has the shape {default.shape}"
        raise ModelError(Problem(CODE, f"tolerance of '{label}'", rule)) from None


def _quantity(label: str, unit: str, raw: Any) -> float:
    try:
        return float(quantity(raw, unit or "dimensionless"))
    except QuantityError as error:
        problem = Problem(error.code, f"tolerance of '{label}'", error.reason, repr(raw),
                          action=error.action)  # fmt: skip
        raise ModelError(problem) from None
