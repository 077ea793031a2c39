"""Contacts that cannot be: named where they are written, all at once, before anything runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, ModelError

TEXT = """\
sarrus: 1
name: coin
bodies:
  coin: {mass: 2, inertia: [0.05, 0.09, 0.05], at: [0, 0, 0.3]}
joints:
  any: {type: free, parent: ground, child: coin}
  edge:
    type: rolling
    wheel: coin
    center: [0, 0, 0.3]
    axis: AXIS
    radius: RADIUS
"""


def wheel(**options: Any) -> Mechanism:
    """Return a wheel above the origin, whose contact has some options more or changed."""
    m = Mechanism("wheel")
    body = m.body("wheel", 2.0, (0, 0, 0), (0.05, 0.09, 0.05), at=(0, 0, 0.3))
    m.free("any", m.ground, body)
    m.rolling("edge", body, **{"radius": 0.3, "center": (0, 0, 0.3), "axis": "y", **options})
    return m


@pytest.mark.parametrize(
    "options",
    [
        {"axis": "z"},
        {"axis": (0, 0, -2)},
        {"axis": "z", "crown": 0.05},
        {"axis": (1, 2, 3), "normal": (-2, -4, -6)},
    ],
)
def test_wheel_drawn_flat(options: dict[str, Any]) -> None:
    """No point of it touches first; a ball may lie as it likes."""
    with pytest.raises(ModelError, match=r"M19 \[joint 'edge' / axis\].*lies flat"):
        wheel(**options).build()
    wheel(axis=None).build()
    wheel(axis=(0, 0.02, 1)).build()


@pytest.mark.parametrize(
    "options, words",
    [
        ({"radius": 0.0}, "M04.*radius"),
        ({"radius": -0.3}, "M04.*radius"),
        ({"radius": float("nan")}, "M04.*radius"),
        ({"radius": None}, "radius"),
        ({"crown": -0.1}, "M04.*crown.*knife edge"),
        ({"mu": 0.0}, "M04.*mu"),
        ({"center": None}, "M28.*center"),
        ({"normal": (0, 0, 0)}, "M19.*normal"),
        ({"along": "z"}, "M19.*along.*parallel"),
        ({"on": "wheel"}, "M08.*itself"),
        ({"on": "weel"}, "M09.*Did you mean 'wheel'"),
        ({"road": 3.0}, "M25.*road"),
        ({"axis": None, "crown": 0.1}, "M19.*axis"),
    ],
)
def test_numbers_and_names(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        wheel(**options).build()


def test_all_mistakes_of_a_file_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "coin.yaml"
    path.write_text(TEXT.replace("AXIS", "z").replace("RADIUS", "-0.3"), encoding="utf-8")
    with pytest.raises(ModelError) as refusal:
        sarrus.load(path)
    assert [problem.code for problem in refusal.value.problems] == ["M04"]
    path.write_text(TEXT.replace("AXIS", "z").replace("RADIUS", "0.3"), encoding="utf-8")
    with pytest.raises(ModelError, match=r"coin\.yaml:11.*M19.*lies flat"):
        sarrus.load(path)
    path.write_text(TEXT.replace("AXIS", "y").replace("RADIUS", "0.3"), encoding="utf-8")
    assert sarrus.load(path).joint("edge").type.type_name == "rolling"


def test_contact_that_is_open_at_the_start() -> None:
    """A wheel that hovers, sinks in or slips is no state; the row is named."""
    system = wheel().build().compile(kernels=())
    touching = system.assemble()
    for height in (0.05, -0.05):
        q = touching.q.copy()
        q[2] += height
        with pytest.raises(ModelError, match=r"M13.*edge\.touch"):
            system.state(q)
    with pytest.raises(ModelError, match=r"edge\.slip_across"):
        system.state(touching.q, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    with pytest.raises(ModelError, match=r"edge\.slip_along"):
        system.state(touching.q, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
    assert np.allclose(system.assemble({"any.z": 0.5}).q[2], 0.3)


def test_rates_that_cannot_be_are_refused() -> None:
    """A wheel cannot move sideways without tipping over."""
    system = wheel().build().compile(kernels=())
    with pytest.raises(ModelError, match=r"M13 \[rate 'any\.vy'\].*nearest possible"):
        system.assemble(rates={"any.vy": 1.0, "any.omega_x": 0.0})
