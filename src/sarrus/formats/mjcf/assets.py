"""Meshes and materials of a model file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from sarrus.errors import ModelError
from sarrus.formats.mjcf.compiler import Compiler, choice, mesh_file
from sarrus.formats.mjcf.document import Document, Resolved, allowed_path
from sarrus.formats.mjcf.orientations import unit
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.late_dataclass import dataclass
from sarrus.model.mesh_mass import WAYS, MeshMass, convex_hull, mesh_mass
from sarrus.model.meshes import Triangles, read_mesh
from sarrus.spatial.rotation import quaternion_matrix

DRAWING = "how things look, which is drawn in another way"
ASSETS = ("mesh", "material", "texture", "hfield", "skin", "model")
MESH = (
    *("name", "class", "file", "scale", "vertex", "face", "inertia", "refpos", "refquat"),
    *("normal", "texcoord", "smoothnormal", "maxhullvert", "content_type", "material", "builtin"),
    "params",
)


@dataclass
class MeshAsset:
    """A mesh: its file, if it has one, and scale; the triangles are read when they are needed."""

    element: Resolved
    file: str = ""
    path: str | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    way: str = "legacy"
    vertices: np.ndarray | None = None
    faces: np.ndarray | None = None
    mass: MeshMass | None = None
    tried: bool = False


@dataclass
class Assets:
    """Meshes and colors of materials by name."""

    document: Document
    compiler: Compiler
    meshes: dict[str, MeshAsset] = field(default_factory=dict)
    colors: dict[str, str] = field(default_factory=dict)

    def mass_of(self, mesh: MeshAsset) -> MeshMass | None:
        """Return volume, centre and inertia for density 1; None after a problem."""
        if not mesh.tried:
            mesh.tried = True
            triangles = self._triangles(mesh)
            if triangles is not None:
                mesh.mass = mesh_mass(triangles.vertices, triangles.faces, mesh.way)
                if mesh.mass is None:
                    rule = "encloses no volume: its faces are flat, open or inside out"
                    action = "turn the faces round, give <inertial>, or inertia='shell'"
                    self.document.reading.report(
                        mesh.element, "F10", rule, value=f"mesh '{mesh.file[:80]}'", action=action
                    )
        return mesh.mass

    def vertices_of(self, mesh: MeshAsset) -> np.ndarray:
        """Return the vertices of a mesh that has a mass."""
        found = self._triangles(mesh)
        return np.zeros((1, 3)) if found is None else found.vertices

    def _triangles(self, mesh: MeshAsset) -> Triangles | None:
        if mesh.vertices is None:
            if mesh.path is None:
                return None
            try:
                read = read_mesh(mesh.path)
            except ModelError as error:
                problem = error.problems[0]
                self.document.reading.report(
                    mesh.element, problem.code, problem.rule, attribute="file",
                    value=f"'{mesh.file[:80]}'", action=problem.action,
                )  # fmt: skip
                return None
            mesh.vertices, mesh.faces = read.vertices, read.faces
            if read.first is not None:
                topic = "of meshes with several objects the first counts, as in MuJoCo"
                self.document.unread.note(topic, mesh.element, "file")
                used, corners = np.unique(read.faces[: read.first], return_inverse=True)
                mesh.vertices, mesh.faces = read.vertices[used], corners.reshape(-1, 3)
        if mesh.faces is None:
            _, mesh.faces = convex_hull(mesh.vertices)
            mesh.way = mesh.way if mesh.way == "shell" else "convex"
        vertices = mesh.vertices - self._vector(mesh, "refpos", (0.0, 0.0, 0.0))
        turned = vertices @ quaternion_matrix(self._quaternion(mesh))
        faces = mesh.faces
        if np.prod(mesh.scale) < 0.0:
            faces = faces[:, ::-1]
        return Triangles(turned * np.array(mesh.scale), faces)

    def _vector(self, mesh: MeshAsset, name: str, usual: Sequence[float]) -> np.ndarray:
        text = mesh.element.attributes.get(name)
        read = None
        if text is not None:
            n = len(usual)
            read = self.document.reading.numbers(mesh.element, name, NO_UNIT, n, n)
        return np.array(usual if read is None else read, dtype=float)

    def _quaternion(self, mesh: MeshAsset) -> np.ndarray:
        try:
            return unit(self._vector(mesh, "refquat", (1.0, 0.0, 0.0, 0.0)))
        except ZeroDivisionError:
            self.document.reading.report(mesh.element, "M20", "has length 0", attribute="refquat")
            return np.array([1.0, 0.0, 0.0, 0.0])


def read_assets(document: Document, compiler: Compiler) -> Assets:
    """Return the meshes and materials of <asset>."""
    found = Assets(document, compiler)
    for element in document.elements("asset"):
        if element.tag == "mesh":
            _mesh(found, document.with_defaults(element))
        elif element.tag == "material":
            _material(found, document.with_defaults(element))
        elif element.tag in ASSETS:
            nested = "models inside models are not read"
            document.unread.note(nested if element.tag == "model" else DRAWING, element)
        else:
            parent = element.parent
            if parent is not None:
                document.reading.only(parent, ASSETS)
    return found


def _mesh(assets: Assets, element: Resolved) -> None:
    document = assets.document
    document.reading.only(element, ("plugin",), MESH)
    file = element.attributes.get("file", "").strip()
    name = element.attributes.get("name", "").strip() or _stem(file)
    if not name:
        document.reading.report(element, "M09", "is missing", attribute="name")
        return
    if name in assets.meshes:
        document.reading.report(
            element, "M07", "is the name of two meshes", attribute="name", value=f"'{name[:80]}'"
        )
        return
    scale = document.reading.vector(element, "scale", NO_UNIT, (1.0, 1.0, 1.0))
    way = choice(document, element, "inertia", WAYS, "legacy")
    mesh = MeshAsset(element, file, None, scale or (1.0, 1.0, 1.0), way)
    if file:
        path = mesh_file(assets.compiler, file)
        mesh.path = allowed_path(document, element, "file", path, "warning")
    elif "vertex" in element.attributes:
        _inline(document, mesh)
    assets.meshes[name] = mesh


def _inline(document: Document, mesh: MeshAsset) -> None:
    """Read the vertices and faces that stand in the file."""
    element, reading = mesh.element, document.reading
    values = reading.numbers(element, "vertex", "m", 12, 1_000_000)
    faces = None
    if "face" in element.attributes:
        faces = reading.numbers(element, "face", NO_UNIT, 3, 1_000_000)
        if faces is None:
            return
    if values is None:
        return
    numbers = np.array(faces or [], dtype=float)
    whole = bool(np.all(numbers == np.round(numbers)))
    inside = not len(numbers) or (numbers.min() >= 0 and numbers.max() < len(values) // 3)
    if len(values) % 3 or len(numbers) % 3 or not whole or not inside:
        rule = "must be triples of lengths, and of numbers of vertices from 0"
        reading.report(element, "M25", rule, value="vertex and face")
        return
    mesh.vertices = np.array(values).reshape(-1, 3)
    if faces is not None:
        mesh.faces = numbers.astype(int).reshape(-1, 3)


def _material(assets: Assets, element: Resolved) -> None:
    name = element.attributes.get("name", "")
    color = color_of(assets.document, element)
    if color:
        assets.colors[name] = color
    for attribute in element.attributes:
        if attribute not in ("name", "class", "rgba"):
            assets.document.unread.note(DRAWING, element, attribute)


def color_of(document: Document, element: Resolved) -> str:
    """Return the color "#4477aa" of the attribute rgba, or ""; a mistake in it is a warning."""
    return document.reading.color(element, "rgba") if element.attributes.get("rgba") else ""


def _stem(file: str) -> str:
    return file.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
