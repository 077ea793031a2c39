"""From what a caller asks for to a simulation that is ready to run.

`System.simulate` and `Study.run` both come here: laws are read, settings checked, times planned and
a file prepared, once. What is returned takes its steps when its `run` is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sarrus.system.checks import (
    by_name,
    check_certify,
    check_positive,
    laws_until,
    laws_with_text_read,
)
from sarrus.system.simulation.many_runs import SideBySide, has_many
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.simulation import (
    Simulation,
    check_eps,
    check_method,
    require_room,
    run_order,
)
from sarrus.system.state import State
from sarrus.system.time_grids import last_time

if TYPE_CHECKING:
    from sarrus.system.simulation.events.event import Event
    from sarrus.system.system import System

ALWAYS = ("method", "until", "rtol", "atol", "step", "every", "times", "certify")
"""Settings that every run has, in the order in which result files keep them."""


def simulation_of(
    system: System,
    start: State | Sequence[State],
    settings: Mapping[str, Any],
    keywords: Mapping[str, Any],
    *,
    inputs: Any = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    events: Sequence[Event] = (),
    file: Any = None,
    progress: Any = None,
) -> Simulation | SideBySide:
    """Return the simulation that is asked for, checked and ready to run.

    settings: those keywords of `System.simulate` that say how it goes (method, until, ...), by
    name; keywords: those of every call. All others are as in `System.simulate`.
    """
    method, eps, baumgarte = settings["method"], settings["eps"], settings["baumgarte"]
    check_method(method)
    check_positive(rtol=settings["rtol"], atol=settings["atol"], step=settings["step"],
                   every=settings["every"])  # fmt: skip
    check_certify(settings["certify"])
    kept = dict(zip(ALWAYS, itemgetter(*ALWAYS)(settings), strict=True))
    if eps is not None:
        check_eps(method, eps, baumgarte)
        kept["eps"] = eps
    independent = settings["independent"]
    if independent is not None:
        one = isinstance(independent, str)
        kept["independent"] = [independent] if one else list(independent)
    if settings["solve"] is not None:
        kept["solve"] = settings["solve"]
    if len(settings["keep"]) or settings["formulation"] != "auto":
        kept |= {"keep": settings["keep"], "formulation": settings["formulation"]}
    inputs, driven, events = laws_with_text_read(system, inputs, driven, tuple(events))
    times = settings["times"]
    end = settings["until"] if times is None else last_time(times)
    mode = Mode.first(system, laws_until(inputs, end), laws_until(driven, end), locked)
    if "parameters" in keywords:
        named = by_name("parameter", keywords["parameters"], system.model)
        keywords = {**keywords, "parameters": named}
    if has_many(system, start, keywords):
        return SideBySide.of(system, start, kept, mode, events, keywords, baumgarte)
    alone = start if isinstance(start, State) else start[0]
    order = run_order(system, alone, kept, mode, events, keywords, baumgarte)
    require_room(order)
    sink = None
    if file is not None:
        from sarrus.system.run_files import ResultFile
        from sarrus.system.run_files.opening import file_sink

        sink = file_sink(order, file if isinstance(file, ResultFile) else ResultFile(file))
    return Simulation(order, Progress(progress), sink)
