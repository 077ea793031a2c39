// Elements that are added to the text, one after the other, however fast they are pointed at.
import { ask } from "./exchange.js";

// How often an element is added to a text that changes meanwhile.
const ATTEMPTS = 5;

export class Additions {
  // studio: has the editor and the view, and tells what was done.
  constructor(studio) {
    this.studio = studio;
    this.last = Promise.resolve();
  }

  push(what) {
    this.last = this.last.then(() => this.add(what)).catch((problem) => this.studio.tell(problem.message, true));
    return this.last;
  }

  // Adds to the text as it is when the answer comes: asked again where it has changed meanwhile.
  async add(what) {
    const { studio } = this;
    for (let k = 0; k < ATTEMPTS; k += 1) {
      const { text } = studio.editor;
      const found = await ask("add", { ...what, text, size: studio.view.scene.size });
      if (found.failed) return studio.tell(found.failed.join(" "), true);
      if (studio.editor.text === text) {
        studio.editor.apply(found.changes, "input.add");
        studio.editor.reveal(found.changes.at(-1).from + 1);
        return studio.tell(`${found.name} added to ${found.section}`);
      }
    }
    return studio.tell(`${what.what} was not added: the text changed meanwhile. Add it again.`, true);
  }
}
