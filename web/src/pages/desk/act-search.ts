/** The few acts that fit the moment as forms, and every other by its words: one box that searches all of them. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import type { BookResponse, DeskResponse } from "../../protocol.generated";
import { type CrewAction, fittingActs, held, type Station, stations } from "../../text/crew-actions";
import "./action-form";

/** So many results are shown; more words find fewer. */
const MOST = 8;

interface Found {
  readonly station: Station;
  readonly duty: CrewAction;
}

export class ActSearch extends SessionElement {
  static override properties = { ...SessionElement.properties, desk: { attribute: false }, words: { state: true } };
  declare desk: DeskResponse | null;
  declare words: string;
  #of: BookResponse | null = null;
  #zone = "";
  #stations: readonly Station[] = [];

  constructor() {
    super();
    this.desk = null;
    this.words = "";
  }

  /** Looks for what a line is said by, such as `supervisor rules on the discrepancy: …`, and goes there. */
  async lookFor(line: string): Promise<void> {
    this.words = line.slice(0, line.indexOf("…")).replace(/[:,]\s*$/, "").trim();
    await this.updateComplete;
    const open = this.querySelector<HTMLDetailsElement>(".desk-found details");
    if (open) open.open = true;
    (open?.querySelector<HTMLElement>("select, input, button") ?? this.querySelector<HTMLElement>("input"))?.focus();
  }

  get #all(): readonly Found[] {
    const { book, snapshot } = this.seat.view;
    if (!book || !snapshot) return [];
    const zone = snapshot.terms.zone ?? "";
    if (this.#of !== book || this.#zone !== zone) {
      this.#stations = stations(book, !!zone);
      [this.#of, this.#zone] = [book, zone];
    }
    const mine = held(snapshot);
    return this.#stations.filter(({ role }) => mine.includes(role)).flatMap((station) => station.duties.map((duty) => ({ station, duty })));
  }

  protected override render(): unknown {
    const { snapshot, lastRoll } = this.seat.view;
    if (!snapshot) return nothing;
    const all = this.#all;
    const titles = fittingActs({ shown: snapshot, desk: this.desk, rolled: !!(lastRoll || snapshot.table.rolls?.length) });
    const fits = titles.flatMap((title) => all.find(({ duty }) => duty.title === title) ?? []);
    const found = this.#found(all);
    return html`${
        fits.length
          ? html`<section class="desk-block" aria-labelledby="desk-fits">
              <h2 id="desk-fits">What fits now</h2>
              ${fits.map((one) => this.#form(one, "fits"))}
            </section>`
          : nothing
      }
      <section class="desk-block" aria-labelledby="desk-acts">
        <h2 id="desk-acts"><label for="desk-search">Everything else a crew says</label></h2>
        <input
          id="desk-search"
          type="search"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder="fill, relieve, inspect, dispute …"
          .value=${this.words}
          @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)}
        />
        <p class="soft" role="status">${this.#count(all.length, found.length)}</p>
        <div class="desk-found">${found.slice(0, MOST).map((one) => this.#form(one, "found"))}</div>
      </section>`;
  }

  #count(all: number, found: number): string {
    if (!this.words.trim()) return `${all} acts: type what you look for.`;
    if (!found) return "None is called so: the line below takes whatever has no form.";
    return found > MOST ? `${found} are called so; the first ${MOST}:` : `${found} found.`;
  }

  /** Acts in whose title, line or station every word begins a word. */
  #found(all: readonly Found[]): readonly Found[] {
    const wanted = words(this.words);
    if (!wanted.length) return [];
    return all.filter(({ station, duty }) => {
      const has = words(`${duty.title} ${duty.line.filled({})} ${station.title} ${station.role}`);
      return wanted.every((one) => has.some((word) => word.startsWith(one)));
    });
  }

  #form({ station, duty }: Found, where: string): TemplateResult {
    return html`<details class="desk-duty" name="desk-${where}">
      <summary>${duty.title} <small class="soft">${station.role}</small></summary>
      <so-duty .seat=${this.seat} .duty=${duty}></so-duty>
    </details>`;
  }
}
customElements.define("so-acts", ActSearch);

function words(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
