/* `npm test` runs the tests in tests/front_end by node's test runner. It reads no TypeScript, so
   those tests are bundled into a temporary folder. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const TESTS = "tests/front_end";

const folder = mkdtempSync(join(tmpdir(), "metrics_edu-tests-"));
try {
  await build({
    entryPoints: readdirSync(TESTS)
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(TESTS, name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node", // with lit-html for a place without a document
    format: "esm",
    sourcemap: "inline",
  });
  const bundled = readdirSync(folder).map((name) => join(folder, name));
  const command = ["--enable-source-maps", "--test", "--test-reporter=spec", ...bundled];
  process.exitCode = spawnSync(process.execPath, command, { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
