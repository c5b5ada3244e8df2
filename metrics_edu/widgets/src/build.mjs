/* npm run build: bundles src/*.js and SortableJS into ../ranked_list.js. Its first line names the sources it was built from. */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const hash = createHash("sha256");
for (const name of readdirSync(here).filter(name => name.endsWith(".js")).sort()) hash.update(readFileSync(here + name));
const licence = readFileSync(fileURLToPath(new URL("LICENSE", import.meta.resolve("sortablejs").replace(/modular.*|Sortable.*/, ""))), "utf8");

await build({
  entryPoints: [here + "index.js"], outfile: here + "../ranked_list.js",
  bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", legalComments: "inline",
  banner: { js: `/* metrics_edu; built from src by "npm run build"; sources sha256:${hash.digest("hex")} */` },
  footer: { js: `/* Contains SortableJS:\n${licence.trim()}\n*/` },
});
