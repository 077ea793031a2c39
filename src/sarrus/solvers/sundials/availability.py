"""Which code integrates on this machine: the wheel's libraries if they pass a trial."""

from __future__ import annotations

import ctypes
import weakref
from functools import cache
from math import exp

from sarrus.solvers.sundials.cvode import NativeCvode
from sarrus.solvers.sundials.errors import IntegrationError
from sarrus.solvers.sundials.ida import NativeIda
from sarrus.solvers.sundials.library import Library, LibraryUnusable, open_library
from sarrus.solvers.sundials.native import Adapters, NativeFunction, Part
from sarrus.solvers.sundials.options import Function, Options

_TRIAL = Options(rtol=1e-6, atol=1e-9)
_FAR = 1e-4
"""How far from exp(-1) a trial may end."""

_adapter_problems: weakref.WeakKeyDictionary[Adapters, str] = weakref.WeakKeyDictionary()


@cache
def native_library() -> tuple[Library | None, str]:
    """Return the libraries and their version, or None and why they cannot be used."""
    try:
        library = open_library()
        problem = _trial(
            library,
            (lambda t, y: -y, lambda t, y: [[-1.0]]),
            (lambda t, y, yp: y + yp, lambda t, y, yp, cj: [[1.0 + cj]]),
        )
    except (LibraryUnusable, IntegrationError, ctypes.ArgumentError) as unusable:
        return None, str(unusable)
    if problem:
        return None, problem
    return library, "SUNDIALS " + ".".join(str(number) for number in library.version)


def adapter_problem(adapters: Adapters) -> str:
    """Return why compiled functions cannot be called directly, or nothing."""
    library, reason = native_library()
    if library is None:
        return reason
    if adapters not in _adapter_problems:
        try:
            found = _trial(library, *_trial_functions(adapters))
        except IntegrationError as problem:
            found = str(problem)
        _adapter_problems[adapters] = found
    return _adapter_problems[adapters]


def available(adapters: Adapters | None = None) -> str:
    """Say which path the integrators take, and why; for reports on an installation."""
    library, words = native_library()
    if library is None:
        return f"python: scikit-sundae calls Python functions ({words})"
    if adapters is None:
        return f"native: {words}, called directly"
    if problem := adapter_problem(adapters):
        return f"native: {words}, compiled functions called through Python ({problem})"
    return f"native: {words}, compiled functions called directly"


def _trial(library: Library, ode: tuple[Function, Function], dae: tuple[Function, Function]) -> str:
    """Integrate y' = -y with both solvers; return what is wrong, or nothing."""
    cvode = NativeCvode(
        library, ode[0], 0.0, [1.0], 1.0, method="bdf", jacobian=ode[1], corrector="newton",
        roots=None, pass_end=False, options=_TRIAL,
    )  # fmt: skip
    ida = NativeIda(
        library, dae[0], 0.0, [1.0], [-1.0], 1.0, jacobian=dae[1], algebraic=None, correct=None,
        suppress_algebraic=False, roots=None, pass_end=False, options=_TRIAL,
    )  # fmt: skip
    with cvode, ida:
        ends = (cvode.advance(1.0)[1][0], ida.advance(1.0)[1][0])
    for name, end in zip(("CVODE", "IDA"), ends, strict=True):
        if not abs(end - exp(-1.0)) < _FAR:
            return f"{name} does not pass its trial"
    return ""


def _trial_functions(
    adapters: Adapters,
) -> tuple[tuple[NativeFunction, NativeFunction], tuple[NativeFunction, NativeFunction]]:
    """Return y' = -y as compiled functions, with their derivatives."""
    y, yp, cj = Part("y", 1), Part("yp", 1), Part("cj", 1)

    def function(name: str, *inputs: Part) -> NativeFunction:
        address = adapters.addresses[name]
        return NativeFunction(address, inputs, (Part("value", 1),), 0, adapters)

    return (
        (function("decay", y), function("decay_slope", y)),
        (function("decay_residual", y, yp), function("decay_residual_slope", cj)),
    )
