/** The decisions of the last roll, wager by wager: the winnings apart from the stake; each opens its story. */
import { html, nothing } from "lit";
import { dollars } from "../model/money";
import type { View } from "../model/view";
import type { Citation, Move, SeatResult, Settlement } from "../protocol.generated";
import { rollOf } from "../state/reducer";
import { type Parts, parts } from "../text/session-stats";
import { gatheredWords, tally, titleOf, wagerOf } from "../text/words";
import { card, Panel, seatMark } from "./panel";

const FEW = 10;

/** One line of the panel. */
interface Row extends Parts {
  readonly seat: string;
  readonly wager: string;
  readonly title: string;
  readonly cite: Citation | null;
  readonly settlement: Settlement | null;
  /** Of a bet that gathers numbers, which. */
  readonly more?: string;
}

export class Settlements extends Panel {
  static override properties = { ...Panel.properties, all: { state: true } };
  declare all: boolean;

  protected override sees(view: View): readonly unknown[] {
    return [view.lastRoll, view.book, view.snapshot?.table.rolls];
  }

  protected override render(): unknown {
    const { lastRoll, snapshot } = this.seat.view;
    const roll = lastRoll && rollOf(lastRoll.event);
    const last = roll ?? snapshot?.table.rolls?.at(-1);
    if (!last) return card("settled", "Settled", "", html`<p class="none">No bets decided yet. To see why for any bet, press Explain and then its spot.</p>`);
    // a page that came after the roll has what it decided from the picture of the table
    const rows = this.#rows(
      roll?.seats ??
        (snapshot?.table.seats ?? []).map(({ name, rack, results }) => ({
          seat: name,
          rack,
          results: results ?? [],
        })),
    );
    const drawn = this.all ? rows : rows.slice(0, FEW);
    const beside = rows.length ? "open one to see why" : "";
    return card(
      "settled",
      "Settled on this roll",
      beside,
      rows.length
        ? html`<ul class="settled">
              ${drawn.map((row) => this.#row(row))}
            </ul>
            ${
              rows.length > FEW
                ? html`<button class="link" aria-expanded=${!!this.all} @click=${() => (this.all = !this.all)}>
                    ${this.all ? "Fewer" : `${rows.length - FEW} more`}
                  </button>`
                : nothing
            }`
        : html`<p class="none">${last.a + last.b} decided nothing.</p>`,
    );
  }

  /** One's own first, then the others as they stand around the table. */
  #rows(all: readonly SeatResult[]): readonly Row[] {
    const you = this.seat.view.snapshot?.you;
    const seats = [...all].sort((one, other) => Number(other.seat === you) - Number(one.seat === you));
    return seats.flatMap((seat) => [
      ...(seat.results ?? []).filter(({ result }) => result !== "move").map((settled) => this.#decided(seat, settled)),
      ...(seat.moves ?? []).map((move) => this.#moved(seat, move)),
    ]);
  }

  #decided(seat: SeatResult, settled: Settlement): Row {
    const { wager } = settled;
    return {
      seat: seat.seat,
      wager,
      title: this.#title(wager),
      cite: this.#cited(settled.cite),
      ...parts(settled),
      settlement: settled,
    };
  }

  #moved(seat: SeatResult, move: Move): Row {
    const { wager, to, gathered: has = [] } = move;
    const spot = wagerOf(this.seat.view, to);
    const numbers = spot?.numbers ?? [];
    const misses = `, misses ${numbers.filter((number) => !has.includes(number)).join(" ")}`;
    const own = {
      title: this.#title(wager),
      amount: spot?.counts ? tally(spot, has) : `${has.length} of ${numbers.length}`,
      more: `has ${spot?.counts ? gatheredWords(spot, has) : has.join(" ") + misses}`,
    };
    const moved = { title: `${own.title} → ${this.#title(to)}`, amount: "moved" };
    const row = { cite: this.#cited(move.cite), stake: dollars(move.stake), ...(to === wager ? own : moved) };
    return { seat: seat.seat, wager: to, is: "move", settlement: null, ...row };
  }

  #title(wager: string): string {
    return titleOf(this.seat.view, wager);
  }

  #cited(cite: number): Citation | null {
    return this.seat.view.book?.citations[cite] ?? null;
  }

  #row(row: Row): unknown {
    const place = this.seat.view.snapshot?.table.seats?.find((seat) => seat.name === row.seat)?.place ?? 0;
    const open = (): void =>
      this.why({ wager: row.wager, seat: row.seat, ...(row.settlement && { settlement: row.settlement }) });
    return html`<li>
      <button @click=${open}>
        ${seatMark(place)}
        <span class="what"
          ><span class="unseen">${row.seat}, </span>${row.title}<small>${row.more ?? row.cite?.clause}</small></span
        >
        <span class="much"><b class=${row.is}>${row.amount}</b><small>${row.stake}</small></span>
      </button>
    </li>`;
  }
}
customElements.define("so-settled", Settlements);
