/** What the drawing of a room is given: the exercise, what was done so far, and what its buttons may do. */
import type { TemplateResult } from "lit";
import type { BookResponse, ExerciseResponse, HandMotion } from "../../protocol.generated";
import type { TrayActs } from "./exercise-parts";

export interface RoomWork {
  readonly exercise: ExerciseResponse;
  readonly book: BookResponse;
  /** The chips that are cut and lie nowhere yet, in cents. */
  readonly hand: readonly number[];
  readonly motions: readonly HandMotion[];
  readonly tray: TrayActs;
  /** What is picked up on the way to a motion; each room has its own words for it. */
  readonly picked: readonly string[];
  readonly pick: (picked: readonly string[]) => void;
  readonly act: (motion: HandMotion) => void;
  readonly undo: () => void;
  /** Hands off: these motions, or all that were made. */
  readonly finish: (motions?: readonly HandMotion[]) => void;
}

export type RoomDrawing = (work: RoomWork) => TemplateResult;

/** The players of an exercise from the stick's left to right, each with their place at the rail. */
export function railPlaces({ rail }: ExerciseResponse): readonly { readonly place: string; readonly seat: string }[] {
  if (!rail) return [];
  const second = [...rail.second].reverse().map((seat, at) => ({ place: `second base ${at + 1}`, seat }));
  const third = rail.third.map((seat, at) => ({ place: `third base ${at + 1}`, seat }));
  return [...second, ...third.reverse()];
}

/** The amount in a form's field, in cents; 0 if there is none. */
export function amountIn(form: HTMLFormElement, name: string): number {
  return Math.round(Number(new FormData(form).get(name) ?? 0) * 100) || 0;
}
