// Forces and moments as arrows. What the loops do not determine is striped and lighter.
import { Vector3 } from "three";
import { ArrowSet } from "./arrow_set.js";
import { ARROWS } from "./colours.js";
import { JointFrame, pointOf } from "./places.js";
import { rowAt } from "./motion.js";

export const GROUPS = [
  { key: "reactionForces", text: "Reaction forces", colour: ARROWS.force, largest: "reactions.force" },
  { key: "reactionMoments", text: "Reaction moments", colour: ARROWS.moment, largest: "reactions.moment" },
  { key: "efforts", text: "Drives, forces in joints", colour: ARROWS.effort, largest: "efforts" },
  { key: "acting", text: "Springs, wheels, loads", colour: ARROWS.acting, largest: "acting.force" },
];

export class Arrows {
  constructor(scene, bodies, world) {
    this.scene = scene;
    this.bodies = bodies;
    this.factor = 1;
    this.on = { reactionForces: true, reactionMoments: false, efforts: true, acting: false };
    this.frames = scene.joints.map((joint) => new JointFrame(joint.onChild));
    this.width = Math.max(0.24 * scene.radius, 0.0024 * scene.size);
    const add = (kind, loose, heads, count) => new ArrowSet(ARROWS[kind], loose, heads, this.width, count, world);
    const n = scene.joints.length;
    this.sets = {
      force: add("force", false, 1, n),
      looseForce: add("force", true, 1, n),
      moment: add("moment", false, 2, n),
      looseMoment: add("moment", true, 2, n),
      effortForce: add("effort", false, 1, n),
      effortMoment: add("effort", false, 2, n),
      acting: add("acting", false, 1, scene.acting.length),
    };
    const { largest } = scene;
    const reach = 0.26 * scene.size;
    const per = (...names) => reach / (Math.max(...names.map((n) => largest[n] ?? 0)) || Infinity);
    this.perForce = per("reactions.force", "efforts.force", "acting.force");
    this.perMoment = per("reactions.moment", "efforts.moment");
    this.present = GROUPS.filter(({ largest: name }) =>
      Object.keys(largest).some((key) => key.startsWith(name) && largest[key] > 0));
  }

  // The load of a joint at a time: force and moment, in joint axes on the child.
  load(name, joint, at) {
    const values = this.scene.arrays[name];
    const width = 6 * this.scene.joints.length;
    const six = values ? rowAt(values, width, at, 6 * joint, 6, []) : [0, 0, 0, 0, 0, 0];
    return { force: six.slice(0, 3), moment: six.slice(3) };
  }

  update(at) {
    const force = this.perForce * this.factor;
    const moment = this.perMoment * this.factor;
    const { sets, on } = this;
    this.scene.joints.forEach((joint, k) => {
      const body = this.bodies[joint.child];
      const point = this.frames[k].point(body);
      const put = (set, values, scale) => set.set(k, point, this.frames[k].vector(body, values), scale);
      const reaction = this.load("reactions", k, at);
      const effort = this.load("efforts", k, at);
      const split = (what, i, open) => reaction[what].map((x, c) => (joint.unique[i][c] === open ? 0 : x));
      put(sets.force, split("force", 0, false), on.reactionForces ? force : 0);
      put(sets.looseForce, split("force", 0, true), on.reactionForces ? force : 0);
      put(sets.moment, split("moment", 1, false), on.reactionMoments ? moment : 0);
      put(sets.looseMoment, split("moment", 1, true), on.reactionMoments ? moment : 0);
      put(sets.effortForce, effort.force, on.efforts ? force : 0);
      put(sets.effortMoment, effort.moment, on.efforts ? moment : 0);
    });
    this.updateActing(at, on.acting ? force : 0);
    for (const set of Object.values(sets)) set.done();
  }

  updateActing(at, scale) {
    const values = this.scene.arrays.acting;
    const up = new Vector3().fromArray(this.scene.up);
    this.scene.acting.forEach((about, k) => {
      const vector = new Vector3().fromArray(rowAt(values, 3 * this.scene.acting.length, at, 3 * k, 3, []));
      const point = pointOf(this.bodies[about.body], new Vector3().fromArray(about.at));
      this.sets.acting.set(k, point.addScaledVector(up, -about.below), vector, scale);
    });
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
