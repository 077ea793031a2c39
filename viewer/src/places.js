// Points of bodies, in the axes of the group that all bodies are direct children of.
import { Matrix4, Quaternion, Vector3 } from "three";
import { poseOf } from "./solids.js";

export function pointOf(body, point, out = new Vector3()) {
  return out.copy(point).applyQuaternion(body.quaternion).add(body.position);
}

// The frame of a joint on its child: its point and axes.
export class JointFrame {
  constructor(pose) {
    this.pose = pose;
    this.at = new Vector3();
    this.turn = new Quaternion();
    this.reshape();
  }

  // After the numbers of its pose have changed.
  reshape() {
    new Matrix4().copy(poseOf(this.pose)).decompose(this.at, this.turn, new Vector3());
  }

  point(body, out = new Vector3()) {
    return pointOf(body, this.at, out);
  }

  // A vector in the axes of the joint, in the axes of the group.
  vector(body, values, out = new Vector3()) {
    return out.fromArray(values).applyQuaternion(this.turn).applyQuaternion(body.quaternion);
  }
}

// Corners of what is looked at where there is nothing yet.
export function emptyRoom(size) {
  return [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z].map((k) => 0.35 * k * size))));
}
