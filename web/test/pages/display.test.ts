/** The table's screen: how somebody comes in from it, and whose table it shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { correction, generate } from "lean-qr";
import { squares } from "../../src/pages/table/qr";
import type { View } from "../../src/model/view";
import type { TableSession } from "../../src/session/session";
import { spectatorSession } from "../../src/session/spectator";
import { wayIn } from "../../src/state/join-address";

const at = (address: string): URL => new URL(address);

test("a phone is told the address that the screen has, and only if it can come by it", () => {
  assert.deepEqual(wayIn(at("http://craps.home:7011/t/t-1/display"), "63 7q"), {
    host: "craps.home:7011",
    link: "http://craps.home:7011/join?code=63%207q",
    reachable: true,
  });
  assert.equal(wayIn(at("http://192.168.1.20:7011/"), "637q").reachable, true);
  for (const here of ["http://127.0.0.1:7011", "http://localhost:7011", "http://[::1]:7011", "http://127.0.0.9"])
    assert.equal(wayIn(at(here), "637q").reachable, false, here);
});

test("a code for a camera is drawn square by square, four from the edge", () => {
  const code = generate("http://192.168.178.123:7011/join?code=637q", { minCorrectionLevel: correction.M });
  assert.ok(code.size <= 41, "no larger than a screen can show well");
  const drawn = new Set<string>();
  for (const [, x, y, w] of squares(code.size, (x, y) => code.get(x, y)).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let k = 0; k < Number(w); k++) drawn.add(`${Number(x) + k - 4} ${Number(y) - 4}`);
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) assert.equal(drawn.has(`${x} ${y}`), code.get(x, y), `${x} ${y}`);
  assert.ok(drawn.has("0 0") && !drawn.has("1 1") && drawn.has("3 3"), "a corner as cameras look for it");
});

test("the room's screen is nobody's, whoever opened it, and the same while nothing changes", () => {
  const shown = { you: "Ann", n: 1 };
  const view = {
    snapshot: shown,
    offers: new Map([["pass", {}]]),
    unanswered: [1],
    pendingBets: [1],
    transition: { before: shown, after: shown },
    lastRoll: null,
  };
  const seat = { view, subscribe: () => () => "stopped" } as unknown as TableSession;
  const room = spectatorSession(seat);
  assert.equal(room.view.snapshot?.you, "");
  assert.deepEqual([room.view.offers.size, room.view.unanswered.length, room.view.pendingBets.length], [0, 0, 0]);
  assert.equal(room.view.transition?.before, room.view.snapshot);
  assert.equal(room.view, room.view);
  (seat as { view: View }).view = { ...view, unanswered: [] } as unknown as View;
  assert.equal(room.view.snapshot, spectatorSession(seat).view.snapshot);
  assert.equal(typeof room.subscribe(() => undefined), "function");
});
