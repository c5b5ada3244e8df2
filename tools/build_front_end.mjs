/* `npm run build` bundles the TypeScript and the CSS of the front end. The results are committed,
   so that users need no node. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const WIDGETS = "metrics_edu/widgets";
const SHEETS = ["ranked_list", "card", "sheet", "compare", "stepper", "lecture"];

/** The hash of all sources in a folder; a test compares it with the sources that are there. */
function hashOf(folder, ending) {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true }).filter((name) => ending.test(name));
  for (const name of names.sort()) hash.update(readFileSync(`${folder}/${name}`));
  return hash.digest("hex");
}

const hash = hashOf(`${WIDGETS}/src`, /\.ts$/);

await build({
  entryPoints: [`${WIDGETS}/src/index.ts`],
  outfile: `${WIDGETS}/static/widgets.js`,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  banner: { js: `/* metrics_edu; built from src by "npm run build"; sources sha256:${hash} */` },
});

const sheets = SHEETS.map((name) => readFileSync(`${WIDGETS}/src/${name}.css`, "utf8"));
writeFileSync(`${WIDGETS}/static/widgets.css`, sheets.join(""));
