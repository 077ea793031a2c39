// Modes of vibration that move: their motion, the list to choose from, and the response beside it.
import { Quaternion, Vector3 } from "three";
import uPlot from "uplot";
import { button, el, number, unitText } from "./dom.js";

const FONT = '11px system-ui, "Segoe UI", sans-serif';

// A cycle of the chosen mode as a motion over 0 to 1, at a part of its amplitude.
export class ModeMotion {
  constructor(scene) {
    const { arrays, modes } = scene;
    this.phases = modes.phases;
    this.bodies = scene.bodies.length;
    this.count = this.phases + 1;
    this.times = Float64Array.from({ length: this.count }, (_, k) => k / this.phases);
    this.start = 0;
    this.end = 1;
    this.rest = { shifts: arrays.positions, turns: arrays.turns };
    this.shifts = arrays["modes.shifts"];
    this.turns = arrays["modes.turns"];
    this.mode = modes.chosen;
    this.factor = 1;
  }

  place(t) {
    const at = Math.min(Math.max(t, 0), 1) * this.phases;
    const frame = Math.min(Math.floor(at), this.phases);
    return { frame, part: at - frame };
  }

  nearest(t) {
    return Math.round(Math.min(Math.max(t, 0), 1) * this.phases);
  }

  // What changes its sign after half a cycle goes with the amplitude, the rest with its square.
  sample(values, body, frame, out) {
    const start = (k) => 3 * ((this.mode * this.phases + (k % this.phases)) * this.bodies + body);
    const [a, b] = [start(frame), start(frame + this.phases / 2)];
    for (let c = 0; c < 3; c += 1) {
      const [odd, even] = [(values[a + c] - values[b + c]) / 2, (values[a + c] + values[b + c]) / 2];
      out.setComponent(c, this.factor * odd + this.factor ** 2 * even);
    }
    return out;
  }

  between(values, body, at, out) {
    this.sample(values, body, at.frame, out);
    if (at.part > 0) out.lerp(this.sample(values, body, at.frame + 1, next), at.part);
    return out;
  }

  position(body, at, out = new Vector3()) {
    this.between(this.shifts, body, at, out);
    return out.add(next.fromArray(this.rest.shifts, 3 * body));
  }

  turn(body, at, out = new Quaternion()) {
    const angle = this.between(this.turns, body, at, axis).length();
    const values = this.rest.turns;
    rest.set(values[4 * body + 1], values[4 * body + 2], values[4 * body + 3], values[4 * body]);
    if (angle < 1e-12) return out.copy(rest).normalize();
    return out.setFromAxisAngle(axis.divideScalar(angle), angle).multiply(rest).normalize();
  }
}

const next = new Vector3();
const axis = new Vector3();
const rest = new Quaternion();

// In the place of plots: it answers the same calls.
export class ModesPanel {
  constructor(scene, clock, palette, changed) {
    Object.assign(this, { scene, clock, palette, changed, cards: [] });
    this.modes = scene.modes.list;
    this.rows = this.modes.map((mode, k) => this.row(mode, k));
    this.factor = el("input", { type: "range", min: 0, max: 2, step: 0.01, value: 1, "aria-label": "Amplitude",
      title: "Amplitude; double-click for the first one", oninput: () => this.scale(Number(this.factor.value)),
      ondblclick: () => this.scale(1) });
    this.reading = el("output", { class: "value" });
    this.parts = el("tbody", {});
    this.note = el("p", { class: "hint" });
    const head = el("tr", {}, ...["", "Hz", "damping", ""].map((text) => el("th", { text, scope: "col" })));
    this.list = el("div", { class: "cards modes" },
      el("div", { class: "modelist", tabindex: 0, role: "region", "aria-label": "List of modes" },
        el("table", { "aria-label": "Modes" }, el("thead", {}, head), el("tbody", {}, ...this.rows))),
      el("label", { class: "amplitude" }, el("span", { text: "Amplitude" }), this.factor, this.reading),
      el("table", { class: "parts", "aria-label": "Coordinates of the mode" },
        el("thead", {}, el("tr", {}, ...["Coordinate", "amplitude", "phase"].map((text) => el("th", { text, scope: "col" })))),
        this.parts),
      this.note);
    this.node = el("section", { class: "plots", "aria-label": "Modes" },
      el("header", {}, el("h2", { text: this.modes.length > 1 ? `${this.modes.length} modes` : "Mode" })), this.list);
    if (scene.modes.response) this.addResponse(scene.modes.response);
    this.show();
  }

  row(mode, k) {
    const choose = button(String(k + 1), `Show mode ${k + 1}`, () => this.choose(k));
    const cells = mode.frequency > 0 ? [number(mode.frequency, 4), `${number(100 * mode.damping, 3)} %`]
      : ["–", mode.real === 0 ? "neutral" : `${number(1 / Math.abs(mode.real), 3)} s`];
    const grows = mode.real > 1e-9 * Math.hypot(mode.real, mode.imaginary);
    const word = grows ? "grows" : mode.frequency > 0 ? "" : mode.real === 0 ? "" : "decays";
    return el("tr", { onclick: () => this.choose(k) }, el("td", {}, choose), ...cells.map((text) => el("td", { text })),
      el("td", { text: word, class: grows ? "open" : "note" }));
  }

  get motion() {
    return this.clock.motion;
  }

  choose(k) {
    this.motion.mode = k;
    this.show();
    this.changed();
  }

  scale(factor) {
    this.motion.factor = factor;
    this.factor.value = String(factor);
    this.show();
    this.changed();
  }

  // The unit that is shown, and how many of it an SI unit is.
  shown(unit) {
    return unit === "rad" ? ["deg", 180 / Math.PI] : unit === "m" ? ["mm", 1000] : [unit, 1];
  }

  show() {
    const { mode, factor } = this.motion;
    const about = this.modes[mode];
    this.rows.forEach((row, k) => {
      row.classList.toggle("chosen", k === mode);
      row.querySelector("button").setAttribute("aria-pressed", String(k === mode));
    });
    this.rows[mode].scrollIntoView?.({ block: "nearest" });
    this.reading.textContent = `${number(factor, 3)} ×`;
    this.parts.replaceChildren(...about.parts.map(({ name, unit, size, phase }) => {
      const [text, by] = this.shown(unit);
      return el("tr", {}, el("td", { text: name, title: name }),
        el("td", { text: `${number(by * size * about.amplitude * factor, 3)} ${unitText(text)}` }),
        el("td", { text: `${Math.round(phase) + 0}°` }));
    }));
    this.note.textContent = this.words(about);
    for (const chart of this.charts ?? []) chart.redraw();
  }

  words(about) {
    const motion = about.frequency > 0
      ? `Eigenvalue ${number(about.real, 4)} ± ${number(Math.abs(about.imaginary), 5)} i 1/s; undamped ${number(about.natural, 5)} Hz.`
      : `Eigenvalue ${number(about.real, 5)} 1/s: no vibration; the picture swings along its direction.`;
    const loops = !this.scene.modes.closed ? ""
      : about.closed ? " Loops are closed at 1 ×." : " Loops are not closed: first order only.";
    return motion + loops;
  }

  // --- frequency response -----------------------------------------------------------------------

  addResponse({ pairs }) {
    this.pair = el("select", { "aria-label": "Response", onchange: () => this.drawResponse() },
      ...pairs.map(([output, input], k) => el("option", { value: k, text: `${output} by ${input}` })));
    this.holders = ["", ""].map(() => el("div", { class: "chart" }));
    this.list.append(el("article", { class: "card response" }, el("div", { class: "top" },
      el("h2", { text: "Frequency response" }), this.pair), ...this.holders));
    this.drawResponse();
  }

  drawResponse() {
    for (const chart of this.charts ?? []) chart.destroy();
    const { arrays } = this.scene;
    const x = Array.from(arrays["response.frequencies"]);
    const at = Number(this.pair.value) * x.length;
    const complex = x.map((_, k) => [arrays["response.real"][at + k], arrays["response.imaginary"][at + k]]);
    const size = complex.map(([re, im]) => Math.hypot(re, im) || null);
    let last = 0;
    const phase = complex.map(([re, im]) => {
      const raw = (Math.atan2(im, re) * 180) / Math.PI;
      last = raw + 360 * Math.round((last - raw) / 360);
      return last;
    });
    this.charts = [this.chart(this.holders[0], x, size, "magnitude", 3), this.chart(this.holders[1], x, phase, "phase [deg]", 1)];
    this.resize();
  }

  chart(holder, x, y, label, distr) {
    const rule = { stroke: this.palette.rule, width: 1 };
    const axes = { font: FONT, labelFont: FONT, stroke: this.palette.axis, grid: rule, ticks: { ...rule, size: 4 } };
    const text = (_, splits) => splits.map((value) => (value === null ? "" : number(value, 3)));
    // Lines at powers of ten only.
    const filter = (_, splits) => splits.map((value) => (Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9 ? value : null));
    const decades = { filter, grid: { ...rule, filter } };
    const chart = new uPlot({
      width: 300, height: 150, legend: { show: false }, padding: [8, 14, 0, 0],
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      scales: { x: { time: false, distr: 3 }, y: { distr } },
      axes: [{ ...axes, size: 28, space: 40, values: text, label: "Hz", labelSize: 14, labelGap: 0 },
        { ...axes, ...(distr === 3 ? decades : {}), size: 58, values: text, label, labelSize: 16, labelGap: 0 }],
      series: [{}, { stroke: this.palette.lines[0], width: 1.6, points: { show: false } }],
      hooks: { draw: [(u) => this.mark(u)] },
    }, [x, y], holder);
    chart.over.addEventListener("click", (event) => {
      const at = chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, "x");
      const far = (mode) => (mode.frequency > 0 ? Math.abs(Math.log(mode.frequency / at)) : Infinity);
      this.choose(this.modes.reduce((best, mode, k) => (far(mode) < far(this.modes[best]) ? k : best), 0));
    });
    return chart;
  }

  // A line at the frequency of the mode that moves.
  mark(u) {
    const { frequency } = this.modes[this.motion.mode];
    if (!(frequency > 0)) return;
    const x = Math.round(u.valToPos(frequency, "x", true)) + 0.5;
    u.ctx.save();
    u.ctx.strokeStyle = this.palette.ink;
    u.ctx.setLineDash([4, 3]);
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  // --- as plots do ------------------------------------------------------------------------------

  setPalette(palette) {
    this.palette = palette;
    if (this.charts) this.drawResponse();
  }

  resize() {
    const width = this.list.clientWidth - 24;
    if (width > 60) for (const chart of this.charts ?? []) chart.setSize({ width, height: 150 });
  }

  updateAll() {}

  showGhosts() {}

  state() {
    const { mode, factor } = this.motion;
    return { mode, factor, charts: (this.charts ?? []).length };
  }
}
