"""Road files by the endings of their names: OpenCRG (.crg), meshes (.obj, .stl)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.road import Road

ENDINGS = (".crg", ".obj", ".stl")


def read_road(path: str | os.PathLike[str], *, holes: str = "refuse", spacing: float = 0.1) -> Road:
    """Return the road of a file: OpenCRG (.crg), or a mesh of triangles in metres (.obj, .stl).

    holes: of a .crg, "refuse", or "hold" to fill its borders; spacing: of the grid that smooths a
    mesh [m], see `sarrus.road.MeshRoad`. Raises ModelError with every problem found.

    Example:
        road = sarrus.read_road("track.crg")
    """
    file = os.fspath(path)
    ending = Path(file).suffix.lower()
    if ending == ".crg":
        from sarrus.formats.crg import read_crg

        return read_crg(file, holes)
    if ending in ENDINGS:
        from sarrus.model.meshes import read_mesh
        from sarrus.road import MeshRoad

        found = read_mesh(file)
        return MeshRoad(found.vertices, found.faces, spacing)
    rule = f"is not a road file; they end in {', '.join(ENDINGS)}"
    raise ModelError(Problem("F20", "file", rule, repr(Path(file).name)[:80]))


def write_road(
    road: Road,
    path: str | os.PathLike[str],
    *,
    step: float | None = None,
    v: Any = None,
    form: str = "LDFI",
    overwrite: bool = False,
) -> None:
    """Write a road as an OpenCRG file (.crg), whole or not at all.

    step: distance of the rows along it [m]; v: places across [m]; both are those of the grid of a
    `GridRoad` unless given. form: of the numbers, "LRFI" or "LDFI" as text of 10 or 20 characters,
    "KRBI" or "KDBI" binary of 4 or 8 bytes.

    Example:
        rough = sarrus.road.Iso8608Tracks("C", 50.0, 1.5)
        sarrus.write_road(rough, "rough.crg", step=0.1, v=[-1.0, 0.0, 1.0])
    """
    from sarrus.formats.crg import crg_bytes
    from sarrus.storage.new_file import new_file

    file = os.fspath(path)
    if Path(file).suffix.lower() != ".crg":
        rule = "is not the name of a road file; write .crg"
        raise ModelError(Problem("F20", "file", rule, repr(Path(file).name)[:80]))
    content = crg_bytes(road, step, v, form, Path(file).stem)
    with new_file(file, overwrite, "E01") as part, open(part, "xb") as stream:
        stream.write(content)
