/** Props: the spaces in the middle from the stick's side. Bets that are called are set by their player's place; what a roll decides is taken, kept up, announced. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../model/money";
import type { Choice, HandMotion, Shout } from "../../protocol.generated";
import { motionList } from "./exercise-parts";
import { amountIn, railPlaces, type RoomDrawing, type RoomWork } from "./room-work";

/** Chips in a space: whose place they lie at, and how much. */
interface Lying {
  readonly wager: string;
  readonly place: string;
  readonly seat: string;
  readonly stake: number;
}

export const drawProps: RoomDrawing = (work) => {
  const { exercise, book, motions, undo, finish } = work;
  const setting = exercise.shouts.length > 0;
  return html`<div class="props-work">
    ${railStrip(work)} ${setting ? shoutList(work) : nothing}
    <section class="props-middle" aria-label="The middle of the layout, from the stick’s side">
      ${exercise.choices.map((space) => drawSpace(work, space, setting))}
    </section>
    ${setting ? nothing : settleBar(work)} ${motionList(motions, book, undo)}
    <p><button class="button is-main" @click=${() => finish()}>Done: hands off</button></p>
  </div>`;
};

function railStrip({ exercise }: RoomWork): TemplateResult {
  return html`<ol class="props-rail" aria-label="The rail, from the stick’s left to right">
    ${railPlaces(exercise).map(({ place, seat }) => html`<li><b>${seat}</b> <small>${place}</small></li>`)}
  </ol>`;
}

const isClosed = (motions: readonly HandMotion[]): boolean => motions.some(({ act }) => act === "close");

/** What the rail calls: pick a player's chips up, repeat the bet, send the dice; who calls then has to wait. */
function shoutList({ exercise, motions, picked, pick, act }: RoomWork): TemplateResult {
  const closed = isClosed(motions);
  const calls = exercise.shouts.filter(({ late }) => closed || !late);
  return html`<section class="props-calls" aria-label="What the rail calls">
    <ul>
      ${calls.map((shout) => {
        const chosen = picked[0] === shout.seat;
        return html`<li>
          <button
            class="button ${chosen ? "is-picked" : ""}"
            draggable="true"
            aria-pressed=${chosen}
            aria-label="Pick up ${shout.seat}’s ${dollars(shout.amount ?? 0)}"
            @click=${() => pick(chosen ? [] : [shout.seat])}
            @dragstart=${() => pick([shout.seat])}
          >
            ${dollars(shout.amount ?? 0)}
          </button>
          <span><b>${shout.seat}</b> <q>${shout.words}</q>${shout.late ? html` <small>The dice are out.</small>` : nothing}</span>
          ${shout.late ? lateButton(shout, act) : repeatForm(shout, act)}
        </li>`;
      })}
    </ul>
    <button class="button" ?disabled=${closed} @click=${() => act({ act: "close" })}>Dice out</button>
  </section>`;
}

const lateButton = ({ seat }: Shout, act: RoomWork["act"]): TemplateResult =>
  html`<button class="button" aria-label="After this roll, ${seat}" @click=${() => act({ act: "wait", seat })}>After this roll</button>`;

function repeatForm({ seat }: Shout, act: RoomWork["act"]): TemplateResult {
  const say = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = String(new FormData(event.target as HTMLFormElement).get("words") ?? "").trim();
    if (words) act({ act: "repeat", seat, words });
  };
  return html`<form class="in-row" @submit=${say}>
    <input name="words" autocomplete="off" maxlength="200" aria-label="Repeat ${seat}’s bet" placeholder="Repeat the bet" />
    <button class="button is-quiet" aria-label="Say it: ${seat}’s bet">Say it</button>
  </form>`;
}

/** What lies in the middle: as the exercise has it, or as it was set up so far. */
function lyingIn({ exercise, motions }: RoomWork): readonly Lying[] {
  const place = new Map(railPlaces(exercise).map(({ place, seat }) => [seat, place]));
  const taken = new Set(motions.filter(({ act }) => act === "take").map(({ seat, wager }) => `${seat} ${wager}`));
  const bets = (exercise.table?.seats ?? []).flatMap(({ name, layout }) =>
    (layout?.lying ?? []).map(({ wager, stake }) => ({ wager, seat: name, place: place.get(name) ?? "", stake })),
  );
  const set = motions.flatMap(({ act, seat = "", wager = "", to = "", chips = [] }) => (act === "set" ? [{ wager, seat, place: to, stake: chips[0] ?? 0 }] : []));
  return [...bets.filter(({ seat, wager }) => !taken.has(`${seat} ${wager}`)), ...set];
}

function drawSpace(work: RoomWork, { value, words }: Choice, setting: boolean): unknown {
  const lying = lyingIn(work).filter(({ wager }) => wager === value);
  if (!setting && !lying.length) return nothing;
  const [seat, open] = work.picked;
  const places = railPlaces(work.exercise);
  const stack = ({ place, stake, seat: whose }: Lying): TemplateResult => {
    if (setting) return html`<span class="props-chips"><b>${dollars(stake)}</b> <small>${place}</small></span>`;
    const chosen = seat === whose && open === value;
    return html`<button class="props-chips ${chosen ? "is-picked" : ""}" aria-pressed=${chosen} aria-label="${words}: ${dollars(stake)} ${place}" @click=${() => work.pick([whose, value])}>
      <b>${dollars(stake)}</b> <small>${place}</small>
    </button>`;
  };
  const set = (to: string): void => {
    const amount = work.exercise.shouts.find((shout) => shout.seat === seat)?.amount ?? 0;
    work.act({ act: "set", seat: seat ?? "", wager: value, chips: [amount], to });
    work.pick([]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const at = Math.min(places.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * places.length)));
    if (seat) set(places[at]!.place);
  };
  return html`<div class="props-space" data-wager=${value} @dragover=${(event: DragEvent) => seat && setting && event.preventDefault()} @drop=${drop}>
    ${
      setting && seat
        ? html`<button class="props-name" aria-expanded=${open === value} @click=${() => work.pick([seat, value])}>${words}</button>`
        : html`<span class="props-name">${words}</span>`
    }
    ${lying.map(stack)}
    ${
      setting && seat && open === value
        ? html`<span class="props-places" role="group" aria-label="Where in ${words}">
            ${places.map(({ place }) => html`<button class="button" @click=${() => set(place)}>${place}</button>`)}
          </span>`
        : nothing
    }
  </div>`;
}

/** What is done to the stack that is picked: take it, keep it up, or announce its payoff and point at whose it is. */
function settleBar({ exercise, book, picked, pick, act }: RoomWork): TemplateResult {
  const [seat = "", wager = ""] = picked;
  if (!wager) return html`<p class="hint">Pick a stack in the middle: take it, keep it up, or announce what it pays and point at whose it is.</p>`;
  const place = railPlaces(exercise).find((one) => one.seat === seat)?.place ?? "";
  const title = book.wagers.find((one) => one.wager === wager)?.title ?? wager;
  const does = (motion: HandMotion): void => {
    act(motion);
    pick([]);
  };
  const announce = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const to = (event.submitter as HTMLButtonElement | null)?.value ?? "";
    does({ act: "announce", seat, wager, chips: [amountIn(form, "amount")], to });
  };
  return html`<section class="props-settle" aria-label="${title} at ${place}">
    <h3>${title}, ${place}</h3>
    <button class="button" @click=${() => does({ act: "take", seat, wager })}>Take it</button>
    <button class="button" @click=${() => does({ act: "deduct", seat, wager })}>It stays up</button>
    <form class="in-row" @submit=${announce}>
      <label>Pays $ <input name="amount" inputmode="decimal" autocomplete="off" required pattern="[0-9]{1,7}([.][0-9]{1,2})?" /></label>
      ${railPlaces(exercise).map(({ seat: player }) => html`<button class="button" value=${player}>Pay ${player}</button>`)}
    </form>
  </section>`;
}
