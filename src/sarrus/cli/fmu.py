"""`sarrus fmu`: write a model as a functional mock-up unit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.options import AllowFmu, Force, Json, ModelPath, Out, Quiet, Set
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.study import Study


def fmu(
    model: ModelPath,
    out: Out = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="JOINT", help="Effort that is an input of the FMU. "
                     "Repeatable."),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--output", metavar="CHANNEL", autocompletion=channel_names,
            help="Channel that is an output of the FMU; by default the outputs of the file. "
                 "Repeatable.",
        ),
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "--parameter", "-p", metavar="NAME",
            help="Constant of the file, or number such as crank.mass, that can be set before the "
            "start. Repeatable.",
        ),
    ] = None,
    version: Annotated[str, typer.Option("--fmi", help="Version of FMI: 2.0 or 3.0.")] = "2.0",
    method: Annotated[
        str, typer.Option("--method", help="Step of Co-Simulation: rk4 or euler.")
    ] = "rk4",
    step: Annotated[
        float | None, typer.Option("--step", help="Largest step of Co-Simulation [s].")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the model.")] = None,
    compiler: Annotated[str | None, typer.Option("--compiler", help="C compiler to use.")] = None,
    only_sources: Annotated[
        bool, typer.Option("--only-sources", help="Do not compile; the FMU holds C sources.")
    ] = False,
    without_events: Annotated[
        bool, typer.Option("--without-events", help="Leave out the events of the file.")
    ] = False,
    values: Set = None,
    allow_fmu: AllowFmu = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Write a functional mock-up unit (FMU) for other simulators.

    One FMU has both Model Exchange and Co-Simulation, with C sources and, where there is a C
    compiler, a library for this machine. It needs no Python. `sarrus export fmu` does the same.

    Example:
      sarrus fmu four_bar.yaml
      sarrus fmu arm.urdf --input elbow --output elbow.angle --fmi 3.0
      sarrus fmu four_bar.yaml --parameter a --output C.reaction.force
    """
    screen = Screen(json, quiet, "fmu")
    screen.listen()
    study = load_study(model, settings(values), False)
    _check(study, model)
    stem = os.path.splitext(os.path.basename(model))[0]
    from sarrus.system.fmu import fmu as write_fmu

    plan = study.plan
    made = write_fmu(
        study.system,
        out or f"{stem}.fmu",
        inputs=list(inputs or ()),
        outputs=list(outputs or study.outputs),
        state=study.start(),
        independent=_start_coordinates(study),
        efforts=plan.inputs,
        driven=plan.drives,
        locked=plan.locked,
        events=() if without_events else plan.events,
        version=version,
        method=method,
        step=step,
        stop=float(plan.settings.until),
        name=name or stem,
        binary=not only_sources,
        compiler=compiler,
        overwrite=force,
        **_numbers(study, parameters or []),
        **plan.keywords,
    )
    _tell(screen, made)


def _check(study: Study, model: str) -> None:
    """Refuse what the file asks for and no FMU has."""
    from sarrus.errors import ModelError, Problem

    problems = []
    if study.plan.points:
        rule = "has drives of points, which an FMU does not have"
        action = "drive the joints instead (`sarrus drive` yields their angles)"
        problems.append(Problem("S50", f"model file '{model}'", rule, action=action))
    if problems:
        raise ModelError(problems)


def _start_coordinates(study: Study) -> list[str]:
    """Return the coordinates of the tree that the file starts from, and that no law moves."""
    compiled, plan = study.system.compiled, study.plan
    moved = {k for name in (*plan.drives, *plan.locked) for k in compiled.rate_places(name)}
    found: dict[Any, str] = {}
    for name in (*plan.assembly.wanted, *plan.assembly.rates):
        places = tuple(compiled.rate_places(name))
        if compiled.located_rate(name)[0] == "v" and not moved & {*places}:
            found.setdefault(places, name)
    return list(found.values())


def _numbers(study: Study, names: list[str]) -> dict[str, Any]:
    """Return the parameters: constants of the file, or numbers of the model."""
    from sarrus.errors import ModelError, Problem

    if not names:
        return {}
    file = study.document()
    known = () if file is None else study.constants_map().names
    constants = [name for name in names if name in known]
    if not constants:
        return {"parameters": names}
    others = [name for name in names if name not in constants]
    if others:
        rule = f"is no constant of the file, as {', '.join(map(repr, constants))} is"
        action = "name constants alone, or numbers alone; give the number a constant of its own"
        raise ModelError([Problem("S50", f"parameter '{n}'", rule, action=action) for n in others])
    return {"constants": study.constants_map(constants)}


def _tell(screen: Screen, made: Any) -> None:
    """Print what was written."""
    from sarrus.cli.files import size_text

    kind = f"FMI {made.version}, Model Exchange and Co-Simulation"
    screen.say(f"{made.path} written ({size_text(str(made.path))}): {kind}")
    screen.say(f"  platform    {made.binary or 'none: sources only'}")
    for title, names in (
        ("inputs", made.inputs),
        ("outputs", made.outputs),
        ("parameters", made.parameters),
        ("states", made.states),
    ):
        screen.say(f"  {title:<11} {', '.join(names) or 'none'}")
    screen.say(f"  step        {made.step:g} s of Co-Simulation at most")
    screen.problems(made.notices)
    screen.answer(
        0,
        list(made.notices),
        file=str(made.path),
        version=made.version,
        binary=made.binary,
        inputs=list(made.inputs),
        outputs=list(made.outputs),
        parameters=list(made.parameters),
        states=list(made.states),
        step=made.step,
        build=made.build,
    )
