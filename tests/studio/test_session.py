"""What the page asks for, and who may ask: the same gate as the viewer's, and one file alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.studio import Studio
from sarrus.studio.document import MOST_BYTES
from sarrus.study.study import Study, study_of_text
from sarrus.viewer.server.request import Refused
from studio.desk import FOUR_BAR
from viewer.asking import Reply, asked, let_in, sent, written


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    path = tmp_path / "four_bar.yaml"
    path.write_text(FOUR_BAR, encoding="utf-8")
    with Studio(path) as found:
        yield found


def told(studio: Studio, action: str, **more: Any) -> dict[str, Any]:
    """Return the answer of the session itself."""
    found: dict[str, Any] = json.loads(
        studio.session.exchange(json.dumps({"do": action, **more}).encode())
    )
    return found


def shown(studio: Studio, text: str) -> dict[str, Any]:
    """Return the picture of a text, of its run if it has one."""
    found = told(studio, "show", text=text)
    while found["stage"] == "going":
        found = told(studio, "more", number=found["number"], seconds=20)
    return found


def test_text_to_picture(studio: Studio) -> None:
    opened = told(studio, "open")
    assert opened["text"] == FOUR_BAR and opened["file"] == "four_bar.yaml"
    found = shown(studio, FOUR_BAR)
    scene = json.loads(found["scene"])
    assert found["stage"] == "done" and found["problems"] == []
    assert scene["arrays"]["times"]["shape"][0] > 10
    wrong = shown(studio, FOUR_BAR.replace("parent: crank", "parent: crnk"))
    assert wrong["stage"] == "wrong" and wrong["scene"] is None
    assert wrong["problems"][0]["code"] == "M09"
    strict = "assembly: {strict: true, starts: 1, wanted: {A: 0, D: 2 rad}}\n"
    apart = shown(studio, FOUR_BAR + strict)
    assert apart["stage"] == "failed" and apart["problems"] and apart["scene"]
    drawn = told(studio, "show", text=FOUR_BAR, drawing=True)
    assert [point["name"] for point in drawn["points"]] == list("ABCD")
    assert drawn["points"][1]["bodies"] == ["crank", "coupler"]


def last_study(studio: Studio) -> Study:
    job = studio.session.jobs.last
    assert job is not None and job.study is not None
    return job.study


def test_other_numbers_make_no_kernel(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of another number is that of kernels which are there; nothing is traced."""
    first = shown(studio, FOUR_BAR)
    studio.session.jobs.systems.wait()
    traced: list[Any] = []
    monkeypatch.setattr("sarrus.kernels.trace.trace", lambda *given: traced.append(given))
    moved = FOUR_BAR.replace("100 mm", "90 mm").replace("mass: 1 kg", "mass: 3 kg")
    found = shown(studio, moved)
    made = last_study(studio).system.compiled.compiler.factory
    assert found["stage"] == "done" and found["scene"] != first["scene"]
    assert made.compiled == 0 and made.cached > 5 and traced == []


SPRUNG = FOUR_BAR.replace(
    "run: {until: 0.2 s, every: 10 ms}",
    """\
forces:
  S: {type: spring_damper, a: ground, b: crank, at_a: A, at_b: B, k: 50 N/m, free_length: 9 cm}
  T: {type: spring_damper, a: ground, b: rocker, at_a: B, at_b: C, k: 9 N/m, c: 1 N*s/m}
assembly: {wanted: {A: 0.1}, rates: {A: 2}}
inputs: {D: 0.3*sin(20*t)}
events:
  - {when: 0.1 s, do: [{set: {S.k: 60 N/m}}, {effort: {joint: A, law: 0.5 N*m}}]}
run: {until: 0.2 s, every: 10 ms}""",
)
OTHER = {
    "100 mm": "104 mm", "0.200]": "0.21]", "mass: 1 kg": "mass: 2 kg", "k: 9 N": "k: 12 N",
    "wanted: {A: 0.1}": "wanted: {A: 0.2}", "rates: {A: 2}": "rates: {A: 1}",
    "0.3*sin(20*t)": "0.4*sin(15*t)", "when: 0.1 s": "when: 0.05 s", "law: 0.5": "law: -0.5",
    "60 N/m": "80 N/m", "until: 0.2 s": "until: 0.15 s", "[A.angle, D.angle]": "[A.rate, T.force]",
}  # fmt: skip


def test_shared_kernels_run_as_the_file_read_anew(studio: Studio) -> None:
    """Numbers of model, start, laws, events and run are those of the new text."""
    shown(studio, SPRUNG)
    studio.session.jobs.systems.wait()
    text = SPRUNG
    for old, new in OTHER.items():
        assert old in text
        text = text.replace(old, new)
    assert shown(studio, text)["stage"] == "done"
    study, anew = last_study(studio), study_of_text(text, studio.path)
    assert study.system.compiled.compiler.parameters.size and study.outputs == anew.outputs
    made = study.system.compiled.compiler.factory
    assert made.compiled == 0
    run, expected = studio.session.jobs.last.run, anew.run()
    assert np.array_equal(run.t, expected.t)
    scale = np.maximum(np.abs(expected.v).max(axis=0), 1.0)
    assert np.max(np.abs(run.q - expected.q)) < 1e-12
    assert np.max(np.abs(run.v - expected.v) / scale) < 1e-12
    for name in anew.outputs:
        size = np.max(np.abs(expected.history[name]))
        assert np.allclose(run.history[name], expected.history[name], rtol=0, atol=1e-11 * size)


DRIVEN = FOUR_BAR.replace(
    "run: {until: 0.2 s, every: 10 ms}",
    """\
drives: {A: "0.3*sin(5*t)^2 - 2*t"}
events:
  - {name: formula, when: "D.angle + 0.9*t^2 - 0.01", do: record}
  - {name: level, when: A.rate, at: -1.5 rad/s, do: record}
run: {until: 0.2 s, every: 10 ms}""",
)


def test_laws_and_events_of_other_numbers_make_no_kernel(studio: Studio) -> None:
    """Numbers of a drive's law, of an event's formula and levels are inputs; exponents are code."""
    shown(studio, DRIVEN)
    studio.session.jobs.systems.wait()
    text = DRIVEN
    changes = {"0.3*sin(5*t)": "0.4*sin(4*t)", "0.9*t": "0.7*t", "-1.5 rad": "-1.2 rad"}
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    found = shown(studio, text)
    assert found["stage"] == "done", found["problems"]
    assert last_study(studio).system.compiled.compiler.factory.compiled == 0
    run, expected = studio.session.jobs.last.run, study_of_text(text, studio.path).run()
    assert [e.name for e in run.events] == ["formula", "level"]
    assert [e.t for e in run.events] == pytest.approx([e.t for e in expected.events], abs=1e-9)
    assert np.max(np.abs(run.q - expected.q)) < 1e-9


def test_ghost_and_files_for_others(studio: Studio) -> None:
    shown(studio, FOUR_BAR)
    assert told(studio, "keep", on=True)["kept"]
    other = shown(studio, FOUR_BAR.replace("100 mm", "90 mm"))
    assert [ghost["name"] for ghost in json.loads(other["scene"])["ghosts"]] == ["kept run"]
    told(studio, "keep", on=False)
    table = told(studio, "export", kind="csv", text=FOUR_BAR)
    assert table["name"] == "four_bar.csv"
    assert table["text"].startswith("t [s],A.angle [rad],D.angle [rad]\n")
    page = told(studio, "export", kind="page", text=FOUR_BAR)
    assert page["name"] == "four_bar.html" and page["text"].startswith("<!doctype html>")
    live = told(studio, "export", kind="live", text=FOUR_BAR)
    assert live["name"].endswith("_live.html") and "'wasm-unsafe-eval'" in live["text"]
    assert told(studio, "export", kind="model", text="x: 1")["text"] == "x: 1"
    shown(studio, "sarrus: 2\n")
    assert "underlined" in told(studio, "export", kind="csv", text="")["failed"][0]


def test_saving_and_conflict(studio: Studio) -> None:
    path = Path(studio.path)
    digest = told(studio, "open")["digest"]
    saved = told(studio, "save", text="a: 1\n", digest=digest)
    assert path.read_text("utf-8") == "a: 1\n"
    path.write_text("theirs\n", encoding="utf-8")
    found = told(studio, "save", text="mine\n", digest=saved["digest"])
    assert found["conflict"]["text"] == "theirs\n" and path.read_text("utf-8") == "theirs\n"
    again = told(studio, "save", text="mine\n", digest=found["conflict"]["digest"])
    assert path.read_text("utf-8") == "mine\n"
    # what we wrote is no news, what others write is
    path.write_text("news\n", encoding="utf-8")
    assert told(studio, "news", digest=again["digest"])["text"] == "news\n"


def test_newer_text_ends_the_run_of_the_older(studio: Studio) -> None:
    """A run of an hour does not hold up the next text."""
    long = FOUR_BAR.replace("0.2 s, every: 10 ms", "100000 s, every: 1 s")
    first = told(studio, "show", text=long)
    assert first["stage"] == "going" and first["scene"]
    found = shown(studio, FOUR_BAR)
    assert found["stage"] == "done"
    assert told(studio, "more", number=first["number"], seconds=1)["stale"]


def test_other_files_are_not_read(tmp_path: Path) -> None:
    """A mesh that the file names is drawn; the page cannot name another one."""
    corner = "facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n".format(
        "".join(f"vertex {p}\n" for p in ("0 0 0", "1 0 0", "0 1 0"))
    )
    for name in ("own.stl", "other.stl"):
        (tmp_path / name).write_text(f"solid s\n{corner}endsolid s\n", encoding="utf-8")
    shape = f"{{type: mesh, file: {tmp_path / 'own.stl'}}}"
    body = f"{{mass: 1, com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{shape}]}}"
    text = f"sarrus: 1\nbodies: {{b: {body}}}\n"
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    studio = Studio(path)
    assert shown(studio, text)["stage"] == "done"
    found = shown(studio, text.replace("own.stl", "other.stl"))
    assert found["stage"] == "wrong" and "was not named" in found["problems"][0]["text"]
    # nor by saving it first
    digest = told(studio, "open")["digest"]
    told(studio, "save", text=text.replace("own.stl", "other.stl"), digest=digest)
    assert shown(studio, text.replace("own.stl", "other.stl"))["stage"] == "wrong"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{}", b'{"do": "rm"}', b'{"do": "show"}', b'{"do": "show", "text": 3}',
        b'{"do": "more", "number": 1}', b'{"do": "move", "text": "", "point": "A", "to": [1]}',
        b'{"do": "add", "text": "a: 1", "what": "bomb", "points": [], "size": 1}',
        b'{"do": "add", "text": "a: 1", "what": "point", "points": [[1, 2, "x"]], "size": 1}',
        b'{"do": "add", "text": "a: 1", "what": "point", "points": [[1, 2, NaN]], "size": 1}',
        b'{"do": "export", "kind": "/etc/passwd", "text": ""}', b"\xff\xfe", b"[" * 100000,
    ],
)  # fmt: skip
def test_nonsense_is_refused(studio: Studio, body: bytes) -> None:
    try:
        found = json.loads(studio.session.exchange(body))
        assert "failed" in found or found.get("stale")
    except Refused as refused:
        assert refused.status == 400


def test_sizes_have_limits(studio: Studio) -> None:
    with pytest.raises(Refused) as refused:
        told(studio, "show", text="x" * (MOST_BYTES + 1))
    assert refused.value.status == 413


# --- the gate -------------------------------------------------------------------------------------


def exchange_of(page: str) -> str:
    return re.findall(r'name="sarrus-exchange" content="([^"]+)"', page)[0]


def posted(studio: Any, target: str, *headers: tuple[str, str], body: bytes) -> Reply:
    own = [("Host", f"127.0.0.1:{studio.port}"), ("Content-Length", str(len(body))), *headers]
    return sent(studio, written(target, own, "POST") + body)


def test_page_and_policy(studio: Any) -> None:
    """Scripts of the package alone; styles by a nonce; no inline code, no evaluation of text."""
    guest = let_in(studio)
    page = asked(studio, guest.page, guest.cookie)
    text = page.body.decode()
    policy = dict(
        part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";")
    )
    nonce = re.findall(r'name="sarrus-nonce" content="([^"]+)"', text)[0]
    assert len(nonce) >= 43
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["style-src"] == f"'self' 'nonce-{nonce}'"
    assert policy["connect-src"] == "'self'" and policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in str(policy) and "'unsafe-eval'" not in str(policy)
    assert "<style" not in text and not re.search(r"<script>|\son\w+=", text)
    assert [asked(studio, part, guest.cookie).status for part in guest.parts] == [200] * 3


def test_strangers_get_nothing(studio: Any) -> None:
    """Host, origin, cookie, method and size are as the viewer wants them."""
    guest = let_in(studio)
    target = exchange_of(asked(studio, guest.page, guest.cookie).body.decode())
    ours = ("Origin", f"http://127.0.0.1:{studio.port}")
    body = b'{"do": "open"}'
    assert posted(studio, target, ours, guest.cookie, body=body).status == 200
    assert posted(studio, target, guest.cookie, body=body).status == 403
    assert posted(studio, target, ours, body=body).status == 403
    strange = ("Origin", "http://evil.example")
    assert posted(studio, target, strange, guest.cookie, body=body).status == 403
    assert asked(studio, target, guest.cookie).status == 404
    crossed = ("Sec-Fetch-Site", "cross-site")
    assert posted(studio, target, ours, guest.cookie, crossed, body=body).status == 403
    other = written(target, [("Host", "evil.example"), ours, guest.cookie], "POST")
    assert sent(studio, other).status == 403
    long = [("Content-Length", str(20 * MOST_BYTES)), ours, guest.cookie]
    head = [("Host", f"127.0.0.1:{studio.port}"), *long]
    assert sent(studio, written(target, head, "POST")).status == 413
    # the link works once
    first = studio.url.split("/", 3)[3]
    assert asked(studio, f"/{first}").status == 200
    assert asked(studio, f"/{first}").status == 403


def test_what_is_no_model_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="F20"):
        Studio(tmp_path / "robot.urdf")
    with pytest.raises(ModelError, match="does not serve yet"):
        _ = Studio(tmp_path / "a.yaml").url
    with pytest.raises(ModelError, match=r"studio / port.*between 1024 and 65535"):
        Studio(tmp_path / "a.yaml", port=80)
    new = Studio(tmp_path / "a.yaml")
    assert told(new, "open")["digest"] == "" and not (tmp_path / "a.yaml").exists()
    assert shown(new, told(new, "open")["text"])["stage"] == "done"
