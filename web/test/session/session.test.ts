/** A seat as its page sees it: views that are values, chips on their way, wishes, a line that breaks or is ended. */
import assert from "node:assert/strict";
import { mock, test, type TestContext } from "node:test";
import type { OfferMessage } from "../../src/protocol.generated";
import { ORDERS } from "../../src/session/pending-bets";
import { LiveTableSession } from "../../src/session/session";
import { HouseApi } from "../../src/state/api";
import type { Socket } from "../../src/state/connection";
import { preferences } from "../../src/state/preferences";

class Wire implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readyState = 1;
  readonly said: { key: string; line: string }[] = [];
  readonly wanted: string[] = [];
  readonly asked: string[] = [];
  readonly since: (number | null)[] = [];
  readonly seeds: string[] = [];
  askedLast = "";

  send(words: string): void {
    const message = JSON.parse(words) as {
      type: string;
      key: string;
      line: string;
      what: string;
      since: number | null;
      seed: string;
    };
    if (message.type === "seed") this.seeds.push(message.seed);
    if (message.type === "say") this.said.push(message);
    if (message.type === "ask") {
      [this.askedLast] = [message.key, this.asked.push(message.line)];
      this.since.push(message.since);
    }
    if (message.type === "want") this.wanted.push(message.what);
  }
  close(): void {
    this.readyState = 3;
  }
  get last(): { key: string; line: string } {
    return this.said.at(-1) as { key: string; line: string };
  }
  get lines(): string[] {
    return this.said.map(({ line }) => line);
  }
}

const HOUSE = { book: "b", title: "B", digest: "d", minimum: 500, maximum: 50_000, chip: 100, places: 16, undo: true };
const spot = (wager: string, more: object = {}) => ({
  wager,
  title: wager.toUpperCase(),
  label: wager,
  also: [],
  numbers: [],
  pays: "1:1",
  attaches_to: null,
  made: true,
  calls: [],
  rests: [],
  ...more,
});
const BOOK = {
  digest: "d",
  wagers: [spot("pass"), spot("come"), spot("odds", { attaches_to: "pass" }), spot("six")],
  groups: [],
  glossary: {},
  chips: [],
  puck: true,
};
const offer = (wager: string, more: Partial<OfferMessage> = {}): OfferMessage => ({
  wager,
  title: wager,
  held: "0.00",
  minimum: "5.00",
  maximum: "500.00",
  step: "1.00",
  ...more,
});

const ODDS = "keep odds at max";

/** Ann at a table, with a house that answers as the test says. */
class Table {
  readonly seat: LiveTableSession;
  readonly sockets: Wire[] = [];
  n = 0;
  /** The event of the last roll. */
  rolled = 0;
  stakes: Record<string, number> = {};
  undo = 0;
  point: number | null = null;

  /** `kept`: what the tab keeps. */
  constructor(kept: Map<string, string> = new Map(), name = "Ann") {
    const who = JSON.stringify({ token: "t", name });
    const keep = { getItem: () => who, setItem: () => undefined, removeItem: () => undefined };
    const book = async () => new Response(JSON.stringify(BOOK), { headers: { "content-type": "application/json" } });
    const open = (): Wire => (this.sockets.push(new Wire()), this.wire);
    const shelf = { getItem: (at: string) => kept.get(at) ?? null, setItem: (at: string, it: string) => kept.set(at, it) };
    this.seat = new LiveTableSession(new HouseApi("http://h", keep, book), "t-1", { open, wakes: () => () => undefined, shelf });
  }
  get wire(): Wire {
    return this.sockets.at(-1) as Wire;
  }
  get told() {
    return this.seat.view.feedback;
  }
  tell(message: object): void {
    this.wire.onmessage?.({ data: JSON.stringify(message) });
  }
  get #seat() {
    const lying = Object.entries(this.stakes).map(([wager, stake]) => ({ wager, stake }));
    return { name: "Ann", place: 1, rack: 100_000, bought: 100_000, layout: { lying }, undo: this.undo };
  }
  enter(you = "Ann"): void {
    this.wire.onopen?.(undefined as never);
    const seats = you ? [this.#seat] : [];
    const table = { house: HOUSE, seats, point: this.point };
    this.tell({
      type: "snapshot",
      n: this.n,
      name: "t-1",
      table,
      rules: "b",
      digest: "d",
      dice: "fair",
      seats: {},
      point: this.point,
      shooter: null,
      next: { seat: null, why: "nobody", words: "" },
      now: new Date().toISOString(),
      version: 1,
      you,
    });
  }
  offers(...all: OfferMessage[]): void {
    this.tell({ type: "offers", n: this.n, offers: all });
  }
  /** Something happened to Ann's layout, or to the table. */
  event(line: string, more: object = {}, event: object = { type: "changed", seat: "Ann" }): void {
    this.n += 1;
    this.tell({ type: "event", n: this.n, line, event, change: { seats: [this.#seat], ...more } });
  }
  /** The house takes the last line: chips lie there. */
  async take(wager: string, cents: number): Promise<void> {
    const { key, line } = this.wire.last;
    this.stakes[wager] = (this.stakes[wager] ?? 0) + cents;
    this.undo += 1;
    this.event(`Ann ${line}`);
    this.tell({ type: "accepted", key, n: this.n });
    await soon();
  }
  /** What the house says is meant by what was asked last: an order that leads to nothing, unless the test says more. */
  async means(more: object = {}): Promise<void> {
    await soon();
    this.tell({ type: "meant", key: this.wire.askedLast, lines: [], order: ODDS, roll: this.rolled, ...more });
    await soon();
  }
  /** A roll, and what is taken after it. */
  async rolls(): Promise<void> {
    this.roll();
    this.offers(offer("pass"));
    await soon();
  }
  roll(event: object = {}): void {
    this.undo = 0;
    this.rolled = this.n + 1;
    this.event(
      "roll 3 1",
      { point: this.point, roll: { a: 3, b: 1, shooter: "Ann" } },
      { type: "rolled", seats: [], ...event },
    );
  }
}

async function soon(): Promise<void> {
  for (let k = 0; k < 16; k++) await Promise.resolve();
}

async function seated(context: TestContext, ...all: OfferMessage[]): Promise<Table> {
  mock.timers.enable({ apis: ["setTimeout"] });
  return comes(context, new Table(), ...all);
}

async function comes(context: TestContext, table: Table, ...all: OfferMessage[]): Promise<Table> {
  context.after(() => {
    table.seat.close();
    mock.timers.reset();
  });
  table.enter();
  table.offers(...(all.length ? all : [offer("pass")]));
  for (let k = 0; k < 5 && !table.seat.view.book; k++) await new Promise(setImmediate);
  assert.ok(table.seat.view.book);
  return table;
}

test("a chip is drawn as sent, then it lies there; whoever watches is told once a moment", async (context) => {
  const table = await seated(context);
  let told = 0;
  table.seat.subscribe(() => told++);
  const before = table.seat.view;
  table.seat.bets.drop("pass", 500);
  assert.deepEqual(
    table.seat.view.unanswered.map(({ wager, cents }) => [wager, cents]),
    [["pass", 500]],
  );
  assert.equal(before.unanswered.length, 0, "a view is never changed");
  assert.equal(told, 0);
  await soon();
  assert.equal(told, 1);
  const { key, line } = table.wire.last;
  assert.equal(line, "bets 5 on pass");
  table.stakes["pass"] = 500;
  table.event("Ann bets 5 on pass");
  assert.deepEqual(table.seat.view.unanswered, [], "the chip is not there twice");
  table.tell({ type: "accepted", key, n: table.n });
  await soon();
  assert.equal(table.told?.words, "$5 on PASS");
});

test("chips dropped while one is on its way go together, after it", async (context) => {
  const table = await seated(context);
  for (const _ of [1, 2, 3]) table.seat.bets.drop("pass", 500);
  assert.deepEqual(table.wire.lines, ["bets 5 on pass"]);
  assert.equal(
    table.seat.view.unanswered.reduce((sum, { cents }) => sum + cents, 0),
    1500,
  );
  await table.take("pass", 500);
  assert.equal(table.wire.lines.length, 1, "the offers are not known yet");
  table.offers(offer("pass", { held: "5.00", minimum: "1.00", maximum: "495.00" }));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 5 on pass", "bets 10 on pass"]);
});

test("a refusal takes the chip away and says why, at its spot", async (context) => {
  const table = await seated(context);
  table.seat.bets.drop("pass", 500);
  table.tell({ type: "refused", key: table.wire.last.key, code: "own-limit", reason: "no more today", clause: "7" });
  await soon();
  assert.deepEqual(table.seat.view.unanswered, []);
  assert.deepEqual([table.told?.kind, table.told?.wager, table.told?.why?.clause], ["refused", "pass", "7"]);
});

test("a chip that must wait is kept, said when it may be, and dropped when it never will", async (context) => {
  const not = (code: string) => ({ minimum: "", maximum: "", refused: { code, reason: "later", clause: "3" } });
  const table = await seated(context, offer("come", not("not-now")), offer("pass", not("closed")));
  table.seat.bets.drop("come", 500);
  table.seat.bets.drop("pass", 1000);
  await soon();
  assert.deepEqual(table.seat.view.pendingBets, [
    { wager: "come", cents: 500 },
    { wager: "pass", cents: 1000 },
  ]);
  assert.deepEqual([table.told?.kind, table.told?.why?.clause], ["note", "3"]);
  assert.deepEqual(table.wire.lines, []);
  table.offers(offer("come"), offer("pass", not("rack")));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 5 on come"]);
  assert.deepEqual(table.seat.view.pendingBets, []);
  assert.deepEqual([table.told?.kind, table.told?.wager], ["refused", "pass"]);
});

test("a bet that came too late waits for the next moment", async (context) => {
  const table = await seated(context);
  table.seat.bets.drop("pass", 500);
  table.tell({ type: "refused", key: table.wire.last.key, code: "closed", reason: "the dice are out", clause: "1" });
  await soon();
  assert.deepEqual(table.seat.view.pendingBets, [{ wager: "pass", cents: 500 }]);
});

test("a chip dropped in the moment after a roll is snapped to what is taken then", async (context) => {
  const table = await seated(context, offer("pass", { held: "5.00", minimum: "1.00" }));
  table.roll();
  table.seat.bets.drop("pass", 100);
  table.seat.bets.drop("pass", 100);
  await soon();
  assert.deepEqual(table.wire.lines, [], "what may be bet now is not known yet");
  table.offers(offer("pass"));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 5 on pass"]);
  assert.equal(table.seat.view.unanswered.length, 2);
});

test("a bet by offers that were out of date is said once more by those that came", async (context) => {
  const table = await seated(context, offer("pass", { held: "5.00", minimum: "1.00" }));
  table.event("Bob bets", {}, { type: "changed", seat: "Bob" });
  table.seat.bets.drop("pass", 100);
  assert.deepEqual(table.wire.lines, ["bets 1 on pass"]);
  table.tell({ type: "refused", key: table.wire.last.key, code: "below-minimum", reason: "at least 5", clause: "9" });
  table.offers(offer("pass"));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 1 on pass", "bets 5 on pass"]);
  assert.notEqual(table.told?.kind, "refused");
  table.tell({ type: "refused", key: table.wire.last.key, code: "rack", reason: "no chips", clause: "" });
  await soon();
  assert.deepEqual([table.wire.lines.length, table.told?.words], [2, "no chips"]);
});

test("lifting what was just bet takes it back whole, anything else is reduced or taken down", async (context) => {
  const table = await seated(context);
  table.seat.bets.drop("pass", 500);
  await table.take("pass", 500);
  table.offers(offer("pass", { held: "5.00" }));
  await soon();
  table.seat.bets.lift("pass", 500);
  assert.equal(table.wire.last.line, "undo");
  table.tell({ type: "refused", key: table.wire.last.key, code: "x", reason: "x", clause: "" });
  table.roll();
  table.seat.bets.lift("pass", 200);
  assert.equal(table.wire.last.line, "reduces pass by 2");
  table.seat.bets.lift("pass");
  assert.equal(table.wire.last.line, "takes down pass");
});

test("repeat: the layout of the last come-out, without what lies there", async (context) => {
  const table = await seated(context, offer("pass"), offer("come"));
  table.stakes = { pass: 1000, come: 500 };
  table.event("Ann bets");
  table.stakes = { come: 500 };
  table.roll();
  table.seat.bets.repeat();
  assert.deepEqual(table.wire.lines, ["bets 10 on pass"]);
});

test("standing orders act when they are given and after every roll, and not again on a refusal", async (context) => {
  const table = await seated(context, offer("pass"), offer("odds"));
  table.seat.bets.order(ODDS, true);
  assert.match(table.told?.words ?? "", /is on: it is done before every roll/);
  await table.means();
  assert.deepEqual([table.wire.asked, table.wire.lines], [[ODDS], []]);
  await table.rolls();
  await table.means({ lines: ["bets 30 on odds", "bets 20 on come-odds"] });
  assert.deepEqual(table.wire.lines, ["bets 30 on odds"], "one after the other");
  table.tell({ type: "refused", key: table.wire.last.key, code: "rack", reason: "no chips", clause: "" });
  await soon();
  await table.take("come-odds", 2000);
  table.offers(offer("pass"), offer("odds", { maximum: "20.00" }));
  await soon();
  assert.deepEqual([table.wire.asked.length, table.wire.lines.length], [2, 2]);
  assert.deepEqual(
    [table.told?.kind, table.told?.words],
    ["note", `bets 20 on come-odds, for “${ODDS}”. bets 30 on odds, for “${ODDS}”, is not taken: no chips`],
  );
});

test("what orders did is told together, and once what the house does not take of them", async (context) => {
  const table = await seated(context);
  const [come, pass] = ["keep come at 10", "keep pass at 5"];
  const note = "10 on come is not taken now: after the come-out";
  table.seat.bets.order(come, true);
  await table.means({ order: come, note });
  assert.equal(table.told?.words, `“${come}” is waiting: ${note}`);
  table.seat.bets.order(pass, true);
  await table.means({ order: come, note });
  await table.means({ order: pass, lines: ["bets 5 on pass"] });
  await table.take("pass", 500);
  assert.deepEqual([table.told?.kind, table.told?.words], ["done", `bets 5 on pass, for “${pass}”`], "it was said");
  await table.rolls();
  await table.means({ order: come, lines: ["bets 10 on come"] });
  await table.take("come", 1000);
  await table.means({ order: pass, lines: ["bets 5 on pass"] });
  await table.take("pass", 500);
  assert.equal(table.told?.words, `bets 10 on come, for “${come}”. bets 5 on pass, for “${pass}”`);
  table.seat.bets.order(come, false);
  assert.equal(table.told?.words, `“${come}” is off`);
  assert.equal(table.seat.bets.handleOrderLine("drop all"), true);
  assert.equal(table.told?.words, "Standing orders: none");
  assert.deepEqual([...table.seat.bets.orders.all.keys()], Object.keys(ORDERS));
});

test("an order is done once where a second roll comes before the answer to the first", async (context) => {
  const order = "keep pass at 10";
  const table = await seated(context);
  table.seat.bets.order(order, true);
  await table.means({ order });
  await table.rolls();
  const [first, roll] = [table.wire.askedLast, table.rolled];
  await table.rolls();
  assert.equal(table.wire.askedLast, first, "one thing is asked at a time");
  await table.means({ order, roll, lines: ["bets 10 on pass"] });
  assert.deepEqual(table.wire.lines, [], "it was asked for a roll that is over");
  await table.means({ order, lines: ["bets 10 on pass"] });
  assert.deepEqual(table.wire.lines, ["bets 10 on pass"]);
  assert.deepEqual(table.wire.since, [null, 0, 0], "the house says since when it stands");
});

test("an order that is off while it is asked for is not done, and the next one is", async (context) => {
  const table = await seated(context);
  table.seat.bets.order("keep pass at 10", true);
  table.seat.bets.order("keep come at 5", true);
  await soon();
  table.seat.bets.order("keep pass at 10", false);
  await table.means({ order: "keep pass at 10", lines: ["bets 10 on pass"] });
  await table.means({ order: "keep come at 5", lines: ["bets 5 on come"] });
  assert.deepEqual(table.wire.lines, ["bets 5 on come"]);
});

test("a roll that was missed while the line was lost is made up for, and what was taken back is left alone", async (context) => {
  const table = await seated(context);
  const comesBack = async (): Promise<void> => {
    table.wire.onclose?.({ code: 1001, reason: "" });
    mock.timers.tick(1000);
    table.n += 5;
    table.enter();
    table.offers(offer("pass"));
    await soon();
  };
  table.seat.bets.order(ODDS, true);
  await table.means();
  await comesBack();
  await table.means({ lines: ["bets 30 on odds"] });
  assert.deepEqual(table.wire.lines, [], "it was done after this roll, whatever lies there now");
  table.rolled = table.n + 2;
  await comesBack();
  await table.means({ lines: ["bets 30 on odds"] });
  assert.deepEqual(table.wire.lines, ["bets 30 on odds"]);
});

test("a line has a name of its order and its roll, as long as a house takes, and none if a hand has just given it", async (context) => {
  const [short, long] = ["keep pass at 10", "keep dont-come odds at max"];
  const table = await seated(context);
  const keys = async (order: string, line: string): Promise<string> => {
    await table.means({ order, lines: [line] });
    await table.take("pass", 1000);
    return table.wire.last.key;
  };
  table.seat.bets.order(short, true);
  assert.doesNotMatch(await keys(short, "bets 10 on pass"), /pass/);
  await table.rolls();
  assert.equal(await keys(short, "bets 10 on pass"), `${table.rolled} ${short} bets 10 on pass`);
  table.seat.bets.order(short, false);
  table.seat.bets.order(long, true);
  await table.means({ order: long });
  await table.rolls();
  const line = "bets 1000000.50 on dont-come-odds-10";
  assert.equal(await keys(long, line), `${table.rolled} ${line}`);
});

test("what of an order is not said yet is not said once it is off", async (context) => {
  const table = await seated(context);
  table.seat.bets.order("always rebet", true);
  await table.means({ order: "always rebet", lines: ["bets 5 on pass", "bets 5 on come"] });
  table.seat.bets.order("always rebet", false);
  await table.take("pass", 500);
  assert.deepEqual(table.wire.lines, ["bets 5 on pass"]);
});

test("whoever sits down has the orders done that stand", async (context) => {
  const table = await seated(context);
  table.seat.bets.order(ODDS, true);
  await table.means();
  table.event("Ann leaves", { seats: [], order: [] }, { type: "left", seat: "Ann" });
  await soon();
  const asked = table.wire.asked.length;
  table.event("seat Ann 1000", { order: ["Ann"] }, { type: "seated", seat: "Ann" });
  await soon();
  assert.equal(table.wire.asked.length, asked + 1);
});

test("what the house does not read as an order is not done, and says so once", async (context) => {
  const table = await seated(context);
  table.seat.bets.order("rebet", true);
  await table.means({ order: "", lines: ["bets 10 on pass"] });
  assert.equal(table.told?.words, "“rebet” is waiting: it is not a standing order here");
  await table.rolls();
  await table.means({ order: "", lines: ["bets 10 on pass"] });
  assert.deepEqual([table.told, table.wire.lines], [null, []], "it is said once, and nothing done");
});

const LATE = { code: "unconfirmed", reason: "the dice are in the air", clause: "6.3", rule: "" };

test("a late bet is said to the house while it waits, and is not said again once the crew has taken it", async (context) => {
  const table = await seated(context, offer("six", { refused: LATE }));
  table.seat.bets.drop("six", 500);
  table.seat.bets.drop("six", 500);
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 5 on six", "bets 10 on six"], "all that waits there");
  assert.deepEqual(table.seat.view.pendingBets, [{ wager: "six", cents: 1000 }]);
  const bet = { type: "bet", seat: "Ann", amount: 1000, wager: "six" };
  table.event("", {}, { type: "late-bet-confirmed", seat: "Ann", bet, role: "boxperson", by: "x", taken: ["dealer"] });
  await soon();
  assert.deepEqual(table.seat.view.pendingBets, []);
  table.offers(offer("six"));
  await soon();
  assert.equal(table.wire.lines.length, 2, "it lies there once");
});

test("a late bet that is taken back is withdrawn from the house", async (context) => {
  const table = await seated(context, offer("six", { refused: LATE }));
  table.seat.bets.drop("six", 500);
  await soon();
  const late = [{ seat: "Ann", wager: "six", line: "Ann bets 5 on six" }];
  table.event("", { late }, { type: "late-bet-offered", seat: "Ann", bet: { type: "bet", seat: "Ann", amount: 500, wager: "six" } });
  await soon();
  table.seat.bets.lift("six");
  await soon();
  assert.deepEqual([table.wire.lines.at(-1), table.seat.view.pendingBets], ["takes down six", []]);
});

test("a bet that is confirmed late does not put away what was refused since", async (context) => {
  const refused = { code: "no-point", reason: "only with a point", clause: "Wagers 3", rule: "" };
  const table = await seated(context, offer("pass"), offer("come", { refused }));
  table.seat.bets.drop("pass", 500);
  table.seat.bets.drop("come", 500);
  await soon();
  assert.deepEqual([table.told?.kind, table.told?.wager], ["refused", "come"]);
  await table.take("pass", 500);
  assert.deepEqual([table.told?.kind, table.told?.wager], ["refused", "come"]);
  table.offers(offer("pass"), offer("come", { refused }));
  await soon();
  table.seat.bets.drop("pass", 500);
  table.seat.bets.drop("pass", 500);
  table.seat.bets.drop("come", 500);
  await soon();
  for (let chip = 0; chip < 2; chip++) {
    await table.take("pass", 500);
    table.offers(offer("pass"), offer("come", { refused }));
    await soon();
    assert.deepEqual([table.told?.kind, table.told?.wager], ["refused", "come"], "also of chips that went after it");
  }
  table.seat.bets.drop("pass", 500);
  await table.take("pass", 500);
  assert.deepEqual([table.told?.kind, table.told?.wager], ["done", "pass"], "what is done after it does");
});

test("a line that breaks: nothing is bet meanwhile, and nothing is said twice", async (context) => {
  const table = await seated(context);
  table.seat.bets.drop("pass", 500);
  const { key } = table.wire.last;
  table.wire.onclose?.({ code: 1001, reason: "" });
  assert.equal(table.seat.view.connection.is, "lost");
  table.seat.bets.drop("pass", 2500);
  table.seat.bets.drop("come", 2500);
  await soon();
  assert.equal(table.told?.why?.code, "lost");
  mock.timers.tick(1000);
  table.n = 1;
  table.stakes = { pass: 500 };
  table.enter();
  assert.equal(table.seat.view.connection.is, "open");
  assert.deepEqual(
    table.wire.said.map((said) => said.key),
    [key],
  );
  table.tell({ type: "accepted", key, n: 1 });
  table.offers(offer("pass", { held: "5.00" }));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 5 on pass"]);
});

test("a token that is gone ends it with the house's reason", async (context) => {
  const table = await seated(context);
  table.tell({ type: "refused", key: "", code: "no-token", reason: "come in again", clause: "" });
  table.wire.onclose?.({ code: 4401, reason: "" });
  const { connection } = table.seat.view;
  assert.ok(connection.is === "ended" && connection.reason.reason === "come in again");
  assert.equal(await table.seat.say("roll"), false);
});

test("an event that is missing is made up for by a picture; one that is past is only a line", async (context) => {
  const table = await seated(context);
  table.n = 4;
  table.event("Bob bets 5 on pass");
  assert.deepEqual(table.wire.wanted, ["snapshot"]);
  table.tell({
    type: "event",
    n: 9,
    line: "roll 1 1",
    past: true,
    event: { type: "rolled", seats: [] },
    change: { point: 9 },
  });
  assert.equal(table.seat.view.snapshot?.point, null);
  assert.deepEqual(table.seat.view.lines, ["roll 1 1"]);
});

test("who sits down under one's own name is oneself, in every tab; who leaves is nobody", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const table = new Table();
  context.after(() => (table.seat.close(), mock.timers.reset()));
  table.enter("");
  table.event("seat Bob 1000", { order: ["Ann"] }, { type: "seated", seat: "Bob" });
  assert.ok(!table.seat.view.snapshot?.you);
  table.event("seat Ann 1000", { order: ["Ann"] }, { type: "seated", seat: "Ann" });
  assert.equal(table.seat.view.snapshot?.you, "Ann");
  assert.deepEqual(table.seat.view.nets, [0]);
  table.roll();
  assert.deepEqual(table.seat.view.nets, [0, 0]);
  table.event("Ann leaves", { seats: [], order: [] }, { type: "left", seat: "Ann" });
  assert.equal(table.seat.view.snapshot?.you, "");
  assert.deepEqual(table.seat.view.nets, []);
});

test("offers that say the same are the same objects", async (context) => {
  const table = await seated(context, offer("pass"), offer("come"));
  const before = table.seat.view.offers;
  table.offers(offer("pass"), offer("come", { held: "5.00" }));
  assert.equal(table.seat.view.offers.get("pass"), before.get("pass"));
  assert.notEqual(table.seat.view.offers.get("come"), before.get("come"));
});

test("a page that is loaded again has its orders, what is repeated, and chips that wait", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const kept = new Map<string, string>();
  const waits = offer("come", { refused: { code: "not-now", reason: "after the come-out", clause: "" } });
  const table = await comes(context, new Table(kept), offer("pass"), waits);
  table.seat.bets.drop("pass", 500);
  await table.take("pass", 500);
  table.seat.bets.order("keep come at 5", true);
  table.seat.bets.order(ODDS, true);
  table.stakes = {};
  table.roll();
  table.offers(offer("pass"), waits);
  await soon();
  table.seat.bets.drop("come", 1000);
  await soon();
  assert.deepEqual(table.seat.view.pendingBets, [{ wager: "come", cents: 1000 }]);
  const again = await comes(context, new Table(kept), offer("pass"), waits);
  assert.deepEqual(
    [...again.seat.bets.orders.all],
    [
      ["always rebet", false],
      [ODDS, true],
      ["keep come at 5", true],
    ],
  );
  assert.deepEqual(again.seat.view.pendingBets, [{ wager: "come", cents: 1000 }]);
  again.seat.bets.repeat();
  assert.deepEqual(again.wire.lines, ["bets 5 on pass"]);
  again.offers(offer("pass"), offer("come"));
  assert.equal(again.wire.last.line, "bets 10 on come");
  const bob = await comes(context, new Table(kept, "Bob"));
  assert.deepEqual([...bob.seat.bets.orders.all.values()], [false, false], "they are nobody else's");
  const other = await comes(context, new Table(new Map([...kept].map(([name]) => [name, "{"]))));
  assert.deepEqual([...other.seat.bets.orders.all.values()], [false, false], "what cannot be read is nothing");
});

test("two pages of one person say an order under one key, so that it is done once", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const odds = offer("odds", { maximum: "30.00" });
  const pages = [await comes(context, new Table(), odds), await comes(context, new Table(), odds)];
  for (const page of pages) {
    page.seat.bets.order(ODDS, true);
    await page.means();
    page.roll();
    page.offers(odds);
    await soon();
    await page.means({ lines: ["bets 30 on odds"] });
  }
  const said = pages.flatMap((page) => page.wire.said.map(({ key, line }) => [key, line]));
  assert.equal(said.length, 2);
  assert.deepEqual(said[0], said[1]);
  const [page] = pages as [Table];
  await page.take("odds", 3000);
  page.offers(odds);
  await soon();
  page.seat.bets.drop("odds", 500);
  assert.notEqual(page.wire.last.key, said[0]?.[0], "what a hand does is done as often as it does it");
  await page.take("odds", 500);
  page.roll();
  page.offers(odds);
  await soon();
  await page.means({ lines: ["bets 30 on odds"] });
  assert.equal(page.wire.last.line, "bets 30 on odds");
  assert.notEqual(page.wire.last.key, said[0]?.[0], "and after another roll it is another");
});

test("what is typed while the line is lost is not said, then or later; what had been asked is asked again", async (context) => {
  const table = await seated(context);
  void table.seat.ask("ten on the line");
  table.wire.onclose?.({ code: 1001, reason: "" });
  const meant = await table.seat.ask("5 on hard 10");
  assert.deepEqual(meant.lines, []);
  assert.match(meant.reason ?? "", /you are offline: nothing was sent/);
  mock.timers.tick(1000);
  table.enter();
  assert.deepEqual(table.wire.asked, ["ten on the line"]);
});

test("what was told before a roll goes with it, and what is told of it stays", async (context) => {
  const table = await seated(context);
  table.seat.bets.drop("pass", 500);
  await table.take("pass", 500);
  assert.equal(table.told?.words, "$5 on PASS");
  table.roll();
  table.offers(offer("pass"));
  await soon();
  assert.equal(table.told?.words, undefined);
  table.roll();
  table.seat.tell("note", "news");
  table.offers(offer("pass"));
  await soon();
  assert.equal(table.told?.words, "news");
});

test("clear says what still lies there from before the roll", async (context) => {
  const table = await seated(context);
  table.stakes = { come: 4800 };
  table.roll();
  table.offers(offer("pass"));
  table.seat.bets.drop("pass", 500);
  await soon();
  await table.take("pass", 500);
  table.seat.bets.clear();
  await soon();
  assert.equal(table.wire.last.line, "undo");
  delete table.stakes["pass"];
  table.undo = 0;
  table.event("Ann undo", {}, { type: "undone", seat: "Ann" });
  table.tell({ type: "accepted", key: table.wire.last.key, n: table.n });
  await soon();
  assert.match(table.told?.words ?? "", /^All undone, since the roll; \$48 is still on the layout/);
});

test("many bets at once say what was laid, and why it is another amount", async (context) => {
  const table = await seated(context, offer("pass"), offer("six", { held: "10.00", minimum: "1.00", pays_in: "6.00" }));
  table.stakes = { six: 1000 };
  table.roll();
  table.offers(offer("six", { held: "10.00", minimum: "1.00", pays_in: "6.00" }));
  await soon();
  table.seat.bets.double();
  await soon();
  assert.equal(table.wire.last.line, "bets 8 on six");
  await table.take("six", 800);
  table.offers(offer("six", { held: "18.00", minimum: "1.00", pays_in: "6.00" }));
  await soon();
  assert.equal(table.told?.words, "Doubled: 1 bet, SIX $8, not $10: pays exactly in 6s");
});

test("the coach says what a bet by hand costs, if that is wanted", async (context) => {
  const table = await seated(context);
  preferences.set("coach", true);
  context.after(() => preferences.set("coach", false));
  table.seat.bets.drop("pass", 500);
  assert.deepEqual(table.wire.asked, ["bets 5 on pass"]);
  await table.take("pass", 500);
  table.tell({ type: "meant", key: table.wire.askedLast, lines: ["bets 5 on pass"], remarks: ["It costs 7 cents."] });
  await soon();
  assert.equal(table.told?.words, "$5 on PASS. It costs 7 cents.");
});

// --- what ended, and is not seen yet

const ROLLED = { type: "rolled", shooter: "Ann", a: 4, b: 3, event: "seven-out", seats: [] };

/** The line breaks, and is open again; what happened meanwhile is told before the picture. */
async function away(table: Table, happened: readonly object[], more: object = {}): Promise<void> {
  table.wire.onclose?.({ code: 1006, reason: "" });
  mock.timers.tick(10_000);
  table.wire.onopen?.(undefined as never);
  for (const event of happened) table.tell({ type: "event", n: ++table.n, line: "", event, past: true });
  const shown = table.seat.view.snapshot!;
  table.tell({ ...shown, n: table.n, table: { ...shown.table, ...more } });
  await soon();
}

test("a roll that was thrown while the line was lost is the last one, in its dice, its call and what it settled", async (context) => {
  const table = await seated(context);
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  await away(table, [ROLLED], { rolls: [{ a: 3, b: 1, shooter: "Ann" }, { a: 4, b: 3, shooter: "Ann", event: "seven-out" }] });
  const { lastRoll, stickCall, news } = table.seat.view;
  assert.equal((lastRoll?.event.event as { a: number }).a, 4);
  assert.deepEqual(stickCall?.calls, ["You threw 4 and 3: 7, seven out"]);
  assert.deepEqual(
    news.map(({ kind, words, own }) => [kind, words, own]),
    [["missed", "While the connection was lost: 1 roll: 4 and 3, seven out.", "Your chips are as they were."]],
  );
});

test("of a house that does not know any more what happened, the last roll is the one in its picture", async (context) => {
  const table = await seated(context);
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  await away(table, [], { rolls: [{ a: 6, b: 5, shooter: "Bob" }] });
  assert.equal(table.seat.view.lastRoll, null);
  assert.equal(table.seat.view.stickCall, null);
  assert.match(table.seat.view.news[0]!.words, /the game went on, last with 6 and 5/);
});

test("a line that was lost for a moment changes nothing and is no news", async (context) => {
  const table = await seated(context);
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  const { lastRoll } = table.seat.view;
  await away(table, []);
  assert.equal(table.seat.view.lastRoll, lastRoll);
  assert.deepEqual(table.seat.view.news, []);
});

test("a no roll stays told through the bets after it, until the next roll or until it is seen", async (context) => {
  const table = await seated(context);
  const calls = [{ who: "stickperson", words: "No roll", clause: "" }];
  const off = (): void => {
    table.n += 1;
    const event = { type: "no-roll-called", said: "off the table", dice: {} };
    table.tell({ type: "event", n: table.n, line: "no roll: off the table", event, calls });
  };
  const words = (): readonly string[] => table.seat.view.news.map((news) => news.words);
  off();
  table.event("Ann bets 10 on pass");
  assert.deepEqual(table.seat.view.stickCall?.calls, ["No roll"]);
  assert.deepEqual(words(), ["No roll: off the table. All bets stand as they are."]);
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  assert.deepEqual(words(), []);
  off();
  table.seat.dismissNews(table.seat.view.news[0]!);
  assert.deepEqual(words(), []);
});

test("a roll that is taken back is called no more, and told until the next roll", async (context) => {
  const table = await seated(context);
  const stick = [{ who: "stickperson", words: "Seven, winner seven", clause: "" }];
  const rolled = { type: "rolled", shooter: "Ann", a: 3, b: 4, event: "" };
  const voided = { type: "roll-voided", shooter: "Ann", a: 3, b: 1, seats: [] };
  const told = (line: string, event: object, calls: readonly object[]): void => {
    table.n += 1;
    table.tell({ type: "event", n: table.n, line, event, calls });
  };
  const words = (): readonly string[] => table.seat.view.news.map((news) => news.words);
  told("roll corrected to 3 4", { type: "roll-corrected", voided, rolled }, stick);
  assert.deepEqual(table.seat.view.stickCall?.calls, ["Seven, winner seven"]);
  assert.deepEqual(words(), ["The roll is corrected to 3 and 4. 3 and 1 are taken back, with what was bet since."]);
  const ruling = { ...voided, b: 4, said: "on the rail" };
  told("supervisor rules no roll: on the rail", ruling, [{ who: "supervisor", words: "No roll", clause: "" }]);
  assert.equal(table.seat.view.stickCall, null);
  assert.deepEqual(words(), ["No roll: on the rail. 3 and 4 are taken back: all bets stand as they did before it."]);
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  assert.deepEqual(words(), []);
});

test("a Shootout is told when it is hit, and when it is paid until that is seen, also after a reload", async (context) => {
  const kept = new Map<string, string>();
  mock.timers.enable({ apis: ["setTimeout"] });
  const table = await comes(context, new Table(kept));
  const held = { zone: "UTC", opened: "", now: "", held_for: "Ann", held_amount: 100_00 };
  table.event("roll 4 6", { bonus: held }, { ...ROLLED, event: "made" });
  const words = (): string => table.seat.view.news.map((news) => news.words).join(" ");
  assert.match(words(), /^Ann has hit the Shootout: \$100\. It is paid once the dice have been inspected/);
  const paid = [
    { seat: "Ann", amount: 100_00, rack: 0 },
    { seat: "Bob", amount: 10_00, rack: 0 },
    { seat: "Cy", amount: 10_00, rack: 0 },
  ];
  table.event("supervisor finds …", { bonus: { ...held, held_for: "" } }, { type: "inspected", paid, bonus: {} });
  assert.equal(words(), "The Shootout is paid: $100 to Ann, $10 each to Bob and Cy.");
  table.roll({ shooter: "Ann", a: 3, b: 1, event: "" });
  assert.equal(words(), "The Shootout is paid: $100 to Ann, $10 each to Bob and Cy.");
  const again = new Table(kept);
  again.n = table.n;
  await comes(context, again);
  assert.equal(again.seat.view.news[0]?.words, "The Shootout is paid: $100 to Ann, $10 each to Bob and Cy.");
  again.seat.dismissNews(again.seat.view.news[0]!);
  assert.deepEqual(JSON.parse([...kept.values()][0]!).news, []);
});

test("who leaves is told so until it is seen or they sit down again", async (context) => {
  const table = await seated(context);
  table.event("Ann leaves", { seats: [], order: [] }, { type: "left", seat: "Ann", cashed: 1040_00, commission: 0, dice: {} });
  assert.deepEqual(
    table.seat.view.news.map(({ kind, words }) => [kind, words]),
    [["left", "You left the table with $1,040."]],
  );
  table.event("seat Ann", { order: ["Ann"] }, { type: "seated", seat: "Ann", place: 1, rack: 1000_00 });
  assert.deepEqual(table.seat.view.news, []);
});

test("a chip dropped before the house has said what it takes is bet as soon as it has; not if the line is lost first", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const table = new Table();
  context.after(() => (table.seat.close(), mock.timers.reset()));
  table.enter();
  table.seat.bets.drop("pass", 1000);
  await soon();
  assert.deepEqual(table.wire.lines, []);
  assert.equal(table.told, null);
  table.offers(offer("pass"));
  await soon();
  assert.deepEqual(table.wire.lines, ["bets 10 on pass"]);

  const other = new Table();
  context.after(() => other.seat.close());
  other.enter();
  other.seat.bets.drop("pass", 1000);
  other.wire.onclose?.({ code: 1006, reason: "" });
  await soon();
  assert.match(other.told?.words ?? "", /you are offline/i);
});

test("a browser gives a seed of its own to every turn, once, before its first throw", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const table = new Table();
  context.after(() => (table.seat.close(), mock.timers.reset()));
  table.enter("");
  const fair = (turn: number, more: object = {}) => ({ fair: { turn, commitment: "c", ...more } });
  table.event("", fair(1), { type: "turn-opened", turn: 1, commitment: "c" });
  assert.deepEqual(table.wire.seeds, [], "who has no seat gives none");
  table.event("seat Ann 1000", { order: ["Ann"] }, { type: "seated", seat: "Ann" });
  assert.equal(table.wire.seeds.length, 1);
  assert.match(table.wire.seeds[0]!, /^[0-9a-f]{32}$/);
  assert.deepEqual(table.seat.givenSeed, { turn: 1, seed: table.wire.seeds[0] });
  table.event("", fair(1, { given: ["Ann"] }), { type: "seed-given", seat: "Ann", seed: table.wire.seeds[0] });
  table.event("", fair(1, { given: ["Ann"], mixed: "m" }), { type: "seeds-mixed", turn: 1, mixed: "m" });
  assert.equal(table.wire.seeds.length, 1);
  table.event("", fair(2), { type: "turn-opened", turn: 2, commitment: "d" });
  assert.equal(new Set(table.wire.seeds).size, 2, "another one for the next turn");
  table.event("", fair(3, { mixed: "m" }), { type: "seeds-mixed", turn: 3, mixed: "m" });
  assert.equal(table.wire.seeds.length, 2, "none once the dice are fixed");
});
