/** Puck and buttons: both pucks, and everybody's bets with the buttons that can be laid on them. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../model/money";
import { titleOf } from "../../text/words";
import { motionList } from "./exercise-parts";
import type { RoomDrawing, RoomWork } from "./room-work";

const ENDS = ["second base", "third base"] as const;

export const drawButtons: RoomDrawing = (work) => {
  const { exercise, book, motions, undo, finish } = work;
  return html`${exercise.shouts.map(({ seat, words }) => html`<p><b>${seat}</b> <q>${words}</q></p>`)}
    <div class="end-work">
      <div>${exercise.pucks.length ? ENDS.map((end) => pucks(work, end)) : bets(work)}</div>
      <div>${motionList(motions, book, undo)}</div>
    </div>
    <p><button class="button is-main" @click=${() => finish()}>Done: hands off</button></p>`;
};

function pucks({ exercise, act }: RoomWork, end: string): TemplateResult {
  return html`<section class="end-puck" role="group" aria-label="The puck at ${end}">
    <h3>Puck, ${end}</h3>
    ${exercise.pucks.map((to) => html`<button class="button is-quiet" aria-label="Puck ${to} at ${end}" @click=${() => act({ act: "puck", seat: end, to })}>${to}</button>`)}
  </section>`;
}

function bets({ exercise, book, act }: RoomWork): unknown {
  return (exercise.table?.seats ?? []).map(({ name, layout }) =>
    layout?.lying?.length
      ? html`<section class="end-seat" aria-label="Bets of ${name}">
          <h3>${name}</h3>
          <ul>
            ${layout.lying.map(({ wager, stake }) => {
              const title = titleOf({ book }, wager);
              return html`<li>
                <span>${title} <b>${dollars(stake)}</b></span>
                <span class="end-acts">
                  ${exercise.choices.map(({ value, words }) => {
                    const [kind] = value.split(" ");
                    const motion = { act: kind === "call" ? ("call" as const) : ("button" as const), seat: name, wager, to: words };
                    return html`<button class="button is-quiet" aria-label="${words} button on ${name}’s ${title}" @click=${() => act(motion)}>${words}</button>`;
                  })}
                </span>
              </li>`;
            })}
          </ul>
        </section>`
      : nothing,
  );
}
