"""Numbers of a model as functions of the constants of its file, against the file read anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError, Study, System
from sarrus.analysis import ConstantsMap, constants_map
from sarrus.system.constants.constants_map import GUARDS
from sarrus.system.constants.numbers import difference, drawing_numbers, kernel_numbers

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "src" / "sarrus" / "cli" / "templates").glob("*.yaml"))
EXAMPLES = sorted((ROOT / "examples" / "models").glob("*.yaml"))
QUICK = ("four_bar", "shaper", "robot_arm", "quick_return_driven")
FILES = [
    pytest.param(path, marks=[] if path.stem in QUICK else [pytest.mark.slow], id=path.stem)
    for path in [*TEMPLATES, *EXAMPLES]
    if "constants:" in path.read_text()
]

LEVER = """
sarrus: 1
constants: {a: 0.2 m, tilt: 0.0, m: 2 kg, k: 40 N/m, pitch: 20 mm, ratio: 2.0, w: 3.0}
points: {A: [0, 0, 0], B: [a, 0, 0]}
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: m, com: [a/2, 0, 0], inertia: [0.001, m*a^2/12, m*a^2/12]}
  nut: {mass: m/4, inertia: [0.001, 0.001, 0.001]}
joints:
  H: {type: revolute, parent: ground, child: arm, at: A, axis: [sin(tilt), cos(tilt), 0]}
  S: {type: helical, parent: arm, child: nut, at: B, axis: x, lead: pitch}
couplers:
  G: {type: couple, terms: {H: 1, S: -ratio}, offset: tilt}
frames: {tip: {body: arm, at: B, rpy: [0, tilt, 0]}}
forces:
  pull:
    type: user_force
    points: {p: {body: arm, at: B}}
    loads: [{force: p, value: ["-k*position(p, x)", 0, "w*a*k*sin(w*t)"]}]
assembly: {H: tilt + 0.1}
"""


def changed(known: ConstantsMap, k: int, factor: float) -> np.ndarray:
    """Return the constants of a file, one of them changed."""
    flat = known.defaults.copy()
    flat[k] = flat[k] * factor if flat[k] else factor - 1.0
    return flat


def is_model(known: ConstantsMap, flat: np.ndarray) -> bool:
    """Tell whether the map holds at some constants."""
    found = known.outputs_at(flat)
    return bool(np.all(found[GUARDS])) and all(np.all(np.isfinite(found[n])) for n in known.outputs)


@pytest.mark.parametrize("path", FILES)
def test_the_map_is_what_the_file_is_read_as(path: Path) -> None:
    """Every constant, by several per cent: numbers to 1e-14, and everything else the same."""
    known = Study.load(path).constants_map()
    for k in range(len(known.constants)):
        flat = changed(known, k, 1.07)
        if not is_model(known, flat):
            flat = changed(known, k, 1.001)
        read, mine = known.read(known.as_values(flat)), known.outputs_at(flat)
        assert not difference(known.reading(flat), read), known.names[k]
        for table in (kernel_numbers(read.model), drawing_numbers(read.model)):
            for name, value in table.items():
                turn = name.endswith("rotation")  # about an axis it may differ: see `difference`
                if name in mine and mine[name].shape == value.shape and not turn:
                    size = max(np.max(np.abs(value), initial=0.0), 1e-6)
                    assert np.max(np.abs(mine[name] - value)) <= 1e-14 * size, name


@pytest.mark.parametrize("path", FILES)
def test_derivatives_are_those_of_reading_anew(path: Path) -> None:
    """Central differences of the numbers of files that are read anew."""
    known = constants_map(path)
    slopes = known.derivatives()
    for k, constant in enumerate(known.constants):
        step = 1e-6 * (abs(constant.value) or 1.0)
        two = []
        for sign in (1.0, -1.0):
            flat = known.defaults.copy()
            flat[k] += sign * step
            two.append(kernel_numbers(known.read(known.as_values(flat)).model))
        for name, value in two[0].items():
            if not np.all(np.isfinite(value)) or value.shape != two[1][name].shape:
                continue
            expected = (value - two[1][name]) / (2.0 * step)
            mine = slopes[name][..., k] if name in slopes else np.zeros(value.shape)
            if mine.shape != value.shape:
                continue  # a formula of the file in which two numbers are equal has them once
            if name.endswith("rotation") and np.max(np.abs(value - two[1][name])) > 0.5:
                continue  # another x axis was chosen: see `difference`
            rounding = 1e-15 * np.max(np.abs(value), initial=1e-3) / step
            limit = 1e-6 * np.max(np.abs(expected), initial=0.0) + rounding
            assert np.max(np.abs(mine - expected), initial=0.0) <= limit, name


@pytest.fixture(scope="module")
def lever() -> ConstantsMap:
    """A lever with a screw, a coupler, a frame and a law, all of which follow constants."""
    return constants_map(LEVER)


def test_every_kind_of_number_is_an_input(lever: ConstantsMap) -> None:
    """Frames, axes, screws, couplers, formulas and points of laws, at constants that are 0, too."""
    assert not lever.cannot
    assert {*lever.names} == {"a", "tilt", "m", "k", "pitch", "ratio", "w"}
    for name in ("joint:S.lead", "coupler:G.factors", "coupler:G.offset", "joint:H.parent_rotation",
                 "frame:tip.position", "frame:tip.rotation", "force:pull.formula",
                 "force:pull.places", "body:arm.inertia"):  # fmt: skip
        assert name in lever.outputs, name


def test_one_system_is_all_models_of_the_file(lever: ConstantsMap) -> None:
    """Accelerations, positions of frames and a run are those of models that are read anew."""
    system = lever.compile()
    values = {"a": "250 mm", "tilt": "20 deg", "k": 55, "ratio": 1.5, "w": 4.0, "pitch": "35 mm"}
    anew = System(lever.read(lever.as_values(lever.vector(values))).model)
    given = lever.values(values)
    state, other = system.assemble({"H": 0.2}, parameters=given), anew.assemble({"H": 0.2})
    assert state.q == pytest.approx(other.q, abs=1e-13)
    mine = system.accelerations(state, parameters=given, t=0.3).vdot
    assert mine == pytest.approx(anew.accelerations(other, t=0.3).vdot, rel=1e-11)
    tip = system.poses(state.q, parameters=given)["tip"]
    assert tip.position == pytest.approx(anew.poses(other.q)["tip"].position, abs=1e-14)
    how = {"until": 0.05, "method": "rk4", "step": 1e-3}
    run = system.simulate(state, parameters=given, **how)
    same = anew.simulate(other, **how)
    for channel in ("tip.position", "tip.velocity", "S.angle"):
        assert run[channel][-1] == pytest.approx(same[channel][-1], abs=1e-11)


def test_other_constants_compile_nothing(lever: ConstantsMap) -> None:
    """The kernels of the first values serve all others."""
    system = lever.compile(cache=None)
    state = system.assemble({"H": 0.2}, parameters=lever.values(a=0.21))
    system.accelerations(state, parameters=lever.values(a=0.21))
    before = system.compiled.compiler.factory.compiled
    for a in (0.15, 0.25, 0.3):
        given = lever.values(a=a)
        state = system.assemble({"H": 0.2}, parameters=given)
        system.accelerations(state, parameters=given)
    assert system.compiled.compiler.factory.compiled == before


def test_what_no_program_can_follow_is_named() -> None:
    """A count, a row of a table, a road: the constant and the reason."""
    text = """
sarrus: 1
constants: {n: 2, l: 0.3 m, top: 5 N*m, m: 1 kg}
gravity: [0, 0, -9.81]
bodies: {"link{i}": {for: {i: 1..n}, mass: m, com: [l/2, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints:
  J1: {type: revolute, parent: ground, child: link1, at: [0, 0, 0], axis: y}
  "J{i}":
    {for: {i: 2..n}, type: revolute, parent: "link{i-1}", child: "link{i}",
     at: ["(i-1)*l", 0, 0], axis: y}
forces: {S: {type: joint_spring, joint: J1, k: [[-1, -top], [0, 0], [1, top]]}}
"""
    known = constants_map(text)
    assert known.names == ("l", "m")
    assert "count" in known.cannot["n"]
    assert "table" in known.cannot["top"]
    with pytest.raises(ModelError, match="whole number"):
        known.values(n=3)


def test_constants_that_are_no_model_are_refused_in_the_words_of_the_file(
    lever: ConstantsMap,
) -> None:
    """A negative mass, another unit, an unknown name."""
    with pytest.raises(ModelError, match="below 0 kg"):
        lever.values(m=-1.0)
    with pytest.raises(ModelError, match=r"mass, not length"):
        lever.values(a="2 kg")
    with pytest.raises(ModelError, match="id you mean"):
        lever.values(tilz=1.0)


def test_a_model_of_another_form_is_refused() -> None:
    """A link of three joints in a row that no longer are in a row."""
    text = """
sarrus: 1
constants: {b: 0.0}
points: {A: [0, 0, 0], B: [0.5, b, 0], C: [1, 0, 0]}
bodies: {link: {density: steel}, end: {mass: 1, inertia: [1, 1, 1]},
         more: {mass: 1, inertia: [1, 1, 1]}}
joints:
  A: {type: revolute, parent: ground, child: link, at: A, axis: z}
  B: {type: revolute, parent: link, child: end, at: B, axis: z}
  C: {type: revolute, parent: link, child: more, at: C, axis: z}
"""
    known = constants_map(text)
    assert known.values(b=1e-9)["joint:B.parent_point"][1] == 1e-9
    with pytest.raises(ModelError, match="another form"):
        known.values(b=0.1)


def test_starts_and_drives_follow_constants() -> None:
    """A study at other constants is the one that is loaded with them."""
    path = ROOT / "examples" / "models" / "quick_return_driven.yaml"
    study = Study.load(path)
    known = study.constants_map()
    assert "drive:crank_pivot.angle" in known.motion
    mine = study.with_constants(known, omega=5.0, r="0.21 m")
    read = Study.load(path, set={"constants.omega": 5.0, "constants.r": "0.21 m"})
    assert not difference(mine.plan, read.plan)
    assert not difference(mine.model, read.model)
    t = 0.1
    assert mine.plan.drives["crank_pivot.angle"](t) == pytest.approx(5.0 * t, rel=1e-15)


def test_conditions_and_choices_of_expressions_are_followed() -> None:
    """`if`, `max` and `min` of constants are part of the program, on both sides."""
    text = """
sarrus: 1
constants: {a: 1.0, b: 2.0}
bodies: {p: {mass: "if(a < b, max(a, b/4), min(3*a, 7))", inertia: [1, 1, 1]}}
joints: {J: {type: revolute, parent: ground, child: p, at: [0, 0, 0], axis: z}}
"""
    known = constants_map(text)
    for a, b, mass in ((1.0, 2.0, 1.0), (0.1, 2.0, 0.5), (2.1, 2.0, 6.3), (4.0, 2.0, 7.0)):
        assert known.values(a=a, b=b)["body:p.mass"] == pytest.approx(mass, rel=1e-15)


def test_numbers_that_are_equal_in_the_file_stay_apart() -> None:
    """A formula has equal numbers once; those of constants are inputs each for itself."""
    text = """
sarrus: 1
constants: {c: 2.0, d: 2.0}
bodies: {p: {mass: 1, inertia: [1, 1, 1]}}
joints: {J: {type: revolute, parent: ground, child: p, at: [0, 0, 0], axis: z}}
forces: {f: {type: user_force,
             loads: [{effort: J, value: "2*sin(c*coordinate(J)) + d*rate(J)"}]}}
"""
    known = constants_map(text)
    system = known.compile()
    given = known.values(c=3.0, d=5.0)
    found = system.forward_dynamics([0.3], [0.1], [0.0], parameters=given)
    assert found == pytest.approx([2.0 * np.sin(0.9) + 0.5], rel=1e-14)


def test_a_file_with_sliders_has_its_map() -> None:
    """Sliders tell of constants; nothing of the model or of the plan follows them."""
    study = Study.load(ROOT / "docs" / "lessons" / "gyroscope.yaml")
    known = study.constants_map(["spin", "arm"])
    assert not known.cannot and {"rate:spin", "rate:precession"} <= {*known.motion}
    mine = study.with_constants(known, spin=150.0)
    assert {s.name: s.value for s in mine.sliders}["spin"] == 150.0
    assert mine.plan.assembly.rates["spin"] == pytest.approx(150.0)
