"""What can be said of events before a run: unknown names, functions that yield no number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.channels.open_loads import open_load_notice, open_loads
from sarrus.system.names import unknown
from sarrus.system.quantities.parameters import chosen_parameters
from sarrus.system.simulation.event_watch import EventWatch
from sarrus.system.simulation.events.actions import Attach, Detach, Separate
from sarrus.system.simulation.events.contact import pushing_contacts
from sarrus.system.simulation.events.event import Event

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.state import State
    from sarrus.system.system import System


def check_events(sim: Simulator, events: Sequence[Any], start: State) -> list[Problem]:
    """Refuse events with unknown names or functions that cannot be evaluated; all at once.

    Return notices of loads that they read and that redundant loops leave open.
    """
    system = sim.system
    wrong = [
        Problem("V01", "events", "holds something that is no Event", repr(item)[:80])
        for item in events
        if not isinstance(item, Event)
    ]
    if wrong:
        raise ModelError(wrong)
    problems: list[Problem] = []
    attached: dict[str, list[str]] = {}
    for action in (a for e in events for a in e.actions or () if isinstance(a, Attach)):
        attached.setdefault(action.name, []).append(action.body)
    by_function = any(e.actions is None for e in events)
    for event in events:
        for action in event.actions or ():
            problems += _of_action(system, action)
            if isinstance(action, Detach) and not by_function:
                problems += _of_detach(action, attached)
    problems += _of_functions(sim, events)
    if problems:
        raise ModelError(list(dict.fromkeys(problems)))
    return _of_open_loads(sim, events, start) if system.closed else []


def _of_open_loads(sim: Simulator, events: Sequence[Event], start: State) -> list[Problem]:
    q = sim.system.neutral() if sim.q0 is None else sim.q0
    y = np.concatenate([q, np.zeros(sim.size - sim.system.nq)])
    notices = []
    for k, event in enumerate(events):
        if isinstance(event.when, str) or callable(event.when):
            read = EventWatch(sim, [event], [k]).channels_read(y)
            found = open_loads(sim.system, sorted(read), start)
            notices += [open_load_notice(f"event '{event.label}'", found)] if found else []
    return notices


def _of_detach(action: Detach, attached: dict[str, list[str]]) -> list[Problem]:
    """Refuse to detach what no event attaches, or attaches to other bodies only."""
    if action.name not in attached:
        return [unknown("payload", action.name, sorted(attached))]
    bodies = attached[action.name]
    if action.body in bodies:
        return []
    rule = f"is attached to '{bodies[0]}'; '{action.body}' cannot release it"
    return [Problem("V01", f"payload '{action.name}'", rule)]


def _of_action(system: System, action: Any) -> list[Problem]:
    problems: list[Problem] = []
    for kind, name in action.names:
        try:
            if kind == "rate":
                system.compiled.located_rate(name)
            elif kind == "state":
                system.compiled.states_of({name: 0.0}, ())
            elif name not in [element.name for element in system.model.forces]:
                known = [element.name for element in system.model.forces]
                problems.append(unknown("force element", name, known))
        except ModelError as problem:
            problems += problem.problems
    if isinstance(action, Separate):
        wheels = [joint.name for joint in pushing_contacts(system)]
        if action.contact not in wheels:
            problems.append(unknown("contact", action.contact, wheels))
    if action.parameters:
        try:
            chosen_parameters(system.model, action.parameters)
        except ModelError as problem:
            problems += problem.problems
    return problems


def _of_functions(sim: Simulator, events: Sequence[Event]) -> list[Problem]:
    """Evaluate every event's function once, in numbers; return what cannot be."""
    problems: list[Problem] = []
    q = sim.system.neutral() if sim.q0 is None else sim.q0
    y = np.concatenate([q, np.zeros(sim.size - sim.system.nq)])
    sim.z(y)[...] = sim.system.compiled.compiler.start_states()
    for k, event in enumerate(events):
        try:
            watch = EventWatch(sim, [event], [k])
            value = watch.value_in_numbers(y)
            bounces = any(a.throws for a in event.actions or ())
            if bounces and watch.depends_on_velocities(y):
                rule = "depends on velocities; what is thrown back must depend on positions only"
                problems.append(Problem("V05", f"event '{event.label}'", rule))
        except ModelError as problem:
            problems += problem.problems
            continue
        if value is None:
            rule = "must return one number"
            problems.append(Problem("V03", f"event '{event.label}'", rule))
    return problems
