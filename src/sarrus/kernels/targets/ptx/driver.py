"""The driver of NVIDIA's GPUs through `ctypes`: context, code, memory, streams, launches.

It needs Python and NumPy alone, so that a copy of this file travels with exported kernels.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

LIBRARIES = ("nvcuda.dll",) if sys.platform == "win32" else ("libcuda.so.1", "libcuda.so")
"""The driver's library, by the names that it has on this system."""
LEAST_VERSION = 10010
"""CUDA 10.1, the first driver that reads PTX 6.4."""
OUT_OF_MEMORY, INVALID_PTX, NO_DEVICE, UNSUPPORTED_PTX = 2, 218, 100, 222
LOST = frozenset(
    {4, 46, 201, 214, 219, 700, 701, 702, 709, 710, 714, 715, 716, 717, 718, 719, 720, 999}
)
"""Errors after which the context, and all memory in it, is gone."""
_SHARED = 8
"""The attribute of a kernel: bytes of the memory of a block that its launch may ask for."""
_MAJOR, _MINOR, _SLOW_DOUBLE, _PROCESSORS, _THREADS = 75, 76, 87, 16, 39
_JIT_REGISTERS, _JIT_ERRORS, _JIT_ERROR_SIZE, _JIT_LEVEL = 0, 5, 6, 7
_LOG = 8192


class DriverError(Exception):
    """A call of the driver that failed: its name, number and what the driver says of it."""

    def __init__(self, call: str, number: int, name: str, text: str) -> None:
        super().__init__(f"{call}: {name} ({number}): {text}")
        self.call, self.number, self.name, self.text = call, number, name, text

    @property
    def lost(self) -> bool:
        """Whether the context is gone."""
        return self.number in LOST


class NoDriver(Exception):
    """There is no driver, or none that can be used; `looked`: what was looked for."""

    def __init__(self, reason: str, looked: Sequence[str]) -> None:
        super().__init__(reason)
        self.reason, self.looked = reason, tuple(looked)


def load_library() -> Any:
    """Return the library of the driver."""
    problems = []
    for name in LIBRARIES:
        try:
            return getattr(ctypes, "WinDLL", ctypes.CDLL)(name)
        except OSError as problem:
            problems.append(str(problem))
    raise NoDriver("; ".join(problems), LIBRARIES)


class Driver:
    """The functions of the driver; library: what has them, by default the system's."""

    def __init__(self, library: Any = None) -> None:
        self.library = load_library() if library is None else library
        try:
            self.call("cuInit", 0)
        except DriverError as problem:
            raise NoDriver(str(problem), LIBRARIES) from problem
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.version = int(version.value)
        if self.version < LEAST_VERSION:
            raise NoDriver(f"the driver serves CUDA {version_text(self.version)}, and "
                           f"{version_text(LEAST_VERSION)} is needed", LIBRARIES)  # fmt: skip
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        if not count.value:
            raise NoDriver("the driver finds no device", LIBRARIES)
        self.count = int(count.value)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver; an error is raised by name."""
        number = int(getattr(self.library, name)(*arguments))
        if number:
            raise DriverError(name, number, *self._words(number))

    def _words(self, number: int) -> tuple[str, str]:
        found = []
        for function in ("cuGetErrorName", "cuGetErrorString"):
            text = ctypes.c_char_p()
            getattr(self.library, function)(number, ctypes.byref(text))
            found.append((text.value or b"unknown").decode())
        return found[0], found[1]

    def device(self, index: int = 0) -> Device:
        """Return a device by its number."""
        return Device(self, index)


def version_text(version: int) -> str:
    """Return a version of CUDA as it is written."""
    return f"{version // 1000}.{version % 1000 // 10}"


class Device:
    """A device with its primary context, which CuPy, PyTorch and JAX use as well."""

    def __init__(self, driver: Driver, index: int) -> None:
        self.driver, self.index = driver, index
        handle = ctypes.c_int()
        driver.call("cuDeviceGet", ctypes.byref(handle), index)
        self.handle = handle.value
        name = ctypes.create_string_buffer(128)
        driver.call("cuDeviceGetName", name, 128, self.handle)
        self.name = name.value.decode()
        self.capability = 10 * self._attribute(_MAJOR) + self._attribute(_MINOR)
        self.slow_double = self._attribute(_SLOW_DOUBLE)
        """How many times slower double is than single, by the driver."""
        self.processors = self._attribute(_PROCESSORS)
        self.context = ctypes.c_void_p()
        driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.handle)
        self._local = threading.local()

    def _attribute(self, which: int) -> int:
        value = ctypes.c_int()
        self.driver.call("cuDeviceGetAttribute", ctypes.byref(value), which, self.handle)
        return int(value.value)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver in this device's context."""
        self.driver.call("cuCtxSetCurrent", self.context)
        self.driver.call(name, *arguments)

    @property
    def free_memory(self) -> int:
        """Bytes that are free."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return int(free.value)

    def module(self, ptx: str, registers: int = 0) -> Module:
        """Return code that the driver has assembled; registers: the most of a thread, 0 for any."""
        return Module(self, ptx, registers)

    def memory(self, size: int) -> Memory:
        """Return so many bytes of the device."""
        return Memory(self, size)

    def copy_of(self, array: np.ndarray) -> Memory:
        """Return memory that holds the numbers of an array."""
        found = self.memory(array.nbytes)
        found.put(array)
        return found

    def seconds(self, work: Callable[[], None], stream: int = 0) -> float:
        """Return how long the device takes for some work, by its own clock."""
        events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in events:
            self.call("cuEventCreate", ctypes.byref(event), 0)
        self.call("cuEventRecord", events[0], ctypes.c_void_p(stream))
        work()
        self.call("cuEventRecord", events[1], ctypes.c_void_p(stream))
        self.call("cuEventSynchronize", events[1])
        milliseconds = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *events)
        for event in events:
            self.call("cuEventDestroy_v2", event)
        return 1e-3 * milliseconds.value

    def wait(self, stream: int = 0) -> None:
        """Wait for all that was asked of a stream."""
        self.call("cuStreamSynchronize", ctypes.c_void_p(stream))


class Module:
    """Code on a device."""

    def __init__(self, device: Device, ptx: str, registers: int) -> None:
        self.device, self._handle = device, ctypes.c_void_p()
        log = ctypes.create_string_buffer(_LOG)
        options = {_JIT_ERRORS: ctypes.cast(log, ctypes.c_void_p).value, _JIT_ERROR_SIZE: _LOG}
        if registers:
            options[_JIT_REGISTERS] = registers
        keys = (ctypes.c_int * len(options))(*options)
        values = (ctypes.c_void_p * len(options))(*options.values())
        try:
            device.call("cuModuleLoadDataEx", ctypes.byref(self._handle), ptx.encode() + b"\0",
                        len(options), keys, values)  # fmt: skip
        except DriverError as problem:
            text = log.value.decode(errors="replace").strip()
            raise DriverError(problem.call, problem.number, problem.name,
                              f"{problem.text}. {text}".strip()) from None  # fmt: skip
        self._functions: dict[str, ctypes.c_void_p] = {}
        self._wide: set[str] = set()

    def function(self, name: str) -> ctypes.c_void_p:
        """Return a kernel by its name."""
        if name not in self._functions:
            found = ctypes.c_void_p()
            self.device.call(
                "cuModuleGetFunction", ctypes.byref(found), self._handle, name.encode()
            )
            self._functions[name] = found
        return self._functions[name]

    def attribute(self, name: str, which: int) -> int:
        """Return a number of a kernel: 4 its registers, 3 its bytes of the thread's memory."""
        value = ctypes.c_int()
        function = self.function(name)
        self.device.call("cuFuncGetAttribute", ctypes.byref(value), which, function)
        return int(value.value)

    def launch(
        self, name: str, threads: int, arguments: Sequence[Any], block: int = 128, stream: int = 0,
        shared: int = 0,
    ) -> None:  # fmt: skip
        """Start a kernel with a thread for each state, after what was asked of the stream before.

        arguments: `int` for whole numbers and addresses, `float` for doubles; shared: bytes of the
        memory of a block that its code does not state itself.
        """
        if shared and name not in self._wide:
            self.device.call("cuFuncSetAttribute", self.function(name), _SHARED, shared)
            self._wide.add(name)
        kinds = [ctypes.c_double if isinstance(x, float) else ctypes.c_int64 for x in arguments]
        values = [kind(x) for kind, x in zip(kinds, arguments, strict=True)]
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(x) for x in values])
        self.device.call("cuLaunchKernel", self.function(name), -(-threads // block), 1, 1,
                         block, 1, 1, shared, ctypes.c_void_p(stream), pointers, None)  # fmt: skip


class Memory:
    """Memory of a device, given back with the object."""

    def __init__(self, device: Device, size: int) -> None:
        self.device, self.size, self.address = device, size, 0
        found = ctypes.c_uint64()
        device.call("cuMemAlloc_v2", ctypes.byref(found), ctypes.c_size_t(max(size, 16)))
        self.address = int(found.value)

    def put(self, array: np.ndarray, offset: int = 0) -> None:
        """Copy an array into it."""
        rows = np.ascontiguousarray(array)
        to, of = ctypes.c_uint64(self.address + offset), ctypes.c_void_p(rows.ctypes.data)
        self.device.call("cuMemcpyHtoD_v2", to, of, ctypes.c_size_t(rows.nbytes))

    def get(self, array: np.ndarray, offset: int = 0) -> np.ndarray:
        """Fill an array from it."""
        to, of = ctypes.c_void_p(array.ctypes.data), ctypes.c_uint64(self.address + offset)
        self.device.call("cuMemcpyDtoH_v2", to, of, ctypes.c_size_t(array.nbytes))
        return array

    def fill(self, byte: int) -> None:
        """Set all bytes."""
        self.device.call("cuMemsetD8_v2", ctypes.c_uint64(self.address), ctypes.c_ubyte(byte),
                         ctypes.c_size_t(self.size))  # fmt: skip

    def free(self) -> None:
        """Give it back."""
        if self.address:
            address, self.address = self.address, 0
            self.device.call("cuMemFree_v2", ctypes.c_uint64(address))

    def __del__(self) -> None:
        try:
            self.free()
        except Exception:  # the context may be gone, and the interpreter ending
            return
