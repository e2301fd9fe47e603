/** The next press on a spot opens its story instead of betting: for whoever has no key to ask with. */
import { wagerAt } from "../felt/input";
import type { SessionFelt } from "./session-felt";

/** Waits for it; `done` is told once a spot was pressed, or Escape, or this is stopped, which the answer does. */
export function explain(done: () => void): () => void {
  const waits = new AbortController();
  const stop = (): void => {
    waits.abort();
    done();
  };
  const on = (name: string, heard: (event: Event) => void): void =>
    addEventListener(name, heard, { capture: true, signal: waits.signal });
  const felt = ({ target }: Event): SessionFelt | null => (target as Element).closest?.<SessionFelt>("so-felt") ?? null;
  const spot = (event: Event): string => (felt(event) ? wagerAt(event.target) : "");
  // Hands that never hear of the press neither carry chips nor put any down.
  for (const name of ["pointerdown", "touchstart"]) on(name, (event) => void (spot(event) && event.stopPropagation()));
  on("click", (event) => {
    const wager = spot(event);
    if (!wager) return;
    event.stopPropagation();
    stop();
    felt(event)?.felt?.why(wager);
  });
  on("keydown", (event) => void ((event as KeyboardEvent).key === "Escape" && stop()));
  return stop;
}
