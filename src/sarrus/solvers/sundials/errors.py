"""What can go wrong while a differential equation is integrated."""

from __future__ import annotations

from typing import Any


class IntegrationError(ArithmeticError):
    """Base of the errors of the integrators."""


class SetupRefused(IntegrationError):
    """The integrator does not accept what it was given; `call` and `flag` say where."""

    def __init__(self, call: str, flag: str) -> None:
        super().__init__(f"{call} answered {flag}")
        self.call = call
        self.flag = flag

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.call, self.flag)


class IntegrationFailed(IntegrationError):
    """The integrator cannot go on from `t` with steps of size `step`.

    `flag` is the integrator's own name of the failure; `message` says it in words;
    `partial` holds the result up to the failure, where there is one.
    """

    def __init__(self, flag: str, t: float, step: float, message: str, partial: Any = None) -> None:
        super().__init__(f"at t = {t:.9g} with a step of {step:.3g}: {message} ({flag})")
        self.flag = flag
        self.t = t
        self.step = step
        self.message = message
        self.partial = partial

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), (self.flag, self.t, self.step, self.message, self.partial)


class TooManySteps(IntegrationFailed):
    """The next output was not reached in the allowed number of steps; one may go on."""


class IntegrationInterrupted(KeyboardInterrupt):
    """Ctrl-C during an integration; `partial` holds the result so far."""

    def __init__(self, partial: Any) -> None:
        super().__init__("interrupted")
        self.partial = partial


class TryShorterStep(Exception):
    """Raised by a Python function that has no value at this point: a shorter step may help."""
