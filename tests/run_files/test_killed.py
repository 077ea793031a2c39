"""K1, E02: simulations killed with SIGKILL: nothing acknowledged is lost, and they go on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from run_files.programs import in_child

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def check(found: dict[str, int], rounds: int) -> None:
    assert found["rounds"] == rounds
    assert found["killed"] > rounds / 2, "most were over before they were killed"
    assert found["states"] > 100 * rounds, "the runs have done too little to show anything"
    assert (found["lost"], found["wrong"], found["different"]) == (0, 0, 0)


def test_K1_killed_runs_are_readable_and_go_on(tmp_path: Path) -> None:
    check(in_child("killed_runs", tmp_path, 12, 1), 12)


@pytest.mark.slow
def test_K1_five_hundred_kills(tmp_path: Path) -> None:
    check(in_child("killed_runs", tmp_path, 500, 2), 500)
