"""Any mechanism of a model file: its constants fitted to a path and a function."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sarrus
from command_line import run_line
from sarrus import synthesis
from sarrus.synthesis import Linkage, Solution
from sarrus.synthesis.model_files import _FileFit
from sarrus.synthesis.tasks import Task, motion_task, path_task

ANGLES = np.array([0.2, 0.8, 1.5, 2.1, 3.0])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A four-bar as a model file, with its dimensions as constants."""
    linkage = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
    task = Task("path", points=linkage.motion(ANGLES).points["P"])
    path = tmp_path_factory.mktemp("files") / "four_bar.yaml"
    Solution(task, linkage, ANGLES, np.ones((5, 1), dtype=int)).write(path)
    return path


def wanted(**sizes: float) -> np.ndarray:
    """Return points of another four-bar."""
    other = Linkage.of(
        "four-bar", **{"a": 0.4, "b": 1.1, "c": 0.9, "Dx": 1.0, "p": 0.6, "q": 0.3} | sizes
    )
    return other.motion(ANGLES).points["P"]


def test_derivatives_by_constants_and_inputs_are_exact(file: Path) -> None:
    fit = _FileFit.of(path_task(wanted()), str(file), ["a", "b", "q"], "tracer", "", "")
    x = np.array([0.42, 1.05, 0.25, *(ANGLES - 0.2)])
    J = fit.residuals(x)[1]
    for k in (0, 2, 4):
        up, down = (fit.residuals(x + h * np.eye(len(x))[k])[0] for h in (1e-6, -1e-6))
        np.testing.assert_allclose(J[..., k], (up - down) / 2e-6, atol=1e-7)


def test_constants_of_a_file_follow_a_timed_path(file: Path, tmp_path: Path) -> None:
    points = wanted(a=0.43, b=1.05, q=0.25)
    found = synthesis.fit_path(file, points, ["a", "b", "q"], tracer="tracer", driven="A",
                               timing=ANGLES - 0.2, starts=1)  # fmt: skip
    assert found.error < 1e-9 < found.error_before
    np.testing.assert_allclose([*found.constants.values()], [0.43, 1.05, 0.25], atol=1e-8)
    found.write(tmp_path / "new.yaml")
    new = sarrus.Study.load(tmp_path / "new.yaml")
    assert new.constants_map(["a"]).defaults[0] == pytest.approx(0.43, abs=1e-8)
    assert "theta" in (tmp_path / "new.yaml").read_text()


def test_constants_of_a_file_follow_poses(file: Path, tmp_path: Path) -> None:
    """Poses of the coupler of another four-bar, from Python and from the command line."""
    other = Linkage.of("four-bar", a=0.43, b=1.05, c=0.9, Dx=1.0, p=0.6, q=0.25)
    motion = other.motion(ANGLES)
    poses = np.column_stack([motion.points["P"], motion.coupler])
    poses[:, 2] -= motion.coupler[0]  # the file is drawn at its first position, whatever its sizes
    table = tmp_path / "poses.csv"
    rows = [f"{x!r},{y!r},{angle!r},{u!r}" for (x, y, angle), u in
            zip(poses.tolist(), (ANGLES - 0.2).tolist(), strict=True)]  # fmt: skip
    table.write_text("\n".join(["x,y,angle,input", *rows]))
    words = ["synthesize", "motion", str(table), "-m", str(file), "--vary", "a,b,q", "--follow",
             "tracer", "--starts", "1", "--json"]  # fmt: skip
    done = run_line(words)
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["error"] < 1e-9 < told["error_before"]
    np.testing.assert_allclose([*told["constants"].values()], [0.43, 1.05, 0.25], atol=1e-8)


def test_poses_in_space_are_those_in_the_plane(file: Path) -> None:
    """Residuals and derivatives of rotations, also about z by vectors."""
    poses = np.column_stack([wanted(), ANGLES])
    spatial = np.column_stack([poses[:, :2], np.zeros((5, 3)), ANGLES])
    x = np.array([0.42, *(ANGLES - 0.2)])
    fits = [_FileFit.of(motion_task(rows, columns=(3, 6)), str(file), ["a"], "tracer", "", "")
            for rows in (poses, spatial)]  # fmt: skip
    (r, J), (more, _) = (fit.residuals(x) for fit in fits)
    np.testing.assert_allclose(more[:, [0, 1, 3, 4, 5]], r, atol=1e-14)
    np.testing.assert_allclose(more[:, [6, 7]], r[:, [3, 2]] * [-1, 1], atol=1e-14)
    for k in (0, 3):
        up, down = (fits[0].residuals(x + h * np.eye(len(x))[k])[0] for h in (1e-6, -1e-6))
        np.testing.assert_allclose(J[..., k], (up - down) / 2e-6, atol=1e-7)


def test_mistakes_are_named(file: Path) -> None:
    points = wanted()
    for words, call in (
        ("is no coordinate", lambda: synthesis.fit_path(file, points, ["a"], tracer="tracer",
                                                        driven="Q")),
        ("varies no constant", lambda: synthesis.fit_path(file, points, [], tracer="tracer")),
        ("within its bounds", lambda: synthesis.fit_path(file, points, {"a": (1, 2)},
                                                         tracer="tracer")),
        ("no position, angle", lambda: synthesis.fit_function(
            file, [0, 0.1, 0.2], [0, 1, 2], ["a"], output="A.effort")),
        ("the nearest has an error", lambda: synthesis.fit_path(
            file, points + 0.3, ["a"], tracer="tracer", timing=ANGLES, starts=1, tolerance=1e-6)),
    ):  # fmt: skip
        with pytest.raises(sarrus.ModelError, match=words):
            call()
