"""Programs of this folder in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import sarrus

TESTS = Path(__file__).parents[1]
SOURCE = Path(sarrus.__file__).parents[1]


def environment() -> dict[str, str]:
    """Return the environment in which tests and package are found."""
    path = os.pathsep.join([str(SOURCE), str(TESTS), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


def in_child(module: str, *arguments: object, before: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run `python -m run_files.<module>` and return the JSON object that it prints."""
    done = subprocess.run(
        [*before, sys.executable, "-m", f"run_files.{module}", *map(str, arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=900,
    )
    if done.returncode:
        raise RuntimeError(f"ended with {done.returncode}:\n{done.stderr[-4000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
