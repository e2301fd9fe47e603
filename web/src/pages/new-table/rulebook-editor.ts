/** A rulebook of one's own: uploaded or pasted, and looked at by the house while it is written. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { BookChecked, BookFault } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { ensureGuest } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";

/** A text, and whether a table can be opened with it. */
export interface OwnBook {
  readonly text: string;
  readonly sound: boolean;
}

const EXAMPLE = `format = 1
extends = "typical"
name = "ours"
title = "Our kitchen table"

[table]
minimum = 1
maximum = 50
`;
/** Milliseconds without a key until what was written is looked at. */
const SETTLED = 500;

export class RulebookEditor extends LightElement {
  static override properties = {
    house: { attribute: false },
    fault: { attribute: false },
    text: { state: true },
    checked: { state: true },
    failed: { state: true },
    looking: { state: true },
  };
  declare house: HouseApi;
  /** What the form finds wrong with it. */
  declare fault: string;
  declare text: string;
  declare checked: BookChecked | null;
  declare failed: string;
  declare looking: boolean;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.text = this.failed = this.fault = "";
    this.checked = null;
    this.looking = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#later);
  }

  #write(text: string, after: number): void {
    this.text = text;
    this.checked = null;
    this.#tell();
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void this.#check(), after);
  }

  async #check(): Promise<void> {
    const { text } = this;
    if (!text.trim()) return;
    this.looking = true;
    this.failed = "";
    try {
      await ensureGuest(this.house);
      const checked = await this.house.check(text);
      if (text !== this.text) return;
      this.checked = checked;
      this.#tell();
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.looking = false;
    }
  }

  #tell(): void {
    const detail: OwnBook = { text: this.text, sound: this.checked?.sound ?? false };
    this.dispatchEvent(new CustomEvent("checked", { detail }));
  }

  async #upload(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) this.#write(await file.text(), 0);
  }

  /** Puts the cursor on the line that a fault is about. */
  #show(fault: BookFault): void {
    const box = this.querySelector("textarea");
    if (!box) return;
    const lines = this.text.split("\n");
    const start = lines.slice(0, Math.max(fault.line - 1, 0)).reduce((sum, line) => sum + line.length + 1, 0);
    box.focus();
    box.setSelectionRange(start, start + (lines[fault.line - 1]?.length ?? 0));
    box.scrollTop = (box.scrollHeight / Math.max(lines.length, 1)) * (fault.line - 3);
  }

  protected override render(): TemplateResult {
    const wrong = !!this.fault || this.checked?.sound === false;
    return html`<div class="own-book">
      <div class="in-row">
        <label class="button is-file"
          >Upload a file<input
            type="file"
            accept=".toml,text/*"
            class="unseen"
            @change=${(event: Event) => this.#upload(event)}
        /></label>
        ${
          this.text
            ? nothing
            : html`<button type="button" class="button is-quiet" @click=${() => this.#write(EXAMPLE, 0)}>
                Begin with an example
              </button>`
        }
      </div>
      <div class="ask">
        <label for="rulebook">The rulebook’s text</label>
        <textarea
          id="rulebook"
          rows="12"
          spellcheck="false"
          autocapitalize="off"
          aria-invalid=${wrong ? "true" : "false"}
          aria-describedby="rulebook-fault rulebook-told"
          .value=${this.text}
          @input=${(event: Event) => this.#write((event.target as HTMLTextAreaElement).value, SETTLED)}
        ></textarea>
        <p class="fault" id="rulebook-fault" ?hidden=${!this.fault}>${this.fault}</p>
        <div id="rulebook-told" role="status">${this.#told()}</div>
      </div>
    </div>`;
  }

  #told(): unknown {
    if (this.failed) return html`<p class="fault">${this.failed}</p>`;
    if (!this.text.trim()) return html`<p class="hint">It is checked as you type; every error is shown with its line.</p>`;
    if (!this.checked) return html`<p class="hint">${this.looking ? "Checking…" : " "}</p>`;
    if (this.checked.sound) {
      return html`<p class="sound">
        <b>Sound: ${this.checked.title}.</b>
        <span>Digest <code>${(this.checked.digest ?? "").slice(0, 12)}…</code></span>
      </p>`;
    }
    const faults = this.checked.faults ?? [];
    return html`<p class="fault">${faults.length === 1 ? "One fault" : `${faults.length} faults`}:</p>
      <ol class="book-faults">
        ${faults.map(
          (fault) =>
            html`<li>
              <button type="button" class="link" @click=${() => this.#show(fault)}>Line ${fault.line}</button>
              <div>
                ${fault.where ? html`<code>${fault.where}</code> ` : nothing}${sentence(fault.message)}
                ${fault.remedy ? html`<small>${sentence(fault.remedy)}</small>` : nothing}
              </div>
            </li>`,
        )}
      </ol>`;
  }
}
customElements.define("so-rulebook", RulebookEditor);
