"""The other programs, the machine, and their versions."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import import_module, metadata
from typing import Any

import timing

from sarrus.kernels.batch import processors

PACKAGES = ("numpy", "scipy", "llvmlite", "sarrus", "pin", "mujoco-core", "drake", "exudyn")

MODULES = {"drake": "pydrake.multibody.plant"}
"""What is imported, where it has another name than the program."""


def found(name: str) -> Any:
    """Return a module, None where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


def version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def machine() -> dict[str, Any]:
    """Return where and when this is measured, and with which versions; None: not installed."""
    import sarrus

    versions: dict[str, Any] = {"python": platform.python_version()}
    versions |= {package: version(package) for package in PACKAGES}
    versions["sarrus"] = sarrus.__version__
    return {
        "processor": timing.processor(),
        "cores": processors(),
        "memory": memory_size(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "versions": versions,
    }


def load() -> float | None:
    """Return the load average of the last minute, None where that is not known."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def memory_size() -> int | None:
    """Return the bytes of memory of the machine, None where that is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def pinocchio_fits(n: int, copies: int = 2) -> bool:
    """Return whether Pinocchio's Data of n coordinates fit well into the memory of the machine.

    They hold four dense tensors of second derivatives, n^3 numbers each: 32 GB for n = 1,000, twice
    while they are made.
    """
    size = memory_size()
    return size is None or copies * pinocchio_bytes(n) < size / 2


def pinocchio_bytes(n: int) -> int:
    return 4 * 8 * n**3
