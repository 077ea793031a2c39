"""Every kernel of the gallery and the reference problems is what it was, to the instruction.

A refactoring leaves this test as it is. A change that is meant to change kernels writes
`data/kernels.json` anew (`python tests/golden/write_kernels.py`) and says why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from golden.kernel_file import Entry, differences, entries, stored
from golden.kernel_record import Fingerprint, Interpreted, recording
from golden.kernel_work import MECHANISMS, kernels_of, study_of
from sarrus.kernels.program import LEAVES, Program
from sarrus.kernels.trace import trace

QUICK = (
    "pendulum",
    "gyroscope",
    "four_bar",
    "slider_crank",
    "spatial_slider_crank",
    "rssr",
    "governor",
    "quarter_vehicle",
    "half_vehicle",
    "case adams_cylindrical_case01",
    "case adams_universal_case01",
    "case fourbar_diagonal_spring",
    "case heavy_top",
    "case rectangular_bar_dzhanibekov",
    "urdf four_bar",
    "urdf two_link_arm",
)
"""Mechanisms that are traced in a second; the others are among the slow tests."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in MECHANISMS],
)
def test_kernels_are_what_they_were(name: str) -> None:
    exact, known = stored()
    changed = differences(known[name], entries(kernels_of(name)), exact)
    assert not changed, "\n".join([f"kernels of {name} changed (-: before, +: now)", *changed])


def test_every_mechanism_is_stored_and_no_other() -> None:
    assert set(stored()[1]) == set(MECHANISMS)


# --- the record itself ----------------------------------------------------------------------------


def sample(x: Any, k: Any) -> dict[str, Any]:
    angle = x[0] * 0.7 + k[0]
    return {"y": np.array([np.sin(angle) * x[1], angle / x[1]]), "z": np.array([x[0] - 2.5])}


def program() -> Program:
    return trace(sample, {"x": (2,), "k": (1,)})


def changed_programs() -> list[tuple[str, Program]]:
    """Return the sample with every instruction, constant, operand and result changed in turn."""
    whole, found = program(), []
    for i, instruction in enumerate(whole.instructions):
        op, *operands = instruction
        others: list[tuple[Any, ...]] = []
        if op == "const":
            others.append((op, float(np.nextafter(operands[0], 9.0))))
        elif op == "input":
            others.append((op, 1 - operands[0], 0))
        else:
            others.append(("tan" if len(operands) == 1 else "pow", *operands))
            others += [(op, *operands[:k], i - 1, *operands[k + 1 :]) for k in range(len(operands))]
        for other in others:
            if other != instruction:
                rest = whole.instructions[i + 1 :]
                lines = (*whole.instructions[:i], other, *rest)
                found.append((f"{i}: {other}", replace(whole, instructions=lines)))
    swapped = ((whole.results[0][1], whole.results[0][0]), *whole.results[1:])
    found.append(("results", replace(whole, results=swapped)))
    return found


@pytest.mark.parametrize("what", [what for what, _ in changed_programs()])
def test_one_changed_instruction_is_another_digest(what: str) -> None:
    other = dict(changed_programs())[what]
    before, after = Fingerprint.of(program()), Fingerprint.of(other)
    assert before.exact != after.exact
    last_bit = any(w == what and ": ('const'" in w for w, _ in changed_programs())
    assert (before.rounded == after.rounded) == last_bit


def test_every_kind_of_instruction_was_changed() -> None:
    ops = {i[0] for i in program().instructions}
    assert ops - set(LEAVES) and {"const", "input"} <= ops
    assert len(changed_programs()) > len(program().instructions)


def test_names_do_not_count() -> None:
    whole = program()
    renamed = tuple(replace(port, name=f"other_{port.name}") for port in whole.inputs)
    assert Fingerprint.of(replace(whole, inputs=renamed)).exact == Fingerprint.of(whole).exact


def test_a_changed_kernel_is_named() -> None:
    old = [Entry(Fingerprint.of(program()), "simulate rk4")]
    new = [Entry(Fingerprint.of(p), "simulate rk4") for _, p in changed_programs()[-1:]]
    before, after = differences(old, new)
    assert (
        before.startswith("- ") and "simulate rk4: x,k -> y,z" in before and after.startswith("+ ")
    )
    assert differences(old, old) == []


def test_a_changed_equation_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed operation in the step of one method, and its kernel is another one."""
    from sarrus.kernels import program as programs

    exact, known = stored()
    assert differences(known["pendulum"], entries(kernels_of("pendulum")), exact) == []
    quotient = programs.Builder._quotient

    def other(self: Any, a: int, b: int, x: float | None, y: float | None) -> int:
        return quotient(self, a, b, x, None if y == 6.0 else y)

    monkeypatch.setattr(programs.Builder, "_quotient", other)
    changed = differences(known["pendulum"], entries(kernels_of("pendulum")), exact)
    assert changed and all("rk4" in line for line in changed)


def test_recorded_kernels_give_the_numbers_of_compiled_ones() -> None:
    study = study_of("four_bar")
    compiled = study.system.simulate(study.start(), until=0.002, method="rk4", step=1e-3)
    with recording() as record:
        other = study_of("four_bar")
        run = other.system.simulate(other.start(), until=0.002, method="rk4", step=1e-3)
    assert record.programs
    assert np.allclose(run.q, compiled.q, rtol=1e-12, atol=1e-14)
    assert np.allclose(run.v, compiled.v, rtol=1e-10, atol=1e-12)


def test_programs_as_functions_are_the_interpreted_ones() -> None:
    whole = program()
    once = Interpreted(whole, {})
    many = Interpreted(whole, {})
    many._count = 1000
    x, k = np.array([0.3, 1.7]), np.array([0.2])
    for a, b in zip(once.call(x, k), many.call(x, k), strict=True):
        assert np.array_equal(a, b)
    rows = many.call(np.array([x, x + 1.0]), k)
    assert rows[0].shape == (2, 2) and np.array_equal(rows[0][0], once.call(x, k)[0])
