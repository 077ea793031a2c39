"""Problems of a study: all at once, with those of the model, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from sarrus import ModelError
from study.models import PENDULUM, SLIDER, study


def problems(folder: Path, text: str, sections: str) -> dict[int, str]:
    """Return what a file is told, by line; every problem must have its place in the file."""
    with pytest.raises(ModelError) as caught:
        study(folder, text, sections)
    found: dict[int, str] = {}
    for problem in caught.value.problems:
        assert problem.location is not None, str(problem)
        assert problem.location.file.endswith("model.yaml")
        assert problem.location.line not in found, "one mistake, one message"
        found[problem.location.line] = str(problem)
    return found


def test_five_mistakes_of_model_and_study_at_once(tmp_path: Path) -> None:
    text = PENDULUM.replace("mass: m", "mass: -2")
    sections = """\
inputs: {B: 3}
events:
  - {when: A.rate, do: stopp}
run: {until: 3 kg, methode: auto}
"""
    line = len(PENDULUM.splitlines())
    with pytest.raises(ModelError) as caught:
        study(tmp_path, text, sections)
    listed = [(p.location.line, p.code) for p in caught.value.problems if p.location]
    assert sorted(listed) == [
        (5, "M04"),
        (line + 1, "M09"),
        (line + 3, "M25"),
        (line + 4, "M05"),
        (line + 4, "M09"),
    ]


def test_sections_are_read_where_the_model_is_wrong(tmp_path: Path) -> None:
    """Names of the draft are known, so that only what is wrong is told."""
    text = PENDULUM.replace("type: revolute", "type: revolt")
    sections = """\
inputs: {A: 3}
assembly: {wanted: {A.angle: 30 deg}}
outputs: [A.angle]
locked: [C]
"""
    found = problems(tmp_path, text, sections)
    line = len(PENDULUM.splitlines())
    assert sorted(found) == [9, line + 4]
    assert "Did you mean 'revolute'" in found[9] and "C is not the name" in found[line + 4]


@pytest.mark.parametrize(
    ("section", "code", "says"),
    [
        ("run: {until: 0}", "M04", "above 0"),
        ("run: {until: soon}", "F22", "soon"),
        ("run: {method: rk5}", "M25", "did you mean 'rk4'"),
        ("run: {method: rk4}", "S08", "step: 1 ms"),
        ("run: {kind: drive}", "S08", "drives"),
        ("run: {share: true}", "S08", "kind: drive"),
        ("run: 3", "M25", ""),
        ("compile: {cut: [B]}", "M09", "joint"),
        ("compile: {planer: true}", "M09", "did you mean 'planar'"),
        ("compile: {planar: yes}", "M25", "write true"),
        ("compile: {parameters: [rod.mas]}", "M09", "rod.mass"),
        ("outputs: [A.angel]", "M09", "did you mean 'A.angle'"),
        ("outputs: [rod.position.w]", "M09", "channel"),
        ("units: [mm, inchez]", "M05", "not a unit that is known"),
        ("units: mm, m", "M05", "second unit of length"),
        ("units: 3", "M25", "text"),
        ("locked: [D]", "M09", "joint"),
        ("drives: {D: 3}", "M09", "coordinate"),
        ("drives: {tip: {body: rot, path: [1, 2, 3]}}", "M09", "did you mean 'rod'"),
        ("drives: {tip: {body: rod, path: [1, 2]}}", "M25", "three laws"),
        ("drives: {tip: {body: rod, path: [1, 2, 3]}}", "S08", "kind: drive"),
        ("inputs: 3", "M25", "names with values"),
        ("events: {when: 1}", "M25", "list of events"),
        ("evnts: []", "M09", "did you mean 'events'"),
    ],
)
def test_single_mistakes(tmp_path: Path, section: str, code: str, says: str) -> None:
    found = problems(tmp_path, PENDULUM, section + "\n")
    ((line, text),) = found.items()
    assert line == len(PENDULUM.splitlines()) + 1
    assert f" {code} " in text and says.lower() in text.lower(), text


def test_drives_with_events_or_laws_of_the_state(tmp_path: Path) -> None:
    sections = """\
drives: {A: t}
inputs: {A: "-A.rate"}
events:
  - {when: 1, do: stop}
run: {kind: drive, rtol: 1e-9}
"""
    found = problems(tmp_path, PENDULUM, sections)
    assert len(found) == 3 and all(" S08 " in text for text in found.values())


def test_empty_sections_say_nothing(tmp_path: Path) -> None:
    made = study(tmp_path, PENDULUM, "inputs:\nevents:\nrun:\noutputs:\n")
    assert made.plan.inputs == {} and made.settings.until == 1.0


def test_strict_makes_warnings_errors(tmp_path: Path) -> None:
    from sarrus.study import Study

    text = SLIDER.replace("inertia: [1, 1, 1]", "inertia: [1, 1, 3]")
    made = study(tmp_path, text)
    assert any(notice.code == "M03" for notice in made.model.notices)
    with pytest.raises(ModelError, match="M03"):
        Study.load(tmp_path / "model.yaml", strict=True)
