"""A carriage on a curve: the arc length as the coordinate, in the tree and cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipe

import sarrus
from derivatives.differences import along, along_q
from derivatives.mechanisms import Moving
from loops.free_bodies import imbalance
from loops.test_against_cartesian import absolute
from sarrus import Mechanism, ModelError, analysis
from sarrus.curves import CircleCurve, FormulaCurve, LineCurve, PointCurve, SpaceCurve
from sarrus.design import ChannelFunction, gradient
from sarrus.dynamics import BaseMotion
from sarrus.model.joints import Curvilinear, Reversed, contradictions
from sarrus.spatial.dual import Dual, duals, rates
from sarrus.system import System
from sarrus.viewer import scene_of

Z = (0.0, 0.0, 1.0)
LEANING = (0.0, 0.6, 0.8)
WAVE = PointCurve([[0.2 * k, 0.04 * np.sin(2.1 * k)] for k in range(-8, 9)])
HELIX = FormulaCurve(
    lambda u: 0.3 * np.cos(u), lambda u: 0.3 * np.sin(u), lambda u: 0.05 * u, start_at=-3, end=3
)
RING = FormulaCurve(
    lambda u: 0.5 * np.cos(u), lambda u: 0.3 * np.sin(u), lambda u: 0.1 * np.sin(2 * u), closed=True
)
ELLIPSE = FormulaCurve(lambda u: 0.8 * np.cos(u), lambda u: 0.6 * np.sin(u), closed=True)
KINDS = {
    "line": Curvilinear(0.3, LineCurve(), LEANING),
    "circle": Curvilinear(0.2, CircleCurve(0.5)),
    "leaning circle": Curvilinear(0.2, CircleCurve(0.5), LEANING),
    "wave": Curvilinear(1.1, WAVE),
    "helix": Curvilinear(0.9, HELIX),
    "ring": Curvilinear(2.5, RING, LEANING),
    "ellipse": Curvilinear(0.0, ELLIPSE),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
TIGHT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12}


# The type ---------------------------------------------------------------------------------------


@every_kind
def test_its_equations_agree(kind: Curvilinear) -> None:
    assert contradictions(kind) == ()
    assert contradictions(Reversed(kind)) == ()


@every_kind
def test_derivatives_by_dual_numbers(kind: Curvilinear) -> None:
    """S, dS/dt and the rows of the cut joint are those of pose and residual to 1e-12."""
    for s in (-0.31, 0.0, 0.17, 0.4):
        q = np.array([s])
        X = kind.pose(q)
        moving = kind.pose(duals(q, np.ones(1)))
        R = X.matrix
        turn = R.T @ rates(np.asarray(moving.matrix))
        shift = R.T @ rates(moving.position)
        expected = np.array([*shift, turn[2, 1], turn[0, 2], turn[1, 0]])
        S = np.asarray(kind.subspace(q), dtype=float)
        assert np.max(np.abs(S[:, 0] - expected)) < 1e-12 * (1.0 + np.max(np.abs(S)))
        W = np.asarray(kind.residual_rows(X), dtype=float)
        assert np.max(np.abs(W @ S)) < 1e-12 * (1.0 + np.max(np.abs(S)))
        assert np.max(np.abs(kind.residual(X))) < 1e-13


@every_kind
def test_the_coordinate_is_the_arc_length(kind: Curvilinear) -> None:
    curve, close = kind.curve, 2e-12 if kind.curve is WAVE else 5e-13
    for s in kind.start + np.linspace(-0.4, 0.9, 14):
        moving = curve.parameter_at(Dual(float(s), 1.0))
        u, rate = Dual.parts(moving)
        d = curve.derivative(1, u)
        assert np.linalg.norm(d) * rate == pytest.approx(1.0, abs=close)
        off = curve.arc_length(u) - s
        if curve.is_closed:
            off -= curve.length * np.round(off / curve.length)
        assert abs(off) < 1e-13
        # x of the carriage is the tangent of the curve itself
        x = (kind.at_start @ kind.pose(np.array([s - kind.start]))).matrix[:, 0]
        assert np.linalg.norm(np.cross(d, x)) < 1e-14 * np.linalg.norm(d)


def test_lengths_in_closed_form() -> None:
    assert HELIX.length == pytest.approx(6.0 * np.hypot(0.3, 0.05), rel=1e-11)
    assert ELLIPSE.length == pytest.approx(4.0 * 0.8 * ellipe(1.0 - 0.75**2), rel=1e-10)


def test_rounds_of_a_closed_curve_count_on() -> None:
    for kind in (KINDS["ring"], KINDS["ellipse"], KINDS["circle"]):
        length = kind.curve.length
        for s in (0.1, -0.4, 0.47):
            here, there = kind.pose(np.array([s])), kind.pose(np.array([s + 3.0 * length]))
            assert np.max(np.abs(here.matrix - there.matrix)) < 1e-12
            assert np.max(np.abs(here.position - there.position)) < 1e-12
            assert kind.coordinates_of(there)[0] == pytest.approx(s, abs=1e-11)


# Motion -----------------------------------------------------------------------------------------


def carriage(curve: SpaceCurve, start: float, **more: Any) -> System:
    m = Mechanism("carriage", gravity=(0.0, -9.81, 0.0))
    m.body("car", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01))
    m.curvilinear("J", m.ground, "car", curve=curve, start=start, **more)
    return m.build().compile()


def test_on_a_circle_it_is_a_pendulum() -> None:
    """Motion and forces are those of a hinge at the centre, over the top and round."""
    radius = 0.5
    m = Mechanism("carriage", gravity=(0.0, -9.81, 0.0))
    m.body("car", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01), at=(0, -radius, 0))
    m.curvilinear("J", m.ground, "car", curve=CircleCurve(radius), start=1.5 * np.pi * radius)
    sliding = m.build().compile()
    m = Mechanism("hinge", gravity=(0.0, -9.81, 0.0))
    m.body("car", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01), at=(0, -radius, 0))
    m.revolute("A", m.ground, "car", at=(0, 0, 0), axis="z")
    hinged = m.build().compile()
    more = {"until": 1.5, "every": 0.05, **TIGHT}
    for rate in (0.0, 12.0):
        run = sliding.simulate(sliding.assemble(rates={"J": radius * rate}), **more)
        other = hinged.simulate(hinged.assemble(rates={"A": rate}), **more)
        assert run["J.displacement"] / radius == pytest.approx(other["A.angle"], abs=1e-8)
        ours, theirs = (r[f"{n}.reaction.force@world"] for r, n in ((run, "J"), (other, "A")))
        assert np.max(np.abs(ours - theirs)) < 1e-6 * np.max(np.abs(theirs))
        assert run.energy_error < 1e-9
    assert run["J.displacement"][-1] > 2.0 * sliding.model.joint("J").type.curve.length  # type: ignore[attr-defined]


@pytest.mark.parametrize("amplitude", [0.05, 0.6, 1.1])
def test_the_period_on_a_cycloid_is_that_of_all_amplitudes(amplitude: float) -> None:
    """Huygens: a point on a cycloid swings with omega^2 = g/(4 r), s = A cos(omega t)."""
    r = 0.4
    cycloid = FormulaCurve(
        lambda u: r * (u + np.sin(u)), lambda u: r * (1.0 - np.cos(u)), start_at=-2.8, end=2.8,
        rows=4000,
    )  # fmt: skip
    half = 4.0 * r * np.sin(1.4)
    m = Mechanism("tautochrone", gravity=(0.0, -9.81, 0.0))
    m.body("bead", 0.7)
    m.curvilinear("J", m.ground, "bead", curve=cycloid, start=half)
    system = m.build().compile()
    run = system.simulate(system.assemble({"J": amplitude}), until=3.0, every=0.1, **TIGHT)
    omega = np.sqrt(9.81 / (4.0 * r))
    expected = amplitude * np.cos(omega * run.t)
    assert np.max(np.abs(run["J.displacement"] - expected)) < 1e-7 * amplitude


@pytest.mark.parametrize("curve", [WAVE, HELIX, RING], ids=["wave", "helix", "ring"])
def test_against_absolute_coordinates(curve: SpaceCurve) -> None:
    system = carriage(curve, 0.9, up="z" if curve is not RING else LEANING)
    state = system.assemble({"J": 0.13}, rates={"J": 1.7})
    motion = system.accelerations(state)
    assert imbalance(system, motion) < 1e-10
    solver, there = absolute(system, state)
    theirs = solver.accelerations(there)["car"]
    ours = system.kinematics(state.q, state.v, motion.vdot)["car"]
    assert ours.acceleration == pytest.approx(theirs.acceleration, rel=1e-9, abs=1e-9)
    assert ours.angular_acceleration == pytest.approx(theirs.angular_acceleration, rel=1e-8)
    own, other = system.reactions(motion, axes="world")["J"], solver.reactions(there)["J"]
    assert own.force == pytest.approx(other.force, rel=1e-8, abs=1e-8)
    assert own.moment == pytest.approx(other.moment, rel=1e-8, abs=1e-8)


def linkage() -> sarrus.Model:
    """A slotted link: a block on a bent rail, which a crank and a rod drive."""
    at = HELIX_AT
    m = Mechanism("linkage", gravity=(0.3, -9.81, 0.5))
    m.body("crank", 1.0, (0.05, 0.0, 0), (0.01, 0.01, 0.02), at=(0, -0.3, 0))
    m.body("rod", 0.6, (0.1, 0.1, 0.02), (0.01, 0.02, 0.01), at=(0.1, -0.3, 0))
    m.body("car", 2.0, (0.02, 0.05, 0.01), (0.03, 0.02, 0.01), at=at)
    m.revolute("A", m.ground, "crank", at=(0, -0.3, 0), axis="z")
    m.universal("B", "crank", "rod", at=(0.1, -0.3, 0), axis="z", axis2="x")
    m.spherical("C", "rod", "car", at=at)
    m.curvilinear("J", m.ground, "car", curve=HELIX, start=HELIX_START)
    return m.build()


HELIX_START = 1.0
HELIX_AT = tuple(float(x) for x in HELIX.derivative(0, HELIX.parameter_at(HELIX_START)))


def test_in_the_tree_and_cut() -> None:
    """Both cuts give the same motion, forces and coordinate; rows have names."""
    model = linkage()
    found = []
    for cut in ("C", "J"):
        system = model.compile(cut=[cut])
        assert [joint.name for joint in system.topology.cuts] == [cut]
        start = system.assemble(rates={"A": 1.5})
        motion = system.accelerations(start)
        assert imbalance(system, motion) < 1e-9
        load = system.reactions(motion, axes="world")["J"]
        run = system.simulate(start, until=0.3, every=0.1, rtol=1e-10, atol=1e-11)
        assert run.energy_error < 1e-7
        names = ("A.angle", "J.displacement", "J.speed", "J.reaction.force", "J.reaction.moment")
        found.append([load.force, load.moment, *(np.asarray(run[name]) for name in names)])
    assert np.ptp(found[0][3]) > 0.01
    for one, other in zip(*found, strict=True):
        assert np.max(np.abs(one - other)) < 1e-6 * (1e-2 + np.max(np.abs(one)))


@pytest.mark.parametrize("method", ["adaptive", pytest.param("rk4", marks=pytest.mark.slow)])
def test_rounds_count_on_in_the_tree_and_cut(method: str) -> None:
    """A crank of a link drives a carriage round an oval more than twice, either joint cut."""
    r, reach = 0.8, 0.3
    oval = FormulaCurve(
        lambda u: r * np.cos(u) * (1 + 0.1 * np.cos(u) ** 2),
        lambda u: r * np.sin(u),
        closed=True,
    )
    at = (1.1 * r, 0.0, 0.0)
    m = Mechanism("round")
    m.body("crank", 1.0, (0.3, 0.0, 0), (0.01, 0.01, 0.02))
    m.body("block", 0.5, (0, 0, 0), (0.01, 0.01, 0.01), at=at)
    m.body("car", 2.0, (0.02, reach, 0.0), (0.03, 0.02, 0.01), at=at)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.prismatic("B", "crank", "block", at=at, axis="x")
    m.revolute("C", "block", "car", at=at, axis="z")
    m.curvilinear("J", m.ground, "car", curve=oval)
    model = m.build()
    more = TIGHT if method == "adaptive" else {"step": 2e-3, "method": method}
    ends = []
    for cut in ("C", "J"):
        system = model.compile(cut=[cut], planar=True)
        run = system.simulate(system.assemble(rates={"A": 7.0}), until=2.2, every=0.1, **more)
        ends.append(run["J.displacement"])
        np.testing.assert_allclose(np.diff(run["J.displacement"]) > 0.0, True)
        times = np.linspace(0.0, 2.2, 37)
        s = run.history.at(times)["J.displacement"]
        assert np.all(np.diff(s) > 0.0)
    assert ends[0][-1] > 2.0 * oval.length
    assert np.max(np.abs(ends[0] - ends[1])) < (1e-7 if method == "adaptive" else 1e-5)
    system = model.compile(cut=["J"], planar=True)
    turn = system.drive({"A": lambda t: 7.0 * t}, until=2.2, every=0.02)
    assert np.all(np.diff(turn["J.displacement"]) > 0.0)
    far = system.assemble({"A": 0.0, "J": oval.length})
    assert far["J"] == pytest.approx(oval.length, abs=1e-9)


def test_with_a_ball_behind_it_it_is_a_bead() -> None:
    """A light carriage with a ball holds a body as `point_on_curve` does, with s as coordinate."""
    ends, loads = {}, {}
    at = HELIX_AT
    for how in ("bead", "carriage"):
        m = Mechanism(how, gravity=(0.3, -9.81, 0.5))
        m.body("body", 2.0, (0.05, 0.1, 0.02), (0.03, 0.02, 0.01), at=at)
        if how == "bead":
            m.free("free", m.ground, "body")
            m.point_on_curve("hold", m.ground, "body", curve=HELIX, point=at)
        else:
            m.body("carriage", 0.0)
            m.curvilinear("J", m.ground, "carriage", curve=HELIX, start=HELIX_START)
            m.spherical("hold", "carriage", "body", at=at)
        system = m.build().compile()
        run = system.simulate(system.assemble(), until=0.5, every=0.05, rtol=1e-11, atol=1e-12)
        assert run.energy_error < 1e-8
        ends[how] = run["body.position"]
        loads[how] = run["hold.reaction.force@world"]
    assert np.ptp(ends["bead"][:, 2]) > 0.01
    assert np.max(np.abs(ends["bead"] - ends["carriage"])) < 1e-8
    assert np.max(np.abs(loads["bead"] - loads["carriage"])) < 1e-6 * np.max(np.abs(loads["bead"]))


def test_trees_of_many_bodies() -> None:
    """Code that links share holds no tables: such trees have code of their own."""
    m = Mechanism("train", gravity=(0.0, -9.81, 0.0))
    m.body("car", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01))
    m.curvilinear("J", m.ground, "car", curve=HELIX, start=0.9)
    last = "car"
    for k in range(40):
        m.body(f"b{k}", 1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01))
        m.revolute(f"R{k}", last, f"b{k}", at=(0.1 * k, 0, 0), axis="z")
        last = f"b{k}"
    system = m.build().compile()
    assert np.all(np.isfinite(system.accelerations(system.assemble()).vdot))


@pytest.mark.parametrize(
    "curve", [WAVE, HELIX, RING, ELLIPSE], ids=["wave", "helix", "ring", "oval"]
)
def test_linear_model_by_dual_numbers(curve: SpaceCurve) -> None:
    """All of A to 1e-12: M A = -d tau, of the equations of motion evaluated with dual numbers."""
    system = carriage(curve, 0.9, up="z" if curve is not RING else LEANING)
    for s in (-0.21, 0.13, 0.4):
        state = system.assemble({"J": s}, rates={"J": 1.7})
        m = Moving(
            system.model, (), state.q, state.v, system.accelerations(state).vdot, np.zeros(0),
            np.zeros(0), BaseMotion.at_rest(),
        )  # fmt: skip
        M = along(lambda a, m=m: m.efforts(m.q, m.v, a), m.vdot, True)
        by_q = along_q(m, lambda q, m=m: m.efforts(q, m.v, m.vdot), True)
        by_v = along(lambda v, m=m: m.efforts(m.q, v, m.vdot), m.v, True)
        expected = -np.linalg.solve(M, np.hstack([by_q, by_v]))
        A = system.linearize(state).A
        assert np.max(np.abs(A[0] - [0.0, 1.0])) < 1e-12
        assert np.max(np.abs(A[1:] - expected)) < 1e-12 * np.max(np.abs(expected))


@pytest.mark.slow
@pytest.mark.parametrize("curve", [HELIX, RING, ELLIPSE], ids=["helix", "ring", "oval"])
def test_gradients_of_fast_runs(curve: SpaceCurve) -> None:
    """Adjoint and forward sensitivities agree over many rows of the tables: these do not show."""
    system = carriage(curve, 0.9, up="z" if curve is not RING else LEANING)
    start = system.assemble({"J": 0.01}, rates={"J": 3.0})
    how: dict[str, Any] = {"until": 0.1, "every": 0.025, "rtol": 1e-11, "atol": 1e-13}
    names = ["car.mass", "car.com"]
    columns = (*system.coordinates, *system.velocities)
    objective = ChannelFunction(
        columns, lambda t, s: float(np.sum(s)), lambda t, s: np.ones(s.shape)
    )
    found = gradient(system, objective, names, start=start, **how).vector
    run = analysis.simulate_sensitivities(system, start, names, **how)
    expected = np.sum(run.q_p, axis=(0, 1)) + np.sum(run.v_p, axis=(0, 1))
    assert np.max(np.abs(expected)) > 0.01
    assert found == pytest.approx(expected, abs=1e-9 * np.max(np.abs(expected)))


def test_drives_and_linearization() -> None:
    system = carriage(ELLIPSE, 0.3)
    drive = system.drive({"J": lambda t: 0.1 * np.sin(3.0 * t)}, until=0.5, every=0.1)
    power = np.asarray(drive["J.effort"])
    assert power.shape == (6,) and np.all(np.isfinite(power))
    A = system.linearize(system.assemble({"J": 0.2})).A
    h = 1e-6
    ends = [system.accelerations(system.assemble({"J": 0.2 + d})).vdot[0] for d in (h, -h)]
    assert A[1, 0] == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-6)


# Files, pictures, errors ------------------------------------------------------------------------

FILE = """\
sarrus: 1
gravity: [0, -9.81, 0]
bodies: {car: {mass: 2, inertia: [0.03, 0.02, 0.01]}}
joints:
  J: {type: curvilinear, parent: ground, child: car, curve: {type: CircleCurve, radius: 50 cm},
      origin: [1, 0, 0], axis: y, x_axis: x, up: [0, 3, 4], start: 10 cm, limits: [-1, 2]}
"""


def test_model_file(tmp_path: Path) -> None:
    path = tmp_path / "carriage.yaml"
    path.write_text(FILE, encoding="utf-8")
    model = sarrus.load(path)
    kind = model.joint("J").type
    assert kind == Curvilinear(0.1, CircleCurve(0.5), LEANING)
    assert model.joint("J").limits == ((-1.0, 2.0),)
    sarrus.save(model, tmp_path / "again.yaml")
    assert sarrus.load(tmp_path / "again.yaml").joint("J") == model.joint("J")
    with pytest.raises(ModelError, match="is a curvilinear joint"):
        sarrus.save(model, tmp_path / "again.json")  # the neutral format has no curves
    system = model.compile()
    run = system.simulate(system.assemble(), until=0.1, file=tmp_path / "run.sarrus")
    again = sarrus.open_run(tmp_path / "run.sarrus")
    assert again.system.model.joint("J").type == kind
    np.testing.assert_array_equal(again["J.displacement"], run["J.displacement"])


def test_the_page_draws_the_curve_where_it_is() -> None:
    """The curve stands at its own axes, not at the place of the carriage."""
    system = carriage(CircleCurve(0.5), 0.4, origin=(1, 2, 3))
    scene = scene_of(system.simulate(system.assemble(), until=0.1))
    drawn = [s for body in scene.static["bodies"] for s in body["shapes"] if s["kind"] == "mesh"]
    assert [s["at"] for s in drawn] == [pytest.approx([1.0, 2.0, 3.0])]


def test_up_along_the_curve_is_refused_with_numbers() -> None:
    m = Mechanism("wrong")
    m.body("car", 1.0)
    m.curvilinear("J", m.ground, "car", curve=CircleCurve(0.5), up="y")
    with pytest.raises(ModelError, match=r"along the curve at u = .* degrees from") as found:
        m.build()
    assert found.value.problems[0].code == "M44"


def test_up_a_little_beside_the_curve_is_taken() -> None:
    m = Mechanism("right")
    m.body("car", 1.0)
    slope = PointCurve([[0, 0, 0], [1, 0, 0.1], [2, 0, 0.2]])
    m.curvilinear("J", m.ground, "car", curve=slope, up=(1, 0, 0.11))
    kind = m.build().joint("J").type
    assert contradictions(kind) == ()


def test_one_frame_alone_is_refused() -> None:
    m = Mechanism("wrong")
    m.body("car", 1.0)
    m.curvilinear("J", m.ground, "car", curve=CircleCurve(0.5), on_child=(0, 0, 0))
    with pytest.raises(ModelError, match=r"on_parent.*is missing"):
        m.build()


def test_mirror_image_of_a_part() -> None:
    """The image of a carriage on a plane curve runs as the mirror image."""
    part = Mechanism("part")
    part.body("car", 2.0, (0.1, 0.05, 0.02), (0.03, 0.02, 0.01))
    part.curvilinear("J", part.ground, "car", curve=WAVE, start=1.0)
    systems = {}
    for mirror in (None, "y"):
        m = Mechanism("whole", gravity=(-9.81, 0.0, 0.0))
        m.add("p", part, mirror=mirror)
        systems[mirror] = m.build().compile()
    runs = [s.simulate(s.assemble(), until=0.5, **TIGHT) for s in systems.values()]
    assert np.ptp(runs[0]["p.J.displacement"]) > 0.1
    a, b = (run["p.car.position"] for run in runs)
    assert np.max(np.abs(a * np.array([1.0, -1.0, 1.0]) - b)) < 1e-9
