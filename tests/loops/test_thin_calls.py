"""Calls that go through one native entry answer as the ordinary way does, errors included."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System, gallery
from sarrus.system.one_state.native_reactions import NativeLoads, NativeReactions
from sarrus.system.one_state.reactions import wrenches
from sarrus.system.quantities.smallest_loads import UNIQUE_ALL
from sarrus.system.rows.motion import motion
from sarrus.system.state import State

BUILT: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "four-bar, redundant": (gallery.four_bar, {}),
    "four-bar in its plane": (gallery.four_bar, {"planar": True}),
    "slider-crank": (gallery.slider_crank, {}),
    "bricard": (gallery.bricard, {}),
    "leg of three loops, redundant": (gallery.jansen_leg, {}),
    "two loops in their plane": (gallery.planar_3rrr, {"planar": True}),
}


@cache
def system_of(name: str) -> System:
    build, how = BUILT[name]
    return System(build(), **how)


@cache
def states_of(name: str) -> list[State]:
    """Return states on the way of the mechanism, and one at rest."""
    system = system_of(name)
    run = system.simulate(system.assemble(), until=0.4, every=0.1, step=0.01, method="rk4")
    return [run.state(k) for k in range(len(run.t))]


@pytest.mark.parametrize("part", ["reaction", "wrench"])
@pytest.mark.parametrize("name", BUILT)
def test_loads_of_a_state(name: str, part: str) -> None:
    system = system_of(name)
    native = system.compiled.native_reactions
    assert native is not None
    for state in states_of(name):
        found = native.wrenches(part, state, {})
        expected = wrenches(system, part, state, None, None)
        assert found is not None and list(found) == list(expected)
        assert found.formulation == expected.formulation and found.kind == expected.kind
        scale = 1.0 + max(np.max(np.abs([w.force, w.moment])) for w in expected.values())
        for joint, load in expected.items():
            same = found[joint]
            for a, b in ((same.force, load.force), (same.moment, load.moment), (same.at, load.at)):
                np.testing.assert_allclose(a / scale, b / scale, atol=1e-13)
            assert (same.on, same.axes, same.because) == (load.on, load.axes, load.because)
            assert same.unique_force == load.unique_force
            assert same.unique_moment == load.unique_moment


@pytest.mark.parametrize("name", BUILT)
def test_loads_of_chosen_joints(name: str) -> None:
    system, state = system_of(name), states_of(name)[1]
    names = list(system.compiled.loops.joints)[::-2]
    assert system.compiled.native_reactions is not None
    found = system.compiled.native_reactions.wrenches("reaction", state, {"joints": names})
    assert found is not None and list(found) == names[::-1]  # in the order of the model
    whole = system.reactions(state)
    for joint in names:
        assert np.array_equal(found[joint].force, whole[joint].force)
        assert found[joint].unique_moment == whole[joint].unique_moment
    other = wrenches(system, "reaction", state, None, None, joints=names)
    assert list(other) == list(system.reactions(state, joints=names))
    for _ in range(2):  # numbers of joints that were chosen before are known
        assert list(system.reactions(state, joints=names[:1])) == names[:1]
    for wrong in (["none"], [["none"]]):
        with pytest.raises(ModelError):
            system.reactions(state, joints=wrong)


ONE_KERNEL = [name for name in BUILT if name != "bricard"]


@pytest.mark.parametrize("part", ["reaction", "wrench"])
@pytest.mark.parametrize("name", ONE_KERNEL)
def test_one_kernel_finds_what_kernel_after_kernel_finds(name: str, part: str) -> None:
    """Where rows are zero or independent, the smallest loads and their labels are one kernel."""
    system = system_of(name)
    native = NativeReactions(system)
    joints = len(native.joints)
    for state in states_of(name):
        assert native.wrenches(part, state, {}) is not None and part in native.kernels
        found = native.kernels[part].call(state.q, state.v)[0]
        expected = NativeLoads(system).load_call(part)(state.q, state.v)
        assert expected is not None and found[-1] == expected[-1]
        scale = 1.0 + np.max(np.abs(expected[: 6 * joints]))
        np.testing.assert_allclose(found[: 9 * joints], expected[: 9 * joints], atol=1e-12 * scale)
        if found[-1] != UNIQUE_ALL:
            labels, reasons = slice(9 * joints, 15 * joints), slice(15 * joints, -1)
            np.testing.assert_array_equal(found[labels] >= 0.0, expected[labels] >= 0.0)
            np.testing.assert_array_equal(found[reasons] > 0.0, expected[reasons] > 0.0)


def test_what_one_kernel_does_not_serve_is_left_to_the_others() -> None:
    """Numbers beyond all measure, and hinges whose rows depend on each other at a position."""
    system, state = system_of("four-bar, redundant"), states_of("four-bar, redundant")[1]
    native = NativeReactions(system)
    assert native.wrenches("reaction", state, {}) is not None
    wild = replace(state, v=np.full(system.nv, 1e301))
    assert native.wrenches("reaction", wild, {}) is None
    watch = native.kernels["reaction"].call(state.q, state.v)[1]
    assert watch[0] >= 1.0 > native.kernels["reaction"].call(wild.q, wild.v)[1][0]


def test_several_owners_of_one_self_stress_are_left_to_the_rows() -> None:
    system = System(gallery.two_arm_chain())
    native, state = system.compiled.native_reactions, system.assemble()
    assert native is not None and native.wrenches("reaction", state, {}) is None
    assert any(len(load.because) > 1 for load in system.reactions(state).values())


def test_loads_are_a_dictionary_like_any_other() -> None:
    system, state = system_of("slider-crank"), states_of("slider-crank")[0]
    names = list(system.compiled.loops.joints)

    def fresh() -> Any:
        return system.reactions(state)

    assert len(fresh()) == len(names) and list(fresh()) == names and names[0] in fresh()
    assert [*fresh().keys()] == list(dict(fresh())) == list({**fresh()}) == names
    assert fresh().get("none") is None and fresh().get(names[1]) is not None and bool(fresh())
    assert [w.axes for w in fresh().values()] == ["joint"] * len(names)
    assert list(pickle.loads(pickle.dumps(fresh()))) == names == list(copy.copy(fresh()))
    assert names[0] in str(fresh()) and fresh() != {}
    one = fresh()
    assert one == one and one[names[0]] is one[names[0]]
    with pytest.raises(ModelError, match="not among the results"):
        fresh()["none"]


@pytest.mark.parametrize("name", BUILT)
def test_motion_at_a_state(name: str) -> None:
    system = system_of(name)
    native, ext = system.compiled.native_reactions, np.zeros((len(system.topology.branches), 6))
    for state in states_of(name):
        assert native is not None
        found, expected = native.motion(state), motion(state, {}, {}, [], ext, False, ())
        assert found is not None
        for field in ("vdot", "cut_vdot", "lam", "tau_cut", "ext", "bearing", "tau", "drive_tau"):
            value = getattr(expected, field)
            scale = 1.0 + np.max(np.abs(value), initial=0.0)
            np.testing.assert_allclose(getattr(found, field) / scale, value / scale, atol=1e-13)
        assert (found.efforts, found.unique_efforts, found.driven_cuts) == ({}, {}, ())
        np.testing.assert_allclose(found.A.A, expected.A.A, atol=1e-13)
        np.testing.assert_array_equal(found.A.rows, expected.A.rows)
        assert found.A.rank == expected.A.rank


@pytest.mark.parametrize("name", BUILT)
def test_accelerations_are_those_of_the_ordinary_caller(name: str) -> None:
    system = system_of(name)
    dynamics, tau = system.compiled.closed_dynamics, np.linspace(-1.0, 1.0, system.nv)
    for state in states_of(name):
        expected = dynamics.accelerations(state.q, state.v, tau)
        np.testing.assert_array_equal(system.forward_dynamics(state.q, state.v, tau), expected)
        lists = (state.q.tolist(), state.v.tolist(), tau.tolist())
        np.testing.assert_array_equal(system.forward_dynamics(*lists), expected)
        np.testing.assert_array_equal(
            system.forward_dynamics(state.q, state.v, tau, t=0.0), expected
        )


def test_rows_that_do_not_serve_are_chosen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The native call notices it by its watch: the state is solved with rows of its own."""
    system = System(gallery.bricard())
    dynamics, state = system.compiled.closed_dynamics, states_of("bricard")[-1]
    assert dynamics.mixing
    expected = system.forward_dynamics(state.q, state.v, state.v)
    poor = 1e-3 * dynamics.usual
    poor[0] = poor[1] + 1e-6 * poor[0]
    dynamics.__dict__["usual"] = poor
    dynamics.__dict__.pop("forward")
    chosen: list[Any] = []
    choice = dynamics.choice
    monkeypatch.setattr(dynamics, "choice", lambda q, last=(): chosen.append(q) or choice(q, last))
    found = system.forward_dynamics(state.q, state.v, state.v)
    assert len(chosen) == 1
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_a_singular_position_is_left_to_the_rows() -> None:
    m = Mechanism("flat parallelogram")
    for name, x, length in (("crank", 0.0, 1.0), ("coupler", 1.0, 2.0), ("rocker", 2.0, 1.0)):
        m.body(name, 1.0, (0.5 * length, 0, 0), (0.01, 0.1, 0.1), at=(x, 0, 0))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "coupler", at=(1, 0, 0), axis="z")
    m.revolute("D", m.ground, "rocker", at=(2, 0, 0), axis="z")
    m.revolute("C", "coupler", "rocker", at=(3, 0, 0), axis="z")
    system = m.build().compile()
    native, flat = system.compiled.native_reactions, system.state(system.neutral())
    assert native is None or native.wrenches("reaction", flat, {}) is None


def test_what_is_no_state_is_refused() -> None:
    system = system_of("four-bar, redundant")
    state = states_of("four-bar, redundant")[0]
    for wrong in (
        states_of("bricard")[0],
        replace(state, v=np.full(system.nv, np.nan)),
        replace(state, q=np.full(system.nq, np.inf)),
    ):
        with pytest.raises(ModelError):
            system.reactions(wrong)
    with pytest.raises(ModelError, match="reaction"):
        system.reactions(state.q)
    for arrays in ((state.q[:-1], state.v, state.v), (state.q, state.v * np.nan, state.v)):
        with pytest.raises(ModelError):
            system.forward_dynamics(*arrays)
