"""Triggers of the codes of requests: S, T."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import llvmlite.binding as llvm
import numpy as np

from errors.register import Place, triggers
from loops.mechanisms import bricard, four_bar
from sarrus import GroundMotion, Mechanism, System, analysis, design, export
from sarrus.cartesian import CartesianSystem
from sarrus.errors import Problem
from sarrus.gallery import EXAMPLES
from sarrus.kernels.targets.ptx import driver
from sarrus.papers.index_sets import BranchedChain, index_sets
from sarrus.training import Episodes, FiveBarThrow
from simulation.machines import pendulum


@cache
def bar() -> System:
    return four_bar().compile(kernels=())


@cache
def rod() -> System:
    return pendulum().compile(kernels=())


@triggers("S01")
def tree_quantity_of_a_loop(place: Place) -> None:
    rest = np.zeros(bar().nv)
    bar().inverse_dynamics(rest, rest, rest)


@triggers("S02")
def folded_parameter(place: Place) -> None:
    rod().simulate(rod().assemble(), until=1.0, parameters={"rod.mass": 2.0})


@triggers("S03")
def unknown_method(place: Place) -> None:
    rod().simulate(rod().assemble(), until=1.0, method="heun")


@triggers("S04")
def motion_of_a_fixed_base(place: Place) -> None:
    rod().simulate(rod().assemble(), until=1.0, base=GroundMotion())


@triggers("S05")
def place_of_no_joint(place: Place) -> None:
    rod().compiled.joint_at("q", slice(7, 8))


@triggers("S06")
def independent_coordinate_of_a_cut_joint(place: Place) -> None:
    system = four_bar().compile(kernels=(), cut=["C"])
    system.linearize(system.assemble(), independent=["C"])


@triggers("S07")
def too_many_independent(place: Place) -> None:
    system = four_bar().compile(kernels=(), cut=["C"])
    system.linearize(system.assemble(), independent=["A", "D"])


@triggers("S08")
def end_before_the_start(place: Place) -> None:
    rod().simulate(rod().assemble(), until=-1.0)


@triggers("S09")
def jacobian_with_loads(place: Place) -> None:
    state = rod().assemble()
    moving = rod().accelerations(state, loads={"rod": ((0, 0, 1), (0, 0, 0))})
    analysis.system_jacobian(rod(), moving)


@triggers("S10")
def massless_under_a_load(place: Place) -> None:
    m = Mechanism("thin")
    m.body("rod", 1.0, (0.5, 0, 0), (0.0, 0.1, 0.1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="x")
    solver = CartesianSystem(m.build(), compiled=False)
    solver.accelerations(solver.drawing_state(), loads={"rod": ((0, 0, 0), (1.0, 0, 0))})


@triggers("S11")
def open_joints(place: Place) -> None:
    m = Mechanism("short")
    for name in ("left", "right"):
        m.body(name, 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    zero = (0, 0, 0)
    m.revolute("A", m.ground, "left", on_parent=zero, on_child=zero, axis="z")
    m.revolute("B", "left", "right", on_parent=(1, 0, 0), on_child=(1, 0, 0), axis="z")
    m.revolute("C", m.ground, "right", on_parent=(5, 0, 0), on_child=zero, axis="z")
    solver = CartesianSystem(m.build(), compiled=False)
    solver.project(solver.drawing_state())


@triggers("S12")
def step_of_nothing(place: Place) -> None:
    m = Mechanism("burst", (0, 0, 0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    solver = CartesianSystem(m.build(), compiled=False)

    def burst(t: float) -> dict[str, float]:
        return {"A": 1.0 if t < 0.5 else np.nan}

    solver.simulate(solver.drawing_state(), until=1.0, efforts=burst)


@triggers("S13")
def moving_base(place: Place) -> None:
    m = Mechanism("ship")
    m.body("rod", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.prescribe_base()
    CartesianSystem(m.build(), compiled=False)


@triggers("S15")
def many_runs_without_equal_steps(place: Place) -> None:
    rod().simulate([rod().assemble(), rod().assemble({"A": 0.1})], until=1.0)


@triggers("S39")
def population_that_iterates(place: Place) -> None:
    rod().on("gpu").simulate(rod().assemble(), until=1.0, step=0.1, method="midpoint")


@triggers("S40")
def environments_that_nobody_wants(place: Place) -> None:
    Episodes(FiveBarThrow(), 0)


@triggers("E-GPU")
def machine_without_a_driver(place: Place) -> None:
    place.patch.setattr(driver, "LIBRARIES", ("libno_such_driver.so.1",))
    rod().on("gpu").inverse_dynamics([[0.0]], [[0.0]], [[0.0]])


@triggers("S16")
def prefix_that_is_no_name(place: Place) -> None:
    export.c_code(rod(), "2 fast")


@triggers("S17")
def effort_that_is_named_twice(place: Place) -> None:
    rod().simulate(rod().assemble(), until=1.0, inputs={"A": 1.0, "A.rate": 2.0})


@triggers("S18")
def equations_that_nobody_reads(place: Place) -> None:
    analysis.equations(rod(), limit=3)


@triggers("S19")
def controller_of_nothing(place: Place) -> None:
    system = four_bar().compile(kernels=())
    small = system.linearize(system.assemble(rates={"A": 1.0}), ["A"])
    analysis.lqr(small, 1.0, 1.0)


@triggers("S30")
def steady_motion_that_is_one_of_many(place: Place) -> None:
    EXAMPLES["gyroscope"].model().compile(kernels=()).equilibrium(moving={"spin.rate": 150.0})


@triggers("S31")
def angle_that_matters(place: Place) -> None:
    rod().equilibrium(moving={"A.rate": 1.0}, aside=["A.angle"])


@triggers("T01")
def cut_off(place: Place) -> None:
    pendulum().compile(kernels=(), cut=["A"])


@triggers("T02")
def weight_of_nothing(place: Place) -> None:
    four_bar().compile(kernels=(), weights={"A": 0.0})


@triggers("S41")
def balance_by_nothing(place: Place) -> None:
    design.balance(rod(), by=[])


@triggers("S42")
def tolerance_of_nothing(place: Place) -> None:
    design.tolerances(rod(), {}, "A.angle")


@triggers("T03")
def no_chain(place: Place) -> None:
    index_sets(BranchedChain((0, 5, 1)))


@triggers("T04")
def pose_of_a_distance(place: Place) -> None:
    m = Mechanism("hung")
    m.body("bob", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, -1))
    m.spherical("A", m.ground, "bob", at=(0, 0, 0))
    m.distance("rope", m.ground, "bob", at_a=(1, 0, 0), at_b=(0, 0, -1))
    m.build().joint("rope").type.pose(np.zeros(0))


@triggers("T05")
def out_of_the_plane(place: Place) -> None:
    bricard().compile(kernels=(), planar=True).assemble()


@triggers("T06")
def rolling_in_absolute_coordinates(place: Place) -> None:
    m = Mechanism("ball")
    m.body("ball", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, 0.5))
    m.free("any", m.ground, "ball")
    m.rolling("contact", "ball", radius=0.5, center=(0, 0, 0.5))
    CartesianSystem(m.build(), compiled=False)


@triggers("S50")
def version_of_fmi_that_is_not_written(place: Place) -> None:
    export.fmu(rod(), place.folder / "rod.fmu", version="1.0")


@triggers("W84")
def step_that_a_stop_asks_for(place: Place) -> Iterable[Problem]:
    m = Mechanism("ball")
    ball = m.body("ball", mass=1.0, inertia=(1e-3, 1e-3, 1e-3))
    m.prismatic("z", m.ground, ball, at=(0, 0, 0), axis="z")
    m.end_stop("floor", "z", 1e8, lower=-1.0)
    return export.fmu(m.build().compile(), place.folder / "ball.fmu", binary=False).notices


@triggers("W85")
def exact_friction_in_an_fmu(place: Place) -> Iterable[Problem]:
    system = EXAMPLES["stick_slip_brake"].model().compile(kernels=())
    return export.fmu(system, place.folder / "brake.fmu", binary=False).notices


@triggers("E20")
def compiler_that_is_not_there(place: Place) -> None:
    export.fmu(rod(), place.folder / "rod.fmu", compiler="no_such_compiler")


@triggers("E21")
def processor_that_llvm_lacks(place: Place) -> None:
    def lacks(triple: str) -> None:
        raise RuntimeError(f"No available targets are compatible with {triple}")

    place.patch.setattr(llvm.Target, "from_triple", lacks)
    export.object_code(rod(), "rod", target="riscv32")


@triggers("W66")
def constants_beyond_single_precision(place: Place) -> Iterable[Problem]:
    m = Mechanism("tiny")
    m.body("dust", 1e-9, (1e-12, 0, 0), (1e-40, 1e-40, 1e-40))
    m.free("F", m.ground, "dust")
    system = m.build().compile(kernels=())
    return export.c_code(system, "dust", precision="single", methods=()).notices


@triggers("W58")
def fmu_of_sources(place: Place) -> Iterable[Problem]:
    return export.fmu(rod(), place.folder / "rod.fmu", binary=False).notices
