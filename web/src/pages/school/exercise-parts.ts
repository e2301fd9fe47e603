/** The parts of an exercise as they are drawn: the tray of chips, the bets of an end, what was done, the verdict with its clauses. */
import { html, nothing, type TemplateResult } from "lit";
import { cents, dollars, spoken } from "../../model/money";
import type { BookResponse, Citation, ExerciseResponse, HandMotion, JudgementResponse, MarkResponse } from "../../protocol.generated";
import { sentence, titleOf } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";

/** A house's chips, the smallest first. */
export function trayChips({ chips }: BookResponse): readonly { readonly amount: number; readonly colour: string }[] {
  return chips.map(({ value, colour }) => ({ amount: cents(value), colour })).sort((a, b) => a.amount - b.amount);
}

const total = (chips: readonly number[]): number => chips.reduce((sum, chip) => sum + chip, 0);

/** What a press on the tray does. */
export interface TrayActs {
  readonly add: (chip: number) => void;
  readonly back: () => void;
  readonly clear: () => void;
}

/** The working stacks, and the chips that are cut from them so far, from the box outward. */
export function chipTray(book: BookResponse, hand: readonly number[], acts: TrayActs): TemplateResult {
  const chips = trayChips(book);
  const colour = new Map(chips.map((chip) => [chip.amount, chip.colour]));
  const words = hand.map((chip) => colour.get(chip)).join(", ");
  return html`<div class="tray" role="group" aria-label="Working stacks">
      ${chips.map(
        (chip, at) => html`<button class="school-chip chip-${chip.colour}" data-key=${at + 1} aria-label="${dollars(chip.amount)} chip, ${chip.colour}" @click=${() => acts.add(chip.amount)}>
          ${dollars(chip.amount)}
        </button>`,
      )}
    </div>
    <div class="cut-out">
      <p role="status">
        <span class="unseen">Cut, from the box outward: ${words || "nothing"}.</span>
        <b>${dollars(total(hand))}</b>
      </p>
      <span class="cut-chips" aria-hidden="true"><i>box</i>${hand.map((chip) => html`<span class="school-chip chip-${colour.get(chip) ?? "grey"}">${spoken(chip)}</span>`)}</span>
      <span class="in-row">
        <button class="button is-quiet" ?disabled=${!hand.length} @click=${acts.back}>One back</button>
        <button class="button is-quiet" ?disabled=${!hand.length} @click=${acts.clear}>All back</button>
      </span>
    </div>`;
}

/** The bets of an exercise in which nothing is done to them. */
export function betLines({ table }: ExerciseResponse, book: BookResponse): unknown {
  return (table?.seats ?? []).map(
    ({ name, layout }) => html`<p class="hint">${name}: ${(layout?.lying ?? []).map(({ wager, stake }) => `${titleOf({ book }, wager)} ${dollars(stake)}`).join(", ")}.</p>`,
  );
}

/** Everybody's bets at the end, each with what a dealer's hands can do to it, and the puck. */
export function endWork(exercise: ExerciseResponse, book: BookResponse, hand: readonly number[], act: (motion: HandMotion) => void): TemplateResult {
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

/** What one has done, in order. */
export function motionList(motions: readonly HandMotion[], book: BookResponse, undo: () => void): TemplateResult {
  return html`<section class="motions" aria-label="What you did">
    <ol>${motions.map((motion) => html`<li>${motionWords(motion, book)}</li>`)}</ol>
    <button class="button is-quiet" ?disabled=${!motions.length} @click=${undo}>Undo the last</button>
  </section>`;
}

function motionWords({ act, seat = "", wager = "", chips = [], to = "" }: HandMotion, book: BookResponse): string {
  if (act === "puck") return `Puck ${to}`;
  const whose = `${seat}’s ${titleOf({ book }, wager)}`;
  if (act === "pay") return `Pay ${whose} ${dollars(total(chips))}`;
  return act === "move" ? `Move ${whose} to ${titleOf({ book }, to)}` : `Take ${whose}`;
}

const MARKS: { readonly [kind in MarkResponse["kind"]]: string } = { money: "Money", order: "Order", manner: "Manner", seconds: "Seconds" };

/** The four marks, each thing that was not right with its clause, and what would have been. */
export function verdict({ right, marks, seconds, limit, because = [] }: JudgementResponse): TemplateResult {
  return html`<div role="status">
      <p class="verdict-says ${right ? "is-right" : "is-wrong"}"><b>${right ? "Right." : "Not right."}</b> ${seconds} s; at the table it may take ${limit}.</p>
      <ul class="verdict-marks">
        ${Object.entries(MARKS).map(([kind, name]) => {
          const bad = marks.filter((mark) => mark.kind === kind).length;
          return html`<li class=${bad ? "is-wrong" : "is-right"}><span aria-hidden="true">${bad ? "✗" : "✓"}</span> ${name}<small>${bad || "well"}</small></li>`;
        })}
      </ul>
      ${marks.length ? html`<ul class="verdict-why">${marks.map(({ kind, reason, cite }) => html`<li><b>${MARKS[kind]}</b> ${reason} ${clauseOf(cite)}</li>`)}</ul>` : nothing}
    </div>
    ${
      because.length
        ? html`<details ?open=${!right}>
            <summary>What is right, and why</summary>
            <ol class="verdict-why">${because.map(({ text, cite }) => html`<li>${sentence(text)} ${clauseOf(cite)}</li>`)}</ol>
          </details>`
        : nothing
    }`;
}

function clauseOf({ clause = "", provenance = "assumed", says = "" }: Citation): unknown {
  if (!clause && !says) return nothing;
  return html`${clauseMark(clause, provenance)}${says ? html`<small class="says">${sentence(says)}</small>` : nothing}`;
}

/** The lesson before the drill: every way of paying in this house, as a dealer remembers it. */
export function keyTable({ keys }: ExerciseResponse): unknown {
  if (!keys.length) return nothing;
  return html`<details class="keys">
    <summary>The keys: how this house pays</summary>
    <table>
      <thead><tr><th scope="col">Pays</th><th scope="col">As a dealer remembers it</th><th scope="col">Clause</th></tr></thead>
      <tbody>
        ${keys.map(({ card, words, cite }) => html`<tr><th scope="row">${card}</th><td>${words}</td><td>${clauseMark(cite.clause ?? "", cite.provenance ?? "assumed")}</td></tr>`)}
      </tbody>
    </table>
  </details>`;
}
