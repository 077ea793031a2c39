"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.synthesis.burmester import BurmesterCurves as BurmesterCurves
from sarrus.synthesis.burmester import Dyad as Dyad
from sarrus.synthesis.cognates import cognates as cognates
from sarrus.synthesis.defects import Defects as Defects
from sarrus.synthesis.defects import defects_of as defects_of
from sarrus.synthesis.families import FAMILIES as FAMILIES
from sarrus.synthesis.families import Family as Family
from sarrus.synthesis.generation import burmester_curves as burmester_curves
from sarrus.synthesis.generation import burmester_dyads as burmester_dyads
from sarrus.synthesis.generation import generate_function as generate_function
from sarrus.synthesis.generation import generate_motion as generate_motion
from sarrus.synthesis.generation import generate_path as generate_path
from sarrus.synthesis.limits import Limits as Limits
from sarrus.synthesis.linkage import Linkage as Linkage
from sarrus.synthesis.linkage import Motion as Motion
from sarrus.synthesis.linkage import grashof_type as grashof_type
from sarrus.synthesis.model_files import FittedFile as FittedFile
from sarrus.synthesis.model_files import fit_function as fit_function
from sarrus.synthesis.model_files import fit_motion as fit_motion
from sarrus.synthesis.model_files import fit_path as fit_path
from sarrus.synthesis.precision_points import chebyshev_points as chebyshev_points
from sarrus.synthesis.refinement import refine as refine
from sarrus.synthesis.solution import Solution as Solution
from sarrus.synthesis.solutions import NoSolution as NoSolution
from sarrus.synthesis.solutions import Solutions as Solutions
from sarrus.synthesis.tasks import Task as Task
