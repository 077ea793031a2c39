"""Triangles of PLY, DAE (COLLADA) and glTF files; a file that is damaged raises ValueError."""

from __future__ import annotations

import base64
import json
import re
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.file_access import read_bytes
from sarrus.model.meshes import MOST_BYTES, MOST_TRIANGLES, Triangles
from sarrus.spatial.rotation import quaternion_matrix

PLY_TYPES = {
    **{"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2"},
    **{"ushort": "u2", "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4"},
    **{"float": "f4", "float32": "f4", "double": "f8", "float64": "f8"},
}
GLTF_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
MOST_NODES = 10_000
DEEPEST = 100


def fan(corners: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the triangles of a polygon, all with its first corner."""
    for b, c in pairwise(corners[1:]):
        yield corners[0], b, c


def together(parts: list[Triangles]) -> Triangles:
    """Return several meshes as one."""
    if not parts:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=int))
    shift = np.cumsum([0, *[len(part.vertices) for part in parts[:-1]]])
    faces = [part.faces + n for part, n in zip(parts, shift, strict=True)]
    return Triangles(np.vstack([part.vertices for part in parts]), np.vstack(faces))


def ply(data: bytes) -> Triangles:
    """Return the triangles of a PLY file: text, or binary in either order of bytes."""
    end = data.index(b"end_header")
    body = data.index(b"\n", end) + 1
    lines = data[:end].decode("ascii").split("\n")
    if lines[0].strip() != "ply":
        raise ValueError
    form = next(line.split()[1] for line in lines if line.startswith("format"))
    elements: list[tuple[str, int, list[list[str]]]] = []
    for line in lines:
        words = line.split()
        if words[:1] == ["element"]:
            elements.append((words[1], int(words[2]), []))
        elif words[:1] == ["property"]:
            elements[-1][2].append(words[1:])
    rows = _text_rows(data[body:]) if form == "ascii" else _binary_rows(data, body, form)
    vertices, faces = [], []
    for name, count, properties in elements:
        if count > MOST_BYTES // 4:
            raise ValueError
        names = [words[-1] for words in properties]
        for _ in range(count):
            row = dict(zip(names, rows(properties), strict=True))
            if name == "vertex":
                vertices.append([row["x"], row["y"], row["z"]])
            elif name == "face":
                listed = row.get("vertex_indices", row.get("vertex_index"))
                faces += list(fan([int(i) for i in listed]))  # type: ignore[union-attr]
                if len(faces) > MOST_TRIANGLES:
                    break
    found = np.array(vertices, dtype=float).reshape(-1, 3)
    return Triangles(found, np.array(faces, dtype=int).reshape(-1, 3))


def _text_rows(data: bytes) -> Any:
    words = iter(data.decode("ascii").split())

    def row(properties: list[list[str]]) -> list[Any]:
        found: list[Any] = []
        for words_of in properties:
            if words_of[0] == "list":
                found.append([float(next(words)) for _ in range(int(next(words)))])
            else:
                found.append(float(next(words)))
        return found

    return row


def _binary_rows(data: bytes, start: int, form: str) -> Any:
    order = {"binary_little_endian": "<", "binary_big_endian": ">"}[form]
    at = [start]

    def value(kind: str, count: int) -> list[Any]:
        type_ = np.dtype(order + PLY_TYPES[kind])
        found = np.frombuffer(data, type_, count, at[0])
        at[0] += type_.itemsize * count
        return list(found.tolist())

    def row(properties: list[list[str]]) -> list[Any]:
        found: list[Any] = []
        for words in properties:
            if words[0] == "list":
                found.append(value(words[2], int(value(words[1], 1)[0])))
            else:
                found += value(words[0], 1)
        return found

    return row


def dae(data: bytes) -> Triangles:
    """Return the triangles of a COLLADA file in metres: those of its scene, with their matrices.

    The unit of the file counts; its up axis does not, as programs for robots have it.
    """
    if re.search(rb"<!\s*(?:DOCTYPE|ENTITY)", data):
        raise ValueError("a document type")
    try:
        root = ET.fromstring(data)
    except ET.ParseError:
        raise ValueError("not XML") from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    unit = root.find("./asset/unit")
    meter = float(unit.get("meter", "1")) if unit is not None else 1.0
    meshes = {g.get("id", ""): _dae_geometry(g) for g in root.iter("geometry")}
    nodes = {node.get("id", ""): node for node in root.iter("node")}
    found: list[Triangles] = []
    scenes = list(root.iter("visual_scene"))
    for scene in scenes[:1]:
        for node in scene.findall("node"):
            _dae_node(node, np.eye(4), meshes, nodes, found, 0)
    if not scenes:
        found = [mesh for mesh in meshes.values() if mesh is not None]
    whole = together(found)
    return Triangles(whole.vertices * meter, whole.faces)


def _dae_node(
    node: ET.Element, X: np.ndarray, meshes: dict[str, Triangles | None],
    nodes: dict[str, ET.Element], found: list[Triangles], depth: int,
) -> None:  # fmt: skip
    if depth > DEEPEST or len(found) > MOST_NODES:
        raise ValueError("too many nodes")
    for child in node:
        numbers = [float(x) for x in (child.text or "").split()] if child.tag in MOVES else []
        if child.tag == "matrix":
            X = X @ np.array(numbers).reshape(4, 4)
        elif child.tag == "translate":
            X = X @ _homogeneous(np.eye(3), numbers)
        elif child.tag == "scale":
            X = X @ _homogeneous(np.diag(numbers), (0, 0, 0))
        elif child.tag == "rotate":
            axis, half = np.array(numbers[:3]), np.radians(numbers[3]) / 2
            axis = axis / np.linalg.norm(axis)
            q = np.array([np.cos(half), *(np.sin(half) * axis)])
            X = X @ _homogeneous(quaternion_matrix(q), (0, 0, 0))
    for child in node:
        if child.tag in ("instance_geometry", "instance_controller"):
            mesh = meshes.get(child.get("url", "").lstrip("#"))
            if mesh is not None:
                found.append(_in_frame(mesh, X))
        elif child.tag == "node":
            _dae_node(child, X, meshes, nodes, found, depth + 1)
        elif child.tag == "instance_node":
            other = nodes.get(child.get("url", "").lstrip("#"))
            if other is not None:
                _dae_node(other, X, meshes, nodes, found, depth + 1)


MOVES = ("matrix", "translate", "rotate", "scale")


def _homogeneous(R: np.ndarray, p: Sequence[float]) -> np.ndarray:
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = R, p
    return X


def _in_frame(mesh: Triangles, X: np.ndarray) -> Triangles:
    """Return a mesh moved by a matrix; a reflection turns its faces round."""
    faces = mesh.faces if np.linalg.det(X[:3, :3]) > 0.0 else mesh.faces[:, ::-1]
    return Triangles(mesh.vertices @ X[:3, :3].T + X[:3, 3], faces)


def _dae_geometry(geometry: ET.Element) -> Triangles | None:
    """Return the triangles and polygons of a geometry; None for lines and the like."""
    mesh = geometry.find("mesh")
    if mesh is None:
        return None
    arrays: dict[str, np.ndarray] = {}
    for source in mesh.findall("source"):
        array = source.find("float_array")
        if array is not None:
            arrays[source.get("id", "")] = np.array([float(x) for x in (array.text or "").split()])
    positions = {
        vertices.get("id", ""): given.get("source", "").lstrip("#")
        for vertices in mesh.findall("vertices")
        for given in vertices.findall("input")
        if given.get("semantic") == "POSITION"
    }
    parts = []
    for kind in ("triangles", "polylist", "polygons"):
        for element in mesh.findall(kind):
            inputs = element.findall("input")
            stride = 1 + max((int(i.get("offset", "0")) for i in inputs), default=0)
            own = next(i for i in inputs if i.get("semantic") == "VERTEX")
            offset = int(own.get("offset", "0"))
            corners = arrays[positions[own.get("source", "").lstrip("#")]].reshape(-1, 3)
            faces: list[tuple[int, int, int]] = []
            for polygon in _polygons(element, kind, stride, offset):
                faces += fan(polygon)
                if len(faces) > MOST_TRIANGLES:
                    break
            if faces:
                parts.append(Triangles(corners, np.array(faces, dtype=int)))
    return together(parts) if parts else None


def _polygons(element: ET.Element, kind: str, stride: int, offset: int) -> Iterator[list[int]]:
    listed = [[int(x) for x in (p.text or "").split()] for p in element.findall("p")]
    if kind == "polygons":
        for numbers in listed:
            yield numbers[offset::stride]
        return
    corners = listed[0][offset::stride] if listed else []
    if kind == "triangles":
        for i in range(0, len(corners) - 2, 3):
            yield corners[i : i + 3]
        return
    counts = element.find("vcount")
    at = 0
    for count in (int(x) for x in ((counts.text if counts is not None else "") or "").split()):
        yield corners[at : at + count]
        at += count


def gltf(data: bytes, file: str) -> Triangles:
    """Return the triangles of a glTF file in metres: those of its scene, in its axes."""
    binary = b""
    if data[:4] == b"glTF":
        at, chunks = 12, []
        while at + 8 <= len(data):
            size, kind = struct.unpack_from("<I4s", data, at)
            chunks.append((kind, data[at + 8 : at + 8 + size]))
            at += 8 + size
        document = json.loads(next(part for kind, part in chunks if kind == b"JSON"))
        binary = next((part for kind, part in chunks if kind == b"BIN\0"), b"")
    else:
        document = json.loads(data.decode("utf-8"))
    buffers = [_buffer(given, binary, file) for given in document.get("buffers", [])]
    found: list[Triangles] = []
    nodes = document.get("nodes", [])
    scenes = document.get("scenes", [])
    roots = scenes[document.get("scene", 0)]["nodes"] if scenes else range(len(nodes))
    waiting = [(int(i), np.eye(4), 0) for i in roots]
    while waiting:
        i, X, depth = waiting.pop()
        if depth > DEEPEST or len(found) > MOST_NODES:
            raise ValueError("too many nodes")
        node = nodes[i]
        X = X @ _gltf_matrix(node)
        if "mesh" in node:
            for part in document["meshes"][node["mesh"]]["primitives"]:
                if part.get("mode", 4) in (4, 5, 6):
                    found.append(_in_frame(_primitive(document, buffers, part), X))
        waiting += [(int(child), X, depth + 1) for child in node.get("children", [])]
    return together(found)


def _buffer(given: dict[str, Any], binary: bytes, file: str) -> bytes:
    uri = given.get("uri")
    if uri is None:
        return binary
    if uri.startswith("data:"):
        return base64.b64decode(uri.partition(",")[2], validate=True)
    if "/" in uri or "\\" in uri or ".." in uri:
        raise ValueError("a buffer elsewhere")
    return read_bytes(str(Path(file).with_name(uri)), MOST_BYTES)


def _gltf_matrix(node: dict[str, Any]) -> np.ndarray:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = (float(v) for v in node.get("rotation", (0, 0, 0, 1)))
    R = quaternion_matrix(np.array([w, x, y, z])) @ np.diag(
        [float(v) for v in node.get("scale", (1, 1, 1))]
    )
    return _homogeneous(R, [float(v) for v in node.get("translation", (0, 0, 0))])


def _primitive(document: dict[str, Any], buffers: list[bytes], part: dict[str, Any]) -> Triangles:
    vertices = _accessor(document, buffers, part["attributes"]["POSITION"], 3).astype(float)
    if "indices" in part:
        numbers = _accessor(document, buffers, part["indices"], 1).astype(int)
    else:
        numbers = np.arange(len(vertices))
    kind = part.get("mode", 4)
    if kind == 4:
        return Triangles(vertices, numbers.reshape(-1, 3))
    corners = numbers.reshape(-1)
    if kind == 5:  # a strip: every second triangle is turned round
        faces = np.column_stack([corners[:-2], corners[1:-1], corners[2:]])
        faces[1::2] = faces[1::2, ::-1]
    else:
        first = np.full(max(len(corners) - 2, 0), corners[:1])
        faces = np.column_stack([first, corners[1:-1], corners[2:]])
    return Triangles(vertices, faces.reshape(-1, 3))


def _accessor(document: dict[str, Any], buffers: list[bytes], i: int, width: int) -> np.ndarray:
    accessor = document["accessors"][i]
    view = document["bufferViews"][accessor["bufferView"]]
    type_ = np.dtype(GLTF_TYPES[accessor["componentType"]])
    count = int(accessor["count"])
    start = int(view.get("byteOffset", 0)) + int(accessor.get("byteOffset", 0))
    stride = int(view.get("byteStride", 0)) or width * type_.itemsize
    data = buffers[view["buffer"]]
    if count < 0 or start < 0 or start + stride * (count - 1) + width * type_.itemsize > len(data):
        raise ValueError("numbers beyond the buffer")
    rows = np.ndarray((count, width), type_, data, start, (stride, type_.itemsize))
    return np.array(rows)
