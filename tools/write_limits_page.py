"""Write docs/limits.md from the table of what Sarrus does not have."""

from __future__ import annotations

from pathlib import Path

from sarrus.limits import Limit, limits, sentence

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"
HEAD = """\
# What Sarrus does not have

Asked for one of these, by a type in a model file, a method, a command or the ending of a file name,
Sarrus names the nearest thing that it has, and this page. `sarrus explain limits` prints it,
`sarrus explain tyre` one row of it. It is written by `python tools/write_limits_page.py` from
`sarrus/limits.toml`: whoever adds such a thing removes its row there.
"""


def page() -> str:
    """Return the page: a section for each row of the table."""
    return HEAD + "".join(section(limit) for limit in limits())


def section(limit: Limit) -> str:
    """Return what is said of one thing that there is not."""
    asked = ", ".join(f"`{word}`" for word in (*limit.words, *limit.endings))
    return (
        f"\n## {limit.name}\n\n"
        f"{sentence(limit.lacks)} Nearest: {limit.nearest} ([more]({limit.page})).\n\n"
        f"Asked for as: {asked}.\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
