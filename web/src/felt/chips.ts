/** Chips above the cloth: one node a stack, kept by owner and wager, moved by transform; real denominations. */
import type { Folded, Slot } from "../layout/chip-slots";
import { cents } from "../model/money";
import type { BookResponse } from "../protocol.generated";

/** A stack to be drawn. */
export interface Drawn {
  readonly key: string;
  readonly seat: string;
  readonly place: number;
  readonly wager: string;
  readonly cents: number;
  readonly own: boolean;
  readonly off: boolean;
  /** What lies on it: ON, OFF, how much of its numbers it has, or the kind of bet where several kinds share a space. */
  readonly button: string;
  /** Not acknowledged yet, or waiting until it is taken. */
  readonly state: "" | "sent" | "wish";
  readonly slot: Slot;
}

/** A denomination: what it is worth, and the name of its colour as a class. */
export interface Denomination {
  readonly cents: number;
  readonly colour: string;
}

const DISCS = 5;
/** A radius, in pixels, at which a chip has no room for a button on it. */
const TINY = 9;
/** How far a chip lies above the one below it, in radii. */
const LIFT = 0.15;

/** The house's chips, the largest first. A colour is a word of the house: letters alone make a class. */
export function denominations(book: BookResponse): readonly Denomination[] {
  const all = book.chips.map(({ value, colour }) => ({
    cents: cents(value),
    colour: colour.toLowerCase().replace(/[^a-z]/g, ""),
  }));
  return all.filter((chip) => chip.cents > 0).sort((a, b) => b.cents - a.cents);
}

/** The chips that make an amount, the largest first; five at most are shown. */
export function cut(amount: number, chips: readonly Denomination[]): readonly Denomination[] {
  const discs: Denomination[] = [];
  let left = amount;
  for (const chip of chips) {
    for (; left >= chip.cents && discs.length < DISCS; left -= chip.cents) discs.push(chip);
  }
  const least = chips.at(-1);
  return discs.length || !least ? discs : [least];
}

/** An amount as a chip has room for it. */
export function onChip(amount: number): string {
  const units = amount / 100;
  const parts = units < 10_000 ? 10 : 1;
  if (units >= 1000) return `${Math.floor((units * parts) / 1000) / parts}k`;
  return amount % 100 === 0 ? String(units) : units.toFixed(units < 10 ? 2 : 0);
}

export function seatLook(place: number): string {
  const at = ((place - 1 + 16) % 16) + 1;
  return `seat-${at}${at > 8 ? " is-split" : ""}`;
}

/** Chips as they look, wherever they are. */
export function stackNode(): HTMLElement {
  const node = document.createElement("div");
  node.append(Object.assign(document.createElement("span"), { className: "disc" }), document.createElement("b"));
  return node;
}

/** Shapes a node after chips: their colours, how high they are, how much they come to. */
export function shape(node: HTMLElement, amount: number, r: number, chips: readonly Denomination[]): string {
  const discs = cut(amount, chips);
  const top = discs.at(-1)?.colour ?? "";
  const below = discs.slice(0, -1).reverse();
  const pile = below.map(({ colour }, at) => {
    const by = `0 ${((at + 1) * LIFT).toFixed(2)}em 0`;
    return `${by} 0 var(--chip-${colour},var(--chip-grey)),${by} 1px var(--key)`;
  });
  const text = onChip(amount);
  node.style.setProperty("--r", `${r.toFixed(2)}px`);
  node.style.setProperty("--high", String(below.length * LIFT));
  node.style.setProperty("--pile", pile.join(",") || "0 0 0 0 var(--key)");
  node.lastElementChild!.textContent = text;
  return `chip-${top} letters-${Math.min(text.length, 5)}`;
}

export class ChipLayer {
  readonly root = document.createElement("div");
  readonly #nodes = new Map<string, HTMLElement>();
  readonly #drawn = new Map<string, Drawn>();
  #more: HTMLElement[] = [];

  constructor() {
    this.root.className = "chips";
    this.root.setAttribute("aria-hidden", "true");
  }

  node(key: string): HTMLElement | null {
    return this.#nodes.get(key) ?? null;
  }

  draw(stacks: readonly Drawn[], folded: readonly Folded[], chips: readonly Denomination[]): void {
    const keys = new Set(stacks.map(({ key }) => key));
    for (const [key, node] of this.#nodes) {
      if (keys.has(key)) continue;
      node.remove();
      this.#nodes.delete(key);
      this.#drawn.delete(key);
    }
    for (const stack of stacks) {
      const was = this.#drawn.get(stack.key);
      if (was && same(was, stack)) continue;
      this.#drawn.set(stack.key, stack);
      this.#put(stack, chips);
    }
    this.#fold(folded);
  }

  #put(stack: Drawn, chips: readonly Denomination[]): void {
    const { key, seat, wager, state, slot, own, off, button } = stack;
    let node = this.#nodes.get(key);
    if (!node) {
      node = stackNode();
      node.dataset[state === "wish" ? "wish" : "stack"] = wager;
      node.dataset["seat"] = seat;
      this.#nodes.set(key, node);
      this.root.append(node);
    }
    const look = shape(node, stack.cents, slot.r, chips);
    const states = [own && "is-own", off && "is-off", state && `is-${state}`];
    const sizes = [slot.folded && "is-folded", slot.r < TINY && "is-tiny"];
    node.className = ["stack", seatLook(stack.place), look, ...states, ...sizes].filter(Boolean).join(" ");
    node.dataset["cents"] = String(stack.cents);
    if (button) node.dataset["button"] = button;
    else delete node.dataset["button"];
    const { x, y, r } = slot;
    node.style.setProperty("transform", `translate(${(x - r).toFixed(1)}px,${(y - r).toFixed(1)}px)`);
  }

  /** How many more there are where not all have room. */
  #fold(folded: readonly Folded[]): void {
    for (const node of this.#more) node.remove();
    this.#more = folded.map(({ x, y, r, count }) => {
      const node = Object.assign(document.createElement("span"), { className: "folded", textContent: `+${count}` });
      node.style.setProperty("--r", `${Math.max(r, 6).toFixed(2)}px`);
      node.style.setProperty("transform", `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) translate(-50%,-50%)`);
      return node;
    });
    this.root.append(...this.#more);
  }
}

function same(a: Drawn, b: Drawn): boolean {
  const slots = (["x", "y", "r", "folded"] as const).every((name) => a.slot[name] === b.slot[name]);
  return slots && (["cents", "place", "own", "off", "button", "state"] as const).every((name) => a[name] === b[name]);
}
