"""The recipe "a verb of the command line": one function, typed like those of the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run_line
from recipes.conftest import Package
from sarrus import ModelError
from sarrus.cli.verbs import VERBS, register

VERB = """
from sarrus.cli.options import Json, ModelPath, Quiet
from sarrus.cli.screen import Screen
from sarrus.cli.verbs import register


@register
def total_mass(model: ModelPath, json: Json = False, quiet: Quiet = False) -> None:
    '''Print the mass of a mechanism.

    Example:
      sarrus total-mass arm.yaml
    '''
    screen = Screen(json, quiet, "total-mass")
    from sarrus import load

    mass = sum(body.mass for body in load(model).bodies)
    screen.say(f"{mass:g} kg")
    screen.answer(0, mass=mass)
"""
FILE = """\
sarrus: 1
name: pendulum
bodies:
  rod: {mass: 500 g, com: [0, 0, -0.25], inertia: [0.01, 0.01, 1e-4]}
joints:
  hinge: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
"""


@pytest.fixture
def file(package: Package, tmp_path: Path) -> Path:
    package(VERB)
    path = tmp_path / "pendulum.yaml"
    path.write_text(FILE, "utf-8")
    return path


def test_verb_works_like_the_others(file: Path, tmp_path: Path) -> None:
    done = run_line(["total-mass", str(file)])
    assert (done.exit_code, done.stdout) == (0, "0.5 kg\n")
    told = json.loads(run_line(["total-mass", str(file), "--json"]).stdout)
    assert told["command"] == "total-mass" and told["exit"] == 0 and told["mass"] == 0.5
    file.write_text(FILE.replace("500 g", "-1"), "utf-8")
    assert run_line(["total-mass", str(file)]).exit_code == 3
    assert run_line(["total-mass"]).exit_code == 2
    assert run_line(["total-mass", str(tmp_path / "none.yaml")]).exit_code != 0


def test_help_shows_it(file: Path) -> None:
    del file
    listed = run_line(["--help"]).stdout
    assert "total-mass" in listed and "Print the mass of a mechanism." in listed
    own = run_line(["total-mass", "-h"]).stdout
    assert "      sarrus total-mass arm.yaml" in own or "sarrus total-mass arm.yaml" in own


def test_verb_taken_out_is_unknown(file: Path) -> None:
    VERBS.remove("total-mass")
    assert run_line(["total-mass", str(file)]).exit_code == 2


def test_name_of_another_is_refused() -> None:
    def run() -> None:
        """Run something else."""

    with pytest.raises(ModelError, match="M32"):
        register(run)
