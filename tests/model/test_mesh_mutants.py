"""Damaged meshes and tables of Denavit and Hartenberg: read, or refused with their file.

Never a crash, a hang or a number that is not finite. `-m slow` tries 10,000 of each format; a
failure names its number.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import numpy as np
import pytest

import sarrus
from model.test_mesh_solids import FILES, SINGLE, written
from sarrus import ModelError
from sarrus.model.meshes import read_mesh
from urdf.mutants import BREAKS

FEW, MANY = 80, 10_000
LONGEST = 2.0
"""Seconds of one processor for one file, whatever else the machine does."""
MESHES = {**FILES, **SINGLE}
TABLE = b"""\
dh: modified
rows:
  - {a: 0, alpha: 0, d: 0.3}
  - {a: 0.4, alpha: 90 deg, theta: 10 deg, type: prismatic}
  - {a: 0.3, alpha: 0, d: 0.1, offset: 20 deg}
"""
PIECES = (b"nan", b"-1", b"1e999", b"0", b"[", b"{}", b"99999999999", b"'", b"\x00", b"inf", b"#")


def damaged(data: bytes, i: int) -> bytes:
    """Return a file after one to three accidents."""
    rng = random.Random(f"mutant {i}")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            data = rng.choice(BREAKS)(rng, data)
        elif kind == 1:
            data = data[:at] + rng.choice(PIECES) + data[at + rng.randrange(4) :]
        elif kind == 2:
            data = data[:at] + data[at + rng.randrange(1, 40) :]
        elif kind == 3:
            end = at + rng.randrange(1, 60)
            data = data[:end] + data[at:end] * rng.randrange(1, 4) + data[end:]
        else:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        data = data or b" "
    return data


def try_all(name: str, data: bytes, numbers: range, folder: Path) -> int:
    """Return how many were refused; raise what must not happen."""
    path, refused = Path(written(folder, name, data)), 0
    for i in numbers:
        path.write_bytes(damaged(data, i))
        begun = time.process_time()
        try:
            if name.endswith(".yaml"):
                model = sarrus.load(path)
                values = [np.array([b.mass, *np.ravel(b.com)]) for b in model.bodies]
            else:
                found = read_mesh(str(path))
                assert found.faces.min() >= 0 and found.faces.max() < len(found.vertices)
                values = [found.vertices]
        except ModelError as error:
            refused += 1
            assert all(p.rule and p.code for p in error.problems), f"mutant {i}"
            assert path.name in str(error), f"mutant {i}: {error}"
            continue
        except Exception as error:
            raise AssertionError(f"mutant {i} of {name}: {error!r}") from error
        finally:
            spent = time.process_time() - begun
            assert spent < LONGEST, f"mutant {i}: {spent:.1f} s"
        assert all(np.all(np.isfinite(x)) for x in values), f"mutant {i}"
    return refused


@pytest.mark.parametrize("name", [*MESHES, "arm.yaml"])
def test_few_mutants(name: str, tmp_path: Path) -> None:
    data = {**MESHES, "arm.yaml": TABLE}[name]
    assert try_all(name, data, range(FEW), tmp_path) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [*MESHES, "arm.yaml"])
def test_many_mutants(name: str, tmp_path: Path) -> None:
    data = {**MESHES, "arm.yaml": TABLE}[name]
    assert try_all(name, data, range(MANY), tmp_path) > 0
