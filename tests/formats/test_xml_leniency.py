"""XML as other programs read it, against the letter of XML: comments and the first line."""

from __future__ import annotations

import pytest

from sarrus import ModelError, load_mjcf, load_sdf, load_urdf

ROBOT = '<robot name="r">{}\n<link name="base"/>{}</robot>'


def test_comments_may_have_two_hyphens() -> None:
    text = ROBOT.format("<!-- gz topic -t /x --pub 'a: \u00e4' -->", "<!-- a -- b -->")
    assert [body.name for body in load_urdf(text).bodies] == ["base"]
    model = '<model name="m"><link name="l"><inertial><mass>1</mass></inertial></link></model>'
    assert load_sdf(f'<sdf version="1.9"><!-- a -- b -->{model}</sdf>').bodies[0].name == "l"
    body = '<body name="b"><joint/><geom size="1"/></body>'
    assert load_mjcf(f"<mujoco><!----- -- -----><worldbody>{body}</worldbody></mujoco>").bodies


def test_blanks_may_stand_before_the_declaration() -> None:
    text = '\n  <?xml version="1.0" ?>\n' + ROBOT.format("", "")
    assert load_urdf(text).bodies[0].name == "base"


def test_places_are_those_of_the_file() -> None:
    text = ROBOT.format("<!-- \u00e4 -- \n -- -->", '\n<link name="base"/>')
    with pytest.raises(ModelError) as caught:
        load_urdf(text)
    (problem,) = caught.value.problems
    assert problem.location is not None
    assert (problem.location.line, problem.code) == (4, "M07")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('<robot name="r">\n<!-- a -- b -->\n<link></robot>', 3),
        ('<robot name="r">\n<!-- a -- b\n<link/></robot>', 2),
        ('<robot name="r">\n<link>\n</robot>', 3),
    ],
)
def test_other_mistakes_are_told_where_they_are(text: str, line: int) -> None:
    with pytest.raises(ModelError, match="not well-formed") as caught:
        load_urdf(text)
    (problem,) = caught.value.problems
    assert problem.location is not None
    assert problem.location.line == line
