"""Real numbers: loops that close, and rows that depend, within the tolerance of the data."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from loops.inexact import (
    MOMENTS,
    leaning_drag_link,
    leaning_four_bar,
    robot_four_bar,
    rounded,
    tilted,
)
from loops.mechanisms import five_bar
from sarrus import Mechanism, Model, ModelError, System, gallery, load, load_urdf, open_run, save
from sarrus.errors import Problem, SimulationStopped


@cache
def leaning(tilt: float) -> System:
    return leaning_four_bar(tilt).compile(kernels=())


def data_notice(system: System) -> Problem | None:
    return next((p for p in system.notices if p.code == "W44"), None)


# --- as for exact data ---------------------------------------------------------------------------


@pytest.mark.parametrize("tilt", [1e-10, 1e-8, 1e-5])
def test_an_axis_that_leans_a_little_changes_nothing(tilt: float) -> None:
    exact, system = leaning(0.0), leaning(tilt)
    states = [s.assemble({"A": 0.4}, {"A": 1.0}) for s in (exact, system)]
    mobility = system.mobility(states[1])
    assert (mobility.freedom, mobility.n_redundant) == (1, 3)
    assert np.allclose(states[0].q, states[1].q, atol=tilt)
    pairs = zip((exact, system), states, strict=True)
    wrenches = [s.reactions(state, axes="world") for s, state in pairs]
    for joint in "ABCD":
        one, other = (w[joint] for w in wrenches)
        assert one.unique_force == other.unique_force and one.unique_moment == other.unique_moment
        assert np.allclose(one.force, other.force, atol=1e3 * tilt + 1e-9)
    drives = [s.drive({"A": lambda t: 0.4 * t}, times=[0.0, 1.0]) for s in (exact, system)]
    assert drives[0]["A.effort"][-1] == pytest.approx(drives[1]["A.effort"][-1], abs=100 * tilt)
    assert [p.code for p in drives[1].notices if p.code == "W44"] == ["W44"]
    runs = [s.simulate(s.assemble(), until=0.3) for s in (exact, system)]
    assert np.max(np.abs(runs[0]["A.angle"] - runs[1]["A.angle"])) <= 10 * tilt + 1e-9
    assert [p.code for p in runs[1].notices] == ["W44"] and not runs[0].notices


def test_the_notice_says_what_is_off_and_what_was_assumed() -> None:
    notice = data_notice(leaning(1e-8))
    assert notice is not None and notice.severity == "notice"
    text = str(notice)
    assert "the axis of joint 'D' is 1e-08 rad off that of 'A', 'B', 'C'" in text
    assert "3 of 5 loop equations count as redundant" in text and "freedom 1" in text
    assert data_notice(leaning(0.0)) is None and leaning(0.0).notices == ()


def test_tolerance_zero_takes_numbers_as_they_are() -> None:
    for system in (
        leaning_four_bar(1e-8).compile(kernels=(), tolerance=0),
        leaning_four_bar(1e-8, tolerance=0).compile(kernels=()),
    ):
        assert system.mobility().freedom == 0 and data_notice(system) is None
        with pytest.raises(ModelError, match=r"D18.*axis of joint 'D' is 1e-08 rad off"):
            system.simulate(system.assemble(), until=0.1)


@pytest.mark.parametrize("quarter", ["1.5708", "1.570796327"])
def test_a_robot_with_pi_to_some_digits_moves(quarter: str) -> None:
    model = load_urdf(robot_four_bar(quarter))
    system = model.compile(kernels=())
    state = system.assemble(rates={"A": 5.0})
    assert state["A.rate"] == pytest.approx(5.0)
    assert (system.mobility(state).freedom, system.mobility(state).n_redundant) == (1, 3)
    notice = data_notice(system)
    assert notice is not None and "axis of joint 'D'" in notice.cause
    assert model.compile(kernels=(), planar=True).mobility().freedom == 1
    with pytest.raises(ModelError, match="T05"):
        load_urdf(robot_four_bar("1.58")).compile(kernels=(), planar=True).mobility()


def test_a_loop_that_keeps_some_freedom_gets_all_of_it() -> None:
    system = tilted(five_bar(), 1e-7).compile(kernels=())
    mobility = system.mobility()
    assert (mobility.freedom, mobility.n_redundant) == (2, 3)
    one = leaning_five_bar(1e-7).compile(kernels=())  # held at one joint only
    assert (one.mobility().freedom, one.mobility().n_redundant) == (2, 3)


def leaning_five_bar(tilt: float) -> Model:
    from dataclasses import replace

    exact, leans = five_bar(), tilted(five_bar(), tilt)
    joints = (*exact.joints[:3], leans.joints[3], *exact.joints[4:])
    return replace(exact, joints=joints)


@pytest.mark.parametrize("method", ["bdf", "ida", "rk4", "euler"])
def test_every_method_goes_on_with_rows_set_aside(method: str) -> None:
    step = {"step": 1e-3} if method in ("rk4", "euler") else {}
    system, exact = leaning(1e-6), leaning(0.0)
    runs = [s.simulate(s.assemble(), until=0.1, method=method, **step) for s in (system, exact)]
    assert np.max(np.abs(runs[0]["A.angle"] - runs[1]["A.angle"])) < 1e-5


# --- beyond the tolerance ------------------------------------------------------------------------


def test_a_loop_that_opens_along_the_motion_stops_the_run() -> None:
    system = leaning_drag_link(1.5e-5).compile(kernels=())
    assert data_notice(system) is not None
    start = system.assemble(rates={"A": 5.0})
    with pytest.raises(SimulationStopped, match=r"E-OPEN.*joint 'C'.* m and .* rad") as caught:
        system.simulate(start, until=1.5)
    assert caught.value.run is not None and len(caught.value.run) > 10
    with pytest.raises(ModelError, match=r"D07.*joint 'C' is open by .* m and .* rad"):
        system.drive({"A": lambda t: 6.0 * t}, until=1.0)
    wider = leaning_drag_link(1.5e-5).compile(kernels=(), tolerance=1e-4)
    assert wider.simulate(wider.assemble(rates={"A": 5.0}), until=0.5).t[-1] == 0.5
    many = system.simulate([start, start], until=1.5, method="rk4", step=5e-3)
    assert set(many.failed) == {0, 1} and "E-OPEN" in str(many.failed[0])


@pytest.mark.parametrize(
    ("tilt", "said"), [(1e-3, "give way by .* m and .* rad"), (0.3, "0.29 rad")]
)
def test_a_structure_says_what_holds_it(tilt: float, said: str) -> None:
    system = leaning(tilt)
    assert data_notice(system) is None and system.mobility().freedom == 0
    for ask in (
        lambda: system.simulate(system.assemble(), until=1.0),
        lambda: system.assemble(rates={"A": 1.0}),
        lambda: system.drive({"A": lambda t: 0.4 * t}, until=1.0),
    ):
        with pytest.raises(ModelError, match=f"D18.*no freedom.*axis of joint 'D'.*{said}"):
            ask()
    assert np.all(np.isfinite(system.reactions(system.assemble())["C"].force))


def test_what_is_out_of_reach_is_told_with_the_nearest_value() -> None:
    system = leaning(0.0)
    reach = [system.assemble({"A": a})["D"] for a in np.linspace(-3.0, 3.0, 10)]
    wanted = max(reach) + 0.3
    with pytest.raises(
        ModelError, match=r"M12.*'D'.*out of reach by 0.[23].*nearest value"
    ) as caught:
        system.assemble({"D": wanted}, starts=2, strict=True)
    got = float(str(caught.value).split("nearest value found is ")[1].split()[0].rstrip("."))
    assert max(reach) <= got <= wanted - 0.2


def test_two_drives_on_one_freedom_are_told_so() -> None:
    system = leaning(0.0)
    laws = {"A": lambda t: 0.2 * t * t, "D": lambda t: 0.3 * t * t}
    with pytest.raises(ModelError, match=r"D03.*'A', 'D'.*2 on 1 of the mechanism's freedoms"):
        system.simulate(system.assemble(), until=0.1, driven=laws)


# --- what is meant -------------------------------------------------------------------------------


def test_a_swash_plate_keeps_its_stroke() -> None:
    for angle in (1e-4, 1e-7):
        m, radius = Mechanism("swash plate"), 0.05
        shaft = m.body("shaft", 1.0, (0, 0, 0), MOMENTS)
        slipper = m.body("slipper", 0.1, (0, 0, 0), MOMENTS, at=(radius, 0, 0))
        piston = m.body("piston", 0.3, (0, 0, 0), MOMENTS, at=(radius, 0, radius))
        m.revolute("A", m.ground, shaft, at=(0, 0, 0), axis="z")
        m.planar("F", shaft, slipper, at=(radius, 0, 0), axis=(np.sin(angle), 0, np.cos(angle)))
        m.spherical("S", slipper, piston, at=(radius, 0, 0))
        m.prismatic("P", m.ground, piston, at=(radius, 0, radius), axis="z")
        system = m.build().compile(kernels=())
        assert data_notice(system) is None
        stroke = system.assemble({"A": np.pi})["P"] - system.assemble({"A": 0.0})["P"]
        assert stroke == pytest.approx(2 * radius * np.tan(angle), rel=1e-6)


@pytest.mark.parametrize("size", [1e-4, 1e-6])
def test_a_small_eccentric_and_a_wobbling_chain_keep_their_freedom(size: float) -> None:
    m = Mechanism("two eccentrics and a rod")
    points = {
        "A": (0, 0, 0),
        "B": (size, 0, 0),
        "C": (1 + 0.3 * size, 0, 0.9 * size),
        "D": (1, 0, 0),
    }
    bodies = [m.body(name, 1.0, (0, 0, 0), MOMENTS) for name in ("one", "rod", "other")]
    for name, a, b in zip("ABCD", (m.ground, *bodies), (*bodies, m.ground), strict=True):
        m.revolute(name, a, b, at=points[name], axis="y")
    system = m.build().compile(kernels=())
    assert system.mobility().freedom == 1 and data_notice(system) is None
    assert abs(system.assemble({"A": 0.3})["D"]) > 0.01
    m = Mechanism("four axes through a point")
    axes = {"A": (0, 0), "B": (0.5, 0), "C": (1.5, 1.3), "D": (1.6, 0)}
    bodies = [m.body(name, 1.0, (0, 0, 0), MOMENTS) for name in ("one", "two", "three")]
    for name, a, b in zip("ABCD", (m.ground, *bodies), (*bodies, m.ground), strict=True):
        x, y = axes[name]
        m.revolute(name, a, b, at=(0, 0, 0), axis=(size * x, size * y, 1.0))
    system = m.build().compile(kernels=())
    assert system.mobility().freedom == 1 and data_notice(system) is None


@pytest.mark.parametrize("cut", ["P", "H2"])
def test_a_differential_screw_keeps_its_lead(cut: str) -> None:
    m = Mechanism("differential screw")
    screw = m.body("screw", 1.0, (0, 0, 0), MOMENTS)
    nut = m.body("nut", 1.0, (0, 0, 0.1), MOMENTS)
    m.helical("H1", m.ground, screw, at=(0, 0, 0), axis="z", lead=1.000001e-3)
    m.helical("H2", screw, nut, at=(0, 0, 0.1), axis="z", lead=1e-3)
    m.prismatic("P", m.ground, nut, at=(0, 0, 0.1), axis="z")
    system = m.build().compile(kernels=(), cut=[cut])
    state = system.assemble(rates={"H1": 2 * np.pi})
    assert state["P.speed"] == pytest.approx(1e-9, rel=1e-3) and data_notice(system) is None


# --- where it is set -----------------------------------------------------------------------------


def test_the_tolerance_stands_in_files_and_runs(tmp_path: Path) -> None:
    path = tmp_path / "leaning.yaml"
    save(leaning_four_bar(1e-6, tolerance=0), path)
    assert "tolerance: 0" in path.read_text() and load(path).tolerance == 0.0
    save(leaning_four_bar(1e-6), path, overwrite=True)
    assert "tolerance" not in path.read_text() and load(path).tolerance == 1e-5
    system = leaning_four_bar(1e-6, tolerance=0).compile(kernels=(), tolerance=2e-5)
    system.simulate(system.assemble(), until=0.05, file=tmp_path / "run.sarrus")
    again = open_run(tmp_path / "run.sarrus")
    assert again.system.compiled.tolerance == 2e-5 and again.system.model.tolerance == 0.0
    assert [p.code for p in again.notices] == ["W44"]


@pytest.mark.parametrize("wrong", [-1.0, 0.5, float("nan")])
def test_a_tolerance_that_is_none_is_refused(wrong: float) -> None:
    with pytest.raises(ModelError, match="tolerance"):
        leaning_four_bar(0.0, tolerance=wrong)
    with pytest.raises(ModelError, match="tolerance"):
        leaning_four_bar(0.0).compile(kernels=(), tolerance=wrong)


# --- the gallery ---------------------------------------------------------------------------------

REDUNDANT = ("four_bar", "slider_crank", "quick_return", "quick_return_b", "andrews_squeezer",
             "peaucellier", "jansen_leg", "planar_3rrr", "bricard", "sarrus_linkage")  # fmt: skip
OTHERS = ("spatial_slider_crank", "offset_slider_crank", "rssr", "governor", "stewart_platform",
          "delta_robot", "double_wishbone")  # fmt: skip


def example(name: str) -> Model:
    found = gallery.EXAMPLES[name]
    return found.build(**found.parameters)


def compare(exact: Model, model: Model, within: float) -> None:
    """Check mobility, labels and motion; or that it is refused with joint, gap and angle."""
    one, other = (m.compile(kernels=()) for m in (exact, model))
    try:
        state = other.assemble()
        run = other.simulate(state, until=0.05)
    except (ModelError, SimulationStopped) as refused:
        assert refused.problems[0].code in ("D18", "M12", "E-OPEN"), str(refused)
        assert re.search(r"joint '.*(m and .* (rad|deg))", str(refused)), str(refused)
        return
    start = one.assemble(guess=dict(zip(one.coordinates, state.q, strict=True)))
    known, found = one.mobility(start), other.mobility(state)
    assert (found.freedom, found.n_redundant) == (known.freedom, known.n_redundant)
    exact_run, scale = one.simulate(start, until=0.05).q, one.compiled.loops.column_scale
    far, way = (
        max(float(np.max(np.abs(one.difference(a, b) / scale))) for a, b in pairs)
        for pairs in (zip(exact_run, run.q, strict=True), ((start.q, q) for q in exact_run))
    )
    assert far <= within * max(1.0, way)  # angles in rad, lengths as parts of the model's
    # what is unique at a position with symmetries is not so beside it
    exact_ones = [one.reactions(s) for s in (start, one.assemble())]
    for name, found_one in other.reactions(state).items():
        assert found_one.unique_force in [w[name].unique_force for w in exact_ones], name
        assert found_one.unique_moment in [w[name].unique_moment for w in exact_ones], name


@pytest.mark.parametrize(("name", "tilt"), [("sarrus_linkage", 1e-6)])
def test_a_tilted_example(name: str, tilt: float) -> None:
    model = tilted(example(name), tilt)
    assert data_notice(model.compile(kernels=())) is not None
    compare(example(name), model, 100 * tilt)


def test_a_rounded_example() -> None:
    compare(example("bricard"), rounded(example("bricard"), 4), 1e-2)


@pytest.mark.slow
@pytest.mark.parametrize("tilt", [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4])
@pytest.mark.parametrize("name", (*REDUNDANT, *OTHERS))
def test_every_example_tilted(name: str, tilt: float) -> None:
    for one_side in (False, True):
        model = tilted(example(name), tilt, one_side)
        system = model.compile(kernels=())
        if name in REDUNDANT and tilt <= 1e-6:
            assert data_notice(system) is not None
        compare(example(name), model, 1e3 * tilt)


@pytest.mark.slow
@pytest.mark.parametrize("digits", [3, 4, 5, 6])
@pytest.mark.parametrize("name", (*REDUNDANT, *OTHERS))
def test_every_example_rounded(name: str, digits: int) -> None:
    compare(example(name), rounded(example(name), digits), 100 * 10.0**-digits)
