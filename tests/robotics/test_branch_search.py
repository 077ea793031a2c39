"""The native search for branches finds what the equations as vectors say, in their order."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import numpy as np
import pytest

from robotics.arms import PANDA, UR5, by_frames, puma
from sarrus import Mechanism, Model, ModelError
from sarrus.robotics.inverse_kinematics import ClosedForm, closed_form
from sarrus.robotics.inverse_kinematics.arm_position import arm_angles
from sarrus.robotics.inverse_kinematics.native_trigonometry import put_values
from sarrus.robotics.inverse_kinematics.parallel_axes import parallel_angles
from sarrus.robotics.inverse_kinematics.polynomial_roots import put_roots
from sarrus.robotics.inverse_kinematics.wrist import wrist_angles
from sarrus.spatial import Transform


def any_arm(seed: int) -> Model:
    """Return an arm with a spherical wrist and no other special dimensions."""
    random = np.random.default_rng(seed)
    m = Mechanism(f"any {seed}")
    parent: Any = m.ground
    center = (0.6, 0.1, 0.4)
    for k in range(6):
        at = tuple(random.uniform(-0.5, 0.5, 3)) if k < 3 else center
        axis = random.normal(size=3)
        body = m.body(f"link{k}", mass=1.0, inertia=(0.01, 0.01, 0.01))
        m.revolute(f"j{k + 1}", parent, body, at=at, axis=tuple(axis / np.linalg.norm(axis)))
        parent = body
    m.frame("tool", parent, (0.1, 0.2, 0.05))
    return m.build()


ARMS: dict[str, tuple[Any, dict[str, float]]] = {
    "puma": (puma, {}),
    "ur5": (lambda: by_frames("ur5", UR5), {}),
    "panda": (lambda: by_frames("panda", PANDA), {"j7": 0.4}),
    "any": (lambda: any_arm(0), {}),
}


@cache
def form_of(name: str) -> ClosedForm:
    build, fixed = ARMS[name]
    return closed_form(build().compile(kernels=()), "tool", fixed=fixed)


def poses(name: str, n: int) -> list[np.ndarray]:
    form = form_of(name)
    found = []
    for angles in np.random.default_rng(1).uniform(-3.0, 3.0, (n, 6)):
        q = form.chain.base.copy()
        q[list(form.chain.columns)] = angles
        here = form.system.poses(q)["tool"]
        X = np.eye(4)
        X[:3, :3], X[:3, 3] = here.rotation, here.position
        found.append(X)
    return found


def by_vectors(form: ClosedForm, pose: np.ndarray) -> list[np.ndarray]:
    """Return the branches by the equations written as vectors, not refined, from the base on."""
    g = form.geometry
    G = Transform.of(pose[:3, :3], pose[:3, 3]) @ form.chain.home.inverse
    G = G.inverse if g.reversed else G
    if g.kind == "parallel axes":
        found = parallel_angles(g.arm, g.center, G)
    else:
        found, arm = [], g.arm.part(0, 3)
        for three in arm_angles(arm, g.center, G.point(g.center)):
            left = arm.motion(three).matrix.T @ G.matrix
            found += [np.concatenate([three, q]) for q in wrist_angles(g.arm.z[3:6], left)]
    return [-q[::-1] if g.reversed else q for q in found]


def apart(a: Any, b: Any) -> float:
    return float(np.max(np.abs(np.remainder(np.subtract(a, b) + np.pi, 2.0 * np.pi) - np.pi)))


@pytest.mark.parametrize("name", ARMS)
def test_branches_are_those_of_the_equations(name: str) -> None:
    form = form_of(name)
    for pose in poses(name, 12):
        expected, found = by_vectors(form, pose), form.solutions(pose)
        assert len(found) == len(expected) > 0
        for solution in found:
            q = list(solution.angles.values())
            assert min(apart(q, other) for other in expected) < 1e-11
        if name != "panda":  # whose quartic has pairs of roots that rounding puts in an order
            order = [
                int(np.argmin([apart(list(s.angles.values()), q) for q in expected]))
                for s in found
                if s.allowed
            ]
            assert order == sorted(order)


def test_what_is_no_pose_is_refused() -> None:
    form, pose = form_of("puma"), poses("puma", 1)[0]
    for wrong in (2.0 * pose, np.diag([1.0, 1.0, -1.0, 1.0]), np.full((4, 4), np.nan), pose[:3]):
        with pytest.raises(ModelError, match="pose"):
            form.solutions(wrong)
    away = pose.copy()
    away[0, 3] = 1e3
    assert form.solutions(away) == []
    away[0, 3] = np.nan
    assert form.solutions(away) == []


def test_other_forms_of_a_pose_give_the_same() -> None:
    form, pose = form_of("puma"), poses("puma", 1)[0]
    expected = [s.q for s in form.solutions(pose)]
    moved = Transform.of(pose[:3, :3], pose[:3, 3])
    for other in (moved, pose.tolist(), np.asfortranarray(pose)):
        np.testing.assert_array_equal([s.q for s in form.solutions(other)], expected)


def test_threads_may_share_a_form() -> None:
    form, every = form_of("puma"), poses("puma", 4)
    expected = [[s.q for s in form.solutions(pose)] for pose in every]
    wrong = []

    def work(k: int) -> None:
        for _ in range(50):
            if not np.array_equal([s.q for s in form.solutions(every[k])], expected[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_singular_values_have_the_signs_of_lapack() -> None:
    random = np.random.default_rng(0)
    for k in range(60):
        A = random.normal(size=(2, 2))
        if k % 3 == 1:
            A[1] = A[0] * random.normal()
        if k % 3 == 2:
            A[k % 2] = 0.0
        w = np.zeros(10)
        put_values(A.ravel(), w)
        U, s, V = np.linalg.svd(A)
        np.testing.assert_allclose(w[:6], [*U.ravel(), *s], atol=1e-10)
        np.testing.assert_allclose(w[6:8], V[0], atol=1e-10)


def test_roots_have_the_order_of_numpy() -> None:
    random = np.random.default_rng(0)
    for _ in range(60):
        second = complex(*random.normal(size=2)) * 10.0 ** random.uniform(-3, 1)
        first = complex(*random.normal(size=2))
        p = np.array([second, first, random.normal(), first.conjugate(), second.conjugate()])
        found, w = np.zeros(8), np.zeros(32)
        put_roots(p.view(float), 0, 4, found, 0, w)
        np.testing.assert_allclose(found.view(complex), np.roots(p), rtol=1e-8, atol=1e-10)
