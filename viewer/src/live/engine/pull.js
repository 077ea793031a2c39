// The pointer: a spring with damping from a point of a body to a target, as efforts of one step.

/** The largest stiffness of the pointer's spring, times the square of a step, by the mass. */
const STEADY = 0.05;
/** What the spring does to a body that is as far from the pointer as the mechanism is long: about
    forty times its weight, at any size [m/s^2]. */
const PULLED = 400;

export class Pull {
  // body: its number; stiffness: null for one that suits the mass; writeInputs(): efforts as given.
  constructor(core, writeInputs, { body, point, target, stiffness }) {
    Object.assign(this, { core, writeInputs, body, point, target, stiffness });
  }

  /** Put the force of the pointer into the efforts, for one step; return it [N]. */
  apply() {
    const { core, body, point, target } = this;
    core.setTime();
    core.run("run poses");
    const pose = core.array("poses").subarray(12 * body, 12 * body + 12);
    const rate = core.array("rates").subarray(6 * body, 6 * body + 6);
    const arm = [0, 1, 2].map((i) => (
      pose[3 * i] * point[0] + pose[3 * i + 1] * point[1] + pose[3 * i + 2] * point[2]));
    const spin = cross(rate.subarray(3, 6), arm);
    const mass = core.manifest.masses[body];
    const most = (STEADY * mass) / core.step ** 2;
    const k = Math.min(this.stiffness ?? (mass * PULLED) / core.manifest.length, most);
    const c = 2 * Math.sqrt(k * mass);
    const force = [0, 1, 2].map((i) => (
      k * (target[i] - pose[9 + i] - arm[i]) - c * (rate[i] + spin[i])));
    const ext = core.array("ext");
    ext.fill(0);
    const at = 6 * core.manifest.tree[body];
    ext.set(force, at);
    ext.set(cross(arm, force), at + 3);
    core.run("run push");
    const tau = core.array("tau");
    const pushed = core.array("pushed");
    this.writeInputs();
    for (let j = 0; j < tau.length; j += 1) tau[j] += pushed[j];
    return force;
  }
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
