"""Events of the model file on the live page: found inside a step, obeyed as `simulate` does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events.test_joining import KINDS, random_gripper
from sarrus.events import Bounce, Event, Record, SetState, Stop
from sarrus.system.live import live_machine
from sarrus.viewer.live import live
from system.live_node import ask, needs_node
from viewer.test_live import FOUR_BAR
from viewer.test_live_constants import machine_of, unpacked, written

pytestmark = needs_node

# A closed loop with redundant rows, a spring and a bob: events throw back, set numbers, lock,
# release, and switch laws.
SWITCHED = """\
sarrus: 1
constants: {r: 100 mm, l: 280 mm, stop: 1.2 rad, e: 0.9, soft: 40 N/m, go: 0.35 s, w: 3 rad/s}
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 0.7 kg, shapes: [{type: rod, from: [0, 0, 0], to: [r, 0, 0], radius: 9 mm}]}
  coupler: {mass: 2 kg, shapes: [{type: rod, from: [0, 0, 0], to: [l, 0, 0], radius: 9 mm}]}
  rocker: {mass: 1.4 kg, shapes: [{type: rod, from: [0, 0, 0], to: [0.2, 0, 0], radius: 15 mm}]}
  bob: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.01, 0.01, 0.01]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: y,
      on_parent: [0, 0, 0], on_child: [0, 0, 0]}
  B: {type: revolute, parent: crank, child: coupler, axis: y,
      on_parent: [r, 0, 0], on_child: [0, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, axis: y,
      on_parent: [l, 0, 0], on_child: [0.2, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, axis: y,
      on_parent: [0.3, 0, 0], on_child: [0, 0, 0]}
  E: {type: revolute, parent: rocker, child: bob, axis: y,
      on_parent: [0.2, 0, 0], on_child: [0, 0, 0]}
forces:
  S: {type: spring_damper, a: ground, b: rocker, at_a: [0.5, 0, 0.3], at_b: [0.2, 0, 0],
      k: 200 N/m, c: 1 N*s/m, free_length: 0.2 m}
assembly: {wanted: {A: 0.4 rad}, rates: {A: 4 rad/s}, guess: {B: -40 deg, D: -100 deg}}
events:
  - {name: hit, when: A.angle, at: stop, direction: up, do: {bounce: {restitution: e}}}
  - {name: soften, when: go, do: {set: {S.k: soft}}}
  - {name: lock, when: "E.angle - 0.1*sin(w*t)", direction: up, most: 1, do: {lock: E}}
  - {name: free, when: 0.6,
     do: [{release: E}, {effort: {joint: A, law: "0.02 [N*m*s]*(w - A.rate)"}}]}
run: {until: 0.9 s, every: 0.1 s, method: rk4, step: 1 ms}
outputs: [A.angle, E.angle]
sliders: [stop, e, soft, go, w, r, l]
"""
# A tree: a driven wheel that carries an arm with a spring, which events switch.
TREE = """\
sarrus: 1
constants: {k: 30 N/m, n: 60 rpm}
bodies:
  wheel: {mass: 1 kg, com: [0, 0, 0], inertia: [0.05, 0.05, 0.05]}
  arm: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.01, 0.01, 0.01]}
joints:
  W: {type: revolute, parent: ground, child: wheel, axis: z, at: [1, 0, 0]}
  E: {type: revolute, parent: wheel, child: arm, axis: y, at: [1.1, 0, 0]}
forces:
  S: {type: spring_damper, a: ground, b: arm, at_a: [1.5, 0, 0.3], at_b: [0.2, 0, 0], k: k,
      c: 1 N*s/m, free_length: 0.2 m}
drives: {W: n*t}
compile: {parameters: [arm.mass]}
events:
  - {name: off, when: 0.1, do: {disable: S}}
  - {name: slow, when: W.angle, at: 60 deg, do: [{release: W}, {lock: E}]}
  - {name: on, when: 0.25, do: [{enable: S}, {release: E}]}
run: {until: 0.5 s, every: 0.1 s, method: rk4, step: 1 ms}
sliders: [k, n, arm.mass]
"""
# Efforts that are constant and that are laws, on a joint of the tree and on one that closes a loop.
PUSHED = """\
sarrus: 1
constants: {T: 0.4 N*m, d: 0.05 N*m*s}
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 0.7 kg, shapes: [{type: rod, from: [0, 0, 0], to: [0.1, 0, 0], radius: 9 mm}]}
  coupler: {mass: 2 kg, shapes: [{type: rod, from: [0, 0, 0], to: [0.28, 0, 0], radius: 9 mm}]}
  rocker: {mass: 1.4 kg, shapes: [{type: rod, from: [0, 0, 0], to: [0.2, 0, 0], radius: 15 mm}]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: y,
      on_parent: [0, 0, 0], on_child: [0, 0, 0]}
  B: {type: revolute, parent: crank, child: coupler, axis: y,
      on_parent: [0.1, 0, 0], on_child: [0, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, axis: y,
      on_parent: [0.28, 0, 0], on_child: [0.2, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, axis: y,
      on_parent: [0.3, 0, 0], on_child: [0, 0, 0]}
assembly: {wanted: {A: 0.4 rad}, rates: {A: 4 rad/s}, guess: {B: -40 deg, D: -100 deg}}
inputs: {A: 2 N*m, C: 0.3 N*m}
events:
  - {name: more, when: 0.1, do: [{effort: {joint: A, law: T}}, {effort: {joint: C, law: -0.2}}]}
  - {name: brake, when: 0.2, do: {effort: {joint: A, law: "-d*A.rate"}}}
  - {name: brake_C, when: 0.25, do: {effort: {joint: C, law: "-d*C.rate"}}}
  - {name: again, when: 0.3, do: {effort: {joint: A, law: 1}}}
  - {name: none, when: 0.4, do: [{effort: {joint: A}}, {effort: {joint: C, law: 0.1}}]}
run: {until: 0.5 s, every: 0.1 s, method: rk4, step: 1 ms}
sliders: [T, d]
"""
CHANGED = {"stop": 1.15, "e": 0.85, "soft": 70.0, "go": 0.4, "w": 2.5, "r": 0.105, "l": 0.27}


def agrees(found: list[Any], run: Any) -> None:
    """Check coordinates at the end, and the events with their times."""
    coordinates, happened = found
    history = run.history.in_units("SI")
    expected = {name: float(history[name][-1]) for name in coordinates}
    assert coordinates == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert [e["name"] for e in happened] == [e.name for e in run.events]
    assert [e["time"] for e in happened] == pytest.approx([e.t for e in run.events], abs=1e-10)


def test_events_change_the_motion_as_in_a_run(tmp_path: Path) -> None:
    """With the numbers of the file; then with others, from the start again; balances stay at 0."""
    path = written(tmp_path, SWITCHED)
    machine, static = machine_of(path)
    assert [s["name"] for s in static["machine"]["sliders"]] == [
        "stop", "e", "soft", "go", "w", "r", "l",
    ]  # fmt: skip
    assert not machine.manifest["cannot"]
    after = [("advance", 0.9), ("coordinates",), ("happened",), ("energy",)]
    changes = [("setConstant", name, value) for name, value in CHANGED.items()]
    found = ask(machine, *after, *changes, ("reset",), *after, ("setConstant", "e", 1.2))
    agrees(found[1:3], sarrus.Study.load(path).run(certify=False))
    other = {f"constants.{name}": value for name, value in CHANGED.items()}
    agrees(found[-4:-2], sarrus.Study.load(path, other).run(certify=False))
    for energy in (found[3], found[-2]):
        assert abs(energy["balance"]) < 1e-6 * energy["total"]
    assert not found[-1]["ok"]
    assert "hit" in found[-1]["message"]


def test_elements_and_drives_are_switched(tmp_path: Path) -> None:
    """An element that is off takes its numbers with it, and has the new ones when it is on."""
    path = written(tmp_path, TREE)
    machine, _ = machine_of(path)
    changed = {"constants.k": 20.0, "constants.n": 7.0, "arm.mass": 1.5}
    names = [("k", 20.0), ("n", 7.0), ("body:arm.mass", 1.5)]
    changes = [("setConstant", name, value) for name, value in names]
    after = [("advance", 0.5), ("coordinates",), ("happened",)]
    found = ask(machine, *after, *changes, ("reset",), *after)
    agrees(found[1:3], sarrus.Study.load(path).run(certify=False))
    agrees(found[-2:], sarrus.Study.load(path, changed).run(certify=False))


def test_efforts_are_switched_to_numbers_and_to_laws(tmp_path: Path) -> None:
    """The last one holds, be it a number or a law; from the start again, that of the file."""
    path = written(tmp_path, PUSHED)
    machine, _ = machine_of(path)
    after = [("advance", 0.5), ("coordinates",), ("happened",)]
    changes = [("setConstant", "T", 1.4), ("setConstant", "d", 0.2)]
    found = ask(machine, *after, ("reset",), *after, *changes, ("reset",), *after)
    run = sarrus.Study.load(path).run(certify=False)
    agrees(found[1:3], run)
    agrees(found[5:7], run)
    other = {"constants.T": 1.4, "constants.d": 0.2}
    agrees(found[-2:], sarrus.Study.load(path, other).run(certify=False))


def test_an_event_ends_the_motion_until_it_starts_again(tmp_path: Path) -> None:
    template = Path(sarrus.__file__).parent / "cli" / "templates" / "bouncing_ball.yaml"
    machine, _ = machine_of(written(tmp_path, template.read_text(encoding="utf-8")))
    found = ask(
        machine, ("advance", 3.0), ("time",), ("advance", 1.0), ("reset",), ("ended",),
        ("advance", 3.0), ("coordinates",), ("happened",),
    )  # fmt: skip
    assert not found[0]["ok"]
    assert found[0]["message"] == "the motion ends at t = 1.9 s with event 'enough'"
    assert found[1] == pytest.approx(1.9)
    assert found[2]["message"] == found[0]["message"]
    assert found[4] == ""
    run = sarrus.Study.load(template, {"run.method": "rk4", "run.step": 1e-3}).run(certify=False)
    agrees(found[6:], run)


def falling() -> Any:
    m = sarrus.Mechanism("falling")
    ball = m.body("ball", mass=1.0, inertia=(1e-3, 1e-3, 1e-3))
    m.prismatic("Z", m.ground, ball, at=(0, 0, 0), axis="z")
    return m.build().compile()


def machine_with(system: Any, *events: Event) -> Any:
    return unpacked(live(system, events=events).scene.static)


def test_a_body_comes_to_rest_where_it_hits() -> None:
    event = Event("Z.displacement", Bounce(0.5, rest=2.0), at=-1.0, direction="down", name="floor")
    found = ask(machine_with(falling(), event), ("advance", 5.0), ("coordinates",), ("happened",))
    assert found[0]["message"].endswith("with event 'floor': it has come to rest there")
    assert found[1]["Z.displacement"] == pytest.approx(-1.0)
    assert found[1]["Z.speed"] == pytest.approx(0.0, abs=1e-12)
    speed = np.sqrt(2 * 9.81)
    assert [e["time"] for e in found[2]] == pytest.approx(
        [speed / 9.81, 2 * speed / 9.81, 2.5 * speed / 9.81]
    )


def test_bounces_without_end_are_said() -> None:
    event = Event("Z.displacement", Bounce(0.5), at=-1.0, direction="down", name="floor")
    found = ask(machine_with(falling(), event), ("advance", 5.0), ("advance", 1.0))
    for answer in found:
        assert "without end" in answer["message"]


def test_times_at_the_start_and_counts() -> None:
    """An event at the first instant happens; one that may happen twice does it twice."""
    events = [
        Event(0.0, Record(), name="first"),
        Event(lambda t: np.sin(20 * t), Record(), direction="up", most=2, name="beat"),
    ]
    found = ask(machine_with(falling(), *events), ("advance", 2.0), ("happened",))
    assert [e["name"] for e in found[1]] == ["first", "beat", "beat"]
    beats = [e["time"] for e in found[1] if e["name"] == "beat"]
    run = falling()
    run = run.simulate(run.assemble(), until=2.0, method="rk4", step=1e-3, events=events)
    assert beats == pytest.approx([e.t for e in run.events if e.name == "beat"], abs=1e-11)


def test_what_a_page_cannot_do_ends_the_motion_in_words() -> None:
    event = Event("Z.displacement", lambda t, state: Stop(), at=-1.0, name="decided")
    machine = machine_with(falling(), event)
    assert machine.manifest["cannot"] == [
        "event 'decided' ends the motion here: what it does is decided by a function of Python"
    ]
    (answer,) = ask(machine, ("advance", 5.0))
    assert not answer["ok"]
    assert "decided by a function of Python" in answer["message"]


# A crane that takes up a load, sets it down, and takes another.
CRANE = """\
sarrus: 1
constants: {load: 3 kg, drop: 0.45 s, heavy: 2 kg}
bodies:
  arm: {mass: heavy, com: [0.3, 0, 0], inertia: [0.01, 0.05, 0.05]}
  hook: {mass: 0.5 kg, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}
joints:
  A: {type: revolute, parent: ground, child: arm, axis: y, at: [0, 0, 0]}
  B: {type: revolute, parent: arm, child: hook, axis: y, at: [0.6, 0, 0]}
events:
  - {name: take, when: 0.2 s, do: {attach: {name: box, body: hook, mass: load,
     com: [0.15, 0, 0.05], inertia: [0.01, 0.02, 0.03]}}}
  - {name: more, when: B.angle, at: -1 rad, most: 1, do: {attach: {name: bag, body: hook,
     mass: 1 kg, com: [0.05, 0.02, 0]}}}
  - {name: leave, when: drop, do: {detach: {name: box, body: hook}}}
run: {until: 0.8 s, every: 0.1 s, method: rk4, step: 1 ms}
sliders: [load, drop, heavy]
"""


def test_payloads_are_carried_as_in_a_run(tmp_path: Path) -> None:
    """With the numbers of the file, then with others; a slider while it hangs is one of the arm."""
    path = written(tmp_path, CRANE)
    machine, _ = machine_of(path)
    assert not machine.manifest["cannot"]
    after = [("advance", 0.8), ("coordinates",), ("happened",), ("energy",)]
    changes = [("setConstant", "load", 2.0), ("setConstant", "drop", 0.5)]
    found = ask(machine, *after, *changes, ("reset",), *after)
    run = sarrus.Study.load(path).run(certify=False)
    assert {e.name for e in run.events} == {"take", "more", "leave"}
    agrees(found[1:3], run)
    other = {"constants.load": 2.0, "constants.drop": 0.5}
    changed = sarrus.Study.load(path, other).run(certify=False)
    agrees(found[-3:-1], changed)
    for energy, known in ((found[3], run), (found[-1], changed)):
        left = known["energy.total"] - known["energy.corrections"]
        assert energy["balance"] == pytest.approx(float(left[-1] - left[0]), abs=1e-9)
    # a heavier arm while the hook carries: as one that was heavier from the start, from there on
    state = [("advance", 0.3), ("setConstant", "heavy", 2.5), ("setConstant", "heavy", 2.0)]
    again = ask(machine, *state, ("advance", 0.5), ("coordinates",))
    assert again[-1] == pytest.approx(found[1], rel=1e-9, abs=1e-9)


# Arm and hook swing towards a hanging load, hold it for a while, and let it go.
GRIPPER = """\
sarrus: 1
constants: {grab: 0.25 s}
bodies:
  arm: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.05, 0.05]}
  hook: {mass: 0.5 kg, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}
  load: {mass: 1 kg, com: [0, 0, -0.2], inertia: [0.01, 0.01, 0.01]}
frames:
  tip: {body: hook, at: [0.2, 0, 0]}
  handle: {body: load, at: [0, 0, -0.1]}
joints:
  A: {type: revolute, parent: ground, child: arm, axis: y, at: [0, 0, 0]}
  B: {type: revolute, parent: arm, child: hook, axis: y, at: [0.6, 0, 0]}
  L: {type: revolute, parent: ground, child: load, axis: y, at: [0.9, 0, 0]}
assembly: {rates: {L: 3 rad/s}}
events:
  - {name: grip, when: grab, do: {join: {name: hold, type: revolute, a: tip, b: handle, axis: y,
     where_it_is: true}}}
  - {name: open, when: 0.5 s, do: {part: hold}}
run: {until: 0.7 s, every: 0.1 s, method: rk4, step: 1 ms}
sliders: [grab]
"""


def test_a_load_is_gripped_and_let_go(tmp_path: Path) -> None:
    """With the time of the file, and with another; in space the joint has rows too many."""
    path = written(tmp_path, GRIPPER)
    machine, _ = machine_of(path)
    after = [("advance", 0.7), ("coordinates",), ("happened",), ("energy",)]
    found = ask(machine, *after, ("setConstant", "grab", 0.3), ("reset",), *after)
    agrees(found[1:3], sarrus.Study.load(path).run(certify=False))
    agrees(found[-3:-1], sarrus.Study.load(path, {"constants.grab": 0.3}).run(certify=False))
    assert abs(found[3]["balance"]) < 1e-8 and abs(found[-1]["balance"]) < 1e-8


@pytest.mark.parametrize("seed", range(len(KINDS)))
def test_joints_of_every_type_are_made_and_parted(seed: int) -> None:
    """Between random frames of random trees; redundant rows are chosen where the joint is made."""
    system, start, events = random_gripper(seed)
    run = system.simulate(start, until=0.06, every=0.02, events=events, method="rk4", step=1e-3)
    machine = live_machine(
        system, state=start, events=events, step=1e-3, method="rk4", turns=[], span=0.06
    )
    found = ask(machine, ("advance", 0.06), ("coordinates",))
    layout = system.compiled.layout
    expected = dict(zip([*layout.q_names, *layout.v_names], [*run.q[-1], *run.v[-1]], strict=True))
    assert found[1] == pytest.approx(expected, abs=1e-10)


def test_a_joint_of_a_loop_breaks(tmp_path: Path) -> None:
    text = FOUR_BAR.replace("NAME", "four-bar").replace("TEXT", "crank")
    event = "events: [{name: breaks, when: D.angle, at: -1.5 rad, most: 1, do: {part: C}}]"
    kept = text.partition("run:")
    run = "run: {until: 1 s, every: 0.1 s, method: rk4, step: 1 ms}"
    path = written(tmp_path, f"{kept[0]}{event}\n{run}\n{kept[2].partition(chr(10))[2]}")
    machine, _ = machine_of(path)
    found = ask(machine, ("advance", 1.0), ("coordinates",), ("happened",), ("loopError",))
    agrees(found[1:3], sarrus.Study.load(path).run(certify=False))
    assert found[3]["length"] == 0


def test_frames_that_do_not_meet_end_the_motion_in_words(tmp_path: Path) -> None:
    machine, _ = machine_of(written(tmp_path, GRIPPER.replace("where_it_is: true", "gap: 1 mm")))
    (answer,) = ask(machine, ("advance", 0.7))
    assert not answer["ok"]
    assert "'hold' cannot be made: its frames are" in answer["message"]


def test_a_payload_that_flies_in_ends_the_motion_in_words(tmp_path: Path) -> None:
    text = CRANE.replace("com: [0.05, 0.02, 0]", "com: [0.05, 0.02, 0], velocity: [1, 0, 0]")
    machine, _ = machine_of(written(tmp_path, text))
    (said,) = machine.manifest["cannot"]
    assert "'more'" in said and "'bag' comes with a velocity of its own" in said


def test_states_of_elements_are_set_by_laws() -> None:
    m = sarrus.Mechanism("motor")
    rotor = m.body("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02))
    m.revolute("A", m.ground, rotor, at=(0, 0, 0), axis="z")
    m.dc_motor("M", "A", voltage=12.0, resistance=1.0, inductance=0.05, constant=0.1)
    system = m.build().compile()
    do = SetState("M.current", lambda t, state: 0.5 * state["A.rate"])
    event = Event("A.rate", do, at=5.0, direction="up", name="switch")
    machine = machine_with(system, event)
    run = system.simulate(
        system.assemble(), until=0.5, method="rk4", step=1e-3, every=0.5, events=[event]
    )
    agrees(ask(machine, ("advance", 0.5), ("coordinates",), ("happened",))[1:], run)
