"""Contacts of robot files: which solids touch, with what friction, and what a ball does on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from command_line import run_line
from sarrus import Model, ModelError, load, load_mjcf, load_sdf, load_urdf
from sarrus.model.forces.contact import Contact

BALL = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1" {floor}/>
  <body name="ball" pos="0 0 0.1"><freejoint/><geom name="b" size="0.1" mass="2" {ball}/></body>
  {more}</worldbody>{sections}</mujoco>"""
SDF = """<sdf version="1.9"><world name="w"><model name="floor"><static>true</static>
  <pose>0 0 0.5 0 0 0</pose><link name="l"><collision name="c"><pose>0 0 -0.5 0 0 0</pose>
  <geometry><plane/></geometry>
  <surface><friction><ode><mu>0.4</mu></ode></friction></surface></collision>
  </link></model><model name="ball"><pose>0 0 0.1 0 0 0</pose><link name="b">
  <inertial><mass>2</mass></inertial>
  <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry>
  </collision></link></model>{more}</world></sdf>"""
BRICK = """<model name="brick"><pose>1 0 1 0 0 0</pose><link name="b"><inertial><mass>1</mass>
  </inertial><collision name="{}"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <collision name="y"><geometry><box><size>1 1 1</size></box></geometry></collision></link>
  </model>"""
URDF = """<robot name="r"><link name="ball"><inertial><mass value="2"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><geometry><sphere radius="0.1"/></geometry>
  </collision></link></robot>"""
SOFT = {"k": 1e4, "a": 2.0}


def ball(ball: str = "", floor: str = "", more: str = "", sections: str = "") -> str:
    return BALL.format(ball=ball, floor=floor, more=more, sections=sections)


def contacts_of(model: Model) -> dict[str, Contact]:
    return {force.name: force for force in model.forces if isinstance(force, Contact)}


def topics(model: Model) -> str:
    return " ".join(notice.rule for notice in model.notices if notice.code == "F24")


@pytest.mark.parametrize(
    ("model", "height"),
    [
        (load_mjcf(ball(), contacts=SOFT), "ball_joint.z"),
        (load_sdf(SDF.format(more=""), contacts=SOFT), "b_free.z"),
        (load_urdf(URDF, base="free", contacts=SOFT), "ball_free.z"),
    ],
    ids=["mjcf", "sdf", "urdf"],
)
def test_a_ball_sinks_in_by_its_weight(model: Model, height: str) -> None:
    (contact,) = contacts_of(model).values()
    system = model.compile()
    down = 0.1 + 2.0 * model.gravity[2] / 1e4
    state = system.assemble({height: down})
    accelerations = system.forward_dynamics(state.q, state.v, np.zeros(6))
    assert np.max(np.abs(accelerations)) < 1e-9
    assert contact.k == 1e4


def test_what_nobody_asked_for_is_told_with_the_way_to_get_it() -> None:
    for model in (load_mjcf(ball()), load_sdf(SDF.format(more=""))):
        assert not contacts_of(model)
        assert "contacts={'k': 1e5}" in topics(model)
    assert "contacts" not in topics(load_mjcf(ball(), contacts=SOFT))


def test_frictions_are_those_of_the_file() -> None:
    def mu(of_ball: str, of_floor: str, sections: str = "", **numbers: float) -> float:
        text = ball(of_ball, of_floor, sections=sections)
        return contacts_of(load_mjcf(text, contacts=SOFT | numbers))["b_on_floor"].mu

    assert mu("", 'friction="0.3"') == 1.0, "the larger one, and 1 where none is said"
    assert mu('friction="0.2 0.005 0.0001"', 'friction="0.3"') == 0.3
    assert mu('friction="0.2"', 'friction="0.3"', mu=0.7) == 0.7
    pair = '<contact><pair geom1="b" geom2="floor" friction="0.6 0.6"/></contact>'
    assert mu('friction="0.2"', 'friction="0.3"', pair) == 0.6
    both = 'condim="1"'
    assert mu(both, both) == 0.0
    assert contacts_of(load_sdf(SDF.format(more=""), contacts=SOFT))["b_c_on_floor::l_c"].mu == 0.4


def test_masks_and_pairs_of_mujoco() -> None:
    other = '<body name="c" pos="1 0 1"><freejoint/><geom name="c" size="0.1"/></body>'
    masked = ball('contype="2" conaffinity="4"', more=other)
    assert set(contacts_of(load_mjcf(masked, contacts=SOFT))) == {"c_on_floor"}
    always = ball(
        'contype="0" conaffinity="0"', sections='<contact><pair geom1="b" geom2="floor"/></contact>'
    )
    assert set(contacts_of(load_mjcf(always, contacts=SOFT))) == {"b_on_floor"}
    everything = SOFT | {"pairs": "all"}
    found = contacts_of(load_mjcf(ball(more=other), contacts=everything))
    assert set(found) == {"b_on_floor", "c_on_floor", "c_on_b"}
    assert (found["c_on_b"].body, found["c_on_b"].base) == ("c", "ball")
    excluded = '<contact><exclude body1="ball" body2="c"/></contact>'
    found = contacts_of(load_mjcf(ball(more=other, sections=excluded), contacts=everything))
    assert "c_on_b" not in found


def test_neighbors_and_what_is_welded_do_not_touch() -> None:
    legs = """<body name="fixed"><geom name="post" type="box" size="0.1 0.1 0.1"/>
      <body name="upper" pos="0 0 1"><joint name="j"/><geom name="u" size="0.3"/>
        <body name="plate"><geom name="p" size="0.2"/></body>
        <body name="lower" pos="0 0 0.3"><joint name="k"/><geom name="l" size="0.3"/>
          <body name="foot" pos="0 0 0.3"><joint name="m"/><geom name="f" size="0.3"/></body>
        </body></body>
      </body>"""
    text = f"<mujoco><worldbody>{legs}</worldbody></mujoco>"
    found = contacts_of(load_mjcf(text, contacts=SOFT | {"pairs": "all"}))
    assert set(found) == {
        "u_on_post", "p_on_post", "l_on_post", "f_on_post", "f_on_u", "f_on_p"
    }  # fmt: skip
    assert found["l_on_post"].base == "fixed"


def test_models_of_sdf_touch_each_other_and_not_themselves() -> None:
    text = SDF.format(more=BRICK.format("x"))
    near = set(contacts_of(load_sdf(text, contacts=SOFT)))
    assert near == {
        "ball::b_c_on_floor::l_c",
        "brick::b_x_on_floor::l_c",
        "brick::b_y_on_floor::l_c",
    }
    everything = set(contacts_of(load_sdf(text, contacts=SOFT | {"pairs": "all"})))
    assert everything - near == {"brick::b_x_on_ball::b_c", "brick::b_y_on_ball::b_c"}


def test_shapes_without_a_contact_are_told() -> None:
    more = '<geom name="e" type="ellipsoid" size="0.1 0.2 0.3" mass="0"/>'
    text = ball(more=f'<body name="c" pos="0 0 1"><freejoint/><geom size="0.1"/>{more}</body>')
    model = load_mjcf(text, contacts=SOFT)
    assert set(contacts_of(model)) == {"b_on_floor", "c_sphere1_on_floor"}
    assert "there is no contact of these shapes" in topics(model)


@pytest.mark.parametrize(
    ("contacts", "words"),
    [
        ({"mu": 0.5}, "k.* is missing"),
        ({"k": 1e4, "stiffness": 3}, "is not a number of contacts"),
        ({"k": 1e4, "pairs": "some"}, "'ground' or 'all'"),
        (1e4, "is not a table"),
        ({"k": -1.0}, "is not above 0"),
        ({"k": "3 kg"}, "kg"),
    ],
)
def test_mistakes_are_told(contacts: dict[str, object], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        load_mjcf(ball(), contacts=contacts)


def test_the_command_line_gives_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "ball.xml"
    path.write_text(ball())
    assert load(path, contacts={"k": "10 N/mm"}).forces == load(path, contacts={"k": 1e4}).forces
    numbers = ["--set", "contacts.k=1e4 N/m", "--set", "contacts.mu=0.3"]
    words = ["convert", str(path), str(tmp_path / "ball.yaml"), *numbers]
    done = run_line(words)
    assert done.exit_code == 0, done.output
    (found,) = contacts_of(load(tmp_path / "ball.yaml")).values()
    assert (found.name, found.k, found.mu) == ("b_on_floor", 1e4, 0.3)
