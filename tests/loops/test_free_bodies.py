"""CHK-R04: reactions in closed loops close the balance of every body and do no work."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from loops import mechanisms
from loops.free_bodies import imbalance, power_of_reactions
from sarrus import Model, System
from sarrus.system.one_state.reactions import joint_reactions

MACHINES: dict[str, tuple[Callable[[], Model], str]] = {
    "slider_crank": (mechanisms.slider_crank, "crank_pivot"),
    "four_bar": (mechanisms.four_bar, "A"),
    "quick_return": (mechanisms.quick_return, "crank_pivot"),
    "rssr": (mechanisms.rssr, "A"),
    "rusr": (mechanisms.rusr, "crank_pivot"),
    "bricard": (mechanisms.bricard, "R1"),
    "sarrus": (mechanisms.sarrus_linkage, "foot_x"),
    "three_cranks": (lambda: mechanisms.parallelogram(3), "A0"),
    "door": (mechanisms.door, "low"),
    "chain": (lambda: mechanisms.slider_crank(style="chain"), "crank_pivot"),
}


@pytest.fixture(scope="module", params=MACHINES)
def machine(request) -> tuple[System, str]:
    build, joint = MACHINES[request.param]
    return build().compile(), joint


def test_CHK_R04_free_body_balance(machine):
    system, joint = machine
    state = system.assemble({joint: 0.1}, {joint: 1.7})
    load = {
        system.model.bodies[1 % len(system.model.bodies)].name: ((3.0, -2.0, 5.0), (0.4, 1.0, -0.7))
    }
    for how in ({}, {"efforts": {joint: 2.5}}, {"driven": {joint: -4.0}}, {"locked": [joint]}):
        moving = system.accelerations(state, loads=load, **how)
        assert imbalance(system, moving, load) <= 1e-10


def test_CHK_R04_reactions_do_no_work(machine):
    system, joint = machine
    state = system.assemble({joint: 0.1}, {joint: 1.7})
    moving = system.accelerations(state, driven={joint: 3.0})
    size = max(np.max(np.abs(w.force)) for w in joint_reactions(system, moving).values())
    assert power_of_reactions(system, moving) <= 1e-12 * max(size, 1.0)


def test_CHK_R04_residual_of_the_augmented_equations():
    system = mechanisms.slider_crank(style="weld").compile(cut=["guide_cut"])
    state = system.assemble({"crank_pivot": -0.7}, {"crank_pivot": -6.0})
    moving = system.accelerations(state)
    terms = system.compiled.loops.terms(state.q, state.v)
    left = terms.M @ moving.vdot - terms.h - terms.Phi.T @ moving.lam
    assert np.max(np.abs(left)) <= 1e-12
    # f_R of the cut section is what the piece of ground passes on to the guide
    found = joint_reactions(system, moving, part="wrench", axes="world", at=(0.0, 0.0, 0.0))
    for part in ("force", "moment"):
        gap = getattr(found["guide_cut"], part) - getattr(found["guide"], part)
        assert np.max(np.abs(gap)) <= 1e-12


def test_action_and_reaction():
    system = mechanisms.slider_crank().compile()
    moving = system.accelerations(system.assemble({"crank_pivot": -0.7}, {"crank_pivot": -6.0}))
    here = {"at": (0.1, 0.2, 0.3), "axes": "world"}
    child = joint_reactions(system, moving, on="child", **here)
    parent = joint_reactions(system, moving, on="parent", **here)
    for name in child:
        assert np.max(np.abs(child[name].force + parent[name].force)) <= 1e-13
        assert np.max(np.abs(child[name].moment + parent[name].moment)) <= 1e-13
    local = joint_reactions(system, moving, axes="joint")
    world = joint_reactions(system, moving, axes="world")
    for name in child:
        assert np.linalg.norm(local[name].force) == pytest.approx(np.linalg.norm(world[name].force))
