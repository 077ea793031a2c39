"""Road files: OpenCRG in text and binary, there and back, what they refuse; meshes; model files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.formats.writing import yaml_text
from sarrus.road import CurvedRoad, GridRoad, MeshRoad, SineRoad

RANDOM = np.random.default_rng(7)
U, V = 0.5 * np.arange(9), np.array([-1.5, -1.0, 0.25, 1.5])
GRID = GridRoad(U, V, 0.03 * RANDOM.normal(size=(9, 4)))
BEND = CurvedRoad(
    GRID, segments=[[4.0, 0.05, 0.1]], start=(2.0, -1.0), heading=0.4, width=3.0,
    elevation=[[0.0, 0.1], [2.0, 0.2], [4.0, 0.15]], banking=[[0.0, 0.0], [4.0, 0.08]],
)  # fmt: skip
HEAD = """$CT
a road
$
$ROAD_CRG                      ! what it is
REFERENCE_LINE_START_U   = 10.0
REFERENCE_LINE_END_U     = 14.0
REFERENCE_LINE_INCREMENT = 1.0
LONG_SECTION_V_RIGHT     = -1.0
LONG_SECTION_V_LEFT      = 1.0
$
* a comment
$KD_Definition
#:LRFI
U:reference line u,m,10,1
D:reference line phi,rad
D:reference line slope,m/m
D:reference line banking,m/m
D:long section 1,m
D:long section 2,m
D:long section 3,m
$
"""
ROWS = """$$$$$$$$$$
**unused****unused** 0.0000000 0.0000000 0.0100000 0.0200000
 0.0000000 0.1000000 0.0500000 0.0000000 0.0100000 0.0200000
 0.1000000 0.1000000 0.0500000-0.0100000 0.0100000 0.0200000
 0.2000000 0.2000000 0.0500000 0.0000000 0.0100000 0.0200000
 0.3000000 0.2000000 0.0000000 0.0000000 0.0100000 0.0200000
"""


def written(folder: Path, text: str, name: str = "road.crg") -> Path:
    path = folder / name
    path.write_text(text, encoding="latin-1")
    return path


def test_a_file_by_hand_says_line_slope_and_banking(tmp_path: Path) -> None:
    """Corners of the reference line by the sum of headings, heights by the sum of slopes."""
    road = sarrus.read_road(written(tmp_path, HEAD + ROWS))
    assert isinstance(road, CurvedRoad)
    phi, slope = np.array([0.0, 0.1, 0.2, 0.3]), np.array([0.1, 0.1, 0.2, 0.2])
    corners = np.concatenate(
        [[[0.0, 0.0]], np.cumsum(np.column_stack([np.cos(phi), np.sin(phi)]), 0)]
    )
    elevation = np.concatenate([[0.0], np.cumsum(slope)])
    np.testing.assert_allclose(road.height(*corners.T), elevation + 0.01, atol=1e-9)
    s = road.station(*corners.T)[0]
    np.testing.assert_allclose(s, np.arange(5.0), atol=2e-3)  # arcs are longer than chords
    z = road.place(s[1], 1.0)[2]
    assert z == pytest.approx(0.1 + 0.05 + 0.02, abs=1e-6)


@pytest.mark.parametrize("form", ["LRFI", "LDFI", "KRBI", "KDBI"])
def test_a_grid_there_and_back(tmp_path: Path, form: str) -> None:
    path = tmp_path / "grid.crg"
    sarrus.write_road(GRID, path, form=form)
    again = sarrus.read_road(path)
    assert isinstance(again, GridRoad)
    digits = {"LRFI": 1e-6, "LDFI": 1e-15, "KRBI": 1e-8, "KDBI": 0.0}[form]
    np.testing.assert_allclose(again.z, GRID.z, rtol=0.0, atol=digits)
    np.testing.assert_array_equal(again.x, GRID.x)
    np.testing.assert_array_equal(again.y, GRID.y)
    with pytest.raises(sarrus.EnvironmentProblem, match="E-EXISTS"):
        sarrus.write_road(GRID, path)


def test_a_bend_there_and_back(tmp_path: Path) -> None:
    """The line by its corners: an arc is written as chords of its length."""
    path = tmp_path / "bend.crg"
    sarrus.write_road(BEND, path, step=0.1, form="KDBI")
    again = sarrus.read_road(path)
    s, n = RANDOM.uniform(0.2, 3.8, 40), RANDOM.uniform(-1.4, 1.4, 40)
    x, y, z = BEND.place(s, n)
    np.testing.assert_allclose(np.stack(again.station(x, y)), np.stack([s, n]), atol=2e-4)
    np.testing.assert_allclose(again.height(x, y), z, atol=2e-3)


def test_any_road_is_written_by_its_heights(tmp_path: Path) -> None:
    path = tmp_path / "waves.crg"
    road = SineRoad(0.05, 4.0, start=0.0, end=8.0) + GridRoad(
        [0.0, 8.0], [-1.0, 1.0], np.zeros((2, 2))
    )
    sarrus.write_road(road, path, step=0.25, v=[-1.0, 0.0, 1.0])
    again = sarrus.read_road(path)
    x = np.arange(0.0, 8.01, 0.25)
    np.testing.assert_allclose(again.height(x, 0.3), road.height(x, 0.3), atol=1e-12)


MODS = {
    "SCALE_Z_GRID = 2": (lambda r, s: s.height(1.0, 0.5) * 2.0 - r.height(1.0, 0.5)),
    "SCALE_WIDTH = 2": (lambda r, s: s.height(1.0, 0.5) - r.height(1.0, 1.0)),
    "SCALE_LENGTH = 2": (lambda r, s: s.height(1.0, 0.5) - r.height(2.0, 0.5)),
    "REFLINE_OFFSET_X = 3": (lambda r, s: s.height(1.0, 0.5) - r.height(4.0, 0.5)),
    "REFLINE_OFFSET_Z = 3": (lambda r, s: s.height(1.0, 0.5) + 3.0 - r.height(1.0, 0.5)),
    "REFLINE_OFFSET_PHI = 1.5707963267948966": (
        lambda r, s: s.height(1.0, 0.5) - r.height(-0.5, 1.0)
    ),
    "REFPOINT_U_FRACTION = 1\nREFPOINT_X = 7\nREFPOINT_Z = 0": (lambda r, s: r.height(7.0, 0.0)),
}


@pytest.mark.parametrize("mods", MODS)
def test_modifiers_move_and_scale(tmp_path: Path, mods: str) -> None:
    path = tmp_path / "grid.crg"
    sarrus.write_road(GRID, path)
    text = path.read_text(encoding="latin-1")
    head, data = text.split("$KD_DEFINITION")
    changed = written(tmp_path, f"{head}$ROAD_CRG_MODS\n{mods}\n$\n$KD_DEFINITION{data}", "b.crg")
    assert MODS[mods](sarrus.read_road(changed), GRID) == pytest.approx(0.0, abs=1e-9)


def test_a_file_refers_to_another(tmp_path: Path) -> None:
    sarrus.write_road(GRID, tmp_path / "data.crg")
    text = "$ROAD_CRG_MODS\nSCALE_Z_GRID = 3\n$\n$ROAD_CRG_FILE\ndata.crg\n$\n"
    road = sarrus.read_road(written(tmp_path, text))
    assert road.height(1.0, 0.3) == pytest.approx(3.0 * GRID.height(1.0, 0.3), rel=1e-12)


def test_holes_at_the_border_are_filled_where_that_is_wanted(tmp_path: Path) -> None:
    text = (HEAD + ROWS).replace("-0.0100000", "*missing**")
    path = written(tmp_path, text)
    with pytest.raises(ModelError, match=r"road\.crg:25:1: error M38 .*row 2: u = 2 m, v = -1 m"):
        sarrus.read_road(path)
    held = sarrus.read_road(path, holes="hold")
    assert isinstance(held, CurvedRoad)
    assert isinstance(held.road, GridRoad)
    assert held.road.z[2, 0] == 0.01
    inside = written(
        tmp_path, text.replace("*missing** 0.0100000", " 0.0000000*missing**"), "c.crg"
    )
    with pytest.raises(ModelError, match=r"M38.*inside the road"):
        sarrus.read_road(inside, holes="hold")


BAD: dict[str, tuple[str, str, int, str, str]] = {
    "misspelt": ("LINE_INCREMENT", "LINE_INCREMENTS", 7, "M09", "REFERENCE_LINE_INCREMENT"),
    "no number": ("= 14.0", "= fourteen", 6, "M25", "'fourteen'"),
    "twice": ("LINE_END_U     = 14.0", "LINE_START_U   = 11.0", 6, "F06", "twice"),
    "end": ("= 14.0", "= 15.0", 6, "M04", "5 rows"),
    "form": ("LRFI", "XRFI", 13, "M09", "LRFI, LDFI, KRBI, KDBI"),
    "channel": ("reference line slope", "reference line climb", 16, "M09", "climb"),
    "unit": ("phi,rad", "phi,deg", 15, "M05", "rad"),
    "letters": ("0.0500000-0.0100000", "0.0500000-0.0l00000", 25, "F01", "row 2, channel 4"),
    "section": ("$ROAD_CRG  ", "$ROAD_CRGS ", 4, "M09", "$ROAD_CRG"),
    "cut": (
        " 0.3000000 0.2000000 0.0000000 0.0000000 0.0100000 0.0200000\n",
        "",
        6,
        "M04",
        "4 rows",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_named_with_their_lines(tmp_path: Path, name: str) -> None:
    old, new, line, code, part = BAD[name]
    assert old in HEAD + ROWS
    with pytest.raises(ModelError) as caught:
        sarrus.read_road(written(tmp_path, (HEAD + ROWS).replace(old, new)))
    found = {p.code: p for p in caught.value.problems}
    assert code in found
    assert found[code].location is not None and found[code].location.line == line
    assert part in str(caught.value)


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"F01.*not an OpenCRG file"):
        sarrus.read_road(written(tmp_path, "hello"))
    with pytest.raises(ModelError, match=r"F20.*'road\.txt'"):
        sarrus.read_road(written(tmp_path, "hello", "road.txt"))
    with pytest.raises(ModelError, match="F09"):
        sarrus.read_road(tmp_path / "none.crg")
    data = HEAD.replace("LRFI", "KRBI").encode() + b"$$$$\n" + b"\0" * (24 * 5 - 1)
    (tmp_path / "cut.crg").write_bytes(data)
    with pytest.raises(ModelError, match=r"F01.*copied as text"):
        sarrus.read_road(tmp_path / "cut.crg")


def test_a_mesh_file_is_a_road(tmp_path: Path) -> None:
    text = "v 0 0 0\nv 4 0 0\nv 0 4 1\nv 4 4 1\nf 1 2 3\nf 2 4 3\n"
    road = sarrus.read_road(written(tmp_path, text, "ramp.obj"), spacing=0.5)
    assert isinstance(road, MeshRoad)
    assert road.height(1.3, 2.2) == pytest.approx(0.55, abs=1e-12)


MODEL = """sarrus: 1
gravity: [0, 0, -9.81]
constants: {lane: 3 m}
bodies: {wheel: {mass: 20, at: [0, 0, 0.3], inertia: [1, 1, 1]}}
joints: {free: {type: free, parent: ground, child: wheel, at: [0, 0, 0.3]}}
forces:
  T:
    type: tyre
    body: wheel
    at: [0, 0, 0.3]
    tyre: {type: BrushTyre, radius: 0.3, k: 2e5, load: 4000, stiffness: 6e4, stiffness_along: 6e4}
    follows: disc
    road:
ROAD
"""
ROADS: dict[str, Any] = {
    "file": ("      track.crg", GRID),
    "grid": ("      {type: GridRoad, x: [0, 1 m], y: [-100 cm, 1], z: [[0, 1 cm], [0.02, 0.03]]}",
             GridRoad([0.0, 1.0], [-1.0, 1.0], [[0.0, 0.01], [0.02, 0.03]])),
    "bend": ("      {type: CurvedRoad, segments: [[50 m, 0, 0], [lane * 10, 0, 0.02 1/m]],\n"
             "       banking: [[0, 0], [80, 5e-2]],\n"
             "       road: {type: PatchedRoad, patches: [[20, 60, -lane / 2, 0, 0.2]]}}",
             CurvedRoad(sarrus.road.PatchedRoad(patches=[[20.0, 60.0, -1.5, 0.0, 0.2]]),
                        segments=[[50.0, 0, 0], [30.0, 0, 0.02]], banking=[[0, 0], [80, 0.05]])),
    "tracks": ("      {type: Iso8608Tracks, roughness: C, length: 50, gauge: 150 cm,\n"
               "       coherence: exponential}",
               sarrus.road.Iso8608Tracks("C", 50.0, 1.5, coherence="exponential")),
}  # fmt: skip


@pytest.mark.parametrize("name", ROADS)
def test_roads_of_model_files_there_and_back(tmp_path: Path, name: str) -> None:
    text, expected = ROADS[name]
    sarrus.write_road(GRID, tmp_path / "track.crg")
    path = written(tmp_path, MODEL.replace("ROAD", text), "model.yaml")
    road = sarrus.load(path).forces[0].road
    x, y = RANDOM.uniform(0.1, 3.9, 20), RANDOM.uniform(-1.2, 1.2, 20)
    np.testing.assert_allclose(road.height(x, y), expected.height(x, y), atol=1e-12)
    np.testing.assert_array_equal(road.friction(x, y), expected.friction(x, y))
    again = written(tmp_path, yaml_text(sarrus.load(path)), "again.yaml")
    assert sarrus.load(again).forces[0].road == road
    assert sarrus.load(again).content_hash == sarrus.load(path).content_hash


def test_problems_of_roads_in_model_files_have_their_lines(tmp_path: Path) -> None:
    text = "      {type: GridRoad, x: [0, 1], y: [0, 1], z: [[0, .nan], [0]]}"
    with pytest.raises(ModelError, match=r"model\.yaml:14:\d+: error M"):
        sarrus.load(written(tmp_path, MODEL.replace("ROAD", text), "model.yaml"))
    written(tmp_path, HEAD.replace("INCREMENT", "INKREMENT") + ROWS, "track.crg")
    with pytest.raises(ModelError, match=r"track\.crg:7:1: error M09"):
        sarrus.load(written(tmp_path, MODEL.replace("ROAD", "      track.crg"), "model.yaml"))
    with pytest.raises(ModelError, match=r"F0[89]"):
        sarrus.load(written(tmp_path, MODEL.replace("ROAD", "      ../none.crg"), "model.yaml"))
