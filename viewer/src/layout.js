// The bar between picture and plots, which can be moved.
import { el } from "./dom.js";

export function makeSplitter(app, changed) {
  const node = el("div", { class: "splitter", role: "separator", "aria-orientation": "vertical", title: "Drag to resize" });
  const move = (event) => {
    const box = app.getBoundingClientRect();
    const width = Math.min(Math.max(box.right - event.clientX, 220), 0.65 * box.width);
    app.style.setProperty("--plots", `${width.toFixed(0)}px`);
    changed();
  };
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", move);
  });
  node.addEventListener("pointerup", () => node.removeEventListener("pointermove", move));
  return node;
}
