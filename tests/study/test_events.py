"""Events and every action of them, written in a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError
from sarrus.system import Run
from study.models import PENDULUM, SLIDER, study

G = 9.81


def ran(folder: Path, text: str, events: str, more: str = "") -> Run:
    """Return the run of a file with events."""
    found = study(folder, text, f"{more}run: {{until: 1, every: 0.01}}\nevents:\n{events}").run()
    assert isinstance(found, Run)
    return found


FALLING = SLIDER[: SLIDER.index("forces:")]


def test_a_ball_bounces_as_often_as_it_may(tmp_path: Path) -> None:
    more = "assembly: {wanted: {height: 1 m}}\n"
    events = "  - {name: floor, when: height, direction: down, most: 2, at: 0.5,\n"
    events += "     do: {bounce: {restitution: 0.5, rest: 1 mm/s}}}\n"
    run = ran(tmp_path, FALLING, events, more)
    first = np.sqrt(2 * 0.5 / G)
    speed = 0.5 * G * first
    assert [e.name for e in run.events] == ["floor", "floor"]
    assert [e.t for e in run.events] == pytest.approx([first, first + 2 * speed / G], abs=1e-6)


@pytest.mark.parametrize(
    "when",
    [
        "height.displacement",
        "height",
        "ball.position.z",
        "position(ball, z)",
        "0.5*height + position(ball, z)/2",
        "0 - velocity(ball, z)^2/2/9.81",
    ],
)
def test_conditions_that_mean_the_same(tmp_path: Path, when: str) -> None:
    events = f"  - {{when: '{when}', at: -0.2, do: stop}}\n"
    run = ran(tmp_path, FALLING, events)
    assert run.t[-1] == pytest.approx(np.sqrt(2 * 0.2 / G), abs=1e-7)


def test_distance_and_time_in_a_condition(tmp_path: Path) -> None:
    """A table below the falling ball, and the time alone."""
    table = "  table: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1], at: [0, 0, -0.3]}"
    text = FALLING.replace("bodies:", f"bodies:\n{table}")
    text = text.replace("joints:", "joints:\n  weld: {type: weld, parent: ground, child: table}")
    run = ran(tmp_path, text, "  - {when: 'distance(ball, table)', at: 0.1, do: stop}\n")
    assert run.t[-1] == pytest.approx(np.sqrt(2 * 0.2 / G), abs=1e-6)
    run = ran(tmp_path, text, "  - {when: 10*t - 3, do: [record, stop]}\n")
    assert run.t[-1] == pytest.approx(0.3, abs=1e-9)


def test_lock_and_release(tmp_path: Path) -> None:
    events = "  - {when: 0.2 s, do: {lock: height}}\n  - {when: 500 ms, do: {release: height}}\n"
    run = ran(tmp_path, FALLING, events)
    z = np.asarray(run["height.displacement"])
    held = (run.t > 0.2) & (run.t < 0.5)
    np.testing.assert_allclose(z[held], -G * 0.2**2 / 2, rtol=0, atol=1e-9)
    assert z[-1] == pytest.approx(-G * 0.2**2 / 2 - G * 0.5**2 / 2, abs=1e-8)


def test_efforts_are_switched(tmp_path: Path) -> None:
    events = "  - {when: 0.5, do: {effort: {joint: height, law: '9.81 N + 0*height.speed'}}}\n"
    events = events.replace("9.81 N + ", "9.81 [N] + ")
    run = ran(tmp_path, FALLING, events, "inputs: {height: 2*9.81 N}\n".replace("2*9.81", "19.62"))
    speed = np.asarray(run["height.speed"])
    assert speed[-1] == pytest.approx(G * 0.5, abs=1e-8)
    off = "  - {when: 0.5, do: {effort: {joint: height}}}\n"
    run = ran(tmp_path, FALLING, off, "inputs: {height: 9.81 N}\n")
    assert run["height.speed"][-1] == pytest.approx(-G * 0.5, abs=1e-8)


def test_a_drive_begins(tmp_path: Path) -> None:
    law = "-9.81*0.25^2/2 - 9.81*0.25*(t - 0.25)"
    run = ran(
        tmp_path,
        FALLING,
        f"  - {{when: 0.25, do: {{drive: {{coordinate: height, law: '{law}'}}}}}}\n",
    )
    assert run["height.speed"][-1] == pytest.approx(-G * 0.25, abs=1e-9)


@pytest.mark.parametrize(
    ("do", "frequency"),
    [
        ("{set: {name: S.k, value: 400 N/m}}", 20.0),
        ("{set: {S.k: 400}}", 20.0),
        ("{set: {S.k: 350 + 100*t}}", 20.0),
        ("{disable: S}", 0.0),
        ("[{disable: S}, {enable: S}]", 10.0),
    ],
)
def test_numbers_and_elements_are_switched(tmp_path: Path, do: str, frequency: float) -> None:
    """A mass of 1 kg at rest in its equilibrium, pushed by the change of the spring."""
    text = SLIDER.replace("gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]")
    more = "assembly: {wanted: {height: 0.1}}\n"
    run = ran(tmp_path, text, f"  - {{when: 0.5, do: {do}}}\n", more)
    x, v = 0.1 * np.cos(5.0), -np.sin(5.0)
    left = 0.5
    if frequency:
        end = x * np.cos(frequency * left) + v / frequency * np.sin(frequency * left)
    else:
        end = x + v * left
    assert run["height.displacement"][-1] == pytest.approx(end, abs=2e-6)


def test_a_payload_is_attached_and_let_go(tmp_path: Path) -> None:
    """1 kg that flies at 2 m/s takes another of 1 kg at rest along: 1 m/s, then 1 m/s alone."""
    text = FALLING.replace("gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]")
    load = "{name: load, body: ball, mass: 1000 g, inertia: [0.1, 0.1, 0.1], velocity: [0, 0, 0]}"
    events = f"  - {{when: 0.3, do: {{attach: {load}}}}}\n"
    events += "  - {when: 0.6, do: {detach: {name: load, body: ball}}}\n"
    run = ran(tmp_path, text, events, "assembly: {rates: {height: 2 m/s}}\n")
    speed = np.asarray(run["height.speed"])
    assert speed[0] == 2.0 and speed[-1] == pytest.approx(1.0, abs=1e-12)
    assert [e.done[0].split("'")[2].strip() for e in run.events] == ["attached to", "detached from"]


def test_a_joint_is_made_and_parted(tmp_path: Path) -> None:
    """A ball in free fall is caught at rest, hangs, and falls again when it is let go."""
    text = FALLING + "frames:\n  hook: {body: ball, at: [0, 0, 0.1]}\n"
    join = "{name: hold, type: distance, a: ground, b: hook, length: 90 cm}"
    events = f"  - {{when: height, at: -1 m, name: caught, do: {{join: {join}}}}}\n"
    events += "  - {when: 0.6 s, do: {part: hold}}\n"
    events += "  - {when: hold.reaction.force.norm, at: 1 N, direction: down, name: gone}\n"
    more = "assembly: {wanted: {height: -0.2 m}}\noutputs: [hold.reaction.force.z]\n"
    run = ran(tmp_path, text, events, more)
    caught, parted = (event.state for event in run.events[:2])
    assert run["height.speed"][caught] == pytest.approx(0.0, abs=1e-12)
    fast = np.sqrt(2 * G * 0.8)
    assert run.events[0].energy == pytest.approx(-0.5 * fast**2, rel=1e-9)
    assert run.events[0].impulse("hold").linear[2] == pytest.approx(fast, rel=1e-9)
    held = run["hold.reaction.force"]
    np.testing.assert_allclose(np.linalg.norm(held[caught:parted], axis=1), G, rtol=1e-12)
    assert run["height.speed"][-1] == pytest.approx(-G * 0.4, rel=1e-9)


@pytest.mark.parametrize(
    ("event", "code", "says"),
    [
        ("{when: 1, do: {join: {name: j, type: fixd, a: ground, b: rod}}}", "M09", "'fixed'"),
        ("{when: 1, do: {join: {name: j, type: fixed, a: ground, b: rood}}}", "M09", "'rod'"),
        ("{when: 1, do: {join: {name: j, type: fixed, a: rod, b: rod}}}", "M08", "with itself"),
        ("{when: 1, do: {join: {type: fixed, a: ground, b: rod}}}", "M09", "'name' is missing"),
        ("{when: A.angel, do: stop}", "M09", "did you mean 'A.angle'"),
        ("{do: stop}", "M09", "'when' is missing"),
        ("{when: 1, do: halt}", "M25", "is not an action"),
        ("{when: 1, do: {lok: A}}", "M09", "did you mean 'lock'"),
        ("{when: 1, do: {lock: B}}", "M09", "known names: 'A.rate', 'A'"),
        ("{when: 1, do: {disable: S}}", "M09", "force element"),
        ("{when: 1, do: {set: {rod.mas: 3}}}", "M09", "rod.mass"),
        ("{when: 1, do: {set: {name: rod.mass, value: 3 m}}}", "M05", "length"),
        ("{when: 1, do: {drive: {coordinate: A}}}", "M09", "'law' is missing"),
        ("{when: 1, do: {attach: {name: x, body: rot, mass: 1}}}", "M09", "did you mean 'rod'"),
        ("{when: 1, do: {bounce: {restitution: 2}}}", "V01", "between 0 and 1"),
        ("{when: A.angle, at: 3 m, do: stop}", "M05", "length"),
        ("{when: A.angle, direction: upwards}", "M25", "is none of up, down, both"),
        ("{when: A.angle, most: 0}", "M25", "at least 1"),
        ("{wenn: A.angle}", "M09", "did you mean 'when'"),
        ("{when: 'distance(rod, tipp) - 1'}", "M09", "did you mean 'tip'"),
        ("{when: 'position(rod, w)'}", "F22", "position(body or frame, x)"),
    ],
)
def test_wrong_events_are_told_with_their_place(
    tmp_path: Path, event: str, code: str, says: str
) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, PENDULUM, f"events:\n  - {event}\n")
    text = "\n".join(str(problem) for problem in caught.value.problems)
    assert says.lower() in text.lower() and f" {code} " in text, text
    for problem in caught.value.problems:
        assert problem.location is not None
        assert problem.location.line == len(PENDULUM.splitlines()) + 2
        assert problem.element.startswith("event 1")
