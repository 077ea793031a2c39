// Where every body is at any time of the scene: frames, and between them.
import { Quaternion, Vector3 } from "three";

export class Motion {
  // prefix: of the arrays of another run that is shown beside it.
  constructor(scene, prefix = "", bodies = scene.bodies.length) {
    this.times = scene.arrays[`${prefix}times`];
    this.count = this.times.length;
    // Frames that a line of the channels has room for.
    this.stride = this.count;
    this.bodies = bodies;
    this.shifts = scene.arrays[`${prefix}positions`];
    this.turns = scene.arrays[`${prefix}turns`];
    this.start = this.times[0];
    this.end = this.times[this.count - 1];
  }

  // From now on there is one frame, of a run that goes on.
  set(time, positions, turns) {
    this.times[0] = time;
    this.count = 1;
    this.start = time;
    this.end = time;
    this.shifts.set(positions);
    this.turns.set(turns);
  }

  // The frame at or before a time, and the part of the way to the next one.
  place(t) {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    if (low === this.count - 1) return { frame: low, part: 0 };
    const span = this.times[low + 1] - this.times[low];
    const part = span > 0 ? (t - this.times[low]) / span : 0;
    return { frame: low, part: Math.min(Math.max(part, 0), 1) };
  }

  nearest(t) {
    const { frame, part } = this.place(t);
    return part > 0.5 ? frame + 1 : frame;
  }

  position(body, at, out = new Vector3()) {
    const k = 3 * (at.frame * this.bodies + body);
    out.fromArray(this.shifts, k);
    if (at.part > 0) out.lerp(next.fromArray(this.shifts, k + 3 * this.bodies), at.part);
    return out;
  }

  turn(body, at, out = new Quaternion()) {
    const k = 4 * (at.frame * this.bodies + body);
    quaternion(this.turns, k, out);
    if (at.part > 0) out.slerp(quaternion(this.turns, k + 4 * this.bodies, turned), at.part);
    return out.normalize();
  }
}

const next = new Vector3();
const turned = new Quaternion();

function quaternion(values, k, out) {
  return out.set(values[k + 1], values[k + 2], values[k + 3], values[k]);
}

// A row of frames x width numbers, at a time between frames.
export function rowAt(values, width, at, k, size, out) {
  const start = at.frame * width + k;
  for (let i = 0; i < size; i += 1) {
    let value = values[start + i];
    if (at.part > 0) value += at.part * (values[start + width + i] - value);
    out[i] = value;
  }
  return out;
}
