"""The first instant of a drive by native calls is the one found in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from golden.call_counts import calls_of
from golden.kernel_work import MECHANISMS, study_of
from loops.test_driven_passes import numbers_of
from sarrus import Mechanism, ModelError, System, gallery
from sarrus.system.driven.driving import Drive
from sarrus.system.driven.instant import PrescribedMotion
from sarrus.system.driven.native_instant import NativeInstants

QUICK = ("four_bar", "slider_crank", "bricard")
NEAR = 1e-13
"""Of the largest number of its kind; multiplied by the condition of the rows, and its square for
what two solutions with them yield."""


def laws_of(system: System, shift: float) -> dict[str, Any]:
    """Return laws of as many joints as there are freedoms, whose first values are shifted."""
    start, free = system.assemble(), system.mobility().freedom
    joints = [joint for joint in system.compiled.layout.joints if joint.type.nq == joint.type.nv]
    names = [name for joint in joints for name in joint.coordinate_names][:free]
    return {
        name: lambda t, x=float(start[name]), k=k: x + shift * (1 + k) + 0.3 * np.sin(4.0 * t + k)
        for k, name in enumerate(names)
    }


def outcome(system: System, laws: dict[str, Any], **how: Any) -> Drive | str:
    try:
        return system.drive(laws, **{"times": [0.1], **how})
    except ModelError as error:
        return str(error)


def in_python(
    monkeypatch: pytest.MonkeyPatch, system: System, laws: dict[str, Any], **how: Any
) -> Drive | str:
    """Return what a drive is without native calls."""
    with monkeypatch.context() as patch:
        patch.setattr(PrescribedMotion, "native", None)
        return outcome(system, laws, **how)


def assert_same(quick: Drive | str, slow: Drive | str, what: str = "") -> None:
    if isinstance(quick, str) or isinstance(slow, str):
        assert quick == slow, what
        return
    assert [str(n) for n in quick.notices] == [str(n) for n in slow.notices], what
    expected, found = numbers_of(slow), numbers_of(quick)
    condition = 1.0 / float(slow.watch[0])
    for name, value in expected.items():
        power = {"q": 1, "cut_q": 1, "v": 2, "cut_v": 2}.get(name, 3)
        scale = 1.0 + np.max(np.abs(value), initial=0.0)
        off = float(np.max(np.abs(found[name] - value), initial=0.0)) / scale
        assert off <= NEAR * condition ** (power - 1), f"{what} {name}: {off:.2g}"
    a, b = quick.motions[0], slow.motions[0]
    assert list(a.efforts) == list(b.efforts) and a.unique_efforts == b.unique_efforts
    assert a.A.rank == b.A.rank and a.A.smallest == pytest.approx(b.A.smallest, rel=1e-10)
    np.testing.assert_allclose(a.A.singular_values, b.A.singular_values, atol=1e-11)


@pytest.mark.parametrize("shift", [0.0, 0.4, 7.0])
@pytest.mark.parametrize("name", QUICK)
def test_some_mechanisms(name: str, shift: float, monkeypatch: pytest.MonkeyPatch) -> None:
    system = study_of(name).model.compile()
    laws = laws_of(system, shift)
    assert_same(outcome(system, laws), in_python(monkeypatch, system, laws))


@pytest.mark.slow
@pytest.mark.parametrize("name", MECHANISMS)
def test_the_gallery_and_the_reference_problems(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system = study_of(name).model.compile()
    whole_turns = name != "whip"  # a segment of a beam bends by less than a whole turn
    for shift in (0.0, 0.4, 2.0, 7.0) if whole_turns else (0.0, 0.1):
        laws = laws_of(system, shift)
        assert_same(outcome(system, laws), in_python(monkeypatch, system, laws), f"{shift}")


def four_bar(size: float) -> System:
    m = Mechanism("four_bar")
    arm = {"mass": 1e3 * size**3, "inertia": (size**5,) * 3}
    crank, coupler, rocker = (m.body(name, **arm) for name in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1 * size, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3 * size, 0, 0.2 * size), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3 * size, 0, 0), axis="y")
    slide = m.body("slide", **arm)
    m.prismatic("S", rocker, slide, at=(0.3 * size, 0, 0.1 * size), axis="z")
    return m.build().compile()


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e3])
def test_any_size(size: float, monkeypatch: pytest.MonkeyPatch) -> None:
    system = four_bar(size)
    laws = {"A": lambda t: 2.0 + t * t, "S": lambda t: 0.05 * size * t}
    quick, slow = outcome(system, laws), in_python(monkeypatch, system, laws)
    assert isinstance(quick, Drive) and isinstance(slow, Drive)
    for name in ("C.angle", "D.rate", "A.effort", "S.effort", "C.reaction.force"):
        expected = np.asarray(slow[name])
        largest = float(np.max(np.abs(expected)))
        np.testing.assert_allclose(quick[name], expected, rtol=1e-11, atol=1e-11 * largest)


def fails(t: Any) -> Any:
    raise ZeroDivisionError("here")


CASES: dict[str, tuple[Callable[[], Any], dict[str, Any], dict[str, Any]]] = {
    "efforts": (gallery.four_bar, {"A": 0.1}, {"efforts": {"D": 0.3, "B": lambda t: 2.0 * t}}),
    "a freedom left": (gallery.double_pendulum, {"A": lambda t: 2.0 * t}, {}),
    "an effort that fails": (gallery.four_bar, {"A": 0.1}, {"efforts": {"D": fails}}),
    "a law that fails": (gallery.four_bar, {"A": fails}, {}),
    "an effort of another size": (gallery.four_bar, {"A": 0.1}, {"efforts": {"D": [1.0, 2.0]}}),
    "both ends of a loop": (gallery.four_bar, {"A": lambda t: t, "D": lambda t: 2.0 * t}, {}),
    "more drives than freedoms": (gallery.four_bar, {"A": 0.0, "D": 0.0}, {"share": True}),
    "beyond the reach": (gallery.four_bar, {"D": 2.0}, {}),
    "a joint that is cut": (gallery.four_bar, {"C": lambda t: 0.1 * t}, {}),
    "a joint that is cut, far away": (gallery.four_bar, {"C": 2.5}, {}),
    "another guess": (gallery.four_bar, {"A": 0.3}, {"guess": {"A": 2.5}}),
    "a guess on the other side": (gallery.four_bar, {"A": 0.3}, {"guess": {"A": 0.0, "B": -3.0}}),
    "loads": (gallery.four_bar, {"A": 0.3}, {"loads": {"coupler": ((0, 0, 1.0), (0, 0, 0))}}),
    "no such joint": (gallery.four_bar, {"elbow": 0.1}, {}),
    "a rate": (gallery.four_bar, {"A.rate": 0.1}, {}),
    "no drive": (gallery.four_bar, {}, {}),
    "a number that is none": (gallery.four_bar, {"A": float("nan")}, {}),
    "two names of one": (gallery.four_bar, {"A": 0.1, "A.angle": 0.1}, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_texts_and_numbers_of_other_drives(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    build, laws, how = CASES[case]
    system = build().compile()
    assert_same(outcome(system, laws, **how), in_python(monkeypatch, system, laws, **how))


def test_numbers_of_the_model_and_time_are_those_of_the_call() -> None:
    m = Mechanism("arm")
    arm = m.body("arm", mass=2.0, com=(0.5, 0, 0))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    system = m.build().compile(parameters=["arm.mass"])
    for mass in (2.0, 5.0, 2.0):
        run = system.drive({"A": 0.0}, times=[1.0], parameters={"arm.mass": mass})
        assert run["A.effort"][0] == pytest.approx(-0.5 * mass * 9.81, rel=1e-12)


def test_it_is_one_native_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what is left reads arguments and laws; nothing of it grows with the way there."""
    system = gallery.four_bar().compile()
    found = []
    position = NativeInstants.position

    def counted(*given: Any) -> Any:
        found.append(position(*given))
        return found[-1]

    monkeypatch.setattr(NativeInstants, "position", counted)
    near, far = ({"A": lambda t, at=at: at + t} for at in (0.2, 40.0))
    for laws in (near, far):
        system.drive(laws, times=[0.0])
    assert len(found) == 2 and all(x is not None and x.known is not None for x in found)
    assert calls_of(lambda: NativeInstants.position(
        system.compiled.native_instants, found[0].instant, system.drawing(), {}
    )) < 40  # fmt: skip
