"""Recordings of runs, read back by the packages of their formats."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, ModelError
from sarrus.errors import EnvironmentProblem

reader = pytest.importorskip("mcap.reader")
highlevel = pytest.importorskip("rosbags.highlevel")
typesys = pytest.importorskip("rosbags.typesys")
NANO = 1_000_000_000


@pytest.fixture(scope="module")
def run() -> Any:
    m = Mechanism("swing")
    upper = m.body("upper arm", mass=1.0, com=(0.1, 0, 0.02), inertia=(0.01, 0.02, 0.02))
    upper.shape(sarrus.Box((0.2, 0.02, 0.03)), (0.1, 0, 0), color="#ff8000")
    lower = m.body("lower", mass=0.5, com=(0, 0, 0.1), inertia=(0.01, 0.02, 0.02))
    m.revolute("A", m.ground, upper, at=(0, 0, 0.5), axis=(1, 2, 3))
    m.spherical("B", upper, lower, at=(0.2, 0, 0.5))
    m.joint_spring("S", "A", 3.0)
    system = m.build().compile()
    start = system.assemble({"A": 0.4}, rates={"A": 1.0})
    return system.simulate(start, until=0.5, every=0.05, rtol=1e-9)


def messages(path: Path) -> tuple[dict[str, list[tuple[int, Any]]], Any]:
    found: dict[str, list[tuple[int, Any]]] = {}
    with path.open("rb") as stream:
        file = reader.make_reader(stream, validate_crcs=True)
        summary = file.get_summary()
        for _, channel, message in file.iter_messages():
            found.setdefault(channel.topic, []).append((message.log_time, json.loads(message.data)))
    return found, summary


def matrix(q: dict[str, float]) -> np.ndarray:
    w, x, y, z = (q[k] for k in "wxyz")
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_mcap_holds_poses_joints_reactions_and_channels(run: Any, tmp_path: Path) -> None:
    path = run.history.in_units("deg").export(tmp_path / "a.mcap", ["A.angle", "lower.position"])
    found, summary = messages(path)
    assert summary.statistics.message_count == sum(map(len, found.values())) == 4 * 11 + 1
    assert summary.statistics.chunk_count == len(summary.chunk_indexes) >= 1
    assert {c.topic for c in summary.channels.values()} == set(found)
    times = [t for t, _ in found["/tf"]]
    assert np.allclose(np.array(times) / NANO, run.t, atol=1e-9)
    angle = np.array(run.history["A.angle"])
    assert np.allclose([m["A.angle"] for _, m in found["/channels"]], np.degrees(angle))
    assert np.allclose([m["values"]["A"]["position"] for _, m in found["/joints"]], angle)
    assert "B" not in found["/joints"][0][1]["values"]  # its coordinates are a quaternion
    poses = run.history["lower.position"], run.history["lower.rotation"]
    for k, (_, message) in enumerate(found["/tf"]):
        [pose] = [x for x in message["transforms"] if x["child_frame_id"] == "lower"]
        assert pose["parent_frame_id"] == "world"
        assert np.allclose([pose["translation"][c] for c in "xyz"], np.array(poses[0])[k])
        assert np.allclose(matrix(pose["rotation"]), np.array(poses[1])[k], atol=1e-12)


def test_reactions_turn_into_world_axes_by_the_frames_of_the_file(run: Any, tmp_path: Path) -> None:
    """Two ways to the force in world axes: by the transforms of the file, and by the channel."""
    found, _ = messages(run.history.export(tmp_path / "b.mcap"))
    world = np.array(run.history["B.reaction.force@world"])
    for k in range(len(run.t)):
        frames = {x["child_frame_id"]: x for x in found["/tf"][k][1]["transforms"]}
        load = found["/reactions"][k][1]["values"]["B"]
        turn, name = np.eye(3), load["frame_id"]
        while name != "world":
            turn = matrix(frames[name]["rotation"]) @ turn
            name = frames[name]["parent_frame_id"]
        force = turn @ [load["force"][c] for c in "xyz"]
        assert np.allclose(force, world[k], atol=1e-9)


def test_the_scene_has_shapes_and_lines_once(run: Any, tmp_path: Path) -> None:
    found, _ = messages(run.history.export(tmp_path / "c.mcap"))
    [(_, scene)] = found["/scene"]
    by_name = {entity["id"]: entity for entity in scene["entities"]}
    [cube] = by_name["upper arm"]["cubes"]
    assert cube["size"] == {"x": 0.2, "y": 0.02, "z": 0.03}
    assert cube["color"] == pytest.approx({"r": 1.0, "g": 128 / 255, "b": 0.0, "a": 1.0})
    assert len(by_name["lower"]["lines"][0]["points"]) == 2


@pytest.mark.parametrize("ending", [".bag", ".rosbag2"])
def test_bags_are_read_back_without_ros(run: Any, tmp_path: Path, ending: str) -> None:
    path = run.history.export(tmp_path / f"a{ending}", ["A.rate"])
    store = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
    found: dict[str, list[Any]] = {}
    with highlevel.AnyReader([path], default_typestore=store) as bag:
        for connection, t, raw in bag.messages():
            found.setdefault(connection.topic, []).append(
                (t, bag.deserialize(raw, connection.msgtype))
            )
    assert {"/tf", "/joint_states", "/reactions/A", "/reactions/B", "/channels/A/rate"} == {*found}
    times = [t for t, _ in found["/joint_states"]]
    assert np.allclose(np.array(times) / NANO, run.t, atol=1e-9)
    last = found["/joint_states"][-1][1]
    assert last.name == ["A"]
    assert np.allclose([last.position[0], last.velocity[0]],
                       [run.history["A.angle"][-1], run.history["A.rate"][-1]])  # fmt: skip
    force = np.array(run.history["B.reaction.force"])[-1]
    wrench = found["/reactions/B"][-1][1]
    assert wrench.header.frame_id == "joint/B"
    assert np.allclose([getattr(wrench.wrench.force, c) for c in "xyz"], force)
    assert len(found["/tf"][0][1].transforms) == 4
    assert np.allclose([m.data for _, m in found["/channels/A/rate"]], run.history["A.rate"])
    with pytest.raises(EnvironmentProblem, match="E-EXISTS"):
        run.history.export(path)
    run.history.export(path, overwrite=True)


def test_times_before_zero_are_refused(run: Any, tmp_path: Path) -> None:
    start = replace(run.system.assemble({"A": 0.4}), t=-1.0)
    early = run.system.simulate(start, until=-0.5, every=0.1)
    with pytest.raises(ModelError, match="from 0 on"):
        early.history.export(tmp_path / "d.mcap")
    assert not [*tmp_path.iterdir()]


def test_the_command_line_records_a_result(run: Any, tmp_path: Path) -> None:
    from command_line import run_line

    file = tmp_path / "run.sarrus"
    run.system.simulate(run.system.assemble({"A": 0.4}), until=0.5, every=0.05, file=file)
    out = tmp_path / "run.mcap"
    done = run_line(["export", str(file), "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert len(messages(out)[0]["/tf"]) == len(run.t)
    assert sarrus.open_run(file).t[-1] == run.t[-1]
