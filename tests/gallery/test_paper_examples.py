"""Examples of the papers against the reference curves of the specification."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from closeness import assert_close
from gallery.studies import run_of
from sarrus import gallery
from sarrus.gallery import EXAMPLES
from sarrus.gallery.rrc_arm import INCH, POUND_FORCE

Table = Callable[[str], np.ndarray]


def test_pendulum_of_paper_4(reference_table: Table) -> None:
    table = reference_table("refs/paper4_pendulum.csv")
    run = run_of("pendulum", until=1.0, every=0.5)
    for k, t in enumerate((0.0, 0.5, 1.0)):
        row = table[np.argmin(np.abs(table["t_s"] - t))]
        assert run["A.angle"][k] == pytest.approx(row["theta_rad"], abs=1e-7)
    system = gallery.pendulum().compile(kernels=())
    assert system.forward_dynamics([0.0], [0.0], [0.0])[0] == pytest.approx(-14.715, rel=1e-14)


def test_rusr_of_paper_4(reference_table: Table) -> None:
    row = reference_table("refs/paper4_fourbar.csv")[0]
    example = EXAMPLES["rusr"]
    system = example.model().compile(kernels=())
    start = system.assemble(example.start, guess=example.guess)
    names = {
        "crank_pivot": "th2",
        "cross.angle_1": "th31",
        "cross.angle_2": "th32",
        "follower_pivot": "th4",
    }
    for name, column in names.items():
        assert start[name] == pytest.approx(row[column], abs=1e-11)
    motion = system.accelerations(start)
    found = [motion["crank_pivot"], *np.ravel(motion["cross"]), motion["follower_pivot"]]
    expected = [row[f"{column}dd"] for column in names.values()]
    np.testing.assert_allclose(np.ravel(found).astype(float), expected, rtol=0, atol=1e-9)


def test_rssr_of_paper_1(reference_table: Table) -> None:
    table = reference_table("refs/paper1_rssr.csv")
    system = gallery.rssr().compile(kernels=())
    motion = system.accelerations(system.assemble())
    found = [float(np.ravel(motion[joint])[0]) for joint in "AD"]
    assert_close(found, [table["phi1dd"][0], table["phi3dd"][0]], 1e-12)
    run = run_of("rssr", until=0.5, every=0.25)
    row = table[np.argmin(np.abs(table["t_s"] - 0.5))]
    assert run["A.angle"][-1] == pytest.approx(row["phi1_rad"], abs=1e-6)
    assert run["D.angle"][-1] == pytest.approx(row["phi3_rad"], abs=1e-6)


@pytest.mark.parametrize("name, variant", [("quick_return", "A"), ("quick_return_b", "B")])
def test_quick_return_of_paper_2(name: str, variant: str, reference_table: Table) -> None:
    """The edge of a millimetre of the cut, a jump in the reference, does not show."""
    table = reference_table(f"refs/paper2_quickreturn{variant}_dyn_J2000.csv")
    run = run_of(name, until=0.4, every=0.002)
    rows = table[: len(run.t)]
    np.testing.assert_allclose(run.t, rows["t_s"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        run["crank_pivot.angle"] + np.pi, rows["theta1_rad"], rtol=0, atol=2e-6
    )
    slider = run["slider.position"][:, 0]
    np.testing.assert_allclose(slider, rows["xs_m"], rtol=0, atol=5e-6)
    assert run.loss[-1] > 1e5


@pytest.mark.parametrize("rod", [0.24, 0.27, 0.30])
def test_offset_slider_crank_of_paper_2(rod: float, reference_table: Table) -> None:
    table = reference_table(f"refs/paper2_slidercrank_L{round(1000 * rod)}.csv")[::50]
    system = gallery.offset_slider_crank(rod=rod).compile(kernels=())
    drive = system.drive({"crank_pivot": lambda t: -2 * np.pi * t}, times=table["t_s"])
    x = drive["guide.displacement"] + table["x_slider_m"][0]
    np.testing.assert_allclose(x, table["x_slider_m"], rtol=0, atol=1e-9)
    torque = table["tau_X_gravity_minus_z_Nm"]
    np.testing.assert_allclose(drive["crank_pivot.effort"], torque, rtol=0, atol=1e-8)


def test_rrc_arm_of_paper_0(reference_table: Table) -> None:
    """Weights times levers in pounds and inches, and simulation 1 to its first second."""
    system = gallery.rrc_arm().compile(kernels=())
    unit = POUND_FORCE * INCH
    load = system.inverse_dynamics(np.zeros(7), np.zeros(7), np.zeros(7))[1] / unit
    assert load == pytest.approx(
        63.5 * 10.75 + 45 * 21.5 + 24.5 * 32.25 + 12.5 * 43 + 8 * 46.5, rel=1e-12
    )
    run = run_of("rrc_arm", until=1.0, every=0.5)
    assert run["joint4.angle"][-1] == pytest.approx(-3.135554, abs=1e-5)
    assert run["joint6.angle"][-1] == pytest.approx(-0.3508774, abs=1e-5)
    assert run["joint2.effort"][-1] / unit == pytest.approx(653.0258, rel=1e-5)


def test_rrc_arm_on_its_spring(reference_table: Table) -> None:
    table = reference_table("refs/paper0_rrc_sim2_spring.csv")
    run = run_of("rrc_arm_spring", until=0.05, every=0.01)
    expected = [table["q6_rad"][np.argmin(np.abs(table["t_s"] - t))] for t in run.t]
    np.testing.assert_allclose(run["joint6.angle"], expected, rtol=0, atol=1e-6)
    assert run["joint4.effort"][0] / (POUND_FORCE * INCH) == pytest.approx(666.434, abs=1e-3)


def test_puma560_on_the_task_of_paper_3(reference_table: Table) -> None:
    table = reference_table("refs/paper3_puma560.csv")
    example = EXAMPLES["puma560"]
    run = run_of("puma560", every=0.1)
    for k in (0, 5, 10, 15, 22, 30):
        row = table[np.argmin(np.abs(table["t_s"] - run.t[k]))]
        angles = [run[f"q{i}.angle"][k] for i in range(1, 7)]
        expected = [row[f"q{i}_rad"] for i in range(1, 7)]
        np.testing.assert_allclose(angles, expected, rtol=0, atol=1e-9)
        if k in (5, 15, 22):  # between the bends of the trapezoid
            efforts = [run[f"q{i}.effort"][k] for i in range(1, 7)]
            torques = [row[f"tau{i}_Nm_nopayload"] for i in range(1, 7)]
            np.testing.assert_allclose(efforts, torques, rtol=0, atol=1e-7)
    row = table[np.argmin(np.abs(table["t_s"] - 1.1))]
    q, qd, qdd = ([row[c.format(i)] for i in range(1, 7)] for c in ("q{}_rad", "qd{}", "qdd{}"))
    loaded = example.model(payload=2.0).compile(kernels=())
    assert loaded.inverse_dynamics(q, qd, qdd)[1] == pytest.approx(51.2924, abs=5e-5)
