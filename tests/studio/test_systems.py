"""Texts that differ in numbers share kernels; those that differ in equations do not."""

from __future__ import annotations

import pytest

from sarrus.kernels.library import Library
from sarrus.studio.systems import Systems
from sarrus.study.study import Study, study_of_text
from studio.desk import FOUR_BAR


def study(*changes: tuple[str, str]) -> Study:
    text = FOUR_BAR
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return study_of_text(text, "a.yaml")


@pytest.fixture
def systems() -> Systems:
    """Systems that know the four-bar; nothing is made for them."""
    found = Systems(lambda study, end: None, Library(None))
    found.prepare(study())
    found.wait()
    return found


@pytest.mark.parametrize(
    "change",
    [
        ("100 mm", "120 mm"), ("0.200]", "0.25]"), ("mass: 1 kg", "mass: 2.5 kg"),
        ("radius: 8 mm", "radius: 9 mm"), ("name: four_bar", "name: other"),
        ("until: 0.2", "until: 0.3"), ("C: [d, 0, 0.200]", "C: [d, 5 mm, 0.200]"),
    ],
)  # fmt: skip
def test_numbers_share_code(systems: Systems, change: tuple[str, str]) -> None:
    found = systems.sharing(study(change))
    assert found is not None and found.system.model == study(change).model


@pytest.mark.parametrize(
    "change",
    [
        ("parent: coupler, child: rocker", "parent: rocker, child: coupler"),
        ("D: {type: revolute", "D: {type: cylindrical"),
        ("mass: 1 kg, shapes: [{type: rod, from: A", "mass: 0 kg, shapes: [{type: rod, from: A"),
        ("  d: 300 mm ", "  d: 30 m"),
    ],
)
def test_equations_and_scales_do_not(systems: Systems, change: tuple[str, str]) -> None:
    assert systems.sharing(study(change)) is None


def test_axes_become_inputs_when_they_move(systems: Systems) -> None:
    pivot = "at: D, axis: y"
    tilted = (pivot, "at: D, axis: [0, 1, 0.1]")
    assert systems.sharing(study(tilted)) is None
    systems.prepare(study(tilted))
    systems.wait()
    assert systems.sharing(study((pivot, "at: D, axis: [0, 1, 0.12]"))) is not None


def test_library_lets_go_of_what_is_old() -> None:
    library = Library(None, most=2)
    for name in "ab":
        library.hold(name, name)
    assert library.kernel_in_memory("a") == "a"
    library.hold("c", "c")
    assert library.kernel_in_memory("b") is None and library.has("a") and library.has("c")
