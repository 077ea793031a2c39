// What vehicles run on and with: wheels, tracks around them, roads.
import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Matrix4,
  Quaternion, Vector3,
} from "three";
import { part } from "./materials.js";
import { pointOf } from "./places.js";
import { GROUND, TYRE } from "./colors.js";
import { rod, sides } from "./solids.js";

const Z = new Vector3(0, 0, 1);
const ONE = new Vector3(1, 1, 1);
const vector = (values) => new Vector3().fromArray(values);

// Bodies must stand at the first frame, where the axes of wheels are those of their base.
export function makeWheels(scene, bodies, batches) {
  const add = (body, base, at, axisOfBase, R) => {
    const axis = axisOfBase.clone().applyQuaternion(bodies[base].quaternion);
    axis.applyQuaternion(bodies[body].quaternion.clone().invert()).normalize();
    const pose = new Matrix4().compose(vector(at), new Quaternion().setFromUnitVectors(Z, axis), ONE);
    const how = { pose, pick: body ? { kind: "body", index: body } : null };
    const n = sides(R, scene);
    batches.add(bodies[body], rod(R, 0.42 * R, n), TYRE, how);
    batches.add(bodies[body], rod(0.62 * R, 0.46 * R, n), GROUND, how);
    batches.add(bodies[body], rod(0.2 * R, 0.52 * R, 20), TYRE, how);
  };
  for (const { body, base, at, axis, radius } of scene.wheels) add(body, base, at, vector(axis), radius);
  // Sprockets and idlers, which no road touches.
  for (const track of scene.tracks) {
    const axis = vector(track.e1).cross(vector(track.e2));
    for (const { body, at, radius } of track.wheels) {
      if (body === track.base) add(body, track.base, at, axis, Math.abs(radius));
    }
  }
}

// A band around wheels: closed, or with ends that lie on their wheels as on drums.
export class Track {
  constructor(about, bodies, world) {
    this.about = about;
    this.bodies = bodies;
    this.width = about.width ?? 1.3 * Math.min(...about.wheels.map((w) => Math.abs(w.radius)));
    this.thick = about.thick ?? 0;
    this.points = ARC * about.wheels.length;
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(12 * this.points), 3));
    const index = [];
    const last = about.open ? this.points - 1 : this.points;
    for (let k = 0; k < last; k += 1) {
      const next = (k + 1) % this.points;
      for (let side = 0; side < 4; side += 1) {
        const [a, b] = [4 * k + side, 4 * k + ((side + 1) % 4)];
        const [c, d] = [4 * next + side, 4 * next + ((side + 1) % 4)];
        index.push(a, b, c, c, b, d);
      }
    }
    this.geometry.setIndex(index);
    const mesh = part(this.geometry, TYRE, { side: DoubleSide, flatShading: true });
    mesh.frustumCulled = false;
    world.add(mesh);
  }

  update() {
    const { wheels, base, e1, e2, open } = this.about;
    const turn = this.bodies[base].quaternion;
    const [x, y] = [vector(e1).applyQuaternion(turn), vector(e2).applyQuaternion(turn)];
    const across = x.clone().cross(y).multiplyScalar(this.width / 2);
    const centres = wheels.map((w) => pointOf(this.bodies[w.body], vector(w.at)));
    const flat = centres.map((c) => [c.dot(x), c.dot(y)]);
    const n = wheels.length;
    const leaving = flat.map((c, k) => outward(c, flat[(k + 1) % n], wheels[k].radius, wheels[(k + 1) % n].radius));
    const values = this.geometry.attributes.position;
    let row = 0;
    for (let k = 0; k < n; k += 1) {
      const sense = wheels[k].radius >= 0 ? 1 : -1;
      let from = leaving[(k + n - 1) % n];
      let sweep = leaving[k] - from;
      while (sweep * sense < -0.5) sweep += sense * 2 * Math.PI;
      while (sweep * sense > 2 * Math.PI - 0.5) sweep -= sense * 2 * Math.PI;
      if (open && (k === 0 || k === n - 1)) {
        sweep = wheels[k].radius ? sense * WOUND : 0;
        if (k === 0) from = leaving[0] - sweep;
      }
      for (let i = 0; i < ARC; i += 1) {
        const angle = from + (sweep * i) / (ARC - 1);
        const R = wheels[k].radius * (this.thick ? 1 : 1.02);
        const out = x.clone().multiplyScalar(Math.cos(angle)).addScaledVector(y, Math.sin(angle));
        for (const [off, side] of CORNERS) {
          const p = centres[k].clone().addScaledVector(out, R + off * this.thick).addScaledVector(across, side);
          values.setXYZ(row, p.x, p.y, p.z);
          row += 1;
        }
      }
    }
    values.needsUpdate = true;
  }
}

// Points along the arc on a wheel, the corners of the section, the arc on a drum.
const ARC = 24;
const CORNERS = [[-0.5, -1], [-0.5, 1], [0.5, 1], [0.5, -1]];
const WOUND = 1.5 * Math.PI;

// Direction from the centre of a wheel to where the band leaves it, anticlockwise about the loop.
function outward([ax, ay], [bx, by], ra, rb) {
  const along = Math.atan2(by - ay, bx - ax);
  const part = Math.min(Math.max((ra - rb) / Math.hypot(bx - ax, by - ay), -1), 1);
  return along - Math.PI / 2 + Math.asin(part);
}

export class Road {
  constructor(about, bodies, step) {
    this.about = about;
    this.group = new Group();
    const along = vector(about.along);
    const up = vector(about.up);
    const out = up.clone().cross(along);
    const start = vector(about.origin);
    this.start = start.clone();
    this.along = along;
    const place = (x, y, z) => along.clone().multiplyScalar(x).addScaledVector(out, y).addScaledVector(up, z);
    this.surface = about.points ? sheet(about, place) : surface(about, place);
    this.ticks = about.points ? lines(about, place) : ticks(about, place, step);
    this.group.add(this.surface, this.ticks);
    this.group.position.copy(start);
    bodies[about.base].add(this.group);
  }

  setPalette(palette) {
    this.surface.material.color.set(palette.road);
    this.ticks.material.color.set(palette.tick);
  }

  update(time) {
    this.group.position.copy(this.start).addScaledVector(this.along, -this.about.speed * time);
  }
}

function surface({ x, height, sides }, place) {
  const low = Math.min(...height) - 0.04 * (sides[1] - sides[0]);
  const values = [];
  for (let k = 0; k < x.length; k += 1) {
    const corners = [[sides[0], low], [sides[0], height[k]], [sides[1], height[k]], [sides[1], low]];
    for (const [y, z] of corners) values.push(...place(x[k], y, z).toArray());
  }
  const index = [];
  for (let k = 0; k + 1 < x.length; k += 1) {
    for (let i = 0; i < 3; i += 1) {
      const [a, b] = [4 * k + i, 4 * k + 4 + i];
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
  geometry.setIndex(index);
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  const mesh = part(flat, "#ffffff", { side: DoubleSide, roughness: 0.95 });
  mesh.castShadow = false;
  return mesh;
}

// A road over x and y: rows of points across it, in its own axes; slippery places are tinted.
function sheet({ points, columns, friction }, place) {
  const values = [];
  for (let k = 0; k < points.length; k += 3) values.push(...place(points[k], points[k + 1], points[k + 2]).toArray());
  const index = [];
  const rows = points.length / 3 / columns;
  for (let i = 0; i + 1 < rows; i += 1) {
    for (let j = 0; j + 1 < columns; j += 1) {
      const a = i * columns + j;
      index.push(a, a + columns, a + 1, a + 1, a + columns, a + columns + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
  const tints = [];
  for (let k = 0; k < points.length / 3; k += 1) {
    const slip = friction.length ? 1 - Math.min(friction[k], 1) : 0;
    tints.push(1 - 0.5 * slip, 1 - 0.2 * slip, 1 + 0.25 * slip);
  }
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(tints), 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  const mesh = part(geometry, "#ffffff", { side: DoubleSide, roughness: 0.95, vertexColors: true });
  mesh.castShadow = false;
  return mesh;
}

// Lines across a road over x and y, at rows of its points, and along its sides.
function lines({ points, columns, across, lift }, place) {
  const values = [];
  const at = (i, j) => {
    const k = 3 * (i * columns + j);
    return place(points[k], points[k + 1], points[k + 2] + lift).toArray();
  };
  for (const i of across) for (let j = 0; j + 1 < columns; j += 1) values.push(...at(i, j), ...at(i, j + 1));
  const rows = points.length / 3 / columns;
  for (const j of [0, columns - 1]) for (let i = 0; i + 1 < rows; i += 1) values.push(...at(i, j), ...at(i + 1, j));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
  return new LineSegments(geometry, new LineBasicMaterial());
}

// Lines across the road at round distances, so that the eye sees the speed.
function ticks({ x, height, sides }, place, step) {
  const values = [];
  const [first, last] = [x[0], x[x.length - 1]];
  const count = Math.min(Math.floor((last - first) / step), 2000);
  for (let k = Math.ceil(first / step); k <= Math.ceil(first / step) + count; k += 1) {
    const at = k * step;
    if (at > last) break;
    const i = Math.max(x.findIndex((value) => value >= at), 1);
    const s = (at - x[i - 1]) / (x[i] - x[i - 1] || 1);
    const z = height[i - 1] + s * (height[i] - height[i - 1]) + 0.004 * step;
    values.push(...place(at, sides[0], z).toArray(), ...place(at, sides[1], z).toArray());
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
  return new LineSegments(geometry, new LineBasicMaterial());
}

