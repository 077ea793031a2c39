// Bushings between bodies, and the axes of named frames.
import { LatheGeometry, Matrix4, Vector2 } from "three";
import { AXES, PIN, RUBBER, STEEL } from "./colors.js";
import { own, poseOf, rod, shifted, sides, turned, upright } from "./solids.js";

// A ring about z between two radii.
const ring = (key, inner, outer, length) => own(key, () => {
  const [a, b] = [-length / 2, length / 2];
  const corners = [[inner, a], [outer, a], [outer, a], [outer, b], [outer, b], [inner, b], [inner, b], [inner, a]];
  const geometry = new LatheGeometry(corners.map(([x, y]) => new Vector2(x, y)), 28).toNonIndexed();
  geometry.deleteAttribute("uv");
  geometry.computeVertexNormals();
  return upright(geometry);
});

// A sleeve with rubber in it on one body, a pin on the other.
export function makeBushings(scene, bodies, batches) {
  const r = scene.radius;
  const n = sides(r, scene);
  for (const { name, a, b } of scene.bushings) {
    const pick = { kind: "force", index: scene.forces.findIndex((force) => force.name === name) };
    const put = (end, pieces, color) => batches.add(bodies[end.body], pieces, color, { pose: poseOf(end), layer: "joints", pick });
    put(a, ring("sleeve", 2.0 * r, 2.35 * r, 2.6 * r), STEEL);
    put(a, ring("rubber", 0.8 * r, 2.0 * r, 2.3 * r), RUBBER);
    put(b, rod(0.8 * r, 4.2 * r, n), PIN);
  }
}

// Length of the axes of joints, in radii of the links.
export const AXIS = 6;

const TURNS = [
  new Matrix4().makeRotationY(Math.PI / 2),
  new Matrix4().makeRotationX(-Math.PI / 2),
  new Matrix4(),
];

// The axes of every joint, on its child: those in which its loads are given. Shown when asked for.
export function makeJointAxes(scene, bodies, batches) {
  const r = scene.radius;
  const axis = shifted(rod(0.16 * r, AXIS * r, 10), 0, 0, (AXIS / 2) * r);
  scene.joints.forEach((joint, index) => {
    if (joint.free) return;
    TURNS.forEach((turn, k) => batches.add(bodies[joint.child], turned(axis, turn), AXES[k],
      { pose: poseOf(joint.onChild), layer: "axes", pick: { kind: "joint", index }, counts: false,
        again: () => ({ pieces: turned(axis, turn), pose: poseOf(joint.onChild) }) }));
  });
}

// Three short axes at every named frame of a body that moves.
export function makeTriads(scene, bodies, batches) {
  const r = scene.radius;
  scene.frames.forEach((frame, index) => {
    if (!frame.body) return;
    const axis = shifted(rod(0.18 * r, 3.4 * r, 10), 0, 0, 1.7 * r);
    TURNS.forEach((turn, k) => batches.add(bodies[frame.body], turned(axis, turn), AXES[k],
      { pose: poseOf(frame), layer: "marks", pick: { kind: "frame", index }, counts: false,
        again: () => ({ pieces: turned(axis, turn), pose: poseOf(frame) }) }));
  });
}

