"""What a code target is: one protocol, behind which LLVM, C and others stand.

A target lowers two things: programs (instruction lists of traced equations) and native functions
(`kernels.native`: loops, the functions of `kernels.functions`, look-ups in tables). Callers take a
target (`KernelFactory(target=...)`, `compile_function(function, target)`); they never ask which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, runtime_checkable

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.kernels.program import Port, Program
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.kernels.bytecode import Bytecode
    from sarrus.kernels.shared.sweep import Sweep


@dataclass(frozen=True)
class KernelCode:
    """The code of a program, and how many numbers of work space a call needs.

    The code holds one function under the name "kernel",

        void kernel(const double **in, double **out, double *work)

    and, for many states at a time, a second one, "rows",

        void rows(double **in, double **out, double *work, const double **given,
                  double **results, const int64_t *layout, int64_t *taken, int64_t piece,
                  int64_t count)

    which brings blocks of states into the columns of the first and back (`kernels.batch`; the words
    of `layout` are listed in `targets.llvm.rows`).
    """

    code: bytes
    work_size: int


class LoadedCode(Protocol):
    """Code in this process; its functions live as long as it does."""

    def address(self, symbol: str) -> int:
        """Return where a function of the code begins."""
        ...


class Entry(Protocol):
    """A kernel that is interpreted until other code takes its place."""

    @property
    def address(self) -> int:
        """Where it begins, whatever answers."""
        ...

    @property
    def calls(self) -> int:
        """How often it has been interpreted."""
        ...

    @property
    def replaced(self) -> bool:
        """Whether other code has taken its place."""
        ...

    def replace(self, address: int, code: Any) -> None:
        """Let a kernel at another address answer from the next call on; code: what holds it."""
        ...


class Interpreter(Protocol):
    """What runs bytecode."""

    def entry(self, bytecode: Bytecode) -> Entry:
        """Return a kernel of some bytecode."""
        ...


class Target(Protocol):
    """Where programs and native functions run.

    The functions of a target agree with `kernels.interpreter` to rounding. Operations are rounded
    one by one but for the products that `kernels.contraction` lists and `fma` of the native
    language, which are rounded together with their sum; so all targets that can do this give the
    same bits.
    """

    def identity(self) -> str:
        """Return all that code depends on besides its source: versions, processor, settings.

        Code is kept on disk under it.
        """
        ...

    def width(self) -> int:
        """Return how many states a kernel of many states evaluates at once, 1 if it has none."""
        ...

    def kernel_code(self, program: Program, width: int = 1, seldom: bool = False) -> KernelCode:
        """Return the code of a program for one state, or for as many at once as `width` says.

        seldom: it will run a few times only; what makes its code quickly is to be preferred.
        """
        ...

    def function_code(self, function: Callable[..., Any]) -> bytes:
        """Return the code of a native function, under its `native.language.symbol_of`.

        Arrays and records are passed by address; the code holds all that the function calls.
        """
        ...

    def load(self, code: bytes) -> LoadedCode:
        """Bring code into this process."""
        ...

    def interpreter(self) -> Interpreter | None:
        """Return what runs bytecode to the same bits as the target's code, None if nothing does."""
        ...

    def python_function(
        self,
        address: int,
        inputs: tuple[Port, ...],
        outputs: tuple[Port, ...],
        work: int | np.ndarray,
        defaults: dict[str, np.ndarray],
        slow: Callable[..., Any],
        watch: Watch | None = None,
    ) -> Callable[..., Any] | None:
        """Return a quick way from Python to the kernel at an address, None if there is none.

        work: how many numbers it works in, or their array; defaults: values of the last inputs,
        which callers may leave out; slow: the ordinary caller, for all that is not an array of
        the right shape; watch: the output that decides whether it answers for a result too.
        """
        ...


@runtime_checkable
class SweepTarget(Protocol):
    """What a target may have besides: code that elements share (`kernels.shared`).

    Without it, all kernels are written out.
    """

    def sweep_code(self, sweeps: Mapping[str, Sweep]) -> bytes:
        """Return the code of sweeps over elements, each a function under its name."""
        ...

    def driver_code(self) -> bytes:
        """Return the code of a kernel that runs a list of calls, whose address stands in it.

        It is `shared.sweep.CONTEXT`, once, until another one is put in its place.
        """
        ...

    def turns_code(self) -> bytes:
        """Return the code of `turns`, which takes sines and cosines of all angles of sweeps."""
        ...

    def inner_call_code(self) -> bytes:
        """Return the code of `inner_call`, by which a list of sweeps calls another kernel.

        Its table is the kernel's address; its places are `count` pairs for the arrays of that
        kernel, `first` inputs and then outputs: the number of an input of the whole, or -1 and
        where the array stands in the work array, or -2 less the number of an output of the whole.
        Its record is where these pointers are kept, and
        behind them begins the kernel's own work space.
        """
        ...


def has_sweeps(target: Target) -> TypeGuard[SweepTarget]:
    """Whether a target has code that elements share; a tenth of what `isinstance` takes."""
    return hasattr(target, "sweep_code")
