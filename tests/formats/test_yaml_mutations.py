"""Damaged model files: they are read or refused with located problems; nothing else happens."""

from __future__ import annotations

import copy
import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from formats.test_yaml_mistakes import GOOD
from formats.yaml_examples import documents
from sarrus import ModelError
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document

TEXTS = [GOOD, *documents().values()]
HOSTILE: list[Any] = [None, True, 0, -1, 1e308, float("inf"), "", "x", "1 kg", "r +", "{i}", "["]
HOSTILE += ["a.b", "sin(t)", "position(tip, x)", [], [1], [1, 2, 3], [[1, 2], [3, 4]], {}, {"a": 1}]
HOSTILE += [{"type": "box"}, {"at": [0, 0]}, {"curve": 5}, {"curve": [[0, 0], [0, 1]]}, "1..3", "{"]
HOSTILE += [{"times": [0], "values": [1]}, {"expression": "t"}, {"for": {"i": "1..2"}}, "9" * 400]
HOSTILE += ["ground", "tip", {"type": "SineRoad"}, [None], "1/0", "if(x < 1, 2, 3)", "yes", "-"]
BITS = [*"{}[],: \n'\"#-1ek\t>%@`()^", "  ", "&a ", "*a", "!x ", "|\n", "{i}", "..", "0x1", "null"]
BITS += ["\N{RIGHT-TO-LEFT OVERRIDE}", "\x00", "\N{LATIN SMALL LETTER E WITH ACUTE}", "~", "N"]


def check(value: Any, marks: Any) -> None:
    """Read a document: it has a model, or every problem has a place."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # sizes of 1e308 overflow in sums
        try:
            read_document(value, marks, "f.yaml").model()
        except ModelError as error:
            assert error.problems
            assert all(p.location is not None for p in error.problems), str(error)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, (dict, list)):
            yield from paths(inner, (*path, key))


def damaged_value(rng: random.Random, value: Any) -> Any:
    changed = copy.deepcopy(value)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        path = rng.choice(list(paths(changed)) or [("bodies",)])
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        if path == ("constants",):
            continue  # new keys have no places
        if rng.random() < 0.85:
            inner[path[-1]] = copy.deepcopy(rng.choice(HOSTILE))
        else:
            del inner[path[-1]]
    return changed


def damaged_text(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(text) + 1)
        chance = rng.random()
        if chance < 0.45:
            text = text[:at] + rng.choice(BITS) + text[at:]
        elif chance < 0.85:
            text = text[:at] + text[at + rng.choice([1, 1, 2, 5, 20]) :]
        else:
            text = text[:at]
    return text


@pytest.mark.parametrize("seed", range(6))
def test_documents_with_damaged_values(seed: int):
    rng = random.Random(seed)
    parsed = [parse(text, "f.yaml") for text in TEXTS]
    for _ in range(50):
        value, marks = rng.choice(parsed)
        check(damaged_value(rng, value), marks)


@pytest.mark.parametrize("seed", range(6))
def test_damaged_texts(seed: int):
    rng = random.Random(seed)
    for _ in range(100):
        try:
            value, marks = parse(damaged_text(rng, rng.choice(TEXTS)), "f.yaml")
        except ModelError as error:
            assert all(p.location is not None for p in error.problems)
            continue
        try:
            check(value, marks)
        except ModelError as error:
            assert all(p.location is not None for p in error.problems)
