"""The rules that a model must obey, one file each; see the codes in the messages."""

from sarrus.model.validation.inertia import check_inertia, check_inertias
from sarrus.model.validation.islands import joints_of_islands
from sarrus.model.validation.names import check_names, check_part_names
from sarrus.model.validation.physics import check_model

__all__ = [
    "check_inertia",
    "check_inertias",
    "check_model",
    "check_names",
    "check_part_names",
    "joints_of_islands",
]
