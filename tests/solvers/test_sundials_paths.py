"""Native libraries, adapters and scikit-sundae's own classes: the same answers, and fall-back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus.solvers.sundials import (
    Adapters,
    availability,
    available,
    cvode,
    cvode_stepper,
    ida,
    library,
    solve,
)
from solvers.sundials_functions import (
    adapters,
    native,
    native_relaxation,
    pendulum,
    python,
    relaxation,
    relaxation_slope,
    robertson,
    robertson_slope,
)

TIMES = np.linspace(0.0, 5.0, 26)


def test_all_ways_to_call_a_right_hand_side_agree() -> None:
    how = {"corrector": "newton", "rtol": 1e-8, "atol": 1e-10}
    start = (0.0, [1.0, 0.0], TIMES)
    direct = cvode(native(pendulum, 2), *start, **how)
    called = cvode(python(pendulum), *start, **how)
    how["corrector"] = "auto"
    fallen = cvode(python(pendulum), *start, path="python", **how)
    compiled = cvode(native(pendulum, 2), *start, path="python", **how)
    assert (direct.path, fallen.path) == ("native", "python")
    assert direct.counts.steps == pytest.approx(called.counts.steps, rel=0.02)
    for other in (called, fallen):  # another sine may choose another step
        np.testing.assert_allclose(other.y, direct.y, atol=1e-7)
    np.testing.assert_array_equal(compiled.y, direct.y)
    assert fallen.counts.steps is None and fallen.counts.evaluations > 0


def test_a_jacobian_is_not_transposed_on_any_path() -> None:
    """Its transpose would still converge, with many more corrections."""
    y0, times = [1.0, 0.0, 0.0], [0.4, 40.0]
    how = {"method": "bdf", "rtol": 1e-7, "atol": np.array([1e-11, 1e-15, 1e-11])}
    runs = [
        cvode(native(robertson, 3), 0.0, y0, times, jacobian=native(robertson_slope, 3), **how),
        cvode(python(robertson), 0.0, y0, times, jacobian=python(robertson_slope), **how),
        cvode(
            python(robertson), 0.0, y0, times, jacobian=python(robertson_slope), path="python",
            **how,
        ),
    ]  # fmt: skip
    for run in runs[1:]:
        np.testing.assert_allclose(run.y, runs[0].y, rtol=1e-6)
        assert run.counts.evaluations == pytest.approx(runs[0].counts.evaluations, rel=0.05)


def test_without_adapters_every_function_is_called_through_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    f, J, how = native(robertson, 3), native(robertson_slope, 3), {"rtol": 1e-7, "atol": 1e-11}
    direct = cvode_stepper(f, 0.0, [1.0, 0.0, 0.0], 0.4, jacobian=J, **how)
    monkeypatch.setattr(solve, "adapter_problem", lambda adapters: "they do not answer")
    called = cvode_stepper(f, 0.0, [1.0, 0.0, 0.0], 0.4, jacobian=J, **how)
    assert len(direct._callbacks._bindings) == 2 and not called._callbacks._bindings
    np.testing.assert_array_equal(called.advance(0.4)[1], direct.advance(0.4)[1])


def test_algebraic_equations_agree() -> None:
    residual, slope = native_relaxation()
    start = (0.0, [1.0, 0.0], [0.0, 0.0], TIMES)
    how = {"algebraic": [1], "rtol": 1e-8, "atol": 1e-10}
    direct = ida(residual, *start, jacobian=slope, **how)
    called = ida(python(relaxation), *start, jacobian=python(relaxation_slope), **how)
    fallen = ida(residual, *start, jacobian=slope, path="python", **how)
    for other in (called, fallen):
        np.testing.assert_allclose(other.y, direct.y, atol=1e-9)
        np.testing.assert_allclose(other.yp, direct.yp, atol=1e-7)


@pytest.fixture
def without_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(package: Path) -> dict[str, Path]:
        raise library.LibraryUnusable("the wheel has no library 'core'")

    monkeypatch.setattr(library, "_files", nothing)
    availability.native_library.cache_clear()
    yield
    monkeypatch.undo()
    availability.native_library.cache_clear()


@pytest.mark.usefixtures("without_libraries")
def test_without_libraries_scikit_sundae_does_the_work() -> None:
    assert available().startswith("python") and "no library 'core'" in available()
    assert cvode(native(pendulum, 2), 0.0, [1.0, 0.0], TIMES).path == "python"
    with pytest.raises(ArithmeticError, match="no native path"):
        cvode(native(pendulum, 2), 0.0, [1.0, 0.0], TIMES, path="native")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ctypedef double sunrealtype\nctypedef long sunindextype", "indices"),
        ("ctypedef float sunrealtype\nctypedef int sunindextype", "doubles"),
        (None, "how it was built"),
    ],
)
def test_a_wheel_built_otherwise_is_refused(tmp_path: Path, text: str | None, words: str) -> None:
    if text is not None:
        (tmp_path / "c_config.pxi").write_text(text, encoding="utf-8")
    with pytest.raises(library.LibraryUnusable, match=words):
        library._check_index_type(tmp_path)


def test_adapters_that_fail_their_trial_are_not_used() -> None:
    """Wrong machine code: the residual's kernel in the place of the right-hand side's."""
    good = adapters()
    wrong = {**good.addresses, "decay": good.addresses["decay_slope"]}
    bad = Adapters(wrong, good.keeps)
    assert "through Python (CVODE does not pass its trial)" in available(bad)
    f = native(pendulum, 2)
    poor = type(f)(f.address, f.inputs, f.outputs, f.work_size, bad, f.keeps)
    how = {"corrector": "newton", "rtol": 1e-8, "atol": 1e-10}
    run = cvode(poor, 0.0, [1.0, 0.0], TIMES, **how)
    assert run.path == "native"
    np.testing.assert_allclose(run.y, cvode(f, 0.0, [1.0, 0.0], TIMES, **how).y, atol=1e-12)
