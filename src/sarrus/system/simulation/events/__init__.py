"""Events: something crosses zero, and something happens.

Event("slider.position", at=0.3, direction="up", do=Stop())
Event(0.5, do=[Lock("A"), SetParameter("S.k", 2e4)])
Event(lambda t, state: state.position("ball")[1] - 0.05, direction="down", do=Bounce(0.8))
"""

from sarrus.system.simulation.events.actions import (
    BODY,
    ELEMENT,
    RATE,
    TEXT,
    Action,
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Join,
    Lock,
    Part,
    Record,
    Release,
    Replace,
    Separate,
    SetParameter,
    SetState,
    Stop,
    in_units,
    register,
    vector_in,
)
from sarrus.system.simulation.events.contact import lift_off, slip_into
from sarrus.system.simulation.events.event import Event

__all__ = [
    "BODY",
    "ELEMENT",
    "RATE",
    "TEXT",
    "Action",
    "Attach",
    "Bounce",
    "Detach",
    "Drive",
    "Effort",
    "Enable",
    "Event",
    "Join",
    "Lock",
    "Part",
    "Record",
    "Release",
    "Replace",
    "Separate",
    "SetParameter",
    "SetState",
    "Stop",
    "in_units",
    "lift_off",
    "register",
    "slip_into",
    "vector_in",
]
