"""Compiled kernels on disk.

One file per kernel, named by the hash of everything that it depends on; written to a
temporary name and moved into place, so that many processes may use one folder. The code of an
entry is executed, so that an entry must be this user's own work:

- the folder is no link, belongs to the user and is closed to others (mode 0700);
- an entry is a regular file of the user, opened without following links and without waiting
  (a FIFO in its place would wait for ever), by the folder that was checked, not by its name;
- it carries a keyed MAC over its name and its content. The key is random, lies in the folder
  and can be read by the user alone. Nothing is parsed before the MAC fits.

Whatever does not pass is a miss: the kernel is built again. A folder that cannot be used is
reported once, and kernels are then not kept.

Entries that nobody has used for long are removed, and the least recently used ones where all
together are too large: when a process writes its first, and again after it has written many.
Entries are read at once and never mapped, so that who has one keeps it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import stat
import time
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sarrus.kernels.digest import compare_digest, hex_digest, keyed_mac, sha256

WITHOUT_EQUATIONS = ("cli", "results", "sweeps", "viewer", "error_codes.py")
"""Parts of the package that no kernel depends on."""


OF_KINDS = ("dynamics", "kernels", "model/joints", "spatial", "system/quantities")
"""Parts that the code that links share depends on."""


@cache
def source_version(*parts: str) -> str:
    """Return the hash of the package's own source: equations or generator changed, code changes.

    It is kept under names, sizes and times of the files, which are read where one of these is new.
    parts: the folders that count, else all that have equations.
    """
    package = Path(__file__).parents[1]
    folders = [str(package / part) for part in parts] or [str(package)]
    names: list[tuple[str, int, int]] = []
    for folder in folders:
        names += _sources(folder, () if parts else WITHOUT_EQUATIONS)
    names.sort()
    stamps = [f"{name} {size} {time_ns}" for name, size, time_ns in names]
    key = hex_digest("\n".join(["source", *stamps]))
    kept = Cache.default()
    found = kept.load(key)
    if found is not None and found[0].get("key") == key:
        return str(found[0]["version"])
    digest = sha256()
    for name, _, _ in names:
        digest.update(Path(name).read_bytes())
    kept.store(key, {"key": key, "version": digest.hexdigest()}, b"")
    return digest.hexdigest()


@cache
def _sources(folder: str, without: tuple[str, ...] = ()) -> list[tuple[str, int, int]]:
    """Return the files of source in a folder: name, size, time of the last change."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name in without or entry.name == "__pycache__":
                continue
            if entry.is_dir():
                found += _sources(entry.path)
            elif entry.name.endswith(".py"):
                info = entry.stat()
                found.append((entry.path, info.st_size, info.st_mtime_ns))
    return found


MAGIC = b"sarrus kernel 2\n"
MOST_BYTES = 2_000_000_000
SECRET = "key"
"""Name of the file that holds the key of the MACs."""
SECRET_BYTES = MAC_BYTES = 32
ENTRY = ".kernel"
"""How names of entries end."""
PART = ".part"
"""How names of files end that are being written."""
LONGEST_WRITE = 600.0
"""Seconds after which such a file has been left by a process that was killed."""
MEGABYTES = "SARRUS_CACHE_MB"
DAYS = "SARRUS_CACHE_DAYS"
"""Environment variables that bound the folder; 0 for no bound."""
MOST_MEGABYTES, MOST_DAYS = 2000.0, 180.0
"""What they are by default: megabytes of all entries, days after which an unused one goes."""
ROOM = 0.9
"""Part of the bound that is left after pruning, so that not every write prunes."""
PRUNED_EVERY = 0.05
"""Part of the bound after whose writing a process prunes again."""
DAY = 86_400.0
"""How exactly it is known when an entry was last used [s]."""
READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
READ |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
HAS_OWNERS = hasattr(os, "getuid")
BY_FOLDER = os.open in os.supports_dir_fd
"""Whether files can be opened by an open folder instead of by its name."""


_WRITTEN: dict[str, float] = {}
"""Bytes that this process has written to a folder since it last pruned there."""


class CacheWarning(UserWarning):
    """The folder of compiled kernels cannot be used as it is."""


class Contents(NamedTuple):
    """What is in the folder: entries, their bytes, and when the oldest was last used [s]."""

    entries: int
    bytes: int
    oldest: float


def most_megabytes() -> float:
    """Return how many megabytes of entries may be kept; 0 for any."""
    return _bound(os.environ.get(MEGABYTES, ""), MOST_MEGABYTES)


def most_days() -> float:
    """Return after how many days without use an entry goes; 0 for never."""
    return _bound(os.environ.get(DAYS, ""), MOST_DAYS)


def _bound(text: str, usual: float) -> float:
    """Return a bound, the usual one where that is no number."""
    try:
        found = float(text)
    except ValueError:
        return usual
    return found if 0.0 <= found < math.inf else usual


class Cache:
    """A folder of compiled kernels; `Cache(None)` keeps nothing."""

    shares_code = False
    """Whether kernels are kept under what their code depends on, not under all numbers of a model,
    so that models that differ in inputs of kernels share them."""

    def __init__(self, folder: Path | str | None) -> None:
        self.folder = None if folder is None else Path(folder)
        self._usable: bool | None = None
        self._is_clean = False
        self._secret: bytes | None = None
        self._used_lately = 0.0

    @staticmethod
    def default() -> Cache:
        """Return the user's folder: SARRUS_CACHE, if absolute, else the system's place for it."""
        chosen = os.environ.get("SARRUS_CACHE")
        if chosen is not None and (not chosen or os.path.isabs(chosen)):
            return Cache(chosen or None)
        bases = (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"))
        try:
            # Relative ones are not valid (XDG Base Directory Specification), and would let whoever
            # has filled the current folder bring code.
            root = next((Path(base) for base in bases if base and os.path.isabs(base)), None)
            root = root or Path.home() / ".cache"
        except RuntimeError:
            return Cache(None)
        return Cache(root / "sarrus" if root.is_absolute() else None)

    @property
    def on_disk(self) -> Cache:
        """The cache without what is in memory."""
        return self

    def near(self, quantity: str, size: float) -> float:
        """Return a size near this one for scales that are in the code: this one."""
        return size

    def kernel_in_memory(self, key: str) -> Any:
        """Return the kernel that is in memory under a key, or None."""
        return None

    def hold(self, key: str, kernel: Any) -> None:
        """Keep a kernel in memory, where this cache does so."""

    def load(self, key: str) -> tuple[dict[str, Any], bytes] | None:
        """Return the description and object code kept under a key, or None."""
        if not self._ready():
            return None
        name = f"{key}{ENTRY}"
        try:
            with self._opened_folder() as folder:
                data, used = _own_file(self._path(name), folder)
                found = _unpack(data, name, self._key(folder))
                if used < self._used_lately:
                    _touch(self._path(name), folder)
                return found
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            warnings.warn(
                f"the compiled kernel {self._path(name)} is not used and will be rebuilt: "
                f"{problem}",
                CacheWarning,
                stacklevel=2,
            )
            return None

    def has(self, key: str) -> bool:
        """Return whether something is kept under a key."""
        if not self._ready():
            return False
        try:
            return stat.S_ISREG(self._path(f"{key}{ENTRY}").lstat().st_mode)
        except OSError:
            return False

    def store(self, key: str, description: dict[str, Any], code: bytes) -> None:
        """Keep a kernel under a key; a folder that cannot be written is reported once."""
        if not self._ready():
            return
        name = f"{key}{ENTRY}"
        try:
            with self._opened_folder() as folder:
                data = _pack(description, code, name, self._key(folder))
                self._write(name, data, folder)
            self._prune_after(len(data))
        except (OSError, ValueError) as problem:
            self._usable = False
            self._report(str(problem))

    def contents(self) -> Contents:
        """Return how much is in the folder; nothing of it is read."""
        entries = self._entries()
        oldest = min((used for used, _, _ in entries), default=time.time())
        return Contents(len(entries), sum(size for _, size, _ in entries), oldest)

    def clear(self) -> Contents:
        """Remove all entries, and return what they were; who has read one keeps it."""
        before = self.contents()
        self._remove(self._entries())
        after = self.contents()
        return Contents(before.entries - after.entries, before.bytes - after.bytes, before.oldest)

    def prune(self) -> int:
        """Remove what was not used for long, then what is too much; return how many entries."""
        megabytes, days = most_megabytes(), most_days()
        entries = sorted(self._entries())
        since = time.time() - DAY * days if days else -math.inf
        gone = [entry for entry in entries if entry[0] < since]
        total = sum(size for _, size, _ in entries[len(gone) :])
        if megabytes and total > 1e6 * megabytes:
            for entry in entries[len(gone) :]:
                if total <= ROOM * 1e6 * megabytes:
                    break
                gone.append(entry)
                total -= entry[1]
        self._remove(gone)
        return len(gone)

    def _prune_after(self, written: int) -> None:
        """Prune at the first write of a process to this folder, and after many bytes more."""
        place = str(self.folder)
        first = place not in _WRITTEN
        _WRITTEN[place] = _WRITTEN.get(place, 0.0) + written
        most = most_megabytes() or math.inf
        if first or _WRITTEN[place] > PRUNED_EVERY * 1e6 * most:
            _WRITTEN[place] = 0.0
            with contextlib.suppress(OSError):
                self.prune()

    def _entries(self) -> list[tuple[float, int, str]]:
        """Return when each entry was last used, its size and its name."""
        if not self._ready() or self.folder is None:
            return []
        found = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(ENTRY) and entry.is_file(follow_symlinks=False):
                    with contextlib.suppress(OSError):
                        info = entry.stat(follow_symlinks=False)
                        found.append((info.st_mtime, info.st_size, entry.name))
        return found

    def _remove(self, entries: Sequence[tuple[float, int, str]]) -> None:
        """Remove entries from the folder that was checked; what another has removed is gone."""
        if not entries:
            return
        with self._opened_folder() as folder:
            for _, _, name in entries:
                with contextlib.suppress(OSError):
                    if folder is None:
                        self._path(name).unlink()
                    else:
                        os.unlink(name, dir_fd=folder)

    def _key(self, folder: int | None) -> bytes:
        """Return the key of the MACs; the first process that needs one makes it.

        What stands in its place and is no key of this user is replaced: all entries are then
        built again.
        """
        if self._secret is None:
            path = self._path(SECRET)
            try:
                self._secret = _own_key(path, folder)
            except FileNotFoundError:
                self._write(SECRET, os.urandom(SECRET_BYTES), folder, replace=False)
            except (OSError, ValueError):
                self._write(SECRET, os.urandom(SECRET_BYTES), folder)
            self._secret = self._secret or _own_key(path, folder)
        return self._secret

    def _write(self, name: str, data: bytes, folder: int | None, replace: bool = True) -> None:
        """Write a file to a temporary name, then move it to its own.

        Without `replace`, a file that is there stays: of many processes one wins. What a process
        that was killed on the way has left is removed by the next one that writes.
        """
        import tempfile  # who only reads needs none of it

        self._remove_parts()
        handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=PART)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            if not replace and _link(temporary, self._path(name)):
                return
            if folder is None:
                os.replace(temporary, self._path(name))
            else:
                part = Path(temporary).name
                os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            Path(temporary).unlink(missing_ok=True)

    def _remove_parts(self) -> None:
        """Remove, once, the temporary files that nobody can be writing any more."""
        if self._is_clean or self.folder is None:
            return
        self._is_clean = True
        for path in self.folder.glob(f"*{PART}"):
            with contextlib.suppress(OSError):
                if time.time() - path.lstat().st_mtime > LONGEST_WRITE:
                    path.unlink()

    def _path(self, name: str) -> Path:
        if self.folder is None:
            raise ValueError("this cache has no folder")
        return self.folder / name

    @contextlib.contextmanager
    def _opened_folder(self) -> Iterator[int | None]:
        """Hold the folder open, checked: its name may mean another one a moment later."""
        if not BY_FOLDER or self.folder is None:
            yield None
            return
        handle = os.open(self.folder, READ | os.O_DIRECTORY)
        try:
            if fault := _folder_fault(os.fstat(handle)):
                raise OSError(f"{self.folder}: {fault}")
            yield handle
        finally:
            os.close(handle)

    def _ready(self) -> bool:
        if self._usable is None:
            self._usable = self.folder is not None and self._prepared(self.folder)
            self._used_lately = time.time() - DAY
        return self._usable

    def _prepared(self, folder: Path) -> bool:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            info = folder.lstat()
            if (
                os.name == "posix"
                and stat.S_ISDIR(info.st_mode)
                and _is_own(info)
                and info.st_mode & 0o077
            ):
                folder.chmod(0o700)
                info = folder.lstat()
        except OSError as problem:
            self._report(str(problem))
            return False
        if fault := _folder_fault(info):
            self._report(fault)
        return not fault

    def _report(self, reason: str) -> None:
        warnings.warn(
            f"compiled kernels cannot be kept in {self.folder}: {reason}. They are compiled anew "
            "in every process; set SARRUS_CACHE to a folder of your own",
            CacheWarning,
            stacklevel=4,
        )


def _is_own(info: os.stat_result) -> bool:
    return not HAS_OWNERS or info.st_uid == os.getuid()


def _folder_fault(info: os.stat_result) -> str:
    """Return why a folder cannot be trusted, or nothing."""
    if stat.S_ISLNK(info.st_mode):
        return "it is a symbolic link"
    if not _is_own(info):
        return "it belongs to another user"
    if os.name == "posix" and info.st_mode & 0o077:
        return "others may use it"
    return ""


def _touch(path: Path, folder: int | None) -> None:
    """Note that an entry is used, for `prune`; where that cannot be written, it is not."""
    with contextlib.suppress(OSError, NotImplementedError):
        os.utime(path if folder is None else path.name, dir_fd=folder, follow_symlinks=False)


def _own_file(path: Path, folder: int | None) -> tuple[bytes, float]:
    """Return the content of a regular file that only this user can have written, and its time.

    What is looked at is the open file, not its name, so that nothing can be exchanged between
    the look and the reading.
    """
    handle = os.open(path if folder is None else path.name, READ, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            raise ValueError("it is not a regular file")
        if not _is_own(info):
            raise ValueError("it belongs to another user")
        if os.name == "posix" and info.st_mode & 0o022:
            raise ValueError("others may write to it")
        if info.st_size > MOST_BYTES:
            raise ValueError("it is too large")
        return file.read(info.st_size), info.st_mtime  # room for more is address space taken


def _link(temporary: str, path: Path) -> bool:
    """Give a file its name unless the name is taken; False where there are no hard links."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return True
    except (OSError, AttributeError):
        return False
    return True


def _own_key(path: Path, folder: int | None) -> bytes:
    secret, _ = _own_file(path, folder)
    if len(secret) != SECRET_BYTES:
        raise ValueError("it is not a key")
    return secret


def _mac(name: str, body: bytes, secret: bytes) -> bytes:
    return keyed_mac(secret, name.encode() + b"\0", body)


def _pack(description: dict[str, Any], code: bytes, name: str, secret: bytes) -> bytes:
    head = json.dumps(description, sort_keys=True).encode()
    body = len(head).to_bytes(8, "little") + head + code
    return MAGIC + _mac(name, body, secret) + body


def _unpack(data: bytes, name: str, secret: bytes) -> tuple[dict[str, Any], bytes]:
    start = len(MAGIC) + MAC_BYTES
    if not data.startswith(MAGIC) or len(data) < start:
        raise ValueError("it is not a kernel file")
    body = data[start:]
    if not compare_digest(_mac(name, body, secret), data[len(MAGIC) : start]):
        raise ValueError("its authentication code is wrong")
    size = int.from_bytes(body[:8], "little")
    description = json.loads(body[8 : 8 + size])
    if not isinstance(description, dict):
        raise ValueError("it has no description")
    return description, body[8 + size :]
