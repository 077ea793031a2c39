"""Small model files, right and wrong, are judged as they were: by the schema and by the reader.

`python tests/golden/write_documents.py --judge` writes the judgements anew, where a rule changes.
"""

from __future__ import annotations

import pytest

from golden.documents import judged, stored


@pytest.mark.parametrize("name", stored())
def test_a_document_is_judged_as_it_was(name: str) -> None:
    document = stored()[name]
    known = {"valid": document["valid"], "codes": document["codes"]}
    assert judged(document["text"]) == known, document["text"]


def test_there_are_enough_of_each_kind() -> None:
    found = stored().values()
    assert sum(not d["codes"] for d in found) >= 60
    assert sum(bool(d["codes"]) for d in found) >= 60
    assert sum(not d["valid"] for d in found) >= 60
    assert len({code for d in found for code in d["codes"]}) >= 12
