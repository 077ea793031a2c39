"""The file on disk: kept as it is written, replaced whole, never over a newer version."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sarrus.errors import ModelError
from sarrus.studio.document import MOST_BYTES, Document, NewerOnDisk, Watch


@pytest.mark.parametrize(
    "data",
    [b"sarrus: 1\n", b"sarrus: 1\r\nname: x\r\n", b"\xef\xbb\xbfsarrus: 1\r\n", b"a: \xc3\xa9"],
    ids=["lf", "crlf", "mark", "no end of line"],
)
def test_bytes_come_back(tmp_path: Path, data: bytes) -> None:
    """Line ends, byte order mark and the missing end of the last line stay."""
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    document = Document(str(path))
    version = document.version
    assert "\r" not in version.text and "\N{ZERO WIDTH NO-BREAK SPACE}" not in version.text
    document.write(version.text + "# more", version.digest)
    assert path.read_bytes() == data + b"# more"


def test_newer_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"sarrus: 1\n")
    document = Document(str(path))
    opened = document.version
    path.write_bytes(b"sarrus: 1\nname: theirs\n")
    with pytest.raises(NewerOnDisk) as raised:
        document.write("sarrus: 1\nname: mine\n", opened.digest)
    assert raised.value.version.text == "sarrus: 1\nname: theirs\n"
    assert path.read_bytes() == b"sarrus: 1\nname: theirs\n"
    assert [p.name for p in tmp_path.iterdir()] == ["a.yaml"]  # nothing is left behind
    # who has seen it may replace it
    document.write("sarrus: 1\nname: mine\n", raised.value.version.digest)
    assert path.read_bytes() == b"sarrus: 1\nname: mine\n"


def test_file_that_others_make_or_delete(tmp_path: Path) -> None:
    """A new file is not written over one that came meanwhile; a deleted one is not made again."""
    path = tmp_path / "a.yaml"
    document = Document(str(path), "fresh")
    assert (document.version.text, document.version.digest) == ("fresh", "")
    path.write_bytes(b"theirs")
    with pytest.raises(NewerOnDisk):
        document.write("mine", "")
    path.unlink()
    written = document.write("mine", "")
    assert path.read_bytes() == b"mine"
    path.unlink()
    with pytest.raises(NewerOnDisk) as raised:
        document.write("mine again", written.digest)
    assert raised.value.version.digest == "" and not path.exists()


def test_mode_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    real.write_bytes(b"a")
    real.chmod(0o640)
    link.symlink_to(real)
    document = Document(str(link))
    document.write("b", document.version.digest)
    assert link.is_symlink() and real.read_bytes() == b"b"
    assert real.stat().st_mode & 0o777 == 0o640


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a")
    document = Document(str(path))
    with pytest.raises(ModelError, match="F02"):
        document.write("x" * (MOST_BYTES + 1), document.version.digest)
    assert path.read_bytes() == b"a"
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(ModelError, match="F02"):
        Document(str(path))


def test_watch_sees_what_others_write(tmp_path: Path) -> None:
    """In place, by another file of the same name, and its end; our own writing is no news."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"1")
    document = Document(str(path))
    watch = Watch(document, 0.01).start()
    try:
        first = document.version
        assert watch.newer(first.digest, 0.05) is None
        path.write_bytes(b"22")
        second = watch.newer(first.digest, 10.0)
        assert second is not None and second.text == "22"
        (tmp_path / "b").write_bytes(b"333")
        os.replace(tmp_path / "b", path)
        third = watch.newer(second.digest, 10.0)
        assert third is not None and third.text == "333"
        own = document.write("4444", third.digest)
        watch.note(own)
        assert watch.newer(own.digest, 0.1) is None
        path.unlink()
        gone = watch.newer(own.digest, 10.0)
        assert gone is not None and gone.digest == ""
    finally:
        watch.close()
