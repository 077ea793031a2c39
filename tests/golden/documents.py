"""Model files and how they are judged: by the schema, and by the reader."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import yaml

import sarrus
from sarrus import ModelError

FILE = Path(__file__).parent / "data" / "documents.json"


@cache
def validator() -> Any:
    """Return what decides by the schema of the package, wherever it stands."""
    (path,) = Path(sarrus.__file__).parent.rglob("schema.json")
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def judged(text: str) -> dict[str, Any]:
    """Return whether a document fits the schema, and the codes by which the reader refuses it."""
    try:
        valid = bool(validator().is_valid(yaml.safe_load(text)))
    except yaml.YAMLError:
        valid = False
    with TemporaryDirectory() as folder:
        path = Path(folder) / "golden.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            sarrus.load(path)
        except ModelError as refusal:
            return {"valid": valid, "codes": sorted(p.code for p in refusal.problems)}
    return {"valid": valid, "codes": []}


def stored() -> dict[str, dict[str, Any]]:
    """Return the documents by name, with their judgements."""
    return dict(json.loads(FILE.read_text(encoding="utf-8")))
