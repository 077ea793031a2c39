// Plots beside the mechanism: their cursor follows the time, and a click goes to a time.
import uPlot from "uplot";
import { button, el, number, unitText } from "./dom.js";
import { valueTicks } from "./ticks.js";

const FONT = '11px system-ui, "Segoe UI", sans-serif';

export class Plots {
  constructor(scene, clock, palette, choose) {
    this.palette = palette;
    this.scene = scene;
    this.clock = clock;
    this.cards = [];
    this.ghostsShown = true;
    this.list = el("div", { class: "cards" });
    this.empty = el("p", { class: "empty", text: "No plot is open. Add a channel with the button above." });
    const head = el("header", {}, el("h2", { text: "Plots" }),
      button("Add", "Add a plot (p)", () => choose(null), "plus"));
    this.node = el("section", { class: "plots", "aria-label": "Plots" }, head, this.list);
    this.choose = choose;
    // Events, [{name, time}], which are marked in all plots.
    this.marks = () => scene.events.map(({ name, t }) => ({ name, time: t }));
    for (const channels of scene.plots) this.add(channels);
    this.note();
  }

  // Opens the plots of a former scene, as far as their channels are still there.
  resume(former) {
    const known = new Map(this.scene.channels.map((channel, k) => [channel.name, k]));
    const names = former.cards.map((card) => card.channels.map((k) => former.scene.channels[k].name));
    const kept = names.map((card) => card.filter((name) => known.has(name)).map((name) => known.get(name)));
    if (!former.scene.channels.length) return;
    for (const card of [...this.cards]) this.remove(card);
    for (const channels of kept) if (channels.length) this.add(channels);
  }

  setPalette(palette) {
    this.palette = palette;
    for (const card of this.cards) this.draw(card);
    this.resize();
  }

  color(k) {
    const { lines } = this.palette;
    return lines[k % lines.length];
  }

  // The values of one line over all frames; gaps where they are no numbers.
  values(line) {
    const { count, stride } = this.clock.motion;
    const values = this.scene.arrays.channels.subarray(line * stride, line * stride + count);
    return Array.from(values, (x) => (Number.isFinite(x) ? x : null));
  }

  times() {
    const { pace, motion } = this.clock;
    return Array.from(motion.times.subarray(0, motion.count), (t) => pace.factor * t);
  }

  // Draws the lines again, of a run that goes on.
  renew() {
    for (const card of this.cards) {
      this.measure(card, this.lines(card.channels));
      card.chart.setData([this.times(), ...card.values]);
      this.update(card);
    }
  }

  // The values of a card, and what counts as nothing among them.
  measure(card, lines) {
    card.values = lines.map((line) => this.values(line.line));
    const sizes = card.values.map((values) => values.reduce((most, x) => Math.max(most, Math.abs(x ?? 0)), 0));
    card.least = LEAST[lines[0]?.unit] ?? 0;
    card.nothing = Math.max(1e-9 * Math.max(...sizes), card.least);
  }

  // The same line of another run.
  ghostValues(k, line) {
    const all = this.scene.arrays[`ghost${k}.channels`];
    const n = this.clock.motion.count;
    return Array.from(all.subarray(line * n, (line + 1) * n), (x) => (Number.isFinite(x) ? x : null));
  }

  // Lines of other runs are dashed, and shown while these are.
  showGhosts(on) {
    this.ghostsShown = on;
    for (const card of this.cards) this.draw(card);
    this.resize();
  }

  // All lines of some channels: a vector has several.
  lines(channels) {
    return channels.flatMap((k) => {
      const channel = this.scene.channels[k];
      return channel.components.map((part, i) => ({
        name: part ? `${channel.name}.${part}` : channel.name,
        short: part || channel.name,
        group: part ? channel.name : "",
        unit: channel.units[i],
        unique: channel.unique[i],
        about: channel.description,
        line: channel.line + i,
      }));
    });
  }

  add(channels) {
    const card = { channels };
    card.legend = el("div", { class: "legend" });
    card.holder = el("div", { class: "chart" });
    card.node = el("article", { class: "card" },
      el("div", { class: "top" }, card.legend,
        button("", "Add a channel to this plot", () => this.choose(card), "plus"),
        button("", "Close this plot", () => this.remove(card), "close")),
      card.holder);
    this.cards.push(card);
    this.list.append(card.node);
    this.draw(card);
    this.note();
    this.resize();
    return card;
  }

  remove(card) {
    card.chart?.destroy();
    card.node.remove();
    this.cards = this.cards.filter((one) => one !== card);
    this.note();
    this.resize();
  }

  note() {
    if (this.cards.length) this.empty.remove();
    else this.list.append(this.empty);
  }

  extend(card, channel) {
    if (!card.channels.includes(channel)) card.channels.push(channel);
    this.draw(card);
    this.resize();
  }

  draw(card) {
    card.chart?.destroy();
    const lines = this.lines(card.channels);
    const unit = lines[0].unit;
    const { pace } = this.clock;
    const rule = { stroke: this.palette.rule, width: 1 };
    const axis = { font: FONT, labelFont: FONT, stroke: this.palette.axis, grid: rule, ticks: { ...rule, size: 4 } };
    this.measure(card, lines);
    card.readings = lines.map(() => el("span", { class: "reading" }));
    card.legend.replaceChildren(...this.entries(lines, card.readings));
    const others = this.ghostsShown ? this.scene.ghosts.flatMap((ghost, k) =>
      lines.map((line, i) => ({ label: `${line.name}, ${ghost.name}`, values: this.ghostValues(k, line.line),
        stroke: `${this.color(i)}99` }))) : [];
    const options = {
      width: 300,
      height: 160,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      padding: [10, 14, 0, 0],
      scales: { x: { time: false }, y: { range: (_, low, high) => room(low, high, card.least) } },
      hooks: { drawClear: [(chart) => this.drawMarks(chart)] },
      axes: [
        { ...axis, size: pace.seconds ? 42 : 26, space: 56, label: pace.seconds ? `${pace.name} [${pace.unit}]` : undefined, labelSize: 16, labelGap: 0 },
        { ...axis, size: 58, space: (u, axis, low, high, length) => Math.max(14, length / 9), label: unitText(unit) || " ", labelSize: 16, labelGap: 0,
          splits: valueTicks, values: (_, splits) => splits.map((x) => number(x, 4)) },
      ],
      series: [{}, ...lines.map((line, k) => ({
        label: line.name,
        stroke: this.color(k),
        width: 1.6,
        pxAlign: 0,
        dash: line.unique ? undefined : [5, 4],
        points: { show: this.clock.motion.count < 2 },
      })), ...others.map(({ label, stroke }) => ({ label, stroke, width: 1.2, pxAlign: 0, dash: [7, 4], points: { show: false } }))],
    };
    const drawn = [...card.values, ...others.map((other) => other.values)];
    card.chart = new uPlot(options, [this.times(), ...drawn], card.holder);
    card.cursor = el("div", { class: "cursor" });
    card.chart.over.append(card.cursor);
    card.moved = "";
    this.seeking(card);
    this.update(card);
  }

  // Thin lines where events happened, with their names as far as there is room.
  drawMarks(chart) {
    const { ctx, bbox } = chart;
    const ratio = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = this.palette.axis;
    ctx.fillStyle = this.palette.axis;
    ctx.globalAlpha = 0.6;
    ctx.lineWidth = ratio;
    ctx.setLineDash([2 * ratio, 3 * ratio]);
    ctx.font = `${10 * ratio}px system-ui, sans-serif`;
    ctx.textBaseline = "top";
    ctx.textAlign = "left";
    let free = bbox.left;
    for (const { name, time } of this.marks()) {
      const x = Math.round(chart.valToPos(this.clock.pace.factor * time, "x", true)) + 0.5;
      if (!(x >= bbox.left && x <= bbox.left + bbox.width)) continue;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      const width = ctx.measureText(name).width;
      if (x < free || x + width + 4 * ratio > bbox.left + bbox.width) continue;
      ctx.fillText(name, x + 3 * ratio, bbox.top + 2 * ratio);
      free = x + width + 8 * ratio;
    }
    ctx.restore();
  }

  // Names with their values; the components of a vector share its name.
  entries(lines, readings) {
    let group = "";
    return lines.flatMap((line, k) => {
      const dot = el("span", { class: line.unique ? "swatch" : "swatch loose" });
      dot.style.borderColor = this.color(k);
      const title = `${line.name}: ${line.about}${line.unique ? "" : " (not unique)"}`;
      const head = line.group && line.group !== group ? [el("span", { class: "group", text: line.group })] : [];
      group = line.group;
      const entry = el("span", { class: "entry", title }, dot, el("span", { class: "name", text: line.short }),
        readings[k], line.unique ? null : el("span", { class: "loose", text: "not unique" }));
      return [...head, entry];
    });
  }

  seeking(card) {
    const { over } = card.chart;
    const seek = (event) => {
      const x = event.clientX - over.getBoundingClientRect().left;
      this.clock.seek(card.chart.posToVal(x, "x") / this.clock.pace.factor);
    };
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      seek(event);
    });
    over.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) seek(event);
    });
  }

  update(card, read = true) {
    const x = card.chart.valToPos(this.clock.pace.factor * this.clock.time, "x");
    const step = this.clock.playing ? 0 : 1;
    const moved = `translateX(${x.toFixed(step)}px)`;
    if (moved !== card.moved) card.cursor.style.transform = moved;
    card.moved = moved;
    if (read) this.read(card);
  }

  // The values at the time that is shown.
  read(card) {
    const at = this.clock.motion.place(this.clock.time);
    card.values.forEach((values, k) => {
      const [a, b] = [values[at.frame], values[at.frame + 1]];
      const value = a !== null && at.part > 0 && b !== undefined && b !== null ? a + at.part * (b - a) : a;
      const text = number(value !== null && Math.abs(value) < card.nothing ? 0 : value, 4);
      if (card.readings[k].textContent !== text) card.readings[k].textContent = text;
    });
  }

  updateAll() {
    const read = this.clock.due("plots");
    for (const card of this.cards) this.update(card, read);
  }

  resize() {
    const height = Math.max((this.list.clientHeight - 10 * this.cards.length) / Math.max(this.cards.length, 1), 150);
    for (const card of this.cards) {
      const chart = Math.min(height, 340) - card.node.firstChild.offsetHeight - 14;
      const width = card.holder.clientWidth;
      if (width > 40) card.chart.setSize({ width, height: Math.max(chart, 96) });
      this.update(card);
    }
  }

  state() {
    return this.cards.map((card) => ({
      channels: this.lines(card.channels).map((line) => line.name),
      unit: this.lines(card.channels)[0].unit,
      cursor: card.chart.posToVal(new DOMMatrix(card.cursor.style.transform).m41, "x") / this.clock.pace.factor,
    }));
  }
}

// Angles below this are the error of rounding.
const LEAST = { rad: 1e-12, deg: 1e-10 };

// Some room above and below; a constant stands in the middle. What is below the least is zero.
function room(low, high, least = 0) {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < least) return [-1, 1];
  const varies = high - low > 1e-5 * size;
  const half = varies ? 0.54 * (high - low) : 0.2 * size || 1;
  const middle = (low + high) / 2;
  return [middle - half, middle + half];
}
