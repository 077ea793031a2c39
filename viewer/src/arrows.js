// Forces and moments as arrows. What the loops do not determine is striped and lighter.
import { Vector3 } from "three";
import { ArrowSet } from "./arrow_set.js";
import { JointFrame, pointOf } from "./places.js";
import { rowAt } from "./motion.js";

export const GROUPS = [
  { key: "reactionForces", text: "Reaction forces", color: "force", largest: "reactions.force" },
  { key: "reactionMoments", text: "Reaction moments", color: "moment", largest: "reactions.moment" },
  { key: "efforts", text: "Drive and joint forces", color: "effort", largest: "efforts" },
  { key: "acting", text: "Springs, wheels, loads", color: "acting", largest: "acting" },
];

export class Arrows {
  constructor(scene, bodies, world) {
    this.scene = scene;
    this.bodies = bodies;
    this.factor = 1;
    this.on = { reactionForces: true, reactionMoments: false, efforts: true, acting: false };
    this.frames = scene.joints.map((joint) => new JointFrame(joint.onChild));
    this.up = new Vector3().fromArray(scene.up);
    this.width = Math.max(0.24 * scene.radius, 0.0024 * scene.size);
    const add = (kind, loose, heads, count) => new ArrowSet(kind, loose, heads, this.width, count, world);
    const n = scene.joints.length;
    this.sets = {
      force: add("force", false, 1, n),
      looseForce: add("force", true, 1, n),
      moment: add("moment", false, 2, n),
      looseMoment: add("moment", true, 2, n),
      effortForce: add("effort", false, 1, n),
      effortMoment: add("effort", false, 2, n),
      acting: add("acting", false, 1, scene.acting.length),
      turning: add("acting", false, 2, scene.turning.length),
    };
    const { largest } = scene;
    const reach = 0.26 * scene.size;
    const per = (...names) => reach / (Math.max(...names.map((n) => largest[n] ?? 0)) || Infinity);
    this.perForce = per("reactions.force", "efforts.force", "acting.force");
    this.perMoment = per("reactions.moment", "efforts.moment", "acting.moment");
    this.present = GROUPS.filter(({ largest: name }) =>
      Object.keys(largest).some((key) => key.startsWith(name) && largest[key] > 0));
  }

  // The load of a joint at a time: force and moment, in joint axes on the child.
  load(name, joint, at) {
    const six = this.row(name, joint, at, []);
    return { force: six.slice(0, 3), moment: six.slice(3) };
  }

  row(name, joint, at, out) {
    const values = this.scene.arrays[name];
    return values ? rowAt(values, 6 * this.scene.joints.length, at, 6 * joint, 6, out) : out.fill(0, 0, 6);
  }

  update(at) {
    const force = this.perForce * this.factor;
    const moment = this.perMoment * this.factor;
    const { sets, on } = this;
    this.scene.joints.forEach((joint, k) => {
      const body = this.bodies[joint.child];
      this.frames[k].point(body, point);
      this.row("reactions", k, at, six);
      this.put(sets.force, k, body, split(joint.unique[0], 0, true), on.reactionForces ? force : 0);
      this.put(sets.looseForce, k, body, split(joint.unique[0], 0, false), on.reactionForces ? force : 0);
      this.put(sets.moment, k, body, split(joint.unique[1], 3, true), on.reactionMoments ? moment : 0);
      this.put(sets.looseMoment, k, body, split(joint.unique[1], 3, false), on.reactionMoments ? moment : 0);
      this.row("efforts", k, at, six);
      this.put(sets.effortForce, k, body, split(ALL, 0, true), on.efforts ? force : 0);
      this.put(sets.effortMoment, k, body, split(ALL, 3, true), on.efforts ? moment : 0);
    });
    this.updateActing("acting", at, on.acting ? force : 0);
    this.updateActing("turning", at, on.acting ? moment : 0);
    for (const set of Object.values(sets)) set.done();
  }

  // Where the arrows end that are seen at a time, for the camera; short peaks may leave the picture.
  tips(at) {
    const found = [];
    const longest = 0.35 * this.scene.size * this.factor;
    for (const set of Object.values(this.sets)) Object.assign(set, { noted: found, longest });
    this.update(at);
    for (const set of Object.values(this.sets)) set.noted = null;
    return found;
  }

  put(set, k, body, values, scale) {
    set.set(k, point, this.frames[k].vector(body, values, vector), scale);
  }

  // Forces or moments of elements on bodies, in world axes.
  updateActing(name, at, scale) {
    const list = this.scene[name];
    list.forEach((about, k) => {
      vector.fromArray(rowAt(this.scene.arrays[name], 3 * list.length, at, 3 * k, 3, six));
      pointOf(this.bodies[about.body], point.fromArray(about.at), point).addScaledVector(this.up, -about.below);
      this.sets[name].set(k, point, vector, scale);
    });
  }

  setPalette(palette) {
    for (const set of Object.values(this.sets)) set.setPalette(palette);
  }

  setCoarse(on) {
    for (const set of Object.values(this.sets)) set.setCoarse(on);
  }

  // For tests: how long the arrows are that are seen, 0 where none is.
  state() {
    const { force, looseForce, moment, looseMoment, effortForce, effortMoment } = this.sets;
    return Object.fromEntries(this.scene.joints.map((joint, k) => [joint.name, {
      force: force.lengths[k],
      looseForce: looseForce.lengths[k],
      moment: moment.lengths[k],
      looseMoment: looseMoment.lengths[k],
      effort: Math.max(effortForce.lengths[k], effortMoment.lengths[k]),
    }]));
  }
}

const ALL = [true, true, true];
const six = [0, 0, 0, 0, 0, 0];
const three = [0, 0, 0];
const point = new Vector3();
const vector = new Vector3();

// Three of six numbers, without those whose mark is not the one wanted.
function split(marks, start, wanted) {
  for (let c = 0; c < 3; c += 1) three[c] = marks[c] === wanted ? six[start + c] : 0;
  return three;
}
