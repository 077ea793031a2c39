"""A sweep whose workers are killed, whose parent is killed, and whose disk becomes full."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from promises.record import tell
from sarrus.storage import LogReader, decode
from sarrus.sweeps.ledger import NAME
from sarrus.sweeps.rows import DONE
from sweeps.fake_runs import value

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and limits")
DEADLY = 0.45
"""How often a run of the sweep ends its worker, at any moment of it or just behind it."""


def rows_on_disk(folder: Path) -> dict[int, float]:
    """Read the ledger by itself, block by block; no row may be there twice, or be wrong."""
    path = folder / NAME
    if not path.exists() or not path.stat().st_size:
        return {}
    with LogReader.open(path, verify=True) as reader:
        kept = [decode(reader.read(i)) for i in range(len(reader)) if reader[i].kind == "row"]
        assert not reader.damage
    found = {int(row["run"]): float(row["values"][0]) for row in kept}
    assert len(found) == len(kept), "a row is there twice"
    assert all(row["status"] == DONE for row in kept)
    assert all(values == value(run) for run, values in found.items()), "a row is wrong"
    return found


def with_limit(room: int) -> Callable[[], None]:
    """Return what lets a process write no file beyond some size, as on a full disk."""

    def limit() -> None:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    return limit


def sweep(runs: int, folder: Path, seed: int, kills: int) -> dict[str, int]:
    """Make a sweep to its end; return how often what happened on the way."""
    dice, place, notes = random.Random(seed), folder / "sweep", folder / "notes"
    notes.touch()
    work = json.dumps({"deadly": DEADLY, "seconds": 1e-3})
    program = [sys.executable, "-m", "sweeps.coordinator", str(place), str(notes), str(runs), work]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    # Python would put bytecode in place of which a full disk has taken only a part.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    found = {"parent_killed": 0, "disk_full": 0, "lost": 0, "again": 0}
    known: dict[int, float] = {}
    while True:
        noted, size = notes.stat().st_size, 0
        full = found["disk_full"] < found["parent_killed"]
        disturbed = found["disk_full"] + found["parent_killed"] < 2 * kills
        room = None
        if disturbed and full:
            size = (place / NAME).stat().st_size if known else 0
            room = with_limit(max(notes.stat().st_size * 4, size) + dice.randrange(20_000, 60_000))
        goal = len(known) + dice.randint(1, max(2, runs // (2 * kills + 1)))
        process = subprocess.Popen(
            program, env=environment, preexec_fn=room, stderr=subprocess.PIPE, text=True
        )
        try:
            while disturbed and not full and process.poll() is None:
                if len(rows_on_disk(place)) >= goal:
                    process.kill()
                time.sleep(0.02)
            _, told = process.communicate(timeout=600)
        finally:
            process.kill()
            process.wait()
        after = rows_on_disk(place)
        found["lost"] += len(set(known) - set(after))
        later = {int(word) for word in notes.read_bytes()[noted:].split()}
        found["again"] += len(later & set(known))
        known = after
        if process.returncode == 0:
            break
        if full:
            assert "E-DISK" in told, told[-2000:]
        found["disk_full" if full else "parent_killed"] += 1
    assert sorted(known) == list(range(runs))
    tries = len(notes.read_bytes().split())
    found["workers_killed"] = tries - runs
    return found


def check(found: dict[str, int], runs: int) -> None:
    assert found["lost"] == found["again"] == 0
    assert found["parent_killed"] > 0
    assert found["workers_killed"] > 0.3 * runs


def test_a_small_sweep(tmp_path: Path) -> None:
    check(sweep(60, tmp_path, 1, 1), 60)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_runs(part: int, tmp_path: Path) -> None:
    found = sweep(2_500, tmp_path, 2 + part, 4)
    check(found, 2_500)
    assert found["disk_full"] > 0
    tell("sweeps", 2_500, **found)
