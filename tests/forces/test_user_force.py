"""Parameters of force laws of the user."""

from __future__ import annotations

from typing import Any

import pytest

from sarrus import Mechanism, ModelError


@pytest.mark.parametrize("given", [("2 N", {"a": 1}), ("2 N", "revolute")])
def test_units_of_parameters_that_are_none_are_refused(given: Any) -> None:
    m = Mechanism("m")
    m.body("rod", 1.0, (0, 0, 0), (1, 1, 1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="y")
    m.user_force("F", lambda motion: motion.effort("A", 1.0), parameters={"k": given})
    with pytest.raises(ModelError, match="parameters 'k'"):
        m.build()
