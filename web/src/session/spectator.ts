/** A table as the room sees it: nobody's seat in particular, whoever opened the page. */
import type { Transition, News, View } from "../model/view";
import type { SnapshotMessage } from "../protocol.generated";
import type { TableSession } from "./session";

/** The same seat, which watches and nothing else. */
export function spectatorSession(seat: TableSession): TableSession {
  let from: View | null = null;
  let view: View | null = null;
  return new Proxy(seat, {
    get(target, name) {
      if (name === "view") {
        if (from !== target.view) [from, view] = [target.view, nobodys(target.view)];
        return view;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

function nobodys(view: View): View {
  const shown = view.snapshot && nobody(view.snapshot);
  return { ...view, snapshot: shown, news: forRoom(view), offers: NONE, unanswered: [], pendingBets: [], transition: heard(view.transition), lastRoll: heard(view.lastRoll) };
}

/** What concerns one person alone is not for the room, and nobody presses anything there: the next roll ends it all. */
function forRoom(view: View): readonly News[] {
  const rolled = view.lastRoll?.event.n ?? -1;
  return (view.news ?? [])
    .filter(({ n, kind }) => kind !== "left" && (n >= rolled || kind === "missed"))
    .map(({ own: _, ...news }) => news);
}

const NONE: View["offers"] = new Map();
const known = new WeakMap<SnapshotMessage, SnapshotMessage>();

/** The very same for the same, so that nothing is drawn again. */
function nobody(shown: SnapshotMessage): SnapshotMessage {
  if (!shown.you) return shown;
  const kept = known.get(shown) ?? { ...shown, you: "" };
  known.set(shown, kept);
  return kept;
}

function heard(told: Transition | null): Transition | null {
  return told && { ...told, before: nobody(told.before), after: nobody(told.after) };
}
