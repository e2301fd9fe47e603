/** A small window over the table in which whoever enters the rolls says what the dice show. */
import { html, render } from "lit";
import type { TableSession } from "../session/session";
import { tablePath } from "../state/route";
import "./dice-pad";
import "../style/on-demand/desk.css";

/** Opens it; it closes once the roll was taken, or by Escape, and the focus goes back to where it was. */
export function enterRoll(seat: TableSession): void {
  const dialog = document.createElement("dialog");
  dialog.className = "enter";
  dialog.setAttribute("aria-labelledby", "enter-title");
  const close = (): void => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  render(
    html`<h2 id="enter-title">What do the dice show?</h2>
      <so-pad .seat=${seat} @rolled=${close}></so-pad>
      <p class="enter-ways">
        <a href=${tablePath(seat.view.table, "desk")} @click=${close}>The crew’s desk</a>
        <button class="button is-quiet" @click=${close}>Close</button>
      </p>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>("so-pad button")?.focus();
}
