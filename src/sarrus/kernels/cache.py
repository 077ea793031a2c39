"""Compiled kernels on disk.

One file per kernel, named by the hash of everything that it depends on; written to a
temporary name and moved into place, so that many processes may use one folder; checked by
a checksum before its code is loaded. The folder belongs to the user alone (mode 0700). A
file that does not pass is rebuilt; a folder that cannot be used is reported once and done
without.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

WITHOUT_EQUATIONS = ("cli", "results", "sweeps", "viewer", "error_codes.py")
"""Parts of the package that no kernel depends on."""


@cache
def source_version() -> str:
    """Return the hash of the package's own source: equations or generator changed, code changes."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in WITHOUT_EQUATIONS:
            digest.update(path.read_bytes())
    return digest.hexdigest()


MAGIC = b"sarrus kernel 1\n"
MOST_BYTES = 2_000_000_000


class CacheWarning(UserWarning):
    """The folder of compiled kernels cannot be used as it is."""


class Cache:
    """A folder of compiled kernels; `Cache(None)` keeps nothing."""

    def __init__(self, folder: Path | str | None) -> None:
        self.folder = None if folder is None else Path(folder)
        self._usable: bool | None = None

    @staticmethod
    def default() -> Cache:
        """Return the user's folder: SARRUS_CACHE, else the system's place for caches."""
        chosen = os.environ.get("SARRUS_CACHE")
        if chosen is not None:
            return Cache(chosen or None)
        base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        try:
            root = Path(base) if base else Path.home() / ".cache"
        except RuntimeError:
            return Cache(None)
        return Cache(root / "sarrus")

    def load(self, key: str) -> tuple[dict[str, Any], bytes] | None:
        """Return the description and object code kept under a key, or None."""
        if not self._ready():
            return None
        path = self._path(key)
        try:
            data = path.read_bytes()
            if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
                raise ValueError("it belongs to another user")
            return _unpacked(data)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            warnings.warn(
                f"the compiled kernel {path} is not used and will be rebuilt: {problem}",
                CacheWarning,
                stacklevel=2,
            )
            return None

    def has(self, key: str) -> bool:
        """Return whether something is kept under a key."""
        return self._ready() and self._path(key).exists()

    def store(self, key: str, description: dict[str, Any], code: bytes) -> None:
        """Keep a kernel under a key; a folder that cannot be written is reported once."""
        if not self._ready():
            return
        handle, temporary = -1, ""
        try:
            handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(_packed(description, code))
            os.replace(temporary, self._path(key))
        except OSError as problem:
            self._usable = False
            if temporary:
                Path(temporary).unlink(missing_ok=True)
            self._report(str(problem))

    def _path(self, key: str) -> Path:
        if self.folder is None:
            raise ValueError("this cache has no folder")
        return self.folder / f"{key}.kernel"

    def _ready(self) -> bool:
        if self._usable is None:
            self._usable = self.folder is not None and self._prepared(self.folder)
        return self._usable

    def _prepared(self, folder: Path) -> bool:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            info = folder.lstat()
        except OSError as problem:
            self._report(str(problem))
            return False
        if stat.S_ISLNK(info.st_mode):
            self._report("it is a symbolic link")
            return False
        if hasattr(os, "getuid") and info.st_uid != os.getuid():
            self._report("it belongs to another user")
            return False
        if os.name == "posix" and info.st_mode & 0o077:
            try:
                folder.chmod(0o700)
            except OSError as problem:
                self._report(f"others may write to it, and that cannot be changed ({problem})")
                return False
        return True

    def _report(self, reason: str) -> None:
        warnings.warn(
            f"compiled kernels cannot be kept in {self.folder}: {reason}. They are compiled anew "
            "in every process; set SARRUS_CACHE to a folder of your own",
            CacheWarning,
            stacklevel=4,
        )


def _packed(description: dict[str, Any], code: bytes) -> bytes:
    head = json.dumps(description, sort_keys=True).encode()
    body = len(head).to_bytes(8, "little") + head + code
    return MAGIC + hashlib.sha256(body).digest() + body


def _unpacked(data: bytes) -> tuple[dict[str, Any], bytes]:
    if len(data) > MOST_BYTES or not data.startswith(MAGIC):
        raise ValueError("it is not a kernel file")
    digest, body = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if hashlib.sha256(body).digest() != digest:
        raise ValueError("its checksum is wrong")
    size = int.from_bytes(body[:8], "little")
    return json.loads(body[8 : 8 + size]), body[8 + size :]
