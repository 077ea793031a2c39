"""Records: fields by name, in Python and in machine code, at places that only they know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernels.written import module
from sarrus.kernels.loops.bound import PythonKernel
from sarrus.kernels.native import Untranslatable, compile_function

WALK = """
from sarrus.kernels.native import KernelCall, Record, record, send_output

@record
class Inner(Record):
    '''Another record.'''

    gain: float
    count: int

@record
class Walk(Record):
    '''A walk.'''

    t: float
    steps: int
    y: Floats
    k: Ints
    slope: KernelCall
    inner: Inner

@native
def go(w: Walk, n: int) -> float:
    for i in range(n):
        w.t += 0.5
        w.steps += 1
        w.y[i] = w.y[i] * w.inner.gain + w.t
        w.k[0] += 2
        w.inner.count = w.steps * 10
    return w.t

"""


def walk(folder: Path, more: str = "") -> Any:
    written = module(folder, WALK + more)
    w = written.Walk(t=1.0, steps=3)
    w.bind(y=np.array([1.0, 2.0, 3.0]), k=np.array([7]), inner=written.Inner(gain=2.0))
    return written, w


def test_fields_are_those_of_python(tmp_path: Path) -> None:
    written, one = walk(tmp_path)
    assert written.go(one, 3) == 2.5
    other = written.Walk(t=1.0, steps=3)
    inner = written.Inner(gain=2.0)
    other.bind(y=np.array([1.0, 2.0, 3.0]), k=np.array([7]), inner=inner)
    assert compile_function(written.go)(other.address, 3) == 2.5
    assert other.numbers == one.numbers == {"t": 2.5, "steps": 6}
    assert other.y.tolist() == one.y.tolist() == [3.5, 6.0, 8.5]
    assert other.k.tolist() == one.k.tolist() == [13]
    assert inner.count == one.inner.count == 60


def test_kernels_are_run_and_sent_elsewhere(tmp_path: Path) -> None:
    text = """
@native
def f(w: Walk) -> None:
    send_output(w.slope, 0, at(w.y, 1))
    run_kernel(w.slope)
"""
    written, w = walk(tmp_path, text)

    def fill(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
        outputs["y"][...] = inputs["x"] + 1.0

    w.bind(slope=PythonKernel(fill, {"x": np.array([4.0])}, {"y": np.zeros(1)}))
    written.f(w)
    assert w.y.tolist() == [1.0, 5.0, 3.0]


def test_numbers_are_kept_by_name(tmp_path: Path) -> None:
    written, w = walk(tmp_path)
    other = written.Walk()
    other.restore({"steps": 3.0, "t": 1})
    assert other.numbers == w.numbers and isinstance(other.steps, int)
    with pytest.raises(ValueError, match=r"written\.Walk has other numbers: speed, t"):
        other.restore({"steps": 1, "speed": 2.0})


def test_another_order_of_the_fields_is_the_same_record(tmp_path: Path) -> None:
    """What is kept by name does not depend on where fields stand."""
    text = WALK.replace("    t: float\n    steps: int\n", "    steps: int\n    t: float\n")
    written, w = walk(tmp_path)
    turned = module(tmp_path, text, "turned")
    other = turned.Walk()
    other.restore(w.numbers)
    other.bind(y=w.y.copy(), k=w.k.copy(), inner=turned.Inner(gain=2.0))
    assert compile_function(turned.go)(other.address, 3) == written.go(w, 3)
    assert other.y.tolist() == w.y.tolist()


@pytest.mark.parametrize(
    "part, error, message",
    [
        ({"t": 1.0}, AttributeError, "no array, kernel or record 't'"),
        ({"z": np.zeros(1)}, AttributeError, "no array, kernel or record 'z'"),
        ({"y": np.zeros(3, np.float32)}, TypeError, "y must be a contiguous array of float64"),
        ({"y": np.zeros(6)[::2]}, TypeError, "y must be a contiguous array of float64"),
        ({"k": np.zeros(1)}, TypeError, "k must be a contiguous array of int64"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, part: dict[str, Any], error: type[Exception], message: str
) -> None:
    _, w = walk(tmp_path)
    with pytest.raises(error, match=message):
        w.bind(**part)


def test_another_record_is_refused(tmp_path: Path) -> None:
    written, w = walk(tmp_path)
    with pytest.raises(TypeError, match="inner is no"):
        w.bind(inner=written.Walk())


@pytest.mark.parametrize(
    "body, message",
    [
        ("w.speed = 1.0", "has no field 'speed'"),
        ("w.y = at(w.y, 1)", r"w\.y cannot be set here: it is no number"),
        ("w.t = 1", "int where float is expected"),
        ("w.steps += 1.0", "float where int is expected"),
        ("run_kernel(w.y)", "floats where a kernel of a record is expected"),
        ("send_output(w.slope, 0.0, w.y)", "float where int is expected"),
        ("send_output(w.slope, 0, w.k)", "ints where floats is expected"),
        ("x = w.inner.speed", "has no field 'speed'"),
        ("x = w.t.real", "cannot be compiled"),
        ("go(w.inner, 1)", "where written.Walk is expected"),
    ],
)
def test_refusals(tmp_path: Path, body: str, message: str) -> None:
    text = f"\n@native\ndef f(w: Walk) -> None:\n    {body}\n"
    written, _ = walk(tmp_path, text)
    with pytest.raises(Untranslatable, match=message):
        compile_function(written.f)


def test_kinds_that_records_cannot_have(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"Odd\.name cannot be of kind str"):
        module(tmp_path, WALK + "\n@record\nclass Odd(Record):\n    name: str\n")
