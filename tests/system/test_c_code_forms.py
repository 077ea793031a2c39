"""C code in single precision, without a library, with static memory; points, rows, object code."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import EnvironmentProblem, Mechanism, ModelError, System, export, gallery
from system.test_c_code import assert_same, four_bar

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
          "-ffp-contract=off"]  # fmt: skip
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


def with_tool() -> System:
    m = Mechanism("arm with a tool")
    upper = m.body("upper", mass=3.0, com=(0, 0, 0.2), inertia=(0.04, 0.03, 0.01))
    lower = m.body("lower", mass=2.0, com=(0, 0.02, 0.6), inertia=(0.03, 0.03, 0.01))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0, 0, 0.4), axis="x")
    m.joint_friction("F", "B", 0.2, 0.3)
    return m.build().compile(parameters=["upper.mass", "gravity"])


def built(folder: Path, compiler: str, *options: str, library: bool = True) -> str:
    """Compile the example strictly and return what it prints."""
    program = folder / f"example_{compiler}_{len(options)}"
    sources = [str(folder / "m.c"), str(folder / "main.c")]
    command = [compiler, *STRICT, *options, *sources, *(["-lm"] if library else [])]
    done = subprocess.run([*command, "-o", str(program)], capture_output=True, text=True,
                          timeout=600, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


def numbers_of(text: str) -> dict[str, np.ndarray]:
    rows = [line.split() for line in text.splitlines()]
    return {row[0]: np.array([float(x) for x in row[1:]]) for row in rows}


@needs_gcc
@pytest.mark.parametrize(
    ("precision", "memory"),
    [("single", "caller"), pytest.param("double", "static", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize(
    ("make", "methods", "outputs"),
    [
        (with_tool, ("euler",), ["A.angle", "B.reaction.force.x"]),
        pytest.param(
            four_bar, ("rk4", "abm4"), ["A.angle", "C.reaction.force.x"], marks=pytest.mark.slow
        ),
        pytest.param(lambda: gallery.bricard().compile(), ("rk4",), [], marks=pytest.mark.slow),
    ],
)
def test_all_compilers_give_the_same_digits(
    tmp_path: Path, make: Any, methods: tuple[str, ...], outputs: list[str], precision: str,
    memory: str,
) -> None:  # fmt: skip
    """With sanitizers, without the processor's own instructions, and by clang."""
    code = export.c_code(
        make(), "m", precision=precision, memory=memory, library=False, methods=methods,
        outputs=outputs,
    )  # fmt: skip
    code.write(tmp_path)
    assert "math.h" not in code.files["m.c"] and "malloc" not in code.files["m.c"]
    first = built(tmp_path, "gcc", "-O0", *SANITIZED, library=False)
    assert built(tmp_path, "gcc", "-O0", "-DSARRUS_PLAIN", library=False) == first
    if shutil.which("clang"):
        assert built(tmp_path, "clang", "-O1", library=False) == first
        assert built(tmp_path, "clang", "-O0", "-DSARRUS_PLAIN", library=False) == first
    assert numbers_of(first)[f"{methods[0]}.steps"] == 100


@needs_gcc
def test_bits_of_the_kernels_without_a_library(tmp_path: Path) -> None:
    """Steps of C without a library are those of `simulate` to the bit, where that fuses."""
    system = four_bar()
    export.c_code(system, "m", library=False).write(tmp_path)
    found = numbers_of(built(tmp_path, "gcc", "-O1", library=False))
    run = system.simulate(system.assemble(), until=0.1, step=1e-3, method="rk4")
    now = [*run.q[-1], *run.v[-1]]
    assert_same(found["rk4.y"][: len(now)], now)


@needs_gcc
def test_points_jacobians_and_inverse_dynamics(tmp_path: Path) -> None:
    system = with_tool()
    points = {"tip": ("lower", (0.1, 0.0, 0.9)), "elbow": "lower"}
    code = export.c_code(system, "m", points=points, methods=())
    code.write(tmp_path)
    found = numbers_of(built(tmp_path, "gcc", "-O1"))
    q, v = system.assemble().q, np.full(2, 0.25)
    tip = system.point("lower", (0.1, 0.0, 0.9), q, v)
    assert np.allclose(found["points.position"][:3], tip.position, rtol=1e-14, atol=1e-15)
    assert np.allclose(found["points.velocity"][:3], tip.velocity, rtol=1e-14, atol=1e-15)
    J = system.jacobian("lower", (0.1, 0.0, 0.9), q)
    assert np.allclose(found["jacobians.J"][:12], J.ravel(), rtol=1e-14, atol=1e-15)
    assert np.allclose(J @ v, [*tip.velocity, *found["points.angular_velocity"][:3]], atol=1e-14)
    told = json.loads(code.files["m.json"])
    assert [p["name"] for p in told["points"]] == ["tip", "elbow"]
    header = code.files["m.h"]
    assert "q[1]  B.angle [rad]" in header and "point 1  elbow, on lower" in header
    assert "M_NPOINTS 2" in header and "tau = M vdot + c - f" in header


@needs_gcc
def test_choice_of_rows(tmp_path: Path) -> None:
    """Rows that C chooses make the same steps as those that `simulate` mixes, to rounding."""
    system = gallery.bricard().compile()
    code = export.c_code(system, "m", quantities=["slope"])
    code.write(tmp_path)
    main = code.files["main.c"]
    found = numbers_of(built(tmp_path, "gcc", "-O0"))
    values = json.loads(code.files["m.json"])["values"]
    rank, kept = np.shape(values["T"])
    assert found["rows"] == rank < kept
    T = found["choice.T"].reshape(rank, kept)
    assert np.all(np.count_nonzero(T, axis=1) == 1) and len(set(np.argmax(abs(T), axis=1))) == rank
    mixed = ", ".join(float(x).hex() for x in np.ravel(values["T"]))
    before, after = main.rsplit("const double T[", 1)
    size, rest = after.split("] = {", 1)
    rest = rest.split("};", 1)[1]
    chosen = ", ".join(float(x).hex() for x in T.ravel())
    assert len(mixed) > 0
    (tmp_path / "main.c").write_text(f"{before}const double T[{size}] = {{{chosen}}};{rest}")
    again = numbers_of(built(tmp_path, "gcc", "-O0"))
    assert np.allclose(again["rk4.y"], found["rk4.y"], rtol=1e-9, atol=1e-11)


@needs_gcc
@pytest.mark.parametrize(
    "name",
    [
        "four_bar",
        pytest.param("puma560", marks=pytest.mark.slow),
        pytest.param("half_vehicle", marks=pytest.mark.slow),
    ],
)
def test_single_against_double(tmp_path: Path, name: str) -> None:
    system = getattr(gallery, name)().compile()
    found = {}
    for precision in ("double", "single"):
        export.c_code(system, "m", precision=precision).write(tmp_path, overwrite=True)
        found[precision] = numbers_of(built(tmp_path, "gcc", "-O0"))
    n = system.nq + system.nv
    a, b = (found[p]["rk4.y"][:n] for p in ("double", "single"))
    assert found["single"]["rk4.steps"] == 100
    assert 1e-9 < np.max(abs(a - b)) < 5e-6 * max(1.0, float(np.max(abs(a))))


@needs_gcc
def test_tiny_numbers_of_single_precision_are_told() -> None:
    m = Mechanism("tiny")
    body = m.body("b", mass=1e-9, com=(1e-12, 0, 0), inertia=(1e-40, 1e-40, 1e-40))
    m.free("F", m.ground, body)
    found = export.c_code(m.build().compile(), "m", precision="single", methods=())
    assert "W66" in {notice.code for notice in found.notices}
    assert "0x1.0000000000000p-126f" in found.files["m.c"]


def test_wrong_options() -> None:
    system = four_bar()
    with pytest.raises(ModelError) as refused:
        export.c_code(system, "2m", precision="half", memory="heap")
    assert len(refused.value.problems) == 3
    with pytest.raises(ModelError) as refused:
        export.c_code(system, "m", quantities=["mass"], methods=("midpoint",))
    assert len(refused.value.problems) == 2
    with pytest.raises(ModelError, match="Did you mean 'crank'"):
        export.c_code(system, "m", points=["crnk"])
    with pytest.raises(ModelError, match=r"S16.*cortex-m7"):
        export.object_code(system, "m", target="cortex-m77")


def test_decimals_stand_beside_hexadecimals() -> None:
    for precision, shown in (("double", "0x1.999999999999ap-4 /* 0.1 */"),
                             ("single", "0x1.99999a0000000p-4f /* 0.1 */")):  # fmt: skip
        code = export.c_code(four_bar(), "m", precision=precision, methods=("rk4",))
        assert shown in code.files["m.c"] or shown in code.files["main.c"]


@needs_gcc
@pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake")
def test_cmake_builds_library_and_example(tmp_path: Path) -> None:
    export.c_code(four_bar(), "m", methods=(), quantities=["mass_matrix"]).write(tmp_path)
    for command in (["cmake", "-S", ".", "-B", "b"], ["cmake", "--build", "b"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    shown = subprocess.run([str(tmp_path / "b/m_example")], capture_output=True, text=True,
                           check=True).stdout  # fmt: skip
    system = four_bar()
    expected = system.mass_matrix(system.assemble().q)
    assert np.allclose(numbers_of(shown)["mass_matrix.M"], expected.ravel(), rtol=1e-14)


# --- object code ---------------------------------------------------------------------------------

EMULATED = {
    "aarch64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "cortex-a7": ("arm-linux-gnueabihf-gcc", "qemu-arm"),
    "cortex-m7": ("arm-linux-gnueabihf-gcc", "qemu-arm"),
    "cortex-m4f": ("arm-linux-gnueabihf-gcc", "qemu-arm"),
    "riscv64": ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
}


def emulated(folder: Path, system: System, target: str, precision: str) -> tuple[str, str]:
    """Return what the example prints with C code here, and with object code under qemu."""
    compiler, emulator = EMULATED[target]
    if shutil.which(compiler) is None or shutil.which(emulator) is None:
        pytest.skip(f"{compiler} or {emulator} is not here")
    made = export.object_code(system, "m", target=target, precision=precision)
    made.write(folder, overwrite=True)
    code = export.c_code(system, "m", precision=precision, methods=("rk4",))
    (folder / "m.c").write_text(code.files["m.c"])
    here = folder / "here"
    (folder / "c").mkdir(exist_ok=True)
    (folder / "c/m.h").write_text(code.files["m.h"])
    (folder / "c/m.c").write_text(code.files["m.c"])
    command = ["gcc", "-std=c99", "-O1", "-ffp-contract=off", "-I", str(folder), "-w",
               str(folder / "main.c"), str(folder / "c/m.c"), "-lm", "-o", str(here)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    expected = subprocess.run([str(here)], capture_output=True, text=True, check=True).stdout
    if target.startswith("cortex-m"):  # what says that it is for microcontrollers alone
        tool = compiler.replace("gcc", "objcopy")
        subprocess.run([tool, "-R", ".ARM.attributes", str(folder / "m.o")], check=True)
    there = folder / "there"
    sources = [str(folder / "main.c"), str(folder / "m.o")]
    command = [compiler, "-std=c99", "-static", *sources, "-lm", "-o", str(there)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    processor = ["-cpu", "max"] if "arm-" in compiler else []
    shown = subprocess.run([emulator, *processor, str(there)], capture_output=True, text=True,
                           check=True).stdout  # fmt: skip
    return expected, shown


@needs_gcc
@pytest.mark.parametrize(
    "target",
    [
        pytest.param(target, marks=() if target == "cortex-m7" else pytest.mark.slow)
        for target in EMULATED
    ],
)
def test_object_code_gives_the_digits_of_c(tmp_path: Path, target: str) -> None:
    system = with_tool()
    for precision in ("double", "single"):
        expected, shown = emulated(tmp_path, system, target, precision)
        if target == "cortex-m4f" and precision == "double":  # by a library, products not fused
            for name, values in numbers_of(expected).items():
                assert np.allclose(numbers_of(shown)[name], values, rtol=1e-12, atol=1e-14)
        else:
            assert shown == expected


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("name", ["bricard", "half_vehicle", "four_bar", "double_pendulum"])
@pytest.mark.parametrize("target", list(EMULATED))
def test_object_code_of_the_gallery(tmp_path: Path, target: str, name: str) -> None:
    system = getattr(gallery, name)().compile()
    for precision in ("double", "single"):
        expected, shown = emulated(tmp_path, system, target, precision)
        a, b = numbers_of(expected), numbers_of(shown)
        exact = not (target == "cortex-m4f" and precision == "double")
        for key, values in a.items():
            if exact:
                assert np.array_equal(b[key], values)
            assert np.allclose(b[key], values, rtol=1e-9, atol=1e-10)


def test_sizes_and_needs_of_object_code() -> None:
    system = four_bar()
    small = export.object_code(system, "m", target="cortex-m4f", precision="single")
    large = export.object_code(system, "m", target="cortex-m4f", precision="double")
    assert small.needs == () and "__aeabi_dmul" in large.needs
    assert 0 < small.code < large.code
    assert list(small.instructions) == ["m_slope", "m_projection", "m_step_rk4"]
    content = small.files["m.o"]
    assert isinstance(content, bytes) and content[:4] == b"\x7fELF"
    # 2 or 4 bytes an instruction
    count = sum(small.instructions.values()) + small.shared
    assert 2 * count <= small.code <= 4.5 * count
    assert "advance" not in str(small.files["m.h"])


def test_what_llvm_lacks_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding as llvm

    def lacks(triple: str) -> Any:
        raise RuntimeError(f"No available targets are compatible with {triple}")

    monkeypatch.setattr(llvm.Target, "from_triple", lacks)
    with pytest.raises(EnvironmentProblem, match=r"E21.*no target for riscv32"):
        export.object_code(four_bar(), "m", target="riscv32")


# --- the whole gallery ---------------------------------------------------------------------------

LARGE = 500_000
"""Operations of a step for which C compilers need minutes and gigabytes."""
SANITIZABLE = 20_000
"""Operations of a step up to which code with sanitizers is compiled too."""


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(gallery.EXAMPLES))
def test_gallery_compiles_strictly(tmp_path: Path, name: str) -> None:
    system = gallery.EXAMPLES[name].model().compile(kernels=())
    for precision in ("double", "single"):
        code = export.c_code(system, "m", precision=precision, library=precision == "double")
        size = json.loads(code.files["m.json"])["functions"]["m_step_rk4"]["operations"]
        if size > LARGE:
            pytest.skip("its steps take C compilers minutes")
        code.write(tmp_path, overwrite=True)
        checks = SANITIZED if size <= SANITIZABLE else []
        shown = built(tmp_path, "gcc", "-O0", *checks, library=precision == "double")
        assert "rk4.steps" in shown
