"""Model files as parts of others: names, constants, points, places, and what is wrong with them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import sarrus
from sarrus import Mechanism, ModelError
from sarrus.analysis import constants_map
from sarrus.formats.writing import yaml_text
from sarrus.study import Study

ARM = """\
sarrus: 1
constants: {k: 1000 N/m, L: 400 mm, c: 10}
points: {A: [0, 300 mm, 100 mm], B: [L, 500 mm, 100 mm]}
bodies:
  link: {mass: 2, com: [L/2, 0.4, 0.1], inertia: [0.01, 0.02, 0.03]}
frames:
  tip: {body: link, at: B}
joints:
  A: {type: revolute, parent: ground, child: link, at: A, axis: [A, B]}
forces:
  s: {type: spring_damper, a: ground, b: link, at_a: [0, 0, 0.5], at_b: B, k: k, c: c,
      free_length: 0.3}
start:
  link: {angular_velocity: [0.1, 0, 0]}
run: {until: 1}
outputs: [A.angle]
"""
HEAD = """\
sarrus: 1
constants: {kf: 2 kN/m}
points: {here: [0.1, 0, 0]}
bodies:
  chassis: {mass: 10, inertia: [1, 1, 1]}
joints:
  c: {type: free, parent: ground, child: chassis}
"""
CAR = (
    HEAD
    + """\
include:
  left: {file: parts/arm.yaml, connect: chassis, constants: {k: 2*kf}}
  right: {file: parts/arm.yaml, connect: {ground: chassis}, mirror: true, at: here,
          points: {B: [0.5, "kf/(4 [kN/m^2])", 0.1]}}
forces:
  t: {type: spring_damper, a: left.link, b: right.link, at_a: left.B,
      at_b: [right.B.x, right.B.y, right.B.z], k: left.k, c: right.c/2}
outputs: [left.A.angle, right.tip.position]
"""
)


def car(folder: Path, text: str = CAR, part: str = ARM) -> str:
    (folder / "parts").mkdir(exist_ok=True)
    (folder / "parts" / "arm.yaml").write_text(part)
    (folder / "car.yaml").write_text(text)
    return str(folder / "car.yaml")


def in_python() -> Mechanism:
    """The same in Python."""

    def arm(k: float, B: tuple[float, float, float]) -> Mechanism:
        m = Mechanism("arm")
        m.point("A", (0, 0.3, 0.1))
        m.point("B", B)
        m.body("link", 2, (0.2, 0.4, 0.1), (0.01, 0.02, 0.03))
        m.frame("tip", "link", at="B")
        m.revolute("A", "ground", "link", at="A", axis=("A", "B"))
        ends = {"at_a": (0, 0, 0.5), "at_b": "B"}
        m.spring_damper("s", "ground", "link", k=k, c=10, free_length=0.3, **ends)
        m.start_velocity("link", angular_velocity=(0.1, 0, 0))
        return m

    m = Mechanism("car")
    m.body("chassis", 10, inertia=(1, 1, 1))
    m.free("c", "ground", "chassis")
    m.add("left", arm(4000.0, (0.4, 0.5, 0.1)), connect="chassis")
    m.add("right", arm(1000.0, (0.5, 0.5, 0.1)), connect="chassis", mirror=True, at=(0.1, 0, 0))
    m.spring_damper("t", "left.link", "right.link", at_a="left.B", at_b="right.B", k=4000.0, c=5.0)
    return m


def test_files_are_the_parts_that_python_describes(tmp_path: Path) -> None:
    assert sarrus.load(car(tmp_path)) == in_python().build()


def test_constants_of_parts_are_set_from_outside(tmp_path: Path) -> None:
    path = car(tmp_path)
    other = sarrus.load(path, constants={"right.k": "3 kN/m", "kf": "1 kN/m"})
    k = {force.name: force.k for force in other.forces}
    assert k == {"t": 2000.0, "left.s": 2000.0, "right.s": 3000.0}
    study = Study.load(path, set={"right.k": "5 N/mm", "left.c": 4})
    found = {force.name: (force.k, force.c) for force in study.model.forces}
    assert found["right.s"] == (5000.0, 10.0)
    assert found["left.s"] == (4000.0, 4.0)


def test_numbers_of_parts_follow_the_constants(tmp_path: Path) -> None:
    """The map of constants goes through the included file, its mirror and its place."""
    found = constants_map(car(tmp_path))
    assert not found.cannot
    numbers = found.values(kf=1600.0)
    assert numbers["force:left.s.k"] == 3200.0
    again = sarrus.load(car(tmp_path), constants={"kf": "1600 N/m"})
    point = next(force for force in again.forces if force.name == "right.s").point_b
    assert numbers["force:right.s.point_b"] == pytest.approx(point, abs=1e-15)


def test_parts_of_parts_and_repeated_ones(tmp_path: Path) -> None:
    car(tmp_path)
    (tmp_path / "axle.yaml").write_text(
        "sarrus: 1\ninclude:\n"
        "  left: {file: parts/arm.yaml}\n  right: {file: parts/arm.yaml, mirror: true}\n"
    )
    top = "sarrus: 1\nconstants: {n: 2}\ninclude:\n  axle{i}: {for: {i: 1..n}, file: axle.yaml, "
    top += 'at: [2*i, 0, 0], constants: {left.L: "(300 + i) [mm]"}}\n'
    (tmp_path / "top.yaml").write_text(top)
    model = sarrus.load(tmp_path / "top.yaml")
    assert [j.name for j in model.joints] == [
        "axle1.left.A", "axle1.right.A", "axle2.left.A", "axle2.right.A"]  # fmt: skip
    assert model.body("axle2.left.link").com[0] == pytest.approx(0.151)
    assert model.body("axle2.right.link").com[:2] == pytest.approx((0.2, -0.4))
    assert model.body("axle2.right.link").pose.position == (4.0, 0.0, 0.0)


def test_a_file_with_parts_is_written_out(tmp_path: Path) -> None:
    path = car(tmp_path)
    whole = tmp_path / "whole.yaml"
    told = sarrus.convert(path, whole)
    assert [p.element for p in told] == ["part 'left'", "part 'right'"]
    assert "include" not in whole.read_text()
    again = sarrus.load(whole)
    assert [b.name for b in again.bodies] == ["chassis", "left.link", "right.link"]
    assert yaml_text(again) == yaml_text(sarrus.load(path, name="car"))


def refused(folder: Path, text: str, part: str = ARM) -> str:
    with pytest.raises(ModelError) as caught:
        sarrus.load(car(folder, text, part))
    return str(caught.value)


def test_everything_that_is_wrong_is_said_with_both_lines(tmp_path: Path) -> None:
    text = (
        HEAD
        + """\
include:
  a: {file: parts/arn.yaml}
  b: {file: car.yaml}
  c: {file: parts/arm.yaml, connect: chasis, constants: {q: 2}}
  d: {file: ../x.yaml}
  e: {file: parts/arm.yaml, connect: {grund: chassis}, mirror: w}
  f: {file: parts/arm.yaml, atq: 1}
  g: [1, 2]
  h: {file: arm.txt}
  i: {file: parts/arm.yaml, connect: chasis}
forces:
  t: {type: spring_damper, a: c.link, b: a.link, at_a: c.B, at_b: i.Q, k: a.k}
"""
    )
    said = refused(tmp_path, text)
    for words in (
        "car.yaml:9:13: error F09 [part 'a' / file]: parts/arn.yaml is not there.",
        "car.yaml:10:13: error F23 [part 'b' / file]: car.yaml includes itself: car.yaml",
        "car.yaml:11:61: error M09 [part 'c' / constants / ['q']]: 'q' is not among the constants",
        "car.yaml:12:13: error F08 [part 'd' / file]: ../x.yaml resolves to",
        "car.yaml:13:64: error M35 [part 'e' / mirror]: w is no plane",
        "car.yaml:14:29: error M09 [part 'f']: the key 'atq' is not known. Did you mean 'at'?",
        "car.yaml:15:6: error M25 [part 'g']: [1, 2] is not a model file",
        "car.yaml:16:13: error F20 [part 'h' / file]: arm.txt is neither a model file in YAML "
        "nor a robot file",
        "[force 't' / at_b]: i.Q is not the name of a point. Did you mean 'i.B'?",
        "car.yaml:17:38: error M09 [part 'i' / connect['ground']]: chasis is not the name of",
    ):
        assert words in said, said
    assert "c.B" not in said  # not there for a reason that is told
    assert "a.k" not in said


def test_mistakes_in_the_included_file_have_its_line_and_ours(tmp_path: Path) -> None:
    bad = ARM.replace("mass: 2", "mass: -2").replace("child: link", "child: lnk")
    bad = bad.replace("c: c,", "c: cc,")
    said = refused(tmp_path, HEAD + "include: {left: {file: parts/arm.yaml}}\n", bad)
    here = "See also " + str(tmp_path / "car.yaml") + ":8:11"
    for words in (
        "arm.yaml:5:16: error M04 [part 'left' / body 'link' / mass]: -2 is below 0 kg",
        "arm.yaml:9:46: error M09 [part 'left' / joint 'A' / child]: lnk is not the name of a body",
        "error F22 [part 'left' / force 's' / c]: cc has the unknown name 'cc'",
    ):
        line = next(line for line in said.splitlines() if words in line)
        assert here in line


def test_checks_of_the_whole_know_both_places(tmp_path: Path) -> None:
    light = ARM.replace("mass: 2, com: [L/2, 0.4, 0.1], inertia: [0.01, 0.02, 0.03]", "mass: 0")
    light = light[: light.index("forces")]
    path = car(tmp_path, HEAD + "include: {left: {file: parts/arm.yaml}}\n", light)
    (found,) = sarrus.load(path).notices
    assert (found.code, found.element) == ("M01", "joint 'left.A'")
    assert str(found.location).endswith("arm.yaml:9:3")
    assert [str(place) for place in found.also] == [f"{path}:8:11"]


def test_a_broken_file_is_told_once(tmp_path: Path) -> None:
    text = CAR.replace("outputs: [left.A.angle, right.tip.position]\n", "")
    said = refused(tmp_path, text, "sarrus: 1\nbodies: {a: [}\n")
    assert said.count("error") == 2  # the same file twice, with two places that include it
    assert "car.yaml:9:3" in said


def test_a_part_may_name_files_of_the_folder_that_has_it(tmp_path: Path) -> None:
    """A tyre file beside the car, or beside the part; never one outside the folder of the car."""
    (tmp_path / "car" / "parts").mkdir(parents=True)
    data = files("sarrus") / "tyres" / "data" / "passenger_car.tir"
    for folder in ("car", "."):
        (tmp_path / folder / "own.tir").write_bytes(data.read_bytes())
    part = tmp_path / "car" / "parts" / "wheel.yaml"
    text = """sarrus: 1
bodies: {wheel: {mass: 20, inertia: [0.8, 1.2, 0.8], at: [0, 0, 0.3]}}
joints: {free: {type: free, parent: ground, child: wheel, at: [0, 0, 0.3]}}
forces: {tyre: {type: tyre, body: wheel, at: [0, 0, 0.3], tyre: NAME}}
"""
    main = tmp_path / "car" / "car.yaml"
    main.write_text("sarrus: 1\ninclude: {left: {file: parts/wheel.yaml}}\n")
    part.write_text(text.replace("NAME", "../own.tir"))
    assert sarrus.load(main).forces[0].tyre.free_radius > 0.2
    part.write_text(text.replace("NAME", "../../own.tir"))
    with pytest.raises(ModelError, match=r"F08.*outside the allowed folders.*of the model file"):
        sarrus.load(main)
    part.write_text(text.replace("NAME", "../own.tir"))
    with pytest.raises(ModelError, match="F08"):
        sarrus.load(part)  # by itself it is not a part of the car
