"""The index of codes as a page of the documentation."""

from __future__ import annotations

from sarrus.error_codes.index import GROUPS
from sarrus.error_codes.kind import MENDS, ErrorCode, Group

HEAD = """\
# Errors and what to do

Every problem that Sarrus reports has a code, and says where it is, which value breaks which rule,
the likely cause and the next action. This page has cause and cure of each code. It is written by
`python tools/write_error_page.py` from `sarrus.error_codes`; `sarrus.error_codes.described("M03")`
prints one of them.
"""


def markdown() -> str:
    """Return the page: who mends what, then a section for each group of codes."""
    who = "\n".join(f"| {name} | {words} |" for name, words in MENDS.items())
    listed = "\n".join(f"- [{group.title}](#{_anchor(group.title)})" for group in GROUPS)
    parts = [HEAD, f"| comes as | who mends it |\n|---|---|\n{who}\n", f"{listed}\n"]
    return "\n".join([*parts, *map(_section, GROUPS)])


def _section(group: Group) -> str:
    return f"## {group.title}\n\n" + "\n".join(map(_entry, group.codes))


def _entry(entry: ErrorCode) -> str:
    return (
        f"### {entry.code}\n\n"
        f"{entry.meaning} *({', '.join(entry.given_as)})*\n\n"
        f"- Usual cause: {entry.cause}\n"
        f"- Cure: {entry.cure}\n"
    )


def _anchor(title: str) -> str:
    kept = [c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-"]
    return "".join(kept)
