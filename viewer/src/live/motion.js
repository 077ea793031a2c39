// Frames of a machine that runs: kept in the arrays of the scene, the oldest forgotten, so that
// arrows, plots, traces and the data of bodies find them where those of a recorded run are.
import { Matrix4, Quaternion, Vector3 } from "three";
import { Motion } from "../motion.js";
import { LiveTraces } from "./traces.js";

// Frames that are kept: half a minute at 60 a second; of fast motors less.
const MOST = 1800;
// Rows over time: what a frame of each array holds is its length by the number of frames.
const ROWS = ["reactions", "efforts", "acting", "turning"];

export class LiveMotion extends Motion {
  constructor(scene, capacity = MOST) {
    super(scene);
    const recorded = this.count;
    this.scene = scene;
    this.capacity = capacity;
    this.count = Math.min(recorded, capacity);
    this.stride = capacity;
    // Counts what happened to the frames: traces follow it.
    this.version = 0;
    const { arrays } = scene;
    this.widths = {};
    for (const name of ["times", "positions", "turns", ...ROWS]) {
      if (!arrays[name]) continue;
      const width = arrays[name].length / recorded;
      const larger = new Float64Array(capacity * width);
      larger.set(arrays[name].subarray(0, this.count * width));
      arrays[name] = larger;
      this.widths[name] = width;
    }
    this.lines = arrays.channels ? arrays.channels.length / recorded : 0;
    const channels = new Float64Array(this.lines * capacity);
    for (let line = 0; line < this.lines; line += 1) {
      channels.set(arrays.channels.subarray(line * recorded, line * recorded + this.count), line * capacity);
    }
    arrays.channels = channels;
    this.times = arrays.times;
    this.shifts = arrays.positions;
    this.turns = arrays.turns;
  }

  makeTraces(scene, world) {
    return new LiveTraces(this, scene, world);
  }

  // Forgets all frames.
  clear() {
    this.count = 0;
    this.version += 1;
  }

  // Returns the number of a new frame at a time; the one before is replaced where it has this time.
  frame(time) {
    const last = this.count - 1;
    if (last >= 0 && this.times[last] >= time) {
      let at = last;
      while (at > 0 && this.times[at - 1] >= time) at -= 1;
      this.count = at + 1;
      this.version += 1;
    } else {
      if (this.count === this.capacity) this.forget(Math.floor(this.capacity / 4));
      this.count += 1;
    }
    this.times[this.count - 1] = time;
    this.start = this.times[0];
    this.end = time;
    return this.count - 1;
  }

  forget(frames) {
    const { arrays } = this.scene;
    for (const [name, width] of Object.entries(this.widths)) arrays[name].copyWithin(0, frames * width);
    for (let line = 0; line < this.lines; line += 1) {
      const first = line * this.capacity;
      arrays.channels.copyWithin(first, first + frames, first + this.capacity);
    }
    this.count -= frames;
    this.version += 1;
  }
}

// Reads the machine into frames.
export class Recorder {
  constructor(machine, scene, motion) {
    Object.assign(this, { machine, scene, motion });
    const { lines, acting, turning } = scene.machine;
    const index = new Map(machine.channelNames.map(({ name }, k) => [name, k]));
    const first = (name) => index.get(`${name}[0]`) ?? index.get(name) ?? -1;
    this.lines = lines.map(([name, part, factor]) => [first(name) < 0 ? -1 : first(name) + part, factor]);
    this.loads = scene.joints.map(({ name }) => ["reaction.force", "reaction.moment", "wrench.force", "wrench.moment"]
      .map((what) => first(`joint:${name}.${what}`)));
    this.acting = acting.map(first);
    this.turning = turning.map(([force, moment]) => [first(force), first(moment)]);
    this.origin = scene.origin;
  }

  // Adds a frame of the machine as it is now.
  record() {
    const { machine, motion, scene } = this;
    const k = motion.frame(machine.time);
    this.poses(machine.poses(), k);
    const values = machine.channels();
    const { arrays } = scene;
    this.lines.forEach(([at, factor], line) => {
      arrays.channels[line * motion.stride + k] = at < 0 ? NaN : factor * values[at];
    });
    if (arrays.reactions) this.jointLoads(values, k);
    this.acting.forEach((at, j) => {
      for (let i = 0; i < 3; i += 1) arrays.acting[motion.widths.acting * k + 3 * j + i] = at < 0 ? 0 : values[at + i];
    });
    this.turning.forEach(([force, moment], j) => this.turningLoad(values, k, j, force, moment));
  }

  poses(poses, k) {
    const { motion, origin } = this;
    for (let i = 0; i < 3; i += 1) motion.shifts[motion.widths.positions * k + i] = -origin[i];
    motion.turns.set([1, 0, 0, 0], motion.widths.turns * k);
    for (let body = 1; body < motion.bodies; body += 1) {
      const p = 12 * (body - 1);
      matrix.set(poses[p], poses[p + 1], poses[p + 2], 0, poses[p + 3], poses[p + 4], poses[p + 5], 0,
        poses[p + 6], poses[p + 7], poses[p + 8], 0, 0, 0, 0, 1);
      turn.setFromRotationMatrix(matrix);
      motion.turns.set([turn.w, turn.x, turn.y, turn.z], motion.widths.turns * k + 4 * body);
      for (let i = 0; i < 3; i += 1) {
        motion.shifts[motion.widths.positions * k + 3 * body + i] = poses[p + 9 + i] - origin[i];
      }
    }
  }

  // Reactions, and what drives and elements of the joint itself do, which is the rest of the whole.
  jointLoads(values, k) {
    const { reactions, efforts } = this.scene.arrays;
    const width = this.motion.widths.reactions;
    this.loads.forEach(([force, moment, wholeForce, wholeMoment], j) => {
      for (let i = 0; i < 3; i += 1) {
        const at = width * k + 6 * j + i;
        const [F, M] = [force < 0 ? 0 : values[force + i], moment < 0 ? 0 : values[moment + i]];
        reactions[at] = F;
        reactions[at + 3] = M;
        efforts[at] = wholeForce < 0 ? 0 : values[wholeForce + i] - F;
        efforts[at + 3] = wholeMoment < 0 ? 0 : values[wholeMoment + i] - M;
      }
    });
    const most = Math.max(...reactions.subarray(width * k, width * (k + 1)).map(Math.abs));
    for (let i = width * k; i < width * (k + 1); i += 1) {
      if (Math.abs(efforts[i]) < 1e-9 * most) efforts[i] = 0;
    }
  }

  // The moment about the point where the arrow begins: M - r x F, r the arm of the point.
  turningLoad(values, k, j, force, moment) {
    const { arrays, turning } = this.scene;
    const { motion } = this;
    const about = turning[j];
    arm.fromArray(about.at).applyQuaternion(motion.turn(about.body, { frame: k, part: 0 }));
    pushed.set(0, 0, 0);
    if (force >= 0) pushed.set(values[force], values[force + 1], values[force + 2]);
    arm.cross(pushed);
    const own = moment < 0 ? [0, 0, 0] : [values[moment], values[moment + 1], values[moment + 2]];
    arrays.turning.set([own[0] - arm.x, own[1] - arm.y, own[2] - arm.z], motion.widths.turning * k + 3 * j);
  }
}

const matrix = new Matrix4();
const turn = new Quaternion();
const arm = new Vector3();
const pushed = new Vector3();
