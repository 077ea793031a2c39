"""`sarrus bench`: measure the speed on this machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from sarrus.cli.completion import completion
from sarrus.cli.ending import ENVIRONMENT
from sarrus.cli.files import unknown_name
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import EnvironmentProblem, Problem

MARKS = ("\ndef measured(", "__main__")
"""What the script of a benchmark has; other files beside it have at most one of them."""


def scripts() -> dict[str, Path]:
    """Return the benchmarks of a checkout by name; an installed package has none."""
    folder = Path(__file__).parents[3] / "benchmarks"
    found = {path.stem: path for path in sorted(folder.glob("*.py"))}
    texts = {name: path.read_text("utf-8") for name, path in found.items()}
    return {n: found[n] for n, text in texts.items() if all(mark in text for mark in MARKS)}


def bench(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Benchmark of the source tree.",
            autocompletion=completion(scripts),
        ),
    ] = None,
    compare: Annotated[
        bool,
        typer.Option(
            "--compare", help="Run all comparisons of the source tree and write docs/benchmarks.md."
        ),
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="With --compare: a smoke run of about a minute.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure the speed of a few calls on this machine.

    In a source tree, run one or all benchmarks side by side with other programs.

    Example:
      sarrus bench                    microseconds per call on this machine
      sarrus bench tree_dynamics      side by side with Pinocchio (source tree)
      sarrus bench --compare          all, into docs/benchmarks.md (source tree)
    """
    screen = Screen(json, quiet, "bench")
    screen.listen()
    found = scripts()
    if compare and name is not None:
        raise typer.BadParameter(f"--compare runs everything; leave out {name!r}")
    if quick and not compare:
        raise typer.BadParameter("--quick needs --compare")
    if name is not None or compare:
        _script(screen, name or "compare", found, ["--quick"] if quick else [])
        return
    from sarrus.cli.speed import call_times

    rows = call_times()
    screen.table(
        ("mechanism", "call", "time per call [us]>", "operations>"),
        [(r["mechanism"], r["call"], f"{r['microseconds']:.3g}", _count(r)) for r in rows],
    )
    if found:
        screen.note(f"\nCompare with other programs: sarrus bench {' | '.join(found)}")
    else:
        screen.note("\nComparisons with other programs are in `benchmarks` of the source tree.")
    screen.answer(calls=rows, scripts=list(found))


def _count(row: dict[str, Any]) -> str:
    return "-" if row["operations"] is None else f"{row['operations']:,}"


def _script(screen: Screen, name: str, found: dict[str, Path], arguments: list[str]) -> None:
    """Run a benchmark in a process of its own; its tables go to stdout."""
    if not found:
        raise EnvironmentProblem(
            Problem(
                "E-SOURCE",
                f"benchmark '{name}'",
                "is not part of the installed package",
                action="run it in a source tree: python benchmarks/...; `sarrus bench` alone works",
            )
        )
    if name not in found:
        raise unknown_name("benchmark", name, found, found)
    out = sys.stderr if screen.json else None
    done = subprocess.run([sys.executable, str(found[name]), *arguments], check=False, stdout=out)
    if done.returncode:
        screen.note(f"the benchmark exited with code {done.returncode}")
    screen.answer(ENVIRONMENT if done.returncode else 0, script=name, ended=done.returncode)
