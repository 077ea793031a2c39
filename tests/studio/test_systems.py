"""Texts that differ in numbers share kernels; those that differ in equations do not."""

from __future__ import annotations

import pytest

from sarrus.kernels.library import Library
from sarrus.studio.systems import Systems
from sarrus.study.study import Study, study_of_text
from studio.desk import FOUR_BAR


def study(*changes: tuple[str, str]) -> Study:
    text = FOUR_BAR
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return study_of_text(text, "a.yaml")


@pytest.fixture
def systems() -> Systems:
    """Systems that know the four-bar; nothing is made for them."""
    found = Systems(lambda study, end: None, Library(None))
    found.prepare(study())
    found.wait()
    return found


@pytest.mark.parametrize(
    "change",
    [
        ("100 mm", "120 mm"), ("0.200]", "0.25]"), ("mass: 1 kg", "mass: 2.5 kg"),
        ("radius: 8 mm", "radius: 9 mm"), ("name: four_bar", "name: other"),
        ("until: 0.2", "until: 0.3"), ("C: [d, 0, 0.200]", "C: [d, 5 mm, 0.200]"),
    ],
)  # fmt: skip
def test_numbers_share_code(systems: Systems, change: tuple[str, str]) -> None:
    found = systems.sharing(study(change))
    assert found is not None and found.system.model == study(change).model


@pytest.mark.parametrize(
    "change",
    [
        ("parent: coupler, child: rocker", "parent: rocker, child: coupler"),
        ("D: {type: revolute", "D: {type: cylindrical"),
        ("mass: 1 kg, shapes: [{type: rod, from: A", "mass: 0 kg, shapes: [{type: rod, from: A"),
        ("  d: 300 mm ", "  d: 30 m"),
    ],
)
def test_equations_and_scales_do_not(systems: Systems, change: tuple[str, str]) -> None:
    assert systems.sharing(study(change)) is None


def test_axes_become_inputs_when_they_move(systems: Systems) -> None:
    pivot = "at: D, axis: y"
    tilted = (pivot, "at: D, axis: [0, 1, 0.1]")
    assert systems.sharing(study(tilted)) is None
    systems.prepare(study(tilted))
    systems.wait()
    assert systems.sharing(study((pivot, "at: D, axis: [0, 1, 0.12]"))) is not None


def test_library_lets_go_of_what_is_old() -> None:
    library = Library(None, most=2)
    for name in "ab":
        library.hold(name, name)
    assert library.kernel_in_memory("a") == "a"
    library.hold("c", "c")
    assert library.kernel_in_memory("b") is None and library.has("a") and library.has("c")


WHEEL = """\
sarrus: 1
gravity: [0, 0, -9.81]
bodies:
  wheel: {mass: 40 kg, com: [0, 0, 0], inertia: [1, 1, 1], at: [0, 0, 0.3]}
joints:
  hop: {type: prismatic, parent: ground, child: wheel, at: [0, 0, 0.3], axis: z}
forces:
  W: {type: wheel_contact, body: wheel, at: [0, 0, 0.3], radius: 0.31 m, k: 200 kN/m, c: 100 N*s/m,
      follows: point, speed: 10 m/s, origin: [0.1, 0, 0], road: ROAD}
run: {until: 0.4 s, every: 20 ms, method: rk4, step: 1 ms}
outputs: [hop.displacement]
"""
CAR = """\
sarrus: 1
gravity: [0, 0, -9.81]
bodies:
  wheel: {mass: 40 kg, com: [0, 0, 0], inertia: [1, 1, 1], at: [0, 0, 0.3]}
joints:
  free: {type: free, parent: ground, child: wheel, at: [0, 0, 0.3]}
forces:
  T: {type: tyre, body: wheel, at: [0, 0, 0.3], tyre: TYRE}
run: {until: 0.1 s, every: 20 ms, method: rk4, step: 1 ms}
outputs: [free.z]
"""
BUMP = "{type: CosineBump, top: 50 mm, length: 1 m, at: 2 m}"
TMEASY = """{type: TMeasyTyre, radius: 0.31, k: 200 kN/m, load: 3 kN, slope_x: [90 kN, 160 kN], \
s_max_x: [0.11, 0.12], F_max_x: [3.3 kN, 6.5 kN], s_slide_x: [0.5, 0.5], F_slide_x: [3 kN, 6 kN], \
slope_y: [70 kN, 120 kN], s_max_y: [0.18, 0.2], F_max_y: [3.1 kN, 5.4 kN], s_slide_y: [0.6, 0.6], \
F_slide_y: [3.1 kN, 5.3 kN]}"""
OTHERS = {
    "bump": (BUMP, {"50 mm": "60 mm", "length: 1 m": "length: 1.2 m", "at: 2 m": "at: 2.5 m"}),
    "waves": (
        "{type: SineRoad, amplitude: 20 mm, wavelength: 3 m, phase: 1, start: 1 m}",
        {"20 mm": "25 mm", "3 m": "2 m", "phase: 1": "phase: 2", "start: 1": "start: 0.5"},
    ),
    "moved and scaled": (
        f"{{type: Shifted, by: 0.5 m, road: {{type: Scaled, factor: 2, road: {BUMP}}}}}",
        {"by: 0.5": "by: 0.2", "factor: 2": "factor: 1.5", "50 mm": "40 mm"},
    ),
    "sum": (
        f"{{type: SumOfRoads, roads: [{BUMP}, {{type: Flat, level: 10 mm}}]}}",
        {"10 mm": "20 mm", "50 mm": "40 mm"},
    ),
    "formula": (
        "{type: FunctionRoad, function: 0.02*sin(3*x), finest: 0.1 m}",
        {"0.02": "0.03", "3*x": "4*x"},
    ),
}  # fmt: skip


def made_of(text: str) -> Systems:
    """Systems that know a text; nothing is made for them."""
    found = Systems(lambda study, end: None, Library(None))
    found.prepare(study_of_text(text, "a.yaml"))
    found.wait()
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_numbers_of_roads_share_code(name: str) -> None:
    """Each number of a road, of the wheel and of where the road begins; the run is the text's."""
    road, changes = OTHERS[name]
    text = WHEEL.replace("ROAD", road)
    systems, other = made_of(text), text
    for old, new in {**changes, "0.31 m": "0.32 m", "[0.1, 0, 0]": "[0.2, 0, 0]"}.items():
        assert old in text
        assert systems.sharing(study_of_text(text.replace(old, new), "a.yaml")) is not None
        other = other.replace(old, new)
    shared, anew = systems.sharing(study_of_text(other, "a.yaml")), study_of_text(other, "a.yaml")
    assert shared is not None
    found, expected = shared.run(certify=False), anew.run(certify=False)
    assert found.q == pytest.approx(expected.q, rel=1e-10, abs=1e-12)
    assert expected.q.max() - expected.q.min() > 1e-3


@pytest.mark.parametrize(
    ("tyre", "changes"),
    [
        (
            "{type: BrushTyre, radius: 0.31, k: 200 kN/m, load: 3 kN, stiffness: 6e4, mu: 0.9}",
            {"0.31": "0.32", "200 kN/m": "190 kN/m", "3 kN": "3.5 kN", "mu: 0.9": "mu: 0.8"},
        ),
        (
            "{type: LinearTyre, radius: 0.31, k: 200 kN/m, load: 3 kN, stiffness: 60 kN/rad}",
            {"60 kN/rad": "50 kN/rad"},
        ),
        (TMEASY, {"3.3 kN": "3.4 kN", "[0.11, 0.12]": "[0.12, 0.13]"}),
    ],
)
def test_numbers_of_tyres_share_code(tyre: str, changes: dict[str, str]) -> None:
    text = CAR.replace("TYRE", tyre)
    systems, other = made_of(text), text
    for old, new in changes.items():
        assert old in text
        other = other.replace(old, new)
    shared, anew = systems.sharing(study_of_text(other, "a.yaml")), study_of_text(other, "a.yaml")
    assert shared is not None
    found, expected = shared.run(certify=False), anew.run(certify=False)
    assert found.q == pytest.approx(expected.q, rel=1e-10, abs=1e-12)


def test_numbers_of_laws_of_the_user_share_code() -> None:
    """Parameters of a law, and the numbers of its formula."""
    law = (
        "forces:\n  cut: {type: user_force, parameters: {F: 2 N, edge: 4 mm},\n"
        '        loads: [{effort: D, value: "0.3*F*edge*tanh(coordinate(A))"}]}\nrun:'
    )
    text = FOUR_BAR.replace("run:", law)
    systems = made_of(text)
    for old, new in {"F: 2 N": "F: 3 N", "4 mm": "5 mm", "0.3*F": "0.4*F"}.items():
        assert old in text
        assert systems.sharing(study_of_text(text.replace(old, new), "a.yaml")) is not None
