"""Mass of what meshes enclose: closed forms in every format, and meshes that enclose nothing."""

from __future__ import annotations

import base64
import json
import math
import struct
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, Model, ModelError
from sarrus.model import Box, Mesh
from sarrus.model.mesh_solids import enclosed_solid, solid_of
from sarrus.model.meshes import Triangles, read_mesh

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
BOX = Triangles(
    CORNERS * (0.2, 0.3, 0.5) + (1.0, -2.0, 3.0),
    np.array([t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))]),
)
"""A box of 0.2 x 0.3 x 0.5 m with its centre at (1.1, -1.85, 3.25)."""
VOLUME, CENTER = 0.03, (1.1, -1.85, 3.25)
MOMENTS = ((0.09 + 0.25) / 12, (0.04 + 0.25) / 12, (0.04 + 0.09) / 12)
TETRAHEDRON = Triangles(
    np.array([[0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4.0]]),
    np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]),
)


def obj(mesh: Triangles) -> bytes:
    rows = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    return "\n".join([*rows, *[f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces]]).encode()


def stl(mesh: Triangles) -> bytes:
    rows = []
    for corners in mesh.vertices[mesh.faces]:
        rows.append("facet normal 0 0 0\nouter loop")
        rows += [f"vertex {x!r} {y!r} {z!r}" for x, y, z in corners.tolist()]
        rows.append("endloop\nendfacet")
    return "\n".join(["solid s", *rows, "endsolid s"]).encode()


def binary_stl(mesh: Triangles) -> bytes:
    rows = [struct.pack("<12fH", 0, 0, 0, *c.ravel(), 0) for c in mesh.vertices[mesh.faces]]
    return b"\0" * 80 + struct.pack("<I", len(rows)) + b"".join(rows)


def ply(mesh: Triangles, form: str = "ascii") -> bytes:
    head = f"""ply
format {form} 1.0
comment ours
element vertex {len(mesh.vertices)}
property double x
property double y
property double z
property uchar red
element face {len(mesh.faces)}
property list uchar int vertex_indices
end_header
"""
    if form == "ascii":
        rows = [f"{x!r} {y!r} {z!r} 7" for x, y, z in mesh.vertices.tolist()]
        rows += [f"3 {a} {b} {c}" for a, b, c in mesh.faces]
        return (head + "\n".join(rows) + "\n").encode()
    order = "<" if "little" in form else ">"
    data = [struct.pack(order + "3dB", *row, 7) for row in mesh.vertices]
    data += [struct.pack(order + "B3i", 3, *row) for row in mesh.faces]
    return head.encode() + b"".join(data)


def dae(mesh: Triangles, kind: str = "triangles") -> bytes:
    """Half of the size is in the file; a unit of 2 m and a node make the whole of it."""
    numbers = " ".join(repr(x / 2) for x in (mesh.vertices - (0, 0, 1)).ravel().tolist())
    corners = " ".join(f"{i} 0" for i in mesh.faces.ravel())
    counts = "<vcount>" + "3 " * len(mesh.faces) + "</vcount>" if kind == "polylist" else ""
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="two" meter="2"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="{mesh.vertices.size}">{numbers}</float_array></source>
    <source id="n"><float_array count="3">0 0 1</float_array></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <{kind} count="{len(mesh.faces)}"><input semantic="VERTEX" source="#v" offset="0"/>
      <input semantic="NORMAL" source="#n" offset="1"/>{counts}<p>{corners}</p></{kind}>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node><translate>0 0 0.5</translate>
    <node><rotate>0 0 1 0</rotate><instance_geometry url="#g"/></node></node></visual_scene>
  </library_visual_scenes></COLLADA>""".encode()


def gltf(mesh: Triangles, where: str) -> bytes:
    """Vertices a quarter turn away, which the rotation of the node brings back."""
    turned = mesh.vertices @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1.0]]).T
    points = turned.astype("<f4").tobytes()
    corners = mesh.faces.astype("<u2").tobytes()
    binary = points + corners
    half = math.sqrt(0.5)
    document = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"rotation": [0, 0, half, half], "children": [1]}, {"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": len(binary)}],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(points)},
            {"buffer": 0, "byteOffset": len(points), "byteLength": len(corners)},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(turned), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": mesh.faces.size, "type": "SCALAR"},
        ],
    }
    if where == "glb":
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text
        chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
    uri = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    document["buffers"] = [
        {"byteLength": len(binary), "uri": uri if where == "inside" else "b.bin"}
    ]
    return json.dumps(document).encode()


FILES = {
    "box.obj": obj(BOX),
    "text.stl": stl(BOX),
    "a.ply": ply(BOX),
    "little.ply": ply(BOX, "binary_little_endian"),
    "big.ply": ply(BOX, "binary_big_endian"),
    "triangles.dae": dae(BOX),
    "polylist.dae": dae(BOX, "polylist"),
}
SINGLE = {
    "box.stl": binary_stl(BOX),
    "inside.gltf": gltf(BOX, "inside"),
    "beside.gltf": gltf(BOX, "beside"),
    "box.glb": gltf(BOX, "glb"),
}
"""Files whose numbers have single precision."""


def written(folder: Path, name: str, data: bytes) -> str:
    if name == "beside.gltf":
        packed = json.loads(gltf(BOX, "inside"))["buffers"][0]["uri"]
        (folder / "b.bin").write_bytes(base64.b64decode(packed.partition(",")[2]))
    (folder / name).write_bytes(data)
    return str(folder / name)


@pytest.mark.parametrize("name", [*FILES, *SINGLE])
def test_a_box_in_every_format(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, {**FILES, **SINGLE}[name])
    found = enclosed_solid(Mesh(path))
    near = 1e-10 if name in FILES else 1e-5
    assert found.volume == pytest.approx(VOLUME, rel=near)
    np.testing.assert_allclose(found.center, CENTER, rtol=near)
    inertia = np.array(found.inertia(2.0))
    np.testing.assert_allclose(np.diag(inertia), 2.0 * np.array(MOMENTS), rtol=near)
    np.testing.assert_allclose(inertia - np.diag(np.diag(inertia)), 0.0, atol=near)
    assert not found.notices


def test_a_tetrahedron_in_closed_form() -> None:
    """Edges a, b, c along the axes: V = abc/6, centre (a, b, c)/4, products by integration."""
    found = solid_of(TETRAHEDRON, "t")
    a, b, c = 2.0, 3.0, 4.0
    assert found.volume == pytest.approx(a * b * c / 6, rel=1e-14)
    np.testing.assert_allclose(found.center, (a / 4, b / 4, c / 4), rtol=1e-14)
    # integral of x^2 is m a^2/10, of x y is m a b/20, about the corner; then to the centre
    xx = (b**2 + c**2) * (1 / 10 - 1 / 16)
    xy = -(a * b) * (1 / 20 - 1 / 16)
    assert found.moments[0][0] == pytest.approx(xx, rel=1e-13)
    assert found.moments[0][1] == pytest.approx(xy, rel=1e-13)


def test_a_sphere_comes_near_with_its_triangles() -> None:
    found = solid_of(sphere(48), "ball")
    exact = 4 / 3 * math.pi * 0.125
    assert found.volume == pytest.approx(exact, rel=4e-3) and found.volume < exact
    np.testing.assert_allclose(np.diag(found.moments), 0.4 * 0.25, rtol=4e-3)


def sphere(n: int) -> Triangles:
    """Return a sphere of radius 0.5 m by rings of latitude, closed by fans at its poles."""
    rings = [
        [(math.sin(t) * math.cos(f), math.sin(t) * math.sin(f), math.cos(t)) for f in around]
        for t in np.linspace(0, math.pi, n)[1:-1]
        for around in [np.linspace(0, 2 * math.pi, 2 * n, endpoint=False)]
    ]
    points = [(0, 0, 1), *[p for ring in rings for p in ring], (0, 0, -1)]
    m, faces = 2 * n, []
    for i in range(m):
        j = (i + 1) % m
        faces.append((0, 1 + i, 1 + j))
        last = 1 + (len(rings) - 1) * m
        faces.append((len(points) - 1, last + j, last + i))
        for r in range(len(rings) - 1):
            a, b = 1 + r * m, 1 + (r + 1) * m
            faces += [(a + i, b + i, b + j), (a + i, b + j, a + j)]
    return Triangles(0.5 * np.array(points), np.array(faces))


def test_hollow_bodies_and_bodies_in_pieces() -> None:
    inner = Triangles(0.5 * (BOX.vertices - CENTER) + CENTER, BOX.faces[:, ::-1])
    hollow = Triangles(
        np.vstack([BOX.vertices, inner.vertices]), np.vstack([BOX.faces, inner.faces + 8])
    )
    assert solid_of(hollow, "h").volume == pytest.approx(VOLUME * 7 / 8, rel=1e-13)


@pytest.mark.parametrize(
    ("mesh", "words"),
    [
        (Triangles(BOX.vertices, BOX.faces[1:]), "is open: 3 edges"),
        (
            Triangles(BOX.vertices, np.vstack([BOX.faces[:1, ::-1], BOX.faces[1:]])),
            "turned against",
        ),
        (Triangles(BOX.vertices * (1, 1, 0), BOX.faces), "encloses no volume"),
        (Triangles(BOX.vertices * 0, BOX.faces), "no triangles with an area"),
    ],
)
def test_what_encloses_nothing_is_refused(mesh: Triangles, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        solid_of(mesh, "m")
    assert caught.value.problems[0].code == "F10"


def test_what_is_repaired_is_told() -> None:
    turned = solid_of(Triangles(BOX.vertices, BOX.faces[:, ::-1]), "m")
    assert turned.volume == pytest.approx(VOLUME) and "inside out" in turned.notices[0]
    flat = solid_of(Triangles(BOX.vertices, np.vstack([BOX.faces, [[0, 0, 1]]])), "m")
    assert flat.volume == pytest.approx(VOLUME) and "without area" in flat.notices[0]
    corners = BOX.vertices[BOX.faces].reshape(-1, 3)
    shaken = corners + np.random.default_rng(1).uniform(-1e-9, 1e-9, corners.shape)
    loose = solid_of(Triangles(shaken, np.arange(len(corners)).reshape(-1, 3)), "m")
    assert loose.volume == pytest.approx(VOLUME, rel=1e-6) and "gaps below" in loose.notices[0]


def model_of(
    folder: Path, *, name: str = "box.obj", scale: float = 1.0, **options: object
) -> Model:
    path = written(folder, name, {**FILES, **SINGLE}[name])
    m = Mechanism("m")
    shape = {"shape": Mesh(path, scale)} if "shapes" not in options else {}
    m.body("a", **shape, **options)  # type: ignore[arg-type]
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    return m.build()


def test_density_and_total_mass_of_a_body(tmp_path: Path) -> None:
    steel = model_of(tmp_path, density=7850.0).body("a")
    assert steel.mass == pytest.approx(7850 * VOLUME, rel=1e-13)
    np.testing.assert_allclose(steel.com, CENTER, rtol=1e-13)
    np.testing.assert_allclose(np.diag(steel.inertia), steel.mass * np.array(MOMENTS), rtol=1e-11)
    heavy = model_of(tmp_path, mass=3.0, name="box.glb").body("a")
    assert heavy.mass == 3.0
    np.testing.assert_allclose(np.diag(heavy.inertia), 3.0 * np.array(MOMENTS), rtol=1e-5)
    small = model_of(tmp_path, density=1000.0, scale=0.1).body("a")
    assert small.mass == pytest.approx(VOLUME, rel=1e-13)
    own = model_of(tmp_path, mass=3.0, com=(0, 0, 0), inertia=(1, 1, 1)).body("a")
    assert own.inertia[0][0] == 1.0


def test_meshes_beside_shapes_are_drawn_only(tmp_path: Path) -> None:
    path = written(tmp_path, "box.obj", FILES["box.obj"])
    shapes = [Box((1, 1, 1)), Mesh(path)]
    m = Mechanism("m")
    m.body("a", density=1000.0, shapes=shapes)
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    assert m.build().body("a").mass == 1000.0


def test_a_model_file_finds_meshes_beside_it(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    written(tmp_path / "models", "box.obj", FILES["box.obj"])
    text = """sarrus: 1
bodies:
  a: {density: steel, shape: {type: mesh, file: box.obj, scale: 0.5, at: [1, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: y}
"""
    path = tmp_path / "models" / "m.yaml"
    path.write_text(text)
    body = sarrus.load(path).body("a")
    assert body.mass == pytest.approx(7850 * VOLUME / 8, rel=1e-12)
    np.testing.assert_allclose(body.com, np.array(CENTER) / 2 + (1, 0, 0), rtol=1e-12)
    sarrus.convert(path, tmp_path / "models" / "copy.yaml")
    assert "folder" not in (tmp_path / "models" / "copy.yaml").read_text()
    assert sarrus.load(tmp_path / "models" / "copy.yaml").body("a").mass == body.mass
    written(tmp_path / "models", "box.obj", obj(Triangles(BOX.vertices, BOX.faces[2:])))
    with pytest.raises(ModelError) as caught:
        sarrus.load(path)
    (problem,) = caught.value.problems
    assert problem.code == "F10" and "is open: 4 edges" in str(problem)
    assert problem.location is not None and problem.location.line == 3


def test_a_mass_with_an_open_mesh_is_a_point_mass_and_told(tmp_path: Path) -> None:
    path = written(tmp_path, "open.obj", obj(Triangles(BOX.vertices, BOX.faces[2:])))
    m = Mechanism("m")
    m.body("a", mass=2.0, com=(0.1, 0, 0), shape=Mesh(path))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    model = m.build()
    assert any(n.code == "F10" and "point mass" in n.rule for n in model.notices)


@pytest.mark.parametrize("name", [*FILES, *SINGLE])
def test_damaged_files_are_refused_or_read(name: str, tmp_path: Path) -> None:
    data = {**FILES, **SINGLE}[name]
    path = written(tmp_path, name, data)
    rng = np.random.default_rng(7)
    refused = 0
    for _ in range(60):
        broken = bytearray(data)
        for _ in range(int(rng.integers(1, 4))):
            at = int(rng.integers(len(broken)))
            if rng.random() < 0.5:
                broken[at] = int(rng.integers(256))
            else:
                del broken[at : at + int(rng.integers(1, 40))]
        Path(path).write_bytes(bytes(broken))
        try:
            found = read_mesh(path)
            assert np.all(np.isfinite(found.vertices)) and found.faces.max() < len(found.vertices)
        except ModelError as error:
            assert error.problems[0].code == "F10"
            refused += 1
    assert refused


def test_lines_of_obj_may_go_on(tmp_path: Path) -> None:
    path = tmp_path / "face.obj"
    path.write_bytes(b"v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nf 1 2 \\\r\n3 4\r\n")
    assert read_mesh(str(path)).faces.tolist() == [[1, 2, 3], [1, 3, 0]]


@pytest.mark.parametrize(
    ("mode", "faces"),
    [(5, [[0, 1, 2], [3, 2, 1], [2, 3, 4]]), (6, [[0, 1, 2], [0, 2, 3], [0, 3, 4]])],
)
def test_strips_and_fans_of_gltf(mode: int, faces: list[list[int]], tmp_path: Path) -> None:
    five = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 2, 0]], dtype="<f4")
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": mode}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 60}],
        "buffers": [{"byteLength": 60, "uri": "mesh.bin"}],
    }
    (tmp_path / "mesh.bin").write_bytes(five.tobytes())
    path = tmp_path / "mesh.gltf"
    path.write_text(json.dumps(document))
    assert read_mesh(str(path)).faces.tolist() == faces
    document["nodes"] = [{}]
    path.write_text(json.dumps(document))
    with pytest.raises(ModelError, match="has no triangles"):
        read_mesh(str(path))
