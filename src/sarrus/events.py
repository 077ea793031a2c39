"""Events of a simulation and what they do: `from sarrus.events import Event, Lock, Bounce`."""

from sarrus.system.events import (
    Action,
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Event,
    Lock,
    Record,
    Release,
    SetParameter,
    Stop,
)

__all__ = [
    "Action",
    "Attach",
    "Bounce",
    "Detach",
    "Drive",
    "Effort",
    "Enable",
    "Event",
    "Lock",
    "Record",
    "Release",
    "SetParameter",
    "Stop",
]
