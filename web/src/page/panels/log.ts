/** What happened at the table, line by line in the notation, and where the whole of it can be had. */
import { html } from "lit";
import { at } from "../../core/house";
import type { View } from "../../core/model";
import { card, Panel } from "./panel";

const KEPT = 300;

export class Log extends Panel {
  protected override sees(view: View): readonly unknown[] {
    return [view.lines];
  }

  /** The newest line is in sight, unless somebody reads further up. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const box = this.#box();
    this.#follows = !box || box.scrollTop + box.clientHeight > box.scrollHeight - 24;
  }

  protected override updated(): void {
    const box = this.#box();
    if (box && this.#follows) box.scrollTop = box.scrollHeight;
  }

  #follows = true;
  #box = (): HTMLElement | null => this.querySelector<HTMLElement>(".lines");

  protected override render(): unknown {
    const { table, lines } = this.seat.view;
    const links = html`<a href=${at(table, "transcript")} target="_blank" rel="noopener">transcript</a>
      <a href=${at(table, "log")} download="${table}.jsonl">log</a>`;
    return card(
      "log",
      "Log",
      links,
      lines.length
        ? html`<ol class="lines" tabindex="0" aria-label="What happened, the newest last">
            ${lines.slice(-KEPT).map((line) => html`<li>${line}</li>`)}
          </ol>`
        : html`<p class="none">Nothing has happened since this page was opened.</p>`,
    );
  }
}
customElements.define("so-log", Log);
