"""`sarrus doctor`: check the installation."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from sarrus.cli.ending import DONE, ENVIRONMENT
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import Problem, count

ClearCache = Annotated[
    bool,
    typer.Option("--clear-cache", help="Remove all compiled kernels; they are compiled again."),
]


def doctor(clear_cache: ClearCache = False, json: Json = False, quiet: Quiet = False) -> None:
    """Check the installation and suggest fixes.

    Versions, compiler, SUNDIALS, cache, arithmetic, parsers, browser, GPU.

    Exit code 0: Sarrus works here; 5: something fails. Each line that is not ok comes with a fix.

    Example:
      sarrus doctor
      sarrus doctor --json > machine.json
      sarrus doctor --clear-cache
    """
    screen = Screen(json, quiet, "doctor")
    if clear_cache:
        clear(screen)
        return
    from sarrus.cli.diagnosis import findings

    found = findings()
    shown = [f for f in found if not quiet or f.verdict != "ok"]
    if shown:
        screen.table(("", "what", "found"), [(f.verdict, f.what, f.found) for f in shown])
    for finding in found:
        if finding.fix:
            screen.say(f"\n{finding.what}: fix: {finding.fix}")
    failed = [f for f in found if f.verdict == "fails"]
    warned = [f for f in found if f.verdict == "warning"]
    if failed:
        screen.say(f"\nSarrus does not work here: {', '.join(f.what for f in failed)}")
    else:
        more = f", with {count(len(warned), 'warning')}" if warned else ""
        screen.note(f"\nSarrus works here{more}.")
    code = ENVIRONMENT if failed else DONE
    screen.answer(code, findings=[asdict(f) for f in found], works=not failed)


def clear(screen: Screen) -> None:
    """Remove the compiled kernels; processes that use some of them go on with those."""
    from sarrus.kernels import Cache

    cache = Cache.default()
    if cache.folder is None:
        screen.say("There is no cache: kernels are compiled in every process.")
        screen.answer(DONE, folder=None, kernels=0, bytes=0)
        return
    gone = cache.clear()
    left = cache.contents()
    screen.say(
        f"{cache.folder}: {count(gone.entries, 'kernel')} removed, {gone.bytes / 1e6:.3g} MB"
    )
    code = ENVIRONMENT if left.entries else DONE
    problems = [_left(str(cache.folder), left.entries)] if left.entries else []
    screen.problems(problems)
    folder = str(cache.folder)
    screen.answer(code, problems, folder=folder, kernels=gone.entries, bytes=gone.bytes)


def _left(folder: str, many: int) -> Problem:
    """Return the problem of entries that cannot be removed."""
    rule = f"has {count(many, 'kernel')} that cannot be removed"
    action = "give yourself the right to write there, or set SARRUS_CACHE to a folder of your own"
    return Problem("E-DISK", "cache", rule, repr(folder), action=action)
