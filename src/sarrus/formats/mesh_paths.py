"""Where the mesh files of a robot are: never outside the folders that the user allows."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field
from urllib.parse import unquote

from sarrus.late_dataclass import dataclass

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
PACKAGES = ("package", "model")


class MeshRefusedError(ValueError):
    """A path that is not followed, with the reason."""


@dataclass(frozen=True)
class MeshPaths:
    """The folders in which meshes may be.

    packages: folder by package name; folder: that of the robot file, for relative paths, or ""
    for a text without a file.
    """

    packages: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""

    def path_of(self, written: str) -> str | None:
        """Return the path of a file name or address; None if its package has no folder here.

        Links are followed before the path is judged. Raises MeshRefusedError for paths that
        leave the allowed folders and for addresses that are not files of this machine.
        """
        text = unquote(written)
        if "\\" in text or any(ord(c) < 32 for c in text):
            raise MeshRefusedError("has backslashes or control characters; write '/'")
        match = SCHEME.fullmatch(text)
        scheme, rest = (match[1].lower(), match[2]) if match else ("", text)
        if scheme in PACKAGES:
            return self._in_package(rest)
        if scheme == "file":
            if not rest.startswith("///") and rest.startswith("//"):
                raise MeshRefusedError("names another machine")
            return self._allowed_path("/" + rest.lstrip("/"))
        if scheme:
            raise MeshRefusedError(f"has the scheme '{scheme[:20]}:'; nothing is fetched")
        if not self.folder and not os.path.isabs(text):
            raise MeshRefusedError("is relative to the folder of a file, but this is a text")
        return self._allowed_path(os.path.join(self.folder, text))

    def _in_package(self, rest: str) -> str | None:
        name, _, path = rest.lstrip("/").partition("/")
        _inside(path)
        if not name or name in (".", ".."):
            raise MeshRefusedError("names no package")
        if name not in self.packages:
            return None
        root = os.path.realpath(self.packages[name])
        found = os.path.realpath(os.path.join(root, path.lstrip("/")))
        if not _is_under(found, root):
            raise MeshRefusedError(f"resolves to '{found}', outside the package folder '{root}'")
        return found

    def _allowed_path(self, path: str) -> str:
        found = os.path.realpath(path)
        roots = [os.path.realpath(root) for root in (*self.packages.values(), self.folder) if root]
        if any(_is_under(found, root) for root in roots):
            return found
        listed = ", ".join(f"'{root}'" for root in roots) or "none"
        raise MeshRefusedError(f"resolves to '{found}', outside the allowed folders ({listed})")


def _inside(path: str) -> None:
    """Refuse a relative path that climbs above where it starts."""
    depth = 0
    for part in path.split("/"):
        depth += -1 if part == ".." else int(part not in ("", "."))
        if depth < 0:
            raise MeshRefusedError("leaves its folder with '..'")


def _is_under(path: str, root: str) -> bool:
    try:
        return os.path.commonpath([path, root]) == root
    except ValueError:  # on different drives
        return False
