"""CHK-O03, and sweeps over what models are made from: functions and files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, Model, ModelError, gallery
from sarrus.sweeps import sweep
from sarrus.sweeps.plans import points
from sarrus.sweeps.rebuilding import Family
from sarrus.sweeps.shared_kernels import same_code, with_values
from sarrus.sweeps.sources import FileSource, FunctionSource
from sarrus.sweeps.starting import Start

MODELS = Path(__file__).parents[2] / "examples" / "models"
RODS = [0.24, 0.27, 0.30]
SPEEDS = [2.0 * np.pi, 4.0 * np.pi]


def test_CHK_O03_inertia_of_the_crank_in_one_call() -> None:
    """Paper 2: the heavier the crank, the smaller its fluctuation (variant A)."""
    found = sweep(
        gallery.quick_return,
        J=[1000.0, 2000.0, 3000.0],
        rates={"crank_pivot.rate": 4.0 * np.pi},
        inputs={"crank_pivot": 165_521.0},
        compile={"planar": True},
        until=2.0,
        every=0.002,
        rtol=1e-8,
        atol=1e-9,
        measure={"fluctuation": "range crank_pivot.rate"},
    )
    assert found["fluctuation"] == pytest.approx([25.66, 14.85, 10.77], abs=6e-3)
    assert not found.failed


def test_CHK_O03_inertia_from_the_model_file() -> None:
    found = sweep(MODELS / "quick_return.yaml", J=[1000, 2000, 3000],
                  measure="range crank_pivot.rate")  # fmt: skip
    light, middle, heavy = found["range crank_pivot.rate"]
    assert (light, middle, heavy) == pytest.approx((25.66, 14.85, 10.77), abs=6e-3)
    assert light > middle > heavy


@pytest.mark.slow
def test_CHK_O03_rods_and_speeds_in_one_call() -> None:
    """The peak of the slider's acceleration has a closed form (spec, simulation 2)."""
    found = sweep(
        MODELS / "slider_crank.yaml",
        {"L": RODS, "omega": SPEEDS},
        every=5e-4,
        measure={"peak": "max guide.acceleration"},
        workers=0,
    )
    rho, r = np.hypot(0.1, 0.12), 0.08
    expected = [w**2 * r * rho / np.sqrt(L**2 - (rho + r) ** 2) for L in RODS for w in SPEEDS]
    assert found["peak"] == pytest.approx(expected, rel=2e-4)
    assert np.array_equal(found["L"], np.repeat(RODS, 2))


def test_CHK_O03_speeds_of_the_driven_shaper() -> None:
    found = sweep(MODELS / "quick_return_driven.yaml", omega=SPEEDS,
                  measure=["peak guide.speed", "peak guide.acceleration"])  # fmt: skip
    assert found["peak guide.speed"] == pytest.approx([47.124, 94.248], rel=1e-3)
    assert found["peak guide.acceleration"] == pytest.approx([619.60, 2477.4], rel=1e-3)


def pendulum(*, length: float = 1.0, kind: str = "rod") -> Model:
    m = Mechanism("pendulum", (0.0, -9.81, 0.0))
    body = m.body("bob", 1.0, (length, 0.0, 0.0), (0.01, 0.01, 0.01))
    if kind == "rod":
        m.revolute("A", m.ground, body, at=(0, 0, 0), axis="z")
    else:
        m.spherical("A", m.ground, body, at=(0, 0, 0))
    if length < 0.5 and kind == "rod":
        m.joint_spring("S", "A", 1.0)
    return m.build()


STEPS: dict[str, Any] = {"until": 0.3, "method": "rk4", "step": 1e-3, "every": 0.01}


def test_lengths_are_inputs_of_one_system() -> None:
    """The runs are those of models compiled by themselves, and share one kernel."""
    rods = [0.15, 0.16, 0.18]
    how: dict[str, Any] = {"rates": {"crank_pivot": 30.0}, "compile": {"planar": True}}
    found = sweep(gallery.slider_crank, rod=rods, **how, **STEPS, measure="last guide.displacement")
    assert found.how == "side by side"
    for i, rod in enumerate(rods):
        system = gallery.slider_crank(rod=rod).compile(kernels=(), planar=True)
        run = system.simulate(system.assemble({}, {"crank_pivot": 30.0}), **STEPS)
        last = found["last guide.displacement"][i]
        assert last == pytest.approx(run["guide.displacement"][-1], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "function, name, values",
    [
        (gallery.slider_crank, "rod", [0.15, 0.18]),
        (gallery.quick_return, "J", [1000.0, 3000.0]),
        (gallery.quick_return, "cutting", [1e5, 3e5]),
    ],
)
def test_models_with_the_same_code_have_the_same_program(
    function: Any, name: str, values: list[float]
) -> None:
    """What is decided on the models is what a trace of each of them gives."""
    source = FunctionSource(function, Start(), {}, {"until": 1.0})
    family = Family(points({name: values}), source)
    assert family.related == {0, 1} and family.names
    programs = []
    for i in (0, 1):
        model = family.built[i].model
        system = model.compile(
            kernels=(), parameters=family.names, cut=family.system.compiled.options["cut"]
        )
        programs.append(repr(system.compiled.loops.closure_kernel.program()))
    assert programs[0] == programs[1]
    assert same_code(family.built[0].model, family.built[1].model)


def calls_of_a_family(count: int) -> int:
    """Return the calls of Python until the models of so many points are known to be one system."""
    rods = [0.15 + 1e-6 * i for i in range(count)]
    source = FunctionSource(gallery.slider_crank, Start(), {}, {"until": 1.0})
    calls = 0

    def counted(frame: Any, event: str, given: Any) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        family = Family(points({"rod": rods}), source)
        assert len(family.related) == count and family.names
    finally:
        sys.setprofile(before)
    return calls


def test_many_generated_models_reach_their_workers() -> None:
    """A model more costs the same among many as among few, and is looked at once."""
    calls_of_a_family(2)
    few, many = calls_of_a_family(10), calls_of_a_family(40)
    assert many - few < 1.02 * 3 * few, (few, many)
    assert many / 40 < 40_000


def test_frames_that_differ_are_inputs() -> None:
    """The tracer of the template stands elsewhere with each length of the crank."""
    template = Path(sarrus.__file__).parent / "cli" / "templates" / "four_bar.yaml"
    lengths = [0.38, 0.42]
    family = Family(points({"a": lengths}), FileSource(str(template), None, {}, {}))
    assert family.related == {0, 1}
    assert "frame:tracer.position" in family.names
    measure = "last tracer.position.x"
    found = sweep(str(template), {"a": lengths}, **STEPS, measure=measure, workers=0)
    for i, a in enumerate(lengths):
        study = sarrus.Study.load(template, {"constants.a": a})
        run = study.system.simulate(study.start(), **STEPS)
        assert found[measure][i] == pytest.approx(run["tracer.position.x"][-1], rel=1e-9)


def test_a_twin_has_the_numbers_and_the_code() -> None:
    source = FunctionSource(gallery.slider_crank, Start(), {}, {"until": 1.0})
    family = Family(points({"rod": [0.15, 0.18]}), source)
    job = family.job(1)
    system = family.built[1].model.compile(kernels=())
    q = system.assemble({"crank_pivot": 0.4}).q
    shared = with_values(family.system, job.values)  # type: ignore[union-attr]
    assert shared.compiled.loops.closure(q)[0] == pytest.approx(
        system.compiled.loops.closure(q)[0], abs=1e-14
    )
    assert np.max(np.abs(family.system.compiled.loops.closure(q)[0])) > 1e-3
    assert shared.compiled.compiler.key == family.system.compiled.compiler.key


def test_another_topology_is_compiled_for_itself() -> None:
    over: dict[str, Any] = {"kind": ["rod", "ball"], "length": [0.4, 1.0]}
    found = sweep(pendulum, over, **STEPS, measure="last bob.position.y")
    assert not found.failed
    for i in range(4):
        point = found.points[i]
        system = pendulum(**point).compile(kernels=())
        run = system.simulate(system.assemble(), **STEPS)
        assert found["last bob.position.y"][i] == pytest.approx(run["bob.position.y"][-1], rel=1e-9)
    again = sweep(pendulum, over, **STEPS, measure="last bob.position.y", workers=2)
    assert again["last bob.position.y"].tobytes() == found["last bob.position.y"].tobytes()


def test_points_that_cannot_be_built_or_closed_are_failures() -> None:
    found = sweep(gallery.slider_crank, rod=[0.16, 0.05], offset=0.1, **STEPS,
                  rates={"crank_pivot": 3.0}, measure="last guide.displacement")  # fmt: skip
    assert set(found.failed) == {1}
    assert found.failed[1].code == "M04" and "does not reach" in found.failed[1].diagnosis
    assert np.isfinite(found["last guide.displacement"][0])


def test_a_sweep_of_a_file_goes_on(tmp_path: Path) -> None:
    how: dict[str, Any] = {"measure": "last A.angle", "workers": 0, "folder": tmp_path / "ledger"}
    file = tmp_path / "p.yaml"
    text = """\
sarrus: 1
constants: {l: 0.5 m}
bodies: {rod: {mass: 1, com: [l, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
run: {until: 0.2}
"""
    file.write_text(text, encoding="utf-8")
    first = sweep(file, l=[0.4, 0.5, "600 mm"], **how)
    assert sweep(file, l=[0.4, 0.5, "600 mm"], **how).reused == 3
    assert len(set(first["last A.angle"])) == 3
    file.write_text(text.replace("mass: 1", "mass: 2"), encoding="utf-8")
    with pytest.raises(ModelError, match="S26"):
        sweep(file, l=[0.4, 0.5, "600 mm"], **how)


@pytest.mark.parametrize(
    "over, changes, words",
    [
        ({"rodd": [0.1]}, {}, "M09.*rod"),
        ({"rod": [0.16]}, {"until": None}, "S21.*until"),
        ({"rod": [0.16]}, {"start": "state"}, "S23"),
        ({"rod": [0.16]}, {"rod": [0.2]}, "S21.*twice"),
        ({"rod": [0.02]}, {}, "M04"),
    ],
)
def test_mistakes(over: Any, changes: dict[str, Any], words: str) -> None:
    how: dict[str, Any] = {**STEPS, "measure": "last guide.displacement", **changes}
    if how["until"] is None:
        del how["until"]
    if how.get("start") == "state":
        system = gallery.slider_crank().compile(kernels=())
        how["start"] = system.assemble()
    with pytest.raises(ModelError, match=f"(?s){words}"):
        sweep(gallery.slider_crank, over, **how)


def test_a_function_that_makes_no_model() -> None:
    with pytest.raises(ModelError, match=r"S21.*Model"):
        sweep(lambda n: n, {"n": [1]}, until=1.0, measure="max A.rate")
    assert FileSource("x", None, {}, {}).name == "file"
