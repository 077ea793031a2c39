"""Readers and writers: the neutral JSON format, URDF, Denavit-Hartenberg tables."""

from sarrus.formats.adams import load_adams as load_adams
from sarrus.formats.denavit_hartenberg import from_dh as from_dh
from sarrus.formats.dxf import read_curve as read_curve
from sarrus.formats.extended_dh import from_extended_dh as from_extended_dh
from sarrus.formats.loading import load as load
from sarrus.formats.mjcf import Keyframe as Keyframe
from sarrus.formats.mjcf import load_mjcf as load_mjcf
from sarrus.formats.mjcf import mjcf_keyframes as mjcf_keyframes
from sarrus.formats.mjcf import save_mjcf as save_mjcf
from sarrus.formats.roads import read_road as read_road
from sarrus.formats.roads import write_road as write_road
from sarrus.formats.sdf import load_sdf as load_sdf
from sarrus.formats.sdf import save_sdf as save_sdf
from sarrus.formats.tir import read_tyre as read_tyre
from sarrus.formats.urdf import load_urdf as load_urdf
from sarrus.formats.urdf import save_urdf as save_urdf
