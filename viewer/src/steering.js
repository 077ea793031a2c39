// A run that is steered: sliders are efforts, and what is shown is where the bodies are now.
import { button, el, number, unitText } from "./dom.js";

// Milliseconds between two exchanges with the run.
const PERIOD = 25;
// Exchanges that may fail one after the other until the run is taken to be gone.
const PATIENCE = 40;

export class Steering {
  constructor(scene, clock, view) {
    Object.assign(this, { live: scene.live, clock, view, failed: 0, ending: false, running: true });
    this.values = this.live.efforts.map((effort) => effort.value);
    this.exchanges = 0;
    for (const name of [...view.traces.lines.keys()]) view.traces.toggle(name);
    this.node = this.build();
    view.app.classList.add("live");
    view.app.querySelector(".timeline").replaceWith(this.node);
    view.resize();
    view.update();
    this.exchange();
  }

  build() {
    this.time = el("span", { class: "now", text: "–" });
    this.sliders = this.live.efforts.map((effort, k) => this.slider(effort, k));
    this.stop = button("End", "End the run", () => { this.ending = true; });
    return el("footer", { class: "timeline steering" },
      this.time,
      el("div", { class: "sliders" }, ...this.sliders.map(({ row }) => row)),
      button("Zero", "All efforts to zero", () => this.zero()),
      this.stop);
  }

  slider(effort, k) {
    const reading = el("output", { class: "value" });
    const input = el("input", { type: "range", min: effort.low, max: effort.high, step: "any", class: "effort",
      "aria-label": effort.name, title: "Double-click for zero", oninput: () => this.steer(k, Number(input.value)),
      ondblclick: () => this.steer(k, 0) });
    const row = el("label", { class: "steered" }, el("span", { class: "name", text: effort.name }), input, reading);
    const show = (value) => {
      input.value = String(value);
      reading.textContent = `${number(value, 3)} ${unitText(effort.unit)}`;
    };
    show(effort.value);
    return { row, show };
  }

  steer(k, value) {
    const { low, high } = this.live.efforts[k];
    this.values[k] = Math.min(Math.max(value, low), high);
    this.sliders[k].show(this.values[k]);
  }

  zero() {
    this.values.forEach((_, k) => this.steer(k, 0));
  }

  // Tells the run where the sliders are, shows where the bodies are, and does so again.
  async exchange() {
    try {
      const answer = await fetch(this.live.address, { method: "POST", mode: "same-origin", cache: "no-store",
        body: JSON.stringify({ efforts: this.values, end: this.ending }) });
      if (!answer.ok) throw new Error(answer.statusText);
      this.show(await answer.json());
      this.failed = 0;
    } catch {
      this.failed += 1;
    }
    if (this.running && this.failed < PATIENCE) setTimeout(() => this.exchange(), PERIOD);
    else this.finish();
  }

  show({ running, t, positions, turns }) {
    this.exchanges += 1;
    this.running = running;
    if (t === undefined) return;
    this.clock.motion.set(t, positions, turns);
    this.time.textContent = `${t.toFixed(2)} s`;
    this.clock.seek(t);
  }

  finish() {
    this.running = false;
    this.time.textContent += " – the run is over";
    for (const node of this.node.querySelectorAll("input, button")) node.disabled = true;
  }

  state() {
    return { values: [...this.values], running: this.running, exchanges: this.exchanges };
  }
}
