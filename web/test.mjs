/** `node test.mjs [NAME…]`: bundles the tests below test/, or those that are named, and has Node's own runner run them. */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, sep } from "node:path";

const here = import.meta.dirname;
const folder = join(here, "test");
/** Every test by its path below test/: `session/rack`. */
const tests = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => file.slice(0, -8).replaceAll(sep, "/"))
  .sort();
const asked = process.argv.slice(2).map((name) => name.replace(/^(.*\/)?test\//, "").replace(/\.test\.ts$/, ""));
/** A test is named by its path, by its last word, or by its folder. */
const isNamed = (test, name) => test === name || basename(test) === name || test.startsWith(`${name}/`);
const unknown = asked.filter((name) => !tests.some((test) => isNamed(test, name)));
if (unknown.length) {
  console.error(`There is no test of ${unknown.join(", ")}. There is: ${tests.join(", ") || "none yet"}`);
  process.exit(2);
}
const chosen = asked.length ? tests.filter((test) => asked.some((name) => isNamed(test, name))) : tests;
if (!chosen.length) {
  console.log("There is no test yet.");
  process.exit(0);
}
const out = mkdtempSync(join(tmpdir(), "sevenout-web-"));
let code = 1;
try {
  await build({
    entryPoints: chosen.map((test) => join(folder, `${test}.test.ts`)),
    outbase: folder,
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    loader: { ".css": "empty" },
    // Libraries that are written for `require` find it in the bundle.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    define: { ROOT: JSON.stringify(join(here, "..")) },
    logLevel: "warning",
  });
  const files = chosen.map((test) => join(out, `${test}.test.mjs`));
  code =
    spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files], {
      stdio: "inherit",
    }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(code);
