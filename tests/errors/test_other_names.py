"""Names of other programs on our objects: the message says what to write, and that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sarrus
from command_line import run_line
from sarrus import gallery
from sarrus.cli.verbs import OWN
from sarrus.other_names import ELSEWHERE, advice, other_names
from sarrus.public_names import MissingName

COMMANDS = other_names()["commands"]
CLASSES = {cls: names for cls, names in other_names().items() if cls != "commands"}
LINES = [(cls, name) for cls, names in CLASSES.items() for name in names]


@pytest.fixture(scope="module")
def objects() -> dict[str, Any]:
    model = gallery.pendulum()
    system = model.compile()
    state = system.initial_state()
    run = system.simulate(state, until=0.02)
    text = "sarrus: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
    text += "joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: z}}\n"
    return {
        "mechanism": sarrus.Mechanism("arm"), "model": model, "system": system, "state": state,
        "run": run, "history": run.history, "text": text,
        "vdot": [0.0], "tau": [0.0],
    }  # fmt: skip


def test_lines_run_and_only_names_that_are_missing_have_one(
    objects: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    Path("arm.yaml").write_text(objects["text"])
    known = {**objects, "study": sarrus.Study.load("arm.yaml"), "sarrus": sarrus, "print": str}
    done: set[str] = set()
    for cls, name in LINES:
        of = known[cls.lower()]
        assert type(of).__name__ == cls
        assert not hasattr(of, name)
        line = other_names()[cls][name]
        assert f": write `{line}`" in str(_error(of, name))
        if line in done or ".write_html(" in line or ".plot(" in line:
            continue
        done.add(line)
        mechanism = sarrus.Mechanism("arm")
        if ".body(" not in line:
            mechanism.body("arm", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
        if ".body(" not in line and ".revolute(" not in line:
            mechanism.revolute("A", mechanism.ground, "arm", at=(0, 0, 0), axis="z")
        for file in Path().glob("[!a]*.*"):
            file.unlink()
        exec(line.replace("until=1.0", "until=0.01"), {**known, "mechanism": mechanism})


def test_pages_and_plots_of_the_lines_are_there(objects: dict[str, Any]) -> None:
    """They are not drawn here: their methods have the names that the lines use."""
    lines = [line for names in CLASSES.values() for line in names.values()]
    assert any(".write_html(" in line for line in lines)
    assert callable(objects["run"].write_html)
    assert callable(objects["history"].plot)


def _error(of: Any, name: str) -> MissingName:
    with pytest.raises(MissingName) as found:
        getattr(of, name)
    return found.value


@pytest.mark.parametrize(
    ("what", "name", "said"),
    [("run", "plot", "it is `run.history.plot`"), ("run", "to_csv", "it is `run.history.to_csv`"),
     ("model", "simulate", "it is `model.compile().simulate`"),
     ("mechanism", "simulate", "it is `mechanism.build().compile().simulate`"),
     ("state", "mass_matrix", "it is `system.mass_matrix`")],
)  # fmt: skip
def test_what_another_object_has_is_found_there(
    objects: dict[str, Any], what: str, name: str, said: str
) -> None:
    assert said in str(_error(objects[what], name))


def test_commands_of_other_programs_are_answered_by_ours() -> None:
    for name, line in COMMANDS.items():
        verb = line.split()[1]
        assert name not in OWN and (verb in OWN or verb.startswith("--")), name
    found = run_line(["modes", "car.yaml"])
    assert found.exit_code == 2 and "sarrus equilibrium MODEL" in found.output


def test_unknown_names_get_no_advice(objects: dict[str, Any]) -> None:
    assert advice(objects["model"], "splines") == ""
    assert str(_error(objects["model"], "xyz")) == "'Model' object has no attribute 'xyz'"
    assert ELSEWHERE.keys() >= {"Run", "Model", "Mechanism"}
