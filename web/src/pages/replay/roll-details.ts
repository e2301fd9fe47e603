/** What stands beside the felt of a roll: what was settled and why, the crew's calls, what was said before, all hands. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../model/money";
import { called, card } from "../../panels/panel";
import type { BookResponse, ReplayFrame } from "../../protocol.generated";
import { outcomeWords } from "../../text/session-stats";
import { ROLL_EVENTS, sentence, titleOf } from "../../text/words";
import { holdings, type ReplayHand } from "./frames";

/** Every settlement opens to the rule that decided it; the first is open. */
function settlements({ settled = [] }: ReplayFrame, book: BookResponse): TemplateResult {
  if (!settled.length) return html`<p class="none">Nothing was decided.</p>`;
  return html`<ul class="replay-settled">
    ${settled.map(([seat, one], k) => {
      const cite = book.citations[one.cite];
      return html`<li>
        <details ?open=${k === 0}>
          <summary>
            <span>${called(seat)}: ${titleOf({ book }, one.wager)} ${dollars(one.stake)}</span>
            <b class=${one.result}>${outcomeWords(one.result, one.stake, one.won)}</b>
          </summary>
          ${cite
            ? html`<p>${cite.says ? sentence(cite.says) : "Decided by this roll."} <span class="replay-clause">§ ${cite.clause}${cite.provenance === "stated" ? nothing : `, ${cite.provenance}`}</span></p>`
            : nothing}
        </details>
      </li>`;
    })}
  </ul>`;
}

/** What a seat has won so far, by this roll, and what it has left. */
export function seatFigures(frame: ReplayFrame, seat: string, net: number, before: number): TemplateResult {
  const has = holdings(frame, seat);
  const all = has ? ([["Rack", has.rack], ["On the layout", has.atRisk], ["Bought in for", has.bought]] as const) : [];
  return html`<div class="replay-figures">
    <p><b class="replay-net">${signed(net)}</b> <span>this roll <b class=${net > before ? "win" : net < before ? "lose" : ""}>${signed(net - before)}</b></span></p>
    <dl>${all.map(([name, cents]) => html`<div><dt>${name}</dt><dd>${dollars(cents)}</dd></div>`)}</dl>
  </div>`;
}

/** The dice of one hand, to jump by. */
export function handDice(frames: readonly ReplayFrame[], hand: ReplayHand, at: number, go: (roll: number) => void): TemplateResult {
  const { first, rolls } = hand;
  return html`<ol class="rolls replay-dice" aria-label="Rolls of this hand">
    ${frames.slice(first, first + rolls).map(({ dice: [a, b], event }, k) => {
      const here = first + k === at;
      return html`<li class="roll ${event} ${here ? "last" : ""}">
        <button tabindex=${here ? 0 : -1} aria-current=${here ? "true" : nothing} @click=${() => go(first + k)}>
          <b>${a + b}</b><small>${a}<span class="unseen"> and </span> ${b}</small>
          ${ROLL_EVENTS[event] ? html`<span class="unseen">, ${ROLL_EVENTS[event]}</span>` : nothing}
        </button>
      </li>`;
    })}
  </ol>`;
}

export function rollDetails(frame: ReplayFrame, book: BookResponse): TemplateResult {
  const { lines = [], calls = [] } = frame;
  const said = html`<ul>${calls.map((call) => html`<li>${sentence(call.words)} <small>${call.who}${call.clause ? `, ${call.clause}` : ""}</small></li>`)}</ul>`;
  const before = html`<ul>${lines.map((line) => html`<li><code>${line}</code></li>`)}</ul>`;
  return html`${card("settled", "Settled on this roll", frame.settled?.length ? "open one to see why" : "", settlements(frame, book))}
    ${calls.length ? card("calls", "The crew", nothing, said) : nothing} ${lines.length ? card("lines", "Before it", nothing, before) : nothing}`;
}

/** All hands as a list to jump by. */
export function handList(hands: readonly ReplayHand[], at: number, go: (roll: number) => void): TemplateResult {
  const most = Math.max(...hands.map(({ rolls }) => rolls));
  const list = html`<ol class="replay-hands">
    ${hands.map(({ first, rolls, shooter, net }, k) => {
      const here = at >= first && at < first + rolls;
      return html`<li>
        <button aria-current=${here ? "true" : nothing} @click=${() => go(first)}>
          <span><span class="unseen">Hand </span>${k + 1}<span class="unseen"> by ${called(shooter)},</span></span>
          <svg viewBox="0 0 ${most} 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${rolls} height="1"></rect></svg>
          <span>${rolls}<span class="unseen"> ${rolls === 1 ? "roll" : "rolls"},</span></span><b class=${net > 0 ? "win" : net < 0 ? "lose" : ""}>${signed(net)}</b>
        </button>
      </li>`;
    })}
  </ol>`;
  return card("hands", "Hands", "rolls · net", list);
}
