"""`sarrus sweep`: a parameter study of a model file, as a table."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import measures, settable
from sarrus.cli.ending import INTERRUPTED
from sarrus.cli.files import PICTURES, command_line, ending_of, existing_path, target_path
from sarrus.cli.options import AllowFmu, Force, Json, ModelPath, Quiet, Set, Units
from sarrus.cli.progress import progress
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.errors import Problem, count

if TYPE_CHECKING:
    from sarrus.sweeps import Sweep

FAILED_RUNS = 6
"""The exit code of a sweep of which some runs failed."""
SHOWN = 40
"""Rows that are printed; all of them go to the file."""
TABLES = (".csv", ".xlsx", ".parquet")
TABLE = "table.csv"
"""The table of a sweep in its folder."""
COMMA = re.compile(r",(?![^\[(]*[\])])")
"""A comma that is not within brackets."""


def sweep(
    model: ModelPath,
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="NAME=VALUES",
            autocompletion=settable,
            help="Parameter to vary: r=80mm,100mm or crank.mass=1:2:5 (five values from 1 to 2); "
            "with --latin or --random, a range r=80mm:120mm. May be repeated.",
        ),
    ],
    measure: Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            metavar="MEASURE",
            autocompletion=measures,
            help='Quantity to report of each run: "max A.rate"; also min, mean, rms, range, peak, '
            "first, last. May be repeated.",
        ),
    ],
    values: Set = None,
    latin: Annotated[
        int | None, typer.Option("--latin", metavar="N", help="Sample N points by Latin hypercube.")
    ] = None,
    random: Annotated[
        int | None,
        typer.Option("--random", metavar="N", help="Sample N points at random (Monte Carlo)."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Keep every run here, for plot, info and view; repeat the command to resume.",
        ),
    ] = None,
    runs: Annotated[
        bool,
        typer.Option("--runs/--no-runs", help="With --folder: keep the result file of every run."),
    ] = True,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Number of worker processes; 0 for none."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Run on a cluster of dask.distributed: tls://host:8786, or "
            "tcp://127.0.0.1:8786 on this machine.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            "--on",
            metavar="gpu|cpu",
            help="Run all at once: on a GPU, or in vectors and threads of this processor; with "
            "--cluster, on each of its machines. The file must say equal steps "
            "(method: rk4).",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Table (.csv, .xlsx, .parquet), or picture (.png, .svg, .pdf): lines, a family of "
            "lines, a map or a scatter matrix, by the number of parameters.",
        ),
    ] = None,
    units: Units = None,
    force: Force = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run a parameter study and print a table.

    The model file is run once for each set of values. Runs that fail are listed and the others go
    on; the exit code is then 6. With --folder, repeat the command to resume an interrupted sweep.

    Example:
      sarrus sweep four_bar.yaml --over a=320mm,400mm,480mm --measure "max A.rate"
      sarrus sweep arm.yaml --over m=1:2:11 -m "peak A.effort" --folder runs
      sarrus sweep arm.yaml --over l=0.9m:1.1m --latin 99 -m "last A.rate"
      sarrus sweep four_bar.yaml --over a=0.32:0.48:9 -m "max A.rate" -o rate.png
      sarrus sweep crank.yaml --over crank.mass=1:2:1000 -m "max A.rate" --on gpu
    """
    screen = Screen(json, quiet, "sweep")
    screen.listen()
    path = existing_path(model)
    target = None if out is None else target_path(out, force, (*TABLES, *PICTURES))
    if latin is not None and random is not None:
        raise typer.BadParameter("Use either --latin or --random.", param_hint="'--latin'")
    from sarrus.sweeps import LatinHypercube, MonteCarlo
    from sarrus.sweeps import sweep as made

    drawn = latin is not None or random is not None
    plan = None
    if drawn:
        plan = LatinHypercube(latin, seed) if latin is not None else MonteCarlo(random or 0, seed)
    points: dict[str, Any] = {k: number(text) for k, text in settings(values).items()}
    spread = settings(over)
    points |= {name: swept_values(text, drawn) for name, text in spread.items()}
    with progress(screen, "sweep") as show:
        making: dict[str, Any] = {"folder": folder, "workers": workers}
        making["keep_runs"] = runs and folder is not None and on is None
        if cluster is not None:
            making["executor"] = cluster
        if on is not None:
            making["place"] = on
        if callable(show):
            making["progress"] = show
        found = made(path, points, plan=plan, measure=measure, **making)
    found = shown_sweep(found, {**settings(values), **spread}, units, path)
    if folder is not None:
        found.export(os.path.join(folder, TABLE), overwrite=True)
    if target is not None:
        write(found, target)
    finish(screen, found, target, folder)


def shown_sweep(found: Sweep, texts: dict[str, str], units: str | None, path: str) -> Sweep:
    """Return a sweep in the units given, or in those of the file.

    texts: values as they were typed, whose units are those of columns that nothing else tells.
    """
    from dataclasses import replace

    from sarrus.study import Study
    from sarrus.sweeps.units import written_si_unit

    typed = {name: written_si_unit(re.split("[,:]", text)[0]) for name, text in texts.items()}
    found = replace(found, units={**typed, **{k: u for k, u in found.units.items() if u}})
    return found.in_units(Study.load(path).units if units is None else units)


def swept_values(text: str, drawn: bool) -> Any:
    """Return the values that a text lists, or the distribution of a range."""
    ends = [number(part) for part in text.split(":")]
    if len(ends) == 1 and not drawn:
        return [number(part) for part in COMMA.split(text)]
    plain = all(isinstance(end, float) for end in ends)
    if drawn and len(ends) == 2 and plain:
        from sarrus.sweeps import Uniform

        return Uniform(*ends)  # type: ignore[arg-type]
    if not drawn and len(ends) == 3 and plain and ends[2] == int(ends[2]) > 0:
        import numpy as np

        return np.linspace(float(ends[0]), float(ends[1]), int(ends[2])).tolist()
    wanted = "LOW:HIGH" if drawn else "VALUE,VALUE,... or LOW:HIGH:COUNT"
    raise typer.BadParameter(f"{text!r} is not of the form {wanted}.", param_hint="'--over'")


def number(text: str) -> float | str:
    """Return a number in SI units, or text that is none as it is."""
    from sarrus.model.quantity import QuantityError
    from sarrus.model.units import in_si, parts_of

    parts = parts_of(text)
    if parts is None:
        return text.strip()
    try:
        return in_si(*parts) if parts[1] else float(parts[0])
    except QuantityError as error:
        raise typer.BadParameter(f"{text!r} {error}.", param_hint="'--over'") from None


def write(found: Sweep, path: str) -> None:
    """Write the table, numbers with all their digits, or draw it."""
    if ending_of(path) in PICTURES:
        found.plot(path=path)
    else:
        found.export(path, overwrite=True)


def finish(screen: Screen, found: Sweep, target: str | None, folder: str | None) -> None:
    """Print the table, what failed, and end with the code."""
    names = found.names
    rows = [[_cell(found[name][i]) for name in names] for i in range(min(len(found), SHOWN))]
    screen.table([f"{found.label(name)}>" for name in names], rows)
    if len(found) > SHOWN:
        screen.say(f"... {count(len(found) - SHOWN, 'more run', 'more runs')}")
    screen.say(found.summary())
    if target is not None:
        screen.say(f"{target} written")
    kept = [] if folder is None else kept_runs(found, folder)
    if kept:
        screen.note(
            f"Runs are in {folder}; plot one with: {command_line('sarrus', 'plot', kept[0])}"
        )
    problems = [
        Problem(failure.code, f"run {i}", failure.diagnosis) for i, failure in found.failed.items()
    ]
    screen.problems(problems)
    code = FAILED_RUNS if problems else 0
    if found.interrupted:
        code = INTERRUPTED
        screen.say("Interrupted. With --folder, repeat the command to resume.")
    data = {
        "table": {name: found[name].tolist() for name in names},
        "units": {name: found.unit(name) for name in names},
        "status": found.status.tolist(),
        "reused": found.reused,
        "file": target,
        "runs": kept,
    }
    screen.answer(code, problems, **data)


def kept_runs(found: Sweep, folder: str) -> list[str]:
    """Return the result files of a sweep that are in its folder."""
    from sarrus.sweeps.runner import run_file

    paths = (os.path.join(folder, run_file(i, len(found))) for i in range(len(found)))
    return [path for path in paths if os.path.exists(path)]


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
