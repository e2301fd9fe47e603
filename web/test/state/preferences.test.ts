/** What somebody likes is kept, told, and never read as more than it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STORAGE_KEY, PreferenceStore } from "../../src/state/preferences";

function shelf(kept: Record<string, string> = {}): {
  getItem(n: string): string | null;
  setItem(n: string, v: string): void;
} {
  return { getItem: (name) => kept[name] ?? null, setItem: (name, value) => void (kept[name] = value) };
}

test("what was set is there the next time", () => {
  const kept = shelf();
  const first = new PreferenceStore(kept);
  first.set("theme", "contrast");
  first.chip = 2500;
  const second = new PreferenceStore(kept);
  assert.equal(second.get("theme"), "contrast");
  assert.equal(second.chip, 2500);
});

test("who subscribed is told of a change, once, until they stop", () => {
  const prefs = new PreferenceStore(shelf());
  let told = 0;
  const stop = prefs.subscribe(() => told++);
  prefs.set("coach", true);
  prefs.set("coach", true);
  assert.equal(told, 1);
  stop();
  prefs.set("coach", false);
  assert.equal(told, 1);
});

test("what somebody else wrote there is not taken for a setting", () => {
  const odd = JSON.stringify({ theme: "pink", speech: "yes", chip: -5, coach: true, unknown: 1 });
  const prefs = new PreferenceStore(shelf({ [STORAGE_KEY]: odd }));
  assert.equal(prefs.get("theme"), "auto");
  assert.equal(prefs.get("speech"), false);
  assert.equal(prefs.chip, 0);
  assert.equal(prefs.get("coach"), true);
  assert.equal(new PreferenceStore(shelf({ [STORAGE_KEY]: "{" })).get("theme"), "auto");
});

test("a storage that is full or forbidden loses nothing while the page is open", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  const prefs = new PreferenceStore(full);
  prefs.set("motion", "off");
  assert.equal(prefs.get("motion"), "off");
  assert.equal(new PreferenceStore(null).get("motion"), "auto");
});

test("another tab's change counts here once it is read", () => {
  const kept: Record<string, string> = {};
  const [one, other] = [new PreferenceStore(shelf(kept)), new PreferenceStore(shelf(kept))];
  one.set("ends", "both");
  assert.equal(other.get("ends"), "auto");
  other.reread();
  assert.equal(other.get("ends"), "both");
});
