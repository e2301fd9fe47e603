/** The dice of a table: what is committed, what this seat adds, and turns that are over, checked step by step. */
import { html, nothing, type TemplateResult } from "lit";
import { downloadFile } from "../components/download";
import type { View } from "../model/view";
import type { Fair, PublishedTurn } from "../protocol.generated";
import { apiPath } from "../state/api";
import { randomSeed } from "../state/dice-witness";
import { check, type Checked, type Looked, seedOf } from "../state/fair-dice";
import { card, diceMark, Panel, plural } from "./panel";
import "../style/on-demand/net-breakdown.css";
import "../style/on-demand/fair-dice.css";

const KEPT = 20;

interface Shown {
  readonly turn: PublishedTurn;
  readonly checked: Checked;
}

export class FairDice extends Panel {
  static override properties = {
    ...Panel.properties,
    turns: { state: true },
  };
  /** Finished turns, the newest first; null until they came. */
  declare turns: readonly Shown[] | null;
  #asked = 0;

  constructor() {
    super();
    this.turns = null;
  }

  protected override sees(view: View): readonly unknown[] {
    return [view.snapshot?.fair, view.snapshot?.dice, view.snapshot?.you];
  }

  /** A new turn was opened, so the one before it is revealed. */
  protected override updated(): void {
    const turn = this.seat.view.snapshot?.fair?.turn ?? 0;
    if (!turn || turn === this.#asked) return;
    this.#asked = turn;
    void this.#learn();
  }

  async #learn(): Promise<void> {
    try {
      const turns = await this.house.turns(this.seat.view.table, KEPT);
      const over = turns.filter((turn) => turn.seed).reverse();
      this.turns = over.map((turn) => ({ turn, checked: check(turn, this.seat.witness.of(turn.turn)) }));
    } catch {
      this.#asked = 0;
    }
  }

  protected override render(): unknown {
    const shown = this.seat.view.snapshot;
    const fair = shown?.fair;
    if (!fair) {
      const real = "This table uses real dice: there is nothing to check here.";
      const words = shown?.dice === "entered" ? real : "No turn has begun.";
      return card("fair", "Fair dice", "", html`<p class="none">${words}</p>`);
    }
    return html`${this.#now(fair)}${this.#over()}${this.#byHand(fair)}`;
  }

  // --- the turn that is played

  #now(fair: Fair): unknown {
    const given = fair.given ?? [];
    return card(
      "fair",
      `Turn ${fair.turn}`,
      fair.mixed ? `${plural(fair.throws ?? 0, "throw")}, seeds fixed` : "before the first throw",
      html`<p class="small">
          Before anybody bet, the house published the fingerprint of its seed, and your browser adds a seed that it
          draws itself. Then neither can change or pick a throw. Anyone who holds the house's key can work out the throws
          once all seeds are in; nobody else can before the seed is revealed.
        </p>
        <dl class="hashes">
          <div>
            <dt>Committed</dt>
            <dd>${fair.commitment}</dd>
          </div>
          ${
            fair.anchor
              ? html`<div>
                  <dt>The house's seeds are bound by</dt>
                  <dd>${fair.anchor} (this is number ${fair.link})</dd>
                </div>`
              : nothing
          }
          ${
            fair.mixed
              ? html`<div>
                  <dt>Seats' seeds</dt>
                  <dd>${fair.mixed}</dd>
                </div>`
              : nothing
          }
        </dl>
        <p class="small">${this.#mixers(fair, given)}</p>
        ${this.#give(fair)}`,
    );
  }

  #mixers(fair: Fair, given: readonly string[]): string {
    if (given.length) return `Seeds from ${given.join(", ")}.`;
    return fair.mixed
      ? "This turn is not mixed by any player: the house could have picked its rolls."
      : "No player has given a seed yet.";
  }

  #give(fair: Fair): unknown {
    const you = this.seat.view.snapshot?.you;
    if (!you) return html`<p class="none">Players add seeds of their own.</p>`;
    const { givenSeed } = this.seat;
    const mine = givenSeed?.turn === fair.turn ? givenSeed.seed : "";
    if (fair.mixed)
      return html`<p class="none">
        ${mine && (fair.given ?? []).includes(you) ? `Yours is in it: ${mine}. ` : ""}Your browser gives another one
        once this turn is over.
      </p>`;
    return html`<form class="seed" @submit=${(event: SubmitEvent) => this.#sent(event)}>
        <label for="my-seed">Words of your own instead, if you like</label>
        <span
          ><input id="my-seed" name="seed" maxlength="64" autocomplete="off" spellcheck="false" required /><button>
            Give
          </button></span
        >
      </form>
      <button class="link" @click=${() => this.seat.giveSeed(randomSeed())}>Draw another one</button>
      ${
        (fair.given ?? []).includes(you)
          ? html`<p class="small" role="status">
              Yours counts${mine ? html`: <code>${mine}</code>` : ""}. A new one takes its place.
            </p>`
          : nothing
      }`;
  }

  #sent(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem("seed") as HTMLInputElement;
    if (input.value) this.seat.giveSeed(seedOf(input.value));
    input.value = "";
  }

  // --- turns that are over

  #over(): unknown {
    if (!this.turns) return card("turns", "Finished turns", "", html`<p class="none">Loading…</p>`);
    const bad = this.turns.filter((one) => one.checked.wrong).length;
    const found = `${plural(bad, "turn")} not fair: look inside.`;
    const fair = this.turns.filter((one) => one.checked.fair).length;
    const beside = this.turns.length ? `${fair} of ${this.turns.length} fair` : "";
    return card(
      "turns",
      "Checked in this page",
      beside,
      this.turns.length
        ? html`${bad ? html`<p class="verdict bad" role="alert">${found}</p>` : nothing}
          ${this.turns.map((one) => this.#turn(one))}`
        : html`<p class="none">No turn is over yet: the seed is revealed after the seven-out.</p>`,
    );
  }

  #turn({ turn, checked }: Shown): TemplateResult {
    const throws = turn.throws?.length ?? 0;
    const [verdict, is] = checked.wrong
      ? ["✗ not fair", "bad"]
      : checked.fair
        ? ["✓ fair", "good"]
        : ["– not mixed by any player", "unknown"];
    return html`<details class="turn" data-turn=${turn.turn} data-fair=${checked.fair}>
      <summary>
        <span>Turn ${turn.turn}<small>${plural(throws, "throw")}</small></span>
        <b class="verdict ${is}">${verdict}</b>
      </summary>
      ${checked.wrong ? html`<p class="verdict bad">${checked.wrong}</p>` : nothing}
      <ol class="looked">
        ${checked.looked.map((one) => this.#looked(one))}
      </ol>
      ${throws ? this.#throws(checked) : nothing}
      <p class="small">
        <a
          href=${apiPath(turn.table, "turns", String(turn.turn))}
          download="${turn.table}-${turn.turn}.json"
          @click=${(event: Event) => void downloadFile(event, this.house, this.seat)}
          >What was published</a
        >
      </p>
    </details>`;
  }

  #looked(one: Looked): unknown {
    const [mark, is] = one.well === null ? ["–", "unknown"] : one.well ? ["✓", "good"] : ["✗", "bad"];
    return html`<li class=${is}>
      <i aria-hidden="true">${mark}</i>
      <div>
        ${one.says}<span class="unseen">
          (${is === "unknown" ? "not compared" : is === "good" ? "right" : "wrong"})</span
        >
        ${
          one.values.length
            ? html`<dl class="hashes">
                ${one.values.map(
                  ([name, value]) =>
                    html`<div>
                      <dt>${name}</dt>
                      <dd title=${value}>${value || "nothing"}</dd>
                    </div>`,
                )}
              </dl>`
            : nothing
        }
      </div>
    </li>`;
  }

  #throws(checked: Checked): unknown {
    return html`<table class="throws">
      <caption class="unseen">
        Every throw: what it showed and what the seeds give
      </caption>
      <thead>
        <tr>
          <th scope="col">throw</th>
          <th scope="col">byte</th>
          <th scope="col">gives</th>
          <th scope="col">showed</th>
          <th scope="col">seen here</th>
        </tr>
      </thead>
      <tbody>
        ${checked.throws.map(
          (one, k) =>
            html`<tr class=${one.well ? "" : "bad"}>
              <th scope="row">${k}</th>
              <td>${one.byte}</td>
              <td>${diceMark(...one.due, one.due.join(" and "))}</td>
              <td>${one.shown ? diceMark(...one.shown, one.shown.join(" and ")) : "no roll"}</td>
              <td>${one.well ? (one.seen ? "✓ same" : "–") : "✗ other"}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  // --- without this page

  #byHand(fair: Fair): unknown {
    const { table } = this.seat.view;
    const address = `${location.origin}${apiPath(table, "turns", String(Math.max(1, fair.turn - 1)))}`;
    return card(
      "by-hand",
      "Check it yourself",
      "",
      html`<p class="small">Trust no page of the house: take what was published and your own copy of the check.</p>
        <pre class="recipe" tabindex="0" aria-label="Commands that check a turn, or the whole log">
sevenout verify ${address}
sevenout verify ${location.origin}${apiPath(table, "log")}</pre>
        <details>
          <summary>Or with any SHA-256</summary>
          <pre class="recipe" tabindex="0" aria-label="The recipe">
fields(a, b) = len(a) a len(b) b
commitment = SHA-256(fields("sevenout commit 1", seed))
seed before = SHA-256(fields("sevenout link 1", seed))
mixed = SHA-256(fields("sevenout mix 1",
          seat, its seed, seat, its seed, …))
throw k = HMAC-SHA-256(seed, fields(mixed, k, block))</pre>
          <p class="small">
            Lengths and the block number have four bytes, k has eight, the largest first. The first byte below 252,
            modulo 36, is the roll: the quotient by 6 plus 1, and the remainder plus 1.
          </p>
        </details>`,
    );
  }
}
customElements.define("so-fair", FairDice);
