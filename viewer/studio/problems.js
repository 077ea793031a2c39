// What is wrong with the text, in words below it; a press goes to the place.
import { el } from "../src/dom.js";

const MOST = 30;

export class Problems {
  constructor(go) {
    this.go = go;
    this.node = el("section", { class: "problems", "aria-label": "Problems", "aria-live": "polite" });
    this.set([]);
  }

  set(problems) {
    this.node.hidden = !problems.length;
    this.node.replaceChildren(...problems.slice(0, MOST).map((one) => {
      const place = one.line ? `${one.line}:${one.column} ` : "";
      const node = el("button", { type: "button", class: `problem ${one.severity}`, title: "Go to it" },
        el("span", { class: "place", text: place }), el("span", { text: one.text }));
      node.addEventListener("click", () => { if (one.from !== null) this.go(one.from); });
      return node;
    }));
  }
}
