// Shapes of bodies as geometries, each in its own axes: z is the axis of what is round.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, ExtrudeGeometry,
  Matrix4, Shape, SphereGeometry,
} from "three";

export function upright(geometry) {
  return geometry.rotateX(Math.PI / 2);
}

// The pose of "at" (three numbers) and "axes" (nine numbers, row by row).
export function poseOf(about) {
  const a = about.axes ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const p = about.at ?? [0, 0, 0];
  return new Matrix4().set(
    a[0], a[1], a[2], p[0], a[3], a[4], a[5], p[1], a[6], a[7], a[8], p[2], 0, 0, 0, 1,
  );
}

// Sides of what is round: more where it is large in the picture, fewer where there are many.
const sides = (radius, size) => Math.round(Math.min(16 + (280 * radius) / size, 96));

const MAKERS = {
  box: (s) => new BoxGeometry(...s.size),
  sphere: (s, size) => {
    const n = sides(s.radius, size);
    return new SphereGeometry(s.radius, n, Math.round(0.6 * n));
  },
  cylinder: (s, size) => upright(new CylinderGeometry(s.radius, s.radius, s.length, sides(s.radius, size))),
  capsule: (s, size) => upright(new CapsuleGeometry(s.radius, s.length, Math.round(sides(s.radius, size) / 4), sides(s.radius, size))),
  plate: (s) => plate(s),
  mesh: (s, size, arrays) => mesh(arrays[`${s.mesh}.vertices`], arrays[`${s.mesh}.faces`]),
};

export function solid(about, { size, bodies, arrays }) {
  const many = Math.max(bodies.length / 40, 1);
  const geometry = MAKERS[about.kind](about, size * many, arrays);
  geometry.applyMatrix4(poseOf(about));
  return geometry;
}

// A flat plate around an outline with round corners, as a belt around equal wheels runs.
function plate({ outline, round, length }) {
  const shape = new Shape();
  const n = outline.length;
  for (let k = 0; k < n; k += 1) {
    const [before, here, after] = [outline[(k + n - 1) % n], outline[k], outline[(k + 1) % n]];
    const from = Math.atan2(here[1] - before[1], here[0] - before[0]) - Math.PI / 2;
    const to = Math.atan2(after[1] - here[1], after[0] - here[0]) - Math.PI / 2;
    shape.absarc(here[0], here[1], round, from, to, false);
  }
  shape.closePath();
  const bevel = 0.12 * length;
  const geometry = new ExtrudeGeometry(shape, {
    depth: length - 2 * bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
    curveSegments: 10,
  });
  return geometry.translate(0, 0, bevel - length / 2);
}

function mesh(vertices, faces) {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(new Float32Array(vertices), 3));
  indexed.setIndex(new BufferAttribute(Uint32Array.from(faces), 1));
  const geometry = indexed.toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}
