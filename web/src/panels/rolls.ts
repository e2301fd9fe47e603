/** The last rolls of the table, points and seven-outs as the house told them, and how long this hand is. */
import { html, nothing } from "lit";
import type { View } from "../model/view";
import type { PastRoll } from "../protocol.generated";
import { hand } from "../text/session-stats";
import { ROLL_EVENTS } from "../text/words";
import { called, card, Panel, plural } from "./panel";

const LEGEND = html`<span><i class="set"></i>point set</span><span><i class="made"></i>made</span
  ><span><i class="out"></i>seven out</span>`;
const FEW = 16;
const KEPT = 50;

export class Rolls extends Panel {
  static override properties = { ...Panel.properties, all: { state: true } };
  declare all: boolean;

  protected override sees(view: View): readonly unknown[] {
    return [view.snapshot?.table.rolls, view.snapshot?.shooter, view.book];
  }

  protected override render(): unknown {
    const shown = this.seat.view.snapshot;
    const rolls = (shown?.table.rolls ?? []).slice(-KEPT);
    const drawn = this.all ? rolls : rolls.slice(-FEW);
    const body = rolls.length
      ? html`<ol class="rolls" aria-label="Rolls, the newest last">
            ${drawn.map((roll, at) => this.#roll(roll, at === drawn.length - 1))}
          </ol>
          <p class="legend">
            ${this.seat.view.book?.puck ? LEGEND : nothing}
            ${
              rolls.length > FEW
                ? html`<button class="link" aria-expanded=${!!this.all} @click=${() => (this.all = !this.all)}>
                    ${this.all ? "Fewer" : `Last ${rolls.length}`}
                  </button>`
                : nothing
            }
          </p>`
      : html`<p class="none">No roll yet.</p>`;
    return card("rolls", "Rolls", this.#streak(rolls, shown?.shooter ?? null), body);
  }

  #roll(roll: PastRoll, last: boolean): unknown {
    const event = roll.event ?? "";
    return html`<li class="roll ${event} ${last ? "last" : ""}">
      <b>${roll.a + roll.b}</b><small>${roll.a}<span class="unseen"> and </span> ${roll.b}</small>
      ${ROLL_EVENTS[event] ? html`<span class="unseen">, ${ROLL_EVENTS[event]}</span>` : nothing}
    </li>`;
  }

  #streak(rolls: readonly PastRoll[], shooter: string | null): unknown {
    if (!shooter) return "no shooter";
    const own = hand(rolls, shooter);
    const points = own.filter((roll) => roll.event === "made").length;
    const many = own.length === rolls.length && rolls.length >= KEPT ? "over " : "";
    const thrown = own.length ? `${many}${plural(own.length, "roll")}, ${plural(points, "point")} made · ` : "";
    return `${thrown}${shooter === this.seat.view.snapshot?.you ? "you shoot" : called(shooter)}`;
  }
}
customElements.define("so-rolls", Rolls);
