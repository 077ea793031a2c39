"""Kernels as functions of CasADi: values, derivatives, tables, loops, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import export, gallery
from sarrus.errors import ModelError
from sarrus.kernels.program import BINARY, UNARY, Port
from sarrus.kernels.table import ORDERS
from sarrus.kernels.trace import trace
from sarrus.spatial import Curve
from sarrus.system.casadi_function import KNOWN, function_of

ca = pytest.importorskip("casadi")


@pytest.fixture(scope="module")
def arm():
    return gallery.puma560().compile()


def test_every_operation_is_known() -> None:
    assert {*UNARY, *BINARY, *ORDERS} <= KNOWN


def test_forward_dynamics_and_its_derivatives(arm) -> None:
    q, v, tau = np.random.default_rng(11).normal(size=(3, 6))
    f = export.casadi(arm, "forward_dynamics")
    exact = arm.forward_dynamics(q, v, tau)
    assert np.array(f(q, v, tau)).ravel() == pytest.approx(exact, rel=1e-12, abs=1e-11)
    by_q, by_v, by_tau = (np.array(part) for part in f.jacobian()(q, v, tau, f(q, v, tau)))
    # d vdot/d tau is the inverse of the mass matrix; those by q and v by differences
    assert by_tau @ arm.mass_matrix(q) == pytest.approx(np.eye(6), abs=1e-10)
    h = 1e-6
    for k, e in enumerate(h * np.eye(6)):
        of_q = (arm.forward_dynamics(q + e, v, tau) - arm.forward_dynamics(q - e, v, tau)) / (2 * h)
        of_v = (arm.forward_dynamics(q, v + e, tau) - arm.forward_dynamics(q, v - e, tau)) / (2 * h)
        assert by_q[:, k] == pytest.approx(of_q, rel=1e-6, abs=1e-5)
        assert by_v[:, k] == pytest.approx(of_v, rel=1e-6, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "arrays"),
    [("inverse_dynamics", 3), ("mass_matrix", 1), ("bias", 2), ("energy", 2)],
)
def test_other_quantities(arm, name: str, arrays: int) -> None:
    given = np.random.default_rng(12).normal(size=(3, 6))[:arrays]
    found = export.casadi(arm, name)(*given)
    exact = arm.compiled.kernel(name)(*given)
    pairs = zip(
        found if isinstance(found, tuple) else [found],
        exact if isinstance(exact, tuple) else [exact],
        strict=True,
    )
    for a, b in pairs:
        assert np.array(a).ravel() == pytest.approx(np.ravel(b), rel=1e-12, abs=1e-12)


def test_slope_of_a_mechanism_with_loops_is_that_of_a_run() -> None:
    system = gallery.four_bar().compile(planar=True)
    state = system.assemble({"A.angle": 0.4}, {"A.rate": 2.0})
    f = export.casadi(system, "slope")
    n = f.size_in("y")[0]
    y = np.concatenate([state.q, state.v, np.zeros(n - 6)])
    ydot = np.array(f(y=y, tau=[3.0, 0.0, 0.0])["ydot"]).ravel()
    vdot = system.accelerations(state, efforts={"A": 3.0}).vdot
    assert ydot[3:6] == pytest.approx(vdot, rel=1e-9) and ydot[:3] == pytest.approx(state.v)


def test_outputs_points_and_parameters() -> None:
    system = gallery.pendulum().compile(parameters=["rod.mass"])
    f = export.casadi(system, "outputs", outputs=["A.reaction.force", "end.position"])
    n = f.size_in("y")[0]
    y = np.concatenate([[0.3], [1.2], np.zeros(n - 2)])
    got = np.array(f(y=y)["g"]).ravel()
    force = system.reactions(system.state([0.3], [1.2]))["A"].force
    assert np.linalg.norm(got[:3]) == pytest.approx(np.linalg.norm(force), rel=1e-10)
    assert got[3:] == pytest.approx([np.cos(0.3), np.sin(0.3), 0.0])
    p = export.casadi(system, "points", points=["end"])
    assert np.array(p(q=[0.3], v=[1.2])["position"]).ravel() == pytest.approx(got[3:])
    free = export.casadi(system, "bias", free=["p"])
    assert free.name_in() == ["q", "v", "p"]
    once, twice = (float(free([0.3], [0.0], [m])) for m in (1.0, 2.0))
    assert twice == pytest.approx(2.0 * once) and once != 0.0


def test_tables_are_their_polynomials() -> None:
    curve = Curve(np.array([0.0, 1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0, 5.0]), smooth=2)
    program = trace(lambda x: {"y": np.array([curve(x[0])])}, {"x": (1,)})
    assert program.inputs == (Port("x", (1,)),)
    f = function_of(ca, "table", program, {}, ("x",))
    slope = f.jacobian()
    for x in (-0.5, 0.0, 0.3, 1.0, 1.7, 3.9, 4.0, 6.0):
        assert float(f(x)) == pytest.approx(float(curve(x)), abs=1e-13)
        if x not in curve.knots:
            exact = (float(curve(x + 1e-6)) - float(curve(x - 1e-6))) / 2e-6
            assert float(slope(x, f(x))) == pytest.approx(exact, abs=1e-6)


def test_what_is_asked_wrongly_is_refused(arm) -> None:
    for how, said in [
        ({"quantity": "speed"}, "speed"),
        ({"quantity": "outputs"}, "needs outputs"),
        ({"quantity": "points"}, "needs points"),
        ({"quantity": "bias", "free": ["mass"]}, "mass"),
    ]:
        with pytest.raises(ModelError, match="S16") as told:
            export.casadi(arm, **how)
        assert said in str(told.value)


def test_opti_finds_the_same_motion_as_our_own_call() -> None:
    # a pendulum swings up in 2 s with least effort: CasADi's Opti with trapezoids, and ours
    system = gallery.pendulum().compile()
    f = export.casadi(system, "forward_dynamics")
    N, T, most = 40, 2.0, 20.0
    opti = ca.Opti()
    q, v, u = opti.variable(1, N + 1), opti.variable(1, N + 1), opti.variable(1, N + 1)
    h = T / N
    slopes = [f(q[k], v[k], u[k]) for k in range(N + 1)]
    for k in range(N):
        opti.subject_to(q[k + 1] - q[k] == 0.5 * h * (v[k] + v[k + 1]))
        opti.subject_to(v[k + 1] - v[k] == 0.5 * h * (slopes[k] + slopes[k + 1]))
    opti.subject_to([q[0] == -0.5 * np.pi, v[0] == 0, q[N] == 0.5 * np.pi, v[N] == 0])
    opti.subject_to(opti.bounded(-most, u, most))
    squares = (u / most) ** 2
    opti.minimize(h * (ca.sum2(squares) - 0.5 * (squares[0] + squares[N])))
    opti.set_initial(q, np.linspace(-0.5 * np.pi, 0.5 * np.pi, N + 1))
    opti.solver("ipopt", {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"})
    theirs = opti.solve()
    ours = sarrus.robotics.optimal_motion(
        system, {"A": -0.5 * np.pi}, {"A": 0.5 * np.pi}, efforts={"A": most}, minimize="effort",
        duration=T, method="trapezoid", intervals=N, tolerance=0.5, most=N,
    )  # fmt: skip
    assert ours.objective == pytest.approx(float(theirs.value(opti.f)), rel=1e-6)
    assert ours["A.effort"] == pytest.approx(theirs.value(u), abs=1e-3)
