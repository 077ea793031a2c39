"""Compiled functions as the integrators take them: an address and the meaning of its arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from math import prod
from typing import Any, Protocol

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.sundials.adapter_text import TABLE, adapter_text

SIZED_BY_SOLVER = {"t": 1, "cj": 1}
ROLES = ("t", "cj", "y", "yp", "value")

Compile = Callable[[str, str], tuple[int, Any]]
"""LLVM text and the name of a function in it, to its address and what keeps the code alive."""


@dataclass(frozen=True, eq=False)
class Adapters:
    """Machine code between SUNDIALS and kernels: the addresses of its functions by name."""

    addresses: Mapping[str, int]
    keeps: Any = field(repr=False, default=None)

    @classmethod
    def compile(cls, compile_text: Compile) -> Adapters:
        """Return the adapters, compiled by the caller's compiler; once per process is enough."""
        address, keeps = compile_text(adapter_text(), "adapters")
        table = (ctypes.c_void_p * len(TABLE))()
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)(ctypes.addressof(table))
        found = {name: int(value or 0) for name, value in zip(TABLE, table, strict=True)}
        return cls(found, keeps)


@dataclass(frozen=True)
class Part:
    """What one array of a kernel is to the integrator: `size` numbers of a role from `start` on.

    Roles: "t" time; "y" state; "yp" its derivative; "cj" IDA's factor in dF/dy + cj dF/dyp;
    "value" what the function yields. Several arrays may be parts of one state.
    """

    role: str
    size: int
    start: int = 0

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"the role '{self.role}' is none of {', '.join(ROLES)}")
        if self.size < 0 or self.start < 0:
            raise ValueError(f"part {self} of negative extent")
        if SIZED_BY_SOLVER.get(self.role, self.size) != self.size or (
            self.role in SIZED_BY_SOLVER and self.start
        ):
            raise ValueError(f"'{self.role}' is one number, not {self.size}")


class KernelLike(Protocol):
    """What `NativeFunction.of` reads of a kernel."""

    @property
    def address(self) -> int:
        """Where its code starts."""

    @property
    def work_size(self) -> int:
        """How many numbers of work it needs."""

    @property
    def inputs(self) -> Sequence[Any]:
        """Its inputs, each with a name and a shape."""

    @property
    def outputs(self) -> Sequence[Any]:
        """Its outputs, each with a name and a shape."""


@dataclass(frozen=True, eq=False)
class NativeFunction:
    """A compiled function `void(const double **in, double **out, double *work)`.

    Each input is a `Part`, or an array whose numbers the kernel reads where they are: change
    them in place between steps, then `reinit`. Each output is a `Part` of role "value", or an
    array for what is not used. A Jacobian's value is stored row by row: J[i, j] = df_i / dy_j.
    """

    address: int
    inputs: tuple[Part | np.ndarray, ...]
    outputs: tuple[Part | np.ndarray, ...]
    work_size: int
    adapters: Adapters = field(repr=False)
    keeps: Any = field(repr=False, default=None)
    table: int = 0
    """Where the addresses of the inputs stand, if the function reads more behind them."""

    def __post_init__(self) -> None:
        if not self.address:
            raise ValueError("the address of the function is 0")
        for array in (*self.inputs, *self.outputs):
            if not isinstance(array, Part):
                _check_array(array)
        for part in self.outputs:
            if isinstance(part, Part) and part.role != "value":
                raise ValueError(f"an output cannot be '{part.role}'")
        for part in self.inputs:
            if isinstance(part, Part) and part.role == "value":
                raise ValueError("an input cannot be the value")
        if any(part.start for part in self.parts("value")[:1]):
            raise ValueError("the first part of the value must start at 0")

    @classmethod
    def of(
        cls,
        kernel: KernelLike,
        adapters: Adapters,
        roles: Mapping[str, str],
        inputs: Mapping[str, np.ndarray] | None = None,
    ) -> NativeFunction:
        """Return a kernel as a function: `roles` by the names of its inputs and outputs.

        Arrays of the same role follow one another in the kernel's order, so that roles
        {"q": "y", "v": "y"} make y = (q, v). `inputs` holds the arrays of the other inputs;
        outputs without a role are not used.
        """
        fixed = dict(inputs or {})
        names = [port.name for port in (*kernel.inputs, *kernel.outputs)]
        if unknown := (set(roles) | set(fixed)) - set(names):
            raise ValueError(f"the kernel has no array named {', '.join(sorted(unknown))}")
        sources, outputs = (
            _parts(ports, roles, fixed, spare)
            for ports, spare in ((kernel.inputs, False), (kernel.outputs, True))
        )
        return cls(kernel.address, sources, outputs, kernel.work_size, adapters, keeps=kernel)

    def parts(self, role: str) -> list[Part]:
        """Return the parts of a role, by their start."""
        found = [
            part
            for part in (*self.inputs, *self.outputs)
            if isinstance(part, Part) and part.role == role
        ]
        return sorted(found, key=lambda part: part.start)

    def check(self, what: str, n: int, value_size: int) -> None:
        """Refuse a function whose parts do not fit a state of size n and a value of a size."""
        for role in ("y", "yp"):
            for part in self.parts(role):
                if part.start + part.size > n:
                    raise ValueError(
                        f"{what}: a part of '{role}' ends at {part.start + part.size}, "
                        f"but the state has {n} numbers"
                    )
        end = 0
        for part in self.parts("value"):
            if part.start != end:
                raise ValueError(f"{what}: the parts of the value leave a gap or overlap at {end}")
            end += part.size
        if end != value_size:
            raise ValueError(f"{what}: the value has {end} numbers, {value_size} are needed")


def _check_array(array: Any) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != np.float64:
        raise TypeError("arrays of a native function must be NumPy arrays of doubles")
    if not array.flags.c_contiguous or not array.flags.aligned:
        raise ValueError("arrays of a native function must be contiguous")


def _parts(
    ports: Sequence[Any], roles: Mapping[str, str], fixed: Mapping[str, np.ndarray], spare: bool
) -> tuple[Part | np.ndarray, ...]:
    ends: dict[str, int] = {}
    parts: list[Part | np.ndarray] = []
    for port in ports:
        size = prod(port.shape)
        if port.name in roles:
            role = roles[port.name]
            start = ends.get(role, 0)
            parts.append(Part(role, size, start))
            ends[role] = start + (0 if role in SIZED_BY_SOLVER else size)
        elif port.name in fixed:
            if np.shape(fixed[port.name]) != tuple(port.shape):
                raise ValueError(f"'{port.name}' must have shape {tuple(port.shape)}")
            parts.append(fixed[port.name])
        elif spare:
            parts.append(np.zeros(port.shape))
        else:
            raise ValueError(f"input '{port.name}' has neither a role nor a given array")
    return tuple(parts)
