"""CHK-D07 and CHK-D08: torques of the PUMA 560, of an RRP arm and of the RRC arm of paper 0."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus.system import System

Table = Callable[[str], np.ndarray]
REFS = Path(__file__).parents[1] / "reference" / "refs"

# PUMA 560 (spec 4.4): d, a, alpha [deg]; mass; centre of mass; moments of inertia
PUMA = [
    ((0.0, 0.0, 90.0), 0.0, (0.0, 0.0, 0.0), (0.0, 0.35, 0.0)),
    ((0.0, 0.4318, 0.0), 17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539)),
    ((0.15005, 0.0203, -90.0), 4.8, (-0.0203, -0.0141, 0.070), (0.066, 0.086, 0.0125)),
    ((0.4318, 0.0, 90.0), 0.82, (0.0, 0.019, 0.0), (1.8e-3, 1.3e-3, 1.8e-3)),
    ((0.0, 0.0, -90.0), 0.34, (0.0, 0.0, 0.0), (0.3e-3, 0.4e-3, 0.3e-3)),
    ((0.0, 0.0, 0.0), 0.09, (0.0, 0.0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3)),
]
RRP = [
    ({"d": 0.3, "a": 0.1, "alpha": 1.2}, 3.0, (0.05, -0.1, 0.02), (0.03, 0.04, 0.02)),
    ({"d": -0.1, "a": 0.4, "alpha": -0.7}, 2.0, (-0.2, 0.03, 0.01), (0.02, 0.01, 0.025)),
    (
        {"theta": 0.4, "a": 0.2, "alpha": 0.5, "type": "prismatic"},
        1.5,
        (0.01, 0.02, -0.3),
        (0.02,) * 3,
    ),
]
PAYLOAD, REACH = 2.0, 0.10  # kg, at this height above the wrist


def puma(payload: float = 0.0) -> sarrus.Model:
    rows = [{"d": d, "a": a, "alpha": f"{alpha} deg"} for (d, a, alpha), *_ in PUMA]
    links = [{"mass": m, "com": com, "inertia": inertia} for _, m, com, inertia in PUMA]
    if payload:
        links[5] = with_point_mass(links[5], payload, np.array((0.0, 0.0, REACH)))
    return sarrus.from_dh(rows, "classic", links=links)


def with_point_mass(link: dict, extra: float, at: np.ndarray) -> dict:
    mass, com = link["mass"] + extra, np.array(link["com"])
    center = (link["mass"] * com + extra * at) / mass

    def shifted(m: float, r: np.ndarray) -> np.ndarray:
        return m * (r @ r * np.eye(3) - np.outer(r, r))

    about = np.diag(link["inertia"]) + shifted(link["mass"], com - center)
    about = about + shifted(extra, at - center)
    return {"mass": mass, "com": tuple(center), "inertia": about.tolist()}


def rrp() -> sarrus.Model:
    links = [{"mass": m, "com": com, "inertia": inertia} for _, m, com, inertia in RRP]
    return sarrus.from_dh([row for row, *_ in RRP], "classic", links=links)


@pytest.fixture(scope="module")
def arm() -> System:
    return puma().compile(kernels=())


@pytest.fixture(scope="module")
def loaded_arm() -> System:
    return puma(PAYLOAD).compile(kernels=())


# CHK-D08: Luh, Walker and Paul --------------------------------------------------------------


def dh_matrix(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    rows = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
    return np.array(rows)


def luh_walker_paul(
    rows: list, links: list, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, g: float = 9.81
) -> np.ndarray:
    """Return the torques by the recursion of section 4.2, letter by letter, in link frames."""
    z0, n = np.array([0.0, 0.0, 1.0]), len(rows)
    w, al, vd = np.zeros(3), np.zeros(3), np.array([0.0, 0.0, g])
    R, p, F, N = [], [], [], []
    for i, row in enumerate(rows):
        slides = row.get("type") == "prismatic"
        theta = row.get("theta", 0.0) + (0.0 if slides else q[i])
        d = row.get("d", 0.0) + (q[i] if slides else 0.0)
        a, alpha = row["a"], row["alpha"]
        Ri = dh_matrix(theta, d, a, alpha)[0:3, 0:3]
        ps = np.array([a, d * np.sin(alpha), d * np.cos(alpha)])
        m, r, J = links[i]["mass"], np.array(links[i]["com"]), np.diag(links[i]["inertia"])
        if slides:
            w, al = Ri.T @ w, Ri.T @ al
            vd = (
                Ri.T @ (vd + z0 * qdd[i])
                + np.cross(al, ps)
                + 2.0 * np.cross(w, Ri.T @ (z0 * qd[i]))
                + np.cross(w, np.cross(w, ps))
            )
        else:
            al = Ri.T @ (al + z0 * qdd[i] + np.cross(w, z0 * qd[i]))
            w = Ri.T @ (w + z0 * qd[i])
            vd = np.cross(al, ps) + np.cross(w, np.cross(w, ps)) + Ri.T @ vd
        ac = np.cross(al, r) + np.cross(w, np.cross(w, r)) + vd
        R.append(Ri)
        p.append(ps)
        F.append(m * ac)
        N.append(J @ al + np.cross(w, J @ w))
    f, moment, tau = np.zeros(3), np.zeros(3), np.zeros(n)
    outer = np.eye(3)
    for i in range(n - 1, -1, -1):
        r = np.array(links[i]["com"])
        moment = outer @ (moment + np.cross(outer.T @ p[i], f)) + np.cross(p[i] + r, F[i]) + N[i]
        f = outer @ f + F[i]
        slides = rows[i].get("type") == "prismatic"
        tau[i] = (f if slides else moment) @ (R[i].T @ z0)
        outer = R[i]
    return tau


def literal(model: str) -> tuple[list, list]:
    if model == "PUMA":
        rows = [{"d": d, "a": a, "alpha": np.radians(alpha)} for (d, a, alpha), *_ in PUMA]
    else:
        rows = [row for row, *_ in RRP]
    table = PUMA if model == "PUMA" else RRP
    return rows, [{"mass": m, "com": com, "inertia": inertia} for _, m, com, inertia in table]


@pytest.mark.parametrize("model", ["PUMA", "RRP"])
def test_CHK_D08_luh_walker_paul(model: str, arm: System) -> None:
    system = arm if model == "PUMA" else rrp().compile(kernels=())
    rows, links = literal(model)
    rng = np.random.default_rng(1)
    for _ in range(20):
        q, qd, qdd = rng.uniform(-2, 2, (3, system.nv))
        expected = luh_walker_paul(rows, links, q, qd, qdd)
        assert_close(system.inverse_dynamics(q, qd, qdd), expected, 1e-12)


# CHK-D07: PUMA 560 --------------------------------------------------------------------------


def test_CHK_D07_gravity_load_of_the_puma(arm: System) -> None:
    """Published by Corke: 31.6399, 6.0351 and 0.0283 N m."""
    qn, still = np.array([0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0]), np.zeros(6)
    tau = arm.inverse_dynamics(qn, still, still)
    assert tau == pytest.approx((0.0, 31.6399, 6.0351, 0.0, 0.0283, 0.0), abs=5e-5)
    assert arm.bias(qn, still) == pytest.approx(tau, abs=1e-13)


def trapezoid(t: float, T: float, ta: float) -> tuple[float, float, float]:
    """Return the covered part of a unit move, its rate and acceleration (section 4.2)."""
    top = 1.0 / (T - ta)
    if t < ta:
        return top * t * t / (2 * ta), top * t / ta, top / ta
    if t < T - ta:
        return top * (t - ta / 2), top, 0.0
    left = T - t
    return 1.0 - top * left * left / (2 * ta), top * left / ta, -top / ta


def task(t: float, poses: dict) -> np.ndarray:
    """Return q, qd and qdd of the task A-B-C-A, one second each."""
    corners = [np.array(poses[name]) for name in ("qA", "qB", "qC", "qA")]
    leg = min(int(t), 2)
    s, sd, sdd = trapezoid(t - leg, 1.0, poses["ta"])
    move = corners[leg + 1] - corners[leg]
    return np.array([corners[leg] + s * move, sd * move, sdd * move])


def between_switches(t: float, ta: float = 0.25) -> bool:
    """Say whether the acceleration is defined: not where the ramps of the trapezoid meet."""
    return min(abs(t % 1.0 - switch) for switch in (0.0, ta, 1.0 - ta, 1.0)) > 1e-6


def test_CHK_D07_torques_of_the_puma_task(
    arm: System, loaded_arm: System, reference_table: Table
) -> None:
    """The reference curve to 1e-8 N m, with and without the payload in leg B-C."""
    table = reference_table("refs/paper3_puma560.csv")
    poses = json.loads((REFS / "paper3_puma560_poses.json").read_text(encoding="utf-8"))
    rows = [row for row in table if between_switches(row["t_s"])]
    assert len(rows) > 500
    worst = 0.0
    for row in rows:
        t = float(row["t_s"])
        q, qd, qdd = task(t, poses)
        columns = {"q{}_rad": q, "qd{}": qd, "qdd{}": qdd}
        for name, values in columns.items():
            printed = [row[name.format(k)] for k in range(1, 7)]
            assert values == pytest.approx(printed, rel=1e-8, abs=1e-9)
        carrying = loaded_arm if 1.0 < t < 2.0 else arm
        for system, what in ((arm, "nopayload"), (carrying, "2kg_in_leg_BC")):
            expected = np.array([row[f"tau{k}_Nm_{what}"] for k in range(1, 7)])
            worst = max(worst, np.max(np.abs(system.inverse_dynamics(q, qd, qdd) - expected)))
    assert worst <= 1e-8


def test_CHK_D07_literals_of_the_puma_task(arm: System, loaded_arm: System) -> None:
    poses = json.loads((REFS / "paper3_puma560_poses.json").read_text(encoding="utf-8"))
    assert arm.inverse_dynamics(*task(0.0, poses))[1] == pytest.approx(12.24348, abs=5e-6)
    assert arm.inverse_dynamics(*task(0.5, poses))[1] == pytest.approx(30.50612, abs=5e-6)
    assert arm.inverse_dynamics(*task(1.5, poses))[1] == pytest.approx(37.80474, abs=5e-6)
    assert arm.inverse_dynamics(*task(1.1, poses))[1] == pytest.approx(39.0095, abs=5e-5)
    assert loaded_arm.inverse_dynamics(*task(1.1, poses))[1] == pytest.approx(51.2924, abs=5e-5)


# CHK-D07: the RRC arm -----------------------------------------------------------------------

WEIGHTS = (229.5, 122.0, 63.5, 45.0, 24.5, 12.5, 8.0)  # lb, Table 2 of paper 0
MOMENTS = (
    (6.907, 10.0, 10.0),
    (3.056, 7.0, 7.0),
    (1.773, 4.868, 4.868),
    (1.559, 1.7823, 1.7823),
    (0.374, 1.197, 1.197),
    (0.299, 0.37, 0.37),
    (0.2, 0.2, 0.2),
)  # lbf in s^2
OFFSETS = (
    (20.0, -4.0, 0.0),
    (0.0, 4.0, 0.0),
    (21.5, 3.375, 0.0),
    (0.0, -3.375, 0.0),
    (21.5, 3.325, 0.0),
    (0.0, -3.325, 0.0),
    (7.0, 0.0, 0.0),
)  # in, from each joint to the next (K-1207i)
G = 386.0886  # in/s^2
INCH, POUND = 0.0254, 0.45359237 * 9.80665


def rrc(gravity: bool) -> System:
    """The reconstruction of spec 1.4 in the units of the paper; body frames at the joints."""
    m = sarrus.Mechanism("RRC K-1207i", gravity=("0", f"{-G if gravity else 0.0} in/s^2", "0"))
    at, inboard = np.zeros(3), "ground"
    for i, (weight, moments, offset) in enumerate(zip(WEIGHTS, MOMENTS, OFFSETS, strict=True)):
        name, here = f"link{i + 1}", inches(at)
        com = inches(0.5 * np.array(offset))
        inertia = [f"{value} lbf*in*s^2" for value in moments]
        m.body(name, f"{weight / G!r} lbf*s^2/in", com, inertia, at=here)
        m.revolute(f"joint{i + 1}", inboard, name, at=here, axis="z" if i % 2 else "x")
        at, inboard = at + np.array(offset), name
    return m.build().compile(kernels=())


def inches(values: np.ndarray) -> list[str]:
    return [f"{float(value)!r} in" for value in values]


def motion(t: float) -> np.ndarray:
    """Return q, qd, qdd with q2 = (pi/3) sin(pi t/5), all other joints locked."""
    rate = np.pi / 5
    s = (
        np.pi
        / 3
        * np.array([np.sin(rate * t), rate * np.cos(rate * t), -(rate**2) * np.sin(rate * t)])
    )
    return np.outer(s, np.eye(7)[1])


@pytest.mark.parametrize("gravity", [True, False], ids=["weight", "no weight"])
def test_CHK_D07_locked_rrc_arm(gravity: bool, reference_table: Table) -> None:
    """Torque and reaction of joint 2 to 1e-8 of their peaks, over the five seconds."""
    suffix = "" if gravity else "_nogravity"
    table = reference_table(f"refs/paper0_rrc_sim1_locked46{suffix}.csv")
    system = rrc(gravity)
    torque, forces, moments = [], [], []
    for t in table["t_s"]:
        torque.append(system.inverse_dynamics(*motion(t))[1] / (POUND * INCH))
        joint2 = system.wrenches(*motion(t), joints=["joint2"], axes="world")["joint2"]
        forces.append(joint2.force / POUND)
        moments.append(joint2.moment / (POUND * INCH))
    assert_close(torque, table["tau2_lb_in"], 1e-8, "tau2")
    for k, axis in enumerate("xyz"):
        force, moment = np.array(forces)[:, k], np.array(moments)[:, k]
        peak = np.max(np.abs(table[f"F{axis}_lb"])) or np.max(np.abs(table["Fx_lb"]))
        assert np.max(np.abs(force - table[f"F{axis}_lb"])) <= 1e-8 * peak
        peak = np.max(np.abs(table["Nz_lb_in"]))
        assert np.max(np.abs(moment - table[f"N{axis}_lb_in"])) <= 1e-8 * peak


def test_CHK_D07_literals_of_the_rrc_arm() -> None:
    system = rrc(True)

    def torque(t: float) -> float:
        return system.inverse_dynamics(*motion(t))[1] / (POUND * INCH)

    lever = 63.5 * 10.75 + 45 * 21.5 + 24.5 * 32.25 + 12.5 * 43 + 8 * 46.5
    assert lever == 3349.75
    assert torque(0.0) == pytest.approx(3349.75, rel=1e-12)
    assert torque(5.0) == pytest.approx(3349.75, rel=1e-12)
    assert torque(1.0) == pytest.approx(2032.06, abs=5e-3)
    assert torque(2.5) == pytest.approx(607.241, abs=5e-4)
    assert torque(1.7) == pytest.approx(torque(3.3), rel=1e-12)  # symmetric about 2.5 s
    tip = system.point("link7", np.array(OFFSETS[6]) * INCH, np.zeros(7)).position
    assert tip / INCH == pytest.approx((70.0, 0.0, 0.0), abs=1e-12)
