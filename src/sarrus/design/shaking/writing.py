"""A balanced mechanism as a model file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sarrus.design.shaking.result import Balance

SECTIONS = ("bodies", "joints", "couplers", "forces")


def write_balance(found: Balance, path: str | os.PathLike[str], overwrite: bool) -> Path:
    """Write it; the file of a study keeps all its sections, and gets the new elements."""
    from sarrus.formats.writing import save
    from sarrus.storage.new_file import check_free, write_text

    target = os.fspath(path)
    file = None if found.study is None else found.study.document()
    if file is None or os.path.splitext(target)[1].lower() not in (".yaml", ".yml"):
        save(found.model, target, overwrite=overwrite)
        return Path(target)
    check_free(target, overwrite)
    write_text(target, _document(found, dict(file.document)), overwrite=overwrite)
    return Path(target)


def _document(found: Balance, document: dict[str, Any]) -> str:
    from sarrus.formats.writing import mechanism_of
    from sarrus.formats.writing.yaml_layout import document as text
    from sarrus.formats.writing.yaml_sections import sections_of

    sections = sections_of(mechanism_of(found.model))
    own = found.system.model
    known = {x.name for group in (own.bodies, own.joints, own.couplers, own.forces) for x in group}
    for section in SECTIONS:
        new = {name: value for name, value in (sections.get(section) or {}).items()
               if name not in known}  # fmt: skip
        if new:
            document[section] = {**(document.get(section) or {}), **new}
    return text(document)
