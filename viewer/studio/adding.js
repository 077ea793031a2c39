// New elements by pointing: points and bodies are shown in the scene, the rest is chosen beside it.
import { button, el, number } from "../src/dom.js";
import { lengthUnit, lookedAlong, placeAt, resolution } from "./drawing_plane.js";

const LETTERS = ["x", "y", "z"];
export const KINDS = {
  point: { text: "Point", hint: "Click where the point is." },
  body: { text: "Body", hint: "Click its points, old or new ones; then add it." },
  revolute: { text: "Revolute", hint: "Click its point, then choose the two bodies." },
  prismatic: { text: "Prismatic", hint: "Click a point of it, then choose bodies and axis." },
  spring: { text: "Spring", hint: "Click its two points, then choose the bodies." },
};
const NEEDED = { point: 1, body: 2, revolute: 1, prismatic: 1, spring: 2 };

export class Adding {
  // add: called with what is added, once it is whole; changed: when something is chosen.
  constructor({ add, changed }) {
    Object.assign(this, { add, changed, kind: null, picks: [], view: null, points: [] });
    this.node = el("form", { class: "adding", hidden: true, "aria-label": "New element",
      onsubmit: (event) => { event.preventDefault(); this.finish(); } });
  }

  open(kind) {
    this.kind = kind;
    this.picks = [];
    this.render();
    this.changed();
  }

  close() {
    this.kind = null;
    this.picks = [];
    this.node.hidden = true;
    this.changed();
  }

  get names() {
    return this.picks.filter((pick) => typeof pick === "string");
  }

  // The places of points that are still to be made.
  get places() {
    return this.picks.filter((pick) => typeof pick !== "string");
  }

  // The letters of the plane that one looks at.
  get plane() {
    const axis = lookedAlong(this.view);
    return LETTERS.filter((_, k) => k !== axis);
  }

  // A place [m] that is typed: in the plane of the drawing, or in space; null for what is no place.
  typedPlace(text) {
    const { per } = lengthUnit(this.view.scene.size);
    const values = text.split(/[,;\s]+/).filter(Boolean).map((x) => Number(x) / per);
    if (!values.every(Number.isFinite)) return null;
    if (values.length === 3) return values;
    if (values.length !== 2) return null;
    const place = this.level();
    this.plane.forEach((letter, k) => { place[LETTERS.indexOf(letter)] = values[k]; });
    return place;
  }

  // A new point in a few letters.
  words(place) {
    const { name, per } = lengthUnit(this.view.scene.size);
    return `(${place.map((x) => number(per * x, 6)).join(", ")}) ${name}`;
  }

  // A point of the drawing was pressed.
  pick(name) {
    if (!this.kind || this.kind === "point") return;
    if (this.picks.at(-1) === name) return;
    this.take(name);
  }

  // A place of the picture was pressed, where there is no point.
  place(event) {
    if (!this.kind || !this.view) return;
    const at = placeAt(this.view, event, this.level(), resolution(this.view.scene.size));
    if (at) this.take(at);
  }

  // typed: whether the next one is typed, too.
  take(pick, typed = false) {
    const most = this.kind === "body" ? 40 : NEEDED[this.kind];
    this.picks = [...this.picks, pick].slice(-most);
    if (this.kind === "point") this.finish();
    else {
      this.render();
      this.changed();
    }
    if (typed && this.kind && this.typed?.isConnected) this.typed.focus();
  }

  // A place in the plane in which most points are.
  level() {
    const axis = lookedAlong(this.view);
    const counts = new Map();
    for (const point of this.points) counts.set(point.at[axis], (counts.get(point.at[axis]) ?? 0) + 1);
    const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
    return LETTERS.map((_, k) => (k === axis ? usual : 0));
  }

  // The bodies that have a point, from their shapes and joints.
  bodiesAt(pick) {
    return typeof pick === "string" ? this.points.find((point) => point.name === pick)?.bodies ?? [] : [];
  }

  // Ground and a body, or the two bodies that meet in a point.
  guessed() {
    if (this.kind === "spring") return [this.bodiesAt(this.picks[0])[0] ?? "ground", this.bodiesAt(this.picks[1]).at(-1) ?? "ground"];
    const found = this.bodiesAt(this.picks[0]);
    return found.length > 1 ? found.slice(-2) : ["ground", found[0] ?? this.bodies().at(-1) ?? "ground"];
  }

  // How long what is added is [m].
  length() {
    const places = this.picks.map((pick) => (typeof pick === "string" ? this.points.find((point) => point.name === pick)?.at : pick)).filter(Boolean);
    const [first, last] = [places[0] ?? [0, 0, 0], places.at(-1) ?? [0, 0, 0]];
    return Math.hypot(...first.map((x, k) => x - last[k])) || this.view.scene.size;
  }

  bodies() {
    return this.view ? this.view.scene.bodies.map((body) => body.name) : ["ground"];
  }

  choice(label, options, value) {
    const select = el("select", { "aria-label": label });
    for (const option of options) select.append(el("option", { value: option, text: option, selected: option === value }));
    return [el("label", {}, el("span", { text: label }), select), select];
  }

  render() {
    const { kind, picks } = this;
    this.node.hidden = !kind;
    if (!kind) return;
    const { text, hint } = KINDS[kind];
    const rows = [el("strong", { text: `New ${text.toLowerCase()}` })];
    const listed = picks.map((pick) => (typeof pick === "string" ? pick : this.words(pick))).join(", ");
    const unit = lengthUnit(this.view.scene.size).name;
    const plane = this.plane.join(", ");
    rows.push(el("p", { class: "picked", text: listed || hint }));
    const ready = picks.length >= NEEDED[kind];
    this.chosen = [];
    if (ready && !["point", "body"].includes(kind)) {
      const [first, second] = this.guessed();
      const labels = kind === "spring" ? ["from body", "to body"] : ["parent", "child"];
      const made = [this.choice(labels[0], this.bodies(), first), this.choice(labels[1], this.bodies(), second)];
      this.chosen = made.map(([, select]) => select);
      rows.push(...made.map(([node]) => node));
      if (kind !== "spring") {
        const along = lookedAlong(this.view);
        const axis = kind === "revolute" ? LETTERS[along] : LETTERS[along === 0 ? 1 : 0];
        const [node, select] = this.choice("axis", LETTERS, axis);
        this.axis = select;
        rows.push(node);
      }
    }
    const typed = el("input", { type: "text", placeholder: `or type ${plane} in ${unit}`, "aria-label": `Coordinates of a point in ${unit}: ${plane}, or x, y, z` });
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !typed.value.trim()) return;
      event.preventDefault();
      event.stopPropagation();
      const place = this.typedPlace(typed.value);
      if (place) this.take(place, true);
      else typed.setCustomValidity(`two numbers (${plane}), or three (x, y, z)`), typed.reportValidity();
    });
    typed.addEventListener("input", () => typed.setCustomValidity(""));
    if (picks.length < (kind === "body" ? 40 : NEEDED[kind])) rows.push(typed);
    this.typed = typed;
    const done = button("Add", `Add the ${text.toLowerCase()} (Enter)`, () => {});
    done.type = "submit";
    done.disabled = !ready;
    rows.push(el("div", { class: "ending" }, kind === "point" ? null : done, button("Cancel", "Cancel (Escape)", () => this.close())));
    this.node.replaceChildren(...rows);
    if (ready && kind !== "point") done.focus();
  }

  finish() {
    const { kind, picks } = this;
    if (!kind || picks.length < NEEDED[kind]) return;
    const bodies = this.chosen?.map((select) => select.value) ?? [];
    this.add({ what: kind, points: picks, bodies, axis: this.axis?.value ?? "y", length: this.length() });
    this.picks = [];
    this.render();
    this.changed();
  }
}
