"""Triggers of the codes of gradients: G10 to G19."""

from __future__ import annotations

from errors.register import Place, triggers
from errors.request_triggers import rod
from sarrus import Mechanism
from sarrus.design import ChannelFunction, gradient
from sarrus.events import Event, Record


@triggers("G10")
def gradient_by_nothing(place: Place) -> None:
    end = ChannelFunction.last("A.angle")
    gradient(rod(), end, ["rod.weight"], start=rod().assemble(), until=0.1)


@triggers("G11")
def gradient_at_two_events_at_once(place: Place) -> None:
    start = rod().assemble({"A.angle": 0.1})
    events = [Event("A.angle", Record(), name=name) for name in ("one", "other")]
    end = ChannelFunction.last("A.rate")
    gradient(rod(), end, ["rod.mass"], start=start, until=1.5, events=events)


@triggers("G12")
def eigenvalue_of_equal_pendulums(place: Place) -> None:
    m = Mechanism("two pendulums")
    for name, x in (("one", 0.0), ("other", 1.0)):
        m.body(name, 1.0, (0, 0, -1), (0.1, 0.1, 0.1), at=(x, 0, 0))
        m.revolute(f"hinge_{name}", m.ground, name, at=(x, 0, 0), axis=(0, 1, 0))
    gradient(m.build().compile(), "frequency", ["one.mass"], of="eigenvalue")
