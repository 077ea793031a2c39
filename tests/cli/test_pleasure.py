"""What a new user types first: words of other programs, forgotten units, missing endings."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus.formats.yaml.keys_text import keys_text
from sarrus.model.building.references import OTHER_WORDS, own_word

FOUR_BAR = """\
sarrus: 1
units: [mm, deg]
points: {A: [0, 0, 0], B: [20 mm, 34.6 mm, 0], C: [120 mm, 90 mm, 0], D: [150 mm, 0, 0]}
gravity: [0, -9.81, 0]
bodies:
  crank: {density: steel, shapes: [{type: rod, from: A, to: B, radius: 5 mm}]}
  coupler: {density: steel, shapes: [{type: rod, from: B, to: C, radius: 5 mm}]}
  rocker: {density: steel, shapes: [{type: rod, from: C, to: D, radius: 5 mm}]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: A, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: B, axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: C, axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: D, axis: z}
assembly: {wanted: {A: 30 deg}}
"""


@pytest.fixture
def four_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fb.yaml"
    path.write_text(FOUR_BAR, encoding="utf-8")
    return path


def edited(path: Path, old: str, new: str) -> str:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("bodies:", "links:", "Did you mean 'bodies'?"),
        ("assembly:", "initial_conditions:", "Did you mean 'assembly'?"),
        ("type: revolute", "type: hinge", "Did you mean 'revolute'?"),
        ("A: [0, 0, 0]", "A: [0, 0]", "Write [x, y, z]"),
        ("5 mm", "5 MM", "Did you mean 'mm'?"),
        ("assembly: {wanted: {A: 30 deg}}", "start: {A: 30 deg}", "`assembly: {wanted:"),
        ("A: 30 deg", "A: 170 deg", "fb.yaml:14:24: "),
        ("A: 30 deg", "A: 30", "fb.yaml:14:24: notice W05"),
    ],
)
def test_mistakes_lead_to_what_is_meant(
    old: str, new: str, told: str, four_bar: Path, sarrus: Command
) -> None:
    path = edited(four_bar, old, new)
    if new.endswith("170 deg"):
        edited(four_bar, "C: [120 mm, 90 mm, 0]", "C: [60 mm, 0, 0]")  # a rocker that is too short
        edited(four_bar, "D: [150 mm, 0, 0]", "D: [90 mm, 0, 0]")
    done = sarrus("check", path)
    assert told in done.err + done.out


def test_values_and_files_that_are_nearly_named(four_bar: Path, sarrus: Command) -> None:
    assert "did you mean 'fb.yaml'?" in sarrus("check", "fb").err
    assert "crank.mass, coupler.mass" in sarrus("check", "fb.yaml", "-s", "mass=2kg").err
    assert "is a model file" in sarrus("size", "fb.yaml").err
    assert "60 [rpm]*t" in sarrus("drive", "fb.yaml").err


def test_balance_is_told_in_the_units_of_the_file(four_bar: Path, sarrus: Command) -> None:
    out = sarrus("balance", "fb.yaml", "--no-moment").out
    assert ") mm" in out and ") m\n" not in out
    (effort,) = [line for line in out.split("\n") if "peak effort of A" in line]
    assert effort.endswith(" N mm")


def test_words_of_other_programs_mean_one_thing() -> None:
    words = [word for others in OTHER_WORDS.values() for word in others.split()]
    assert len(words) == len(set(words))
    assert own_word("Hinge", ["revolute"]) == "revolute" and own_word("hinge", ["ball"]) is None


def test_words_of_the_model_file_are_explained(sarrus: Command) -> None:
    text = keys_text("revolute")
    assert text is not None and "  * parent: the body" in text and "limits [rad]" in text
    assert keys_text("nothing_like_it") is None
    done = sarrus("explain", "run", "tyre", "M03")
    assert done.code == 0 and "until [s]: end time" in done.out and "low_speed" in done.out
    assert all(len(line) <= 80 for line in keys_text("run").split("\n"))  # type: ignore[union-attr]


def test_a_report_without_pictures_says_so(
    four_bar: Path, sarrus: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sarrus.results import html_page

    assert html_page.missing_pictures() == []
    monkeypatch.setattr(html_page, "find_spec", lambda name: None)
    edited(four_bar, "assembly:", "run: {until: 0.05, certify: false}\nassembly:")
    done = sarrus("report", "fb.yaml", "--no-view")
    assert done.code == 0 and "X05" in done.err and "no pictures" in done.err
    page = Path("fb_report.html").read_text(encoding="utf-8")
    assert "e-1" not in page.split("Reactions of the joints")[1].split("</table>")[0]
