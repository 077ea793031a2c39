// Energy and the error of the loops, always in sight, and what is wrong in words.
import { button, el, number } from "../dom.js";

export class Status {
  constructor(machine, clock) {
    this.machine = machine;
    this.clock = clock;
    this.energy = el("output", { class: "reading" });
    this.balance = el("output", { class: "reading" });
    this.loop = el("output", { class: "reading" });
    this.pace = el("span", { class: "pace" });
    this.text = el("span", {});
    this.message = el("div", { class: "message", role: "alert" }, this.text,
      button("", "Dismiss", () => this.say(""), "close"));
    this.message.hidden = true;
    const item = (name, title, node) => el("span", { class: "item", title }, el("span", { class: "name", text: name }), node);
    this.node = el("div", { class: "status", role: "group", "aria-label": "Energy and loops" },
      item("Energy", "Kinetic energy and potential energy together", this.energy),
      item("balance", "Energy that the computation has gained or lost: 0 if it were exact", this.balance),
      item("loop error", "The largest gap of the loops", this.loop),
      this.pace);
  }

  say(text) {
    if (this.text.textContent !== text) this.text.textContent = text;
    this.message.hidden = !text;
  }

  update() {
    if (!this.clock.due("status")) return;
    const { total, balance } = this.machine.energy();
    const { length, angle } = this.machine.loopError();
    this.energy.textContent = `${number(total, 4)} J`;
    this.balance.textContent = `${small(balance)} J`;
    this.loop.textContent = length > 0 || !(angle > 0) ? `${small(length)} m` : `${small(angle)} rad`;
    const slow = this.clock.playing && this.clock.slowed < 0.95;
    this.pace.textContent = slow ? `${number(this.clock.slowed * this.clock.speed, 2)} × the speed of the clock` : "";
  }
}

const small = (x) => (Math.abs(x) < 1e-300 ? "0" : x.toExponential(1).replace("e+", "e"));
