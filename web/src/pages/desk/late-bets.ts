/** Bets and calls of players that count only once the crew confirms them, each with a button for one's own post. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { type Answer, sayLine, answerTemplate } from "../../components/line-answer";
import type { BookResponse, LateBetMessage, SnapshotMessage } from "../../protocol.generated";
import { confirms } from "../../text/crew-actions";
import { sentence } from "../../text/words";

export class LateBets extends SessionElement {
  static override properties = { ...SessionElement.properties, answer: { state: true } };
  /** What the house said to the last word that was given here. */
  declare answer: Answer | null;

  constructor() {
    super();
    this.answer = null;
  }

  protected override render(): unknown {
    const { snapshot, book } = this.seat.view;
    if (!snapshot?.late?.length || !book) return nothing;
    return html`<section class="desk-block desk-late" aria-labelledby="desk-late">
      <h2 id="desk-late">Waiting for your word</h2>
      <ul aria-live="polite">
        ${snapshot.late.map((late) => this.#late(late, snapshot, book))}
      </ul>
      ${answerTemplate(this.answer)}
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
    this.answer = await sayLine(this.seat, `${line} confirmed by ${role}`, this);
  }
}
customElements.define("so-late", LateBets);
