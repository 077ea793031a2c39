"""A run that a person steers: what its page sends, who may send it, and what moves in a browser."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from realtime.fake_clock import FakeClock, four_bar, pendulum
from sarrus import ModelError
from sarrus.viewer import SteeringPage
from viewer.asking import Guest, Reply, let_in, sent, written
from viewer.browser import SMALL, launched, opened


@pytest.fixture(scope="module")
def page() -> Iterator[SteeringPage]:
    system = four_bar()
    with SteeringPage(system, system.assemble(), {"A": 3.0, "D": (-1.0, 2.0)}) as found:
        yield found


@pytest.fixture
def guest(page: SteeringPage) -> Guest:
    return let_in(page.server)


def live_of(page: SteeringPage, guest: Guest) -> dict[str, Any]:
    """Return what the served page knows about its run."""
    host = ("Host", f"127.0.0.1:{page.server.port}")
    text = sent(page.server, written(guest.page, [host, guest.cookie])).body.decode()
    scene = text.partition('id="scene">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(scene)["live"]
    return found


def posted(
    page: SteeringPage,
    guest: Guest,
    content: Any,
    *more: tuple[str, str],
    target: str | None = None,
    without: tuple[str, ...] = (),
) -> Reply:
    """Return the answer to what the page would send, with some headers more or less."""
    own = f"127.0.0.1:{page.server.port}"
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    given = {"Host": own, "Origin": f"http://{own}", "Cookie": guest.cookie[1]}
    given |= {"Content-Length": str(len(body)), **dict(more)}
    lines = [(name, value) for name, value in given.items() if name not in without]
    where = live_of(page, guest)["address"] if target is None else target
    return sent(page.server, written(where, lines, "POST") + body)


STILL = {"efforts": [0.0, 0.0], "end": False}


def test_page_knows_its_sliders(page: SteeringPage, guest: Guest) -> None:
    live = live_of(page, guest)
    assert [(e["name"], e["unit"], e["low"], e["high"]) for e in live["efforts"]] == [
        ("A", "N m", -3.0, 3.0),
        ("D", "N m", -1.0, 2.0),
    ]
    host = ("Host", f"127.0.0.1:{page.server.port}")
    shown = sent(page.server, written(guest.page, [host, guest.cookie]))
    assert "connect-src 'self'" in shown.headers["Content-Security-Policy"]


def test_sliders_are_efforts_and_the_page_sees_the_bodies(page: SteeringPage, guest: Guest) -> None:
    """The page acts while the clock sleeps: efforts beyond the ends of a slider are cut off."""
    system, answers, calls = four_bar(), [], [0]

    def act() -> None:
        calls[0] += 1
        efforts = [1.0, 9.0] if calls[0] < 10 else [-0.5, 0.0]
        answers.append(posted(page, guest, {"efforts": efforts, "end": calls[0] == 15}))

    before = sys.getswitchinterval()
    found = system.realtime(
        system.assemble(), rate=100.0, read=page, write=page, clock=FakeClock(act)
    )
    assert sys.getswitchinterval() == before
    assert [p.code for p in found.notices] == ["W57"]
    assert list(found.inputs["A"]) == [0.0] + [1.0] * 9 + [-0.5] * 5
    assert list(found.inputs["D"]) == [0.0] + [2.0] * 9 + [0.0] * 5
    last = json.loads(answers[-1].body)
    k = round(last["t"] * 100.0)
    origin = page.server.scene.static["origin"]
    places = np.array(last["positions"]).reshape(4, 3) + origin
    bodies = [found[f"body:{name}.position"][k] for name in ("crank", "coupler", "rocker")]
    np.testing.assert_allclose(places, [np.zeros(3), *bodies], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(np.array(last["turns"]).reshape(4, 4), axis=1), 1.0)
    over = json.loads(posted(page, guest, STILL).body)
    assert over["running"] is False


def test_strangers_cannot_steer(page: SteeringPage, guest: Guest) -> None:
    """Origin, cookie, host and address must all be right; a missing origin is no pass."""
    own = f"127.0.0.1:{page.server.port}"
    assert posted(page, guest, STILL).status == 200
    refused = [
        posted(page, guest, STILL, without=("Origin",)),
        posted(page, guest, STILL, without=("Cookie",)),
        posted(page, guest, STILL, ("Origin", "http://evil.example")),
        posted(page, guest, STILL, ("Origin", "null")),
        posted(page, guest, STILL, ("Origin", f"http://localhost:{page.server.port}")),
        posted(page, guest, STILL, ("Host", "evil.example"), ("Origin", "http://evil.example")),
        posted(page, guest, STILL, ("Cookie", "sarrus=x")),
        posted(page, guest, STILL, ("Sec-Fetch-Site", "cross-site")),
        posted(page, guest, STILL, ("Sec-Fetch-Site", "same-site")),
        posted(page, guest, STILL, ("Sec-Fetch-Dest", "document")),
        posted(page, guest, STILL, ("Sec-Fetch-Mode", "navigate")),
    ]
    assert [reply.status for reply in refused] == [403] * len(refused)
    assert posted(page, guest, STILL, target=guest.page).status == 404
    assert posted(page, guest, STILL, target="/").status == 404
    address = live_of(page, guest)["address"]
    asked = sent(page.server, written(address, [("Host", own), guest.cookie]))
    assert asked.status == 404  # a link or picture cannot steer


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"efforts": [0, 0]}',
        b'{"efforts": [0], "end": false}',
        b'{"efforts": [0, NaN], "end": false}',
        b'{"efforts": [0, "x"], "end": false}',
        b'{"efforts": [0, 1e999], "end": false}',
        b'{"efforts": [0, 0], "end": 1}',
        b"[" * 5000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_slider_is_refused(page: SteeringPage, guest: Guest, content: bytes) -> None:
    assert posted(page, guest, content).status == 400


def test_lengths_that_are_wrong(page: SteeringPage, guest: Guest) -> None:
    assert posted(page, guest, STILL, without=("Content-Length",)).status == 411
    assert posted(page, guest, STILL, ("Content-Length", "-1")).status == 411
    assert posted(page, guest, STILL, ("Content-Length", "99999999")).status == 413
    assert posted(page, guest, STILL, ("Content-Length", "3")).status == 400
    assert posted(page, guest, STILL, ("Transfer-Encoding", "chunked")).status == 413


@pytest.mark.parametrize(
    "efforts",
    [{}, {"A": 0.0}, {"A": -1.0}, {"A": (2.0, 1.0)}, {"A": float("nan")}, {"no": 1.0}, {"A": None}],
)
def test_sliders_that_are_none(efforts: Any) -> None:
    with pytest.raises(ModelError):
        SteeringPage(pendulum(), pendulum().assemble(), efforts)


@pytest.mark.slow
def test_a_person_steers_in_a_browser() -> None:
    """A slider is moved, the mechanism moves, and the button ends the run."""
    system = pendulum()
    start = system.assemble()
    with (
        ThreadPoolExecutor(1) as aside,
        launched() as browser,
        SteeringPage(system, start, {"A": 10.0}) as page,
    ):
        run = aside.submit(system.realtime, start, rate=100.0, read=page, write=page)
        url = page.url
        with opened(browser, url, url.partition("/?")[0], size=SMALL) as tab:
            tab.until("window.sarrus.steering.exchanges > 3")
            tab.page.locator("input.effort").fill("7.5")
            before = tab.page.evaluate("window.sarrus.steering.exchanges")
            tab.until(f"window.sarrus.steering.exchanges > {before + 3}")
            shown = tab.state()
            tab.page.get_by_title("End the run").click()
            tab.until("!window.sarrus.steering.running")
        found = run.result(timeout=60)
    assert 7.5 in found.inputs["A"]
    k = int(np.argmin(np.abs(found.run.t - shown["time"])))
    assert found.run.t[k] == pytest.approx(shown["time"], abs=1e-9)
    place = shown["joints"]["A"]["child"]
    np.testing.assert_allclose(place, [0.0, 0.0, 0.0], atol=1e-6)
