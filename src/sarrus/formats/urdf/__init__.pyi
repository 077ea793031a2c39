"""URDF, the robot files of ROS: reading and writing."""

from sarrus.formats.urdf.loading import load_urdf as load_urdf
from sarrus.formats.urdf.saving import save_urdf as save_urdf
