/** The crew's desk: every line that it can make, in every house, is one that the house reads. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { BookResponse, SnapshotMessage } from "../../src/protocol.generated";
import { CORRECTION, choicesFor, confirms, held, NO_ROLL, SIGNED, stations, THROW } from "../../src/text/crew-actions";
import { LineTemplate, type Blank } from "../../src/text/line-templates";
import { books, named } from "../books";

declare const ROOT: string;

const READ = `
import json, sys
from sevenout.crew.notation.line_parser import parse_floor_line
wagers, colours, lines = json.load(sys.stdin)
wrong = []
for line in lines:
  try:
    parse_floor_line(line, 1, frozenset(wagers), {}, colours)
  except Exception as error:
    wrong.append([line, str(error)])
print(json.dumps(wrong))
`;
const SHOWN = { table: { seats: [{ name: "Ann" }, { name: "Bob" }] } } as unknown as SnapshotMessage;
const WRITTEN: { readonly [kind: string]: string } = { amount: "25", count: "4", word: "Lee", words: "as it was paid" };

/** What somebody would write into a blank. */
function sample({ kind, label, value }: Blank, book: BookResponse): string {
  const choices = choicesFor(kind, book, SHOWN);
  if (choices) return choices.at(-1)!.value;
  if (label.startsWith("Chips") || label === "In the cage") return "200 red";
  if (label.startsWith("Time")) return "2026-11-15T20:00";
  return value || WRITTEN[kind]!;
}

function written(line: LineTemplate, book: BookResponse, optional: boolean): string {
  const said = line.blanks
    .filter((one) => optional || !one.optional)
    .map((one) => [one.name, sample(one, book)] as const);
  return line.filled(Object.fromEntries(said));
}

function unread(book: BookResponse, lines: readonly string[]): unknown {
  const own = join(ROOT, ".venv", "bin", "python");
  const python = process.env["SEVENOUT_PYTHON"] ?? (existsSync(own) ? own : "python3");
  const colours = Object.fromEntries(book.chips.map(({ colour, value }) => [colour, Number(value) * 100]));
  const input = JSON.stringify([book.wagers.map(({ wager }) => wager), colours, lines]);
  const read = spawnSync(python, ["-c", READ], { cwd: ROOT, input, encoding: "utf-8" });
  if (read.status !== 0) throw new Error(read.stderr);
  return JSON.parse(read.stdout);
}

const ALL = books();

test("every line that the desk makes is read by the notation, whatever is left out of it", () => {
  for (const name of ["catfish-bend", "new-south-wales", "marina-bay-sands"]) {
    const book = named(ALL, name);
    const duties = [...stations(book, false).flatMap((station) => station.duties), ...SIGNED, THROW, NO_ROLL, CORRECTION];
    const lines = duties.flatMap(({ line }) => [written(line, book, true), written(line, book, false)]);
    assert.ok(lines.length > 80);
    assert.deepEqual(unread(book, lines), [], name);
  }
});

test("the grounds are this house's, with their clauses", () => {
  const grounds = choicesFor("ground", named(ALL, "catfish-bend"), SHOWN)!;
  assert.deepEqual(grounds[0], { value: "off the table", label: "off the table · Invalid Roll 2 · never counts" });
  assert.ok(!choicesFor("ground", named(ALL, "marina-bay-sands"), SHOWN)!.some(({ value }) => value === "no tumble"));
});

test("what a house does not have is not on its desk", () => {
  const titles = (name: string, keepsTime = true): string[] =>
    stations(named(ALL, name), keepsTime).flatMap(({ duties }) => duties.map(({ title }) => title));
  assert.ok(!titles("marina-bay-sands").includes("Overrule: it was a roll"));
  assert.ok(!titles("typical").includes("Order to pass the dice"));
  assert.ok(titles("catfish-bend", false).includes("Shootout: tell the time"));
  assert.ok(!titles("catfish-bend").includes("Shootout: tell the time"));
  assert.ok(!titles("typical", false).includes("Shootout: tell the time"));
});

test("a bet that waits is confirmed for one's own post, where the house asks for it and it has not", () => {
  const may = (name: string, roles: string[], confirmed: string[] = []): readonly string[] =>
    confirms(
      { seat: "Bob", wager: "field", line: "Bob bets 10 on field", confirmed },
      named(ALL, name),
      { roles, dice: "fair", you: "" } as unknown as SnapshotMessage,
    );
  assert.deepEqual(may("new-south-wales", ["dealer"]), ["dealer"]);
  assert.deepEqual(may("new-south-wales", ["dealer"], ["dealer"]), []);
  assert.deepEqual(may("new-south-wales", ["stickperson"]), []);
  assert.deepEqual(may("marina-bay-sands", ["stickperson"]), ["stickperson"]);
});

test("whoever opened a table of real dice is the whole crew; nobody else who plays is any of it", () => {
  const at = (roles: string[], dice: "entered" | "fair", you = ""): number =>
    held({ roles, dice, you } as unknown as SnapshotMessage).length;
  assert.deepEqual(
    [at(["owner"], "entered", "Ann"), at(["owner"], "fair"), at(["dealer"], "fair"), at(["dealer"], "fair", "Ann")],
    [4, 0, 1, 0],
  );
});

test("a line says what is missing, and amounts as the notation has them", () => {
  const line = new LineTemplate("supervisor takes {amount} from {seat}: {words:Reason}");
  assert.equal(line.filled({}), "supervisor takes … from …: …");
  const [amount, seat, why] = line.blanks.map(({ name }) => name) as [string, string, string];
  assert.equal(
    line.filled({ [amount]: "$1,250.50", [seat]: "Ann", [why]: " paid  twice " }),
    "supervisor takes 1250.50 from Ann: paid twice",
  );
  assert.deepEqual(
    line.missing({ [seat]: "Ann" }).map(({ label }) => label),
    ["Amount", "Reason"],
  );
});
