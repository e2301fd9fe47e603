/** The list of open tables: one's own are marked and stand first, with a seat there or without. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableListed } from "../../src/protocol.generated";
import { sortTables, ownTables, ownMark } from "../../src/state/table-list";

const table = (name: string, ...seats: string[]): TableListed => ({
  table: name,
  rules: "typical",
  title: "Typical",
  minimum: "5.00",
  maximum: "500.00",
  dice: "fair",
  seats,
  point: null,
  n: 0,
});

test("a table that one opened is one's own without a seat there", () => {
  const mine = ownTables({ roles: { t1: ["owner"], t2: ["dealer"], "*": ["supervisor"] } });
  assert.deepEqual([...mine], ["t1"]);
  assert.equal(ownMark(table("t1", "Bob"), "Ann", mine), "your table");
  assert.equal(ownMark(table("t1", "Bob", "Ann"), "Ann", mine), "your seat");
  assert.equal(ownMark(table("t2", "Bob"), "Ann", mine), "");
  assert.equal(ownMark(table("t3", "Ann"), "Ann", mine), "your seat");
});

test("whoever has not come in has no table and no seat", () => {
  assert.equal(ownTables(null).size, 0);
  assert.equal(ownMark(table("t1", ""), "", ownTables(null)), "");
});

test("one's seats come first, then one's tables, then those where people are", () => {
  const tables = [table("crowd", "Bob", "Cy"), table("own"), table("seat", "Ann"), table("bots", "Bot-1")];
  const names = sortTables(tables, "Ann", new Set(["own"])).map((each) => each.table);
  assert.deepEqual(names, ["seat", "own", "crowd", "bots"]);
});
