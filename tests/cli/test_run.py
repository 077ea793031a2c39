"""`run`, `drive`, `resume`: the account agrees with the library, results are kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import sarrus as package
from cli.conftest import PENDULUM, Command
from sarrus.storage import RunReader

STORM = """\
sarrus: 1
bodies:
  ball: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}
joints:
  fall: {type: prismatic, parent: ground, child: ball, at: [0, 0, 0], axis: z}
events:
  - {name: hit, when: fall.displacement, at: -1, direction: down, do: {bounce: {restitution: 0.5}}}
run: {until: 5}
"""


def swing(until: float = 1.0) -> package.Run:
    """Return the run of the pendulum, made with the builder."""
    m = package.Mechanism("pendulum")
    m.body("rod", 1, (0, 0, -0.5), (0.1, 0.1, 0.001))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    return system.simulate(system.assemble({"A": 1.0}), until=until, every=0.01)


def test_run_is_that_of_the_library(sarrus: Command, pendulum: str) -> None:
    done = sarrus("run", pendulum, "--json")
    assert done.code == 0 and done.err == ""
    wanted, found = swing(), package.open_run("pendulum.sarrus")
    assert np.array_equal(found.q, wanted.q) and np.array_equal(found.t, wanted.t)
    data = done.data
    assert data["steps"] == wanted.account.steps and data["states"] == 101
    assert data["energy_error"] == wanted.energy_error and data["mobility"] == 1
    assert data["outputs"][0]["end"] == wanted.q[-1, 0]
    assert data["outputs"][0]["min"] == wanted.q[:, 0].min()
    assert data["result"] == "pendulum.sarrus" and data["settings"]["rtol"] == 1e-6


def test_what_a_run_prints(sarrus: Command) -> None:
    sarrus("new", "four-bar")
    done = sarrus("run", "four_bar.yaml")
    said = {line[2:14].strip(): line[16:] for line in done.out.splitlines() if line[:2] == "  "}
    assert said["mobility"].startswith("1 degree of freedom")
    assert said["loop"] == "ground -A- crank -B- coupler =C= rocker -D- ground"
    assert said["cut joints"] == "C"
    assert said["redundant"].startswith("3 of 5 constraint equations: ")
    assert said["gravity"] == "(0, -9.81, 0) m/s^2"
    assert said["settings"] == "auto, rtol 1e-06, atol 1e-08, until 5 s"
    assert {"method", "time", "steps", "wall time", "energy error", "drift"} <= set(said)
    assert said["result"].startswith("four_bar.sarrus (")
    assert "sarrus plot four_bar.sarrus" in done.err


def test_numbers_are_changed_by_set(sarrus: Command, pendulum: str) -> None:
    done = sarrus("run", pendulum, "--json", "--until", "2", "--set", "rod.mass=2 kg", "-s",
                  "assembly.wanted.A=30deg")  # fmt: skip
    assert done.data["end"] == 2.0
    assert done.data["outputs"][0]["start"] == pytest.approx(np.pi / 6, abs=1e-15)
    assert package.open_run("pendulum.sarrus").system.model.body("rod").mass == 2.0


def test_latest_run_replaces_the_one_before_it(sarrus: Command, pendulum: str) -> None:
    sarrus("run", pendulum)
    assert sarrus("run", pendulum, "--until", "2").code == 0
    assert package.open_run("pendulum.sarrus").t[-1] == 2.0
    assert [path.name for path in Path().iterdir() if path.suffix != ".yaml"] == ["pendulum.sarrus"]


def test_chosen_names_are_not_replaced(sarrus: Command, pendulum: str) -> None:
    assert sarrus("run", pendulum, "-o", "mine.sarrus").code == 0
    before = Path("mine.sarrus").read_bytes()
    done = sarrus("run", pendulum, "-o", "mine.sarrus", "--json")
    assert done.code == 5 and done.codes == ["E-EXISTS"]
    assert Path("mine.sarrus").read_bytes() == before
    assert sarrus("run", pendulum, "-o", "mine.sarrus", "--force", "--until", "2").code == 0
    assert package.open_run("mine.sarrus").t[-1] == 2.0


def test_rejected_model_leaves_the_old_result(sarrus: Command, pendulum: str) -> None:
    sarrus("run", pendulum)
    before = Path("pendulum.sarrus").read_bytes()
    assert sarrus("run", pendulum, "--set", "rod.mass=-1").code == 3
    assert Path("pendulum.sarrus").read_bytes() == before


def cut(path: str) -> int:
    """Cut the end off a result, as a kill does; return how many states are left."""
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[: len(data) // 2])
    with RunReader.open(path) as reader:
        assert reader.end is None
        return len(reader)


def test_unfinished_run_is_kept_and_goes_on(sarrus: Command, pendulum: str) -> None:
    sarrus("run", pendulum)
    whole = package.open_run("pendulum.sarrus")
    q = np.array(whole.q)
    cut("pendulum.sarrus")
    done = sarrus("run", pendulum)
    assert done.code == 5 and "sarrus resume pendulum.sarrus" in done.err
    done = sarrus("resume", "pendulum.sarrus", "--json")
    assert done.code == 0 and done.data["end"] == 1.0
    assert np.array_equal(package.open_run("pendulum.sarrus").q, q)
    again = sarrus("resume", "pendulum.sarrus")
    assert again.code == 0 and "nothing to do" in again.err


def test_something_else_is_not_replaced(sarrus: Command, pendulum: str) -> None:
    Path("pendulum.sarrus").write_text("my notes", encoding="utf-8")
    assert sarrus("run", pendulum).code == 5
    assert Path("pendulum.sarrus").read_text(encoding="utf-8") == "my notes"


def test_result_in_use_is_refused(sarrus: Command, pendulum: str) -> None:
    from sarrus.storage import RunWriter

    sarrus("run", pendulum)
    with RunReader.open("pendulum.sarrus") as reader:
        head = reader.head
    writer = RunWriter.create("pendulum.sarrus", head, overwrite=True)
    try:
        done = sarrus("run", pendulum, "--force", "--json")
    finally:
        writer.close()
    assert done.code == 5 and done.codes[0] == "E17"


def test_stop_by_numerics_keeps_the_states(sarrus: Command, folder: Path) -> None:
    """The bounces of a ball of restitution 1/2 add up: t* = t1 (1 + 2 (1/2 + 1/4 + ...)) = 3 t1."""
    Path("ball.yaml").write_text(STORM, encoding="utf-8")
    done = sarrus("run", "ball.yaml")
    assert done.code == 4 and "E-ZENO" in done.err and "ball.sarrus" in done.out
    done = sarrus("run", "ball.yaml", "--json")
    assert done.code == 4 and done.data["exit"] == 4 and "E-ZENO" in done.codes
    t1 = np.sqrt(2.0 / 9.81)
    assert done.data["end"] == pytest.approx(3.0 * t1, rel=1e-5)
    assert len(package.open_run("ball.sarrus")) == done.data["states"]


def test_robot_file_runs_and_names_what_it_did_not_use(sarrus: Command, arm: str) -> None:
    done = sarrus("run", arm, "--until", "0.5")
    assert done.code == 0 and "gazebo" in done.err and "arm.urdf:" in done.err
    assert Path("arm.sarrus").exists()
    data = sarrus("run", arm, "--until", "0.5", "--json").data
    assert data["end"] == 0.5 and data["mobility"] == 1
    assert any("gazebo" in p["rule"] + p["element"] for p in data["problems"])
    assert done.err != "" and sarrus("run", arm, "--quiet").err == ""


def test_drive_finds_the_torque(sarrus: Command, pendulum: str) -> None:
    """A rod turned steadily: only its weight has to be held, m g l/2 sin(angle)."""
    done = sarrus("drive", pendulum, "--json", "--set", "drives.A=2*pi*t", "-o", "e.csv")
    assert done.code == 0
    row = done.data["efforts"][0]
    assert row["drive"] == "A" and abs(row["peak"]) == pytest.approx(9.81 * 0.5, rel=1e-9)
    assert row["rms"] == pytest.approx(9.81 * 0.5 / np.sqrt(2.0), rel=1e-2)
    assert abs(row["peak_power"]) == pytest.approx(9.81 * np.pi, rel=1e-9)
    assert Path("e.csv").read_text(encoding="utf-8").startswith("t [s],")


def test_drive_of_a_whole_joint_and_of_a_point(sarrus: Command) -> None:
    """A joint that follows a pose has an effort for each velocity; a point has a force."""
    head = "sarrus: 1\ngravity: [0, 0, -9.81]\n"
    body = "bodies: {b: {mass: 2, com: [0.1, 0, 0], inertia: [1, 1, 1]}}\n"
    free = "joints: {F: {type: free, parent: ground, child: b}}\n"
    pose = "drives: {F: {position: [0.1*t, 0, 0], axis: z, angle: t}}\n"
    run = "run: {kind: drive, times: [0, 0.5]}\n"
    Path("pose.yaml").write_text(head + body + free + pose + run, encoding="utf-8")
    rows = {row["drive"]: row for row in sarrus("drive", "pose.yaml", "--json").data["efforts"]}
    assert list(rows) == ["F.vx", "F.vy", "F.vz", "F.omega_x", "F.omega_y", "F.omega_z"]
    assert rows["F.vz"]["peak"] == pytest.approx(19.62, rel=1e-12)
    hinge = "joints: {A: {type: revolute, parent: ground, child: b, at: [0, 0, 0], axis: y}}\n"
    point = "drives: {tip: {body: b, at: [1, 0, 0], path: [0, 0, 0.1*t], components: z}}\n"
    Path("point.yaml").write_text(head + body + hinge + point + run, encoding="utf-8")
    (row,) = sarrus("drive", "point.yaml", "--json").data["efforts"]
    assert row["drive"] == "point of b" and row["peak_power"] is None
    assert row["peak"] == pytest.approx(1.962, rel=1e-2)


def test_a_file_of_kind_drive_is_driven_by_run(sarrus: Command) -> None:
    sarrus("new", "robot-arm")
    first, second = sarrus("run", "robot_arm.yaml"), sarrus("drive", "robot_arm.yaml")
    assert first.out == second.out and "peak effort" in first.out
    assert not list(Path().glob("*.sarrus"))


def test_drive_without_drives_is_rejected_with_its_place(sarrus: Command, pendulum: str) -> None:
    done = sarrus("drive", pendulum)
    assert done.code == 3 and "pendulum.yaml:7:" in done.err and "'drives'" in done.err


def test_check_reports_all_files_and_problems(sarrus: Command, pendulum: str, arm: str) -> None:
    wrong = PENDULUM.replace("child: rod", "child: rodd").replace("mass: 1,", "mass: -1,")
    Path("wrong.yaml").write_text(wrong, encoding="utf-8")
    done = sarrus("check", pendulum, "wrong.yaml", arm)
    assert done.code == 3
    assert "pendulum.yaml: ok, 1 body, 1 joint" in done.out
    assert "wrong.yaml: rejected" in done.out and "arm.urdf: ok" in done.out
    assert "wrong.yaml:3:" in done.err and "wrong.yaml:5:" in done.err, "both at once"
    data = sarrus("check", pendulum, "wrong.yaml", "--json").data
    assert [file["ok"] for file in data["files"]] == [True, False]
    assert {"M04", "M09"} <= {p["code"] for p in data["problems"]}
    assert not list(Path().glob("*.sarrus")), "nothing is written"


def test_strict_takes_warnings_for_errors(sarrus: Command, folder: Path) -> None:
    heavy = PENDULUM.replace("inertia: [0.1, 0.1, 0.001]", "inertia: [0.1, 0.1, 0.5]")
    Path("heavy.yaml").write_text(heavy, encoding="utf-8")
    mild, strict = sarrus("check", "heavy.yaml"), sarrus("check", "heavy.yaml", "--strict")
    assert mild.code == 0 and "warning M03" in mild.err
    assert strict.code == 3 and "error M03" in strict.err
    assert sarrus("run", "heavy.yaml", "--strict").code == 3


def test_info_of_a_model(sarrus: Command) -> None:
    sarrus("new", "four-bar")
    done = sarrus("info", "four_bar.yaml")
    assert done.code == 0 and "coupler" in done.out and "cut: 5 equations" in done.out
    data = sarrus("info", "four_bar.yaml", "--json").data
    assert [b["name"] for b in data["bodies"]] == ["crank", "coupler", "rocker"]
    assert [j["cut"] for j in data["joints"]] == [False, False, True, False]
    assert data["mobility"] == 1 and len(data["redundant"]) == 3
    assert data["loops"][0]["cut"] == "C"


def test_info_of_a_result(sarrus: Command, pendulum: str) -> None:
    sarrus("run", pendulum)
    done = sarrus("info", "pendulum.sarrus", "--channels", "*.angle", "--json")
    assert [c["name"] for c in done.data["channels"]] == ["A.angle"]
    assert done.data["channels"][0]["unit"] == "rad" and done.data["states"] == 101
    assert "energy error" in sarrus("info", "pendulum.sarrus").out


def test_json_has_no_numbers_that_json_lacks(sarrus: Command, pendulum: str) -> None:
    from sarrus.cli.screen import as_json

    text = as_json({"a": float("nan"), "b": np.array([1.0, np.inf]), "c": Path("x"), "d": {3}})
    assert json.loads(text) == {"a": None, "b": [1.0, None], "c": "x", "d": [3]}


def test_model_in_another_folder(sarrus: Command, pendulum: str) -> None:
    """The result is in the current folder; the model's is left alone."""
    Path("models").mkdir()
    shutil.move(pendulum, "models/pendulum.yaml")
    assert sarrus("run", "models/pendulum.yaml").code == 0
    assert Path("pendulum.sarrus").exists() and len(list(Path("models").iterdir())) == 1


# --- accuracy -------------------------------------------------------------------------------------


def test_a_run_says_how_accurate_it_is(sarrus: Command, pendulum: str) -> None:
    done = sarrus("run", pendulum)
    line = next(line for line in done.out.splitlines() if line.startswith("  accuracy"))
    assert "at t = 1 s, by a second run with rtol 1e-08: A.angle" in line and "+-" in line
    assert "  +-  " in next(line for line in done.out.splitlines() if line.startswith("channel"))
    assert line in sarrus("info", "pendulum.sarrus").out.splitlines()
    data = sarrus("run", pendulum, "--json").data
    exact = sarrus("run", pendulum, "--json", "--set", "run.rtol=1e-12", "--set", "run.atol=1e-14")
    off = abs(data["outputs"][0]["end"] - exact.data["outputs"][0]["end"])
    assert 0.0 < off <= data["outputs"][0]["error"] == data["accuracy"]["errors"]["A.angle"] < 1e-5
    plain = sarrus("run", pendulum, "--json", "--no-certify").data
    assert plain["accuracy"] is None and "error" not in plain["outputs"][0]
    assert sarrus("info", "pendulum.sarrus", "--json").data["accuracy"] is None


def test_a_sensitive_run_says_so(sarrus: Command) -> None:
    text = """\
sarrus: 1
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 1, com: [0.5, 0, 0], inertia: [0, 0.08, 0.08]}
  lower: {mass: 1, com: [1.5, 0, 0], inertia: [0, 0.08, 0.08]}
joints:
  A: {type: revolute, parent: ground, child: upper, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: upper, child: lower, at: [1, 0, 0], axis: z}
assembly: {wanted: {A: 2.5, B: 0.5}}
run: {until: 30}
"""
    Path("chaos.yaml").write_text(text, encoding="utf-8")
    done = sarrus("run", "chaos.yaml", "--certify")
    assert done.code == 0 and "warning W37" in done.err and "is not decided" in done.err
    shown = sarrus("info", "chaos.sarrus", "--json")
    assert "W37" in shown.codes
    assert 1.0 < shown.data["accuracy"]["undecided_from"] < 30.0


def test_loads_of_joints_are_kept(sarrus: Command, pendulum: str) -> None:
    done = sarrus("run", pendulum, "--no-certify", "--keep", "A.reaction, A.wrench")
    line = next(line for line in done.out.splitlines() if line.startswith("  loads kept"))
    assert "A.reaction, A.wrench at the states kept" in line
    run = package.open_run("pendulum.sarrus")
    assert run.keeping.wanted == (("A", "reaction"), ("A", "wrench"))
    assert run.account.kept in line
    assert sarrus("info", "pendulum.sarrus", "--json").data["kept"] == run.account.kept
    wrong = sarrus("run", pendulum, "--keep", "A.reaktion")
    assert wrong.code == 3 and "M09" in wrong.err and "A.reaction" in wrong.err


def test_states_at_given_times(sarrus: Command, pendulum: str) -> None:
    done = sarrus("run", pendulum, "--times", "0.1, 250ms,0.5")
    assert done.code == 0 and package.open_run("pendulum.sarrus").t.tolist() == [0.1, 0.25, 0.5]
    assert sarrus("run", pendulum, "--times", "0.2,0.1").code != 0
    both = sarrus("run", pendulum, "--times", "0.1", "--until", "2")
    assert both.code == 2 and "--times or --until" in both.err
