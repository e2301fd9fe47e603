/** The feeling of a table: what is heard and felt of chips and dice, and a moment for a long hand or a Shootout. */
import { html, nothing } from "lit";
import { DeferredElement } from "../../components/element";
import { IN_THE_AIR } from "../../model/timing";
import type { Transition, View } from "../../model/view";
import type { SnapshotMessage } from "../../protocol.generated";
import { preferences, prefersNoMotion } from "../../state/preferences";
import { chipSound, type Moment, momentOf, resultSound } from "./table-cues";
import { play } from "./table-sound";
import "../../style/on-demand/moment.css";

/** Milliseconds that a moment lasts, unless somebody does anything. */
const LASTS = 3_200;
/** Milliseconds of vibration: what was thrown, what was won. */
const FELT = { land: [12], chips: [18, 50, 18], turn: [30] } as const;

export class TableEffects extends DeferredElement {
  static override properties = { ...DeferredElement.properties, moment: { state: true } };
  declare moment: Moment | null;
  #roll: Transition | null | undefined;
  #last: Transition | null | undefined;
  #turn = true;
  #over: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.moment = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(IN_THE_AIR, this.#shake);
    for (const input of ["pointerdown", "keydown"]) addEventListener(input, this.#end, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#over);
    removeEventListener(IN_THE_AIR, this.#shake);
    for (const input of ["pointerdown", "keydown"]) removeEventListener(input, this.#end);
  }

  readonly #shake = (): void => play("shake");

  readonly #end = (): void => {
    if (this.moment) this.moment = null;
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const view = this.seat?.view;
    if (!view?.snapshot) return;
    const isNew = (was: Transition | null | undefined, now: Transition | null): now is Transition =>
      was !== undefined && now !== null && now !== was && now.before !== now.after;
    if (isNew(this.#roll, view.lastRoll)) this.#rolled(view.lastRoll, view);
    else if (isNew(this.#last, view.transition)) {
      const sound = chipSound(view.transition);
      if (sound) play(sound);
    }
    [this.#roll, this.#last] = [view.lastRoll, view.transition];
    this.#turnCame(view.snapshot);
  }

  #rolled(roll: Transition, { snapshot }: View): void {
    const sound = resultSound(roll, snapshot?.you);
    const moment = prefersNoMotion() ? null : momentOf(roll);
    play("land");
    if (sound) play(sound);
    if (moment) play("moment");
    vibrate(sound === "chips" ? FELT.chips : FELT.land);
    if (!moment) return;
    this.moment = moment;
    clearTimeout(this.#over);
    this.#over = setTimeout(this.#end, LASTS);
  }

  /** The dice have come to oneself: a hand that holds the phone feels it. */
  #turnCame({ you, next }: SnapshotMessage): void {
    const mine = !!you && next.seat === you;
    if (mine && !this.#turn) vibrate(FELT.turn);
    this.#turn = mine;
  }

  protected override render(): unknown {
    if (!this.moment) return nothing;
    const { words, totals } = this.moment;
    return html`<div class="moment" aria-hidden="true">
      <p>${words}</p>
      <ol>
        ${totals.map((total) => html`<li>${total}</li>`)}
      </ol>
    </div>`;
  }
}
customElements.define("so-effects", TableEffects);

/** Has a phone vibrate, if that is wanted and nothing is to move less. */
function vibrate(pattern: readonly number[]): void {
  if (preferences.get("vibration") && !prefersNoMotion() && !document.hidden) navigator.vibrate?.([...pattern]);
}
