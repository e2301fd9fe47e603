/** The places of things on the felt, as boxes and points from its upper left corner. */
import type { Box } from "../../layout/payout-labels";
import type { Region } from "../../layout/region";
import type { Point } from "../../layout/tracks";
import type { Transition } from "../../model/view";
import { CREW } from "./plan";

/** Chips as they lie: the box of the lowest, and how far the pile is above it. */
export interface Lain extends Box {
  readonly high: number;
}

export function boxOf(node: Element, own: DOMRect): Box {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x: x - own.x, y: y - own.y, width, height };
}

/** Returns what of a line of figures is ink: there is room above and below it. */
export function inked({ x, y, width, height }: Box): Box {
  return { x, y: y + height * 0.18, width, height: height * 0.64 };
}

export function piled({ x, y, width, height, high }: Lain): Box {
  return { x, y: y - high, width, height: height + high };
}

export function halved<T>(all: readonly T[], first: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))];
}

export function keyIn({ side, id }: Region): string {
  return `${side} ${id}`;
}

export function middle(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function moved({ x, y }: Point): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

export function placeOf(seat: string, heard: Transition): number {
  if (seat === CREW) return 0;
  const seats = [...(heard.after.table.seats ?? []), ...(heard.before.table.seats ?? [])];
  return seats.find((one) => one.name === seat)?.place ?? 0;
}
