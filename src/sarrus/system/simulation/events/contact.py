"""Rolling contacts in a run: they only push, and hold by friction; what ends them, and how.

A contact whose normal force would pull, or that needs more grip than there is, is watched in every
run with rolling contacts. The run stops there, unless an event of the user looks at the same
channel, or separates or slides the contact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joint import Joint
from sarrus.system.simulation.events.actions import TEXT, Action, Replace, Separate
from sarrus.system.simulation.events.event import Event

if TYPE_CHECKING:
    from sarrus.system.simulation.events.change import Change
    from sarrus.system.state import State
    from sarrus.system.system import System

NOTHING = 1e-9
"""A pull that is none, as part of the weight of the mechanism, or of its mass times 1 m/s^2."""
FLAT = 0.999
"""Cosine of the angle between axis and normal above which a wheel lies flat."""
ALONE = 1e-9
"""Entries of self-stresses below which a multiplier is unique."""


@dataclass(frozen=True)
class ContactLost(Action):
    """End the run where a rolling contact would pull, or slip, and say so."""

    contact: str = field(metadata=TEXT)
    mu: float | None = None

    @property
    def looks(self) -> bool:
        """Always: the reason depends on where the wheel is."""
        return True

    def apply(self, change: Change) -> None:
        """End the run with the reason."""
        change.stop = True
        if _lies_flat(change.state, self.contact):
            change.problem = fallen(self.contact, change.t)
        elif self.mu is None:
            change.problem = lift_off_problem(self.contact, change.t)
        else:
            change.problem = slip_problem(self.contact, self.mu, change.t)
        change.note("stopped")


def lift_off(contact: str, do: Any = None) -> Event:
    """Return the event of a contact that lifts off; it separates, unless something else is done."""
    done = Separate(contact) if do is None else do
    name = f"{contact} lifts off"
    return Event(f"{contact}.normal_force", done, direction="down", name=name, most=1)


def slip_into(contact: str, by: str) -> Event:
    """Return the event of a contact, with `mu`, that slips: the element `by` takes its place."""
    name, done = f"{contact} slips", Replace(contact, by=by)
    return Event(f"{contact}.friction_left", done, direction="down", name=name, most=1)


def replaced_at_start(events: Sequence[Event]) -> frozenset[str]:
    """Return the elements that wait for a rolling contact to end, and are off until then."""
    return frozenset(a.by for e in events for a in e.actions or () if isinstance(a, Replace))


def contact_events(system: System, state: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return what is watched of the rolling contacts of a system, besides events of the user.

    Forces that redundant contacts share in many ways are not watched (`unwatched_contacts`).
    """
    found: list[Event] = []
    wheels = pushing_contacts(system)
    if not wheels:
        return ()
    alone = unique_contacts(system, state)
    for joint in wheels:
        if joint.name not in alone:
            continue
        known = {e.when for e in events if isinstance(e.when, str)}
        acted = {
            a.contact
            for e in events
            for a in e.actions or ()
            if isinstance(a, Separate) and not _of_slip(e)
        }
        force, grip = f"{joint.name}.normal_force", f"{joint.name}.grip"
        left, pull = f"{joint.name}.friction_left", least_pull(system)
        kind: Any = joint.type
        if force not in known and joint.name not in acted:
            found.append(
                Event(
                    force,
                    ContactLost(joint.name),
                    at=-pull,
                    direction="down",
                    name=f"{joint.name} lifts off",
                )
            )
        if not {grip, left} & known and np.isfinite(getattr(kind, "mu", np.inf)):
            mu = float(kind.mu)
            lost, name = ContactLost(joint.name, mu), f"{joint.name} slips"
            # a wheel that lifts off needs no friction: that is seen before this
            found.append(Event(left, lost, at=-2.0 * mu * pull, direction="down", name=name))
    return tuple(found)


def _of_slip(event: Event) -> bool:
    """Whether an event looks at friction: it does not see a wheel that lifts off."""
    return isinstance(event.when, str) and event.when.endswith((".friction_left", ".grip"))


def unwatched_contacts(
    system: System, state: State, events: Sequence[Event]
) -> tuple[Problem, ...]:
    """Return a notice of contacts whose forces are not unique, and are not looked at by events."""
    wheels = pushing_contacts(system)
    looked = {e.when.rpartition(".")[0] for e in events if isinstance(e.when, str)}
    alone = unique_contacts(system, state) if wheels else set()
    named = [j.name for j in wheels if j.name not in alone and j.name not in looked]
    if not named:
        return ()
    listed = ", ".join(f"'{name}'" for name in named)
    return (
        Problem(
            "W45",
            f"contacts {listed}",
            "share their forces in many ways: whether they lift off or slip is not watched",
            cause="more wheels on one rigid body than it needs to stand, or to be held by",
            action="carry wheels by springs, or look at their forces by events of your own",
            severity="notice",
        ),
    )


def pushing_contacts(system: System) -> list[Joint]:
    """Return the joints of a system that only push: rolling contacts, followers on curves."""
    return [joint for joint in system.topology.cuts if joint.type.is_one_sided]


def least_pull(system: System) -> float:
    """Return the pull [N] below which a contact still counts as closed."""
    mass = sum(body.mass for body in system.model.bodies) or 1.0
    return NOTHING * mass * max(float(np.linalg.norm(system.model.gravity)), 1.0)


def unique_contacts(system: System, state: State) -> set[str]:
    """Return the contacts whose forces no self-stress of the loops can change."""
    loops = system.compiled.loops
    Z = loops.scaled_matrix(loops.closure(state.q)[1]).left_null_space
    shared = np.flatnonzero(np.max(np.abs(Z), axis=1, initial=0.0) > ALONE)
    open_ = {loops.row_owner[k] for k in shared}
    return {joint.name for joint in pushing_contacts(system)} - open_


def start_problems(watched: Sequence[Event], values: np.ndarray) -> list[Problem]:
    """Return what contacts cannot do at the start of a run; values: of the events watched."""
    found = []
    for event, value in zip(watched, values, strict=False):
        action = (event.actions or (None,))[0]
        if not isinstance(action, ContactLost) or not value * event.sign > 0.0:
            continue
        if action.mu is None:
            rule = f"would pull with {-(value + event.at):.4g} N at the start; it can only push"
            cause = "the wheel is off the ground, driven off it, or too fast over a crest or cam"
            advice = "start from another state, or take the contact out of the model"
        else:
            more = -(value + event.at)
            rule = f"needs {more:.4g} N more than mu = {action.mu:g} has at the start"
            cause = "drives, brakes or a turn that need more force than friction has"
            advice = "use smaller efforts or speeds, a larger mu, or a contact with friction"
        problem = Problem("D20", f"contact '{action.contact}'", rule, cause=cause, action=advice)
        found.append(problem)
    return found


def _lies_flat(state: State, contact: str) -> bool:
    """Tell whether a wheel, no ball, lies on its side."""
    system = state.system
    names = [joint.name for joint in system.topology.cuts]
    kind: Any = system.model.joint(contact).type
    rotation = system.compiled.loops.gaps(state.q)[0][names.index(contact)]
    return getattr(kind, "is_ball", True) is False and abs(float(rotation[2, 2])) > FLAT


def fallen(contact: str, t: float) -> Problem:
    """Return the problem of a wheel that lies on its side."""
    return Problem(
        "E-LIFT",
        f"contact '{contact}' at t = {t:.9g} s",
        "lies flat: its axis is along the normal, where a disc has no lowest point",
        cause="the wheel has fallen over",
        action=f"end the run before, by an event on its lean, or look at '{contact}.contact'",
    )


def lift_off_problem(contact: str, t: float) -> Problem:
    """Return the problem of a contact that would pull."""
    return Problem(
        "E-LIFT",
        f"contact '{contact}' at t = {t:.9g} s",
        "lifts off: its normal force has fallen to 0 N, and from here on it would have to pull",
        cause="a bump, a crest, braking or a turn unloads the wheel; of a cam, its speed",
        action=f"go on without it by events=[lift_off('{contact}')], or look at "
        f"'{contact}.normal_force' in the run so far",
    )


def slip_problem(contact: str, mu: float, t: float) -> Problem:
    """Return the problem of a contact that needs more friction than there is."""
    return Problem(
        "E-SLIP",
        f"contact '{contact}' at t = {t:.9g} s",
        f"slips: the grip that it needs, tangential over normal force, has reached mu = {mu:g}",
        cause="drive, brake or turn need more force than friction has",
        action=f"look at '{contact}.grip' in the run so far; give a larger mu, smaller efforts, or "
        f"go on with a tyre by events=[slip_into('{contact}', 'name of the tyre')]",
    )
