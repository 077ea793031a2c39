"""Names of FMI: the folders of libraries for machines, and the base units of variables."""

from __future__ import annotations

import sys
from platform import machine

VERSIONS = ("2.0", "3.0")
BASE = {
    "mass": "kg",
    "length": "m",
    "time": "s",
    "current": "A",
    "temperature": "K",
    "substance": "mol",
    "luminosity": "cd",
}
"""Attributes of BaseUnit by the quantity."""
NONE = ("", "1")
"""Units of pure numbers, which variables do not name."""


def library_suffix() -> str:
    """Return the ending of shared libraries here."""
    return {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def platform_folder(version: str) -> str:
    """Return the folder of the binaries of this machine, as a version of FMI calls it."""
    system = {"win32": "win", "darwin": "darwin"}.get(sys.platform, "linux")
    if version.startswith("2"):
        return f"{system}{'64' if sys.maxsize > 2**32 else '32'}"
    kind = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine().lower(), machine().lower())
    return f"{kind}-{'windows' if system == 'win' else system}"
