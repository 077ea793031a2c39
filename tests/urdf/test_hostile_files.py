"""Hostile and broken files: refused at once, with a place, and without opening anything else."""

from __future__ import annotations

import builtins
import os
import time
from pathlib import Path

import pytest

from sarrus import ModelError, load, load_urdf
from sarrus.file_access import MOST_BYTES
from sarrus.formats.sizes import MOST_LEVELS, MOST_PARTS
from urdf.snippets import ARM, changed

LAUGHS = "".join(
    f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' if i else '<!ENTITY l0 "ha">' for i in range(10)
)
PAYLOADS = {
    "billion laughs": f'<!DOCTYPE r [{LAUGHS}]><robot name="&l9;"/>',
    "quadratic": f'<!DOCTYPE r [<!ENTITY a "{"a" * 5000}">]><robot name="{"&a;" * 500}"/>',
    "external file": '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>',
    "external address": '<!DOCTYPE r SYSTEM "http://localhost:9/r.dtd"><robot name="r"/>',
    "public": '<!DOCTYPE r PUBLIC "-//X" "http://localhost:9/r.dtd"><robot name="r"/>',
    "parameter entity": '<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]><robot/>',
    "empty document type": '<!DOCTYPE robot><robot name="r"/>',
    "attribute list": '<!DOCTYPE r [<!ATTLIST robot name CDATA "x">]><robot/>',
    "notation": '<!DOCTYPE r [<!NOTATION n SYSTEM "file:///etc/passwd">]><robot/>',
    "unknown entity": '<robot name="&passwd;"/>',
    "long attribute": f'<robot name="{"a" * 2_000_000}"/>',
    "many attributes": f"<robot {' '.join(f'a{i}={chr(34)}{chr(34)}' for i in range(3))} a1=''/>",
}


@pytest.mark.parametrize("name", PAYLOADS)
def test_F04_payload(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*words: object, **more: object) -> None:
        raise RuntimeError(f"opened {words}")

    monkeypatch.setattr(builtins, "open", opened)
    monkeypatch.setattr(os, "open", opened)
    begun = time.process_time()
    with pytest.raises(ModelError) as caught:
        load_urdf(PAYLOADS[name])
    assert time.process_time() - begun < 2.0
    (problem,) = caught.value.problems
    assert problem.code in ("F04", "F01") and problem.location.line == 1
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("levels", [MOST_LEVELS - 1, MOST_LEVELS + 1, 1000, 100_000])
def test_F03_nesting(levels: int) -> None:
    inner = "<a>" * (levels - 1) + "</a>" * (levels - 1)
    text = f'<robot name="r"><link name="l"/>{inner}</robot>'
    if levels <= MOST_LEVELS:
        assert len(load_urdf(text).bodies) == 1
        return
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    assert caught.value.problems[0].code == "F03"


def test_F01_every_prefix_is_refused() -> None:
    text = ARM.rstrip()
    for end in range(len(text)):
        with pytest.raises(ModelError) as caught:
            load_urdf(text[:end] or " <")
        assert all(problem.location for problem in caught.value.problems)


def test_F02_and_F09(tmp_path: Path) -> None:
    huge = tmp_path / "huge.urdf"
    with huge.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    (tmp_path / "folder.urdf").mkdir()
    names = {"huge.urdf": "F02", "folder.urdf": "F09", "missing.urdf": "F09"}
    for name, code in names.items():
        with pytest.raises(ModelError) as caught:
            load(tmp_path / name)
        assert caught.value.problems[0].code == code


def test_F02_many_elements() -> None:
    text = '<robot name="r">' + "<a/>" * (MOST_PARTS + 1) + "</robot>"
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    assert caught.value.problems[0].code == "F02"


def refusal(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "r.urdf"
    path.write_bytes(data)
    with pytest.raises(ModelError) as caught:
        load(path)
    assert caught.value.problems[0].location.file == str(path)
    return caught.value.problems[0].code


def test_F07_encodings(tmp_path: Path) -> None:
    for encoding in ("utf-16", "utf-32"):
        assert refusal(tmp_path, ARM.encode(encoding)) == "F07"
    latin = ARM.replace("forearm", "for\u00eaarm").replace("1.0", '1.0" encoding="ISO-8859-1')
    assert refusal(tmp_path, latin.encode("latin-1")) == "F07"
    assert refusal(tmp_path, latin.encode("utf-8")) == "F07"
    assert refusal(tmp_path, ARM.encode().replace(b"base", b"ba\0se")) == "F07"
    assert refusal(tmp_path, b"\xef\xbb\xbf" + ARM.encode().replace(b"base", b"ba\xffse")) == "F07"
    with pytest.raises(ModelError) as caught:
        load_urdf(ARM.replace("base", "ba\ud800se"))
    assert caught.value.problems[0].code == "F07"


def test_byte_order_mark_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    plain = load_urdf(ARM)
    path = tmp_path / "r.urdf"
    path.write_bytes(b"\xef\xbb\xbf" + ARM.replace("\n", "\r\n").encode())
    assert load(path) == plain == load_urdf("\ufeff" + ARM)
    namespaced, _ = changed('<robot name="arm">', '<robot name="arm" xmlns="http://x" xmlns:y="z">')
    commented = ARM.replace("<joint", "<!-- a <joint> & --><?go on?><joint")
    assert load_urdf(namespaced) == plain == load_urdf(commented)


def test_lines_after_letters_of_several_bytes() -> None:
    """Columns count characters, not bytes."""
    text = ARM.replace('<link name="base"/>', '<link name="b\u00e4r"/> <link name="\u624b" x="1"/>')
    text = text.replace('link="base"', 'link="b\u00e4r"')
    extra = '<joint name="j" type="fixed"><parent link="b\u00e4r"/><child link="\u624b"/></joint>'
    found = load_urdf(text.replace("</robot>", extra + "</robot>")).notices
    place = next(n.location for n in found if "'x'" in n.value)
    line = text.splitlines()[2]
    assert (place.line, place.column) == (3, line.index('x="1"') + 4)


@pytest.mark.parametrize(
    "text",
    [
        '<robot><xacro:include filename="b.xacro"/></robot>',
        '<robot><link name="${prefix}base"/></robot>',
        '<robot><link name="l"/><gazebo x="$(find p)"/></robot>',
    ],
)
def test_F17_macros_without_their_namespace(text: str) -> None:
    with pytest.raises(ModelError, match="xmlns:xacro") as caught:
        load_urdf(text)
    assert caught.value.problems[0].code == "F17"


@pytest.mark.parametrize(("tag", "words"), [("sdf", "SDF"), ("mujoco", "MJCF"), ("html", "robot")])
def test_other_formats_are_named(tag: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        load_urdf(f"<{tag}/>")
