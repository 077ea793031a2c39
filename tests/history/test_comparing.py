"""Two histories side by side."""

from __future__ import annotations

import numpy as np
import pytest

from history import machines
from loops import mechanisms
from sarrus import ModelError
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.rows import chunk as chunks


def test_a_history_equals_itself(turn: Run) -> None:
    found = History(turn).compare(turn)
    assert len(found) == 15
    assert all(d.largest == d.rms == d.relative == 0.0 for d in found.values())


def test_differences_are_those_of_the_arrays(
    histories: dict[str, History], monkeypatch: pytest.MonkeyPatch
) -> None:
    system = histories["swing"].system
    one = History(machines.swing(system, until=0.5))
    other = History(machines.swing(system, until=0.5, rtol=1e-4, atol=1e-6))
    for most in (8192, 13):
        monkeypatch.setattr(chunks, "MOST", most)
        found = one.compare(other, ["shoulder.angle", "hand.position", "slide.reaction.force"])
        assert list(found)[:2] == ["shoulder.angle", "hand.position.x"] and len(found) == 7
        gap = np.abs(one["hand.position"] - other["hand.position"])[:, 2]
        z = found["hand.position.z"]
        assert z.largest == np.max(gap) > 0.0 and z.at == one.t[np.argmax(gap)]
        assert z.rms == pytest.approx(np.sqrt(np.mean(gap**2)), rel=1e-12)
        assert z.span == pytest.approx(np.ptp(one["hand.z"]), rel=1e-12)
        assert z.relative == pytest.approx(z.largest / z.span) and z.unit == "m"
        assert found.worst.relative == max(d.relative for d in found.values())
    text = str(found)
    assert text.splitlines()[0].split() == ["channel", "largest", "at", "[s]", "rms", "of", "range"]
    assert "hand.position.z [m]" in text


def test_other_grids_and_spans_are_compared_where_both_are(histories: dict[str, History]) -> None:
    system = histories["turn"].system
    one = History(machines.turn(system, until=0.6, every=0.01))
    other = machines.turn(system, until=1.0, every=0.007)
    found = one.compare(other)
    assert found.worst.relative <= 1e-4
    assert one.compare(other, ["crank_pivot.angle"])["crank_pivot.angle"].relative <= 1e-7
    back = History(other).compare(one)
    assert back["crank_pivot.angle"].at <= 0.6 and back.worst.relative <= 1e-4


def test_another_cut_is_the_same_mechanism() -> None:
    """Names are those of the model, whatever joint is cut."""
    runs = []
    for cut in ("A", "C"):
        system = mechanisms.four_bar().compile(kernels=(), cut=[cut])
        start = system.assemble({"A": 0.1}, {"A": 3.0})
        runs.append(system.simulate(start, until=1.0, rtol=1e-10, atol=1e-12, every=0.02))
    names = ["A.angle", "C.rate", "A.angle_acceleration", "coupler.position", "B.reaction.force"]
    found = History(runs[0]).compare(runs[1], names)
    assert found.worst.relative <= 1e-7 and found["B.reaction.force.x"].span > 1.0


def test_a_simulation_against_a_drive() -> None:
    """A drive has nothing between its times, so the simulation is interpolated there."""
    system = mechanisms.four_bar(types="RSSR").compile(kernels=())
    run = system.simulate(system.assemble({"A": 0.1}, {"A": 3.0}), until=1.0, every=0.01)
    table = (run.t, run["A.angle"])
    drive = system.drive({"A": table}, times=np.linspace(0.1, 0.9, 37))
    found = History(run).compare(drive, ["A.angle", "D.angle", "rocker.position"])
    assert 0.0 < found.worst.relative <= 1e-6
    assert found["A.angle"].at in drive.t
    with pytest.raises(ModelError, match="known at its own times only"):
        History(drive).at([0.5])


def test_histories_without_common_times_are_refused(histories: dict[str, History]) -> None:
    history = histories["swing"]
    with pytest.raises(ModelError, match="no times in common"):
        history.between(0.0, 0.2).compare(history.between(0.5, 0.7))
    with pytest.raises(ModelError, match="is not a channel"):
        history.compare(history, ["hand.positon"])
