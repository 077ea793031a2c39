"""Modal bodies in mechanisms: other formulations, conservation, limits, files."""

from __future__ import annotations

import json

import numpy as np
import pytest

import sarrus
from sarrus.fem import beam_structure, craig_bampton, modes_of_nodes
from sarrus.model.joints import ModeShape
from sarrus.spatial import Transform
from sarrus.spatial.dual import rate_of

RNG = np.random.default_rng(4)
COUNT, MODES = 12, 2
MASSES = RNG.uniform(0.5, 1.0, COUNT)
POSITIONS = RNG.normal(size=(COUNT, 3))
SHAPES = 0.4 * RNG.normal(size=(COUNT, 3, MODES))
TURNS = 0.5 * RNG.normal(size=(COUNT, 3, MODES))
STIFFNESS = np.array([[900.0, 100.0], [100.0, 1500.0]])
LENGTH = 0.5
EI = 70e9 * 0.02 * 0.005**3 / 12


def cloud():
    """A body of free points that deforms by two random shapes."""
    return modes_of_nodes(
        masses=MASSES, positions=POSITIONS, shapes=SHAPES, turns=TURNS, stiffness=STIFFNESS,
        interfaces={"tip": 3},
    )  # fmt: skip


def strip(elements=8, *, modes=0, keep=None, **options):
    """A flat bar of aluminium along x, held at its root."""
    given = {"section": "rectangle", "width": 0.02, "height": 0.005, "material": "aluminium"}
    beam = beam_structure((0, 0, 0), (LENGTH, 0, 0), elements=elements, **given)
    frames = {"root": 0, "tip": elements}
    return craig_bampton(beam, frames, modes=modes, keep=keep, **{"reference": "root", **options})


def free_body(modes, **options):
    m = sarrus.Mechanism("free", gravity=(0, 0, 0))
    body = m.modal_body("body", modes, **options)
    m.free("F", m.ground, body.frame)
    return m.build().compile(kernels=())


def random_state(system, size):
    rng = np.random.default_rng(9)
    names = [f"body.modes.mode_{k + 1}" for k in range(MODES)]
    wanted = dict(zip(names, size * rng.normal(size=MODES), strict=True))
    rates = dict(zip(names, rng.normal(size=MODES), strict=True))
    rates["F"] = rng.normal(size=6)
    return system.assemble(wanted, rates)


def relative(system, q, first, second):
    """The pose of one body in the axes of another."""
    poses = system.poses(q)
    one, other = (Transform.of(poses[n].rotation, poses[n].position) for n in (first, second))
    return one.inverse @ other


def test_accelerations_obey_newton_for_every_point_of_the_body():
    # virtual power: sum of m a . dv = - K q . dqdot for all rigid and modal virtual velocities
    system = free_body(cloud())
    state = random_state(system, 0.3)
    modal = [system.velocities.index(f"body.modes.mode_{k + 1}_rate") for k in range(MODES)]
    first = system.velocities.index("F.vx")
    at = system.coordinates.index("body.modes.mode_1")
    q, v = np.array(state.q[at : at + MODES]), np.array(state.v)
    vdot = np.array(system.accelerations(state).vdot)
    speed, w = v[first : first + 3], v[first + 3 : first + 6]
    a0 = vdot[first : first + 3] + np.cross(w, speed)
    alpha, rate, qdd = vdot[first + 3 : first + 6], v[modal], vdot[modal]
    r = POSITIONS + SHAPES @ q
    a = a0 + np.cross(alpha, r) + np.cross(w, np.cross(w, r))
    a = a + SHAPES @ qdd + 2.0 * np.cross(w, SHAPES @ rate)
    force = MASSES[:, None] * a
    scale = np.max(np.abs(force))
    assert np.max(np.abs(np.sum(force, axis=0))) < 1e-12 * scale * COUNT
    assert np.max(np.abs(np.sum(np.cross(r, force), axis=0))) < 1e-12 * scale * COUNT
    balance = np.einsum("pi,pik->k", force, SHAPES) + STIFFNESS @ q
    assert np.max(np.abs(balance)) < 1e-12 * scale * COUNT


def test_interface_moves_by_its_shape_with_exact_rotation():
    from scipy.spatial.transform import Rotation

    system = free_body(cloud())
    state = random_state(system, 0.3)
    at = system.coordinates.index("body.modes.mode_1")
    q = np.array(state.q[at : at + MODES])
    found = relative(system, state.q, "body.frame", "body.tip")
    assert found.position == pytest.approx(POSITIONS[3] + SHAPES[3] @ q, abs=1e-14)
    expected = Rotation.from_rotvec(TURNS[3] @ q).as_matrix()
    assert found.matrix == pytest.approx(expected, abs=1e-14)


def test_free_modal_body_keeps_momentum_and_energy():
    system = free_body(cloud())
    run = system.simulate(random_state(system, 0.2), until=0.5, rtol=1e-12, atol=1e-13)
    ends = ((run.q[0], run.v[0]), (run.q[-1], run.v[-1]))
    before, after = (system.momentum(q, v) for q, v in ends)
    for one, other in ((before.linear, after.linear), (before.angular, after.angular)):
        assert np.max(np.abs(other - one)) < 1e-10 * np.max(np.abs(one))
    energies = [system.energy(q, v).total for q, v in ends]
    assert energies[1] == pytest.approx(energies[0], rel=1e-10)


def test_subspace_of_a_shape_is_the_derivative_of_its_pose_by_duals():
    shape = ModeShape(tuple(tuple(column) for column in RNG.normal(size=(4, 6))))
    for size in (0.0, 1e-9, 0.5):
        q, v = size * RNG.normal(size=4), RNG.normal(size=4)
        X, S = shape.pose(q), shape.subspace(q)
        shift = rate_of(lambda x: shape.pose(x).position, q, v)
        turn = rate_of(lambda x: shape.pose(x).matrix, q, v)
        assert X.matrix @ (S @ v)[:3] == pytest.approx(shift, abs=1e-12)
        spin = X.matrix.T @ turn
        axis = (spin[2, 1], spin[0, 2], spin[1, 0])
        assert (S @ v)[3:] == pytest.approx(axis, abs=1e-12)


def test_cantilever_has_its_frequencies_and_its_deflection():
    m = sarrus.Mechanism("cantilever", gravity=(0, 0, 0))
    arm = m.modal_body("arm", strip(modes=4, keep=4))
    m.weld("clamp", m.ground, arm.frame, at=(0, 0, 0))
    m.point_force("P", arm.interface("tip"), (0, 0, 0.2), at=(LENGTH, 0, 0))
    system = m.build().compile(kernels=())
    found = np.sort(np.abs(np.imag(system.linearize(system.assemble()).eigenvalues)))[::2]
    unit = np.sqrt(EI / (2700 * 0.02 * 0.005)) / LENGTH**2
    # the second is that of bending about the strong axis, four times as stiff by size
    across = (1.87510407**2, 4.0 * 1.87510407**2, 4.69409113**2)
    assert found[:3] == pytest.approx(unit * np.array(across), rel=2e-3)
    tip = system.poses(system.equilibrium().state.q)["arm.tip"].position
    # modes of higher number, left out, have the rest of the deflection
    assert tip[2] == pytest.approx(0.2 * LENGTH**3 / (3 * EI), rel=2e-3)


def test_pendulums_of_a_mode_and_of_segments_swing_alike():
    tips = []
    for kind in ("modes", "segments"):
        m = sarrus.Mechanism(kind)
        if kind == "modes":
            arm = m.modal_body("arm", strip(keep=3))
            root, tip = arm.frame, arm.interface("tip")
        else:
            arm = m.flexible_beam(
                "arm", (0, 0, 0), (LENGTH, 0, 0), segments=4, section="rectangle", width=0.02,
                height=0.005, material="aluminium",
            )  # fmt: skip
            root, tip = arm.start, arm.end
        m.body("load", 0.05, (0, 0, 0), (1e-5, 1e-5, 1e-5), at=(LENGTH, 0, 0))
        m.weld("fixed", tip, "load", at=(LENGTH, 0, 0))
        m.revolute("A", m.ground, root, at=(0, 0, 0), axis="y")
        system = m.build().compile(kernels=())
        run = system.simulate(system.assemble({}, {"A": 3.0}), until=0.1, every=0.02, method="bdf",
                              rtol=1e-7, atol=1e-9)  # fmt: skip
        tips.append(np.asarray(run["load.position"]))
    deflection = np.max(np.abs(np.linalg.norm(tips[0], axis=1) - LENGTH))
    assert deflection < 1e-3
    assert np.max(np.abs(tips[0] - tips[1])) < 3e-4


def four_bar(stiff, *, rigid=False):
    """A four-bar whose coupler is a modal body; stiff: factor of its stiffness."""
    m = sarrus.Mechanism("four_bar")
    m.body("crank", 0.3, (0.05, 0, 0.05), (1e-4, 1e-3, 1e-3))
    m.body("rocker", 0.5, (0.5, 0, 0.15), (1e-3, 1e-2, 1e-2))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("D", m.ground, "rocker", at=(0.6, 0, 0), axis="y")
    modes = strip(keep=2)
    if rigid:
        M = modes.mass_matrix
        x = M[1, 5] / M[0, 0]
        J = M[3:6, 3:6] - M[0, 0] * np.diag([0, x * x, x * x])
        rod = m.body("rod", M[0, 0], (x, 0, 0), J.tolist(), at=(0.1, 0, 0.1))
        start = end = rod
    else:
        from dataclasses import replace

        rod = m.modal_body(
            "rod", replace(modes, stiffness=stiff * modes.stiffness), at=(0.1, 0, 0.1),
            damping_time=1e-4 / stiff,
        )  # fmt: skip
        start, end = rod.frame, rod.interface("tip")
    m.revolute("B", "crank", start, at=(0.1, 0, 0.1), axis="y")
    m.spherical("C", "rocker", end, at=(0.6, 0, 0.1))
    return m.build().compile(kernels=())


def test_four_bar_with_a_modal_coupler_balances_its_energy():
    system = four_bar(0.05)
    run = system.simulate(system.assemble({}, {"A": 6.0}), until=0.05, rtol=1e-10, atol=1e-11)
    assert run.energy_error < 1e-8 and run.loss[-1] > 0.0


@pytest.mark.slow
def test_very_stiff_modes_move_as_a_rigid_body():
    ends = []
    for rigid in (False, True):
        system = four_bar(1e6, rigid=rigid)
        modes = {} if rigid else {"rod.modes.mode_1": 0.0, "rod.modes.mode_2": 0.0}
        rates = {f"{name}_rate": 0.0 for name in modes}
        start = system.assemble(modes, {"A": 6.0, **rates})
        run = system.simulate(start, until=0.05, method="bdf", rtol=1e-8, atol=1e-10)
        ends.append(float(run["D.angle"][-1]))
    assert ends[0] == pytest.approx(ends[1], rel=1e-6)


@pytest.mark.parametrize("kind", ["ratio", "time", "rate"])
def test_damping_of_each_mode_is_as_asked(kind):
    modes = strip(keep=3)
    options = {"ratio": {"damping_ratio": 0.03}, "time": {"damping_time": 1e-5},
               "rate": {"damping_rate": 4.0}}[kind]  # fmt: skip
    m = sarrus.Mechanism("cantilever", gravity=(0, 0, 0))
    arm = m.modal_body("arm", modes, **options)
    m.weld("clamp", m.ground, arm.frame, at=(0, 0, 0))
    system = m.build().compile(kernels=())
    values = system.linearize(system.assemble()).eigenvalues
    values = values[values.imag > 0]
    omega = np.abs(values)
    expected = {"ratio": 0.03 * omega, "time": 0.5e-5 * omega**2, "rate": 2.0 + 0 * omega}[kind]
    assert -values.real == pytest.approx(expected, rel=1e-8)


def test_stress_channel_is_that_of_the_end_force():
    m = sarrus.Mechanism("cantilever", gravity=(0, 0, 0))
    arm = m.modal_body("arm", strip(stresses={"root": 0}))
    m.weld("clamp", m.ground, arm.frame, at=(0, 0, 0))
    m.point_force("P", arm.interface("tip"), (0, 0, 0.2), at=(LENGTH, 0, 0))
    system = m.build().compile(kernels=())
    run = system.simulate(system.equilibrium().state, until=1e-6)
    expected = 0.2 * LENGTH * 6 / (0.02 * 0.005**2)
    assert abs(run["arm.elasticity.stress_root"][0]) == pytest.approx(expected, rel=1e-6)


def test_driven_arm_gives_way_and_flexibility_knows_its_frequency():
    m = sarrus.Mechanism("arm")
    arm = m.modal_body("arm", strip(keep=2))
    m.revolute("A", m.ground, arm.frame, at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    drive = system.drive({"A": "0.01*t"}, until=0.4, every=0.1, deflections=True)
    weight = 9.81 * 2700 * 0.02 * 0.005
    sag = weight * LENGTH**4 / (8 * EI)
    at = system.coordinates.index("arm.modes.mode_1")
    q = max(abs(drive.state(k).q[at]) for k in range(5))
    shape = abs(strip(keep=2).interfaces["tip"].shape[2, 0])
    assert q * shape == pytest.approx(sag, rel=0.02)
    found = sarrus.analysis.flexibility(drive)
    unit = np.sqrt(EI / (2700 * 0.02 * 0.005)) / LENGTH**2
    assert found.elastic == pytest.approx(unit * 1.87510407**2, rel=0.02)


BAD = {
    "modes": ({"modes": 3}, "S91", "modes"),
    "file": ({"modes": "nowhere.json"}, "S97", "modes"),
    "ratio": ({"damping_ratio": -0.1}, "M04", "damping_ratio"),
    "unit": ({"damping_time": "3 kg"}, "M05", "damping_time"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_a_modal_body_is_named(case):
    change, code, attribute = BAD[case]
    m = sarrus.Mechanism("bad")
    m.modal_body("arm", **{"modes": cloud(), **change})
    with pytest.raises(sarrus.ModelError) as caught:
        m.build()
    assert [p.code for p in caught.value.problems] == [code]
    assert attribute in caught.value.problems[0].element
    assert "'arm'" in caught.value.problems[0].element


def test_elasticity_of_other_matrices_is_refused():
    for stiffness, code in (([[1.0, 0.0]], "S94"), ([[-1.0]], "S93")):
        m = sarrus.Mechanism("bad")
        m.body("tip", 1.0, (0, 0, 0), (1, 1, 1))
        m.mode_shape("S", m.ground, "tip", at=(0, 0, 0), shape=[[0, 0, 1, 0, 0, 0]])
        m.modal_elasticity("e", "S", stiffness=stiffness)
        with pytest.raises(sarrus.ModelError, match=code):
            m.build()
    m = sarrus.Mechanism("bad")
    m.body("tip", 1.0, (0, 0, 0), (1, 1, 1))
    m.mode_shape("S", m.ground, "tip", at=(0, 0, 0), shape=[[0, 0, 1]])
    with pytest.raises(sarrus.ModelError, match="S90"):
        m.build()


def test_model_files_name_the_file_of_the_modes(tmp_path):
    modes = strip(keep=2)
    modes.save(tmp_path / "strip.json")
    m = sarrus.Mechanism("arm")
    arm = m.modal_body("arm", modes, at=(0, 0, 1), damping_ratio=0.02)
    m.revolute("A", m.ground, arm.interface("tip"), at=(LENGTH, 0, 1), axis="y")
    path = tmp_path / "arm.yaml"
    path.write_text(
        "sarrus: 1\nname: arm\nmodal_bodies:\n"
        "  arm: {modes: strip.json, at: [0, 0, 1], damping_ratio: 0.02}\n"
        "joints:\n  A: {type: revolute, parent: ground, child: arm.tip, at: [0.5, 0, 1], axis: y}\n"
    )
    model = m.build()
    assert sarrus.load(path) == model
    saved = tmp_path / "parts.yaml"
    sarrus.save(model, saved)
    assert sarrus.load(saved).joints == model.joints
    assert sarrus.load(saved).forces == model.forces


def test_mode_sets_that_cannot_be_are_named_at_their_line_of_the_file(tmp_path):
    strip(keep=2).save(tmp_path / "arm.json")
    whole = json.loads((tmp_path / "arm.json").read_text())
    path = tmp_path / "arm.yaml"
    path.write_text(
        "sarrus: 1\nname: arm\nmodal_bodies:\n  arm: {modes: arm.json}\njoints:\n"
        "  A: {type: weld, parent: ground, child: arm.frame, at: [0, 0, 0]}\n"
    )
    half = [[1.0, 5.0], [0.0, 2.0]]
    moments = [list(row) for row in whole["moments"]]
    moments[4][4] = -1.0
    bad = (
        ({"interfaces": {}}, "S91", "interfaces"),
        ({"stiffness": half}, "S92", "stiffness"),
        ({"stiffness": [[-1.0, 0.0], [0.0, 2.0]]}, "S93", "stiffness"),
        ({"moments": moments}, "S93", "entry"),
        ({"stiffness": [[1.0]], "outline": None}, "S94", "moments"),
        ({"format": "sarrus mode set 9"}, "S97", "sarrus mode set 9"),
    )
    for change, code, words in bad:
        (tmp_path / "arm.json").write_text(json.dumps({**whole, **change}))
        with pytest.raises(sarrus.ModelError, match=rf"arm.yaml:4:.*{code}.*{words}") as caught:
            sarrus.load(path)
        assert {p.code for p in caught.value.problems} == {code}
