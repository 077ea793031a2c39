"""`sarrus synthesize`: linkages for a path, a function or poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PICTURES, ending_of, existing_path, size_text, target_path
from sarrus.cli.options import Force, Json, Quiet
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    import numpy as np

    from sarrus.synthesis import FittedFile, Solutions

FILES, TABLES = (".yaml", ".yml"), (".csv",)
TASKS = ("path", "function", "motion")
SHOWN = 10


def synthesize(
    task: Annotated[str, typer.Argument(metavar="TASK", help="path, function or motion.")],
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            help="Positions as .csv, a row for each, names and units in the first row: "
            "'x [mm], y [mm]' of a path, with 'input [deg]' where the angle of the crank is "
            "given; 'input, output' of a function; 'x, y, angle' of poses. Of rssr and of a model "
            "file also 'x, y, z', and poses 'x, y, z, rx, ry, rz' with a rotation vector.",
        ),
    ],
    mechanism: Annotated[
        str,
        typer.Option(
            "--mechanism",
            "-m",
            metavar="NAME",
            help="four-bar, slider-crank, watt-1, watt-2, stephenson-1, stephenson-2, "
            "stephenson-3, rssr (in space), or a model file whose constants are varied.",
        ),
    ] = "four-bar",
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The best as a model file (.yaml) or picture (.png, .svg, .pdf), or all (.csv).",
        ),
    ] = None,
    crank: Annotated[
        bool, typer.Option("--crank", help="The driven link must turn round.")
    ] = False,
    transmission: Annotated[
        str,
        typer.Option(
            "--transmission", metavar="ANGLE", help="The least transmission angle: 40deg."
        ),
    ] = "0",
    box: Annotated[
        str | None,
        typer.Option(
            "--box",
            metavar="XMIN:YMIN:XMAX:YMAX",
            help="Space of all hinges: -1m:0:1m:500mm; of rssr XMIN:YMIN:ZMIN:XMAX:YMAX:ZMAX.",
        ),
    ] = None,
    ratio: Annotated[
        float | None,
        typer.Option(
            "--ratio", metavar="NUMBER", help="Largest ratio of the longest to the shortest link."
        ),
    ] = None,
    tolerance: Annotated[
        str | None,
        typer.Option("--tolerance", metavar="ERROR", help="The largest root mean square error."),
    ] = None,
    no_defects: Annotated[
        bool,
        typer.Option("--no-defects", help="All positions on one branch, in order."),
    ] = False,
    fixed: Annotated[
        str | None,
        typer.Option(
            "--fixed",
            metavar="NAME=VALUE,...",
            help="Dimensions of a path's linkage that are given: Ax=0,Ay=0,Dx=200mm,Dy=0.",
        ),
    ] = None,
    proof: Annotated[
        bool,
        typer.Option(
            "--proof",
            help="All solutions by continuation: five poses, or five points with fixed pivots.",
        ),
    ] = False,
    vary: Annotated[
        str | None,
        typer.Option("--vary", metavar="NAME,NAME", help="Constants of a model file."),
    ] = None,
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow",
            metavar="NAME",
            help="Of a model file: the frame or body of a path or of poses, the channel of a "
            "function.",
        ),
    ] = None,
    starts: Annotated[
        int | None, typer.Option("--starts", metavar="NUMBER", help="Starts of least squares.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="NUMBER", help="Random seed.")] = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find linkages for a path, a function or poses.

    Few positions of a four-bar and a slider-crank have closed forms, and all linkages are listed;
    more go by least squares from many starts. Branch, order and circuit defects, the type after
    Grashof and the least transmission angle stand beside each.

    Example:
      sarrus synthesize path points.csv -o best.yaml
      sarrus synthesize path points.csv --crank --transmission 40deg -o p.svg
      sarrus synthesize function table.csv --mechanism slider-crank
      sarrus synthesize motion poses.csv --no-defects -o all.csv
      sarrus synthesize path points.csv --fixed Ax=0,Ay=0,Dx=200mm,Dy=0 --proof
      sarrus synthesize path points.csv -m leg.yaml --vary a,b --follow foot
    """
    screen = Screen(json, quiet, "synthesize")
    screen.listen()
    if task not in TASKS:
        raise typer.BadParameter(f"{task!r} is none of {', '.join(TASKS)}.", param_hint="'TASK'")
    path = existing_path(table)
    is_file = mechanism.lower().endswith(FILES)
    known = FILES if is_file else (*FILES, *PICTURES, *TABLES)
    target = None if out is None else target_path(out, force, known)
    from sarrus.synthesis.tables import read_positions

    columns = read_positions(path, task)
    how: dict[str, Any] = {"seed": seed} | ({} if starts is None else {"starts": starts})
    if tolerance is not None:
        how["tolerance"] = _number(tolerance, "--tolerance")
    if is_file:
        fitted = _fit(task, columns, existing_path(mechanism), vary, follow, how)
        _finish_file(screen, fitted, target)
        return
    if "z" in columns and mechanism != "rssr":
        raise typer.BadParameter("only rssr and model files have z.", param_hint="'TABLE'")
    how |= {"mechanism": mechanism, "crank": crank, "ratio": ratio, "defects": not no_defects}
    how["transmission_angle"] = _number(transmission, "--transmission")
    if box is not None:
        if task == "function":
            raise typer.BadParameter("a function has no place.", param_hint="'--box'")
        how["box"] = _box(box)
    if proof and task == "function":
        raise typer.BadParameter("functions have closed forms.", param_hint="'--proof'")
    if task != "function":
        how["proof"] = proof
    if fixed is not None:
        if task != "path":
            raise typer.BadParameter("is for paths.", param_hint="'--fixed'")
        how["fixed"] = _fixed_values(fixed)
    _finish(screen, _generate(task, columns, how), target)


def _generate(task: str, columns: dict[str, np.ndarray], how: dict[str, Any]) -> Solutions:
    from sarrus import synthesis

    timing = columns.get("input")
    if task == "function":
        return synthesis.generate_function(columns["input"], columns["output"], **how)
    generate = synthesis.generate_path if task == "path" else synthesis.generate_motion
    return generate(_rows(columns), timing=timing, **how)


def _fit(
    task: str,
    columns: dict[str, np.ndarray],
    path: str,
    vary: str | None,
    follow: str | None,
    how: dict[str, Any],
) -> FittedFile:
    from sarrus import synthesis

    for value, option in ((vary, "--vary"), (follow, "--follow")):
        if not value:
            raise typer.BadParameter("a model file needs it.", param_hint=f"'{option}'")
    names = [name.strip() for name in str(vary).split(",")]
    if task == "function":
        x, y = columns["input"], columns["output"]
        return synthesis.fit_function(path, x, y, names, output=str(follow), **how)
    timing = columns.pop("input", None)
    fit = synthesis.fit_path if task == "path" else synthesis.fit_motion
    return fit(path, _rows(columns), names, tracer=str(follow), timing=timing, **how)


def _rows(columns: dict[str, np.ndarray]) -> np.ndarray:
    """Return points or poses from the columns of a table."""
    import numpy as np

    order = [name for name in ("x", "y", "z", "angle", "rx", "ry", "rz") if name in columns]
    return np.column_stack([columns[name] for name in order])


def _finish(screen: Screen, found: Solutions, target: str | None) -> None:
    """Print the table, write the file, and answer."""
    screen.say(repr(found) if len(found) <= SHOWN else f"{found.statement}\n{found.table(SHOWN)}")
    if target is not None:
        ending = ending_of(target)
        if ending in FILES:
            found.best.write(target, overwrite=True)
        elif ending in TABLES:
            found.to_csv(target, overwrite=True)
        else:
            found.best.plot(target)
        screen.say(f"{target} written ({size_text(target)})")
    screen.answer(
        0, [], statement=found.statement, complete=found.complete, solutions=found.rows(),
        file=target,
    )  # fmt: skip


def _finish_file(screen: Screen, fitted: FittedFile, target: str | None) -> None:
    """Print constants before and after, write the file, and answer."""
    head = ("constant", "before", "after")
    rows = [(n, f"{fitted.before[n]:.6g}", f"{v:.6g}") for n, v in fitted.constants.items()]
    screen.table(head, rows)
    screen.say(f"error {fitted.error:.3g}, before {fitted.error_before:.3g}")
    if target is not None:
        fitted.write(target, overwrite=True)
        screen.say(f"{target} written ({size_text(target)})")
    screen.answer(
        0, [], constants=dict(fitted.constants), before=dict(fitted.before), error=fitted.error,
        error_before=fitted.error_before, file=target,
    )  # fmt: skip


def _number(text: str, option: str) -> float:
    from sarrus.cli.sweep import number

    found = number(text)
    if isinstance(found, float):
        return found
    raise typer.BadParameter(f"{text!r} is no number with a unit.", param_hint=f"'{option}'")


def _fixed_values(text: str) -> dict[str, float]:
    pairs = [part.partition("=") for part in text.split(",")]
    if all(equals for _, equals, _ in pairs):
        return {name.strip(): _number(value, "--fixed") for name, _, value in pairs}
    raise typer.BadParameter(
        f"{text!r} is not of the form NAME=VALUE,NAME=VALUE.", param_hint="'--fixed'"
    )


def _box(text: str) -> tuple[float, ...]:
    parts = tuple(_number(part, "--box") for part in text.split(":"))
    if len(parts) in (4, 6):
        return parts
    raise typer.BadParameter(
        f"{text!r} is not of the form XMIN:YMIN:XMAX:YMAX.", param_hint="'--box'"
    )
