// The file on disk: opened, saved, and heard of when others write it.
import { askForVersion } from "./conflict.js";
import { ask } from "./exchange.js";

export class File {
  // tell: says something to the user, aloud or not; changed: called when what is saved is another text.
  constructor({ tell, changed }) {
    Object.assign(this, { tell, changed, editor: null, digest: "", saved: "", news: null });
  }

  get unsaved() {
    return this.editor.text !== this.saved;
  }

  // Puts the text into the editor; returns the name of the file.
  async open(editor) {
    this.editor = editor;
    const { text, digest, file } = await ask("open");
    this.digest = digest;
    this.saved = digest ? text : "";
    editor.begin(text);
    this.listen();
    return file;
  }

  // Hears of what others write, as long as the page is open.
  async listen() {
    for (;;) {
      try {
        const news = await ask("news", { digest: this.news?.digest ?? this.digest });
        if (!news.same) this.hear(news);
      } catch {
        this.tell("The studio was stopped; text can still be copied from here.", true);
        return;
      }
    }
  }

  hear({ text, digest }) {
    if (digest === this.digest) this.news = null;
    else if (!digest) {
      Object.assign(this, { digest, saved: "", news: null });
      this.tell("The file was deleted; saving writes it again.", true);
    } else if (!this.unsaved || this.editor.text === text) {
      Object.assign(this, { digest, saved: text, news: null });
      if (this.editor.text !== text) this.editor.replace(text);
      this.tell("read again from disk", false, 1500);
    } else {
      // both are kept until the user decides
      this.news = { text, digest };
      this.tell("The file on disk has changed. Save shows both versions.", true);
    }
    this.changed();
  }

  async save() {
    const { text } = this.editor;
    const found = await ask("save", { text, digest: this.digest });
    if (found.failed) this.tell(found.failed.join(" "), true);
    else if (found.conflict) await this.decide(found.conflict);
    else {
      Object.assign(this, { digest: found.digest, saved: text, news: null });
      this.tell("saved", false, 1500);
      this.changed();
    }
  }

  async decide(theirs) {
    const choice = await askForVersion(this.editor.text, theirs.text);
    if (!choice) return;
    Object.assign(this, { digest: theirs.digest, news: null });
    if (choice === "mine") {
      await this.save();
      return;
    }
    this.saved = theirs.text;
    this.editor.replace(theirs.text);
    this.tell("read again from disk", false, 1500);
    this.changed();
  }
}
