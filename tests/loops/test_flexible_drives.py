"""Driven mechanisms with flexible links: the rigid skeleton, and links that give way."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import analysis, gallery


def pendulum(**options):
    """A soft rod that hangs out from a hinge, with gravity across it."""
    m = sarrus.Mechanism("pendulum")
    given = {"section": "round", "diameter": 0.01, "density": 1500.0, "segments": 3}
    given |= {"young_modulus": 2e9, "poisson_ratio": 0.3} | options
    rod = m.flexible_beam("rod", (0, 0, 0), (0.8, 0, 0), **given)
    m.revolute("hub", m.ground, rod.start, at=(0, 0, 0), axis="y")
    return m.build().compile(kernels=())


def test_rigid_skeleton_is_the_pendulum_of_a_rigid_rod():
    system = pendulum()
    run = system.drive({"hub": "0.4 [rad]*sin(3*t)"}, times=[0.0, 0.2])
    assert [p.code for p in run.notices] == ["W81"]
    mass = 1500.0 * np.pi * 0.005**2 * 0.8
    inertia = mass * 0.8**2 / 3 + 1500.0 * np.pi * 0.005**4 / 4 * 0.8
    for k, t in enumerate(run.t):
        angle, acceleration = 0.4 * np.sin(3 * t), -3.6 * np.sin(3 * t)
        expected = inertia * acceleration - mass * 9.81 * 0.4 * np.cos(angle)
        assert run["hub.effort"][k] == pytest.approx(expected, rel=1e-12)


def test_deflection_at_rest_is_that_of_the_equilibrium():
    system = pendulum()
    run = system.drive({"hub": 0.3}, times=[0.0], deflections=True)
    rest = system.equilibrium(system.assemble({"hub": 0.3}), locked=["hub"]).state
    assert run.state(0).q == pytest.approx(rest.q, abs=1e-10)
    assert np.max(np.abs(rest.q[1:])) > 0.02
    left = [np.asarray(x).item() for name, x in run.motions[0].efforts.items() if name != "hub"]
    assert np.max(np.abs(left)) < 1e-9


def test_closed_loop_gives_way_as_a_damped_run_does_where_it_is_slow():
    system = gallery.flexible_slider_crank(damping_time=2e-3).compile(kernels=())
    law = {"crank_pivot": "2*pi [rad/s]*t"}
    times = np.linspace(0.0, 0.4, 21)
    bent = system.drive(law, times=times, deflections=True)
    first = bent.state(0)
    run = system.simulate(
        system.state(first.q, first.v), times=times, driven=law, rtol=1e-9, atol=1e-12
    )
    for name in ("rod.elasticity_2.moment_z", "rod.elasticity_3.moment_z", "crank_pivot.effort"):
        found, expected = np.asarray(bent[name]).ravel(), np.asarray(run[name]).ravel()
        assert np.max(np.abs(found - expected)[2:]) < 1e-4 * np.max(np.abs(expected))
    held = system.drive(law, times=times)
    assert np.max(np.abs(held["rod.elasticity_2.moment_z"])) < 1e-12


def test_loads_beyond_the_buckling_load_are_told():
    m = sarrus.Mechanism("column", gravity=(0, 0, 0))
    rod = m.flexible_beam("rod", (0, 0, 0), (1, 0, 0), section="round", diameter=0.01,
                          material="steel", segments=3)  # fmt: skip
    m.revolute("hub", m.ground, rod.start, at=(0, 0, 0), axis="y")
    euler = np.pi**2 * 210e9 * np.pi * 0.01**4 / 64 / 4
    m.point_force("P", rod.end, (-3 * euler, 0, 0.01 * euler), at=(1, 0, 0), follower=True)
    system = m.build().compile(kernels=())
    with pytest.raises(sarrus.SimulationStopped, match=r"D27.*'rod.segment_1'"):
        system.drive({"hub": 0.0}, times=[0.0], deflections=True)


def test_flexible_drives_of_files(tmp_path):
    path = tmp_path / "arm.yaml"
    text = """\
sarrus: 1
name: arm
beams:
  rod: {a: [0, 0, 0], b: [0.8 m, 0, 0], section: round, diameter: 10 mm, density: 1500 kg/m^3,
        young_modulus: 2 GPa, poisson_ratio: 0.3, segments: 3}
joints:
  hub: {type: revolute, parent: ground, child: rod.0, at: [0, 0, 0], axis: y}
drives: {hub: 0.3 rad}
run: {kind: drive, times: [0 s], deflections: true}
"""
    path.write_text(text, encoding="utf-8")
    found = sarrus.Study.load(path).run()
    expected = pendulum().drive({"hub": 0.3}, times=[0.0], deflections=True)
    assert found.state(0).q == pytest.approx(expected.state(0).q, abs=1e-14)
    path.write_text(text.replace("kind: drive, times: [0 s]", "until: 1 s"), encoding="utf-8")
    with pytest.raises(sarrus.ModelError, match=r"arm.yaml:9:.*S08.*deflections"):
        sarrus.Study.load(path)


def test_flexibility_of_a_slow_and_a_fast_motion():
    system = pendulum(segments=4)
    # the lowest frequency of a clamped beam, whose chain of four is some per cent stiffer or softer
    EI, line = 2e9 * np.pi * 0.01**4 / 64, 1500.0 * np.pi * 0.005**2
    exact = 1.87510407**2 * np.sqrt(EI / line) / 0.8**2
    for rate, word in ((0.1, "rigid links"), (1.5, "modes, or segments"), (8.0, "8 to 16")):
        law = {"hub": lambda t, w=rate * exact / 10.0: 0.01 * np.sin(w * t)}
        run = system.drive(law, times=np.linspace(0.0, 40.0 * np.pi / (rate * exact), 201))
        found = analysis.flexibility(run)
        assert found.elastic == pytest.approx(exact, rel=0.02)
        assert found.motion == pytest.approx(rate * exact / 10.0, rel=0.02)
        assert found.ratio == pytest.approx(found.elastic / found.motion)
        assert found.advice.startswith(word)


def test_links_that_bend_far_want_segments():
    run = pendulum(young_modulus=2e7).drive({"hub": 0.0}, times=[0.0], deflections=True)
    found = analysis.flexibility(run)
    assert found.bend > 0.2 and found.advice.startswith("segments")


def test_flexibility_of_a_rigid_mechanism_is_refused():
    system = gallery.four_bar().compile(kernels=())
    with pytest.raises(sarrus.ModelError, match="S64"):
        analysis.flexibility(system.drive({"A": 0.4}, times=[0.0]))
