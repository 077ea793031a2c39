"""Live pages of the gallery are small enough to be sent."""

from __future__ import annotations

import pytest

from gallery.mobility_table import LARGE
from sarrus.gallery.examples import EXAMPLES
from sarrus.study import Study
from sarrus.viewer.live import LARGEST, live


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in LARGE])
def test_a_page_of_the_gallery_is_below_its_bound(name: str) -> None:
    example = EXAMPLES[name]
    page = live(Study.of(example.model(), example.study_sections(), name))
    assert len(page.text.encode()) <= LARGEST
