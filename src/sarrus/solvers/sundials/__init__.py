"""SUNDIALS (CVODE, IDA) behind a small interface: functions in, states at times out."""

from sarrus.solvers.sundials.availability import available
from sarrus.solvers.sundials.errors import (
    IntegrationError,
    IntegrationFailed,
    IntegrationInterrupted,
    SetupRefused,
    TooManySteps,
    TryShorterStep,
)
from sarrus.solvers.sundials.native import Adapters, NativeFunction, Part
from sarrus.solvers.sundials.options import Options, Roots
from sarrus.solvers.sundials.result import Counts, Result, Root
from sarrus.solvers.sundials.solve import (
    CvodeStepper,
    IdaStepper,
    cvode,
    cvode_stepper,
    ida,
    ida_stepper,
)

__all__ = [
    "Adapters",
    "Counts",
    "CvodeStepper",
    "IdaStepper",
    "IntegrationError",
    "IntegrationFailed",
    "IntegrationInterrupted",
    "NativeFunction",
    "Options",
    "Part",
    "Result",
    "Root",
    "Roots",
    "SetupRefused",
    "TooManySteps",
    "TryShorterStep",
    "available",
    "cvode",
    "cvode_stepper",
    "ida",
    "ida_stepper",
]
