"""Write docs/benchmarks.md and its pictures from docs/benchmarks/results.json; nothing is measured.

python benchmarks/write_page.py [DOCS]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pictures
from page import Results, page

DOCS = Path(__file__).parents[1] / "docs"


def results_file(docs: Path) -> Path:
    return docs / "benchmarks" / "results.json"


def read(docs: Path) -> Results | None:
    """Return the results that are there, None where nothing was measured yet."""
    file = results_file(docs)
    return Results.read(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None


def write_results(results: Results, docs: Path) -> None:
    file = results_file(docs)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(results.record(), indent=1) + "\n", encoding="utf-8")


def write_page(docs: Path) -> Path:
    """Write the page and its pictures from the results of a folder of pages."""
    results = read(docs)
    if results is None:
        raise SystemExit(f"no {results_file(docs)}: run `python benchmarks/compare.py` first")
    made = pictures.draw(results.groups, docs / "pictures")
    target = docs / "benchmarks.md"
    target.write_text(page(results, made), encoding="utf-8")
    return target


if __name__ == "__main__":
    print(write_page(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS))
