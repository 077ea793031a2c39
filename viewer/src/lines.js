// What stretches between two points: springs, dampers, struts, rods of constant length.
import { CatmullRomCurve3, Matrix4, Quaternion, TubeGeometry, Vector3 } from "three";
import { PIN, SPRING, STEEL } from "./colors.js";
import { pointOf } from "./places.js";
import { ball, own, rod, shifted } from "./solids.js";

const Z = new Vector3(0, 0, 1);
const ONE = new Vector3(1, 1, 1);
const SIDES = 14;

// A coil of the length that the line has at first.
function coil(r, length) {
  const radius = 2.1 * r;
  const turns = Math.min(Math.max(Math.round(length / (2.2 * r)), 5), 14);
  return own(`coil ${length.toPrecision(5)}`, () => {
    const points = [];
    for (let k = 0; k <= 20 * turns; k += 1) {
      const s = k / (20 * turns);
      const a = 2 * Math.PI * turns * s;
      points.push(new Vector3(radius * Math.cos(a), radius * Math.sin(a), (0.12 + 0.76 * s) * length));
    }
    return new TubeGeometry(new CatmullRomCurve3(points), 18 * turns, 0.32 * r, 6);
  });
}

const tube = (r, length) => shifted(rod(r, length, SIDES), 0, 0, length / 2);

export class Line {
  constructor(about, pick, bodies, r, batches) {
    this.bodies = [bodies[about.a.body], bodies[about.b.body]];
    this.about = about;
    this.points = [new Vector3(), new Vector3()];
    this.reshape();
    this.ends = [new Vector3(), new Vector3()];
    // What stands at the first point, what is stretched, and what stands at the second point.
    [this.near, this.between, this.far] = [0, 1, 2].map(() => ({ matrix: new Matrix4() }));
    this.length = Math.max(this.measure(), 0.1 * r);
    const how = { pick, layer: "joints" };
    const { length } = this;
    if (about.spring) batches.add(this.between, coil(r, length), SPRING, how);
    const thickness = about.rod ? 0.45 : about.spring || about.damper ? 0.28 : 0.4;
    batches.add(this.between, tube(thickness * r, length), STEEL, how);
    if (about.damper || about.type === "gas_spring") batches.add(this.near, tube(1.05 * r, 0.5 * length), PIN, how);
    for (const end of [this.near, this.far]) batches.add(end, ball(0.75 * r, SIDES), PIN, how);
    this.update();
  }

  // After the numbers of its ends have changed.
  reshape() {
    [this.about.a.at, this.about.b.at].forEach((p, k) => this.points[k].fromArray(p));
  }

  measure() {
    this.ends.forEach((end, k) => pointOf(this.bodies[k], this.points[k], end));
    return this.ends[0].distanceTo(this.ends[1]);
  }

  update() {
    const distance = this.measure();
    const [a, b] = this.ends;
    if (distance > 0) turn.setFromUnitVectors(Z, along.copy(b).sub(a).divideScalar(distance));
    this.near.matrix.compose(a, turn, ONE);
    this.between.matrix.compose(a, turn, stretch.set(1, 1, distance / this.length));
    this.far.matrix.compose(b, turn, ONE);
  }
}

const turn = new Quaternion();
const along = new Vector3();
const stretch = new Vector3();

export function makeLines(scene, bodies, batches) {
  const springs = scene.lines.map((about) => [about, {
    kind: "force", index: scene.forces.findIndex((force) => force.name === about.name),
  }]);
  const rods = scene.joints.flatMap((joint, index) => (joint.rod ? [[{
    rod: true,
    a: { body: joint.parent, at: joint.onParent.at },
    b: { body: joint.child, at: joint.onChild.at },
  }, { kind: "joint", index }]] : []));
  return [...springs, ...rods].map(([about, pick]) => new Line(about, pick, bodies, scene.radius, batches));
}
