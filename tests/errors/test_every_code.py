"""Every code of the index is given by Sarrus, as the index says, in a message that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from errors import (  # noqa: F401  (each fills the register)
    contact_triggers,
    design_triggers,
    durability_triggers,
    file_triggers,
    fmu_triggers,
    gradient_triggers,
    identification_triggers,
    modal_triggers,
    model_triggers,
    motion_triggers,
    program_triggers,
    request_triggers,
    robot_triggers,
    sweep_triggers,
    synthesis_triggers,
    vehicle_triggers,
)
from errors.register import TRIGGERS, Place, given
from sarrus.error_codes import codes

CODES = codes()


def test_every_code_has_a_trigger() -> None:
    assert set(TRIGGERS) == set(CODES)


@pytest.mark.parametrize("code", sorted(TRIGGERS))
def test_code_is_given(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = given(TRIGGERS[code], Place(tmp_path, monkeypatch))
    mine = [(kind, problem) for kind, problem in found if problem.code == code]
    assert mine, f"given were {[(kind, p.code, str(p)) for kind, p in found]}"
    for kind, problem in mine:
        assert kind in CODES[code].comes_as, f"the index does not know that {code} is a {kind}"
        text = str(problem)
        assert len(text) <= 2000 and all(c.isprintable() for c in text)
        assert problem.element and problem.rule
        assert problem.element[:40] in text and f" {code} [" in text
        assert problem.rule[:60].rstrip(".") in text
    for _, problem in found:
        assert problem.code in CODES
