"""`sarrus code`: generate C99 code."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study


def code(
    model: ModelPath,
    out: Out = None,
    name: Annotated[
        str | None, typer.Option("--name", help="Prefix of the function names.")
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", help="Integrator: euler, rk4, ab3, abm4. May be repeated."),
    ] = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Generate C99 code of the equations and integrators.

    Writes a folder with header, source, an example and a JSON file with names and units.

    Example:
      sarrus code arm.urdf
      sarrus code four_bar.yaml -o four_bar_c --method rk4 --method abm4
    """
    screen = Screen(json, quiet, "code")
    screen.listen()
    study = load_study(model, settings(values), False)
    stem = os.path.splitext(os.path.basename(model))[0]
    prefix = name or "".join(c if c.isascii() and c.isalnum() else "_" for c in stem)
    plan = study.plan
    from sarrus.system.c_code import c_code

    made = c_code(
        study.system,
        prefix,
        methods=tuple(method or ("rk4",)),
        inputs=plan.inputs,
        driven=plan.drives,
        locked=plan.locked,
    )
    folder = out or f"{stem}_c"
    paths = [str(path) for path in made.write(folder, overwrite=force)]
    for path in paths:
        screen.say(f"{path} written")
    screen.note(f"Build the example with: cc -std=c99 -O2 {folder}/*.c -lm -o example && ./example")
    screen.answer(0, [], files=paths)
