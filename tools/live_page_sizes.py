"""Sizes of live pages: `python tools/live_page_sizes.py`.

Names of the gallery or files may be given; all mechanisms of the gallery if not. Ends with 1 if a
page is larger than a live page should be, or if one cannot be made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from sarrus.errors import SarrusError
from sarrus.gallery.examples import EXAMPLES
from sarrus.study import Study
from sarrus.viewer.live import LARGEST, live


def sizes(wanted: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """Go through names of the gallery and files: name, bytes of the page, why none or so many."""
    for name in wanted:
        example = EXAMPLES.get(name)
        try:
            source = Study.of(example.model(), example.study_sections(), name) if example else name
            page = live(source)
            yield name, len(page.text.encode()), page.size_note
        except SarrusError as error:
            yield name, 0, str(error.problems[0])


def main(words: Sequence[str]) -> int:
    """Print a line for each page."""
    worst = 0
    for name, size, why in sizes(words or list(EXAMPLES)):
        worst = max(worst, LARGEST + 1 if why else size)
        print(f"{name:32s} {size / 1000:8,.0f} kB  {why}".rstrip(), flush=True)
    return int(worst > LARGEST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
