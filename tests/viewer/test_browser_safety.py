"""What the page does not do in a browser: run names, ask anyone, answer to pages of strangers."""

from __future__ import annotations

import html
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from sarrus.viewer import Scene, notebook_frame, page_of, scene_of
from sarrus.viewer.server import Server
from sarrus.viewer.server.gate import Gate, Granted
from sarrus.viewer.server.request import Refused, Request
from viewer.browser import SMALL, Tab, launched, opened, wait_in, written
from viewer.machines import MARKUP, pendulum
from viewer.payloads import chain_of, names

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def scene() -> Scene:
    return scene_of(pendulum(until=0.2))


# --- names --------------------------------------------------------------------------------------

TAGS = "script, iframe, img, a[href], object, embed, form, link, style, base, meta, video, math"


def look_everywhere(tab: Tab) -> None:
    """Show all that the page has of names: labels, data of everything, channels, plots."""
    tab.page.keyboard.press("l")
    tab.page.evaluate("for (const row of document.querySelectorAll('.row')) row.click()")
    tab.page.keyboard.press("p")
    tab.page.evaluate("document.querySelectorAll('.channel')[3].click()")
    tab.show(0.05)


def shown_as_text(tab: Tab, words: list[str]) -> None:
    found = tab.page.evaluate(
        "[...document.querySelectorAll('.row .name')].map(n => n.textContent)"
    )
    joints = found[len(words) : 2 * len(words)]
    assert found[: len(words)] == words and joints == words
    labels = tab.page.evaluate("[...document.querySelectorAll('.label')].map(n => n.textContent)")
    assert set(words) <= set(labels)
    assert tab.page.locator("h1").inner_text() == words[1] == tab.page.title()
    inside = f"document.querySelectorAll('#app :is({TAGS})').length"
    assert tab.page.evaluate(inside) == 0


def test_V05_names_with_markup_are_text(browser: Any, tmp_path: Path) -> None:
    """Each of 40 names opens a dialog, asks a server or adds an element if it is taken as markup.

    In the page as a file, and in that of the server.
    """
    words = names()
    assert len(words) >= 40
    scene = scene_of(chain_of(words))
    with opened(browser, written(tmp_path, "names", page_of(scene)), size=SMALL) as tab:
        look_everywhere(tab)
        shown_as_text(tab, words)
    with Server(scene) as server, opened(browser, server.url, base(server), size=SMALL) as tab:
        look_everywhere(tab)
        shown_as_text(tab, words)


def test_notebook_shows_the_page(browser: Any, tmp_path: Path) -> None:
    """Two outputs in one document, each in its frame, which cannot reach the notebook."""
    frames = [notebook_frame(pendulum(until=0.1, name=name)) for name in ("bob", MARKUP)]
    text = f"<!doctype html><title>notebook</title><body>{''.join(frames)}</body>"
    tab = Tab(browser, address := written(tmp_path, "notebook", text))
    tab.page.goto(address)
    for frame, name in zip(tab.page.frames[1:], ("bob", MARKUP), strict=True):
        wait_in(frame, "window.sarrus && window.sarrus.ready")
        assert frame.evaluate("window.sarrus.showTime(0.1)") == pytest.approx(0.1)
        assert frame.locator(".row .name").first.inner_text() == name
        assert frame.locator("main.stage canvas").first.bounding_box()["width"] > 200
        reached = "try { parent.document.title } catch (error) { error.name }"
        assert frame.evaluate(f"eval({json.dumps(reached)})") == "SecurityError"
        assert frame.evaluate("window.harm === undefined")
    tab.check_quiet()
    tab.context.close()


# --- the server and other pages -----------------------------------------------------------------


def base(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}/"


def test_page_of_the_server_works(browser: Any, scene: Scene) -> None:
    """Under the strict policy; again after a reload and in a second tab, not in another browser."""
    with Server(scene) as server, opened(browser, server.url, base(server), size=SMALL) as tab:
        page = tab.page.url
        assert "token" not in page and page.startswith(base(server))
        assert tab.page.evaluate("document.cookie") == ""
        assert tab.show(0.1)["time"] == pytest.approx(0.1)
        tab.open(page)
        second = tab.context.new_page()
        assert second.goto(page).status == 200
        other = browser.new_context()
        assert other.new_page().goto(page).status == 403
        other.close()


class Watched:
    """Notes what the server answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers: list[tuple[str, int]] = []
        self.cookies = 0
        inner = Gate.answer

        def answer(gate: Gate, request: Request) -> Granted:
            try:
                found = inner(gate, request)
            except Refused as why:
                self.answers.append((request.target, why.status))
                self.cookies += "cookie" in request.headers
                raise
            self.answers.append((request.target, 200))
            return found

        monkeypatch.setattr(Gate, "answer", answer)


@contextmanager
def stranger(content: str) -> Iterator[int]:
    """Serve a page of somebody else on another port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = content.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


ATTACK = """<!doctype html><title>stranger</title><body><script>
const wait = (ms) => new Promise((go) => setTimeout(go, ms, "silence"));
const told = (promise) => promise.then(() => "success", () => "failure");
const result = (promise) => Promise.race([wait(3000), told(promise)]);
const element = (tag, options) => new Promise((good, bad) => {
  const node = Object.assign(document.createElement(tag), options, { onload: good, onerror: bad });
  document.body.append(node);
});
const socket = (url) => new Promise((good, bad) => {
  Object.assign(new WebSocket(url.replace("http", "ws")), { onopen: good, onerror: bad });
});
const form = (action, k) => {
  const target = `frame${k}`;
  const frame = element("iframe", { name: target });
  const node = Object.assign(document.createElement("form"), { action, target, method: "post" });
  document.body.append(node);
  node.submit();
  return frame;
};
window.attack = async (url, k) => ({
  fetch: await result(fetch(url, { credentials: "include" }).then((r) => r.text())),
  post: await result(fetch(url, { method: "POST", credentials: "include", body: "x" })),
  image: await result(element("img", { src: url })),
  script: await result(element("script", { src: url })),
  style: await result(element("link", { rel: "stylesheet", href: url })),
  socket: await result(socket(url)),
  blind: await result(fetch(url, { mode: "no-cors", credentials: "include" })),
  frame: await result(element("iframe", { src: url })),
  form: await result(form(url, k)),
});
</script>"""
OPAQUE = ("blind", "frame", "form")
"""What tells the stranger nothing; the server's answers tell us."""


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_V03_pages_of_strangers_get_nothing(
    name: str, browser: Any, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the browser that has the cookie, even a page that knows all addresses gets nothing.

    Another port of 127.0.0.1 is the same site for browsers, localhost is another one.
    """
    watched = Watched(monkeypatch)
    with Server(scene) as server:
        tab = Tab(browser, "http://", size=SMALL)
        tab.open(server.url)
        served = [target for target, status in watched.answers if status == 200]
        assert len(served) == 4
        targets = [base(server)[:-1] + target for target in (*served[1:], "/", "/favicon.ico")]
        with stranger(ATTACK) as port:
            watched.answers.clear()
            tab.page.goto(f"http://{name}:{port}/")
            for k, url in enumerate(targets):
                done = tab.page.evaluate("([url, k]) => attack(url, k)", [url, k])
                got = {what: how for what, how in done.items() if what not in OPAQUE}
                assert set(got.values()) == {"failure"}, done
            with tab.context.expect_page() as window:
                tab.page.evaluate("url => { window.open(url); }", targets[0])
            window.value.wait_for_load_state()
        assert len(watched.answers) >= 5 * len(targets)
        assert {status for _, status in watched.answers} <= {400, 403, 404}, watched.answers
        assert bool(watched.cookies) == (name == "127.0.0.1"), "the cookie alone is no pass"
        assert not tab.dialogs
        tab.context.close()


def test_address_works_as_a_link_of_another_page(browser: Any, scene: Scene) -> None:
    """Browsers keep strict cookies from a chain that began elsewhere; the first page ends it."""
    with Server(scene) as server:
        link = f'<!doctype html><a href="{html.escape(server.url)}">look</a>'
        with stranger(link) as port:
            tab = Tab(browser, "http://", size=SMALL)
            tab.page.goto(f"http://localhost:{port}/")
            tab.page.locator("a").click()
            tab.until("window.sarrus && window.sarrus.ready")
            assert tab.page.url.startswith(base(server))
            tab.context.close()
