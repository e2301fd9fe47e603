/** One click to a table: a name that is free, a table that fits, company that can play there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookResponse, SnapshotMessage, TableListed } from "../../src/protocol.generated";
import { type HouseApi, RefusedError } from "../../src/state/api";
import { buyIn, comeIn, company, findTable, randomGuestName, waits, wholeChips } from "../../src/state/quick-start";

const BOOK = { name: "catfish-bend", minimum: "5.00", maximum: "500.00" } as BookResponse;
const LISTED: TableListed = {
  table: "t-1",
  rules: "catfish-bend",
  title: "Catfish Bend",
  minimum: "5.00",
  maximum: "500.00",
  dice: "fair",
  seats: ["Bot-a", "Bot-b", "Bot-c"],
  point: null,
  n: 3,
} as unknown as TableListed;
const refused = (code: string): RefusedError => new RefusedError({ code, reason: code, clause: "" }, 409);

/** A house that answers as it is told to, and remembers what it was asked. */
function house(parts: Record<string, unknown>): HouseApi {
  return { me: async () => null, tables: async () => [], ...parts } as unknown as HouseApi;
}

test("a name that is taken is not asked for twice, and numbers come after three tries", async () => {
  const asked: string[] = [];
  const busy = house({
    comeIn: async (name: string) => {
      asked.push(name);
      if (asked.length < 5) throw refused("name-taken");
      return { token: "x", name };
    },
  });
  const name = await comeIn(busy);
  assert.equal(name, asked.at(-1));
  assert.deepEqual(
    asked.slice(0, 3).filter((one) => one.includes("-")),
    [],
  );
  assert.match(name, /^[A-Z][a-z]+-\d+$/);
});

test("who is known keeps the name, and another refusal is not tried again", async () => {
  assert.equal(await comeIn(house({ me: async () => ({ name: "Ann", tables: [] }) })), "Ann");
  let tries = 0;
  const closed = house({
    comeIn: async () => {
      tries++;
      throw refused("too-many");
    },
  });
  await assert.rejects(comeIn(closed), /too-many/);
  assert.equal(tries, 1);
});

test("every name is one word of letters", () => {
  for (let at = 0; at < 200; at++)
    assert.match(
      randomGuestName(0, (below) => at % below),
      /^[A-Z][a-z]+$/,
    );
});

test("chips are whole, and within what the table takes", () => {
  assert.equal(wholeChips(100_000, 2_500), 100_000);
  assert.equal(wholeChips(100_000, 30_000), 90_000);
  assert.equal(wholeChips(100, 500), 500);
  const at = (terms: object, chip = 100): SnapshotMessage =>
    ({ terms, table: { house: { chip } } }) as unknown as SnapshotMessage;
  assert.equal(buyIn(100_000, at({})), 100_000);
  assert.equal(buyIn(100_000, at({ largest_buy_in: "200.00" })), 20_000);
  assert.equal(buyIn(100_000, at({ smallest_buy_in: "2000.00" })), 200_000);
});

test("a table is joined if strategies alone wait there, between hands, by the book's limits", () => {
  assert.equal(waits(LISTED, BOOK), true);
  for (const other of [
    { seats: [...LISTED.seats, "Ann"] },
    { seats: ["Bot-a"] },
    { point: 6 },
    { dice: "entered" as const },
    { closing: true },
    { minimum: "10.00" },
  ])
    assert.equal(waits({ ...LISTED, ...other }, BOOK), false, JSON.stringify(other));
});

test("one's own seat comes first, then company that waits, then a new table", async () => {
  const own = { ...LISTED, table: "t-own", seats: ["Ann"], point: 8 };
  const seated = house({ me: async () => ({ name: "Ann", tables: ["t-own"] }), tables: async () => [LISTED, own] });
  assert.deepEqual(await findTable(seated, BOOK), { table: "t-own", fresh: false });
  assert.deepEqual(await findTable(house({ tables: async () => [LISTED] }), BOOK), { table: "t-1", fresh: false });
  const other = house({ tables: async () => [{ ...LISTED, rules: "crapless" }], openTable: async () => "t-new" });
  assert.deepEqual(await findTable(other, BOOK), { table: "t-new", fresh: true });
});

test("three different strategies sit down, without those that cannot play here", async () => {
  const named = ["a", "b", "c", "d", "e"].map((name) => ({ name, sentence: "" }));
  const picky = house({
    strategies: async () => named,
    seatBot: async (_: string, { strategy }: { strategy: string }) => {
      if (strategy === "a" || strategy === "b") throw refused("bad-strategy");
      return { name: `Bot-${strategy}` };
    },
  });
  assert.deepEqual([...(await company(picky, "t-1"))].sort(), ["Bot-c", "Bot-d", "Bot-e"]);
  const full = house({ strategies: async () => named, seatBot: async () => Promise.reject(refused("full")) });
  await assert.rejects(company(full, "t-1"), /full/);
});
