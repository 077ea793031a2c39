"""Examples of the builder's methods: each is a whole mechanism, run by the tests.

They stand in the docstrings of the methods, and, as model files, on the page of the model file.
Read when a docstring is asked for.
"""

from __future__ import annotations

ARM = """\
m = sarrus.Mechanism("example")
arm = m.body("arm", mass="2 kg", com=(0.2, 0, 0), inertia=(0.001, 0.03, 0.03))
"""
WHEELS = """\
m = sarrus.Mechanism("example")
pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
m.revolute("B", m.ground, wheel, at=("90 mm", 0, 0), axis="z")
"""
SWING = ARM + 'm.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")\n'
SWUNG = ARM + 'm.spherical("A", m.ground, arm, at=(0, 0, 0))\n'
LOOSE = SWING + 'rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))\n'
SLIDE = """\
m = sarrus.Mechanism("example")
mass = m.body("mass", mass="5 kg", inertia=(0.01, 0.01, 0.01))
m.prismatic("A", m.ground, mass, at=(0, 0, 0), axis="z")
"""
LINKS = (
    SWING
    + """\
rod = m.body("rod", mass="1 kg", com=(0.6, 0, 0), inertia=(0.001, 0.01, 0.01))
m.revolute("B", arm, rod, at=(0.4, 0, 0), axis="y")
"""
)
BALL = """\
m = sarrus.Mechanism("example")
ball = m.body("ball", mass="1 kg", inertia=(0.004, 0.004, 0.004), at=(0, 0, "100 mm"))
m.free("A", m.ground, ball)
"""
WHEEL = """\
m = sarrus.Mechanism("example")
axle = m.body("axle", mass="40 kg", inertia=(1, 1, 1), at=(0, 0, "300 mm"))
m.prismatic("A", m.ground, axle, at=(0, 0, "300 mm"), axis="z")
"""
CART = """\
m = sarrus.Mechanism("example")
cart = m.body("cart", mass="100 kg", inertia=(5, 5, 5))
m.prismatic("way", m.ground, cart, at=(0, 0, 0), axis="x")
wheel = m.body("wheel", mass="5 kg", inertia=(0.1, 0.2, 0.1))
m.revolute("shaft", cart, wheel, at=(0, 0, 0), axis="y")
"""
BAND = """\
m = sarrus.Mechanism("example")
front = m.body("front", mass="5 kg", inertia=(0.1, 0.1, 0.1))
m.revolute("A", m.ground, front, at=(0.5, 0, 0), axis="y")
rear = m.body("rear", mass="5 kg", inertia=(0.1, 0.1, 0.1))
m.revolute("B", m.ground, rear, at=(-0.5, 0, 0), axis="y")
"""
SPRUNG = """\
m = sarrus.Mechanism("example")
frame = m.body("frame", mass="20 kg", inertia=(1, 1, 1))
m.free("A", m.ground, frame)
"""

EXAMPLES: dict[str, str] = {
    "body": """\
m = sarrus.Mechanism("example")
arm = m.body("arm", mass="2 kg", com=("200 mm", 0, 0), inertia=(0.001, 0.03, 0.03))
ball = m.body("ball", at=(0, 0, 1), shape=sarrus.Sphere(0.05), density="7850 kg/m^3")
m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
m.free("B", m.ground, ball)
""",
    "frame": SWING + 'm.frame("tool", arm, at=("400 mm", 0, 0), rpy=(0, "90 deg", 0))\n',
    "revolute": ARM
    + 'm.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y", limits=("-90 deg", "90 deg"))\n',
    "prismatic": ARM
    + 'm.prismatic("A", m.ground, arm, at=(0, 0, 0), axis="z", limits=(0, "300 mm"))\n',
    "cylindrical": ARM + 'm.cylindrical("A", m.ground, arm, at=(0, 0, 0), axis="x")\n',
    "universal": ARM + 'm.universal("A", m.ground, arm, at=(0, 0, 0), axis="y", axis2=(0, 0, 1))\n',
    "spherical": ARM + 'm.spherical("A", m.ground, arm, at=(0, 0, 0))\n',
    "planar": ARM + 'm.planar("A", m.ground, arm, at=(0, 0, 0), axis="z", x_axis="x")\n',
    "helical": ARM + 'm.helical("A", m.ground, arm, at=(0, 0, 0), axis="x", lead="5 mm")\n',
    "beam_segment": ARM + 'm.beam_segment("A", m.ground, arm, at=(0.3, 0, 0), length="0.3 m")\n',
    "timoshenko_segment": ARM
    + 'm.timoshenko_segment("A", m.ground, arm, at=(0.3, 0, 0), length="0.3 m")\n',
    "mode_shape": ARM
    + 'm.mode_shape("A", m.ground, arm, at=(0.3, 0, 0), shape=[[0, 0, 1, 0, -5, 0]])\n',
    "free": ARM + 'm.free("A", m.ground, arm)\n',
    "weld": SWING
    + """\
tip = m.body("tip", mass="0.1 kg", inertia=(1e-5, 1e-5, 1e-5), at=(0.4, 0, 0))
m.weld("B", arm, tip, at=(0.4, 0, 0))
""",
    "distance": SWING
    + """\
weight = m.body("weight", mass="1 kg", inertia=(0.001, 0.001, 0.001), at=(0.4, 0, -0.5))
m.free("B", m.ground, weight)
m.distance("rod", arm, weight, at_a=(0.4, 0, 0), at_b=(0.4, 0, -0.5))
""",
    "pin_slot": """\
m = sarrus.Mechanism("example")
crank = m.body("crank", mass="1 kg", com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
yoke = m.body("yoke", mass="2 kg", inertia=(0.01, 0.01, 0.01))
m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
m.prismatic("B", m.ground, yoke, at=(0, 0, 0), axis="x")
m.pin_slot("pin", yoke, crank, at=("100 mm", 0, 0), axis="z", x_axis="y")
""",
    "slotted_spherical": ARM
    + 'm.slotted_spherical("A", m.ground, arm, at=(0, 0, 0), axis="y", axis2="x")\n',
    "constant_velocity": """\
m = sarrus.Mechanism("example")
driver = m.body("driver", mass="1 kg", com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.001))
driven = m.body("driven", mass="1 kg", com=(0.1, 0, 0.3), inertia=(0.01, 0.01, 0.001))
m.revolute("A", m.ground, driver, at=(0, 0, 0), axis="z")
m.constant_velocity("cv", driver, driven, at=(0, 0, 0.2), axis="z", axis2=(1, 0, 1))
m.revolute("B", m.ground, driven, at=(0.2, 0, 0.4), axis=(1, 0, 1))
""",
    "point_in_plane": SWUNG
    + 'm.point_in_plane("table", m.ground, arm, at=("400 mm", 0, 0), axis="z")\n',
    "point_on_line": SWUNG
    + 'm.point_on_line("wire", m.ground, arm, at=("400 mm", 0, 0), axis="x")\n',
    "orientation": ARM + 'm.orientation("A", m.ground, arm)\n',
    "parallel": SWUNG + 'm.parallel("upright", m.ground, arm, axis="z")\n',
    "perpendicular": SWUNG + 'm.perpendicular("level", m.ground, arm, axis="z", axis2="x")\n',
    "angle": SWUNG + 'm.angle("lean", m.ground, arm, axis="z", axis2=(1, 0, 1))\n',
    "revolute_revolute": """\
m = sarrus.Mechanism("example")
plate = m.body("plate", mass="3 kg", com=(0.2, 0, 0.3), inertia=(0.01, 0.05, 0.05))
m.revolute_revolute("left", m.ground, plate, at=(0, 0, 0), at2=(0, 0, "300 mm"), axis="y")
m.revolute_revolute("right", m.ground, plate, at=(0.4, 0, 0), at2=(0.4, 0, "300 mm"), axis="y")
""",
    "revolute_cylindrical": ARM
    + """\
m.revolute_cylindrical("A", m.ground, arm, at=(0, 0, 0), axis="z", at2=("100 mm", 0, 0), axis2="y")
""",
    "revolute_spherical": SWUNG
    + """\
m.revolute_spherical("link", m.ground, arm, at=(0.4, 0, "-200 mm"), axis="y", at2=(0.4, 0, 0))
""",
    "cylindrical_spherical": SWUNG
    + """\
m.cylindrical_spherical("link", m.ground, arm, at=(0.4, 0, "-200 mm"), axis="y", at2=(0.4, 0, 0))
""",
    "spur_gears": WHEELS
    + 'm.spur_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",\n'
    '             teeth_1=20, teeth_2=40, module="3 mm")\n',
    "helical_gears": WHEELS
    + 'm.helical_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",\n'
    '                teeth_1=18, teeth_2=27, module="3.464102 mm", helix_angle="30 deg")\n',
    "internal_gears": WHEELS
    + 'm.internal_gears("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",\n'
    '                 teeth_1=20, teeth_2=80, module="3 mm")\n',
    "rack_and_pinion": """\
m = sarrus.Mechanism("example")
pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
rack = m.body("rack", mass="2 kg", inertia=(1e-3, 1e-3, 1e-3))
m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
m.prismatic("B", m.ground, rack, at=(0, "-30 mm", 0), axis="x")
m.rack_and_pinion("mesh", pinion, rack, at=(0, 0, 0), axis="z", at2=(0, "-30 mm", 0), axis2="x",
                  teeth=20, module="3 mm")
""",
    "bevel_gears": """\
m = sarrus.Mechanism("example")
pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
m.revolute("A", m.ground, pinion, at=(0, 0, "60 mm"), axis="z")
m.revolute("B", m.ground, wheel, at=("30 mm", 0, 0), axis="x")
m.bevel_gears("mesh", pinion, wheel, at=(0, 0, "60 mm"), axis="z", at2=("30 mm", 0, 0), axis2="x",
              teeth_1=20, teeth_2=40, module="3 mm")
""",
    "worm_gears": """\
m = sarrus.Mechanism("example")
worm = m.body("worm", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3))
m.revolute("A", m.ground, worm, at=(0, 0, 0), axis="x")
m.revolute("B", m.ground, wheel, at=(0, "-78.2019 mm", 0), axis="z")
m.worm_gears("mesh", worm, wheel, at=(0, 0, 0), axis="x", at2=(0, "-78.2019 mm", 0), axis2="z",
             starts=2, teeth=40, module="3 mm", lead_angle="10 deg")
""",
    "gear_mesh": WHEELS
    + 'm.gear_mesh("mesh", pinion, wheel, at=(0, 0, 0), at2=("90 mm", 0, 0), axis="z",\n'
    '            teeth_1=20, teeth_2=40, module="3 mm", stiffness="200 N/um", backlash="50 um",\n'
    "            efficiency=0.98)\n",
    "bevel_mesh": """\
m = sarrus.Mechanism("example")
pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3), at=("60 mm", 0, 0))
wheel = m.body("wheel", mass="2 kg", inertia=(4e-3, 4e-3, 4e-3), at=(0, 0, "30 mm"))
m.revolute("A", m.ground, pinion, at=("60 mm", 0, 0), axis="x")
m.revolute("B", m.ground, wheel, at=(0, 0, "30 mm"), axis="z")
m.bevel_mesh("mesh", pinion, wheel, at=("60 mm", 0, 0), axis="x", at2=(0, 0, "30 mm"), axis2="z",
             teeth_1=20, teeth_2=40, module="3 mm", stiffness="100 N/um", backlash="50 um",
             efficiency=0.97)
""",
    "rack_mesh": """\
m = sarrus.Mechanism("example")
pinion = m.body("pinion", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
rack = m.body("rack", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=(0, "-30 mm", 0))
m.revolute("A", m.ground, pinion, at=(0, 0, 0), axis="z")
m.prismatic("B", m.ground, rack, at=(0, "-30 mm", 0), axis="x")
m.rack_mesh("mesh", pinion, rack, at=(0, 0, 0), axis="z", at2=(0, "-30 mm", 0), axis2="x",
            teeth=20, module="3 mm", stiffness="150 N/um", backlash="50 um", efficiency=0.98)
""",
    "worm_mesh": """\
m = sarrus.Mechanism("example")
worm = m.body("worm", mass="1 kg", inertia=(1e-4, 1e-4, 1e-4))
wheel = m.body("wheel", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=(0, "-80 mm", 0))
m.revolute("A", m.ground, worm, at=(0, 0, 0), axis="x")
m.revolute("B", m.ground, wheel, at=(0, "-80 mm", 0), axis="z")
m.worm_mesh("mesh", worm, wheel, at=(0, 0, 0), axis="x", at2=(0, "-80 mm", 0), axis2="z",
            starts=2, teeth=40, module="3 mm", lead_angle="8.961769 deg", stiffness="20 N/um",
            damping="10 ms/m", mu=0.05)
""",
    "point_on_curve": """\
m = sarrus.Mechanism("example")
cam = m.body("cam", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
follower = m.body("follower", mass="0.2 kg", inertia=(1e-4, 1e-4, 1e-4), at=(0, "38 mm", 0))
m.revolute("A", m.ground, cam, at=(0, 0, 0), axis="z")
m.prismatic("B", m.ground, follower, at=(0, "38 mm", 0), axis="y")
profile = sarrus.curves.CamCurve("roller", (0, 2.1, 3.1, 5.2), (0, 0.01, 0.01, 0),
                                 base_radius=0.03, roller_radius=0.008)
m.point_on_curve("touch", cam, follower, curve=profile, radius="8 mm", point=(0, "38 mm", 0))
""",
    "two_points_on_curve": """\
m = sarrus.Mechanism("example", gravity=(0, -9.81, 0))
carriage = m.body("carriage", mass="2 kg", inertia=(0.01, 0.01, 0.01))
m.planar("free", m.ground, carriage, at=(0, 0, 0), axis="z")
rail = sarrus.curves.PointCurve([[-0.5, 0.2], [-0.2, 0.01], [0.1, 0.01], [0.5, 0.3]])
m.two_points_on_curve("wheels", m.ground, carriage, curve=rail, point=("-100 mm", 0, 0),
                      x_axis_other="x", spacing="200 mm")
""",
    "curve_on_curve": """\
m = sarrus.Mechanism("example")
cam = m.body("cam", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
follower = m.body("follower", mass="0.2 kg", inertia=(1e-4, 1e-4, 1e-4), at=(0, "30 mm", 0))
m.revolute("A", m.ground, cam, at=(0, 0, 0), axis="z")
m.prismatic("B", m.ground, follower, at=(0, "30 mm", 0), axis="y")
profile = sarrus.curves.CamCurve("flat", (0, 3.1), (0, 0.008), base_radius=0.03)
m.curve_on_curve("touch", cam, follower, curve=profile, point=(0, "30 mm", 0))
""",
    "curvilinear": """\
m = sarrus.Mechanism("example", gravity=(0, -9.81, 0))
carriage = m.body("carriage", mass="2 kg", com=(0, "-0.1 m", 0), inertia=(0.01, 0.01, 0.01))
rail = sarrus.curves.PointCurve([[-0.5, 0.2], [-0.2, 0.01], [0.1, 0.01], [0.5, 0.3]])
m.curvilinear("J", m.ground, carriage, curve=rail, start="200 mm", limits=("-0.1 m", "0.8 m"))
""",
    "clearance_revolute": LOOSE
    + """\
m.planar("B", m.ground, rod, at=(0.4, 0, 0), axis="y")
m.clearance_revolute("pin", rod, arm, at=(0.4, 0, 0), axis="y", clearance="0.2 mm",
                     radius="10 mm", k=1e8, restitution=0.8, impact_speed="0.3 m/s", mu=0.05)
""",
    "clearance_spherical": LOOSE
    + """\
m.free("B", m.ground, rod)
m.clearance_spherical("ball", rod, arm, at=(0.4, 0, 0), clearance="0.1 mm", radius="8 mm", k=1e8)
""",
    "clearance_prismatic": """\
m = sarrus.Mechanism("example")
block = m.body("block", mass="0.5 kg", inertia=(1e-4, 1e-4, 1e-4))
m.planar("A", m.ground, block, at=(0, 0, 0), axis="y")
m.clearance_prismatic("guide", block, at=(0, 0, 0), axis="x", x_axis="z", clearance="0.1 mm",
                      length="60 mm", width="40 mm", k=1e7, restitution=0.8, impact_speed=0.2)
""",
    "contact": """\
m = sarrus.Mechanism("example")
ball = m.body("ball", shape=sarrus.Sphere(0.05), density="steel", at=(0, 0, 0.05))
crate = m.body("crate", shape=sarrus.Box((0.2, 0.2, 0.1)), density=500, at=(0.3, 0, 0.05))
m.free("A", m.ground, ball)
m.free("B", m.ground, crate)
m.contact("floor", ball, k=1e6, restitution=0.6, impact_speed="1 m/s", mu=0.3)
m.contact("stands", crate, k=1e6, a=0.5, mu=0.3)
m.contact("hit", ball, crate, k=1e6, a=0.5)
""",
    "curve_contact": """\
m = sarrus.Mechanism("example")
ball = m.body("ball", mass="0.2 kg", inertia=(1e-5, 1e-5, 1e-5), at=(0, "-200 mm", 0))
m.planar("free", m.ground, ball, at=(0, "-200 mm", 0), axis="z")
ring = sarrus.curves.CircleCurve(0.25)
m.curve_contact("wall", ball, on=(0, 0, 0), curve=ring, radius="-50 mm", k=1e6)
""",
    "rail_contact": """\
m = sarrus.Mechanism("example", gravity=(0, 0, -9.81))
axle = m.body("axle", mass="16 kg", inertia=(0.37, 0.06, 0.37))
m.free("A", m.ground, axle)
for name, side in (("left", 1), ("right", -1)):
    m.rail_contact(name, axle, on=(0, 0.15 * side, 0), axle=(0, side, 0), radius="100 mm",
                   conicity=0.026, curve=sarrus.curves.CircleCurve(0.06),
                   origin=(0, 0.152 * side, -0.16), axis="x", x_axis="y", k=1e8, a=10,
                   mu=0.12, ellipse=0.71, c11=4.73, c22=4.28, c23=1.97)
""",
    "belt_drive": """\
m = sarrus.Mechanism("example")
motor = m.body("motor", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))
fan = m.body("fan", mass="2 kg", inertia=(0.02, 0.02, 0.02), at=("500 mm", 0, 0))
m.revolute("A", m.ground, motor, at=(0, 0, 0), axis="z")
m.revolute("B", m.ground, fan, at=("500 mm", 0, 0), axis="z")
m.belt_drive("belt", [(motor, (0, 0, 0), "50 mm"), (fan, ("500 mm", 0, 0), "100 mm")],
             stiffness="60 kN", preload="200 N", damping_time="1 ms", mu=0.4)
""",
    "cable": """\
m = sarrus.Mechanism("example")
left = m.body("left", mass="2 kg", inertia=(0.01, 0.01, 0.01), at=("-100 mm", "-1 m", 0))
right = m.body("right", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=("100 mm", "-1 m", 0))
m.prismatic("A", m.ground, left, at=("-100 mm", "-1 m", 0), axis="y")
m.prismatic("B", m.ground, right, at=("100 mm", "-1 m", 0), axis="y")
m.cable("rope", [(left, ("-100 mm", "-1 m", 0), 0), (m.ground, (0, 0, 0), "-100 mm"),
                 (right, ("100 mm", "-1 m", 0), 0)], stiffness="1 MN", damping="500 N s/m")
""",
    "inextensible_cable": """\
m = sarrus.Mechanism("example")
left = m.body("left", mass="2 kg", inertia=(0.01, 0.01, 0.01), at=("-100 mm", "-1 m", 0))
right = m.body("right", mass="3 kg", inertia=(0.01, 0.01, 0.01), at=("100 mm", "-1 m", 0))
m.prismatic("A", m.ground, left, at=("-100 mm", "-1 m", 0), axis="y")
m.prismatic("B", m.ground, right, at=("100 mm", "-1 m", 0), axis="y")
m.inextensible_cable("rope", [(left, ("-100 mm", "-1 m", 0), 0), (m.ground, (0, 0, 0), "-100 mm"),
                              (right, ("100 mm", "-1 m", 0), 0)])
""",
    "polynomial_coupler": WHEELS
    + 'm.polynomial_coupler("cam", driven="B", driver="A", polynomial=[0, 0.5, 0.2])\n',
    "rolling": BALL + 'm.rolling("roll", ball, radius="100 mm", center=(0, 0, "100 mm"))\n',
    "bearing_friction": SWING + 'm.bearing_friction("rub", "A", mu=0.1, radius="10 mm")\n',
    "beam": SPRUNG
    + """\
m.beam("blade", m.ground, frame, length="500 mm", area="200 mm^2", torsion_constant="2500 mm^4",
       second_moment_y="1700 mm^4", second_moment_z="6700 mm^4", young_modulus="210 GPa",
       shear_modulus="81 GPa", damping_time="0.1 ms", on_a=(-0.5, 0, 0), on_b=(0, 0, 0))
""",
    "bushing": SPRUNG
    + """\
m.bushing("mount", m.ground, frame, stiffness=(1e5, 1e5, 2e5, 50, 50, 50),
          damping=(200, 200, 400, 1, 1, 1), at=(0, 0, 0))
""",
    "dc_motor": SWING
    + """\
m.dc_motor("motor", "A", constant="0.05 N*m/A", resistance="1 ohm", inductance="1 mH",
           voltage="12 V", gear=50)
""",
    "synchronous_motor": SWING
    + """\
m.synchronous_motor("motor", "A", resistance="0.5 ohm", inductance_d="2 mH", flux="0.05 Wb",
                    pole_pairs=4, gear=50, target_q="2 A", bandwidth=1000,
                    voltage_limit="48 V")
""",
    "pneumatic_cylinder": SWING
    + """\
m.pneumatic_cylinder("jack", m.ground, arm, at_a=(0, 0, -0.5), at_b=(0.3, 0, 0),
                     area_a="20 cm^2", area_b="15 cm^2", stroke="200 mm",
                     closed_length="500 mm", dead_a="20 cm^3", dead_b="20 cm^3",
                     initial_pressure_a="3 bar", initial_pressure_b="3 bar",
                     conductance="2 l/s/bar", supply_pressure="7 bar", opening=0.3)
""",
    "end_stop": SWING
    + """\
m.end_stop("stop", "A", k=2000, a=0.2, lower="-60 deg", upper="60 deg")
""",
    "gas_spring": SWING
    + """\
m.gas_spring("gas", m.ground, arm, at_a=(0, 0, -0.3), at_b=(0.3, 0, 0), area="3 cm^2",
             volume="0.2 l", pressure="20 bar")
""",
    "hydraulic_cylinder": SWING
    + """\
m.hydraulic_cylinder("jack", m.ground, arm, at_a=(0, 0, -0.5), at_b=(0.3, 0, 0),
                     area_a="20 cm^2", area_b="15 cm^2", stroke="200 mm",
                     closed_length="500 mm", dead_a="20 cm^3", dead_b="20 cm^3",
                     initial_pressure_a="50 bar", initial_pressure_b="50 bar",
                     flow_a="2 l/min")
""",
    "joint_damper": SWING + 'm.joint_damper("drag", "A", d="0.2 N*m*s/rad")\n',
    "joint_friction": SWING + 'm.joint_friction("rub", "A", sliding="0.5 N*m", static="0.7 N*m")\n',
    "joint_gas_spring": SLIDE
    + 'm.joint_gas_spring("gas", "A", effort="500 N", ratio="2 1/m", exponent=1.3)\n',
    "joint_spring": SWING + 'm.joint_spring("spring", "A", k="20 N*m/rad", d=0.1, free="30 deg")\n',
    "segment_elasticity": ARM
    + """\
m.beam_segment("S", m.ground, arm, at=(0, 0, 0), length="0.4 m")
m.segment_elasticity("rod", "S", area="80 mm^2", torsion_constant="1000 mm^4",
    second_moment_y="500 mm^4", second_moment_z="500 mm^4", young_modulus="210 GPa",
    shear_modulus="80 GPa")
""",
    "modal_elasticity": ARM
    + """\
m.mode_shape("S", m.ground, arm, at=(0.3, 0, 0), shape=[[0, 0, 1, 0, -5, 0]])
m.modal_elasticity("rod", "S", stiffness=[[2e4]], damping=[[3.0]])
""",
    "modal_body": """\
m = sarrus.Mechanism("example")
rod = sarrus.fem.beam_structure((0, 0, 0), (0.5, 0, 0), elements=8, section="rectangle",
                                width=0.02, height=0.005, material="aluminium")
modes = sarrus.fem.craig_bampton(rod, {"root": 0, "tip": 8}, modes=0, reference="root", keep=2)
arm = m.modal_body("arm", modes, damping_ratio=0.01)
m.revolute("A", m.ground, arm.frame, at=(0, 0, 0), axis="y")
""",
    "flexible_beam": """\
m = sarrus.Mechanism("example")
rod = m.flexible_beam("rod", (0, 0, 0), ("500 mm", 0, 0), section="rectangle", width="20 mm",
    height="2 mm", material="steel", segments=4)
m.weld("clamp", m.ground, rod.start, at=(0, 0, 0))
""",
    "joint_torque": SWING + 'm.joint_torque("drive", "A", "5 N*m")\n',
    "moment": SPRUNG + 'm.moment("twist", frame, moment=(0, 0, "2 N*m"))\n',
    "user_force": SLIDE
    + """\
def drag(motion):
    w = motion.rate("A")
    return motion.effort("A", -motion.parameter("c") * w * abs(w))

m.user_force("drag", drag, parameters={"c": (0.3, "N*s^2/m^2")})
""",
    "fmu": "import tempfile\n"
    + SLIDE
    + """\
slide = sarrus.export.fmu(
    m.build().compile(), tempfile.mkdtemp() + "/slide.fmu", inputs=["A"], binary=False
)
m.fmu("other", slide.path, inputs={"A.effort": "2 N"}, outputs={"A.displacement": None})
""",
    "nonholonomic": """\
m = sarrus.Mechanism("example")
sleigh = m.body("sleigh", mass="10 kg", com=(0.2, 0, 0), inertia=(1, 1, 1))
m.planar("A", m.ground, sleigh, at=(0, 0, 0), axis="z", x_axis="x")
m.frame("blade", sleigh, at=(0, 0, 0))
m.nonholonomic("skate", lambda motion: motion.axes("sleigh")[:, 1] @ motion.velocity("blade"))
""",
    "pid": SWING + 'm.pid("servo", "A", kp=50, kd=5, ki=20, lag="10 ms", target="30 deg")\n',
    "point_contact": BALL
    + """\
m.point_contact("floor", ball, at=(0, 0, 0), k="1e5 N/m", a="0.2 s/m", mu=0.4)
""",
    "relaxation": SLIDE
    + """\
m.relaxation("mount", m.ground, mass, at_a=(0, 0, 0.3), at_b=(0, 0, 0), k="5 kN/m",
             c="200 N*s/m", k_parallel="1 kN/m")
""",
    "speed_control": CART
    + 'm.speed_control("driver", "way", cart, kp="200 N*s/m", speed="10 km/h", along="x")\n',
    "spring_damper": SLIDE
    + """\
m.spring_damper("spring", m.ground, mass, at_a=(0, 0, 0.3), at_b=(0, 0, 0), k="2 kN/m",
                c="50 N*s/m", free_length="200 mm")
""",
    "torque": LINKS + 'm.torque("drive", arm, rod, axis="y", torque="3 N*m")\n',
    "torsion_bar": SWING + 'm.torsion_bar("bar", "A", k="300 N*m/rad", preset="5 deg")\n',
    "tyre": CART
    + """\
brush = sarrus.tyres.BrushTyre(radius=0.3, k=2e5, load=4000.0, stiffness=6e4, stiffness_along=8e4)
m.tyre("tyre", wheel, brush, at=(0, 0, 0), origin=(0, 0, "-295 mm"))
""",
    "wheel_contact": WHEEL
    + """\
m.wheel_contact("tyre", axle, sarrus.road.SineRoad(amplitude=0.01, wavelength=2.0),
                at=(0, 0, "300 mm"), radius="300 mm", k="200 kN/m", c="500 N*s/m",
                speed="36 km/h")
""",
    "track": BAND
    + """\
m.track("band", [(front, (0.5, 0, 0), "200 mm"), (rear, (-0.5, 0, 0), "200 mm")],
        k="1e6 N/m", preload="5 kN")
""",
    "track_links": """\
m = sarrus.Mechanism("example")
sprocket = m.body("sprocket", mass="5 kg", inertia=(0.1, 0.1, 0.1))
m.revolute("A", m.ground, sprocket, at=(0, 0, 0), axis="y")
idler = m.body("idler", mass="5 kg", inertia=(0.1, 0.1, 0.1), at=(0.2, 0, 0))
m.revolute("B", m.ground, idler, at=(0.2, 0, 0), axis="y")
middles = [(0.2, -0.1), (0, -0.1), (-0.1, 0), (0, 0.1), (0.2, 0.1), (0.3, 0)]
for k, turn in enumerate(["180 deg", "180 deg", "-90 deg", 0, 0, "90 deg"]):
    place = (middles[k][0], 0, middles[k][1])
    m.body(f"link{k + 1}", mass="1 kg", inertia=(0.01, 0.01, 0.01), at=place, rpy=(0, turn, 0))
m.planar("track", m.ground, "link1", at=(0.3, 0, -0.1), axis="y")
for k, (x, z) in enumerate([(0.1, -0.1), (-0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.3, 0.1)]):
    m.revolute(f"pin{k + 2}", f"link{k + 1}", f"link{k + 2}", at=(x, 0, z), axis="y")
m.point_on_line("pin1", "link6", "link1", at=(0.3, 0, -0.1), axis="y")
m.track_links("links", [f"link{k + 1}" for k in range(6)], first=("-100 mm", 0, 0),
              second=("100 mm", 0, 0), wheels=[(idler, (0.2, 0, 0), "100 mm")], k="1e6 N/m",
              sprocket=sprocket, at=(0, 0, 0), gap=(1, 0, 1), teeth=4, tooth="40 mm",
              tooth_k="1e6 N/m", a="0.5 s/m", mu=0.3)
""",
    "point_force": SWING + 'm.point_force("push", arm, force=(0, 0, "-10 N"), at=(0.4, 0, 0))\n',
    "window_force": SLIDE
    + """\
m.window_force("cut", "-300 N", ("10 mm", "80 mm"), joint="A", moving=1)
""",
    "aerodynamics": SPRUNG
    + """\
m.aerodynamics("air", frame, at=(0, 0, 0), area="2.2 m^2", drag=0.3, lift=-0.5, balance=0.45,
               length="2.7 m")
""",
    "body_damper": SPRUNG + 'm.body_damper("oil", frame, "20 N*s/m", at=(0, 0, 0))\n',
    "brake": CART + 'm.brake("brake", "shaft", "100 N*m/MPa", pressure="2 MPa")\n',
    "clutch": BAND
    + 'm.clutch("clutch", "A", "B", capacity="200 N*m", engaged="(1 + tanh(5*t - 5))/2")\n',
    "driver": CART
    + """\
bars = m.body("bars", mass="1 kg", inertia=(0.1, 0.1, 0.1))
m.revolute("steering", cart, bars, at=(0, 0, 0), axis="z")
m.driver("driver", "steering", cart, k="500 N*m/rad", d="20 N*m*s/rad", speed="36 km/h")
m.electric_motor("motor", "shaft", torque="50 N*m", power="5 kW", driver="driver")
""",
    "electric_motor": BAND
    + """\
m.electric_motor("motor", "A", other="B", gear=9, torque="250 N*m", power="90 kW", demand=0.5)
""",
    "engine": SWING
    + """\
m.engine("engine", "A", [(0, 100), (200, 180), (400, 160), (600, 90)],
         drag=[(0, -10), (600, -40)], throttle=0.3, idle="800 rpm")
""",
    "gearbox": BAND
    + """\
m.gearbox("box", "A", "B", capacity="300 N*m", gears=[3.6, 2.1, 1.4, 1.0], selected=2)
""",
    "limited_slip": BAND
    + 'm.limited_slip("lock", "A", "B", preload="60 N*m", viscous="5 N*m*s/rad")\n',
    "couple": LINKS + 'm.couple("belt", {"A.angle": 1, "B.angle": "2 rad/rad"})\n',
    "planetary": WHEELS + 'arm = m.body("arm", mass="1 kg", inertia=(1e-3, 1e-3, 1e-3))\n'
    'm.revolute("C", m.ground, arm, at=(0, 0, 0), axis="z")\n'
    'm.planetary("set", sun="A", ring="B", carrier="C", teeth_sun=24, teeth_ring=72, planets=4)\n',
    "gear": LINKS + 'm.gear("pair", "A", "B", ratio=-2)\n',
    "start_velocity": BALL + 'm.start_velocity(ball, velocity=("2 m/s", 0, 0))\n',
}
"""A mechanism for each method that adds an element, as lines of Python."""

OF_FILES: dict[str, str] = {
    "modal_body": """\
sarrus: 1
modal_bodies: {arm: {modes: arm.json, damping_ratio: 0.01}}
joints: {A: {type: revolute, parent: ground, child: arm.frame, at: [0, 0, 0], axis: y}}
""",
    "fmu": """\
sarrus: 1
bodies: {mass: {mass: 5 kg, inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: prismatic, parent: ground, child: mass, at: [0, 0, 0], axis: z}}
forces:
  other: {type: fmu, file: slide.fmu, inputs: {A.effort: 2 N}, outputs: {A.displacement: null}}
""",
    "user_force": """\
sarrus: 1
bodies: {mass: {mass: 5 kg, inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: prismatic, parent: ground, child: mass, at: [0, 0, 0], axis: z}}
forces:
  drag: {type: user_force, parameters: {c: [0.3, N*s^2/m^2]},
         loads: {effort: A, value: -c*rate(A)*abs(rate(A))}}
""",
    "nonholonomic": """\
sarrus: 1
bodies: {sleigh: {mass: 10 kg, com: [0.2, 0, 0], inertia: [1, 1, 1]}}
frames: {blade: {body: sleigh, at: [0, 0, 0]}}
joints: {A: {type: planar, parent: ground, child: sleigh, at: [0, 0, 0], axis: z, x_axis: x}}
forces:
  skate: {type: nonholonomic,
          row: "axis(sleigh, y, x)*velocity(blade, x) + axis(sleigh, y, y)*velocity(blade, y)"}
""",
}
"""Those that files write otherwise: laws are functions in Python and expressions in files."""
