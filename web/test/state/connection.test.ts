/** A line that breaks: comes back, says the same again under the same key, and ends when the house does not want it. */
import assert from "node:assert/strict";
import { mock, test, type TestContext } from "node:test";
import type { ConnectionState } from "../../src/model/view";
import type { FromServer } from "../../src/protocol.generated";
import { Connection, type Socket } from "../../src/state/connection";

class Fake implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readyState = 0;
  readonly heard: Record<string, unknown>[] = [];

  send(words: string): void {
    this.heard.push(JSON.parse(words) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  lose(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  /** Lines that were said, with their keys. */
  get said(): [unknown, unknown][] {
    return this.heard
      .filter((message) => message["type"] === "say")
      .map((message) => [message["key"], message["line"]]);
  }
}

function setUp(context: TestContext) {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  context.after(() => mock.timers.reset());
  const sockets: Fake[] = [];
  const lines: ConnectionState[] = [];
  const told: FromServer[] = [];
  let since: number | null = null;
  let wake = (): void => undefined;
  let stopped = false;
  const connection = new Connection({
    address: "ws://house/socket",
    token: "secret",
    since: () => since,
    told: (message) => {
      told.push(message);
      if ("n" in message) since = message.n;
    },
    line: (line) => lines.push(line),
    open: () => (sockets.push(new Fake()), sockets.at(-1) as Fake),
    wakes: (call) => ((wake = call), () => (stopped = true)),
  });
  const last = (): Fake => sockets.at(-1) as Fake;
  const enter = (n = 0): Fake => {
    last().open();
    last().tell({ type: "snapshot", n });
    return last();
  };
  return { connection, sockets, lines, told, last, enter, wake: () => wake(), stopped: () => stopped };
}

test("it says hello, and is open with the first picture", (context) => {
  const { connection, lines, last, enter } = setUp(context);
  assert.equal(connection.open, false);
  enter();
  assert.deepEqual(last().heard[0], { type: "hello", token: "secret", version: 1, crew: true });
  assert.deepEqual(lines, [{ is: "open" }]);
  assert.equal(connection.open, true);
  connection.close();
});

test("what is lost comes back with what it has seen, and says the same again under the same key", async (context) => {
  const { connection, sockets, lines, last, enter } = setUp(context);
  enter(4);
  last().tell({ type: "event", n: 5 });
  const first = connection.ask({ type: "say", line: "bets 5 on pass" });
  const second = connection.ask({ type: "say", line: "roll" });
  last().tell({ type: "accepted", key: first.key, n: 6 });
  assert.equal((await first.answer).type, "accepted");
  last().lose();
  assert.deepEqual(lines.at(-1), { is: "lost", since: 0, tries: 1 });
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
  last().open();
  assert.equal(last().heard[0]?.["since"], 6);
  assert.deepEqual(last().said, [], "nothing before the picture");
  last().tell({ type: "snapshot", n: 7 });
  assert.deepEqual(last().said, [[second.key, "roll"]]);
  last().tell({ type: "refused", key: second.key, code: "not-shooter", reason: "no", clause: "" });
  assert.equal((await second.answer).type, "refused");
  assert.notEqual(first.key, second.key);
  connection.close();
});

test("what is said while the line is lost goes out once, when it is back", (context) => {
  const { connection, last, enter } = setUp(context);
  enter();
  last().lose(1001);
  const { key } = connection.ask({ type: "say", line: "roll" });
  mock.timers.tick(1000);
  enter();
  assert.deepEqual(last().said, [[key, "roll"]]);
  connection.close();
});

test("it waits longer each time, and not at all when the page is seen again", (context) => {
  const { connection, sockets, lines, last, wake } = setUp(context);
  for (let tries = 1; tries < 9; tries++) {
    last().lose();
    const line = lines.at(-1);
    assert.ok(line?.is === "lost" && line.tries === tries);
    mock.timers.tick(Math.min(250 * 2 ** (tries - 1), 8000) * 0.55);
    assert.equal(sockets.length, tries, "not yet");
    mock.timers.tick(8000);
    assert.equal(sockets.length, tries + 1);
  }
  last().lose();
  wake();
  assert.equal(sockets.length, 10);
  wake();
  assert.equal(sockets.length, 10, "one at a time");
  connection.close();
});

test("a house that does not want it says why, and is not asked again", async (context) => {
  for (const code of [4401, 4404, 4406, 4429]) {
    const { connection, sockets, lines, last, enter, stopped } = setUp(context);
    enter();
    const { answer } = connection.ask({ type: "say", line: "roll" });
    last().tell({ type: "refused", key: "", code: "no-token", reason: "come in again", clause: "" });
    last().lose(code);
    const line = lines.at(-1);
    assert.ok(line?.is === "ended" && line.reason.reason === "come in again");
    const told = await answer;
    assert.ok(told.type === "refused" && told.reason === "come in again");
    mock.timers.tick(60_000);
    assert.equal(sockets.length, 1);
    assert.ok(stopped());
    const later = await connection.ask({ type: "say", line: "roll" }).answer;
    assert.ok(later.type === "refused" && later.reason === "come in again");
    mock.timers.reset();
  }
});

test("a house that closes, or whose records are away, is come back to", (context) => {
  const { connection, sockets, lines, last, enter } = setUp(context);
  enter();
  last().tell({ type: "refused", key: "", code: "closing", reason: "the house closes", clause: "" });
  last().lose(1001);
  assert.equal(lines.at(-1)?.is, "lost");
  mock.timers.tick(1000);
  last().lose(4503);
  assert.equal(lines.at(-1)?.is, "lost");
  mock.timers.tick(1000);
  assert.equal(sockets.length, 3);
  connection.close();
});

test("what the house could not do just now is said again with its key, until it can", async (context) => {
  const { connection, last, enter } = setUp(context);
  enter();
  const { key, answer } = connection.ask({ type: "say", line: "roll" });
  for (const code of ["unavailable", "busy"]) {
    last().tell({ type: "refused", key, code, reason: "not now", clause: "" });
    mock.timers.tick(1000);
  }
  assert.deepEqual(last().said, [
    [key, "roll"],
    [key, "roll"],
    [key, "roll"],
  ]);
  last().tell({ type: "accepted", key, n: 9 });
  assert.deepEqual(await answer, { type: "accepted", key, n: 9 });
  connection.close();
});

test("a line that is dead without knowing it is found out and left", (context) => {
  const { connection, sockets, lines, last, enter } = setUp(context);
  enter();
  mock.timers.tick(20_000);
  assert.deepEqual(last().heard.at(-1), { type: "want", what: "clock" });
  last().tell({ type: "clock", now: "2026-01-01T00:00:00Z" });
  mock.timers.tick(20_000);
  mock.timers.tick(6_000);
  assert.equal(lines.at(-1)?.is, "lost");
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
  connection.close();
});

test("keys are never used twice, nor by another page", (context) => {
  const { connection } = setUp(context);
  const other = new Connection({
    address: "",
    token: "",
    since: () => null,
    told: () => undefined,
    line: () => undefined,
    open: () => new Fake(),
  });
  const keys = [connection, other].flatMap((each) => [1, 2, 3].map(() => each.ask({ type: "say", line: "roll" }).key));
  assert.equal(new Set(keys).size, 6);
  for (const key of keys) assert.match(key, /^[0-9a-f-]{5,64}$/);
  connection.close();
  other.close();
});
