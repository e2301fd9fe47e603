/** A seat at a table to learn at: the big button throws the dice that the lesson needs, and everything else is a seat's own. */
import type { View } from "../../model/view";
import type { TableSession } from "../../session/session";

export type Dice = readonly [number, number];

/** Returns the same seat; `next` says which dice are thrown, or "" and why none are. */
export function lessonSession(seat: TableSession, next: () => Dice | string): TableSession {
  let from: View | null = null;
  let view: View | null = null;
  const roll = (): void => {
    const dice = next();
    if (typeof dice === "string") seat.tell("note", dice);
    else seat.roll(dice);
  };
  return new Proxy(seat, {
    get(target, name) {
      if (name === "roll") return roll;
      if (name === "view") {
        if (from !== target.view) [from, view] = [target.view, thrown(target.view)];
        return view;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The table as one that throws its dice: whoever learns enters none. */
function thrown(view: View): View {
  return view.snapshot ? { ...view, snapshot: { ...view.snapshot, dice: "fair" } } : view;
}

/** Two dice that nobody has chosen. */
export function drawnDice(): Dice {
  const face = (): number => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return byte < 252 ? 1 + (byte % 6) : face();
  };
  return [face(), face()];
}
