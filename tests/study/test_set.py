"""Values set from outside, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import ModelError
from sarrus.study import Study
from study.models import example, study, written

ARM = """\
sarrus: 1
constants: {l: 400 mm, n: 2, k: 5}
bodies:
  base: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}
  link{i}: {for: {i: 1..n}, mass: 0.5 kg, com: [l/2, 0, 0], inertia: [0.1, 0.1, 0.1]}
joints:
  base: {type: revolute, parent: ground, child: base, at: [0, 0, 0], axis: z}
  J1: {type: revolute, parent: base, child: link1, at: [0, 0, 0], axis: y}
  J2: {type: revolute, parent: link1, child: link2, at: [l, 0, 0], axis: y}
forces:
  J1 spring: {type: joint_spring, joint: J1, k: 10}
  base: {type: joint_damper, joint: base, d: 2}
"""


def arm(folder: Path, **given: Any) -> Study:
    return study(folder, ARM, set={key.replace("__", "."): x for key, x in given.items()})


def test_masses_by_element(tmp_path: Path) -> None:
    made = study(tmp_path, ARM, set={"base.mass": "1500g", "link{i}.mass": 2, "J1 spring.k": "30"})
    assert made.model.body("base").mass == 1.5
    assert made.model.body("link2").mass == 2.0
    assert made.model.forces[0].k == 30.0


def test_each_name_means_the_element_that_has_the_attribute(tmp_path: Path) -> None:
    """`base` is a body, a joint and a damper here: only one of them has each of these values."""
    made = study(tmp_path, ARM, set={"base.axis": "x", "base.d": 7, "bodies.base.mass": 3})
    assert np.allclose(made.model.joint("base").on_parent.transform.matrix[:, 2], (1, 0, 0))
    assert made.model.forces[1].d == 7.0 and made.model.body("base").mass == 3.0


def test_constants_and_sections(tmp_path: Path) -> None:
    given = {
        "constants.l": 0.8,
        "n": 2,
        "gravity": "[0, 0, -1.62]",
        "run.until": "3 s",
        "assembly.guess.J2": "30 deg",
        "inputs.J1": "2*t",
        "J2.at.0": "l",
    }
    made = study(tmp_path, ARM, set=given)
    assert made.model.body("link1").com[0] == 0.4
    assert made.model.gravity == (0.0, 0.0, -1.62)
    assert made.settings.until == 3.0
    assert made.plan.assembly.guess == {"J2": pytest.approx(np.pi / 6)}
    assert made.plan.inputs["J1"](3.0) == 6.0
    assert made.model.joint("J2").on_parent.transform.position[0] == 0.8


def test_a_bare_number_keeps_the_unit_of_the_constant(tmp_path: Path) -> None:
    """0.8 for `l: 400 mm` is 0.8 m, a length still, and may not be given as a mass."""
    with pytest.raises(ModelError, match="M05"):
        study(tmp_path, ARM, set={"constants.l": 0.8, "base.mass": "l"})
    with pytest.raises(ModelError, match="M05"):
        study(tmp_path, ARM, set={"constants.l": "3 kg"})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bas.mass", "Did you mean 'base'?"),
        ("base.mas", "Did you mean 'base.mass'?"),
        ("link1.mass", "'link{i}' stands for. Set 'link{i}.mass' for all"),
        ("constants.q", "names no constant of the file"),
        ("rum.until", "Did you mean 'run'?"),
        ("run.untill", "Did you mean 'until'?"),
        ("inputs.J3", "'J3' is not the name of a joint or velocity. Did you mean 'J2'"),
    ],
)
def test_unknown_names_are_told(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, ARM, set={name: "3"})
    assert says in str(caught.value), str(caught.value)
    assert "M09" in str(caught.value)


def test_names_of_several_elements_are_named(tmp_path: Path) -> None:
    text = ARM.replace("  base: {type: joint_damper, joint: base, d: 2}", "  base: {type: "
                       "point_force, body: base, force: [1, 0, 0], at: [0, 0, 0]}")  # fmt: skip
    with pytest.raises(ModelError) as caught:
        study(tmp_path, text, set={"base.at": "[0, 0, 1]"})
    message = str(caught.value)
    assert "bodies.base.at" in message and "joints.base.at" in message
    assert "forces.base.at" in message
    made = study(tmp_path, text, set={"forces.base.at": "[0, 0, 1]"})
    assert made.model.forces[1].point[2] == 1.0


def test_what_is_set_wrongly_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, ARM, set={"base.mass": "-3", "run.until": "3 kg"})
    places = {str(problem.location) for problem in caught.value.problems}
    assert places == {"set base.mass:1:1", "set run.until:1:1"}


def test_all_that_cannot_be_set_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, ARM, set={"bas.mass": 1, "J3.axis": "x", "base.mass": 2})
    assert len(caught.value.problems) == 2


def test_files_without_a_study(tmp_path: Path) -> None:
    """Robot files run with the sections that are set for them."""
    robot = """<robot name="r"><link name="a"/>
<link name="b"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="A" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
</robot>"""
    path = written(tmp_path, robot, name="r.urdf")
    run = Study.load(path).run()
    assert run.t[-1] == 1.0 and run["A.angle"][-1] > 0.1
    held = Study.load(path, set={"locked": "[A]", "run.until": 0.5}).run()
    assert held.t[-1] == 0.5 and np.all(np.asarray(held["A.angle"]) == 0.0)
    with pytest.raises(ModelError, match="not a section of a study"):
        Study.load(path, set={"b.mass": 3})


def test_set_changes_the_motion() -> None:
    slow = example("pendulum", gravity="[0, -1, 0]", run__until=1.0)
    fast = example("pendulum", run__until=1.0)
    assert abs(slow.run()["A.angle"][-1]) < 0.3 * abs(fast.run()["A.angle"][-1])
