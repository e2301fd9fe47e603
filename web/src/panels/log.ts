/** The log of the table, line by line in the notation, with links to download all of it. */
import { html } from "lit";
import { downloadFile } from "../components/download";
import type { View } from "../model/view";
import { apiPath } from "../state/api";
import "../style/on-demand/log-and-chat.css";
import { card, Panel } from "./panel";

const KEPT = 300;
/** Entries that are asked for: some of them go without saying. */
const ASKED = 500;

export class Log extends Panel {
  static override properties = { ...Panel.properties, past: { state: true } };
  /** What happened before the panel was first opened; null while it is not known. */
  declare past: readonly string[] | null;
  /** Lines that the page had heard by then. */
  #since = 0;

  constructor() {
    super();
    this.past = null;
  }

  protected override firstUpdated(): void {
    void this.#learn();
  }

  /** The game so far; what was heard while it was asked for may be its end already. */
  async #learn(): Promise<void> {
    const { table, lines } = this.seat.view;
    const told = await this.house
      .ask<string>("GET", `${apiPath(table, "transcript")}?last=${ASKED}`)
      .catch(() => null);
    if (told === null) return;
    const past = told.split("\n").filter(Boolean);
    const heard = this.seat.view.lines.slice(lines.length);
    let both = heard.length;
    while (both && !heard.slice(0, both).every((line, i) => line === past[past.length - both + i])) both--;
    this.#since = lines.length + both;
    this.past = past;
  }

  /** The last lines there are. */
  #lines(): readonly string[] {
    const { lines } = this.seat.view;
    return this.past && lines.length < KEPT ? [...this.past, ...lines.slice(this.#since)].slice(-KEPT) : lines;
  }

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
    const { table } = this.seat.view;
    const lines = this.#lines();
    const keep = (event: Event): void => void downloadFile(event, this.house, this.seat);
    const links = html`<a href=${apiPath(table, "transcript")} download="${table}.txt" @click=${keep}>transcript</a>
      <a href=${apiPath(table, "log")} download="${table}.jsonl" @click=${keep}>log</a>`;
    return card(
      "log",
      "Log",
      links,
      lines.length
        ? html`<ol class="lines" tabindex="0" aria-label="What happened, the newest last">
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ol>`
        : html`<p class="none">Nothing yet.</p>`,
    );
  }
}
customElements.define("so-log", Log);
