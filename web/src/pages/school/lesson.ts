/** The lesson before a drill: the keys as a dealer would tell them; one of them lies on the layout. */
import { html, nothing, type TemplateResult } from "lit";
import type { LessonResponse } from "../../protocol.generated";
import { sentence } from "../../text/words";
import { clauseOf } from "./exercise-parts";

/** The keys, `at` the one that is on the layout above, with its example. */
export function drawLesson(lines: readonly LessonResponse[], at: number, show: (at: number) => void, begin: () => void): TemplateResult {
  const told = lines[at];
  return html`<section class="lesson" aria-labelledby="lesson">
    <h2 id="lesson" tabindex="-1">First the key</h2>
    ${told?.table ? html`<div class="school-felt" inert role="img" aria-label="On the layout: ${told.title}"></div>` : nothing}
    ${told?.example ? html`<p class="lesson-example" role="status"><b>${told.title}.</b> ${sentence(told.words)} ${sentence(told.example)}</p>` : nothing}
    <p><button class="button is-main" @click=${begin}>Begin the drill</button></p>
    <ul>
      ${lines.map(
        ({ title, words, cite, table }, k) => html`<li>
          <span><b>${title}</b> ${sentence(words)} ${cite.clause ? clauseOf({ ...cite, says: cite.says === words ? "" : (cite.says ?? "") }) : nothing}</span>
          ${table ? html`<button class="button is-quiet" aria-pressed=${k === at} aria-label="Show ${title} on the layout" @click=${() => show(k)}>Show</button>` : nothing}
        </li>`,
      )}
    </ul>
  </section>`;
}
