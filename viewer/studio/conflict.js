// Two versions of the file side by side: what is in the editor, and what is on disk.
import { button, el } from "../src/dom.js";

const MOST = 4000;
// Pairs of lines that are compared.
const MOST_PAIRS = 4_000_000;

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

// The lines of both, those marked that the other one has not.
function compared(mine, theirs) {
  let start = 0;
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < mine.length - start && end < theirs.length - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const inner = [mine, theirs].map((lines) => lines.slice(start, lines.length - end));
  const common = sharedLines(...inner);
  return [mine, theirs].map((lines, side) => {
    const from = Math.max(start - 3, 0);
    const shown = lines.slice(from, Math.min(lines.length - end + 3, from + MOST));
    return el("pre", {}, ...shown.map((text, k) => {
      const at = from + k - start;
      const differs = at >= 0 && at < inner[side].length && !common[side].has(at);
      return el("code", { class: differs ? "differs" : "" }, el("span", { class: "line", text: String(from + k + 1) }), text || " ");
    }));
  });
}

// The numbers of lines that are in a longest common subsequence of two texts, none of very long ones.
function sharedLines(a, b) {
  const found = [new Set(), new Set()];
  if (a.length * b.length > MOST_PAIRS) return found;
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      found[0].add(i);
      found[1].add(j);
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
