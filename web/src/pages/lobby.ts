/** Home, seen first: one click to a table with chips and company, doors to the other rooms, houses and open tables. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { LightElement } from "../components/element";
import { cents, dollars } from "../model/money";
import type { BookResponse, TableListed } from "../protocol.generated";
import type { HouseApi } from "../state/api";
import { findTable, RACK } from "../state/quick-start";
import { navigate, ROOMS, tablePath } from "../state/route";
import { ensureGuest } from "../state/sign-in";
import { sortTables, ownTables, ownMark } from "../state/table-list";
import { errorText } from "../text/errors";
import { differences, type Fact } from "../text/house-differences";
import { ownRules, sentence } from "../text/words";
import "../style/rooms/lobby.css";

const FIRST = "catfish-bend";
const PLACES = 16;
/** Milliseconds between two looks at the list of tables. */
const LOOK = 5_000;

const ASSUMED = html`<span class="tag-assumed">assumed</span>`;

/** What is behind each door. */
const BEHIND: { readonly [to: string]: string } = {
  "/learn": "Ten minutes on the felt, with dice that do what the lesson needs.",
  "/lab": "Will my plan last the night? All that can come of it, exactly.",
  "/rules": "Every house, rule by rule, with what each bet costs. Two beside each other.",
  "/school": "Learn to deal: cut, pay, call, by the crew’s manual.",
  "/evenings": "What you won, what was to be expected, and what was luck.",
};

/** Where somebody sits down, and whether company is to come. */
interface Place {
  readonly table: string;
  readonly company: boolean;
}

export class Lobby extends LightElement {
  static override properties = {
    house: { attribute: false },
    books: { state: true },
    tables: { state: true },
    mine: { state: true },
    going: { state: true },
    failed: { state: true },
    only: { state: true },
  };
  declare house: HouseApi;
  /** Nothing until they are told; each with what sets it apart. */
  declare books: readonly BookResponse[];
  declare tables: readonly TableListed[] | null;
  /** The tables that whoever looks has opened. */
  declare mine: ReadonlySet<string>;
  /** The house at which somebody is being sat down just now. */
  declare going: string;
  declare failed: string;
  /** The rulebook whose tables are listed; "" for all of them. */
  declare only: string;
  #facts: ReadonlyMap<string, readonly Fact[]> = new Map();
  #look: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.books = [];
    this.tables = null;
    this.mine = new Set();
    this.going = this.failed = this.only = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#learn();
    void this.#refresh();
    void this.#own();
    document.addEventListener("visibilitychange", this.#seen);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#look);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  readonly #seen = (): void => {
    if (!document.hidden) void this.#refresh();
  };

  async #learn(): Promise<void> {
    try {
      const listed = await this.house.books();
      const books = await Promise.all(listed.map((book) => this.house.book(book.name)));
      books.sort((one, other) => Number(other.name === FIRST) - Number(one.name === FIRST));
      this.#facts = differences(books);
      this.books = books;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Which tables are one's own; without an answer none is marked. */
  async #own(): Promise<void> {
    this.mine = ownTables(await this.house.me().catch(() => null));
  }

  /** Looks again, quietly: a house that cannot be reached for a moment leaves the list as it was. */
  async #refresh(): Promise<void> {
    clearTimeout(this.#look);
    if (document.hidden) return;
    try {
      this.tables = await this.house.tables();
    } catch (error) {
      if (this.tables === null) this.failed = errorText(error);
    }
    if (this.isConnected) this.#look = setTimeout(() => void this.#refresh(), LOOK);
  }

  /** Comes in if need be, finds where to go, and goes there to sit down. */
  async #sit(at: string, find: () => Promise<Place>): Promise<void> {
    if (this.going) return;
    this.failed = "";
    this.going = at;
    try {
      await ensureGuest(this.house);
      const { table, company } = await find();
      navigate(tablePath(table), { sit: RACK, company });
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.going = "";
    }
  }

  #join({ table }: TableListed): Promise<void> {
    return this.#sit(table, () => Promise.resolve({ table, company: false }));
  }

  /** One click: a name, a table, chips, and three strategies for company. */
  #play(book: BookResponse | undefined): Promise<void> {
    return this.#sit(book?.name ?? FIRST, async () => {
      const found = await findTable(this.house, book ?? (await this.house.book(FIRST)));
      return { table: found.table, company: found.fresh };
    });
  }

  protected override render(): TemplateResult {
    const first = this.books.find((book) => book.name === FIRST);
    return html`<div class="page lobby">
      <section class="welcome">
        <div>
          <h1 tabindex="-1">Craps, by the book</h1>
          <p class="lead">Casinos’ written rules, dealt as they are written. Every payout names its clause.</p>
        </div>
        <div class="welcome-play">
          <button class="button is-main is-large" ?disabled=${this.going !== ""} @click=${() => this.#play(first)}>
            ${this.going ? "Sitting down…" : "Play"}
          </button>
          <p class="hint">${this.#promise(first)}</p>
          <p class="hint"><a href="/learn">Never played? Learn it in ten minutes</a></p>
        </div>
        <p class="fault" role="alert" ?hidden=${!this.failed}>${this.failed}</p>
      </section>
      <nav class="doors" aria-label="Doors">${ROOMS.slice(1).map(([to, name, drawing]) => door(to, name, drawing))}</nav>
      ${this.#houses()}
      <div class="lobby-side">
        ${this.#tables()}
        <p class="ways-in">
          <a href="/new">A table of your own</a>
          <a href="/join">Join with a code</a>
        </p>
      </div>
    </div>`;
  }

  #promise(book: BookResponse | undefined): string {
    const house = book?.title ?? "the first house";
    const who = this.house.name ? `as ${this.house.name}` : "without an account";
    return `${house}, ${dollars(RACK)} in play chips, three bots for company, ${who}.`;
  }

  // --- houses

  #houses(): TemplateResult {
    return html`<section class="lobby-houses" aria-labelledby="houses">
      <header class="section-head">
        <h2 id="houses">Houses</h2>
        <p>Each deals by its own document.</p>
      </header>
      <ul class="house-rows" aria-busy=${this.books.length === 0 ? "true" : "false"}>
        ${
          this.books.length === 0
            ? [1, 2, 3, 4, 5, 6].map(() => html`<li class="house-row" aria-hidden="true"></li>`)
            : this.books.map((book) => this.#line(book))
        }
      </ul>
    </section>`;
  }

  #line(book: BookResponse): TemplateResult {
    const facts = this.#facts.get(book.name) ?? [];
    return html`<li class="house-row">
      <h3>${book.title}<small>${dollars(cents(book.minimum))}–${dollars(cents(book.maximum))}</small></h3>
      <p>${facts.map((fact) => html`${sentence(fact.words)} ${fact.assumed ? ASSUMED : nothing} `)}</p>
      <span class="house-ways">
        <a class="button is-quiet" href="/rules/${book.name}" aria-label="The rules of ${book.title}">Rules</a>
        <button
          class="button"
          ?disabled=${this.going !== ""}
          aria-label="Play at ${book.title}"
          @click=${() => this.#play(book)}
        >
          ${this.going === book.name ? "Sitting down…" : "Play"}
        </button>
      </span>
    </li>`;
  }

  // --- tables

  #tables(): TemplateResult {
    const all = this.tables ?? [];
    const listed = all.filter((table) => !this.only || table.rules === this.only);
    return html`<section class="lobby-tables" aria-labelledby="tables">
      <header class="section-head">
        <h2 id="tables">Open tables</h2>
        ${this.#filter(all)}
      </header>
      ${
        listed.length > 0
          ? html`<ul class="open-tables">
              ${repeat(
                sortTables(listed, this.house.name, this.mine),
                (table) => table.table,
                (table) => this.#row(table),
              )}
            </ul>`
          : html`<p class="empty">
              ${this.tables === null ? "Looking…" : "No tables are open right now: Play opens one."}
            </p>`
      }
    </section>`;
  }

  #filter(all: readonly TableListed[]): unknown {
    const books = new Map(all.map((table) => [table.rules, table.title]));
    if (books.size < 2) return html`<p>${all.length > 0 ? "By house and limits." : nothing}</p>`;
    return html`<label class="pick-one"
      ><span class="unseen">Tables of </span>
      <select @change=${(event: Event) => (this.only = (event.target as HTMLSelectElement).value)}>
        <option value="">All houses</option>
        ${[...books]
          .sort()
          .map(([name, title]) => html`<option value=${name} ?selected=${name === this.only}>${title}</option>`)}
      </select></label
    >`;
  }

  #row(table: TableListed): TemplateResult {
    const full = table.seats.length >= PLACES;
    const named = `${table.title}, ${table.own_rules ? "a player’s own rules, " : ""}${seated(table)}`;
    const mine = ownMark(table, this.house.name, this.mine);
    return html`<li class="open-table ${mine ? "is-mine" : ""}">
      <h3>${table.title}${mine ? html` <span class="open-mine">${mine}</span>` : nothing}</h3>
      ${ownRules(table) ? html`<p class="own-rules">${ownRules(table)}</p>` : nothing}
      <p class="open-limits">${dollars(cents(table.minimum))}–${dollars(cents(table.maximum))}</p>
      <p class="open-how">
        ${seated(table)} · ${table.point === null ? "no point" : html`point ${table.point}`} ·
        ${table.dice === "fair" ? "dice that you can check" : "real dice, entered"}
      </p>
      <p class="open-ways">
        <a class="button is-quiet" href=${tablePath(table.table)} aria-label="Watch at ${named}">Watch</a>
        ${
          full || table.closing
            ? html`<span class="soft">${table.closing ? "closing" : "full"}</span>`
            : html`<button
                class="button"
                ?disabled=${this.going !== ""}
                aria-label="Join ${named}"
                @click=${() => this.#join(table)}
              >
                ${this.going === table.table ? "Sitting down…" : "Join"}
              </button>`
        }
      </p>
    </li>`;
  }
}

function door(to: string, name: string, drawing: string): TemplateResult {
  return html`<a class="door" href=${to}
    ><svg viewBox="0 0 20 20" aria-hidden="true"><path d=${drawing} /></svg>
    <span><b>${name}</b><small>${BEHIND[to]}</small></span></a
  >`;
}

/** Returns who sits there, in a few words. */
function seated(table: TableListed): string {
  const people = table.seats.filter((seat) => !seat.startsWith("Bot-"));
  const bots = table.seats.length - people.length;
  const named =
    people.length > 3 ? `${people.slice(0, 2).join(", ")} and ${people.length - 2} more` : people.join(", ");
  const counted = bots > 0 ? `${bots} ${bots === 1 ? "bot" : "bots"}` : "";
  return [named, counted].filter(Boolean).join(", ") || "nobody yet";
}
customElements.define("so-lobby", Lobby);
