"""`sarrus identify`, `sarrus excite`, `sarrus calibrate`, and the section `identify`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cli.conftest import Command
from sarrus import load
from sarrus.identification import Measured, excite_file, identify_file
from sarrus.study import Study

ARM = """\
sarrus: 1
bodies:
  arm: {mass: 2 kg, com: [200 mm, 0, 0], inertia: [0.001, 0.03, 0.03]}
  fore: {mass: 1 kg, com: [150 mm, 0, 0], at: [400 mm, 0, 0], inertia: [0.001, 0.01, 0.01]}
joints:
  A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y, limits: [-90 deg, 90 deg]}
  B: {type: revolute, parent: arm, child: fore, at: [400 mm, 0, 0], axis: y}
identify:
  by: [inertia, friction]
  measured: run.csv
  limits:
    A: {speed: 3 rad/s, acceleration: 15 rad/s^2}
    B: {position: [-2 rad, 2 rad], speed: 3 rad/s, acceleration: 15 rad/s^2}
"""
FRICTION = (
    "forces: {rub: {type: joint_friction, joint: A, sliding: 0.3, d: 0.2, smoothing: 0.01}}\n"
)


def test_from_a_motion_to_a_model(sarrus: Command) -> None:
    Path("arm.yaml").write_text(ARM)
    Path("real.yaml").write_text(ARM.replace("mass: 1 kg", "mass: 1.5 kg") + FRICTION)
    done = sarrus("excite", "arm.yaml", "--rounds", "0", "-o", "motion.csv", "-o", "motion.png",
                  "--limit", "A.speed=2rad/s", "--period", "6", "--json")  # fmt: skip
    assert done.code == 0 and done.data["condition"] <= done.data["random_median"]
    assert Path("motion.csv").read_text().startswith("t [s],A.angle [rad],A.rate [rad/s]")
    assert Path("motion.png").read_bytes().startswith(b"\x89PNG")
    shown = sarrus("excite", "arm.yaml", "--rounds", "0", "--period", "6").out
    assert 'A.angle: "(' in shown
    # the laws that are shown are those of a model file
    law = shown.split('A.angle: "')[1].split('"')[0]
    Path("led.yaml").write_text(ARM + f'drives: {{A.angle: "{law}", B: 0}}\nrun: {{until: 0.1}}\n')
    assert sarrus("drive", "led.yaml").code == 0
    real = load("real.yaml").compile(kernels=())
    run = real.drive(done.data["laws"], times=np.arange(0.0, 6.0, 0.01))
    names = [
        f"{j}.{what}" for j in "AB" for what in ("angle", "rate", "angle_acceleration", "effort")
    ]
    run.history.export("run.csv", channels=names)
    told = sarrus("identify", "arm.yaml", "--json", "-o", "found.yaml", "-o", "found.csv",
                  "-o", "found.png")  # fmt: skip
    assert told.code == 0 and abs(told.data["numbers"]["A.coulomb"] - 0.3) < 1e-9
    assert any(row["name"] == "fore.hx" and abs(row["value"] - 0.225) < 1e-9
               for row in told.data["base"])  # fmt: skip
    assert Path("found.png").read_bytes().startswith(b"\x89PNG")
    again = load("found.yaml").compile(kernels=()).drive(done.data["laws"], times=run.history.t)
    assert np.allclose(again.history["A.effort"], run.history["A.effort"], atol=1e-9)
    shown = sarrus("identify", "arm.yaml", "run.csv", "--by", "fore", "--by", "A.viscous").out
    assert "+/-" in shown and "fore.hx" in shown
    assert sarrus("identify", "arm.yaml", "--by", "elbow", "--json").codes == ["M09"]
    assert sarrus("identify", "arm.yaml", "run.txt").code == 2
    assert sarrus("identify", "arm.yaml", "-o", "found.doc").code == 2


def test_calibration_of_a_file(sarrus: Command) -> None:
    Path("arm.yaml").write_text(ARM)
    rng = np.random.default_rng(1)
    q = rng.uniform(-1.0, 1.0, (12, 2))
    real = load("arm.yaml").compile(kernels=())
    motion = real.poses(q + np.array([0.02, -0.01]))["fore"]
    rows = ["A [deg],B.angle,x [mm],y [mm],z [mm],rx,ry,rz"]
    for angles, p in zip(q, motion.position, strict=True):
        total = float(np.sum(angles)) + 0.01
        rows.append(f"{np.degrees(angles[0])},{angles[1]},{1e3 * p[0]},{1e3 * p[1]},{1e3 * p[2]},"
                    f"0,{total},0")  # fmt: skip
    Path("poses.csv").write_text("\n".join(rows) + "\n")
    done = sarrus("calibrate", "arm.yaml", "poses.csv", "--frame", "fore", "--by", "offsets",
                  "--json", "-o", "new.yaml", "-o", "new.png", "-o", "new.csv")  # fmt: skip
    found = {row["name"]: row["value"] for row in done.data["displacements"]}
    assert abs(found["A.offset"] - 0.02) < 1e-9 and abs(found["B.offset"] + 0.01) < 1e-9
    new = load("new.yaml").compile(kernels=()).poses(q)["fore"]
    assert np.allclose(new.position, motion.position, atol=1e-9)
    shown = sarrus("calibrate", "arm.yaml", "poses.csv", "--frame", "fore", "--by", "offsets").out
    assert "deg" in shown and "missed by" in shown
    assert sarrus("calibrate", "arm.yaml", "poses.csv", "--by", "elbow", "--json").codes == ["M09"]


def test_section_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(
        ARM + "  consistent: false\n  cutoff: 20 Hz\n  every: 2\n  noise: {A: 10 N*mm}\n"
    )
    plan = Study.load(path).plan.identify
    assert plan.by == ("inertia", "friction") and not plan.consistent and plan.every == 2
    assert plan.noise == {"A": 0.01} and plan.cutoff == 20.0
    assert plan.limits["B"]["position"] == (-2.0, 2.0)
    motion = excite_file(path, rounds=0, starts=1)
    data = motion.measured
    assert isinstance(data, Measured)
    found = identify_file(path, measured=data, every=1, consistent=True)
    assert np.max(np.abs(found.beta - found.beta_before)) < 1e-9
