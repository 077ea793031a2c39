"""Equations as text: the same as the kernels compute, and those of paper 4."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rolling.wheels import rolling_hoop
from sarrus import Mechanism, System, analysis, gallery
from sarrus.errors import ModelError
from sarrus.system.equation_text.writing import digits_of, fraction_of

PENDULUM = {
    "rod.mass": "m",
    "gravity": (0, "-g", 0),
    "rod.com": ("l/2", 0, 0),
    "rod.inertia": (0, "m*l^2/12", "m*l^2/12"),
}


def executed(text: str) -> Any:
    """Return the function of the written module."""
    space: dict[str, Any] = {}
    exec(compile(text, "equations", "exec"), space)
    return space["equations"]


def named(e: analysis.Equations, part: str) -> list[dict[tuple[tuple[str, int], ...], float]]:
    """Return the polynomials of a part with factors as names in place of numbers."""
    algebra = e.expansion.algebra

    def name(atom: int) -> str:
        op, *rest = algebra.atoms[atom]
        if op == "input":
            return e.letters[tuple(rest)].name  # type: ignore[index]
        inside = "+".join(f"{c:g}{[name(a) for a, _ in m]}" for m, c in rest[0].items())
        return f"{op}({inside})"

    return [
        {tuple(sorted((name(a), p) for a, p in m)): c for m, c in polynomial.items()}
        for polynomial in e.parts[part][1]
    ]


def test_paper_4_equation_23_symbolically() -> None:
    """-m g l sin(theta)/2 and m l^2/3, exactly these terms and no other."""
    e = analysis.equations(gallery.pendulum().compile(), PENDULUM, values={"l": 1.0})
    m, g, l, q = ("m", 1), ("g", 1), ("l", 1), "1['q_A']"
    assert named(e, "dG_dq") == [{tuple(sorted((m, g, l, (f"sin({q})", 1)))): -0.5}]
    assert named(e, "dG_dv") == [{}]
    (inertia,) = named(e, "dG_dvdot")
    assert list(inertia) == [(("l", 2), ("m", 1))]
    assert inertia[("l", 2), ("m", 1)] == pytest.approx(1.0 / 3.0, rel=1e-15)
    (motion,) = named(e, "G")
    assert set(motion) == {
        (("a_A", 1), ("l", 2), ("m", 1)),
        tuple(sorted((m, g, l, (f"cos({q})", 1)))),
        (("tau_A", 1),),
    }
    assert "m \\, g \\, l \\, \\sin q_A" in e.latex and "\\tfrac{1}{3} \\, m \\, l^{2}" in e.latex
    assert "m*l^2*a_A/3 + m*g*l*cos(q_A)/2 = tau_A" in str(e)


def law_mechanism() -> System:
    """A spring with a table, a stop, a line with a length, and a ball joint."""
    m = Mechanism("laws", (0.0, 0.0, -9.81))
    a = m.body("a", 2.0, (0.3, 0.0, 0.1), (0.1, 0.2, 0.3))
    b = m.body("b", 1.0, (0.0, 0.2, 0.0), (0.02, 0.01, 0.03))
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="y")
    m.spherical("B", a, b, at=(0.6, 0, 0))
    m.joint_spring("S", "A", k=[(-2.0, -9.0), (-0.3, -1.0), (0.4, 1.5), (2.0, 12.0)])
    m.end_stop("stop", "A", 300.0, 2.0, upper=0.1, exponent=1.5)
    m.spring_damper("line", m.ground, b, on_a=(0, 0, 1), on_b=(0, 0.1, 0), k=50.0, c=3.0,
                    free_length=0.4)  # fmt: skip
    return m.build().compile()


SYSTEMS = {
    "pendulum": lambda: gallery.pendulum().compile(),
    "double_pendulum": lambda: gallery.double_pendulum().compile(parameters=["gravity"]),
    "four_bar": lambda: gallery.four_bar().compile(parameters=["crank.mass", "coupler.com"]),
    "four_bar cut at A": lambda: gallery.four_bar().compile(cut=["A"]),
    "slider_crank": lambda: gallery.slider_crank().compile(planar=True),
    "rusr": lambda: gallery.rusr().compile(),
    "governor": lambda: gallery.governor().compile(),
    "heavy_top": lambda: gallery.heavy_top().compile(parameters=["gravity"]),
    "quarter_vehicle": lambda: gallery.quarter_vehicle().compile(),
    "laws": law_mechanism,
    "rolling hoop": rolling_hoop,
}


SLOW = ("rusr", "governor", "rolling hoop", "four_bar cut at A")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in SYSTEMS]
)
def test_python_text_gives_the_numbers_of_the_kernels(name: str) -> None:
    """At random states: G by inverse dynamics, rows and gamma of the loops, Jacobian of paper 4."""
    system = SYSTEMS[name]()
    e = analysis.equations(system, limit=20_000)
    function = executed(e.python)
    rng = np.random.default_rng(11)
    rows = list(e.trace.rows)
    for _ in range(3):
        q = system.compiled.layout.with_unit_quaternions(
            system.drawing() + rng.uniform(-0.4, 0.4, system.nq)
        )
        v, vdot, tau = rng.uniform(-2.0, 2.0, (3, system.nv))
        lam = rng.uniform(-3.0, 3.0, len(rows))
        found = function(q, v, vdot, tau, *([lam] if rows else []))
        terms = system.compiled.loops.kernel("closed_terms", ("q", "v"), _closed_terms()).call(
            q, v, *system.compiled.last_inputs()
        )
        M, h, Phi, gamma = terms[:4]
        scale = 1.0 + np.max(np.abs(M)) + np.max(np.abs(h))
        G = M @ vdot - h - tau - Phi[rows].T @ lam
        np.testing.assert_allclose(found["G"], G, rtol=1e-12, atol=1e-12 * scale)
        np.testing.assert_allclose(found["dG_dvdot"], M, rtol=1e-12, atol=1e-12 * scale)
        if rows:
            phi = system.compiled.loops.closure(q, *system.compiled.last_inputs())[0]
            np.testing.assert_allclose(found["constraints"], phi[rows], atol=1e-12)
            np.testing.assert_allclose(found["Phi"], Phi[rows], atol=1e-12)
            np.testing.assert_allclose(found["gamma"], gamma[rows], atol=1e-11)
            left = [k for k in range(len(phi)) if k not in rows]
            assert not np.any(phi[left]) and not np.any(Phi[left])
        multipliers = np.zeros(len(Phi))
        multipliers[rows] = lam
        kernel = system.compiled.loops.kernel(
            "system_jacobian", ("q", "v", "vdot", "lam", "tau_cut"), _system_jacobian()
        )
        nothing = np.zeros(system.compiled.loops.n_cut_v)
        _, dG_dq, dG_dv, *_ = kernel.call(
            q, v, vdot, multipliers, nothing, *system.compiled.last_inputs()
        )
        size = 1.0 + np.max(np.abs(dG_dq))
        np.testing.assert_allclose(found["dG_dq"], dG_dq, rtol=1e-11, atol=1e-12 * size)
        np.testing.assert_allclose(found["dG_dv"], dG_dv, rtol=1e-11, atol=1e-12 * size)
        if "qdot" in found:
            rate = system.compiled.layout.rate(q, v)
            np.testing.assert_allclose(found["qdot"], rate, atol=1e-13)


def _closed_terms() -> Any:
    from sarrus.system.quantities.loop_equations import closed_terms

    return closed_terms


def _system_jacobian() -> Any:
    from sarrus.system.quantities.derivative_equations import system_jacobian

    return system_jacobian


def test_parameters_are_arguments_with_the_values_of_the_model() -> None:
    """Other values of the letters give the equations of another model."""
    function = executed(
        analysis.equations(gallery.pendulum().compile(), PENDULUM, values={"l": 1.0}).python
    )
    other = gallery.pendulum(length=0.7, mass=2.5).compile()
    found = function([0.4], [0.0], [1.3], [0.0], m=2.5, l=0.7)
    np.testing.assert_allclose(found["G"], other.inverse_dynamics([0.4], [0.0], [1.3]), rtol=1e-13)


def test_letters_chosen_for_parameters() -> None:
    e = analysis.equations(gallery.four_bar().compile(), ["gravity", "crank.mass", "crank.com"])
    letters = {x.name: x for x in e.used_symbols if x.kind == "parameter"}
    assert set(letters) >= {"g", "m_crank"}
    assert letters["g"].value == 9.81 and letters["g"].unit == "m/s^2"
    assert letters["m_crank"].latex == "m_{\\mathrm{crank}}"
    assert "0 = 0 by construction" in str(e) and "C.z" in str(e)


def test_states_of_force_elements_have_equations_of_their_own() -> None:
    """A DC motor: L di/dt = u - R i - k w, and its torque k i."""
    m = Mechanism("motor", (0.0, 0.0, -9.81))
    a = m.body("a", 2.0, (0.3, 0.0, 0.0), (0.1, 0.2, 0.3))
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="y")
    m.dc_motor("M", "A", voltage=12.0, resistance=1.5, inductance=0.02, constant=0.3)
    e = analysis.equations(m.build().compile())
    assert "dz_M_current/dt = -15*v_A - 75*z_M_current + 600" in str(e)
    found = executed(e.python)([0.2], [0.7], [0.0], [0.0], [1.1])
    assert found["zdot"] == pytest.approx([(12.0 - 1.5 * 1.1 - 0.3 * 0.7) / 0.02], rel=1e-12)
    assert found["G"] == pytest.approx([-0.3 * 1.1 - 2.0 * 9.81 * 0.3 * np.cos(0.2)], rel=1e-12)
    assert "\\dot{z_{M,\\mathrm{current}}} &=" in e.latex


def test_rows_of_velocities_alone() -> None:
    """A skate on ice: -sin(angle) vx + cos(angle) vy = 0, with one multiplier across it."""
    m = Mechanism("skate", (0.0, 0.0, -9.81))
    body = m.body("body", 1.5, (0.0, 0.0, 0.0), (0.1, 0.1, 0.2))
    m.planar("ice", m.ground, body, at=(0, 0, 0), axis="z")
    m.nonholonomic(
        "blade",
        lambda motion: motion.velocity("edge") @ (motion.axes("body") @ np.array([0.0, 1.0, 0.0])),
        points={"edge": ("body", (0.0, 0.0, 0.0))},
    )
    system = m.build().compile()
    e = analysis.equations(system, jacobian=False)
    q, v, lam = [0.3, -0.2, 0.7], [1.0, 2.0, 0.5], [1.7]
    found = executed(e.python)(q, v, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], lam)
    _, Phi, *_ = system.compiled.loops.closure(np.array(q), *system.compiled.last_inputs())
    np.testing.assert_allclose(found["Phi"], Phi, atol=1e-13)
    assert "lambda_1" in str(e) and "blade" in e.symbol_table


def test_names_never_clash() -> None:
    m = Mechanism("names", (0.0, 0.0, -9.81))
    a = m.body("a", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    b = m.body("b", 1.0, (0.1, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("x y", m.ground, a, at=(0, 0, 0), axis="y")
    m.revolute("x_y", a, b, at=(0.3, 0, 0), axis="y")
    system = m.build().compile()
    e = analysis.equations(system)
    assert len({x.name for x in e.symbols}) == len(e.symbols)
    found = executed(e.python)([0.1, 0.2], [1.0, -1.0], [0.3, 0.4], [0.0, 0.0])
    np.testing.assert_allclose(
        found["G"], system.inverse_dynamics([0.1, 0.2], [1.0, -1.0], [0.3, 0.4]), rtol=1e-12
    )


def test_notebooks_show_latex() -> None:
    e = analysis.equations(gallery.pendulum().compile(), jacobian=False)
    assert e._repr_latex_() == f"$$\n{e.latex}\n$$"
    assert e.latex.startswith("\\begin{aligned}") and "partial" not in e.latex
    assert e.latex.count("{") == e.latex.count("}")


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"limit": 5}, ["S18", "10 operations", "1 body", "limit=10"]),
        ({"parameters": ["rod.weight"]}, ["M09", "rod.weight"]),
        ({"parameters": {"rod.mass": "m + k"}}, ["S02", "'m'", "values"]),
        ({"parameters": {"rod.mass": "2*m"}, "values": {"m": 0.4}}, ["0.8", "is 1 in the model"]),
        ({"parameters": {"rod.mass": "m"}, "values": {"l": 1.0}}, ["'l'", "in no formula"]),
        ({"parameters": {"rod.com": ("c", 0)}}, ["shape (3,)"]),
        ({"parameters": {"rod.mass": "m +"}}, ["S02", "rod.mass", "ends where"]),
        ({"parameters": {"rod.mass": "q_A"}}, ["q_A", "use themselves"]),
    ],
)
def test_what_is_refused(how: dict[str, Any], words: list[str]) -> None:
    system = gallery.pendulum().compile()
    with pytest.raises(ModelError) as refused:
        analysis.equations(system, how.pop("parameters", ()), **how)
    assert all(word in str(refused.value) for word in words), str(refused.value)


def test_numbers_are_short() -> None:
    assert [digits_of(x) for x in (40.0, 0.1, 1e-7, 18000.0, 1 / 3)] == [
        "40", "0.1", "1e-7", "18000", "0.333333333333333",
    ]  # fmt: skip
    assert str(fraction_of(5 / 12)) == "5/12" and fraction_of(0.33) is None
