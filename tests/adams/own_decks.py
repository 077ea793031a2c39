"""Datasets of our own, after the manual of Adams Solver and bodies of the reference problems."""

from __future__ import annotations

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

CRANK = """Slider crank with a spring, a force by expression and a driven crank
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
!                            adams_view_name='ground'
PART/1, GROUND
!                            adams_view_name='crank'
PART/2, QG=0,0,0, MASS=0.8, CM=20, IP=50,800,800
!                            adams_view_name='rod'
part/3, qg=0, 100, 0
, mass = 1.2, cm=30
, ip=100, 9000, 9000, reuler=-19.471220634490690D, 0d, 0d
!                            adams_view_name='slider'
PART/4, QG=282.842712474619,0,0, MASS=0.5, CM=40, IP=200,200,200
MARKER/10, PART=1
MARKER/11, PART=1, QP=282.842712474619,0,0, REULER=90D,90D,0D
MARKER/12, PART=1, QP=500,0,0
MARKER/20, PART=2, QP=0,50,0
MARKER/21, PART=2
MARKER/22, PART=2, QP=0,100,0
MARKER/30, PART=3, QP=150,0,0
MARKER/31, PART=3
MARKER/32, PART=3, QP=300,0,0
MARKER/40, PART=4
MARKER/41, PART=4, REULER=90D,90D,0D
!                            adams_view_name='A'
JOINT/1, REVOLUTE, I=21, J=10
!                            adams_view_name='B'
JOINT/2, REVOLUTE, I=31, J=22
!                            adams_view_name='C'
JOINT/3, REVOLUTE, I=32, J=40
!                            adams_view_name='guide'
JOINT/4, TRANSLATIONAL, I=41, J=11
!                            adams_view_name='spring'
SPRINGDAMPER/1, TRANSLATION, I=40, J=12, K=2, C=0.05, LENGTH=200
!                            adams_view_name='push'
SFORCE/1, TRANSLATION, I=40, J=12, FUNCTION=-0.01*VR(40,12)
, +5*SIN(3*TIME)
!                            adams_view_name='drive'
MOTION/1, JOINT=1, ROTATION, FUNCTION=STEP(TIME,0,0,1,2*PI)
REQUEST/1, DISPLACEMENT, I=40
REQUEST/2, FORCE, I=21, J=10
ACCGRAV/JGRAV=-9806.65
OUTPUT/REQSAVE
RESULTS/
GRAPHICS/1, CYLINDER, CM=31, LENGTH=300, RADIUS=8
END
"""
