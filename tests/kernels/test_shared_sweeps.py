"""Sweeps over elements: what they compute, and that wrong code is found out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.shared.library import kind_code
from sarrus.kernels.shared.self_test import check_sweep
from sarrus.kernels.shared.sweep import (
    OWN,
    ROW,
    UP,
    Place,
    Sweep,
    angle_program,
    expression_of,
    with_given_turns,
)
from sarrus.kernels.targets import host
from sarrus.kernels.trace import trace


def scaled_sum() -> Sweep:
    """The record of an element is that of its parent plus its own number times its input."""

    def equation(row: Any, x: Any, above: Any) -> dict[str, Any]:
        return {"below": above + row * x, "out": 2.0 * above}

    shapes = {"row": (2,), "x": (2,), "above": (2,)}
    inputs = (Place(ROW), Place("in0", by="q"), Place(UP, 1))
    return Sweep(trace(equation, shapes), inputs, (Place(OWN, 1), Place("out1", times=2)))


def test_code_of_a_sweep_passes_its_test_and_other_code_does_not(tmp_path: Any) -> None:
    sweep = scaled_sum()
    made, compiled = kind_code("a test", Cache(tmp_path), host(), lambda: ({"one": sweep}, {}))
    assert compiled
    assert set(made.addresses) == {"one"}
    with pytest.raises(KernelError, match="shared code 'one' of output 'below' fails its test"):
        check_sweep("one", sweep, lambda *arguments: None)


def test_turns_become_inputs() -> None:
    def turning(q: Any) -> dict[str, Any]:
        return {"y": np.array([np.sin(q[0] + q[1]), np.cos(q[0] + q[1]) * np.sin(q[1])])}

    program = trace(turning, {"q": (2,)})
    angles = angle_program(program)
    known = {expression_of(angles, a): k for k, a in enumerate(angles.results[0])}
    assert len(known) == 2
    given = with_given_turns(program, known)
    assert not set(given.counts) & {"sin", "cos"}
    assert [port.name for port in given.inputs] == ["q", "sines", "cosines"]
    with pytest.raises(KernelError, match="none of the kind's"):
        with_given_turns(program, {})
