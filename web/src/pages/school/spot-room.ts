/** Spot it: a crew's motions, one after the other at a pace. Stop the game, point at the wrong one, say what is wrong. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { amountIn, type RoomDrawing, type RoomWork } from "./room-work";

/** Deals the lines of an exercise at its pace, until somebody stops the game. */
class CrewWork extends LightElement {
  static override properties = { work: { attribute: false }, dealt: { state: true }, stopped: { state: true } };
  declare work: RoomWork;
  /** How many lines were dealt. */
  declare dealt: number;
  declare stopped: boolean;
  #pace: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.dealt = 1;
    this.stopped = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#pace = setInterval(() => this.#deal(), this.work.exercise.pace * 1_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#pace);
  }

  #deal(): void {
    if (!this.stopped && this.dealt < this.work.exercise.lines.length) this.dealt += 1;
  }

  get #found(): boolean {
    return this.work.motions.some(({ act }) => act === "stop");
  }

  readonly #go = (): void => void (this.stopped = !this.stopped);

  readonly #explain = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const [to, amount] = [String(new FormData(form).get("kind") ?? ""), amountIn(form, "amount")];
    this.work.finish([...this.work.motions, { act: "explain", to, ...(amount ? { chips: [amount] } : {}) }]);
  };

  protected override render(): TemplateResult {
    const { exercise, act } = this.work;
    return html`<div class="spot-work">
      <ol class="spot-lines" aria-live="polite">
        ${exercise.lines.slice(0, this.dealt).map((line, k) => {
          const to = String(k + 1);
          return html`<li>${line} ${this.stopped ? html`<button class="button is-quiet" aria-label="This one: line ${to}" @click=${() => act({ act: "stop", to })}>This one</button>` : nothing}</li>`;
        })}
      </ol>
      <button class="button is-main" @click=${this.#go}>${this.stopped ? "Go on" : "Stop the game"}</button>
      ${
        this.#found
          ? html`<form class="in-row" @submit=${this.#explain} aria-label="What is wrong">
              <label>What is wrong <select name="kind">${exercise.choices.map(({ value, words }) => html`<option value=${value}>${words}</option>`)}</select></label>
              <label>If it is the amount, right is $ <input name="amount" inputmode="decimal" autocomplete="off" pattern="[0-9]{1,7}([.][0-9]{1,2})?" /></label>
              <button class="button">Say it</button>
            </form>`
          : nothing
      }
      ${this.dealt === exercise.lines.length && !this.#found ? html`<p class="hint">The roll is worked. Stop the game and point at the line that was wrong.</p>` : nothing}
    </div>`;
  }
}
customElements.define("so-crew-work", CrewWork);

export const drawSpot: RoomDrawing = (work) => html`<so-crew-work .work=${work}></so-crew-work>`;
