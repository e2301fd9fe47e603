/**
 * The felt: a craps table as it is drawn and touched. State goes in, callbacks come out; it knows no server, no session
 * and no preference, and judges no bet.
 *
 *     import { Felt } from "./felt";
 *
 *     const felt = new Felt(document.querySelector("#table"), { book, snapshot }, {
 *       onBet: (wager, cents) => console.log(`${cents} cents on ${wager}`),
 *     });
 *     felt.set({ offers, chip: 500 });            // some fields; the rest stays as it was
 *     felt.set({ snapshot: after, transition });  // a new event: it is animated from `transition.before`
 *     felt.destroy();
 *
 * `root` needs a size of its own and `src/style/first-load.css`; the felt fills it and is drawn again when it is resized.
 * `state.ts` lists every field and every callback with an example; `table/session-felt.ts` is the felt of a live table.
 */
import { HIGH } from "../layout/chip-slots";
import { formFor, hasMiddle, layout, sheet } from "../layout/layout";
import type { Layout } from "../layout/region";
import { Spots } from "../layout/spots";
import type { Point } from "../layout/tracks";
import { dollars } from "../model/money";
import type { Feedback } from "../model/view";
import type { BookResponse, SnapshotMessage } from "../protocol.generated";
import { snapAmount } from "../session/amounts";
import { isClosed } from "../session/pending-bets";
import { lyingOn, own } from "../text/words";
import { seatLook, shape, stackNode } from "./chips";
import { FeltInput, type FeltInputTarget } from "./input";
import { type AnimationHost, Playback } from "./animation/playback";
import type { RefusalNote } from "./refusal-note";
import { type FeltCallbacks, type FeltState, NO_STATE } from "./state";
import { Surface } from "./surface";

export class Felt implements FeltInputTarget, AnimationHost {
  readonly root: HTMLElement;
  readonly #callbacks: FeltCallbacks;
  readonly #input: FeltInput;
  readonly #playback: Playback;
  readonly #cover = sheetCover();
  /** The button that shows there is more of the table below the window, and scrolls there. */
  readonly #below = Object.assign(document.createElement("button"), { className: "felt-below", textContent: "↓" });
  /** The chips that a press would put down, and the reason if they are others than those in hand. */
  readonly #ghost = stackNode();
  readonly #tip = Object.assign(document.createElement("div"), { className: "tip" });
  readonly #resizes: ResizeObserver;
  readonly #listening = new AbortController();
  #state: FeltState;
  /** Width and height of `root` in pixels: `[1280, 640]`. */
  #size: readonly [number, number] = [0, 0];
  /** The table, and on a phone the sheet of proposition bets. */
  #main: Surface | null = null;
  #props: Surface | null = null;
  /** The book, form, size and end that the surfaces are drawn for: `[book, "wide", 1280, 640, "left"]`. */
  #drawnFor: readonly unknown[] = [];
  /** The wager under the pointer, and the one whose chips are carried: `"place-6"`, or "". */
  #hover = "";
  #carried = "";
  #note: RefusalNote | null = null;
  /** The feedback that was last shown or put away. */
  #noted: Feedback | null = null;
  /** The drawing that is due; null when everything is drawn. */
  #drawing: Promise<void> | null = null;

  /** Draws into `root`, which is left as it was found by `destroy`. */
  constructor(root: HTMLElement, state: Partial<FeltState> = {}, callbacks: FeltCallbacks = {}) {
    [this.root, this.#callbacks] = [root, callbacks];
    this.#state = { ...NO_STATE, ...state };
    const { signal } = this.#listening;
    this.#input = new FeltInput(this, signal);
    this.#playback = new Playback(this, this.#state.transition?.event.n ?? null);
    this.#below.setAttribute("aria-label", "More of the layout");
    this.#below.addEventListener("click", () => root.scrollBy({ top: this.#size[1] * 0.8, behavior: "smooth" }));
    root.addEventListener("scroll", () => this.#further(), { passive: true, signal });
    this.#cover.door.addEventListener("click", () => this.#openSheet(!this.#state.sheet));
    this.#cover.close.addEventListener("click", () => this.#openSheet(false));
    this.#cover.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#openSheet(false);
    });
    // The observer says the size: reading it here would force the browser to lay the page out while it draws.
    this.#resizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      this.#size = [Math.floor(width), Math.floor(height)];
      void this.redraw();
    });
    this.#resizes.observe(root);
  }

  get state(): FeltState {
    return this.#state;
  }

  /** True if the table of before is drawn, because dice are in the air. */
  get isHolding(): boolean {
    return this.#playback.held !== null;
  }

  /** Takes some fields of the state; they are drawn with the next microtask. */
  set(change: Partial<FeltState>): void {
    this.#state = { ...this.#state, ...change };
    this.#playback.take(this.#state);
    void this.redraw();
  }

  /** Takes everything away that was drawn, and listens no more. */
  destroy(): void {
    this.#listening.abort();
    this.#resizes.disconnect();
    this.#playback.destroy();
    this.#note?.hide();
    this.root.replaceChildren();
    this.root.classList.remove("is-phone", "is-offering", "is-carrying");
  }

  redraw(): Promise<void> {
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = null;
      if (!this.#listening.signal.aborted) this.#draw();
    });
    return this.#drawing;
  }

  #draw(): void {
    const view = this.#state;
    const shown = this.#playback.held ?? view.snapshot;
    const [width, height] = this.#size;
    if (!view.book || !shown || !width || !height) return;
    this.#surfaces(view.book, shown, width, height);
    const scene = { view, shown };
    this.#main!.draw(scene);
    this.#props?.draw(scene);
    this.#playback.draw(view.dice);
    this.#input.reachable();
    this.#preview();
    this.#uncover();
    if (view.feedback !== this.#noted) void this.#showNote((this.#noted = view.feedback));
  }

  /** Shows a refusal at its spot, if that is in sight; anything else puts an earlier one away. */
  async #showNote(told: Feedback | null): Promise<void> {
    if (told?.kind !== "refused" || !told.wager) return this.#note?.hide();
    const stage = await import("./lazy").catch(() => null);
    const surface = this.#surfaceOf(told.wager);
    const slot = surface?.slot(told.wager, own(this.#state)?.place ?? 1, true);
    const covered = this.#state.sheet && surface === this.#main;
    if (!stage || !slot || covered || !surface?.root.offsetParent || this.#noted !== told) return this.#note?.hide();
    const { x, y } = surface.root.getBoundingClientRect();
    this.#note ??= new stage.RefusalNote(this.root, (question) => this.#callbacks.onWhy?.(question));
    this.#note.show(told, { x: x + slot.x, y: y + slot.y, r: slot.r });
  }

  // --- surfaces

  /** The cloth is drawn again only for another book, size, form or end. */
  #surfaces(book: BookResponse, shown: SnapshotMessage, width: number, height: number): void {
    const { ends } = this.#state;
    const fits = formFor(width, height);
    const form = fits === "phone" || ends === "auto" ? fits : ends === "both" ? "wide" : "laptop";
    const second = ((shown.table.seats?.find(({ name }) => name === shown.you)?.place ?? 1) - 1) % 16 >= 8;
    const home = form === "wide" && second ? "right" : "left";
    const now = [book, form, width, height, home];
    if (now.every((value, at) => value === this.#drawnFor[at])) return;
    this.#drawnFor = now;
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const main = new Surface(book, layout(book, form, width, height), home);
    main.root.append(this.#playback.root, this.#ghost, this.#tip);
    this.#main?.root.remove();
    this.root.prepend(main.root);
    this.#main = main;
    const covered = form === "phone" && main.layout.ends.length > 0 && hasMiddle(book);
    this.#props = covered ? new Surface(book, sheet(book, width), home) : null;
    this.#cover.put(this.#props?.root ?? null, main.layout.door);
    if (covered) this.root.append(this.#cover.panel, this.#cover.door);
    else [this.#cover.panel, this.#cover.door].forEach((part) => part.remove());
    this.root.classList.toggle("is-phone", form === "phone");
    this.root.append(this.#below);
    this.#further();
    this.#uncover();
    if (focused) (this.node(focused) as HTMLElement | null)?.focus();
  }

  /** Shows the way down while the table goes on below the window. */
  #further(): void {
    const left = (this.#main?.layout.height ?? 0) - this.root.scrollTop - this.#size[1];
    this.#below.hidden = this.#state.sheet || left < 12;
  }

  #uncover(): void {
    this.#further();
    this.#cover.panel.hidden = !this.#state.sheet;
    this.#cover.door.setAttribute("aria-expanded", String(this.#state.sheet));
  }

  #openSheet(open: boolean): void {
    this.set({ sheet: open });
    this.#callbacks.onSheet?.(open);
  }

  #surfaceOf(wager: string): Surface | null {
    return this.#main?.has(wager) ? this.#main : this.#props?.has(wager) ? this.#props : this.#main;
  }

  // --- for animations

  /** Returns where chips of a wager lie, or would, before a place at the rail: from the table's upper left corner. */
  positionOf(wager: string, place: number): Point | null {
    if (!this.#main?.has(wager)) return null;
    const slot = this.#main.slot(wager, place);
    return slot && { x: slot.x, y: slot.y };
  }

  get layout(): Layout | null {
    return this.#main?.layout ?? null;
  }

  /** Returns where dice rest: before the bank; a phone has no room for them on its felt. */
  dicePosition(): Point | null {
    const table = this.#main?.layout;
    if (!table || table.form === "phone") return null;
    const { x, y, w, h } = table.bank;
    return { x: x + w / 2, y: y + h / 2 };
  }

  /** A stack's node, by its owner and its wager. */
  chip(seat: string, wager: string): HTMLElement | null {
    const key = `${seat} ${wager}`;
    return this.#main?.chips.node(key) ?? this.#props?.chips.node(key) ?? null;
  }

  /** Chips that are on no wager, as they look. */
  chipFor(cents: number, place: number): HTMLElement {
    const node = stackNode();
    const look = shape(node, cents, this.#main?.layout.chip ?? 13, this.#main?.denominations ?? []);
    node.className = `stack ${seatLook(place)} ${look}`;
    return node;
  }

  /** Tells the felt's owner that dice fly or lie; a note would tell what they decide. */
  tellDice(inTheAir: boolean): void {
    if (inTheAir) this.#note?.hide();
    this.#callbacks.onDice?.(inTheAir);
  }

  // --- input

  get #spots(): Spots | null {
    const { book } = this.#state;
    return book ? Spots.of(book) : null;
  }

  node(wager: string): Element | null {
    for (const surface of [this.#main, this.#props]) {
      const node = surface?.cloth.spots.get(wager) ?? surface?.reach.spots.get(wager);
      if (node) return node;
    }
    return null;
  }

  order(): readonly string[] {
    const covered = this.#state.sheet && this.#props;
    const open = [this.#main, covered ? this.#props : null];
    const all = this.#spots?.all ?? [];
    const there = (wager: string): boolean =>
      open.some((surface) => surface?.cloth.spots.has(wager) || surface?.reach.spots.has(wager));
    return all.filter(({ wager }) => there(wager)).map(({ wager }) => wager);
  }

  grip(x: number, y: number): string {
    const mine = own(this.#state);
    for (const { wager } of mine?.layout?.lying ?? []) {
      const box = this.chip(mine!.name, wager)?.getBoundingClientRect();
      if (box?.width && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return wager;
    }
    return "";
  }

  readonly add = (wager: string, most: boolean): void => {
    const { offers, snapshot, book, chip } = this.#state;
    const refused = offers.get(wager)?.refused;
    if (refused && !isClosed(refused)) return this.#callbacks.onRefused?.(wager, refused);
    if (book && snapshot) this.#callbacks.onBet?.(wager, chip, most);
  };

  /** Takes a chip off; the last of a stack takes along what would be less than one. */
  readonly lift = (wager: string, all: boolean): void => {
    const hand = this.#state.chip;
    const held = lyingOn(own(this.#state), wager)?.stake ?? 0;
    if (all || (held > hand && held < 2 * hand)) this.#callbacks.onLift?.(wager);
    else this.#callbacks.onLift?.(wager, hand);
  };

  readonly move = (from: string, to: string): void => this.#callbacks.onMove?.(from, to);

  readonly toggle = (wager: string): void => this.#callbacks.onToggle?.(wager);

  readonly why = (wager: string): void => {
    const { offers, snapshot } = this.#state;
    const mine = lyingOn(own(this.#state), wager);
    const refusal = offers.get(wager)?.refused;
    const about = mine ? { seat: snapshot?.you ?? "" } : refusal && !isClosed(refusal) ? { refusal } : {};
    this.#callbacks.onWhy?.({ wager, ...about });
  };

  hover(wager: string): void {
    if (wager === this.#hover) return;
    for (const surface of [this.#main, this.#props]) {
      surface?.cloth.hover(this.#hover, false);
      surface?.cloth.hover(wager, true);
    }
    this.#hover = wager;
    this.#preview();
  }

  focused(wager: string): void {
    for (const surface of [this.#main, this.#props]) surface?.cloth.focus(wager);
  }

  carry(wager: string, x: number, y: number, over: string): void {
    if (wager !== this.#carried) {
      const name = this.#state.snapshot?.you ?? "";
      this.chip(name, this.#carried)?.classList.remove("is-carried");
      this.chip(name, wager)?.classList.add("is-carried");
      this.#carried = wager;
      this.root.classList.toggle("is-carrying", !!wager);
    }
    if (!wager) return;
    this.hover(over);
    const origin = this.#main!.root.getBoundingClientRect();
    const mine = own(this.#state);
    this.#show(lyingOn(mine, wager)?.stake ?? 0, { x: x - origin.x, y: y - origin.y }, this.#main!.layout.own * 1.1);
  }

  // --- the chip to come

  /** A shadow of the chips that a press would put there, and why they would be others than those in hand. */
  #preview(): void {
    if (this.#carried) return;
    const view = this.#state;
    const mine = own(view);
    const offer = view.offers.get(this.#hover);
    const surface = this.#surfaceOf(this.#hover);
    const result = offer && mine && !this.#playback.held ? snapAmount(offer, view.chip) : null;
    const slot = result?.cents && mine && surface === this.#main ? surface?.slot(this.#hover, mine.place, true) : null;
    this.#ghost.hidden = !slot || slot.folded;
    this.root.classList.toggle("is-offering", !!slot);
    this.#tip.hidden = !slot || !result?.why;
    if (!slot || !result) return;
    const lies = this.chip(mine!.name, this.#hover);
    // Beside what lies there, so that both can be read.
    const aside = { x: slot.x + slot.r, y: slot.y - slot.r * (0.9 + Number(lies?.style.getPropertyValue("--high"))) };
    this.#show(result.cents, lies ? aside : slot, lies ? slot.r * 0.72 : slot.r);
    if (!result.why) return;
    this.#tip.textContent = result.why;
    const { width } = this.#main!.layout;
    const x = Math.min(Math.max(slot.x, 110), width - 110);
    const up = slot.y - slot.r * HIGH - 30 > 0;
    const y = up ? slot.y - slot.r * HIGH : slot.y + slot.r * 1.6;
    this.#tip.style.setProperty("transform", `translate(${x}px,${y}px) translate(-50%,${up ? "-100%" : "0"})`);
  }

  #show(cents: number, { x, y }: Point, r: number): void {
    const place = own(this.#state)?.place ?? 1;
    const look = shape(this.#ghost, cents, r, this.#main?.denominations ?? []);
    this.#ghost.className = `stack is-own is-preview ${seatLook(place)} ${look}`;
    this.#ghost.hidden = false;
    this.#ghost.title = dollars(cents);
    this.#ghost.style.setProperty("transform", `translate(${(x - r).toFixed(1)}px,${(y - r).toFixed(1)}px)`);
  }
}

/** The sheet's frame, and the button that opens it where the page has none. */
function sheetCover(): {
  panel: HTMLElement;
  door: HTMLElement;
  close: HTMLElement;
  put(surface: HTMLElement | null, at: { x: number; y: number; w: number; h: number } | null): void;
} {
  const make = (tag: string, className: string, text = ""): HTMLElement =>
    Object.assign(document.createElement(tag), { className, textContent: text });
  const panel = make("section", "felt-sheet");
  panel.setAttribute("aria-label", "Propositions");
  const head = make("header", "felt-sheet-head");
  const close = make("button", "felt-sheet-close", "Close");
  const body = make("div", "felt-sheet-body");
  head.append(make("h2", "", "Propositions"), close);
  panel.append(head, body);
  const door = make("button", "felt-door", "Props");
  return {
    panel,
    door,
    close,
    put(surface, at) {
      body.replaceChildren(...(surface ? [surface] : []));
      door.hidden = !at;
      for (const [name, value] of Object.entries(at ?? {})) door.style.setProperty(`--${name}`, `${value}px`);
    },
  };
}
