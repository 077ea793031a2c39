"""The drawings of the reference problems in Exudyn: bodies, joints and loads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import loop_peers
import numpy as np

from sarrus.model import GROUND


@dataclass(frozen=True)
class Traced:
    """A point of a body of the drawing, in world coordinates at the start."""

    body: str
    at: tuple[float, float, float]
    axes: tuple[int, ...]

    def within(self, drawn: Mapping[str, Any]) -> np.ndarray:
        """Return the point in the frame of the body, which is at its centre of mass."""
        return _local(_body(drawn, self.body), self.at)


def _body(drawn: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if name == GROUND:
        return {"com": np.zeros(3), "R": np.eye(3)}
    return next(body for body in drawn["bodies"] if body["name"] == name)


def _local(body: Mapping[str, Any], point: Any) -> np.ndarray:
    return np.array(body["R"]).T @ (np.array(point) - np.array(body["com"]))


def spatial(exu: Any, drawn: Mapping[str, Any], relaxed: str) -> tuple[Any, dict[str, Any]]:
    from exudyn.utilities import RigidBodyInertia

    mbs = exu.SystemContainer().AddSystem()
    numbers = {GROUND: mbs.CreateGround()}
    for body in drawn["bodies"]:
        I = np.array(body["inertia_com_body"])
        numbers[body["name"]] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(body["mass"], I, com=[0.0] * 3),
            referencePosition=body["com"],
            referenceRotationMatrix=np.array(body["R"]),
            initialVelocity=body["v_com"],
            initialAngularVelocity=body["omega_world"],
            gravity=drawn["gravity"],
        )
    standing = dict.fromkeys(numbers, (np.eye(3), np.zeros(3)))
    for joint in drawn["joints"]:
        if joint["name"] == relaxed:
            _relaxed_hinge(mbs, joint, numbers)
        else:
            loop_peers._joint(mbs, joint, numbers, standing)
    _loads(mbs, drawn, numbers)
    return mbs, numbers


def _relaxed_hinge(mbs: Any, joint: Mapping[str, Any], numbers: Mapping[str, Any]) -> None:
    z = np.array(joint["axis"]) / np.linalg.norm(joint["axis"])
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    mbs.CreateGenericJoint(
        bodyNumbers=[numbers[joint["a"]], numbers[joint["b"]]],
        position=joint["point"],
        rotationMatrixAxes=np.column_stack([x, np.cross(z, x), z]),
        constrainedAxes=[1, 1, 1, 0, 1, 0],
        useGlobalFrame=True,
    )


def planar(exu: Any, drawn: Mapping[str, Any], relaxed: str) -> tuple[Any, dict[str, Any]]:
    """The drawing in the plane x, y: three coordinates for each body, hinges of two equations."""
    from exudyn import itemInterface

    mbs = exu.SystemContainer().AddSystem()
    numbers = {GROUND: mbs.CreateGround()}
    for body in drawn["bodies"]:
        x, y, _ = body["com"]
        angle = np.arctan2(body["R"][1][0], body["R"][0][0])
        rates = [*body["v_com"][:2], body["omega_world"][2]]
        node = itemInterface.NodeRigidBody2D(
            referenceCoordinates=[x, y, angle], initialVelocities=rates
        )
        numbers[body["name"]] = mbs.AddObject(
            itemInterface.ObjectRigidBody2D(
                physicsMass=body["mass"],
                physicsInertia=body["inertia_com_body"][2][2],
                nodeNumber=mbs.AddNode(node),
            )
        )
    for joint in drawn["joints"]:
        if joint["type"] != "revolute":
            raise ValueError(f"joint '{joint['name']}' is no hinge")
        markers = [
            mbs.AddMarker(
                itemInterface.MarkerBodyPosition(
                    bodyNumber=numbers[joint[end]],
                    localPosition=_local(_body(drawn, joint[end]), joint["point"]),
                )
            )
            for end in "ab"
        ]
        mbs.AddObject(itemInterface.ObjectJointRevolute2D(markerNumbers=markers))
    _loads(mbs, drawn, numbers)
    return mbs, numbers


def _loads(mbs: Any, drawn: Mapping[str, Any], numbers: Mapping[str, Any]) -> None:
    for load in drawn["loads"]:
        ends = [numbers[load["a"]], numbers[load["b"]]]
        if load["type"] == "spring_damper":
            places = [_local(_body(drawn, load[end]), load[f"point_{end}"]) for end in "ab"]
            mbs.CreateSpringDamper(
                bodyNumbers=ends,
                localPosition0=places[0],
                localPosition1=places[1],
                referenceLength=load["L0"],
                stiffness=load["k"],
                damping=load["c"],
            )
        elif load["type"] == "joint_torque" and load["a"] == GROUND:
            mbs.CreateTorque(
                bodyNumber=ends[1],
                loadVector=list(load["tau"] * np.array(load["axis"])),
                bodyFixed=False,
            )
        else:
            raise ValueError(f"no load '{load['type']}' here")
