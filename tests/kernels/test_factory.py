"""Making kernels: what is asked for is computed, and no more; the work is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, KernelError, KernelFactory


def function(x: Any, y: Any) -> dict[str, Any]:
    return {"sum": x + y, "waves": np.sin(x) * np.cos(y), "root": np.sqrt(x @ x + y @ y)}


INPUTS = {"x": (3,), "y": (3,)}
X, Y = np.array([0.1, 0.2, 0.3]), np.array([-1.0, 2.0, 0.5])


@pytest.fixture
def factory() -> KernelFactory:
    return KernelFactory(Cache(None))


def test_several_outputs_are_a_tuple(factory: KernelFactory) -> None:
    found = factory.make("f", function, INPUTS)(X, Y)
    assert isinstance(found, tuple)
    for part, expected in zip(found, function(X, Y).values(), strict=True):
        np.testing.assert_allclose(part, expected, rtol=1e-15)


def test_one_output_is_an_array(factory: KernelFactory) -> None:
    kernel = factory.make("f", function, INPUTS, ["root"])
    np.testing.assert_allclose(kernel(X, Y), function(X, Y)["root"], rtol=1e-15)


def test_fewer_outputs_need_fewer_operations(factory: KernelFactory) -> None:
    whole = factory.make("f", function, INPUTS)
    parts = [factory.make("f", function, INPUTS, [name]) for name in ("sum", "waves", "root")]
    assert [kernel.operations for kernel in parts] == [3, 9, 12]
    assert whole.operations == 24
    assert parts[0].counts == {"add": 3}
    assert factory.compiled == 4


def test_operations_count_arithmetic_only(factory: KernelFactory) -> None:
    kernel = factory.make("f", lambda x: {"y": np.concatenate([x, np.ones(2)])}, {"x": (3,)})
    assert kernel.operations == 0 and kernel.counts == {}


def test_unknown_output_is_refused(factory: KernelFactory) -> None:
    with pytest.raises(KernelError, match="no output"):
        factory.make("f", function, INPUTS, ["rot"])


def test_errors_of_the_function_come_through(factory: KernelFactory) -> None:
    def broken(x: Any) -> dict[str, Any]:
        raise ZeroDivisionError("the user's own")

    with pytest.raises(ZeroDivisionError, match="the user's own"):
        factory.make("f", broken, {"x": (1,)})


def test_values_given_in_advance(factory: KernelFactory) -> None:
    kernel = factory.make("f", function, INPUTS, ["sum"], defaults={"y": Y})
    np.testing.assert_allclose(kernel(X), X + Y)
    np.testing.assert_allclose(kernel(X, X), X + X)


def test_later_changes_of_given_values_do_not_matter(factory: KernelFactory) -> None:
    values = Y.copy()
    kernel = factory.make("f", function, INPUTS, ["sum"], defaults={"y": values})
    before = kernel(X), kernel(X.tolist())
    values[:] = 100.0
    np.testing.assert_array_equal(kernel(X), before[0])
    np.testing.assert_array_equal(kernel(X.tolist()), before[1])
