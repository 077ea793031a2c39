"""Triggers of the codes of identification and calibration (I)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from errors.register import Place, triggers
from sarrus import Mechanism, Model, System
from sarrus.errors import Problem
from sarrus.identification import Measured, MeasuredPoses, excite, identify
from sarrus.identification.new_model import model_with
from sarrus.identification.parameters import parameters_of
from sarrus.system.analysis.matrices import inertia_parameters


def model() -> Model:
    m = Mechanism("arm", gravity=(0, 0, -9.81))
    one = m.body("one", 2.0, com=(0.3, 0, 0), inertia=(0.1, 0.1, 0.1))
    two = m.body("two", 1.0, com=(0.2, 0, 0), inertia=(0.05, 0.05, 0.05), at=(0.7, 0, 0))
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis="y")
    m.revolute("B", one, two, at=(0.7, 0, 0), axis="y")
    return m.build()


@cache
def arm() -> System:
    return model().compile(kernels=())


def rows(still: bool = False, tau: float = 1.0, gap: bool = False) -> Measured:
    """Return measured rows of the arm."""
    t = np.linspace(0.0, 4.0, 100)
    q = {j: (0.0 if still else 1.0) * np.sin((2 + k) * t) for k, j in enumerate("AB")}
    if gap:
        q["A"][50] = np.nan
    zero = {j: np.zeros(100) for j in "AB"}
    rate = {} if gap else {"v": zero, "a": zero}
    return Measured(t, q, tau={j: tau * np.cos(t) for j in "AB"}, **rate)


@triggers("I01")
def times_that_go_back(place: Place) -> None:
    Measured(np.array([0.0, 1.0, 0.5]), {"A": np.zeros(3)})


@triggers("I02")
def one_joint_of_two(place: Place) -> None:
    data = rows()
    identify(arm(), Measured(data.t, {"A": data.q["A"]}, v={"A": data.v["A"]},
                             a={"A": data.a["A"]}, tau={"A": data.tau["A"]}))  # fmt: skip


@triggers("I03")
def number_without_effect(place: Place) -> None:
    identify(arm(), rows(), by=["one.Jxy"])


@triggers("I04")
def body_below_nothing(place: Place) -> None:
    known = inertia_parameters(arm())
    wanted = parameters_of(arm().model, ["one.mass"], [], known)
    model_with(arm().model, wanted, np.array([-1.0]), known)


@triggers("I05")
def motion_without_limits(place: Place) -> None:
    excite(arm())


@triggers("I06")
def poses_without_positions(place: Place) -> None:
    MeasuredPoses({"A": np.zeros(3), "B": np.zeros(3)})


@triggers("I10")
def row_without_a_position(place: Place) -> Iterable[Problem]:
    return rows(gap=True).with_derivatives().notices


@triggers("I11")
def friction_of_joints_at_rest(place: Place) -> Iterable[Problem]:
    return identify(arm(), rows(), by=["inertia", "friction"]).notices


@triggers("I12")
def efforts_of_no_body(place: Place) -> Iterable[Problem]:
    t = np.linspace(0.0, 6.0, 200)
    q = {"A": np.sin(2 * t), "B": np.sin(3 * t)}
    v = {"A": 2 * np.cos(2 * t), "B": 3 * np.cos(3 * t)}
    a = {"A": -4 * np.sin(2 * t), "B": -9 * np.sin(3 * t)}
    tau = {"A": 2.0 * a["A"] - v["A"], "B": -0.3 * a["B"]}  # an inertia below zero
    data = Measured(t, q, v=v, a=a, tau=tau)
    return identify(arm(), data, by=["inertia", "viscous"]).notices
