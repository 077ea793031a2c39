"""Keys, choices and names at a place of the text, from the schema; also of broken text."""

from __future__ import annotations

import pytest

from sarrus.errors import ModelError
from sarrus.studio.checking import diagnostics, token_span
from sarrus.studio.completing import Names, completions, hover
from sarrus.study.study import study_of_text
from studio.desk import FOUR_BAR

NAMES = Names((("A.angle", "rad", "angle"), ("A.rate", "rad/s", "")), ("A.angle",))


def proposed(marked: str) -> list[str]:
    """Return what is proposed at the mark |."""
    at = marked.index("|")
    found = completions(marked.replace("|", ""), at, NAMES)
    return [option["label"] for option in found["options"]]


@pytest.mark.parametrize(
    ("marked", "some", "none"),
    [
        ("sarrus: 1\n|", ["bodies", "joints", "run"], ["sarrus"]),
        ("joints:\n  A: {type: rev|", ["revolute", "prismatic"], ["box"]),
        ("joints:\n  A: {type: revolute, |}", ["parent", "axis"], ["type", "lead"]),
        ("joints:\n  A:\n    type: helical\n    |\n", ["lead", "child"], ["type"]),
        ("joints:\n  A:\n    |\n    type: helical\n", ["lead", "child"], ["type"]),
        ("joints: {A: {type: revolute, child: |}}\nbodies: {x: {}}\n", ["ground", "x"], ["A"]),
        ("points: {P: [0, 0, 0]}\njoints: {A: {type: weld, at: |", ["P"], ["ground"]),
        ("bodies:\n  c:\n    shapes:\n      - {type: |}", ["box", "bar"], ["revolute"]),
        ("bodies:\n  c:\n    shapes:\n      - type: bar\n        |\n", ["from", "width"], ["size"]),
        ("run: {kind: |", ["simulate", "drive"], []),
        ("outputs: [A.|]", ["A.angle", "A.rate"], []),
        ("outputs:\n  - |", ["A.angle"], []),
        ("assembly: {wanted: {|}}", ["A.angle"], []),
        ("constants: {r: 1 m}\nbodies: {b: {mass: |}}", ["r"], []),
        ("constants: {r: 1 m}  # |", [], ["r", "bodies"]),
        ("|", ["sarrus", "bodies"], []),
        ("bodies: {b: {|", ["mass", "shapes"], []),
    ],
)
def test_what_is_proposed(marked: str, some: list[str], none: list[str]) -> None:
    found = proposed(marked)
    assert [name for name in some if name not in found] == []
    assert [name for name in none if name in found] == []


def test_broken_text_does_no_harm() -> None:
    """Every beginning of a text, and every position of a mangled one, gets an answer."""
    mangled = FOUR_BAR.replace("]", "").replace(": {", ":{").replace("'", '"')
    for at in range(0, len(FOUR_BAR), 7):
        completions(FOUR_BAR[:at], at, NAMES)
        completions(mangled, min(at, len(mangled)), NAMES)
        hover(mangled, min(at, len(mangled)))


def test_hover_tells_keys_types_and_constants() -> None:
    def told(word: str, after: str = "") -> str:
        at = FOUR_BAR.index(word, FOUR_BAR.index(after)) + 1
        found = hover(FOUR_BAR, at)
        assert found is not None and FOUR_BAR[found["from"] : found["to"]] == found["title"]
        return str(found["text"])

    assert told("mass") == "mass [kg]: mass."
    assert "hinge" in told("revolute")
    assert "end time" in told("until")
    assert told("d, 0, 0]", "points") == "constant: 300 mm"
    assert hover(FOUR_BAR, FOUR_BAR.index("linkage")) is None
    assert hover(FOUR_BAR, FOUR_BAR.index("\n\n") + 1) is None


def test_problems_stand_where_the_words_are() -> None:
    text = FOUR_BAR.replace("parent: crank", "parent: crnk").replace("mass: 1 kg", "mass: 1 km", 1)
    with pytest.raises(ModelError) as raised:
        study_of_text(text, "a.yaml")
    found = diagnostics(text, raised.value.problems)
    assert {text[one["from"] : one["to"]] for one in found} >= {"crnk", "1 km"}
    assert all(one["severity"] == "error" and one["line"] for one in found)


def test_spans_of_words() -> None:
    for text, at, word in [
        ("a: bcd ef, g", 3, "bcd ef"),
        ("a: 'b, c' d", 3, "'b, c'"),
        ("a: [1, [2]] # c", 3, "[1, [2]]"),
        ("a: [1, [2\nb", 3, "[1, [2"),
        ("key: 1", 0, "key"),
        ("x", 1, "x"),
        ("", 0, ""),
    ]:
        start, end = token_span(text, at)
        assert text[start:end] == word
