/* `npm run build` bundles the TypeScript and the CSS of the widgets, and the scripts of the
   website. The results are committed, so that users need no node. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { build } from "esbuild";

const WIDGETS = "metrics_edu/widgets";
const PAGE = "website/page";
/* The style sheets that an Explorer does not need, also not in a lecture. */
const OTHER_SHEETS =
  /"\.\/(cards|paired|steps|lists\/(compare|ideal-list|inverse|judges|preferences))\b/;
const MODULES = [
  "closed_lists/closed_lists",
  "front_page/explorer",
  "front_page/host",
  "front_page/page",
  "front_page/slides",
  "lecturer/lecturer",
  "lesson_page/editor",
  "lesson_page/lesson",
  "python/pinned_fetch",
  "python/worker",
  "record/lessons_record",
];
/* Scripts that run where no module can, or before the page is shown. */
const CLASSIC_SCRIPTS = [
  "front_page/cannot_run",
  "front_page/language",
  "lessons/lessons-page",
  "lessons/lessons-shell",
  "python/lessons",
  "service_workers/lessons-sw",
  "service_workers/sw",
];
/* Files of the site that other scripts load. */
const SEPARATE_FILES = [
  "./explorer.js",
  "./host.js",
  "./pinned_fetch.js",
  "./pyodide/*",
  "./widgets.js",
];

/** The hash of all widget sources with an ending; a test compares it with the sources there. */
function hashOfWidgets(ending) {
  const hash = createHash("sha256");
  const folder = `${WIDGETS}/src`;
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending));
  for (const name of names.sort()) hash.update(readFileSync(`${folder}/${name}`));
  return hash.digest("hex");
}

/** The first line of a bundle of the widgets. */
const firstLine = (ending) =>
  `/* metrics_edu; built from src by "npm run build"; sources sha256:${hashOfWidgets(ending)} */`;

/** Bundles the widgets: one module, the licences in it in a file beside it, and one style sheet. */
async function buildWidgets() {
  const shared = { bundle: true, minify: true, charset: "utf8", legalComments: "external" };
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [`${WIDGETS}/src/index.ts`],
    outfile: `${WIDGETS}/static/widgets.js`,
    write: false,
    format: "esm",
    target: "es2022",
    banner: { js: firstLine(".ts") },
  });
  // What is still on lines of its own is between the attributes of a template.
  for (const { path, text } of outputFiles) writeFileSync(path, text.replace(/\n +/g, " "));
  await build({
    ...shared,
    entryPoints: [`${WIDGETS}/src/index.css`],
    outfile: `${WIDGETS}/static/widgets.css`,
    banner: { css: firstLine(".css") },
  });
}

/** Bundles the styles of an Explorer, which the pages of the site load before all others. */
async function buildExplorerStyle() {
  const index = readFileSync(`${WIDGETS}/src/index.css`, "utf8").split("\n");
  const contents = index.filter((line) => !OTHER_SHEETS.test(line)).join("\n");
  await build({
    stdin: { contents, loader: "css", resolveDir: `${WIDGETS}/src` },
    outfile: `${PAGE}/static/explorer.css`,
    bundle: true,
    minify: true,
    charset: "utf8",
    banner: { css: firstLine(".css") },
  });
}

/** The first line of a script of the site: its sources, and their hash; of the widgets in it, the
    hash of all their sources. */
function siteHeader(inputs) {
  const hash = createHash("sha256");
  const names = inputs.filter((name) => name.startsWith(PAGE)).sort();
  for (const name of names) hash.update(readFileSync(name));
  const sources = names.map((name) => name.slice(`${PAGE}/src/`.length)).join(" ");
  const hasWidgets = inputs.some((name) => name.startsWith(WIDGETS));
  const widgets = hasWidgets ? `; widgets sha256:${hashOfWidgets(".ts")}` : "";
  const digest = hash.digest("hex");
  return `/* metrics_edu; built by "npm run build" from ${sources}; sha256:${digest}${widgets} */\n`;
}

/** The licences of the packages that a script has; each text once. */
function licencesOf(inputs) {
  const folders = inputs.map((name) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(name)?.[0]);
  const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
    return readFileSync(`${folder}/LICENSE`, "utf8").trim();
  });
  return texts.length ? `/*!\n${[...new Set(texts)].join("\n\n")}\n*/\n` : "";
}

/** Bundles scripts of the site, each with the modules that it imports. */
async function buildSite(names, format) {
  const { outputFiles, metafile } = await build({
    entryPoints: names.map((name) => `${PAGE}/src/${name}.ts`),
    outdir: `${PAGE}/static`,
    entryNames: "[name]",
    external: SEPARATE_FILES,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format,
    target: "es2022",
    charset: "utf8",
  });
  for (const { path, text } of outputFiles) {
    const inputs = Object.keys(metafile.outputs[relative("", path)].inputs);
    writeFileSync(path, siteHeader(inputs) + licencesOf(inputs) + text);
  }
}

await buildWidgets();
mkdirSync(`${PAGE}/static`, { recursive: true });
await buildExplorerStyle();
await buildSite(MODULES, "esm");
await buildSite(CLASSIC_SCRIPTS, "iife");
