"""B6: a hundred files with one defect each, and files with five: place, element and cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.seeded_defects import DEFECTS, Defect
from files.sources import sources
from sarrus import ModelError, Problem
from sarrus.study import Study

FIVE = (
    ("mass: 1 kg", "until: 1 s", "child: crank", "limits: [-1, 1]", "10*sin(omega*t)"),
    ("l: 3*r", "color: red", "ratio: -2", "k: 1e3,", "rates: {A: 10}"),
    ("0, -9.81]", "i: 1..n", "rpy: [0, 90 deg, 0]", "joint: J3", "guess: {A: 0.4}"),
    ("gravity:", "com: [r/2, 0, 0]", "type: gear", "position(toe, x)", "rtol: 1e-6"),
    (
        "size: [l, 20 mm, 20 mm]",
        "parent: crank, child: rod",
        "c: 5 N*s/m",
        "{lock: J1}",
        "do: stop",
    ),
)
"""What is replaced in each file of five defects, as in the first defect with these words."""


def damaged(text: str, defect: Defect) -> tuple[str, int]:
    """Return the text with a defect, and the line of it."""
    assert defect.old in text
    changed = text.replace(defect.old, defect.new, 1)
    at = text.index(defect.old)
    while not defect.line and changed[at] == text[at]:
        at += 1
    at = changed.index(defect.line) if defect.line else at
    return changed, changed.count("\n", 0, at) + 1


def problems_of(path: Path, text: str) -> list[Problem]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        Study.load(path)
    return caught.value.problems


def found(problem: Problem, path: Path, line: int, element: str) -> bool:
    place = problem.location
    return (
        place is not None
        and (place.file, place.line) == (str(path), line)
        and problem.element == element
    )


def test_B6_there_are_a_hundred() -> None:
    assert len(set(DEFECTS)) == len(DEFECTS) >= 100


def test_B6_one_defect(tmp_path: Path) -> None:
    lost, other_cause = [], []
    for number, defect in enumerate(DEFECTS):
        text, line = damaged(sources()[defect.source], defect)
        path = tmp_path / f"{number}.yaml"
        first = problems_of(path, text)[0]
        if not found(first, path, line, defect.element):
            lost.append((defect, line, str(first)))
        if first.code != defect.code or defect.cause not in str(first):
            other_cause.append((defect, str(first)))
    assert not lost
    assert len(other_cause) <= len(DEFECTS) * 5 // 100, other_cause


@pytest.mark.parametrize("chosen", FIVE, ids=range(len(FIVE)))
def test_B6_five_defects_are_told_at_once(chosen: tuple[str, ...], tmp_path: Path) -> None:
    text = sources()["machine"]
    lines = []
    defects = [next(d for d in DEFECTS if d.old == old) for old in chosen]
    for defect in defects:
        text, line = damaged(text, defect)
        lines.append(line)
    path = tmp_path / "five.yaml"
    problems = problems_of(path, text)
    for defect, line in zip(defects, lines, strict=True):
        fits = [p for p in problems if found(p, path, line, defect.element)]
        assert any(p.code == defect.code and defect.cause in str(p) for p in fits), defect
