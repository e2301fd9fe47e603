/** Addresses of the page, read and written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { route, tablePath } from "../../src/state/route";

test("every address of the house has its page", () => {
  const pages = {
    "/": "lobby",
    "/new": "new",
    "/join": "join",
    "/settings": "settings",
    "/limits": "limits",
    "/new/": "new",
  };
  for (const [path, page] of Object.entries(pages)) assert.deepEqual(route(path), { page, table: "" });
});

test("a table has five pages", () => {
  assert.deepEqual(route("/t/t-1f"), { page: "table", table: "t-1f" });
  for (const as of ["listen", "display", "desk", "history"] as const)
    assert.deepEqual(route(tablePath("t-1f", as)), { page: as, table: "t-1f" });
  assert.deepEqual(route(tablePath("a b/c")), { page: "table", table: "a b/c" });
});

test("anything else is nowhere", () => {
  for (const path of ["/t", "/t/", "/t/x/other", "/about", "/api/tables"])
    assert.equal(route(path).page, "nowhere", path);
  assert.deepEqual(route("/t/%E0%A4%A"), { page: "table", table: "%E0%A4%A" });
});
