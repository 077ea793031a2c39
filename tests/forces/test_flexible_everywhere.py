"""Beams and modal bodies in all that takes a system: derivatives, methods, batches, C, GPU code."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq

import sarrus
from curves.test_derivatives import assert_exact
from derivatives.differences import along, along_q
from derivatives.mechanisms import Moving
from kernels.native import machine
from kernels.stand_in_driver import StandIn, remember_all
from kernels.test_targets import needs_fused, needs_gcc
from sarrus.dynamics import BaseMotion
from sarrus.dynamics.derivatives import constraint_derivatives, inverse_derivatives
from sarrus.fem import BeamMaterial, beam_structure, craig_bampton
from sarrus.kernels.targets.c.target import CTarget
from sarrus.system.populations.population import Population

C = CTarget("gcc")
SOFT = {"young_modulus": 2e8, "poisson_ratio": 0.3, "density": 1000.0, "damping_time": 2e-3}
KINDS = ("beam", "modes", "loop")


def added(m, kind):
    """Add a soft arm along x, and return its ends."""
    if kind == "beam":
        rod = m.flexible_beam("rod", (0, 0, 0), (0.4, 0, 0), section="round", diameter=0.02,
                              segments=2, **SOFT)  # fmt: skip
        return rod.start, rod.end
    rod = beam_structure((0, 0, 0), (0.4, 0, 0), elements=6, section="round", diameter=0.02,
                         material=BeamMaterial(2e8, 8e7, 1000.0))  # fmt: skip
    modes = craig_bampton(
        rod, {"a": 0, "b": 6}, modes=1, reference="a", keep=2, stresses={"a": 0}, second_order=True
    )
    body = m.modal_body("rod", modes, damping_time=2e-3)
    return body.frame, body.interface("b")


@cache
def arm(kind):
    m = sarrus.Mechanism(kind)
    start, end = added(m, "modes" if kind == "loop" else kind)
    m.revolute("A", m.ground, start, at=(0, 0, 0), axis="y")
    m.body("load", 0.2, (0.02, 0, 0.1), (1e-3, 2e-3, 3e-3), at=(0.4, 0, 0))
    if kind == "loop":
        m.spherical("B", end, "load", at=(0.4, 0, 0))
        m.prismatic("guide", m.ground, "load", at=(0.4, 0, 0.1), axis="x")
    else:
        m.weld("B", end, "load", at=(0.4, 0, 0))
    return m.build().compile(kernels=())


def bent(kind):
    """A state that is bent and moves."""
    system = arm(kind)
    names = [n for n in system.coordinates if n.startswith(("rod.modes", "rod.segment"))]
    names = [n for n in names if kind != "loop" or n.endswith("mode_1")]
    wanted = {n: 0.02 * (k + 1) / len(names) for k, n in enumerate(names)}
    return system, system.assemble({"A": 0.2, **wanted}, {"A": 2.0})


@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_are_those_of_duals(kind):
    system, state = bent(kind)
    rng = np.random.default_rng(3)
    m = Moving(
        model=system.model,
        cut=tuple(joint.name for joint in system.topology.cuts),
        q=state.q,
        v=rng.uniform(-2.0, 2.0, system.nv),
        vdot=rng.uniform(-5.0, 5.0, system.nv),
        lam=rng.uniform(-9.0, 9.0, system.compiled.loops.m),
        tau_cut=np.zeros(0),
        base=BaseMotion.at_rest(),
    )
    found = inverse_derivatives(m.moving, 0.0, m.lam, None)
    by_q = along_q(m, lambda q: m.efforts(q, m.v, m.vdot), True)
    by_v = along(lambda v: m.efforts(m.q, v, m.vdot), m.v, True)
    scale = float(np.max(np.abs(found.tau), initial=1.0))
    assert_exact(found.dtau_dq, by_q, scale)
    assert_exact(found.dtau_dv, by_v, scale)
    if m.lam.size:
        rows = along_q(m, lambda q: m.loops(q, m.v, m.vdot), True)
        assert_exact(constraint_derivatives(m.moving).Phi, rows[0], 1.0)


@pytest.mark.slow
@needs_gcc
@needs_fused
@pytest.mark.parametrize("kind", ["beam", "modes"])
def test_c_has_the_same_bits(kind):
    system = arm(kind)
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        of = system.compiled.kernel(quantity).program()
        random = np.random.default_rng(6)
        given = [random.uniform(-0.1, 0.1, port.shape) for port in of.inputs]
        found, expected = machine(of, C)(*given), machine(of)(*given)
        assert [x.tobytes() for x in found] == [x.tobytes() for x in expected]


@pytest.mark.slow
@needs_fused
@pytest.mark.parametrize("kind", ["beam", "modes"])
def test_batches_and_code_for_gpus_have_the_bits_of_one_run(kind, monkeypatch):
    remember_all(monkeypatch)
    system, state = bent(kind)
    starts = [state, system.state(state.q, 0.5 * np.array(state.v))]
    how = {"until": 2e-3, "step": 1e-4, "keep": ["last A.angle", "max A.rate"]}
    one, other = (p.simulate(starts, **how) for p in (
        system.on("cpu"), Population(system, "gpu", "double", library=StandIn())
    ))  # fmt: skip
    assert not one.stopped.any()
    assert one.q.tobytes() == other.q.tobytes()
    for k, start in enumerate(starts):
        run = system.simulate(start, until=2e-3, step=1e-4, every=1e-4, method="rk4")
        assert one.q[k].tobytes() == run.q[-1].tobytes()


@pytest.mark.parametrize("kind", [pytest.param("beam", marks=pytest.mark.slow), *KINDS[1:]])
def test_implicit_and_explicit_methods_agree_and_the_balance_closes(kind):
    system, state = bent(kind)
    ends = []
    for method in ("auto", "bdf", "ida"):
        run = system.simulate(state, until=0.02, method=method, rtol=1e-9, atol=1e-11)
        ends.append(run.q[-1])
        if method == "auto":
            assert run.energy_error < 1e-8 and run.loss[-1] > 0.0
    assert ends[1] == pytest.approx(ends[0], abs=2e-7)
    assert ends[2] == pytest.approx(ends[0], abs=2e-7)


def elastic_arm_frequencies(EI, line, length, stiffness, load):
    """The lowest two of Bernoulli's beam on an elastic hinge, with a point mass at its end.

    w = a sin + b cos + c sinh + d cosh of beta x; w = 0 and EI w_xx = k w_x at the hinge, w_xx = 0
    and EI w_xxx = -m omega^2 w at the end.
    """

    def determinant(beta):
        x, m = beta * length, load / line * beta
        s, c, sh, ch = np.sin(x), np.cos(x), np.sinh(x), np.cosh(x)
        k = stiffness / (EI * beta)
        rows = [
            [0, 1, 0, 1],
            [-k, -1, -k, 1],
            [-s, -c, sh, ch],
            [-c + m * s, s + m * c, ch + m * sh, sh + m * ch],
        ]
        return np.linalg.det(np.array(rows)) / ch

    grid = np.linspace(0.1, 8.0, 400) / length
    values = [determinant(beta) for beta in grid]
    found = [
        brentq(determinant, a, b)
        for a, b, x, y in zip(grid, grid[1:], values, values[1:], strict=False)
        if x * y < 0
    ]
    return np.array(found[:2]) ** 2 * np.sqrt(EI / line)


@pytest.mark.parametrize("kind", ["modes", pytest.param("segments", marks=pytest.mark.slow)])
def test_arm_with_an_elastic_link_and_joint_has_the_frequencies_of_its_equation(kind):
    length, diameter, stiffness, load = 0.8, 0.01, 150.0, 0.3
    EI, line = 210e9 * np.pi * diameter**4 / 64, 7850.0 * np.pi * diameter**2 / 4
    m = sarrus.Mechanism("elastic arm", gravity=(0, 0, 0))
    section = {"section": "round", "diameter": diameter, "material": "steel"}
    if kind == "segments":
        rod = m.flexible_beam("link", (0, 0, 0), (length, 0, 0), segments=6, **section)
        start, end = rod.start, rod.end
    else:
        beam = beam_structure((0, 0, 0), (length, 0, 0), elements=10, **section)
        modes = craig_bampton(beam, {"a": 0, "b": 10}, modes=4, reference="a", keep=4)
        body = m.modal_body("link", modes)
        start, end = body.frame, body.interface("b")
    m.revolute("joint", m.ground, start, at=(0, 0, 0), axis="y")
    m.joint_spring("gear", "joint", k=stiffness)
    m.body("load", load, (0, 0, 0), (1e-9, 1e-9, 1e-9), at=(length, 0, 0))
    m.weld("flange", end, "load", at=(length, 0, 0))
    system = m.build().compile(kernels=())
    vibrations = system.linearize(system.assemble()).vibrations
    # those in the plane of the joint turn it
    at = system.coordinates.index("joint.angle")
    planar = [v for v in vibrations if abs(v.shape[at]) > 1e-6 * np.max(np.abs(v.shape))]
    found = 2 * np.pi * np.sort([v.frequency for v in planar])[:2]
    expected = elastic_arm_frequencies(EI, line, length, stiffness, load)
    assert found == pytest.approx(expected, rel=1e-2)


def test_modes_of_an_arm_that_hangs_are_those_of_small_swings():
    # its lowest frequency, from a run beside its rest
    system, _ = bent("modes")
    rest = system.equilibrium(system.assemble({"A": 1.5}))
    mode = min(rest.linearization.vibrations, key=lambda found: found.frequency)
    q = np.array(rest.state.q)
    at = system.coordinates.index("A.angle")
    q[at] += 1e-4
    run = system.simulate(system.state(q, 0.0 * q[: system.nv]), until=4.0, every=0.005, rtol=1e-9)
    swing = np.asarray(run["A.angle"]) - rest.state.q[at]
    crossings = np.flatnonzero((swing[1:] < 0) != (swing[:-1] < 0))
    part = swing[crossings] / (swing[crossings] - swing[crossings + 1])
    times = run.t[crossings] + part * 0.005
    seen = 0.5 / np.mean(np.diff(times))
    assert seen == pytest.approx(mode.frequency, rel=2e-3)


@pytest.mark.slow
def test_column_of_a_beam_is_followed_through_its_buckling_load():
    # P/P_E = (2 K(sin(alpha/2))/pi)^2: from the straight side of a small imperfection to an end
    # angle of about 60 degrees
    from scipy.special import ellipk

    length, second = 1.0, np.pi * 0.01**4 / 64
    EI = 210e9 * second
    euler = np.pi**2 * EI / (4 * length**2)
    m = sarrus.Mechanism("column", gravity=(0, 0, 0))
    rod = m.flexible_beam("rod", (0, 0, 0), (length, 0, 0), section="round", diameter=0.01,
                          material="steel", segments=4)  # fmt: skip
    m.weld("root", m.ground, rod.start, at=(0, 0, 0))
    m.point_force("P", rod.end, -1.0, along="x", at=(length, 0, 0))
    m.moment("bias", rod.end, 1e-3 * EI, along="y")
    system = m.build().compile(kernels=(), parameters=["P.force"])
    start = system.equilibrium(parameters={"P.force": (-0.5 * euler, 0, 0)}).state
    branch = sarrus.analysis.follow(system, "P.force[0]", -0.5 * euler, -1.14 * euler, start)
    assert branch.complete
    end = system.poses(branch.points[-1].state.q)[rod.end.name]
    angle = np.arctan2(-end.rotation[2, 0], end.rotation[0, 0])
    ratio = (2.0 * ellipk(np.sin(angle / 2) ** 2) / np.pi) ** 2
    assert abs(angle) > np.radians(50.0)
    assert ratio == pytest.approx(1.14, rel=0.02)
