"""Instants found by the hundred are those that are found one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus import ModelError, System, gallery
from sarrus.kernels.loops.least_squares import normal_solution, put_basis, smallest_solution
from sarrus.model.forces.recorder import traced_formula
from sarrus.spatial.arrays import select
from sarrus.system.driven.driving import Drive
from sarrus.system.driven.passes import Passes
from sarrus.system.flow.prescribed import prescribed_motion
from sarrus.system.one_state.assembling import flipped_joints
from sarrus.system.quantities import loop_equations

TIMES = np.linspace(0.0, 1.0, 21)


def wave(start: float) -> Callable[[Any], Any]:
    return lambda t: start + 0.3 * np.sin(4.0 * t)


CASES: dict[str, tuple[Callable[[], Any], dict[str, Any], dict[str, Any]]] = {
    "turning crank": (gallery.four_bar, {"A": lambda t: 6.0 * t}, {}),
    "rocker": (gallery.four_bar, {"D": lambda t: 0.3 * np.sin(3.0 * t)}, {}),
    "known efforts": (
        gallery.four_bar,
        {"A": wave(0.1)},
        {"efforts": {"D": lambda t: 0.3 * t, "B": 0.2}},
    ),
    "coarse times": (gallery.four_bar, {"A": lambda t: 6.0 * t}, {"times": [0.0, 0.1, 1.0, 1.1]}),
    "an instant twice": (gallery.four_bar, {"A": wave(0.0)}, {"times": [0.0, 0.1, 0.1, 0.2]}),
    "tree": (gallery.double_pendulum, {}, {}),
    "table": (gallery.four_bar, {"A": ([0.0, 0.5, 1.0], [0.0, 0.4, 0.5])}, {}),
    "spatial loop": (gallery.bricard, {}, {}),
}


def laws_of(system: System, given: dict[str, Any]) -> dict[str, Any]:
    """Return the laws, by default of as many joints as there are freedoms."""
    if given:
        return given
    start, free = system.assemble(), system.mobility().freedom
    return {j.name: wave(float(start[j.name])) for j in system.model.joints[:free]}


def numbers_of(run: Drive) -> dict[str, np.ndarray]:
    moving = run.motions
    return {
        "q": np.array([m.state.q for m in moving]),
        "v": np.array([m.state.v for m in moving]),
        "cut_q": np.array([m.state.cut_q for m in moving]),
        "cut_v": np.array([m.state.cut_v for m in moving]),
        "vdot": np.array([m.vdot for m in moving]),
        "cut_vdot": np.array([m.cut_vdot for m in moving]),
        "lam": np.array([m.lam for m in moving]),
        "tau": np.array([m.tau for m in moving]),
        "tau_cut": np.array([m.tau_cut for m in moving]),
        "efforts": np.array([np.concatenate(list(m.efforts.values())) for m in moving]),
        "watch": run.watch,
    }


@pytest.mark.parametrize("case", CASES)
def test_a_pass_is_what_instants_are(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    build, given, how = CASES[case]
    system = build().compile()
    laws, how = laws_of(system, given), {"times": TIMES, **how}
    quick = system.drive(laws, **how)
    monkeypatch.setattr(Passes, "serve", staticmethod(lambda motion, loads: False))
    slow = system.drive(laws, **how)
    assert [str(n) for n in quick.notices] == [str(n) for n in slow.notices]
    expected = numbers_of(slow)
    for name, found in numbers_of(quick).items():
        scale = 1.0 + np.max(np.abs(expected[name]), initial=0.0)
        np.testing.assert_allclose(found / scale, expected[name] / scale, atol=1e-12, err_msg=name)
    for a, b in zip(quick.motions, slow.motions, strict=True):
        assert list(a.efforts) == list(b.efforts) and a.unique_efforts == b.unique_efforts
        np.testing.assert_array_equal(a.A.rows, b.A.rows)
        np.testing.assert_allclose(a.A.A, b.A.A, atol=1e-12)


def test_most_instants_are_served_by_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    motions = Passes.motions

    def counted(self: Passes, closed: Any) -> Any:
        found = motions(self, closed)
        served.append(len(found))
        return found

    monkeypatch.setattr(Passes, "motions", counted)
    gallery.four_bar().compile().drive({"A": lambda t: 6.0 * t}, times=np.linspace(0, 1, 101))
    assert served == [100]


def test_errors_are_those_of_single_instants(monkeypatch: pytest.MonkeyPatch) -> None:
    system = gallery.four_bar().compile()

    def fails(t: Any) -> Any:
        if t > 0.52:
            raise ZeroDivisionError("here")
        return 0.3 * t

    told = []
    for passes in (True, False):
        if not passes:
            monkeypatch.setattr(Passes, "serve", staticmethod(lambda motion, loads: False))
        for laws, how in (
            ({"A": fails}, {}),
            ({"D": lambda t: 5.0 * t}, {}),
            ({"A": lambda t: 0.3 * t}, {"efforts": {"D": fails}}),
            ({"A": ([0.0, 0.5], [0.0, 0.1])}, {}),
        ):
            with pytest.raises(ModelError) as error:
                system.drive(laws, times=TIMES, **how)
            told.append(str(error.value))
    assert told[:4] == told[4:]


def test_an_axis_turned_round_is_seen_in_all_positions() -> None:
    system = gallery.four_bar().compile()
    loops = system.compiled.loops
    kernel = loops.kernel("cut_poses", ("q",), loop_equations.cut_poses)
    start = system.assemble().q
    for q in (start, start + 0.1):
        off = float(np.max(np.abs(kernel.call(q))))
        assert (off > 1e-11 * max(1.0, loops.length)) == bool(flipped_joints(system, q))


@pytest.mark.parametrize("shape", [(4, 3), (3, 3), (2, 4)])
def test_smallest_solution(shape: tuple[int, int]) -> None:
    random, (m, n) = np.random.default_rng(4), shape
    A, b = random.normal(size=shape), random.normal(size=m)
    A[-1] = A[0]
    x, w = np.zeros(n), np.zeros(m * n + n * n + n)
    rank = smallest_solution(A.ravel(), b, x, m, n, 1e-9, 1.0, w)
    assert rank == np.linalg.matrix_rank(A)
    np.testing.assert_allclose(x, np.linalg.pinv(A) @ b, atol=1e-12)


@pytest.mark.parametrize("shape", [(9, 1), (9, 4), (4, 4)])
def test_normal_solution(shape: tuple[int, int]) -> None:
    random, (m, n) = np.random.default_rng(5), shape
    A, b = random.normal(size=shape), random.normal(size=m)
    A[1] = 0.0
    A[0] += 2.0
    x, w = np.zeros(n), np.zeros(n * n + n)
    assert normal_solution(A.ravel(), b, x, m, n, 1e-9, w) == (1 if m > n else 0)
    if m > n:
        np.testing.assert_allclose(x, np.linalg.pinv(A) @ b, atol=1e-12)
        A[:, -1] = A[:, 0] if n > 1 else 0.0
        assert normal_solution(A.ravel(), b, x, m, n, 0.1, w) == 0


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (6, 1)])
@pytest.mark.parametrize("lost", [0, 1])
def test_basis_of_columns(shape: tuple[int, int], lost: int) -> None:
    random, (m, n) = np.random.default_rng(6), shape
    A = random.normal(size=shape)
    A[1] = 0.0  # as rows out of a plane are
    if lost and n > 1:
        A[:, 1] = 2.0 * A[:, 0]
    rank = int(np.linalg.matrix_rank(A))
    V, squares = np.zeros((m, m)), np.zeros(m)
    columns = A.T.ravel().copy()
    assert put_basis(columns, V.reshape(-1), squares, m, n, 1e-9, np.zeros(2 * m)) == rank
    np.testing.assert_allclose(V.T @ V, np.eye(m), atol=1e-14)
    np.testing.assert_allclose(V[:, rank:].T @ A, 0.0, atol=1e-13)
    assert np.all(squares[:rank] > 1e-4) and np.all(squares[rank:] < 1e-28)


@pytest.mark.parametrize(
    ("law", "at_once"),
    [
        (lambda t: 0.5 * np.sin(3.0 * t + 1.0) ** 3 / (1.0 + t * t), True),
        (lambda t: np.sqrt(1.0 + t) * np.exp(-t) - np.arctan(t) + 2.0, True),
        (lambda t: 0.7, True),
        (lambda t: select(t < 0.3, t, t * t), False),
        (lambda t: 2.0**t, False),
        (lambda t: 1.0 / (t - 0.5), False),
    ],
)
def test_formulas_at_all_times_at_once(law: Any, at_once: bool) -> None:
    """Value, rate and acceleration are those of each time alone; None where it may differ."""
    times = np.linspace(0.0, 1.0, 5)
    motion = prescribed_motion("A", traced_formula(law, "t"))
    with np.errstate(all="ignore"):
        found = motion.jets(times)
    assert (found is not None) == at_once
    if found is not None:
        alone = np.array([np.stack(motion(float(t))) for t in times])
        np.testing.assert_allclose(found, alone, rtol=1e-14, atol=1e-14)
