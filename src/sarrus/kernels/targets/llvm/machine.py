"""From LLVM text to object code of this processor, and into this process."""

from __future__ import annotations

import contextlib
import ctypes
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from sarrus.kernels.background import compiling
from sarrus.kernels.cache import Cache
from sarrus.kernels.digest import hex_digest
from sarrus.kernels.targets.llvm.processor import ON_LINUX_X86, chosen_level, processor_flags
from sarrus.kernels.targets.target import LoadedCode

OPTIMIZATION = 1
"""Code generation level. No pass runs on the intermediate code: it is simplified already."""
LARGE = 200_000
"""Operations from which programs are generated at level 0: the derivatives of 50 bodies and more.

Instructions are then selected and registers given out without looking back, in a quarter of the
time and to the same bits; a call takes about twice as long. Above this size it would take some
100,000 calls to win back what level 1 costs at the first.
"""
LARGE_SELDOM = 20_000
"""The same for programs that are known to be called a few times only: derivatives at a state."""

NEAR = ON_LINUX_X86
"""Whether code, constants and the way to other functions lie in one piece of memory.

Constants are then read where they are used, by their distance, instead of through an address of 64
bits each: vectors of a small kernel gain a third, and loading is quicker. The memory manager of
llvmlite keeps the pieces of an object together, whatever else is mapped in the process.
"""

LONG = 2_000_000
"""Characters of LLVM text after whose compilation memory is given back, in some milliseconds: it
is a tenth of what the process then holds, and the C library would keep it."""


@cache
def _prepare() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _machine(level: int = OPTIMIZATION) -> Any:
    """Return a new target machine: an engine takes the one that it is given for itself."""
    import llvmlite.binding as llvm

    _prepare()
    processor = chosen_level()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=processor or llvm.get_host_cpu_name(),
        features="" if processor else llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="pic",
        codemodel="small" if NEAR else "jitdefault",
    )


@cache
def identity() -> str:
    """Return what object code depends on besides the program: LLVM, processor, settings."""
    settings = f"{OPTIMIZATION} {LARGE} {LARGE_SELDOM} {NEAR}"
    return "|".join([*(_without_llvm() or _by_llvm()), settings])


def _without_llvm() -> tuple[str, ...] | None:
    """Return versions and processor as files say them, None where they do not."""
    flags, compiler = chosen_level() or processor_flags(), compiler_version()
    return (sys.platform, flags, compiler) if flags and compiler else None


def _by_llvm() -> tuple[str, ...]:
    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    version = ".".join(str(part) for part in llvm.llvm_version_info)
    name = llvm.get_host_cpu_name()
    return llvm.get_default_triple(), name, features, version, llvmlite.__version__


def compiler_version() -> str:
    """Return the version of llvmlite, which decides that of LLVM, without importing it."""
    found = PathFinder.find_spec("llvmlite")
    if found is None or not found.submodule_search_locations:
        return ""
    try:
        text = Path(found.submodule_search_locations[0], "_version.py").read_text(encoding="utf-8")
    except OSError:
        return ""
    version = re.search(r"version['\"]?\s*[:=]\s*['\"]([^'\"]+)", text)
    return version[1] if version else ""


def _near_text(text: str) -> str:
    """Return LLVM text whose calls of foreign functions go through a table of addresses.

    The table has its place in the memory of the object; the functions may be anywhere.
    """
    if not NEAR:
        return text
    foreign = re.sub(r"^(declare (?!.*@llvm\.).*\))$", r"\1 nonlazybind", text, flags=re.MULTILINE)
    return f'{foreign}\n!llvm.module.flags = !{{!9}}\n!9 = !{{i32 7, !"RtLibUseGOT", i32 1}}\n'


def object_code(text: str, optimize: bool = False, quickly: bool = False) -> bytes:
    """Return the object code of LLVM text.

    optimize: after the usual simplifications, for loops; quickly: at level 0.
    """
    import llvmlite.binding as llvm

    with compiling:
        machine = _machine(0 if quickly else OPTIMIZATION)
        if quickly:  # level 0 calls memset by a stub, for which the memory manager has no room
            text = text.replace("@llvm.memset.p0.i64", "@llvm.memset.inline.p0.i64")
        module = llvm.parse_assembly(_near_text(text))
        if optimize:
            options = llvm.create_pipeline_tuning_options(speed_level=2)
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        code = bytes(machine.emit_object(module))
        del module, machine
    if len(text) > LONG:
        _give_memory_back()
    return code


def _give_memory_back() -> None:
    """Let the C library return to the system what the compiler has left free, where it can."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def kept_code(text: str, write: Callable[[], str] | None = None) -> bytes:
    """Return the object code of LLVM text of ours, from the user's cache if it is there.

    write: returns the text, which `text` then only identifies.
    """
    parts = ("text", text, identity())
    key = hex_digest("\0".join(parts))
    cache_ = Cache.default()
    found = cache_.load(key)
    if found is not None and found[0].get("key") == key:
        return found[1]
    code = object_code(text if write is None else write())
    cache_.store(key, {"key": key}, code)
    return code


def load(code: bytes) -> LoadedCode:
    """Bring object code into this process, without LLVM where that can be done."""
    if NEAR:
        from sarrus.kernels.targets.llvm.elf import ElfCode, UnknownCode

        with contextlib.suppress(UnknownCode):
            return ElfCode(code, _provided)
    return Loaded(code)


class Loaded:
    """Object code in this process, by LLVM's loader."""

    def __init__(self, code: bytes) -> None:
        import llvmlite.binding as llvm

        for symbol, address in _provided.items():
            llvm.add_symbol(symbol, address)
        with compiling:
            together = True if NEAR else None
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(), together)
            self._parts = llvm.ObjectFileRef.from_data(code), code
            self._engine.add_object_file(self._parts[0])
            self._engine.finalize_object()

    def address(self, symbol: str) -> int:
        """Return where a function of the code begins."""
        return int(self._engine.get_function_address(symbol))


_provided: dict[str, int] = {}


def provide(symbol: str, address: int) -> None:
    """Let object code that is loaded later call a function of this process by name."""
    _provided[symbol] = address
