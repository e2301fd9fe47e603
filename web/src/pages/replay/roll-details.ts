/** What stands beside the felt of a roll: what was settled and why, the crew's calls, what was said before, all hands. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../model/money";
import { called, card } from "../../panels/panel";
import type { BookResponse, ReplayFrame } from "../../protocol.generated";
import { outcomeWords } from "../../text/session-stats";
import { sentence, titleOf } from "../../text/words";
import type { ReplayHand } from "./frames";

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
