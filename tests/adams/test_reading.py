"""Datasets of Adams: parts, joints, couplers, forces, units, what is left out, mistakes."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from adams.own_decks import CRANK
from sarrus import Mechanism, ModelError, Study, load_adams
from sarrus.formats.adams.loading import adams_study
from sarrus.model.pose import Pose
from sarrus.spatial.rotation import rotation_about

TITLE = "title\n"
SI = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
GROUND = "PART/1, GROUND\nMARKER/1, PART=1\n"
BALL = "PART/2, MASS=2, CM=20, IP=0.1,0.2,0.25\nMARKER/20, PART=2\n"
BLOCK = "PART/3, QG=1,2,3, MASS=3, CM=30, IP=0.3,0.4,0.5\nMARKER/30, PART=3\n"


def deck(*statements: str, units: str = SI) -> str:
    return (
        TITLE + units + "".join(s if s.endswith("\n") else s + "\n" for s in statements) + "END\n"
    )


def crank_in_python() -> Mechanism:
    """The mechanism of the dataset in the words of the builder."""
    m = Mechanism("crank", (0.0, -9.80665, 0.0))
    phi = math.radians(-19.471220634490690)
    R = rotation_about(np.array([0.0, 0.0, 1.0]), phi)
    m.body("crank", 0.8, (0, 0.05, 0), (5e-5, 8e-4, 8e-4), at=(0, 0, 0))
    m.body("rod", 1.2, (0.15, 0, 0), (1e-4, 9e-3, 9e-3), at=(0, 0.1, 0), rotation=R.tolist())
    x = 0.282842712474619
    m.body("slider", 0.5, (0, 0, 0), (2e-4, 2e-4, 2e-4), at=(x, 0, 0))
    m.revolute("A", "ground", "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "rod", on_parent=Pose((0, 0.1, 0)), on_child=Pose())
    m.revolute("C", "slider", "rod", on_parent=Pose(), on_child=Pose((0.3, 0, 0)))
    m.prismatic("guide", "ground", "slider", at=(x, 0, 0), axis="x")
    m.frame("pin", "slider", (0, 0, 0))
    m.spring_damper(
        "spring", "ground", "slider", on_a=(0.5, 0, 0), on_b=(0, 0, 0), k=2000, c=50,
        free_length=0.2,
    )  # fmt: skip

    def push(motion: Any) -> Any:
        gap = motion.position("pin") - np.array([0.5, 0.0, 0.0])
        r = np.sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2] + 1e-100)
        rate = sum(a * b for a, b in zip(motion.velocity("pin"), gap, strict=True)) / r
        size = -10.0 * rate + 5.0 * np.sin(3.0 * motion.time)
        return motion.force("pin", size / r * gap)

    m.user_force("push", push)
    return m


def test_crank_is_that_of_the_builder(tmp_path: Path) -> None:
    path = tmp_path / "crank.adm"
    path.write_text(CRANK)
    study = Study.load(path, {"run.until": 1.0, "run.every": 0.05, "run.rtol": 1e-11,
                              "run.atol": 1e-12})  # fmt: skip
    found = study.run()
    system = crank_in_python().build().compile()

    def turned(t: Any) -> Any:
        s = np.clip(t, 0.0, 1.0) if isinstance(t, float) else t
        return 2.0 * np.pi * s * s * (3.0 - 2.0 * s)

    start = system.assemble({"A.angle": 0.0}, {"A.rate": 0.0})
    times = list(found.history.t)
    run = system.simulate(start, times=times, driven={"A.angle": turned}, rtol=1e-11, atol=1e-12)
    inside = slice(1, -1)  # at the ends of the step its acceleration jumps
    for ours, theirs in (
        ("MARKER_40.position", "pin.position"),
        ("slider.acceleration", "slider.acceleration"),
        ("A.angle", "A.angle"),
        ("spring.force", "spring.force"),
        ("A.reaction.force", "A.reaction.force"),
    ):
        expected = np.asarray(run.history[theirs])[inside]
        scale = max(1.0, float(np.max(np.abs(expected))))
        np.testing.assert_allclose(
            np.asarray(found.history[ours])[inside] / scale, expected / scale, rtol=0, atol=1e-10,
            err_msg=ours,
        )  # fmt: skip


def test_crank_at_any_state_is_that_of_the_builder() -> None:
    ours = adams_study(CRANK).model.compile()
    theirs = crank_in_python().build().compile()
    for angle in (-1.0, 0.3, 2.0, 3.5):
        a = ours.assemble({"A.angle": angle}, {"A.rate": 2.0}, t=0.7)
        b = theirs.assemble({"A.angle": angle}, {"A.rate": 2.0}, t=0.7)
        for name in ("slider", "rod"):
            x = ours.kinematics(a.q, a.v, ours.accelerations(a, t=0.7).vdot)[name]
            y = theirs.kinematics(b.q, b.v, theirs.accelerations(b, t=0.7).vdot)[name]
            scale = max(1.0, float(np.max(np.abs(y.acceleration))))
            np.testing.assert_allclose(x.position, y.position, atol=1e-12)
            np.testing.assert_allclose(x.acceleration / scale, y.acceleration / scale, atol=1e-12)


def test_drawing_is_where_it_starts() -> None:
    model = load_adams(CRANK)
    state = model.compile(kernels=()).assemble()
    assert abs(state["A.angle"]) < 1e-12
    assert abs(state["guide.displacement"]) < 1e-12
    assert state["B.angle"] == pytest.approx(math.radians(-19.471220634490690), abs=1e-12)


def test_sections_of_the_study() -> None:
    sections = adams_study(CRANK).sections
    assert set(sections) == {"drives", "outputs"}
    assert sections["outputs"] == ["MARKER_40.position", "A.reaction.force", "A.reaction.moment"]
    assert sections["drives"]["A.angle"]["name"] == "MOTION/1 'drive'"


def test_notices_list_what_is_left_out_once() -> None:
    notices = [p for p in load_adams(CRANK).notices if p.code == "F24"]
    assert [p.rule for p in notices] == [
        "settings of Adams for its solution and its output: OUTPUT, RESULTS"
    ]
    assert [place.line for place in (notices[0].location, *notices[0].also) if place] == [42, 43]


UNIT_SYSTEMS = {
    "mm": ("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND", 1e3, 1.0, 1.0, 1.0),
    "cgs": ("DYNE", "GRAM", "CENTIMETER", "MILLISECOND", 1e2, 1e3, 1e5, 1e3),
    "inch": ("POUND_FORCE", "SLUG", "INCH", "SECOND", 1 / 0.0254, 1 / 14.593902937206364,
             1 / 4.4482216152605, 1.0),
    "km": ("MEGANEWTON", "TONNE", "KILOMETER", "MINUTE", 1e-3, 1e-3, 1e-6, 1 / 60),
    "um": ("MICRONEWTON", "GRAM", "MICROMETER", "SECOND", 1e6, 1e3, 1e6, 1.0),
}  # fmt: skip


def springs_in(name: str) -> str:
    """A block on a spring, a bushing, a beam and a force by an expression, in other units."""
    F, M, L, T, length, mass, force, time = UNIT_SYSTEMS[name]
    n = lambda *values: ",".join(f"{v:.17g}" for v in values)  # noqa: E731
    k, c = force / length, force * time / length
    kt, ct = force * length, force * length * time
    inertia = mass * length**2
    return deck(
        f"ACCGRAV/IGRAV={n(0.3 * length / time**2)}, KGRAV={n(-9.8 * length / time**2)}",
        "PART/1, GROUND",
        f"MARKER/1, PART=1, QP={n(0, 0, 3 * length)}",
        "MARKER/2, PART=1, REULER=30D,0D,0D",
        f"PART/2, QG={n(0.1 * length, 0, length)}, MASS={n(2 * mass)}, CM=20",
        f", IP={n(0.1 * inertia, 0.2 * inertia, 0.25 * inertia, 0.01 * inertia, 0, 0)}",
        f", VX={n(0.5 * length / time)}, WZ={n(2.0 / time)}",
        f"MARKER/20, PART=2, QP={n(0.01 * length, 0, 0)}",
        "MARKER/21, PART=2, REULER=25D,0D,0D",
        f"SPRINGDAMPER/1, TRANS, I=20, J=1, K={n(50 * k)}, C={n(2 * c)}, LENGTH={n(length)}",
        f", FORCE={n(3 * force)}",
        f"BUSHING/1, I=21, J=2, K={n(9 * k, 8 * k, 7 * k)}, C={n(c, c, c)}",
        f", KT={n(2 * kt, 3 * kt, 4 * kt)}, CT={n(ct, ct, ct)}",
        f"BEAM/1, I=21, J=2, LENGTH={n(length)}, AREA={n(1e-4 * length**2)}",
        f", IXX={n(2e-9 * length**4)}, IYY={n(1e-9 * length**4)}, IZZ={n(1e-9 * length**4)}",
        f", EMODULUS={n(1e9 * force / length**2)}, GMODULUS={n(4e8 * force / length**2)}",
        f", ASY=1.2, ASZ=1.1, CRATIO={n(0.01 * time)}",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=2",
        f", FUNCTION={n(force)}*SIN({n(2 / time)}*TIME)",
        f", -{n(c)}*VZ(20,1)-{n(3 * k)}*DZ(20,1)",
        units=f"UNITS/FORCE={F}, MASS={M}, LENGTH={L}, TIME={T}\n",
    )


def test_units_do_not_change_the_motion() -> None:
    found = {}
    for name in UNIT_SYSTEMS:
        system = load_adams(springs_in(name)).compile()
        state = system.initial_state(0.3)
        motion = system.accelerations(state, t=0.3)
        body = system.kinematics(state.q, state.v, motion.vdot)["PART_2"]
        found[name] = [body.position, body.velocity, body.acceleration, body.angular_acceleration]
    for name, values in found.items():
        for a, b in zip(values, found["mm"], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-11, err_msg=name)


TYPES = {
    "REVOLUTE": ("revolute", 1),
    "TRANSLATIONAL": ("prismatic", 1),
    "CYLINDRICAL": ("cylindrical", 2),
    "SPHERICAL": ("spherical", 3),
    "FIXED": ("weld", 0),
    "PLANAR": ("planar", 3),
    "SCREW, PITCH=0.1": ("helical", 1),
    "UNIVERSAL": ("universal", 2),
    "HOOKE": ("universal", 2),
    "CONVEL": ("constant_velocity", 2),
}
PRIMITIVES = {
    "ATPOINT": 3,
    "INLINE": 4,
    "INPLANE": 5,
    "ORIENTATION": 3,
    "PARALLEL_AXES": 4,
    "PERPENDICULAR": 5,
}
TURNED = {
    # how the marker I must be turned to J so that the joint closes
    "UNIVERSAL": "90D,90D,0D",
    "HOOKE": "0D,10D,0D",
    "CONVEL": "0D,180D,0D",
    "PERPENDICULAR": "90D,90D,0D",
}


@pytest.mark.parametrize("kind", TYPES)
def test_joints_leave_the_freedoms_of_their_type(kind: str) -> None:
    turn = TURNED.get(kind, "0D,0D,0D")
    model = load_adams(
        deck(GROUND, BALL, f"MARKER/21, PART=2, REULER={turn}", f"JOINT/1, {kind}, I=21, J=1")
    )
    joint = model.joint("JOINT_1")
    assert (joint.type.type_name, joint.type.nv) == TYPES[kind]
    assert (joint.parent, joint.child) == ("ground", "PART_2")
    system = model.compile(kernels=())
    pose = system.kinematics(system.assemble().q)["PART_2"]
    np.testing.assert_allclose(pose.position, 0.0, atol=1e-12)
    np.testing.assert_allclose(pose.rotation, np.eye(3), atol=1e-12)


@pytest.mark.parametrize("kind", PRIMITIVES)
def test_primitives_leave_their_freedoms(kind: str) -> None:
    turn = TURNED.get(kind, "0D,0D,0D")
    model = load_adams(
        deck(GROUND, BALL, f"MARKER/21, PART=2, REULER={turn}", f"JPRIM/1, {kind}, I=21, J=1")
    )
    system = model.compile(kernels=())
    assert system.mobility(system.assemble()).freedom == PRIMITIVES[kind]


def test_hooke_pins_are_x_of_i_and_y_of_j() -> None:
    # turns about y of J, then about x of I
    model = load_adams(deck(GROUND, BALL, "JOINT/1, HOOKE, I=20, J=1"))
    system = model.compile(kernels=())
    drawn = system.assemble()
    a, b = drawn["JOINT_1.angle_1"], drawn["JOINT_1.angle_2"]
    state = system.assemble({"JOINT_1.angle_1": a + 0.3, "JOINT_1.angle_2": b + 0.5})
    R = system.kinematics(state.q)["PART_2"].rotation
    expected = rotation_about(np.eye(3)[1], 0.3) @ rotation_about(np.eye(3)[0], 0.5)
    np.testing.assert_allclose(R, expected, atol=1e-14)


def test_coordinates_are_those_of_the_markers() -> None:
    model = load_adams(
        deck(
            GROUND,
            "PART/2, MASS=1, CM=20, IP=1,1,1",
            "MARKER/20, PART=2, QP=0,0,0.25, REULER=40D,0D,0D",
            "JOINT/1, CYLINDRICAL, I=20, J=1",
        )
    )
    state = model.compile(kernels=()).assemble()
    assert state["JOINT_1.angle"] == pytest.approx(math.radians(40.0), rel=1e-14)
    assert state["JOINT_1.displacement"] == pytest.approx(0.25, rel=1e-14)


def test_inertia_about_another_marker() -> None:
    # a sphere of 2 kg m^2 whose inertia is given about a point 0.5 m away, in turned axes
    model = load_adams(
        deck(
            GROUND,
            "PART/2, MASS=4, CM=20, IM=21, IP=2,3,3,0,0,0",
            "MARKER/20, PART=2, QP=0.5,0,0",
            "MARKER/21, PART=2",
        )
    )
    np.testing.assert_allclose(model.bodies[0].inertia, 2.0 * np.eye(3), atol=1e-14)


def test_products_of_inertia_are_positive_integrals() -> None:
    # two points of 1 kg at +-(1, 1, 0): the integral of x y is 2
    model = load_adams(deck(GROUND, "PART/2, MASS=2, CM=20, IP=2,2,4,2,0,0", "MARKER/20, PART=2"))
    expected = [[2.0, -2.0, 0.0], [-2.0, 2.0, 0.0], [0.0, 0.0, 4.0]]
    np.testing.assert_allclose(model.bodies[0].inertia, expected, atol=1e-14)


GEARS = (
    GROUND,
    "PART/2, MASS=1, CM=20, IP=1,1,1",
    "MARKER/20, PART=2",
    "PART/3, QG=0.5,0,0, MASS=1, CM=30, IP=1,1,1",
    "MARKER/30, PART=3",
    "MARKER/13, PART=1, QP=0.5,0,0",
    "MARKER/14, PART=1, QP=0.2,0,0, ZP=0.2,1,0",
    "JOINT/1, REVOLUTE, I=20, J=1",
    "JOINT/2, REVOLUTE, I=30, J=13",
)


def test_gears_roll_at_their_common_point() -> None:
    system = load_adams(deck(*GEARS, "GEAR/1, JOINTS=1,2, CV=14")).compile(kernels=())
    state = system.assemble({"JOINT_1.angle": 0.6})
    # the circles have radii 0.2 and 0.3 and turn against each other
    assert state["JOINT_2.angle"] == pytest.approx(-0.4, rel=1e-12)


def test_couplers_count_in_the_units_of_the_dataset() -> None:
    text = deck(
        "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0,100,0, REULER=90D,90D,0D",
        "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2",
        "PART/3, QG=0,100,0, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3, REULER=90D,90D,0D",
        "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, TRANSLATIONAL, I=30, J=2",
        "COUPLER/1, JOINTS=1,2, SCALES=20,-1",
        units="UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n",
    )
    state = load_adams(text).compile(kernels=()).assemble({"JOINT_1.angle": 0.5})
    assert state["JOINT_2.displacement"] == pytest.approx(0.010, rel=1e-12)


def test_rack_rolls_on_its_pinion() -> None:
    text = deck(
        "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0,-0.1,0, ZP=1,-0.1,0",
        "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2",
        "PART/3, QG=0,-0.1,0, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3, ZP=1,0,0",
        "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, TRANSLATIONAL, I=30, J=2",
        "JOINT/3, RACKPIN, I=20, J=30, PD=0.2",
    )
    state = load_adams(text).compile(kernels=()).assemble({"JOINT_1.angle": 0.5})
    # the rack is below: its top moves with the lowest point of the pinion, along +x
    assert state["JOINT_2.displacement"] == pytest.approx(0.05, rel=1e-12)


PAIRS = {
    "spring": "SPRINGDAMPER/1, TRANSLATION, I=21, J=31, K=100, C=3, LENGTH=0.5, FORCE=2",
    "turning spring": "SPRINGDAMPER/1, ROTATION, I=21, J=31, KT=100, CT=3, ANGLE=10D, TORQUE=2",
    "bushing": "BUSHING/1, I=21, J=31, K=1,2,3, KT=4,5,6, C=1,1,1, CT=1,1,1, FORCE=1,2,3",
    "beam": "BEAM/1, I=21, J=31, LENGTH=2, AREA=1E-4, IXX=2E-9, IYY=1E-9, IZZ=1E-9"
    "\n, EMODULUS=1E9, GMODULUS=4E8, ASY=1.2, CRATIO=0.1",
    "force": "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=10*DM(21,31)-VR(21,31)",
    "torque": "SFORCE/1, ROTATION, I=21, J=31, FUNCTION=10-3*WZ(21,31,31)",
    "vector force": "VFORCE/1, I=21, JFLOAT=32, RM=31, FX=10*DX(21,31)\\FY=3\\FZ=-TIME",
    "vector torque": "VTORQUE/1, I=21, JFLOAT=32, RM=21, TX=1\\TY=DY(21,31)\\TZ=3",
    "general force": "GFORCE/1, I=21, JFLOAT=32, RM=1, FX=1\\FY=2\\FZ=3\\TX=4\\TY=5\\TZ=6*TIME",
}


@pytest.mark.parametrize("kind", PAIRS)
def test_forces_and_their_reactions_are_in_balance(kind: str) -> None:
    model = load_adams(
        deck(
            "PART/1, GROUND\nMARKER/1, PART=1",
            BALL,
            BLOCK,
            "MARKER/21, PART=2, QP=0.1,0.2,0.3, REULER=0.3,0.4,0.5",
            "MARKER/31, PART=3, QP=-0.1,0.2,0, REULER=0.2,0.1,0.5",
            "MARKER/32, PART=3, FLOATING",
            PAIRS[kind],
        )
    )
    system = model.compile()
    rng = np.random.default_rng(7)
    state = system.assemble()
    v = rng.normal(size=system.nv)
    motion = system.accelerations(system.state(state.q, v), t=0.4)
    bodies = system.kinematics(state.q, v, motion.vdot)
    force, moment, scale = np.zeros(3), np.zeros(3), 1.0
    for body in model.bodies:
        b, R = bodies[body.name], bodies[body.name].rotation
        inertia = R @ np.array(body.inertia) @ R.T
        w = b.angular_velocity
        rate = inertia @ b.angular_acceleration + np.cross(w, inertia @ w)
        F = body.mass * b.acceleration
        force += F
        moment += rate + np.cross(b.position, F)
        assert np.linalg.norm(F) + np.linalg.norm(rate) > 1e-3  # it does act
        scale = max(scale, float(np.linalg.norm(F)), float(np.linalg.norm(rate)))
    # marker CM is the origin of both parts
    np.testing.assert_allclose(force / scale, 0.0, atol=1e-12)
    np.testing.assert_allclose(moment / scale, 0.0, atol=1e-12)


def test_first_order_equations_are_states() -> None:
    # z' = (1 - z)/0.2 from 0: a force that lags; the mass follows exactly
    text = deck(
        GROUND,
        "PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2",
        "JOINT/1, TRANSLATIONAL, I=20, J=1",
        "DIFF/1, IC=0, FUNCTION=(1-DIF(1))/0.2",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=6*DIF(1)",
    )
    system = load_adams(text).compile()
    run = system.simulate(system.assemble(), until=1.0, rtol=1e-11, atol=1e-13)
    T, a = 0.2, 3.0
    exact = a * (0.5 - T * 1.0 + T * T * (1.0 - math.exp(-1.0 / T)))
    assert run.history["JOINT_1.displacement"][-1] == pytest.approx(exact, rel=1e-9)


def test_torsion_spring_counts_whole_turns() -> None:
    text = deck(
        GROUND,
        BALL,
        "JOINT/1, REVOLUTE, I=20, J=1",
        "SPRINGDAMPER/1, ROTATION, I=20, J=1, KT=3, ANGLE=90D",
        "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=-2*AZ(20,1)",
    )
    system = load_adams(text).compile()
    for angle in (0.5, 7.0, -12.0):
        state = system.assemble({"JOINT_1.angle": angle})
        rate = float(system.accelerations(state).vdot[0])
        wanted = (-3.0 * (angle - math.pi / 2.0) - 2.0 * angle) / 0.25
        assert rate == pytest.approx(wanted, rel=1e-12)


def test_angles_of_markers_beside_those_of_the_joint() -> None:
    """They begin where the x axes of the markers stand to each other, in either order."""
    text = deck(
        GROUND,
        "MARKER/5, PART=1, REULER=10D,0D,0D",
        BALL,
        "MARKER/25, PART=2, REULER=30D,0D,0D",
        "JOINT/1, REVOLUTE, I=20, J=1",
        "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=-2*AZ(25,5)-3*AZ(5,25)",
    )
    system = load_adams(text).compile()
    for angle in (0.0, 0.5, -0.8):
        state = system.assemble({"JOINT_1.angle": angle})
        rate = float(system.accelerations(state).vdot[0])
        turned = angle + math.radians(20.0)
        assert rate == pytest.approx((-2.0 * turned + 3.0 * turned) / 0.25, rel=1e-12)


def test_velocities_at_the_start() -> None:
    text = deck(
        GROUND,
        "PART/2, QG=1,2,3, MASS=1, CM=20, IP=1,1,1, VX=1, VY=2, WX=3",
        "MARKER/20, PART=2, REULER=90D,0D,0D",
    )
    model = load_adams(text)
    start = model.start[0]
    assert start.velocity == (1.0, 2.0, 0.0)
    # turns are counted about the axes of the marker CM, of which x points along y
    np.testing.assert_allclose(start.angular_velocity, (0.0, 3.0, 0.0), atol=1e-15)


def test_sensor_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "fall.adm"
    path.write_text(
        deck(
            "ACCGRAV/KGRAV=-9.8",
            GROUND,
            BALL,
            "JOINT/1, TRANSLATIONAL, I=20, J=1",
            "SENSOR/1, FUNCTION=DZ(20,1), LE, VALUE=-1.0, HALT",
        )
    )
    run = Study.load(path, {"run.until": 2.0, "run.rtol": 1e-10}).run()
    assert run.history.t[-1] == pytest.approx(math.sqrt(2.0 / 9.8), rel=1e-8)


@pytest.mark.parametrize(
    ("kind", "law", "at"),
    [
        ("VELOCITY, ICDISP=0.25", "3", lambda t: 0.25 + 3.0 * t),
        ("ACCELERATION, ICVEL=2", "3", lambda t: 2.0 * t + 1.5 * t * t),
        ("DISPLACEMENT", "30D*SIN(2*TIME)", lambda t: math.radians(30.0) * math.sin(2.0 * t)),
    ],
)
def test_motions_by_rates(kind: str, law: str, at: Any, tmp_path: Path) -> None:
    path = tmp_path / "motion.adm"
    path.write_text(
        deck(GROUND, BALL, "JOINT/1, REVOLUTE, I=20, J=1",
             f"MOTION/1, JOINT=1, ROTATION, {kind}, FUNCTION={law}")
    )  # fmt: skip
    run = Study.load(path, {"run.until": 0.5, "run.every": 0.1}).run()
    expected = [at(t) for t in run.history.t]
    np.testing.assert_allclose(run.history["JOINT_1.angle"], expected, atol=1e-12)


def test_requests_by_functions_are_channels(tmp_path: Path) -> None:
    path = tmp_path / "roll.adm"
    path.write_text(
        deck(GROUND, BALL, "JOINT/1, REVOLUTE, I=20, J=1",
             "MOTION/1\n, ROTATIONAL\n, JOINT = 1\n, FUNCTION = IF(TIME-0.5:TIME, 0.5, 0.5)",
             'REQUEST/1\n, TITLE = roll\n, CUNITS = "no_units", "angle"\n, CNAMES = "", "roll"',
             ", F2 = AZ(20, 1)\\F3 = ACCX(20)\\F4=DX(20)*2")
    )  # fmt: skip
    study = Study.load(path, {"run.until": 1.0})
    assert study.outputs == ("JOINT_1.angle", "MARKER_20.acceleration.x")
    assert study.run().history["JOINT_1.angle"][-1] == pytest.approx(0.5, abs=1e-9)


def test_conditions_of_joints_are_where_it_starts(tmp_path: Path) -> None:
    path = tmp_path / "start.adm"
    path.write_text(deck(GROUND, BALL, "JOINT/1, REVOLUTE, I=20, J=1, ICROT=20D, 3"))
    start = Study.load(path).start()
    assert start["JOINT_1.angle"] == pytest.approx(math.radians(20.0), rel=1e-14)
    assert start["JOINT_1.rate"] == pytest.approx(3.0, rel=1e-14)


def test_words_may_be_short_small_and_in_pieces() -> None:
    short = (
        "title\nunit/for=newt, mas=kilog, len=met, tim=sec\npa/1,gro ! the world\nmark/1,pa=1\n"
        "PA/2,MA=2\n  , C&\nM=20,\n, ip = 0.1 , 0.2,\n, 0.25\n\n! a comment\nMAR/20\n"
        "joi/1,rev\n,i=20\n,j=1\nend\nwhat comes after is not read\n"
    )
    long = deck(GROUND, BALL, "JOINT/1, REVOLUTE, I=20, J=1")
    a, b = load_adams(short, name="x"), load_adams(long, name="x")
    assert a == b


def test_markers_by_points() -> None:
    model = load_adams(
        deck(
            "PART/1, GROUND",
            "MARKER/1, PART=1, QP=1,0,0, ZP=1,2,0, XP=3,5,0",
            "MARKER/2, PART=1, QP=1,0,0, ZP=1,2,5, XP=4,0,0, USEXP",
            "PART/2, QG=0,0,1, ZG=0,1,1, XG=1,0,1, MASS=1, CM=20, IP=1,1,1",
            "MARKER/20, PART=2",
        )
    )
    frames = {frame.name: np.array(frame.pose.rotation) for frame in model.frames}
    np.testing.assert_allclose(frames["MARKER_1"][:, 2], (0, 1, 0), atol=1e-15)
    np.testing.assert_allclose(frames["MARKER_1"][:, 0], (1, 0, 0), atol=1e-15)
    np.testing.assert_allclose(frames["MARKER_2"][:, 0], (1, 0, 0), atol=1e-15)
    assert frames["MARKER_2"][:, 2] @ np.array([0.0, 2.0, 5.0]) == pytest.approx(math.sqrt(29.0))
    np.testing.assert_allclose(np.array(model.bodies[0].pose.rotation)[:, 2], (0, 1, 0))


def test_there_and_back_by_a_model_file(tmp_path: Path) -> None:
    for name, text in (("crank", CRANK), ("springs", springs_in("mm"))):
        source, target = tmp_path / f"{name}.adm", tmp_path / f"{name}.yaml"
        source.write_text(text)
        sarrus.convert(source, target)
        a, b = Study.load(source), Study.load(target)
        assert {p.name for p in a.model.forces} == {p.name for p in b.model.forces}
        assert replace(a.model, forces=()) == replace(b.model, forces=())
        q = a.system.assemble().q
        rates = [
            system.accelerations(system.state(q), t=0.3).vdot for system in (a.system, b.system)
        ]
        np.testing.assert_allclose(rates[0], rates[1], rtol=1e-13)
        for drive, law in a.plan.drives.items():
            assert [law(t) for t in (0.0, 0.3, 2.0)] == [
                b.plan.drives[drive](t) for t in (0.0, 0.3, 2.0)
            ]
        assert a.outputs == b.outputs


MISTAKES: dict[str, tuple[str, str]] = {
    # a statement after those of ground: the code of the message and its rule
    "PART/2, MASS=-1, CM=1": ("M04", "is below 0"),
    "PART/2, MASS=1": ("M09", "is missing, while MASS is given"),
    "PART/2, MASS=1, CM=99": ("M09", "is not the number of a MARKER"),
    "PART/2, MASS=1kg, CM=1": ("M25", "is not a number"),
    "PART/2, MASS=1E99, CM=1": ("M24", "too large or small"),
    "PART/2, IP=1,2": ("M25", "must be 3 to 6 numbers, not 2"),
    "PART/2, REULER=1,2": ("M25", "must be 3 numbers, not 2"),
    "PART/1, MASS=1": ("M07", "is given twice"),
    "PART/2, GROUND": ("M07", "is a second ground"),
    "MARKER/7, PART=9": ("M09", "is not the number of a PART"),
    "MARKER/7, PART=1, ZP=0,0,0": ("M19", "it gives no direction"),
    "JOINT/1, I=1, J=2": ("M09", "names 0 types"),
    "JOINT/1, REVOLUTE, FIXED, I=1, J=2": ("M28", "names 2 types"),
    "JOINT/1, REVOLUTE, I=1": ("M09", "is missing"),
    "JOINT/1, REVOLUTE, I=1, J=1": ("M08", "has both markers on PART/1"),
    "JOINT/1, SCREW, I=20, J=1": ("M09", "is missing"),
    "MOTION/1, JOINT=8, FUNCTION=1": ("M09", "is not the number of a JOINT"),
    "COUPLER/1, JOINTS=1,2": ("M09", "is not the number of a JOINT"),
    "GEAR/1, JOINTS=1,2, CV=1": ("M09", "is not the number of a JOINT"),
    "SFORCE/1, I=1, J=20, FUNCTION=1": ("M09", "must say one of TRANSLATION"),
    "JUNK": ("M09", "is no statement that is known"),
    "123": ("F01", "is no statement"),
    "PART, MASS=1": ("M09", "has no number"),
    "PART/99999999999": ("M25", "is too large a number"),
}


@pytest.mark.parametrize("statement", MISTAKES)
def test_mistakes_have_line_statement_and_rule(statement: str) -> None:
    code, rule = MISTAKES[statement]
    extra = "" if statement.startswith("PART/2") else BALL
    with pytest.raises(ModelError) as caught:
        load_adams(deck(GROUND, statement, extra))
    errors = [p for p in caught.value.problems if p.severity == "error"]
    found = [p for p in errors if p.code.startswith(code) and rule in f"{p.element} {p.rule}"]
    assert found, "\n".join(map(str, errors))
    assert found[0].location is not None and found[0].location.line == 5


WARNINGS = {
    "CONTACT/1, IGEOM=1": "contacts are not read: CONTACT",
    "TIRE/1": "tyres of Adams are not read: TIRE",
    "WHATEVER/1, A=2": "is no statement that is known; it is left out",
    "JOINT/1, REVOLUTE, I=20, J=1, FOO=3": "in JOINT is not read",
    "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=USER(1,2)": "is a program of a user",
    "GCON/1, FUNCTION=VX(20)-3": "only the distance of two markers is held",
    "MOTION/1, I=20, J=1, X, FUNCTION=1": "moves two markers that no joint holds",
}


@pytest.mark.parametrize("statement", WARNINGS)
def test_what_is_left_out_is_told_with_its_line(statement: str) -> None:
    model = load_adams(deck(GROUND, BALL, statement))
    found = [p for p in model.notices if WARNINGS[statement] in p.rule]
    assert found, "\n".join(map(str, model.notices))
    assert found[0].location is not None and found[0].location.line == 7


def test_first_line_and_units_are_not_taken_in_silence() -> None:
    model = load_adams("PART/1, GROUND\nPART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=2\n")
    rules = [p.rule for p in model.notices]
    assert any("is the title of the dataset and no statement" in rule for rule in rules)
    assert any("SI units are assumed" in rule for rule in rules)
    assert any("may be cut off" in rule for rule in rules)


def test_strict_refuses_warnings() -> None:
    with pytest.raises(ModelError, match="is left out"):
        load_adams(deck(GROUND, BALL, "WHATEVER/1"), strict=True)


def test_shapes_are_drawn_where_graphics_are() -> None:
    model = load_adams(
        deck(
            GROUND,
            BALL,
            "MARKER/21, PART=2, QP=1,0,0",
            "GRAPHICS/1, CYLINDER, CM=21, LENGTH=2, RADIUS=0.1",
            "GRAPHICS/2, BOX, CORNER=21, X=1, Y=2, Z=3",
            "GRAPHICS/3, ELLIPSOID, CM=21, XSCALE=2, YSCALE=2, ZSCALE=2",
            "GRAPHICS/4, OUTLINE=20,21",
            "GRAPHICS/5, FRUSTUM, CM=21, LENGTH=1, TOP=0.2, BOTTOM=0.2",
            "GRAPHICS/6, FORCE, ETYPE=BEAM, EID=1, EMARKER=21",
        )
    )
    placed = model.bodies[0].shapes
    assert [type(p.shape).__name__ for p in placed] == ["Cylinder", "Box", "Sphere", "Cylinder",
                                                         "Cylinder"]  # fmt: skip
    assert placed[0].pose.position == (1.0, 0.0, 1.0)
    assert placed[1].pose.position == (1.5, 1.0, 1.5)
    assert placed[3].pose.position == (0.5, 0.0, 0.0)


def test_expressions_go_on_over_several_lines() -> None:
    hinge = "JOINT/1, REVOLUTE, I=20, J=1"
    lines = ["-3*AZ(20,1)", "-0.5*WZ(20,1,1)", "+0.25*SIN(2*TIME)"]
    torque = "SFORCE/1, ROTATION, I=20, J=1, FUNCTION="
    models = [
        load_adams(deck(GROUND, BALL, hinge, torque + text))
        for text in (
            "".join(lines),
            "\n, ".join(lines),
            "(-3*AZ(20,1)\n, -0.5*WZ(20,\n, 1,1))\n, +0.25*SIN(2\n,*TIME)",
        )
    ]
    rates = []
    for model in models:
        system = model.compile()
        state = system.assemble({"JOINT_1": 0.7}, {"JOINT_1": 1.3})
        rates.append(system.accelerations(state, t=0.3).vdot)
    for other in rates[1:]:
        np.testing.assert_allclose(other, rates[0], rtol=1e-14)


def test_a_torque_on_one_part_alone() -> None:
    text = "SFORCE/1, ROTATION, I=20, J=20, ACTIONONLY, FUNCTION=0.5"
    model = load_adams(deck(GROUND, BALL, "JOINT/1, REVOLUTE, I=20, J=1", text))
    system = model.compile()
    (rate,) = system.accelerations(system.assemble()).vdot
    assert rate == pytest.approx(0.5 / 0.25, rel=1e-12)
    with pytest.raises(ModelError, match="has both markers"):
        load_adams(deck(GROUND, BALL, text.replace("ACTIONONLY, ", "")))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("VFORCE/1, I=20, JFLOAT=99, RM=1, FX=-2*ACCX(20,1)", "has ACCX"),
        ("SENSOR/1, FUNCTION=CONTACT(7,0,1,0), VALUE=0, HALT", "has CONTACT"),
        ("ARRAY/7, Y, SIZE=1\nSFORCE/1, ROTATION, I=20, J=1, FUNCTION=ARYVAL(7,1)", "ARRAY/7"),
        (
            "VARIABLE/5, FUNCTION=FX(20,1)\nSFORCE/1, ROTATION, I=20, J=1, FUNCTION=VARVAL(5)",
            "VARIABLE/5",
        ),
    ],
)  # fmt: skip
def test_what_has_no_meaning_here_is_left_out_and_told(statement: str, words: str) -> None:
    text = deck(
        GROUND, "MARKER/99, PART=1, FLOATING\n", BALL, "JOINT/1, REVOLUTE, I=20, J=1", statement
    )
    model = load_adams(text)
    assert not model.forces
    warnings = [n for n in model.notices if n.severity == "warning" and words in str(n)]
    assert warnings
    assert all("left out" in n.rule for n in warnings)
    with pytest.raises(ModelError, match="left out"):
        load_adams(text, strict=True)
