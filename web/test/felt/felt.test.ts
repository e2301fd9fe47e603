/** The felt alone: mounted with plain data and callbacks, without a server, a session or preferences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";
import type { FeltCallbacks, FeltState } from "../../src/felt/state";
import type { SnapshotMessage } from "../../src/protocol.generated";
import { nights, type Recorded } from "../games";

const SIZE = { width: 1280, height: 640 };
/** Ends every flight of dice that is under way. */
let land: (() => void)[] = [];

const window = new Window();
class Sized {
  readonly resized: (entries: { contentRect: typeof SIZE }[]) => void;
  constructor(resized: Sized["resized"]) {
    this.resized = resized;
  }
  observe(): void {
    this.resized([{ contentRect: SIZE }]);
  }
  disconnect(): void {}
}
Object.assign(globalThis, {
  window,
  document: window.document,
  ResizeObserver: Sized,
  innerHeight: SIZE.height,
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
});
Object.assign(window.Element.prototype, {
  animate: () => ({ finished: new Promise<void>((done) => land.push(done)), cancel: () => undefined }),
});
const { Felt } = await import("../../src/felt/felt");
type AnyFelt = InstanceType<typeof Felt>;

const night = nights(60).find(({ book }) => book.name === "catfish-bend")!;
const game = night.games[0]!;
const betting = game.findLast(({ after }) => lying(after).length > 1)!;
const rolled = game.find(({ event, before }) => event.event.type === "rolled" && event.n > 3 && !!lying(before).length)!;

function lying({ you, table }: SnapshotMessage): readonly { readonly wager: string; readonly stake: number }[] {
  return table.seats?.find(({ name }) => name === you)?.layout?.lying ?? [];
}

function state({ after, offers }: Recorded): Partial<FeltState> {
  return { book: night.book, snapshot: after, offers: new Map(offers.map((one) => [one.wager, one])), chip: 500 };
}

async function mounted(from: Partial<FeltState>, callbacks: FeltCallbacks = {}): Promise<{ root: HTMLElement; felt: AnyFelt }> {
  const root = document.createElement("div");
  document.body.replaceChildren(root);
  const felt = new Felt(root, from, callbacks);
  await felt.redraw();
  return { root, felt };
}

/** Wagers and cents of one's own stacks as they are drawn. */
function drawn(root: HTMLElement): Record<string, number> {
  const stacks = [...root.querySelectorAll<HTMLElement>("[data-stack].is-own:not(.is-sent)")];
  return Object.fromEntries(stacks.map(({ dataset }) => [dataset["stack"]!, Number(dataset["cents"])]));
}

const staked = (shown: SnapshotMessage): Record<string, number> =>
  Object.fromEntries(lying(shown).map(({ wager, stake }) => [wager, stake]));

test("plain data is drawn: one's own stacks with their cents, and every wager of the house as a spot", async () => {
  const { root, felt } = await mounted(state(betting));
  assert.ok(lying(betting.after).length > 0);
  assert.deepEqual(drawn(root), staked(betting.after));
  for (const wager of ["pass", "field", "place-6"]) assert.ok(felt.node(wager), wager);
  felt.destroy();
});

test("a press bets the chip in hand, or is refused with the house's reason", async () => {
  const heard: unknown[] = [];
  const refusal = { code: "not-now", reason: "the point is off", clause: "5(c)" };
  const offers = new Map(betting.offers.map((one) => [one.wager, { ...one, refused: one.wager === "come" ? refusal : null }]));
  const { felt } = await mounted(
    { ...state(betting), offers },
    { onBet: (...bet) => heard.push(bet), onRefused: (...no) => heard.push(no) },
  );
  for (const wager of ["field", "come"]) felt.node(wager)!.dispatchEvent(new window.MouseEvent("click", { bubbles: true }) as never);
  assert.deepEqual(heard, [
    ["field", 500, false],
    ["come", refusal],
  ]);
  felt.destroy();
});

test("without callbacks it is a picture, and destroyed it leaves nothing behind", async () => {
  const { root, felt } = await mounted(state(betting));
  felt.node("field")!.dispatchEvent(new window.MouseEvent("click", { bubbles: true }) as never);
  assert.deepEqual(drawn(root), staked(betting.after));
  felt.destroy();
  felt.set({ chip: 100 });
  await felt.redraw();
  assert.equal(root.childNodes.length, 0);
});

test("each table of a game is drawn as it is, whatever was drawn before: also where only an amount has changed", async () => {
  const { root, felt } = await mounted(state(game[0]!));
  let changed = 0;
  for (const one of game) {
    const [before, after] = [drawn(root), staked(one.after)];
    felt.set(state(one));
    await felt.redraw();
    assert.deepEqual(drawn(root), after, `after ${one.event.n}`);
    changed += Object.keys(after).filter((wager) => before[wager] && before[wager] !== after[wager]).length;
  }
  assert.ok(changed > 0);
  felt.destroy();
});

test("a roll shows the table of before until its dice lie, and only then the one after", async () => {
  const dice: boolean[] = [];
  const { root, felt } = await mounted(
    { ...state(rolled), snapshot: rolled.before },
    { onDice: (inTheAir) => dice.push(inTheAir) },
  );
  window.dispatchEvent(new window.Event("wheel")); // somebody moves: the animation is fetched
  for (let tries = 0; !root.querySelector(".stage[ready]") && tries < 1000; tries++) await new Promise(setImmediate);
  const { event, before, after } = rolled;
  const [a, b] = event.event.type === "rolled" ? [event.event.a, event.event.b] : [0, 0];
  land = [];
  felt.set({ snapshot: after, transition: { event: { ...event, at: "" }, before, after }, dice: { n: event.n, a, b } });
  await felt.redraw();
  assert.deepEqual(dice, [true]);
  assert.deepEqual(drawn(root), staked(before));
  assert.equal(root.querySelectorAll(".die").length, 2);
  for (let tries = 0; !land.length && tries < 1000; tries++) await new Promise(setImmediate);
  for (const done of land.splice(0)) done();
  for (let tries = 0; felt.isHolding && tries < 1000; tries++) await new Promise(setImmediate);
  await felt.redraw();
  assert.deepEqual(dice, [true, false]);
  assert.deepEqual(drawn(root), staked(after));
  felt.destroy();
});
