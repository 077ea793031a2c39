"""The loader of object code without LLVM against LLVM's own."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.calling import Buffers, native_function
from sarrus.kernels.targets import host
from sarrus.kernels.targets.llvm import elf, machine
from sarrus.spatial.arrays import Array

pytestmark = pytest.mark.skipif(not machine.NEAR, reason="the loader is that of Linux on x86-64")


def _equations(x: Array, y: Array) -> dict[str, Any]:
    """Return outputs with many constants, and functions of our own and of the C library."""
    total = x[0]
    for k in range(200):
        total = np.sin(total * (1.0 + 0.37 * k)) + np.arctan2(y[k % 3], 0.11 + k) - 0.01 * k
    return {"total": np.array([total, np.tanh(total)]), "power": x * y}


def test_the_same_bits_as_by_llvms_loader() -> None:
    kernel = KernelFactory(Cache(None)).make("elf", _equations, {"x": (3,), "y": (3,)})
    code = host().kernel_code(kernel.program()).code
    ours, theirs = elf.ElfCode(code, {}), machine.Loaded(code)
    assert ours.address("kernel") != theirs.address("kernel")
    found = [_evaluated(kernel, loaded.address("kernel")) for loaded in (ours, theirs)]
    for own, other in zip(*found, strict=True):
        assert own.tobytes() == other.tobytes() and np.all(own != 0.0)


def _evaluated(kernel: Any, address: int) -> list[np.ndarray]:
    buffers = Buffers(kernel.inputs, kernel.outputs, kernel.work_size)
    buffers.inputs[0][...], buffers.inputs[1][...] = [0.3, 0.5, -0.2], [1.3, -0.4, 0.9]
    native_function(address)(*buffers.arguments)
    return [output.copy() for output in buffers.outputs]


CALLS = """
declare i64 @near_by(i64) nonlazybind
declare double @cos(double)
define internal i64 @inner(i64 %x) noinline { %y = add i64 %x, 2
  ret i64 %y }
define i64 @twice(i64 %x) { %a = call i64 @near_by(i64 %x)
  %b = call i64 @inner(i64 %a)
  ret i64 %b }
define double @other(double %x) { %a = call double @cos(double %x)
  ret double %a }
"""


def test_functions_of_this_process_by_table_and_by_jump() -> None:
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
    callback = kind(lambda x: 5 * x)
    address = ctypes.cast(callback, ctypes.c_void_p).value or 0
    text = CALLS.replace(" nonlazybind", "")
    for code in (_object(CALLS), _object(text)):  # through the table of addresses; by a stub
        loaded = elf.ElfCode(code, {"near_by": address})
        assert kind(loaded.address("twice"))(8) == 42
        real = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
        assert real(loaded.address("other"))(0.5) == np.cos(0.5)
        assert loaded.address("inner") == 0
    with pytest.raises(elf.UnknownCode, match="near_by"):
        elf.ElfCode(_object(CALLS), {})


def _object(text: str) -> bytes:
    import llvmlite.binding as llvm

    return bytes(machine._machine().emit_object(llvm.parse_assembly(text)))


def test_memory_is_not_writable_and_executable_at_once() -> None:
    loaded = elf.ElfCode(_object(CALLS), {"near_by": 1})
    at = loaded.address("twice")
    with open("/proc/self/maps", encoding="ascii") as file:
        for line in file:
            span, rights = line.split()[:2]
            first, last = (int(part, 16) for part in span.split("-"))
            if first <= at < last:
                assert rights.startswith("r-x")
                return
    pytest.fail("the code has no place")


def test_variables_may_be_written() -> None:
    text = "@x = global i64 5\n@y = global i64 0\ndefine i64 @sum() { %a = load i64, ptr @x\n"
    text += "%b = load i64, ptr @y\n %c = add i64 %a, %b\n ret i64 %c }"
    loaded = elf.ElfCode(_object(text), {})
    total = ctypes.CFUNCTYPE(ctypes.c_int64)(loaded.address("sum"))
    assert total() == 5
    ctypes.c_int64.from_address(loaded.address("y")).value = 37
    assert total() == 42


def test_what_the_loader_does_not_know_is_left_to_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = _object("define i64 @seven() { ret i64 7 }")
    with pytest.raises(elf.UnknownCode):
        elf.ElfCode(b"\x7fELF\x01" + plain[5:], {})
    foreign = "@g = external global i64\ndefine ptr @place() { ret ptr @g }"
    absolute = "@g = global ptr @f\ndefine ptr @f() { %a = load ptr, ptr @g\n ret ptr %a }"
    assert isinstance(machine.load(plain), elf.ElfCode)
    with pytest.raises(elf.UnknownCode):
        elf.ElfCode(_object(foreign), {})
    with pytest.raises(elf.UnknownCode):
        elf.ElfCode(_object(absolute), {})
    assert isinstance(machine.load(_object(absolute)), machine.Loaded)

    def refuse(start: int, size: int) -> None:
        raise elf.UnknownCode("memory may not be made executable")

    monkeypatch.setattr(elf, "_make_executable", refuse)
    assert isinstance(machine.load(plain), machine.Loaded)


SECOND = """
import sys, sarrus, sarrus.gallery as gallery
system = gallery.four_bar().compile()
print(system.accelerations(system.assemble()).vdot.tobytes().hex(), "llvmlite" in sys.modules)
"""


def test_a_kernel_from_the_cache_needs_no_llvm(tmp_path: Any) -> None:
    environment = {**os.environ, "SARRUS_CACHE": str(tmp_path / "kernels")}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", SECOND], env=environment, capture_output=True, text=True
        ).stdout.split()
        for _ in range(2)
    )
    assert first[0] == second[0]
    assert (first[1], second[1]) == ("True", "False")
