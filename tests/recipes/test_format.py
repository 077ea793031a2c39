"""The recipe "a format": a reader and a writer under an ending of file names."""

from __future__ import annotations

from pathlib import Path

import pytest

import sarrus
from command_line import run_line
from recipes.conftest import Package
from sarrus import Mechanism, ModelError, Study
from sarrus.formats.known_formats import FORMATS, Format
from sarrus.formats.writing import convert, save

FORMAT = """
from sarrus import Mechanism, ModelError, Problem
from sarrus.formats.known_formats import FORMATS, Format


def read(path, *, name="", strict=False):
    m = Mechanism(name or "chain")
    before = m.ground
    with open(path, encoding="utf-8") as file:
        rows = [line.split() for line in file if line.strip()]
    for k, (body, mass, *com) in enumerate(rows):
        m.body(body, float(mass), tuple(map(float, com)), (0.01, 0.02, 0.03))
        m.revolute(f"J{k}", before, body, at=(0, 0, 0), axis="z")
        before = body
    return m.build(strict=strict)


def text(model, path, *, convention, drop):
    lost = [Problem("F21", f"force '{f.name}'", "is not part of a chain") for f in model.forces]
    if lost and not drop:
        raise ModelError(lost)
    rows = [
        " ".join([b.name, repr(b.mass), *(repr(float(x)) for x in b.com)])
        for b in model.bodies
    ]
    return "\\n".join(rows) + "\\n", lost


FORMATS.register(".chain", Format("chain", read, text))
"""
CHAIN = "upper 1.5 0.2 0.0 0.0\nlower 0.7 0.1 0.05 0.0\n"


@pytest.fixture
def chain(package: Package, tmp_path: Path) -> Path:
    package(FORMAT)
    file = tmp_path / "arm.chain"
    file.write_text(CHAIN, "utf-8")
    return file


def test_load_save_and_convert_know_it(chain: Path, tmp_path: Path) -> None:
    model = sarrus.load(chain, name="arm")
    assert model.name == "arm" and [b.name for b in model.bodies] == ["upper", "lower"]
    again = tmp_path / "again.chain"
    assert save(model, again) == []
    assert again.read_text("utf-8") == CHAIN
    yaml, back = tmp_path / "arm.yaml", tmp_path / "back.chain"
    convert(chain, yaml)
    convert(yaml, back)
    assert back.read_text("utf-8") == CHAIN
    assert sarrus.load(yaml).compile().nq == 2


def test_what_it_cannot_hold_is_refused(chain: Path, tmp_path: Path) -> None:
    m = Mechanism("arm")
    m.body("upper", 1.5, (0.2, 0, 0), (0.01, 0.02, 0.03))
    m.revolute("J0", m.ground, "upper", at=(0, 0, 0), axis="z")
    m.joint_spring("S", "J0", k=1.0)
    target = tmp_path / "spring.chain"
    with pytest.raises(ModelError, match="'S'"):
        save(m, target)
    assert not target.exists()
    assert [p.code for p in save(m, target, drop=True)] == ["F21"]
    with pytest.raises(sarrus.EnvironmentProblem, match="E-EXISTS"):
        save(m, chain)


def test_studies_and_the_command_line_know_it(chain: Path, tmp_path: Path) -> None:
    run = Study.load(chain, set={"run.until": 0.01}).run()
    assert run.t[-1] == 0.01
    target = tmp_path / "arm.yaml"
    for arguments in (
        ["check", str(chain)],
        ["info", str(chain)],
        ["convert", str(chain), str(target)],
        ["convert", str(target), str(tmp_path / "other.chain")],
        ["run", str(chain), "--set", "run.until=0.01", "--out", str(tmp_path / "arm.sarrus")],
    ):
        done = run_line(arguments)
        assert done.exit_code == 0, (arguments, done.output)
    assert (tmp_path / "other.chain").read_text("utf-8") == CHAIN
    done = run_line(["plot", str(chain), "-o", str(tmp_path / "arm.png")])
    assert "arm.png written" in done.output


def test_unknown_ending_names_the_known_ones(chain: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"\.chain"):
        sarrus.load(tmp_path / "arm.chian")
    FORMATS.remove(".chain")
    with pytest.raises(ModelError, match="no reader knows"):
        sarrus.load(chain)


def test_ending_of_another_is_refused(chain: Path) -> None:
    del chain
    with pytest.raises(ModelError, match="M32"):
        FORMATS.register(".yaml", Format("mine", FORMATS[".chain"].read))
    FORMATS.register(".chain", FORMATS[".chain"])  # the same again is no other
