/** The folders of web/src stand in one line: each imports from itself and from those below it, and holds few files. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { test } from "node:test";

declare const ROOT: string;

/** From the bottom to the top. */
const LINE = [
  "protocol.generated",
  "model",
  "layout",
  "state",
  "text",
  "session",
  "components",
  "panels",
  "felt",
  "table",
  "pages",
];
/** Up to here nothing is drawn: no Lit, and so it runs in Node. */
const HEADLESS = "session";
/** Style sheets are imported by whoever needs them, and import only each other. */
const STYLE = "style";
const MOST_ENTRIES = 15;

const SRC = join(ROOT, "web", "src");
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+|^@import\s+)"([^"]+)"/gm;

interface Imported {
  readonly file: string;
  readonly path: string;
  /** The first folder below web/src of what is imported; "" for a library. */
  readonly folder: string;
}

const folderOf = (path: string): string => (path.split(sep)[0] ?? "").replace(/\.ts$/, "");
const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
  .sort();

function importsOf(file: string, text: string): Imported[] {
  return [...text.matchAll(IMPORT)].map(([, path = ""]) => ({
    file,
    path,
    folder: path.startsWith(".") ? folderOf(join(dirname(file), path)) : "",
  }));
}

/** Why an import goes up, or is not of any known folder; "" if it goes down or stays. */
function refused({ file, path, folder }: Imported): string {
  const own = folderOf(file);
  if (!folder) {
    const drawn = path === "lit" || path.startsWith("lit/");
    return drawn && LINE.indexOf(own) <= LINE.indexOf(HEADLESS) ? `${file} imports ${path}: ${own} draws nothing` : "";
  }
  if (folder === STYLE) return own === STYLE || LINE.indexOf(own) > LINE.indexOf(HEADLESS) ? "" : `${file} imports ${path}`;
  if (!LINE.includes(folder)) return `${file} imports ${path}: ${folder} is not in the line of folders`;
  return LINE.indexOf(folder) > LINE.indexOf(own) ? `${file} imports ${path}: ${folder} is above ${own}` : "";
}

test("every file is in a folder of the line, or a style sheet", () => {
  const strangers = files.filter((file) => folderOf(file) !== STYLE && !LINE.includes(folderOf(file)));
  assert.deepEqual(strangers, []);
});

test("no folder imports from one above it", () => {
  const all = files.flatMap((file) => importsOf(file, readFileSync(join(SRC, file), "utf-8")));
  assert.ok(all.length > 500, "the imports are read");
  assert.deepEqual(all.map(refused).filter(Boolean), []);
});

test("an import that goes up, and one of Lit where nothing is drawn, are named", () => {
  const text = 'import { a } from "../pages/app";\nimport "lit";\nconst b = await import("../felt/felt");\nimport type { C } from "./words";\n';
  assert.deepEqual(importsOf("text/x.ts", text).map(refused), [
    "text/x.ts imports ../pages/app: pages is above text",
    "text/x.ts imports lit: text draws nothing",
    "text/x.ts imports ../felt/felt: felt is above text",
    "",
  ]);
});

test("no folder has more than fifteen entries", () => {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split(sep);
    parts.forEach((part, at) => {
      const folder = parts.slice(0, at).join("/") || ".";
      entries.set(folder, (entries.get(folder) ?? new Set()).add(part));
    });
  }
  const crowded = [...entries].filter(([, names]) => names.size > MOST_ENTRIES);
  assert.deepEqual(crowded.map(([folder, names]) => `${folder}: ${names.size}`), []);
});
