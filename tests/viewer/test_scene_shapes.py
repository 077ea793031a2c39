"""Shapes: links between joints, meshes of files, roads."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import sarrus
from sarrus.errors import ModelError
from sarrus.model import Mesh
from sarrus.model.meshes import read_mesh
from sarrus.road import HalfRound, Road, SineRoad
from sarrus.viewer import scene_of
from sarrus.viewer.elements import tracks_of
from sarrus.viewer.links import equivalent_box, hull
from sarrus.viewer.roads import stations
from sarrus.viewer.wheels import wheel_solids
from viewer.machines import four_bar
from viewer.reading import arrays_of

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def test_rods_end_at_joints() -> None:
    """The rod of the coupler runs from B to C, in the frame of the coupler (that of ground)."""
    coupler = scene_of(four_bar()).static["bodies"][2]
    (rod,) = [shape for shape in coupler["shapes"] if shape["kind"] == "capsule"]
    along = np.array(rod["axes"]).reshape(3, 3)[:, 2] * rod["length"] / 2
    ends = sorted((np.array(rod["at"]) + sign * along).tolist() for sign in (-1, 1))
    np.testing.assert_allclose(ends, [[0.1, 0, 0], [0.3, 0, 0.2]], atol=1e-12)
    hubs = [shape for shape in coupler["shapes"] if shape["kind"] == "cylinder"]
    assert len(hubs) == 2
    axes = np.array(hubs[0]["axes"]).reshape(3, 3)
    np.testing.assert_allclose(np.abs(axes[:, 2]), [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(axes), 1.0)


def test_hull_is_that_of_an_independent_program() -> None:
    points = np.random.default_rng(4).normal(size=(30, 2))
    found = hull([tuple(p) for p in points])
    expected = points[ConvexHull(points).vertices]
    assert {tuple(p) for p in found} == {tuple(p) for p in expected}
    around = found[1:] + found[:1]
    area = 0.5 * sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(found, around, strict=True))
    assert area == pytest.approx(ConvexHull(points).volume)


def test_plate_covers_three_joints() -> None:
    m = sarrus.Mechanism("plate")
    m.body("p", mass=1.0, com=(0.1, 0, 0.1), inertia=(1, 1, 1))
    m.body("q", mass=1.0, com=(0.3, 0, 0), inertia=(1, 1, 1))
    m.body("s", mass=1.0, com=(0, 0, 0.3), inertia=(1, 1, 1))
    m.revolute("A", m.ground, "p", at=(0, 0, 0), axis="y")
    m.revolute("B", "p", "q", at=(0.3, 0, 0), axis="y")
    m.revolute("C", "p", "s", at=(0, 0, 0.3), axis="y")
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.05)
    (plate,) = [s for s in scene_of(run).static["bodies"][1]["shapes"] if s["kind"] == "plate"]
    R = np.array(plate["axes"]).reshape(3, 3)
    corners = [R[:, :2] @ np.array(p) + plate["at"] for p in plate["outline"]]
    for place in ([0, 0, 0], [0.3, 0, 0], [0, 0, 0.3]):
        assert min(np.linalg.norm(corner - place) for corner in corners) < 1e-12


def test_box_has_the_inertia_of_the_body() -> None:
    size = np.array([0.3, 0.2, 0.5])
    x, y, z = size**2
    m = sarrus.Mechanism("box")
    m.body("b", mass=2.0, com=(0, 0, 0), inertia=tuple(2 / 12 * np.array([y + z, x + z, x + y])))
    m.free("b", m.ground, "b")
    box = equivalent_box(m.build().body("b"), 0.01, 1.0)
    np.testing.assert_allclose(sorted(box["size"]), sorted(size), rtol=1e-12)


# --- meshes -------------------------------------------------------------------------------------


def text_stl() -> bytes:
    lines = ["solid corner"]
    for face in FACES:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {} {} {}".format(*CORNERS[k]) for k in face]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid corner"]).encode()


def binary_stl(count: int | None = None) -> bytes:
    rows = [struct.pack("<12fH", 0, 0, 0, *CORNERS[face].astype("f4").ravel(), 0) for face in FACES]
    head = b"solid but binary".ljust(80, b" ")
    return head + struct.pack("<I", len(rows) if count is None else count) + b"".join(rows)


def obj(last: str = "f -3 -2 -1") -> bytes:
    vertices = [f"v {x} {y} {z}" for x, y, z in CORNERS]
    faces = ["f 1 3 2", "f 1/1 2/2/2 4//3", "f 1 4 3", last]
    return "\n".join(["# corner", "mtllib /etc/passwd", *vertices, *faces]).encode()


@pytest.mark.parametrize(
    "name, data", [("a.stl", text_stl()), ("b.STL", binary_stl()), ("c.obj", obj())]
)
def test_meshes_have_their_triangles(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    found = read_mesh(str(tmp_path / name))
    corners = found.vertices[found.faces]
    np.testing.assert_allclose(corners, CORNERS[FACES])
    volume = (
        np.sum(np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))) / 6
    )
    assert volume == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    "name, data",
    [
        ("count.stl", binary_stl(2**32 - 1)),
        ("cut.stl", binary_stl()[:-7]),
        ("cut_text.stl", text_stl()[:150]),
        ("empty.stl", b""),
        ("none.stl", b"solid\nendsolid"),
        ("nan.stl", text_stl().replace(b"1.0", b"nan")),
        ("huge.stl", text_stl().replace(b"1.0", b"1e308")),
        ("word.stl", text_stl().replace(b"1.0", b"one")),
        ("bytes.stl", bytes(range(256)) * 8),
        ("outside.obj", obj("f 1 2 9")),
        ("before.obj", obj("f -9 1 2")),
        ("zero.obj", obj("f 0 1 2").replace(b"v 0.0 0.0 0.0\n", b"")),
        ("letters.obj", obj("f a b c")),
        ("other.dae", b"<dae/>"),
    ],
)
def test_bad_meshes_are_refused(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ModelError, match=name):
        read_mesh(str(tmp_path / name))


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.stl")
    for name in ("pipe.stl", "missing.stl"):
        with pytest.raises(ModelError):
            read_mesh(str(tmp_path / name))


def test_a_mesh_that_cannot_be_read_becomes_a_notice(tmp_path: Path) -> None:
    (tmp_path / "good.obj").write_bytes(obj())
    m = sarrus.Mechanism("meshes")
    good = Mesh(str(tmp_path / "good.obj"), (0.1, 0.1, 0.1))
    m.body("good", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1), shape=good)
    m.body("bad", mass=1.0, com=(1, 0, 0), inertia=(1, 1, 1), shape=Mesh("missing.stl"))
    m.revolute("A", m.ground, "good", at=(0, 0, 0), axis="y")
    m.revolute("B", "good", "bad", at=(0.5, 0, 0), axis="y")
    system = m.build().compile()
    scene = scene_of(system.simulate(system.assemble(), until=0.05))
    arrays = arrays_of(scene)
    (shape,) = scene.static["bodies"][1]["shapes"]
    vertices, faces = (arrays[f"{shape['mesh']}.{part}"] for part in ("vertices", "faces"))
    np.testing.assert_allclose(vertices[faces.astype(int)], 0.1 * CORNERS[FACES], atol=1e-7)
    assert scene.static["bodies"][2]["links"]
    (notice,) = scene.static["notices"]
    assert "missing.stl" in notice
    assert str(tmp_path) not in scene.text()


def test_several_missing_meshes_are_one_message() -> None:
    """A robot without the folder of its meshes would be covered by messages."""
    m = sarrus.Mechanism("meshes")
    m.body("a", 1.0, inertia=(1, 1, 1), shape=Mesh("package://maker/base.dae"))
    m.body("b", 1.0, com=(1, 0, 0), inertia=(1, 1, 1), shape=Mesh("package://maker/arm.dae"))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    m.revolute("B", "a", "b", at=(0.5, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    scene = scene_of(system.simulate(system.assemble(), until=0.01))
    (notice,) = scene.static["notices"]
    assert "2 files are not there" in notice and "base.dae, arm.dae" in notice
    assert "--package" in notice


# --- roads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("road", [HalfRound(0.2, 5.0), SineRoad(0.05, 3.0)])
def test_roads_are_drawn_within_a_thousandth_of_their_height(road: Road) -> None:
    """No place of the road is further from the line that is drawn, also where it is upright."""
    x = stations(road, 0.0, 40.0)
    assert x[0] == 0.0 and x[-1] == 40.0 and len(x) <= 3000
    drawn = np.column_stack([x, road.height(x)])
    angle = np.linspace(0.0, np.pi, 2001)
    places = np.unique(np.concatenate([5.0 + 0.2 * np.cos(angle), np.linspace(0.0, 40.0, 1001)]))
    for p in np.column_stack([places, road.height(places)]):
        assert distance(p, drawn) < 1e-3 * np.ptp(drawn[:, 1])


def distance(p: np.ndarray, line: np.ndarray) -> float:
    a, along = line[:-1], np.diff(line, axis=0)
    s = np.clip(np.sum((p - a) * along, axis=1) / np.sum(along**2, axis=1), 0.0, 1.0)
    return float(np.min(np.linalg.norm(a + s[:, None] * along - p, axis=1)))


def wheels_of(m: sarrus.Mechanism) -> dict[str, list[dict[str, Any]]]:
    """Return what is drawn of the wheels, with the triangles of teeth as their kind."""
    return wheel_solids(m.build(), lambda wheel: {"kind": "teeth", "wheel": wheel})


def test_gears_are_drawn_on_bodies_without_shapes() -> None:
    """A tooth of one wheel points to the other, which has a gap there; those with shapes stay."""
    m = sarrus.Mechanism("pair")
    m.body("a", 1, (0, 0, 0), (0.1, 0.1, 0.1))
    m.body("b", 1, (0.09, 0, 0), (0.1, 0.1, 0.1))
    m.body("c", 1, (0, 0, 0), (0.1, 0.1, 0.1), shape=sarrus.Sphere(0.1), at=(0, 0.06, 0))
    for name, at in (("a", (0, 0, 0)), ("b", (0.09, 0, 0)), ("c", (0, 0.06, 0))):
        m.revolute(name.upper(), m.ground, name, at=at, axis="z")
    m.spur_gears("first", "a", "b", at=(0, 0, 0), at2=(0.09, 0, 0), axis="z", teeth_1=20,
                 teeth_2=40, module=3e-3)  # fmt: skip
    m.gear_mesh("second", "a", "c", at=(0, 0, 0), at2=(0, 0.06, 0), axis="z", teeth_1=20,
                teeth_2=20, module=3e-3, stiffness=1e8)  # fmt: skip
    found = wheels_of(m)
    assert set(found) == {"a", "b"}
    (one,), (two,) = found["a"], found["b"]  # a wheel in two meshes is drawn once
    assert (one["wheel"].teeth, two["wheel"].teeth) == (20, 40)
    assert (one["wheel"].radius, two["wheel"].radius) == pytest.approx((0.03, 0.06))
    assert two["at"] == pytest.approx([0.09, 0, 0])
    x_one, x_two = (np.array(s["axes"]).reshape(3, 3)[:, 0] for s in (one, two))
    assert x_one == pytest.approx([1, 0, 0])
    to_first = np.arctan2(-x_two[1], -x_two[0]) % (2 * np.pi / 40)
    assert to_first == pytest.approx(np.pi / 40)  # a gap there, half a pitch from a tooth


def test_rings_racks_worms_and_pulleys_are_drawn() -> None:
    m = sarrus.Mechanism("all")
    for name, at in (("a", (0.02, 0, 0)), ("ring", (0, 0, 0)), ("rack", (0, -0.05, 0)),
                     ("worm", (0.02, 0.04, 0)), ("drum", (0, 1, 0))):  # fmt: skip
        m.body(name, 1, (0, 0, 0), (0.1, 0.1, 0.1), at=at)
        m.free(f"f_{name}", m.ground, name)
    module = {"module": 1e-3}
    m.internal_gears("i", "a", "ring", at=(0.02, 0, 0), at2=(0, 0, 0), axis="z", teeth_1=60,
                     teeth_2=100, **module)  # fmt: skip
    m.rack_and_pinion("r", "a", "rack", at=(0.02, 0, 0), at2=(0, -0.03, 0), axis="z", axis2="x",
                      teeth=60, **module)  # fmt: skip
    m.worm_gears("w", "worm", "a", at=(0.02, 0.0401673, 0), axis="x", at2=(0.02, 0, 0), axis2="z",
                 starts=2, teeth=60, lead_angle=0.1, **module)  # fmt: skip
    m.cable("rope", [("drum", (0, 1, 0), 0.1), ("ground", (0.5, 1, 0), 0)], stiffness=1e5)
    found = wheels_of(m)
    assert {name: [s["kind"] for s in solids] for name, solids in found.items()} == {
        "a": ["teeth"], "ring": ["teeth"], "rack": ["box"], "worm": ["cylinder"],
        "drum": ["cylinder"],
    }  # fmt: skip
    assert found["ring"][0]["wheel"].rim > 0.05
    (rope,) = tracks_of(m.build())
    assert rope["open"] and [w["radius"] for w in rope["wheels"]] == [0.1, 0.0]
