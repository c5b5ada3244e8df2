/* npm run build: bundles src/*.js and SortableJS into ../static/widgets.js, and joins src/*.css into ../static/widgets.css.
   The first line of the module names the sources it was built from. */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const hash = createHash("sha256");
for (const name of readdirSync(here).filter(name => name.endsWith(".js")).sort()) hash.update(readFileSync(here + name));
const licence = readFileSync(fileURLToPath(new URL("LICENSE", import.meta.resolve("sortablejs").replace(/modular.*|Sortable.*/, ""))), "utf8");

await build({
  entryPoints: [here + "index.js"], outfile: here + "../static/widgets.js",
  bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", legalComments: "inline",
  banner: { js: `/* metrics_edu; built from src by "npm run build"; sources sha256:${hash.digest("hex")} */` },
  footer: { js: `/* Contains SortableJS:\n${licence.trim()}\n*/` },
});

/* One style sheet for all widgets, in one order: on a page with several, the last one's rules win over those of every other. */
const sheets = ["ranked_list", "card", "sheet", "compare", "stepper", "lecture"];
writeFileSync(here + "../static/widgets.css", sheets.map(name => readFileSync(`${here}${name}.css`, "utf8")).join(""));
