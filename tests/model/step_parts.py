"""STEP files made by the kernel itself: primitives, assemblies, and what is wrong with shapes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from OCP.BRep import BRep_Builder
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakeSphere,
    BRepPrimAPI_MakeTorus,
)
from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.Interface import Interface_Static
from OCP.Quantity import Quantity_Color, Quantity_TypeOfColor
from OCP.STEPCAFControl import STEPCAFControl_Writer
from OCP.STEPControl import STEPControl_StepModelType
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Compound, TopoDS_Shell, TopoDS_Solid
from OCP.XCAFApp import XCAFApp_Application
from OCP.XCAFDoc import XCAFDoc_ColorType, XCAFDoc_DocumentTool

Placed = tuple[str, Any, Any, str]
"""Name, shape [mm], location or None, and color."""


def box(x: float, y: float, z: float) -> Any:
    return BRepPrimAPI_MakeBox(x, y, z).Shape()


def cylinder(r: float, h: float) -> Any:
    return BRepPrimAPI_MakeCylinder(r, h).Shape()


def sphere(r: float) -> Any:
    return BRepPrimAPI_MakeSphere(r).Shape()


def cone(a: float, b: float, h: float) -> Any:
    return BRepPrimAPI_MakeCone(a, b, h).Shape()


def torus(a: float, b: float) -> Any:
    return BRepPrimAPI_MakeTorus(a, b).Shape()


def location(shift: Sequence[float], turn: float = 0.0) -> Any:
    """A turn about z, then a shift [mm]."""
    first, second = gp_Trsf(), gp_Trsf()
    first.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), turn)
    second.SetTranslation(gp_Vec(*shift))
    return TopLoc_Location(second.Multiplied(first))


def faces_of(shape: Any) -> list[Any]:
    explorer, found = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE), []
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found


def shell(faces: Sequence[Any]) -> Any:
    made, builder = TopoDS_Shell(), BRep_Builder()
    builder.MakeShell(made)
    for face in faces:
        builder.Add(made, face)
    return made


def solid(of_shell: Any) -> Any:
    made, builder = TopoDS_Solid(), BRep_Builder()
    builder.MakeSolid(made)
    builder.Add(made, of_shell)
    return made


def compound(*shapes: Any) -> Any:
    made, builder = TopoDS_Compound(), BRep_Builder()
    builder.MakeCompound(made)
    for shape in shapes:
        builder.Add(made, shape)
    return made


def write_step(path: Path, parts: Sequence[Placed], unit: str = "MM", whole: str = "") -> Path:
    """Write a STEP file of parts: side by side, or within an assembly of a name."""
    application = XCAFApp_Application.GetApplication_s()
    document = TDocStd_Document(TCollection_ExtendedString("made"))
    application.NewDocument(TCollection_ExtendedString("MDTV-XCAF"), document)
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    colors = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    assembly = shapes.NewShape() if whole else None
    if whole:
        TDataStd_Name.Set_s(assembly, TCollection_ExtendedString(whole))
    known: dict[int, Any] = {}
    for name, shape, place, color in parts:
        label = known.get(id(shape))
        if label is None:
            label = known[id(shape)] = shapes.AddShape(shape, False)
            TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))
            if color:
                rgb = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
                found = Quantity_Color(*rgb, Quantity_TypeOfColor.Quantity_TOC_sRGB)
                colors.SetColor(label, found, XCAFDoc_ColorType.XCAFDoc_ColorSurf)
        if whole:
            placed = shapes.AddComponent(assembly, label, place or TopLoc_Location())
            TDataStd_Name.Set_s(placed, TCollection_ExtendedString(name))
    shapes.UpdateAssemblies()
    writer = STEPCAFControl_Writer()
    Interface_Static.SetCVal_s("write.step.unit", unit)
    writer.SetNameMode(True)
    writer.SetColorMode(True)
    writer.Transfer(document, STEPControl_StepModelType.STEPControl_AsIs)
    writer.Write(str(path))
    Interface_Static.SetCVal_s("write.step.unit", "MM")
    return path
