/** A line said at the desk, and what the house answered: shown where it was said, with reason and clause. */
import { html, type TemplateResult } from "lit";
import type { TableSession } from "../session/session";
import { sentence } from "../text/words";

export interface Answer {
  readonly taken: boolean;
  readonly words: string;
  readonly clause: string;
}

/** Told by whoever shows an answer where it was asked for: it need not be shown elsewhere. */
export const IN_PLACE = "in-place";

/** Says a line for a part of the desk; what is refused comes back with its reason. */
export async function sayLine(seat: TableSession, line: string, from: HTMLElement): Promise<Answer> {
  const taken = await seat.say(line);
  const { feedback } = seat.view;
  if (feedback?.kind === (taken ? "done" : "refused"))
    from.dispatchEvent(new CustomEvent(IN_PLACE, { bubbles: true, detail: feedback.id }));
  if (taken) return { taken, words: line, clause: "" };
  return { taken, words: sentence(feedback?.words ?? "That was not accepted"), clause: feedback?.why?.clause ?? "" };
}

/** In a place that is always there: what is told moves nothing, and is heard. */
export function answerTemplate(last: Answer | null): TemplateResult {
  return html`<p class="desk-told ${last ? (last.taken ? "is-taken" : "is-refused") : ""}" role="status">
    ${
      last
        ? last.taken
          ? html`<b>Said</b> <code>${last.words}</code>`
          : html`<b>Refused</b> ${last.words}${last.clause ? html` <em>${last.clause}</em>` : ""}`
        : ""
    }
  </p>`;
}
