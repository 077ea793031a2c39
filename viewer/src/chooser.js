// The list of channels with units, to open plots from.
import { button, el, unitText } from "./dom.js";

export class Chooser {
  constructor(scene, take) {
    this.scene = scene;
    this.take = take;
    this.card = null;
    this.search = el("input", { type: "search", placeholder: "Search channels", "aria-label": "Search channels",
      oninput: () => this.fill() });
    this.list = el("div", { class: "channels" });
    this.title = el("h2", {});
    this.node = el("dialog", { class: "chooser", onclick: (event) => {
      if (event.target === this.node) this.node.close();
    } },
    el("header", {}, this.title, button("", "Close", () => this.node.close(), "close")), this.search, this.list);
  }

  open(card, unit) {
    this.card = card;
    this.unit = unit;
    this.title.textContent = card ? `Add a channel in ${unitText(unit) || "pure numbers"}` : "Open a plot";
    this.search.value = "";
    this.fill();
    this.node.showModal();
    this.search.focus();
  }

  fill() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/);
    const fits = this.scene.channels
      .map((channel, index) => ({ channel, index }))
      .filter(({ channel }) => this.card === null || channel.units[0] === this.unit)
      .filter(({ channel }) => {
        const text = `${channel.name} ${channel.unit} ${channel.description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
    const named = ({ channel }) => words.every((word) => channel.name.toLowerCase().includes(word));
    const ordered = [...fits.filter(named), ...fits.filter((one) => !named(one))];
    this.list.replaceChildren(...ordered.map(({ channel, index }) => {
      const parts = channel.components.length > 1 ? ` (${channel.components.join(", ")})` : "";
      return el("button", { type: "button", class: "channel", onclick: () => {
        this.node.close();
        this.take(this.card, index);
      } },
      el("span", { class: "name", text: channel.name + parts }),
      el("span", { class: "unit", text: unitText(channel.unit) || "–" }),
      el("span", { class: "about", text: channel.description + openParts(channel) }));
    }));
    if (!fits.length) this.list.append(el("p", { class: "empty", text: "No matching channel." }));
  }
}

// Which components are not unique, in words.
function openParts({ components, unique }) {
  if (unique.every(Boolean)) return "";
  const open = components.filter((_, k) => !unique[k]);
  return unique.some(Boolean) ? `; ${open.join(", ")} not unique` : "; not unique";
}
