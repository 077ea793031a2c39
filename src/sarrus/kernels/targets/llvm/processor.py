"""Which processor machine code is made for: this one, or a level that others have too.

Code for a level (`SARRUS_PROCESSOR=x86-64-v3`) runs on every processor that has it, so that it can
be made once and sent to other machines. It gives the same bits: what is fused is decided on the
instruction list (`kernels.contraction`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from sarrus.errors import EnvironmentProblem, Problem

VARIABLE = "SARRUS_PROCESSOR"
"""The environment variable that chooses a level."""
ON_LINUX_X86 = sys.platform == "linux" and os.uname().machine == "x86_64"
_SECOND = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
_THIRD = _SECOND | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
_FOURTH = _THIRD | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
LEVELS = {"x86-64-v3": frozenset(_THIRD), "x86-64-v4": frozenset(_FOURTH)}
"""Abilities of the levels as Linux names them, lowest first (x86-64 psABI)."""
WIDE = "avx512f"
"""The ability whose vectors hold eight numbers."""


@cache
def processor_flags() -> str:
    """Return name and abilities of the processor as Linux tells them, else nothing."""
    if not ON_LINUX_X86:
        return ""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    first = text.partition("\n\n")[0]
    kept = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags")
    pairs = [line.partition(":") for line in first.splitlines()]
    found = {name.strip(): value.strip() for name, _, value in pairs}
    return "; ".join(found.get(name, "") for name in kept) if found.get("flags") else ""


def levels_of(flags: str) -> tuple[str, ...]:
    """Return the levels that a processor with these abilities has, lowest first."""
    has = set(flags.split())
    return tuple(name for name, needed in LEVELS.items() if needed <= has)


def common_level(processors: Iterable[Collection[str]]) -> str:
    """Return the highest level that all processors have, "" where there is none."""
    levels = [set(found) for found in processors]
    shared = set.intersection(*levels) if levels else set()
    return next((name for name in reversed(LEVELS) if name in shared), "")


@cache
def chosen_level() -> str:
    """Return the level that the environment asks for, "" for this very processor."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen and chosen not in levels_of(processor_flags()):
        known = ", ".join(levels_of(processor_flags())) or "none, on this machine"
        rule = f"must be a level that this processor has: {known}"
        raise EnvironmentProblem(Problem("E-SETTING", VARIABLE, rule, value=chosen[:80]))
    return chosen


@cache
def has_wide_vectors() -> bool:
    """Return whether vectors hold eight numbers on the processor that code is made for."""
    if level := chosen_level():
        return WIDE in LEVELS[level]
    if flags := processor_flags():
        return WIDE in flags.split()
    import llvmlite.binding as llvm

    return bool(llvm.get_host_cpu_features().get(WIDE))
