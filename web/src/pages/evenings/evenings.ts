/** One's history: every evening with its curve, net against what the bets promised, one's dice, hands to see again. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { keepFile } from "../../components/download";
import { cents, dollars, signed } from "../../model/money";
import { netBreakdown } from "../../panels/net-breakdown";
import { called, plural } from "../../panels/panel";
import type { EveningHand, EveningResponse, EveningsResponse } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { navigate, tablePath } from "../../state/route";
import { errorText } from "../../text/errors";
import { dicePlot, diceTable, spark, sumPlot } from "./evening-plots";
import "../../style/rooms/evenings.css";

const HERE = "/evenings";
const HANDS: { readonly [what: string]: string } = { longest: "Longest", best: "Best", worst: "Worst" };
const kind = (amount: number): string => (amount > 0 ? "win" : amount < 0 ? "lose" : "");
const money = (amount: number): TemplateResult => html`<b class=${kind(amount)}>${signed(amount)}</b>`;

/** `15 November`, with the year where it is another. */
function day(evening: EveningResponse): string {
  const at = new Date(evening.session.since ?? 0);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year });
}

/** `20:15`, when it began. */
function time({ session }: EveningResponse): string {
  return session.since ? new Date(session.since).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : "";
}

/** Where replay shows an evening, or one of its hands. */
function replayPath({ table, session }: EveningResponse, n: number): string {
  return `${tablePath(table, "replay")}?${new URLSearchParams({ entry: String(n), seat: session.seat })}`;
}

/** What is to be said of dice of which such a share of fair runs is further off. */
function diceWords(share: number): string {
  const often = share >= 0.5 ? "more than half of all such runs are" : `one such run in ${Math.round(1 / Math.max(share, 0.001)).toLocaleString("en")} is`;
  return share >= 0.05 ? `Nothing out of the ordinary: ${often} further off.` : `A rare run: ${often} further off with fair dice.`;
}

export class EveningsPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    read: { state: true },
    asked: { state: true },
    failed: { state: true },
    sure: { state: true },
  };
  declare house: HouseApi;
  declare read: EveningsResponse | null;
  /** The evening that is open, by its name. */
  declare asked: string;
  declare failed: string;
  /** What a second press deletes: an evening's name, or `all`. */
  declare sure: string;

  constructor() {
    super();
    this.read = null;
    this.asked = this.failed = this.sure = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("went", this.#went);
    addEventListener("popstate", this.#went);
    this.#went();
    void this.#learn();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("went", this.#went);
    removeEventListener("popstate", this.#went);
  }

  readonly #went = (): void => {
    if (!location.pathname.startsWith(HERE)) return;
    this.asked = decodeURIComponent(location.pathname.slice(HERE.length + 1));
    this.sure = "";
  };

  async #learn(): Promise<void> {
    if (!(await this.house.me())) return this.requestUpdate();
    try {
      this.read = await this.house.ask<EveningsResponse>("GET", "/api/me/evenings");
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  async #delete(what: string): Promise<void> {
    if (this.sure !== what) {
      this.sure = what;
      return;
    }
    try {
      await this.house.ask("DELETE", `/api/me/evenings${what === "all" ? "" : `/${encodeURIComponent(what)}`}`);
      if (this.asked) navigate(HERE);
      await this.#learn();
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  #deleteButton(what: string, words: string): TemplateResult {
    const sure = this.sure === what;
    return html`<button class="button is-quiet" @click=${() => this.#delete(what)}>${sure ? "Press again to delete for good" : words}</button>`;
  }

  protected override render(): TemplateResult {
    const { read } = this;
    const open = read?.evenings.find(({ evening }) => evening === this.asked);
    return html`<div class="page evenings">
      <h1 tabindex="-1">History</h1>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      ${read ? (read.evenings.length ? this.#body(read, open) : this.#nothing()) : this.#coming()}
    </div>`;
  }

  #coming(): unknown {
    if (this.failed) return nothing;
    return this.house.token ? html`<p class="coming">Reading your evenings…</p>` : this.#nothing();
  }

  #nothing(): TemplateResult {
    return html`<p class="lead">
        Here stand your evenings: what each came to, what your bets promised, and the hands worth seeing again. Leave a table you have played at,
        and the first one is kept.
      </p>
      <p class="in-row"><a class="button is-main" href="/">Find a table</a><a class="button" href="/replay">Open a transcript or log</a></p>`;
  }

  #body(read: EveningsResponse, open: EveningResponse | undefined): TemplateResult {
    const count = read.evenings.length;
    const since = day(read.evenings.at(-1)!);
    return html`<p class="lead">${plural(count, "evening")} since ${since}, kept by this house with your name. Yours alone.</p>
      <p class="in-row">
        ${(["csv", "json"] as const).map((form) => html`<a class="button" href="/api/me/evenings/file?kind=${form}" download="evenings.${form}" @click=${this.#export}>Export ${form.toUpperCase()}</a>`)}
        <a class="button" href="/replay">Open a transcript or log</a> ${this.#deleteButton("all", "Delete all")}
      </p>
      ${this.asked && !open ? html`<p class="fault" role="alert">There is no such evening: it may have been deleted.</p>` : nothing}
      ${open ? this.#evening(open) : this.#figures(read)}
      <div class="evenings-two">
        <div>
          ${open
            ? nothing
            : html`<section class="box" aria-labelledby="sums">
                <h2 id="sums">Won, and what was to be expected <small>evening after evening</small></h2>
                <p class="key" aria-hidden="true"><span class="is-net">net</span><span class="is-expected">expected</span></p>
                ${sumPlot(read.evenings)}
              </section>`}
          ${this.#list(read.evenings)}
        </div>
        <div>
          <section class="box" aria-labelledby="dice">
            <h2 id="dice">Your dice <small>${plural(read.rolls, "roll")}; lines: expected</small></h2>
            ${dicePlot(read)}
            ${read.further_off === null ? nothing : html`<p class="hint">${diceWords(read.further_off)}</p>`} ${diceTable(read)}
          </section>
          ${this.#notable(read.evenings)}
          <section class="box">
            <p class="hint">
              <b>Expected</b> is what your bets were to bring when they were made. <b>Luck</b> is the rest. They add up to the net, to the cent; bonuses,
              awards and tokes stand apart.
            </p>
            <p><a href="/limits">Your limits</a></p>
          </section>
        </div>
      </div>`;
  }

  readonly #export = (event: Event): void => {
    void keepFile(event, this.house).catch((error: unknown) => (this.failed = errorText(error)));
  };

  #figures(read: EveningsResponse): TemplateResult {
    const { evenings } = read;
    const longest = evenings.reduce((best, each) => (each.session.longest > best.session.longest ? each : best));
    const sum = (part: "made" | "seven_outs"): number => evenings.reduce((all, { session }) => all + session[part], 0);
    const action = cents(read.action);
    const share = action ? `${((-cents(read.expected) / action) * 100).toFixed(2)}% of it` : "nothing was decided";
    const figures: readonly (readonly [string, unknown, string])[] = [
      ["Net", signed(cents(read.net)), `of ${dollars(action)} put at risk`],
      ["Expected", signed(cents(read.expected)), share],
      ["Luck", signed(cents(read.luck)), "the rest, to the cent"],
      ["Rolls", read.rolls.toLocaleString("en"), plural(evenings.length, "evening")],
      ["Longest hand", plural(longest.session.longest, "roll"), `${day(longest)}, ${called(longest.session.longest_by)}`],
      ["Points", `${sum("made")} made`, `${sum("seven_outs")} lost by a seven-out`],
    ];
    return html`<dl class="box figures">
      ${figures.map(([name, value, of]) => html`<div><dt>${name}</dt><dd>${value}</dd><dd class="of">${of}</dd></div>`)}
    </dl>`;
  }

  #list(evenings: readonly EveningResponse[]): TemplateResult {
    return html`<section class="box is-list" aria-label="Every evening">
      <table>
        <thead>
          <tr>
            <th scope="col">Evening</th><th scope="col"><span class="unseen">Curve</span></th><th scope="col" class="only-wide">Rolls</th>
            <th scope="col" class="only-wide">Made, lost</th><th scope="col" class="only-wide">Longest</th><th scope="col" class="only-wide">Expected</th>
            <th scope="col" class="only-wide">Luck</th><th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          ${evenings.map((each) => {
            const { session: told } = each;
            return html`<tr class=${each.evening === this.asked ? "is-open" : ""}>
              <th scope="row"><a href="${HERE}/${encodeURIComponent(each.evening)}">${day(each)}</a><small>${time(each)} ${each.house}</small></th>
              <td>${spark(each)}</td>
              <td class="only-wide">${told.rolls}</td>
              <td class="only-wide">${told.made}, ${told.seven_outs}</td>
              <td class="only-wide">${told.longest}${told.longest_by === told.seat ? html` <small class="mine">yours</small>` : nothing}</td>
              <td class="only-wide">${signed(cents(told.expected))}</td>
              <td class="only-wide">${money(cents(told.luck))}</td>
              <td>${money(cents(told.net))}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </section>`;
  }

  /** One evening whole, in place of the figures of all. */
  #evening(each: EveningResponse): TemplateResult {
    const { session: told } = each;
    const [net, expected] = [cents(told.net), cents(told.expected)];
    const than = net - expected;
    const against = than ? `${dollars(Math.abs(than))} ${than > 0 ? "more" : "less"} than your bets promised` : "what your bets promised, to the cent";
    const figures: readonly (readonly [string, string])[] = [
      ["Net", signed(net)],
      ["Expected", signed(expected)],
      ["Luck", signed(cents(told.luck))],
      ["Put at risk", dollars(cents(told.action))],
      ["Rolls", String(told.rolls)],
      ["Longest hand", `${plural(told.longest, "roll")}, ${called(told.longest_by)}`],
    ];
    return html`<section class="box evening" aria-labelledby="evening">
      <h2 id="evening">${day(each)} <small>${each.house}</small></h2>
      <p>You ${net > 0 ? `won ${dollars(net)}` : net < 0 ? `lost ${dollars(-net)}` : "broke even"}: ${against}.</p>
      <dl class="figures">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${spark(each, `Net over ${plural(told.rolls, "roll")}, from $0 to ${signed(net)}`)}
      <ul class="hands-again">${each.hands.map((hand) => this.#hand(each, hand))}</ul>
      ${netBreakdown(told)}
      <p class="in-row">
        <a class="button is-main" href=${replayPath(each, each.first)}>Replay the evening</a><a class="button" href=${HERE}>All evenings</a>
        ${this.#deleteButton(each.evening, "Delete this evening")}
      </p>
    </section>`;
  }

  #hand(each: EveningResponse, hand: EveningHand): TemplateResult {
    return html`<li>
      <a href=${replayPath(each, hand.n)}><span>${HANDS[hand.what]}: ${plural(hand.rolls, "roll")} by ${called(hand.shooter)}<small>${day(each)}, ${each.house}</small></span>
        <span>${money(cents(hand.net))}<small>Replay →</small></span></a>
    </li>`;
  }

  /** Of all evenings the longest hand, the best and the worst. */
  #notable(evenings: readonly EveningResponse[]): unknown {
    const all = evenings.flatMap((each) => each.hands.map((hand) => ({ each, hand })));
    const worth = { longest: (hand: EveningHand) => hand.rolls, best: (hand: EveningHand) => cents(hand.net), worst: (hand: EveningHand) => -cents(hand.net) };
    const chosen = Object.entries(worth).flatMap(([what, of]) => {
      const found = all.filter(({ hand }) => hand.what === what);
      return found.length ? [found.reduce((best, one) => (of(one.hand) > of(best.hand) ? one : best))] : [];
    });
    if (!chosen.length) return nothing;
    return html`<section class="box" aria-labelledby="again">
      <h2 id="again">To look at again</h2>
      <ul class="hands-again">${chosen.map(({ each, hand }) => this.#hand(each, hand))}</ul>
    </section>`;
  }
}
customElements.define("so-evenings", EveningsPage);
