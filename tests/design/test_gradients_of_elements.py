"""Gradients through every joint type, force element and action of events.

Each against forward sensitivities (1e-9) and central differences of runs (1e-6) in a direction that
moves all numbers at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import moving
from design.gradient_cases import TIGHT, slope, value_of_run
from events.test_joining import chain
from loops.mechanisms import rssr
from model.test_cad_joints import WHOLE
from sarrus import Mechanism, Model, ModelError, Sphere, System, analysis, gallery
from sarrus.curves import CircleCurve
from sarrus.design import ChannelFunction, gradient
from sarrus.design.gradients.second_derivatives import Nearby
from sarrus.design.gradients.variables import variables_of
from sarrus.events import (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Event,
    Join,
    Lock,
    Part,
    Record,
    Release,
    Replace,
    Separate,
    SetParameter,
    SetState,
    Stop,
)
from sarrus.model.element_examples import EXAMPLES
from sarrus.model.joints import TYPES
from sarrus.model.registry import FORCE_METHODS
from sarrus.road import SineRoad
from sarrus.system.quantities.parameters import number_entries
from sarrus.system.simulation.events.actions import OWN
from sarrus.tyres import BrushTyre

STEP = 2e-4
"""Part of all numbers by which runs are compared."""
ROUNDING = 1e-12
"""Of sums of samples of about 1: more is not asked where hardly anything depends on a number."""

LAST_DIGITS = 100 * np.finfo(float).eps
"""Of a sum of some hundred samples of about 1: what differences of runs, too, cannot tell."""


def weighted(columns: tuple[str, ...]) -> ChannelFunction:
    """Samples, with weights that are the same for as many."""

    def weights(s: np.ndarray) -> np.ndarray:
        return np.random.default_rng(5).normal(size=s.shape)

    return ChannelFunction(columns, lambda t, s: float(np.sum(weights(s) * s)),
                           lambda t, s: weights(s))  # fmt: skip


def chosen(system: System, words: tuple[str, ...], most: int = 6) -> list[str]:
    """Numbers of the model whose names begin so; entries of rotations are not free."""
    odd = ("frame", "axis", "rotation", "inertia", "formula")
    known = [full for full, _ in number_entries(system.model)
             if full.startswith(words) and not any(word in full for word in odd)]  # fmt: skip
    return known[:most]


def along(
    system: System,
    objective: Any,
    names: list[str],
    how: dict[str, Any],
    free: Callable[[System, str, np.ndarray], np.ndarray] = lambda system, name, change: change,
    step: float = STEP,
) -> float:
    """The derivative in a random direction, by central differences of fourth order of runs.

    free: what of the change of a number leaves the loops closed.
    """
    here = Nearby(system.compiled.variant(parameters=[
        n for n in names if not system.compiled.has_parameter(n)
    ]), how)  # fmt: skip
    variables = variables_of(system, names, {}, {}, None)
    rng = np.random.default_rng(3)
    changes = []
    for v in variables:
        x = np.abs(here.value(v))
        # entries may have different units: what is zero moves by a little, the others in parts
        size = np.where(x > 0.0, x, 0.01 * min(float(np.max(x, initial=0.0)) or 1.0, 1.0))
        changes.append((v, free(system, v.element, size * rng.uniform(0.5, 1.0, np.shape(x)))))
    ends = []
    for k in (-2.0, -1.0, 1.0, 2.0):
        moved = dict(here.arguments([(v, k * step * d) for v, d in changes]))
        start, given = moved.pop("start"), {"parameters": moved.pop("parameters")}
        ends.append(value_of_run(here.system, objective, start, moved, **given))
    expected = (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * step)
    found = gradient(system, objective, names, **how)
    total = sum(float(np.sum(found[v.name] * d)) for v, d in changes)
    size = sum(float(np.sum(np.abs(found[v.name] * d))) for v, d in changes)
    assert size > 0.0
    assert total == pytest.approx(expected, abs=1e-6 * size + 1.5 * LAST_DIGITS / step)
    return total


def checked(
    system: System,
    names: list[str],
    start: Any,
    until: float = 0.1,
    independent: tuple[str, ...] | None = None,
) -> None:
    """Compare with forward sensitivities and with differences.

    independent: coordinates of the start that stay, where several serve as well.
    """
    how: dict[str, Any] = {"until": until, "every": until / 4, **TIGHT}
    columns = (*system.coordinates, *system.velocities)
    objective = weighted(columns)
    found = gradient(system, objective, names, start=start, **how)
    run = analysis.simulate_sensitivities(system, start, names, **how)
    W = objective.sensitivity(run.t, np.zeros((len(run.t), len(columns))))
    expected = np.einsum("tk,tkp->p", W, np.concatenate([run.q_p, run.v_p], axis=1))
    size = float(np.max(np.abs(expected)))
    assert size > 0.0
    assert found.vector == pytest.approx(expected, abs=1e-9 * size + ROUNDING)
    along(system, objective, names, {"start": start, "independent": independent, **how})


# --- joints ---------------------------------------------------------------------------------------


def one_joint(kind: str) -> Mechanism:
    """A body on a joint of a type, with another one on a hinge."""
    m = Mechanism(kind, (0.3, -0.2, -9.7))
    m.body("one", 1.3, (0.2, 0.1, -0.1), (0.2, 0.25, 0.3), at=(0.1, 0.2, 0.3))
    m.body("two", 0.7, (0.3, 0.0, 0.1), (0.02, 0.03, 0.04), at=(0.6, 0.2, 0.3))
    options: dict[str, Any] = {} if kind in ("spherical", "free", "weld") else {"axis": (1, 2, 3)}
    if kind == "universal":
        options = {"axis": "z", "axis2": "x"}
    if kind == "helical":
        options["lead"] = 0.05
    if "segment" in kind:
        options = {"length": 0.4}
    if kind == "mode_shape":
        options = {"shape": [[0.2, 1.0, 0.1, 0.3, 0.0, -0.4]]}
    m.joint(kind, "J", m.ground, "one", **{"at": (0.1, 0.2, 0.3), **options, **CAD.get(kind, {})})
    m.revolute("H", "one", "two", at=(0.6, 0.2, 0.3), axis="y")
    return m


def cut_joint(kind: str) -> Mechanism:
    """The same body on a free joint and on a joint of CAD programs: rows of a loop."""
    m = one_joint("free")
    getattr(m, kind)("C", m.ground, "one", **CAD[kind])
    return m


def with_distance() -> Mechanism:
    m = Mechanism("distance", (0.0, 0.0, -9.81))
    m.body("arm", 1.0, (0.2, 0, 0), (0.01, 0.1, 0.1))
    m.body("cart", 2.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1, 0, 0))
    m.revolute("hinge", m.ground, "arm", at=(0, 0, 0), axis="y")
    m.prismatic("rail", m.ground, "cart", at=(1, 0, 0), axis="x")
    m.distance("rod", "arm", "cart", at_a=(0.3, 0, 0.1), at_b=(1, 0, 0.2), length=0.75)
    return m


CAD: dict[str, dict[str, Any]] = dict(WHOLE)
IN_TREES = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "helical",
            "free", "weld", "beam_segment", "timoshenko_segment", "mode_shape",
            *CAD)  # fmt: skip
JOINTS: dict[str, Callable[[], Any]] = {
    **{kind: (lambda kind=kind: one_joint(kind).build()) for kind in IN_TREES},
    **{f"{kind}, cut": (lambda kind=kind: cut_joint(kind).build()) for kind in CAD},
    "distance": lambda: with_distance().build(),
    "rolling": gallery.turntable_ball,
}  # fmt: skip


BY_EXAMPLE = frozenset({*TYPES} - {kind.removesuffix(", cut") for kind in JOINTS})
"""Joint types that are tried on the mechanism of their documentation."""


def example(kind: str) -> Model:
    """The mechanism in the documentation of a type."""
    names: dict[str, Any] = {"sarrus": sarrus}
    exec(EXAMPLES[kind], names)
    made: Model = names["m"].build()
    return replace(made, gravity=(1.0, -9.0, 2.0))


def turning(system: System) -> Any:
    """A ball on a turning table."""
    return system.assemble({}, {"axle": 1.0})


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(BY_EXAMPLE))
def test_joints_by_example(kind: str) -> None:
    system = example(kind).compile()
    joint = next(j.name for j in system.model.joints if j.type.type_name == kind)
    names = [*chosen(system, (f"joint:{joint}.",), 12), *chosen(system, ("body:",), 3)]
    stays = ("A",) if kind == "rack_and_pinion" else None
    checked(system, names, moving(system, size=0.02, speed=0.3), independent=stays)


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(JOINTS))
def test_joints(kind: str) -> None:
    system = JOINTS[kind]().compile(cut=["C"] if "cut" in kind else ())
    start = turning(system) if kind == "rolling" else moving(system, size=0.1, speed=0.3)
    names = chosen(system, ("body:", "joint:"), 5)
    names += [n for n in chosen(system, ("joint:",), 99) if "point" in n][:2]
    names += chosen(system, ("joint:C", "joint:J"), 99)
    if kind == "rolling":
        names = ["body:ball.mass", "body:table.inertia"]
    checked(system, list(dict.fromkeys(names)), start)


# --- force elements -------------------------------------------------------------------------------


def bench() -> Mechanism:
    """An arm on a hinge, a cart on a rail, a loose body."""
    m = Mechanism("bench", (0.1, -0.2, -9.7))
    m.body("arm", 1.2, (0.3, 0.02, 0.05), (0.05, 0.12, 0.12))
    m.revolute("hinge", m.ground, "arm", at=(0, 0, 0), axis="y", limits=(-0.2, 0.1))
    m.body("cart", 2.0, (0.05, 0, 0.1), (0.1, 0.1, 0.1), at=(1, 0, 0))
    m.prismatic("rail", m.ground, "cart", at=(1, 0, 0), axis="x")
    m.body("loose", 3.0, (0.02, 0.01, 0), (0.1, 0.15, 0.2), at=(2, 0, 0.29))
    m.free("air", m.ground, "loose", at=(2, 0, 0.29))
    return m


ROAD = SineRoad(0.02, 3.0, 0.3)
LOOSE: dict[str, Any] = {"at": (1.5, 0.0, 0.2), "clearance": 1e-6, "k": 1e3, "a": 0.1}
LINE: dict[str, Any] = {"at_a": (0.3, 0.1, 0.4), "at_b": (1.2, 0.0, 0.3)}
BRUSH = BrushTyre(radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4)


def _rope(motion: Any) -> Any:
    return motion.effort("rail", -motion.parameter("k") * motion.coordinate("rail") ** 3)


def shafts(m: Mechanism) -> Mechanism:
    """Three shafts beside it: a crank and two wheels."""
    for k, (name, inertia) in enumerate(SHAFTS.items()):
        m.body(name, 1.0, (0, 0, k), (inertia,) * 3)
        m.revolute(name, m.ground, name, at=(0, 0, k), axis="y")
    return m


SHAFTS = {"crank": 0.2, "left": 3.0, "right": 2.0}
TURNS = {"crank": 50.0, "left": 4.0, "right": 3.0}
MAP = [(0.0, 100.0), (200.0, 180.0), (400.0, 160.0), (600.0, 90.0)]
AIR: dict[str, Any] = {"area": 2.0, "drag": 0.3, "lift": -1.2, "balance": 0.4, "side": 2.0,
                       "yaw": 0.5, "length": 2.5, "wind": (-5.0, 1.0, 0.0)}  # fmt: skip

ELEMENTS: dict[str, Callable[[Mechanism], Any]] = {
    "body_damper": lambda m: m.body_damper(
        "e", "loose", 3.0, on=(0.1, 0, 0.2), c_turn=(0.1, 0.2, 0.3)
    ),
    "aerodynamics": lambda m: m.aerodynamics("e", "loose", on=(0.1, 0, 0.2), **AIR),
    "bearing_friction": lambda m: m.bearing_friction("e", "hinge", 0.1, 0.2, radius=0.02),
    "brake": lambda m: shafts(m).brake("e", "left", 1e-4, pressure=2e5, initial_pressure=1e5),
    "bushing": lambda m: m.bushing("e", "arm", "cart", [90, 80, 70, 6, 5, 4], at=(0.5, 0, 0.1)),
    "cable": lambda m: m.cable("e", [("arm", (0.3, 0.1, 0.4), 0), ("ground", (0.7, 0.2, 1.0), 0),
                                     ("cart", (1.2, 0, 0.3), 0)], stiffness=300.0, damping=5.0,
                               preload=50.0),
    "clearance_prismatic": lambda m: m.clearance_prismatic("e", "cart", "loose", **LOOSE, axis="x",
                                                           length=0.2, width=0.1, mu=0.2),
    "clearance_revolute": lambda m: m.clearance_revolute("e", "cart", "loose", **LOOSE, axis="y",
                                                         radius=0.02, mu=0.2),
    "clearance_spherical": lambda m: m.clearance_spherical("e", "cart", "loose", **LOOSE,
                                                           radius=0.02, mu=0.2),
    "clutch": lambda m: shafts(m).clutch("e", "crank", "left", capacity=20.0, gear=5.0,
                                         engaged=0.7),
    "contact": lambda m: m.contact("e", "loose", shape=Sphere(0.3), k=1e4, a=0.2, mu=0.4),
    "dc_motor": lambda m: m.dc_motor("e", "hinge", constant=0.3, resistance=2.0, inductance=0.05,
                                     voltage=12.0),
    "gear_mesh": lambda m: m.gear_mesh(
        "e", "arm", "cart", at=(0.3, 0, 0.1), at2=(0.39, 0, 0.1), axis="y", teeth_1=20, teeth_2=40,
        module=3e-3, stiffness=1e3, damping=0.1, backlash=1e-3, variation=0.5, efficiency=0.9),
    "bevel_mesh": lambda m: m.bevel_mesh(
        "e", "arm", "cart", at=(0.3, 0, 0.1), at2=(0.36, 0, 0.13), axis="x", axis2="z", teeth_1=20,
        teeth_2=40, module=3e-3, stiffness=1e3, damping=0.1, backlash=1e-3, variation=0.5,
        efficiency=0.9),
    # large teeth, which the motion does not leave
    "rack_mesh": lambda m: m.rack_mesh(
        "e", "arm", "cart", at=(0.3, 0, 0.1), at2=(0.3, 0, -9.9), axis="y", axis2="x", teeth=20,
        module=1.0, stiffness=10.0, damping=0.1, backlash=1e-3, variation=0.5, efficiency=0.9),
    "worm_mesh": lambda m: m.worm_mesh(
        "e", "arm", "cart", at=(0.3, 0, 0.1), at2=(0.3, 0, 0.1 - 80 / 3), axis="x", axis2="y",
        starts=2, teeth=40, module=1.0, lead_angle="8.961769 deg", stiffness=10.0, damping=0.1,
        backlash=1e-3, mu=0.1, smoothing=0.1),
    "pneumatic_cylinder": lambda m: m.pneumatic_cylinder(
        "e", "ground", "cart", at_a=(0, 0, 0), at_b=(1.2, 0, 0.1), area_a=2e-3, area_b=1e-3,
        stroke=0.5, closed_length=0.9, dead_a=1e-4, dead_b=1e-4, initial_pressure_a=2e5,
        initial_pressure_b=3e5, conductance=1e-8, opening=0.4, supply_pressure=7e5),
    "synchronous_motor": lambda m: m.synchronous_motor(
        "e", "hinge", resistance=0.5, inductance_d=2e-2, inductance_q=3e-2, flux=0.05, pole_pairs=4,
        gear=5, target_q=2.0, target_d=-0.5, bandwidth=50.0, voltage_limit=20.0),
    "driver": lambda m: m.driver("e", "hinge", "loose", k=100.0, d=5.0, steer="0.1 + sin(9*t)/9",
                                 speed=2.5, lag=0.02),
    "electric_motor": lambda m: shafts(m).electric_motor(
        "e", "left", other="right", gear=8.0, torque=100.0, power=20e3, demand=0.6,
        initial_torque=20.0),
    "end_stop": lambda m: m.end_stop("e", "hinge", 1e3, 0.1),
    "engine": lambda m: shafts(m).engine("e", "crank", MAP, drag=[(0.0, -10.0), (600.0, -40.0)],
                                         throttle=0.5, idle=20.0, initial_opening=0.2),
    "gas_spring": lambda m: m.gas_spring("e", "arm", "cart", **LINE, area=1e-3, volume=2e-3,
                                         pressure=3e5, length=1.0, c=7.0),
    "gearbox": lambda m: shafts(m).gearbox(
        "e", "crank", "left", other="right", gear=1.5, capacity=15.0, gears=[3.6, 2.1, 1.4],
        selected=1.3),
    "hydraulic_cylinder": lambda m: m.hydraulic_cylinder(
        "e", "ground", "cart", at_a=(0, 0, 0), at_b=(1.2, 0, 0.1), area_a=2e-3, area_b=1e-3,
        stroke=0.5, closed_length=0.9, dead_a=1e-4, dead_b=1e-4, initial_pressure_a=5e5,
        initial_pressure_b=1e6),
    "joint_damper": lambda m: m.joint_damper("e", "hinge", 0.5),
    "joint_friction": lambda m: m.joint_friction("e", "rail", 3.0, 4.0, d=0.1, stribeck=0.02),
    "joint_gas_spring": lambda m: m.joint_gas_spring("e", "rail", 100.0, 2.0, reference=0.4, d=3.0),
    "joint_spring": lambda m: m.joint_spring("e", "hinge", 50.0, 2.0, free=0.1, preload=2.0),
    "joint_torque": lambda m: m.joint_torque("e", "hinge", 3.0),
    "limited_slip": lambda m: shafts(m).limited_slip("e", "left", "right", preload=30.0,
                                                     viscous=2.0, initial_grip=0.3),
    "moment": lambda m: m.moment("e", "loose", (0.5, 1, 2), follower=True),
    "user_force": lambda m: m.user_force("e", _rope, parameters={"k": (30.0, "N/m^3")}),
    "nonholonomic": lambda m: m.nonholonomic(
        "e", lambda motion: motion.rate("rail") - motion.parameter("r") * motion.rate("hinge"),
        parameters={"r": (0.3, "m")}),
    "pid": lambda m: m.pid("e", "rail", 30.0, target=0.1, ki=2.0, initial_integral=0.01),
    "point_contact": lambda m: m.point_contact("e", "loose", on=[(0, 0, -0.3)], k=1e4, a=0.2,
                                               mu=0.4),
    "rail_contact": lambda m: m.rail_contact(
        "e", "loose", on=(0, 0, 0), axle=(0, 1, 0), radius=0.3, conicity=0.026,
        curve=CircleCurve(0.06), origin=(0, 0.002, -0.05), axis="x", x_axis="y", k=1e3, a=0.2,
        mu=0.12, ellipse=0.71, c11=4.73, c22=4.28, c23=1.97),
    "relaxation": lambda m: m.relaxation("e", "arm", "cart", **LINE, k=1e3, c=50.0),
    "segment_elasticity": lambda m: (
        m.body("tip", 0.5, (0, 0, 0), (0.1, 0.1, 0.1)),
        m.beam_segment("bend", "arm", "tip", at=(0.6, 0, 0), length=0.6),
        m.segment_elasticity("e", "bend", area=1e-4, torsion_constant=2e-9, second_moment_y=1e-9,
                             second_moment_z=1e-9, young_modulus=2e9, shear_modulus=1e9,
                             damping_time=0.01)),
    "modal_elasticity": lambda m: (
        m.body("tip", 0.5, (0, 0, 0), (0.1, 0.1, 0.1)),
        m.mode_shape("bend", "arm", "tip", at=(0.6, 0, 0), shape=[[0, 0, 1, 0, -2, 0]]),
        m.modal_elasticity("e", "bend", stiffness=[[300.0]], damping=[[2.0]])),
    "speed_control": lambda m: m.speed_control("e", "hinge", "cart", kp=20.0, ki=3.0, limit=400.0,
                                               speed=0.3),
    "spring_damper": lambda m: m.spring_damper("e", "arm", "cart", **LINE, k=80.0, c=3.0,
                                               free_length=0.7),
    "torque": lambda m: m.torque("e", "ground", "arm", "y", 3.0),
    "torsion_bar": lambda m: m.torsion_bar("e", "hinge", 300.0, preload=10.0, d=1.0),
    "wheel_contact": lambda m: m.wheel_contact("e", "loose", ROAD, on=(0, 0, 0), radius=0.3, k=1e4,
                                               c=50.0),
    "track": lambda m: m.track("e", [("ground", (0, 0, 0.5), 0.3), ("ground", (2, 0, 0.5), 0.2),
                                     ("cart", (1.2, 0, 1), 0.1)], k=1e4, c=10.0, preload=50.0),
    "tyre": lambda m: m.tyre("e", "loose", BRUSH, on=(0, 0, 0), road=ROAD, mu=0.7),
    "point_force": lambda m: m.point_force("e", "loose", (1, -2, 3), on=(0.1, 0.2, 0.3)),
    "window_force": lambda m: m.window_force("e", -5.0, (-0.2, 0.4), joint="rail", moving=1),
}  # fmt: skip


FORCES_BY_EXAMPLE = frozenset({*FORCE_METHODS} - {*ELEMENTS} - {"fmu"})
"""Elements that are tried on the mechanism of their documentation; FMUs have no numbers."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(FORCES_BY_EXAMPLE))
def test_force_elements_by_example(kind: str) -> None:
    system = example(kind).compile()
    names = [*chosen(system, ("force:",), 12), *chosen(system, ("body:",), 3)]
    size, until = (1e-3, 2e-4) if kind == "track_links" else (0.01, 0.02)  # stiff, with many ends
    checked(system, names, moving(system, size=size, speed=0.3), until)


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(ELEMENTS))
def test_force_elements(kind: str) -> None:
    m = bench()
    ELEMENTS[kind](m)
    system = m.build().compile()
    rates = {"hinge": 0.3, "rail": 0.4} if kind != "nonholonomic" else {"hinge": 1.0, "rail": 0.3}
    rates |= {name: rate for name, rate in TURNS.items() if name in system.model.joint_index}
    start = system.assemble({"hinge": 0.15, "rail": 0.1}, {**rates, "air": [0.1, 0, 0.2, 2, 0, 0]})
    names = [*chosen(system, ("force:",), 8), "cart.mass", "arm.mass", "loose.mass"]
    names += [f"{name}.inertia" for name in SHAFTS if name in system.model.joint_index]
    checked(system, names, start, 0.06)


@pytest.mark.slow
def test_clutch_that_locks() -> None:
    """Friction turns round within a step, where the slope has a kink: four digits are left."""
    m = shafts(bench())
    m.clutch("e", "crank", "left", capacity=200.0, gear=5.0)
    system = m.build().compile(parameters=["force:e.capacity"])
    start = system.assemble({}, TURNS)
    how: dict[str, Any] = {"until": 0.06, "every": 0.015, **TIGHT}
    objective = weighted(system.velocities)
    found = gradient(system, objective, ["force:e.capacity"], start=start, **how)
    slip = found.run["e.slip"]
    assert slip[0] > 20.0 and abs(slip[-1]) < 0.5
    expected = slope(
        lambda x: value_of_run(system, objective, start, how, parameters={"e.capacity": x}),
        200.0, 0.1,
    )  # fmt: skip
    assert found["force:e.capacity"] == pytest.approx(expected, rel=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clutch", "gearbox"])
def test_grip_of_shafts_at_rest(name: str) -> None:
    """Nothing moves, and steps are as long as they may be: small changes move all the same."""
    m = shafts(bench())
    ends = {"clutch": {}, "gearbox": {"gears": [3.6, 2.1]}}[name]
    getattr(m, name)("e", "crank", "left", capacity=200.0, gear=5.0, **ends)
    system = m.build().compile()
    how: dict[str, Any] = {"until": 0.06, "every": 0.015, **TIGHT}
    start = system.assemble()
    columns = tuple(n for n in system.velocities if n.startswith(tuple(SHAFTS)))
    objective = weighted(columns)
    found = gradient(system, objective, ["force:e.initial_grip"], start=start, **how)
    run = analysis.simulate_sensitivities(system, start, ["force:e.initial_grip"], **how)
    W = objective.sensitivity(run.t, np.zeros((len(run.t), len(columns))))
    places = [system.velocities.index(n) for n in columns]
    expected = np.einsum("tk,tkp->p", W, run.v_p[:, places])
    assert found.vector == pytest.approx(expected, rel=1e-7)


# --- events ---------------------------------------------------------------------------------------


def sprung() -> System:
    """The bench with a spring that can be switched off and a controller with a state."""
    m = bench()
    m.pid("e", "rail", 30.0, target=0.1, ki=20.0)
    m.spring_damper("s", "arm", "cart", **LINE, k=80.0, c=3.0, free_length=0.7)
    return m.build().compile()


def _start(system: System) -> Any:
    return system.assemble({"hinge": 0.15, "rail": 0.1}, {"hinge": 0.9, "rail": 0.4})


CROSSES: dict[str, Any] = {"at": 0.25, "direction": "up", "most": 1}
BOX = Attach("box", "arm", 0.7, (0.1, -0.5, 0.0), (0.01, 0.02, 0.03), velocity=(0.3, 0.1, 0.0))
EVENTS: dict[str, tuple[list[Event], tuple[str, ...]]] = {
    "Attach": ([Event("hinge.angle", BOX, **CROSSES)], ()),
    "Bounce": ([Event("hinge.angle", Bounce(0.7), **CROSSES)], ()),
    "Detach": ([Event(0.02, BOX), Event("hinge.angle", Detach("box", "arm"), **CROSSES)], ()),
    "Drive": ([Event("hinge.angle", Drive("hinge", 0.25), **CROSSES)], ()),
    "Effort": ([Event("hinge.angle", Effort("rail", 3.0), **CROSSES)], ()),
    "Enable": ([Event("hinge.angle", Enable("s", on=False), **CROSSES)], ()),
    "Lock": ([Event("hinge.angle", Lock("rail"), **CROSSES)], ()),
    "Record": ([Event("hinge.angle", Record(), **CROSSES)], ()),
    "Release": ([Event("hinge.angle", Release("rail"), **CROSSES)], ("rail",)),
    "SetParameter": ([Event("hinge.angle", SetParameter("s.k", 20.0), **CROSSES)], ()),
    "SetState": ([Event("hinge.angle", SetState("e.integral", 0.2), **CROSSES)], ()),
    "Stop": ([Event("hinge.angle", Stop(), **CROSSES)], ()),
}
ELSEWHERE = {"Join", "Part", "Replace", "Separate", "FmuEvent"}
"""Tried below; FMUs have no numbers."""


def test_every_action_is_there() -> None:
    assert {*EVENTS} | ELSEWHERE == {kind.__name__ for kind in OWN}


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "rk4"])
@pytest.mark.parametrize("kind", list(EVENTS))
def test_actions(kind: str, method: str) -> None:
    system = sprung()
    events, locked = EVENTS[kind]
    how: dict[str, Any] = {"until": 0.3, "every": 0.06, "events": events, "method": method}
    how |= {"step": 0.005} if method == "rk4" else TIGHT
    start = _start(system)
    if locked:
        how["locked"] = locked
        start = system.assemble({"hinge": 0.15, "rail": 0.1}, {"hinge": 0.9})
    objective = weighted(("hinge.angle", "rail.displacement", "rail.speed", "energy.corrections"))
    names = ["force:s.k", "arm.mass", "cart.mass", "force:s.free_length"]
    along(system, objective, names, {"start": start, **how})
    run = gradient(system, objective, [], start=start, **how).run
    assert len(run.events) == len(events)


@pytest.mark.slow
def test_joint_that_is_made_and_parted() -> None:
    """A joint of the model that is cut is parted, and made again."""
    system = rssr().compile()
    cut = system.topology.cuts[0].name
    start = system.assemble()
    how: dict[str, Any] = {"until": 0.02, "every": 0.005, "events": [Event(0.01, Part(cut))]}
    body = system.model.bodies[0].name
    objective = weighted((*system.coordinates, *system.velocities))
    along(system, objective, [f"{body}.mass"], {"start": start, **how, **TIGHT})


@pytest.mark.slow
def test_joint_where_frames_meet_is_refused_by_its_event() -> None:
    system = chain().build().compile(kernels=())
    events = [Event(0.01, Join("hold", "revolute", "tip", "pin", gap=1.0, angle=3.0))]
    with pytest.raises(ModelError, match="G11"):
        gradient(system, "final A.angle", ["one.mass"], start={}, until=0.02, events=events)


@pytest.mark.slow
def test_wheel_that_leaves() -> None:
    system = gallery.turntable_ball().compile()
    contact = next(j.name for j in system.model.joints if j.type.type_name == "rolling")
    how: dict[str, Any] = {"until": 0.05, "every": 0.01, "events": [Event(0.02, Separate(contact))]}
    objective = weighted((*system.coordinates, *system.velocities))
    # the table hardly feels the ball: of small changes rounding would be left
    along(system, objective, ["table.inertia"], {"start": turning(system), **how, **TIGHT},
          step=1e-2)  # fmt: skip


def braked_wheel() -> System:
    """A wheel with a load that rolls, and a tyre that waits."""
    m = Mechanism("wheel", (0.0, 0.0, -9.81))
    m.body("carriage", 10.0, (0, 0, 0), (1.0, 1.0, 1.0), at=(0, 0, 0.29))
    m.body("load", 390.0, (0, 0, 0), (1.0, 1.0, 1.0), at=(0, 0, 0.29))
    m.body("wheel", 10.0, (0, 0, 0), (0.5, 0.8, 0.5), at=(0, 0, 0.29))
    m.prismatic("x", m.ground, "carriage", at=(0, 0, 0.29), axis="x")
    m.prismatic("z", "carriage", "load", at=(0, 0, 0.29), axis="z")
    m.revolute("spin", "load", "wheel", at=(0, 0, 0.29), axis="y")
    m.rolling("C", "wheel", radius=0.29, axis="y", center=(0, 0, 0.29))
    tyre = BrushTyre(radius=0.3, k=4e5, load=4000.0, c=2000.0, stiffness=6e4, stiffness_along=8e4)
    m.tyre("T", "wheel", tyre, at=(0, 0, 0.29))
    return m.build().compile()


@pytest.mark.slow
def test_wheel_that_goes_on_as_a_tyre() -> None:
    system = braked_wheel()
    events = [Event(0.02, Replace("C", by="T"))]
    how: dict[str, Any] = {
        "until": 0.05,
        "every": 0.01,
        "events": events,
        "inputs": {"spin": -90.0},
    }
    start = system.assemble(rates={"x": 20.0})
    objective = weighted((*system.coordinates, *system.velocities))
    names = ["load.mass", "wheel.inertia", "force:T.mu"]
    along(system, objective, names, {"start": start, **how, **TIGHT})


@pytest.mark.slow
def test_functions_of_the_state_are_refused() -> None:
    """What an event computes of the state is no number: nothing is left out in silence."""
    law = SetState("e.integral", lambda t, s: 0.1 * s["rail.speed"])
    events = [Event("hinge.angle", law, **CROSSES)]
    with pytest.raises(ModelError, match=r"hinge\.angle.*asks a function of the state"):
        gradient(sprung(), "final rail.speed", ["cart.mass"], start=_start(sprung()), until=0.3,
                 events=events)  # fmt: skip
