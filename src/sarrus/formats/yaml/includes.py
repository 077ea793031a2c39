"""Other model files as parts of this one: `include: {left: {file: corner.yaml, at: ...}}`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.page import BROKEN, At, Names, Page
from sarrus.formats.yaml.places import Places, key_place
from sarrus.formats.yaml.points import coordinates
from sarrus.formats.yaml.repetition import Counter, instances
from sarrus.formats.yaml.robot_parts import (
    YAML_ENDINGS,
    is_robot_file,
    names_of_robot,
    robot_model,
    robot_options,
)
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.values import POSE_KEYS, flag, list_in_unit, name, pose_draft
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import PartDraft, PoseDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.parts import PLANES, drawn_pose
from sarrus.model.building.references import nearest
from sarrus.model.building.shapes import read_pose
from sarrus.model.expressions import ExpressionError, Value
from sarrus.model.joint_names import JointNames
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, vector3
from sarrus.model.quantity import QuantityError

KEYS = {
    "file": "The model file or robot file (.urdf, .sdf, .xml), in the folder of this one or below.",
    "options": "Of the reader of a robot file: {base: free, mimic: false, arguments: {n: 2}, "
    "packages: {arm: parts/arm}}.",
    "constants": "Values that replace those of the file; `left.k` is one of a part of it.",
    "points": "Points [m], in the drawing of the file, that replace those of the file.",
    "at": "Where its origin is in this drawing [m]; here if not given.",
    "rotation": "Its axes in this drawing: a 3x3 matrix or a quaternion.",
    "quaternion_wxyz": "Its axes in this drawing, as a unit quaternion.",
    "rpy": "Its axes in this drawing, as roll, pitch and yaw [rad].",
    "mirror": "true for the mirror image about its plane y = 0, or the normal of another: x, z.",
    "connect": "Bodies of the file, ground among them, that are bodies here; a name alone is what "
    "its ground is.",
}
"""Keys of an included file, and what they are."""
ACTION = "write the name of a model file, or {file: corner.yaml, connect: chassis, ...}"


def read_includes(
    page: Page, raw: Any, scope: Scope, mechanism: Mechanism, including: tuple[str, ...]
) -> Scope:
    """Add the included files of a document as parts; return the scope with their constants.

    including: the files that this document is a part of. Expressions that stand after may use
    left.k of a constant k, and left.B.x of a point B.
    """
    at = At(page, "include", ("include",), scope)
    if raw is None:
        return scope
    if not isinstance(raw, Mapping):
        at.refuse(raw, "must be names with model files", ACTION)
        return scope
    counter = Counter()
    for key, record in raw.items():
        if page.is_full:
            break
        one = At(page, f"part {key!r}", ("include", key), scope)
        scopes = [scope]
        if isinstance(record, Mapping) and "for" in record:
            page.repeated.add(one.path)
            scopes = instances(one.key("for", "for"), record["for"], counter)
            record = {k: v for k, v in record.items() if k != "for"}
        for inner in scopes:
            called = name(At(page, one.element, one.path, inner), key)
            if called is BROKEN:
                page.lose(key)
                break
            there = At(page, f"part {called!r}", one.path, inner)
            found = _read(there, called, record, mechanism, including)
            if found is None:
                page.lose(f"{called}.{{}}")
            else:
                scope = scope.with_constants(found)
    return scope


def _read(
    at: At, called: str, record: Any, mechanism: Mechanism, including: tuple[str, ...]
) -> dict[str, Value] | None:
    """Add one included file; return its constants and coordinates of points by their names here."""
    if isinstance(record, str):
        record = {"file": record}
    if not isinstance(record, Mapping):
        at.refuse(record, "is not a model file", ACTION)
        return None
    if not at.mapping(record, tuple(KEYS), ("file",)):
        return None
    before = len(at.page.problems)
    pose = pose_draft(at, {key: record[key] for key in POSE_KEYS if key in record})
    mirror = _mirror(at.key("mirror", "mirror"), record.get("mirror"))
    connect = _connect(at.key("connect", "connect"), record.get("connect"))
    file = _file(at, record, including)
    if file is None:
        return None
    if is_robot_file(file):
        return _read_robot(at, called, record, file, mechanism, (pose, mirror, connect))
    document = _document(at, record, file)
    if document is None:
        return None
    value, marks, path = document
    constants, points = _replacements(at, record, value)
    if len(at.page.problems) > before:
        return None
    from sarrus.formats.yaml.model_file import read_document

    place = key_place(at.page.marks, at.path)
    stem = os.path.splitext(os.path.basename(path))[0]
    if points:
        value = {**value, "points": {**value["points"], **points}}
    chain = (*including, _own_file(at), os.path.realpath(path))
    try:
        found = read_document(value, marks, path, stem, constants=constants, including=chain)
    except ModelError as error:
        _take_over(at, error.problems, place)
        return None
    _take_over(at, found.problems, place)
    source = Places(at.page.marks, at.path, record)
    draft = PartDraft(
        called, found.mechanism, pose, mirror, connect, source, found.problems_to_report
    )
    mechanism.parts.append(draft)
    return _constants_of_part(at, called, found, pose, mirror, connect)


def _read_robot(
    at: At,
    called: str,
    record: Mapping[str, Any],
    path: str,
    mechanism: Mechanism,
    placed: tuple[PoseDraft, Any, Any],
) -> dict[str, Value] | None:
    """Add a robot file as a part; it has no constants and no points."""
    for key in ("constants", "points"):
        if record.get(key):
            at.key(key, key).report("M25", "are of model files, and a robot file has none")
            return None
    options = robot_options(at.key("options", "options"), record.get("options"), path)
    if options is None or any(item is BROKEN for item in placed):
        return None
    place = key_place(at.page.marks, at.path)
    try:
        model = robot_model(path, options)
    except ModelError as error:
        _take_over(at, error.problems, place)
        return None
    pose, mirror, connect = placed
    source = Places(at.page.marks, at.path, record)
    mechanism.parts.append(
        PartDraft(called, model, pose, mirror, connect, source, lambda _: list(model.notices))
    )
    at.page.included.append(names_of_robot(called, model, connect))
    return {}


def _file(at: At, record: Mapping[str, Any], including: tuple[str, ...]) -> str | None:
    """Return the path of an included file that is there; None after a problem."""
    there, written = at.key("file", "file"), record["file"]
    if not isinstance(written, str) or not written:
        there.refuse(written, "is not the name of a file", ACTION)
        return None
    place = at.place
    folder = os.path.dirname(place.file) if place is not None else ""
    try:
        path = MeshPaths({"": at.page.main}, folder or os.curdir).path_of(written) or written
    except MeshRefusedError as error:
        action = "put the included file beside the model file, or into a folder below it"
        there.report("F08", str(error), value=there.literal(written), action=action)
        return None
    shown = os.path.join(folder, written)
    chain = (*including, _own_file(at))
    if path in chain:
        names = [os.path.basename(file) for file in (*chain[chain.index(path) :], path)]
        rule = f"includes itself: {' -> '.join(names)}"
        there.report("F23", rule, value=there.literal(written), action="take out one of them")
        return None
    if not written.lower().endswith(YAML_ENDINGS) and not is_robot_file(written):
        rule = "is neither a model file in YAML nor a robot file, which alone can be included"
        there.report("F20", rule, value=there.literal(written), action=ACTION)
        return None
    if not os.path.exists(path):
        rule, near = "is not there", _files_near(folder or os.curdir, written)
        there.report("F09", rule, value=there.literal(written), action=near)
        return None
    return shown if os.path.exists(shown) else path


def _document(at: At, record: Mapping[str, Any], path: str) -> tuple[Any, Any, str] | None:
    """Return the raw values of a model file, their places and its path; None after a problem."""
    if "options" in record:
        at.key("options", "options").report("M25", "are of robot files, and this is a model file")
        return None
    try:
        value, marks = parse(read_bytes(path), path)
    except ModelError as error:
        _take_over(at, error.problems, key_place(at.page.marks, at.path))
        return None
    return value, marks, path


def _files_near(folder: str, written: str) -> str:
    """Return which files there are instead of one that is not."""
    inside = os.path.join(folder, os.path.dirname(written))
    try:
        listed = sorted(os.listdir(inside))
    except OSError:
        return f"there is no folder '{os.path.dirname(written)}'"
    known = [n for n in listed if n.lower().endswith(YAML_ENDINGS) or is_robot_file(n)]
    return nearest(os.path.basename(written), known)


def _own_file(at: At) -> str:
    place = at.place
    return os.path.realpath(place.file) if place is not None and place.file else ""


def _take_over(at: At, problems: list[Problem], place: Location | None) -> None:
    """Report the problems of an included file, with the line that includes it."""
    for problem in problems:
        also = problem.also
        if place is not None and problem.location is not None and place not in also:
            also = (*also, place)
        element = f"{at.element} / {problem.element}"
        location = problem.location or place
        at.page.problems.append(replace(problem, element=element, also=also, location=location))


def _mirror(at: At, raw: Any) -> Any:
    """Return the normal of a mirror, true or false."""
    if raw is None or (isinstance(raw, str) and raw in PLANES):
        return raw
    if isinstance(raw, str) and raw.lower() not in ("yes", "no", "on", "off", "true", "false"):
        action = "write true, or the normal of the plane: x, y or z"
        return at.report("M35", "is no plane", value=at.literal(raw), action=action)
    return flag(at, raw)


def _connect(at: At, raw: Any) -> Any:
    """Return the bodies of a part that are bodies of this document, by name."""
    if raw is None:
        return None
    if isinstance(raw, str):
        return {GROUND: name(at, raw)}
    if not isinstance(raw, Mapping):
        action = "write {ground: chassis}: bodies of the file, each with one of this"
        return at.refuse(raw, "must be bodies of the file with bodies of this one", action)
    found = {name(at.key(k), k): name(at.key(k, f"['{k}']"), v) for k, v in raw.items()}
    return BROKEN if BROKEN in (*found, *found.values()) else found


def _replacements(
    at: At, record: Mapping[str, Any], value: Any
) -> tuple[dict[str, Value], dict[str, Any]]:
    """Return the constants and points that the including file gives otherwise."""
    constants: dict[str, Value] = {}
    points: dict[str, Any] = {}
    document = value if isinstance(value, Mapping) else {}
    for section, found in (("constants", constants), ("points", points)):
        values, there = record.get(section), at.key(section, section)
        if values is None:
            continue
        if not isinstance(values, Mapping):
            there.refuse(values, f"must be names of {section} with values")
            continue
        known = document.get(section)
        known = known if isinstance(known, Mapping) else {}
        inner = document.get("include")
        parts = list(inner) if isinstance(inner, Mapping) else []
        for key, raw in values.items():
            one = there.key(key, f"['{key}']")
            of_part = section == "constants" and any(key.startswith(f"{p}.") for p in parts)
            if key not in known and not of_part:
                rule, near = f"is not among the {section} of the file", nearest(str(key), known)
                one.report("M09", rule, value=repr(key), action=near)
            elif section == "points":
                found[key] = list_in_unit(one, raw, "m", 3)
            else:
                found[key] = _constant(one, raw)
    return constants, points


def _constant(at: At, raw: Any) -> Any:
    try:
        return at.scope.value(raw)
    except ExpressionError as error:
        return at.expression_problem(str(raw), error)
    except QuantityError as error:
        return at.report(error.code, error.reason, value=at.literal(raw), action=error.action)


def _constants_of_part(
    at: At, called: str, found: Any, pose: PoseDraft, mirror: Any, connect: Any
) -> dict[str, Value]:
    """Let the page know what the part brings along; return its constants, by their names here."""
    page, inner = at.page, found.page
    joined = set() if not isinstance(connect, Mapping) else {*connect}
    page.included.append(
        Names(
            {f"{called}.{n}" for n in inner.names.bodies if n != GROUND and n not in joined},
            {f"{called}.{n}" for n in inner.names.frames},
            {f"{called}.{n}" for n in inner.names.joints},
            JointNames({f"{called}.{n}": kind for n, kind in inner.names.motion.joints.items()}),
        )
    )
    known = {f"{called}.{n}": v for n, v in found.scope.constants.items()}
    drawn = {n: p for n, p in page.points.items() if p is not BROKEN}
    named = {n: vector3(p) for n, p in drawn.items()} if isinstance(pose.at, str) else {}
    stands = read_pose(Entry("", {}, [], named), pose)  # the builder reports what is wrong with it
    places = dict(page.points)
    for n, p in inner.points.items():
        places[f"{called}.{n}"] = p
        if p is not BROKEN:
            at_host = drawn_pose(stands, PLANES[mirror], Pose(vector3(p))).position
            places[f"{called}.{n}"] = list(at_host)
            known |= coordinates(f"{called}.{n}", list(at_host))
    page.points = places
    return known
