/** Enters the faces of real dice in two taps: a face for each die, by hand or by digits, and Enter says it. */
import { html, nothing, type TemplateResult } from "lit";
import { dieFace } from "./die";
import { SessionElement } from "./element";
import { type Answer, sayLine, answerTemplate } from "./line-answer";

const FACES = [1, 2, 3, 4, 5, 6];
/** What has an Enter of its own. */
const CONTROLS = "a[href], button, summary, input, select, textarea, [tabindex='0']";
const NAMES = ["One die", "The other die"] as const;

export class DicePad extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    dice: { state: true },
    answer: { state: true },
    wide: { type: Boolean },
  };
  /** What was picked so far; 0 for nothing. */
  declare dice: readonly [number, number];
  declare answer: Answer | null;
  /** True if digits are taken wherever the focus is, unless something is written there. */
  declare wide: boolean;
  #busy = false;

  constructor() {
    super();
    this.dice = [0, 0];
    this.answer = null;
    this.wide = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
  }

  #key = (event: KeyboardEvent): void => {
    const from = event.target as HTMLElement;
    const within = this.contains(from);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!within && (!this.wide || from.closest("input, textarea, select, [contenteditable], dialog"))) return;
    const face = Number(event.key);
    if (FACES.includes(face)) this.#digit(face);
    else if (event.key === "Backspace") this.dice = this.dice[1] ? [this.dice[0], 0] : [0, 0];
    else if (event.key === "Enter" && this.#both && (within || !from.closest(CONTROLS))) void this.say();
    else return;
    event.preventDefault();
  };

  /** A digit is for the die that has none; two dice that are picked are picked anew. */
  #digit(face: number): void {
    this.answer = null;
    this.dice = this.dice[0] && !this.dice[1] ? [this.dice[0], face] : [face, 0];
  }

  #pick(which: 0 | 1, face: number): void {
    this.answer = null;
    this.dice = which ? [this.dice[0], face] : [face, this.dice[1]];
  }

  get #both(): boolean {
    return this.dice.every(Boolean);
  }

  /** Says what lies there. */
  async say(): Promise<void> {
    if (!this.#both || this.#busy) return;
    this.#busy = true;
    this.answer = await sayLine(this.seat, `roll ${this.dice.join(" ")}`, this).finally(() => (this.#busy = false));
    if (!this.answer.taken) return;
    this.dice = [0, 0];
    this.dispatchEvent(new CustomEvent("rolled", { bubbles: true }));
  }

  protected override render(): TemplateResult {
    const [one, other] = this.dice;
    const line = `roll ${one || "…"} ${other || "…"}`;
    return html`<div class="pad" role="group" aria-label="What the dice show">
      ${this.#row(0)} ${this.#row(1)}
      <button class="button is-main pad-say" aria-disabled=${!this.#both} @click=${() => this.say()}>
        <code>${line}</code>${this.#both ? html`<small>${one + other}</small><kbd aria-hidden="true">Enter</kbd>` : nothing}
      </button>
      ${answerTemplate(this.answer)}
    </div>`;
  }

  #row(which: 0 | 1): TemplateResult {
    return html`<div class="pad-row" role="group" aria-label=${NAMES[which]}>
      ${FACES.map(
        (face) =>
          html`<button
            aria-label=${face}
            aria-pressed=${this.dice[which] === face}
            @click=${() => this.#pick(which, face)}
          >
            <svg viewBox="0 0 32 32" aria-hidden="true">${dieFace(face)}</svg>
          </button>`,
      )}
    </div>`;
  }
}
customElements.define("so-pad", DicePad);
