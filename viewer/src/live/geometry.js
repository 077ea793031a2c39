// Shapes, joints and springs follow the constants: numbers of the machine, put into the scene.
import { Vector3 } from "three";

export class Geometry {
  // places: the path in the scene of every number that is drawn, by its name in the model.
  constructor(machine, scene) {
    Object.assign(this, { machine, scene, places: scene.machine.drawing });
    this.links = linkFollowers(scene);
  }

  // Puts the numbers of the machine into the scene; tells whether there are any.
  apply() {
    const found = Object.entries(this.machine.drawing()).filter(([name]) => this.places[name]);
    for (const [name, values] of found) {
      const path = this.places[name];
      const owner = path.slice(0, -1).reduce((place, key) => place[key], this.scene);
      const key = path[path.length - 1];
      if (Array.isArray(owner[key])) values.forEach((x, i) => { owner[key][i] = x; });
      else [owner[key]] = values;
    }
    for (const follow of found.length ? this.links : []) follow();
    return found.length > 0;
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
