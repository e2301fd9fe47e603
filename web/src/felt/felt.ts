/** The felt: a table as it is drawn and touched. It draws a seat's view, and what hands do it says to the seat. */
import { SessionElement } from "../components/element";
import { HIGH } from "../layout/chip-slots";
import { formFor, hasMiddle, layout, sheet } from "../layout/layout";
import type { Layout } from "../layout/region";
import { Spots } from "../layout/spots";
import type { Point } from "../layout/tracks";
import { dollars } from "../model/money";
import type { Feedback, View } from "../model/view";
import type { BookResponse, SnapshotMessage } from "../protocol.generated";
import { snapAmount } from "../session/amounts";
import { isClosed } from "../session/pending-bets";
import { inHand } from "../session/rack";
import { preferences } from "../state/preferences";
import { lyingOn, own } from "../text/words";
import { seatLook, shape, stackNode } from "./chips";
import { FeltInput, type FeltInputTarget } from "./input";
import type { RefusalNote } from "./refusal-note";
import { Surface } from "./surface";
import "./dice";

export class Felt extends SessionElement implements FeltInputTarget {
  static override properties = {
    ...SessionElement.properties,
    sheet: { type: Boolean },
    held: { attribute: false },
  };
  /** Whether the middle lies over the felt, where it has no room beside it. */
  declare sheet: boolean;
  /** Drawn instead of the view's table, while a roll is under way. */
  declare held: View["snapshot"] | null;
  readonly root = this as HTMLElement;
  readonly #hands = new FeltInput(this);
  readonly #dice = document.createElement("so-dice");
  readonly #cover = sheetCover();
  /** Where the table goes on below the window: it says so, and goes there. */
  readonly #below = Object.assign(document.createElement("button"), { className: "felt-below", textContent: "↓" });
  readonly #ghost = stackNode();
  readonly #tip = Object.assign(document.createElement("div"), { className: "tip" });
  #sizes: ResizeObserver | null = null;
  #size: readonly [number, number] = [0, 0];
  #unlike: (() => void) | null = null;
  #main: Surface | null = null;
  #props: Surface | null = null;
  #drawnFor: readonly unknown[] = [];
  #hover = "";
  #carried = "";
  #note: RefusalNote | null = null;
  #told: Feedback | null = null;

  constructor() {
    super();
    this.sheet = false;
    this.held = null;
    this.#below.setAttribute("aria-label", "More of the layout");
    this.#below.addEventListener("click", () => this.scrollBy({ top: this.#size[1] * 0.8, behavior: "smooth" }));
    this.addEventListener("scroll", () => this.#further(), { passive: true });
    this.#cover.door.addEventListener("click", () => this.#shut(false));
    this.#cover.close.addEventListener("click", () => this.#shut(true));
    this.#cover.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#shut(true);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Told, not asked: asking would have the page laid out in the middle of drawing.
    this.#sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      this.#size = [Math.floor(width), Math.floor(height)];
      this.requestUpdate();
    });
    this.#sizes.observe(this);
    this.#unlike = preferences.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
    this.#unlike?.();
    this.#note?.hide();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const view = this.seat?.view;
    const shown = this.held ?? view?.snapshot;
    if (changed.has("seat")) Object.assign(this.#dice, { seat: this.seat });
    const [width, height] = this.#size;
    if (!view?.book || !shown || !width || !height) return;
    this.#surfaces(view.book, shown, width, height);
    const scene = { view, shown };
    this.#main!.draw(scene);
    this.#props?.draw(scene);
    this.#hands.reachable();
    this.#preview();
    if (changed.has("sheet")) this.#uncover();
    if (view.feedback !== this.#told) void this.#tell((this.#told = view.feedback));
  }

  /** A refusal is said at its spot, where that is to be seen; anything else puts an earlier one away. */
  async #tell(told: Feedback | null): Promise<void> {
    if (told?.kind !== "refused" || !told.wager) return this.#note?.hide();
    const stage = await import("./lazy").catch(() => null);
    const surface = this.#surfaceOf(told.wager);
    const slot = surface?.slot(told.wager, own(this.seat.view)?.place ?? 1, true);
    const covered = this.sheet && surface === this.#main;
    if (!stage || !slot || covered || !surface?.root.offsetParent || this.#told !== told) return this.#note?.hide();
    const { x, y } = surface.root.getBoundingClientRect();
    this.#note ??= new stage.RefusalNote(this);
    this.#note.show(told, { x: x + slot.x, y: y + slot.y, r: slot.r });
  }

  // --- surfaces

  /** The cloth is drawn again only for another book, size, form or end. */
  #surfaces(book: BookResponse, shown: SnapshotMessage, width: number, height: number): void {
    const ends = preferences.get("ends");
    const fits = formFor(width, height);
    const form = fits === "phone" || ends === "auto" ? fits : ends === "both" ? "wide" : "laptop";
    const second = ((shown.table.seats?.find(({ name }) => name === shown.you)?.place ?? 1) - 1) % 16 >= 8;
    const home = form === "wide" && second ? "right" : "left";
    const now = [book, form, width, height, home];
    if (now.every((value, at) => value === this.#drawnFor[at])) return;
    this.#drawnFor = now;
    const focused = this.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const main = new Surface(book, layout(book, form, width, height), home);
    main.root.append(this.#dice, this.#ghost, this.#tip);
    this.#main?.root.remove();
    this.prepend(main.root);
    this.#main = main;
    const covered = form === "phone" && main.layout.ends.length > 0 && hasMiddle(book);
    this.#props = covered ? new Surface(book, sheet(book, width), home) : null;
    this.#cover.put(this.#props?.root ?? null, main.layout.door);
    if (covered) this.append(this.#cover.panel, this.#cover.door);
    else [this.#cover.panel, this.#cover.door].forEach((part) => part.remove());
    this.classList.toggle("is-phone", form === "phone");
    this.append(this.#below);
    this.#further();
    this.#uncover();
    if (focused) (this.node(focused) as HTMLElement | null)?.focus();
  }

  /** What is above is known to whoever came from there; of what is below nobody knows. */
  #further(): void {
    const left = (this.#main?.layout.height ?? 0) - this.scrollTop - this.#size[1];
    this.#below.hidden = this.sheet || left < 12;
  }

  #uncover(): void {
    this.#further();
    this.#cover.panel.hidden = !this.sheet;
    this.#cover.door.setAttribute("aria-expanded", String(this.sheet));
  }

  /** Who opened the sheet is told that it is shut. */
  #shut(shut: boolean): void {
    this.sheet = !shut && !this.sheet;
    this.dispatchEvent(new CustomEvent("sheet", { bubbles: true, detail: this.sheet }));
  }

  #surfaceOf(wager: string): Surface | null {
    return this.#main?.has(wager) ? this.#main : this.#props?.has(wager) ? this.#props : this.#main;
  }

  // --- for whoever moves chips

  /** Where chips of a wager lie, or would, before a place at the rail: from the table's upper left corner. */
  positionOf(wager: string, place: number): Point | null {
    if (!this.#main?.has(wager)) return null;
    const slot = this.#main.slot(wager, place);
    return slot && { x: slot.x, y: slot.y };
  }

  get layout(): Layout | null {
    return this.#main?.layout ?? null;
  }

  /** Where dice rest: before the bank; a phone has no room for them on its felt. */
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

  // --- hands

  get #spots(): Spots | null {
    const book = this.seat?.view.book;
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
    const covered = this.sheet && this.#props;
    const open = [this.#main, covered ? this.#props : null];
    const all = this.#spots?.all ?? [];
    const there = (wager: string): boolean =>
      open.some((surface) => surface?.cloth.spots.has(wager) || surface?.reach.spots.has(wager));
    return all.filter(({ wager }) => there(wager)).map(({ wager }) => wager);
  }

  grip(x: number, y: number): string {
    const mine = own(this.seat.view);
    for (const { wager } of mine?.layout?.lying ?? []) {
      const box = this.chip(mine!.name, wager)?.getBoundingClientRect();
      if (box?.width && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return wager;
    }
    return "";
  }

  readonly add = (wager: string, most: boolean): void => {
    const { offers, snapshot, book } = this.seat.view;
    const refused = offers.get(wager)?.refused;
    if (refused && !isClosed(refused)) return this.seat.tell("refused", refused.reason, refused, wager);
    if (book && snapshot) this.seat.drop(wager, this.#inHand(), most);
  };

  /** Takes a chip off; the last of a stack takes along what would be less than one. */
  readonly lift = (wager: string, all: boolean): void => {
    const hand = this.#inHand();
    const held = lyingOn(own(this.seat.view), wager)?.stake ?? 0;
    if (all || (held > hand && held < 2 * hand)) this.seat.lift(wager);
    else this.seat.lift(wager, hand);
  };

  readonly move = (from: string, to: string): void => this.seat.move(from, to);

  readonly toggle = (wager: string): void => this.seat.toggle(wager);

  readonly why = (wager: string): void => {
    const { offers, snapshot } = this.seat.view;
    const mine = lyingOn(own(this.seat.view), wager);
    const refusal = offers.get(wager)?.refused;
    const about = mine ? { seat: snapshot?.you } : refusal && !isClosed(refusal) ? { refusal } : {};
    this.dispatchEvent(new CustomEvent("so-why", { bubbles: true, detail: { wager, ...about } }));
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
      const name = this.seat?.view.snapshot?.you ?? "";
      this.chip(name, this.#carried)?.classList.remove("is-carried");
      this.chip(name, wager)?.classList.add("is-carried");
      this.#carried = wager;
      this.classList.toggle("is-carrying", !!wager);
    }
    if (!wager) return;
    this.hover(over);
    const origin = this.#main!.root.getBoundingClientRect();
    const mine = own(this.seat.view);
    this.#show(lyingOn(mine, wager)?.stake ?? 0, { x: x - origin.x, y: y - origin.y }, this.#main!.layout.own * 1.1);
  }

  #inHand(): number {
    const { book, snapshot } = this.seat.view;
    return book && snapshot ? inHand(preferences.chip, book, snapshot.table.house) : 0;
  }

  // --- the chip to come

  /** A shadow of the chips that a press would put there, and why they would be others than those in hand. */
  #preview(): void {
    if (this.#carried) return;
    const { view } = this.seat;
    const mine = own(view);
    const offer = view.offers.get(this.#hover);
    const surface = this.#surfaceOf(this.#hover);
    const wanted = this.#inHand();
    const result = offer && mine && !this.held ? snapAmount(offer, wanted) : null;
    const slot = result?.cents && mine && surface === this.#main ? surface?.slot(this.#hover, mine.place, true) : null;
    this.#ghost.hidden = !slot || slot.folded;
    this.classList.toggle("is-offering", !!slot);
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
    const place = own(this.seat.view)?.place ?? 1;
    const look = shape(this.#ghost, cents, r, this.#main?.denominations ?? []);
    this.#ghost.className = `stack is-own is-preview ${seatLook(place)} ${look}`;
    this.#ghost.hidden = false;
    this.#ghost.title = dollars(cents);
    this.#ghost.style.setProperty("transform", `translate(${(x - r).toFixed(1)}px,${(y - r).toFixed(1)}px)`);
  }
}
customElements.define("so-felt", Felt);

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
