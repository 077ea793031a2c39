// Joints drawn by their type. On the parent's frame F or the child's frame M; z is the axis.
import {
  CatmullRomCurve3, CylinderGeometry, Matrix4, Quaternion, TubeGeometry, Vector3,
} from "three";
import { GROUND, PIN, STEEL } from "./colours.js";
import { JointFrame } from "./places.js";
import { ball, box, own, poseOf, rod, shifted, sides, turned, upright } from "./solids.js";

const Z = new Vector3(0, 0, 1);
const ABOUT_X = new Matrix4().makeRotationX(Math.PI / 2);
const ABOUT_Y = new Matrix4().makeRotationY(Math.PI / 2);

// A pin, and a thin line along its axis.
const axle = (r, n) => [...rod(0.7 * r, 3.6 * r, n), ...rod(0.12 * r, 8 * r, 10)];

function rail(r, travel, square, n) {
  const [low, high] = travel ?? [-4 * r, 4 * r];
  const length = high - low + 10 * r;
  const pieces = square ? box(1.5 * r, 1.5 * r, length) : rod(0.8 * r, length, n);
  return shifted(pieces, 0, 0, (low + high) / 2);
}

function thread(r, lead) {
  const pitch = Math.min(Math.max(Math.abs(lead), 0.5 * r), 2 * r);
  const turns = Math.round((8 * r) / pitch);
  return own(`thread ${turns}`, () => {
    const points = [];
    for (let k = 0; k <= 16 * turns; k += 1) {
      const a = (2 * Math.PI * k) / 16;
      points.push(new Vector3(0.85 * r * Math.cos(a), 0.85 * r * Math.sin(a), -4 * r + (pitch * k) / 16));
    }
    return new TubeGeometry(new CatmullRomCurve3(points), 8 * turns, 0.16 * r, 5);
  });
}

// What stands on the parent's frame and on the child's frame, by type: pieces and colour.
const TYPES = {
  revolute: (r, n) => [[], [[axle(r, n), PIN]]],
  prismatic: (r, n, joint) => [[[rail(r, joint.travel, true, n), STEEL]], []],
  cylindrical: (r, n, joint) => [[[rail(r, joint.travel, false, n), STEEL]], []],
  spherical: (r, n) => [[], [[ball(1.6 * r, n), PIN]]],
  universal: (r, n) => [
    [[turned(rod(0.55 * r, 5 * r, n), ABOUT_Y), PIN]],
    [[turned(rod(0.55 * r, 5 * r, n), ABOUT_X), PIN]],
  ],
  planar: (r) => [[[box(14 * r, 14 * r, 0.2 * r), STEEL, "glass"]], []],
  helical: (r, n, joint) => [[[rail(r, [-r, r], false, n), STEEL], [thread(r, lead(joint)), PIN]], []],
  weld: (r) => [[], [[box(1.7 * r, 1.7 * r, 1.7 * r), PIN]]],
};

const lead = (joint) => (joint.parameters.find(([name]) => name === "lead") ?? ["", 0.01])[1];

// Returns for each joint its places on the parent and on the child.
export function makeGlyphs(scene, bodies, batches, upWorld) {
  const r = scene.radius;
  const n = sides(r, scene);
  return scene.joints.map((joint, index) => {
    const drawn = TYPES[joint.type]?.(r, n, joint) ?? [[], []];
    for (const foot of feet(scene, joint, upWorld)) batches.add(bodies[0], foot, GROUND, { layer: "ground" });
    return [[joint.parent, joint.onParent], [joint.child, joint.onChild]].map(([body, pose], side) => {
      for (const [pieces, colour, layer = "joints"] of drawn[side]) {
        batches.add(bodies[body], pieces, colour, { pose: poseOf(pose), layer, pick: { kind: "joint", index } });
      }
      return { body: bodies[body], frame: new JointFrame(pose) };
    });
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
  const pose = new Matrix4().compose(at, new Quaternion().setFromUnitVectors(Z, up), new Vector3(1, 1, 1));
  const cone = own("pedestal", () => {
    const geometry = upright(new CylinderGeometry(1.1 * r, 2.7 * r, 4.4 * r, 4, 1).rotateY(Math.PI / 4)).toNonIndexed();
    geometry.computeVertexNormals();
    return geometry;
  });
  return turned([...shifted(cone, 0, 0, -2.5 * r), ...shifted(box(6 * r, 6 * r, 0.8 * r), 0, 0, -5.1 * r)], pose);
}
