"""FMUs of our own in C, as others would write them: `outside.c` with a model description."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

from sarrus.formats.fmi.names import library_suffix, platform_folder

TOKEN = "{5a3e0b2c-1111-4222-8333-123456789abc}"
DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="outside" guid="{token}"
  numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="outside" {abilities}/>
  <CoSimulation modelIdentifier="outside" {abilities}/>
  <UnitDefinitions>
    <Unit name="cm"><BaseUnit m="1" factor="0.01"/></Unit>
    <Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
    <Unit name="N.m"><BaseUnit kg="1" m="2" s="-2"/></Unit>
  </UnitDefinitions>
  <ModelVariables>
    <ScalarVariable name="x" valueReference="0" causality="local" initial="exact">
      <Real start="1"/></ScalarVariable>
    <ScalarVariable name="v" valueReference="1" causality="local" initial="exact">
      <Real start="0"/></ScalarVariable>
    <ScalarVariable name="u" valueReference="2" causality="input"><Real start="0"{unit}/>
      </ScalarVariable>
    <ScalarVariable name="valve.y" valueReference="3" causality="output"><Real{out}/>
      </ScalarVariable>
    <ScalarVariable name="k" valueReference="4" causality="parameter" variability="fixed">
      <Real start="2" min="0" max="100"/></ScalarVariable>
    <ScalarVariable name="e" valueReference="5" causality="parameter" variability="fixed">
      <Real start="0.7"/></ScalarVariable>
    <ScalarVariable name="level" valueReference="6" causality="output" variability="discrete">
      <Real/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="7"><Real derivative="1"/></ScalarVariable>
    <ScalarVariable name="der(v)" valueReference="8"><Real derivative="2"/></ScalarVariable>
    <ScalarVariable name="fault" valueReference="0" causality="parameter" variability="fixed">
      <Integer start="0"/></ScalarVariable>
    <ScalarVariable name="ball" valueReference="0" causality="parameter" variability="fixed">
      <Boolean start="false"/></ScalarVariable>
    <ScalarVariable name="mark" valueReference="0" causality="parameter" variability="fixed">
      <String start="a"/></ScalarVariable>
    <ScalarVariable name="bounces" valueReference="9" causality="local"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="4"/><Unknown index="7"/></Outputs>
    <Derivatives><Unknown index="8"/><Unknown index="9"/></Derivatives>
  </ModelStructure>
</fmiModelDescription>
"""
DOCUMENT = """\
sarrus: 1
bodies: {arm: {mass: 1 kg, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}}
frames: {tip: {body: arm, at: [0.2, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
forces:
  f:
    type: fmu
    file: outside.fmu
    kind: co_simulation
    every: 10 ms
    patience: 20 s
    points: {eye: {body: ground, at: [0, 0, 0.3]}}
    inputs: {u: "2*A.angle - 0.1*sin(t) + distance(tip, eye)/1 [m]"}
    outputs: {valve.y: [tip, eye], level: null}
    loads: [{effort: A, value: 0.5*state(valve_y)}]
    parameters: {k: 3, mark: hello, ball: false}
assembly: {wanted: {A: 0.3 rad}}
run: {until: 100 ms, every: 50 ms}
"""
"""A model file with every key of an FMU."""
REMEMBERS = 'canGetAndSetFMUstate="true" canSerializeFMUstate="true"'


def outside_fmu(
    path: Path,
    *,
    remembers: bool = True,
    token: str = TOKEN,
    folder: str | None = None,
    unit: str = "",
    out: str = "",
) -> Path:
    """Write the FMU; token: of its library; folder: in which that is; unit, out: of u and y."""
    library = path.with_suffix(library_suffix())
    source = Path(__file__).with_name("outside.c")
    flags = ["-DREMEMBERS"] if remembers else []
    command = ["cc", "-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
               "-fvisibility=hidden", f'-DTOKEN="{token}"', *flags, str(source), "-lm",
               "-o", str(library)]  # fmt: skip
    subprocess.run(command, check=True)
    text = DESCRIPTION.format(
        token=TOKEN, abilities=REMEMBERS if remembers else "",
        unit=f' unit="{unit}"' if unit else "", out=f' unit="{out}"' if out else "",
    )  # fmt: skip
    where = platform_folder("2.0") if folder is None else folder
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", text)
        archive.writestr(f"binaries/{where}/outside{library_suffix()}", library.read_bytes())
    return path


ARRAYS = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="arrays" instantiationToken="{token}">
  <ModelExchange modelIdentifier="arrays"/><CoSimulation modelIdentifier="arrays"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent"/>
    <UInt64 name="m" valueReference="9" causality="structuralParameter" start="3"/>
    <Float64 name="u" valueReference="1" causality="input" start="0">
      <Dimension start="3"/></Float64>
    <Float64 name="A" valueReference="2" causality="parameter" variability="tunable"
      start="1 0 0 0 1 0"><Dimension start="2"/><Dimension valueReference="9"/></Float64>
    <Float64 name="x" valueReference="3" initial="exact" start="1 2">
      <Dimension start="2"/></Float64>
    <Float64 name="der(x)" valueReference="4" derivative="3"><Dimension start="2"/></Float64>
    <Float64 name="y" valueReference="5" causality="output"><Dimension start="2"/></Float64>
    <Float64 name="left" valueReference="6"><Dimension start="2"/></Float64>
  </ModelVariables>
  <ModelStructure><Output valueReference="5"/><ContinuousStateDerivative valueReference="4"/>
    <EventIndicator valueReference="6"/></ModelStructure>
</fmiModelDescription>
"""


def array_fmu(path: Path) -> Path:
    """Write the FMU of FMI 3.0 whose variables are arrays."""
    library = path.with_suffix(library_suffix())
    source = Path(__file__).with_name("arrays.c")
    command = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
               "-fvisibility=hidden", f'-DTOKEN="{TOKEN}"', str(source), "-lm",
               "-o", str(library)]  # fmt: skip
    subprocess.run(command, check=True)
    where = f"binaries/{platform_folder('3.0')}/arrays{library_suffix()}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", ARRAYS.format(token=TOKEN))
        archive.writestr(where, library.read_bytes())
    return path
