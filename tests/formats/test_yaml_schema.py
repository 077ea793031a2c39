"""The JSON Schema of model files: from the tables of the reader, and of use to editors."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from formats.test_yaml_mistakes import GOOD, MISTAKES
from formats.yaml_examples import documents
from sarrus.formats.yaml import schema
from sarrus.formats.yaml.elements import elements
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import SECTIONS

SCHEMA = schema.schema(own=True)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def is_valid(text: str) -> bool:
    return VALIDATOR.is_valid(parse(text, "")[0])


def test_the_file_in_the_package_is_that_of_the_tables():
    """After a change: python -m sarrus.formats.yaml.schema writes it again."""
    assert Path(schema.path()).read_text(encoding="utf-8") == schema.text()


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(schema.text()) == SCHEMA


@pytest.mark.parametrize("example", documents())
def test_every_example_is_valid(example: str):
    value, _ = parse(documents()[example], "")
    VALIDATOR.validate(value)


def test_every_section_and_key_is_in_it():
    assert set(SCHEMA["properties"]) == set(SECTIONS)
    for section, types in elements().items():
        for kind, element in types.items():
            found = SCHEMA["$defs"][f"{section}_{kind}" if kind else section]
            implied = {"for", "type"} if kind else {"for"}
            assert set(found["properties"]) == set(element.attributes) | implied
            needed = {key for key, a in element.attributes.items() if a.required}
            assert set(found.get("required", [])) == needed | ({"type"} if kind else set())


def test_what_editors_show_comes_from_the_fields():
    spring = SCHEMA["$defs"]["forces_spring_damper"]
    assert spring["description"].startswith("Add the pull k x + c w between two points")
    assert spring["properties"]["free_length"]["description"] == (
        "free_length [m]: the distance in the drawing if not given."
    )
    for section, types in elements().items():
        for kind in types:
            found = SCHEMA["$defs"][f"{section}_{kind}" if kind else section]
            assert found["description"]


# mistakes that an editor can see without knowing names, units or values
SEEN = ["section", "version", "name", "base", "key", "true", "nothing", "a map", "shape"]
SEEN += ["shape key", "record", "no range", "type", "no type", "missing key", "axis letter"]
SEEN += ["law key", "road", "road key", "required", "word", "load key"]


@pytest.mark.parametrize("mistake", SEEN)
def test_typical_mistakes_are_not_valid(mistake: str):
    old, new, *_ = MISTAKES[mistake]
    assert is_valid(GOOD)
    assert not is_valid(GOOD.replace(old, new, 1))


def wrong(change: dict[tuple[Any, ...], Any]) -> bool:
    value = copy.deepcopy(parse(GOOD, "")[0])
    for path, new in change.items():
        inner = value
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = new
    return not VALIDATOR.is_valid(value)


def test_more_mistakes_are_not_valid():
    assert wrong({("bodies", ""): {}})
    assert wrong({("forces", "S", "acts"): "pulls"})
    assert wrong({("forces", "P", "follower"): "yes"})
    assert wrong({("joints", "A", "parent"): 3})
    assert wrong({("forces", "T", "k"): {"curve": [[0, 0], [1, 1]], "beyond": "on"}})
    assert wrong({("couplers", "G", "ratio"): [1]})
    assert not wrong({("forces", "T", "k"): {"curve": [[0, 0], [1, 1]], "beyond": "line"}})
    assert not wrong({("run",): {"until": 5}, ("events",): [{"when": 1, "do": "stop"}]})
