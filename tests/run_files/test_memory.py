"""Runs in files take bounded memory, while they are made and while they are read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
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


@pytest.mark.parametrize("name", ["tree auto", "stops auto", "bricard rk4", "switches auto"])
def test_energy_error_is_read_in_parts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that of all states at once, without having them at once."""
    from run_files.machines import SETUPS
    from sarrus.system.simulation import states

    run = SETUPS[name].run(file=tmp_path / "run.sarrus")
    work, loss = np.ptp(run.work), np.ptp(run.loss)
    throughput = max(np.max(run.energies[:, 0]), work, loss)
    expected = float(np.max(np.abs(run.imbalance)) / throughput)
    monkeypatch.setattr(states, "PIECE", 7)
    again = sarrus.open_run(tmp_path / "run.sarrus", **SETUPS[name].again())
    assert max(len(piece.t) for piece in again.pieces()) <= 7
    assert again.energy_error == expected > 0.0
    assert not {"energies", "_rows"} & set(vars(again)), "all states were read at once"


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
