"""K1, E02: simulations killed with SIGKILL: nothing acknowledged is lost, and they go on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from promises.record import tell
from run_files.programs import in_child

ROUNDS, PARTS = 640, 8
"""Rounds in all: some runs are over before they are killed, and do not count."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


def check(found: dict[str, int], rounds: int) -> None:
    assert found["rounds"] == rounds
    assert found["killed"] > rounds / 2, "most were over before they were killed"
    assert found["states"] > 100 * rounds, "the runs have done too little to show anything"
    assert (found["lost"], found["wrong"], found["different"]) == (0, 0, 0)


def test_K1_killed_runs_are_readable_and_go_on(tmp_path: Path) -> None:
    check(in_child("killed_runs", tmp_path, 12, 1), 12)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_K1_five_hundred_kills(part: int, tmp_path: Path) -> None:
    found = in_child("killed_runs", tmp_path, ROUNDS // PARTS, 2 + part)
    check(found, ROUNDS // PARTS)
    lost = {name: found[name] for name in ("lost", "wrong", "different")}
    tell("kills", found["killed"], states=found["states"], **lost)
