"""Every reader of files of others: what it starts from, how it is called, which modules it is.

A target takes any bytes. It returns a word for what it made of them, which is "accepted" or the
code of the first error; whatever else it raises is a defect.
"""

from __future__ import annotations

import io
import struct
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from sarrus.errors import SarrusError

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
SMALL = 20_000
"""Bytes of the largest file to start from: larger ones say nothing more, and are slow."""


@dataclass(frozen=True)
class Target:
    """A reader: its name, the ending of its files, its modules, its seeds, and the call."""

    name: str
    ending: str
    modules: tuple[str, ...]
    seeds: Callable[[], list[bytes]]
    read: Callable[[Path], object]

    def verdict(self, data: bytes, folder: Path) -> str:
        """Return what the reader makes of some bytes."""
        path = folder / f"file{self.ending}"
        path.write_bytes(data)
        try:
            self.read(path)
        except SarrusError as error:
            first = error.problems[0]
            if not first.code or not str(first):
                raise AssertionError(f"a problem without code or words: {first!r}") from error
            return first.code
        return "accepted"

    @property
    def corpus(self) -> list[Path]:
        """The files that reached something that the seeds do not, in order of their names."""
        return sorted((CORPUS / self.name).glob("*"))


def _texts(*patterns: str) -> list[bytes]:
    found = [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [data for data in found if len(data) <= SMALL]


def _encoded(texts: object) -> list[bytes]:
    return [text.encode("utf-8") for text in texts if len(text) <= SMALL]  # type: ignore[attr-defined]


# Models -----------------------------------------------------------------------------------------


def _model_files() -> list[bytes]:
    from files.sources import sources

    return _encoded(sources().values())


def _study(path: Path) -> object:
    from sarrus.study import Study

    return Study.load(path)


def _neutral_files() -> list[bytes]:
    from sarrus.formats.writing.neutral_writing import neutral_text
    from sarrus.gallery import four_bar, gyroscope

    return _encoded([neutral_text(made())[0] for made in (four_bar, gyroscope)])


def _model(path: Path) -> object:
    import sarrus

    return sarrus.load(path)


def _urdf_files() -> list[bytes]:
    from urdf.own_robots import NAMES, text_of

    return _encoded(map(text_of, NAMES))


XACRO = """\
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="r" value="0.5"/>
  <xacro:arg name="n" default="2"/>
  <xacro:macro name="rod" params="name length:=1.0 **origin">
    <link name="${name}">
      <inertial><xacro:insert_block name="origin"/><mass value="${2*length}"/>
        <inertia ixx="${length**2/12}" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    </link>
  </xacro:macro>
  <link name="base"/>
  <xacro:rod name="a" length="${r*pi/2}"><origin xyz="${r} 0 0"/></xacro:rod>
  <xacro:if value="${int($(arg n)) == 2}">
    <xacro:rod name="b"><origin xyz="0 0 ${-r}"/></xacro:rod>
  </xacro:if>
  <xacro:unless value="$(arg n)"><link name="c"/></xacro:unless>
  <joint name="A" type="continuous"><parent link="base"/><child link="a"/></joint>
  <joint name="B" type="continuous"><parent link="a"/><child link="b"/>
    <origin xyz="${2*r} 0 0"/></joint>
</robot>
"""


def _sdf_files() -> list[bytes]:
    from sdf.own_models import ALL

    return _encoded(ALL.values())


def _mjcf_files() -> list[bytes]:
    from mjcf.own_models import ALL

    return _encoded(ALL.values())


def _adams_files() -> list[bytes]:
    from adams.test_mutants import WHOLE

    return _encoded(WHOLE)


DH = """\
sarrus: 1
dh: classic
name: arm
rows:
  - {a: 400 mm, alpha: 0.0, d: 0.0, offset: 0.0}
  - {a: 0.3, alpha: 90 deg, theta: 30 deg, type: prismatic, limits: [0.0, 1.0]}
links:
  - {mass: 2.0, com: [-0.2, 0.0, 0.0], inertia: [0.01, 0.02, 0.02]}
  - {mass: 1, com: [0, 0, 0], inertia: [0.01, 0.01, 0.01]}
"""


# Parts of models --------------------------------------------------------------------------------


def _tyre_files() -> list[bytes]:
    found = _texts("examples/**/*.tir", "tests/**/*.tir", "src/sarrus/**/*.tir")
    head = (
        "[MDI_HEADER]\nFILE_TYPE = 'tir'\n[UNITS]\nLENGTH = 'meter'\nFORCE = 'newton'\n"
        "ANGLE = 'radian'\nMASS = 'kg'\nTIME = 'second'\n[MODEL]\nFITTYP = 61\n[DIMENSION]\n"
        "UNLOADED_RADIUS = 0.31\nWIDTH = 0.2\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n"
        "[LONGITUDINAL_COEFFICIENTS]\nPCX1 = 1.6 $ shape\nPDX1 = 1.2\nPKX1 = 20\n"
        "[LATERAL_COEFFICIENTS]\nPCY1 = 1.3\nPDY1 = 1.1\nPKY1 = -15\nPKY2 = 2\n"
    )
    return [*found, head.encode()]


def _tyre(path: Path) -> object:
    from sarrus import read_tyre

    return read_tyre(path)


@cache
def _road_files() -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    from sarrus.formats.roads import write_road
    from sarrus.road.grid import GridRoad

    x, y = np.linspace(0.0, 2.0, 9), np.linspace(-0.5, 0.5, 5)
    road = GridRoad(x, y, 0.01 * np.outer(np.sin(x), np.cos(y)))
    found: dict[str, list[bytes]] = {".crg": [], ".csv": []}
    with tempfile.TemporaryDirectory() as folder:
        for ending, made in found.items():
            path = Path(folder) / f"road{ending}"
            try:
                write_road(road, path)
            except SarrusError:
                continue
            made.append(path.read_bytes())
    return tuple(found[".crg"]), tuple(found[".csv"])


def _road(path: Path) -> object:
    from sarrus import read_road

    return read_road(path)


CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
FACES = (
    *((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)),
    *((2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)),
)


DAE = """\
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter="0.001"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="{count}">{numbers}</float_array>
      <technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="{faces}"><input semantic="VERTEX" source="#v" offset="0"/>
      <p>{indices}</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s">
    <node><translate>1 0 0</translate><instance_geometry url="#g"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
"""


def _mesh_texts() -> dict[str, list[bytes]]:
    """Return a cube in every form of a mesh."""
    triangles = [[tuple(CUBE[k]) for k in face] for face in FACES]
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x} {y} {z}\n" for x, y, z in corners)
        + "endloop\nendfacet\n"
        for corners in triangles
    )
    binary = b"cube".ljust(80) + struct.pack("<I", len(triangles))
    for corners in triangles:
        binary += struct.pack("<12fH", *(0.0,) * 3, *(x for c in corners for x in c), 0)
    vertices = "".join(f"v {x} {y} {z}\n" for x, y, z in CUBE)
    faces = "".join("f " + " ".join(str(k + 1) for k in face) + "\n" for face in FACES)
    points = "".join(f"{x} {y} {z}\n" for x, y, z in CUBE)
    corners = "".join("3 " + " ".join(map(str, face)) + "\n" for face in FACES)
    ply = (
        f"ply\nformat ascii 1.0\nelement vertex {len(CUBE)}\nproperty float x\nproperty float y\n"
        f"property float z\nelement face {len(FACES)}\n"
        "property list uchar int vertex_indices\nend_header\n" + points + corners
    )
    numbers = " ".join(str(x) for row in CUBE for x in row)
    indices = " ".join(str(k) for face in FACES for k in face)
    dae = DAE.format(count=3 * len(CUBE), numbers=numbers, faces=len(FACES), indices=indices)
    return {
        ".stl": [f"solid cube\n{facets}endsolid cube\n".encode(), binary],
        ".obj": [f"# cube\no cube\n{vertices}{faces}".encode()],
        ".ply": [ply.encode()],
        ".dae": [dae.encode()],
    }


def _mesh(path: Path) -> object:
    from sarrus.model.mesh_solids import solid_of
    from sarrus.model.meshes import read_mesh

    return solid_of(read_mesh(str(path)), str(path))


FMU = """\
<fmiModelDescription fmiVersion="2.0" modelName="valve" guid="{1}">
  <CoSimulation modelIdentifier="valve" canGetAndSetFMUstate="true"/>
  <UnitDefinitions>
    <Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="1e5"/></Unit>
  </UnitDefinitions>
  <ModelVariables>
    <ScalarVariable name="p" valueReference="0" causality="input">
      <Real start="1" unit="bar"/></ScalarVariable>
    <ScalarVariable name="q" valueReference="1" causality="output"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure><Outputs><Unknown index="2"/></Outputs></ModelStructure>
</fmiModelDescription>
"""


def _fmu(path: Path) -> object:
    """Read a description, put into an archive as an FMU has it."""
    from sarrus.formats.fmi.description import read_fmu

    archive = path.with_suffix(".fmu")
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("modelDescription.xml", path.read_bytes())
    return read_fmu(str(archive))


def _fmu_archives() -> list[bytes]:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("modelDescription.xml", FMU)
        made.writestr("binaries/x86_64-linux/valve.so", b"\x7fELF" + bytes(40))
    return [found.getvalue()]


def _whole_fmu(path: Path) -> object:
    from sarrus.formats.fmi.description import read_fmu

    return read_fmu(str(path))


def _position_tables() -> list[bytes]:
    return [b"x [mm], y [mm], input [deg]\n1, 2, 0\n3, 4, 30\n5, 7, 60\n", b"0,0\n1,1\n2,4\n"]


def _positions(path: Path) -> object:
    from sarrus.synthesis.tables import read_positions

    return read_positions(path, "path")


# Finite elements ---------------------------------------------------------------------------------

MARKET = (
    b"%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2.0\n2 2 3.0\n3 1 1.5\n",
    b"%%MatrixMarket matrix array real general\n2 2\n1.0\n0.5\n0.5\n2.0\n",
)
ELEMENTS = b"*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4\n1,1,2,\n3,4\n"


def _punched() -> list[bytes]:
    """Return two points and the spring between them, in entries of Nastran."""
    spring = "DMIG,K,0,6,2\nDMIG,K,1,1,,1,1,3.+5\n,2,1,-3.+5\nDMIG,K,2,1,,2,1,3.+5\n"
    masses = "DMIG*   M                              1               1\n" + "".join(
        f"*       {grid:>16}{1:>16}{2.5:>16}\n" for grid in (1,)
    )
    return [f"{spring}DMIG,M,0,6,2\n{masses}GRID,1,,0.,0.,0.\nGRID,2,,1.5,0.,0.\n".encode()]


def _mode_sets() -> list[bytes]:
    from sarrus.fem import beam_structure, craig_bampton

    rod = beam_structure((0, 0, 0), (1, 0, 0), elements=1, section="round", diameter=0.01,
                         material="steel")  # fmt: skip
    modes = craig_bampton(
        rod, {"a": 0, "b": 1}, modes=0, reference="a", keep=1, second_order=True
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        modes.save(Path(folder) / "rod.json")
        return [(Path(folder) / "rod.json").read_bytes()]


def _nastran(path: Path) -> object:
    from sarrus.fem import read_nastran

    return read_nastran(path, stiffness="K", mass="M")


def _modes(path: Path) -> object:
    from sarrus.fem import load_modes

    return load_modes(path)


def _market(path: Path) -> object:
    from sarrus.fem import read_matrix

    return read_matrix(path)


def _elements(path: Path) -> object:
    from sarrus.fem import read_faces, read_nodes

    return [read_nodes(path), read_faces(path)]


# Results ----------------------------------------------------------------------------------------


def _result_files() -> list[bytes]:
    from storage.samples import write_run

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.sarrus"
        write_run(path, blocks=3, size=4)
        found = [path.read_bytes()]
    return [*found, *_texts("tests/golden/data/**/*.sarrus")]


def _golden_results() -> list[bytes]:
    return _texts("tests/golden/data/*.sarrus")


def _result(path: Path) -> object:
    from sarrus.storage import RunReader

    found: list[object] = []
    with RunReader.open(path, verify=True) as reader:
        found += [reader.head, reader.end, list(reader.events), list(reader.segments)]
        found += [reader.times(), reader.rows(), reader.notices]
    return found


def _run(path: Path) -> object:
    import sarrus

    run = sarrus.open_run(path)
    return [run.t, run.history.channels(), run["energy.total"]]


TARGETS = {
    target.name: target
    for target in (
        Target("model_file", ".yaml", ("formats", "model/building", "study"), _model_files, _study),
        Target("neutral", ".json", ("formats/neutral", "formats/located"), _neutral_files, _model),
        Target("dh_table", ".yaml", ("formats",), lambda: [DH.encode()], _model),
        Target("urdf", ".urdf", ("formats/urdf", "formats/xml"), _urdf_files, _model),
        Target("xacro", ".xacro", ("formats/xacro",), lambda: [XACRO.encode()], _model),
        Target("sdf", ".sdf", ("formats/sdf", "formats/xml"), _sdf_files, _model),
        Target("mjcf", ".xml", ("formats/mjcf", "formats/xml"), _mjcf_files, _model),
        Target("adams", ".adm", ("formats/adams",), _adams_files, _model),
        Target("tyre", ".tir", ("formats/tir", "tyres"), _tyre_files, _tyre),
        Target("crg", ".crg", ("formats/crg",), lambda: list(_road_files()[0]), _road),
        Target("stl", ".stl", ("model/mesh",), lambda: _mesh_texts()[".stl"], _mesh),
        Target("obj", ".obj", ("model/mesh",), lambda: _mesh_texts()[".obj"], _mesh),
        Target("ply", ".ply", ("model/mesh",), lambda: _mesh_texts()[".ply"], _mesh),
        Target("dae", ".dae", ("model/mesh", "formats/xml"), lambda: _mesh_texts()[".dae"], _mesh),
        Target("fmu_description", ".xml", ("formats/fmi",), lambda: [FMU.encode()], _fmu),
        Target("fmu", ".fmu", ("formats/fmi",), _fmu_archives, _whole_fmu),
        Target("positions", ".csv", ("synthesis/tables",), _position_tables, _positions),
        Target("nastran", ".pch", ("fem",), _punched, _nastran),
        Target("mode_set", ".json", ("model/mode_set",), _mode_sets, _modes),
        Target("matrix_market", ".mtx", ("fem/files",), lambda: list(MARKET), _market),
        Target("elements", ".inp", ("fem/files",), lambda: [ELEMENTS], _elements),
        Target("result_blocks", ".sarrus", ("storage",), _result_files, _result),
        Target("result", ".sarrus", ("storage", "system/run_files"), _golden_results, _run),
    )
}
