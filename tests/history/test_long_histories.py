"""Channels of an hour-long run at 1 kHz, 3.6 million states, in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sarrus

TESTS = Path(__file__).parents[1]
SLACK = 100.0
"""What chunks and kernels may take besides the times and the channel asked for [MB]."""


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["turn", "four_bar"])
def test_hour_long_histories_take_bounded_memory(machine: str) -> None:
    """Growth of the peak memory: times 29 MB, a scalar 29 MB, a vector 86 MB, and little else."""
    package = Path(sarrus.__file__).parents[1]
    path = os.pathsep.join([str(package), str(TESTS), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "history.long_history", machine],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    growth = {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines()}
    assert set(growth) == {"pieces", "scalar", "csv", "vector"}
    assert growth["pieces"] <= 29.0 + SLACK
    assert growth["scalar"] <= 2 * 29.0 + SLACK
    assert growth["csv"] <= 2 * 29.0 + SLACK
    assert growth["vector"] <= 2 * 29.0 + 86.0 + SLACK
