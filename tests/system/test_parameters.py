"""Numbers of the model as kernel inputs: the same answers as a model built with those numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from sarrus import Mechanism, ModelError, analysis
from sarrus.model.pose import matrix3
from sarrus.spatial.rotation import turn_between
from sarrus.system import System
from sarrus.system.quantities import equations
from system.machines import BOOM_INERTIA, crane, state

REL = 1e-12

# Name of the parameter: the keyword of `crane` that builds the machine anew, and another value.
KINDS: dict[str, tuple[str, Any]] = {
    "gravity": ("gravity", (1.0, -2.0, -5.0)),
    "boom.mass": ("boom_mass", 7.5),
    "boom.com": ("boom_com", (0.4, -0.05, 0.7)),
    "boom.inertia": ("boom_inertia", tuple(tuple(2.0 * x for x in row) for row in BOOM_INERTIA)),
    "hinge.point": ("hinge_point", (0.25, 0.1, 0.45)),
    "hinge.axis": ("hinge_axis", (0.3, 0.9, -0.1)),
    "swivel.parent_point": ("swivel_on_hook", (1.1, 0.05, 0.25)),
    "swivel.child_point": ("swivel_on_load", (0.02, -0.03, 0.35)),
    "strut.k": ("k", 1234.0),
    "strut.c": ("c", 3.0),
    "strut.free_length": ("free_length", 0.5),
    "brake.d": ("damping", 9.0),
    "wind.force": ("wind", (0.0, 5.0, -3.0)),
}


def answers(system: System, **given: Any) -> dict[str, np.ndarray]:
    """Return what the compiled kernels say."""
    q, v, x = state(system)
    wrenches = system.wrenches(q, v, x, axes="world", **given)
    energy = system.energy(q, v, **given)
    return {
        "inverse": system.inverse_dynamics(q, v, x, **given),
        "forward": system.forward_dynamics(q, v, x, **given),
        "mass matrix": system.mass_matrix(q, **given),
        "bias": system.bias(q, v, **given),
        "applied": system.applied_efforts(q, v, **given),
        "energy": np.array([energy.kinetic, energy.gravity, energy.elements]),
        "position": system.poses(q, **given)["load"].position,
        "point": system.point("load", (0.1, 0.2, 0.3), q, v, x, **given).acceleration,
        "forces": np.array([wrench.force for wrench in wrenches.values()]),
        "moments": np.array([wrench.moment for wrench in wrenches.values()]),
    }


def on_floats(system: System, p: Any = None) -> dict[str, np.ndarray]:
    """Return what the equations say, run on floats, with the flat parameters p."""
    q, v, x = state(system)
    inputs = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": x, "tau": x}, 0.0, p)
    every = [joint.name for joint in system.model.joints]
    through = equations.wrenches(inputs, every, "child", "world", False, "wrench")
    return {
        "inverse": equations.inverse(inputs)["tau"],
        "forward": equations.forward(inputs)["vdot"],
        "mass matrix": equations.mass(inputs)["M"],
        "energy": equations.energy(inputs)["energy"],
        "positions": equations.body_positions(inputs)["position"],
        "accelerations": equations.body_accelerations(inputs)["acceleration"],
        "forces": through["force"],
        "moments": through["moment"],
    }


def assert_same(found: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> None:
    for name in expected:
        assert_close(found[name], expected[name], REL, name)


@pytest.mark.parametrize("name", KINDS)
def test_value_given_later_equals_model_built_anew(name: str) -> None:
    keyword, value = KINDS[name]
    system = System(crane(), parameters=[name], kernels=())
    anew = System(crane(**{keyword: value}), kernels=())
    expected = on_floats(anew)
    assert_same(on_floats(system, np.array(value, dtype=float).ravel()), expected)
    q, v, vdot = state(system)
    compiled = system.inverse_dynamics(q, v, vdot, parameters={name: value})
    assert_close(compiled, expected["inverse"], REL)


@pytest.mark.parametrize("name", KINDS)
def test_model_has_its_own_values_by_default(name: str) -> None:
    system = System(crane(), parameters=[name], kernels=())
    q, v, vdot = state(system)
    plain = System(crane(), kernels=())
    assert_close(system.inverse_dynamics(q, v, vdot), plain.inverse_dynamics(q, v, vdot), REL)


def test_many_parameters_at_once() -> None:
    system = System(crane(), parameters=list(KINDS), kernels=())
    anew = System(crane(**dict(KINDS.values())), kernels=())
    values = {name: value for name, (_, value) in KINDS.items()}
    assert_same(answers(system, parameters=values), answers(anew))


def test_some_of_the_parameters() -> None:
    """The others have the values of the model."""
    system = System(crane(), parameters=list(KINDS), kernels=())
    q, v, vdot = state(system)
    anew = System(crane(boom_mass=9.0, k=50.0), kernels=())
    found = system.inverse_dynamics(q, v, vdot, parameters={"strut.k": 50.0, "boom.mass": 9.0})
    assert_close(found, anew.inverse_dynamics(q, v, vdot), REL)


def test_axis_on_one_body() -> None:
    """The joint frame is turned on that body by the shortest way to the new axis."""
    model = crane()
    hinge = model.joint("hinge")
    R = np.array(hinge.on_parent.rotation)
    axis = np.array([0.3, 0.9, -0.1])
    turn = turn_between(R[:, 2], axis / np.linalg.norm(axis))
    other = replace(hinge, on_parent=replace(hinge.on_parent, rotation=matrix3(turn @ R)))
    joints = tuple(other if joint is hinge else joint for joint in model.joints)
    anew = System(replace(model, joints=joints), kernels=())
    system = System(model, parameters=["hinge.parent_axis"], kernels=())
    assert_same(on_floats(system, axis), on_floats(anew))
    q, v, vdot = state(system)
    found = system.inverse_dynamics(q, v, vdot, parameters={"hinge.parent_axis": axis})
    assert_close(found, anew.inverse_dynamics(q, v, vdot), REL)


def test_strength_of_the_axis_does_not_matter() -> None:
    system = System(crane(), parameters=["hinge.axis"], kernels=())
    axis = np.array([0.3, 0.9, -0.1])
    assert_same(on_floats(system, axis), on_floats(system, 10.0 * axis))


# Names ----------------------------------------------------------------------------------------


def test_all_names_are_offered() -> None:
    names = analysis.parameter_names(System(crane(), kernels=()))
    assert "gravity" in names and "body:boom.mass" in names and "force:strut.k" in names
    for name in KINDS:
        assert any(full == name or full.partition(":")[2] == name for full in names)


def test_full_names_are_understood() -> None:
    system = System(crane(), parameters=["body:boom.mass"], kernels=())
    q, v, vdot = state(system)
    expected = System(crane(boom_mass=9.0), kernels=()).inverse_dynamics(q, v, vdot)
    for name in ("body:boom.mass", "boom.mass"):
        found = system.inverse_dynamics(q, v, vdot, parameters={name: 9.0})
        assert_close(found, expected, REL)


def test_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ModelError, match=r"parameter 'boom\.mas'.*Did you mean 'boom\.mass'"):
        System(crane(), parameters=["boom.mas"], kernels=())
    with pytest.raises(ModelError, match="parameter_names"):
        System(crane(), parameters=["nothing like it"], kernels=())


def test_every_wrong_name_is_reported_at_once() -> None:
    with pytest.raises(ModelError) as caught:
        System(crane(), parameters=["boom.mas", "strut.q"], kernels=())
    assert len(caught.value.problems) == 2


def test_ambiguous_name_is_refused() -> None:
    """A joint and a force of one name both have a point."""
    machine = Mechanism("same")
    rod = machine.body("rod", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    machine.revolute("rod", machine.ground, rod, at=(0, 0, 0), axis="z")
    machine.point_force("rod", rod, (0, 1, 0), at=(1, 0, 0))
    model = machine.build()
    with pytest.raises(ModelError, match=r"fits joint:rod\.point and force:rod\.point.*full name"):
        System(model, parameters=["rod.point"], kernels=())
    system = System(model, parameters=["rod.mass", "force:rod.point"], kernels=())
    tau = system.inverse_dynamics([0.0], [0.0], [0.0], parameters={"force:rod.point": (3, 0, 0)})
    assert_close(tau, [-3.0], REL)


def test_values_of_parameters_that_were_folded_are_refused() -> None:
    system = System(crane(), parameters=["boom.mass"], kernels=())
    q, v, vdot = state(system)
    with pytest.raises(ModelError, match=r"parameter 'strut\.k'.*not an input.*Compile with"):
        system.inverse_dynamics(q, v, vdot, parameters={"strut.k": 1.0})


@pytest.mark.parametrize("value", [(1.0, 2.0), 0.5, (1.0, 2.0, 3.0, 4.0), "1 m", None])
def test_values_of_wrong_shape_are_refused_by_name(value: Any) -> None:
    """A single number is not a point: it must not be spread over x, y and z."""
    system = System(crane(), parameters=["boom.com"], kernels=())
    q, v, vdot = state(system)
    with pytest.raises(ValueError, match=r"boom\.com"):
        system.inverse_dynamics(q, v, vdot, parameters={"boom.com": value})
