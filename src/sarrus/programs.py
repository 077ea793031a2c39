"""Programs of the system that are started: browser, compiler, ffmpeg.

They are looked for in the absolute folders of PATH only: an empty or relative entry means the
current folder, which may hold a program of a stranger, unpacked with the model beside it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager


def absolute_folders(path: str | None = None) -> str:
    """Return the absolute folders of PATH, or of a text like it, as such a text."""
    entries = (os.environ.get("PATH", os.defpath) if path is None else path).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if os.path.isabs(entry))


def find_program(name: str) -> str | None:
    """Return the absolute path of a program; None if it is in no absolute folder of PATH.

    A name with a folder is what a user chose: it is taken as it stands. Others are looked for here:
    `shutil.which` looks into the current folder first on Windows, whatever PATH says.
    """
    if os.path.dirname(name):
        return shutil.which(name)
    file = name + (".exe" if os.name == "nt" and not name.lower().endswith(".exe") else "")
    places = (os.path.join(folder, file) for folder in absolute_folders().split(os.pathsep))
    return next((path for path in places if _is_program(path)), None)


def _is_program(path: str) -> bool:
    return os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK)


@contextmanager
def _only_absolute_folders() -> Iterator[None]:
    before = os.environ.get("PATH")
    os.environ["PATH"] = absolute_folders()
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


def open_in_browser(address: str) -> bool:
    """Open an address in the user's browser and tell whether there is one."""
    import webbrowser

    try:
        with _only_absolute_folders():
            return webbrowser.open(address)
    except webbrowser.Error:
        return False
