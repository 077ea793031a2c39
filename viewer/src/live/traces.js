// Paths of points while the machine runs: each new frame adds a piece.
import { Vector3 } from "three";
import { Traces } from "../traces.js";

export class LiveTraces extends Traces {
  toggle(name, body, at) {
    super.toggle(name, body, at);
    const line = this.lines.get(name);
    if (line) Object.assign(line, { body, at: new Vector3().fromArray(at), filled: 0, version: -1 });
  }

  // Room for as many frames as are kept; what is filled is drawn.
  path() {
    return new Float32Array(3 * this.motion.capacity);
  }

  points() {
    if (!this.visible) return [];
    return [...this.lines.values()].map((line) => line.values.subarray(0, 3 * (line.filled ?? 0)));
  }

  update(at) {
    this.show();
    for (const line of this.lines.values()) this.extend(line, at);
  }

  extend(line, at) {
    const { motion } = this;
    if (line.version !== motion.version) Object.assign(line, { version: motion.version, filled: 0 });
    const from = line.filled;
    for (let frame = from; frame < motion.count; frame += 1) {
      const place = { frame, part: 0 };
      point.copy(line.at).applyQuaternion(motion.turn(line.body, place)).add(motion.position(line.body, place));
      point.toArray(line.values, 3 * frame);
    }
    line.filled = motion.count;
    if (from < motion.count) this.upload(line, from);
    const ends = [motion.count, at.frame + 1];
    line.thin.forEach((node, k) => node.geometry.setDrawRange(0, ends[k]));
    line.thick.forEach((node, k) => { node.geometry.instanceCount = Math.max(ends[k] - 1, 0); });
    line.dot.position.fromArray(line.values, 3 * at.frame);
    if (at.part > 0) line.dot.position.lerp(point.fromArray(line.values, 3 * at.frame + 3), at.part);
  }

  // Thin lines share the points; thick ones have the ends of every piece.
  upload({ thin, thick, values, filled }, from) {
    for (const node of thin) node.geometry.attributes.position.needsUpdate = true;
    for (const node of thick) {
      const { data } = node.geometry.attributes.instanceStart;
      for (let k = Math.max(from - 1, 0); k + 1 < filled; k += 1) {
        data.array.set(values.subarray(3 * k, 3 * k + 6), 6 * k);
      }
      data.needsUpdate = true;
    }
  }
}

const point = new Vector3();
