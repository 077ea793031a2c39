"""A kernel with buffers of its own."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.kernels.calling import aligned_array, pointers
from sarrus.kernels.kernel import Kernel
from sarrus.kernels.native import Record, address_of, compile_function


class NamedInputs:
    """Something with arrays of inputs and outputs by name, whose inputs may be changed."""

    inputs: dict[str, np.ndarray]
    outputs: dict[str, np.ndarray]

    def update(self, inputs: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs; names that it does not have are left out."""
        for name, value in inputs.items():
            if name in self.inputs:
                self.inputs[name][...] = value


class MovedOutputs(NamedInputs):
    """What a native loop may let write to other arrays than its own."""

    _outs: Any

    def restore(self) -> None:
        """Let the outputs go to this object's own arrays again, after a loop has moved them."""
        for k, array in enumerate(self.outputs.values()):
            self._outs[k] = array.ctypes.data


class BoundKernel(MovedOutputs):
    """A kernel with an array for each input and output, by name.

    shared: arrays to use as inputs instead of new ones, so that two kernels see the same values;
    filled: arrays to use as outputs, likewise.
    """

    def __init__(
        self,
        kernel: Kernel,
        inputs: Mapping[str, np.ndarray],
        shared: Mapping[str, np.ndarray] | None = None,
        filled: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        known, filled = shared or {}, filled or {}
        self.inputs = {
            port.name: known[port.name] if port.name in known else np.zeros(port.shape)
            for port in kernel.inputs
        }
        self.outputs = {
            port.name: filled[port.name] if port.name in filled else np.zeros(port.shape)
            for port in kernel.outputs
        }
        self.update(inputs)
        self.work = aligned_array(kernel.work_size)
        self._ins = pointers(list(self.inputs.values()))
        self._outs = pointers(list(self.outputs.values()))
        self.arguments: tuple[Any, ...] = (
            kernel.address,
            ctypes.addressof(self._ins),
            ctypes.addressof(self._outs),
            self.work.ctypes.data,
        )
        self._kernel = kernel
        self._call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(kernel.address)

    def __call__(self) -> None:
        """Evaluate the kernel with what its inputs hold."""
        self._call(*self.arguments[1:])


class PythonKernel(NamedInputs):
    """A function of Python in the place of a kernel, for what cannot be compiled.

    function(inputs, outputs) fills the outputs, both by name.
    """

    def __init__(
        self,
        function: Callable[[dict[str, np.ndarray], dict[str, np.ndarray]], None],
        inputs: Mapping[str, np.ndarray],
        outputs: Mapping[str, np.ndarray],
    ) -> None:
        self.inputs, self.outputs = dict(inputs), dict(outputs)
        self._function = function
        self._names = list(self.outputs)
        self._errors = np.geterr()
        self.arguments: tuple[Any, ...] = (
            self._run,
            list(self.inputs.values()),
            list(self.outputs.values()),
            np.zeros(1),
        )

    def _run(self, ins: Sequence[np.ndarray], outs: Sequence[np.ndarray], work: np.ndarray) -> None:
        found = {name: outs[k][: self.outputs[name].size] for k, name in enumerate(self._names)}
        with np.errstate(**self._errors):  # those of whoever wrote the function, not of the loop
            self._function(self.inputs, found)

    def __call__(self) -> None:
        """Evaluate the function with what its inputs hold."""
        self._function(self.inputs, self.outputs)


class BoundFunction(MovedOutputs):
    """A native function of a record with the interface of a bound kernel, by name.

    function: of (record, outputs, work).
    """

    def __init__(
        self,
        function: Callable[..., None],
        state: Record,
        inputs: Mapping[str, np.ndarray],
        outputs: Mapping[str, np.ndarray],
    ) -> None:
        self.state, self.inputs, self.outputs = state, dict(inputs), dict(outputs)
        self._code = compile_function(function)
        self._outs = pointers(list(self.outputs.values()))
        self.arguments: tuple[Any, ...] = (
            address_of(self._code),
            state.address,
            ctypes.addressof(self._outs),
            0,
        )

    def __call__(self) -> None:
        """Evaluate the function with what its inputs hold."""
        self._code(self.arguments[1], self.arguments[2], 0)


class Idle:
    """No kernel where one could be: it is never evaluated."""

    def __init__(self) -> None:
        self.arguments: tuple[Any, ...] = (0, 0, 0, 0)
        self.inputs: dict[str, np.ndarray] = {}
        self.outputs: dict[str, np.ndarray] = {}

    def update(self, inputs: Mapping[str, np.ndarray]) -> None:
        """Do nothing."""


Evaluated = BoundKernel | BoundFunction | PythonKernel | Idle


def in_python(kernel: Evaluated) -> PythonKernel | Idle:
    """Return a kernel as a function of Python, for a loop that runs in Python."""
    if not isinstance(kernel, (BoundKernel, BoundFunction)):
        return kernel
    bound = kernel
    bound.restore()

    def run(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
        bound()
        for name, value in bound.outputs.items():
            outputs[name][...] = value.reshape(outputs[name].shape)

    return PythonKernel(run, bound.inputs, bound.outputs)
