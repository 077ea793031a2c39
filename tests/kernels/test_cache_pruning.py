"""The folder of compiled kernels stays small: what is not used goes first, and is never missed."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from cli.conftest import Command, folder, sarrus  # noqa: F401
from kernels.test_cache import check, cosine, make, sine
from sarrus.kernels import Cache
from sarrus.kernels import cache as module
from sarrus.kernels.cache import DAY, DAYS, MEGABYTES, SECRET, most_megabytes

KILOBYTE = b"x" * 1000


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a hundred entries of a kilobyte, unused for 0 to 99 days."""
    monkeypatch.setattr(module, "_WRITTEN", {})
    place = tmp_path / "kernels"
    cache = Cache(place)
    monkeypatch.setenv(MEGABYTES, "0")
    monkeypatch.setenv(DAYS, "0")
    for k in range(100):
        cache.store(f"{k:03}", {}, KILOBYTE)
        os.utime(place / f"{k:03}.kernel", (time.time() - k * DAY - 60,) * 2)
    monkeypatch.delenv(MEGABYTES)
    monkeypatch.delenv(DAYS)
    return place


def left(place: Path) -> list[int]:
    return sorted(int(path.stem) for path in place.glob("*.kernel"))


def test_what_is_old_goes_and_then_what_is_too_much(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Cache(kept).prune() == 0
    monkeypatch.setenv(DAYS, "50")
    assert Cache(kept).prune() == 50
    assert left(kept) == list(range(50))
    monkeypatch.setenv(MEGABYTES, "0.03")
    Cache(kept).prune()
    found = left(kept)
    assert found == list(range(len(found))), "the least recently used go first"
    assert 20 < len(found) < 30 and Cache(kept).contents().bytes <= 0.9 * 30_000
    assert (kept / SECRET).exists(), "other processes have entries by its key"


def test_an_entry_that_is_used_is_new_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Cache(kept).load("090") == ({}, KILOBYTE)
    monkeypatch.setenv(DAYS, "50")
    Cache(kept).prune()
    assert left(kept) == [*range(50), 90]
    Cache(kept).load("000")
    used = (kept / "000.kernel").stat().st_mtime
    assert time.time() - used > 50, "a time that is new enough is not written again"


def test_the_first_write_of_a_process_prunes_and_others_seldom(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DAYS, "50")
    monkeypatch.setattr(module, "_WRITTEN", {})
    pruned: list[int] = []
    prune = Cache.prune
    monkeypatch.setattr(Cache, "prune", lambda self: pruned.append(prune(self)))
    cache = Cache(kept)
    for k in range(200, 210):
        cache.store(str(k), {}, KILOBYTE)
    assert pruned == [50]
    monkeypatch.setenv(MEGABYTES, "0.05")
    for k in range(210, 220):
        cache.store(str(k), {}, KILOBYTE)
    assert 2 < len(pruned) < 7
    assert cache.contents().bytes <= 60_000


@pytest.mark.parametrize("value", ["", "much", "-3", "nan", "inf", "1e999"])
def test_a_bound_that_is_none_is_the_usual_one(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MEGABYTES, value)
    assert most_megabytes() == 2000.0


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_nothing_but_entries_of_the_folder_is_removed(kept: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious.kernel"
    precious.write_bytes(KILOBYTE)
    (kept / "link.kernel").symlink_to(precious)
    (kept / "folder.kernel").mkdir()
    (kept / "notes.txt").write_text("mine")
    gone = Cache(kept).clear()
    assert gone.entries == 100 and precious.exists()
    assert {p.name for p in kept.iterdir()} == {
        "link.kernel", "folder.kernel", "notes.txt", SECRET
    }  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="needs links and owners")
@pytest.mark.parametrize("fault", ["link", "exchanged"])
def test_a_folder_that_is_not_ours_is_not_cleared(kept: Path, tmp_path: Path, fault: str) -> None:
    cache = Cache(kept)
    assert cache._ready()
    kept.rename(tmp_path / "moved")
    other = tmp_path / "other"
    other.mkdir(mode=0o755)
    (other / "1.kernel").write_bytes(KILOBYTE)
    kept.symlink_to(other)
    if fault == "link":
        with pytest.warns(module.CacheWarning, match="symbolic link"):
            assert Cache(kept).clear().entries == 0
    else:
        with pytest.raises(OSError, match=r"link|directory|directories"):
            cache.clear()
    assert (other / "1.kernel").exists()


def test_a_kernel_in_use_survives_its_entry(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kernels")
    fresh, _ = make(cache)
    loaded, factory = make(Cache(cache.folder))
    assert factory.compiled == 0
    cache.clear()
    check(fresh)
    check(loaded)
    again, factory = make(Cache(cache.folder))
    assert factory.compiled == 1
    check(again)


def test_many_readers_while_entries_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers get what was stored, or nothing, whatever is removed meanwhile."""
    monkeypatch.setenv(MEGABYTES, "0.02")
    monkeypatch.setattr(module, "_WRITTEN", {})
    place = tmp_path / "kernels"
    Cache(place).store("0", {"k": 0}, KILOBYTE)
    wrong: list[object] = []
    done = threading.Event()

    def read() -> None:
        cache = Cache(place)
        while not done.is_set():
            for k in range(20):
                found = cache.load(str(k))
                if found not in (None, ({"k": k}, KILOBYTE)):
                    wrong.append(found)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for n in range(300):
        Cache(place).store(str(n % 20), {"k": n % 20}, KILOBYTE)
        if n % 10 == 0:
            Cache(place).prune()
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_doctor_shows_and_clears(
    kept: Path,
    sarrus: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SARRUS_CACHE", str(kept))
    shown = next(f for f in sarrus("doctor", "--json").data["findings"] if f["what"] == "cache")
    assert "MB of at most 2,000 MB, the oldest unused for 99 days" in shown["found"]
    before = len(left(kept))
    done = sarrus("doctor", "--clear-cache", "--json")
    assert (done.code, done.data["kernels"]) == (0, before)
    assert left(kept) == []
    assert "0 kernels removed" in sarrus("doctor", "--clear-cache").out
    for function in (sine, cosine):
        check(make(Cache(kept), function)[0], function)
    monkeypatch.setenv("SARRUS_CACHE", "")
    assert sarrus("doctor", "--clear-cache").out.startswith("There is no cache")
