/** The players at the table: ring and number, name, who shoots, what lies there, the rack; and the owner's company. */
import { html, nothing } from "lit";
import { dollars } from "../model/money";
import type { View } from "../model/view";
import type { BotListed, SeatShown, StrategyListed } from "../protocol.generated";
import { RefusedError } from "../state/api";
import { atRisk } from "../state/reducer";
import { called, card, diceMark, Panel, readable, seatMark } from "./panel";
import "../style/on-demand/players.css";

export class Players extends Panel {
  static override properties = {
    ...Panel.properties,
    bots: { state: true },
    known: { state: true },
    said: { state: true },
  };
  declare bots: readonly BotListed[];
  /** The strategies by name; null until the owner wants one. */
  declare known: readonly StrategyListed[] | null;
  declare said: string;
  #asked = "";

  constructor() {
    super();
    this.bots = [];
    this.known = null;
    this.said = "";
  }

  protected override sees(view: View): readonly unknown[] {
    return [view.snapshot?.table.seats, view.snapshot?.shooter, view.snapshot?.roles];
  }

  protected override updated(): void {
    const names = (this.seat.view.snapshot?.table.seats ?? []).map((seat) => seat.name).join(" ");
    if (!names || names === this.#asked) return;
    this.#asked = names;
    void this.house
      .bots(this.seat.view.table)
      .then((bots) => (this.bots = bots))
      .catch(() => undefined);
  }

  protected override render(): unknown {
    const shown = this.seat.view.snapshot;
    const seats = [...(shown?.table.seats ?? [])].sort((one, other) => one.place - other.place);
    const body = seats.length
      ? html`<table class="players">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">Seat</span></th>
              <th scope="col"><span class="unseen">Player</span></th>
              <th scope="col">layout</th>
              <th scope="col">rack</th>
            </tr>
          </thead>
          <tbody>
            ${seats.map((seat) => this.#row(seat))}
          </tbody>
        </table>`
      : html`<p class="none">Nobody is at the table.</p>`;
    return card("players", "Players", "", html`${body}${this.#company()}`);
  }

  #row(seat: SeatShown): unknown {
    const shown = this.seat.view.snapshot!;
    const bot = this.bots.find((one) => one.name === seat.name);
    const lies = atRisk(seat.layout);
    const you = seat.name === shown.you;
    const is = you ? "you" : bot ? (bot.ending ? "leaving" : readable(bot.strategy)) : "";
    return html`<tr class=${you ? "you" : ""}>
      <td>${seatMark(seat.place)}<span class="unseen">${seat.place}</span></td>
      <th scope="row">
        <span class="who">
          <span>${called(seat.name)}</span>
          ${is && is !== called(seat.name) ? html`<small>${is}</small>` : nothing}
          ${bot ? html`<small class="is-bot">bot</small>` : nothing} ${bot ? this.#inLab(bot.strategy) : nothing}
          ${seat.name === shown.shooter ? diceMark(4, 3, "shooter") : nothing}
          ${bot && !bot.ending && this.#owns() ? this.#dismissal(seat.name) : nothing}
        </span>
      </th>
      <td class="lies">${dollars(lies)}</td>
      <td class="rack" data-rack=${seat.name} data-cents=${seat.rack}>${dollars(seat.rack)}</td>
    </tr>`;
  }

  /** What comes of a named strategy; the lab knows the houses that come with the server. */
  #inLab(strategy: string): unknown {
    const shown = this.seat.view.snapshot!;
    if (strategy === "own" || shown.terms.own_rules) return nothing;
    const to = `/lab?${new URLSearchParams({ s: strategy, house: shown.table.house.book })}`;
    return html`<small><a href=${to} title="What comes of this strategy" aria-label="${readable(strategy)} in the lab">lab</a></small>`;
  }

  #dismissal(name: string): unknown {
    const ask = `Remove ${called(name)} from the table`;
    return html`<button class="link dismiss" title=${ask} aria-label=${ask} @click=${() => this.#dismiss(name)}>
      ×
    </button>`;
  }

  #owns(): boolean {
    const roles = this.seat.view.snapshot?.roles ?? [];
    return roles.includes("owner") || roles.includes("supervisor");
  }

  /** Strategies are asked to sit down by whoever owns the table. */
  #company(): unknown {
    if (!this.#owns()) return nothing;
    if (!this.known) return html`<button class="link" @click=${this.#learn}>Add a bot</button>${this.#note()}`;
    const named = this.known.map(
      (one) => html`<option value=${one.name} title=${one.sentence}>${readable(one.name)}</option>`,
    );
    return html`<form class="company" @submit=${this.#add}>
        <label
          >Strategy<select name="strategy">
            ${named}
          </select></label
        >
        <label>Chips, $<input name="bankroll" inputmode="numeric" value="500" size="5" required /></label>
        <button>Add</button>
      </form>
      ${this.#note()}`;
  }

  #note(): unknown {
    return html`<p class="none" role="status">${this.said}</p>`;
  }

  #learn = async (): Promise<void> => {
    await this.#tell(async () => {
      this.known = await this.house.strategies();
    });
    await this.updateComplete;
    this.querySelector<HTMLSelectElement>("select")?.focus();
  };

  #add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const [strategy, bankroll] = [String(form.get("strategy")), String(form.get("bankroll")).trim()];
    await this.#tell(async () => {
      const { name } = await this.house.seatBot(this.seat.view.table, { strategy, bankroll });
      this.said = `${name} joins the table.`;
    });
  };

  async #dismiss(name: string): Promise<void> {
    await this.#tell(async () => {
      await this.house.dismissBot(this.seat.view.table, name);
      this.bots = await this.house.bots(this.seat.view.table);
      this.said = `${name} will leave as soon as its bets allow.`;
    });
  }

  /** Does something that the house may refuse, and says so if it does. */
  async #tell(done: () => Promise<void>): Promise<void> {
    try {
      this.said = "";
      await done();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.said = error.why.reason;
    }
  }
}
customElements.define("so-players", Players);
