/** A house of one's own: its rulebook written in the page, checked by the house while one types, and played with one click. */
import { html, nothing, type TemplateResult } from "lit";
import { type CodeEditor, offsetOf } from "../../components/code-editor";
import { LightElement } from "../../components/element";
import type { BookChecked, BookFault, BookListed, HouseChangesResponse } from "../../protocol.generated";
import { type HouseApi, RefusedError } from "../../state/api";
import { RACK } from "../../state/quick-start";
import { navigate, tablePath } from "../../state/route";
import { ensureGuest } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import { changesBeside } from "./house-changes";
import { baseOf, basePlace, families, fileName, firstText, heldText, textHeld, titleOf, wagerTables } from "./own-house";
import { tomlHighlight } from "./toml-highlight";
import "../../components/code-editor";
import "../../style/rooms/house-editor.css";

const EDIT = "/rules/edit";
const FIRST_BASE = "typical";
/** Milliseconds without a key until what was written is looked at. */
const PAUSE = 150;
/** Milliseconds for which a browser is given to begin with a file. */
const FETCHED = 10_000;

export class HouseEditor extends LightElement {
  static override properties = {
    house: { attribute: false },
    books: { attribute: false },
    text: { state: true },
    checked: { state: true },
    sound: { state: true },
    changes: { state: true },
    texts: { state: true },
    failed: { state: true },
    shared: { state: true },
    busy: { state: true },
  };
  declare house: HouseApi;
  declare books: readonly BookListed[];
  declare text: string;
  /** What was found last, of the text as it was then; null: nothing yet. */
  declare checked: BookChecked | null;
  /** The last sound answer: its figures stay, dimmed, while there are faults. */
  declare sound: BookChecked | null;
  declare changes: HouseChangesResponse | null;
  /** The texts of the base house, whose wagers can be taken over to change them. */
  declare texts: readonly string[];
  declare failed: string;
  declare shared: string;
  declare busy: boolean;
  #later: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;
  #base = "";

  constructor() {
    super();
    this.books = this.texts = [];
    this.text = this.failed = this.shared = "";
    this.checked = this.sound = this.changes = null;
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#linked);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#linked);
    clearTimeout(this.#later);
    this.#asking?.abort();
  }

  readonly #linked = (): void => void this.#begin();

  /** The text that the link holds, or the first lines of one on the house that the address names. */
  async #begin(): Promise<void> {
    try {
      const held = await textHeld(location.hash);
      if (held !== null && held === this.text) return;
      if (location.hash.length > 1 && held === null) this.failed = "The link is broken: its text cannot be read. Here is a new one.";
      const base = new URLSearchParams(location.search).get("base") || FIRST_BASE;
      if (held !== null) this.#write(held, 0);
      else {
        const { minimum, maximum } = await this.house.book(base);
        this.#write(firstText(base, minimum, maximum), 0);
      }
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  #write(text: string, after = PAUSE): void {
    this.text = text;
    this.shared = "";
    this.#asking?.abort();
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void this.#look(), after);
  }

  /** Has the house look at the text as it is, and then work out what it changes; given up when a key is pressed. */
  async #look(): Promise<void> {
    const { text } = this;
    const { signal } = (this.#asking = new AbortController());
    const link = await heldText(text);
    if (signal.aborted) return;
    history.replaceState(history.state, "", EDIT + link);
    void this.#learnBase(baseOf(text));
    try {
      await ensureGuest(this.house);
      const checked = await this.house.check(text, signal);
      if (signal.aborted) return;
      this.checked = checked;
      this.failed = "";
      if (!checked.sound) return;
      if (this.sound?.digest === checked.digest && this.changes) return;
      [this.sound, this.changes] = [checked, null];
      const changes = await this.house.changes(text, signal);
      if (!signal.aborted) this.changes = changes;
    } catch (error) {
      if (signal.aborted) return;
      this.failed = errorText(error);
      const wait = error instanceof RefusedError && error.why.code === "busy" ? error.why.retry_after || 1 : 0;
      if (wait) this.#later = setTimeout(() => void this.#look(), 1_000 * wait);
    }
  }

  /** The base house as it is written. */
  async #learnBase(base: string): Promise<void> {
    if (base === this.#base || !this.books.some((book) => book.name === base)) return;
    this.#base = base;
    this.texts = [];
    const { texts } = await this.house.bookSource(base);
    if (this.#base === base) this.texts = texts;
  }

  get #editor(): CodeEditor {
    return this.querySelector<CodeEditor>("so-code-editor")!;
  }

  #rebase(base: string): void {
    const place = basePlace(this.text);
    if (place) this.#editor.replace(...place, base);
  }

  /** Writes a wager's tables below the text, as the base house has them. */
  #take(family: string): void {
    const tables = wagerTables(this.texts, family);
    if (!tables) return;
    const line = this.text.trimEnd().split("\n").length + 2;
    this.#editor.replace(this.text.trimEnd().length, this.text.length, `\n\n${tables}`);
    void this.updateComplete.then(() => this.#editor.show({ line, column: 0, end: 0 }));
  }

  #mend({ line, column, end, said, instead }: BookFault): void {
    const [from, to] = [offsetOf(this.text, line, column), offsetOf(this.text, line, end)];
    if (this.text.slice(from, to) === said) this.#editor.replace(from, to, instead ?? "");
  }

  async #share(): Promise<void> {
    const link = location.origin + EDIT + (await heldText(this.text));
    try {
      await navigator.clipboard.writeText(link);
      this.shared = `The link is copied: ${link.length.toLocaleString("en")} characters hold the whole house.`;
    } catch {
      history.replaceState(history.state, "", link);
      this.shared = "The address of this page is the link: copy it from above.";
    }
  }

  #save(): void {
    const href = URL.createObjectURL(new Blob([this.text], { type: "application/toml" }));
    Object.assign(document.createElement("a"), { href, download: fileName(this.text) }).click();
    setTimeout(() => URL.revokeObjectURL(href), FETCHED);
  }

  async #open(): Promise<void> {
    this.busy = true;
    try {
      await ensureGuest(this.house);
      navigate(tablePath(await this.house.openTable({ rulebook: this.text })), { sit: RACK });
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  protected override render(): TemplateResult {
    const faults = this.checked?.faults ?? [];
    const heading = titleOf(this.text) || "A house of your own";
    return html`<div class="page rulebooks house-editor">
      <p class="crumbs"><a href="/rules">Rulebooks</a> › a house of your own</p>
      <div class="editor-head">
        <h1 tabindex="-1">${heading}</h1>
        <div class="in-row">
          <button class="button is-quiet" @click=${() => this.#save()}>Save the file</button>
          <button class="button is-quiet" @click=${() => this.#share()}>Copy the link</button>
          <button class="button is-main" ?disabled=${!this.checked?.sound || this.busy} @click=${() => this.#open()}>
            ${faults.length ? `${faults.length} to put right first` : this.busy ? "Opening…" : "Open a table on it"}
          </button>
        </div>
      </div>
      <p class="hint" role="status">${this.shared}</p>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      <div class="editing">
        <section class="box is-editor" aria-label="The rulebook">
          ${this.#sentence()}
          <div class="editor-scroll">
            <so-code-editor
              label="The rulebook’s text"
              described-by="editor-verdict"
              .value=${this.text}
              .highlight=${tomlHighlight}
              .faults=${faults.map(({ line, column = 0, end = 0 }) => ({ line, column, end }))}
              @input=${(event: Event) => this.#write((event.currentTarget as CodeEditor).value)}
            ></so-code-editor>
          </div>
          <div id="editor-verdict" role="status">${this.#verdict(faults)}</div>
        </section>
        <div class="beside ${faults.length ? "is-behind" : ""}">
          ${faults.length && this.sound ? html`<p class="hint">Of the text as it was before.</p>` : nothing}
          ${this.sound ? changesBeside(this.sound, this.changes) : html`<p class="coming">What it changes is shown here when it is sound.</p>`}
        </div>
      </div>
    </div>`;
  }

  #sentence(): TemplateResult {
    const base = baseOf(this.text);
    return html`<div class="editor-bar">
      <label
        >Stands on
        <select @change=${(event: Event) => this.#rebase((event.target as HTMLSelectElement).value)} ?disabled=${!basePlace(this.text)}>
          ${this.books.some((book) => book.name === base) ? nothing : html`<option value="" selected>${base || "nothing"}</option>`}
          ${this.books.map((book) => html`<option value=${book.name} ?selected=${book.name === base}>${book.title}</option>`)}
        </select></label
      >
      <label
        >Change a wager
        <select
          ?disabled=${!this.texts.length}
          @change=${(event: Event) => {
            const choice = event.target as HTMLSelectElement;
            this.#take(choice.value);
            choice.value = "";
          }}
        >
          <option value="">choose one</option>
          ${families(this.texts).map((family) => html`<option value=${family}>${family}</option>`)}
        </select></label
      >
    </div>`;
  }

  #verdict(faults: readonly BookFault[]): unknown {
    if (!this.checked) return html`<p class="verdict hint">It is checked as you type.</p>`;
    if (this.checked.sound) return html`<p class="verdict"><b class="win">✓</b> ${this.checked.wagers} wagers, every roll has its row.</p>`;
    return html`<ol class="faults">
      ${faults.map(
        (fault) =>
          html`<li>
            <button type="button" class="link" @click=${() => this.#editor.show({ line: fault.line, column: fault.column ?? 0, end: fault.end ?? 0 })}>
              Line ${fault.line}${fault.column ? `, ${fault.column}` : ""}
            </button>
            <span>${sentence(fault.message)} ${sentence(fault.remedy)}${fault.where ? html` <code>${fault.where}</code>` : nothing}</span>
            ${
              fault.instead && fault.column
                ? html`<button type="button" class="link" aria-label="Put it right: line ${fault.line}, write ${fault.instead}" @click=${() => this.#mend(fault)}>
                    Put it right
                  </button>`
                : nothing
            }
          </li>`,
      )}
    </ol>`;
  }
}
customElements.define("so-house-editor", HouseEditor);
