"""The recipe of CONTRIBUTING for a force element: one class in one file, used everywhere.

The class stands in a temporary package, which is imported by hand, or named as an entry point.
Each way runs in a process of its own, so that no other test meets the element.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sarrus

ELEMENT = '''
"""Magnets."""

from sarrus.elements import (
    ForceElement,
    PointLoad,
    Vector3,
    body_name,
    body_point,
    element,
    number,
    vector,
)
from sarrus.spatial.arrays import dot, length


@element
class Magnet(ForceElement):
    """A magnet that pulls a point of a body with strength/d^2, and brakes its motion.

    d: the distance of the point from the magnet, which stands in the world.
    """

    name: str
    body: str = body_name("the body with the iron")
    point: Vector3 = body_point("body", "where the iron is")
    magnet: Vector3 = vector("m", "place of the magnet, in the world")
    strength: float = number("N*m^2", "pull at the distance 1 m", above=0.0)
    c: float = number("N*s/m", "braking by eddy currents", default=0.0, at_least=0.0)

    positional = ("body", "strength")

    def _motion(self, scene):
        iron = scene.point(self.body, scene.value(self, "point"))
        return iron, scene.value(self, "magnet") - iron.position

    def loads(self, scene):
        iron, way = self._motion(scene)
        pull = scene.value(self, "strength") / length(way) ** 3 * way
        return (PointLoad(self.body, iron.position, pull - scene.value(self, "c") * iron.velocity),)

    def potential(self, scene):
        return -scene.value(self, "strength") / length(self._motion(scene)[1])

    def dissipation(self, scene):
        velocity = self._motion(scene)[0].velocity
        return scene.value(self, "c") * dot(velocity, velocity)
'''

FILE = """\
sarrus: 1
name: pendulum
bodies:
  rod: {mass: 0.5 kg, com: [0, 0, -0.25], inertia: [0.01, 0.01, 1e-4]}
joints:
  hinge: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
forces:
  M:
    type: magnet
    body: rod
    at: [0, 0, -500 mm]
    magnet: [0, 0, -0.6]
    strength: 0.05
    c: 0.2
assembly: {wanted: {hinge: 1.0}}
run: {until: 0.5, method: rk4, step: 1e-3}
outputs: [hinge.angle]
"""

STORY = """
import inspect
import json
import sys
from pathlib import Path

folder, named = Path(sys.argv[1]), sys.argv[2] == "import"
if named:
    import magnets

import numpy as np

import sarrus
from sarrus.formats.writing import yaml_text
from sarrus.formats.yaml import schema
from sarrus.model import Mechanism
from sarrus.model.registry import FORCES

told = {"before": sorted(set(FORCES) - FORCES.own)}


def mechanism(**more):
    m = Mechanism("pendulum")
    m.body("rod", mass=0.5, com=(0, 0, -0.25), inertia=(0.01, 0.01, 1e-4))
    m.revolute("hinge", m.ground, "rod", at=(0, 0, 0), axis="y")
    options = {"at": (0, 0, -0.5), "magnet": (0, 0, -0.6), "c": 0.2} | more
    m.magnet("M", options.pop("body", "rod"), options.pop("strength", 0.05), **options)
    return m


def refused(make):
    try:
        make()
    except sarrus.ModelError as error:
        return [[p.code, p.element, str(p)] for p in error.problems]
    return []


model = mechanism().build()
element = model.forces[0]
told["kind"] = type(element).__qualname__
told["units"] = element.units
told["bodies"] = element.bodies
told["signature"] = str(inspect.signature(Mechanism.magnet))
told["doc"] = inspect.getdoc(Mechanism.magnet)

file = folder / "pendulum.yaml"
loaded = sarrus.load(file)
told["same from file"] = loaded.content_hash == model.content_hash
told["schema"] = schema.schema()
told["package schema"] = "magnet" in Path(schema.path()).read_text("utf-8")

written = folder / "written.yaml"
written.write_text(yaml_text(model), "utf-8")
told["written"] = written.read_text("utf-8")
told["round trip"] = sarrus.load(written).content_hash == model.content_hash

system = model.compile()
start = system.assemble({"hinge": 1.0})
run = system.simulate(start, until=1.0, rtol=1e-9, atol=1e-11)
told["energy error"] = run.energy_error
told["imbalance"] = float(abs(run.imbalance).max())
told["loss"] = float(np.asarray(run["loss"])[-1])

free = model.compile(parameters=["M.strength", "M.point"])
weak = free.simulate(free.assemble({"hinge": 1.0}), until=1.0, parameters={"M.strength": 1e-6})
ends = [np.asarray(found["hinge.angle"])[-1] for found in (weak, run)]
told["weak magnet"] = float(ends[1] - ends[0])

study = sarrus.Study.load(file)
told["study"] = float(study.run().energy_error)
kept = folder / "run.sarrus"
short = system.simulate(start, until=0.2, method="rk4", step=1e-3, file=kept)
opened = sarrus.open_run(kept)  # whose model is that of the file
names = ("hinge.angle", "hinge.reaction.force")
told["model of the result"] = [
    bool(np.array_equal(np.asarray(opened[name]), np.asarray(short[name]))) for name in names
]

code = sarrus.export.c_code(system, "pendulum", methods=("rk4",))
code.write(folder / "c")
told["c"] = sorted(path.name for path in (folder / "c").iterdir())

told["negative"] = refused(lambda: mechanism(strength=-1).build())
told["unit"] = refused(lambda: mechanism(strength="3 kg").build())
told["body"] = refused(lambda: mechanism(body="rdo").build())
told["keyword"] = refused(lambda: mechanism(strenght=1))
told["missing"] = refused(lambda: Mechanism().magnet("M", "rod"))
text = file.read_text("utf-8")
wrong = folder / "wrong.yaml"
mistakes = text.replace("strength: 0.05", "strengt: 0.05").replace("c: 0.2", "c: -2 N*s/m")
wrong.write_text(mistakes, "utf-8")
told["file"] = refused(lambda: sarrus.load(wrong))
wrong.write_text(text.replace("type: magnet", "type: mgnet"), "utf-8")
told["type"] = refused(lambda: sarrus.load(wrong))
print(json.dumps(told))
"""

WAYS = ("import", "entry point")


@pytest.fixture(scope="module", params=WAYS)
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the story of one way tells."""
    folder = tmp_path_factory.mktemp("package")
    (folder / "magnets.py").write_text(ELEMENT, "utf-8")
    (folder / "pendulum.yaml").write_text(FILE, "utf-8")
    (folder / "story.py").write_text(STORY, "utf-8")
    if request.param == "entry point":
        about = folder / "magnets-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: magnets\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text("[sarrus.elements]\nmagnets = magnets\n")
    source = str(Path(sarrus.__file__).parents[1])
    where = os.pathsep.join([str(folder), source])
    found = subprocess.run(
        [sys.executable, str(folder / "story.py"), str(folder), request.param],
        env={**os.environ, "PYTHONPATH": where},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    told = json.loads(found.stdout.splitlines()[-1])
    told["way"] = request.param
    return told


def test_it_is_known_by_import_or_when_it_is_asked_for(story: Any) -> None:
    assert story["before"] == (["magnet"] if story["way"] == "import" else [])
    assert story["kind"] == "Magnet"
    assert story["bodies"] == ["rod"]


def test_the_builder_has_a_method_with_signature_and_docstring(story: Any) -> None:
    assert story["signature"].startswith("(self, name: 'str', body: 'BodyHandle | str', strength")
    assert "at: 'Point | None' = None" in story["signature"]
    assert story["doc"].startswith("Add a magnet that pulls a point of a body with strength/d^2")
    assert "strength [N m^2]: pull at the distance 1 m." in story["doc"]


def test_units_of_kernel_inputs(story: Any) -> None:
    assert story["units"] == {"point": "m", "magnet": "m", "strength": "N m^2", "c": "N s/m"}


def test_model_files_read_and_write_it(story: Any) -> None:
    assert story["same from file"]
    assert "type: magnet" in story["written"]
    assert story["round trip"]


def test_the_schema_has_it(story: Any) -> None:
    found = story["schema"]["$defs"]["forces_magnet"]
    assert set(found["required"]) == {"type", "body", "magnet", "strength"}
    assert found["properties"]["c"]["description"] == "c [N s/m]: braking by eddy currents."
    assert "magnet" in story["schema"]["$defs"]["forces"]["properties"]["type"]["enum"]
    assert not story["package schema"]


def test_runs_keep_their_ledger(story: Any) -> None:
    assert story["energy error"] < 1e-7
    assert story["imbalance"] < 1e-6
    assert story["loss"] > 1e-3


def test_its_numbers_become_inputs_of_kernels(story: Any) -> None:
    assert abs(story["weak magnet"]) > 1e-3


def test_run_files_use_it(story: Any) -> None:
    assert story["study"] < 1e-6


def test_result_files_hold_the_model(story: Any) -> None:
    assert story["model of the result"] == [True, True]


def test_it_becomes_c(story: Any) -> None:
    assert any(name.endswith(".c") for name in story["c"])


def test_wrong_values_are_told_like_those_of_our_own(story: Any) -> None:
    (code, element, text) = story["negative"][0]
    assert (code, element) == ("M04", "force 'M' / strength")
    assert "-1 is not above 0 N*m^2" in text
    assert [p[0] for p in story["unit"]] == ["M05"]
    assert "Did you mean 'rod'?" in story["body"][0][2]
    assert "Did you mean 'strength'?" in story["keyword"][0][2]
    assert "is missing" in story["missing"][0][2]


def test_mistakes_in_files_are_told_with_their_place(story: Any) -> None:
    texts = [text for _, _, text in story["file"]]
    assert any("Did you mean 'strength'?" in text and "wrong.yaml:13:" in text for text in texts)
    assert any("-2 N*s/m is below 0 N*s/m" in text and "wrong.yaml:14:" in text for text in texts)
    assert "Did you mean 'magnet'?" in story["type"][0][2]
