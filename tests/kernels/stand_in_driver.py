"""A stand-in for the driver of a GPU: the same bodies run on the processor, and fail on demand.

It has the functions that `driver` calls. PTX cannot run here, but the LLVM text that it is made
from can: with threads as calls, it is compiled for this processor.
"""

from __future__ import annotations

import ctypes
import re
import threading
from functools import cache
from typing import Any

from sarrus.kernels.targets.llvm import machine
from sarrus.kernels.targets.ptx.code import DeviceCode

LAUNCHING = threading.Lock()
TEXTS: dict[str, str] = {}
"""LLVM text by the PTX that was made from it."""

_NAMES = {
    2: b"CUDA_ERROR_OUT_OF_MEMORY",
    3: b"CUDA_ERROR_NOT_INITIALIZED",
    100: b"CUDA_ERROR_NO_DEVICE",
    218: b"CUDA_ERROR_INVALID_PTX",
    700: b"CUDA_ERROR_ILLEGAL_ADDRESS",
}


def processor_text(text: str) -> str:
    """Return the text of device code for this processor; `thread` tells which state is meant."""
    text = text.replace("define ptx_kernel void", "define void")
    text = re.sub(r"external addrspace\(3\) global \[0 x (\w+)\]",
                  r"internal global [100000 x \1] zeroinitializer", text)  # fmt: skip
    text = re.sub(r" addrspace\([135]\)", "", text)
    text = re.sub(r"addrspacecast ptr (\S+) to ptr", r"getelementptr i8, ptr \1, i64 0", text)
    text = re.sub(r'call i64 asm sideeffect "[^"]*", "[^"]*"\(i64 (%\S+)\)', r"add i64 \1, 0", text)
    text = re.sub(r'call ptr asm sideeffect "[^"]*", "[^"]*"\(ptr (%\S+)\)',
                  r"getelementptr i8, ptr \1, i64 0", text)  # fmt: skip
    text = re.sub(r"^ *call void asm sideeffect .*\n", "", text, flags=re.MULTILINE)  # no one waits
    lines = ["@thread = global i32 0"]
    for name in ("tid.x", "ctaid.x", "ntid.x"):
        text = text.replace(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}()", "")
        text = text.replace(f"@llvm.nvvm.read.ptx.sreg.{name}(", f'@"{name}"(')
        value = "  %x = load i32, ptr @thread\n  ret i32 %x" if name == "tid.x" else "  ret i32 0"
        lines.append(f'define internal i32 @"{name}"() {{\n{value}\n}}')
    for kind, name, word in (("double", "d", "i64"), ("float", "f", "i32")):
        known = f"@llvm.nvvm.rcp.approx.ftz.{name}"
        text = text.replace(f"declare {kind} {known}({kind})", "").replace(
            known, f"@estimate.{name}"
        )
        lines.append(
            _ESTIMATE.format(
                kind=kind, name=name, word=word, cut=~0x1FFFFFFFF if name == "d" else ~1
            )
        )
    return "\n".join([*lines, text])


_ESTIMATE = """define internal {kind} @estimate.{name}({kind} %x) {{
  %r = fdiv {kind} 1.0, %x
  %bits = bitcast {kind} %r to {word}
  %cut = and {word} %bits, {cut}
  %rough = bitcast {word} %cut to {kind}
  ret {kind} %rough
}}"""
"""A reciprocal with as many digits as the estimate of a device, and no more."""


@cache
def _loaded(text: str) -> Any:
    return machine.load(machine.object_code(processor_text(text), optimize=True))


class Kernel:
    """A function of some code."""

    def __init__(self, text: str, name: str) -> None:
        head = f"define ptx_kernel void @{name}("
        line = next(line for line in text.splitlines() if line.startswith(head))
        kinds = [part.split()[0] for part in line[len(head) : line.rindex(")")].split(", ")]
        self.kinds = [ctypes.c_double if kind == "double" else ctypes.c_int64 for kind in kinds]
        code = _loaded(text)
        self.call = ctypes.CFUNCTYPE(None, *self.kinds)(code.address(name))
        self.thread = ctypes.c_int32.from_address(code.address("thread"))

    def launch(self, threads: int, pointers: Any) -> None:
        """Call it for every thread."""
        values = [kind.from_address(p).value for kind, p in zip(self.kinds, pointers, strict=True)]
        with LAUNCHING:  # the code of all devices has one number of the thread
            for thread in range(min(threads, values[0])):
                self.thread.value = thread
                self.call(*values)


class StandIn:
    """The library of a driver; fail: numbers of errors by the function that is to return them."""

    def __init__(self, version: int = 12040, count: int = 1, memory: int = 1 << 30) -> None:
        self.version, self.count, self.memory = version, count, memory
        self.fail: dict[str, int] = {}
        self.buffers: dict[int, Any] = {}
        self.modules: list[str] = []
        self.kernels: list[Kernel] = []
        self.calls: list[str] = []
        self.streams: list[int] = []
        self.capability = (9, 0)
        self.slow_double = 2
        self.device = 0

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu"):
            raise AttributeError(name)
        plain = name.removesuffix("_v2")
        own = getattr(type(self), f"do_{plain[2:]}", None)

        def call(*arguments: Any) -> int:
            self.calls.append(plain)
            if plain in self.fail:
                return self.fail[plain]
            return (own(self, *arguments) or 0) if own else 0

        return call

    def _error_text(self, number: int, out: Any, told: bytes) -> None:
        out._obj.value = _NAMES.get(number, b"CUDA_ERROR_UNKNOWN") if told == b"name" else told

    def do_GetErrorName(self, number: int, out: Any) -> None:
        self._error_text(number, out, b"name")

    def do_GetErrorString(self, number: int, out: Any) -> None:
        self._error_text(number, out, b"as the test wants it")

    def do_DriverGetVersion(self, out: Any) -> None:
        out._obj.value = self.version

    def do_DeviceGetCount(self, out: Any) -> None:
        out._obj.value = self.count

    def do_DeviceGet(self, out: Any, index: int) -> int:
        out._obj.value = index
        return 0 if index < self.count else 101

    def do_DeviceGetName(self, out: Any, size: int, handle: int) -> None:
        out.value = f"stand-in {handle}".encode()

    def do_DeviceGetAttribute(self, out: Any, which: int, handle: int) -> None:
        known = {75: self.capability[0], 76: self.capability[1], 87: self.slow_double}
        out._obj.value = known.get(which, 1)

    def do_DevicePrimaryCtxRetain(self, out: Any, handle: int) -> None:
        out._obj.value = handle + 1

    def do_CtxSetCurrent(self, context: Any) -> None:
        self.device = (context.value or 1) - 1

    def do_MemGetInfo(self, free: Any, total: Any) -> None:
        used = sum(ctypes.sizeof(b) for b in self.buffers.values())
        free._obj.value, total._obj.value = max(self.memory - used, 0), self.memory

    def do_MemAlloc(self, out: Any, size: Any) -> int:
        used = sum(ctypes.sizeof(b) for b in self.buffers.values())
        if used + size.value > self.memory:
            return 2
        buffer = ctypes.create_string_buffer(size.value + 64)
        address = ctypes.addressof(buffer)
        self.buffers[address] = buffer
        out._obj.value = address
        return 0

    def do_MemFree(self, address: Any) -> int:
        return 0 if self.buffers.pop(address.value, None) is not None else 1

    def do_MemcpyHtoD(self, to: Any, of: Any, size: Any) -> None:
        ctypes.memmove(to.value, of.value, size.value)

    def do_MemcpyDtoH(self, to: Any, of: Any, size: Any) -> None:
        ctypes.memmove(to.value, of.value, size.value)

    def do_MemcpyDtoD(self, to: Any, of: Any, size: Any) -> None:
        ctypes.memmove(to.value, of.value, size.value)

    def do_MemsetD8(self, to: Any, byte: Any, size: Any) -> None:
        ctypes.memset(to.value, byte.value, size.value)

    def do_ModuleLoadDataEx(self, out: Any, image: bytes, n: int, keys: Any, values: Any) -> int:
        text = TEXTS.get(image.rstrip(b"\0").decode())
        if text is None:
            return 218
        self.modules.append(text)
        out._obj.value = len(self.modules)
        return 0

    def do_ModuleGetFunction(self, out: Any, module: Any, name: bytes) -> None:
        self.kernels.append(Kernel(self.modules[module.value - 1], name.decode()))
        out._obj.value = len(self.kernels)

    def do_FuncGetAttribute(self, out: Any, which: int, function: Any) -> None:
        out._obj.value = 64

    def do_LaunchKernel(self, function: Any, *more: Any) -> None:
        gx, _, _, bx, _, _, _, stream, pointers, _ = more
        self.streams.append(stream.value or 0)
        self.kernels[function.value - 1].launch(gx * bx, pointers)


def remember_all(patch: Any, assembled: bool = True) -> None:
    """Let the stand-in know the text of all code; patch: as `monkeypatch` of pytest.

    assembled: PTX is made too; else a name stands for it.
    """
    plain = DeviceCode.ptx

    def ptx(code: DeviceCode, *how: Any) -> str:
        found = plain(code, *how) if assembled else f"code {id(code)}"
        TEXTS[found] = code.llvm
        return found

    patch.setattr(DeviceCode, "ptx", ptx)


def remember(code: Any) -> str:
    """Return the PTX of some code, of which the stand-in then knows the text."""
    ptx = str(code.ptx())
    TEXTS[ptx] = code.llvm
    return ptx
