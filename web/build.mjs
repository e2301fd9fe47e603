/**
 * `node build.mjs OUT [KERNEL]`: the page, built into a folder that is replaced as a whole; with the simulator's kernel
 * in WebAssembly, where that was built.
 *
 * Every file but index.html is named by what is in it, so a browser need never ask for it again. What compresses lies
 * there compressed too, as small as it gets: the house only picks.
 */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { font } from "./font.mjs";
import { link } from "./link.mjs";
import { sheets } from "./sheets.mjs";

const here = import.meta.dirname;
const out = resolve(process.argv[2] ?? join(here, "../src/sevenout/server/web/page"));
const APP = "src/pages/app.ts";
/** What most people open first: it comes with the application. */
const TABLE = "src/pages/table/table.ts";
/** What runs in the lab's workers, with the kernel. */
const WORKER = "src/session/page-kernel/worker.ts";
const PACKED = new Set([".js", ".css", ".svg", ".html", ".wasm"]);

/** `url("felt:font")` in a style sheet is the font, made here. */
const withFont = {
  name: "font",
  setup(bundle) {
    bundle.onResolve({ filter: /^felt:font$/ }, () => ({ path: "font.woff2", namespace: "felt" }));
    bundle.onLoad({ filter: /.*/, namespace: "felt" }, async () => ({ contents: await font(), loader: "file" }));
  },
};

/** Lit's styleMap writes a style attribute, which the page's policy forbids. */
const withoutStyleAttributes = {
  name: "no-style-attributes",
  setup(bundle) {
    const text =
      "lit's styleMap writes a style attribute, which the policy forbids: set the property on the element's style";
    bundle.onResolve({ filter: /^lit\/directives\/style-map/ }, () => ({ errors: [{ text }] }));
  },
};

const own = process.argv[3] ? await simulator(process.argv[3]) : [];
const split = await build({
  absWorkingDir: here,
  entryPoints: { app: APP, style: "src/style/first-load.css", icon: "icon.svg" },
  bundle: true,
  minify: true,
  minifyIdentifiers: false, // they are named short once all is linked
  splitting: true,
  format: "esm",
  target: "es2022",
  outdir: "assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".svg": "copy" },
  define: { LAB_WORKER: JSON.stringify(own[0] ? `/assets/${own[0].name}` : "") },
  plugins: [withFont, withoutStyleAttributes, sheets(own)],
  legalComments: "none",
  metafile: true,
  write: false,
  logLevel: "warning",
}).catch(() => process.exit(1)); // it has said why

const others = split.outputFiles.map((file) => ({ name: basename(file.path), contents: file.contents }));
const files = [...(await link(split, APP, [TABLE])), ...own, ...others.filter((file) => extname(file.name) !== ".js")];
const named = (start, end) => files.find((file) => file.name.startsWith(start) && file.name.endsWith(end)).name;
const page = readFileSync(join(here, "index.html"), "utf8")
  .replace("{{style}}", named("style-", ".css"))
  .replace("{{icon}}", named("icon-", ".svg"))
  .replace("{{font}}", named("font-", ".woff2"))
  .replace("{{app}}", files.find((file) => file.entry).name);

mkdirSync(dirname(out), { recursive: true });
const made = mkdtempSync(join(dirname(out), ".felt-"));
try {
  chmodSync(made, 0o755);
  mkdirSync(join(made, "assets"));
  for (const { name, contents } of files) put(join("assets", name), contents);
  put("index.html", Buffer.from(page));
  exchange();
} finally {
  for (const left of [made, `${made}-old`]) rmSync(left, { recursive: true, force: true });
}

/** The script of a worker and its kernel, each named by what is in it: the script fetches the kernel by its name. */
async function simulator(kernel) {
  const named = (start, contents, end) => {
    const digest = createHash("sha256").update(contents).digest("hex").slice(0, 8);
    return { name: `${start}-${digest}${end}`, contents };
  };
  const wasm = named("page-kernel", readFileSync(kernel), ".wasm");
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [WORKER],
    define: { PAGE_KERNEL: JSON.stringify(`/assets/${wasm.name}`) },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return [named("lab-worker", outputFiles[0].contents, ".js"), wasm];
}

/** Puts the new folder in the place of the old; again, if somebody else who builds does the same just then. */
function exchange() {
  for (let tries = 0; ; tries++) {
    try {
      if (existsSync(out)) renameSync(out, `${made}-old`);
      renameSync(made, out);
      return;
    } catch (error) {
      if (tries >= 20) throw error;
      rmSync(`${made}-old`, { recursive: true, force: true });
    }
  }
}

/** A file, and beside it what it is compressed, where that is worth it. */
function put(name, contents) {
  const path = join(made, name);
  writeFileSync(path, contents);
  if (!PACKED.has(extname(name))) return;
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length } }),
  );
}
