"""Robot files as parts of a model file: `include: {arm: {file: arm.urdf, options: {base: free}}}`.

Joints of the model file may then close loops between links of the robot, which its format has not.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.yaml.page import At, Names
from sarrus.model.body import GROUND
from sarrus.model.building.references import nearest
from sarrus.model.joint_names import JointNames
from sarrus.model.model import Model

YAML_ENDINGS = (".yaml", ".yml")


def is_robot_file(written: str) -> bool:
    """Tell whether a file is of another format than model files that can be read."""
    from sarrus.formats.known_formats import format_of

    found = format_of(written)
    return not written.lower().endswith(YAML_ENDINGS) and found is not None and bool(found.read)


def robot_options(at: At, raw: Any, written: str) -> dict[str, Any] | None:
    """Return the options of the reader of a robot file; None after a problem.

    {base: free, mimic: false, arguments: {n: 2}, packages: {arm: meshes/arm}}
    """
    from sarrus.formats.known_formats import format_of, reader_options

    found = format_of(written)
    if raw is None or found is None:
        return {}
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be options of the reader with values", "write {base: free}")
        return None
    before = len(at.page.problems)
    known = (*found.words, *found.settable)
    values: dict[str, Any] = {}
    for key, value in raw.items():
        there = at.key(key, f"['{key}']")
        if key not in known:
            near = nearest(str(key), known) if known else "this format has no options here"
            there.report("M09", "is no option of the reader", value=repr(key), action=near)
        elif key in found.settable and not isinstance(value, Mapping):
            there.refuse(value, "must be names with values")
        elif key == "packages":
            values |= {f"{key}.{name}": _folder(there, folder) for name, folder in value.items()}
        elif key in found.settable:
            values |= {f"{key}.{name}": item for name, item in value.items()}
        else:
            values[key] = value
    if len(at.page.problems) > before:
        return None
    try:
        return reader_options(written, values)[0]
    except ModelError as error:
        at.report(error.problems[0].code, error.problems[0].rule, value=at.literal(raw))
        return None


def _folder(at: At, raw: Any) -> str:
    """Return the folder of a package, which is that of the model file or below it."""
    folder = os.path.dirname(at.place.file) if at.place is not None else ""
    try:
        return MeshPaths({"": at.page.main}, folder or os.curdir).path_of(str(raw)) or str(raw)
    except MeshRefusedError as error:
        at.report("F08", str(error), value=at.literal(raw),
                  action="put the package beside the model file, or give it in Python")  # fmt: skip
        return ""


def robot_model(path: str, options: Mapping[str, Any]) -> Model:
    """Return the model of a robot file; raises `ModelError` with all problems."""
    from sarrus.formats.known_formats import format_of

    found = format_of(path)
    if found is None or found.read is None:
        raise ModelError([])
    return found.read(path, **options)


def names_of_robot(called: str, model: Model, connect: Any) -> Names:
    """Return what the bodies, frames and joints of a robot are called as those of a part."""
    joined = {*connect} if isinstance(connect, Mapping) else set()
    return Names(
        {f"{called}.{b.name}" for b in model.bodies if b.name != GROUND and b.name not in joined},
        {f"{called}.{f.name}" for f in model.frames},
        {f"{called}.{j.name}" for j in model.joints},
        JointNames({f"{called}.{j.name}": j.type for j in model.joints}),
    )
