"""`sarrus code`: generate C99 code, or object code for another processor."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study

if TYPE_CHECKING:
    from sarrus.system.c_code import ObjectFiles


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
    quantity: Annotated[
        list[str] | None,
        typer.Option("--quantity", help="Function such as mass_matrix or slope. May be repeated."),
    ] = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="CHANNEL", autocompletion=channel_names,
                     help="Channel that NAME_outputs computes. May be repeated."),
    ] = None,
    point: Annotated[
        list[str] | None,
        typer.Option("--point", metavar="POINT", help="Frame or body, or NAME=BODY:X,Y,Z: its "
                     "pose, velocity and Jacobian. May be repeated."),
    ] = None,
    single: Annotated[
        bool, typer.Option("--single", help="Single precision (float).")
    ] = False,
    no_library: Annotated[
        bool, typer.Option("--no-library", help="Do not call functions of math.h.")
    ] = False,
    static: Annotated[
        bool, typer.Option("--static", help="A static work array instead of the caller's.")
    ] = False,
    target: Annotated[
        str | None,
        typer.Option("--target", help="Object code instead: cortex-m4f, cortex-m7, cortex-m33, "
                     "cortex-a7, aarch64, riscv32, riscv64."),
    ] = None,
    values: Set = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Generate C99 code, or object code of another processor.

    The code has the equations and integrators. Writes a folder with header, source or object
    file, an example, a file for CMake, and a JSON file with names and units.

    Example:
      sarrus code arm.urdf
      sarrus code four_bar.yaml -o four_bar_c --output C.reaction.force.x
      sarrus code arm.urdf --single --no-library --static --point tool
      sarrus code arm.urdf --single --target cortex-m4f
    """
    screen = Screen(json, quiet, "code")
    screen.listen()
    places = _points(point or ())
    study = load_study(model, settings(values), False)
    stem = os.path.splitext(os.path.basename(model))[0]
    prefix = name or "".join(c if c.isascii() and c.isalnum() else "_" for c in stem)
    plan = study.plan
    from sarrus.system.c_code import c_code, object_code

    wanted: dict[str, Any] = {
        "quantities": quantity,
        "methods": tuple(method or ("rk4",)),
        "inputs": plan.inputs,
        "driven": plan.drives,
        "locked": plan.locked,
        "outputs": output or (),
        "points": places,
        "precision": "single" if single else "double",
    }
    folder = out or f"{stem}_c"
    if target is not None:
        made = object_code(study.system, prefix, target=target, **wanted)
        paths = [str(path) for path in made.write(folder, overwrite=force)]
        _say(screen, paths, made)
        told = {
            "instructions": dict(made.instructions),
            "code_bytes": made.code,
            "constant_bytes": made.data,
        }
        screen.answer(0, made.notices, files=paths, needs=list(made.needs), **told)
        return
    memory = "static" if static else "caller"
    text = c_code(study.system, prefix, library=not no_library, memory=memory, **wanted)
    paths = [str(path) for path in text.write(folder, overwrite=force)]
    screen.problems(text.notices)
    for path in paths:
        screen.say(f"{path} written")
    math = "" if no_library else " -lm"
    command = f"cc -std=c99 -O2 -ffp-contract=off {folder}/*.c{math} -o example && ./example"
    screen.note(f"Build the example with: {command}")
    screen.answer(0, text.notices, files=paths)


def _points(texts: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """Return frames and points by name."""
    found: dict[str, Any] = {}
    for text in texts:
        name, sign, place = text.partition("=")
        if not sign:
            found[name] = name
            continue
        body, colon, numbers = place.rpartition(":")
        try:
            found[name] = (body, [float(x) for x in numbers.split(",")])
        except ValueError:
            colon = ""
        if not colon:
            raise typer.BadParameter(
                f"'{text}' is not a frame, a body or NAME=BODY:X,Y,Z.", param_hint="'--point'"
            )
    return found


def _say(screen: Screen, paths: list[str], made: ObjectFiles) -> None:
    screen.problems(made.notices)
    for path in paths:
        screen.say(f"{path} written")
    screen.say()
    rows = [(name, f"{count:,}") for name, count in made.instructions.items()]
    screen.table(("function", "instructions>"), [*rows, ("shared functions", f"{made.shared:,}")])
    screen.say(f"{made.processor}: {made.code:,} bytes of code, {made.data:,} of constants")
    needs = ", ".join(made.needs) or "nothing"
    screen.say(f"needs of libraries: {needs}")
