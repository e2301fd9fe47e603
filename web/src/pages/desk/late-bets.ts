/** Bets that players have said and that count only once the crew confirms them, each with a button for one's own post. */
import { html, nothing, type TemplateResult } from "lit";
import { Watcher } from "../../components/element";
import { type Answer, answer, told } from "../../components/line-answer";
import type { BookResponse, LateBetMessage, SnapshotMessage } from "../../protocol.generated";
import { confirms } from "../../text/crew-actions";
import { sentence } from "../../text/words";

export class LateBets extends Watcher {
  static override properties = { ...Watcher.properties, answer: { state: true } };
  /** What the house said to the last word that was given here. */
  declare answer: Answer | null;

  constructor() {
    super();
    this.answer = null;
  }

  protected override render(): unknown {
    const { shown, book } = this.seat.view;
    if (!shown?.late?.length || !book) return nothing;
    return html`<section class="desk-block desk-late" aria-labelledby="desk-late">
      <h2 id="desk-late">Bets waiting for your word</h2>
      <ul aria-live="polite">
        ${shown.late.map((late) => this.#late(late, shown, book))}
      </ul>
      ${told(this.answer)}
    </section>`;
  }

  #late(late: LateBetMessage, shown: SnapshotMessage, book: BookResponse): TemplateResult {
    const has = late.confirmed ?? [];
    return html`<li>
      <span>${sentence(late.line)}</span>
      ${has.length ? html`<small>confirmed by the ${has.join(", the ")}</small>` : nothing}
      ${confirms(late, book, shown).map(
        (role) => html`<button class="button" @click=${() => this.#confirm(late, role)}>Confirm as ${role}</button>`,
      )}
    </li>`;
  }

  async #confirm({ line }: LateBetMessage, role: string): Promise<void> {
    this.answer = await answer(this.seat, `${line} confirmed by ${role}`, this);
  }
}
customElements.define("so-late", LateBets);
