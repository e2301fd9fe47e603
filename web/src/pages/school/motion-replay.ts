/** What somebody did, motion by motion with its seconds; it can be watched again at the pace at which it was done. */
import { html, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { BookResponse, HandMotion } from "../../protocol.generated";
import { motionWords } from "./exercise-parts";

class MotionReplay extends LightElement {
  static override properties = { motions: { attribute: false }, book: { attribute: false }, at: { state: true } };
  declare motions: readonly HandMotion[];
  declare book: BookResponse;
  /** How many motions are shown. */
  declare at: number;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.motions = [];
    this.at = Infinity;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#next);
  }

  readonly #watch = (): void => {
    clearTimeout(this.#next);
    this.at = 0;
    this.#show();
  };

  #show(): void {
    if (this.at >= this.motions.length) return;
    const before = this.motions[this.at - 1]?.at ?? 0;
    const wait = Math.max(0, (this.motions[this.at]!.at ?? 0) - before);
    this.#next = setTimeout(() => {
      this.at += 1;
      this.#show();
    }, wait * 1_000);
  }

  protected override render(): TemplateResult {
    return html`<details class="motions">
      <summary>What you did</summary>
      <ol>
        ${this.motions.slice(0, this.at).map((motion) => html`<li>${motionWords(motion, this.book)} <small>${motion.at ?? 0} s</small></li>`)}
      </ol>
      <button class="button is-quiet" @click=${this.#watch}>Watch it again</button>
    </details>`;
  }
}
customElements.define("so-motion-replay", MotionReplay);
