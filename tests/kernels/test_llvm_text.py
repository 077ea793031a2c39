"""The generated text: reproducible, exact, without a word of the user's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kernels.native import machine
from sarrus import Mechanism, Model
from sarrus.kernels import Program
from sarrus.kernels.targets.llvm.lanes import exact
from sarrus.kernels.targets.llvm.programs import program_text
from sarrus.kernels.trace import trace
from sarrus.model import GROUND
from sarrus.system import System
from sarrus.system.names import QUANTITIES, shape_of

HOSTILE = (
    '"; ret void',
    "a\nb",
    "} define void @kernel() { ret void }",
    "%v0",
    "\N{GREEK SMALL LETTER OMEGA}_\N{SNOWMAN}",
    "!0 = !{}",
    "x" * 200,
)


def arm(name: str) -> Model:
    """Two bodies, two joints and a spring that all bear the name, past the check of names."""
    machine = Mechanism("arm")
    upper = machine.body("upper", 2.0, (0.2, 0, 0), (0.01, 0.02, 0.03))
    lower = machine.body("lower", 1.0, (0.6, 0, 0), (0.01, 0.02, 0.03))
    machine.revolute("A", machine.ground, upper, at=(0, 0, 0), axis="z")
    machine.spherical("B", upper, lower, at=(0.4, 0, 0))
    machine.spring_damper("S", machine.ground, lower, at_a=(0, 1, 0), at_b=(0.7, 0, 0), k=5.0)
    model = machine.build()

    def renamed(part: Any, *attributes: str) -> Any:
        old = {attribute: getattr(part, attribute) for attribute in attributes}
        return replace(
            part, **{key: text if text == GROUND else f"{name} {text}" for key, text in old.items()}
        )

    return replace(
        renamed(model, "name"),
        bodies=tuple(renamed(body, "name") for body in model.bodies),
        joints=tuple(renamed(joint, "name", "parent", "child") for joint in model.joints),
        forces=tuple(renamed(force, "name", "body_a", "body_b") for force in model.forces),
    )


def program_of(model: Model, quantity: str, parameters: tuple[str, ...] = ()) -> Program:
    system = System(model, kernels=(), cache=None, parameters=parameters)
    inputs, equation = QUANTITIES[quantity]
    shapes = {key: shape_of(key, system.nq, system.nv) for key in inputs}
    size = system.compiled.compiler.parameters.size
    last = {"t": (1,), **({"p": (size,)} if size else {})}
    return trace(system.compiled.compiler._function(equation), {**shapes, **last})


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_leave_no_trace_in_the_code(name: str) -> None:
    for quantity in ("inverse_dynamics", "body_positions"):
        text = program_text(program_of(arm(name), quantity)).text
        assert text == program_text(program_of(arm("plain"), quantity)).text


def test_names_of_ports_leave_no_trace_in_the_code() -> None:
    def program(name: str) -> Program:
        return trace(lambda **x: {name: np.sin(x[name])}, {name: (2,)})

    for name in HOSTILE:
        assert program_text(program(name)).text == program_text(program("x")).text


def test_names_of_parameters_leave_no_trace_in_the_code() -> None:
    def text(name: str) -> str:
        chosen = (f"body:{name} upper.mass", f"force:{name} S.k")
        return program_text(program_of(arm(name), "inverse_dynamics", chosen)).text

    assert text("plain") == text("other name")


def test_text_is_reproducible_and_ascii() -> None:
    first, second = (
        program_text(program_of(arm("plain"), "forward_dynamics")).text for _ in range(2)
    )
    assert first == second
    assert first.isascii()
    assert "plain" not in first


def folded(x: Any) -> dict[str, Any]:
    y = x
    for k in range(400):
        y = y * x[::-1] + 0.01 * k
    return {"y": y}


def mostly(constant: float, x: Any) -> dict[str, Any]:
    """A few numbers among thousands that are always the same."""
    rows = [[constant] * 150 for _ in range(150)]
    for k in range(8):
        rows[k][k] = x[k]
    return {"M": np.array(rows)}


def mostly_ones(x: Any) -> dict[str, Any]:
    return mostly(1.0, x)


@pytest.mark.parametrize("function", [folded, mostly_ones])
def test_functions_are_small(function: Any) -> None:
    """Compilers need more than linear time for long functions."""
    text = program_text(trace(function, {"x": (8,)})).text
    sizes = [body.count("\n") for body in re.findall(r"define [^{]*\{(.*?)\n\}", text, re.DOTALL)]
    assert len(sizes) > 2
    assert max(sizes) < 6000


def test_many_zeros_are_written_at_once() -> None:
    """As in the mass matrix of a wide tree."""
    x = np.arange(1.0, 9.0)
    program = trace(lambda x: mostly(0.0, x), {"x": (8,)})
    assert program_text(program).text.count("\n") < 300
    expected = np.zeros((150, 150))
    expected[range(8), range(8)] = x
    assert machine(program)(x)[0].tobytes() == expected.tobytes()


@pytest.mark.parametrize("number", [0.1, -1 / 3, 1e308, 5e-324, 0.0])
def test_constants_are_written_as_their_bits(number: float) -> None:
    written = exact(number)
    assert re.fullmatch("0x[0-9A-F]{16}", written)
    assert np.frombuffer(bytes.fromhex(written[2:])[::-1])[0] == number


def test_no_flag_changes_the_meaning_of_nan() -> None:
    text = program_text(program_of(arm("plain"), "forward_dynamics")).text
    for flag in ("fast", "nnan", "ninf", "nsz", "arcp", "reassoc"):
        assert f" {flag} " not in text
