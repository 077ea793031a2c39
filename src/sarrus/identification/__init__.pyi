"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.identification.base import BaseParameters as BaseParameters
from sarrus.identification.calibrated import Calibrated as Calibrated
from sarrus.identification.calibrated import Displacement as Displacement
from sarrus.identification.calibration import MeasuredPoses as MeasuredPoses
from sarrus.identification.calibration import calibrate as calibrate
from sarrus.identification.estimation import identify as identify
from sarrus.identification.excitation import Excitation as Excitation
from sarrus.identification.excitation import excite as excite
from sarrus.identification.files import read_measurements as read_measurements
from sarrus.identification.identified import Agreement as Agreement
from sarrus.identification.identified import Identified as Identified
from sarrus.identification.measured import Measured as Measured
from sarrus.identification.of_study import calibrate_file as calibrate_file
from sarrus.identification.of_study import excite_file as excite_file
from sarrus.identification.of_study import identify_file as identify_file
from sarrus.identification.pose_files import read_poses as read_poses
