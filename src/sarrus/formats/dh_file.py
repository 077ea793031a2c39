"""Files of Denavit-Hartenberg tables: {dh: classic, rows: [...], links: [...]}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.errors import Location, ModelError
from sarrus.formats.denavit_hartenberg import CONVENTIONS, dh_model
from sarrus.formats.extended_dh import extended_model
from sarrus.formats.records import Document, Path, Record
from sarrus.model.building.drafts import PoseDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import nearest
from sarrus.model.building.shapes import read_pose
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import Pose

EXTENDED = "extended"
HEAD = ("sarrus", "dh", "name", "description", "gravity", "base_pose", "rows", "links")
SERIAL = ("base", "base_link", "tool")
BRANCHED = ("cuts", "end_effectors")
POSE_KEYS = ("at", "rotation", "quaternion_wxyz", "rpy")


def is_dh(data: Any) -> bool:
    """Tell whether the data of a file are a table of Denavit and Hartenberg."""
    return isinstance(data, Mapping) and "dh" in data


def read_dh(
    data: Mapping[str, Any],
    marks: Mapping[Path, Location] | None = None,
    file: str = "",
    *,
    name: str = "",
    strict: bool = False,
) -> Model:
    """Return the model of a table: dh is "classic", "modified" or "extended".

    rows and links as for `from_dh`, or for `from_extended_dh` with cuts and end_effectors;
    base_pose and tool: {at: [x, y, z], rpy: [...]} or with rotation or quaternion_wxyz. Lengths
    and angles may be text with a unit. Raises ModelError with every problem found.
    """
    document = Document(marks or {})
    whole = Record("file", data, (), document)
    kind = data["dh"]
    if not isinstance(kind, str) or kind not in (*CONVENTIONS, EXTENDED):
        action = nearest(str(kind), (*CONVENTIONS, EXTENDED))
        document.report(
            "M09", "dh", "is not a convention", ("dh",), value=repr(kind), action=action
        )
        raise ModelError(document.problems)
    own = BRANCHED if kind == EXTENDED else SERIAL
    whole.only((*HEAD, *own))
    lists = {key: _list_of(document, data, key) for key in ("rows", "links", *BRANCHED)}
    if any(problem.severity == "error" for problem in document.problems):
        raise ModelError(document.problems)
    mechanism = Mechanism(
        name or str(whole.get("name", "robot")),
        whole.get("gravity", (0.0, 0.0, -9.81)),
        source=whole.source(gravity="gravity"),
    )
    shared: dict[str, Any] = {"links": lists["links"], "strict": strict}
    shared["base_pose"] = _pose(document, data, "base_pose")
    if kind == EXTENDED:
        more: dict[str, Any] = {key: lists[key] or () for key in BRANCHED}
        return extended_model(document, mechanism, lists["rows"] or (), **shared, **more)
    base_link = data.get("base_link")
    if base_link is not None and not isinstance(base_link, Mapping):
        document.report("M25", "base_link", "must be an object with named values", ("base_link",))
        base_link = None
    values: dict[str, Any] = {"base": str(data.get("base", "weld")), "base_link": base_link}
    tool = _pose(document, data, "tool")
    return dh_model(document, mechanism, lists["rows"] or (), kind, **shared, **values, tool=tool)


def _list_of(document: Document, data: Mapping[str, Any], key: str) -> list[Any] | None:
    """Return a list of the file; None if it is not there; report what is no list."""
    value = data.get(key)
    if value is None and key != "rows":
        return None
    if not isinstance(value, list) or (key == "rows" and not value):
        rule = "is missing" if value is None else "must be a list of one row or more"
        path: Path = () if value is None else (key,)
        document.report("M09" if value is None else "M25", key, rule, path)
        return None
    return value


def _pose(document: Document, data: Mapping[str, Any], key: str) -> Pose | None:
    """Return a pose of position and rotation."""
    value = data.get(key)
    if value is None:
        return None
    record = Record(key, value if isinstance(value, Mapping) else {}, (key,), document)
    if not isinstance(value, Mapping):
        record.report("M20", "must be a pose: {at: [x, y, z], rpy: [...]}")
    record.only(POSE_KEYS)
    draft = PoseDraft(**{word: record.get(word) for word in POSE_KEYS})
    source = record.source(**{word: word for word in POSE_KEYS})
    return read_pose(Entry(key, source, document.problems), draft)
