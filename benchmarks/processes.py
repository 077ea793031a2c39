"""Fresh processes: one program each, with folders of kernels that benchmarks may share."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KERNELS = "SARRUS_BENCH_KERNELS"
"""The variable that names a folder of kernels that several processes share."""


@cache
def kernels() -> Path:
    """Return the folder of compiled kernels: the shared one, or one that goes with this process."""
    if KERNELS in os.environ:
        return Path(os.environ[KERNELS])
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def kernels_of(kind: str, n: int) -> Path:
    """Return the folder of the kernels of one tree."""
    folder = kernels() / f"{kind.replace(' ', '_')}_{n}"
    folder.mkdir(exist_ok=True)
    return folder


def measured(program: str, kind: str, n: int, *folders: Path) -> dict[str, Any] | str:
    """Return what `fresh_process.py` measures, or the last line of why it could not."""
    script = str(HERE / "fresh_process.py")
    command = [sys.executable, script, program, kind, str(n), *map(str, folders)]
    given = {name: text for name, text in os.environ.items() if name != "SARRUS_COMPILE"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=given)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return lines[-1] if lines else f"ended with {done.returncode}"
    return json.loads(done.stdout.strip().splitlines()[-1])


def clocked(work: str, *words: str) -> float | str:
    """Return the seconds of some statements in a new interpreter; its own start does not count."""
    text = f"import sys, time\nt = time.perf_counter()\n{work}\nprint(time.perf_counter() - t)"
    command = [sys.executable, "-W", "ignore", "-c", text, *words]
    given = {name: text for name, text in os.environ.items() if name != "SARRUS_COMPILE"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=given)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    return float(done.stdout.strip().splitlines()[-1])
