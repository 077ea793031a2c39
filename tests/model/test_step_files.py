"""STEP files: closed forms, units, assemblies, drawing, and shapes that enclose nothing."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import EnvironmentProblem, Mechanism, ModelError, read_step
from sarrus.model import Mesh
from sarrus.model.mesh_solids import enclosed_solid
from sarrus.model.meshes import read_mesh
from sarrus.model.step_files import _part
from sarrus.viewer.embedding import Packer
from sarrus.viewer.shapes import bodies_of

pytest.importorskip("OCP")

from model.step_parts import (  # the kernel is an extra
    box,
    compound,
    cone,
    cylinder,
    faces_of,
    location,
    shell,
    solid,
    sphere,
    torus,
    write_step,
)

NEAR = 1e-10


def of_box(x: float, y: float, z: float) -> tuple[float, Any, Any]:
    m = x * y * z
    return m, (x / 2, y / 2, z / 2), np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) * m / 12


def of_cylinder(r: float, h: float) -> tuple[float, Any, Any]:
    m = math.pi * r * r * h
    side = m * (3 * r * r + h * h) / 12
    return m, (0, 0, h / 2), np.diag([side, side, m * r * r / 2])


def of_sphere(r: float) -> tuple[float, Any, Any]:
    m = 4 / 3 * math.pi * r**3
    return m, (0, 0, 0), np.eye(3) * 0.4 * m * r * r


def of_cone(a: float, h: float) -> tuple[float, Any, Any]:
    m = math.pi * a * a * h / 3
    side = m * (3 / 20 * a * a + 3 / 80 * h * h)
    return m, (0, 0, h / 4), np.diag([side, side, 0.3 * m * a * a])


def of_torus(a: float, b: float) -> tuple[float, Any, Any]:
    m = 2 * math.pi**2 * a * b * b
    side = m * (4 * a * a + 5 * b * b) / 8
    return m, (0, 0, 0), np.diag([side, side, m * (4 * a * a + 3 * b * b) / 4])


PRIMITIVES = {
    "box": (lambda s: box(10 * s, 20 * s, 30 * s), of_box(0.01, 0.02, 0.03)),
    "cylinder": (lambda s: cylinder(7 * s, 50 * s), of_cylinder(0.007, 0.05)),
    "sphere": (lambda s: sphere(15 * s), of_sphere(0.015)),
    "cone": (lambda s: cone(12 * s, 0, 40 * s), of_cone(0.012, 0.04)),
    "torus": (lambda s: torus(30 * s, 8 * s), of_torus(0.03, 0.008)),
}


@pytest.mark.parametrize("kind", PRIMITIVES)
@pytest.mark.parametrize(("size", "unit"), [(1, "MM"), (1, "INCH"), (1, "M"), (1e3, "M")])
def test_primitives_in_closed_form(kind: str, size: float, unit: str, tmp_path: Path) -> None:
    make, (volume, center, inertia) = PRIMITIVES[kind]
    path = write_step(tmp_path / "part.step", [(kind, make(size), None, "")], unit)
    (part,) = read_step(path)
    found = part.mass_properties(density=2700.0)
    mass = 2700.0 * volume * size**3
    assert (part.name, part.solids, part.notices) == (kind, 1, ())
    assert found.mass == pytest.approx(mass, rel=NEAR)
    extent = 0.05 * size
    np.testing.assert_allclose(found.com, np.array(center) * size, rtol=0, atol=NEAR * extent)
    expected = 2700.0 * inertia * size**5
    np.testing.assert_allclose(found.inertia, expected, rtol=0, atol=NEAR * np.max(expected))
    by_mass = part.mass_properties(mass=mass)
    np.testing.assert_allclose(by_mass.inertia, found.inertia, rtol=NEAR, atol=1e-300)


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """An assembly: two arms of one shape at two places, and a base with a color."""
    arm = box(100, 20, 10)
    parts = [
        ("base", cylinder(50, 30), None, "#336699"),
        ("left arm", arm, location((0, 80, 0)), "#cc2211"),
        ("right arm", arm, location((10, -80, 5), math.pi / 2), "#cc2211"),
    ]
    return write_step(tmp_path / "robot.stp", parts, whole="robot")


def test_assemblies_have_named_parts_at_their_places(robot: Path) -> None:
    parts = {part.name: part for part in read_step(robot)}
    assert list(parts) == ["base", "left arm", "right arm"]
    assert [part.color for part in parts.values()] == ["#336699", "#cc2211", "#cc2211"]
    np.testing.assert_allclose(parts["left arm"].center, (0.05, 0.09, 0.005), atol=1e-14)
    # a quarter turn about z: x becomes y
    np.testing.assert_allclose(parts["right arm"].center, (0.0, -0.03, 0.01), atol=1e-14)
    left, right = (np.array(parts[name].moments) for name in ("left arm", "right arm"))
    np.testing.assert_allclose(np.diag(left)[[1, 0, 2]], np.diag(right), rtol=1e-12)
    np.testing.assert_allclose(parts["right arm"].pose.position, (0.01, -0.08, 0.005), atol=1e-15)


def test_bodies_take_mass_from_a_part(robot: Path) -> None:
    m = Mechanism("robot")
    m.body("arm", density=7850, shape=Mesh(str(robot), part="left arm"))
    m.body("base", 5.0, shape=Mesh(str(robot), part="base"))
    m.body("whole", density=1000, shape=Mesh(str(robot)))
    m.body("doubled", density=1000, shape=Mesh(str(robot), (2.0, 1.0, -1.0), part="left arm"))
    for name in ("arm", "base", "whole", "doubled"):
        m.free(f"{name} free", "ground", name)
    model = m.build()
    mass, _, inertia = of_box(0.1, 0.02, 0.01)
    assert model.body("arm").mass == pytest.approx(7850 * mass, rel=1e-12)
    np.testing.assert_allclose(model.body("arm").inertia, 7850 * inertia, rtol=1e-10, atol=1e-18)
    assert model.body("base").mass == 5.0
    assert model.body("base").inertia[2][2] == pytest.approx(5.0 * 0.05**2 / 2, rel=1e-12)
    whole = 1000 * (2 * mass + of_cylinder(0.05, 0.03)[0])
    assert model.body("whole").mass == pytest.approx(whole, rel=1e-12)
    twice = of_box(0.2, 0.02, 0.01)
    assert model.body("doubled").mass == pytest.approx(1000 * twice[0], rel=1e-12)
    np.testing.assert_allclose(model.body("doubled").com, (0.1, 0.09, -0.005), atol=1e-13)
    np.testing.assert_allclose(
        model.body("doubled").inertia, 1000 * twice[2], rtol=1e-10, atol=1e-18
    )


def test_model_files_hold_a_part(robot: Path, tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(
        "sarrus: 1\nname: arm\nbodies:\n  arm:\n    density: 7850\n"
        "    shape: {type: mesh, file: robot.stp, part: left arm}\n"
        "joints:\n  A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: z}\n"
    )
    model = sarrus.load(path)
    assert model.body("arm").mass == pytest.approx(7850 * of_box(0.1, 0.02, 0.01)[0], rel=1e-12)
    sarrus.save(model, tmp_path / "again.yaml")
    assert sarrus.load(tmp_path / "again.yaml") == model


def test_triangles_to_draw_lie_on_the_surface(tmp_path: Path) -> None:
    path = write_step(tmp_path / "ball.step", [("ball", sphere(20), None, "")])
    drawn = read_mesh(str(path))
    r = np.linalg.norm(drawn.vertices, axis=1)
    np.testing.assert_allclose(r, 0.02, rtol=1e-12)
    a, b, c = (drawn.vertices[drawn.faces[:, k]] for k in range(3))
    volume = float(np.sum(np.einsum("ij,ij->i", a, np.cross(b, c))) / 6)
    # inside the ball, and outside out
    assert 0.97 < volume / of_sphere(0.02)[0] < 1.0


def test_several_solids_are_taken_together(tmp_path: Path) -> None:
    shape = compound(box(10, 10, 10), box(10, 10, 10).Moved(location((30, 0, 0))))
    path = write_step(tmp_path / "two.step", [("two", shape, None, "")])
    parts = read_step(path)
    assert sum(part.volume for part in parts) == pytest.approx(2e-6, rel=1e-12)
    found = enclosed_solid(Mesh(str(path)))
    np.testing.assert_allclose(found.center, (0.02, 0.005, 0.005), atol=1e-14)


def test_open_shells_are_refused_by_name(tmp_path: Path) -> None:
    some = faces_of(box(10, 20, 30))[:5]
    path = write_step(tmp_path / "open.step", [("lid", shell(some), None, "")])
    (part,) = read_step(path)
    assert "has no solid" in part.refusal
    with pytest.raises(ModelError, match=r"part 'lid'.*has no solid.*open surfaces"):
        part.mass_properties(density=1)
    assert len(read_mesh(str(path)).faces) == 10  # it is drawn
    m = Mechanism("open")
    m.body("lid", density=1, shape=Mesh(str(path)))
    with pytest.raises(ModelError, match="has no solid"):
        m.build()


def test_solids_with_a_missing_face_are_refused_by_name(tmp_path: Path) -> None:
    some = faces_of(box(10, 20, 30))[:5]
    path = write_step(tmp_path / "open.step", [("tub", solid(shell(some)), None, "")])
    (part,) = read_step(path)
    with pytest.raises(ModelError, match=r"part 'tub'.*(is open|has no solid)"):
        part.mass_properties(density=1)


def test_solids_inside_out_are_turned_round_and_told() -> None:
    # files are read with their solids the right way round; shapes of the kernel need not be
    part = _part("block", box(10, 20, 30).Reversed(), None, "")
    assert part.notices == ("has its solid inside out; its faces are turned round",)
    assert part.volume == pytest.approx(6e-6, rel=1e-12)
    np.testing.assert_allclose(part.moments, of_box(0.01, 0.02, 0.03)[2], rtol=1e-10, atol=1e-20)


def test_solids_with_free_edges_are_open() -> None:
    part = _part("tub", solid(shell(faces_of(box(10, 20, 30))[:5])), None, "")
    assert part.refusal == "is open: its solid has free edges"


def test_surfaces_beside_solids_count_for_nothing() -> None:
    shape = compound(box(10, 10, 10), shell(faces_of(box(5, 5, 5))[:1]))
    part = _part("both", shape, None, "")
    assert part.notices == ("has 1 surfaces beside its solids, which count for nothing",)
    assert part.volume == pytest.approx(1e-6, rel=1e-12)


def test_parts_are_drawn_in_their_colors(robot: Path) -> None:
    m = Mechanism("robot")
    m.body("base", density=1, shape=Mesh(str(robot), part="base"))
    m.free("free", "ground", "base")
    packer = Packer()
    bodies, notices = bodies_of(m.build(), {"base": []}, 1.0, 1.0, packer)
    assert not notices
    assert bodies[1]["shapes"][0]["color"] == "#336699"


DAMAGED = {
    "empty": b"",
    "no step": b"solid x\nendsolid x\n",
    "head alone": b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n",
    "cut": b"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nDATA;\n#1=CARTESIAN_POINT(",
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_files_are_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.write_bytes(DAMAGED[kind])
    with pytest.raises(ModelError, match=r"part\.step") as caught:
        read_step(path)
    assert caught.value.problems[0].code in ("F10", "F09")


def test_parts_that_are_not_there(robot: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no part 'lefty arm'.*left arm"):
        read_mesh(str(robot), "lefty arm")
    stl = tmp_path / "x.stl"
    stl.write_text("solid x\nendsolid x\n")
    with pytest.raises(ModelError, match="STEP files have"):
        read_mesh(str(stl), "arm")


def test_mass_and_density_are_one_of_two(robot: Path) -> None:
    part = read_step(robot)[0]
    with pytest.raises(ModelError, match="one of the two"):
        part.mass_properties()
    with pytest.raises(ModelError, match="must be a number from 0"):
        part.mass_properties(density=-1.0)


def test_without_the_kernel_there_is_one_clear_error(
    robot: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.step"
    other.write_bytes(robot.read_bytes())
    monkeypatch.setitem(sys.modules, "OCP", None)
    with pytest.raises(EnvironmentProblem, match=r"sarrus\[step\]") as caught:
        read_step(other)
    assert caught.value.problems[0].code == "X05"


def test_axes_beside_a_solid_are_no_parts(tmp_path: Path) -> None:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge
    from OCP.gp import gp_Pnt

    axis = BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(0, 0, 90)).Edge()
    parts = [("SOLID", box(10, 20, 30), None, ""), ("axis", axis, None, "")]
    path = write_step(tmp_path / "plate.step", parts, whole="plate")
    (only,) = read_step(path)
    # a solid without a name of its own has that of what holds it
    assert only.name == "plate"
    assert only.volume == pytest.approx(6e-6, rel=NEAR)
    assert enclosed_solid(Mesh(str(path))).volume == pytest.approx(6e-6, rel=NEAR)
    alone = write_step(tmp_path / "axis.step", [("axis", axis, None, "")])
    with pytest.raises(ModelError, match="has no solid"):
        read_step(alone)[0].mass_properties(density=1)
