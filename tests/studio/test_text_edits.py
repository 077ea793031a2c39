"""Numbers and elements are changed where they stand; all else of the text stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sarrus.errors import ModelError
from sarrus.formats.yaml.located_yaml import parse
from sarrus.studio.additions import Addition, Additions, Sections
from sarrus.studio.drawing_points import decimal_text, read_drawing
from sarrus.studio.text_edits import Positions, TextEdit, apply_edits
from sarrus.study.study import study_of_text
from studio.desk import FOUR_BAR

POINTS = """\
sarrus: 1   # \U0001f527 a wrench is two units of UTF-16
constants: {l: 0.4}
points:
  A: [0, 0, 0]
  B: [ 100 mm ,0.0,  "2.50 cm" ]   # comment
  C: {from: B, by: [1e-1, l, 0]}
  D: {at: [l/2, 0, .5]}
  E: B
  "F{i}": {for: {i: 1..2}, at: [i, 0, 0]}
joints:
  J: {type: revolute, parent: ground, child: b, at: [1, 2, 3], axis: y}
bodies: {b: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}}
"""


def moved(text: str, name: str, *to: float, step: float = 0.001) -> tuple[str, list[str]]:
    edits, notes = read_drawing(text, "a.yaml").edits_to_move(name, to, step)
    return apply_edits(text, edits), notes


def line_of(text: str, start: str) -> str:
    return next(line for line in text.split("\n") if line.strip().startswith(start))


def test_points_are_read_with_what_is_literal() -> None:
    points = read_drawing(POINTS, "a.yaml").points
    assert list(points) == ["A", "B", "C", "D", "E", "joint:J"]
    assert points["C"].at == pytest.approx((0.2, 0.4, 0.025))
    free = {name: [c.is_literal for c in point.coordinates] for name, point in points.items()}
    assert free["B"] == [True] * 3
    assert free["C"] == [True, False, True]
    assert free["D"] == [False, True, True]
    assert "move that one" in points["E"].fixed
    assert points["joint:J"].bodies == ("b",)


def test_units_spaces_quotes_and_comments_stay() -> None:
    text, notes = moved(POINTS, "B", 0.12, 0.003, 0.0314)
    assert line_of(text, "B:") == '  B: [ 120 mm ,0.003,  "3.1 cm" ]   # comment'
    assert not notes
    before, after = POINTS.split("\n"), text.split("\n")
    assert [k for k, line in enumerate(before) if line != after[k]] == [4]


def test_what_does_not_change_is_not_written() -> None:
    """A number within half of the resolution of where it was keeps its digits."""
    text, _ = moved(POINTS, "B", 0.1, 0.0, 0.02502)
    assert text == POINTS
    text, _ = moved(POINTS, "A", 0.0, 0.0, -0.25)


def test_springs_suit_the_size_of_the_drawing() -> None:
    for length, words in (
        (0.3, "k: 1000 N/m, c: 10 N*s/m"),
        (3e-7, "k: 1e-09 N/m, c: 1e-14 N*s/m"),
    ):
        found = adding("points: {P: [0, 0, 0]}\n").spring("a", "P", "b", (0, 0, 1), length)
        assert words in found.edits[-1].text


def test_a_bare_zero_gets_the_unit_of_its_neighbors() -> None:
    text, _ = moved(POINTS, "A", 0.0, 0.0, -0.25)
    assert line_of(text, "A:") == "  A: [0, 0, -250 mm]"
    text, _ = moved(POINTS, "C", 0.2, 0.4, 0.035)
    assert line_of(text, "C:") == "  C: {from: B, by: [1e-1, l, 0.01]}"
    small = "sarrus: 1\npoints: {P: [100 nm, 0, 0]}\n"
    text, _ = moved(small, "P", 120e-9, 0.0, 50e-9, step=1e-10)
    assert "P: [120 nm, 0, 50 nm]" in text


def test_relative_points_and_expressions() -> None:
    text, notes = moved(POINTS, "C", 0.25, 0.5, 0.025)
    assert line_of(text, "C:") == "  C: {from: B, by: [0.15, l, 0]}"
    assert (
        len(notes) == 1 and "y of C is the expression 'l'" in notes[0] and "l instead" in notes[0]
    )
    text, notes = moved(POINTS, "E", 1, 1, 1)
    assert text == POINTS and "move that one" in notes[0]
    text, notes = moved(POINTS, "joint:J", 1, 2.5, 3)
    assert "at: [1, 2.5, 3]" in text and not notes
    with pytest.raises(ModelError, match="is not in the text"):
        moved(POINTS, "Z", 0, 0, 0)


def test_moved_point_is_where_it_was_put() -> None:
    """The new text, read again, has the point at that place, to the resolution."""
    for place in [(0.12345, 0.0, -0.7), (1e-5, 3.0, 0.0), (-0.25, 0.001, 12.0)]:
        for step in (0.1, 0.001, 1e-6):
            text, _ = moved(POINTS, "B", *place, step=step)
            at = read_drawing(text, "a.yaml").points["B"].at
            assert at == pytest.approx(place, abs=0.51 * step + 1e-15)


def test_decimals() -> None:
    assert decimal_text(0.1 + 0.2, 0.001) == "0.3"
    assert decimal_text(0.3, 0.001, "0.250") == "0.300"
    assert decimal_text(-0.0001, 0.001) == "0"
    assert decimal_text(1234.4, 5.0) == "1234"


def test_positions_of_browsers() -> None:
    """Characters beyond the first plane count twice there."""
    text = "a\U0001f527b\U0001f527c"
    positions = Positions(text)
    assert [positions.browser(k) for k in range(6)] == [0, 1, 3, 4, 6, 7]
    assert [positions.python(positions.browser(k)) for k in range(6)] == list(range(6))
    assert positions.python(2) == 1 and positions.python(99) == 5
    assert positions.changes([TextEdit(4, 5, "x")]) == [{"from": 6, "to": 7, "insert": "x"}]


# --- additions ------------------------------------------------------------------------------------


def adding(text: str) -> Additions:
    return Additions(Sections.of(text, "a.yaml"), 0.001)


def test_machine_from_nothing() -> None:
    """A slider-crank with a spring, element by element; every text on the way can be read."""
    text = "sarrus: 1\nname: machine\n\nrun: {until: 0.1 s}\n"
    steps: list[Callable[[Additions], Addition]] = [
        lambda a: a.body([(0, 0, 0), (0.05, 0, 0.1)], 0.1),
        lambda a: a.body(["B", (0.3, 0, 0)], 0.3),
        lambda a: a.body(["C", (0.4, 0, 0)], 0.1),
        lambda a: a.joint("revolute", "ground", "link1", "A", "y"),
        lambda a: a.joint("revolute", "link1", "link2", "B", "y"),
        lambda a: a.joint("revolute", "link2", "link3", "C", "y"),
        lambda a: a.joint("prismatic", "ground", "link3", "C", "x"),
        lambda a: a.spring("ground", (0.6, 0, 0), "link3", "D"),
    ]
    for step in steps:
        text = apply_edits(text, step(adding(text)).edits)
        study_of_text(text, "machine.yaml")
    model = study_of_text(text, "machine.yaml").model
    assert [body.name for body in model.bodies] == ["link1", "link2", "link3"]
    assert [joint.name for joint in model.joints] == ["A", "B", "C", "J1"]
    assert model.forces[0].name == "spring1"
    assert list(parse(text, "a")[0]) == [
        "sarrus", "name", "points", "bodies", "joints", "forces", "run",
    ]  # fmt: skip
    assert model.compile().mobility().freedom == 1


def test_lines_go_behind_the_last_entry() -> None:
    """Comments behind a section belong to the next one; indents are those of the entries."""
    text = (
        "sarrus: 1\npoints:\n    A: [0, 0, 0]  # first\n    # note of A\n\n# of the bodies\n"
        "bodies:\n  b: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}\n"
    )
    found = apply_edits(text, adding(text).point((0.1, 0, 0)).edits)
    assert "    # note of A\n    B: [100 mm, 0, 0]\n\n# of the bodies\n" in found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("points: {A: [0, 0, 0]}\n", "points: {A: [0, 0, 0], B: [1.5, 0, 0]}\n"),
        ("points: {}\n", "points: {A: [1500 mm, 0, 0]}\n"),
        ("points:\n", "points:\n  A: [1500 mm, 0, 0]\n"),
        ("points:\n  A: [1 cm, 0, 0]", "points:\n  A: [1 cm, 0, 0]\n  B: [150 cm, 0, 0]\n"),
        ("points: {A: [0, 0, 0.5],\n  }\n", "points: {A: [0, 0, 0.5], B: [1.5, 0, 0]\n  }\n"),
    ],
    ids=["flow", "empty flow", "empty", "no end of line", "open flow"],
)
def test_forms_of_sections(before: str, after: str) -> None:
    """Sections in brackets, empty ones, and the unit that the section has."""
    text = f"sarrus: 1\nconstants: {{k: 0.5}}\n{before}" if "[0, 0, 0]}" in before else before
    head = text[: len(text) - len(before)]
    found = apply_edits(text, adding(text).point((1.5, 0, 0)).edits)
    assert found == head + after


def test_names_are_free_and_quoted() -> None:
    text = 'sarrus: 1\npoints: {A: [0, 0, 0], "B, or not": [1, 0, 0]}\nbodies: {link1: {mass: 1}}\n'
    found = adding(text).body(["A", "B, or not"], 1.0)
    assert found.name == "link2"
    bodies = parse(apply_edits(text, found.edits), "a")[0]["bodies"]
    assert bodies["link2"]["shapes"][0]["to"] == "B, or not"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ModelError, match="with itself"):
        adding(FOUR_BAR).joint("revolute", "crank", "crank", "A", "y")
    with pytest.raises(ModelError, match="two points"):
        adding(FOUR_BAR).body(["A"], 1.0)
    with pytest.raises(ModelError, match="same point"):
        adding(FOUR_BAR).body(["A", "A"], 1.0)
    with pytest.raises(ModelError, match="not in the text"):
        adding(FOUR_BAR).body(["A", "Q"], 1.0)
    with pytest.raises(ModelError):
        adding("points: 3\n").point((0, 0, 0))
