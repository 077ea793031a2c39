// Shapes, joints and springs follow the constants: the instructions by which the file's numbers are
// computed, interpreted here, and the drawing that is made of them.
import { Vector3 } from "three";

const sign = (a) => (a > 0) - (a < 0);
const UNARY = {
  neg: (a) => -a, sqrt: Math.sqrt, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos,
  atan: Math.atan, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp, log: Math.log, abs: Math.abs,
  floor: Math.floor, ceil: Math.ceil, not: (a) => Number(!a), sign: (a) => (Number.isNaN(a) ? a : sign(a)),
};
const BINARY = {
  add: (a, b) => a + b, sub: (a, b) => a - b, mul: (a, b) => a * b, div: (a, b) => a / b, pow: (a, b) => a ** b,
  atan2: Math.atan2, min: Math.min, max: Math.max, copysign: (a, b) => (Object.is(sign(b), -1) || Object.is(b, -0) ? -1 : 1) * Math.abs(a),
  mod: (a, b) => a % b, hypot: Math.hypot, lt: (a, b) => Number(a < b), le: (a, b) => Number(a <= b),
  eq: (a, b) => Number(a === b), ne: (a, b) => Number(a !== b), and: (a, b) => Number(Boolean(a && b)),
  or: (a, b) => Number(Boolean(a || b)), when: (a, b) => (a ? b : 0),
};

export class Geometry {
  // about: constants by name, instructions, outputs (each with its path in the scene), guards.
  constructor(about, scene) {
    Object.assign(this, { about, scene });
    this.values = new Float64Array(about.instructions.length);
    this.constants = about.constants.map(({ value }) => value);
    this.links = linkFollowers(scene);
  }

  knows(name) {
    return this.about.constants.some((constant) => constant.name === name);
  }

  compute(constants) {
    const { values } = this;
    this.about.instructions.forEach(([op, a, b], k) => {
      if (op === "const") values[k] = a;
      else if (op === "input") values[k] = constants[b];
      else values[k] = UNARY[op] ? UNARY[op](values[a]) : BINARY[op](values[a], values[b]);
    });
    return values;
  }

  // What another value of a constant would break, in words; nothing where all is well.
  broken(name, value) {
    const values = this.compute(this.with(name, value));
    const wrong = this.about.guards.find((guard) => !values[guard.value]);
    if (wrong) return `${wrong.where || "the model"} would get another form; read the file anew with this value`;
    const lost = this.about.outputs.find(({ at }) => at.some((k) => !Number.isFinite(values[k])));
    return lost ? "with it, some lengths of the drawing have no value" : "";
  }

  with(name, value) {
    return this.constants.map((x, k) => (this.about.constants[k].name === name ? value : x));
  }

  // Puts the numbers into the scene.
  apply(name, value) {
    this.constants = this.with(name, value);
    const values = this.compute(this.constants);
    for (const { path, at, single } of this.about.outputs) {
      const owner = path.slice(0, -1).reduce((found, key) => found[key], this.scene);
      const key = path[path.length - 1];
      if (single) owner[key] = values[at[0]];
      else at.forEach((from, i) => { owner[key][i] = values[from]; });
    }
    for (const follow of this.links) follow();
  }
}

// Links that are drawn for bodies without shapes go between joints: found by where they are.
function linkFollowers(scene) {
  return scene.bodies.flatMap((body, index) => {
    if (!body.links) return [];
    const places = placesOf(scene, index);
    return body.shapes.flatMap((shape) => followerOf(shape, places, scene.size) ?? []);
  });
}

// Arrays of three numbers that are changed in place, of the points of a body.
function placesOf(scene, index) {
  const found = [scene.bodies[index].com];
  for (const joint of scene.joints) {
    if (joint.parent === index) found.push(joint.onParent.at);
    if (joint.child === index) found.push(joint.onChild.at);
  }
  for (const frame of scene.frames) if (frame.body === index) found.push(frame.at);
  for (const line of scene.lines) for (const end of [line.a, line.b]) if (end.body === index) found.push(end.at);
  return found;
}

function followerOf(shape, places, size) {
  const near = (x, y, z) => places.find((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z) < 1e-6 * size);
  if (shape.kind === "capsule") {
    const z = [shape.axes[2], shape.axes[5], shape.axes[8]];
    const ends = [-0.5, 0.5].map((s) => near(...shape.at.map((x, i) => x + s * shape.length * z[i])));
    return ends[0] && ends[1] ? () => span(shape, ends[0], ends[1]) : null;
  }
  if (shape.kind === "plate") {
    const corners = shape.outline.map(([u, v]) => near(...[0, 1, 2].map((i) =>
      shape.at[i] + u * shape.axes[3 * i] + v * shape.axes[3 * i + 1])));
    return corners.every(Boolean) ? () => flatten(shape, corners) : null;
  }
  const at = near(...shape.at);
  return at ? () => at.forEach((x, i) => { shape.at[i] = x; }) : null;
}

// A rod from a to b: its middle, length and axes.
function span(shape, a, b) {
  const way = new Vector3().fromArray(b).sub(new Vector3().fromArray(a));
  shape.length = way.length();
  if (!(shape.length > 0)) return;
  way.normalize();
  const x = new Vector3(shape.axes[0], shape.axes[3], shape.axes[6]);
  x.addScaledVector(way, -x.dot(way));
  if (x.lengthSq() < 1e-12) x.set(way.y, way.z, way.x).addScaledVector(way, -way.dot(new Vector3(way.y, way.z, way.x)));
  x.normalize();
  const y = new Vector3().crossVectors(way, x);
  [x, y, way].forEach((axis, k) => axis.toArray().forEach((value, i) => { shape.axes[3 * i + k] = value; }));
  for (let i = 0; i < 3; i += 1) shape.at[i] = (a[i] + b[i]) / 2;
}

// A plate around corners that have moved in its plane.
function flatten(shape, corners) {
  shape.outline = corners.map((p) => [0, 1].map((k) =>
    [0, 1, 2].reduce((sum, i) => sum + (p[i] - shape.at[i]) * shape.axes[3 * i + k], 0)));
}
