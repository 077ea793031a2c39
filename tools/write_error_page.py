"""Write docs/errors.md from the index of codes."""

from __future__ import annotations

from pathlib import Path

from sarrus.error_codes import markdown

if __name__ == "__main__":
    page = Path(__file__).parents[1] / "docs" / "errors.md"
    page.write_text(markdown(), encoding="utf-8")
