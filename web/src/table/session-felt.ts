/** The felt of a live table: a session's view and the preferences go in, presses go to the session. */
import { SessionElement } from "../components/element";
import { Felt } from "../felt/felt";
import type { FeltCallbacks, FeltState } from "../felt/state";
import { AT_REST, IN_THE_AIR } from "../model/timing";
import type { View } from "../model/view";
import { inHand } from "../session/rack";
import type { TableSession } from "../session/session";
import { preferences, prefersNoMotion } from "../state/preferences";
import { rollOf } from "../state/reducer";

export class SessionFelt extends SessionElement {
  static override properties = { ...SessionElement.properties, sheet: { type: Boolean } };
  /** True if the proposition bets lie open over the felt, on a phone. */
  declare sheet: boolean;
  felt: Felt | null = null;
  #stop: readonly (() => void)[] = [];

  constructor() {
    super();
    this.sheet = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.seat) this.#mount();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unmount();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (changed.has("seat") && this.isConnected) this.#mount();
    else if (changed.has("sheet")) this.felt?.set({ sheet: this.sheet });
  }

  #mount(): void {
    this.#unmount();
    if (!this.seat) return;
    const { seat } = this;
    const felt = new Felt(this, { ...feltState(seat), sheet: this.sheet }, this.#callbacks(seat));
    // At once and not with the next update: dice are in the air before anything else draws what they decide.
    const changed = (): void => felt.set(feltState(seat));
    this.#stop = [seat.subscribe(changed), preferences.subscribe(changed)];
    this.felt = felt;
  }

  #unmount(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
    this.felt?.destroy();
    this.felt = null;
  }

  #callbacks(seat: TableSession): FeltCallbacks {
    return {
      onBet: (wager, cents, max) => seat.bets.drop(wager, cents, max),
      onLift: (wager, cents) => seat.bets.lift(wager, cents),
      onMove: (from, to) => seat.bets.move(from, to),
      onToggle: (wager) => seat.bets.toggle(wager),
      onRefused: (wager, refusal) => seat.tell("refused", refusal.reason, refusal, wager),
      onWhy: (question) => this.dispatchEvent(new CustomEvent("so-why", { bubbles: true, detail: question })),
      onSheet: (open) => {
        this.sheet = open;
        this.dispatchEvent(new CustomEvent("sheet", { bubbles: true, detail: open }));
      },
      onDice: (inTheAir) => dispatchEvent(new Event(inTheAir ? IN_THE_AIR : AT_REST)),
    };
  }
}
customElements.define("so-felt", SessionFelt);

/** Returns what the felt draws of a session, with what this person prefers. */
export function feltState({ view, ahead }: Pick<TableSession, "view" | "ahead">): Partial<FeltState> {
  const { book, snapshot, offers, unanswered, pendingBets, transition, feedback } = view;
  return {
    ...{ book, snapshot, offers, unanswered, pendingBets, transition, feedback, ahead },
    dice: lastDice(view),
    chip: book && snapshot ? inHand(preferences.chip, book, snapshot.table.house) : 0,
    ends: preferences.get("ends"),
    motion: !prefersNoMotion(),
  };
}

/** The dice of the last roll; null before the first. */
function lastDice({ lastRoll, snapshot }: View): FeltState["dice"] {
  const roll = lastRoll ? rollOf(lastRoll.event) : snapshot?.table.rolls?.at(-1);
  return roll ? { n: lastRoll?.event.n ?? 0, a: roll.a, b: roll.b } : null;
}
