// Joints drawn by their type. On the parent's frame F or the child's frame M; z is the axis.
import {
  BoxGeometry, CatmullRomCurve3, CylinderGeometry, Group, Quaternion, SphereGeometry, TubeGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { GROUND, PIN, STEEL } from "./colours.js";
import { part } from "./materials.js";
import { poseOf, upright } from "./solids.js";

const Z = new Vector3(0, 0, 1);

const pin = (r, length) => upright(new CylinderGeometry(r, r, length, 20));

// A pin, and a thin line along its axis.
const axle = (r) => mergeGeometries([pin(0.7 * r, 3.6 * r), pin(0.12 * r, 8 * r)]);

function rail(r, travel, square) {
  const [low, high] = travel ?? [-4 * r, 4 * r];
  const length = high - low + 10 * r;
  const geometry = square ? new BoxGeometry(1.5 * r, 1.5 * r, length) : pin(0.8 * r, length);
  geometry.translate(0, 0, (low + high) / 2);
  return part(geometry, STEEL);
}

function thread(r, lead) {
  const points = [];
  const pitch = Math.min(Math.max(Math.abs(lead), 0.5 * r), 2 * r);
  const turns = Math.round((8 * r) / pitch);
  for (let k = 0; k <= 16 * turns; k += 1) {
    const a = (2 * Math.PI * k) / 16;
    points.push(new Vector3(0.85 * r * Math.cos(a), 0.85 * r * Math.sin(a), -4 * r + (pitch * k) / 16));
  }
  return part(new TubeGeometry(new CatmullRomCurve3(points), 8 * turns, 0.16 * r, 5), PIN);
}

// What stands on the parent's frame and on the child's frame, by type.
const TYPES = {
  revolute: (r) => [[], [part(axle(r), PIN)]],
  prismatic: (r, joint) => [[rail(r, joint.travel, true)], []],
  cylindrical: (r, joint) => [[rail(r, joint.travel, false)], []],
  spherical: (r) => [[], [part(new SphereGeometry(1.6 * r, 24, 14), PIN)]],
  universal: (r) => [
    [part(pin(0.55 * r, 5 * r).rotateY(Math.PI / 2), PIN)],
    [part(pin(0.55 * r, 5 * r).rotateX(Math.PI / 2), PIN)],
  ],
  planar: (r) => [[part(new BoxGeometry(14 * r, 14 * r, 0.2 * r), STEEL, { transparent: true, opacity: 0.35 })], []],
  helical: (r, joint) => [[rail(r, [-r, r], false), thread(r, lead(joint))], []],
  weld: (r) => [[], [part(new BoxGeometry(1.7 * r, 1.7 * r, 1.7 * r), PIN)]],
};

const lead = (joint) => (joint.parameters.find(([name]) => name === "lead") ?? ["", 0.01])[1];

// Returns one group for each joint side by side with the bodies they are fixed to.
export function makeGlyphs(scene, bodies, upWorld) {
  return scene.joints.map((joint, index) => {
    const sides = TYPES[joint.type]?.(scene.radius, joint) ?? [[], []];
    const groups = [
      [joint.parent, joint.onParent, sides[0]],
      [joint.child, joint.onChild, sides[1]],
    ].map(([body, pose, parts]) => {
      const group = new Group();
      poseOf(pose).decompose(group.position, group.quaternion, group.scale);
      group.userData.pick = { kind: "joint", index };
      if (parts.length) group.add(...parts);
      bodies[body].add(group);
      return group;
    });
    for (const foot of feet(scene, joint, upWorld)) bodies[0].add(foot);
    return groups;
  });
}

const HELD = ["revolute", "spherical", "universal", "helical", "weld"];

// Feet under joints to ground, as drawings show them: one, or two under a guide.
function feet(scene, joint, up) {
  const onGround = joint.parent === 0 ? joint.onParent : joint.child === 0 ? joint.onChild : null;
  if (!onGround || scene.bodies[0].shapes.length) return [];
  const r = scene.radius;
  const at = new Vector3().fromArray(onGround.at);
  if (HELD.includes(joint.type)) return [pedestal(r, at, up)];
  const axis = new Vector3(onGround.axes[2], onGround.axes[5], onGround.axes[8]);
  if (!joint.travel || joint.parent !== 0 || Math.abs(axis.dot(up)) > 0.5) return [];
  return [joint.travel[0] - 4 * r, joint.travel[1] + 4 * r].map((s) =>
    pedestal(r, at.clone().addScaledVector(axis, s), up));
}

function pedestal(r, at, up) {
  const group = new Group();
  const cone = part(new CylinderGeometry(1.1 * r, 2.7 * r, 4.4 * r, 4, 1).rotateY(Math.PI / 4), GROUND);
  cone.material.flatShading = true;
  upright(cone.geometry).translate(0, 0, -2.5 * r);
  const foot = part(new BoxGeometry(6 * r, 6 * r, 0.8 * r).translate(0, 0, -5.1 * r), GROUND);
  group.add(cone, foot);
  group.position.copy(at);
  group.quaternion.copy(new Quaternion().setFromUnitVectors(Z, up));
  return group;
}
