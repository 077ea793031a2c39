"""A study and its outcome in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.system import Run
from sarrus.system.flow.steps import METHODS
from sarrus.system.one_state.mobility import Mobility

if TYPE_CHECKING:
    from sarrus.study.study import Study
    from sarrus.system.driven.driving import Drive

MOST = 6
"""Names in a list before it is cut short."""


def description(study: Study) -> str:
    """Return mobility, loops, cut joints, redundant equations, gravity and tolerances."""
    model, found = study.model, study.system.mobility(study.start())
    counts = [
        _count(len(model.bodies), "body", "bodies"),
        _count(len(model.joints), "joint"),
        _count(len(study.system.topology.loops), "loop"),
        _count(len(model.forces), "force element"),
    ]
    gravity = ", ".join(f"{g:g}" for g in model.gravity)
    return "\n".join(
        [
            f"{model.name}: {', '.join(counts)}",
            f"  mobility {found.freedom}{_passive(found)}",
            *_loops(study),
            f"  redundant constraints {_redundant(found)}",
            f"  gravity ({gravity}) m/s^2",
            f"  {_how(study)}",
            *_drives_and_events(study),
            *(f"  {notice}" for notice in model.notices),
        ]
    )


def summary(study: Study, run: Run | Drive) -> str:
    """Return what a run took, how well it kept its laws, and where its result is."""
    if not isinstance(run, Run):
        lines = [
            f"{study.model.name}: {run.t[0]:g} to {run.t[-1]:g} s, {len(run)} positions driven",
            f"  smallest singular value {min(run.watch, default=1.0):.2g}",
            *(f"  {notice}" for notice in run.notices),
        ]
        return "\n".join(lines)
    lines = [run.report()]
    lines += [
        f"  t = {event.t:.9g} s: {event.name}: {', '.join(event.done)}" for event in run.events
    ]
    reader = getattr(run.states, "reader", None)
    if reader is not None:
        lines.append(f"  result in {reader.path}")
    return "\n".join(lines)


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n or 'no'} {one if n == 1 else many or one + 's'}"


def _name_list(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more


def _passive(found: Mobility) -> str:
    passive = f" ({_name_list(found.passive)} can move alone)" if found.passive else ""
    return f"{passive}; a singular position" if found.singular else passive


def _loops(study: Study) -> list[str]:
    loops = study.system.topology.loops
    return [f"  loop {' - '.join(loop.joints)}, cut at '{loop.cut}'" for loop in loops]


def _redundant(found: Mobility) -> str:
    if not found.n_redundant:
        return "none"
    return f"{found.n_redundant} of {found.rows}: {_name_list(found.redundant)}"


def _drives_and_events(study: Study) -> list[str]:
    """Return what drives, locks or changes the mechanism."""
    plan = study.plan
    points = [f"point of {point.body}" for point in plan.points]
    parts = {
        "driven": (*plan.drives, *points),
        "locked": plan.locked,
        "efforts on": tuple(plan.inputs),
        "events": tuple(event.label for event in plan.events),
    }
    return [f"  {what} {_name_list(tuple(names))}" for what, names in parts.items() if names]


def _how(study: Study) -> str:
    s = study.settings
    if s.kind == "drive":
        return f"motion prescribed until {s.end:g} s"
    if s.step is not None and s.method in METHODS:
        return f"method {s.method}, step {s.step:g} s, until {s.end:g} s"
    return f"method {s.method}, rtol {s.rtol:g}, atol {s.atol:g}, until {s.end:g} s"
