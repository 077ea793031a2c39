"""Code targets: what turns programs and native functions into code, behind one protocol."""

from __future__ import annotations

from functools import cache

from sarrus.kernels.targets.target import (
    KernelCode,
    LoadedCode,
    SweepTarget,
    Target,
    has_sweeps,
)

__all__ = ["KernelCode", "LoadedCode", "SweepTarget", "Target", "has_sweeps", "host"]


@cache
def host() -> Target:
    """Return the target of this processor."""
    from sarrus.kernels.targets.llvm.target import LlvmTarget

    return LlvmTarget()
