"""A Python function written in machine code: arrays go straight to the kernel.

Calling through ctypes costs about a microsecond, more than the equations of a robot arm.
`fast_caller` makes a CPython function (`METH_FASTCALL`) whose body, one generic routine in LLVM
text, checks that every argument is a contiguous array of finite doubles of the right shape,
passes their data pointers to the kernel and returns a copy of the output. Anything else (lists,
other types, wrong shapes, NaN, other numbers of arguments) goes to the ordinary caller, which
also words the errors. A kernel that tells how far its results can be relied on has a `Watch`: where
an entry of that output is too low, the ordinary caller answers as well. Where the interpreter's or
NumPy's memory layout is not the expected one, which is tested, there is no fast caller.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.calling import Buffers, Watch, pointers
from sarrus.kernels.program import Port
from sarrus.kernels.targets.llvm import machine

_METH_FASTCALL = 0x0080
_TYPE, _DATA, _NDIM, _DIMS, _STRIDES, _DTYPE = 8, 16, 24, 32, 40, 56
"""Offsets in bytes of the fields of an array object that the routine reads."""

_NOT_FINITE = 0x7FF << 52
"""The bits of the exponent of a double, all of which are set where it is not finite."""

_HEAD = 16
_WORDS_PER_INPUT = 4
_MOST_DIMENSIONS = 2

# Words of the context %c: 0 number of arguments, 1 kernel, 2 input pointers, 3 output pointers,
# 4 work, 5 function that allocates the result, 6 ordinary caller, 7 array type, 8 type of its
# elements, 9 number of outputs that are returned, 10 number of inputs, which may all be given,
# 11 pointers to the values of inputs that are left out, 12 array that is watched, 13 its size,
# 14 the least that its entries may be, 15 unused, then for every input its number of dimensions and
# shape.
#
# Nothing of Python runs between the storing of pointers and the end of the kernel, so that the
# pointers and the work array, which all threads share, are safe under the interpreter lock.
_ENTRY = f"""
declare ptr @PyLong_AsVoidPtr(ptr)
declare ptr @PyObject_CallNoArgs(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyTuple_GetItem(ptr, i64)
declare void @Py_DecRef(ptr)

define ptr @entry(ptr %self, ptr %args, i64 %nargs) {{
start:
  %c = call ptr @PyLong_AsVoidPtr(ptr %self)
  %asked = load i64, ptr %c
  %c.total = getelementptr i64, ptr %c, i64 10
  %total = load i64, ptr %c.total
  %c.in = getelementptr ptr, ptr %c, i64 2
  %in = load ptr, ptr %c.in
  %c.out = getelementptr ptr, ptr %c, i64 3
  %out = load ptr, ptr %c.out
  %c.type = getelementptr ptr, ptr %c, i64 7
  %array = load ptr, ptr %c.type
  %c.dtype = getelementptr ptr, ptr %c, i64 8
  %double = load ptr, ptr %c.dtype
  %fits.asked = icmp eq i64 %nargs, %asked
  %fits.total = icmp eq i64 %nargs, %total
  %fits = or i1 %fits.asked, %fits.total
  br i1 %fits, label %next, label %slow
next:
  %i = phi i64 [ 0, %start ], [ %j, %accepted ]
  %more = icmp ult i64 %i, %nargs
  br i1 %more, label %argument, label %allocate
argument:
  %a.at = getelementptr ptr, ptr %args, i64 %i
  %a = load ptr, ptr %a.at
  %type.at = getelementptr i8, ptr %a, i64 {_TYPE}
  %type = load ptr, ptr %type.at
  %is.array = icmp eq ptr %type, %array
  br i1 %is.array, label %fields, label %slow
fields:
  %dtype.at = getelementptr i8, ptr %a, i64 {_DTYPE}
  %dtype = load ptr, ptr %dtype.at
  %is.double = icmp eq ptr %dtype, %double
  %ndim.at = getelementptr i8, ptr %a, i64 {_NDIM}
  %ndim32 = load i32, ptr %ndim.at
  %ndim = zext i32 %ndim32 to i64
  %k0 = mul i64 %i, {_WORDS_PER_INPUT}
  %k = add i64 %k0, {_HEAD}
  %shape = getelementptr i64, ptr %c, i64 %k
  %want = load i64, ptr %shape
  %is.ndim = icmp eq i64 %ndim, %want
  %good = and i1 %is.double, %is.ndim
  br i1 %good, label %sizes, label %slow
sizes:
  %dims.at = getelementptr i8, ptr %a, i64 {_DIMS}
  %dims = load ptr, ptr %dims.at
  %strides.at = getelementptr i8, ptr %a, i64 {_STRIDES}
  %strides = load ptr, ptr %strides.at
  %last = sub i64 %ndim, 1
  br label %size
size:
  %d = phi i64 [ %last, %sizes ], [ %d.next, %right ]
  %step = phi i64 [ 8, %sizes ], [ %step.next, %right ]
  %d.more = icmp sge i64 %d, 0
  br i1 %d.more, label %compare, label %pointer
compare:
  %dim.at = getelementptr i64, ptr %dims, i64 %d
  %dim = load i64, ptr %dim.at
  %w0 = add i64 %d, 1
  %w.at = getelementptr i64, ptr %shape, i64 %w0
  %w = load i64, ptr %w.at
  %stride.at = getelementptr i64, ptr %strides, i64 %d
  %stride = load i64, ptr %stride.at
  %same = icmp eq i64 %dim, %w
  %dense = icmp eq i64 %stride, %step
  %both = and i1 %same, %dense
  br i1 %both, label %right, label %slow
right:
  %d.next = sub i64 %d, 1
  %step.next = mul i64 %step, %dim
  br label %size
pointer:
  %data.at = getelementptr i8, ptr %a, i64 {_DATA}
  %data = load ptr, ptr %data.at
  %bits = ptrtoint ptr %data to i64
  %low = and i64 %bits, 7
  %aligned = icmp eq i64 %low, 0
  %count = lshr i64 %step, 3
  br i1 %aligned, label %number, label %slow
number:
  %e = phi i64 [ 0, %pointer ], [ %e.next, %look ]
  %odd = phi i1 [ false, %pointer ], [ %odd.next, %look ]
  %e.more = icmp ult i64 %e, %count
  br i1 %e.more, label %look, label %looked
look:
  %e.at = getelementptr i64, ptr %data, i64 %e
  %e.bits = load i64, ptr %e.at
  %exponent = and i64 %e.bits, {_NOT_FINITE}
  %is.odd = icmp eq i64 %exponent, {_NOT_FINITE}
  %odd.next = or i1 %odd, %is.odd
  %e.next = add i64 %e, 1
  br label %number
looked:
  br i1 %odd, label %slow, label %accepted
accepted:
  %j = add i64 %i, 1
  br label %next
allocate:
  %c.allocate = getelementptr ptr, ptr %c, i64 5
  %allocate.function = load ptr, ptr %c.allocate
  %result = call ptr @PyObject_CallNoArgs(ptr %allocate.function)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %failure, label %outputs
failure:
  ret ptr null
outputs:
  %c.many = getelementptr i64, ptr %c, i64 9
  %many = load i64, ptr %c.many
  %alone = icmp eq i64 %many, 1
  br i1 %alone, label %single, label %several
single:
  %s.data.at = getelementptr i8, ptr %result, i64 {_DATA}
  %s.data = load ptr, ptr %s.data.at
  store ptr %s.data, ptr %out
  br label %inputs
several:
  %o = phi i64 [ 0, %outputs ], [ %o.next, %store ]
  %o.more = icmp ult i64 %o, %many
  br i1 %o.more, label %store, label %inputs
store:
  %item = call ptr @PyTuple_GetItem(ptr %result, i64 %o)
  %o.data.at = getelementptr i8, ptr %item, i64 {_DATA}
  %o.data = load ptr, ptr %o.data.at
  %o.at = getelementptr ptr, ptr %out, i64 %o
  store ptr %o.data, ptr %o.at
  %o.next = add i64 %o, 1
  br label %several
inputs:
  %x = phi i64 [ 0, %single ], [ 0, %several ], [ %x.next, %input ]
  %x.more = icmp ult i64 %x, %nargs
  br i1 %x.more, label %input, label %left
input:
  %x.at = getelementptr ptr, ptr %args, i64 %x
  %x.array = load ptr, ptr %x.at
  %x.data.at = getelementptr i8, ptr %x.array, i64 {_DATA}
  %x.data = load ptr, ptr %x.data.at
  %p.at = getelementptr ptr, ptr %in, i64 %x
  store ptr %x.data, ptr %p.at
  %x.next = add i64 %x, 1
  br label %inputs
left:
  %c.usual = getelementptr ptr, ptr %c, i64 11
  %usual = load ptr, ptr %c.usual
  br label %remaining
remaining:
  %l = phi i64 [ %nargs, %left ], [ %l.next, %omitted ]
  %l.more = icmp ult i64 %l, %total
  br i1 %l.more, label %omitted, label %run
omitted:
  %l.from = getelementptr ptr, ptr %usual, i64 %l
  %l.data = load ptr, ptr %l.from
  %l.at = getelementptr ptr, ptr %in, i64 %l
  store ptr %l.data, ptr %l.at
  %l.next = add i64 %l, 1
  br label %remaining
run:
  %c.kernel = getelementptr ptr, ptr %c, i64 1
  %kernel = load ptr, ptr %c.kernel
  %c.work = getelementptr ptr, ptr %c, i64 4
  %work = load ptr, ptr %c.work
  call void %kernel(ptr %in, ptr %out, ptr %work)
  %c.watch = getelementptr ptr, ptr %c, i64 12
  %watch = load ptr, ptr %c.watch
  %c.watched = getelementptr i64, ptr %c, i64 13
  %watched = load i64, ptr %c.watched
  %c.least = getelementptr double, ptr %c, i64 14
  %least = load double, ptr %c.least
  br label %looking
looking:
  %w.i = phi i64 [ 0, %run ], [ %w.next, %served ]
  %w.more = icmp ult i64 %w.i, %watched
  br i1 %w.more, label %entry.of.watch, label %done
entry.of.watch:
  %w.here = getelementptr double, ptr %watch, i64 %w.i
  %w.value = load double, ptr %w.here
  %w.good = fcmp oge double %w.value, %least
  br i1 %w.good, label %served, label %refused
served:
  %w.next = add i64 %w.i, 1
  br label %looking
refused:
  call void @Py_DecRef(ptr %result)
  br label %slow
done:
  ret ptr %result
slow:
  %c.slow = getelementptr ptr, ptr %c, i64 6
  %ordinary = load ptr, ptr %c.slow
  %other = call ptr @PyObject_Vectorcall(ptr %ordinary, ptr %args, i64 %nargs, ptr null)
  ret ptr %other
}}
"""
_API = ("PyLong_AsVoidPtr", "PyObject_CallNoArgs", "PyObject_Vectorcall", "PyTuple_GetItem",
        "Py_DecRef")  # fmt: skip


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def fast_caller(
    address: int,
    inputs: tuple[Port, ...],
    outputs: tuple[Port, ...],
    work: int | np.ndarray,
    defaults: dict[str, np.ndarray],
    slow: Callable[..., Any],
    watch: Watch | None = None,
) -> Callable[..., Any] | None:
    """Return a native Python function for the kernel at an address, or None.

    It takes the inputs without `defaults`, which must come first, or all of them.
    """
    routine = _routine()
    asked = [port for port in inputs if port.name not in defaults]
    if routine is None or any(len(port.shape) > _MOST_DIMENSIONS for port in inputs):
        return None
    buffers = Buffers(inputs, outputs, work)
    for port, buffer in zip(inputs, buffers.inputs, strict=True):
        if port.name in defaults:
            buffer[...] = defaults[port.name]
    usual = pointers(buffers.inputs)
    watched = buffers.outputs[watch.output] if watch else np.zeros(0)
    returned = buffers.outputs[: watch.returned] if watch else buffers.outputs
    allocate = _allocator(returned)
    words = [
        len(asked),
        address,
        ctypes.addressof(buffers.input_pointers),
        ctypes.addressof(buffers.output_pointers),
        buffers.work.ctypes.data,
        id(allocate),
        id(slow),
        id(np.ndarray),
        id(np.dtype(float)),
        len(returned),
        len(inputs),
        ctypes.addressof(usual),
        watched.ctypes.data,
        watched.size,
        int(np.float64(watch.least if watch else 0.0).view(np.int64)),
        0,
    ]
    for port in inputs:
        shape = [*port.shape, 0, 0, 0]
        words += [len(port.shape), *shape[: _WORDS_PER_INPUT - 1]]
    context = (ctypes.c_int64 * len(words))(*words)
    return _python_function(routine, context, (buffers, usual, allocate, slow))


def _allocator(outputs: list[np.ndarray]) -> Callable[[], Any]:
    """Return a function that makes the arrays of one result, which the kernel then fills."""
    if len(outputs) == 1:
        return outputs[0].copy
    return lambda: tuple([output.copy() for output in outputs])


def _python_function(routine: int, context: Any, keeps: tuple[Any, ...]) -> Callable[..., Any]:
    definition = _MethodDef(b"kernel", routine, _METH_FASTCALL, None)
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype = ctypes.py_object
    new.argtypes = (ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.py_object)
    function: Callable[..., Any] = new(
        ctypes.byref(definition), ctypes.addressof(context), _Keeper(definition, context, keeps)
    )
    return function


class _Keeper:
    """What the function's machine code points to; it serves as the function's module."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts


@cache
def _routine() -> int | None:
    """Return the address of the routine, or None where memory is laid out otherwise."""
    if not _expected_layout():
        return None
    for name in _API:
        machine.provide(
            name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0
        )
    loaded = machine.load(machine.kept_code(_ENTRY))
    _kept.append(loaded)
    return loaded.address("entry")


_kept: list[Any] = []


def _expected_layout() -> bool:
    """Test the offsets on an array with known fields; the lock must protect the shared buffers."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return False
    array = np.zeros((3, 5))[:, :4]
    at = id(array)

    def word(offset: int, kind: Any = ctypes.c_int64) -> int:
        return int(kind.from_address(at + offset).value)

    if word(_TYPE) != id(np.ndarray) or word(_DATA) != array.ctypes.data:
        return False
    if word(_NDIM, ctypes.c_int32) != 2 or word(_DTYPE) != id(np.dtype(float)):
        return False
    dims = (ctypes.c_int64 * 2).from_address(word(_DIMS))
    strides = (ctypes.c_int64 * 2).from_address(word(_STRIDES))
    return list(dims) == [3, 4] and list(strides) == [40, 8]
