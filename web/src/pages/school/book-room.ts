/** Book it: a player speaks and throws chips; repeat the bet, take stake and commission, give change, or refuse. */
import { html } from "lit";
import { dollars } from "../../model/money";
import type { HandMotion } from "../../protocol.generated";
import { amountIn, type RoomDrawing } from "./room-work";

export const drawBook: RoomDrawing = ({ exercise, book, finish }) => {
  const [shout] = exercise.shouts;
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const said = new FormData(form);
    const [words, wager] = [String(said.get("words") ?? "").trim(), String(said.get("wager") ?? "")];
    const amounts = (["book", "commission", "give"] as const).map((act) => ({ act, amount: amountIn(form, act) }));
    const motions: HandMotion[] = words ? [{ act: "repeat", words }] : [];
    for (const { act, amount } of amounts) if (amount > 0) motions.push({ act, chips: [amount], ...(act === "book" ? { wager } : {}) });
    finish(motions);
  };
  const refuse = (event: SubmitEvent): void => {
    event.preventDefault();
    finish([{ act: "refuse", to: String(new FormData(event.target as HTMLFormElement).get("reason") ?? "") }]);
  };
  const amount = (name: string, label: string): unknown =>
    html`<label>${label} $ <input name=${name} inputmode="decimal" autocomplete="off" pattern="[0-9]{1,7}([.][0-9]{1,2})?" /></label>`;
  return html`<div class="book-work">
    ${shout ? html`<p class="book-said"><b>${shout.seat}</b> <q>${shout.words}</q> and throws <b>${dollars(shout.amount ?? 0)}</b></p>` : ""}
    <form @submit=${take} aria-label="Book it">
      <label>Repeat it <input name="words" autocomplete="off" maxlength="200" /></label>
      <label>Bet <select name="wager">${book.wagers.map(({ wager, title }) => html`<option value=${wager}>${title}</option>`)}</select></label>
      ${amount("book", "Stake")} ${amount("commission", "Commission")} ${amount("give", "Change")}
      <button class="button is-main">Book it</button>
    </form>
    <form @submit=${refuse} aria-label="Refuse it">
      <label>Or no, because <select name="reason">${exercise.choices.map(({ value, words }) => html`<option value=${value}>${words}</option>`)}</select></label>
      <button class="button">Refuse it</button>
    </form>
  </div>`;
};
