"""MJCF, the model files of MuJoCo: reading and writing."""

from sarrus.formats.mjcf.keyframes import Keyframe as Keyframe
from sarrus.formats.mjcf.keyframes import mjcf_keyframes as mjcf_keyframes
from sarrus.formats.mjcf.loading import load_mjcf as load_mjcf
from sarrus.formats.mjcf.saving import save_mjcf as save_mjcf
