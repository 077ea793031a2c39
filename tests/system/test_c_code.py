"""The C code of systems: compiled without a warning, run under sanitizers, equal to the kernels."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernels.test_targets import fuses
from sarrus import Curve, Mechanism, ModelError, System, export
from sarrus.errors import EnvironmentProblem
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.targets.c.arithmetic import DOUBLE
from sarrus.kernels.targets.c.programs import c_function, includes, support

STRICT = ["-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-ffp-contract=off"]
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


def arm() -> System:
    m = Mechanism('the "arm" */ \\ %s')
    upper = m.body("upper", mass=3.0, com=(0, 0, 0.2), inertia=(0.04, 0.03, 0.01))
    lower = m.body("lower", mass=2.0, com=(0, 0.02, 0.6), inertia=(0.03, 0.03, 0.01))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0, 0, 0.4), axis="x")
    m.joint_spring("S", "A", [(-1.0, -8.0), (0.0, 0.0), (0.4, 9.0), (2.0, 10.0)], 0.3)
    m.joint_friction("F", "B", 0.2, 0.3)
    return m.build().compile(parameters=["upper.mass", "gravity"])


def four_bar() -> System:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    return m.build().compile(planar=True)


def assert_same(found: Any, expected: Any) -> None:
    """Every digit of C is that of the kernels, where the processor fuses; else about as many."""
    if fuses():
        assert np.asarray(found).tobytes() == np.asarray(expected).tobytes()
    assert np.allclose(found, expected, rtol=1e-10, atol=1e-12)


def compiled_and_run(folder: Path, name: str) -> dict[str, list[float]]:
    program = folder / "example"
    sources = [str(folder / f"{name}.c"), str(folder / "main.c")]
    command = ["gcc", *STRICT, *SANITIZED, *sources, "-lm", "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=True)
    rows = [line.split() for line in shown.stdout.splitlines()]
    return {row[0]: [float(x) for x in row[1:]] for row in rows}


@needs_gcc
def test_tree_in_c(tmp_path: Path) -> None:
    system = arm()
    code = export.c_code(system, "arm", methods=("rk4", "euler"))
    code.write(tmp_path)
    assert code.step is not None
    found = compiled_and_run(tmp_path, "arm")
    q, quarter = system.assemble().q, np.full(2, 0.25)
    tau = system.inverse_dynamics(q, quarter, quarter)
    assert_same(found["inverse_dynamics.tau"], tau)
    assert_same(found["mass_matrix.M"], system.mass_matrix(q).ravel())
    for method in ("rk4", "euler"):
        end = 100 * code.step
        run = system.simulate(system.assemble(), until=end, step=code.step, method=method)
        assert_same(found[f"{method}.y"][:4], [*run.q[-1], *run.v[-1]])


@needs_gcc
@pytest.mark.parametrize(
    "methods", [("ab3",), pytest.param(("rk4", "abm4"), marks=pytest.mark.slow)]
)
def test_loops_and_multistep_methods_in_c(tmp_path: Path, methods: tuple[str, ...]) -> None:
    system = four_bar()
    export.c_code(
        system, "fb", methods=methods, inputs={"A": lambda t: 0.3 * np.sin(5.0 * t)}
    ).write(tmp_path)
    found = compiled_and_run(tmp_path, "fb")
    law = {"A": lambda t: 0.3 * np.sin(5.0 * t)}
    for method in methods:
        run = system.simulate(system.assemble(), until=0.1, step=1e-3, method=method, inputs=law)
        assert found[f"{method}.steps"] == [100]
        now = [*run.q[-1], *run.v[-1]]
        assert_same(found[f"{method}.y"][: len(now)], now)


@needs_gcc
def test_every_operation_in_c(tmp_path: Path) -> None:
    """All functions that kernels know, NaN and infinities too, against the interpreter."""
    from sarrus.kernels.interpreter import interpret
    from sarrus.spatial.arrays import minimum, select

    curve = Curve([-1.0, 0.0, 0.5, 2.0], [0.0, 1.0, -1.0, 3.0])

    def everything(x: Any) -> dict[str, Any]:
        a, b = x[0], x[1]
        near = np.tanh(a)
        values = [np.sin(a) + np.cos(b), np.tan(near), np.arcsin(near), np.arccos(near)]
        values += [np.arctan(b), np.sinh(near), np.cosh(near), np.exp(near), np.arctan2(a, b)]
        values += [np.log(abs(b) + 1.0), np.sqrt(abs(a)), abs(b) ** 1.3, a / (b * b + 1.0)]
        values += [select(a < b, a, b), minimum(a, b), curve(a), curve.slope(b), 1.0, a]
        return {"y": np.array(values)}

    kernel = KernelFactory(Cache(None)).make("everything", everything, {"x": (2,)})
    made = c_function(kernel.program(), "all")
    states = [(0.3, -0.7), (2.5, 0.1), (-4.0, -1.0), (1e308, 2.0), (float("nan"), 1.0), (0.5, 0.5)]

    number = DOUBLE.number
    calls = "".join(
        f"{{ const double x[2] = {{{number(a)}, {number(b)}}}; double y[19]; all(x, y, work); "
        'for (int i = 0; i < 19; ++i) printf("%.17g ", y[i]); printf("\\n"); }\n'
        for a, b in states
    )
    text = (
        "#include <stdio.h>\n" + includes() + support(made.used) + made.text
        + f"int main(void) {{ double work[{made.work_size}];\n{calls}return 0; }}\n"
    )  # fmt: skip
    (tmp_path / "all.c").write_text(text, encoding="utf-8")
    flags = [flag for flag in STRICT if flag != "-Wextra"]
    built = ["gcc", *flags, *SANITIZED, "-Wno-unused-function", str(tmp_path / "all.c"), "-lm"]
    done = subprocess.run([*built, "-o", str(tmp_path / "all")], capture_output=True, text=True,
                          timeout=120, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    shown = subprocess.run([str(tmp_path / "all")], capture_output=True, text=True, check=True)
    for (a, b), line in zip(states, shown.stdout.splitlines(), strict=True):
        expected = interpret(kernel.program(), [np.array([a, b])])[0]
        found = [float(word.replace("-nan", "nan")) for word in line.split()]
        assert np.allclose(found, expected, rtol=1e-14, atol=1e-300, equal_nan=True)


def test_names_and_units_stand_beside_the_code(tmp_path: Path) -> None:
    export.c_code(arm(), "arm").write(tmp_path)
    names = json.loads((tmp_path / "arm.json").read_text(encoding="utf-8"))
    assert names["q"] == [{"name": "A.angle", "unit": "rad"}, {"name": "B.angle", "unit": "rad"}]
    assert names["parameters"]["body:upper.mass"] == 3.0
    assert names["functions"]["arm_inverse_dynamics"]["inputs"]["q"] == [2]
    assert names["values"]["tau"] == [0.0, 0.0]


def test_no_text_of_the_user_in_the_code() -> None:
    """Only our own words are in the code, and the same model under other names is the same code."""
    files = export.c_code(arm(), "arm").files
    code = files["arm.c"] + files["arm.h"] + files["main.c"]
    words = set(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", re.sub(r"/\*.*?\*/|\"[^\"\n]*\"", "", code)))
    assert "upper" not in words and "*/ \\" not in code
    assert all(re.fullmatch(r"[A-Za-z_0-9]+", word) for word in words)


@pytest.mark.parametrize("name", ["", "2fast", "a b", "x;system(1)", "é", "a" * 40])
def test_wrong_prefixes(name: str) -> None:
    with pytest.raises(ModelError, match="S16"):
        export.c_code(four_bar(), name)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"S16.*midpoint"):
        export.c_code(four_bar(), "fb", methods=("midpoint",))
    code = export.c_code(four_bar(), "fb")
    code.write(tmp_path)
    with pytest.raises(EnvironmentProblem, match="E-EXISTS"):
        code.write(tmp_path)
    code.write(tmp_path, overwrite=True)


def test_reactions_that_are_open_are_told() -> None:
    from sarrus.gallery import four_bar

    system = four_bar().compile(kernels=())
    found = export.c_code(system, "four_bar", outputs=["C.reaction.force.z", "A.angle"])
    assert [notice.code for notice in found.notices] == ["W49"]
    assert not export.c_code(system, "four_bar", outputs=["C.reaction.force.x"]).notices


@needs_gcc
def test_rolling_in_c(tmp_path: Path) -> None:
    m = Mechanism("ball")
    ball = m.body("ball", mass=2.0, inertia=(0.07, 0.07, 0.07), at=(0, 0, 0.3))
    m.free("any", m.ground, ball)
    m.rolling("contact", ball, radius=0.3, center=(0, 0, 0.3))
    points = {"center": ("ball", (0, 0, 0.3)), "top": ("ball", (0, 0, 0.6))}
    m.user_force("push", lambda motion: motion.force("top", (2.0, 0.3, 0.0)), points=points)
    system = m.build().compile()
    code = export.c_code(system, "ball")
    assert repr(code).startswith("<CCode: ball.h (") and len(repr(code)) < 200
    code.write(tmp_path)
    run = system.simulate(system.assemble(), until=0.1, step=1e-3, method="rk4")
    now = [*run.q[-1], *run.v[-1]]
    assert np.linalg.norm(run.v[-1]) > 0.1
    assert_same(compiled_and_run(tmp_path, "ball")["rk4.y"][: len(now)], now)
