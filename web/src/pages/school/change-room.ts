/** Change: the steps of a change as buttons in no order; chips are cut in the tray, words are said in the field. */
import { html } from "lit";
import { chipTray, motionList } from "./exercise-parts";
import type { RoomDrawing } from "./room-work";

export const drawChange: RoomDrawing = ({ exercise, book, hand, tray, motions, act, undo, finish }) => {
  const step = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const to = (event.submitter as HTMLButtonElement | null)?.value ?? "";
    const words = String(new FormData(form).get("words") ?? "").trim();
    const cuts = to === "cut";
    act({ act: "step", to, ...(cuts ? { chips: hand } : {}), ...(words ? { words } : {}) });
    if (cuts) tray.clear();
    form.reset();
  };
  return html`<div class="end-work change-work">
      <form @submit=${step} aria-label="Steps">
        <label>What you say with it <input name="words" autocomplete="off" maxlength="200" /></label>
        ${exercise.choices.map(({ value, words }) => html`<button class="button" value=${value}>${words[0]!.toUpperCase() + words.slice(1)}</button>`)}
      </form>
      <div>${chipTray(book, hand, tray)} ${motionList(motions, book, undo)}</div>
    </div>
    <p><button class="button is-main" @click=${() => finish()}>Done: hands off</button></p>`;
};
