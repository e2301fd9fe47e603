/** `node test.mjs [NAME…]`: bundles test/*.test.ts, or those that are named, and has Node's own runner run them. */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const kept = readdirSync(join(here, "test"))
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => file.slice(0, -8));
const asked = process.argv.slice(2).map((name) => name.replace(/^.*\//, "").replace(/\.test\.ts$/, ""));
const unknown = asked.filter((name) => !kept.includes(name));
if (unknown.length) {
  console.error(`There is no test of ${unknown.join(", ")}. There is: ${kept.join(", ") || "none yet"}`);
  process.exit(2);
}
const names = asked.length ? asked : kept;
if (!names.length) {
  console.log("There is no test yet.");
  process.exit(0);
}
const out = mkdtempSync(join(tmpdir(), "sevenout-web-"));
let code = 1;
try {
  await build({
    entryPoints: names.map((name) => join(here, "test", `${name}.test.ts`)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    loader: { ".css": "empty" },
    define: { ROOT: JSON.stringify(join(here, "..")) },
    logLevel: "warning",
  });
  const files = readdirSync(out).map((file) => join(out, file));
  code =
    spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files], {
      stdio: "inherit",
    }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(code);
