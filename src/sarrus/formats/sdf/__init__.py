"""SDF, the files of Gazebo and Drake: reading and writing."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
