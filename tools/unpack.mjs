/** `node unpack.mjs FROM TO`: unpacks npm's Chromium, its libraries and its fonts; tools/chromium.py fetches it. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const plain = (name) => brotliDecompressSync(readFileSync(join(from, name)));

for (const name of ["al2023", "swiftshader", "fonts"]) {
  const archive = join(to, `${name}.tar`);
  writeFileSync(archive, plain(`${name}.tar.br`));
  execFileSync("tar", ["xf", archive, "-C", to]);
  rmSync(archive);
}
const fonts = `<dir>${join(to, "fonts")}</dir><cachedir>${join(to, "cache")}</cachedir>`;
const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
writeFileSync(join(to, "fonts.conf"), `${head}<fontconfig>${fonts}</fontconfig>`);
writeFileSync(join(to, "chromium"), plain("chromium.br"), { mode: 0o755 }); // last: where it is, all of it is there
