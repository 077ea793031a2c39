// What stretches between two points: springs, dampers, struts, rods of constant length.
import {
  CatmullRomCurve3, CylinderGeometry, Group, SphereGeometry, TubeGeometry, Vector3,
} from "three";
import { part } from "./materials.js";
import { pointOf } from "./places.js";
import { PIN, SPRING, STEEL } from "./colours.js";
import { upright } from "./solids.js";

const Z = new Vector3(0, 0, 1);

// A coil of length 1 along z.
function coil(r, length) {
  const points = [];
  const radius = 2.1 * r;
  const turns = Math.min(Math.max(Math.round(length / (2.2 * r)), 5), 14);
  for (let k = 0; k <= 20 * turns; k += 1) {
    const s = k / (20 * turns);
    const a = 2 * Math.PI * turns * s;
    points.push(new Vector3(radius * Math.cos(a), radius * Math.sin(a), (0.12 + 0.76 * s) * length));
  }
  return part(new TubeGeometry(new CatmullRomCurve3(points), 24 * turns, 0.32 * r, 7), SPRING);
}

const tube = (r, length) => upright(new CylinderGeometry(r, r, length, 20)).translate(0, 0, length / 2);

export class Line {
  constructor(about, index, bodies, r, world) {
    this.bodies = [bodies[about.a.body], bodies[about.b.body]];
    this.points = [about.a.at, about.b.at].map((p) => new Vector3().fromArray(p));
    this.group = new Group();
    if (index !== null) this.group.userData.pick = { kind: "force", name: about.name };
    const length = Math.max(this.ends().distance, 1e-6);
    this.length = length;
    this.stretched = [];
    if (about.spring) this.stretched.push(coil(r, length));
    if (about.rod) this.stretched.push(part(tube(0.45 * r, length), STEEL));
    else this.stretched.push(part(tube(about.spring || about.damper ? 0.28 * r : 0.4 * r, length), STEEL));
    const fixed = [part(new SphereGeometry(0.75 * r, 16, 12), PIN)];
    this.far = part(new SphereGeometry(0.75 * r, 16, 12), PIN);
    if (about.damper || about.type === "gas_spring") fixed.push(part(tube(1.05 * r, 0.5 * length), PIN));
    this.group.add(...this.stretched, ...fixed, this.far);
    world.add(this.group);
  }

  ends() {
    const [a, b] = this.bodies.map((body, k) => pointOf(body, this.points[k]));
    return { a, b, distance: a.distanceTo(b) };
  }

  update() {
    const { a, b, distance } = this.ends();
    this.group.position.copy(a);
    const along = b.clone().sub(a);
    if (distance > 1e-12) this.group.quaternion.setFromUnitVectors(Z, along.divideScalar(distance));
    for (const mesh of this.stretched) mesh.scale.set(1, 1, distance / this.length);
    this.far.position.set(0, 0, distance);
  }
}

export function makeLines(scene, bodies, world) {
  const rods = scene.joints
    .filter((joint) => joint.type === "distance")
    .map((joint) => ({
      name: joint.name,
      type: "rod",
      rod: true,
      a: { body: joint.parent, at: joint.onParent.at },
      b: { body: joint.child, at: joint.onChild.at },
    }));
  return [
    ...scene.lines.map((line, k) => new Line(line, k, bodies, scene.radius, world)),
    ...rods.map((rod) => new Line(rod, null, bodies, scene.radius, world)),
  ];
}
