/** A bonus for a shooter who makes certain points in one turn: posted, made, held; only where there is one. */
import { html, nothing } from "lit";
import { dollars } from "../model/money";
import type { View } from "../model/view";
import type { Bonus } from "../protocol.generated";
import { pointsMade, shootoutWords } from "../text/shootout";
import { card, Panel } from "./panel";

export class Shootout extends Panel {
  protected override sees(view: View): readonly unknown[] {
    return [view.snapshot?.table.bonus, view.snapshot?.point, view.book];
  }

  protected override render(): unknown {
    const { snapshot, book } = this.seat.view;
    const bonus = snapshot?.table.bonus ?? null;
    const needed = bonus?.hand?.needed ?? book?.shootout ?? [];
    if (!needed.length && !bonus?.held_for) return nothing;
    const posted = bonus?.posted == null ? "not posted yet" : `${dollars(bonus.posted)} posted`;
    return card(
      "shootout",
      "Shootout",
      posted,
      html`${this.#points(needed, bonus, snapshot?.point ?? null)}${this.#said(bonus)}`,
    );
  }

  #points(needed: readonly number[], bonus: Bonus | null, point: number | null): unknown {
    const made = pointsMade(bonus);
    return html`<ul class="points" aria-label="Points needed in one turn">
      ${needed.map((number) => {
        const state = made.includes(number) ? "made" : number === point ? "now" : "";
        const said = state === "made" ? "made" : state === "now" ? "is the point" : "not made";
        return html`<li class=${state}>${number}<span class="unseen">, ${said}</span></li>`;
      })}
    </ul>`;
  }

  #said(bonus: Bonus | null): unknown {
    const words = shootoutWords(bonus);
    return words ? html`<p class="legend ${bonus?.held_for ? "held" : ""}">${words}</p>` : nothing;
  }
}
customElements.define("so-shootout", Shootout);
