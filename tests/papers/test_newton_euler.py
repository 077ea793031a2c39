"""CHK-D08: the recursion of Luh, Walker and Paul against the compiled inverse dynamics."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from robotics.puma_task import LINKS, puma_rows
from sarrus.papers.newton_euler import luh_walker_paul, table_links

RRP_ROWS: list[dict[str, Any]] = [
    {"d": 0.3, "a": 0.1, "alpha": 1.2},
    {"d": -0.1, "a": 0.4, "alpha": -0.7, "theta": 0.3, "offset": 0.2},
    {"theta": 0.4, "a": 0.2, "alpha": 0.5, "type": "prismatic", "offset": "250 mm"},
]
RRP_LINKS: list[dict[str, Any]] = [
    {"mass": 3.0, "com": (0.05, -0.1, 0.02), "inertia": (0.03, 0.04, 0.02)},
    {"mass": 2.0, "com": (-0.2, 0.03, 0.01), "inertia": (0.02, 0.01, 0.025)},
    {"mass": 1.5, "com": (0.01, 0.02, -0.3), "inertia": (0.02, 0.02, 0.02)},
]


def random_chain(seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    rng = np.random.default_rng(seed)
    rows, links = [], []
    for _ in range(int(rng.integers(2, 8))):
        d, a, alpha, theta = rng.uniform(-1, 1, 4)
        kind = "prismatic" if rng.uniform() < 0.35 else "revolute"
        rows.append({"d": d, "a": a, "alpha": 2 * alpha, "theta": 3 * theta, "type": kind})
        root = rng.normal(size=(3, 3))
        inertia = 0.1 * (root @ root.T)
        full = np.trace(inertia) * np.eye(3) - inertia  # of a real mass distribution
        links.append(
            {
                "mass": float(rng.uniform(0.5, 5.0)),
                "com": tuple(rng.uniform(-0.4, 0.4, 3)),
                "inertia": full.tolist(),
            }
        )
    return rows, links


CHAINS = {"PUMA": (puma_rows(), LINKS), "RRP": (RRP_ROWS, RRP_LINKS)} | {
    f"random {k}": random_chain(k) for k in range(20)
}


@pytest.mark.parametrize("name", CHAINS)
def test_CHK_D08_luh_walker_paul(name: str) -> None:
    rows, links = CHAINS[name]
    gravity = (0.7, -1.1, -9.81)
    system = sarrus.from_dh(rows, "classic", links=links, gravity=gravity).compile(kernels=())
    table = table_links(rows, links)
    rng = np.random.default_rng(1)
    for _ in range(20 if name in ("PUMA", "RRP") else 5):
        q, qd, qdd = rng.uniform(-2, 2, (3, len(rows)))
        found = luh_walker_paul(table, q, qd, qdd, gravity)
        assert_close(found.efforts, system.inverse_dynamics(q, qd, qdd), 1e-12, name)


def test_loads_of_links_are_the_wrenches_through_joints() -> None:
    """Forces in link axes; moments about the frame of the link before."""
    rows, links = CHAINS["random 3"]
    system = sarrus.from_dh(rows, "classic", links=links).compile(kernels=())
    q, qd, qdd = np.random.default_rng(7).uniform(-1, 1, (3, len(rows)))
    found = luh_walker_paul(table_links(rows, links), q, qd, qdd)
    poses = system.kinematics(q)
    for i in range(len(rows)):
        before = np.zeros(3) if i == 0 else poses[f"link{i}"].position
        wrench = system.wrenches(q, qd, qdd, joints=[f"joint{i + 1}"], axes="world", at=before)
        R = poses[f"link{i + 1}"].rotation
        assert R @ found.forces[i] == pytest.approx(wrench[f"joint{i + 1}"].force, abs=1e-10)
        assert R @ found.moments[i] == pytest.approx(wrench[f"joint{i + 1}"].moment, abs=1e-10)


def test_wrong_tables_are_refused_all_at_once() -> None:
    rows = [{"alpha": "1 kg"}, {"type": "spherical"}]
    links = [{"mass": -1.0}, {"inertia": (1.0, 2.0)}, {}]
    with pytest.raises(sarrus.ModelError) as error:
        table_links(rows, links)
    text = str(error.value)
    for part in (
        "3 entries for 2 rows",
        "row 1 / alpha",
        "row 1 / mass",
        "row 2 / type",
        "row 2 / inertia",
    ):
        assert part in text
