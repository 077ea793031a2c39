"""Datasets of our own, after the manual of Adams Solver and bodies of the reference problems."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "models"

HEAD = """{title}
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
"""

PENDULUM = """PART/2, QG=0,0,0{turn}, MASS=1, CM=20, IP=0.04,0.1,0.1
! adams_view_name='pend'
MARKER/20, PART=2, QP=2,0,0
"""
TURN = ", REULER=0D,-90D,0D"

BENCH: dict[str, tuple[str, str, str]] = {
    # name: (statements, the joint's name, the marker whose frame is that of the table)
    "revolute_case01": (
        f"""PART/2, QG=2,0,0{TURN}, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-2,0,0
MARKER/10, PART=1, REULER=0D,-90D,0D
JOINT/1, REVOLUTE, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    "prismatic_case01": (
        """PART/2, QG=2,0,0, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-2,0,0
MARKER/10, PART=1
JOINT/1, TRANSLATIONAL, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    "cylindrical_case01": (
        """PART/2, QG=2,0,0, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-2,0,0
MARKER/10, PART=1
JOINT/1, CYL, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    "cylindrical_case02": (
        f"""PART/2, QG=2,0,0{TURN}, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-2,0,0
MARKER/10, PART=1, ZP=0,1,0
JOINT/1, CYLINDRICAL, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    "spherical_case01": (
        """PART/2, QG=2,0,0, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/21, PART=2, QP=-2,0,0
MARKER/10, PART=1
JOINT/1, SPHERICAL, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    # the cross has its pins along x of ground and z of the world on the body, which is its y
    "universal_case01": (
        """PART/2, QG=0,2,0, REULER=0D,90D,0D, MASS=1, CM=20, IP=0.1,0.1,0.04
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,0,2, ZP=0,1,2
MARKER/10, PART=1, ZP=1,0,0
JOINT/1, UNIVERSAL, I=21, J=10
""",
        "JOINT_1", "MARKER_20",
    ),
    "distance_case01": (
        """PART/2, QG=0,2,0, MASS=1, CM=20, IP=0.04,0.1,0.1
MARKER/20, PART=2
MARKER/10, PART=1
GCON/1, FUNCTION=DM(20, 10) - 2
""",
        "GCON_1", "MARKER_20",
    ),
}  # fmt: skip
"""The bodies of the tables that Adams has made, each on one joint."""

CRANK = (EXAMPLES / "spring_crank.adm").read_text(encoding="utf-8")
