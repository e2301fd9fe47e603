/** Hands on the felt: pointers and keys become what a seat does. It knows spots by their names alone. */
import type { nearestSpot, Direction } from "./arrow-keys";

/** What the hands do, and what they need to know for it. */
export interface FeltInputTarget {
  readonly root: HTMLElement;
  /** Something to focus, by wager. */
  node(wager: string): Element | null;
  /** Every wager that can be focused, in the order of the keyboard. */
  order(): readonly string[];
  /** The own bet under a point of the window, if any. */
  grip(x: number, y: number): string;
  add(wager: string, most: boolean): void;
  lift(wager: string, all: boolean): void;
  move(from: string, to: string): void;
  toggle(wager: string): void;
  why(wager: string): void;
  /** The spot under a hand, or "" for none. */
  hover(wager: string): void;
  focused(wager: string): void;
  /** Chips under way in a hand, at a point of the window; "" when they were let go. */
  carry(wager: string, x: number, y: number, over: string): void;
}

const LONG = 450;
const FAR = 7;

interface Press {
  readonly id: number;
  readonly wager: string;
  /** The own bet that would be carried. */
  readonly grip: string;
  readonly x: number;
  readonly y: number;
  readonly touch: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** `carry`: chips are under way; `done`: it was a long press. */
  state: "down" | "carry" | "done";
}

/** The wager of whatever is there. */
export function wagerAt(target: EventTarget | Element | null): string {
  const found = (target as Element | null)?.closest?.("[data-spot],[data-part]");
  return found?.getAttribute("data-spot") ?? found?.getAttribute("data-part") ?? "";
}

export class FeltInput {
  readonly #of: FeltInputTarget;
  #press: Press | null = null;
  /** The one spot that Tab comes to. */
  #reached = "";
  #nearest: typeof nearestSpot | null = null;
  #mouse = true;
  #ended = 0;
  /** True if the last press was heard of: one that only ends a throw is not. */
  #heard = false;

  /** Listens on the target's root until `signal` says stop. */
  constructor(of: FeltInputTarget, signal: AbortSignal) {
    this.#of = of;
    const { root } = of;
    root.addEventListener("click", (event) => this.#click(event), { signal });
    root.addEventListener("contextmenu", (event) => this.#menu(event), { signal });
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    root.addEventListener("focusin", (event) => this.#focus(event), { signal });
    root.addEventListener("focusout", () => of.focused(""), { signal });
    root.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    root.addEventListener("pointermove", (event) => this.#moved(event), { signal });
    root.addEventListener("pointerup", (event) => this.#up(event), { signal });
    root.addEventListener("pointercancel", () => this.#drop(), { signal });
    root.addEventListener("pointerleave", () => of.hover(""), { signal });
    // A finger on one's own chips carries them; anywhere else it scrolls.
    root.addEventListener("touchstart", (event) => this.#touched(event), { passive: false, signal });
  }

  /** Something became reachable or is no more: there is always one spot that Tab comes to. */
  reachable(): void {
    const order = this.#of.order();
    const now = order.includes(this.#reached) ? this.#reached : (order[0] ?? "");
    if (now !== this.#reached) this.#reach(now);
    else if (now) this.#of.node(now)?.setAttribute("tabindex", "0");
  }

  #reach(wager: string): void {
    this.#of.node(this.#reached)?.setAttribute("tabindex", "-1");
    this.#reached = wager;
    this.#of.node(wager)?.setAttribute("tabindex", "0");
  }

  // --- pointers

  #click(event: MouseEvent): void {
    const wager = wagerAt(event.target);
    if (!wager || this.#unheard(event) || event.timeStamp - this.#ended < 80) return;
    this.#of.add(wager, event.shiftKey);
    this.#take(wager);
  }

  /** True if a click belongs to a press that was not heard; a click by key or voice has no count and is heard. */
  #unheard({ detail, button }: MouseEvent): boolean {
    const unheard = !this.#heard && (detail > 0 || button > 0);
    this.#heard = false;
    return unheard;
  }

  /** The keyboard goes on where the hand was. */
  #take(wager: string): void {
    const node = this.#of.node(wager);
    if (!node) return;
    this.#reach(wager);
    (node as HTMLElement | SVGElement).focus({ preventScroll: true });
  }

  #menu(event: MouseEvent): void {
    const wager = wagerAt(event.target);
    if (!wager) return;
    event.preventDefault();
    if (!this.#mouse || this.#unheard(event)) return;
    this.#of.lift(wager, event.shiftKey);
    this.#take(wager);
  }

  #touched(event: TouchEvent): void {
    const touch = event.touches[0];
    if (event.touches.length === 1 && touch && this.#of.grip(touch.clientX, touch.clientY)) event.preventDefault();
  }

  #down(event: PointerEvent): void {
    const wager = wagerAt(event.target);
    this.#mouse = event.pointerType === "mouse";
    this.#heard = true;
    this.#drop();
    this.#ended = -Infinity; // a click that comes now is this press's
    if (!wager || event.button !== 0) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    const touch = !this.#mouse;
    const press: Press = { id, wager, grip: this.#of.grip(x, y), x, y, touch, timer: undefined, state: "down" };
    if (touch) press.timer = setTimeout(() => this.#long(press), LONG);
    this.#press = press;
  }

  #long(press: Press): void {
    press.state = "done";
    this.#of.lift(press.wager, false);
    navigator.vibrate?.(12);
  }

  #moved(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) {
      if (event.pointerType === "mouse") this.#of.hover(wagerAt(event.target));
      return;
    }
    if (press.state === "done") return;
    if (press.state === "down") {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      clearTimeout(press.timer);
      if (!press.grip) return void (this.#press = null);
      press.state = "carry";
      this.#of.root.setPointerCapture(press.id);
    }
    this.#of.carry(press.grip, event.clientX, event.clientY, this.#under(event));
  }

  /** Chips of a hand are let go on a spot, or beside all of them: then they are taken back. */
  #up(event: PointerEvent): void {
    const press = this.#press;
    this.#drop();
    if (!press || press.id !== event.pointerId) return;
    if (press.state !== "down") this.#ended = event.timeStamp;
    if (press.state === "carry") {
      const over = this.#under(event);
      if (!over) this.#of.lift(press.grip, true);
      else if (over !== press.grip) this.#of.move(press.grip, over);
    } else if (press.state === "down" && press.touch && press.grip) {
      // The page was told not to scroll, so it is not told of a click either.
      this.#ended = event.timeStamp;
      this.#of.add(press.wager, false);
    }
  }

  #under(event: PointerEvent): string {
    return wagerAt(document.elementFromPoint(event.clientX, event.clientY));
  }

  #drop(): void {
    clearTimeout(this.#press?.timer);
    this.#press = null;
    this.#of.carry("", 0, 0, "");
  }

  // --- keys

  #focus(event: FocusEvent): void {
    const wager = wagerAt(event.target);
    if (!wager) return;
    if (wager !== this.#reached) this.#reach(wager);
    this.#of.focused((event.target as Element).matches(":focus-visible") ? wager : "");
  }

  #key(event: KeyboardEvent): void {
    const wager = wagerAt(event.target);
    if (!wager || event.metaKey || event.altKey) return;
    if (this.#walk(event, wager) || (!event.ctrlKey && this.#act(event, wager))) event.preventDefault();
  }

  #act({ key, shiftKey }: KeyboardEvent, wager: string): boolean {
    const { add, lift, toggle, why } = this.#of;
    const acts: { readonly [key: string]: () => void } = {
      Enter: () => add(wager, shiftKey),
      " ": () => add(wager, shiftKey),
      Backspace: () => lift(wager, shiftKey),
      Delete: () => lift(wager, true),
      m: () => add(wager, true),
      o: () => toggle(wager),
      w: () => why(wager),
    };
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    act?.();
    return !!act;
  }

  /** Arrows go to what is nearest that way; with Ctrl, one on or back in the order of the spots. */
  #walk({ key, ctrlKey }: KeyboardEvent, wager: string): boolean {
    const order = this.#of.order();
    const at = order.indexOf(wager);
    const ways: { readonly [key: string]: Direction } = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[key];
    if (key === "Home") this.#go(order[0]);
    else if (key === "End") this.#go(order.at(-1));
    else if (way && ctrlKey) this.#go(order[at + way[0] + way[1]]);
    else if (way) void this.#toward(wager, way, order);
    else return false;
    return true;
  }

  /** Waits for nothing but the first time: keys may come faster than a part is fetched. */
  async #toward(wager: string, way: Direction, order: readonly string[]): Promise<void> {
    this.#nearest ??= (await import("./lazy").catch(() => null))?.nearestSpot ?? null;
    this.#go(this.#nearest?.(wager, way, order, (one) => this.#of.node(one)));
  }

  #go(wager: string | undefined): void {
    if (!wager) return;
    const node = this.#of.node(wager) as HTMLElement | SVGElement | null;
    this.#reach(wager);
    node?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
