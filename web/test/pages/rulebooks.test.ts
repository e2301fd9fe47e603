/** The rulebooks' page: addresses, search, and rows of what is alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookWager, NoticeWagerResponse, ValueResponse, WagerWorth } from "../../src/protocol.generated";
import { byClause, groupAlike, matches, type Entry } from "../../src/pages/rulebooks/wager-rows";

const VALUE: ValueResponse = { word: "win", value: "6", clause: "Wagers 6", provenance: "stated", says: "its number wins it" };

function entry(wager: string, title: string, edge: string, numbers: number[] = [], rests_on = [VALUE], most = "500"): Entry {
  const book = { wager, title, also: ["nickname"], family: "place", pays: "7:6", numbers } as unknown as BookWager;
  const line = { wager, maximum: { value: most } } as unknown as NoticeWagerResponse;
  return { wager: book, line, worth: { wager, edge, edge_per_roll: edge, rolls: "3", rests_on } as unknown as WagerWorth };
}

test("wagers of a family that cost the same are one row, with their numbers", () => {
  const rows = groupAlike([
    entry("place-5", "Place Bet 5", "1/25", [5]),
    entry("place-6", "Place Bet 6", "1/66", [6]),
    entry("place-8", "Place Bet 8", "1/66", [8]),
  ]);
  assert.deepEqual(
    rows.map((row) => row.title),
    ["Place Bet 5", "Place Bet 6, 8"],
  );
});

test("wagers of which the house takes more or less stay apart", () => {
  const rows = groupAlike([
    entry("place-6", "Place Bet 6", "1/66", [6], [VALUE], "500"),
    entry("place-8", "Place Bet 8", "1/66", [8], [VALUE], "600"),
  ]);
  assert.equal(rows.length, 2);
});

test("wagers without one number of their own stay apart", () => {
  const rows = groupAlike([entry("pass", "Pass Line", "7/495"), entry("come", "Come", "7/495")]);
  assert.deepEqual(
    rows.map((row) => row.title),
    ["Pass Line", "Come"],
  );
});

test("a search finds names, other names, words and clauses, every word of it", () => {
  const place = entry("place-6", "Place Bet 6", "1/66", [6]);
  for (const sought of ["", "place", "NICKNAME", "number wins", "wagers 6 place"]) assert.ok(matches(place, sought), sought);
  for (const sought of ["field", "place field"]) assert.ok(!matches(place, sought), sought);
});

test("values that the same clause gives in the same words are told once", () => {
  const other = { ...VALUE, word: "pays", value: "7:6", clause: "Payout Odds", says: "seven for six" };
  const groups = byClause([VALUE, other, { ...VALUE, word: "lose", value: "7" }]);
  assert.deepEqual(
    groups.map((group) => group.map((value) => value.word)),
    [["win", "lose"], ["pays"]],
  );
});
