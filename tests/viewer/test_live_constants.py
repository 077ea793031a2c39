"""Constants of a file on the live page: laws, starts, what changes the form, what is undefined."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.system.live import LiveMachine
from sarrus.viewer.live import live
from system.live_node import ask, needs_node

pytestmark = needs_node

LAWS = """\
sarrus: 1
constants: {n: 60 rpm, a: 0.3, w: 5 rad/s, T: 3 N*m, k: 0.1 N*m*s, v: 2 rad/s, b: 0.2 rad, r: 0.3 m}
bodies:
  rotor: {mass: 1 kg, com: [0, 0, 0], inertia: [2, 2, 2]}
  arm: {mass: 1 kg, com: [r, 0, 0], inertia: [0.1, 0.1, 0.1]}
  wheel: {mass: 1 kg, com: [0, 0, 0], inertia: [2, 2, 2]}
  bob: {mass: 1 kg, com: [r, 0, 0], inertia: [0.1, 0.1, 0.1]}
joints:
  A: {type: revolute, parent: ground, child: rotor, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: rotor, child: arm, at: [0, 0, 0], axis: y}
  C: {type: revolute, parent: ground, child: wheel, at: [1, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: bob, at: [2, 0, 0], axis: y}
drives: {A: "a*n*t + b", B: "a*sin(w*t)^2"}
inputs: {C: "T*cos(w*t) - k*C.rate", D: T*a/10}
assembly: {wanted: {D: b}, rates: {C: "v^2/(2 [rad/s])", D: v*a}}
run: {until: 0.5 s, every: 0.1 s, method: rk4, step: 1 ms}
sliders: [n, a, w, T, k, v, b, r]
"""
CHANGED = {"n": 9.0, "a": 0.45, "w": 4.0, "T": 2.2, "k": 0.17, "v": 1.4, "b": 0.31, "r": 0.4}
COORDINATES = ["A.angle", "B.angle", "C.angle", "C.rate", "D.angle", "D.rate"]


def machine_of(path: Path, **how: Any) -> tuple[LiveMachine, dict[str, Any]]:
    """Return the machine of the page of a file, and what the page holds."""
    static = live(path, **how).scene.static
    return unpacked(static), static


def unpacked(static: dict[str, Any]) -> LiveMachine:
    """Return the machine of a page."""
    module = zlib.decompress(base64.b64decode(static["machine"]["module"]))
    return LiveMachine(module, static["machine"]["manifest"])


def written(folder: Path, text: str) -> Path:
    path = folder / "model.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_several_sliders_of_one_law_run_as_the_file_read_anew(tmp_path: Path) -> None:
    """Drives at a rate and by a law, an effort by a law of the state, by a number, and the start.

    One after the other, back again from another value, and then from the start.
    """
    path = written(tmp_path, LAWS)
    machine, static = machine_of(path)
    assert [s["name"] for s in static["machine"]["sliders"]] == list(CHANGED)
    calls: list[Any] = [("setConstant", name, 1.05 * x) for name, x in CHANGED.items()]
    calls += [("setConstant", name, x) for name, x in CHANGED.items()]
    found = ask(machine, *calls, ("reset",), ("coordinates",), ("advance", 0.5), ("coordinates",))
    for answer in found[: len(calls) + 1]:
        assert answer["ok"], answer["message"]
    study = sarrus.Study.load(path, {f"constants.{name}": x for name, x in CHANGED.items()})
    run = study.run(certify=False)
    for k, row in ((0, found[-3]), (-1, found[-1])):
        expected = {name: float(run[name][k]) for name in COORDINATES}
        assert {name: row[name] for name in COORDINATES} == pytest.approx(expected, abs=1e-10)


def test_a_motor_goes_on_from_where_it_is(tmp_path: Path) -> None:
    """Another rate bends the motion, it does not jump; what is not accepted changes nothing."""
    machine, _ = machine_of(written(tmp_path, LAWS))
    found = ask(
        machine,
        ("advance", 0.2), ("coordinate", "A.angle"), ("setConstant", "n", 8.0),
        ("coordinate", "A.angle"), ("motors",), ("setConstant", "n", "NaN"), ("motors",),
        ("advance", 0.1), ("coordinate", "A.angle"),
    )  # fmt: skip
    assert found[3] == pytest.approx(found[1], abs=1e-12)
    assert found[4][0]["rate"] == pytest.approx(0.3 * 8.0, rel=1e-14)
    assert not found[5]["ok"] and found[6] == found[4]
    assert found[8] - found[3] == pytest.approx(0.1 * 0.3 * 8.0, rel=1e-9)


def test_a_law_that_is_linear_by_chance_is_a_law(tmp_path: Path) -> None:
    text = LAWS.replace('"a*n*t + b"', '"n*t + s*t^2/(1 [s])^2"')
    text = text.replace("b: 0.2", "s: 0.0, b: 0.2")
    path = written(tmp_path, text.replace("[n, a, w,", "[s, n, a, w,"))
    machine, _ = machine_of(path)
    found = ask(machine, ("setConstant", "s", 0.5), ("reset",), ("advance", 0.4), ("coordinates",))
    assert found[0]["ok"], found[0]["message"]
    expected = 0.4 * 6.283185307179586 + 0.5 * 0.16
    assert found[-1]["A.angle"] == pytest.approx(expected, rel=1e-9)


def test_an_exponent_follows_its_slider(tmp_path: Path) -> None:
    text = LAWS.replace('"a*n*t + b"', '"(t/(1 [s]) + 0.1)^e"').replace("b: 0.2", "e: 3.0, b: 0.2")
    path = written(tmp_path, text.replace("[n, a, w,", "[e, a, w,"))
    machine, _ = machine_of(path)
    found = ask(machine, ("setConstant", "e", 2.5), ("reset",), ("advance", 0.4), ("coordinates",))
    assert found[0]["ok"], found[0]["message"]
    assert found[-1]["A.angle"] == pytest.approx(0.5**2.5, rel=1e-9)


FORM = """\
sarrus: 1
constants: {b: 0.0 m, m: 1 kg}
points: {A: [0, 0, 0], B: [0.5, b, 0], C: [1, 0, 0]}
bodies: {link: {density: steel}, end: {mass: m, inertia: [1, 1, 1]},
         more: {mass: 1, inertia: [1, 1, 1]}}
joints:
  A: {type: revolute, parent: ground, child: link, at: A, axis: z}
  B: {type: revolute, parent: link, child: end, at: B, axis: z}
  C: {type: revolute, parent: link, child: more, at: C, axis: z}
"""


@pytest.mark.parametrize("beside", [[], ["more.mass"]], ids=["constants", "with a number"])
def test_what_changes_the_form_is_said_and_the_last_good_state_stays(
    tmp_path: Path, beside: list[str]
) -> None:
    path = written(tmp_path, FORM)
    machine, _ = machine_of(path, sliders=["b", "m", *beside])
    found = ask(machine, ("setConstant", "m", 1.5), ("setConstant", "b", 0.1), ("constants",),
                ("advance", 0.01), ("setConstant", "m", 1.1))  # fmt: skip
    assert found[0]["ok"] and found[4]["ok"] and found[3]["ok"]
    assert "changes the form of the model" in found[1]["message"]
    assert {c["name"]: c["value"] for c in found[2]}["b"] == 0.0


def test_numbers_that_are_not_defined_are_refused(tmp_path: Path) -> None:
    """The root of a negative number, in the model and in laws."""
    text = LAWS.replace(
        "bob: {mass: 1 kg, com: [r,", 'bob: {mass: 1 kg, com: ["sqrt(r^2 - 0.04 [m^2])",'
    )
    text = text.replace('"a*sin(w*t)^2"', '"sqrt(a)*sin(w*t)"')
    machine, _ = machine_of(written(tmp_path, text), sliders=["r", "a"])
    calls = [("setConstant", "r", 0.1), ("setConstant", "a", -1.0), ("advance", 0.1), ("energy",)]
    found = ask(machine, *calls)
    assert "'body:bob.com' is not a number" in found[0]["message"]
    assert "a number of a law is not a number" in found[1]["message"]
    assert found[2]["ok"] and isinstance(found[3]["total"], float)


STATES = """\
sarrus: 1
constants: {i0: 2 A, k: 0.5 N*m/A}
bodies: {rotor: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}}
joints: {A: {type: revolute, parent: ground, child: rotor, at: [0, 0, 0], axis: z}}
forces:
  M: {type: dc_motor, joint: A, constant: k, resistance: 1 ohm, inductance: 0.5 H,
      voltage: 1 V, initial_current: i0}
  N: {type: dc_motor, joint: A, constant: k, resistance: 1 ohm, inductance: 0.5 H, voltage: 1 V}
assembly: {states: {N.current: 2*i0 - i0/2}}
run: {until: 0.2 s, every: 0.1 s, method: rk4, step: 1 ms}
"""


def test_states_of_elements_start_where_their_constants_say(tmp_path: Path) -> None:
    path = written(tmp_path, STATES)
    machine, _ = machine_of(path, sliders=["i0", "k"])
    found = ask(machine, ("advance", 0.05), ("setConstants", {"i0": 3.0, "k": 0.7}),
                ("coordinates",), ("reset",), ("advance", 0.2), ("coordinates",))  # fmt: skip
    assert found[1]["ok"] and found[3]["ok"] and found[2]["M.current"] < 2.0
    run = sarrus.Study.load(path, {"constants.i0": 3.0, "constants.k": 0.7}).run(certify=False)
    for name in ("M.current", "N.current", "A.rate"):
        assert found[-1][name] == pytest.approx(float(run[name][-1]), abs=1e-11)


def test_a_loop_that_tears_is_taken_back(tmp_path: Path) -> None:
    """Into a singular position: the last good state stays, and all goes on with other numbers."""
    template = Path(sarrus.__file__).parent / "cli" / "templates" / "crank_rocker.yaml"
    machine, _ = machine_of(written(tmp_path, template.read_text(encoding="utf-8")))
    crank, coupler, rocker = machine.manifest["constants"][:3]
    found = ask(
        machine, ("advance", 0.9), ("setConstants", {crank["name"]: 0.05, coupler["name"]: 0.1}),
        ("advance", 1.5), ("loopError",), ("setConstant", rocker["name"], 0.21), ("original",),
        ("constants",), ("advance", 1.5),
    )  # fmt: skip
    assert found[1]["ok"] and not found[2]["ok"]
    assert "singular position" in found[2]["message"]
    assert found[3]["length"] < 1e-9
    assert found[4]["ok"] and found[5]["ok"] and found[7]["ok"]
    assert all(one["value"] == one["start"] for one in found[6])


@pytest.mark.parametrize("size", [3e-6, 3e3])
def test_a_machine_of_any_size_swings_and_is_pulled(size: float, tmp_path: Path) -> None:
    """Steps are short where it swings fast; the pointer pulls by some times the weight."""
    text = f"""\
sarrus: 1
constants: {{l: {size} m}}
bodies:
  rod: {{mass: {size**3} kg, com: [l, 0, 0], inertia: [0, 0, 0]}}
joints:
  A: {{type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
run: {{until: {np.sqrt(size)} s, every: {np.sqrt(size) / 50} s}}
sliders: [l]
"""
    machine, _ = machine_of(written(tmp_path, text))
    swing = 2 * np.pi * np.sqrt(size / 9.81)
    found = ask(
        machine, ("advance", swing), ("energy",), ("drag", "rod", [size, 0, 0], [size, 0, size]),
        ("dragForce",),
    )  # fmt: skip
    assert found[0]["ok"]
    assert abs(found[1]["balance"]) < 1e-6 * size**3 * 9.81 * size
    pull = float(np.linalg.norm(found[3])) / (size**3 * 9.81)
    assert 5.0 < pull < 100.0


def test_the_drawn_road_has_the_speed_of_its_slider(tmp_path: Path) -> None:
    lesson = Path(__file__).parents[2] / "docs" / "lessons" / "quarter_vehicle.yaml"
    text = lesson.read_text(encoding="utf-8") + "  speed: [5 m/s, 20 m/s]\n"
    machine, static = machine_of(written(tmp_path, text))
    (name,) = [name for name, path in static["machine"]["drawing"].items() if path[0] == "roads"]
    assert (name, static["roads"][0]["speed"]) == ("force:tyre.speed", 10.0)
    found = ask(machine, ("setConstant", "speed", 15.0), ("drawing",))
    assert found[0]["ok"] and found[1][name] == pytest.approx([15.0])
