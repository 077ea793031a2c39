"""`sarrus doctor`: check the installation."""

from __future__ import annotations

from dataclasses import asdict

from sarrus.cli.ending import DONE, ENVIRONMENT
from sarrus.cli.options import Json, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import count


def doctor(json: Json = False, quiet: Quiet = False) -> None:
    """Check the installation and suggest fixes.

    Versions, compiler, SUNDIALS, cache, arithmetic, parsers, browser, GPU.

    Exit code 0: Sarrus works here; 5: something fails. Each line that is not ok comes with a fix.

    Example:
      sarrus doctor
      sarrus doctor --json > machine.json
    """
    screen = Screen(json, quiet, "doctor")
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
