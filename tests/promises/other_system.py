"""A program that makes this process look like one on Windows or macOS, and then uses Sarrus.

Libraries of others are loaded first, as themselves. What only Linux has is then taken away, what
behaves otherwise there does so here: names of the system, owners and modes, signals, links, forks,
/proc, folders held open, times of files, files that are open and cannot be replaced.

    python other_system.py windows FOLDER FOUND
"""

from __future__ import annotations

import builtins
import ctypes.util
import errno
import gc
import io
import json
import logging
import multiprocessing
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import types
import urllib.request
import webbrowser
from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding
import numpy as np
import pint
import rich.console
import scipy.integrate
import scipy.linalg
import scipy.optimize
import scipy.sparse.linalg
import sksundae.cvode
import sksundae.ida
import typer
import yaml

LOADED = (
    ctypes,
    urllib,
    webbrowser,
    shutil,
    subprocess,
    logging,
    multiprocessing,
    llvmlite,
    np,
    pint,
    rich,
    scipy,
    sksundae,
    typer,
    yaml,
)
REAL_OPEN, REAL_REPLACE, REAL_UTIME = os.open, os.replace, os.utime
LOCKED: dict[tuple[int, int], int] = {}


def absent(owner: Any, names: Iterable[str]) -> None:
    """Take names away."""
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)


def without_proc() -> None:
    """Let every look into /proc and /sys fail."""

    def hidden(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(path: Any, *more: Any, **named: Any) -> Any:
            if isinstance(path, (str, os.PathLike)) and str(path).startswith(("/proc", "/sys")):
                raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
            return look(path, *more, **named)

        return looked

    os.open, os.listdir, os.stat = hidden(os.open), hidden(os.listdir), hidden(os.stat)
    builtins.open = io.open = hidden(io.open)


def become_mac() -> None:
    sys.platform = "darwin"
    absent(os, ("sched_getaffinity", "memfd_create", "posix_fallocate"))
    without_proc()


def become_windows() -> None:
    """What differs: see the names below."""
    import _locale  # noqa: F401 - loaded before its system is another

    tempfile.gettempdir()
    fcntl = __import__("fcntl")
    for name in ("fcntl", "resource", "termios", "pty", "pwd", "grp", "tty"):
        sys.modules[name] = None  # type: ignore[assignment]
    without_proc()
    sys.platform = "win32"
    os.name = "nt"
    for module in (pathlib, sys.modules.get("pathlib._local")):  # the second in Python 3.13
        if module is not None:
            module.WindowsPath = pathlib.PosixPath  # type: ignore[attr-defined]
    absent(os, ("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "uname", "pread"))
    absent(os, ("pwrite", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "sched_getaffinity"))
    absent(os, ("register_at_fork", "fchmod", "sysconf", "setsid", "killpg", "posix_fallocate"))
    absent(os, ("WIFSIGNALED", "WTERMSIG", "waitstatus_to_exitcode", "RTLD_NOW", "RTLD_LOCAL"))
    absent(socket, ("send_fds", "recv_fds"))
    absent(signal, ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "setitimer"))
    signal.SIGBREAK = signal.SIGUSR2 if hasattr(signal, "SIGUSR2") else signal.Signals(12)  # type: ignore[attr-defined]
    socket.SO_EXCLUSIVEADDRUSE = socket.SO_REUSEADDR  # type: ignore[attr-defined]
    os.supports_dir_fd = set()
    os.supports_follow_symlinks = set()

    def no_folders(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **named: Any) -> Any:
            if any(named.get(key) is not None for key in ("dir_fd", "src_dir_fd", "dst_dir_fd")):
                raise NotImplementedError("dir_fd unavailable on this platform")
            return call(*given, **named)

        return called

    def utime(path: Any, *more: Any, follow_symlinks: bool = True, **named: Any) -> None:
        if not follow_symlinks:
            raise NotImplementedError("utime: follow_symlinks unavailable on this platform")
        REAL_UTIME(path, *more, **named)

    def replace(source: Any, target: Any, **named: Any) -> None:
        refuse_if_open(target)
        refuse_if_open(source)
        REAL_REPLACE(source, target, **named)

    def removed(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *more: Any, **named: Any) -> Any:
            refuse_if_open(path)
            return call(path, *more, **named)

        return called

    os.open, os.utime = no_folders(os.open), utime
    os.replace = os.rename = no_folders(replace)
    os.unlink = os.remove = removed(no_folders(os.unlink))

    ctypes.windll = types.SimpleNamespace(kernel32=Kernel())  # type: ignore[attr-defined]
    nt = types.ModuleType("nt")
    nt._LOAD_LIBRARY_SEARCH_DEFAULT_DIRS = nt._LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR = 0  # type: ignore[attr-defined]
    nt._getfullpathname = os.path.abspath  # type: ignore[attr-defined]
    sys.modules["nt"] = nt
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.LK_NBLCK = 2  # type: ignore[attr-defined]

    def locking(handle: int, mode: int, count: int) -> None:
        """Lock the bytes from where the file stands, for this handle, as Windows does."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    msvcrt.locking = locking  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = msvcrt


class Kernel:
    """What is called of the library of that name."""

    def GlobalMemoryStatusEx(self, record: Any) -> int:
        size, _, total, free = struct.unpack("<II2Q", record.raw[:24])
        if size != 64 or total or free:
            return 0
        ctypes.memmove(record, struct.pack("<II2Q", size, 50, 2**34, 2**33), 24)
        return 1


HANDLES = "/proc/self/fd"
REAL_LISTDIR, REAL_STAT = os.listdir, os.stat


def refuse_if_open(path: Any) -> None:
    """Raise, as Windows does for a file that some handle of this process is open on."""
    try:
        wanted = REAL_STAT(path)
    except OSError:
        return
    for handle in REAL_LISTDIR(HANDLES):
        try:
            if os.path.samestat(REAL_STAT(int(handle)), wanted):
                raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))
        except PermissionError:
            raise
        except OSError:
            continue


MODEL = """\
sarrus: 1
name: swing
bodies:
  rod: {mass: 1 kg, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.001]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
run: {until: 1, every: 0.01}
assembly: {wanted: {A: 0.3}}
"""
COMMANDS = [
    ["check", "swing.yaml"],
    ["run", "swing.yaml", "-o", "typed.sarrus"],
    ["info", "typed.sarrus", "--verify"],
    ["export", "typed.sarrus", "-o", "typed.csv"],
    ["export", "typed.sarrus", "-o", "typed.html"],
    ["convert", "swing.yaml", "swing.json"],
    ["new", "four-bar"],
    ["sweep", "swing.yaml", "--over", "rod.mass=1,2", "-m", "last A.angle", "--folder", "many",
     "--workers", "2"],
    ["doctor", "--quiet"],
    ["sweep", "swing.yaml", "--over", "rod.mass=1,2", "-m", "last A.angle", "--folder", "many",
     "--workers", "2"],
    ["run", "swing.yaml", "-o", "typed.sarrus"],
    ["run", "swing.yaml", "-o", "typed.sarrus", "--force"],
    ["export", "typed.sarrus", "-o", "typed.csv", "--force"],
    ["resume", "typed.sarrus", "--block", "1"],
    ["repair", "typed.sarrus", "-o", "typed.sarrus", "--force"],
    ["gradient", "swing.yaml", "-j", "final A.angle", "--by", "rod.mass", "-o", "slopes.csv"],
    ["code", "swing.yaml", "-o", "swing_c"],
    ["doctor", "--clear-cache"],
    ["check", "swing.yaml"],
    ["run", "swing.yaml", "-o", "no/folder.sarrus"],
    ["run", "absent.yaml"],
]  # fmt: skip


def use(folder: str) -> dict[str, Any]:
    """Use what meets the system: files, locks, kernels, workers, pages, commands."""
    os.chdir(folder)
    os.environ["SARRUS_CACHE"] = os.path.join(os.getcwd(), "kernels")
    import sarrus
    from sarrus import ResultFile
    from sarrus.programs import find_program
    from sarrus.resources import free_bytes

    with open("swing.yaml", "w", encoding="utf-8", newline="\r\n") as file:
        file.write(MODEL)
    system = sarrus.load("swing.yaml").compile()
    start = system.assemble({"A": 0.3})
    how: dict[str, Any] = {"until": 1.0, "every": 0.01}
    run = system.simulate(start, **how, file="run.sarrus")
    found: dict[str, Any] = {"memory": free_bytes()}
    found["states"] = run.q.tobytes().hex()
    found["kernels"] = len(list(pathlib.Path("kernels").glob("*")))
    found["read"] = sarrus.open_run("run.sarrus").q.tobytes().hex()
    found["second writer"] = second_writer(system, start)
    found["replaced while read"] = fault_of(
        lambda: system.simulate(start, **how, file=ResultFile("run.sarrus", overwrite=True))
    )
    run.states.close()  # type: ignore[attr-defined]
    over = {"rod.mass": [1.0, 2.0, 3.0]}
    sweeps = [
        system.sweep(over, start=start, until=0.2, measure=["last A.angle"], workers=n)
        for n in (0, 2)
    ]
    found["sweeps"] = [sweep["last A.angle"].tobytes().hex() for sweep in sweeps]
    found["how"] = [sweep.how for sweep in sweeps]
    found["program"] = find_program("tool")
    found["page"] = page_of(run)
    found["commands"] = [[words, ended(words)] for words in COMMANDS]
    found["csv"] = pathlib.Path("typed.csv").read_bytes().hex()
    found["left"] = sorted(path.name for path in pathlib.Path().rglob("*.part"))
    return found


def fault_of(call: Callable[[], Any]) -> str:
    """Return the code of what a call raises, "" where it raises nothing."""
    from sarrus.errors import SarrusError

    try:
        call()
    except SarrusError as error:
        return error.problems[0].code
    return ""


def second_writer(system: Any, start: Any) -> str:
    """Return the code with which a second writer of a file is refused."""
    from sarrus.storage import LogWriter, encode

    writer = LogWriter.create("taken.sarrus", opening=("head", encode({})))
    try:
        return fault_of(lambda: LogWriter.reopen("taken.sarrus"))
    finally:
        writer.close()


def page_of(run: Any) -> bool:
    """Whether the server of pages serves this run."""
    from sarrus.viewer import scene_of
    from sarrus.viewer.server import Server
    from viewer.asking import asked, let_in

    with Server(scene_of(run)) as server:
        guest = let_in(server)
        return bool(asked(server, guest.page, guest.cookie).status == 200)


def ended(words: list[str]) -> int:
    """Return the exit code of a command in this process."""
    from sarrus.cli import main

    if "--force" in words or words[0] == "resume":
        gc.collect()  # runs of the commands before: their files are closed, as when a process ends
    return main(words)


if __name__ == "__main__":
    {"windows": become_windows, "macos": become_mac, "linux": bool}[sys.argv[1]]()
    gc.freeze()
    told = use(sys.argv[2])
    pathlib.Path(sys.argv[3]).write_text(json.dumps(told), encoding="utf-8")
