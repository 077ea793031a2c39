"""The page as a file and in notebooks: nothing leaves it, and the build is that of its sources."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.viewer import page_of, scene_of, stills, write_html, write_still
from sarrus.viewer.html import asset, fill
from viewer.machines import MARKUP, four_bar, pendulum

ROOT = Path(__file__).resolve().parents[2]
PNG = b"\x89PNG\r\n\x1a\n"


class Elements(HTMLParser):
    """All elements of a page, with their attributes and what stands in scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.open = tag if tag in ("script", "style", "title") else ""
        if self.open:
            self.inside.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open:
            self.inside[self.open][-1] += data


@pytest.fixture(scope="module")
def page() -> Elements:
    return Elements(page_of(scene_of(pendulum(until=0.1, name=MARKUP), title=MARKUP)))


def test_page_loads_nothing(page: Elements) -> None:
    """No element names another address, and the policy forbids what is not listed."""
    for tag, attributes in page.found:
        assert tag in ("html", "head", "meta", "title", "style", "body", "div", "script")
        assert not {"src", "href", "srcset", "data", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    policy = next(a["content"] for _, a in page.found if "http-equiv" in a)
    assert policy is not None and policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy


def test_policy_names_scripts_and_style_by_their_hashes(page: Elements) -> None:
    """The script of the page stands in it deflated; its policy names the text that comes out."""
    policy = next(a["content"] for _, a in page.found if "http-equiv" in a) or ""
    _, packed, loader = page.inside["script"]
    script = zlib.decompress(base64.b64decode(packed)).decode()
    assert script == asset("page.js") and len(packed) < 0.4 * len(script)
    hashes = [sha256(text) for text in (loader, script, page.inside["style"][0])]
    assert f"script-src {hashes[0]} {hashes[1]}; style-src {hashes[2]};" in policy


def sha256(text: str) -> str:
    """Return a hash as policies have it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_names_are_data_only(page: Elements) -> None:
    assert page.inside["title"] == [MARKUP]
    assert json.loads(page.inside["script"][0])["bodies"][1]["name"] == MARKUP
    kinds = [a.get("type") for tag, a in page.found if tag == "script"]
    assert kinds == ["application/json", "text/plain", None]


def test_template_is_filled_once() -> None:
    assert fill("a{{x}}b{{y}}", {"x": "{{y}}", "y": "2"}) == "a{{y}}b2"


def test_scripts_can_stand_inside_a_page() -> None:
    for script in (asset("page.js"), asset("loader.js")):
        assert script.isascii() and "\r" not in script
        assert not re.search(r"</script|<!--", script, flags=re.IGNORECASE)
    for name in ("eval(", "new Function", "innerHTML", "outerHTML", "document.write"):
        assert name not in own_sources(), f"{name} is no way to show data"


def own_sources() -> str:
    return "\n".join(p.read_text("utf-8") for p in page_sources() if p.suffix == ".js")


def test_page_was_built_from_its_sources() -> None:
    """`npm ci && npm run build` in viewer/ after a change; the record holds the hashes."""
    record = json.loads(asset("build.json"))
    sources = [ROOT / "viewer" / name for name in ("package.json", "package-lock.json", "build.js")]
    sources += page_sources()
    now = {p.relative_to(ROOT / "viewer").as_posix(): hashed(p.read_text("utf-8")) for p in sources}
    assert now == record["sources"]
    assert {name: hashed(asset(name)) for name in record["assets"]} == record["assets"]


def page_sources() -> list[Path]:
    """Return the files of the page and of the studio, folders with them."""
    folders = [ROOT / "viewer" / name for name in ("src", "studio")]
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_licences_of_others_are_there() -> None:
    folder = files("sarrus.viewer") / "assets"
    for name in ("three", "uplot", "codemirror"):
        text = (folder / f"LICENCE.{name}.txt").read_text("utf-8")
        assert "MIT" in text and "Copyright" in text
    notices = asset("page.js").partition("*/")[0]
    assert "three.js authors" in notices and "Leon Sorokin" in notices
    assert notices.count("shall be included in") == 2


def test_sources_are_short() -> None:
    for path in page_sources():
        assert len(path.read_text("utf-8").splitlines()) <= 1000, path.name


def test_file_is_written_whole_and_not_over_another(tmp_path: Path) -> None:
    run = pendulum(until=0.05)
    path = write_html(run, tmp_path / "a.html", channels=["A.angle"])
    first = path.read_bytes()
    assert first == page_of(scene_of(run, channels=["A.angle"])).encode()
    with pytest.raises(EnvironmentProblem, match="overwrite=True"):
        write_html(run, path)
    assert path.read_bytes() == first
    write_html(run, path, overwrite=True, title="other")
    assert path.read_bytes() != first
    with pytest.raises(EnvironmentProblem, match="cannot be written"):
        write_html(run, tmp_path / "none" / "a.html")
    assert [p.name for p in tmp_path.iterdir()] == ["a.html"]


def test_notebook_shows_the_same_page() -> None:
    run = pendulum(until=0.05, name=MARKUP)
    frame = run._repr_html_()
    assert frame == run.history._repr_html_().replace(
        html.escape(repr(run.history)), html.escape(repr(run))
    )
    (tag,) = re.findall(r"<[a-z]+", frame)
    assert tag == "<iframe"
    attributes = dict(Elements(frame).found[0][1])
    assert attributes["srcdoc"] == page_of(scene_of(run))
    assert attributes["sandbox"] == "allow-scripts allow-downloads"
    assert html.unescape(attributes["title"] or "") == repr(run)


def test_notebook_shows_drives() -> None:
    assert four_bar()._repr_html_().startswith("<iframe srcdoc=")


# --- stills -------------------------------------------------------------------------------------


def test_stills_need_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentProblem, match="chromium"):
        write_still(pendulum(until=0.05), tmp_path / "a.png", 0.0)


@pytest.mark.parametrize(
    "wrong, words",
    [({"t": 2.0}, "outside"), ({"camera": "left"}, "iso"), ({"size": (0, 5)}, "pixels")],
)
def test_wrong_stills_are_refused(wrong: dict[str, object], words: str, tmp_path: Path) -> None:
    how = {"t": 0.0, **wrong}
    with pytest.raises(ModelError, match=words):
        write_still(pendulum(until=0.05), tmp_path / "a.png", **how)  # type: ignore[arg-type]


def test_stills_at_several_times(tmp_path: Path) -> None:
    try:
        stills.find_browser()
    except EnvironmentProblem:
        pytest.skip("no browser")
    pytest.importorskip("playwright")
    run = pendulum(until=0.8)
    times = [0.0, 0.3, 0.6, 0.8]
    found = write_still(run, tmp_path / "a.png", times, size=(320, 240), labels=True)
    assert [path.name for path in found] == ["a-1.png", "a-2.png", "a-3.png", "a-4.png"]
    pictures = [path.read_bytes() for path in found]
    for picture in pictures:
        assert picture[:8] == PNG
        assert tuple(int.from_bytes(picture[k : k + 4]) for k in (16, 20)) == (320, 240)
    assert len(set(pictures)) == 4
