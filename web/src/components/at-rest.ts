/** Fetches what can wait: once the page has rested, or when somebody does something. */
import { RESTED } from "../model/timing";

const INPUTS = ["pointerdown", "keydown", "wheel"];
/** Milliseconds between two tries at the most. */
const LONGEST = 60_000;

/** Calls `load` after RESTED milliseconds or with the first input; again, ever later, for as long as it fails. */
export function loadAtRest(load: () => Promise<unknown>, wait = RESTED): void {
  const waiting = new AbortController();
  const go = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    clearTimeout(timer);
    load().catch(() => loadAtRest(load, Math.min(2 * wait, LONGEST)));
  };
  const timer = setTimeout(go, wait);
  for (const input of INPUTS) addEventListener(input, go, { capture: true, passive: true, signal: waiting.signal });
}
