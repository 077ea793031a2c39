"""Flexible bodies by modes: sets of modes, small finite elements and their reduction."""

from sarrus.fem.beam import BeamMaterial as BeamMaterial
from sarrus.fem.beam import beam_structure as beam_structure
from sarrus.fem.files import read_calculix as read_calculix
from sarrus.fem.files import read_faces as read_faces
from sarrus.fem.files import read_matrix as read_matrix
from sarrus.fem.files import read_nodes as read_nodes
from sarrus.fem.matrices import MatrixModel as MatrixModel
from sarrus.fem.matrices import matrix_model as matrix_model
from sarrus.fem.matrices import modes_of_matrices as modes_of_matrices
from sarrus.fem.nastran import read_nastran as read_nastran
from sarrus.fem.plate import plate_structure as plate_structure
from sarrus.fem.reduction import craig_bampton as craig_bampton
from sarrus.fem.sources import BeamModes as BeamModes
from sarrus.fem.sources import CalculixModes as CalculixModes
from sarrus.fem.sources import MatrixMarketModes as MatrixMarketModes
from sarrus.fem.sources import NastranModes as NastranModes
from sarrus.fem.sources import PlateModes as PlateModes
from sarrus.fem.structure import Structure as Structure
from sarrus.fem.structure import union as union
from sarrus.model.building.sections import Section as Section
from sarrus.model.mode_set import Interface as Interface
from sarrus.model.mode_set import ModeSet as ModeSet
from sarrus.model.mode_set import Outline as Outline
from sarrus.model.mode_set import load_modes as load_modes
from sarrus.model.mode_set import modes_of_moments as modes_of_moments
from sarrus.model.mode_set import modes_of_nodes as modes_of_nodes
