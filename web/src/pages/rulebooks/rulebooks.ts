/** The rulebooks: every wager of a house with what it pays and costs, word by word, and two houses side by side. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { BookListed, BookResponse, EdgesResponse, GlossaryResponse, NoticeResponse, RuleCostsResponse } from "../../protocol.generated";
import { type HouseApi, loadPart } from "../../state/api";
import { navigate } from "../../state/route";
import { errorText } from "../../text/errors";
import { costTable } from "./cost-table";
import { glossaryPage, type HousePage, isHousePage, layoutPage, noticePage, pageLinks } from "./house-pages";
import { provenanceBar } from "./provenance";
import { groupAlike, matches, wagerRows, type Entry, type WagerPath } from "./wager-rows";
import "../../style/rooms/rulebooks.css";

const FIRST = "catfish-bend";

/** What the address asks for: a house, one of its wagers, another house beside it. */
interface Asked {
  readonly house: string;
  readonly other: string;
  readonly wager: string;
  /** What each wager is made with and how fast the dice are, as a query: empty, or `?stake=25&pace=100`. */
  readonly at: string;
}

/** The address of the editor, which is no house. */
const EDIT = "edit";

/** `/rules/catfish-bend/place-6`, `/rules/catfish-bend+typical?stake=25`. */
function askedAt({ pathname, search }: Location): Asked {
  const [, , names = "", wager = ""] = pathname.split("/").map(decodeURIComponent);
  const [house = "", other = ""] = names.split("+");
  return { house: house || FIRST, other, wager, at: other && search };
}

function rulesPath(house: string, { other = "", wager = "" } = {}): string {
  return `/rules/${[house, other].filter(Boolean).map(encodeURIComponent).join("+")}${wager && `/${encodeURIComponent(wager)}`}`;
}

export class RulebookPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    books: { state: true },
    book: { state: true },
    edges: { state: true },
    costs: { state: true },
    sought: { state: true },
    failed: { state: true },
    asked: { state: true },
    writes: { state: true },
    glossary: { state: true },
    notice: { state: true },
  };
  declare house: HouseApi;
  declare books: readonly BookListed[];
  declare book: BookResponse | null;
  declare edges: EdgesResponse | null;
  declare costs: RuleCostsResponse | null;
  declare sought: string;
  declare failed: string;
  declare asked: Asked;
  /** True if the editor is here. */
  declare writes: boolean;
  declare glossary: GlossaryResponse | null;
  declare notice: NoticeResponse | null;

  constructor() {
    super();
    this.books = [];
    this.book = this.edges = this.costs = this.glossary = this.notice = null;
    this.sought = this.failed = "";
    this.writes = false;
    this.asked = askedAt(location);
    this.#costsAsked = "";
  }

  /** The question that `costs` answers. */
  #costsAsked: string;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("went", this.#went);
    addEventListener("popstate", this.#went);
    void this.#learn();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("went", this.#went);
    removeEventListener("popstate", this.#went);
  }

  readonly #went = (): void => {
    if (!location.pathname.startsWith("/rules")) return;
    const before = this.#page;
    this.asked = askedAt(location);
    // What was sought among the words is not sought among the wagers.
    if (this.#page !== before) this.sought = "";
    void this.#learn();
  };

  /** The page of the house that the address asks for. */
  get #page(): HousePage {
    return isHousePage(this.asked.wager) ? this.asked.wager : "";
  }

  /** Fetches what the address asks for and is not here yet. */
  async #learn(): Promise<void> {
    const { house, other, at } = this.asked;
    try {
      if (!this.books.length) this.books = await this.house.books();
      if (house === EDIT) {
        await loadPart(import("./house-editor"));
        this.writes = true;
        return;
      }
      const unknown = [house, other].find((name) => name && !this.books.some((book) => book.name === name));
      if (unknown) {
        this.book = this.edges = this.costs = null;
        this.failed = `There is no rulebook called “${unknown}” here: choose one above.`;
        return;
      }
      if (other) {
        const question = [house, other, at].join();
        if (this.#costsAsked !== question) {
          if (this.costs?.here !== house || this.costs.there !== other) this.costs = null;
          const costs = await this.house.ruleCosts(house, other, at);
          if (this.asked.other !== other || this.asked.at !== at) return;
          [this.costs, this.#costsAsked] = [costs, question];
        }
      } else if (this.book?.name !== house) {
        this.book = this.edges = this.glossary = this.notice = null;
        const [book, edges, notice, glossary] = await Promise.all([
          this.house.book(house),
          this.house.edges(house),
          this.house.notice(house),
          this.house.glossary(house),
        ]);
        if (this.asked.house === house) Object.assign(this, { book, edges, notice, glossary });
      }
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
    if (this.asked.wager) {
      await this.updateComplete;
      this.querySelector(".wager.is-open")?.scrollIntoView({ block: "center" });
    }
  }

  protected override render(): TemplateResult {
    const { house, other } = this.asked;
    if (house === EDIT) return this.#editor();
    return html`<div class="page rulebooks">
      <h1 tabindex="-1">${other ? "Two houses side by side" : "What a house pays, and what it costs"}</h1>
      <form class="ask" @submit=${(event: Event) => event.preventDefault()}>
        ${other ? "Playing at" : "The rules of"} ${this.#choice("House", house, (name) => rulesPath(name, { other: name === other ? "" : other }))}
        ${other ? "or at" : "beside"} ${this.#choice("Another house", other, (name) => rulesPath(house, { other: name }), house)}${other ? this.#terms(house, other) : nothing}
      </form>
      <p><a href="/rules/edit?base=${encodeURIComponent(other || house)}">Write a house of your own</a> on these rules, checked while you type.</p>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing} ${other ? this.#costs() : this.#rules()}
    </div>`;
  }

  #editor(): TemplateResult {
    if (this.writes) return html`<so-house-editor .house=${this.house} .books=${this.books}></so-house-editor>`;
    return html`<div class="page"><p class="coming">${this.failed || "Fetching the editor…"}</p></div>`;
  }

  /** Stake and pace, as words of the sentence. */
  #terms(house: string, other: string): TemplateResult {
    const now = new URLSearchParams(this.asked.at);
    const word = (name: "stake" | "pace", label: string, most: number): TemplateResult => {
      const value = now.get(name) ?? (this.costs ? String(Number(this.costs[name])) : "");
      const went = ({ target }: Event): void => {
        const box = target as HTMLInputElement;
        if (!box.reportValidity()) return;
        now.set(name, box.value);
        navigate(`${rulesPath(house, { other })}?${now}`);
      };
      return html`<input type="number" inputmode="numeric" required min="1" max=${most} step="1" aria-label=${label} .value=${value} @change=${went} />`;
    };
    return html`, with $${word("stake", "Stake of each wager in dollars", 10_000)} on each wager and ${word("pace", "Rolls an hour", 1_000)} rolls an hour`;
  }

  #choice(name: string, now: string, path: (name: string) => string, without = ""): TemplateResult {
    const went = (event: Event): void => navigate(path((event.target as HTMLSelectElement).value));
    return html`<select aria-label=${name} @change=${went}>
      ${without ? html`<option value="" ?selected=${!now}>no other</option>` : nothing}
      ${this.books
        .filter((book) => book.name !== without)
        .map((book) => html`<option value=${book.name} ?selected=${book.name === now}>${book.title}</option>`)}
    </select>`;
  }

  #rules(): unknown {
    const { book, edges, notice, glossary, sought } = this;
    if (!book || !edges || !notice || !glossary) return this.failed ? nothing : html`<p class="coming">Reading the book…</p>`;
    const worths = new Map(edges.wagers.map((worth) => [worth.wager, worth]));
    const lines = new Map(notice.each.map((line) => [line.wager, line]));
    const every: Entry[] = book.wagers
      .filter((wager) => wager.made)
      .map((wager) => ({ wager, worth: worths.get(wager.wager) ?? null, line: lines.get(wager.wager) ?? null }));
    const found = every.filter((entry) => matches(entry, sought));
    const page = this.#page;
    const path = (wager: string): string => rulesPath(book.name, { wager });
    return html`<p class="lead">${book.document}</p>
      ${provenanceBar(book.provenance)} ${pageLinks(page, path)}
      ${page === "notice" ? noticePage(notice, path) : page === "layout" ? layoutPage(book, path) : nothing}
      ${page === "notice" || page === "layout" ? nothing : this.#seek(page === "glossary" ? "Search the glossary" : "Search wagers, words and clauses")}
      ${page === "glossary" ? glossaryPage(glossary, sought, path) : nothing}
      ${page ? nothing : this.#wagers(found, every.length, edges, path)}`;
  }

  #seek(label: string): TemplateResult {
    return html`<label class="seek"
        >${label}
        <input type="search" .value=${this.sought} @input=${(event: Event) => (this.sought = (event.target as HTMLInputElement).value)}
      /></label>`;
  }

  #wagers(found: readonly Entry[], all: number, edges: EdgesResponse, path: WagerPath): TemplateResult {
    const drawn = (wager: string): string => `/api/books/${encodeURIComponent(edges.rules)}/layout.svg?wager=${encodeURIComponent(wager)}`;
    return html`<p class="hint" role="status">${found.length} of ${all} wagers</p>
      ${wagerRows(groupAlike(found), this.asked.wager, path, drawn)}
      <p class="hint">Edge: the share of a bet that the house keeps on the average, exactly. ${edges.basis}.</p>`;
  }

  #costs(): unknown {
    if (!this.costs) return this.failed ? nothing : html`<p class="coming">Comparing every wager of both…</p>`;
    return costTable(this.costs, (name) => this.books.find((book) => book.name === name)?.title ?? name);
  }
}
customElements.define("so-rulebooks", RulebookPage);
