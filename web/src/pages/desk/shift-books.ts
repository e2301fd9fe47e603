/** The shift's books over the desk: the report as the house writes it, the Shootout's log alone, files and print. */
import { html, nothing, type TemplateResult } from "lit";
import { keepFile } from "../../components/download";
import { LightElement } from "../../components/element";
import { apiPath, type HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";

/** What is shown: everything, or one section of the report by its key. */
const PARTS = [
  ["", "The shift"],
  ["shootout", "The Shootout’s log"],
] as const;

export class ShiftBooks extends LightElement {
  static override properties = {
    house: { attribute: false },
    table: { attribute: false },
    section: { attribute: false },
    shift: { state: true },
    failed: { state: true },
    reading: { state: true },
  };
  declare house: HouseApi;
  declare table: string;
  declare section: string;
  declare shift: string;
  declare failed: string;
  declare reading: boolean;

  constructor() {
    super();
    this.section = this.shift = this.failed = "";
    this.reading = false;
  }

  protected override firstUpdated(): void {
    this.querySelector("dialog")?.showModal();
    void this.#read();
  }

  #path(kind: string, part = ""): string {
    return `${apiPath(this.table, "shift")}?${new URLSearchParams({ kind, shift: this.shift, part })}`;
  }

  /** The page as the house writes it, and no style or script of it. */
  async #read(): Promise<void> {
    this.reading = true;
    this.failed = "";
    try {
      const file = await this.house.file(this.#path("html", this.section));
      const written = new DOMParser().parseFromString((await file.text()).replace(/<style>[^]*?<\/style>/, ""), "text/html");
      this.querySelector(".books-page")?.replaceChildren(...written.body.childNodes);
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.reading = false;
    }
  }

  #show(part: string): void {
    this.section = part;
    void this.#read();
  }

  #name = (event: SubmitEvent): void => {
    event.preventDefault();
    this.shift = String(new FormData(event.target as HTMLFormElement).get("shift") ?? "").trim();
    void this.#read();
  };

  async #keep(event: Event): Promise<void> {
    try {
      await keepFile(event, this.house);
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    return html`<dialog class="books" aria-label="The shift’s books" @close=${() => this.remove()}>
      <header class="books-head">
        ${PARTS.map(([part, title]) => html`<button class="button" aria-pressed=${this.section === part} @click=${() => this.#show(part)}>${title}</button>`)}
        <form class="in-row" @submit=${this.#name}>
          <label for="books-shift">Shift</label><input id="books-shift" name="shift" maxlength="24" autocomplete="off" placeholder="Swing" />
          <button class="button">Name it</button>
        </form>
        <a class="button" href=${this.#path("csv")} download="shift.csv" @click=${this.#keep}>CSV</a>
        <a class="button" href=${this.#path("json")} download="shift.json" @click=${this.#keep}>JSON</a>
        <a class="button" href=${this.#path("html", this.section)} download="shift.html" @click=${this.#keep}>Page</a>
        <button class="button is-main" @click=${() => print()}>Print</button>
        <button class="button" @click=${() => this.querySelector("dialog")?.close()}>Close</button>
      </header>
      <p role="status">${this.failed || (this.reading ? "Adding up…" : nothing)}</p>
      <div class="books-page" tabindex="0" role="region" aria-label="The report"></div>
    </dialog>`;
  }
}
customElements.define("so-shift-books", ShiftBooks);

/** Opens the books of a table over whatever page is open. */
export function openBooks(house: HouseApi, table: string, part = ""): void {
  document.body.append(Object.assign(document.createElement("so-shift-books"), { house, table, section: part }));
}
