"""Files of SDF that we wrote, each with something of its own."""

ARM = """<?xml version="1.0"?>
<sdf version="1.11">
  <model name="arm">
    <pose>0 0 0.5 0 0 0</pose>
    <joint name="foot" type="fixed"><parent>world</parent><child>base</child></joint>
    <link name="base">
      <inertial>
        <pose>0 0 0.05 0.3 0 0</pose><mass>4</mass>
        <inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz>
          <ixy>0.001</ixy><ixz>0</ixz><iyz>-0.002</iyz></inertia>
      </inertial>
      <visual name="v"><geometry><box><size>0.2 0.2 0.1</size></box></geometry>
        <material><diffuse>0.2 0.4 0.6 1</diffuse></material></visual>
    </link>
    <link name="upper">
      <pose relative_to="shoulder"/>
      <inertial><pose>0.15 0 0 0 0 0.7</pose><mass>2</mass>
        <inertia><ixx>0.002</ixx><iyy>0.02</iyy><izz>0.021</izz>
          <ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
      <visual name="v"><pose>0.15 0 0 0 1.5707963267948966 0</pose>
        <geometry><cylinder><radius>0.03</radius><length>0.3</length></cylinder></geometry></visual>
      <sensor name="imu" type="imu"/>
    </link>
    <joint name="shoulder" type="revolute">
      <pose relative_to="base">0 0 0.1 0 0 0.2</pose>
      <parent>base</parent><child>upper</child>
      <axis>
        <xyz expressed_in="base">0 1 0</xyz>
        <limit><lower>-2</lower><upper>1.5</upper><effort>40</effort><velocity>3</velocity></limit>
        <dynamics><damping>0.3</damping><friction>0.1</friction>
          <spring_reference>0.4</spring_reference><spring_stiffness>12</spring_stiffness></dynamics>
      </axis>
    </joint>
    <frame name="elbow_place" attached_to="upper"><pose>0.3 0 0 0.1 0 0</pose></frame>
    <link name="fore">
      <pose relative_to="elbow_place">0 0.02 0 0 0 0</pose>
      <inertial><mass>1</mass><inertia><ixx>0.001</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia>
      </inertial>
    </link>
    <joint name="elbow" type="continuous">
      <parent>elbow_place</parent><child>fore</child>
      <axis><xyz>0 0 1</xyz><mimic joint="shoulder" axis="axis">
        <multiplier>-0.5</multiplier><offset>0.1</offset><reference>0.2</reference></mimic></axis>
    </joint>
    <frame name="hand" attached_to="fore"><pose degrees="true">0.25 0 0 0 90 0</pose></frame>
    <plugin name="motor" filename="libmotor.so"><gain>3</gain></plugin>
  </model>
</sdf>
"""

FOUR_BAR = """<sdf version="1.6">
  <model name="four_bar">
    <link name="crank"><pose>0 0 0 0 0 0</pose>
      <inertial><pose>0 0 0.1 0 0 0</pose><mass>1</mass>
        <inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.001</izz></inertia></inertial></link>
    <link name="coupler"><pose>0 0 0.2 0 0 0</pose>
      <inertial><pose>0.2 0 0 0 0 0</pose><mass>2</mass>
        <inertia><ixx>0.001</ixx><iyy>0.03</iyy><izz>0.03</izz></inertia></inertial></link>
    <link name="rocker"><pose>0.4 0 0 0 0 0</pose>
      <inertial><pose>0 0 0.1 0 0 0</pose><mass>1.5</mass>
        <inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.001</izz></inertia></inertial></link>
    <joint name="A" type="revolute"><parent>world</parent><child>crank</child>
      <axis><xyz>0 1 0</xyz><limit><lower>-1e16</lower><upper>1e16</upper></limit></axis></joint>
    <joint name="B" type="revolute"><parent>crank</parent><child>coupler</child>
      <axis><xyz>0 1 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis></joint>
    <joint name="C" type="revolute"><parent>coupler</parent><child>rocker</child>
      <pose>0 0 0.2 0 0 0</pose><axis><xyz>0 1 0</xyz></axis></joint>
    <joint name="D" type="revolute"><parent>world</parent><child>rocker</child>
      <axis><xyz>0 1 0</xyz></axis></joint>
  </model>
</sdf>
"""

_LINK = """<link name="{name}"><pose{relative}>{pose}</pose>
  <inertial><pose>{com}</pose><mass>{mass}</mass><inertia><ixx>0.01</ixx><iyy>0.02</iyy>
  <izz>0.025</izz><ixy>0.001</ixy><ixz>-0.002</ixz><iyz>0.0005</iyz></inertia></inertial></link>"""


def link(name: str, pose: str, com: str = "0.1 0 0 0.2 0.1 0", relative_to: str = "") -> str:
    """Return a link of 1.5 kg."""
    relative = f' relative_to="{relative_to}"' if relative_to else ""
    return _LINK.format(name=name, relative=relative, pose=pose, com=com, mass=1.5)


JOINTS = f"""<sdf version="1.11">
  <world name="hall">
    <gravity>0 0.5 -9.7</gravity>
    <light name="sun" type="directional"/>
    <model name="floor"><static>true</static><link name="plane">
      <visual name="v"><geometry><box><size>3 3 0.1</size></box></geometry></visual></link></model>
    <model name="machine">
      <pose degrees="true">0.1 0.2 0.3 10 20 30</pose>
      {link("a", "0 0 0.2 0.1 0.2 0.3")}
      {link("b", "0.3 0 0 0 0.4 0", relative_to="a")}
      {link("c", "0 0.3 0 0.2 0 0", relative_to="b")}
      {link("d", "0.2 0 0.1 0 0 -0.3", relative_to="c")}
      {link("e", "0.2 0 0.1 0 0 -0.3", relative_to="d")}
      <joint name="ja" type="prismatic"><parent>world</parent><child>a</child>
        <axis><xyz expressed_in="__model__">1 1 0</xyz>
        <limit><lower>-0.3</lower><upper>inf</upper></limit></axis></joint>
      <joint name="jb" type="universal"><parent>a</parent><child>b</child>
        <pose>0.01 0.02 0.03 0.4 0 0.1</pose>
        <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>
        <axis2><xyz>0 0 1</xyz><dynamics><damping>0.2</damping></dynamics></axis2></joint>
      <joint name="jc" type="screw"><parent>b</parent><child>c</child>
        <screw_thread_pitch>0.05</screw_thread_pitch><axis><xyz>0 1 0</xyz></axis></joint>
      <joint name="jd" type="ball"><parent>c</parent><child>d</child></joint>
      <joint name="je" type="revolute2"><parent>d</parent><child>e</child>
        <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0.6 0.8 0</xyz></axis2></joint>
    </model>
  </world>
</sdf>
"""

NESTED = f"""<sdf version="1.9">
  <model name="cart" canonical_link="body">
    {link("body", "0 0 0.3 0 0 0")}
    <model name="left" placement_frame="hub">
      <pose relative_to="body">0 0.4 -0.1 0 0 0</pose>
      {link("wheel", "0.1 0 0 0 0 0", com="0 0 0 0 0 0")}
      <frame name="hub" attached_to="wheel"><pose>0 0.05 0 0 0 0.5</pose></frame>
      <model name="cap">
        <pose relative_to="hub">0 0 0.02 0 0 0</pose>
        {link("disc", "0 0 0 0.3 0 0")}
      </model>
      <joint name="screws" type="fixed"><parent>wheel</parent><child>cap::disc</child></joint>
    </model>
    <joint name="axle" type="revolute"><parent>body</parent><child>left::wheel</child>
      <axis><xyz expressed_in="left::cap::__model__">0 1 0</xyz></axis></joint>
    <frame name="mark" attached_to="left::cap">
      <pose rotation_format="quat_xyzw">1 0 0 0 0 0 1</pose>
    </frame>
  </model>
</sdf>
"""

ALL = {"arm": ARM, "four_bar": FOUR_BAR, "joints": JOINTS, "nested": NESTED}
