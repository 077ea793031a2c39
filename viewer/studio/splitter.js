// The bar between text and mechanism, beside each other or one above the other.
import { el } from "../src/dom.js";

const STEP = 0.03;

export function makeTextSplitter(root) {
  const node = el("div", { class: "studio-splitter", role: "separator", tabindex: 0, "aria-label": "Size of the text" });
  const upright = () => getComputedStyle(root).getPropertyValue("--upright").trim() === "1";
  let part = null;
  const set = (wanted) => {
    part = Math.min(Math.max(wanted, 0.15), 0.75);
    root.style.setProperty("--text", `${(100 * part).toFixed(1)}%`);
  };
  const move = (event) => {
    const box = root.getBoundingClientRect();
    set(upright() ? (box.bottom - event.clientY) / box.height : (event.clientX - box.left) / box.width);
  };
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", move);
  });
  for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, () => node.removeEventListener("pointermove", move));
  node.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    set((part ?? (upright() ? 0.45 : 0.36)) + by * STEP);
  });
  return node;
}
