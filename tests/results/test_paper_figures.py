"""CHK-O01 and CHK-O02: every figure of the five papers has a counterpart, which is right."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.slow


SCRIPTS = Path(__file__).parents[2] / "docs" / "papers"
DEGREES = 180.0 / np.pi
LAST = {0: 8, 1: 12, 2: 11, 3: 7, 4: 5}
"""The number of the last figure of each paper."""
NOTATION = {0: (1, 2, 3), 1: (1,), 2: (1, 3, 4), 3: (1, 2, 3), 4: ()}
"""Drawings that only define symbols, of no mechanism in particular."""


@dataclass(frozen=True)
class Curves:
    """A figure of curves: its axes, and the reference of each case with the error allowed.

    y: quantity and unit on the axis; cases: columns of tables; factor: to the unit of the axis;
    methods: how many curves of each case there are besides the reference.
    """

    paper: int
    number: str
    what: str
    unit: str
    cases: tuple[tuple[str, str], ...]
    allowed: float
    factor: float = 1.0
    methods: int = 1
    panel: int = 0


def vehicle(number: str, what: str, column: str, peak: float, unit: str = "in") -> Curves:
    """Return a figure of the vehicle: within 1 % of the peak (CHK-C03)."""
    table = (("paper1_vehicle5dof", column),)
    return Curves(1, number, what, unit, table, 0.01 * peak)


PUMA, BARS = "paper3_puma560", "paper4_fourbar"
FREE, SPRING = "paper0_rrc_sim1_free46", "paper0_rrc_sim2_spring"
SHAPER = "paper2_quickreturnA"
RODS = ("paper2_slidercrank_L240", "paper2_slidercrank_L270", "paper2_slidercrank_L300")
CURVES = (
    Curves(0, "5", "driving torque of joint 2", "lb in", ((FREE, "tau2_lb_in"),), 2e-2, methods=3),
    Curves(0, "6", "reaction force of joint 2", "lb", ((FREE, "Fx_lb"),), 1e-3, methods=4),
    Curves(0, "7", "driving torque of joint 4", "lb in", ((SPRING, "tau4_lb_in"),), 1.0, methods=3),
    Curves(0, "8", "reaction force of joint 4", "lb", ((SPRING, "Fx_lb"),), 0.1, methods=4),
    Curves(1, "3", "vertical acceleration of driver's seat", "m/s²",
           (("paper1_track_planar", "az_driver_m_s2"),), 1e-3, methods=2),
    Curves(1, "5", "vertical acceleration of body 1", "m/s²",
           (("paper1_rssr", "z1cg_dd_m_s2"),), 1e-7, methods=2),
    vehicle("8", "vertical displacement of driver's seat", "z1_seat_in", 5.36157),
    vehicle("9", "vertical displacement of chassis", "z2_chassis_in", 4.86403),
    vehicle("10", "pitching angle of chassis", "theta_rad", 0.032687, "rad"),
    vehicle("11", "vertical displacement of front wheel", "z4_front_in", 4.25255),
    vehicle("12", "vertical displacement of rear wheel", "z5_rear_in", 4.12684),
    Curves(2, "6", "position of slider", "m",
           tuple((f"{SHAPER}_kin_w{n}pi", "xs_m") for n in (2, 4)), 1e-8),
    Curves(2, "7", "angular velocity of crank", "rad/s",
           tuple((f"{SHAPER}_dyn_J{J}", "omega1_rad_s") for J in (1000, 2000, 3000)), 5e-4),
    Curves(2, "9", "acceleration of slider", "m/s²", tuple((r, "xdd_m_s2") for r in RODS), 1e-8),
    Curves(2, "11", "driving torque", "N m",
           tuple((r, "tau_X_gravity_minus_z_Nm") for r in RODS), 1e-7),
    Curves(3, "5", "joint angle", "deg",
           tuple((PUMA, f"q{k}_rad") for k in range(1, 7)), 1e-9 * DEGREES, DEGREES),
    Curves(3, "6", "joint torque", "N m",
           tuple((PUMA, f"tau{k}_Nm_2kg_in_leg_BC") for k in range(1, 7)), 1e-8),
    Curves(4, "2", "angle of the pendulum", "deg",
           (("paper4_pendulum", "theta_rad"),), 1e-5 * DEGREES, DEGREES, methods=3),
    Curves(4, "4", "crank angle", "deg", ((BARS, "th2"),), 1e-5 * DEGREES, DEGREES, methods=3),
    Curves(4, "5", "coupler angle", "deg", ((BARS, "th31"),), 1e-5 * DEGREES, DEGREES, 3),
    Curves(4, "5", "follower angle", "deg", ((BARS, "th4"),), 1e-5 * DEGREES, DEGREES, 3, panel=1),
)  # fmt: skip
DRAWINGS = {
    (0, "4"): {"link1", "link7"},
    (1, "2a"): {"arm left1", "arm right6"},
    (1, "4"): {"crank", "coupler", "follower"},
    (1, "6"): {"chassis", "seat", "front", "rear"},
    (2, "2a"): {"L1", "L12", "L13"},
    (2, "5"): {"crank", "rocker", "coupler"},
    (2, "8"): {"crank", "rod"},
    (2, "10"): {"crank", "rod"},
    (4, "1"): {"rod"},
    (4, "3"): {"crank", "coupler", "follower"},
}
"""Pictures of mechanisms, and bodies that must be in them."""
OTHERS = {(1, "2b"), (2, "2b"), (1, "7"), (3, "4"), (3, "7")}
"""Roads, the law of velocity, torque over speed: checked one by one below, or in the gallery."""


def of_paper(name: str) -> Any:
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def scripts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPTS))
        yield
    for name in [name for name in sys.modules if name.startswith("paper")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def figures(scripts: None) -> dict[tuple[int, str], Any]:
    """All figures of all papers, by paper and number."""
    return {
        (paper, number): figure
        for paper in LAST
        for number, figure in of_paper(f"paper{paper}_figures").figures().items()
    }


def test_CHK_O01_every_figure_of_the_papers_is_there(figures: dict) -> None:
    known = {(c.paper, c.number) for c in CURVES} | set(DRAWINGS) | OTHERS
    assert known <= set(figures)
    for paper, last in LAST.items():
        numbers = {int(number.strip("ab")) for p, number in known if p == paper}
        assert numbers | set(NOTATION[paper]) == set(range(1, last + 1)), paper
        assert not numbers & set(NOTATION[paper])


def test_CHK_O01_axes_have_labels_with_units(figures: dict) -> None:
    """Below and at the left of every figure; panels above each other may share an axis."""
    for key, figure in figures.items():
        for axes in figure.axes:
            place = axes.get_subplotspec()
            labels = [axes.get_xlabel()] if place.is_last_row() else []
            labels += [axes.get_ylabel()] if place.is_first_col() else []
            assert all(re.fullmatch(r"[^\[]+ \[[^\]]+\]", label) for label in labels), (key, labels)


def test_CHK_O01_curves_are_finite(figures: dict) -> None:
    for key, figure in figures.items():
        lines = [line for axes in figure.axes for line in axes.lines if len(line.get_xdata()) > 1]
        assert lines, key
        for line in lines:
            assert np.all(np.isfinite(np.asarray(line.get_xydata(), float))), key


@pytest.mark.parametrize("wanted", CURVES, ids=lambda c: f"paper{c.paper}_fig{c.number}_{c.panel}")
def test_CHK_O01_curves_agree_with_the_references(
    figures: dict, reference_table: Any, wanted: Curves
) -> None:
    """What is drawn, at all times that it shares with the reference, by every method."""
    axes = figures[wanted.paper, wanted.number].axes[wanted.panel]
    label = axes.get_ylabel().replace("\n", " ")
    assert wanted.what in label.replace(" θ₂", "").replace(" θ₃₁", "").replace(" θ₄", "")
    assert label.endswith(f"[{wanted.unit}]") and axes.get_xlabel() in ("time [s]", "")
    ours = [line for line in axes.lines if not line.get_label().startswith("reference")
            and line.get_label()[0] != "_"]  # fmt: skip
    theirs = [line for line in axes.lines if line.get_label().startswith("reference")]
    assert len(ours) == wanted.methods * len(wanted.cases) and len(theirs) == len(wanted.cases)
    for k, (table, column) in enumerate(wanted.cases):
        rows = reference_table(f"refs/{table}.csv")
        t, y = rows["t_s"], wanted.factor * rows[column]
        assert np.ptp(y) > 0.0 or column == "q4_rad"
        mine = ours if wanted.methods > 1 else [ours[k]]
        for line in [*mine, theirs[k]]:
            off, shared = difference(line, t, y)
            exact = line is theirs[k]
            assert shared >= 20 and off <= (0.0 if exact else wanted.allowed), line.get_label()


def difference(line: Any, t: np.ndarray, y: np.ndarray) -> tuple[float, int]:
    """Return the largest difference at shared times, and their number.

    Where a curve jumps it has both values at one time, of which a table has one.
    """
    x, values = (np.asarray(data, float) for data in line.get_data())
    gaps: dict[int, float] = {}
    for at, value in zip(x, values, strict=True):
        k = int(np.argmin(np.abs(t - at)))
        if abs(t[k] - at) < 1e-9:
            gaps[k] = min(gaps.get(k, np.inf), abs(value - y[k]))
    return max(gaps.values()), len(gaps)


@pytest.mark.parametrize("key", DRAWINGS, ids=str)
def test_CHK_O01_pictures_show_the_bodies(figures: dict, key: tuple[int, str]) -> None:
    for axes in figures[key].axes:
        shown = {artist.get_gid() for artist in (*axes.lines, *axes.patches)}
        names = {gid.partition(":")[2] for gid in shown if gid}
        assert names >= DRAWINGS[key]


def test_CHK_O01_road_of_the_tracked_vehicle(figures: dict) -> None:
    """A half-round of 10 inches at 20.8 m, and the circle of a wheel's centre less its radius."""
    road, felt = figures[1, "2b"].axes[0].lines
    x, h = (np.asarray(data) for data in road.get_data())
    np.testing.assert_allclose(h, np.sqrt(np.maximum(0.254**2 - (x - 20.8) ** 2, 0.0)), atol=1e-12)
    x, e = (np.asarray(data) for data in felt.get_data())
    reach = np.maximum((0.318 + 0.254) ** 2 - (x - 20.8) ** 2, 0.318**2)
    np.testing.assert_allclose(e, np.sqrt(reach) - 0.318, atol=1e-9)


def test_CHK_O01_road_of_the_five_dof_vehicle(figures: dict, reference_table: Any) -> None:
    """That of the reference, which passes at 450 in/s."""
    (road,) = figures[1, "7"].axes[0].lines
    rows = reference_table("refs/paper1_vehicle5dof.csv")
    x = 450.0 * 0.0254 * rows["t_s"]
    inside = x < np.max(road.get_xdata())
    drawn = np.interp(x[inside], *road.get_data())
    np.testing.assert_allclose(drawn, 0.0254 * rows["road_front_in"][inside], atol=2e-6)


def test_CHK_O01_distribution_of_velocity(figures: dict) -> None:
    """Up in a quarter of a second to 4/3 of the mean, and down again; the area is the move."""
    (line,) = figures[3, "4"].axes[0].lines
    t, v = (np.asarray(data) for data in line.get_data())
    np.testing.assert_allclose(v, np.minimum(4 / 3, np.minimum(t, 1 - t) * 16 / 3), atol=1e-12)
    assert np.trapezoid(v, t) == pytest.approx(1.0, abs=1e-12)


def test_CHK_O01_torque_over_speed_of_joint_2(figures: dict, reference_table: Any) -> None:
    """Every row of the reference lies on the drawn curve, up to 11.079 rpm (CHK-L03)."""
    axes = figures[3, "7"].axes[0]
    assert "q2" in axes.get_title("left") and axes.get_xlabel() == "speed [rpm]"
    points = np.asarray(axes.lines[0].get_xydata())
    rows = reference_table(f"refs/{PUMA}.csv")
    rpm = rows["qd2"] * 30.0 / np.pi
    for speed, torque in zip(rpm, rows["tau2_Nm_2kg_in_leg_BC"], strict=True):
        assert np.min(np.max(np.abs(points - (speed, torque)), axis=1)) <= 1e-7
    assert np.max(np.abs(points[:, 0])) == pytest.approx(11.079, abs=5e-4)


# CHK-O02 -------------------------------------------------------------------------------------

RIGHT = np.array([-1.0, 1.0, 0.0]) / np.sqrt(2.0)
UP = np.array([-1.0, -1.0, 2.0]) / np.sqrt(6.0)


def closed_form(t: float, L: float = 0.30) -> dict[str, np.ndarray]:
    """Return where the joints of the slider-crank are: pin on a circle, slider on the x axis."""
    w = 2.0 * np.pi * t
    pin = np.array([0.0, 0.1 + 0.08 * np.sin(w), 0.12 + 0.08 * np.cos(w)])
    slider = np.array([np.sqrt(L**2 - pin[1] ** 2 - pin[2] ** 2), 0.0, 0.0])
    return {"crank_pivot": np.array([0.0, 0.1, 0.12]), "ball": pin, "fork": slider, "guide": slider}


def test_CHK_O02_stills_are_where_the_joints_are(figures: dict) -> None:
    """Pictures at 0.0, 0.3, 0.6 and 0.8 s; joints and ends of links to 1e-6 m."""
    axes = figures[2, "10"].axes
    assert [a.get_title("left") for a in axes] == ["t = 0 s", "t = 0.3 s", "t = 0.6 s", "t = 0.8 s"]
    for t, picture in zip((0.0, 0.3, 0.6, 0.8), axes, strict=True):
        expected = {k: np.array([RIGHT @ p, UP @ p]) for k, p in closed_form(t).items()}
        by_gid = {line.get_gid(): np.asarray(line.get_xydata(), float) for line in picture.lines}
        for joint, place in expected.items():
            assert np.max(np.abs(by_gid[f"joint:{joint}"][0] - place)) <= 1e-6, (t, joint)
        for body, ends in (("crank", ("crank_pivot", "ball")), ("rod", ("ball", "fork"))):
            drawn = by_gid[f"link:{body}"]
            for joint in ends:
                assert np.min(np.max(np.abs(drawn - expected[joint]), axis=1)) <= 1e-6, (t, body)


def test_CHK_O02_geometry_closes(figures: dict) -> None:
    """The same in numbers, in space: every joint, and no gap above 1e-6 m."""
    found = of_paper("paper2_figures").geometry()
    assert [placed.t for placed in found] == [0.0, 0.3, 0.6, 0.8]
    for placed in found:
        for joint, place in closed_form(placed.t).items():
            assert np.max(np.abs(placed.joints[joint].on_child - place)) <= 1e-6
        assert placed.largest_gap < 1e-6
