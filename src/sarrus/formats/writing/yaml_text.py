"""A mechanism or a model as the text of a model file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.errors import Problem
from sarrus.formats.writing.mechanism_of import mechanism_of
from sarrus.formats.writing.yaml_layout import document
from sarrus.formats.writing.yaml_sections import sections_of
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model


def yaml_text(described: Mechanism | Model, study: Mapping[str, Any] | None = None) -> str:
    """Return the YAML file of a mechanism, in the words it was described with, or of a model.

    What is read from the text is the same model, number for number (but for directions of
    contacts and torques that a turned body carries, which may differ in the last digit); functions
    become expressions with the same arithmetic. study: more sections, in plain values, such as
    {"run": {"until": 5}}. Raises ModelError F19 with everything that no file can hold, such as a
    force element of the user's own class. Parts are written out, element by element.
    """
    if isinstance(described, Mechanism) and described.parts:
        described = described.build()  # parts are written out, with the names that they have in it
    mechanism = mechanism_of(described) if isinstance(described, Model) else described
    sections, more = sections_of(mechanism), dict(study or {})
    head = {key: sections.pop(key) for key in ("sarrus", "name")}
    head |= {key: more.pop(key) for key in ("description", "constants") if key in more}
    return document({**head, **sections, **more})


def parts_written_out(described: Mechanism | Model) -> list[Problem]:
    """Return a notice for each part, whose elements stand in the file by themselves."""
    drafts = described.parts if isinstance(described, Mechanism) else []
    rule = "is written out: its elements stand in the file by their full names"
    return [Problem("F21", f"part '{d.name}'", rule, severity="notice") for d in drafts]
