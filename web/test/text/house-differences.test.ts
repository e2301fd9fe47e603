/** What sets houses apart comes from their books, and never names what another house has too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookResponse, BookWager, ValueResponse } from "../../src/protocol.generated";
import { differences } from "../../src/text/house-differences";

const wager = (wager: string, family: string, title: string): BookWager => ({ wager, family, title }) as BookWager;
const value = (word: string, value: string, says: string, provenance = "stated"): ValueResponse =>
  ({ word, value, says, provenance, clause: "" }) as ValueResponse;

function book(name: string, wagers: BookWager[], values: ValueResponse[]): BookResponse {
  return { name, title: name, wagers, values, provenance: { stated: 2, derived: 1, assumed: 3 } } as unknown as BookResponse;
}

const LINE = wager("pass", "pass", "Pass");
const DONT = wager("dont", "dont", "Don't Pass");
const HOPS = [wager("hop-1", "hop", "Hop 2-2"), wager("hop-2", "hop", "Hop 3-3")];
const ONE = book(
  "one",
  [LINE, DONT, ...HOPS],
  [value("minimum", "5", "from 5"), value("bonus starts", "100", "a bonus begins at 100")],
);
const TWO = book(
  "two",
  [LINE, DONT],
  [value("minimum", "9", "from 9"), value("closing", "late", "assumed: bets close late", "assumed")],
);
const THREE = book("three", [wager("pass", "pass", "Win Line")], [value("minimum", "5", "from 5")]);

test("a kind of value that no other book has comes first, then wagers of its own", () => {
  const [first, second] = differences([ONE, TWO, THREE]).get("one") ?? [];
  assert.equal(first?.words, "a bonus begins at 100");
  assert.equal(second?.words, "only here: Hop");
});

test("what all the others have is missed, and own words are told", () => {
  const said = (differences([ONE, TWO, THREE]).get("three") ?? []).map((fact) => fact.words);
  assert.ok(said.includes("not here: Don't Pass"), said.join("; "));
  assert.ok(said.includes("in its own words: Win Line"), said.join("; "));
});

test("what is assumed is marked so, and limits are no facts", () => {
  const facts = differences([ONE, TWO, THREE]).get("two") ?? [];
  assert.deepEqual(facts[0], { words: "bets close late", assumed: true });
  assert.equal(
    facts.some((fact) => fact.words.includes("from 9")),
    false,
  );
});

test("of a book like every other its size is told", () => {
  const said = (differences([TWO, { ...TWO, name: "again" }]).get("again") ?? []).map((fact) => fact.words);
  assert.deepEqual(said, ["2 wagers on the layout", "2 of its values stated by the document, 1 derived, 3 assumed"]);
});
