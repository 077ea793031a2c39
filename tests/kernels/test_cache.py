"""Compiled kernels on disk: private, atomic, checked, and never in the way."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.kernels import Cache, Kernel, KernelError, KernelFactory
from sarrus.kernels.cache import MAC_BYTES, MAGIC, SECRET, CacheWarning, _pack, _unpack
from sarrus.kernels.targets.llvm.target import LlvmTarget

X = np.array([0.3, -0.4, 0.5])


def sine(x: Any) -> dict[str, Any]:
    return {"y": np.sin(x) * 2.0}


def cosine(x: Any) -> dict[str, Any]:
    return {"y": np.cos(x) * 3.0}


def make(
    cache: Cache | Path | None, function: Callable[..., Any] = sine, **options: Any
) -> tuple[Kernel, KernelFactory]:
    factory = KernelFactory(cache if isinstance(cache, Cache) else Cache(cache))
    return factory.make(function.__name__, function, {"x": (3,)}, **options), factory


def check(kernel: Kernel, function: Callable[..., Any] = sine) -> None:
    np.testing.assert_allclose(kernel(X), function(X)["y"], rtol=1e-15)


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name != SECRET)


def rewrite(path: Path, *gone: str, **changes: Any) -> None:
    """Change the description of an entry, as one who can read the key."""
    secret = (path.parent / SECRET).read_bytes()
    description, code = _unpack(path.read_bytes(), path.name, secret)
    description = {k: v for k, v in {**description, **changes}.items() if k not in gone}
    path.write_bytes(_pack(description, code, path.name, secret))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "some" / "kernels"


@pytest.fixture
def filled(folder: Path) -> Path:
    """A folder with the kernel of `sine`."""
    make(folder)
    return folder


def test_second_time_comes_from_disk(folder: Path) -> None:
    first, factory = make(folder)
    assert (factory.compiled, factory.cached) == (1, 0)
    second, factory = make(folder)
    assert (factory.compiled, factory.cached) == (0, 1)
    check(second)
    np.testing.assert_array_equal(first(X), second(X))
    assert (first.counts, first.operations) == (second.counts, second.operations)
    assert (first.inputs, first.outputs) == (second.inputs, second.outputs)
    assert first.work_size == second.work_size


def test_only_finished_files_remain(filled: Path) -> None:
    assert [path.suffix for path in entries(filled)] == [".kernel"]


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_folder_belongs_to_the_user_alone(filled: Path) -> None:
    assert stat.S_IMODE(filled.stat().st_mode) == 0o700
    (path,) = entries(filled)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_open_folder_is_closed(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    make(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# The name of an entry -------------------------------------------------------------------------


def test_key_covers_all_that_the_code_depends_on(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled_anew(**changes: Any) -> bool:
        factory = KernelFactory(Cache(filled))
        arguments = {"key": "sine", "function": sine, "inputs": {"x": (3,)}, **changes}
        factory.make(**arguments)
        return factory.compiled == 1

    assert not compiled_anew()
    assert compiled_anew(key="another model")
    assert compiled_anew(inputs={"x": (4,)})
    assert compiled_anew(outputs=["y"])
    monkeypatch.setattr("sarrus.kernels.targets.llvm.machine.identity", lambda: "another processor")
    assert compiled_anew()
    monkeypatch.setattr(
        "sarrus.kernels.factory.source_version", lambda: "another version of Sarrus"
    )
    assert compiled_anew()


def test_names_are_hashes(folder: Path) -> None:
    factory = KernelFactory(Cache(folder))
    factory.make("../../evil\0 name", sine, {"x": (3,)})
    (path,) = entries(folder)
    assert len(path.stem) == 64 and set(path.stem) <= set("0123456789abcdef")


# Entries that do not pass ---------------------------------------------------------------------


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[:-100],
    "truncated head": lambda data: data[: len(MAGIC) + 5],
    "one bit": flipped,
    "longer": lambda data: data + b"\0",
    "another format": lambda data: b"sarrus kernel 0\n" + data[len(MAGIC) :],
    "zeros": lambda data: bytes(len(data)),
    "another file": lambda data: b"\x7fELF" + data,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_entry_is_rebuilt(filled: Path, damage: str) -> None:
    (path,) = entries(filled)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    with pytest.warns(CacheWarning, match="not used and will be rebuilt"):
        kernel, factory = make(filled)
    assert factory.compiled == 1
    check(kernel)
    kernel, factory = make(filled)
    assert factory.cached == 1
    check(kernel)


def test_entry_of_another_kernel_is_not_used(filled: Path) -> None:
    """A whole file under a wrong name, such as from a copied or mixed-up folder."""
    (path,) = entries(filled)
    make(filled, cosine)
    (other,) = set(entries(filled)) - {path}
    other.write_bytes(path.read_bytes())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CacheWarning)
        kernel, _ = make(filled, cosine)
    check(kernel, cosine)


def test_code_that_fails_its_self_test_is_rebuilt(filled: Path) -> None:
    (path,) = entries(filled)
    rewrite(path, test_outputs="0" * 64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CacheWarning)
        kernel, factory = make(filled)
    assert (factory.compiled, factory.cached) == (1, 0)
    check(kernel)
    assert make(filled)[1].cached == 1


def test_fresh_code_that_is_wrong_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sarrus.kernels.trace import trace

    wrong = LlvmTarget().kernel_code(trace(cosine, {"x": (3,)}))
    monkeypatch.setattr(LlvmTarget, "kernel_code", lambda self, *asked: wrong)
    with pytest.raises(KernelError, match="'y' fails its self-test"):
        make(folder)
    assert not folder.exists() or entries(folder) == []


def restless(x: Any, turn: float = 1.0) -> dict[str, Any]:
    """Newton's method for y^2 = -1: doubles the difference of roundings in each of its steps."""
    y = x
    for _ in range(80):
        y = 0.5 * y - 0.5 / y
    return {"y": y, "z": turn * np.sin(x) + x}


def test_outputs_without_digits_are_left_out_of_the_self_test(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 80 doublings no digit of y is left; z is still compared."""
    from sarrus.kernels.trace import trace

    kernel, _ = make(folder, restless)
    np.testing.assert_allclose(kernel(np.full(3, 0.3))[1], np.sin(0.3) + 0.3, rtol=1e-14)
    wrong = LlvmTarget().kernel_code(trace(lambda x: restless(x, 1.001), {"x": (3,)}))
    monkeypatch.setattr(LlvmTarget, "kernel_code", lambda self, *asked: wrong)
    with pytest.raises(KernelError, match="'z' fails its self-test"):
        make(folder / "other", restless)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners of files")
def test_entry_of_another_user_is_not_used(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(filled)
    assert cache._ready()
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    with pytest.warns(CacheWarning, match="belongs to another user"):
        kernel, factory = make(cache)
    assert factory.compiled == 1
    check(kernel)


MALFORMED: dict[str, dict[str, Any]] = {
    "ports of another kind": {"inputs": 7},
    "ports without shapes": {"outputs": [["y"]]},
    "samples of another shape": {"test_inputs": [[0.5]]},
    "samples of text": {"test_inputs": [["a", "b", "c"]]},
    "a negative size": {"work_size": -1},
    "counts of text": {"counts": {"sin": "many"}},
    "no counts": {"counts": None},
    "no digest": {"test_outputs": 5},
    "another key": {"key": "0" * 64},
}


@pytest.mark.parametrize("fault", MALFORMED)
def test_malformed_entry_is_a_miss(filled: Path, fault: str) -> None:
    (path,) = entries(filled)
    rewrite(path, **MALFORMED[fault])
    kernel, factory = make(filled)
    assert (factory.compiled, factory.cached) == (1, 0)
    check(kernel)


@pytest.mark.parametrize("gone", ["inputs", "test_inputs", "work_size", "counts", "key"])
def test_entry_without_a_part_is_a_miss(filled: Path, gone: str) -> None:
    (path,) = entries(filled)
    rewrite(path, gone)
    kernel, factory = make(filled)
    assert (factory.compiled, factory.cached) == (1, 0)
    check(kernel)


# Entries of somebody else ---------------------------------------------------------------------


@pytest.fixture
def loaded_code(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Code that is loaded, in the order of loading."""
    loaded: list[bytes] = []
    original = LlvmTarget.load

    def noted(self: LlvmTarget, code: bytes) -> Any:
        loaded.append(code)
        return original(self, code)

    monkeypatch.setattr(LlvmTarget, "load", noted)
    return loaded


@pytest.mark.parametrize("digest", ["sha256", "other key", "no key"])
def test_forged_entry_is_never_loaded(filled: Path, loaded_code: list[bytes], digest: str) -> None:
    """The code of another kernel under this one's name, with a checksum that anybody can make."""
    (path,) = entries(filled)
    elsewhere = filled.parent / "elsewhere"
    make(elsewhere, cosine)
    (other,) = entries(elsewhere)
    secret = (elsewhere / SECRET).read_bytes()
    description, code = _unpack(other.read_bytes(), other.name, secret)
    evil = {**description, "key": path.stem}
    forged = _pack(evil, code, path.name, secret if digest == "other key" else b"")
    if digest == "sha256":
        body = forged[len(MAGIC) + MAC_BYTES :]
        forged = MAGIC + hashlib.sha256(body).digest() + body
    path.write_bytes(forged)
    loaded_code.clear()
    with pytest.warns(CacheWarning, match="authentication code"):
        kernel, factory = make(filled)
    assert factory.compiled == 1 and code not in loaded_code
    check(kernel)


def as_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_link(path: Path) -> None:
    path.rename(path.parent.parent / "moved")
    path.symlink_to(path.parent.parent / "moved")


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_open_file(path: Path) -> None:
    path.chmod(0o666)


PLANTED = {"fifo": as_fifo, "link": as_link, "folder": as_folder, "open to others": as_open_file}


@pytest.mark.skipif(os.name != "posix", reason="kinds of files of POSIX")
@pytest.mark.parametrize("kind", PLANTED)
def test_what_is_no_file_of_the_user_is_not_read(filled: Path, kind: str) -> None:
    """It neither hangs (FIFO) nor follows (link)."""
    (path,) = entries(filled)
    PLANTED[kind](path)
    with pytest.warns(CacheWarning):
        kernel, factory = make(filled)
    assert factory.compiled == 1
    check(kernel)


@pytest.mark.skipif(os.name != "posix", reason="kinds of files of POSIX")
@pytest.mark.parametrize("kind", ["fifo", "link", "open to others", "short"])
def test_key_that_is_none_is_replaced(filled: Path, kind: str) -> None:
    path = filled / SECRET
    if kind == "short":
        path.write_bytes(b"short")
    else:
        PLANTED[kind](path)
    with pytest.warns(CacheWarning, match="authentication code"):
        kernel, factory = make(filled)
    assert factory.compiled == 1
    check(kernel)
    assert stat.S_ISREG(path.lstat().st_mode) and stat.S_IMODE(path.lstat().st_mode) == 0o600
    assert make(filled)[1].cached == 1


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_key_is_for_the_user_alone(filled: Path) -> None:
    assert stat.S_IMODE((filled / SECRET).stat().st_mode) == 0o600
    assert len((filled / SECRET).read_bytes()) == 32


def test_folder_that_is_exchanged_after_it_was_checked(filled: Path, tmp_path: Path) -> None:
    cache = Cache(filled)
    assert cache._ready()
    filled.rename(tmp_path / "moved")
    (tmp_path / "other").mkdir(mode=0o755)
    filled.symlink_to(tmp_path / "other")
    with pytest.warns(CacheWarning):
        check(make(cache)[0])
    assert entries(tmp_path / "other") == []


# Folders that cannot be used ------------------------------------------------------------------


def two_kernels_one_warning(cache: Cache, reason: str) -> None:
    with pytest.warns(CacheWarning, match=reason) as seen:
        first, _ = make(cache)
        second, _ = make(cache, cosine)
    assert len(seen) == 1
    assert "SARRUS_CACHE" in str(seen[0].message)
    check(first)
    check(second, cosine)


def test_symbolic_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "kernels"
    link.symlink_to(tmp_path / "elsewhere")
    two_kernels_one_warning(Cache(link), "symbolic link")
    assert entries(tmp_path / "elsewhere") == []


def test_broken_link_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "kernels"
    link.symlink_to(tmp_path / "nowhere")
    two_kernels_one_warning(Cache(link), "cannot be kept")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners of files")
def test_folder_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    two_kernels_one_warning(Cache(folder), "belongs to another user")


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    two_kernels_one_warning(Cache(tmp_path / "file" / "kernels"), "cannot be kept")


def test_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    two_kernels_one_warning(Cache(tmp_path / "file"), "cannot be kept")


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_folder_that_cannot_be_written(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    try:
        two_kernels_one_warning(Cache(folder), "cannot be kept")
    finally:
        folder.chmod(0o700)


def test_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    two_kernels_one_warning(Cache(folder), "no space left")


def test_move_that_fails_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise OSError(errno.EIO, "input/output error")

    monkeypatch.setattr(os, "replace", fails)
    two_kernels_one_warning(Cache(folder), "input/output error")
    assert entries(folder) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_open_folder_that_cannot_be_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one on a disk that is mounted read-only."""
    folder.mkdir(parents=True)
    folder.chmod(0o755)

    def fails(*_: Any) -> None:
        raise OSError(errno.EROFS, "read-only file system")

    monkeypatch.setattr(Path, "chmod", fails)
    two_kernels_one_warning(Cache(folder), "read-only file system")


def test_folder_that_vanishes(folder: Path) -> None:
    cache = Cache(folder)
    assert cache._ready()
    folder.rmdir()
    with pytest.warns(CacheWarning, match="cannot be kept"):
        check(make(cache)[0])


# Where it is ----------------------------------------------------------------------------------


def test_no_cache_at_all() -> None:
    kernel, factory = make(None)
    assert factory.compiled == 1
    check(kernel)
    assert make(None)[1].compiled == 1


def test_environment_chooses_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "mine"))
    assert Cache.default().folder == tmp_path / "mine"
    monkeypatch.setenv("SARRUS_CACHE", "")
    assert Cache.default().folder is None
    monkeypatch.delenv("SARRUS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert Cache.default().folder == tmp_path / "xdg" / "sarrus"
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    for relative in ("", ".", "unpacked/here"):  # a folder of strangers may be the current one
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert Cache.default().folder == tmp_path / ".cache" / "sarrus"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert Cache.default().folder == tmp_path / ".cache" / "sarrus"
    monkeypatch.setattr(Path, "home", lambda: Path("."))
    assert Cache.default().folder is None


def test_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SARRUS_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert Cache.default().folder is None
    check(KernelFactory().make("homeless", sine, {"x": (3,)}))


def test_what_a_killed_process_left_is_removed(filled: Path) -> None:
    left, fresh = filled / "left.part", filled / "fresh.part"
    for path in (left, fresh):
        path.write_bytes(b"half of a kernel")
    os.utime(left, (1e9, 1e9))
    make(Cache(filled), cosine)
    assert not left.exists() and fresh.exists()


# Many processes -------------------------------------------------------------------------------

PENDULUM = """
import numpy as np
import sarrus

machine = sarrus.Mechanism("pendulum")
rod = machine.body("rod", 2.0, (0.3, 0, 0), (0.01, 0.05, 0.05))
bob = machine.body("bob", 1.0, (0.8, 0, 0), (0.01, 0.02, 0.02))
machine.revolute("A", machine.ground, rod, at=(0, 0, 0), axis="y")
machine.spherical("B", rod, bob, at=(0.6, 0, 0))
system = machine.build().compile()
q, v = system.neutral(), np.linspace(0.1, 0.4, 4)
print(system.forward_dynamics(q, v, v).tobytes().hex())
print(system.compiled.compiler.factory.compiled + system.compiled.compiler.factory.cached)
"""


def run(environment: dict[str, str]) -> subprocess.Popen[str]:
    source = str(Path(sarrus.__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PENDULUM],
        env={"PYTHONPATH": source, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_eight_processes_share_a_folder(folder: Path) -> None:
    started = [run({"SARRUS_CACHE": str(folder)}) for _ in range(8)]
    answers = [process.communicate(timeout=120) for process in started]
    assert [error for _, error in answers] == [""] * 8
    assert [process.returncode for process in started] == [0] * 8
    assert len({output for output, _ in answers}) == 1
    assert {path.suffix for path in entries(folder)} == {".kernel"}


def test_process_without_home_and_environment(tmp_path: Path) -> None:
    """It works, and writes nothing but into the place for caches that it finds."""
    process = run({"XDG_CACHE_HOME": str(tmp_path)})
    output, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (0, "")
    assert output
    assert entries(tmp_path) == [tmp_path / "sarrus"]
    assert {path.suffix for path in entries(tmp_path / "sarrus")} == {".kernel"}
