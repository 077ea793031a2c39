"""`sarrus equations`: write the equations of motion of a small mechanism."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.files import write_text
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study


def equations(
    model: ModelPath,
    latex: Annotated[bool, typer.Option("--latex", help="Write LaTeX.")] = False,
    python: Annotated[
        bool, typer.Option("--python", help="Write a Python function that can be run.")
    ] = False,
    parameter: Annotated[
        list[str] | None,
        typer.Option("--parameter", "-p", help="A number that stays a symbol: rod.mass, gravity. "
                     "May be repeated."),
    ] = None,
    jacobian: Annotated[
        bool, typer.Option(help="With the derivatives of the equations.")
    ] = True,
    limit: Annotated[
        int, typer.Option("--limit", help="Operations from which on equations are refused.")
    ] = 2000,
    out: Out = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Write the equations of motion of a small mechanism.

    As text to read, LaTeX or Python: equations, closure of loops and Jacobian, with a table of
    symbols.

    Example:
      sarrus equations pendulum.yaml
      sarrus equations pendulum.yaml --latex -p rod.mass -p gravity -o eq.tex
      sarrus equations four_bar.yaml --python --no-jacobian
    """
    screen = Screen(json, quiet, "equations")
    screen.listen()
    if latex and python:
        raise typer.BadParameter("choose one of --latex and --python.", param_hint="'--latex'")
    study = load_study(model, settings(values), False)
    from sarrus.system import analysis

    found = analysis.equations(study.system, parameter or (), jacobian=jacobian, limit=limit)
    text = found.latex if latex else found.python if python else str(found)
    if out is not None:
        write_text(out, text if text.endswith("\n") else f"{text}\n", force)
        screen.say(f"{out} written")
    else:
        for line in text.rstrip("\n").split("\n"):
            screen.say(line)
    symbols = [
        {"name": x.name, "latex": x.latex, "meaning": x.meaning, "unit": x.unit, "value": x.value}
        for x in found.used_symbols
    ]
    screen.answer(
        0, [], file=out, text=text, symbols=symbols, operations=found.operations,
        shared=len(found.shared), left_out=list(found.notes),
    )  # fmt: skip
