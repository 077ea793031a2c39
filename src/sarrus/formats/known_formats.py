"""The formats of model files by the ending of the file name: how they are read and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.late_dataclass import dataclass
from sarrus.model.model import Model
from sarrus.user_table import UserTable


@dataclass(frozen=True)
class Format:
    """A format of model files.

    read: returns the model of a path, and takes the options `name`, `strict` and others of its own;
    text: returns the text of (model, path), and problems that tell what it does not hold; it takes
    the keywords `convention` and `drop`, and refuses what it cannot hold unless `drop` is true.
    None where the format is not read or not written. whole: `text` takes a mechanism in the words
    of a file, too, and the sections of a study as the keyword `study` instead. settable: options
    of `read` that are tables by name, and that a command line may set: --set packages.NAME=FOLDER;
    words: options that are a word or true or false: --set base=free, --set mimic=false. study:
    returns the model of a path and the sections of a study, in the words of model files, where the
    format says more than a model; it takes the options of `read`.
    """

    name: str
    read: Callable[..., Model] | None = None
    text: Callable[..., tuple[str, Sequence[Problem]]] | None = None
    whole: bool = False
    settable: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    study: Callable[..., tuple[Model, Mapping[str, Any]]] | None = None

    @property
    def defined_by(self) -> Any:
        """What tells it from another format with the same ending."""
        return self.read or self.text


def read_json(path: str, **options: Any) -> Model:
    """Return the model of a file in the neutral format, or of a Denavit-Hartenberg table."""
    from sarrus.formats.dh_file import is_dh, read_dh
    from sarrus.formats.located_json import parse
    from sarrus.formats.neutral import read_neutral

    value, marks = parse(read_bytes(path), path)
    options.setdefault("name", "" if _has_name(value) else _stem(path))
    read = read_dh if is_dh(value) else read_neutral
    return read(value, marks, path, **options)


def read_yaml(
    path: str, *, strict: bool = False, name: str = "", constants: Mapping[str, Any] | None = None
) -> Model:
    """Return the model of a model file, or of a Denavit-Hartenberg table."""
    from sarrus.formats.dh_file import is_dh, read_dh
    from sarrus.formats.yaml import located_yaml
    from sarrus.formats.yaml.model_file import read_document

    value, marks = located_yaml.parse(read_bytes(path), path)
    if is_dh(value):
        chosen = name or ("" if _has_name(value) else _stem(path))
        return read_dh(value, marks, path, name=chosen, strict=strict)
    found = read_document(
        value, marks, path, name or _stem(path), constants=constants, rename=bool(name)
    )
    return found.model(strict=strict)


def read_urdf(path: str, **options: Any) -> Model:
    """Return the model of a robot file of ROS; see `formats.urdf.load_urdf` for its options."""
    from sarrus.formats.urdf.loading import load_urdf

    return load_urdf(path, **options)


def read_sdf(path: str, **options: Any) -> Model:
    """Return the model of a file of Gazebo; see `formats.sdf.load_sdf` for its options."""
    from sarrus.formats.sdf.loading import load_sdf

    return load_sdf(path, **options)


def read_adams(path: str, **options: Any) -> Model:
    """Return the model of a dataset of Adams; see `formats.adams.load_adams` for its options."""
    from sarrus.formats.adams.loading import load_adams

    return load_adams(path, **options)


def _adams_study(path: str, **options: Any) -> tuple[Model, Mapping[str, Any]]:
    from sarrus.formats.adams.loading import adams_study

    found = adams_study(path, **options)
    return found.model, found.sections


def read_xml(path: str, **options: Any) -> Model:
    """Return the model of an XML file, by its outermost element: <mujoco>, <robot> or <sdf>."""
    from sarrus.formats.mjcf.loading import load_mjcf
    from sarrus.formats.xml.tree import outermost_tag

    tag = outermost_tag(read_bytes(path))
    return {"robot": read_urdf, "sdf": read_sdf}.get(tag, load_mjcf)(path, **options)


def _has_name(value: Any) -> bool:
    return isinstance(value, dict) and ("id" in value or "name" in value)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _yaml_text(described: Any, path: str, *, study: Any) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.writing.yaml_text import parts_written_out, yaml_text

    del path
    return yaml_text(described, study), parts_written_out(described)


def _neutral_text(
    model: Model, path: str, *, convention: str, drop: bool
) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.writing.neutral_writing import neutral_text

    del path, convention
    return neutral_text(model, drop=drop)


def _urdf_text(
    model: Model, path: str, *, convention: str, drop: bool
) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.urdf.saving import urdf_text

    del path, convention
    return urdf_text(model, partial=drop)


def _mjcf_text(
    model: Model, path: str, *, convention: str, drop: bool
) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.mjcf.saving import mjcf_text

    del path, convention
    return mjcf_text(model, partial=drop)


def _sdf_text(
    model: Model, path: str, *, convention: str, drop: bool
) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.sdf.saving import sdf_text

    del path, convention
    return sdf_text(model, partial=drop)


def _dh_text(
    model: Model, path: str, *, convention: str, drop: bool
) -> tuple[str, Sequence[Problem]]:
    from sarrus.formats.writing.dh_table import dh_table, dh_text

    table = dh_table(model, convention, drop=drop)
    return dh_text(table, as_json=path.lower().endswith(".json")), table.notices


TABLES = ("packages", "arguments", "contacts")
ROBOT_WORDS = ("base", "mimic", "losses", "merge_fixed")
"""Options of readers of robot files that a command line may set; see `sarrus.load_urdf`."""
SDF = Format("sdf", read_sdf, _sdf_text, settable=("packages", "contacts"), words=ROBOT_WORDS[:3])
YAML = Format("yaml", read_yaml, _yaml_text, whole=True)
FORMATS: UserTable[Format] = UserTable(
    "format of model files",
    {
        ".dh.yaml": Format("dh", read_yaml, _dh_text),
        ".dh.yml": Format("dh", read_yaml, _dh_text),
        ".dh.json": Format("dh", read_json, _dh_text),
        ".yaml": YAML,
        ".yml": YAML,
        ".json": Format("neutral", read_json, _neutral_text),
        ".urdf": Format("urdf", read_urdf, _urdf_text, settable=TABLES, words=ROBOT_WORDS),
        ".xacro": Format("xacro", read_urdf, settable=TABLES, words=ROBOT_WORDS),
        ".sdf": SDF,
        ".world": SDF,
        ".xml": Format("mjcf", read_xml, _mjcf_text, settable=("contacts",)),
        ".mjcf": Format("mjcf", read_xml, _mjcf_text, settable=("contacts",)),
        ".adm": Format("adams", read_adams, study=_adams_study),
    },
)
"""The formats by the ending of the file name, in small letters; `FORMATS.register(ending, ...)`."""


def format_of(path: str) -> Format | None:
    """Return the format of a file by the longest ending that fits; None: no format has it."""
    for again in (False, True):
        if again:
            load_entry_points()
        endings = [ending for ending in FORMATS if path.lower().endswith(ending)]
        if endings:
            return FORMATS[max(endings, key=len)]
    return None


def reader_options(path: str, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return which of some values are options of the reader of a file, and all others.

    {"packages.arm": "../arm", "run.until": 3} of a robot file is {"packages": {"arm": "../arm"}}
    and {"run.until": 3}; {"base": "free"} is an option as it is.
    """
    found = format_of(path)
    settable, words = ((), ()) if found is None else (found.settable, found.words)
    options: dict[str, Any] = {}
    others = {}
    for name, value in values.items():
        option, dot, key = name.partition(".")
        if name in words:
            options[name] = value if name == "base" else _flag(name, value)
        elif dot and option in settable:
            options.setdefault(option, {})[key] = value
        else:
            others[name] = value
    return options, others


def _flag(name: str, value: Any) -> bool:
    """Return a value that is true or false, or the word for it."""
    known = {"true": True, "false": False}
    found = known.get(value.strip().lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise ModelError(Problem("M31", name, "must be true or false", repr(value)[:80]))
    return found
