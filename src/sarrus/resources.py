"""How much memory and how many files are free, asked before many are taken."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path

from sarrus.errors import EnvironmentProblem, Problem

LARGE = 256e6
"""Bytes below which nobody asks: looking takes longer than many a run."""
CGROUP = "/sys/fs/cgroup"


def free_bytes() -> float:
    """Return the bytes that this process may still take, infinite where nobody says."""
    return min(_of_machine(), _of_group(), _of_limit())


def require_memory(element: str, needed: float, for_what: str, action: str) -> None:
    """Refuse (E-MEM) what does not fit into the memory that is free, before it is begun."""
    if needed >= LARGE and needed > (free := free_bytes()):
        raise no_memory(element, needed, for_what, free, action)


def no_memory(
    element: str, needed: float, for_what: str, free: float, action: str
) -> EnvironmentProblem:
    """Return the error (E-MEM) of what needs more bytes than are free."""
    return EnvironmentProblem(
        Problem(
            "E-MEM",
            element,
            f"needs {needed:,.0f} bytes of memory for {for_what}; {max(free, 0.0):,.0f} are free",
            cause="more is kept than fits, or other programs hold the memory",
            action=action,
        )
    )


def require_files(element: str, needed: int, for_what: str, action: str) -> None:
    """Refuse (E-LIMIT) what needs more open files than this process may have."""
    try:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        already = len(os.listdir("/proc/self/fd"))
    except (ImportError, OSError):
        return
    if most != resource.RLIM_INFINITY and needed + already > most:
        rule = f"needs {needed:,} open files for {for_what}; {max(most - already, 0):,} are free"
        cause = f"the limit of this process is {most:,} (ulimit -n)"
        raise EnvironmentProblem(Problem("E-LIMIT", element, rule, cause=cause, action=action))


def _of_machine() -> float:
    """Return what the machine has, without what it would swap."""
    for line in _text("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return 1024.0 * _number(line.split()[1])
    return _of_windows() if sys.platform == "win32" else _of_physical()


def _of_windows() -> float:
    """Return what Windows says is free of the physical memory."""
    import ctypes
    import struct

    kinds = "<II7Q"  # size of this record, percent used; total and free physical memory, ...
    size = struct.calcsize(kinds)
    record = ctypes.create_string_buffer(struct.pack(kinds, size, *[0] * 8), size)
    try:
        known = ctypes.windll.kernel32.GlobalMemoryStatusEx(record)  # type: ignore[attr-defined,unused-ignore]
    except (AttributeError, OSError):
        return math.inf
    return float(struct.unpack(kinds, record.raw)[3]) if known else math.inf


def _of_physical() -> float:
    """Return the whole memory of the machine: macOS does not say in a file what is free of it."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return math.inf


def _of_group() -> float:
    """Return what the group of processes (a container) may still take."""
    own = next((line[3:] for line in _text("/proc/self/cgroup").splitlines()
                if line.startswith("0::")), "/")  # fmt: skip
    found = math.inf
    for folder in dict.fromkeys((os.path.join(CGROUP, own.lstrip("/")), CGROUP)):
        most = _number(_text(os.path.join(folder, "memory.max")))
        if math.isfinite(most):
            cached = [line.split()[1] for line in
                      _text(os.path.join(folder, "memory.stat")).splitlines()
                      if line.startswith("inactive_file ")]  # fmt: skip
            used = _number(_text(os.path.join(folder, "memory.current")))
            again = _number(cached[0]) if cached else 0.0
            found = min(found, most - used + again)
    return found


def _of_limit() -> float:
    """Return what `ulimit -v` leaves."""
    try:
        import resource
    except ImportError:
        return math.inf
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return math.inf
    pages = _number(_text("/proc/self/statm").split(" ")[0])
    return most - (pages * resource.getpagesize() if math.isfinite(pages) else 0.0)


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.inf
