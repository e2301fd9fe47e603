/** The two dice: thrown across the felt, at rest where they cover nothing; and the stage for all that travels there. */
import { html } from "lit";
import { dieFace } from "../components/die";
import { SessionElement } from "../components/element";
import type { Point } from "../layout/tracks";
import { isWriting, ROLL_KEY } from "../model/shortcuts";
import { AT_REST, IN_THE_AIR, RESTED } from "../model/timing";
import type { Transition } from "../model/view";
import { prefersNoMotion } from "../state/preferences";
import { rollOf } from "../state/reducer";
import type { Cloth, Animator } from "./animation/animator";
import { wagerAt } from "./input";

/** How a die lies, in degrees: thrown dice are never straight. */
const TILTS = [-6, 8, 4, -9, -3, 7];
/** Older news, in milliseconds, come from a page that slept or a line that was lost: they are shown, not played. */
const FRESH = 4_000;
/** Keys by which something is done to a spot, or to all of them. */
const ACTS = /^([a-z]|Enter| |Backspace|Delete)$/i;

export class Dice extends SessionElement {
  /** What moves chips: fetched once somebody moves, or the page has rested, so that the table is seen sooner. */
  #stage: typeof import("./lazy") | null = null;
  #setting: Promise<void> | null = null;
  #mover: Animator | null = null;
  #stop: (() => void) | null = null;
  #sizes: ResizeObserver | null = null;
  /** The event that was last heard, or none before the first view. */
  #heard: number | null = null;
  #thrown = -1;
  #rest: Point = { x: 0, y: 0 };
  #away = false;
  #landed: ((skipped: boolean) => void) | null = null;

  /** The felt that it lies on: the one it is in, or beside. */
  get cloth(): Cloth | null {
    return this.closest<Cloth>("so-felt") ?? this.parentElement?.querySelector<Cloth>("so-felt") ?? null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes = new ResizeObserver(() => this.#settle());
    this.#sizes.observe(this);
    if (this.seat) this.#listen();
    setTimeout(() => this.#set(), RESTED);
    for (const input of ["pointerdown", "keydown", "wheel"])
      addEventListener(input, this.#skip, { capture: true, passive: input !== "keydown" });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#skip();
    this.#stop?.();
    this.#stop = this.#mover = null;
    this.#sizes?.disconnect();
    for (const input of ["pointerdown", "keydown", "wheel"]) removeEventListener(input, this.#skip, { capture: true });
  }

  #set(): void {
    if (!this.isConnected) return;
    this.#setting ??= import("./lazy").then(
      (stage) => {
        this.#stage = stage;
        this.toggleAttribute("ready", true);
      },
      () => void (this.#setting = null), // nothing flies until it can be had
    );
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (changed.has("seat")) this.#listen();
  }

  /** The felt must be held before it draws what was heard, so this is told with it and not after. */
  #listen(): void {
    this.#stop?.();
    this.#heard = this.seat?.view.transition?.event.n ?? null;
    this.#stop = this.seat?.subscribe(() => this.#hear()) ?? null;
  }

  protected override updated(): void {
    if (!this.#landed) this.#settle();
  }

  protected override render(): unknown {
    const roll = this.#last();
    const dice =
      roll && [roll.a, roll.b].map((value) => html`<svg class="die" viewBox="0 0 32 32">${dieFace(value)}</svg>`);
    return html`<div class="dice" aria-hidden="true">${dice}</div>
      <div class="travel" aria-hidden="true"></div>
      <div class="deltas" aria-hidden="true"></div>`;
  }

  #last(): { readonly a: number; readonly b: number } | null {
    const { lastRoll, snapshot } = this.seat?.view ?? {};
    return (lastRoll ? rollOf(lastRoll.event) : snapshot?.table.rolls?.at(-1)) ?? null;
  }

  readonly #skip = (event?: Event): void => {
    this.#set();
    // Who could not wait for the dice only goes on: no hand on the felt hears of this press.
    const held = this.#landed && event;
    if (held && (isRoll(event) || (presses(event) && this.cloth?.contains(event.target as Node)))) {
      event.stopPropagation();
      if (event.type === "keydown") event.preventDefault(); // nor does the page scroll
    }
    this.#landed?.(true);
    this.#mover?.finish();
  };

  // --- what is heard

  #hear(): void {
    const { transition } = this.seat.view;
    if (!transition || transition.event.n === this.#heard) return;
    this.#heard = transition.event.n;
    this.#set();
    const { cloth } = this;
    const stage = this.#stage;
    const late = transition.event.at ? Date.now() + this.seat.ahead - Date.parse(transition.event.at) > FRESH : false;
    if (late || document.hidden || !cloth || !stage) return;
    const plan = stage.planOf(transition);
    if (!plan) return;
    this.#mover ??= new stage.Animator(this, cloth);
    if (!plan.dice) return this.#mover.put(plan, transition);
    this.#skip();
    if (prefersNoMotion()) return void this.#mover.roll(plan, transition, true);
    cloth.held = transition.before;
    this.#thrown = transition.event.n;
    dispatchEvent(new Event(IN_THE_AIR));
    void this.#throw(transition).then((skipped) => {
      if (this.#thrown !== transition.event.n) return; // the next roll came before this one lay
      dispatchEvent(new Event(AT_REST));
      if (this.#mover) void this.#mover.roll(plan, transition, skipped);
      else cloth.held = null;
    });
  }

  // --- the throw

  /** Throws them; answers once they lie, with whether somebody could not wait. */
  #throw(heard: Transition): Promise<boolean> {
    return new Promise((resolve) => {
      const flights: Animation[] = [];
      const landed = (skipped: boolean): void => {
        if (this.#landed !== landed) return;
        this.#landed = null;
        for (const flight of flights) flight.cancel();
        resolve(skipped);
      };
      this.#landed = landed;
      void this.updateComplete.then(() => {
        if (this.#landed !== landed) return;
        this.#settle();
        const from = this.#mover?.rack(rollOf(heard.event)?.shooter ?? "", heard) ?? null;
        const dice = this.querySelectorAll<SVGElement>(".die");
        flights.push(...(this.#stage?.diceFlights([...dice], from, this.#rest, this.#away) ?? []));
        flights[0]?.finished.then(() => landed(false)).catch(() => undefined);
        if (!flights.length) landed(false);
      });
    });
  }

  /** Puts them where the felt leaves room; where it has none they are seen in flight, and then beside the call. */
  #settle(): void {
    const dice = this.querySelector<HTMLElement>(".dice");
    const place = this.cloth?.dicePosition() ?? null;
    if (!dice) return;
    this.#rest = place ?? { x: this.clientWidth / 2, y: this.clientHeight / 2 };
    this.#away = !place;
    dice.classList.toggle("is-away", this.#away);
    dice.style.setProperty("--x", `${this.#rest.x}px`);
    dice.style.setProperty("--y", `${this.#rest.y}px`);
    const n = this.seat?.view.lastRoll?.event.n ?? 0;
    dice.style.setProperty("--tilt-0", `${TILTS[n % TILTS.length]}deg`);
    dice.style.setProperty("--tilt-1", `${TILTS[(n + 1) % TILTS.length]}deg`);
  }
}
customElements.define("so-dice", Dice);

/** The key that throws the dice, wherever the focus is. */
function isRoll({ key = "", target }: Event & Partial<KeyboardEvent>): boolean {
  return key.toLowerCase() === ROLL_KEY && !isWriting(target);
}

/** What a hand on the felt would take for something to do. */
function presses(event: Event & Partial<KeyboardEvent>): boolean {
  if (event.type === "pointerdown") return true;
  const { key = "", ctrlKey, metaKey, altKey, target } = event;
  return ACTS.test(key) && !ctrlKey && !metaKey && !altKey && !!wagerAt(target);
}
