"""M21: limits in order, with units, one for each velocity coordinate."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.model import Joint, Mechanism


def joint(kind: str = "revolute", **options: object) -> Mechanism:
    m = Mechanism()
    m.body("b", 1, inertia=(1, 1, 1))
    m.joint(kind, "A", m.ground, "b", at=(0, 0, 0), axis="z", **options)
    return m


def built(kind: str = "revolute", **options: object) -> Joint:
    return joint(kind, **options).build().joint("A")


@pytest.mark.parametrize("seed", range(100))
def test_reversed_and_off_limits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lower, upper = rng.uniform(-3, 3, 2)
    m = joint(limits=(lower, upper))
    if lower > upper:
        with pytest.raises(ModelError) as caught:
            m.build()
        text = str(caught.value)
        assert [p.code for p in caught.value.problems] == ["M21"]
        assert f"lower {lower:g} rad is above upper {upper:g} rad" in text
    else:
        model = m.build()
        assert model.joint("A").limits == ((lower, upper),)
        outside = not lower <= 0 <= upper
        assert [p.code for p in model.notices] == (["W21"] if outside else [])


def test_units_and_open_ends() -> None:
    assert built(limits=("-90 deg", None)).limits == ((-math.pi / 2, math.inf),)
    assert built("prismatic", limits=("-10 mm", "1 cm")).limits == ((-0.01, 0.01),)
    found = built("cylindrical", limits=[(-1, 1), None], speed_limit=(3, "2 m/s"), effort_limit=4)
    assert found.limits == ((-1.0, 1.0), (-math.inf, math.inf))
    assert found.speed_limits == (3.0, 2.0) and found.effort_limits == (4.0, 4.0)
    assert built(speed_limit="60 rpm").speed_limits == (pytest.approx(2 * math.pi),)
    assert built().limits == () == built().effort_limits


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"limits": 3}, "M21"),
        ({"limits": (1, 2, 3)}, "M21"),
        ({"limits": (0, "1 m")}, "M05"),
        ({"limits": (0, math.inf)}, "M04"),
        ({"speed_limit": -1}, "M04"),
        ({"speed_limit": (1, 2)}, "M21"),
        ({"effort_limit": "3 N"}, "M05"),
    ],
)
def test_what_is_refused(options: dict[str, object], code: str) -> None:
    with pytest.raises(ModelError) as caught:
        joint(**options).build()
    assert [p.code for p in caught.value.problems] == [code]
