/** The frame of the table: call, felt, bar and panels in their places, the way to a seat, and how the connection is. */
import { html, nothing, type TemplateResult } from "lit";
import { loadAtRest } from "../../components/at-rest";
import { SessionElement } from "../../components/element";
import type { ConnectionState } from "../../model/view";
import type { SnapshotMessage } from "../../protocol.generated";
import { type HouseApi, loadPart } from "../../state/api";
import { takeIntent } from "../../state/route";
import { ensureGuest, announceIdentity } from "../../state/sign-in";
import { asksForHelp, isWriting } from "../../model/shortcuts";
import { ownRules, sentence } from "../../text/words";
import "../../table/session-felt";
import "../../table/bet-bar";
import "../../table/stick-call";
import "../../table/news";
import "../../table/side-tabs";
import "../../table/story-opener";

/** What lies over the felt where there is no room beside it. */
type Sheet = "" | "props" | "rolls" | "players" | "settled";
const SHEETS: readonly (readonly [Sheet, string])[] = [
  ["props", "Props"],
  ["rolls", "Rolls"],
  ["players", "Players"],
  ["settled", "Why"],
];
/** Milliseconds for which it is said that the connection is back. */
const BACK = 3_000;

export class TablePage extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    sheet: { state: true },
    drawer: { state: true },
    back: { state: true },
    checking: { state: true },
  };
  declare house: HouseApi;
  declare sheet: Sheet;
  /** True if the panels are open where they are a drawer. */
  declare drawer: boolean;
  /** What is said of a connection that has just come back. */
  declare back: string;
  /** True if a reality check waits to be seen. */
  declare checking: boolean;
  /** The last event that was known when the connection was lost. */
  #lostAt = 0;
  /** With how much to sit down, once that is possible; and whether company is to come then. */
  #sit = 0;
  #company = false;
  #line: ConnectionState["is"] = "opening";
  #heard = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.sheet = this.back = "";
    this.drawer = this.checking = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ({ sit: this.#sit = 0, company: this.#company = false } = takeIntent());
    addEventListener("table-menu", this.#menu);
    addEventListener("keydown", this.#key);
    loadAtRest(() => import("./later-parts"));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#later);
    removeEventListener("table-menu", this.#menu);
    removeEventListener("keydown", this.#key);
  }

  readonly #menu = (event: Event): void => {
    const what = (event as CustomEvent<string>).detail;
    if (what === "leave") this.seat.leave();
    if (what === "help") void this.#help();
    if (what === "chips") void loadPart(import("../../table/buy-chips")).then(({ buyChips }) => buyChips(this.seat));
    if (what.startsWith("best"))
      void loadPart(import("../../panels/best-act")).then(({ askBest }) => askBest(this.house, this.seat, what.slice(5)));
    if (what !== "panels") return;
    this.drawer = !this.drawer;
    if (this.drawer)
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".side-close button")?.focus());
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (asksForHelp(event)) return void this.#help();
    if (event.key === "/" && !customElements.get("so-command") && !isWriting(event.target)) {
      event.preventDefault();
      return void this.#focusCommandLine();
    }
    if (event.key !== "Escape" || event.defaultPrevented || (!this.sheet && !this.drawer)) return;
    const opener = this.sheet;
    this.sheet = "";
    this.drawer = false;
    if (opener) this.querySelector<HTMLElement>(`[data-sheet=${opener}]`)?.focus();
  };

  /** For whoever asks for the command line before it has come. */
  async #focusCommandLine(): Promise<void> {
    await loadPart(import("./later-parts"));
    await this.querySelector<SessionElement>("so-command")?.updateComplete;
    this.querySelector<HTMLElement>("#cmd")?.focus();
  }

  async #help(): Promise<void> {
    const { showHelp } = await loadPart(import("../../table/help-dialog"));
    showHelp(this.seat);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (!this.seat) return;
    const { connection, snapshot, feedback } = this.seat.view;
    if (changed.has("seat")) this.#line = connection.is;
    if (connection.is === "open" && this.#line === "lost") this.#cameBack(snapshot?.n ?? 0);
    if (connection.is === "lost" && this.#line !== "lost") this.#lostAt = snapshot?.n ?? 0;
    this.#line = connection.is;
    if (this.#sit && snapshot && connection.is === "open") {
      if (!snapshot.you) void this.#sitDown(this.#sit, snapshot);
      this.#sit = 0;
    }
    if (this.#company && snapshot?.you) {
      this.#company = false;
      void loadPart(import("../../state/quick-start")).then(({ company }) => company(this.house, this.seat.view.table));
    }
    if (feedback && feedback.id !== this.#heard) {
      this.#heard = feedback.id;
      if (feedback.why?.code === "reality-check") void this.#check();
    }
  }

  /** What only who comes to play needs is fetched for them alone. */
  async #sitDown(wanted: number, shown: SnapshotMessage): Promise<void> {
    const { buyIn } = await loadPart(import("../../state/quick-start"));
    this.seat.sit(buyIn(wanted, shown));
  }

  #cameBack(n: number): void {
    this.back = `The connection is back${n === this.#lostAt ? ", and nothing was missed" : ""}.`;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => (this.back = ""), BACK);
  }

  /** What was told once may long have been seen, such as before this page was come back to. */
  async #check(): Promise<void> {
    const [limits] = await Promise.all([this.house.limits(), loadPart(import("../../table/reality-check"))]);
    this.checking = limits.check_due;
  }

  protected override updated(): void {
    const { book, snapshot } = this.seat?.view ?? {};
    const title = book?.title ?? snapshot?.table.house.title;
    if (title) document.title = `${title} · sevenout`;
  }

  protected override render(): unknown {
    if (!this.seat) return nothing;
    const { seat, house } = this;
    const { snapshot, connection } = seat.view;
    if (!snapshot && connection.is === "ended") return this.#ended(connection.reason.code, connection.reason.reason);
    const wide = this.sheet && this.sheet !== "props";
    return html`<div class="table ${this.drawer ? "is-drawer" : ""} ${wide ? "is-sheet" : ""}">
      <h1 class="unseen" tabindex="-1">${snapshot?.table.house.title ?? "At the table"}</h1>
      <so-call .seat=${seat}></so-call>
      <section class="table-felt" aria-label="The layout">
        <so-news .seat=${seat}></so-news>
        <so-felt
          .seat=${seat}
          .house=${house}
          .sheet=${this.sheet === "props"}
          @sheet=${(event: CustomEvent<boolean>) => (this.sheet = event.detail ? "props" : "")}
        ></so-felt>
        <so-effects .seat=${seat}></so-effects>
        ${this.#banner(connection)} ${this.#own(snapshot)}
      </section>
      <div class="sheet-ways" role="group" aria-label="Around the table">
        ${SHEETS.map(
          ([sheet, name]) =>
            html`<button data-sheet=${sheet} aria-pressed=${this.sheet === sheet} @click=${() => this.#open(sheet)}>
              ${name}
            </button>`,
        )}
      </div>
      <div class="table-bar ${this.#sitting ? "is-sitting" : ""}">
        <so-bar .seat=${seat} .house=${house}></so-bar>
      </div>
      <aside class="side" aria-label="Around the table">
        <header class="side-close">
          <button class="button is-quiet" @click=${() => this.#shut()}>Close</button>
        </header>
        <so-side .seat=${seat} .house=${house} .first=${wide ? this.sheet : ""}></so-side>
      </aside>
      <so-why .seat=${seat} .house=${house}></so-why>
      ${this.#summary()}
      ${
        this.checking
          ? html`<so-check .house=${house} .seat=${seat} @seen=${() => (this.checking = false)}></so-check>`
          : nothing
      }
    </div>`;
  }

  /** Returns how the sitting went, for who has just left. */
  #summary(): unknown {
    const left = this.seat.view.news.find(({ kind }) => kind === "left");
    if (!left) return nothing;
    void loadPart(import("../../table/session-summary"));
    return html`<so-summary .seat=${this.seat} .house=${this.house} .news=${left}></so-summary>`;
  }

  /** True if a seat was asked for and is not there yet. */
  get #sitting(): boolean {
    const { snapshot, unanswered } = this.seat.view;
    return !snapshot?.you && (this.#sit > 0 || unanswered.some(({ line }) => line.startsWith("sits")));
  }

  // --- what lies over the felt

  #own(shown: SnapshotMessage | null): unknown {
    const words = ownRules(shown && { own_rules: shown.terms.own_rules, digest: shown.digest });
    return words ? html`<p class="own-rules is-over" role="note">${words}</p>` : nothing;
  }

  #open(sheet: Sheet): void {
    this.sheet = this.sheet === sheet ? "" : sheet;
    if (!this.sheet || this.sheet === "props") return;
    const of = this.sheet;
    const side = this.querySelector("so-side");
    if (side) side.tab = "table";
    void this.updateComplete
      .then(() => side?.updateComplete)
      .then(() => this.querySelector(`so-${of}`)?.scrollIntoView({ block: "start" }));
  }

  #shut(): void {
    const opener = this.sheet ? `[data-sheet=${this.sheet}]` : ".menu-open";
    this.sheet = "";
    this.drawer = false;
    document.querySelector<HTMLElement>(opener)?.focus();
  }

  // --- the connection

  #banner(line: ConnectionState): TemplateResult {
    const words =
      line.is === "lost"
        ? "The connection is lost; reconnecting… You see the table as it was."
        : line.is === "ended"
          ? sentence(line.reason.reason)
          : this.back;
    const again = line.is === "ended" ? this.#again(line.reason.code) : nothing;
    return html`<div class="banner ${words ? "is-shown" : ""} is-${line.is}">
      <span role="status">${words}</span>${again}
    </div>`;
  }

  /** Returns what may be done about a connection that the house ended. */
  #again(code: string): TemplateResult {
    if (code === "no-token" || code === "idle") {
      return html`<button class="button is-main" @click=${() => this.#comeIn()}>Come in again</button>`;
    }
    return html`<button class="button is-main" @click=${announceIdentity}>Try again</button>`;
  }

  async #comeIn(): Promise<void> {
    this.house.forget();
    await ensureGuest(this.house);
    announceIdentity();
  }

  #ended(code: string, reason: string): TemplateResult {
    return html`<div class="page page-text">
      <h1 tabindex="-1">${code === "not-found" ? "No such table" : "You are not at the table"}</h1>
      <p>${sentence(reason)}</p>
      <p class="in-row">
        ${code === "not-found" ? nothing : this.#again(code)} <a class="button" href="/">To the lobby</a>
      </p>
    </div>`;
  }
}
customElements.define("so-table", TablePage);
