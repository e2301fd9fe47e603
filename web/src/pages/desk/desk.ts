/** The crew's desk: rolls entered, throws called off, and everything else that a crew says, each shown before it is said. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { dollars } from "../../model/money";
import { called, seatMark } from "../../panels/panel";
import type { BookResponse, DeskResponse, SnapshotMessage } from "../../protocol.generated";
import { type HouseApi, loadPart } from "../../state/api";
import { tablePath } from "../../state/route";
import {
  CORRECTION,
  type CrewAction,
  held,
  NO_ROLL,
  SIGNED,
  THROW,
} from "../../text/crew-actions";
import { asksForHelp } from "../../model/shortcuts";
import { sentence } from "../../text/words";
import "../../table/stick-call";
import "../../table/command-line";
import "./appointments";
import type { ActSearch } from "./act-search";
import "./act-search";
import { DeskFeed } from "./desk-feed";
import "./desk-felt";
import "./moment";
import "./table-facts";
import "./late-bets";
import "../../components/dice-pad";
import "../../table/news";
import "../../panels/log";
import "../../panels/rolls";
import "../../panels/shootout";
import "../../style/on-demand/desk.css";

/** Those who call throws. */
const CALLS = ["stickperson", "supervisor"];

export class Desk extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    shownAt: { state: true },
    desk: { state: true },
  };
  declare house: HouseApi;
  /** What was told last and is shown where it was said. */
  declare shownAt: number;
  /** What the crew has to know beside the table. */
  declare desk: DeskResponse | null;
  #feed: DeskFeed | null = null;

  constructor() {
    super();
    this.desk = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (!changed.has("seat")) return;
    this.#feed?.close();
    this.desk = null;
    this.#feed = this.seat && new DeskFeed(this.house, this.seat, () => (this.desk = this.#feed?.known ?? null));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#key);
    this.addEventListener("so-help", this.#helpAsked);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#feed?.close();
    removeEventListener("keydown", this.#key);
    this.removeEventListener("so-help", this.#helpAsked);
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (asksForHelp(event)) void this.#help();
  };

  /** `help` in the command line is the desk's own. */
  readonly #helpAsked = (event: Event): void => {
    event.preventDefault();
    void this.#help();
  };

  async #help(): Promise<void> {
    const { showHelp } = await loadPart(import("../../table/help-dialog"));
    showHelp(this.seat, "desk");
  }

  protected override render(): unknown {
    if (!this.seat) return nothing;
    const { snapshot, book, connection } = this.seat.view;
    if (connection.is === "ended") return this.#shut("Not at the desk", sentence(connection.reason.reason));
    if (!snapshot || !book)
      return html`<div class="page">
        <h1 tabindex="-1">The crew’s desk</h1>
        <p>Connecting…</p>
      </div>`;
    const mine = held(snapshot);
    const owns = snapshot.roles?.some((role) => role === "owner" || role === "supervisor");
    if (!mine.length && !owns) return this.#shut("The desk is for the crew", this.#whose(snapshot));
    const hit = !!snapshot.table.bonus?.held_for;
    return html`<div
      class="desk"
      @in-place=${(event: CustomEvent<number>) => (this.shownAt = event.detail)}
      @books-for=${(event: CustomEvent<string>) => this.#feed?.book(event.detail)}
      @fill-in=${(event: CustomEvent<string>) => this.#fillIn(event.detail)}
    >
      <header class="desk-head">
        <h1 tabindex="-1">The crew’s desk</h1>
        <p>
          <a href=${tablePath(snapshot.name)}>Table</a> <a href=${tablePath(snapshot.name, "display")}>Room’s screen</a>
          <button class="link" @click=${() => this.#books()}>Shift report</button>
          ${book.shootout ? html`<button class="link" @click=${() => this.#books("shootout")}>Shootout’s log</button>` : nothing}
          <span>Code <b class="desk-code">${snapshot.terms.code}</b></span>
        </p>
        ${connection.is === "lost" ? html`<p class="fault" role="status">The connection is lost; reconnecting…</p>` : nothing}
      </header>
      <div class="desk-call"><so-call .seat=${this.seat}></so-call><so-news .seat=${this.seat}></so-news></div>
      <div class="desk-now">
        <so-late .seat=${this.seat}></so-late>
        <so-moment .seat=${this.seat} .desk=${this.desk}></so-moment>
        ${hit ? this.#shootout(snapshot, book, mine) : nothing} ${this.#dice(snapshot, mine)}
      </div>
      <so-desk-felt class="desk-view" .seat=${this.seat} .desk=${this.desk}></so-desk-felt>
      <so-acts class="desk-duties" .seat=${this.seat} .desk=${this.desk}></so-acts>
      <div class="desk-side">
        <so-table-facts .desk=${this.desk}></so-table-facts>
        ${this.#players(snapshot)} ${hit ? nothing : this.#shootout(snapshot, book, mine)} ${owns ? this.#owner() : nothing}
        <section class="desk-block" aria-labelledby="desk-say">
          <h2 id="desk-say">Any line</h2>
          <so-command .seat=${this.seat}></so-command>
          ${this.#told()}
        </section>
        <so-rolls .seat=${this.seat} .house=${this.house}></so-rolls>
        <so-log .seat=${this.seat} .house=${this.house}></so-log>
      </div>
    </div>`;
  }

  /** What a person has to fill in: a roll at the dice, everything else by its form. */
  #fillIn(line: string): void {
    if (line.startsWith("roll ")) this.querySelector<HTMLElement>("so-pad button")?.focus();
    else if (line.includes("signed …")) this.querySelector<HTMLElement>(".is-hit input")?.focus();
    else void this.querySelector<ActSearch>("so-acts")?.lookFor(line);
  }

  async #books(part = ""): Promise<void> {
    const { openBooks } = await loadPart(import("./shift-books"));
    openBooks(this.house, this.seat.view.table, part);
  }

  #shut(title: string, words: string): TemplateResult {
    return html`<div class="page page-text">
      <h1 tabindex="-1">${title}</h1>
      <p>${words}</p>
      <p class="in-row">
        <a class="button is-main" href=${tablePath(this.seat.view.table)}>To the table</a
        ><a class="button" href="/">To the lobby</a>
      </p>
    </div>`;
  }

  #whose({ terms, you }: SnapshotMessage): string {
    if (you) return "You cannot deal a game that you play in: leave your seat to use the desk.";
    return terms.owner
      ? `${terms.owner} opened this table and decides who deals here.`
      : "The person who opened this table decides who deals here.";
  }

  /** Returns what was told and has no other place. */
  #told(): TemplateResult {
    const { feedback } = this.seat.view;
    const here = feedback && feedback.id !== this.shownAt ? feedback : null;
    return html`<p class="desk-told ${here?.kind === "refused" ? "is-refused" : ""}" id="told" role="status">
      ${here ? sentence(here.words) : ""} ${here?.why?.clause ? html`<em>${here.why.clause}</em>` : nothing}
    </p>`;
  }

  // --- the dice

  #dice(shown: SnapshotMessage, mine: readonly string[]): unknown {
    if (!CALLS.some((role) => mine.includes(role))) return nothing;
    const entered = shown.dice === "entered";
    return html`<section class="desk-block" aria-labelledby="desk-roll">
      <h2 id="desk-roll">${entered ? "The roll" : "The throw"}</h2>
      ${
        entered
          ? html`<so-pad .seat=${this.seat} wide></so-pad>`
          : html`<p class="soft">The house rolls the dice at this table.</p>`
      }
      ${this.#form(THROW)} ${this.#form(NO_ROLL)}
      ${entered && !shown.table.dice?.thrown && shown.table.rolls?.length ? this.#form(CORRECTION) : nothing}
    </section>`;
  }

  #form(duty: CrewAction): TemplateResult {
    return html`<h3>${duty.title}</h3>
      <so-duty .seat=${this.seat} .duty=${duty}></so-duty>`;
  }

  #shootout(shown: SnapshotMessage, book: BookResponse, mine: readonly string[]): unknown {
    if (!book.shootout) return nothing;
    const hit = shown.table.bonus?.held_for;
    const signs = hit && mine.includes("supervisor");
    return html`<div class="desk-block ${hit ? "is-hit" : ""}">
      <so-shootout .seat=${this.seat} .house=${this.house}></so-shootout>
      ${signs ? SIGNED.map((duty) => this.#form(duty)) : nothing}
    </div>`;
  }

  #players({ table, next }: SnapshotMessage): TemplateResult {
    const seats = [...(table.seats ?? [])].sort((one, other) => one.place - other.place);
    return html`<section class="desk-block" aria-labelledby="desk-players">
      <h2 id="desk-players">Players</h2>
      ${
        seats.length
          ? html`<ul class="desk-players">
              ${seats.map(
                (seat) =>
                  html`<li>
                    ${seatMark(seat.place)}<b>${called(seat.name)}</b>${next.seat === seat.name ? html`<small>rolls</small>` : nothing}
                    <span data-rack=${seat.name} data-cents=${seat.rack}>${dollars(seat.rack)}</span>
                  </li>`,
              )}
            </ul>`
          : html`<p class="soft">Nobody is at the table.</p>`
      }
    </section>`;
  }

  #owner(): TemplateResult {
    return html`<section class="desk-block" aria-labelledby="desk-owner">
      <h2 id="desk-owner">Who deals here</h2>
      <so-crew .seat=${this.seat} .house=${this.house}></so-crew>
    </section>`;
  }
}
customElements.define("so-desk", Desk);
