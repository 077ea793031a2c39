"""`sarrus run`: simulate a model file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sarrus.cli.completion import loads
from sarrus.cli.ending import INTERRUPTED, STOPPED, code_of, interruption
from sarrus.cli.extremes_table import print_extremes
from sarrus.cli.files import command_line, size_text
from sarrus.cli.options import AllowFmu, Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.progress import progress
from sarrus.cli.result_paths import is_finished, result_path
from sarrus.cli.results_reading import history_in
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.errors import EnvironmentProblem, Problem
from sarrus.late_dataclass import dataclass
from sarrus.results.mechanism_account import mechanism_data, mechanism_rows, title
from sarrus.results.run_account import extremes, run_data, run_rows
from sarrus.system.simulation.interrupts import was_interrupted

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system import ResultFile, Run

SHOWN = 4
"""How many of the output channels of a file are named in the hint to plot them."""

Until = Annotated[
    str | None,
    typer.Option(
        "--until", metavar="TIME", help="End time: 2, 500ms; short for --set run.until=..."
    ),
]


Times = Annotated[
    str | None,
    typer.Option(
        "--times", metavar="T1,T2,...", help="Keep the states at these instants: 0,0.5,750ms."
    ),
]
Keep = Annotated[
    str | None,
    typer.Option(
        "--keep",
        metavar="LOADS",
        autocompletion=loads,
        help="Record loads of joints with the states: A.reaction,C.wrench.",
    ),
]
Certify = Annotated[
    bool | None,
    typer.Option(
        "--certify/--no-certify",
        help="Estimate errors by a second, tighter run (default: if the run takes less than 5 s, "
        "else by a looser one), or not at all.",
    ),
]


def run(
    model: ModelPath,
    out: Out = None,
    until: Until = None,
    times: Times = None,
    keep: Keep = None,
    certify: Certify = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    allow_fmu: AllowFmu = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Simulate a model file and write the result.

    The result is written to <model>.sarrus in the current folder and replaces an older run of that
    name; a file named with --out is not overwritten without --force. Ctrl-C keeps the states
    computed so far.

    Example:
      sarrus run four_bar.yaml
      sarrus run four_bar.yaml --set crank.mass=0.5kg --until 10 -o light.sarrus
      sarrus run four_bar.yaml --units mm,deg,kN
      sarrus run arm.urdf --until 2 --json
    """
    screen = Screen(json, quiet, "run")
    screen.listen()
    changed: dict[str, Any] = dict(settings(values))
    if until is not None:
        changed["run.until"] = until
    if times is not None and until is not None:
        raise typer.BadParameter("give --times or --until, not both.")
    if certify is not None:
        changed["run.certify"] = certify
    study = load_study(model, changed, strict)
    if times is not None:
        study = study.at_times([part.strip() for part in times.split(",")])
    if units is not None:
        study = study.in_units(units)
    if keep is not None:
        study = study.with_kept_loads([part.strip() for part in keep.split(",")])
    if study.settings.kind == "drive":
        from sarrus.cli.drive import DriveReport

        report = DriveReport.begin(screen, study, out, force)
        report.finish(study.run())
        return
    with study_report(screen, study, result_path(model, out, force)) as outcome:
        outcome.run = study.run(file=outcome.file, progress=outcome.progress, certify="short")


@dataclass
class Outcome:
    """What a run has come to so far, while it is being reported.

    progress: what the run tells how far it is; file: where its states go.
    """

    progress: Any
    file: ResultFile
    run: Any = None


@contextmanager
def run_report(
    screen: Screen,
    path: str,
    label: str,
    data: dict[str, Any],
    problems: Sequence[Problem] = (),
    units: str | None = None,
) -> Iterator[Outcome]:
    """Report the run that happens inside `with`: its account, or what has ended it.

    Puts it into `run` of what this yields. A run that stops, or is interrupted, is reported with
    the states that it has kept; a second Ctrl-C ends the command at once.
    """
    from sarrus.system import ResultFile
    from sarrus.system.simulation.recording import Stopped

    code, told = 0, list(problems)
    try:
        with progress(screen, label) as show:
            outcome = Outcome(show, ResultFile(path, overwrite=True))
            try:
                yield outcome
            except Stopped as stop:
                outcome.run, code = stop.run, code_of(stop)
                told += stop.problems
    except EnvironmentProblem as stop:
        raise type(stop)([*stop.problems, *may_go_on(path, stop.problems)]) from None
    except KeyboardInterrupt:
        leave(screen, path)
    try:
        finish(screen, outcome.run, path, told, code, data, units)
    except KeyboardInterrupt:
        leave(screen, path)


@contextmanager
def study_report(screen: Screen, study: Study, path: str) -> Iterator[Outcome]:
    """Report the run of a study that happens inside `with`, and before it the mechanism."""
    data = print_mechanism(screen, study)
    screen.pairs([("settings", settings_text(study))])
    sys.stdout.flush()
    data["settings"] = asdict(study.settings)
    name, notices = study.model.name[:40], study.model.notices
    with run_report(screen, path, name, data, notices) as outcome:
        yield outcome


def print_mechanism(screen: Screen, study: Study) -> dict[str, Any]:
    """Print what is noticed of a mechanism, its name and mobility; returns them as data."""
    system = study.system
    mobility = system.mobility(study.start())
    screen.problems(study.model.notices)
    screen.say(title(system))
    screen.pairs(mechanism_rows(system, mobility))
    return mechanism_data(system, mobility)


def finish(
    screen: Screen,
    run: Run | None,
    path: str,
    problems: list[Problem],
    code: int,
    data: dict[str, Any],
    units: str | None = None,
) -> None:
    """Print the account of a run, what happened to it, where it is, and what to do next."""
    if run is None or not len(run):
        screen.problems(problems)
        screen.answer(code or STOPPED, problems, **data, result=None)
        return
    known = set(map(str, problems))
    problems = [*problems, *(p for p in run.notices if str(p) not in known)]
    if was_interrupted(run):
        code = INTERRUPTED
    history = history_in(run, units)
    outputs = history.outputs
    table = extremes(history, outputs, run.error if run.companion is not None else None)
    screen.pairs([*run_rows(run, history.units), ("result", f"{path} ({size_text(path)})")])
    print_extremes(screen, table)
    screen.problems([p for p in problems if str(p) not in known or p.severity == "error"])
    if code == INTERRUPTED:
        screen.say(f"Interrupted. Resume with: {resume_line(path)}")
    else:
        screen.note(f"Plot it with: {command_line('sarrus', 'plot', path, *outputs[:SHOWN])}")
    resumable = resume_line(path) if code == INTERRUPTED else None
    screen.answer(
        code, problems, **data, **run_data(run), outputs=table, result=path, resume=resumable
    )


def settings_text(study: Study) -> str:
    """Return the settings of a run in one line."""
    from sarrus.system.flow.steps import METHODS  # not before a system is made

    how = study.settings
    eps = "" if how.eps is None else f"eps {how.eps:g}, "
    if how.step is not None and how.method in METHODS:
        return f"{how.method} with steps of {how.step:g} s, {eps}until {how.end:g} s"
    chosen = "" if how.independent is None else f" in {', '.join(how.independent) or 'none'}"
    by = "" if how.solve is None else f" by {how.solve}"
    name = f"{how.method}{chosen}{by}"
    return f"{name}, rtol {how.rtol:g}, atol {how.atol:g}, {eps}until {how.end:g} s"


def resume_line(path: str) -> str:
    """Return the command that resumes a run."""
    return command_line("sarrus", "resume", path)


def may_go_on(path: str, problems: Sequence[Problem] = ()) -> list[Problem]:
    """Return how to resume a run that the machine, or a second Ctrl-C, has ended.

    problems: why it ended; a file that was taken away (E-GONE) is not the one of that name.
    """
    gone = any(problem.code == "E-GONE" for problem in problems)
    if gone or not os.path.exists(path) or is_finished(path):
        return []
    return [
        Problem(
            "E02",
            "run",
            "is kept up to its last block",
            repr(path),
            severity="notice",
            action=f"resume it with `{resume_line(path)}`",
        )
    ]


def leave(screen: Screen, path: str) -> NoReturn:
    """End a command at once, after a second Ctrl-C."""
    screen.problems([interruption()])
    kept = may_go_on(path)
    if kept:
        screen.say(f"Resume with: {resume_line(path)}")
    screen.answer(INTERRUPTED, [interruption(), *kept], result=path if kept else None)
    raise typer.Exit(INTERRUPTED)
