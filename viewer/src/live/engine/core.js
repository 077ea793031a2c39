// The module with its memory: arrays and records by name, time, and what was observed last.

/** The fields of a record in memory, by name, as properties. */
export function fieldsOf(memory, layout) {
  const found = {};
  for (const [name, [address, kind]] of Object.entries(layout)) {
    const view = () => new DataView(memory.buffer);
    const get = {
      float: () => view().getFloat64(address, true),
      int: () => Number(view().getBigInt64(address, true)),
      at: () => view().getUint32(address, true),
    }[kind];
    const set = {
      float: (x) => view().setFloat64(address, x, true),
      int: (x) => view().setBigInt64(address, BigInt(x), true),
      at: (x) => view().setUint32(address, x, true),
    }[kind];
    if (get) Object.defineProperty(found, name, { get, set, enumerable: true });
  }
  return found;
}

export class Core {
  constructor(exports, manifest) {
    const { records, time } = manifest;
    this.exports = exports;
    this.manifest = manifest;
    this.memory = exports.memory;
    this.steps = fieldsOf(exports.memory, records.steps);
    this.closing = fieldsOf(exports.memory, records.closing);
    this.stepMemory = fieldsOf(exports.memory, records.memory);
    this.count = 0;
    this.origin = time;
    this.observed = false;
  }

  get step() {
    return this.manifest.step;
  }

  get time() {
    return this.origin + this.count * this.step;
  }

  floats(address, size) {
    return new Float64Array(this.memory.buffer, address, size);
  }

  /** An array of the manifest, as it stands in memory. */
  array(name) {
    const [address, size] = this.manifest.arrays[name] ?? [0, 0];
    return this.floats(address, size);
  }

  copyOf(name) {
    return this.array(name).slice();
  }

  /** Run something of the module; what it traps on is no state that it can have. */
  run(name, ...given) {
    return this.exports[name](...given);
  }

  /** Let an implicit step forget the one before: something has changed. */
  forget() {
    if ("valid" in this.stepMemory) {
      this.stepMemory.valid = 0;
      this.stepMemory.started = 0;
    }
  }

  setTime() {
    this.array("t")[0] = this.time;
  }

  observe() {
    this.setTime();
    this.run("run observe");
    this.observed = true;
  }

  /** An array of what is observed, at the state as it is now. */
  read(name) {
    if (!this.observed) this.observe();
    return this.array(name);
  }
}
