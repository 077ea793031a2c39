// Sliders for constants, numbers of the model, inputs and drives, with the value to read and type.
import { button, el, number, unitText as printed } from "../dom.js";

// Units of sliders are written as in the file: N*m.
const unitText = (unit) => printed(unit.replaceAll("*", " "));

// Steps that a slider has where the file names none.
const STEPS = 500;
// Digits of a value that was typed; a unit of another size leaves no others behind.
const TYPED = 9;
const plain = (x) => Number(x.toPrecision(12));

export class Panel {
  // apply(slider, value) does what a slider asks for and returns {ok, message}.
  constructor(sliders, apply) {
    this.apply = apply;
    this.rows = sliders.map((slider) => this.row(slider));
    this.node = el("section", { class: "sliders", "aria-label": "Sliders" },
      el("header", {}, el("h2", { text: "Sliders" }),
        button("Reset", "All sliders as in the file", () => this.reset())),
      ...this.rows.map(({ node }) => node));
    this.node.hidden = !sliders.length;
  }

  row(slider) {
    const { low, high, value, unit, factor, step } = slider;
    const label = slider.text || slider.name;
    const name = `${label}${unit ? ` [${unitText(unit)}]` : ""}`;
    // As many digits as tell two values of the slider from each other.
    const digits = 3 + Math.max(1, Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low))));
    const row = { slider, good: value, label, digits };
    row.range = el("input", { type: "range", min: plain(factor * low), max: plain(factor * high),
      step: step ? plain(factor * step) : "any", "aria-label": name, title: "Double-click for the value of the file" });
    row.field = el("input", { type: "text", inputmode: "decimal", class: "value", "aria-label": `${name}, typed`, size: 7 });
    row.mark = el("span", { class: "good", title: "The last value that is possible" });
    row.mark.hidden = true;
    row.node = el("label", { class: "slide" },
      el("span", { class: "name", text: label, title: slider.name }),
      el("span", { class: "track" }, row.range, row.mark),
      row.field,
      el("span", { class: "unit", text: unitText(unit) }));
    // Arrow keys move by a part of the range where the file names no step.
    row.range.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (!way || step) return;
      event.preventDefault();
      slide(Number(row.range.value) + (way * 5 * factor * (high - low)) / STEPS);
      this.settle(row);
    });
    // What is shown is what is taken.
    const slide = (x) => {
      row.digits = digits;
      this.ask(row, (step ? x : Number(x.toPrecision(digits))) / factor);
    };
    row.range.addEventListener("input", () => slide(Number(row.range.value)));
    row.range.addEventListener("change", () => this.settle(row));
    row.range.addEventListener("dblclick", () => this.ask(row, value));
    const take = () => {
      if (row.field.value === row.shown) return;
      const typed = Number(row.field.value.replace(",", ".").trim() || "x");
      row.digits = TYPED;
      if (Number.isFinite(typed)) this.ask(row, typed / factor);
      else this.refuse(row, NaN, `${label}: "${row.field.value}" is not a number`);
      this.settle(row);
    };
    row.field.addEventListener("change", take);
    row.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") take();
      if (event.key === "Escape") this.show(row, row.good);
    });
    this.show(row, value);
    return row;
  }

  // Asks for a value in SI; what cannot be is said, and the last good one stays.
  ask(row, value) {
    const { low, high, factor, unit } = row.slider;
    const asked = Math.min(Math.max(value, low), high);
    const outside = asked !== value && Math.abs(asked - value) > 1e-9 * (high - low);
    const found = this.apply(row.slider, asked);
    if (!found.ok) {
      this.refuse(row, asked, `${row.label} = ${number(factor * asked, row.digits)} ${unitText(unit)}: ${found.message}`);
      return found;
    }
    row.good = asked;
    row.node.classList.remove("wrong");
    row.mark.hidden = true;
    this.show(row, asked);
    this.say(outside ? `${row.label} goes from ${number(factor * low)} to ${number(factor * high)} ${unitText(unit)}` : "");
    return found;
  }

  refuse(row, asked, message) {
    const { low, high, factor, unit } = row.slider;
    row.node.classList.add("wrong");
    row.mark.hidden = false;
    row.mark.style.left = `${(100 * (row.good - low)) / (high - low)}%`;
    if (Number.isFinite(asked)) row.field.value = number(factor * asked, row.digits);
    this.say(`${message}. It stays at ${number(factor * row.good, row.digits)} ${unitText(unit)}.`.replaceAll("..", "."));
  }

  // When the pointer leaves the slider, it stands at the value that counts.
  settle(row) {
    this.show(row, row.good);
    row.node.classList.remove("wrong");
    this.settled();
  }

  settled() {}

  show(row, value) {
    const { slider, range, field } = row;
    range.value = String(plain(slider.factor * value));
    row.shown = number(slider.factor * value, row.digits);
    field.value = row.shown;
  }

  // After the values were set otherwise.
  set(name, value) {
    const row = this.rows.find(({ slider }) => slider.name === name || `${slider.kind}s.${slider.name}` === name);
    if (!row) return { ok: false, message: `there is no slider '${name}'` };
    const found = this.ask(row, value);
    this.settle(row);
    return found;
  }

  // As in the file: constants all at once, since one alone may be impossible.
  reset() {
    const found = this.original();
    for (const row of this.rows) {
      const { kind, value } = row.slider;
      if (!found.ok || kind === "input" || kind === "drive") {
        this.ask(row, value);
        continue;
      }
      row.good = value;
      row.node.classList.remove("wrong");
      row.mark.hidden = true;
      this.show(row, value);
    }
    this.say(found.message);
  }

  original() {
    return { ok: false, message: "" };
  }

  say() {}

  state() {
    return Object.fromEntries(this.rows.map(({ slider, good, node, field }) =>
      [slider.name, { value: good, shown: field.value, wrong: node.classList.contains("wrong") }]));
  }
}
