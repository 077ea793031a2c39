"""Xacro without ROS: what it makes, where its mistakes are, and that nothing of a file runs."""

from __future__ import annotations

import math
import random
import time
from pathlib import Path

import numpy as np
import pytest

from sarrus import Model, ModelError, Study, convert, load, load_urdf
from sarrus.formats.source_text import SourceText
from sarrus.formats.xacro.expansion import expand
from sarrus.formats.xacro.expressions import MISSING, ExpressionMistake, value_of
from sarrus.formats.xml.tree import Element, parse_xml

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
ARM = f"""<robot name="arm" {NAMESPACE}>
  <xacro:arg name="prefix" default="left_"/>
  <xacro:arg name="count" default="3"/>
  <xacro:property name="length" value="${{0.1 * 2}}"/>
  <xacro:property name="half" value="${{length/2}}"/>
  <xacro:property name="names" value="${{['a', 'b', 'c']}}"/>
  <xacro:macro name="heavy" params="m l:=${{length}} *origin">
    <inertial><xacro:insert_block name="origin"/><mass value="${{m}}"/>
      <inertia ixx="${{m*l**2/12}}" iyy="${{m*l**2/12}}" izz="${{m*0.001}}"
        ixy="0" ixz="0" iyz="0"/></inertial>
  </xacro:macro>
  <xacro:macro name="chain" params="i parent">
    <link name="$(arg prefix)${{names[i]}}">
      <xacro:heavy m="${{1.5 + i}}"><origin xyz="0 0 ${{half}}"/></xacro:heavy></link>
    <joint name="$(arg prefix)j${{i}}" type="continuous">
      <parent link="${{parent}}"/><child link="$(arg prefix)${{names[i]}}"/>
      <origin xyz="0 0 ${{length if i > 0 else 0}}" rpy="${{radians(30)}} 0 0"/>
      <axis xyz="0 1 0"/></joint>
    <xacro:if value="${{i + 1 &lt; int(xacro.arg('count'))}}">
      <xacro:chain i="${{i+1}}" parent="$(arg prefix)${{names[i]}}"/></xacro:if>
  </xacro:macro>
  <link name="base"/>
  <xacro:chain i="0" parent="base"/>
</robot>
"""


def expanded(text: str, folder: str = "", packages: dict[str, str] | None = None) -> Element:
    root = parse_xml(SourceText(text, "text"), macros=True)
    return expand(root, {}, packages or {}, folder)


def body_of(text: str, **arguments: object) -> Element:
    root = parse_xml(SourceText(f"<r {NAMESPACE}>{text}</r>", "text"), macros=True)
    return expand(root, arguments, {}, "")


def shown(element: Element) -> str:
    """Return an element as text without blanks."""
    attributes = "".join(f' {k}="{v}"' for k, v in element.attributes.items())
    inside = element.text + "".join(shown(child) for child in element.children)
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>"


def test_a_chain_of_macros(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(ARM)
    model = load(path)
    assert [body.name for body in model.bodies] == ["base", "left_a", "left_b", "left_c"]
    assert [body.mass for body in model.bodies] == [0.0, 1.5, 2.5, 3.5]
    assert model.body("left_b").com == (0.0, 0.0, 0.1)
    assert model.body("left_b").inertia[0][0] == pytest.approx(2.5 * 0.04 / 12, rel=1e-15)
    turn = np.array(model.joint("left_j1").on_parent.transform.matrix)
    other = np.array(model.joint("left_j1").on_child.transform.matrix)
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    np.testing.assert_allclose(turn @ other.T, [[1, 0, 0], [0, c, -s], [0, s, c]], atol=1e-15)


def test_arguments_from_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "arm.xacro"
    path.write_text(ARM)

    def names(model: Model) -> list[str]:
        return [body.name for body in model.bodies]

    wanted = ["base", "r_a", "r_b"]
    assert names(load(path, arguments={"count": 2, "prefix": "r_"})) == wanted
    assert names(load_urdf(ARM, arguments={"count": "2", "prefix": "r_"})) == wanted
    study = Study.load(path, set={"arguments.count": "2", "arguments.prefix": "r_"})
    assert names(study.model) == wanted
    convert(path, tmp_path / "arm.sdf", arguments={"count": 2, "prefix": "r_"})
    assert names(load(tmp_path / "arm.sdf")) == wanted
    with pytest.raises(ModelError, match="id you mean 'count'"):
        load(path, arguments={"cuont": 2})
    with pytest.raises(ModelError, match="which this is not"):
        load_urdf('<robot name="r"><link name="a"/></robot>', arguments={"x": 1})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('<a x="${1+2*3}"/>', '<a x="7"></a>'),
        ('<a x="$${b} ${1/4}m"/>', '<a x="${b} 0.25m"></a>'),
        ('<xacro:property name="p" value="${q*2}"/><xacro:property name="q" value="4"/>'
         '<a x="${p}"/>', '<a x="8"></a>'),
        ('<xacro:property name="p" value="'"'"'1.0'"'"'"/><a x="${p}"/>', '<a x="1.0"></a>'),
        ('<xacro:property name="p" value="1_0"/><a x="${p}"/>', '<a x="1_0"></a>'),
        ('<xacro:property name="p" value="true"/><xacro:if value="${p}"><a/></xacro:if>'
         '<xacro:unless value="${p}"><b/></xacro:unless>', "<a></a>"),
        ('<xacro:macro name="m" params="x:=^|7 y:=${x}"><a x="${x}"/></xacro:macro>'
         '<xacro:property name="x" value="3"/><xacro:m/>', '<a x="3"></a>'),
        ('<xacro:macro name="m" params="**b"><xacro:insert_block name="b"/>'
         '<xacro:insert_block name="b"/></xacro:macro><xacro:m><o><p/><q/></o></xacro:m>',
         "<p></p><q></q><p></p><q></q>"),
        ('<xacro:property name="b"><u/><v/></xacro:property><xacro:insert_block name="b"/>',
         "<u></u><v></v>"),
        ('<xacro:macro name="m" params="n"><xacro:property name="g" value="${n}" scope="parent"/>'
         '</xacro:macro><xacro:m n="5"/><a x="${g}"/>', '<a x="5"></a>'),
        ('<xacro:macro name="hi" params=""><a/></xacro:macro>'
         '<xacro:call macro="h${&apos;i&apos;}"/>', "<a></a>"),
        ('<xacro:element xacro:name="z${1}" k="1"><xacro:attribute name="l" value="2"/>'
         '</xacro:element>', '<z1 k="1" l="2"></z1>'),
        ('<a>${2 * 3} m</a>', "<a>6 m</a>"),
        ('<xacro:property name="d" value="${dict(k=[1, 2])}"/><a x="${d[\'k\'][1]} ${d.k[0]}"/>',
         '<a x="2 1"></a>'),
        ('<a x="${[i*i for i in range(4) if i != 2]}"/>', '<a x="[0, 1, 9]"></a>'),
        ('<a x="${\'a_b\'.replace(\'_\', \'-\').upper()}"/>', '<a x="A-B"></a>'),
        ('<a x="$(eval 3 * 4)"/>', '<a x="12"></a>'),
        ('<a x="$(find p)/m.stl"/>', '<a x="package://p/m.stl"></a>'),
        ('<a x="$(optenv NO_SUCH 1 2 3)"/>', '<a x="1 2 3"></a>'),
    ],
)  # fmt: skip
def test_what_is_made(text: str, wanted: str) -> None:
    assert "".join(shown(child) for child in body_of(text).children) == wanted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<a x="${1+}"/>', "cannot be read"),
        ('<a x="${lenght}"/>', "'lenght', which is not defined"),
        ('<a x="${1/0}"/>', "divides by 0"),
        ('<a x="${2"/>', "has no '}'"),
        ('<xacro:property name="p" value="${p}"/><a x="${p}"/>', "is defined by itself"),
        ('<xacro:macro name="arm" params="a"/><xacro:amr a="1"/>', "id you mean 'arm'"),
        ('<xacro:macro name="arm" params="a"/><xacro:arm/>', "the parameter 'a'"),
        ('<xacro:macro name="arm" params="a"/><xacro:arm a="1" b="2"/>', "is not a parameter"),
        ('<xacro:macro name="arm" params="*a"/><xacro:arm/>', "the block 'a'"),
        ('<xacro:macro name="arm" params=""/><xacro:arm><b/></xacro:arm>', "one block more"),
        ('<xacro:insert_block name="b"/>', "is not a block"),
        ('<xacro:if value="maybe"/>', "neither true nor false"),
        ('<xacro:arg name="x"/>', "--set arguments.x=VALUE"),
        ('<a x="$(arg y)"/>', "--set arguments.y=VALUE"),
        ('<a x="$(env HOME)"/>', "the environment, which is not read"),
        ('<xacro:include filename="$(find p)/a.xacro"/>', "--set packages.p=FOLDER"),
        ('<xacro:include filename="none.xacro"/>', "relative to the folder of a file"),
        ('<xacro:property value="1"/>', "needs the attribute 'name'"),
        ('<xacro:macro name="m" params=""><xacro:m/></xacro:macro><xacro:m/>', "deeper than"),
        ("<a x=\"${xacro.load_yaml('/etc/passwd')}\"/>", "outside the allowed folders"),
    ],
)
def test_mistakes_have_places(text: str, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        body_of("\n\n" + text)
    (problem,) = caught.value.problems
    assert problem.code == "F17" and words in str(problem)
    assert problem.location is not None and problem.location.line == 3


@pytest.mark.parametrize(
    "text",
    [
        *("__import__('os').system('true')", "().__class__", "''.__class__.__mro__", "open('x')"),
        *("eval('1')", "(lambda: 1)()", "9**9**9", "'a' * 10**9", "[0] * 10**9", "range(10**9)"),
        *("f'{1}'", "[x for x in range(20000) for y in range(20000)]", "str.format('{0}', 1)"),
        *("'%s' % 1", "(1).__class__", "math.__dict__", "xacro", "{**{}}['a']", "(" * 500),
        *("print(1)", "sorted", "vars()", "2**99999999", "1 if", "a := 1", "1j", "b'x'", "..."),
        *("int('9' * 5000)", "[i for i in range(19999)] * 2", "'{:>99999999}'.format(1)"),
    ],
)  # fmt: skip
def test_nothing_of_python_runs(text: str) -> None:
    begun = time.process_time()
    try:
        value = value_of(text, lambda name: MISSING)
    except ExpressionMistake:
        value = None
    assert value is None or isinstance(value, (int, float, str, list)) or callable(value)
    assert time.process_time() - begun < 1.0


def test_files_beside_and_in_packages(tmp_path: Path) -> None:
    package = tmp_path / "elsewhere" / "parts"
    (package / "urdf").mkdir(parents=True)
    (package / "urdf" / "wheel.xacro").write_text(
        f"""<robot {NAMESPACE}><xacro:property name="r" value="0.3"/>
        <xacro:macro name="wheel" params="n"><link name="${{n}}"/></xacro:macro></robot>"""
    )
    home = tmp_path / "robot"
    (home / "config").mkdir(parents=True)
    (home / "config" / "sizes.yaml").write_text(
        "wheel: {radius: 0.25, names: [fl, fr]}\nangle: !degrees 90\n"
    )
    path = home / "car.xacro"
    path.write_text(
        f"""<robot name="car" {NAMESPACE}>
        <xacro:include filename="$(find parts)/urdf/wheel.xacro" ns="w"/>
        <xacro:property name="sizes" value="${{xacro.load_yaml('config/sizes.yaml')}}"/>
        <link name="base"><visual><origin rpy="0 0 ${{sizes['angle']}}"/><geometry>
          <sphere radius="${{sizes.wheel.radius + w.r}}"/></geometry></visual></link>
        <xacro:w.wheel n="${{sizes['wheel']['names'][1]}}"/>
        <joint name="j" type="fixed"><parent link="base"/><child link="fr"/></joint></robot>"""
    )
    model = load(path, packages={"parts": str(package)})
    assert [body.name for body in model.bodies] == ["base", "fr"]
    (placed,) = model.body("base").shapes
    assert getattr(placed.shape, "radius") == pytest.approx(0.55)  # noqa: B009
    np.testing.assert_allclose(placed.pose.rotation[1][0], 1.0, atol=1e-15)
    with pytest.raises(ModelError) as caught:
        load(path)
    place = caught.value.problems[0].location
    assert place is not None and (place.file, place.line) == (str(path), 2)


def test_mistakes_inside_of_macros_point_into_their_file(tmp_path: Path) -> None:
    (tmp_path / "part.xacro").write_text(
        f"""<robot {NAMESPACE}>\n<xacro:macro name="part" params="m">
        <link name="a"><inertial><mass value="${{m}}"/></inertial></link></xacro:macro></robot>"""
    )
    path = tmp_path / "robot.xacro"
    path.write_text(
        f"""<robot name="r" {NAMESPACE}><xacro:include filename="part.xacro"/>
        <xacro:part m="3 kg"/></robot>"""
    )
    with pytest.raises(ModelError) as caught:
        load(path)
    place = caught.value.problems[0].location
    assert place is not None and (place.file, place.line) == (str(tmp_path / "part.xacro"), 3)


def damaged(i: int) -> str:
    """Return the arm after one to three accidents to its text."""
    rng = random.Random(f"xacro {i}")
    text = ARM
    pieces = ("${", "}", "$(", ")", '"', "xacro:", "*", "**", "^", ":=", "params", "name", "1e999",
              "[", "]", "'", "lambda", "if", "&lt;", "<a>", "</a>", "${chain}", "$(arg prefix)",
              "__class__", "length", "i", "0", "-1", "nan", "/0", "\u202e")  # fmt: skip
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, cut = rng.randrange(len(text)), rng.choice((0, 0, 1, 3, 10))
        text = text[:at] + rng.choice(pieces) + text[at + cut :]
    return text


def try_damaged(numbers: range) -> None:
    accepted = 0
    for i in numbers:
        begun = time.process_time()
        try:
            load_urdf(damaged(i))
            accepted += 1
        except ModelError as error:
            for problem in error.problems:
                place = problem.location
                assert place is not None and place.line >= 1 and problem.element, (i, problem)
        except Exception as error:
            raise AssertionError(f"mutant {i}: {error!r}") from error
        assert time.process_time() - begun < 2.0, i
    assert accepted > len(numbers) / 50


def test_few_damaged_files() -> None:
    try_damaged(range(300))


@pytest.mark.slow
def test_many_damaged_files() -> None:
    try_damaged(range(300, 10_000))
