"""Contact elements in robot files: solids that touch, read back with the numbers that are told."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, Model, ModelError, Pose, load_mjcf, load_sdf, load_urdf
from sarrus.formats.mjcf.saving import mjcf_text
from sarrus.formats.sdf.saving import sdf_text
from sarrus.formats.urdf.saving import urdf_text
from sarrus.model import Box, Sphere
from sarrus.model.body import PlacedShape
from sarrus.model.forces.contact import Contact

GRAVITY = (0.0, 0.0, -9.81)
FORMATS: dict[str, tuple[Callable[..., Any], Callable[..., Model]]] = {
    "mjcf": (mjcf_text, load_mjcf),
    "sdf": (sdf_text, load_sdf),
    "urdf": (urdf_text, load_urdf),
}


def hopper(base: bool = False) -> Mechanism:
    """Return a foot on a slider above the floor, with a hammer that hits it."""
    m = Mechanism("hopper", GRAVITY)
    foot = m.body("foot", mass=2.0, inertia=(0.02, 0.03, 0.04), at=(0.1, 0.2, 0.3))
    hammer = m.body("hammer", mass=1.0, com=(0.1, 0, 0), inertia=(0.01, 0.01, 0.01))
    m.prismatic("lift", m.ground, foot, at=(0.1, 0.2, 0.3), axis="z")
    m.revolute("swing", foot, hammer, at=(0.0, 0.2, 0.5), axis="y")
    foot.shape(Sphere(0.1), at=(0.02, 0.0, -0.05))
    m.contact("tread", foot, k=2e4, a=0.3, exponent=1.5, mu=0.6)
    if base:
        shape = PlacedShape(Box((0.5, 0.4, 0.1)), Pose((0.0, 0.2, 0.1)))
        m.contact("table", foot, k=2e4, a=0.3, exponent=1.5, mu=0.6, base_shape=shape)
    return m


def contacts_of(model: Model) -> list[Contact]:
    """Return the contacts, those with a plane first."""
    found = [force for force in model.forces if isinstance(force, Contact)]
    return sorted(found, key=lambda contact: contact.base_shape is not None)


def told(notices: Any, name: str) -> dict[str, Any]:
    """Return the option `contacts` that a notice names."""
    (rule,) = [n.rule for n in notices if n.element == f"force '{name}'"]
    found: dict[str, Any] = ast.literal_eval(rule.split("contacts=")[1].split(";")[0])
    return found


def accelerations(model: Model) -> np.ndarray:
    system = model.compile()
    state = system.assemble({"lift": -0.19, "swing": 0.3}, rates={"lift": -0.7, "swing": 2.0})
    return np.asarray(system.forward_dynamics(state.q, state.v, np.zeros(system.nv)))


@pytest.mark.parametrize("with_table", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_contacts_are_read_back_with_their_numbers(name: str, with_table: bool) -> None:
    if name == "urdf" and with_table:
        pytest.skip("in URDF the floor touches all collisions, and is not part of the file")
    written, read = FORMATS[name]
    first = hopper(with_table).build()
    text, notices = written(first)
    second = read(text, contacts=told(notices, "tread"))
    ours, theirs = contacts_of(first), contacts_of(second)
    assert len(ours) == len(theirs) == 1 + with_table
    for one, other in zip(ours, theirs, strict=True):
        for field in dataclasses.fields(Contact):
            if field.name not in ("name", "source"):
                assert getattr(other, field.name) == getattr(one, field.name), field.name
    assert np.max(np.abs(accelerations(second) - accelerations(first))) < 1e-10
    assert "contact" in text if name == "mjcf" else "<collision" in text


@pytest.mark.parametrize("name", FORMATS)
def test_contacts_of_two_bodies(name: str) -> None:
    m = hopper()
    wall = m.body("wall", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0.5, 0, 0))
    m.prismatic("push", m.ground, wall, at=(0.5, 0, 0), axis="x")
    m.contact(
        "hit", "hammer", "wall", k=1e4, shape=PlacedShape(Sphere(0.05), Pose((0.2, 0.0, 0.0))),
        base_shape=Box((0.1, 0.2, 0.3)),
    )  # fmt: skip
    first = m.build()
    written, read = FORMATS[name]
    text, notices = written(first)
    options = told(notices, "hit")
    assert options["pairs"] == "all"
    found = contacts_of(read(text, contacts=options))
    (hit,) = [c for c in found if {c.body, c.base} == {"hammer", "wall"}]
    assert hit.mu == 0.0 and hit.k == 1e4
    assert {type(hit.shape.shape), type(hit.base_shape and hit.base_shape.shape)} == {Box, Sphere}


def test_frictions_of_solids_in_sdf_that_are_not_those_of_the_pair() -> None:
    m = hopper()
    m.contact("edge", "foot", k=1e4, mu=0.2, origin=(0, 0, 0.1))
    m.contact("side", "foot", k=1e4, mu=0.3, shape=Sphere(0.02))
    _, notices = sdf_text(m.build())
    rules = {n.element: n.rule for n in notices}
    assert "its friction is" not in rules["force 'tread'"]
    assert "its friction is 0.3" not in rules["force 'edge'"]
    assert "its friction is" not in rules["force 'side'"]


def test_what_a_file_cannot_hold_is_refused() -> None:
    m = hopper()
    m.contact("slope", "foot", k=1e4, up=(0.0, 0.6, 0.8))
    model = m.build()
    assert "0.6" in mjcf_text(model)[0]
    with pytest.raises(ModelError, match="slope"):
        urdf_text(model)
    _, notices = urdf_text(model, partial=True)
    assert any("slope" in n.element for n in notices)
    m.contact("above", "hammer", "foot", k=1e4, shape=Sphere(0.05), up="z")
    foot = m.build()
    moving = [c for c in contacts_of(foot) if c.name == "above"]
    assert moving[0].base_shape is not None  # what the foot draws, no plane


def test_mujoco_has_the_same_gap(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    text, _ = mjcf_text(hopper(True).build())
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.joint("lift").qpos = -0.19
    mujoco.mj_forward(model, data)
    system = hopper(True).build().compile()
    run = system.simulate(system.assemble({"lift": -0.19}), until=1e-6)
    gaps = sorted(float(run[f"{name}.gap"][0]) for name in ("tread", "table"))
    found = sorted(float(contact.dist) for contact in data.contact)
    assert len(found) == 2 and np.allclose(found, gaps, rtol=0.0, atol=1e-12)
    assert {float(contact.friction[0]) for contact in data.contact} == {0.6}
