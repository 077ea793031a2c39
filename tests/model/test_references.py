"""M09: a misspelt name is answered with the nearest one."""

from __future__ import annotations

import numpy as np

from sarrus.errors import Problem
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import find, nearest

NAMES = [
    f"{side}_{part}"
    for side in ("left", "right")
    for part in ("hip", "thigh", "shank", "foot", "upper_arm", "forearm", "hand", "shoulder")
] + ["torso", "head", "pelvis", "base_link", "crank", "coupler", "rocker", "slider"]


def typo(rng: np.random.Generator, name: str) -> str:
    """Return the name with one letter lost, doubled, changed or exchanged."""
    i = int(rng.integers(0, len(name) - 1))
    kind = rng.integers(4)
    letter = chr(ord("a") + int(rng.integers(26)))
    middle = ["", name[i] * 2, letter, name[i + 1] + name[i]][kind]
    return name[:i] + middle + name[i + (2 if kind == 3 else 1) :]


def test_single_letter_typos() -> None:
    rng = np.random.default_rng(9)
    right = tried = 0
    while tried < 300:
        name = str(rng.choice(NAMES))
        wrong = typo(rng, name)
        if wrong in NAMES:
            continue
        tried += 1
        right += nearest(wrong, NAMES) == f"did you mean '{name}'?"
    assert right >= 285


def test_what_there_is_when_nothing_is_near() -> None:
    assert nearest("qqqq", ["crank"]) == "known names: 'crank'"
    assert nearest("qqqq", []) == "none is described"
    assert nearest("zzzz", [f"n{i}" for i in range(20)]).endswith("(12 more)")
    assert nearest("CRANK", ["crank"]) == "did you mean 'crank'?"


def test_what_is_not_a_name() -> None:
    problems: list[Problem] = []
    entry = Entry("joint 'A'", {}, problems)
    for wrong in (None, 3, ["crank"]):
        assert find(entry, "child", wrong, {"crank"}, "body") is None
    assert [p.code for p in problems] == ["M09"] * 3
    assert find(entry, "child", "crank", {"crank"}, "body") == "crank"
