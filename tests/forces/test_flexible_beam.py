"""Flexible beams: chains of segments against closed forms, rigid bodies and other formulations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh, expm
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

import sarrus
from sarrus.model.joints import BeamSegment, TimoshenkoSegment
from sarrus.spatial.dual import rate_of

E, NU, RHO, LENGTH, DIAMETER = 210e9, 0.3, 7850.0, 1.0, 0.01
AREA, I = np.pi * DIAMETER**2 / 4, np.pi * DIAMETER**4 / 64
EI, GJ = E * I, E / (2 * (1 + NU)) * 2 * I


def cantilever(segments: int, *, root: bool = True, **options):
    """A round steel rod along x, clamped at the origin."""
    m = sarrus.Mechanism("cantilever", gravity=(0, 0, 0))
    given = {"section": "round", "diameter": DIAMETER, "material": "steel"} | options
    rod = m.flexible_beam("rod", (0, 0, 0), (LENGTH, 0, 0), segments=segments, **given)
    if root:
        m.weld("root", m.ground, rod.start, at=(0, 0, 0))
    return m, rod


def compiled(m):
    return m.build().compile(kernels=())


@pytest.mark.parametrize("kind", [BeamSegment, TimoshenkoSegment])
def test_pose_of_a_segment_is_the_matrix_exponential_of_its_strains(kind):
    segment = kind(0.7, 0.3, -0.4, 0.9, 0.05, -0.02)
    rng = np.random.default_rng(3)
    for size in (0.0, 1e-9, 0.3, 1.2):
        q = size * rng.normal(size=segment.nv)
        strain = np.concatenate([np.zeros(3), q]) if segment.nv == 3 else q
        found = matrix_of(segment.pose(q))
        rest, now = (twist(segment, s) for s in (0.0 * strain, strain))
        expected = np.linalg.solve(expm(rest), expm(now))
        assert np.max(np.abs(found - expected)) < 1e-13


def matrix_of(X):
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = X.matrix, X.position
    return found


def twist(segment, strain):
    """The 4 x 4 matrix of a strain times the length, that at rest included."""
    x, y, z = segment.rest_turn + strain[3:]
    found = np.zeros((4, 4))
    found[:3, :3] = ((0, -z, y), (z, 0, -x), (-y, x, 0))
    found[:3, 3] = segment.rest_span + strain[:3]
    return found


@pytest.mark.parametrize("segments, turn", [(1, 1.5 * np.pi), (2, 2 * np.pi)])
def test_end_moment_bends_a_cantilever_to_a_circle_with_any_number_of_segments(segments, turn):
    m, rod = cantilever(segments)
    m.moment("M", rod.end, EI * turn / LENGTH, along="y")
    system = compiled(m)
    found = system.equilibrium()
    end = system.poses(found.state.q)[rod.end.name]
    radius = LENGTH / turn
    expected = (radius * np.sin(turn), 0.0, -radius * (1 - np.cos(turn)))
    assert np.max(np.abs(end.position - expected)) < 1e-10


def test_channels_show_moment_curvature_and_stress():
    m, rod = cantilever(1)
    m.moment("M", rod.end, EI * 2.0 / LENGTH, along="y")
    system = compiled(m)
    start = system.equilibrium().state
    run = system.simulate(start, until=1e-6)
    assert run["rod.elasticity_1.moment_y"][0] == pytest.approx(EI * 2.0, rel=1e-10)
    assert run["rod.elasticity_1.curvature_y"][0] == pytest.approx(2.0, rel=1e-10)
    stress = E * DIAMETER / 2 * 2.0
    assert run["rod.elasticity_1.stress"][0] == pytest.approx(stress, rel=1e-10)


def elastica(alpha):
    """End of a cantilever under the end force alpha EI/L^2 across (Bisshopp and Drucker 1945)."""

    def gap(p):
        return ellipk(p * p) - ellipkinc(np.arcsin(1 / (p * np.sqrt(2))), p * p) - np.sqrt(alpha)

    p = brentq(gap, np.sqrt(0.5) + 1e-12, 1 - 1e-12, xtol=1e-15)
    phi = np.arcsin(1 / (p * np.sqrt(2)))
    across = 1 - 2 / np.sqrt(alpha) * (ellipe(p * p) - ellipeinc(phi, p * p))
    return np.sqrt(2 * (2 * p * p - 1) / alpha), across


@pytest.mark.slow
def test_end_force_bends_a_cantilever_to_the_elastica_with_order_two():
    alpha, errors = 6.0, []
    for segments in (2, 4, 8):
        m, rod = cantilever(segments)
        m.point_force("F", rod.end, -alpha * EI / LENGTH**2, along="z", at=(LENGTH, 0, 0))
        system = compiled(m)
        end = system.poses(system.equilibrium().state.q)[rod.end.name].position
        x, z = elastica(alpha)
        errors.append(np.hypot(end[0] - x, end[2] + z))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert errors[-1] < 4e-3
    assert orders[-1] == pytest.approx(2.0, abs=0.15)


@pytest.mark.slow
def test_natural_frequencies_approach_those_of_a_bernoulli_beam_with_order_two():
    errors = []
    for segments in (5, 10):
        m, _ = cantilever(segments)
        system = compiled(m)
        found = np.sort(np.abs(np.imag(system.linearize(system.assemble()).eigenvalues)))[::2]
        roots = np.array([1.87510407, 4.69409113, 7.85475744])
        expected = roots**2 * np.sqrt(EI / (RHO * AREA)) / LENGTH**2
        bending = found[0:6:2]  # in pairs: the section is round
        errors.append(np.abs(bending / expected - 1))
    assert np.all(errors[1] < (2.5e-3, 9e-3, 1.5e-2))
    assert np.log2(errors[0][0] / errors[1][0]) == pytest.approx(2.0, abs=0.25)


def test_end_torque_twists_by_its_length_over_its_stiffness():
    m, rod = cantilever(3)
    m.moment("M", rod.end, 0.8 * GJ / LENGTH, along="x", follower=True)
    system = compiled(m)
    end = system.poses(system.equilibrium().state.q)[rod.end.name]
    assert np.arctan2(end.rotation[2, 1], end.rotation[1, 1]) == pytest.approx(0.8, rel=1e-11)
    assert end.position == pytest.approx((LENGTH, 0, 0), abs=1e-12)


def square_of_lowest(system, start=None, **options):
    """Square of the lowest natural frequency, from the eigenvalues of M^-1 K."""
    values = system.linearize(start or system.assemble(), **options).eigenvalues
    return float(np.min(np.real(-(values**2))))


@pytest.mark.slow
def test_eulers_load_makes_the_lowest_frequency_vanish():
    euler = np.pi**2 * EI / (4 * LENGTH**2)
    found = []
    for segments in (3, 6):
        m, rod = cantilever(segments)
        m.point_force("P", rod.end, -euler, along="x", at=(LENGTH, 0, 0))
        system = compiled(m)
        loads = (0.97, 1.0)
        squares = []
        for part in loads:
            m, rod = cantilever(segments)
            m.point_force("P", rod.end, -part * euler, along="x", at=(LENGTH, 0, 0))
            system = compiled(m)
            squares.append(square_of_lowest(system))
        slope = (squares[1] - squares[0]) / (loads[1] - loads[0])
        found.append(1.0 - squares[1] / slope)
    errors = np.abs(np.array(found) - 1.0)
    assert errors[1] < 1e-2
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)


@pytest.mark.slow
def test_cantilever_of_a_blade_section_tips_over_sideways_at_its_lateral_buckling_load():
    # Michell and Prandtl 1899: P L^2 = 4.0126 sqrt(E I_z G J) for an end load at the centroid
    errors = []
    for segments in (6, 12):
        options = {"section": "rectangle", "diameter": None, "width": 2e-4, "height": 2e-2}
        m, rod = cantilever(segments, **options)
        height, width = 2e-2, 2e-4
        G = E / (2 * (1 + NU))
        weak = E * height * width**3 / 12
        twisting = G * height * width**3 / 3 * (1 - 0.63025 * width / height)
        critical = 4.0126 * np.sqrt(weak * twisting) / LENGTH**2
        squares, loads = [], (0.9, 1.1)
        for part in loads:
            m, rod = cantilever(segments, **options)
            m.point_force("P", rod.end, (0, 0, -part * critical), at=(LENGTH, 0, 0))
            system = compiled(m)
            squares.append(square_of_lowest(system, system.equilibrium().state))
        at_zero = loads[0] + squares[0] * (loads[1] - loads[0]) / (squares[0] - squares[1])
        assert squares[0] > 0.0 > squares[1]
        errors.append(abs(at_zero - 1.0))
    assert errors[1] < 0.02


@pytest.mark.slow
def test_column_bends_out_beyond_eulers_load_as_the_elastica_does():
    # with the end angle alpha: P/P_E = (2 K(sin(alpha/2))/pi)^2; from a small imperfection
    euler = np.pi**2 * EI / (4 * LENGTH**2)
    alpha = np.radians(60.0)
    ratio = (2.0 * ellipk(np.sin(alpha / 2) ** 2) / np.pi) ** 2
    angles = []
    for segments in (4, 8):
        m, rod = cantilever(segments)
        m.point_force("P", rod.end, (-ratio * euler, 0, 0), at=(LENGTH, 0, 0))
        m.moment("bias", rod.end, 1e-7 * EI, along="y")
        system = compiled(m)
        bent = {f"rod.segment_{k + 1}.bend_y": alpha / segments for k in range(segments)}
        found = system.equilibrium(system.assemble(guess=bent))
        end = system.poses(found.state.q)[rod.end.name]
        angles.append(np.arctan2(-end.rotation[2, 0], end.rotation[0, 0]))
    errors = np.abs(np.array(angles) - alpha)
    assert errors[1] < 0.02
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.4)


@pytest.mark.slow
def test_follower_force_flutters_beyond_the_load_of_beck():
    # Beck 1952: 20.05 EI / L^2; the chain's own load differs by some per cent
    for part, stable in ((17.0, True), (21.0, False)):
        m, rod = cantilever(8, diameter=DIAMETER)
        m.point_force(
            "P", rod.end, -part * EI / LENGTH**2, along="x", at=(LENGTH, 0, 0), follower=True
        )
        system = compiled(m)
        values = system.linearize(system.assemble()).eigenvalues
        growth = np.max(values.real) / np.max(np.abs(values))
        assert (growth < 1e-6) == stable


@pytest.mark.slow
def test_rotation_stiffens_a_beam_as_an_independent_ritz_solution_says():
    speed = 6.0 * np.sqrt(EI / (RHO * AREA)) / LENGTH**2
    m, rod = cantilever(8, root=False)
    m.revolute("hub", m.ground, rod.start, at=(0, 0, 0), axis="z")
    system = compiled(m)
    start = system.assemble({"hub": 0.0}, {"hub": speed})
    values = system.linearize(start, driven={"hub": f"{float(speed)!r}*t"}).eigenvalues
    found = np.min(np.abs(values[np.abs(values) > 1.0]))
    in_plane, flap = ritz_frequencies(speed)
    flapping = np.sort(np.abs(np.imag(values)))[::2][:2]
    assert found == pytest.approx(in_plane, rel=1e-2)
    assert flapping == pytest.approx((in_plane, flap), rel=1e-2)


def ritz_frequencies(speed):
    """Lowest frequencies in the plane of rotation and across it, with polynomials of w(x)."""
    x, w = np.polynomial.legendre.leggauss(40)
    x, w = 0.5 * (x + 1.0) * LENGTH, 0.5 * w * LENGTH
    n = np.arange(2, 9)[:, None]
    w0, w1, w2 = x**n, n * x ** (n - 1), n * (n - 1) * x ** (n - 2)
    line = RHO * AREA
    M = line * (w0 * w) @ w0.T
    K = EI * (w2 * w) @ w2.T
    K += 0.5 * line * speed**2 * (w1 * (w * (LENGTH**2 - x**2))) @ w1.T
    flap = np.sqrt(eigh(K, M, eigvals_only=True)[0])
    return np.sqrt(flap**2 - speed**2), flap


@pytest.mark.slow
def test_spin_up_stretches_a_beam_as_its_closed_form_says():
    # the manoeuvre of Simo and Vu-Quoc 1987 (On the dynamics of flexible beams under large overall
    # motions, part II): up to 6 rad/s in 15 s, after which the tip is
    # 36 rho A L^3/(3 E A) further out
    law = (
        "if(t < 15 [s], 0.4 [rad/s^2]*(t^2/2 + (15 [s]/(2*pi))^2*(cos(2*pi*t/15 [s]) - 1)), "
        "6 [rad/s]*t - 45 [rad])"
    )
    errors = []
    for segments in (4, 8):
        m = sarrus.Mechanism("spin", gravity=(0, 0, 0))
        rod = m.flexible_beam(
            "rod", (0, 0, 0), (10, 0, 0), segments=segments, shear=True, area=4e-4,
            torsion_constant=2e-7, second_moment_y=2e-7, second_moment_z=2e-7, young_modulus=7e10,
            shear_modulus=2.5e10, density=3000.0, shear_ratio_y=1.0, shear_ratio_z=1.0,
        )  # fmt: skip
        m.revolute("hub", m.ground, rod.start, at=(0, 0, 0), axis="z")
        system = m.build().compile(kernels=())
        run = system.simulate(
            system.assemble(), until=20.0, every=0.05, method="bdf", rtol=1e-7, atol=1e-9,
            driven={"hub": law},
        )  # fmt: skip
        tip, angle = np.asarray(run[f"rod.{segments}.position"]), np.asarray(run["hub.angle"])
        along = tip[:, 0] * np.cos(angle) + tip[:, 1] * np.sin(angle) - 10.0
        errors.append(abs(np.mean(along[run.t > 18.0]) / (36 * 1.2 * 1000 / (3 * 2.8e7)) - 1))
        across = tip[:, 1] * np.cos(angle) - tip[:, 0] * np.sin(angle)
        assert np.max(np.abs(across[run.t > 16.0])) < 0.01 * np.max(np.abs(across))
    assert errors[1] < 2e-3
    # the published stretch
    assert np.mean(along[run.t > 18.0]) == pytest.approx(5.14e-4, abs=0.02e-4)
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.4)


def test_helix_of_one_segment_and_a_curve_through_points():
    radius, rise, turns = 0.2, 0.05, 0.7
    angle = 2 * np.pi * turns
    length = np.hypot(radius * angle, rise)
    # strains of a helix in its own axes: x tangent, y towards the axis, z binormal
    tangent = np.array((0.0, radius * angle, rise)) / length
    binormal = np.cross(tangent, (-1.0, 0.0, 0.0))
    curvature, torsion = radius * angle**2 / length, rise * angle / length
    segment = BeamSegment(length, torsion, 0.0, curvature)
    start = np.column_stack([tangent, (-1.0, 0.0, 0.0), binormal])
    end = (radius, 0.0, 0.0) + start @ segment.rest.position
    expected = (radius * np.cos(angle), radius * np.sin(angle), rise)
    assert end == pytest.approx(expected, abs=1e-13)
    t = np.linspace(0.0, angle, 9)
    line = np.stack([radius * np.cos(t), radius * np.sin(t), rise * t / angle], axis=1)
    m = sarrus.Mechanism("helix", gravity=(0, 0, 0))
    rod = m.flexible_beam(
        "rod", line[0].tolist(), line[-1].tolist(), through=line[1:-1].tolist(), segments=8,
        section="round", diameter=0.004, material="steel",
    )  # fmt: skip
    m.weld("root", m.ground, rod.start, at=line[0].tolist())
    model = m.build()
    nodes = [model.body(node.name).pose.position for node in rod.nodes]
    assert np.max(np.abs(nodes - line)) < 2e-3
    mass = sum(model.body(node.name).mass for node in rod.nodes)
    assert mass == pytest.approx(RHO * np.pi * 0.002**2 * length, rel=1e-3)
    system = model.compile(kernels=())
    efforts = system.applied_efforts(system.drawing(), np.zeros(system.nv))
    assert np.max(np.abs(efforts)) < 1e-12


def test_mass_of_the_nodes_is_that_of_the_rod():
    m, rod = cantilever(5, root=False, taper=1.0)
    model = m.build()
    mass = sum(model.body(n.name).mass for n in rod.nodes)
    about_start = 0.0
    for node in rod.nodes:
        body = model.body(node.name)
        x = body.pose.position[0] + body.com[0]
        about_start += body.inertia[1][1] + body.mass * x**2
    assert mass == pytest.approx(RHO * AREA * LENGTH, rel=1e-14)
    slender = RHO * AREA * LENGTH**3 / 3 + RHO * I * LENGTH
    assert about_start == pytest.approx(slender, rel=1e-13)


def constant_curvature_matrices(segments):
    """Mass and stiffness of small bends in a plane, of segments whose curvature is constant."""
    h = LENGTH / segments
    x, w = np.polynomial.legendre.leggauss(5)
    M = np.zeros((segments, segments))
    for piece in range(segments):
        for place, part in zip(h * (piece + 0.5 * (x + 1)), 0.5 * h * w, strict=True):
            after = place - h * np.arange(segments)
            inside = np.clip(after, 0.0, h)
            deflection = inside**2 / (2 * h) + np.maximum(after - h, 0.0)
            M += RHO * AREA * part * np.outer(deflection, deflection)
            M += RHO * I * part * np.outer(inside, inside) / h**2
    return M, EI / h * np.eye(segments)


def test_mass_along_the_segments_is_the_consistent_mass_matrix():
    m, _ = cantilever(3, mass="consistent")
    model = m.build()
    assert sum(body.mass for body in model.bodies) == pytest.approx(RHO * AREA * LENGTH, rel=1e-14)
    system = model.compile(kernels=())
    found = np.sort(np.abs(np.imag(system.linearize(system.assemble()).eigenvalues)))[::2]
    M, K = constant_curvature_matrices(3)
    exact = np.sqrt(eigh(K, M, eigvals_only=True))
    assert found[0:6:2] == pytest.approx(exact, rel=1e-9)


@pytest.mark.slow
def test_consistent_mass_has_frequencies_above_the_exact_ones_with_order_two():
    errors = []
    for segments in (4, 8):
        m, _ = cantilever(segments, mass="consistent")
        system = compiled(m)
        found = np.sort(np.abs(np.imag(system.linearize(system.assemble()).eigenvalues)))[0]
        exact = 1.87510407**2 * np.sqrt(EI / (RHO * AREA)) / LENGTH**2
        errors.append(found / exact - 1)
    assert errors[0] > errors[1] > 0.0
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)


@pytest.mark.parametrize("mass", ["lumped", "consistent"])
def test_damping_in_proportion_to_the_mass_damps_all_modes_alike(mass):
    m, _ = cantilever(2, mass=mass, damping_rate=3.0)
    system = compiled(m)
    values = system.linearize(system.assemble()).eigenvalues
    assert values.real == pytest.approx(np.full(len(values), -1.5), rel=1e-6)


def test_body_damper_slows_a_free_body_as_its_closed_form_says():
    m = sarrus.Mechanism("in oil", gravity=(0, 0, 0))
    body = m.body("ball", 2.0, (0, 0, 0), (0.1, 0.2, 0.3))
    m.free("f", m.ground, body)
    m.body_damper("oil", body, 4.0, on=(0, 0, 0), c_turn=(0.05, 0.1, 0.15))
    system = compiled(m)
    start = system.state(system.drawing(), [1.0, 0, 0, 0, 0, 3.0])
    run = system.simulate(start, until=0.5, rtol=1e-10, atol=1e-12)
    assert np.linalg.norm(run.v[-1][:3]) == pytest.approx(np.exp(-2.0 * 0.5), rel=1e-8)
    assert run.v[-1][5] == pytest.approx(3.0 * np.exp(-0.5 * 0.5), rel=1e-8)
    lost = 0.5 * 2.0 * (1 - np.exp(-2.0)) + 0.5 * 0.3 * 9.0 * (1 - np.exp(-0.5))
    assert run.loss[-1] == pytest.approx(lost, rel=1e-7)
    assert run.energy_error < 1e-8


@pytest.mark.parametrize("shear", [False, True])
def test_free_beam_keeps_momentum_and_energy(shear):
    m, _ = cantilever(2, root=False, shear=shear, material=None, young_modulus=2e7,
                        poisson_ratio=0.3, density=1000.0)  # fmt: skip
    system = compiled(m)
    rng = np.random.default_rng(5)
    start = system.state(system.drawing(), 0.5 * rng.normal(size=system.nv))
    run = system.simulate(start, until=0.02, rtol=1e-11, atol=1e-12)
    ends = ((run.q[0], run.v[0]), (run.q[-1], run.v[-1]))
    before, after = (system.momentum(q, v) for q, v in ends)
    for one, other in ((before.linear, after.linear), (before.angular, after.angular)):
        assert np.max(np.abs(other - one)) < 1e-10 * np.max(np.abs(one))
    energies = [system.energy(q, v).total for q, v in ends]
    assert energies[1] == pytest.approx(energies[0], rel=1e-8)


BAD = {
    "section": ({"section": "hexagon"}, "section", "M09"),
    "area": ({"section": None, "diameter": None, "area": 0.0, "torsion_constant": 1.0,
              "second_moment_y": 1.0, "second_moment_z": 1.0}, "area", "M04"),
    "no area": ({"section": None, "diameter": None, "torsion_constant": 1.0,
                 "second_moment_y": 1.0, "second_moment_z": 1.0}, "area", "M28"),
    "no diameter": ({"diameter": None}, "diameter", "M28"),
    "no density": ({"material": None, "young_modulus": 2e9, "poisson_ratio": 0.3}, "density",
                   "M28"),
    "density": ({"density": "7850 kg"}, "density", "M05"),
    "no section": ({"section": None, "diameter": None}, "section", "M28"),
    "diameter": ({"diameter": "-1 mm"}, "diameter", "M04"),
    "unit": ({"diameter": "3 kg"}, "diameter", "M05"),
    "wall": ({"section": "tube", "wall": "6 mm"}, "wall", "M04"),
    "modulus": ({"material": None, "young_modulus": -1.0, "poisson_ratio": 0.3, "density": 1e3},
                "young_modulus", "M04"),
    "nu": ({"poisson_ratio": 0.5}, "poisson_ratio", "M04"),
    "material": ({"material": "cheese"}, "material", "M09"),
    "segments": ({"segments": 0}, "segments", "M04"),
    "many": ({"segments": 2.5}, "segments", "M04"),
    "taper": ({"taper": 0.0}, "taper", "M04"),
    "up": ({"up": (0, 0, 0)}, "up", "M19"),
    "mass": ({"mass": "distributed"}, "mass", "M09"),
    "damping": ({"damping_rate": -1.0}, "damping_rate", "M04"),
    "through": ({"through": [(0, 0, 0)]}, "through[0]", "M04"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_a_beam_is_named(case):
    options, attribute, code = BAD[case]
    m, _ = cantilever(options.pop("segments", 2), **options)
    with pytest.raises(sarrus.ModelError) as caught:
        m.build()
    assert [p.code for p in caught.value.problems] == [code]
    assert attribute in caught.value.problems[0].element
    assert "'rod'" in caught.value.problems[0].element


def test_beam_without_length_is_refused():
    m = sarrus.Mechanism("none")
    m.flexible_beam("rod", (1, 0, 0), (1, 0, 0), section="round", diameter=0.01, material="steel")
    with pytest.raises(sarrus.ModelError, match="no length"):
        m.build()


def four_bar(stiffness, *, segments=2):
    """A four-bar whose coupler is a beam; stiffness: the modulus [Pa], None for a rigid coupler."""
    m = sarrus.Mechanism("four_bar", gravity=(0, 0, -9.81))
    m.body("crank", 0.3, (0.05, 0, 0.05), (1e-4, 1e-3, 1e-3))
    m.body("rocker", 0.5, (0.5, 0, 0.15), (1e-3, 1e-2, 1e-2))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.5, 0, 0), axis="y")
    a, b = (0.1, 0, 0.1), (0.5, 0, 0.3)
    rod = m.flexible_beam("rod", a, b, section="round", diameter=0.01, density=2000.0,
                          young_modulus=stiffness, poisson_ratio=0.3, segments=segments,
                          damping_time=1e-4)  # fmt: skip
    m.revolute("B", "crank", rod.start, at=a, axis="y")
    m.spherical("C", "rocker", rod.end, at=b)
    return m, rod


@pytest.mark.parametrize("cut", ["C", "rod.segment_2"])
def test_four_bar_with_an_elastic_coupler_balances_its_energy(cut):
    m, _ = four_bar(2e8)
    system = m.build().compile(cut=[cut], kernels=())
    start = system.assemble({}, {"A": 6.0})
    run = system.simulate(start, until=0.05, rtol=1e-10, atol=1e-11)
    assert run.energy_error <= 1e-8 and run.loss[-1] > 0.0


@pytest.mark.slow
def test_very_stiff_coupler_moves_as_a_rigid_one():
    m, rod = four_bar(1e14, segments=1)
    flexible = m.build()
    whole = sarrus.Mechanism("rigid", gravity=(0, 0, -9.81))
    whole.add("bar", rigid_four_bar(flexible, [node.name for node in rod.nodes]))
    rigid = whole.build().compile(kernels=())
    system = flexible.compile(kernels=())
    still = {f"rod.segment_1.{name}_rate": 0.0 for name in ("twist", "bend_y", "bend_z")}
    found = end_of_run(system, "A", {"A": 6.0, **still})
    expected = end_of_run(rigid, "bar.A", {"bar.A": 6.0})
    assert found == pytest.approx(expected, rel=1e-6)


def rigid_four_bar(flexible, nodes):
    """The same four-bar with the nodes of its beam welded together."""
    m = sarrus.Mechanism("four_bar", gravity=(0, 0, -9.81))
    for body in flexible.bodies:
        place = body.pose.position
        m.body(body.name, body.mass, body.com, body.inertia, at=place, rotation=body.pose.rotation)
    a, b = (0.1, 0, 0.1), (0.5, 0, 0.3)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.5, 0, 0), axis="y")
    m.revolute("B", "crank", nodes[0], at=a, axis="y")
    m.weld("whole", nodes[0], nodes[1], at=b)
    m.spherical("C", "rocker", nodes[1], at=b)
    return m


def end_of_run(system, joint, rates):
    """Angle and rate of the crank after a short run from rates at the start."""
    start = system.assemble({}, rates)
    run = system.simulate(start, until=0.05, method="bdf", rtol=1e-9, atol=1e-12)
    return np.asarray(run[f"{joint}.angle"])[-1], np.asarray(run[f"{joint}.rate"])[-1]


def test_subspace_rate_and_effort_directions_by_duals_and_by_the_inverse():
    rng = np.random.default_rng(11)
    for kind in (BeamSegment, TimoshenkoSegment):
        segment = kind(0.7, 0.3, -0.4, 0.9, 0.05, -0.02)
        q, v = rng.normal(size=segment.nv), rng.normal(size=segment.nv)
        S = segment.subspace(q)
        # dX/dt by duals, as a matrix of the velocity in the axes of M
        parts = rate_of(lambda x, s=segment: matrix_entries(s.pose(x)), q, v).reshape(3, 4)
        R = segment.pose(q).matrix
        turning = R.T @ parts[:, :3]
        V = np.array([*(R.T @ parts[:, 3]), turning[2, 1], turning[0, 2], turning[1, 0]])
        assert np.max(np.abs(S @ v - V)) < 1e-12
        T = segment.effort_directions(q)
        assert np.max(np.abs(S.T @ T - np.eye(segment.nv))) < 1e-12


def matrix_entries(X):
    return np.concatenate([X.matrix, X.position[:, None]], axis=1).ravel()


def test_implicit_methods_agree_on_a_whipping_beam():
    m, _ = cantilever(2, material=None, young_modulus=2e8, poisson_ratio=0.3, density=1000.0)
    m.gravity = (0, 0, -9.81)
    system = compiled(m)
    start = system.assemble()
    ends = []
    for method in ("auto", "bdf"):
        run = system.simulate(start, until=0.05, method=method, rtol=1e-9, atol=1e-11)
        ends.append(run.q[-1])
    assert np.max(np.abs(ends[0])) > 1e-2
    assert ends[1] == pytest.approx(ends[0], abs=1e-6)


def test_beams_in_files(tmp_path):
    text = """\
sarrus: 1
name: rod
points: {A: [0, 0, 0]}
beams:
  rod: {a: A, b: [1 m, 0, 0], section: round, diameter: 10 mm, material: steel, segments: 2}
joints:
  root: {type: weld, parent: ground, child: rod.0, at: A}
"""
    path = tmp_path / "rod.yaml"
    path.write_text(text, encoding="utf-8")
    m, _ = cantilever(2)
    found, expected = sarrus.load(path), m.build()
    assert found.bodies == expected.bodies
    assert found.joints[1:] == expected.joints[1:]
    assert found.forces == expected.forces
    bad = {"diameter: -1 mm, ": "M04", "diameter: 10 kg, ": "M05", "diameter: null, ": "M25",
           "": "M28"}  # fmt: skip
    for wrong, code in bad.items():
        path.write_text(text.replace("diameter: 10 mm, ", wrong), encoding="utf-8")
        with pytest.raises(
            sarrus.ModelError, match=rf"rod.yaml:5:.*{code}.*'rod'.*diameter"
        ) as caught:
            sarrus.load(path)
        assert len(caught.value.problems) == 1
