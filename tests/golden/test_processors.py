"""A model has the same numbers, and its kernels the same instructions, on every processor.

NumPy multiplies matrices with a library that has code for each kind of processor. It takes another
kind's code if the environment says so: the oldest here, and what it finds by itself.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PROGRAM = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from golden.kernel_work import kernels_of
from sarrus.gallery import EXAMPLES
for name, example in EXAMPLES.items():
    print(name, example.model().content_hash)
for name in ("quick_return", "spatial_slider_crank", "urdf two_link_arm"):
    print(name, [program.exact for found in kernels_of(name).values() for program in found])
"""


def said_with(core: str | None) -> str:
    """Return what the program prints with the code of one kind of processor."""
    environment = dict(os.environ)
    environment.pop("OPENBLAS_CORETYPE", None)
    if core is not None:
        environment["OPENBLAS_CORETYPE"] = core
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="kinds of x86")
def test_models_and_kernels_do_not_depend_on_the_processor() -> None:
    found = said_with(None)
    assert found.count("\n") > 40
    assert said_with("Nehalem") == found
