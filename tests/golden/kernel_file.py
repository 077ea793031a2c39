"""The file of all kernels: how it is written, read and compared."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golden.kernel_record import Fingerprint, arithmetic
from golden.kernel_work import Kernels

FILE = Path(__file__).parent / "data" / "kernels.json"


@dataclass(frozen=True)
class Entry:
    """One kernel of a mechanism: its fingerprint, and what asked for it first."""

    fingerprint: Fingerprint
    work: str

    def __str__(self) -> str:
        f = self.fingerprint
        return f"{f.operations} operations, {f.exact} ({self.work}: {f.label})"

    @property
    def row(self) -> list[Any]:
        """It as the file has it."""
        f = self.fingerprint
        return [f.operations, f.exact, f.rounded, self.work, f.label]

    @staticmethod
    def of(row: list[Any]) -> Entry:
        """Return the entry of a row of the file."""
        operations, exact, rounded, work, label = row
        return Entry(Fingerprint(operations, exact, rounded, label), work)


def entries(kernels: Kernels) -> list[Entry]:
    """Return every kernel once, with what asked for it first."""
    found: dict[str, Entry] = {}
    for work, programs in kernels.items():
        for fingerprint in programs:
            found.setdefault(fingerprint.exact, Entry(fingerprint, work))
    return list(found.values())


def stored() -> tuple[bool, dict[str, list[Entry]]]:
    """Return whether constants can be compared to the last bit, and the kernels by mechanism."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    known = {name: [Entry.of(row) for row in rows] for name, rows in content["kernels"].items()}
    return content["arithmetic"] == arithmetic(), known


def store(kernels: dict[str, list[Entry]]) -> None:
    """Write the file, a line for each kernel."""
    parts = []
    for name, found in kernels.items():
        rows = ",\n".join(f"   {json.dumps(entry.row)}" for entry in found)
        parts.append(f"  {json.dumps(name)}: [\n{rows}\n  ]")
    body = ",\n".join(parts)
    head = f' "arithmetic": {json.dumps(arithmetic())},\n "kernels": {{\n'
    FILE.write_text(f"{{\n{head}{body}\n }}\n}}\n", encoding="utf-8")


def differences(old: list[Entry], new: list[Entry], exact: bool = True) -> list[str]:
    """Return which kernels are gone and which have come; names and who asks do not count."""

    def by(found: list[Entry]) -> dict[tuple[int, str], Entry]:
        pairs = [(entry.fingerprint, entry) for entry in found]
        return {(f.operations, f.exact if exact else f.rounded): entry for f, entry in pairs}

    before, after = by(old), by(new)
    gone = [f"- {entry}" for key, entry in before.items() if key not in after]
    return gone + [f"+ {entry}" for key, entry in after.items() if key not in before]
