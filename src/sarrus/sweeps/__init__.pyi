"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.sweeps.distributions import Choice as Choice
from sarrus.sweeps.distributions import LogNormal as LogNormal
from sarrus.sweeps.distributions import Normal as Normal
from sarrus.sweeps.distributions import Triangular as Triangular
from sarrus.sweeps.distributions import Uniform as Uniform
from sarrus.sweeps.plans import LatinHypercube as LatinHypercube
from sarrus.sweeps.plans import Listed as Listed
from sarrus.sweeps.plans import MonteCarlo as MonteCarlo
from sarrus.sweeps.plans import Points as Points
from sarrus.sweeps.public import sweep as sweep
from sarrus.sweeps.reading import SweepFile as SweepFile
from sarrus.sweeps.reading import read_table as read_table
from sarrus.sweeps.rows import Row as Row
from sarrus.sweeps.table import Failure as Failure
from sarrus.sweeps.table import Sweep as Sweep
