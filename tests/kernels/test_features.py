"""Loops that find features of convex solids, by all targets: the same numbers in all of them."""

from __future__ import annotations

import shutil
from typing import Any

import numpy as np
import pytest

from forces.convex_meshes import random_mesh
from forces.solid_pairs import pose
from kernels import wasm
from kernels.native import machine
from kernels.test_ptx import on_stand_in
from sarrus.kernels import Cache, KernelFactory, Program
from sarrus.kernels.background import NEVER
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.program_record import program_of, record_of
from sarrus.kernels.targets.c.target import CTarget
from sarrus.kernels.targets.ptx.code import evaluation_code
from sarrus.kernels.trace import trace
from sarrus.model.convex_hull import convex_hull
from sarrus.model.forces.feature_table import features_of
from sarrus.spatial import Transform
from sarrus.spatial.arrays import vector

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
RANDOM = np.random.default_rng(3)
A, B = (convex_hull(random_mesh(RANDOM, 12)) for _ in range(2))
STATES = [
    np.concatenate([X.matrix.ravel(), X.position])
    for X in (pose(RANDOM, 0.3, 0.9)[0] for _ in range(9))
]


def found_features(x: Any) -> dict[str, Any]:
    """What all finders find of two solids, for rotation and position in a row."""
    table, X = features_of(A, B), Transform.of(np.reshape(x[:9], (3, 3)), x[9:])
    corner = table.find_at("corner_after", X, -1.0)
    edge = table.find_at("exit_after", X, -1.0)
    face = table.find_at("exit_face", X, edge)
    along = [*X.position, *X.matrix[:, 2], 0.3]
    near = table.find("edge_after", -1.0, *along)
    return {
        "y": vector(
            corner,
            table.find_at("corner_after", X, corner),
            table.find_at("corner_face", X, corner),
            edge,
            table.find_at("exit_after", X, edge),
            face,
            table.find_at("exit_other", X, edge, face),
            table.find("nearest_feature", *X.position),
            near,
            table.find("edge_after", near, *along),
            table.find_at("closest", X),
            table.offset(face),
        )
    }


def program() -> Program:
    return trace(found_features, {"x": (12,)})


def expected() -> list[np.ndarray]:
    """What the functions find in Python."""
    of = program()
    return [interpret(of, [x])[0] for x in STATES]


def test_machine_code_and_bytecode_find_what_python_finds() -> None:
    of, slow = program(), KernelFactory(Cache(None), policy=NEVER)
    code, bytecode = machine(of), slow.make("it", found_features, {"x": (12,)})
    for x, wanted in zip(STATES, expected(), strict=True):
        assert code(x)[0].tolist() == wanted.tolist()
        assert np.asarray(bytecode(x)).tolist() == wanted.tolist()


def test_lanes_find_what_one_finds() -> None:
    """Nine states in vectors of any width: loops end where the last lane ends."""
    kernel = KernelFactory(Cache(None)).make("it", found_features, {"x": (12,)})
    found = np.asarray(kernel(np.array(STATES)))
    assert found.tolist() == [wanted.tolist() for wanted in expected()]


@needs_gcc
def test_c_finds_the_same() -> None:
    code = machine(program(), CTarget("gcc"))
    for x, wanted in zip(STATES, expected(), strict=True):
        assert code(x)[0].tolist() == wanted.tolist()


def test_webassembly_finds_the_same() -> None:
    code = wasm.kernel(program())
    for x, wanted in zip(STATES, expected(), strict=True):
        assert code(x)[0].tolist() == wanted.tolist()


def test_devices_find_the_same() -> None:
    found = on_stand_in(evaluation_code(program()))(np.array(STATES))
    assert np.asarray(found).tolist() == [wanted.tolist() for wanted in expected()]


def test_what_is_found_has_no_slope() -> None:
    def slopes(x: Any) -> dict[str, Any]:
        return {"J": jacobian(found_features(x)["y"], x)}

    (J,) = interpret(trace(slopes, {"x": (12,)}), [STATES[0]])
    assert not np.any(J)


def test_a_record_of_a_program_keeps_its_features() -> None:
    of = program_of(record_of(program()))
    for x, wanted in zip(STATES[:3], expected(), strict=False):
        assert interpret(of, [x])[0].tolist() == wanted.tolist()
