"""Measured rows: rates and accelerations, gaps, other sampling; files of three formats."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from identification.planting import laws
from sarrus import Mechanism, System
from sarrus.errors import ModelError
from sarrus.identification import Measured, identify, read_measurements


def arm(friction: float = 0.0) -> System:
    m = Mechanism("arm", gravity=(0, 0, -9.81))
    one = m.body("one", 2.0, com=(0.3, 0, 0), inertia=(0.01, 0.1, 0.1))
    two = m.body("two", 1.0, com=(0.2, 0, 0), inertia=(0.01, 0.05, 0.05), at=(0.7, 0, 0))
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis="y")
    m.revolute("B", one, two, at=(0.7, 0, 0), axis="y")
    if friction:
        m.joint_friction("rub", "A", sliding=friction, d=0.2, smoothing=0.01)
    return m.build().compile(kernels=())


def swing(system: System, rate: float = 200.0) -> Measured:
    """Return ten seconds of a motion at a sampling rate [Hz]."""
    t = np.arange(0.0, 10.0, 1.0 / rate)
    run = system.drive(laws(system.model, ["A", "B"], 1.0, 3), times=t)
    return Measured.of_history(run.history, ["A", "B"])


def positions_only(data: Measured) -> Measured:
    return Measured(data.t, data.q, tau=data.tau)


def test_derivatives_of_positions_are_those_of_the_motion() -> None:
    data = swing(arm())
    found = positions_only(data).with_derivatives(cutoff=30.0)
    inner = np.searchsorted(data.t, found.t)
    for joint in ("A", "B"):
        for kind, tolerance in (("q", 1e-7), ("v", 1e-6), ("a", 1e-4)):
            exact = getattr(data, kind)[joint][inner]
            off = np.max(np.abs(getattr(found, kind)[joint] - exact))
            assert off < tolerance * np.max(np.abs(exact)), (joint, kind)


def test_numbers_from_positions_alone_are_those_planted() -> None:
    """Jumps of dry friction are blunted on both sides alike, so that even they are found."""
    truth = arm(0.3)
    found = identify(arm(), positions_only(swing(truth)), by=["inertia", "friction"])
    assert found["A.coulomb"] == pytest.approx(0.3, rel=1e-3)
    assert found["A.viscous"] == pytest.approx(0.2, rel=1e-3)
    assert np.max(np.abs(found.beta - found.beta_before)[: found.base.count - 4]) < 1e-3


def test_filtered_noise_counts_for_fewer_rows() -> None:
    """Intervals hold the numbers although neighbouring rows are no longer independent."""
    truth = arm(0.3)
    data = swing(truth)
    inside = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        tau = {j: x + 0.05 * rng.standard_normal(len(x)) for j, x in data.tau.items()}
        rough = Measured(data.t, data.q, tau=tau)
        by = ["one.Jyy", "A.coulomb", "A.viscous"]
        found = identify(arm(), rough, by=by, cutoff=5.0, consistent=False)
        truths = (found.beta_before[0], 0.3, 0.2)
        inside.append(np.abs(found.beta - truths) <= found.interval)
    assert np.mean(inside) >= 0.75


def test_gaps_and_missing_numbers_break_the_motion() -> None:
    data = swing(arm())
    kept = np.ones(len(data.t), dtype=bool)
    kept[700:760] = False
    q = {j: x.copy() for j, x in data.q.items()}
    q["B"][1500] = np.nan
    broken = Measured(data.t[kept], {j: x[kept] for j, x in q.items()},
                      tau={j: x[kept] for j, x in data.tau.items()})  # fmt: skip
    found = broken.with_derivatives()
    assert found.part is not None and found.part[-1] == 1
    assert {n.code for n in found.notices} == {"I10"} and len(found.notices) == 3
    told = " ".join(n.rule for n in found.notices)
    assert "1 of 1940 rows" in told and "1 gap" in told and "grid" in told  # by the row left out
    result = identify(arm(), broken, by="inertia")
    assert np.max(np.abs(result.beta - result.beta_before)) < 1e-4


def test_uneven_rows_are_put_on_a_grid() -> None:
    system = arm()
    rng = np.random.default_rng(1)
    t = np.cumsum(rng.uniform(0.003, 0.007, 1800))
    run = system.drive(laws(system.model, ["A", "B"], 1.0, 3), times=t - t[0])
    data = positions_only(Measured.of_history(run.history, ["A", "B"]))
    found = identify(system, data, by="inertia")
    assert np.max(np.abs(found.beta - found.beta_before)) < 1e-3
    assert "grid" in found.notices[0].rule


def test_efforts_of_another_sampling_are_used_where_they_are_known() -> None:
    data = swing(arm())
    tau = {j: np.where(np.arange(len(data.t)) % 4 == 0, x, np.nan) for j, x in data.tau.items()}
    found = identify(arm(), Measured(data.t, data.q, v=data.v, a=data.a, tau=tau), by="inertia")
    assert np.max(np.abs(found.beta - found.beta_before)) < 1e-10
    assert found.freedom == 2 * len(data.t[::4]) - found.base.count


def test_files_hold_what_was_measured(tmp_path: Path) -> None:
    system = arm()
    run = system.drive(laws(system.model, ["A", "B"], 1.0, 3), times=np.arange(0.0, 1.0, 0.02))
    names = ["A.angle", "B.angle", "A.effort", "B.effort"]
    expected = Measured.of_history(run.history, ["A", "B"])
    for ending in ("csv", "parquet"):
        if ending == "parquet":
            pytest.importorskip("pyarrow")
        path = tmp_path / f"run.{ending}"
        run.history.export(path, channels=names)
        same(read_measurements(path, system.model), expected)
    run.history.export(tmp_path / "run.mcap")
    same(read_measurements(tmp_path / "run.mcap", system.model), expected)


def same(found: Measured, expected: Measured) -> None:
    assert np.allclose(found.t - found.t[0], expected.t, atol=1e-9)
    for joint in ("A", "B"):
        assert np.allclose(found.q[joint], expected.q[joint], rtol=0, atol=1e-12)
        assert np.allclose(found.tau[joint], expected.tau[joint], rtol=1e-12, atol=1e-12)


def test_units_and_words_of_tables(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["time [ms]", "A.position [deg]", "B.q", "A.torque [N mm]", "note.x"])
        table.writerows([[0, 90, 0.1, 1000, 7], [10, 180, "", "nan", 7]])
    found = read_measurements(path, arm().model)
    assert found.t == pytest.approx([0.0, 0.01]) and found.tau["A"][0] == pytest.approx(1.0)
    assert found.q["A"] == pytest.approx(np.radians([90, 180]))
    assert np.isnan(found.q["B"][1]) and np.isnan(found.tau["A"][1]) and "x" not in found.q


def test_messages_of_other_recordings_are_read(tmp_path: Path) -> None:
    """A topic with `name`, `position`, `velocity`, `effort`, written by the package of others."""
    writer = pytest.importorskip("mcap.writer")
    path = tmp_path / "ros.mcap"
    with path.open("wb") as stream:
        out = writer.Writer(stream, compression=writer.CompressionType.NONE)
        out.start()
        schema = out.register_schema("JointState", "jsonschema", b"{}")
        channel = out.register_channel("/arm/joint_states", "json", schema)
        for k in range(3):
            text = f'{{"name": ["B", "A"], "position": [{k}, 1.5], "effort": [0.5, {k}]}}'
            out.add_message(channel, 10_000_000 * k, text.encode(), 10_000_000 * k)
        out.finish()
    found = read_measurements(path, arm().model)
    assert found.q["B"].tolist() == [0, 1, 2] and found.tau["A"].tolist() == [0, 1, 2]
    assert found.t == pytest.approx([0, 0.01, 0.02])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t,A.angle\n0,1\n0,2\n", "rise"),
        ("t,elbow\n0,1\n1,2\n", "position of a joint"),
        ("A.angle\n0\n1\n", "column of times"),
        ("t,A.angle\n0,x\n", "no number"),
        ("t,A.angle [kg]\n0,1\n1,1\n", r"A\.angle'.*'kg'.*rad"),
        ("t [m],A.angle\n0,1\n1,1\n", "unit 'm'"),
        ("t,A.angle,A.effort [N]\n0,1,2\n1,1,2\n", r"A\.effort'.*'N'.*N"),
        ("t,A.angle [deg],A.rate [deg]\n0,1,2\n1,1,2\n", r"A\.rate'.*'deg'.*rad/s"),
        ("t,A.angle\n0,1,2\n", "cells"),
    ],
)
def test_tables_that_cannot_be_read(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(text)
    with pytest.raises(ModelError, match=words) as caught:
        read_measurements(path, arm().model)
    assert caught.value.problems[0].code == "I01"
