/** The picture after an event is the house's own, in every house; and what did not change is the same object. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SnapshotMessage } from "../../src/protocol.generated";
import { atRisk, applyEvent, netOf, seatOf } from "../../src/state/reducer";
import { nights } from "../games";

const games = nights(120).flatMap(({ games }) => games);

/** A picture as it is drawn: what is left out is what it is unless said. */
function drawn(shown: SnapshotMessage): unknown {
  const { table, ...rest } = { ...shown, seats: {} }; // it reads seats from `table` alone
  const full = {
    crew: {},
    point: null,
    throws: null,
    dice: {},
    ledger: {},
    bonus: null,
    rolls: [],
    ...table,
    seats: (table.seats ?? []).map((seat) => ({ layout: {}, ...seat })),
  };
  return { ...rest, window: rest.window ?? null, fair: rest.fair ?? null, table: full };
}

test("event after event, the picture is the one that the house has", () => {
  let events = 0;
  for (const game of games) {
    let shown = game[0]?.before as SnapshotMessage;
    for (const { event, after } of game) {
      shown = applyEvent(shown, event);
      assert.deepEqual(drawn({ ...shown, you: "" }), drawn({ ...after, you: "" }), event.line);
      events += 1;
    }
  }
  assert.ok(events > 1000, `${events} events`);
});

test("seats that an event does not touch are the very same objects", () => {
  let kept = 0;
  for (const { before, event } of games.flat()) {
    const after = applyEvent(before, event);
    const told = new Set(event.change?.seats?.map((seat) => seat.name));
    for (const seat of before.table.seats ?? []) {
      if (told.has(seat.name) || !seatOf(after, seat.name)) continue;
      assert.equal(seatOf(after, seat.name), seat);
      kept += 1;
    }
    if (event.change?.roll === undefined && event.change?.rolls === undefined) assert.equal(after.table.rolls, before.table.rolls);
  }
  assert.ok(kept > 100, `${kept} seats kept`);
});

test("the picture before is not changed", () => {
  for (const { before, event } of games.flat().slice(0, 300)) {
    const copy = structuredClone(before);
    applyEvent(before, event);
    assert.deepEqual(before, copy);
  }
});

test("a net is rack and layout without what was bought", () => {
  const seat = { name: "Ann", place: 1, rack: 900, bought: 1000, layout: { lying: [{ wager: "pass", stake: 300 }] } };
  assert.equal(atRisk(seat.layout), 300);
  assert.equal(netOf(seat), 200);
});

test("a deadline, what waits for the crew, the dice and who throws next are taken from a change, and kept without one", () => {
  const before = games[0]?.[0]?.before as SnapshotMessage;
  const change = {
    window: { until: "2026-03-02T20:00:30Z", now: "2026-03-02T20:00:00Z", asked: ["Ann"] },
    late: [{ seat: "Ann", wager: "field", line: "Ann bets 5 on field" }],
    fair: { turn: 7, commitment: "c0ffee" },
    next: { seat: "Ann", why: "line-bet" as const, words: "Ann needs a line bet" },
  };
  const told = { type: "event" as const, n: before.n + 1, event: { type: "table-closing" as const } };
  const parts = ({ window, late, fair, next }: SnapshotMessage): unknown => ({ window, late, fair, next });
  const after = applyEvent(before, { ...told, change });
  assert.deepEqual(parts(after), change);
  assert.deepEqual(parts(applyEvent(after, told)), change);
  const over = applyEvent(after, { ...told, change: { window: null, late: [] } });
  assert.deepEqual([over.window, over.late], [null, []]);
});
