/** A house of one's own as text: its colours, its base, a wager taken over, and the link that holds it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { baseOf, basePlace, families, fileName, firstText, heldText, textHeld, titleOf, wagerTables } from "../../src/pages/rulebooks/own-house";
import { tomlHighlight } from "../../src/pages/rulebooks/toml-highlight";

declare const ROOT: string;
const TYPICAL = readFileSync(join(ROOT, "src/sevenout/rulebook/books/typical.toml"), "utf-8");

test("the colours of every shipped line add up to the line", () => {
  const lines = tomlHighlight(TYPICAL).map((tokens) => tokens.map(({ text }) => text).join(""));
  assert.equal(lines.join("\n"), TYPICAL);
});

test("headings, keys, strings, numbers and comments are told apart", () => {
  const [heading, line] = tomlHighlight('[wagers.field] # x\n12 = "a # b" # c');
  assert.deepEqual(heading!.map(({ kind }) => kind), ["heading", "", "comment"]);
  assert.deepEqual(
    line!.filter(({ kind }) => kind).map(({ kind, text }) => [kind, text]),
    [["key", "12"], ["string", '"a # b"'], ["comment", "# c"]],
  );
});

test("a text knows its base, its title and the name of its file", () => {
  const text = firstText("crapless", "5.00", "2.50");
  assert.deepEqual([baseOf(text), titleOf(text), fileName(text)], ["crapless", "A house of my own", "my-house.toml"]);
  assert.match(text, /minimum = 5\nmaximum = 2.50\n/);
  assert.equal(text.slice(...basePlace(text)!), "crapless");
  assert.equal(basePlace("format = 1"), null);
});

test("a wager's tables are taken from the first book that writes it, and nothing else", () => {
  const own = '[wagers.field]\nmade = "any"\n\n# about the next\n[wagers.field-two]\nmade = "on"\n';
  assert.equal(wagerTables([own, TYPICAL], "field"), '[wagers.field]\nmade = "any"\n');
  assert.match(wagerTables([TYPICAL], "field"), /^\[wagers\.field\]/);
  assert.deepEqual(families([own]), ["field", "field-two"]);
});

test("a link holds the whole text, and a broken one holds none", async () => {
  const link = await heldText(TYPICAL);
  assert.equal(await textHeld(link), TYPICAL);
  assert.match(link, /^#text=[\w-]+$/);
  for (const broken of ["", "#", "#text=", "#text=!!", `${link.slice(0, 40)}`]) assert.equal(await textHeld(broken), null, broken);
});
