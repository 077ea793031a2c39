// The open plots beside or below the mechanism in a film: lines over the whole time, and a mark that
// moves along them.
import { number, unitText } from "../dom.js";
import { ticks } from "../ticks.js";

// Parts of the picture that plots take, and the least that they need [pixels].
const BESIDE = 0.4;
const BELOW = 0.38;
const LEAST = 90;
// Most lines and ticks of a plot that can be read.
const LINES = 8;
const TICKS = 5;

/** Where scene and plots are in a picture of a size: [x, y, width, height] each; even numbers. */
export function divided(width, height, count) {
  if (!count) return { scene: [0, 0, width, height], plots: null };
  const even = (x) => 2 * Math.round(x / 2);
  if (width >= 1.2 * height) {
    const own = even(BESIDE * width);
    return { scene: [0, 0, width - own, height], plots: [width - own, 0, own, height] };
  }
  const own = even(Math.min(BELOW * Math.max(count, 1) ** 0.5, 0.55) * height);
  return { scene: [0, 0, width, height - own], plots: [0, height - own, width, own] };
}

export class FilmPlots {
  constructor(view, box) {
    const { plots, clock, theme } = view;
    Object.assign(this, { box, palette: theme.palette, clock });
    const most = Math.max(Math.floor(box[3] / LEAST), 1);
    this.times = plots.times();
    this.marks = plots.marks();
    this.cards = plots.cards.slice(0, most).map((card) => {
      const lines = plots.lines(card.channels).slice(0, LINES)
        .map((line, k) => ({ ...line, color: plots.color(k), values: plots.values(line.line) }));
      return { lines, range: rangeOf(lines) };
    });
  }

  // Draws all plots at a time [s] onto the picture; size: of letters [pixels].
  draw(context, time) {
    const [x, y, width, height] = this.box;
    const size = Math.max(Math.min(Math.round(Math.min(width / 38, height / (14 * this.cards.length))), 22), 9);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.palette.background;
    context.fillRect(x, y, width, height);
    const each = height / this.cards.length;
    this.cards.forEach((card, k) => this.card(context, card, [x, y + k * each, width, each], size, time));
  }

  card(context, { lines, range }, [x, y, width, height], size, time) {
    const { palette, times } = this;
    const frame = { left: x + 5.2 * size, right: x + width - 1.6 * size, top: y + 2.6 * size, bottom: y + height - 2.4 * size };
    const span = times.at(-1) - times[0] || 1;
    const across = (t) => frame.left + ((t - times[0]) / span) * (frame.right - frame.left);
    const up = (v) => frame.bottom - ((v - range[0]) / (range[1] - range[0])) * (frame.bottom - frame.top);
    const now = this.clock.pace.factor * time;
    context.font = `${size}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;
    context.lineWidth = Math.max(size / 12, 1);
    context.textBaseline = "middle";
    this.rules(context, frame, { across, up, range, size, unit: lines[0].unit });
    context.lineJoin = "round";
    for (const { values, color } of lines) {
      context.strokeStyle = color;
      for (const [alpha, until] of [[0.3, Infinity], [1, now]]) {
        context.globalAlpha = alpha;
        context.lineWidth = size / 6;
        trace(context, times, values, until, across, up);
      }
    }
    context.globalAlpha = 1;
    context.strokeStyle = palette.axis;
    context.lineWidth = Math.max(size / 10, 1);
    context.beginPath();
    context.moveTo(across(now), frame.top);
    context.lineTo(across(now), frame.bottom);
    context.stroke();
    for (const { values, color } of lines) {
      const value = valueAt(times, values, now);
      if (value === null) continue;
      context.fillStyle = color;
      context.beginPath();
      context.arc(across(now), up(value), size / 2.6, 0, 2 * Math.PI);
      context.fill();
    }
    this.legend(context, lines, [frame.left, y + 1.4 * size, frame.right], size, now);
  }

  rules(context, frame, { across, up, range, size, unit }) {
    const { palette, times } = this;
    context.fillStyle = palette.axis;
    context.strokeStyle = palette.rule;
    context.textAlign = "right";
    for (const value of ticks(range[0], range[1], Math.min((frame.bottom - frame.top) / (2.2 * size), TICKS))) {
      line(context, frame.left, up(value), frame.right, up(value));
      context.fillText(number(value, 4), frame.left - size / 2, up(value));
    }
    context.textAlign = "center";
    for (const t of ticks(times[0], times.at(-1), Math.min((frame.right - frame.left) / (5 * size), TICKS))) {
      line(context, across(t), frame.top, across(t), frame.bottom);
      context.fillText(number(t, 4), across(t), frame.bottom + size);
    }
    for (const { time } of this.marks) {
      context.setLineDash([size / 6, size / 4]);
      context.strokeStyle = palette.axis;
      const at = across(this.clock.pace.factor * time);
      if (at >= frame.left && at <= frame.right) line(context, at, frame.top, at, frame.bottom);
      context.setLineDash([]);
    }
    context.save();
    context.translate(frame.left - 4.4 * size, (frame.top + frame.bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(unitText(unit), 0, 0);
    context.restore();
  }

  // Names with their values, as far as there is room.
  legend(context, lines, [left, y, right], size, now) {
    context.textAlign = "left";
    let x = left;
    let owner = "";
    for (const { name, short, group, values, color } of lines) {
      const value = valueAt(this.times, values, now);
      const label = group && group === owner ? short : name;
      owner = group;
      const words = `${label} ${value === null ? "" : number(value, 4)}`;
      const width = context.measureText(label).width + 5 * size;
      if (x > left && x + width > right) break;
      context.fillStyle = color;
      context.fillRect(x, y - size / 6, 1.2 * size, size / 3);
      context.fillStyle = this.palette.ink;
      context.fillText(words, x + 1.6 * size, y);
      x += width + 2 * size;
    }
  }
}

function line(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function trace(context, times, values, until, across, up) {
  context.beginPath();
  let pen = false;
  for (let k = 0; k < times.length && times[k] <= until; k += 1) {
    if (values[k] === null) pen = false;
    else if (pen) context.lineTo(across(times[k]), up(values[k]));
    else {
      context.moveTo(across(times[k]), up(values[k]));
      pen = true;
    }
  }
  const last = Number.isFinite(until) ? valueAt(times, values, until) : null;
  if (pen && last !== null) context.lineTo(across(until), up(last));
  context.stroke();
}

function valueAt(times, values, t) {
  const k = times.findIndex((x) => x >= t);
  if (k <= 0) return values[k === 0 ? 0 : times.length - 1];
  const [a, b] = [values[k - 1], values[k]];
  if (a === null || b === null) return a ?? b;
  return a + ((t - times[k - 1]) / (times[k] - times[k - 1] || 1)) * (b - a);
}

// Some room above and below all lines; a constant stands in the middle.
function rangeOf(lines) {
  const values = lines.flatMap((one) => one.values.filter((x) => x !== null));
  const [low, high] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  if (!(low <= high)) return [-1, 1];
  const half = Math.max(0.54 * (high - low), 1e-3 * Math.max(Math.abs(low), Math.abs(high))) || 1;
  return [(low + high) / 2 - half, (low + high) / 2 + half];
}
