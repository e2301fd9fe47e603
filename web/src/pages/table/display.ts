/** The table's screen in a room: the felt, what was called, who shoots, and how to come in by telephone. Nothing is pressed. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { dollars } from "../../model/money";
import { RESTED } from "../../model/timing";
import { called, diceMark, seatMark } from "../../panels/panel";
import type { PastRoll, SeatShown, SnapshotMessage } from "../../protocol.generated";
import type { TableSession } from "../../session/session";
import { spectatorSession } from "../../session/spectator";
import type { HouseApi } from "../../state/api";
import { wayIn } from "../../state/join-address";
import { atRisk } from "../../state/reducer";
import { ownRules, ROLL_EVENTS, sentence } from "../../text/words";
import "../../table/session-felt";
import "../../table/stick-call";
import "../../table/news";
import "../../panels/shootout";
import "./table-effects";
import "../../style/on-demand/display.css";

const ROLLS = 20;

export class Display extends SessionElement {
  static override properties = { ...SessionElement.properties, house: { attribute: false }, qr: { state: true } };
  declare house: HouseApi;
  /** The address for a camera, once it is drawn, and of which code. */
  declare qr: { readonly code: string; readonly drawn: unknown } | null;
  #watched: TableSession | null = null;
  #room: TableSession | null = null;
  #awake: { release(): Promise<void> } | null = null;

  constructor() {
    super();
    this.qr = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.#stayAwake);
    this.#stayAwake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.#stayAwake);
    void this.#awake?.release();
    this.#awake = null;
  }

  /** A room's screen does not go dark while it is looked at; where that cannot be asked for, it does. */
  #stayAwake = (): void => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    navigator.wakeLock.request("screen").then(
      (lock) => (this.isConnected ? (this.#awake = lock) : void lock.release()),
      () => undefined,
    );
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (this.seat !== this.#watched) {
      this.#watched = this.seat;
      this.#room = this.seat && spectatorSession(this.seat);
    }
    const code = this.seat?.view.snapshot?.terms.code;
    if (code && code !== this.qr?.code && wayIn(location, code).reachable) void this.#draw(code);
  }

  async #draw(code: string): Promise<void> {
    this.qr = { code, drawn: nothing };
    const found = await import("./qr").catch(() => null);
    if (found) this.qr = { code, drawn: found.qr(wayIn(location, code).link) };
    else setTimeout(() => (this.qr = null), RESTED); // and once more
  }

  protected override render(): unknown {
    const room = this.#room;
    if (!room) return nothing;
    const { snapshot, connection, book } = room.view;
    if (!snapshot) return this.#nothing(connection.is === "ended" ? connection.reason.reason : "");
    return html`<div class="display">
      <h1 class="unseen" tabindex="-1">${snapshot.table.house.title}: the table’s screen</h1>
      <so-call .seat=${room}></so-call>
      <div class="display-middle">
        <so-news .seat=${room} still></so-news>
        <div class="display-felt" inert><so-felt .seat=${room}></so-felt><so-effects .seat=${room}></so-effects></div>
      </div>
      <aside class="display-side">
        <p class="display-house">
          <b>${book?.title ?? snapshot.table.house.title}</b>
          <span>${dollars(snapshot.table.house.minimum)} to ${dollars(snapshot.table.house.maximum)}</span>
          ${ownRules(book) ? html`<span class="own-rules">${ownRules(book)}</span>` : nothing}
        </p>
        ${this.#wayIn(snapshot)}
        ${book?.shootout ? html`<so-shootout .seat=${room} .house=${this.house}></so-shootout>` : nothing}
      </aside>
      <div class="display-foot">${this.#players(snapshot)} ${this.#rolls(snapshot.table.rolls ?? [])}</div>
      ${
        connection.is === "open"
          ? nothing
          : html`<p class="display-lost" role="status">
              ${connection.is === "ended" ? sentence(connection.reason.reason) : "The connection is lost; reconnecting… You see the table as it was."}
            </p>`
      }
    </div>`;
  }

  #nothing(reason: string): TemplateResult {
    return html`<div class="page page-text">
      <h1 tabindex="-1">The table’s screen</h1>
      <p>${reason ? sentence(reason) : "Connecting…"}</p>
      ${reason ? html`<p><a class="button is-main" href="/">To the lobby</a></p>` : nothing}
    </div>`;
  }

  /** Returns what somebody with a telephone has to do. */
  #wayIn({ terms: { code } }: SnapshotMessage): TemplateResult {
    const { host, reachable } = wayIn(location, code);
    return html`<section class="display-in" aria-labelledby="display-in">
      <h2 id="display-in">Play from your phone</h2>
      ${this.qr?.drawn ?? nothing}
      <p>
        ${this.qr ? "or go to" : "Go to"} <b class="display-address">${host}<wbr />/join</b>
      </p>
      <p>and enter <b class="display-code" aria-label=${[...code].join(" ")}>${code}</b></p>
      ${
        reachable
          ? nothing
          : html`<p class="display-shut">
              Phones cannot reach this address: run <code>sevenout serve --host 0.0.0.0</code> and open this page by
              the machine’s own name.
            </p>`
      }
    </section>`;
  }

  #players({ table, next }: SnapshotMessage): TemplateResult {
    const seats = [...(table.seats ?? [])].sort((one, other) => one.place - other.place);
    if (!seats.length) return html`<p class="display-nobody">Nobody is at the table yet.</p>`;
    return html`<ul class="display-players ${seats.length > 8 ? "is-many" : ""}" aria-label="Players">
      ${seats.map((seat) => this.#player(seat, next.seat))}
    </ul>`;
  }

  #player(seat: SeatShown, throws: string | null): TemplateResult {
    const lies = atRisk(seat.layout);
    return html`<li class=${seat.name === throws ? "is-next" : ""}>
      ${seatMark(seat.place)}<b>${called(seat.name)}</b>
      ${seat.name === throws ? diceMark(4, 3, "rolls next") : nothing}
      <span data-rack=${seat.name} data-cents=${seat.rack}>${dollars(seat.rack)}</span>
      <small>${lies ? `${dollars(lies)} up` : ""}</small>
    </li>`;
  }

  #rolls(rolls: readonly PastRoll[]): unknown {
    if (!rolls.length) return nothing;
    const last = rolls.slice(-ROLLS);
    return html`<ol class="rolls display-rolls" aria-label="Rolls, the newest last">
      ${last.map(
        ({ a, b, event = "" }, at) =>
          html`<li class="roll ${event} ${at === last.length - 1 ? "last" : ""}">
            <b>${a + b}</b><small>${a}<span class="unseen"> and </span> ${b}</small>
            ${ROLL_EVENTS[event] ? html`<span class="unseen">, ${ROLL_EVENTS[event]}</span>` : nothing}
          </li>`,
      )}
    </ol>`;
  }
}
customElements.define("so-display", Display);
