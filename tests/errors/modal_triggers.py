"""What leads to each error of modes of flexible bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from errors.register import Place, triggers
from sarrus import Mechanism
from sarrus.fem import load_modes, matrix_model, modes_of_nodes

NODES = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
SHAPES = np.array([[[0.0], [0.0], [0.0]], [[0.0], [0.0], [1.0]], [[0.0], [0.0], [0.5]]])


def modes(**change: Any) -> Any:
    given = {
        "masses": np.ones(3), "positions": NODES, "shapes": SHAPES, "stiffness": [[5.0]],
        "interfaces": {"tip": 1},
    }  # fmt: skip
    return modes_of_nodes(**{**given, **change})


@triggers("S90")
def a_shape_of_three_numbers(place: Place) -> None:
    m = Mechanism("shape")
    m.body("tip", 1.0, (0, 0, 0), (1, 1, 1))
    m.mode_shape("S", m.ground, "tip", at=(0, 0, 0), shape=[[0, 0, 1]])
    m.build()


@triggers("S91")
def modes_without_interfaces(place: Place) -> None:
    modes(interfaces={})


@triggers("S92")
def half_a_stiffness(place: Place) -> None:
    modes(shapes=np.concatenate([SHAPES, -SHAPES[::-1]], axis=2), stiffness=[[1.0, 1.0], [0, 2.0]])


@triggers("S93")
def a_negative_stiffness(place: Place) -> None:
    modes(stiffness=[[-1.0]])


@triggers("S94")
def another_number_of_modes(place: Place) -> None:
    modes(stiffness=[[1.0, 0.0], [0.0, 1.0]])


@triggers("S95")
def units_of_nowhere(place: Place) -> None:
    matrix_model(np.eye(9), np.eye(9), NODES, units="cubits")


@triggers("S96")
def a_rigid_shift(place: Place) -> None:
    m = Mechanism("shift")
    m.modal_body("body", modes(shapes=np.tile([[[0.0], [0.0], [1.0]]], (3, 1, 1))))
    m.build()


@triggers("S97")
def a_file_that_is_not_there(place: Place) -> None:
    load_modes(place.folder / "none.json")
