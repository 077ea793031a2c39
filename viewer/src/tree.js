// The list of bodies, joints, force elements and frames, and the data of the one that is chosen.
import { button, el } from "./dom.js";
import { bodyColor, known } from "./colors.js";

const MANY = 18;

export class Tree {
  constructor(scene, choose) {
    this.choose = choose;
    this.rows = new Map();
    this.details = el("section", { class: "details" });
    const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter",
      class: "filter", oninput: () => this.filter(filter.value) });
    this.sections = [
      this.section("Bodies", "body", scene.bodies.slice(1).map((b, k) => [b.name, "", known(b.shapes[0]?.color, bodyColor(k + 1))])),
      this.section("Joints", "joint", scene.joints.map((j) => [j.name, j.type])),
      this.section("Forces", "force", scene.forces.map((f) => [f.name, f.type.replaceAll("_", " ")])),
      this.section("Frames", "frame", scene.frames.map((f) => [f.name, scene.bodies[f.body].name])),
    ].filter(Boolean);
    const list = el("div", { class: "list" }, ...this.sections);
    this.node = el("aside", { class: "tree", "aria-label": "Mechanism" },
      this.rows.size > MANY ? filter : null, list, this.details);
  }

  section(title, kind, items) {
    if (!items.length) return null;
    const rows = items.map(([name, note, color], k) => {
      const index = kind === "body" ? k + 1 : k; // ground is body number 0
      const dot = el("span", { class: `dot ${kind}` });
      if (color) dot.style.background = color;
      const row = el("button", { type: "button", class: "row", title: name,
        onclick: () => this.choose({ kind, index }) },
      dot, el("span", { class: "name", text: name }), note ? el("span", { class: "note", text: note }) : null);
      this.rows.set(`${kind}:${index}`, row);
      return row;
    });
    const head = el("summary", {}, el("span", { text: title }), el("span", { class: "count", text: String(items.length) }));
    return el("details", { open: items.length <= 40 }, head, ...rows);
  }

  filter(text) {
    const wanted = text.trim().toLowerCase();
    for (const row of this.rows.values()) row.hidden = !row.title.toLowerCase().includes(wanted);
    if (wanted) for (const section of this.sections) section.open = true;
  }

  mark(chosen) {
    for (const [key, row] of this.rows) {
      const on = chosen !== null && key === `${chosen.kind}:${chosen.index}`;
      row.classList.toggle("chosen", on);
      if (on) row.scrollIntoView({ block: "nearest" });
    }
    this.details.hidden = chosen === null;
  }

  // rows: [name, text or pieces of it with their marks, mark]; actions: [text, whether it is on, what it does].
  show(title, note, rows, actions) {
    const table = el("dl", {}, ...rows.flatMap(([name, text, mark]) => [
      el("dt", { text: name }),
      Array.isArray(text)
        ? el("dd", {}, ...text.map(([piece, open]) => el("span", { text: piece, class: open,
          title: open ? "not unique" : null })))
        : el("dd", { text, class: mark ?? "" }),
    ]));
    const close = button("", "Close", () => this.choose(null), "close");
    this.details.replaceChildren(
      el("header", {}, el("h2", { text: title, title }), close),
      el("p", { class: "note", text: note }),
      table,
      el("div", { class: "actions" }, ...actions.map(([text, on, action]) => {
        const node = el("button", { type: "button", text, onclick: action, "aria-pressed": String(on) });
        return node;
      })),
    );
  }
}

