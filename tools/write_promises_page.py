"""Write docs/promises.md: what Sarrus promises, the tests that show it, and what these have tried.

    SARRUS_PROMISES_RECORD=found.jsonl python -m pytest -m slow tests
    python tools/write_promises_page.py found.jsonl     # adds it to the record, then the page
    python tools/write_promises_page.py --anew found.jsonl    # the record has nothing else
    python tools/write_promises_page.py                 # the page alone

A test that ran again takes the place of its older entry; what did not run again keeps the version
and date of its last time, and the page says so.

Promises stand in tests/promises/promises.toml; the record is docs/promises.json.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROMISES = ROOT / "tests" / "promises" / "promises.toml"
RECORD = ROOT / "docs" / "promises.json"
PAGE = ROOT / "docs" / "promises.md"
COMMAND = "SARRUS_PROMISES_RECORD=found.jsonl python -m pytest -m slow tests"
HEAD = """\
# What Sarrus promises

About files, results, processes and servers, with the tests that hold it to that. The tests named
first run in `make test`, at small size; those behind *at full size* in `make slow`. What they tried
and found is the record [promises.json](promises.json), which they write themselves:

```text
{command}
python tools/write_promises_page.py found.jsonl
```

This page is written from it and from `tests/promises/promises.toml`. What each kind of file may do
is in the security policy (`SECURITY.md`); what Sarrus does not have, in [limits](limits.md).
"""


def promises() -> list[dict[str, Any]]:
    """Return the promises, in order."""
    found: list[dict[str, Any]] = tomllib.loads(PROMISES.read_text(encoding="utf-8"))["promise"]
    return found


def record_of(
    lines: Sequence[str], kept: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """Return the record of what tests have told: promises, their tests, the last line of each.

    kept: an older record, whose entries stay where no line takes their place.
    """
    found = {name: dict(tests) for name, tests in (kept or {}).items()}
    for line in lines:
        told = json.loads(line)
        found.setdefault(told.pop("promise"), {})[told.pop("test")] = told
    return {name: dict(sorted(tests.items())) for name, tests in sorted(found.items())}


FIGURES = {"energy_ppb": "drift of energy (1e-9)", "gap_fm": "gap of loops (1e-15 m)"}
"""What figures are called on the page."""


def record() -> dict[str, Any]:
    """Return the record that is kept."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def page(kept: dict[str, Any]) -> str:
    """Return the page."""
    counted = [promise for promise in promises() if "goal" in promise]
    others = [promise for promise in promises() if "goal" not in promise]
    parts = [HEAD.format(command=COMMAND), "\n| promise | tried | asked for |\n|---|---|---|\n"]
    for promise in counted:
        tried = sum(told["tried"] for told in kept.get(promise["name"], {}).values())
        goal = f"{promise['goal']:,} {promise['unit']}"
        parts.append(
            f"| [{promise['name'].replace('_', ' ')}](#{anchor(promise)}) | {tried:,} | {goal} |\n"
        )
    parts += [section(promise, kept.get(promise["name"], {})) for promise in (*counted, *others)]
    return "".join(parts)


def anchor(promise: dict[str, Any]) -> str:
    """Return the name of a section in its address."""
    return str(promise["name"]).replace("_", "-")


def section(promise: dict[str, Any], tests: dict[str, Any]) -> str:
    """Return what is said of one promise."""
    text = f"\n## {promise['name'].replace('_', ' ').capitalize()}\n\n{promise['says']}\n\n"
    text += f"Tests: {linked(promise['quick'])}.\n"
    if "goal" not in promise:
        return text
    text += f"\nAt full size: {linked(promise['full'])}.\n\n"
    if not tests:
        return text + "Not in the record yet.\n"
    tried = sum(told["tried"] for told in tests.values())
    text += f"Tried {tried:,} of {promise['goal']:,} {promise['unit']}{outcome(tests)}; "
    return text + f"{'; '.join(occasions(tests))}.\n"


def occasions(tests: dict[str, Any]) -> list[str]:
    """Return with which versions, when and where tests ran, the latest first; and how many each."""
    counts: dict[tuple[str, ...], int] = {}
    for told in tests.values():
        key = told["date"], told["version"], told["python"], told["system"]
        counts[key] = counts.get(key, 0) + 1
    words = [
        f"version {version}, {date}, Python {python}, {system}"
        for date, version, python, system in sorted(counts, reverse=True)
    ]
    if len(words) == 1:
        return words
    sizes = [counts[key] for key in sorted(counts, reverse=True)]
    return [f"{n} of {len(tests)} tests with {x}" for n, x in zip(sizes, words, strict=True)]


def outcome(tests: dict[str, Any]) -> str:
    """Return the counts of what the tests found, summed."""
    sums: dict[str, int] = {}
    for told in tests.values():
        for key, value in told["found"].items():
            sums[key] = sums.get(key, 0) + value
    return "".join(
        f", {FIGURES.get(key, key.replace('_', ' '))} {value:,}" for key, value in sums.items()
    )


def linked(tests: Sequence[str]) -> str:
    """Return links to the files of tests."""
    return ", ".join(
        f"[`{test.partition('::')[2] or Path(test).stem}`](../{test.partition('::')[0]})"
        for test in tests
    )


def main(names: Sequence[str]) -> None:
    """Make the record of files that tests have written, if there are any, and write the page."""
    files = [name for name in names if name != "--anew"]
    if files:
        kept = record() if len(files) == len(names) else {}
        lines = [
            line for name in files for line in Path(name).read_text(encoding="utf-8").splitlines()
        ]
        RECORD.write_text(
            json.dumps(record_of(lines, kept), indent=1, sort_keys=True) + "\n", encoding="utf-8"
        )
    PAGE.write_text(page(record()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
