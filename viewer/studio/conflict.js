// Two versions of the file side by side: what is in the editor, and what is on disk.
import { button, el } from "../src/dom.js";

const MOST = 4000;

// Returns "mine", "theirs" or "" by a promise, as the user chooses.
export function askForVersion(mine, theirs) {
  return new Promise((resolve) => {
    const end = (choice) => {
      node.close();
      node.remove();
      resolve(choice);
    };
    const [left, right] = compared(mine.split("\n"), theirs.split("\n"));
    const node = el("dialog", { class: "conflict", "aria-label": "Two versions of the file",
      oncancel: (event) => { event.preventDefault(); end(""); } },
    el("h2", { text: "The file on disk is newer than what was opened" }),
    el("p", { text: "Somebody else has written it. Nothing is overwritten unless you say so." }),
    el("div", { class: "versions" },
      el("section", { "aria-label": "In the editor" }, el("h3", { text: "In the editor" }), left),
      el("section", { "aria-label": "On disk" }, el("h3", { text: "On disk" }), right)),
    el("footer", {},
      button("Keep mine", "Write the text of the editor over the newer file", () => end("mine")),
      button("Take the one on disk", "Put the text on disk into the editor; undo brings this one back", () => end("theirs")),
      button("Decide later", "Close", () => end(""))));
    document.body.append(node);
    node.showModal();
  });
}

// The lines of both, those marked that the other one has not in the same place.
function compared(mine, theirs) {
  let start = 0;
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < mine.length - start && end < theirs.length - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  return [mine, theirs].map((lines) => {
    const from = Math.max(start - 3, 0);
    const shown = lines.slice(from, Math.min(lines.length - end + 3, from + MOST));
    return el("pre", {}, ...shown.map((text, k) => {
      const differs = from + k >= start && from + k < lines.length - end;
      return el("code", { class: differs ? "differs" : "" }, el("span", { class: "line", text: String(from + k + 1) }), text || " ");
    }));
  });
}
