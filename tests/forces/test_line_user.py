"""Force laws of the user: functions of the motion, written down when the model is built."""

from __future__ import annotations

import gc
import math
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from loops.mechanisms import four_bar
from sarrus import Mechanism, Model, ModelError, analysis
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model.forces import UserForce
from sarrus.spatial import Curve
from sarrus.spatial.arrays import select
from sarrus.storage.record import decode, encode
from simulation.machines import pendulum

TIGHT = {"rtol": 1e-10, "atol": 1e-11}
EYE, TIP = (1.0, 3.0, 0.0), (1.0, 1.2, 0.0)
POINTS = {"eye": ("ground", EYE), "tip": ("coupler", TIP)}
FREE = 1.3


def pull(s: Any) -> Any:
    stretch = s.distance("eye", "tip") - FREE
    f = s.parameter("k") * stretch + s.parameter("c") * s.distance_rate("eye", "tip")
    along = (s.position("eye") - s.position("tip")) / s.distance("eye", "tip")
    return [s.force("tip", f * along)]


def stored(s: Any) -> Any:
    return 0.5 * s.parameter("k") * (s.distance("eye", "tip") - FREE) ** 2


def lost(s: Any) -> Any:
    return s.parameter("c") * s.distance_rate("eye", "tip") ** 2


NUMBERS = {"k": ("30 N/m", "N/m"), "c": 2.0}


def own(**more: Any) -> Callable[[Mechanism], None]:
    return lambda m: m.user_force("spring", pull, points=POINTS, parameters=NUMBERS, **more)


def ready(m: Mechanism) -> None:
    m.spring_damper("spring", "ground", "coupler", at_a=EYE, at_b=TIP, k=30, c=2, free_length=FREE)


@pytest.mark.parametrize("more", [{}, {"energy": stored, "dissipation": lost}], ids=["bare", "all"])
def test_the_same_motion_as_the_ready_element(more: dict[str, Any]) -> None:
    """Also the same derivatives, in a closed loop."""
    mine, theirs = (four_bar(more=m).compile(kernels=()) for m in (own(**more), ready))
    q = theirs.assemble({"A": 0.3}).q
    v = np.linspace(-1.0, 1.0, theirs.nv)
    found, expected = (
        analysis.forward_derivatives(s, q, v, np.zeros(s.nv)) for s in (mine, theirs)
    )
    for name in ("dvdot_dq", "dvdot_dv"):
        answer, want = getattr(found, name), getattr(expected, name)
        np.testing.assert_allclose(answer, want, rtol=0, atol=1e-12 * np.max(np.abs(want)))
    runs = [
        s.simulate(s.assemble({"A": 0.3}), until=1.0, every=0.1, **TIGHT) for s in (mine, theirs)
    ]
    np.testing.assert_allclose(runs[0]["A"], runs[1]["A"], rtol=0, atol=1e-9)
    assert runs[0].energy_error <= 1e-6
    if more:
        np.testing.assert_allclose(runs[0].loss, runs[1].loss, rtol=1e-9, atol=1e-12)
        assert runs[0].loss[-1] > 1e-3
    else:
        assert runs[0].loss[-1] == 0.0 and np.ptp(runs[0].work) > 1e-3


def test_parameters_are_kernel_inputs() -> None:
    mine = four_bar(more=own()).compile(parameters=["spring.k", "spring.c"], kernels=())
    theirs = four_bar(more=ready).compile(parameters=["spring.k", "spring.c"], kernels=())
    q, v = mine.assemble({"A": 0.3}).q, np.linspace(-1.0, 1.0, mine.nv)
    chosen = {"parameters": {"spring.k": 77.0, "spring.c": 0.4}}
    found, expected = (s.applied_efforts(q, v, **chosen) for s in (mine, theirs))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert np.max(np.abs(found - mine.applied_efforts(q, v))) > 1.0


def everything(s: Any) -> Any:
    """Axes, angular velocity, coordinates, rates and time at once."""
    x = s.axes("rod")[:, 0]
    angle = np.arctan2(x[1], x[0])
    effort = select(s.rate("A") > 0.3, -s.rate("A.rate"), 0.5 * s.coordinate("A.angle"))
    moment = np.array([0.0, 0.0, 1.0]) * (angle + s.angular_velocity("rod")[2])
    return [s.effort("A", effort + np.sin(s.time)), s.moment("rod", moment)]


@pytest.mark.parametrize("q, v, t", [(0.4, 1.0, 0.0), (-0.7, 0.2, 2.0), (0.1, -2.0, 0.5)])
def test_all_that_a_law_may_see(q: float, v: float, t: float) -> None:
    model = pendulum(lambda m: m.user_force("u", everything))
    expected = (-v if v > 0.3 else 0.5 * q) + math.sin(t) + q + v
    found = model.compile(kernels=()).applied_efforts([q], [v], t=t)
    np.testing.assert_allclose(found, [expected], rtol=1e-13)
    element = model.forces[0]
    assert isinstance(element, UserForce) and len(element.formula.conditions.results) == 1


def test_ledger_of_a_law_with_switches() -> None:
    system = pendulum(lambda m: m.user_force("u", everything)).compile(kernels=())
    run = system.simulate(system.initial_state(), until=2.0, every=0.01, rtol=1e-10, atol=1e-11)
    assert run.energy_error <= 1e-6 and np.ptp(run.work) > 0.1


def test_frames_are_points() -> None:
    def add(m: Mechanism) -> None:
        m.frame("end", "rod", at=(1.0, 0.0, 0.0))
        m.user_force("u", lambda s: s.force("end", (0.0, 2.0, 0.0)))

    np.testing.assert_allclose(
        pendulum(add).compile(kernels=()).applied_efforts([0.0], [0.0]), [2.0]
    )


# --- energy and dissipation that are checked ------------------------------------------------------


def refused(add: Callable[[Mechanism], Any]) -> Any:
    with pytest.raises(ModelError) as caught:
        pendulum(add)
    (problem,) = [p for p in caught.value.problems if p.severity == "error"]
    return problem


def test_energy_that_contradicts_the_force() -> None:
    def add(sign: float) -> Callable[[Mechanism], None]:
        return lambda m: m.user_force(
            "u",
            lambda s: s.effort("A", -4.0 * s.coordinate("A")),
            energy=lambda s: sign * 2.0 * s.coordinate("A") ** 2,
        )

    assert len(pendulum(add(1.0)).forces) == 1
    problem = refused(add(-1.0))
    assert problem.code == "M30" and "energy" in problem.element
    assert "contradict" in str(problem)


def test_dissipation_below_zero_and_energy_of_velocity() -> None:
    negative = refused(
        lambda m: m.user_force(
            "u",
            lambda s: s.effort("A", 3.0 * s.rate("A")),
            dissipation=lambda s: -3.0 * s.rate("A") ** 2,
        )
    )
    assert negative.code == "M30" and "below zero" in negative.rule
    moving = refused(
        lambda m: m.user_force(
            "u", lambda s: s.effort("A", 0.0), energy=lambda s: 0.5 * s.rate("A") ** 2
        )
    )
    assert moving.code == "M29" and "positions only" in moving.rule


# --- functions that cannot be traced --------------------------------------------------------------


def branching(s: Any) -> Any:
    x = s.coordinate("A")
    if x > 0.0:
        return s.effort("A", 1.0)
    return s.effort("A", 0.0)


def with_math(s: Any) -> Any:
    return s.effort("A", math.sin(s.coordinate("A")))


def equal(s: Any) -> Any:
    return s.effort("A", 1.0 if s.coordinate("A") == 0.0 else 2.0)


def misspelt(s: Any) -> Any:
    return s.effort("A", s.coordinate("B.angle"))


def nothing(s: Any) -> Any:
    return None


def line_in(function: Callable[..., Any], offset: int) -> str:
    return f"line {function.__code__.co_firstlineno + offset} "


@pytest.mark.parametrize(
    "function, reason",
    [
        (branching, "condition"),
        (with_math, "plain number"),
        (equal, "condition"),
        (misspelt, "'B.angle' is not the name of a coordinate"),
        (nothing, "must return"),
    ],
)
def test_why_a_function_is_refused(function: Callable[..., Any], reason: str) -> None:
    problem = refused(lambda m: m.user_force("u", function))
    assert problem.code == "M29" and reason in problem.rule
    assert function.__name__ in problem.value


def test_the_line_is_named() -> None:
    assert line_in(branching, 2) in refused(lambda m: m.user_force("u", branching)).rule
    assert line_in(with_math, 1) in refused(lambda m: m.user_force("u", with_math)).rule


@pytest.mark.parametrize(
    "code, given",
    [
        ("M25", {"points": [("rod", (0, 0, 0))]}),
        ("M25", {"points": {"tip": "rod"}}),
        ("M09", {"points": {"tip": ("rood", (0, 0, 0))}}),
        ("M25", {"points": {"tip": ("rod", (0, 0))}}),
        ("M25", {"parameters": [1.0]}),
        ("M09", {"parameters": {"name": 1.0}}),
        ("M09", {"parameters": {"2k": 1.0}}),
        ("M05", {"parameters": {"k": ("3 kg", "N/m")}}),
        ("M25", {"energy": 3.0}),
    ],
)
def test_what_is_refused(code: str, given: dict[str, Any]) -> None:
    with pytest.raises(ModelError) as caught:
        pendulum(lambda m: m.user_force("u", lambda s: s.effort("A", 1.0), **given))
    assert {p.code for p in caught.value.problems if p.severity == "error"} == {code}


# --- what is kept ---------------------------------------------------------------------------------


def constant(number: float) -> Callable[[Mechanism], None]:
    def law(s: Any) -> Any:
        return s.effort("A", number)

    return lambda m: m.user_force("u", law)


@pytest.mark.slow
def test_kernels_are_never_shared_by_accident(tmp_path: Any) -> None:
    """Functions that are made and dropped one after the other stand at the same address."""
    hashes = set()
    for number in range(20):
        model = pendulum(constant(float(number)))
        system = model.compile(kernels=(), cache=str(tmp_path))
        assert system.applied_efforts([0.2], [0.1])[0] == number
        hashes.add(model.content_hash)
        del model, system
        gc.collect()
    assert len(hashes) == 20
    assert " at 0x" not in repr(pendulum(constant(1.0)).forces)


def test_what_a_function_refers_to_may_change_later(tmp_path: Any) -> None:
    """The formula is that of the moment at which the model was built, in old and new kernels."""
    box = [3.0]
    model = pendulum(lambda m: m.user_force("u", lambda s: s.effort("A", box[0])))
    box[0] = 5.0
    system = model.compile(kernels=(), cache=str(tmp_path))
    assert system.applied_efforts([0.0], [0.0])[0] == 3.0
    later = pendulum(lambda m: m.user_force("u", lambda s: s.effort("A", box[0])))
    assert later != model
    assert later.compile(kernels=(), cache=str(tmp_path)).applied_efforts([0.0], [0.0])[0] == 5.0


@pytest.mark.usefixtures("small_heap")
def test_functions_are_not_kept() -> None:
    class Law:
        def __call__(self, s: Any) -> Any:
            return s.effort("A", -2.0 * s.coordinate("A"))

    kept = []

    def add(m: Mechanism) -> None:
        law = Law()
        kept.append(weakref.ref(law))
        m.user_force("u", law)

    model = pendulum(add)
    gc.collect()
    assert kept[0]() is None and len(model.forces) == 1


TABLE = Curve((-1.0, 0.0, 2.0), (3.0, 0.0, -1.0))


def tabulated(s: Any) -> Any:
    return s.effort("A", TABLE(s.coordinate("A")) + select(s.time > 1.0, 0.5, s.rate("A")))


@pytest.mark.parametrize("copied", ["record", "pickle"])
def test_records_and_copies(copied: str) -> None:
    model: Model = pendulum(lambda m: m.user_force("u", tabulated, parameters={"k": 2.0}))
    if copied == "pickle":
        again = pickle.loads(pickle.dumps(model))
    else:
        again = model_from_record(decode(encode(model_record(model))))
    assert again == model and again.content_hash == model.content_hash
    values = [m.compile(kernels=()).applied_efforts([0.3], [0.2], t=0.4) for m in (model, again)]
    assert values[0] == values[1] == TABLE(0.3) + 0.2


def test_a_damaged_formula_is_refused() -> None:
    record = model_record(pendulum(lambda m: m.user_force("u", tabulated)))
    record["forces"][0]["formula"]["steps"][-1] = ["__import__", 0]
    with pytest.raises(ModelError):
        model_from_record(record)


def test_run_files_need_no_function(tmp_path: Any) -> None:
    """A run with a law of the user is opened and repeated from its file alone."""
    system = pendulum(lambda m: m.user_force("u", tabulated)).compile(kernels=())
    run = system.simulate(
        system.initial_state(), until=0.5, every=0.1, file=tmp_path / "run.sarrus"
    )
    again = sarrus.open_run(tmp_path / "run.sarrus")
    np.testing.assert_array_equal(again["A"], run["A"])
    assert isinstance(again.system.model.forces[0], UserForce)
