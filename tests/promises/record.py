"""What the tests of promises have counted, for the page "What Sarrus promises".

SARRUS_PROMISES_RECORD names a file; each test adds a line of JSON to it, from any process.
`python tools/write_promises_page.py FILE` makes the record and the page of them.
"""

from __future__ import annotations

import datetime
import json
import os
import platform

import sarrus

FILE = "SARRUS_PROMISES_RECORD"
OPEN, WRITE, CLOSE = os.open, os.write, os.close
"""As they are, also while a test lets calls of them fail."""


def tell(promise: str, tried: int, **found: int) -> None:
    """Add what a test of a promise tried, and what came of it how often, to the record."""
    path = os.environ.get(FILE)
    if not path:
        return
    line = {
        "promise": promise,
        "test": os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0],
        "tried": tried,
        "found": {key: int(value) for key, value in found.items()},
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "version": sarrus.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    data = json.dumps(line, sort_keys=True).encode() + b"\n"
    # One write behind the end: lines of several processes do not mix.
    handle = OPEN(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        assert WRITE(handle, data) == len(data)
    finally:
        CLOSE(handle)
