/** The actions of the page by ear: buttons and forms for every bet, each named by what it does. */
import { html, nothing, type TemplateResult } from "lit";
import { cents, spoken, typed } from "../../model/money";
import type { View } from "../../model/view";
import type { BookWager, OfferMessage } from "../../protocol.generated";
import { say } from "../../session/amounts";
import type { TableSession } from "../../session/session";
import { betWords, type FamilyOffered, offeredByFamily } from "../../text/read-outs";
import { figure, limits, lyingOn, own, paysWords, spotName, titleOf } from "../../text/words";

/** What these parts need of the page they are on. */
export interface Hands {
  readonly seat: TableSession;
  /** The wager that is chosen in the form. */
  wager: string;
}

// --- bets that lie there

export function myBets(hands: Hands, view: View): TemplateResult {
  const lying = own(view)?.layout?.lying ?? [];
  if (!lying.length) return html`<p>You have no bets up.</p>`;
  return html`<ul class="listen-bets">
    ${lying.map((bet) => {
      const title = titleOf(view, bet.wager);
      const spot = view.book?.wagers.find((one) => one.wager === bet.wager);
      return html`<li data-bet=${bet.wager}>
        <span>${betWords(view, bet)}</span>
        <span class="in-row">
          ${act(`Take down ${title}`, () => hands.seat.bets.lift(bet.wager))}
          ${act(`Press ${title}`, () => hands.seat.bets.press(bet.wager))}
          ${spot?.calls.length ? act(`Turn ${title} on or off`, () => hands.seat.bets.toggle(bet.wager)) : nothing}
        </span>
      </li>`;
    })}
  </ul>`;
}

// --- a bet

/** A form for one bet, then everything that may be bet by family, then what may not and why. */
export function bettable(hands: Hands, view: View): TemplateResult {
  if (!own(view)) return html`<p>Sit down first to bet.</p>`;
  const families = offeredByFamily(view);
  return html`${betForm(hands, view, families)}
    <ul>
      ${families.map((family) => family.lines.map((line) => html`<li>${line}</li>`))}
    </ul>
    ${notNow(view)}`;
}

/** Keeps what was chosen, even if it may not be bet any more: nobody bets unseen on something else. */
function betForm(hands: Hands, view: View, families: readonly FamilyOffered[]): TemplateResult {
  const open = families.flatMap((family) => family.offers);
  const chosen = view.offers.get(hands.wager) ?? open[0];
  if (!chosen) return html`<p>You cannot bet now.</p>`;
  const keep = (): void => void (hands.wager ||= chosen.wager);
  const option = (offer: OfferMessage): TemplateResult =>
    html`<option value=${offer.wager} .selected=${offer.wager === chosen.wager}>${offer.title}</option>`;
  return html`<form
    class="listen-bet"
    novalidate
    @focusin=${keep}
    @submit=${(event: SubmitEvent) => bet(event, hands, chosen)}
  >
    <label for="bet-wager">Bet on</label>
    <select id="bet-wager" @change=${(event: Event) => choose(event, hands, view)}>
      ${chosen.refused ? option(chosen) : nothing}
      ${[...new Set(families.map((family) => family.region))].map(
        (region) =>
          html`<optgroup label=${region}>
            ${families.filter((family) => family.region === region).map((family) => family.offers.map(option))}
          </optgroup>`,
      )}
    </select>
    <label for="bet-amount">Amount</label>
    <input
      id="bet-amount"
      name="amount"
      inputmode="decimal"
      autocomplete="off"
      aria-describedby="bet-limits"
      value=${figure(cents(chosen.minimum))}
    />
    <button class="button is-main">Bet</button>
    <p id="bet-limits" class="hint">${about(view, chosen)}</p>
  </form>`;
}

function choose(event: Event, hands: Hands, view: View): void {
  const select = event.target as HTMLSelectElement;
  hands.wager = select.value;
  const amount = select.form?.elements.namedItem("amount") as HTMLInputElement;
  amount.value = figure(cents(view.offers.get(select.value)?.minimum));
}

function about(view: View, offer: OfferMessage): string {
  if (offer.refused) return spotName(view, offer.wager);
  const spot = view.book?.wagers.find((one) => one.wager === offer.wager);
  const lies = lyingOn(own(view), offer.wager);
  return [
    offer.title,
    limits(offer, view.snapshot?.table.house.chip),
    paysWords(spot?.pays ?? ""),
    lies ? "adds to your bet" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function bet(event: SubmitEvent, hands: Hands, offer: OfferMessage): void {
  event.preventDefault();
  const amount = typed(new FormData(event.target as HTMLFormElement).get("amount")?.toString() ?? "");
  if (amount) void hands.seat.say(say.bet({ wager: offer.wager, cents: amount }));
  else hands.seat.tell("refused", "Enter an amount, such as 10 or 12.50");
}

/** Spots that take nothing now, each with its reason; what only arises by travelling is left out. */
function notNow(view: View): TemplateResult {
  const shut = (view.book?.wagers ?? []).filter((spot: BookWager) => spot.made && view.offers.get(spot.wager)?.refused);
  if (!shut.length) return html``;
  return html`<details>
    <summary>Not now, and why: ${shut.length}</summary>
    <ul>
      ${shut.map((spot) => html`<li>${spotName(view, spot.wager)}</li>`)}
    </ul>
  </details>`;
}

// --- everything else

export function actions(hands: Hands, view: View): TemplateResult {
  const { seat } = hands;
  const groups = view.book?.groups ?? [];
  const least = view.snapshot?.table.house.minimum ?? 0;
  const mine = view.snapshot?.shooter === view.snapshot?.you;
  const fair = view.snapshot?.dice === "fair";
  return html`<div class="in-row" role="group" aria-label="The dice">
      ${fair ? act(mine ? "Throw the dice" : "Throw the dice, if they are yours", () => seat.roll(), mine) : nothing}
      ${line(seat, "Pass the dice", "passes the dice")} ${line(seat, "Take the dice", "accepts the dice")}
      ${line(seat, "Decline the dice", "declines the dice")} ${line(seat, "Ask for time", "asks for time")}
    </div>
    <div class="in-row" role="group" aria-label="What you did">
      ${act("Take back the last thing", () => seat.bets.undo())} ${act("Repeat the last bets", () => seat.bets.repeat())}
      ${act("Double everything", () => seat.bets.double())} ${act("Most odds everywhere", () => seat.bets.oddsMax())}
      ${act("Press what won", () => seat.bets.press())} ${act("Take everything down", () => seat.bets.clear())}
    </div>
    ${
      groups.length
        ? html`<div class="in-row" role="group" aria-label="Several at once, ${figure(least)} each">
            ${groups.map((group) => act(`Bet ${group.name}`, () => seat.bets.group(group.name, least)))}
          </div>`
        : nothing
    }
    <div class="in-row" role="group" aria-label="Your seat">
      ${line(seat, `Buy in for ${figure(least * 100)} more`, `buys in for ${spoken(least * 100)}`)}
      ${act("Leave the table", () => seat.leave())}
    </div>`;
}

/** At a table of real dice, what they showed is said by somebody. */
export function entered(hands: Hands, view: View): TemplateResult | typeof nothing {
  if (view.snapshot?.dice !== "entered") return nothing;
  const die = (name: string): TemplateResult =>
    html`<label for=${name}>${name === "die-1" ? "First die" : "Second die"}</label>
      <select id=${name} name=${name}>
        ${[1, 2, 3, 4, 5, 6].map((value) => html`<option>${value}</option>`)}
      </select>`;
  return html`<form
    class="listen-bet"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const form = new FormData(event.target as HTMLFormElement);
      void hands.seat.say(`roll ${form.get("die-1")} ${form.get("die-2")}`);
    }}
  >
    ${die("die-1")} ${die("die-2")}
    <button class="button is-main">These dice were rolled</button>
  </form>`;
}

function act(name: string, does: () => void, main = false): TemplateResult {
  return html`<button type="button" class="button ${main ? "is-main" : ""}" @click=${does}>${name}</button>`;
}

function line(seat: TableSession, name: string, said: string): TemplateResult {
  return act(name, () => void seat.say(said));
}
