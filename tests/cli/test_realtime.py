"""`sarrus realtime`: the section of the file, the options, and what is printed."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sarrus as package
from cli.conftest import Command
from sarrus.errors import ModelError
from sarrus.realtime import UdpPeer
from sarrus.study import Study
from viewer.asking import let_in
from viewer.test_steering import posted

PENDULUM = """\
sarrus: 1
bodies:
  rod: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.001, 0.02, 0.02]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
outputs: [A.angle]
realtime:
  rate: 200 Hz
  until: 50 ms
  substeps: 2
  efforts: {A: 5 N*m}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rod.yaml").write_text(PENDULUM, encoding="utf-8")


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_section_of_the_file() -> None:
    how = Study.load("rod.yaml").plan.realtime
    assert (how.rate, how.until, how.substeps) == (200.0, 0.05, 2)
    assert how.efforts == ("A",) and how.limits == {"A": 5.0}
    found = Study.load("rod.yaml").realtime(lambda t: {"A": 1.0})
    assert found.steps == 10 and found.run.account.steps == 20
    assert set(found.inputs["A"]) == {1.0}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("rate", "0 Hz", "M04.*above 0"),
        ("rate", "5 m", "rate"),
        ("method", "auto", "method"),
        ("method", "abm4", "method"),
        ("overrun", "skip", "overrun"),
        ("substeps", "0", "substeps"),
        ("efforts", "[B]", "B"),
        ("efforts", "{A: 5 N}", "A"),
        ("efforts", "[A, A.rate]", "A"),
        ("channels", "[A.no]", "A.no"),
        ("pace", "1", "pace"),
    ],
)
def test_mistakes_in_the_section_are_told_with_their_place(
    key: str, value: str, words: str
) -> None:
    with pytest.raises(ModelError, match=words):
        Study.load("rod.yaml", set={f"realtime.{key}": value})


def test_run_without_company(sarrus: Command) -> None:
    done = sarrus("realtime", "rod.yaml")
    assert done.code == 0, done.err
    assert "10 steps at 200 Hz" in done.out and "real-time factor" in done.out
    assert "how late samples were" in done.out
    assert len(package.open_run("rod.sarrus")) == 11


def test_udp_from_the_command_line(sarrus: Command) -> None:
    """A peer sends until it is answered; the efforts are in the file."""
    port, answers, over = free_port(), [], threading.Event()

    def act() -> None:
        with UdpPeer(port) as peer:
            while not over.is_set():
                peer.send([2.5])
                packet = peer.receive(timeout=0.01)
                if packet is not None:
                    answers.append(packet)

    other = threading.Thread(target=act)
    other.start()
    words = ("--udp", f"127.0.0.1:{port}", "--rate", "100Hz", "--until", "300ms", "--json")
    done = sarrus("realtime", "rod.yaml", *words)
    over.set()
    other.join()
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["realtime"]["rate"] == 100.0 and found["realtime"]["steps"] == 30
    assert sum(found["realtime"]["histogram"]["counts"]) == 30
    assert answers and len(answers[0].values) == 1
    assert 2.5 in np.asarray(package.open_run("rod.sarrus")["A.effort"])


def test_the_only_freedom_need_not_be_named(sarrus: Command) -> None:
    done = sarrus("realtime", "rod.yaml", "--udp", str(free_port()), "-s", "realtime.efforts=[]")
    assert done.code == 0, done.err
    assert set(np.asarray(package.open_run("rod.sarrus")["A.effort"])) == {0.0}


def test_a_person_ends_the_run_in_the_browser(
    sarrus: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens the printed address moves the slider, sees the run go on, and ends it."""
    acting: list[threading.Thread] = []

    def steer(url: str) -> None:
        port = int(url.split(":")[2].split("/")[0])
        page: Any = SimpleNamespace(server=SimpleNamespace(port=port, url=url))
        guest = let_in(page.server)
        seen: dict[str, Any] = {"running": True}
        while seen["running"]:
            sent = {"efforts": [9.0], "end": seen.get("t", 0.0) > 0.02}
            seen = json.loads(posted(page, guest, sent).body)
            if sent["end"]:
                return  # the server may be gone before another word

    def open_browser(url: str) -> bool:
        acting.append(threading.Thread(target=steer, args=(url,)))
        acting[0].start()
        return True

    monkeypatch.setattr("sarrus.cli.realtime.open_browser", open_browser)
    done = sarrus("realtime", "rod.yaml", "--view", "--until", "1h", "-e", "A=2N*m")
    acting[0].join()
    assert done.code == 0, done.err
    assert "W57" in done.err + done.out and "the page ended the run" in done.err + done.out
    assert 2.0 in np.asarray(package.open_run("rod.sarrus")["A.effort"])  # the end of the slider


def test_port_in_use_and_other_mistakes(sarrus: Command) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        done = sarrus("realtime", "rod.yaml", "--udp", str(other.getsockname()[1]))
    assert done.code != 0 and "E-PORT" in done.err
    assert "S36" in sarrus("realtime", "rod.yaml", "--udp", "10.0.0.1:9000").err
    assert sarrus("realtime", "rod.yaml", "--udp", "9000", "--view").code == 2
    assert sarrus("realtime", "rod.yaml", "--rate", "0").code != 0
    done = sarrus("realtime", "rod.yaml", "--view", "--set", "realtime.efforts=[]", "--no-browser")
    assert done.code == 2
