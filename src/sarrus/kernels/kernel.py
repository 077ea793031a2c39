"""A compiled function: arrays in, arrays out, without Python in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any, Protocol

from sarrus.errors import InternalError, Problem
from sarrus.kernels.background import Tiered
from sarrus.kernels.program import Port, Program
from sarrus.late_dataclass import dataclass

COMPILED, INTERPRETED, SHARED = "compiled", "interpreted", "shared"
"""Tiers: machine code of one program and the interpreter of it, which give the same bits; and code
that links share, which rounds in another order: a system keeps it for what has begun with it."""
CODE = "E-KERNEL"
REPORT = "send us the model and this message; `cache=None` leaves stored code aside"


class KernelError(InternalError):
    """A function cannot be traced or compiled, or its code does not compute what it says."""

    def __init__(self, wrong: str | Problem | Iterable[Problem], action: str = "") -> None:
        if isinstance(wrong, str):
            wrong = Problem(CODE, "generated code", wrong, action=action or REPORT)
        super().__init__(wrong)


class ManyStates(Protocol):
    """Makes the kernel of many states when it is first asked for."""

    def __call__(self) -> Any:
        """Return the kernel of many states."""
        ...

    def begin(self) -> Any:
        """Return what evaluates rows now: the kernel of many states, or what stands in for it."""
        ...

    def worth(self, rows: int) -> bool:
        """Return whether it is to be used for some more rows: it is there, or they are many."""
        ...


@dataclass(frozen=True)
class Kernel:
    """A native function `void(const double **in, double **out, double *work)`.

    Call it with one array per input; it returns the output, or a tuple of outputs. With rows of
    states it returns rows. `address` is for native callers; `operations` counts its arithmetic;
    `many()` is the kernel of many states, `program()` what it was made from; `ordinary` is the call
    that takes keywords.
    """

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    operations: int
    counts: dict[str, int]
    work_size: int
    address: int
    call: Callable[..., Any] = field(repr=False)
    many: ManyStates = field(repr=False)
    program: Callable[[], Program] = field(repr=False)
    ordinary: Callable[..., Any] = field(repr=False)
    keeps: tuple[Any, ...] = field(repr=False, default=())
    tiered: Tiered | None = field(repr=False, default=None)
    form: str = COMPILED

    @property
    def tier(self) -> str:
        """What answers at present: the form of its code, or the interpreter before there is one."""
        if self.form == SHARED or self.tiered is None or self.tiered.is_compiled:
            return self.form
        return INTERPRETED

    def __call__(self, *arrays: Any) -> Any:
        """Evaluate."""
        return self.call(*arrays)
