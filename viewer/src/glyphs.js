// Joints drawn by the parts that their types name, on the parent's frame F or the child's frame M.
import {
  CatmullRomCurve3, CylinderGeometry, Matrix4, Quaternion, TubeGeometry, Vector3,
} from "three";
import { GROUND, PIN, STEEL } from "./colors.js";
import { JointFrame } from "./places.js";
import { ball, box, own, poseOf, rod, shifted, sides, turned, upright } from "./solids.js";

const Z = new Vector3(0, 0, 1);
const ABOUT_X = new Matrix4().makeRotationX(Math.PI / 2);
const ABOUT_Y = new Matrix4().makeRotationY(Math.PI / 2);

// What a part of a glyph is made of, by its shape; its sizes are in radii r of the links.
const SHAPES = {
  cylinder: ([radius, length], r, n) => rod(radius * r, length * r, radius < 0.2 ? 10 : n),
  ball: ([radius], r, n) => ball(radius * r, n),
  box: ([x, y, z], r) => box(x * r, y * r, z * r),
  guide: (size, r, n, joint) => guide(size, r, n, joint.travel),
  thread: ([radius, length], r, n, joint, pitch) => thread(radius * r, length * r, r, pitch),
};

// A bar along z over all that the joint travels, round or square.
function guide([x, y], r, n, travel) {
  const [low, high] = travel ?? [-4 * r, 4 * r];
  const length = high - low + 10 * r;
  const pieces = y === undefined ? rod(x * r, length, n) : box(x * r, y * r, length);
  return shifted(pieces, 0, 0, (low + high) / 2);
}

function thread(radius, length, r, lead) {
  const pitch = Math.min(Math.max(Math.abs(lead), 0.5 * r), 2 * r);
  const turns = Math.round(length / pitch);
  return own(`thread ${turns}`, () => {
    const points = [];
    for (let k = 0; k <= 16 * turns; k += 1) {
      const a = (2 * Math.PI * k) / 16;
      points.push(new Vector3(radius * Math.cos(a), radius * Math.sin(a), -length / 2 + (pitch * k) / 16));
    }
    return new TubeGeometry(new CatmullRomCurve3(points), 8 * turns, 0.16 * r, 5);
  });
}

const ALONG = { x: ABOUT_Y, y: ABOUT_X };
const COLORS = { pin: PIN, steel: STEEL, glass: STEEL };

const SIDES = ["parent", "child"];

// The pieces of a part, its color and layer.
function drawn({ shape, size, along = "z", material = "pin", pitch = 0 }, r, n, joint) {
  const pieces = SHAPES[shape](size, r, n, joint, pitch);
  const layer = material === "glass" ? "glass" : "joints";
  return [along === "z" ? pieces : turned(pieces, ALONG[along]), COLORS[material], layer];
}

// Returns for each joint its places on the parent and on the child.
export function makeGlyphs(scene, bodies, batches, upWorld) {
  const r = scene.radius;
  const n = sides(r, scene);
  return scene.joints.map((joint, index) => {
    feet(scene, joint, upWorld).forEach((foot, k) => batches.add(bodies[0], foot, GROUND, {
      layer: "ground", again: () => ({ pieces: feet(scene, joint, upWorld)[k], pose: null }),
    }));
    return [[joint.parent, joint.onParent], [joint.child, joint.onChild]].map(([body, pose], side) => {
      for (const part of joint.glyph.filter(({ on = "child" }) => on === SIDES[side])) {
        const [pieces, color, layer] = drawn(part, r, n, joint);
        batches.add(bodies[body], pieces, color, {
          pose: poseOf(pose), layer, pick: { kind: "joint", index },
          again: () => ({ pieces: drawn(part, r, n, joint)[0], pose: poseOf(pose) }),
        });
      }
      return { body: bodies[body], frame: new JointFrame(pose) };
    });
  });
}

// Feet under joints to ground, as drawings show them: one, or two under a guide.
function feet(scene, joint, up) {
  const onGround = joint.parent === 0 ? joint.onParent : joint.child === 0 ? joint.onChild : null;
  if (!onGround || scene.bodies[0].shapes.length) return [];
  const r = scene.radius;
  const at = new Vector3().fromArray(onGround.at);
  if (joint.held) return [pedestal(r, at, up)];
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
