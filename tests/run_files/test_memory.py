"""Runs in files take bounded memory, while they are made and while they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from run_files.programs import in_child

ROW = 8 * (2 + 2 + 3 + 1)
"""Bytes of a state of the double pendulum: q, v, ledger, and its time."""
SLACK = 40.0
"""What times, blocks that wait, chunks and kernels may take [MB]; all states take 64 MB."""

TIMES = 8.0
"""The times of all states [MB]."""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "rk4"])
def test_long_run_takes_bounded_memory(tmp_path: Path, method: str) -> None:
    found = in_child("long_run", tmp_path, method)
    assert found["states"] == 1_000_001
    assert found["bytes"] == pytest.approx(ROW * found["states"], rel=0.01)
    assert found["simulated"] <= SLACK
    assert found["read"] <= SLACK + 3 * TIMES and found["pieces"] <= SLACK + 3 * TIMES
    assert found["largest"] > 0.0


def test_blocks_are_let_go_once_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recorder holds no more than what waits to be written."""
    from run_files.machines import SETUPS, in_blocks, many_blocks
    from sarrus.system.simulation.recording import Recorder

    many_blocks(monkeypatch)
    most, keep = [0], Recorder.keep

    def counted(self: Recorder, *given: object) -> None:
        keep(self, *given)  # type: ignore[arg-type]
        most[0] = max(most[0], sum(len(t) for t in self.times))

    monkeypatch.setattr(Recorder, "keep", counted)
    run = SETUPS["tree rk4"].run(file=in_blocks(tmp_path / "run.sarrus", 10))
    assert len(run) == 201 and most[0] < 25
