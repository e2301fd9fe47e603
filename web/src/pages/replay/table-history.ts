/** The history of a table: one's own results and everybody's hands, the newest first, as far back as anybody reads. */
import { html, nothing, type TemplateResult } from "lit";
import { downloadFile } from "../../components/download";
import { SessionElement } from "../../components/element";
import { cents, dollars } from "../../model/money";
import { called, diceMark, plural } from "../../panels/panel";
import type { HandPlayed as Hand, ResultPlayed } from "../../protocol.generated";
import type { TableSession } from "../../session/session";
import { apiPath } from "../../state/api";
import type { HouseApi } from "../../state/api";
import { tablePath } from "../../state/route";
import { errorText } from "../../text/errors";
import { outcomeWords } from "../../text/session-stats";
import { titleOf } from "../../text/words";
import "../../style/rooms/history.css";

/** What came of one bet, as a row of the history has it. */
interface Settled {
  readonly wager: string;
  readonly stake: string;
  readonly result: string;
  readonly won: string;
}
type Result = Omit<ResultPlayed, "settled"> & { readonly settled: readonly Settled[] };
/** What was read so far, and where to read on; `before` null: that was all. */
interface Read<Row> {
  readonly rows: readonly Row[];
  readonly before: number | null;
  readonly failed: string;
}
const NONE: Read<never> = { rows: [], before: null, failed: "" };
const ROWS = 50;

export class HistoryPage extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    results: { state: true },
    hands: { state: true },
  };
  declare house: HouseApi;
  declare seat: TableSession;
  declare results: Read<Result> | null;
  declare hands: Read<Hand> | null;

  constructor() {
    super();
    this.results = this.hands = null;
  }

  protected override firstUpdated(): void {
    void this.#more("hands");
    if (this.house.token) void this.#more("results");
  }

  /** The next page of either. */
  async #more(what: "results" | "hands"): Promise<void> {
    const had: Read<Result | Hand> = this[what] ?? NONE;
    const read = await this.house.history(this.seat.view.table, what, ROWS, had.before ?? undefined).then(
      ({ rows, before }) => ({ rows: [...had.rows, ...rows], before, failed: "" }),
      (error: unknown) => ({ ...had, failed: errorText(error) }),
    );
    Object.assign(this, { [what]: read });
  }

  protected override render(): TemplateResult {
    const { table } = this.seat.view;
    const keep = (event: Event): void => void downloadFile(event, this.house, this.seat);
    return html`<div class="page history">
      <h1 tabindex="-1">What was played here</h1>
      <p class="in-row">
        <a class="button is-main" href="/">To the lobby</a><a class="button" href=${tablePath(table)}>To the table</a>
        <a class="button" href=${tablePath(table, "replay")}>Replay</a>
        <a href=${apiPath(table, "transcript")} download="${table}.txt" @click=${keep}>Transcript</a>
        <a href=${apiPath(table, "log")} download="${table}.jsonl" @click=${keep}>Log</a>
      </p>
      ${this.house.token ? this.#results() : nothing} ${this.#hands()}
    </div>`;
  }

  #results(): TemplateResult {
    const body = (rows: readonly Result[]): TemplateResult =>
      html`<table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Dice</th>
            <th scope="col">Your bets</th>
            <th scope="col">Rack after</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => this.#result(row))}
        </tbody>
      </table>`;
    return this.#section("results", "Your results", this.results, body, "You have not played here.");
  }

  #result({ at: when, dice, rack, settled }: Result): TemplateResult {
    const time = when ? new Date(when).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
    return html`<tr>
      <td>${time}</td>
      <td>${diceMark(...dice)} ${dice[0] + dice[1]}<span class="unseen">: ${dice[0]} and ${dice[1]}</span></td>
      <td>${settled.map((one) => html`<span>${titleOf(this.seat.view, one.wager)} <b class=${one.result}>${outcomeWords(one.result, cents(one.stake), cents(one.won))}</b></span> `)}</td>
      <td>${dollars(cents(rack))}</td>
    </tr>`;
  }

  #hands(): TemplateResult {
    const body = (rows: readonly Hand[]): TemplateResult =>
      html`<table>
        <thead>
          <tr>
            <th scope="col">Shooter</th>
            <th scope="col">Rolls</th>
            <th scope="col">Ended</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ shooter, rolls, points, ended }) =>
              html`<tr>
                <th scope="row">${called(shooter)}</th>
                <td>${rolls.map(([a, b]) => a + b).join(" ")}</td>
                <td>${ended === "seven-out" ? "seven out" : ended || "goes on"}${points ? `, ${plural(points, "point")} made` : ""}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;
    return this.#section("hands", "Hands", this.hands, body, "Nobody has rolled yet.");
  }

  #section<Row>(
    what: "results" | "hands",
    title: string,
    read: Read<Row> | null,
    body: (rows: readonly Row[]) => TemplateResult,
    none: string,
  ): TemplateResult {
    const inside = !read
      ? html`<p>Reading…</p>`
      : html`${read.rows.length ? html`<div class="scroll" tabindex="0" role="region" aria-labelledby="history-${what}">${body(read.rows)}</div>` : nothing}
          ${read.failed ? html`<p class="fault" role="alert">${read.failed}</p>` : nothing}
          ${!read.rows.length && !read.failed ? html`<p>${none}</p>` : nothing}
          ${read.before !== null ? html`<button class="button" @click=${() => this.#more(what)}>Earlier</button>` : nothing}`;
    return html`<section>
      <h2 id="history-${what}">${title}</h2>
      ${inside}
    </section>`;
  }
}
customElements.define("so-history", HistoryPage);
