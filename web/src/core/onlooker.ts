/** A table as the room sees it: nobody's seat in particular, whoever opened the page. */
import type { Heard, View } from "./model";
import type { Seat } from "./seat";
import type { SnapshotTold } from "../wire";

/** The same seat, which watches and nothing else. */
export function onlooker(seat: Seat): Seat {
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
  const shown = view.shown && nobody(view.shown);
  return { ...view, shown, offers: NONE, sent: [], wishes: [], heard: heard(view.heard), rolled: heard(view.rolled) };
}

const NONE: View["offers"] = new Map();
const known = new WeakMap<SnapshotTold, SnapshotTold>();

/** The very same for the same, so that nothing is drawn again. */
function nobody(shown: SnapshotTold): SnapshotTold {
  if (!shown.you) return shown;
  const kept = known.get(shown) ?? { ...shown, you: "" };
  known.set(shown, kept);
  return kept;
}

function heard(told: Heard | null): Heard | null {
  return told && { ...told, before: nobody(told.before), after: nobody(told.after) };
}
