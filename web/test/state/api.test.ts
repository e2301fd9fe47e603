/** What the page asks a house over HTTP, and what it makes of the answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HouseApi, RefusedError } from "../../src/state/api";

class Memory {
  getItem(): null {
    return null;
  }
  setItem(): void {}
  removeItem(): void {}
}

/** A house that gives these answers one after the other, and how often it was asked. */
function house(...answers: readonly Response[]): { readonly api: HouseApi; readonly asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  const fetching = (async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return left.shift() as Response;
  }) as typeof fetch;
  return { api: new HouseApi("", new Memory(), fetching), asked };
}

function busy(headers: Record<string, string> = { "retry-after": "0" }): Response {
  const why = { code: "busy", reason: "the house is busy: try again in a moment", clause: "" };
  return Response.json(why, { status: 503, headers });
}

test("a busy house is asked again for what only looks, when it says, and the answer is taken", async () => {
  const { api, asked } = house(busy(), busy(), Response.json([]));
  assert.deepEqual(await api.tables(), []);
  assert.deepEqual(asked, ["GET /api/tables", "GET /api/tables", "GET /api/tables"]);
});

test("a house that stays busy is asked five times, and then says so", async () => {
  const { api, asked } = house(busy(), busy(), busy(), busy(), busy(), busy());
  await assert.rejects(api.tables(), RefusedError);
  assert.equal(asked.length, 5);
});

test("a busy house is asked again for what does something too: it has begun nothing", async () => {
  const { api, asked } = house(busy(), Response.json({ name: "Bot-3" }));
  assert.deepEqual(await api.seatBot("t-1", { strategy: "pass-line" }), { name: "Bot-3" });
  assert.equal(asked.length, 2);
});

test("what a house refuses without a time to come back is asked once", async () => {
  const { api, asked } = house(busy({}), Response.json([]));
  await assert.rejects(api.tables(), RefusedError);
  assert.equal(asked.length, 1);
});
