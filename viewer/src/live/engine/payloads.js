// Payloads that events fix to bodies and release again: the numbers of a body are then those of all
// together. Numbers of a body: mass, centre of mass (3), inertia about it (9), by their places in p.
const SIZE = 13;

export class Payloads {
  constructor(core) {
    this.core = core;
    this.carried = new Map();
    // By body: its places, its numbers alone, and those that were written.
    this.bodies = new Map();
  }

  state() {
    return { carried: [...this.carried], bodies: [...this.bodies].map(([key, body]) => [key, copied(body)]) };
  }

  restore({ carried, bodies }) {
    this.carried = new Map(carried);
    this.bodies = new Map(bodies.map(([key, body]) => [key, copied(body)]));
  }

  // Bodies have their own numbers again.
  clear() {
    const p = this.core.array("p");
    for (const { places, alone } of this.bodies.values()) places.forEach((place, k) => { p[place] = alone[k]; });
    this.carried.clear();
    this.bodies.clear();
  }

  // Fixes a payload to a body; returns why that cannot be, or nothing.
  attach(name, places, numbers) {
    if (this.carried.has(name)) return `'${name}' is attached already`;
    const key = places[0];
    this.carried.set(name, { key, numbers });
    if (!this.bodies.has(key)) {
      const p = this.core.array("p");
      const alone = places.map((place) => p[place]);
      this.bodies.set(key, { places, alone, written: [...alone] });
    }
    return "";
  }

  detach(name, places) {
    if (this.carried.get(name)?.key !== places[0]) return `'${name}' is not attached to this body`;
    this.carried.delete(name);
    return "";
  }

  // What another has written into p since then is a number of the body alone.
  write() {
    const p = this.core.array("p");
    for (const [key, body] of this.bodies) {
      const { places, alone, written } = body;
      places.forEach((place, k) => { if (p[place] !== written[k]) alone[k] = p[place]; });
      const parts = [...this.carried.values()].filter((one) => one.key === key).map(({ numbers }) => numbers);
      body.written = parts.length ? together([alone, ...parts]) : [...alone];
      places.forEach((place, k) => { p[place] = body.written[k]; });
    }
  }
}

const copied = ({ places, alone, written }) => ({ places, alone: [...alone], written: [...written] });

// Mass properties of parts fixed to each other: I = sum of I_i + m_i (d.d 1 - d d^T), d = c_i - c.
function together(parts) {
  const found = new Array(SIZE).fill(0);
  for (const [mass, ...rest] of parts) {
    found[0] += mass;
    for (let i = 0; i < 3; i += 1) found[1 + i] += mass * rest[i];
  }
  for (let i = 1; i < 4; i += 1) found[i] = found[0] > 0 ? found[i] / found[0] : 0;
  for (const part of parts) {
    const d = [1, 2, 3].map((i) => part[i] - found[i]);
    const square = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) {
        found[4 + 3 * i + j] += part[4 + 3 * i + j] + part[0] * ((i === j ? square : 0) - d[i] * d[j]);
      }
    }
  }
  return found;
}
