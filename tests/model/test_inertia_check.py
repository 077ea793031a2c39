"""M03 and M04: the verdict on an inertia is that of its eigenvalues."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sarrus import Mechanism, Model, ModelError, load_urdf
from sarrus.errors import Problem
from sarrus.model.body import Body
from sarrus.model.building.entry import Entry
from sarrus.model.pose import matrix3
from sarrus.model.validation import check_inertia
from sarrus.model.validation.inertia import _doubtful


def verdict(inertia: np.ndarray, mass: float = 1.0) -> list[Problem]:
    problems: list[Problem] = []
    check_inertia(Entry("body 'b'", {}, problems), mass, matrix3(inertia))
    return problems


def oracle(inertia: np.ndarray) -> tuple[str | None, float]:
    """Return the severity that the eigenvalues ask for, and the relative distance to a border."""
    p = np.sort(np.linalg.eigvals(inertia).real)
    scale = np.abs(p).max() or 1.0
    slack = (p[0] + p[1] - p[2]) / scale
    if p[0] < 0:
        return "error", -p[0] / scale
    return (None if slack >= 0 else "warning"), min(p[0] / scale, abs(slack))


def check(inertia: np.ndarray) -> None:
    expected, margin = oracle(inertia)
    found = [p.severity for p in verdict(inertia) if p.code == "M03"]
    if margin >= 1e-12:
        assert found == ([expected] if expected else []), inertia


def test_ten_thousand_random_matrices() -> None:
    rng = np.random.default_rng(3)
    for _ in range(10_000):
        a = rng.normal(size=(3, 3))
        check(10.0 ** rng.uniform(-9, 6) * ((a + a.T) / 2 + rng.uniform(0, 3) * np.eye(3)))


@given(st.lists(st.floats(-10, 10), min_size=6, max_size=6))
def test_any_six_numbers(six: list[float]) -> None:
    xx, yy, zz, xy, yz, xz = six
    assume(max(map(abs, six)) > 1e-6)
    check(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_border_is_sharp(sign: float) -> None:
    q, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))
    inertia = q @ np.diag([1.0, 2.0, 3.0 - sign * 2e-12 * 3]) @ q.T
    assert [p.code for p in verdict(inertia)] == ([] if sign > 0 else ["M03"])


def test_numbers_and_causes_are_in_the_message() -> None:
    text = str(verdict(np.diag([0.1, 0.1, 0.35]))[0])
    assert "0.1 + 0.1 < 0.35, by 0.15 kg m^2" in text and "another frame" in text
    assert "-1, 1, 1 kg m^2" in str(verdict(np.diag([-1.0, 1.0, 1.0]))[0])


def test_inertia_without_mass_is_a_warning() -> None:
    assert [(p.code, p.severity) for p in verdict(np.eye(3), 0.0)] == [("M04", "warning")]
    assert verdict(np.zeros((3, 3)), 0.0) == []


def sized(inertia: np.ndarray, mass: float, size: float) -> tuple[list[Problem], np.ndarray]:
    problems: list[Problem] = []
    entry = Entry("body 'b'", {}, problems)
    return problems, np.array(check_inertia(entry, mass, matrix3(inertia), size))


def test_noise_beside_mass_and_size_is_zero_with_a_notice() -> None:
    point = np.zeros((3, 3))
    point[0, 2] = point[2, 0] = 1.35525e-20
    problems, kept = sized(point, 1.33687, 0.11)
    assert [(p.code, p.severity) for p in problems] == [("M03", "notice")]
    assert not kept.any() and "taken as zero" in str(problems[0])
    problems, kept = sized(np.diag([0.1, 0.1, -1e-12]), 1.0, 1.0)
    assert [p.severity for p in problems] == ["notice"]
    assert np.allclose(kept, np.diag([0.1, 0.1, 0.0]), rtol=0, atol=1e-16)
    problems, kept = sized(np.diag([0.1, 0.1, 0.2 + 1e-10]), 1.0, 1.0)
    assert [p.severity for p in problems] == ["notice"] and kept[2, 2] == 0.2 + 1e-10


@pytest.mark.parametrize("moment", [-1e-6, -1e-20])
def test_what_is_no_noise_of_this_body_is_refused(moment: float) -> None:
    size = 1.0 if moment == -1e-6 else 1e-6  # a body of a micrometre has such moments
    problems, _ = sized(np.diag([moment, 0.0, 0.0]), 1e-3, size)
    assert [p.severity for p in problems] == ["error"]


def test_links_that_are_welded_are_judged_together() -> None:
    def built(inertia: tuple[float, ...], weld: bool, carrier: str = "arm") -> Model:
        m = Mechanism("m")
        arm = m.body("arm", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
        sensor = m.body("sensor", 0.1, (0, 0, 0), inertia, at=(0.2, 0, 0))
        m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
        on = arm if carrier == "arm" else m.ground
        add = m.weld if weld else m.revolute
        add("W", on, sensor, at=(0.2, 0, 0), **({} if weld else {"axis": "y"}))
        return m.build()

    wrong = (1e-4, 1e-4, -1e-4)
    for carrier in ("arm", "ground"):
        notices = built(wrong, True, carrier).notices
        assert ("M03", "warning") in [(p.code, p.severity) for p in notices]
    with pytest.raises(ModelError, match="M03"):
        built(wrong, False)
    with pytest.raises(ModelError, match="M03"):
        built((1e-4, 1e-4, -1.0), True)


def test_a_point_mass_of_a_robot_file_is_loaded() -> None:
    text = """<robot name="r"><link name="b"/><link name="head"><inertial><origin xyz="0 0 0.1"/>
    <mass value="1"/><inertia ixx="0" ixy="2.4e-35" ixz="0" iyy="0" iyz="-1e-18" izz="0"/>
    </inertial></link><joint name="j" type="revolute"><parent link="b"/><child link="head"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
    model = load_urdf(text)
    assert [p.severity for p in model.notices if p.code == "M03"] == ["notice"]
    assert not np.array(model.body("head").inertia).any()


def test_bodies_beyond_doubt_are_found_together() -> None:
    """What is not looked at by itself would have had nothing reported of it."""
    rng = np.random.default_rng(5)
    bodies = []
    for i in range(2000):
        moments = np.abs(rng.normal(size=3)) * 10.0 ** rng.integers(-9, 5)
        if i % 3 == 0:
            moments = np.array([0.0, 1.0, 1.0]) * 10.0 ** rng.integers(-3, 3)
        if i % 7 == 0:
            moments[0] = -moments[0] * 10.0 ** rng.integers(-20, 1)
        R = np.linalg.qr(rng.normal(size=(3, 3)))[0] if i % 2 else np.eye(3)
        inertia = matrix3(R @ np.diag(moments) @ R.T)
        bodies.append(Body(f"b{i}", 0.0 if i % 11 == 0 else 1.0, inertia=inertia))
    doubtful = set(_doubtful(bodies))
    assert 100 < len(doubtful) < 1900
    for i, body in enumerate(bodies):
        problems: list[Problem] = []
        check_inertia(Entry(f"body {body.name!r}", {}, problems), body.mass, body.inertia)
        assert not problems or i in doubtful, (i, problems)
    assert _doubtful([]) == []
