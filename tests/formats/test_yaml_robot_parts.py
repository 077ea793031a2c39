"""Robot files as parts of model files, whose joints close loops between their links."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import ModelError
from sdf.own_models import ARM as SDF_ARM
from urdf.test_xacro import ARM as XACRO_ARM

LINK = """<link name="{n}"><inertial><origin xyz="{x} 0.01 0"/><mass value="{m}"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
HINGE = """<joint name="{n}" type="continuous"><parent link="{p}"/><child link="{c}"/>
<origin xyz="{at}" rpy="0 0 {turn}"/><axis xyz="0 0 1"/></joint>"""
PARTS = "".join(
    [
        LINK.format(n="base", x=0, m=3), LINK.format(n="crank", x=0.05, m=0.5),
        LINK.format(n="coupler", x=0.2, m=0.8), LINK.format(n="rocker", x=0.1, m=0.7),
        HINGE.format(n="A", p="base", c="crank", at="0 0 0", turn=1.5707963267948966),
        HINGE.format(n="B", p="crank", c="coupler", at="0.1 0 0", turn=-1.5707963267948966),
        HINGE.format(n="D", p="base", c="rocker", at="0.4 -0.1 0", turn=1.5707963267948966),
    ]
)  # fmt: skip
ENDS = ('<link1 link="coupler" xyz="0.4 0 0" rpy="0 0 0"/>'
        '<link2 link="rocker" xyz="0.2 0 0" rpy="0 0 -1.5707963267948966"/>')  # fmt: skip
TREE = f'<robot name="linkage">{PARTS}</robot>'
LOOP = f'<loop_joint name="C" type="revolute">{ENDS}<axis xyz="0 0 1"/></loop_joint>'
CLOSED = f'<robot name="linkage">{PARTS}{LOOP}</robot>'
DOCUMENT = """\
sarrus: 1
include: {left: {file: robots/arm.urdf, at: [0, 0, 0.2]}}
joints:
  C: {type: revolute, parent: left.coupler, child: left.rocker, axis: z, at: [0.4, 0.1, 0.2]}
inputs: {left.A: 0.2 N*m}
run: {until: 50 ms, every: 10 ms, rtol: 1e-10}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "robots").mkdir()
    (tmp_path / "robots/arm.urdf").write_text(TREE, encoding="utf-8")
    return tmp_path


def document(folder: Path, text: str) -> Path:
    path = folder / "model.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_closing_joint_of_a_model_file_is_that_of_the_robot_file(folder: Path) -> None:
    ours = sarrus.Study.load(document(folder, DOCUMENT)).run()
    system = sarrus.load_urdf(CLOSED).compile()
    run = system.simulate(system.assemble(), until=0.05, every=0.01, rtol=1e-10, inputs={"A": 0.2})
    for name in ("A.angle", "D.angle"):
        gap = np.array(ours.history[f"left.{name}"]) - np.array(run.history[name])
        assert np.max(np.abs(gap)) < 1e-9
    assert ours.system.mobility().freedom == 1 == system.mobility().freedom


def test_robots_of_other_formats_with_options(folder: Path) -> None:
    (folder / "robots/arm.sdf").write_text(SDF_ARM, encoding="utf-8")
    (folder / "robots/arm.xacro").write_text(XACRO_ARM, encoding="utf-8")
    text = """\
sarrus: 1
include:
  a: {file: robots/arm.sdf}
  b: {file: robots/arm.xacro, at: [1, 0, 0], options: {arguments: {count: 2, prefix: r_}}}
  c: {file: robots/arm.urdf, at: [2, 0, 0], options: {base: free}}
  d: {file: robots/arm.urdf, at: [3, 0, 0], mirror: true}
"""
    model = sarrus.load(document(folder, text))
    bodies = {b.name for b in model.bodies}
    assert {"b.r_b", "c.base", "d.crank"} <= bodies and "b.r_c" not in bodies
    alone = sarrus.load(folder / "robots/arm.sdf")
    assert {f"a.{b.name}" for b in alone.bodies} <= bodies
    assert any(j.name.startswith("c.") and j.type.type_name == "free" for j in model.joints)


def test_mistakes_are_told_with_their_lines(folder: Path) -> None:
    (folder / "robots/bad.urdf").write_text(
        TREE.replace('<mass value="0.5"/>', '<mass value="-1"/>'), encoding="utf-8"
    )
    text = """\
sarrus: 1
include:
  a: {file: robots/arm.urdf, options: {bse: free}}
  b: {file: robots/arm.urdf, constants: {k: 2}}
  c: {file: robots/arn.urdf}
  d: {file: robots/bad.urdf}
  e: {file: robots/arm.urdf, options: {mimic: perhaps}}
  f: {file: robots/arm.urdf, options: {packages: {p: ../..}}}
"""
    with pytest.raises(ModelError) as caught:
        sarrus.load(document(folder, text))
    said = str(caught.value)
    for words in (
        "model.yaml:3:45: error M09 [part 'a' / options / ['bse']]: 'bse' is no option",
        "Did you mean 'base'",
        "model.yaml:4:41: error M25 [part 'b' / constants]",
        "model.yaml:5:13: error F09 [part 'c' / file]: robots/arn.urdf is not there. "
        "Did you mean 'arm.urdf'",
        "bad.urdf:2:142: error M04 [part 'd' / body 'crank' / mass]",
        "See also",
        "must be true or false",
        "error F08 [part 'f' / options",
    ):
        assert words in said, said
