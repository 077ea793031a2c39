"""Arrays of others on a device: CuPy, PyTorch, JAX and all that speak DLPack, without copies.

An array is read through `__cuda_array_interface__`, or where it has none, through DLPack. Results
are of the kind of the inputs: made by CuPy or PyTorch, or ours, handed over by DLPack.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass

CUDA = 2
"""The kind of device in DLPack."""
_FLOAT = 2
_CAPSULE = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """DLManagedTensor."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_held: dict[int, tuple[Any, ...]] = {}
"""What exported tensors point to, by the address of their description, until they are deleted."""


def _release(managed: Any) -> None:
    _held.pop(ctypes.addressof(managed.contents), None)


_delete = _Deleter(_release)


@dataclass(frozen=True)
class Foreign:
    """An array on a device: where, its form, strides in numbers, and whose it is.

    stream: on which its owner works, None where the owner has none that can be told.
    """

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]
    device: int
    library: str
    stream: int | None
    owner: Any


def foreign(array: Any) -> Foreign | None:
    """Return an array that stands on a device, None for all others."""
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return _by_interface(array, interface)
    where = getattr(array, "__dlpack_device__", None)
    if where is None or isinstance(array, np.ndarray) or where()[0] != CUDA:
        return None
    return _by_dlpack(array)


def _by_interface(array: Any, told: dict[str, Any]) -> Foreign:
    dtype = np.dtype(told["typestr"])
    shape = tuple(told["shape"])
    steps = told.get("strides")
    strides = _dense(shape) if steps is None else tuple(s // dtype.itemsize for s in steps)
    library = type(array).__module__.partition(".")[0]
    stream = _stream_of(library, told.get("stream"), array)
    device = _device_of(array)
    return Foreign(int(told["data"][0]), shape, strides, dtype, device, library, stream, array)


def _by_dlpack(array: Any) -> Foreign:
    capsule = array.__dlpack__()
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    managed = _Managed.from_address(get(capsule, _CAPSULE))
    tensor = managed.tensor
    shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
    strides = _dense(shape)
    if tensor.strides:
        strides = tuple(tensor.strides[k] for k in range(tensor.ndim))
    kind = "f" if tensor.code == _FLOAT else "V"
    dtype = np.dtype(f"{kind}{tensor.bits // 8}")
    address = (tensor.data or 0) + tensor.byte_offset
    library = type(array).__module__.partition(".")[0]
    owner = (array, capsule)  # an unread capsule gives the tensor back when it goes
    return Foreign(address, shape, strides, dtype, tensor.device_id, library, None, owner)


def _dense(shape: Sequence[int]) -> tuple[int, ...]:
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


def _device_of(array: Any) -> int:
    where = getattr(array, "__dlpack_device__", None)
    return int(where()[1]) if where is not None else 0


def _stream_of(library: str, told: int | None, array: Any) -> int | None:
    """Return the stream on which an array's library works at present."""
    if library == "torch":
        return int(sys.modules["torch"].cuda.current_stream(array.device).cuda_stream)
    if library == "cupy":
        return int(sys.modules["cupy"].cuda.get_current_stream().ptr)
    if hasattr(array, "block_until_ready"):
        array.block_until_ready()
        return None
    return None if told is None else int(told)


class DeviceArray:
    """An array of ours on a device: rows of states, by DLPack or CUDA's array interface.

    memory: what holds the numbers; strides in numbers.
    """

    def __init__(
        self, memory: Any, shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any]
    ) -> None:
        self.memory, self.shape, self.strides, self.dtype = memory, shape, strides, dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        size = self.dtype.itemsize
        return {
            "shape": self.shape,
            "strides": tuple(size * s for s in self.strides),
            "typestr": self.dtype.str,
            "data": (self.memory.address, False),
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.memory.device.index

    def __dlpack__(self, **how: Any) -> Any:
        """Return the array as DLPack hands arrays over."""
        n = len(self.shape)
        shape, strides = (ctypes.c_int64 * n)(*self.shape), (ctypes.c_int64 * n)(*self.strides)
        managed = _Managed()
        managed.tensor = _Tensor(
            self.memory.address, CUDA, self.memory.device.index, n, _FLOAT,
            8 * self.dtype.itemsize, 1, shape, strides, 0,
        )  # fmt: skip
        managed.deleter = _delete
        _held[ctypes.addressof(managed)] = (managed, shape, strides, self.memory)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(managed), _CAPSULE, None)


def in_kind(library: str, found: DeviceArray) -> Any:
    """Return an array of ours as one of a library, without a copy; else as it is."""
    if library == "torch":
        return sys.modules["torch"].from_dlpack(found)
    if library == "cupy":
        return sys.modules["cupy"].from_dlpack(found)
    if library in ("jax", "jaxlib"):
        return importlib.import_module("jax.dlpack").from_dlpack(found)
    return found
