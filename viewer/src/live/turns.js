// One whole turn of a coordinate, driven: its curve, drawn again whenever a number changes, with
// the least, the largest and the mean value.
import uPlot from "uplot";
import { el, number, shownUnit, unitText } from "../dom.js";
import { valueTicks } from "../ticks.js";

const FONT = '11px system-ui, "Segoe UI", sans-serif';
const COUNT = 181;
// How much larger than what is drawn a value is where there is no bound.
const FAR = 5;
const DEGREES = 180 / Math.PI;

export class Turns {
  constructor(machine, scene, palette) {
    Object.assign(this, { machine, scene, palette, found: null, chart: null, stale: true });
    this.coordinate = machine.turns[0]?.name ?? null;
    const drive = (name) => {
      const [unit, factor] = shownUnit(scene, this.turning ? "N m" : "N");
      return { key: "effort", text: `${name}, driving effort`, unit, factor };
    };
    this.quantities = this.coordinate === null ? [] : [drive(this.coordinate), ...this.channels()];
    this.chosen = this.quantities[0];
    this.readings = Object.fromEntries(["least", "largest", "mean"].map((name) => [name, el("output", { class: "reading" })]));
    this.select = el("select", { "aria-label": "Quantity over one turn", onchange: () => {
      this.chosen = this.quantities[Number(this.select.value)];
      this.draw();
    } }, ...this.quantities.map(({ text }, k) => el("option", { value: k, text })));
    this.which = el("select", { "aria-label": "Coordinate that is driven", onchange: () => {
      this.coordinate = this.which.value;
      this.quantities[0] = drive(this.coordinate);
      this.select.options[0].textContent = this.quantities[0].text;
      this.compute();
    } }, ...machine.turns.map(({ name }) => el("option", { value: name, text: name })));
    this.which.hidden = machine.turns.length < 2;
    this.note = el("p", { class: "note", role: "status" });
    this.title = el("h2", {});
    this.holder = el("div", { class: "chart" });
    const row = (name, text) => el("span", { class: "entry" }, el("span", { class: "name", text }), this.readings[name]);
    this.node = el("article", { class: "card turns", "aria-label": "One turn" },
      el("div", { class: "top" }, this.title, this.which, this.select),
      el("div", { class: "legend" }, row("least", "min"), row("largest", "max"), row("mean", "mean")),
      this.holder, this.note);
    this.node.hidden = this.coordinate === null;
  }

  // Every line of the channels that the page has.
  channels() {
    const { scene } = this;
    return scene.channels.flatMap((channel) => channel.components.map((part, i) => {
      const [name, component, factor] = scene.machine.lines[channel.line + i];
      const key = channel.components.length > 1 ? `${name}[${component}]` : name;
      return { key, text: part ? `${channel.name}.${part}` : channel.name, unit: channel.units[i], factor };
    }));
  }

  // Whether the coordinate is an angle, which is drawn in degrees; lengths are in the unit of the page.
  get turning() {
    return this.machine.turns.find(({ name }) => name === this.coordinate)?.unit === "rad/s";
  }

  get axis() {
    return this.turning ? ["deg", DEGREES] : shownUnit(this.scene, "m");
  }

  // Goes round, from where the machine is.
  compute() {
    if (this.coordinate === null) return;
    this.stale = false;
    const { turning } = this;
    this.title.textContent = turning ? "One turn" : "One stroke";
    const motor = this.machine.motors.find(({ name }) => name === this.coordinate);
    const rate = motor?.rate || undefined;
    const travel = this.scene.machine.travel?.[this.coordinate];
    const range = turning ? { from: 0, to: 2 * Math.PI } : travel ? { from: travel[0], to: travel[1] } : {};
    const asked = { coordinate: this.coordinate, count: COUNT, rate };
    this.found = { values: new Float64Array(0), channels: {}, ...this.machine.turn({ ...asked, ...range }) };
    this.note.textContent = "";
    if (!this.found.ok && turning) this.swing(asked);
    else if (!this.found.ok) this.note.textContent = sentence(this.found.message);
    this.node.classList.toggle("wrong", !this.found.ok);
    if (!this.begun || this.node.hidden) this.begin();
    this.draw();
  }

  // Where a turn takes no effort, what changes over it is shown first; the card goes if nothing does.
  begin() {
    this.begun = true;
    this.node.hidden = false;
    if (!this.found.count || this.values().some((x) => x !== 0)) return;
    const columns = this.quantities.map((one) => this.values(one).filter((x) => x !== null));
    const largest = {};
    this.quantities.forEach(({ unit }, k) => { largest[unit] = Math.max(largest[unit] ?? 0, ...columns[k].map(Math.abs)); });
    const changing = columns.findIndex((column, k) => {
      const { text, unit } = this.quantities[k];
      return text !== this.coordinate && Math.max(...column) - Math.min(...column) > 1e-6 * largest[unit];
    });
    this.chosen = this.quantities[Math.max(changing, 0)];
    this.select.value = String(Math.max(changing, 0));
    this.node.hidden = changing < 0;
  }

  // Where no whole turn is possible: as far as it goes to either side of where it is.
  swing(asked) {
    const why = this.found.message;
    const here = this.machine.coordinate(this.coordinate);
    const [ahead, behind] = [1, -1].map((way) => this.machine.turn({ ...asked, from: here, to: here + way * 2 * Math.PI }));
    if (!ahead.count || !behind.count) {
      this.note.textContent = sentence(why);
      return;
    }
    const joined = (a, b) => (a && b ? Float64Array.from([...[...a].reverse(), ...b.subarray(1)]) : undefined);
    const channels = Object.fromEntries(Object.keys(ahead.channels).map((name) => [name, joined(behind.channels[name], ahead.channels[name])]));
    const ends = [behind, ahead].map(({ values, count }) => values[count - 1]);
    // Whole turns that were made before say nothing.
    const shift = -2 * Math.PI * Math.round((ends[0] + ends[1]) / (4 * Math.PI));
    const values = joined(behind.values, ahead.values).map((q) => q + shift);
    this.found = { ok: false, count: values.length, values, shift, effort: joined(behind.effort, ahead.effort), channels };
    const [low, high] = ends.map((q) => (DEGREES * (q + shift)).toFixed(0));
    const reason = ahead.message.split(": ").slice(1).join(": ").replace(/ by [^']*$/, "");
    this.note.textContent = `No whole turn: ${this.coordinate} swings between ${low} and ${high} degrees; beyond, ${reason}.`;
  }

  values(chosen = this.chosen) {
    const { found } = this;
    if (!found || !found.count) return [];
    const column = chosen.key === "effort" ? found.effort : found.channels[chosen.key];
    return column ? Array.from(column, (x) => (Number.isFinite(x) ? chosen.factor * x : null)) : [];
  }

  draw() {
    const values = this.values();
    const finite = values.filter((x) => x !== null);
    const unit = unitText(this.chosen?.unit ?? "");
    const told = { least: Math.min(...finite), largest: Math.max(...finite), mean: mean(values) };
    // What is rounding beside the largest value is nothing.
    const nothing = 1e-9 * Math.max(-told.least, told.largest);
    // Towards a singular position there is no bound, and the value of the last point says nothing.
    const usual = this.found?.ok === false && finite.length ? this.range(told.least, told.largest) : [-Infinity, Infinity];
    const far = (x) => Math.abs(x) > FAR * Math.max(...usual.map(Math.abs));
    const unbounded = far(told.least) || far(told.largest);
    for (const [name, node] of Object.entries(this.readings)) {
      const value = Math.abs(told[name]) < nothing ? 0 : told[name];
      const lost = name === "mean" ? unbounded : far(value);
      node.textContent = lost ? "no bound" : finite.length ? `${number(value, 4)} ${unit}` : "–";
    }
    const [, scale] = this.axis;
    const x = this.found ? Array.from(this.found.values.subarray(0, values.length), (q) => scale * q) : [];
    const kind = `${this.coordinate} ${unit}`;
    if (!this.chart || this.drawn !== kind) this.make(unit, x, values);
    else this.chart.setData([x, values]);
    this.drawn = kind;
    this.point();
  }

  make(unit, x, values) {
    this.chart?.destroy();
    const rule = { stroke: this.palette.rule, width: 1 };
    const axis = { font: FONT, labelFont: FONT, stroke: this.palette.axis, grid: rule, ticks: { ...rule, size: 4 } };
    const { turning: degrees } = this;
    this.chart = new uPlot({
      width: Math.max(this.holder.clientWidth, 120),
      height: 150,
      legend: { show: false },
      cursor: { show: false },
      padding: [10, 14, 0, 0],
      scales: { x: { time: false, range: degrees ? (_, low, high) => (this.found.ok ? [0, 360] : [low ?? 0, high ?? 360]) : undefined }, y: { range: (_, low, high) => this.range(low, high) } },
      axes: [
        { ...axis, size: 28, label: `${this.coordinate} [${unitText(this.axis[0])}]`, labelSize: 16, labelGap: 0,
          ...(degrees ? { incrs: [1, 5, 10, 15, 30, 45, 90, 180], space: 44 } : {}) },
        { ...axis, size: 58, space: 18, label: unit || " ", labelSize: 16, labelGap: 0, splits: valueTicks, values: (_, splits) => splits.map((s) => number(s, 4)) },
      ],
      series: [{}, { stroke: this.palette.lines[0], width: 1.8, pxAlign: 0, points: { show: false } }],
    }, [x, values], this.holder);
    this.cursor = el("div", { class: "cursor" });
    this.chart.over.append(this.cursor);
  }

  // Towards a singular position efforts grow without bound: what is before it is drawn.
  range(low, high) {
    if (low === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
    let [a, b] = [low, high];
    if (!this.found.ok) {
      const sizes = this.values().filter((x) => x !== null).sort((x, y) => x - y);
      [a, b] = [sizes[Math.floor(0.08 * sizes.length)], sizes[Math.floor(0.92 * (sizes.length - 1))]];
      [a, b] = [Math.max(low, a - 0.3 * (b - a)), Math.min(high, b + 0.3 * (b - a))];
    }
    const size = Math.max(Math.abs(a), Math.abs(b));
    const half = size > 0 ? Math.max(0.55 * (b - a), 1e-3 * size) : 1;
    return [(a + b) / 2 - half, (a + b) / 2 + half];
  }

  // Where the coordinate is now.
  point() {
    const q = this.machine.coordinate(this.coordinate);
    if (!this.chart || q === undefined) return;
    const whole = this.turning && this.found?.ok;
    const at = this.axis[1] * (whole ? ((q % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) : q + (this.found?.shift ?? 0));
    const moved = `translateX(${this.chart.valToPos(at, "x").toFixed(1)}px)`;
    if (this.moved !== moved) this.cursor.style.transform = moved;
    this.moved = moved;
  }

  setPalette(palette) {
    this.palette = palette;
    this.drawn = null;
    if (this.found) this.draw();
  }

  resize() {
    const width = this.holder.clientWidth;
    if (this.chart && width > 40 && Math.abs(width - this.chart.width) > 1) {
      this.chart.setSize({ width, height: 150 });
      this.point();
    }
  }

  state() {
    const values = this.values();
    return { coordinate: this.coordinate, ok: this.found?.ok ?? false, count: this.found?.count ?? 0, quantity: this.chosen?.text,
      note: this.note.textContent, x: this.found ? Array.from(this.found.values) : [], values,
      readings: Object.fromEntries(Object.entries(this.readings).map(([name, node]) => [name, node.textContent])) };
  }
}

// Mean over the coordinate, by the trapezoidal rule: the last point of a whole turn is the first one.
function mean(values) {
  if (values.length < 2) return values[0] ?? NaN;
  let sum = 0;
  for (let k = 1; k < values.length; k += 1) sum += ((values[k] ?? 0) + (values[k - 1] ?? 0)) / 2;
  return sum / (values.length - 1);
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
