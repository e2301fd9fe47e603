/** Pay the end: the bets of one end, each with what a dealer's hands can do to it, and the puck. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../model/money";
import type { BookResponse, ExerciseResponse, HandMotion } from "../../protocol.generated";
import { titleOf } from "../../text/words";
import { chipTray, motionList, total } from "./exercise-parts";
import type { RoomDrawing } from "./room-work";

export const drawEnd: RoomDrawing = ({ exercise, book, hand, motions, tray, act, undo, finish }) =>
  html`<div class="end-work">
      <div>${endWork(exercise, book, hand, act)}</div>
      <div>${chipTray(book, hand, tray)} ${motionList(motions, book, undo)}</div>
    </div>
    <p><button class="button is-main" @click=${() => finish()}>Done: hands off</button></p>`;

/** Everybody's bets at the end, each with what a dealer's hands can do to it, and the puck. */
function endWork(exercise: ExerciseResponse, book: BookResponse, hand: readonly number[], act: (motion: HandMotion) => void): TemplateResult {
  const moves = new Map(exercise.moves.map(({ wager, to }) => [wager, to]));
  const paid = total(hand) ? ` ${dollars(total(hand))}` : "";
  return html`${(exercise.table?.seats ?? []).map(
    ({ name, layout }) => html`<section class="end-seat" aria-label="Bets of ${name}">
      <h3>${name}</h3>
      <ul>
        ${(layout?.lying ?? []).map(({ wager, stake }) => {
          const [bet, title] = [{ seat: name, wager }, titleOf({ book }, wager)];
          const whose = `${name}’s ${title}`;
          return html`<li>
            <span>${title} <b>${dollars(stake)}</b></span>
            <span class="end-acts">
              <button class="button" aria-label="Take ${whose}" @click=${() => act({ act: "take", ...bet })}>Take</button>
              <button class="button" aria-label="Pay ${whose}${paid}" @click=${() => act({ act: "pay", ...bet, chips: hand })}>Pay${paid}</button>
              ${(moves.get(wager) ?? []).map(
                (to) => html`<button class="button is-quiet" aria-label="Move ${whose} to ${titleOf({ book }, to)}" @click=${() => act({ act: "move", ...bet, to })}>
                  → ${titleOf({ book }, to)}
                </button>`,
              )}
            </span>
          </li>`;
        })}
      </ul>
    </section>`,
  )}
  ${
    exercise.pucks.length
      ? html`<section class="end-puck" role="group" aria-label="The puck">
          <h3>Puck</h3>
          ${exercise.pucks.map((to) => html`<button class="button is-quiet" aria-label="Puck ${to}" @click=${() => act({ act: "puck", to })}>${to}</button>`)}
        </section>`
      : nothing
  }`;
}
