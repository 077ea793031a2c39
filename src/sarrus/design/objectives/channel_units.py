"""Units of channels of a system, for formulas that name them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.expressions.problems import ExpressionError
from sarrus.system import System


def channel_unit(system: System) -> Callable[[str], str]:
    """Return what tells the SI unit of a channel of one number; refuses others by name."""

    def unit(name: str) -> str:
        try:
            found = system.compiled.catalogue.find(name)
        except ModelError as error:
            action = error.problems[0].action
            raise ExpressionError(f"names no channel: '{name}'", 0, action) from None
        if found.shape:
            reason = f"names '{name}', which has {int(np.prod(found.shape))} numbers"
            action = f"name one of them, such as '{name}.x', or '{name}.norm'"
            raise ExpressionError(reason, 0, action)
        return str(found.unit)

    return unit
