/** What several rooms draw: the tray of chips, the bets, what was done, the verdict with its clauses. */
import { html, nothing, type TemplateResult } from "lit";
import { cents, dollars, spoken } from "../../model/money";
import type { BookResponse, Citation, ExerciseResponse, HandMotion, JudgementResponse, MarkResponse } from "../../protocol.generated";
import { sentence, titleOf } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";

/** A house's chips, the smallest first. */
export function trayChips({ chips }: BookResponse): readonly { readonly amount: number; readonly colour: string }[] {
  return chips.map(({ value, colour }) => ({ amount: cents(value), colour })).sort((a, b) => a.amount - b.amount);
}

/** The worth of some chips. */
export const total = (chips: readonly number[]): number => chips.reduce((sum, chip) => sum + chip, 0);

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

/** What one has done, in order. */
export function motionList(motions: readonly HandMotion[], book: BookResponse, undo: () => void): TemplateResult {
  return html`<section class="motions" aria-label="What you did">
    <ol>${motions.map((motion) => html`<li>${motionWords(motion, book)}</li>`)}</ol>
    <button class="button is-quiet" ?disabled=${!motions.length} @click=${undo}>Undo the last</button>
  </section>`;
}

/** One motion in words. */
export function motionWords({ act, seat = "", wager = "", chips = [], to = "", words = "" }: HandMotion, book: BookResponse): string {
  const [title, amount] = [wager ? titleOf({ book }, wager) : "", dollars(total(chips))];
  const whose = seat && title ? `${seat}’s ${title}` : seat || title;
  switch (act) {
    case "take":
      return `Take ${whose}`;
    case "pay":
      return `Pay ${whose} ${amount}`;
    case "move":
      return `Move ${whose} to ${titleOf({ book }, to)}`;
    case "puck":
      return `Puck ${to}${seat ? `, ${seat}` : ""}`;
    case "button":
    case "call":
      return `“${to}” on ${whose}`;
    case "book":
      return `Take ${amount} on ${title}`;
    case "commission":
      return `Take ${amount} commission`;
    case "give":
      return `Give ${amount} change`;
    case "refuse":
      return `Refuse: ${to}`;
    case "stop":
      return `Stop at line ${to}`;
    case "explain":
      return `Say: ${to}${chips.length ? `, it is ${amount}` : ""}`;
    case "step":
      return `${to[0]?.toUpperCase() ?? ""}${to.slice(1)}${chips.length ? ` ${amount}` : ""}${words ? `, “${words}”` : ""}`;
    case "cut":
      return `Cut ${amount}`;
    case "say":
      return `“${words}”`;
    case "set":
      return `Set ${seat}’s ${amount} on ${title}, ${to}`;
    case "repeat":
      return `Repeat ${seat ? `${seat}’s` : "the"} bet: “${words}”`;
    case "close":
      return "Dice out";
    case "wait":
      return `${seat} waits`;
    case "deduct":
      return `Keep up ${whose}`;
    case "announce":
      return `${amount} for ${title}, pay ${to}`;
  }
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

/** The clause of a mark or of a line, with what it says. */
export function clauseOf({ clause = "", provenance = "assumed", says = "" }: Citation): unknown {
  if (!clause && !says) return nothing;
  return html`${clauseMark(clause, provenance)}${says ? html`<small class="says">${sentence(says)}</small>` : nothing}`;
}
