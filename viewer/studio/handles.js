// Points of the drawing over the picture: buttons that can be dragged, or moved by the arrow keys.
import { el, number } from "../src/dom.js";
import { lengthUnit, lookedAlong, placeAt, resolution, toScreen } from "./drawing_plane.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Handles {
  // moved: called with the name of a point and its new place [m]; ended: after a drag; chosen: when
  // a point is pressed without being moved.
  constructor({ moved, ended, chosen }) {
    Object.assign(this, { moved, ended, chosen });
    this.node = el("div", { class: "handles", role: "group", "aria-label": "Points of the drawing" });
    this.items = new Map();
    this.marked = new Set();
    this.dragged = null;
    this.fresh = [];
  }

  get points() {
    return [...this.items.values()].map((item) => item.point);
  }

  // Places [m] of points that are still to be made.
  preview(places) {
    for (const { node } of this.fresh) node.remove();
    this.fresh = places.map((at) => ({ at, node: el("div", { class: "handle fresh" }, el("i", {})) }));
    this.node.append(...this.fresh.map(({ node }) => node));
    if (this.view) this.update(this.view);
  }

  // size: of the drawing [m], which decides in which unit places are told.
  set(points, size) {
    const { name: unit, per } = lengthUnit(size);
    for (const [name, item] of this.items) {
      if (points.some((point) => point.name === name)) continue;
      item.node.remove();
      this.items.delete(name);
    }
    for (const point of points) {
      const item = this.items.get(point.name) ?? this.make(point.name);
      item.point = point;
      if (this.dragged?.name !== point.name) item.at = point.at;
      item.node.classList.toggle("tied", !point.free.some(Boolean));
      const place = point.at.map((x) => number(per * x, 6)).join(", ");
      const tied = point.fixed || (point.free.every(Boolean) ? "" : "; numbers that are expressions stay");
      item.node.title = `${point.label} (${place}) ${unit}${tied ? ` ${tied}` : ""}`;
      item.node.setAttribute("aria-label", `Point ${item.node.title}`);
      item.text.textContent = point.label;
    }
    this.mark(this.marked);
  }

  mark(names) {
    this.marked = new Set(names);
    for (const [name, item] of this.items) item.node.setAttribute("aria-pressed", String(this.marked.has(name)));
  }

  make(name) {
    const text = el("span", {});
    const node = el("button", { type: "button", class: "handle" }, el("i", {}), text);
    const item = { name, node, text, at: [0, 0, 0] };
    node.addEventListener("pointerdown", (event) => this.press(event, item));
    node.addEventListener("keydown", (event) => this.key(event, item));
    this.items.set(name, item);
    this.node.append(node);
    return item;
  }

  press(event, item) {
    if (event.button !== 0 || !this.view) return;
    event.preventDefault();
    item.node.focus();
    const { view } = this;
    const start = [event.clientX, event.clientY];
    const step = resolution(view.scene.size);
    // the point stays under the pointer as it was taken
    const first = placeAt(view, event, item.at, 1e-12 * step);
    const grip = first ? first.map((x, k) => x - item.at[k]) : [0, 0, 0];
    const from = item.at;
    let moved = false;
    item.node.setPointerCapture(event.pointerId);
    const move = (now) => {
      if (!moved && Math.hypot(now.clientX - start[0], now.clientY - start[1]) < 4) return;
      moved = true;
      this.dragged = item;
      const place = placeAt(this.view, now, from, 1e-12 * step);
      if (!place) return;
      const axis = lookedAlong(this.view);
      item.at = place.map((x, k) => (k === axis ? from[k] : Math.round((x - grip[k]) / step) * step));
      this.update(this.view);
      this.moved(item.name, item.at);
    };
    const end = () => {
      item.node.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) item.node.removeEventListener(name, end);
      this.dragged = null;
      if (moved) this.ended(item.name, item.at);
      else this.chosen(item.name);
    };
    item.node.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) item.node.addEventListener(name, end);
  }

  key(event, item) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.chosen(item.name);
    }
    const by = ARROWS[event.key];
    if (!by || !this.view) return;
    event.preventDefault();
    event.stopPropagation();
    const step = resolution(this.view.scene.size) * (event.shiftKey ? 10 : 1);
    const [across, upward] = [0, 1, 2].filter((k) => k !== lookedAlong(this.view));
    const place = [...item.point.at];
    place[across] += by[0] * step;
    place[upward] += by[1] * step;
    this.moved(item.name, place);
    this.ended(item.name, place);
  }

  // Called after every drawing of the picture.
  update(view) {
    this.view = view;
    for (const { node, at } of [...this.items.values(), ...this.fresh]) {
      const [x, y, depth] = toScreen(view, at);
      node.hidden = depth > 1 || depth < -1;
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}
