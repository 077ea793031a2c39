"""Sliders of the live page: what they move, their ranges and units, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sarrus import ModelError
from sarrus.study.sliders import Slider, sliders_of
from study.models import PENDULUM, SLIDER, study
from study.test_problems import problems

FIRST = len(PENDULUM.splitlines())


def sliders(folder: Path, sections: str, text: str = PENDULUM) -> dict[str, Slider]:
    return {f"{s.kind} {s.name}": s for s in study(folder, text, sections).sliders}


def test_each_kind_with_range_and_unit(tmp_path: Path) -> None:
    found = sliders(
        tmp_path,
        """\
sliders:
  l: {from: 500 mm, to: 2 m, unit: cm, step: 10 mm, text: length of the rod}
  constants.m: [m/2, 3 kg]
  inputs.A: {from: -1 N*m, to: 2 N*m}
  rod.mass:
""",
    )
    length, mass = found["constant l"], found["constant m"]
    assert (length.low, length.high, length.value, length.step) == (0.5, 2.0, 1.0, 0.01)
    assert (length.unit, length.factor, length.text) == ("cm", 100.0, "length of the rod")
    assert (mass.low, mass.high, mass.unit) == (1.0, 3.0, "kg")
    assert (found["input A"].low, found["input A"].value, found["input A"].si) == (-1.0, 0.0, "N*m")
    assert (found["parameter rod.mass"].low, found["parameter rod.mass"].high) == (1.0, 4.0)


def test_a_drive_is_moved_by_its_rate_and_an_input_from_its_number(tmp_path: Path) -> None:
    driven = 'drives: {A: "60 [rpm]*t"}\nrun: {kind: drive}\nunits: rpm\nsliders: [A]\n'
    slider = sliders(tmp_path, driven)["drive A"]
    assert (slider.low, slider.unit) == (0.0, "rpm")
    assert slider.high * slider.factor == pytest.approx(120.0, rel=1e-12)
    pushed = sliders(tmp_path, "inputs: {A: 2 N*m}\nsliders: [A]\n")["input A"]
    assert (pushed.low, pushed.value, pushed.high) == (1.0, 2.0, 4.0)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("l: {from: 500 kg, to: 2 m}", "M05", "which is mass, not length"),
        ("m: [1 kg, 3 kg, 4 kg]", "M25", "lowest and the highest"),
        ("l: {from: 2 m, to: 3 m}", "M04", "must contain the value of the file, 1 m"),
        ("l: {from: 3 m, to: 500 mm}", "M04", "must be below the highest"),
        ("l: {too: 3 m}", "M09", "Did you mean 'to'"),
        ("l: {step: 0}", "M04", "must be above 0"),
        ("l: {unit: kg}", "M05", "is not of the dimension of m"),
        ("l: {unit: furlings}", "M05", "is not a unit that is known"),
        ("l: fast", "M25", "must be a range"),
        ("twice: [1, 3]", "S08", "is computed from l"),
        ("A: [-1, 1]", "S08", "has a law in the section 'inputs'"),
        ("rod.com: [0, 1]", "S08", "has 3 numbers"),
        ("rod.mas: [0, 1]", "M09", "Did you mean 'rod.mass'"),
        ("drives.B:", "M09", "names nothing of the section 'drives'"),
        ("constants.k:", "M09", "names nothing of the section 'constants'"),
        ("lenght:", "M09", "names no constant"),
    ],
)
def test_mistakes_have_their_line_and_rule(
    tmp_path: Path, line: str, code: str, words: str
) -> None:
    text = PENDULUM.replace("m: 2 kg}", "m: 2 kg, twice: 2*l}")
    sections = f'inputs: {{A: "-0.1*A.rate"}}\nsliders:\n  {line}\n'
    found = problems(tmp_path, text, sections)
    assert list(found) == [FIRST + 3]
    assert code in found[FIRST + 3] and words in found[FIRST + 3]


def test_two_sliders_of_one_number_are_refused(tmp_path: Path) -> None:
    found = problems(tmp_path, PENDULUM, "sliders:\n  l: [0.5, 2]\n  constants.l: [0.5, 2]\n")
    assert list(found) == [FIRST + 3]


def test_from_python_with_the_same_words(tmp_path: Path) -> None:
    model = study(tmp_path, SLIDER).model
    (stiff,) = sliders_of(model, {"S.k": ("50 N/m", "1 kN/m")})
    assert (stiff.kind, stiff.low, stiff.high, stiff.unit) == ("parameter", 50.0, 1000.0, "kN/m")
    assert sliders_of(model, [stiff, "ball.mass"])[1].name == "ball.mass"
    for wrong in ([3], {"S.kk": None}, {"S.k": (3, 1)}, 5):
        with pytest.raises(ModelError):
            sliders_of(model, wrong)
