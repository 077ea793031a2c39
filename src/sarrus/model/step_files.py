"""Parts of STEP files: names, colors, places, solids and what they enclose, by OpenCASCADE.

The kernel comes with the extra `step`; it is asked for when a STEP file is read, and for nothing
else. Volumes and moments are integrals over the exact surfaces, not over triangles.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from sarrus.arguments import path_text
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.file_access import file_error, read_bytes
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.model.meshes import MOST_BYTES, MOST_TRIANGLES, Triangles
from sarrus.model.pose import Matrix3, Pose, Vector3, matrix3, vector3

MILLIMETER = 1e-3
"""The unit of length in which the kernel holds what it reads, whatever that of the file was."""
FINENESS, BEND = 2e-3, 0.3
"""Of the triangles that are drawn: how far off, as part of the size, and their bend [rad]."""
MOST_PARTS = 20_000
DEEPEST = 100
FLAT = 1e-12
NOTHING = "has no solid"
"""Why a part without surfaces has no mass."""
_NO_NAME = re.compile(r"=>\[[0-9:]*\]|SOLID|SHELL|COMPOUND|COMPSOLID")
"""What the kernel calls places and shapes that have no name in the file."""
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class StepPart:
    """A part of a STEP file: in metres, in the frame of the file.

    volume, center, moments: of its solids for a density of 1 kg/m^3, about the centre; refusal: why
    it has none, "" if it has; pose: of its own frame in the file; notices: what was put right.
    """

    name: str
    volume: float
    center: Vector3
    moments: Matrix3
    pose: Pose = Pose()
    color: str = ""
    solids: int = 0
    refusal: str = ""
    notices: tuple[str, ...] = ()
    shape: Any = field(default=None, compare=False, repr=False)
    """That of the kernel, placed."""

    def mass_properties(
        self, density: float | None = None, mass: float | None = None
    ) -> MassProperties:
        """Return mass, centre of mass and inertia for a density [kg/m^3] or a total mass [kg].

        Example:
            arm = sarrus.read_step("arm.step")[0].mass_properties(density=7850)
        """
        if (density is None) == (mass is None):
            rule = "needs a density or a mass, one of the two"
            raise ModelError(Problem("M31", f"part '{self.name}'", rule))
        if self.refusal:
            raise refusal(self.name, self.refusal)
        rho = mass / self.volume if density is None else density  # type: ignore[operator]
        if not (np.isfinite(rho) and rho >= 0.0):
            rule = "must be a number from 0"
            raise ModelError(Problem("M04", f"part '{self.name}' / density", rule, f"{rho:g}"))
        moments = matrix3(float(rho) * np.array(self.moments))
        return MassProperties(float(rho) * self.volume, self.center, moments)


def read_step(path: str | os.PathLike[str]) -> tuple[StepPart, ...]:
    """Return the parts of a STEP file (.step, .stp), those of assemblies each where it stands.

    Names and colors are those of the file, a part that stands at several places has the name of
    each place. Needs OpenCASCADE: pip install "sarrus[step]". Raises ModelError for a file that
    cannot be read; parts that enclose nothing say so when their mass is asked for.

    Example:
        for part in sarrus.read_step("arm.step"):
            print(part.name, part.mass_properties(density=7850).mass)
    """
    return step_parts(path_text(path))


def step_parts(file: str) -> tuple[StepPart, ...]:
    """Return the parts of a STEP file; one that is written anew is read anew."""
    try:
        changed = os.stat(file).st_mtime_ns
    except (OSError, ValueError):
        changed = 0  # the reader says what is wrong with the file
    return _parts_of(file, changed)


def parts_of_name(file: str, name: str) -> tuple[StepPart, ...]:
    """Return all parts, or those of a name; raise ModelError F10 where there is none."""
    parts = step_parts(file)
    if not name:
        return parts
    found = tuple(part for part in parts if part.name == name)
    if found:
        return found
    from sarrus.model.building.references import nearest  # for mistakes only

    action = nearest(name, [part.name for part in parts])
    rule = f"has no part '{name[:60]}'"
    raise ModelError(Problem("F10", f"mesh '{os.path.basename(file)}'", rule, action=action))


def refusal(name: str, rule: str) -> ModelError:
    """Return the error of a part whose mass cannot be told."""
    action = "repair it where it was made, or give mass, centre of mass and inertia"
    return ModelError(Problem("F10", f"part '{name}'", rule, action=action))


@lru_cache(maxsize=32)
def _parts_of(file: str, changed: int) -> tuple[StepPart, ...]:
    del changed
    head = read_bytes(file, MOST_BYTES)[:200]
    if b"ISO-10303-21" not in head:
        raise file_error(file, "F10", "is no STEP file: it does not begin with ISO-10303-21")
    kernel()
    with _one_at_a_time:
        try:
            return _read_parts(file)
        except (ModelError, EnvironmentProblem):
            raise
        except Exception as problem:
            # the kernel raises classes of its own for damaged files
            rule = f"cannot be read by OpenCASCADE: {type(problem).__name__}"
            raise file_error(file, "F10", rule) from None


def kernel() -> Any:
    """Return the package of OpenCASCADE; raise EnvironmentProblem X05 without it."""
    try:
        import OCP
    except ImportError:
        rule = "is not installed, and STEP files need it"
        action = 'pip install "sarrus[step]"'
        problem = Problem("X05", "OpenCASCADE", rule, "cadquery-ocp-novtk", action=action)
        raise EnvironmentProblem(problem) from None
    return OCP


def _read_parts(file: str) -> tuple[StepPart, ...]:
    from OCP.collections import Sequence_TDF_Label
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.Message import Message
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)  # it would write to the screen
    application = XCAFApp_Application.GetApplication_s()
    document = TDocStd_Document(TCollection_ExtendedString("step"))
    application.NewDocument(TCollection_ExtendedString("MDTV-XCAF"), document)
    reader = STEPCAFControl_Reader()
    reader.SetNameMode(True)
    reader.SetColorMode(True)
    done = reader.ReadFile(file)
    if done != IFSelect_ReturnStatus.IFSelect_RetDone or not reader.Transfer(document):
        raise file_error(file, "F10", "is a damaged STEP file, or holds no shapes")
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    colors = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    free = Sequence_TDF_Label()
    shapes.GetFreeShapes(free)
    found: list[StepPart] = []
    walk = _Walk(shapes, colors)
    for label in free:
        for name, place, leaf, color in walk.leaves(label, None, "", 0):
            found.append(_part(name, shapes.GetShape_s(leaf), place, color))
            if len(found) > MOST_PARTS:
                raise file_error(file, "F02", f"has more than {MOST_PARTS:,} parts")
    if not found:
        raise file_error(file, "F10", "holds no shapes")
    # axes and points of a drawing stand beside the parts that they belong to
    return tuple(part for part in found if part.refusal != NOTHING) or tuple(found)


@dataclass
class _Walk:
    """Goes through an assembly, from the whole to its parts."""

    shapes: Any
    colors: Any

    def leaves(
        self, label: Any, place: Any, color: str, level: int, called: str = "", around: str = ""
    ) -> Iterator[tuple[str, Any, Any, str]]:
        """Yield name, location, label and color of every part; what is outside has its color.

        called: the name of this place; around: of what holds it, for solids without a name.
        """
        from OCP.collections import Sequence_TDF_Label
        from OCP.TDF import TDF_Label

        if level > DEEPEST:
            raise ModelError(Problem("F03", "assembly", f"is deeper than {DEEPEST} levels"))
        color = self._color(label) or color
        if self.shapes.IsReference_s(label):
            whole = TDF_Label()
            self.shapes.GetReferredShape_s(label, whole)
            own = self.shapes.GetLocation_s(label)
            there = own if place is None else place.Multiplied(own)
            name = _name(label)
            yield from self.leaves(whole, there, color, level + 1, name or called, around)
            return
        components = Sequence_TDF_Label()
        if self.shapes.IsAssembly_s(label) and self.shapes.GetComponents_s(label, components):
            for component in components:
                inside = called or _name(label) or around
                yield from self.leaves(component, place, color, level + 1, "", inside)
            return
        yield called or _name(label) or around or "part", place, label, color

    def _color(self, label: Any) -> str:
        """Return the color of a label, or of the surfaces of its shape."""
        from OCP.Quantity import Quantity_Color, Quantity_TypeOfColor
        from OCP.XCAFDoc import XCAFDoc_ColorType

        found = Quantity_Color()
        for kind in (
            XCAFDoc_ColorType.XCAFDoc_ColorSurf,
            XCAFDoc_ColorType.XCAFDoc_ColorGen,
        ):
            if self.colors.GetColor_s(label, kind, found):
                parts = found.Values(Quantity_TypeOfColor.Quantity_TOC_sRGB)
                return "#" + "".join(f"{round(255 * x):02x}" for x in parts[:3])
        return ""


def _name(label: Any) -> str:
    """Return the name of a label, of characters that can be shown."""
    from OCP.TDataStd import TDataStd_Name

    found = TDataStd_Name()
    if not label.FindAttribute(TDataStd_Name.GetID_s(), found):
        return ""
    text = found.Get().ToExtString()
    if _NO_NAME.fullmatch(text):
        return ""
    return "".join(c if c.isprintable() else " " for c in text).strip()[:80]


def _part(name: str, shape: Any, place: Any, color: str) -> StepPart:
    """Return a part with what its solids enclose."""
    placed = shape if place is None else shape.Moved(place)
    pose = Pose() if place is None else _pose(place)
    nothing: Matrix3 = ((0.0,) * 3,) * 3
    empty = StepPart(name, 0.0, (0.0, 0.0, 0.0), nothing, pose, color, shape=placed)
    solids, loose = _solids(placed)
    if not solids:
        rule = f"has no solid: it is {loose} open surfaces" if loose else NOTHING
        return replace(empty, refusal=rule)
    notices = []
    if loose:
        notices.append(f"has {loose} surfaces beside its solids, which count for nothing")
    if len(solids) > 1:
        notices.append(f"has {len(solids)} solids, taken together")
    total, moment, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for k, solid in enumerate(solids, 1):
        which = f"solid {k}" if len(solids) > 1 else "its solid"
        if not _is_closed(solid):
            return replace(empty, solids=len(solids), refusal=f"is open: {which} has free edges")
        volume, center, inertia = _integrals(solid)
        if volume < 0.0:
            notices.append(f"has {which} inside out; its faces are turned round")
            volume, inertia = -volume, -inertia
        total, moment = total + volume, moment + volume * center
        second = second + inertia + volume * _about(center)
    size = max(_size(placed), 1e-30)
    if not total > FLAT * size**3:
        return replace(empty, solids=len(solids), refusal="encloses no volume")
    middle = moment / total
    moments = matrix3(second - total * _about(middle))
    return replace(
        empty, volume=total, center=vector3(middle), moments=moments, solids=len(solids),
        notices=tuple(notices),
    )  # fmt: skip


def _about(r: np.ndarray) -> np.ndarray:
    """Return the inertia of a point of mass 1 at r about the origin."""
    return np.asarray((r @ r) * np.eye(3) - np.outer(r, r))


def _pose(place: Any) -> Pose:
    """Return a location of the kernel in metres."""
    t = place.Transformation()
    R = np.array([[t.Value(i, j) for j in (1, 2, 3)] for i in (1, 2, 3)])
    p = np.array([t.Value(i, 4) for i in (1, 2, 3)]) * MILLIMETER
    return Pose(vector3(p), matrix3(R))


def _solids(shape: Any) -> tuple[list[Any], int]:
    """Return the solids of a shape, and how many shells and faces belong to none."""
    from OCP.TopAbs import TopAbs_ShapeEnum as Kind
    from OCP.TopExp import TopExp_Explorer

    def pieces(kind: Any, outside: Any) -> list[Any]:
        explorer, listed = TopExp_Explorer(shape, kind, outside), []
        while explorer.More():
            listed.append(explorer.Current())
            explorer.Next()
        return listed

    solids = pieces(Kind.TopAbs_SOLID, Kind.TopAbs_SHAPE)
    shells = pieces(Kind.TopAbs_SHELL, Kind.TopAbs_SOLID)
    faces = pieces(Kind.TopAbs_FACE, Kind.TopAbs_SHELL)
    return solids, len(shells) + len(faces)


def _is_closed(solid: Any) -> bool:
    """Tell whether no shell of a solid has free edges."""
    from OCP.BRep import BRep_Tool
    from OCP.TopAbs import TopAbs_ShapeEnum as Kind
    from OCP.TopExp import TopExp_Explorer

    explorer = TopExp_Explorer(solid, Kind.TopAbs_SHELL)
    count = 0
    while explorer.More():
        count += 1
        if not BRep_Tool.IsClosed_s(explorer.Current()):
            return False
        explorer.Next()
    return count > 0


def _integrals(solid: Any) -> tuple[float, np.ndarray, np.ndarray]:
    """Return volume, centre and inertia about the centre of a solid, in metres."""
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps

    found = GProp_GProps()
    BRepGProp.VolumeProperties_s(solid, found)
    volume = float(found.Mass()) * MILLIMETER**3
    c, M = found.CentreOfMass(), found.MatrixOfInertia()
    center = np.array([c.X(), c.Y(), c.Z()]) * MILLIMETER
    inertia = np.array([[M.Value(i, j) for j in (1, 2, 3)] for i in (1, 2, 3)])
    return volume, center, inertia * MILLIMETER**5


def _size(shape: Any) -> float:
    """Return the greatest edge of the box around a shape [m]."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRepBndLib import BRepBndLib

    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box)
    if box.IsVoid():
        return 0.0
    low, high = box.CornerMin(), box.CornerMax()
    edges = (high.X() - low.X(), high.Y() - low.Y(), high.Z() - low.Z())
    return float(max(edges)) * MILLIMETER


def step_triangles(file: str, name: str = "") -> Triangles:
    """Return triangles to draw the parts of a STEP file with, in metres."""
    vertices: list[np.ndarray] = []
    faces: list[np.ndarray] = []
    count = 0
    parts = parts_of_name(file, name)
    with _one_at_a_time:
        for part in parts:
            for points, corners in _faces(part.shape):
                vertices.append(points)
                faces.append(corners + count)
                count += len(points)
                if count > 3 * MOST_TRIANGLES:
                    raise file_error(file, "F10", f"has more than {MOST_TRIANGLES} triangles")
    if not faces:
        raise file_error(file, "F10", "has no surfaces to draw")
    return Triangles(np.vstack(vertices), np.vstack(faces))


def _faces(shape: Any) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield vertices [m] and triangles of every face of a shape."""
    from OCP.BRep import BRep_Tool
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    off = max(_size(shape) / MILLIMETER, 1e-9) * FINENESS
    BRepMesh_IncrementalMesh(shape, off, False, BEND)
    explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE)
    while explorer.More():
        face = TopoDS.Face(explorer.Current())
        place = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face, place)
        if mesh is not None:
            t = place.Transformation()
            nodes = [mesh.Node(k).Transformed(t) for k in range(1, mesh.NbNodes() + 1)]
            points = np.array([[p.X(), p.Y(), p.Z()] for p in nodes]) * MILLIMETER
            corners = np.array([mesh.Triangle(k).Get() for k in range(1, mesh.NbTriangles() + 1)])
            if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
                corners = corners[:, ::-1]
            yield points, corners - 1
        explorer.Next()
