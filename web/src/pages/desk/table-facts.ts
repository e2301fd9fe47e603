/** Who stands where, which dice are on the game, and what money is where: at the desk, as the house counts it. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { cents, dollars } from "../../model/money";
import type { BankResponse, ChipCount, DeskResponse, DiceSetResponse } from "../../protocol.generated";

/** Every post in the order in which they stand, and what an empty one is. */
const POSTS = [
  ["stickperson", "Stick"],
  ["third base", "Third base"],
  ["second base", "Second base"],
  ["boxperson", "Box"],
] as const;

export class TableFacts extends LightElement {
  static override properties = { desk: { attribute: false } };
  declare desk: DeskResponse | null;

  constructor() {
    super();
    this.desk = null;
  }

  protected override render(): unknown {
    const { desk } = this;
    if (!desk) return nothing;
    return html`<section class="desk-block" aria-labelledby="desk-facts">
      <h2 id="desk-facts">At this table <small>${desk.game === "dealt" ? "" : desk.game === "dead" ? "the game is dead" : "no crew is posted"}</small></h2>
      <dl class="desk-facts">
        ${desk.game === "no crew" ? nothing : POSTS.map(([post, title]) => fact(title, desk.posts[post] ?? "nobody"))}
        ${fact("Dice", desk.dice ? setWords(desk.dice) : "nobody told of a set")}
        ${fact("Drop", dollars(cents(desk.drop)))}
        ${cents(desk.toke_box) ? fact("Toke box", dollars(cents(desk.toke_box))) : nothing}
        ${cents(desk.fills) ? fact("Fills", dollars(cents(desk.fills))) : nothing}
        ${cents(desk.credits) ? fact("Credits", dollars(cents(desk.credits))) : nothing}
        ${desk.bank ? bankFacts(desk.bank) : fact("Bank", "not opened by colour")}
      </dl>
    </section>`;
  }
}
customElements.define("so-table-facts", TableFacts);

function fact(title: string, words: unknown): TemplateResult {
  return html`<div><dt>${title}</dt><dd>${words}</dd></div>`;
}

function setWords({ serial, places, due, condemned }: DiceSetResponse): string {
  const where = Object.entries(places).map(([place, count]) => `${count} ${place === "hand" || place === "air" ? `in the ${place}` : place}`);
  return [`set ${serial}: ${where.join(", ")}`, condemned || (due && `to be inspected: ${due}`)].filter(Boolean).join("; ");
}

function bankFacts({ amount, chips, owed, cage }: BankResponse): TemplateResult {
  return html`${fact("Bank", html`${dollars(cents(amount))}${chipCounts(chips)}`)}
  ${cents(owed) ? fact("Owed before a fill", html`<b class="desk-owed">${dollars(cents(owed))}</b>`) : nothing}
  ${cage ? fact("Cage", chipCounts(cage)) : nothing}`;
}

function chipCounts(chips: readonly ChipCount[]): TemplateResult {
  return html`<small class="soft">${chips.map(({ chips: count, colour }) => `${count} ${colour}`).join(", ") || "no chips"}</small>`;
}
