"""What `sarrus doctor` looks at; each check returns a verdict and, if it is not ok, a fix."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from sarrus.cli.requirements import Requirement, requirements
from sarrus.errors import count
from sarrus.late_dataclass import dataclass
from sarrus.programs import find_program

OLDEST_PYTHON = (3, 11)
OLDEST_EXPAT = (2, 6, 0)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge", "firefox")


@dataclass(frozen=True)
class Finding:
    """One line: verdict is "ok", "warning" or "fails"; fix: what to do if it is not ok."""

    what: str
    verdict: str
    found: str
    fix: str = ""


def findings() -> list[Finding]:
    """Return all that is known of this machine; a check that breaks is a finding itself."""
    found = [*packages()]
    for name, check in CHECKS.items():
        try:
            found.append(check())
        except Exception as error:
            words = f"{type(error).__name__}: {error}"[:300]
            found.append(Finding(name, "fails", words, "install Sarrus again, and report this"))
    return found


def packages() -> Iterator[Finding]:
    """Yield Python and every package, with the version that is here and those that will do."""
    version = platform.python_version()
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield Finding("Python", "fails", version, "install Python 3.11 or later")
    else:
        yield Finding("Python", "ok", f"{version} ({platform.machine()}, {platform.system()})")
    for needed in requirements():
        yield of_package(needed)


def of_package(needed: Requirement) -> Finding:
    """Return the finding of one package."""
    here = needed.installed_version()
    install = f'pip install "{needed.text}"'
    if here is None and needed.extra:
        words = f"not installed; needed only for {needed.extra}"
        return Finding(needed.name, "ok", words)
    if here is None:
        return Finding(needed.name, "fails", "not installed", install)
    if not needed.allows(here):
        kind = "warning" if needed.extra else "fails"
        return Finding(needed.name, kind, f"{here}, but {needed.text} is supported", install)
    return Finding(needed.name, "ok", here)


def compiler() -> Finding:
    """Compile a small kernel, and compare it with the same sum in Python."""
    from sarrus.kernels import Cache
    from sarrus.kernels.factory import KernelFactory

    factory = KernelFactory(Cache(None))
    kernel = factory.make("doctor", lambda x: {"y": x * x + 1.0}, {"x": (3,)}, ("y",))
    from numpy import array

    value = kernel(array([1.0, 2.0, 3.0]))
    wanted = [2.0, 5.0, 10.0]
    if list(value) != wanted:
        return Finding("compiler", "fails", "compiled code is wrong", "install llvmlite again")
    return Finding("compiler", "ok", f"LLVM in memory, {1e3 * factory.seconds:.3g} ms for a kernel")


def sundials() -> Finding:
    """Let CVODE and IDA integrate a decay on the fast path."""
    from sarrus.solvers.sundials.availability import available

    words = available()
    if words.startswith("native"):
        return Finding("SUNDIALS", "ok", words)
    fix = 'adams, bdf and ida are slower: pip install "scikit-sundae>=1.2,<1.3" brings a wheel'
    return Finding("SUNDIALS", "warning", words, fix)


def cache() -> Finding:
    """Look at the folder of compiled kernels: place, owner, whether it can be written, size."""
    from sarrus.kernels.cache import DAY, Cache, most_megabytes

    folder = Cache.default().folder
    fix = "set SARRUS_CACHE to a folder of your own"
    if folder is None:
        return Finding("cache", "warning", "none: kernels are compiled in every process", fix)
    if not folder.exists():
        return Finding("cache", "ok", f"{folder}, not created yet")
    if problem := _unusable(folder):
        return Finding("cache", "warning", f"{folder} {problem}", fix)
    bound = most_megabytes()
    most = f" of at most {bound:,.0f} MB" if bound else ""
    inside = Cache.default().contents()
    words = f"{folder}, {count(inside.entries, 'kernel')}, {inside.bytes / 1e6:.3g} MB{most}"
    if inside.entries:
        days = max(0, int((time.time() - inside.oldest) / DAY))
        words += f", the oldest unused for {count(days, 'day')}"
    return Finding("cache", "ok", words)


def _unusable(folder: Path) -> str:
    if folder.is_symlink() or not folder.is_dir():
        return "is not a folder"
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        return "belongs to another user"
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"cannot be written: {error.strerror}"


def arithmetic() -> Finding:
    """Look whether denormal numbers and rounding are as IEEE 754 has them, with all loaded."""
    import numpy as np

    least, one = np.array([sys.float_info.min]), np.array([1.0])
    half = np.array([2.0**-53])
    if not (least / 2.0)[0] > 0.0:
        fix = "a loaded library was built with -ffast-math; find it by removing packages"
        return Finding("arithmetic", "fails", "denormal numbers are flushed to zero", fix)
    if (one + half)[0] != 1.0 or (one + 3.0 * half)[0] != 1.0 + 2.0**-51:
        fix = "another library changed the rounding mode; find it by removing packages"
        return Finding("arithmetic", "fails", "sums are not rounded to the nearest", fix)
    return Finding("arithmetic", "ok", "denormal numbers kept, rounded to the nearest")


def expat() -> Finding:
    """Look at the XML parser of Python: old ones can be made to use up the machine."""
    import pyexpat

    words = pyexpat.EXPAT_VERSION
    if pyexpat.version_info < OLDEST_EXPAT:
        fix = "Sarrus refuses the documents that abuse it; a newer Python brings a newer expat"
        return Finding("expat", "warning", f"{words}, 2.6.0 or later is safe", fix)
    return Finding("expat", "ok", words)


def yaml_parser() -> Finding:
    """Look whether PyYAML has its fast parser."""
    if import_module("yaml").__with_libyaml__:
        return Finding("YAML parser", "ok", "libyaml")
    fix = "large model files are read slowly: install a PyYAML wheel with libyaml"
    return Finding("YAML parser", "warning", "pure Python", fix)


def browser() -> Finding:
    """Look for a browser, for `sarrus view` and stills."""
    found = next((path for name in BROWSERS if (path := find_program(name))), None)
    if found is None:
        return Finding(
            "browser", "ok", "none found; pages of `sarrus view` also open on other machines"
        )
    return Finding("browser", "ok", found)


def graphics() -> Finding:
    """Look for a GPU, which nothing needs."""
    command = find_program("nvidia-smi")
    if command is None:
        return Finding("GPU", "ok", "none found; not needed")
    try:
        done = subprocess.run(
            [command, "--query-gpu=name", "--format=csv,noheader"],
            capture_output=True, text=True, timeout=5, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return Finding("GPU", "ok", "nvidia-smi does not respond; not needed")
    return Finding("GPU", "ok", f"{', '.join(done.stdout.split(chr(10))).strip(', ')}; not needed")


CHECKS: dict[str, Callable[[], Finding]] = {
    "compiler": compiler,
    "SUNDIALS": sundials,
    "cache": cache,
    "arithmetic": arithmetic,
    "expat": expat,
    "YAML parser": yaml_parser,
    "browser": browser,
    "GPU": graphics,
}
