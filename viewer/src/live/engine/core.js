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
    this.exports = exports;
    this.whole = manifest;
    this.modes = manifest.modes;
    this.memory = exports.memory;
    this.count = 0;
    this.origin = manifest.time;
    this.observed = false;
    this.enter(0);
  }

  /** Let the equations of a mode hold; its arrays and records stand in the place of the first's. */
  enter(mode) {
    if (mode === this.mode) return;
    const own = this.modes[mode];
    this.mode = mode;
    this.suffix = own.suffix ?? "";
    this.manifest = { ...this.whole, ...own, arrays: { ...this.whole.arrays, ...own.arrays } };
    const { records } = this.manifest;
    this.steps = fieldsOf(this.memory, records.steps);
    this.closing = fieldsOf(this.memory, records.closing);
    this.stepMemory = fieldsOf(this.memory, records.memory);
    this.directions = this.steps.n_events
      ? new BigInt64Array(this.memory.buffer, this.steps.directions, this.steps.n_events) : [];
    this.directions = Array.from(this.directions, Number);
    this.shareNumbers();
    this.observed = false;
  }

  /** Numbers of the model of a mode that has its own array of them. */
  shareNumbers() {
    const { own_p: address, p_places: places } = this.manifest;
    if (!address) return;
    const all = this.floats(...this.whole.arrays.p);
    const own = this.floats(address, places.length);
    for (const [place, from] of places) own[place] = all[from];
  }

  /** Locked coordinates stay where they are now. */
  holdHere() {
    this.run("run rows");
    if (this.manifest.arrays.hold) this.array("hold").set(this.array("here"));
  }

  velocities() {
    const { q, v } = this.manifest.coordinates;
    return this.array("y").subarray(q.length, q.length + v.length);
  }

  /** Rows as they were evaluated last. */
  rowArrays() {
    const { n, m, Phi, slip } = this.closing;
    return { Phi: this.floats(Phi, m * n), slip: this.floats(slip, m) };
  }

  scales() {
    const { n, m, row_scale: rows, column_scale: columns } = this.closing;
    return { rows: this.floats(rows, m), columns: this.floats(columns, n) };
  }

  /** The largest gap of all rows as they were evaluated last [rad, lengths of the model]; with
      drives and locks, or of loops alone. */
  worstGap(drives = true) {
    const { m, gaps } = this.closing;
    const scale = this.scales().rows;
    const found = { row: 0, size: 0 };
    this.floats(gaps, m).forEach((gap, k) => {
      if (!drives && this.manifest.rows[k].unit === "drive") return;
      const size = Math.abs(scale[k] * gap);
      if (!(size <= found.size)) Object.assign(found, { row: k, size });
    });
    return found;
  }

  /** Let the time be this one, at the number of steps as it is. */
  setOrigin(time) {
    this.origin = time - this.count * this.step;
    this.setTime();
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
    return (this.exports[name + this.suffix] ?? this.exports[name])(...given);
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
