/** The summary of a session, shown once somebody has left, with the figures of the house and where to go from here. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../components/element";
import { cents, dollars, signed } from "../model/money";
import type { News } from "../model/view";
import { plural } from "../panels/panel";
import type { SessionResponse } from "../protocol.generated";
import { type HouseApi, loadPart } from "../state/api";
import { tablePath } from "../state/route";
import { errorText } from "../text/errors";
import { HIGH, steps, WIDE } from "../text/session-stats";
import "../style/on-demand/form.css";

const MINUTE = 60_000;

export class SessionSummary extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    news: { attribute: false },
    inline: { type: Boolean },
    evening: { state: true },
    failed: { state: true },
    split: { state: true },
  };
  declare house: HouseApi;
  /** That the seat was given up. */
  declare news: News;
  /** As a part of the page, without a window of its own. */
  declare inline: boolean;
  declare evening: SessionResponse | null;
  declare failed: string;
  /** How the net is drawn wager by wager, once there is one. */
  declare split: ((evening: SessionResponse) => unknown) | null;

  constructor() {
    super();
    this.inline = false;
    this.evening = this.split = null;
    this.failed = "";
  }

  protected override firstUpdated(): void {
    this.querySelector("dialog")?.showModal();
    void this.#learn();
  }

  async #learn(): Promise<void> {
    try {
      const evening = await this.house.evening(this.seat.view.table);
      if (evening.wagers.length) this.split = (await loadPart(import("../panels/net-breakdown"))).netBreakdown;
      this.evening = evening;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  readonly #seen = (): void => this.seat.dismissNews(this.news);

  protected override render(): TemplateResult {
    const inside = html`<h2 id="summary">You have left the table</h2>
      <p>${this.news.words}${this.#result()}</p>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : this.#figures()}
      ${this.#curve()} ${this.evening && this.split ? this.split(this.evening) : nothing}
      <p class="in-row">
        <a class="button is-main" href="/" @click=${this.#seen}>To the lobby</a>
        <a class="button" href="/evenings" @click=${this.#seen}>All your evenings</a>
        <a class="button" href=${tablePath(this.seat.view.table, "history")} @click=${this.#seen}>What was played here</a>
        <button class="button is-quiet" @click=${this.#close}>Keep watching</button>
      </p>`;
    if (this.inline) return html`<section class="summary" aria-labelledby="summary">${inside}</section>`;
    return html`<dialog class="check summary" aria-labelledby="summary" @close=${this.#seen}>${inside}</dialog>`;
  }

  readonly #close = (): void => {
    this.querySelector("dialog")?.close();
    this.#seen();
  };

  #result(): string {
    const { evening } = this;
    if (!evening) return "";
    const net = cents(evening.net);
    const minutes = evening.since ? Math.max(1, Math.round((Date.now() - Date.parse(evening.since)) / MINUTE)) : 0;
    const after = minutes ? ` after ${plural(minutes, "minute")}` : "";
    return ` You ${net > 0 ? `won ${dollars(net)}` : net < 0 ? `lost ${dollars(-net)}` : "broke even"}${after}.`;
  }

  /** The net roll by roll, and that the evening is kept. */
  #curve(): unknown {
    const { evening } = this;
    if (!evening?.rolls) return nothing;
    const { line, zero } = steps([...(evening.first > 1 ? [] : [0]), ...evening.nets.map(cents)]);
    return html`<svg class="summary-curve" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="Net after each of ${plural(evening.rolls, "roll")}">
        <path class="zero" d="M0 ${zero}H${WIDE}"></path>
        <path class="step" d=${line}></path>
      </svg>
      <p class="hint">Kept with your name in your history.</p>`;
  }

  #figures(): TemplateResult {
    const told = this.evening;
    const money = (amount: string): string => dollars(cents(amount));
    const facts: readonly (readonly [string, string | undefined])[] = [
      ["Net", told && signed(cents(told.net))],
      ["Bought in", told && money(told.bought)],
      ["Total bet", told && money(told.action)],
      ["Expected", told && signed(cents(told.expected))],
      ["Luck", told && signed(cents(told.luck))],
      ["Rolls", told && String(told.rolls)],
      ["Points made", told && String(told.made)],
      ["Seven-outs", told && String(told.seven_outs)],
      ["Longest hand", told?.longest ? `${plural(told.longest, "roll")}, ${told.longest_by}` : told ? "–" : undefined],
    ].map(([name, value]) => [name!, value ?? undefined] as const);
    return html`<dl class="figures">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value ?? "…"}</dd>
          </div>`,
      )}
    </dl>`;
  }
}
customElements.define("so-summary", SessionSummary);
