// Bundles the page into the package: `npm ci && npm run build` gives the same bytes everywhere.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "src", "sarrus", "viewer", "assets");
const text = (...path) => readFileSync(join(...path), "utf8").replaceAll("\r\n", "\n");
mkdirSync(assets, { recursive: true });

// A package of others: its version and the notice that goes wherever its code goes.
const notice = (name) => {
  const { version } = JSON.parse(text(here, "node_modules", name, "package.json"));
  return `${name} ${version}\n\n${text(here, "node_modules", name, "LICENSE").trim()}\n`;
};
// The editor comes in many packages of one author, under one licence.
const editor = ["@codemirror", "@lezer"].flatMap((scope) => readdirSync(join(here, "node_modules", scope)).map((name) => `${scope}/${name}`));
const notices = {
  three: notice("three"),
  uplot: notice("uplot"),
  codemirror: [...editor, "@marijn/find-cluster-break", "crelt", "style-mod", "w3c-keyname"].sort().map(notice).join("\n"),
};
for (const [name, licence] of Object.entries(notices)) writeFileSync(join(assets, `LICENCE.${name}.txt`), licence);
// Files that are sent on have the notices in their script.
const banner = `/*!\n${notices.three}\n${notices.uplot}*/`.replaceAll("\u00a9", "(c)");

// The page, and the studio, which has an editor of its own beside the same view.
for (const [from, to] of [["src", "page.js"], ["studio", "studio.js"]]) await build({
  entryPoints: [join(here, from, "main.js")],
  outfile: join(assets, to),
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  banner: { js: banner },
});

const plotStyle = text(here, "node_modules", "uplot", "dist", "uPlot.min.css").trim();
// Windows of a size come last, since they change what stands before.
const styles = ["colors.css", "page.css", "live/live.css", "windows.css"].map((name) => text(here, "src", name));
writeFileSync(join(assets, "page.css"), [`${plotStyle}\n`, ...styles].join(""));
for (const name of ["page.html", "loader.js"]) writeFileSync(join(assets, name), text(here, "src", name));
writeFileSync(join(assets, "studio.css"), text(here, "studio", "studio.css"));
// The sources and what was made of them, for the test that nobody forgets to build.
const sources = ["package.json", "package-lock.json", "build.js"];
const inside = ["src", "studio"].flatMap((folder) => readdirSync(join(here, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile());
sources.push(...inside.map((entry) => relative(here, join(entry.parentPath, entry.name)).replaceAll("\\", "/")));
const digest = (content) => createHash("sha256").update(content, "utf8").digest("hex");
const record = { sources: {}, assets: {} };
for (const name of sources.sort()) record.sources[name] = digest(text(here, name));
for (const name of ["loader.js", "page.css", "page.html", "page.js", "studio.css", "studio.js"]) {
  record.assets[name] = digest(text(assets, name));
}
writeFileSync(join(assets, "build.json"), `${JSON.stringify(record, null, 2)}\n`);
