/** The strip above the felt: the last dice, what the stick says, the point, who throws and why, if bets are open. */
import { html, nothing, type TemplateResult } from "lit";
import { Countdown } from "../components/countdown";
import { dieFace } from "../components/die";
import { SessionElement } from "../components/element";
import { AT_REST, IN_THE_AIR } from "../model/timing";
import type { StickCall, View } from "../model/view";
import { preferences } from "../state/preferences";
import { rollOf } from "../state/reducer";
import { called, pointWords, rollSaid, sentence, throwsWords } from "../text/words";

export class CallStrip extends SessionElement {
  readonly #countdown = new Countdown(this);
  #said: StickCall | null = null;
  #first = true;
  #flying = false;
  #stops: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#on(IN_THE_AIR, true);
    this.#on(AT_REST, false);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
  }

  #on(name: string, flying: boolean): void {
    const heard = (): void => {
      this.#flying = flying;
      this.requestUpdate();
    };
    addEventListener(name, heard);
    this.#stops.push(() => removeEventListener(name, heard));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const view = this.seat?.view;
    this.#countdown.watch(view?.snapshot?.window, this.seat?.ahead ?? 0);
    if (this.#flying || !view) return;
    const { stickCall } = view;
    if (stickCall !== this.#said && stickCall && !stickCall.past && !this.#first) speak(stickCall.calls);
    this.#said = stickCall;
    this.#first &&= !view.snapshot;
  }

  protected override render(): unknown {
    const view = this.#shown();
    if (!view?.snapshot) return html`<div class="call"></div>`;
    const past = view.snapshot.table.rolls?.at(-1);
    const [first = past && rollSaid(past, view.snapshot.you), second, ...rest] = this.#said?.calls ?? [];
    const headline = [first, second && lowered(second)].filter(Boolean).join(", ");
    return html`<div class="call ${this.#flying ? "is-flying" : ""}">
      ${this.#dice(view)}
      <p id="call" class="call-words" role="status" aria-atomic="true">
        <strong>${sentence(called(headline))}</strong> <span>${called(rest.map(sentence).join(" "))}</span>
      </p>
      <p class="call-state">
        <span class="call-point">${pointWords(view)}</span>
        <span class="call-next">${called(throwsWords(view, this.#countdown.seconds))}</span>
      </p>
      ${this.#window(view)}
    </div>`;
  }

  /** Returns what was true before the dice went out, while they fly. */
  #shown(): View | undefined {
    const view = this.seat?.view;
    return this.#flying && view.lastRoll ? { ...view, snapshot: view.lastRoll.before } : view;
  }

  /** The dice as they last lay; none while they fly. */
  #dice(view: View): TemplateResult | typeof nothing {
    const roll = (view.lastRoll && rollOf(view.lastRoll.event)) ?? view.snapshot?.table.rolls?.at(-1);
    if (!roll) return nothing;
    const label = this.#flying ? "The dice are in the air" : `The last roll: ${roll.a} and ${roll.b}`;
    const faces = this.#flying ? [0, 0] : [roll.a, roll.b];
    return html`<span class="call-dice" role="img" aria-label=${label}>
      ${faces.map((value) => html`<svg viewBox="0 0 32 32" aria-hidden="true">${dieFace(value)}</svg>`)}
    </span>`;
  }

  #window(view: View): TemplateResult {
    if (view.connection.is === "lost" || view.connection.is === "ended") return pill("is-out", "Not connected");
    const out = this.#flying || view.snapshot?.next.why === "in-the-air";
    if (view.snapshot?.next.why === "inspection" && !out) return pill("is-out", "Dice being inspected");
    const seconds = this.#countdown.seconds;
    const waits = seconds !== null && !this.#flying ? html`<span class="call-clock">${seconds} s</span>` : nothing;
    return pill(out ? "is-out" : "is-open", out ? "Dice are out" : "Bets open", waits);
  }
}
customElements.define("so-call", CallStrip);

function pill(state: string, words: string, more: unknown = nothing): TemplateResult {
  return html`<span class="call-pill ${state}"><i aria-hidden="true"></i>${words}${more}</span>`;
}

/** The second of two calls in one sentence begins small, unless it is a name. */
function lowered(words: string): string {
  return words[0]!.toLowerCase() + words.slice(1);
}

/** Says it aloud, if that is wanted and the browser can. */
function speak(calls: readonly string[]): void {
  const voice = globalThis.speechSynthesis;
  if (!voice || !preferences.get("speech") || document.hidden) return;
  voice.cancel();
  const spoken = new SpeechSynthesisUtterance(calls.map(sentence).join(" "));
  spoken.volume = preferences.get("volume") / 100;
  voice.speak(spoken);
}
