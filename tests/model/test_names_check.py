"""M07: names that collide are reported with both places."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from sarrus.errors import Location, ModelError
from sarrus.model import Mechanism

LETTERS = "abcdefgh\u00e9\u00fc\u0130\u00df\u03c3"


def variant(rng: np.random.Generator, name: str) -> str:
    """Return another spelling that is the same name: other case, other Unicode form."""
    spelt = name if rng.random() < 0.5 else name.swapcase()
    spelt = unicodedata.normalize(str(rng.choice(["NFC", "NFD"])), spelt)
    return spelt if spelt.casefold() else name


@pytest.mark.parametrize("seed", range(50))
def test_collisions_name_both_lines(seed: int) -> None:
    """Ten collisions in each of 50 files: 500 pairs of lines."""
    rng = np.random.default_rng(seed)
    m = Mechanism()
    names = [f"{i}{''.join(rng.choice(list(LETTERS), 5))}" for i in range(20)]
    copies = [variant(rng, name) for name in names[:10]]
    for line, name in enumerate([*names, *copies], start=1):
        m.body(name, 1, inertia=(1, 1, 1), source={"name": Location("m.yaml", line, 3, name)})
    expected = {(21 + i, 1 + i) for i in range(10) if _same(names[i], copies[i])}
    with pytest.raises(ModelError) as caught:
        m.build()
    pairs = {(p.location.line, p.also[0].line) for p in caught.value.problems if p.code == "M07"}
    assert pairs == expected and len(expected) >= 8


def _same(a: str, b: str) -> bool:
    return unicodedata.normalize("NFKC", a.casefold()) == unicodedata.normalize(
        "NFKC", b.casefold()
    )


@pytest.mark.parametrize("kind", ["body", "joint", "force", "frame"])
def test_every_kind_has_names_of_its_own(kind: str) -> None:
    m = Mechanism()
    m.body("a", 1, inertia=(1, 1, 1))
    m.revolute("a", m.ground, "a", at=(0, 0, 0), axis="z")
    m.joint_torque("a", "a", 1.0)
    m.frame("a", "a")
    assert m.build().notices == ()
    {
        "body": lambda: m.body("A", 1, inertia=(1, 1, 1)),
        "joint": lambda: m.weld("A", m.ground, "a"),
        "force": lambda: m.joint_damper("A", "a", 1),
        "frame": lambda: m.frame("A", m.ground),
    }[kind]()
    with pytest.raises(ModelError, match="but for case or Unicode form") as caught:
        m.build()
    assert [(p.code, p.element) for p in caught.value.problems] == [("M07", f"{kind} 'A' / name")]


@pytest.mark.parametrize(
    "name", ["", "  ", "ground", "GROUND", "a\nb", "a\u202eb", "a\u200bb", 3, None, []]
)
def test_names_that_cannot_be(name: object) -> None:
    m = Mechanism()
    m.body(name, 1, inertia=(1, 1, 1))
    with pytest.raises(ModelError) as caught:
        m.build()
    assert {p.code for p in caught.value.problems} == {"M07"}
    assert str(caught.value).isprintable()


def test_dots_are_allowed() -> None:
    m = Mechanism()
    m.body("leg.left", 1, inertia=(1, 1, 1))
    assert m.build().body("leg.left").mass == 1.0
