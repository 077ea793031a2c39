"""Write docs/errors.md from the texts of the error codes."""

from __future__ import annotations

from pathlib import Path

from sarrus.error_codes import ErrorCode, Group, groups, who_should_fix

PAGE = Path(__file__).parents[1] / "docs" / "errors.md"
HEAD = """\
# Errors and what to do

Every problem that Sarrus reports has a code, and says where it is, which value breaks which rule,
the likely cause and the next action. This page has the cause and the fix of each code. It is
written by `python tools/write_error_page.py` from `sarrus/error_codes.toml`; `sarrus explain M03`
and `sarrus.error_codes.explanation("M03")` show one of them.
"""


def page() -> str:
    """Return the page: who should fix what, then a section for each group of codes."""
    who = "\n".join(f"| {name} | {text} |" for name, text in who_should_fix().items())
    contents = "\n".join(f"- [{group.title}](#{anchor(group.title)})" for group in groups())
    parts = [HEAD, f"| comes as | who should fix it |\n|---|---|\n{who}\n", f"{contents}\n"]
    return "\n".join([*parts, *map(section, groups())])


def section(group: Group) -> str:
    """Return the section of a group."""
    return f"## {group.title}\n\n" + "\n".join(map(entry_text, group.codes))


def entry_text(entry: ErrorCode) -> str:
    """Return what is said of one code."""
    return (
        f"### {entry.code}\n\n"
        f"{entry.meaning} *({', '.join(entry.comes_as)})*\n\n"
        f"- Usual cause: {entry.cause}\n"
        f"- Fix: {entry.fix}\n"
    )


def anchor(title: str) -> str:
    """Return the anchor that Markdown gives a heading."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
