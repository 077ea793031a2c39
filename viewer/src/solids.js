// Forms of unit size, shared by all parts that look alike; z is the axis of what is round.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, ExtrudeGeometry, Matrix4, Shape,
  SphereGeometry,
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

const SIDES = [10, 14, 20, 28, 40, 64, 96];

// Sides of what is round: more where it is large in the picture, fewer where there are many.
export function sides(radius, { size, bodies }) {
  const many = bodies.length > 40;
  const wanted = (many ? 10 : 16) + (280 * radius) / (size * (many ? bodies.length / 40 : 1));
  return SIDES.find((n) => n >= 0.9 * wanted) ?? 96;
}

const FORMS = {
  box: () => new BoxGeometry(1, 1, 1),
  ball: (n) => new SphereGeometry(1, n, Math.round(0.6 * n)),
  rod: (n) => upright(new CylinderGeometry(1, 1, 1, n)),
  tube: (n) => upright(new CylinderGeometry(1, 1, 1, n, 1, true)),
  cap: (n) => upright(new SphereGeometry(1, n, Math.max(Math.round(n / 5), 2), 0, 2 * Math.PI, 0, Math.PI / 2)),
};

// A piece: the form that it shares with others, a coarser one for machines that draw slowly, and
// its size and place.
function piece(form, n, local) {
  const coarse = n > 6 ? () => FORMS[form](Math.max(Math.round(0.55 * n), 6)) : null;
  return { key: `${form} ${n}`, make: () => FORMS[form](n), coarse, local };
}

const scaled = (x, y, z) => new Matrix4().makeScale(x, y, z);

export const box = (x, y, z) => [piece("box", 0, scaled(x, y, z))];

export const ball = (radius, n) => [piece("ball", n, scaled(radius, radius, radius))];

export const rod = (radius, length, n) => [piece("rod", n, scaled(radius, radius, length))];

// A rod with half a ball at each end.
export function capsule(radius, length, n) {
  const ends = [1, -1].map((side) => new Matrix4().makeTranslation(0, 0, (side * length) / 2)
    .multiply(scaled(radius, side * radius, side * radius)));
  return [piece("tube", n, scaled(radius, radius, length)), ...ends.map((local) => piece("cap", n, local))];
}

// A form that is not made by scaling another; parts of the same key share it.
export const own = (key, make) => [{ key, make, coarse: null, local: new Matrix4() }];

export const shifted = (pieces, x, y, z) => pieces.map((piece) => ({
  ...piece, local: new Matrix4().makeTranslation(x, y, z).multiply(piece.local),
}));

export const turned = (pieces, matrix) => pieces.map((piece) => ({ ...piece, local: matrix.clone().multiply(piece.local) }));

const MAKERS = {
  box: (s) => box(...s.size),
  sphere: (s, scene) => ball(s.radius, sides(s.radius, scene)),
  cylinder: (s, scene) => rod(s.radius, s.length, sides(s.radius, scene)),
  capsule: (s, scene) => capsule(s.radius, s.length, sides(s.radius, scene)),
  plate: (s) => own(`plate ${JSON.stringify([s.outline, s.round, s.length])}`, () => plate(s)),
  mesh: (s, { arrays }) => own(s.mesh, () => mesh(arrays[`${s.mesh}.vertices`], arrays[`${s.mesh}.faces`])),
};

// The pieces of a shape of the scene, in the axes of the shape.
export function solid(about, scene) {
  return MAKERS[about.kind](about, scene);
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
