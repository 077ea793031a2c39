"""The recipe "a joint type": a class in a user's file works everywhere, without a fork.

`own_joints.py` holds two types with subspaces that depend on their coordinates, one that turns and
one that slides. They are used here by all that a joint of the package is used by, in the tree and
cut.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from cartesian.mechanisms import placed
from sarrus import Mechanism, Model, ModelError, export
from sarrus.cartesian import CartesianSystem
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model.joints import TYPES, Reversed, contradictions, register
from sarrus.robotics import reach
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.viewer import page_of, scene_of
from system.test_c_code import compiled_and_run

KINDS: dict[str, dict[str, Any]] = {
    "trammel": {"semi_x": "300 mm", "semi_y": 0.2},
    "curved_slot": {"bend": 1.3},
}
every_kind = pytest.mark.parametrize("kind", KINDS)
FILE = Path(__file__).parent / "own_joints.py"


@pytest.fixture(scope="module", autouse=True)
def their_joints() -> Iterator[None]:
    """Import the user's module, and leave no type of theirs to the tests of other modules."""
    sys.modules.pop("recipes.own_joints", None)
    import_module("recipes.own_joints")
    yield
    for name in set(TYPES) - TYPES.own:
        TYPES.remove(TYPES[name])


def linkage(kind: str, **more: Any) -> Mechanism:
    """A four-bar whose rocker is carried by a joint of a user."""
    m = Mechanism("linkage", gravity=(0, -9.81, 0))
    crank = m.body("crank", 1.0, (0.05, 0.125, 0), (0.01, 0.01, 0.02))
    coupler = m.body("coupler", 2.0, (0.35, 0.275, 0), (0.02, 0.03, 0.05))
    rocker = m.body("rocker", 1.5, (0.575, 0.15, 0), (0.02, 0.02, 0.03))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("B", crank, coupler, at=(0.1, 0.25, 0), axis="z")
    m.revolute("C", coupler, rocker, at=(0.6, 0.3, 0), axis="z")
    place = {"at": (0.55, 0, 0), "axis": "z", "x_axis": "x"}
    m.joint(kind, "D", m.ground, rocker, **place, **KINDS[kind], **more)
    m.joint_spring("S", "D", k=30.0, d=0.4)
    return m


YAML = """\
sarrus: 1
name: linkage
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1.0, com: [0.05, 0.125, 0], inertia: [0.01, 0.01, 0.02]}
  coupler: {mass: 2.0, com: [0.35, 0.275, 0], inertia: [0.02, 0.03, 0.05]}
  rocker: {mass: 1.5, com: [0.575, 0.15, 0], inertia: [0.02, 0.02, 0.03]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [0.1, 0.25, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.6, 0.3, 0], axis: z}
  D: {type: KIND, parent: ground, child: rocker, at: [0.55, 0, 0], axis: z, x_axis: x, NUMBERS}
forces:
  S: {type: joint_spring, joint: D, k: 30.0, d: 0.4}
"""


def as_file(kind: str) -> str:
    numbers = ", ".join(f"{name}: {value}" for name, value in KINDS[kind].items())
    return YAML.replace("KIND", kind).replace("NUMBERS", numbers)


# What a type says of itself -----------------------------------------------------------------


@pytest.mark.parametrize("numbers", [(0.3, 0.2), (0.1, 0.4), (1.3,), (-0.4,), (0.0,)])
def test_the_equations_agree(numbers: tuple[float, ...]) -> None:
    joint = TYPES["trammel" if len(numbers) == 2 else "curved_slot"](*numbers)
    assert contradictions(joint) == ()
    assert contradictions(Reversed(joint)) == ()


def test_what_follows_from_the_equations() -> None:
    trammel, slot = TYPES["trammel"](), TYPES["curved_slot"](1.3)  # type: ignore[call-arg]
    assert trammel.periodic == (True,)
    assert slot.periodic == (False,)
    assert not trammel.keeps_origin and not trammel.is_hinge
    assert slot.row_units == ("m", "m", "rad", "rad", "m")
    assert slot.effort_directions(np.array([0.2]))[3:6] == pytest.approx(np.zeros((3, 1)))


# Builder, files, records --------------------------------------------------------------------


@every_kind
def test_builder_and_file_give_the_same_model(kind: str, tmp_path: Path) -> None:
    model = linkage(kind).build()
    path = tmp_path / "linkage.yaml"
    path.write_text(as_file(kind), encoding="utf-8")
    assert replace(sarrus.load(path), notices=()) == replace(model, notices=())


@every_kind
@pytest.mark.parametrize("written", ["yaml", "json"])
def test_files_come_back_exactly(kind: str, written: str, tmp_path: Path) -> None:
    model = linkage(kind, limits=(-0.5, 0.5)).build()
    path = tmp_path / f"linkage.{written}"
    if written == "json":
        with pytest.raises(ModelError, match=f"'D'.*is a {kind} joint"):
            sarrus.save(model, path)  # the neutral format has no types of users
        return
    sarrus.save(model, path)
    assert replace(sarrus.load(path), notices=()) == replace(model, notices=())


@every_kind
def test_records_of_run_files(kind: str, tmp_path: Path) -> None:
    model = linkage(kind).build()
    record = model_record(model)
    assert f'"joint:{kind}"' in json.dumps(record)
    assert model_from_record(record) == model
    system = model.compile()
    path = tmp_path / "run.sarrus"
    run = system.simulate(system.assemble(rates={"A": 1.0}), until=0.2, file=path)
    again = sarrus.open_run(path)
    assert again.system.model.joint("D").type == model.joint("D").type
    name = "D.reaction.force"
    np.testing.assert_array_equal(np.asarray(again[name]), np.asarray(run[name]))


def test_a_record_of_a_type_that_is_not_registered() -> None:
    record = json.loads(json.dumps(model_record(linkage("trammel").build())).replace(
        "joint:trammel", "joint:wobble"
    ))  # fmt: skip
    with pytest.raises(ModelError, match="'wobble', which is not registered here"):
        model_from_record(record)


def test_problems_of_numbers_are_reported_by_name() -> None:
    m = Mechanism("wrong")
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    m.joint("trammel", "J", m.ground, "a", at=(0, 0, 0), axis="z", semi_x=0.0, semi_y="3 kg")
    m.joint("trammel", "K", m.ground, "a", at=(0, 0, 0), axis="z", semi_z=0.1)
    with pytest.raises(ModelError) as found:
        m.build()
    text = str(found.value)
    assert "semi_x" in text and "is not above 0 m" in text
    assert "semi_y" in text
    assert "semi_z" in text and "Did you mean 'semi_y'" in text


# Dynamics -----------------------------------------------------------------------------------


@every_kind
def test_in_the_tree_and_cut(kind: str) -> None:
    """Both cuts give the same motion and reactions, and the ledger of energy closes."""
    model = linkage(kind).build()
    ends, loads = [], []
    for cut in ("B", "D"):
        system = model.compile(cut=[cut], planar=True)
        start = system.assemble(rates={"A": 2.0})
        run = system.simulate(start, until=0.5, rtol=1e-10, atol=1e-11)
        assert run.energy_error < 1e-7
        channels = ["A.angle", "D.reaction.force", "D.reaction.moment", "B.reaction.force"]
        ends.append(np.hstack([np.ravel(run[name][-1]) for name in channels]))
        found = system.reactions(start)["D"]
        assert found.unique_force[:2] == (True, True)
        loads.append(np.concatenate([found.force, found.moment]))
    np.testing.assert_allclose(ends[0], ends[1], rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(loads[0], loads[1], rtol=1e-9, atol=1e-9)


@every_kind
@pytest.mark.parametrize("cut", ["B", "D"])
def test_against_absolute_coordinates(kind: str, cut: str) -> None:
    """The independent solver knows the type by the values of its residual alone."""
    model = linkage(kind).build()
    system = model.compile(cut=[cut])
    state = system.assemble({"A": 0.1}, rates={"A": 2.0})
    check = CartesianSystem(model, compiled=False)
    there = placed(model, system, state.q, state.v)
    assert check.constraint_error(there) < 1e-9
    assert check.velocity_error(there) < 1e-9
    motion = system.accelerations(state)
    expected = check.accelerations(there)
    found = system.kinematics(state.q, state.v, motion.vdot)
    for body in ("crank", "coupler", "rocker"):
        a, b = found[body].acceleration, expected[body].acceleration
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)
        a, b = found[body].angular_acceleration, expected[body].angular_acceleration
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)
    own = joint_reactions(system, motion, axes="world")["D"]
    other = check.reactions(there)["D"]
    np.testing.assert_allclose(own.force[:2], other.force[:2], rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(own.moment[2], other.moment[2], rtol=1e-7, atol=1e-7)


@every_kind
def test_drives_and_linearization(kind: str) -> None:
    system = linkage(kind).build().compile()
    drive = system.drive({"D": lambda t: 0.1 * np.sin(3.0 * t)}, until=0.5, every=0.1)
    assert np.asarray(drive["D.effort"]).shape == (6,)
    assert np.all(np.isfinite(system.linearize(system.assemble()).A))


@every_kind
def test_inverse_kinematics(kind: str) -> None:
    m = Mechanism("arm")
    carriage = m.body("carriage", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0.55, 0, 0))
    arm = m.body("arm", 1.0, (0.2, 0, 0), (0.1, 0.1, 0.1), at=(0.55, 0, 0))
    m.joint(kind, "D", m.ground, carriage, at=(0.55, 0, 0), axis="z", x_axis="x", **KINDS[kind])
    m.revolute("E", carriage, arm, at=(0.55, 0, 0), axis="z")
    m.frame("tip", arm, at=(0.4, 0, 0))
    system = m.build().compile()
    wanted = system.poses(system.coordinates_of({"D": 0.15, "E": 0.4}))["tip"].position
    found = reach(system, {"tip": wanted}, start={"D": 0.05, "E": 0.2})
    assert system.poses(found.q)["tip"].position == pytest.approx(wanted, abs=1e-9)


# Pictures, other formats, C -----------------------------------------------------------------


@every_kind
def test_the_page_draws_its_parts(kind: str) -> None:
    system = linkage(kind).build().compile()
    run = system.simulate(system.assemble(), until=0.1)
    scene = scene_of(run)
    joint = next(j for j in scene.static["joints"] if j["name"] == "D")
    parts = system.model.joint("D").type.glyph
    assert [part["shape"] for part in joint["glyph"]] == [part.shape for part in parts]
    assert joint["type"] == kind and not joint["held"]
    assert kind in page_of(scene)


@every_kind
def test_urdf_refuses_it_by_name(kind: str) -> None:
    m = Mechanism("carriage")
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    m.joint(kind, "D", m.ground, "a", at=(0, 0, 0), axis="z", **KINDS[kind])
    with pytest.raises(ModelError, match=f"'D'.*is {kind}, which URDF does not have") as found:
        sarrus.save_urdf(m.build(), "carriage.urdf", chains=True)
    assert found.value.problems[0].code == "F21"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
@pytest.mark.parametrize("cut", ["B", "D"])
@every_kind
def test_c_code(kind: str, cut: str, tmp_path: Path) -> None:
    system = linkage(kind).build().compile(cut=[cut], planar=True)
    export.c_code(system, "linkage", methods=("rk4",)).write(tmp_path)
    found = compiled_and_run(tmp_path, "linkage")
    run = system.simulate(system.assemble(), until=0.1, step=1e-3, method="rk4")
    n = system.nq
    assert np.allclose(found["rk4.y"][:n], run.q[-1], rtol=1e-9, atol=1e-11)


# Registration -------------------------------------------------------------------------------


def test_a_type_whose_equations_disagree_is_refused_with_what_is_wrong() -> None:
    right: Any = TYPES["trammel"]
    members = {"type_name": "wrong_trammel", "subspace": lambda self, q: -right.subspace(self, q)}
    wrong = register(dataclass(frozen=True)(type("WrongTrammel", (right,), members)))
    m = Mechanism("wrong")
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    m.joint("wrong_trammel", "J", m.ground, "a", at=(0, 0, 0), axis="z")
    with pytest.raises(ModelError, match="is not the derivative of the pose") as found:
        m.build()
    assert {problem.code for problem in found.value.problems} == {"M32"}
    TYPES.remove(wrong)


def test_names_belong_to_one_class() -> None:
    other = type("Other", (TYPES["trammel"],), {"type_name": "revolute"})
    with pytest.raises(ModelError, match=r"'revolute', which .* has already"):
        register(dataclass(frozen=True)(other))
    with pytest.raises(ModelError, match="is not a subclass"):
        register(int)  # type: ignore[type-var]


def test_entry_point_of_a_package(tmp_path: Path) -> None:
    """Installed, the package need not be imported: the command line knows its types."""
    package = tmp_path / "site"
    package.mkdir()
    shutil.copy(FILE, package / "their_joints.py")
    info = package / "their_joints-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-joints\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sarrus.elements]\njoints = their_joints\n")
    (tmp_path / "linkage.yaml").write_text(as_file("trammel"), encoding="utf-8")
    source = str(Path(sarrus.__file__).parents[1])
    paths = os.pathsep.join([str(package), source])
    for command in (["check", "linkage.yaml"], ["info", "linkage.yaml"]):
        done = subprocess.run(
            [sys.executable, "-m", "sarrus.cli", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert "trammel" in done.stdout


def test_unknown_types_are_still_refused() -> None:
    m = Mechanism("wrong")
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    m.joint("trammell", "J", m.ground, "a", at=(0, 0, 0), axis="z")
    with pytest.raises(ModelError, match="Did you mean 'trammel'"):
        m.build()


@every_kind
def test_the_builder_has_a_method_of_its_name(kind: str) -> None:
    m = linkage(kind)
    draft = m.joints.pop()
    place = {"at": (0.55, 0, 0), "axis": "z", "x_axis": "x"}
    getattr(m, kind)("D", m.ground, "rocker", **place, **KINDS[kind])
    assert m.joints[-1].options == draft.options
    assert m.build() == linkage(kind).build()


def test_models_compare_by_their_types() -> None:
    a: Model = linkage("trammel").build()
    assert a == linkage("trammel").build()
    assert a != linkage("curved_slot").build()
