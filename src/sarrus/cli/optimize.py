"""`sarrus optimize`: the best design of a model file, within bounds and limits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import settable
from sarrus.cli.ending import INTERRUPTED, REJECTED
from sarrus.cli.files import PAGES, PICTURES, ending_of, target_path
from sarrus.cli.options import Force, Json, ModelPath, Quiet, Set, Units
from sarrus.cli.progress import progress
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.cli.sweep import number
from sarrus.errors import count

if TYPE_CHECKING:
    from sarrus.design import Optimum

MODELS = (".yaml", ".yml")
LEDGER = "_designs"
"""What the folder of the ledger adds to the name of the model file."""


def optimize(
    model: ModelPath,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            "--objective",
            "-j",
            metavar="WORDS",
            help='What is minimized, in place of the file: "max abs A.effort", "maximize min '
            'B.angle". Several yield a front.',
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="NAME=LOW:HIGH",
            autocompletion=settable,
            help="Number that is varied, in place of those of the file: r=50mm:150mm. May be "
            "repeated.",
        ),
    ] = None,
    constraint: Annotated[
        list[str] | None,
        typer.Option(
            "--constraint",
            "-c",
            metavar="WORDS",
            help='Limit, beside those of the file: "B.angle <= 60 deg". May be repeated.',
        ),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            "--search",
            metavar="NAME",
            help="auto, slsqp, trust-constr, ipopt (near the start), or evolution (everywhere).",
        ),
    ] = None,
    starts: Annotated[
        int | None,
        typer.Option("--starts", metavar="N", help="Designs at which a local search begins."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="Designs that may be run.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Random seed.")] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Keep every design here; MODEL_designs beside the model by default with --resume.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume a search that was interrupted or killed."),
    ] = False,
    out: Annotated[
        list[str] | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Model file of the best design (.yaml), report (.html) or picture of the search "
            "(.png, .svg, .pdf). May be repeated.",
        ),
    ] = None,
    values: Set = None,
    units: Units = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the best design of a model file.

    The section `optimize` of the file says what is minimized, by which numbers and within which
    limits; options replace or add to it. Every design that was run is kept in the folder, so that
    --resume goes on after a kill. The exit code is 3 where no design holds all limits.

    Example:
      sarrus optimize shaper.yaml -o better.yaml -o report.html
      sarrus optimize four_bar.yaml -j "max abs A.rate" --by crank.mass=1kg:2kg
      sarrus optimize shaper.yaml --folder designs --resume
    """
    from sarrus.design import NoFeasibleDesign

    screen = Screen(json, quiet, "optimize")
    screen.listen()
    known = (*MODELS, *PAGES, *PICTURES)
    targets = [target_path(path, force, known) for path in out or ()]
    study = load_study(model, settings(values), units=units)
    how: dict[str, Any] = {
        name: value
        for name, value in (
            ("search", method), ("starts", starts), ("limit", limit), ("seed", seed)
        )
        if value is not None
    }  # fmt: skip
    where = folder
    if where is None and resume:
        where = os.path.splitext(model)[0] + LEDGER
    if where is not None:
        how |= {"folder": where, "resume": resume}
    wanted = None if not objective else objective[0] if len(objective) == 1 else list(objective)
    varied = {k: _bounds(text) for k, text in settings(by).items()} or None
    limits = [*study.plan.optimize.constraints, *(constraint or ())]
    with progress(screen, "optimize") as show:
        if callable(show):
            most = how.get("limit", study.plan.optimize.limit)
            how["progress"] = lambda made, best: show(min(made / most, 1.0))
        try:
            found = study.optimize(wanted, varied, limits, **how)
        except NoFeasibleDesign as error:
            screen.problems(error.problems)
            best = error.result
            data = {} if best is None else _data(best)
            if best is not None:
                _show(screen, best)
            screen.answer(REJECTED, error.problems, **data)
            return
    _show(screen, found)
    for target in targets:
        _write(found, target)
        screen.say(f"{target} written")
    if where is not None:
        screen.note(f"{count(found.evaluations, 'design')} in {where}; --resume goes on from there")
    screen.problems(found.notices)
    code = INTERRUPTED if found.interrupted else 0
    screen.answer(code, found.notices, **_data(found), files=targets)


def _bounds(text: str) -> tuple[float | str, float | str]:
    """Return the ends of a range LOW:HIGH."""
    ends = [number(part) for part in text.split(":")]
    if len(ends) == 2:
        return ends[0], ends[1]
    raise typer.BadParameter(f"{text!r} is not of the form LOW:HIGH.", param_hint="'--by'")


def _write(found: Optimum, target: str) -> None:
    ending = ending_of(target)
    if ending in MODELS:
        found.write(target, overwrite=True)
    elif ending in PAGES:
        found.report(target, overwrite=True)
    else:
        found.plot(path=target)


def _show(screen: Screen, found: Optimum) -> None:
    """Print the design before and after, and the limits."""
    rows = [[name, words] for name, words in found.rows.items()]
    screen.table(["", "before and after"], rows)
    if found.front is not None:
        names = [f"{one.text}>" for one in found.terms.objectives]
        lines = [[f"{x:.6g}" for x in row] for row in found.front.values]
        screen.table(names, lines, title="front")
    screen.say(f"{count(found.evaluations, 'design')} run, {found.reused} of them before")


def _data(found: Optimum) -> dict[str, Any]:
    limits = [
        {"text": one.text, "before": one.before, "after": one.after, "active": one.active,
         "price": one.price, "missed": one.missed}
        for one in found.constraints
    ]  # fmt: skip
    front = None
    if found.front is not None:
        front = {"designs": found.front.designs.tolist(), "values": found.front.values.tolist()}
    return {
        "design": found.design,
        "before": found.design_before,
        "value": found.value,
        "value_before": found.value_before,
        "unit": found.unit,
        "constraints": limits,
        "bounds": found.bounds,
        "front": front,
        "evaluations": found.evaluations,
        "reused": found.reused,
        "feasible": found.feasible,
    }
