/** The books of every house as they are sent, made when the tests run: shipped ones, examples, two strangers'. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BookResponse } from "../src/protocol.generated";

declare const ROOT: string;

const MADE = `
import sys
import msgspec
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.server.web.routes.rulebook_routes import describe_book
from sevenout.rulebook import shipped
for name in (*shipped(), *sys.argv[1:]):
    sys.stdout.buffer.write(msgspec.json.encode(describe_book(open_book(name))) + b"\\n")
`;

/** Wagers where no rule of placement expects them: beside a line, among the boxes, at the field. */
const ELSEWHERE = `
format = 1
extends = "typical"
name = "elsewhere"
title = "A house that bets elsewhere"
[wagers.lucky]
title = "Lucky"
region = "pass line"
win = [11]
otherwise = "lose"
pays = "14:1"
[wagers.two-faces]
title = "Two Faces"
region = "box edges"
win = [2, 12]
otherwise = "lose"
pays = "14:1"
[wagers.under]
title = "Under"
region = "field"
win = [2, 3, 4, 5, 6]
otherwise = "lose"
pays = "1:1"
`;

/** Nothing but the middle. */
const MIDDLE = `
format = 1
name = "middle"
title = "Only the middle"
document = "A card"
clause = "Card"
provenance = "stated"
says = "as printed"
[table]
minimum = 5
maximum = 100
chip = 1
[shooter]
line = []
[wagers.any-7]
title = "Any 7"
win = [7]
otherwise = "lose"
pays = "4:1"
[wagers.any-craps]
title = "Any Craps"
win = [2, 3, 12]
otherwise = "lose"
pays = "7:1"
`;

export function books(): readonly BookResponse[] {
  const own = join(ROOT, ".venv", "bin", "python");
  const python = process.env["SEVENOUT_PYTHON"] ?? (existsSync(own) ? own : "python3");
  const folder = mkdtempSync(join(tmpdir(), "sevenout-books-"));
  try {
    const strangers = Object.entries({ elsewhere: ELSEWHERE, middle: MIDDLE }).map(([name, text]) => {
      writeFileSync(join(folder, `${name}.toml`), text);
      return join(folder, `${name}.toml`);
    });
    const examples = ["no-puck", "collectors"].map((name) => join(ROOT, "examples", `${name}.toml`));
    const asked = ["-c", MADE, ...examples, ...strangers];
    const made = spawnSync(python, asked, { cwd: ROOT, encoding: "utf-8", maxBuffer: 1 << 26 });
    if (made.status !== 0) throw new Error(made.stderr);
    return made.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as BookResponse);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function named(all: readonly BookResponse[], name: string): BookResponse {
  return all.find((book) => book.name === name)!;
}
