"""`sarrus realtime`: run a model in real time, controlled by other programs."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.ending import INTERRUPTED, code_of
from sarrus.cli.extremes_table import print_extremes
from sarrus.cli.files import size_text
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.result_paths import result_path
from sarrus.cli.screen import Screen
from sarrus.cli.serving import Port, open_browser
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.results.mechanism_account import title
from sarrus.results.run_account import extremes, run_data, run_rows
from sarrus.system.simulation.interrupts import was_interrupted

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system.realtime.realtime import RealtimeRun

LARGEST = 1.0
"""The largest effort of a slider, where nothing says it [N m or N]."""

Rate = Annotated[
    str | None,
    typer.Option("--rate", metavar="RATE", help="Samples a second: 500, 1kHz (default: 100 Hz)."),
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="End time (default: until Ctrl-C).")
]
Efforts = Annotated[
    list[str] | None,
    typer.Option(
        "--effort",
        "-e",
        metavar="NAME[=MOST]",
        help="A joint or velocity whose effort is read; with --view, the end of its slider: "
        "A=5N*m. May be repeated.",
    ),
]
Channels = Annotated[
    list[str] | None,
    typer.Option(
        "--channel",
        "-c",
        metavar="NAME",
        help="A channel to send. May be repeated.",
        autocompletion=channel_names,
    ),
]
Listen = Annotated[
    str | None,
    typer.Option(
        "--udp",
        metavar="[HOST:]PORT",
        help="Listen for efforts at this address, and answer to whoever sends them.",
    ),
]
Send = Annotated[
    str | None,
    typer.Option("--to", metavar="[HOST:]PORT", help="Send channels to this address."),
]
Remote = Annotated[
    bool,
    typer.Option("--remote", help="Allow addresses of other machines; they can steer the run."),
]
Memory = Annotated[
    str | None, typer.Option("--memory", metavar="NAME", help="Exchange by shared memory.")
]
View = Annotated[
    bool, typer.Option("--view", help="Show a page with a slider for each effort in the browser.")
]
Browser = Annotated[
    bool,
    typer.Option("--browser/--no-browser", help="Open the browser, or only print the address."),
]
Overrun = Annotated[
    str | None,
    typer.Option("--overrun", metavar="slip|stop", help="At a missed deadline: count it, or stop."),
]


def realtime(
    model: ModelPath,
    rate: Rate = None,
    until: Until = None,
    efforts: Efforts = None,
    channels: Channels = None,
    udp: Listen = None,
    to: Send = None,
    remote: Remote = False,
    memory: Memory = None,
    view: View = False,
    port: Port = 0,
    show: Browser = True,
    overrun: Overrun = None,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run a model in real time, controlled by other programs.

    At every sample, channels are sent and efforts read: as datagrams (--udp), in shared memory
    (--memory) or from sliders in the browser (--view). Steps that miss their deadline are counted.
    The result is written to <model>.sarrus in the current folder. Ctrl-C ends the run and keeps it.

    Example:
      sarrus realtime arm.yaml --rate 1kHz --udp 9000 -e A -c A.angle
      sarrus realtime crane.yaml --view -e rail=100N
    """
    screen = Screen(json, quiet, "realtime")
    screen.listen()
    ways = sum((udp is not None or to is not None, memory is not None, view))
    if ways > 1:
        raise typer.BadParameter("give one of --udp, --memory and --view.")
    changed: dict[str, Any] = dict(settings(values))
    entries = {"rate": rate, "until": until, "overrun": overrun, "channels": channels}
    changed |= {f"realtime.{key}": value for key, value in entries.items() if value is not None}
    if efforts:
        changed["realtime.efforts"] = _limits(efforts)
    study = load_study(model, changed, strict, units)
    path = result_path(model, out, force)
    with ExitStack() as stack:
        if view:
            link = stack.enter_context(_page(study, port))
            _show(screen, link, show)
        else:
            link = _link(udp, to, remote, memory)
        _run(screen, study, link, to is not None and udp is None, path)


def _limits(efforts: list[str]) -> Any:
    """Return what names of efforts say: names alone, or with their largest values."""
    pairs = [text.partition("=") for text in efforts]
    if not any(mark for _, mark, _ in pairs):
        return [name for name, _, _ in pairs]
    return {name.strip(): value.strip() or LARGEST for name, _, value in pairs}


def _link(udp: str | None, to: str | None, remote: bool, memory: str | None) -> Any:
    """Return what the run is joined to; None where it only runs."""
    from sarrus.system.realtime.shared_memory import SharedMemory
    from sarrus.system.realtime.udp import Udp

    if memory is not None:
        return SharedMemory(memory)
    if udp is None and to is None:
        return None
    return Udp(udp, to=to, remote=remote)


def _page(study: Study, port: int) -> Any:
    """Return the page with a slider for each effort."""
    from sarrus.viewer import SteeringPage

    how = study.plan.realtime
    if not how.efforts:
        raise typer.BadParameter("name at least one slider: --effort A=5.")
    limits = {name: how.limits.get(name, LARGEST) for name in how.efforts}
    return SteeringPage(
        study.system,
        study.start(),
        limits,
        port=port,
        title=study.model.name,
        **study.plan.keywords,
    )


def _show(screen: Screen, page: Any, show: bool) -> None:
    """Print the address of the page, open it, and wait until it is there."""
    address = page.url
    screen.say(address)
    if show and not open_browser(address):
        screen.note("No browser found; open the address in yours.")
    screen.note("This link works once, on this machine only. The run begins with the page.")
    sys.stdout.flush()
    while not page.wait(0.2):
        pass


def _run(screen: Screen, study: Study, link: Any, only_writes: bool, path: str) -> None:
    """Run a study, write the result, and print the account of time and motion."""
    from sarrus.system import ResultFile
    from sarrus.system.simulation.recording import Stopped

    how = study.plan.realtime
    screen.problems(study.model.notices)
    screen.say(title(study.system))
    steps = f"{how.substeps} step{'s' if how.substeps > 1 else ''} a sample"
    screen.pairs([("rate", f"{how.rate:g} Hz, {how.method} with {steps}")])
    sys.stdout.flush()
    problems, code = list(study.model.notices), 0
    reads = None if only_writes else link
    try:
        file = ResultFile(path, overwrite=True)
        found = study.realtime(reads, link, file=file, progress=False)
    except Stopped as stop:
        kept = getattr(stop, "realtime", None)
        if kept is None:
            raise
        found, code = kept, code_of(stop)
        problems += stop.problems
    run, known = found.run, set(map(str, problems))
    problems += [p for p in run.notices if str(p) not in known]
    if was_interrupted(run) and how.until is not None:
        code = INTERRUPTED
    for line in found.timing.lines():
        screen.say(line)
    if found.steps:
        screen.say("how late samples were:")
        screen.say(str(found.histogram()))
    history = run.history.in_units(*study.units or ("SI",))
    table = extremes(history, study.outputs, None)
    screen.pairs([*run_rows(run), ("result", f"{path} ({size_text(path)})")])
    print_extremes(screen, table)
    screen.problems([p for p in problems if str(p) not in known or p.severity == "error"])
    data = {**run_data(run), "realtime": timing_data(found)}
    screen.answer(code, problems, **data, outputs=table, result=path)


def timing_data(found: RealtimeRun) -> dict[str, Any]:
    """Return the account of time as plain data."""
    edges, counts = found.histogram()
    median, high, most = found.timing.percentiles(50.0, 99.0, 100.0)
    return {
        "rate": 1.0 / found.timing.period,
        "steps": found.steps,
        "held": found.held,
        "overruns": found.overruns,
        "longest_overrun": found.timing.longest_overrun,
        "slip": found.timing.slip,
        "real_time_factor": found.factor,
        "jitter": {"median": median, "percentile_99": high, "most": most},
        "histogram": {"edges": edges.tolist(), "counts": counts.tolist()},
    }
