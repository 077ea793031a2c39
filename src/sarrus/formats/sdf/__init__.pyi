"""SDF, the files of Gazebo and Drake: reading and writing."""

from sarrus.formats.sdf.loading import load_sdf as load_sdf
from sarrus.formats.sdf.saving import save_sdf as save_sdf
