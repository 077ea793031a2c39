// The sheet that asks how a film shall be, and makes it.
import { button, el } from "../dom.js";
import { download, fileStem } from "../picture.js";
import { encoding, Film } from "./film.js";

const FORMATS = { mp4: "MP4 (H.264)", webm: "WebM (VP9)", gif: "GIF" };
const TYPES = { mp4: "video/mp4", webm: "video/webm", gif: "image/gif" };
const SIZES = [[1280, 720], [1920, 1080], [960, 720], [1080, 1080], [720, 1280], [640, 360]];
const MOST = 3000;

export class FilmSheet {
  constructor(view) {
    this.view = view;
    this.format = el("select", {});
    this.size = el("select", {}, ...SIZES.map(([w, h]) => el("option", { value: `${w}x${h}`, text: `${w} × ${h}` })));
    this.rate = el("select", {}, ...[30, 60, 24, 15, 10].map((value) => el("option", { value, text: `${value} per second` })));
    this.camera = el("select", {}, el("option", { value: "", text: "as it is" }),
      el("option", { value: "orbit", text: "once around" }));
    this.plots = el("select", {}, el("option", { value: "", text: "none" }), el("option", { value: "on", text: "as they are open" }));
    this.message = el("p", { class: "hint", role: "status" });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "Progress of the film" });
    this.go = button("Make film", "Make the film", () => this.make());
    this.go.classList.add("go");
    const row = (text, node) => el("label", {}, el("span", { text }), node);
    this.node = el("dialog", { class: "filming", onclose: () => { this.stopped = true; }, onclick: (event) => {
      if (event.target === this.node && !this.busy) this.node.close();
    } },
    el("header", {}, el("h2", { text: "Film" }), button("", "Close", () => this.node.close(), "close")),
    row("Format", this.format), row("Size", this.size), row("Pictures", this.rate), row("Camera", this.camera), row("Plots", this.plots),
    this.message, this.bar, el("div", { class: "actions" }, this.go));
  }

  async open() {
    this.view.clock.play(false);
    this.bar.hidden = true;
    this.node.showModal();
    const known = [];
    for (const name of Object.keys(FORMATS)) if (await encoding(name, 1280, 720, 30)) known.push(name);
    this.format.replaceChildren(...known.map((value) => el("option", { value, text: FORMATS[value] })));
    const what = this.view.scene.machine ? `The last ${this.span()} of the motion` : this.span();
    this.say(known.length > 1 ? `${what} at the speed of the time line.`
      : "This browser encodes no video here: a GIF can be made, or a film from Python or the command line.");
  }

  say(text) {
    this.message.textContent = text;
  }

  span() {
    const { motion, rate, speed } = this.view.clock;
    return `${Number(((motion.end - motion.start) / rate / speed).toPrecision(3))} s`;
  }

  async make() {
    const { clock, scene } = this.view;
    const { start, end } = clock.motion;
    const [width, height] = this.size.value.split("x").map(Number);
    const fps = Number(this.rate.value);
    const step = (clock.rate * clock.speed) / fps;
    const count = Math.min(Math.floor((end - start) / step + 1e-9) + 1, MOST);
    const times = Array.from({ length: count }, (_, k) => Math.min(start + k * step, end));
    const format = this.format.value;
    const camera = this.camera.value ? { orbit: 2 * Math.PI } : null;
    [this.busy, this.stopped, this.go.disabled, this.bar.hidden] = [true, false, true, false];
    const plots = Boolean(this.plots.value);
    const film = new Film(this.view, { format, width, height, fps, times, camera, plots });
    try {
      if (!(await film.begin())) throw new Error("the browser does not encode this format at this size");
      for (let k = 0; k < count && !this.stopped; k += 1) {
        await film.add(k);
        this.bar.value = (k + 1) / count;
        await new Promise((done) => { setTimeout(done, 0); });
      }
      if (!this.stopped) {
        const bytes = await film.finish();
        download(new Blob([bytes], { type: TYPES[format] }), `${fileStem(scene.name)}.${format}`);
        this.say(`${count} pictures, ${(bytes.length / 1e6).toFixed(2)} MB.`);
      }
    } catch (error) {
      this.say(`No film was made: ${error.message}. Try another format or size.`);
    } finally {
      film.close();
      [this.busy, this.go.disabled] = [false, false];
    }
  }
}
