/** Help over the table: what hands and keys do, and what can be typed; by `?`, by `help` and from the menu. */
import { html, render, type TemplateResult } from "lit";
import { type Key, ON_A_SPOT, SHARED } from "../core/keys";
import type { Seat } from "../core/seat";
import { tablePath } from "./route";
import "../style/form.css";

const HANDS: readonly Key[] = [
  { key: "Click or tap", name: "A chip on a spot; with Shift as much as it takes. A number in its box is its place bet" },
  { key: "Right click, long press", name: "A chip back" },
  { key: "Drag", name: "Your chips to another spot, or off the felt to take them down" },
  { key: "Explain, then a spot", name: "The rule, what it pays and costs, on or off" },
];
const TYPED: readonly Key[] = [
  { key: "10 pass", name: "A bet, in your own words" },
  { key: "six and eight 12 each", name: "Several at once" },
  { key: "20 odds", name: "Odds behind your line bet" },
  { key: "take down place 6", name: "A bet down" },
  { key: "why field", name: "The story of a bet" },
  { key: "keep 12 on six", name: "A standing order; orders lists them, drop 1 drops one" },
  { key: "buys in for 500", name: "More chips" },
  { key: "leaves", name: "Cash out and leave the table" },
];

/** Opens it; Escape closes it, and the focus goes back to where it was. */
export function showHelp(seat: Seat): void {
  if (document.querySelector("dialog.help")) return;
  const dialog = Object.assign(document.createElement("dialog"), { className: "check help" });
  dialog.setAttribute("aria-labelledby", "help-title");
  const close = (): void => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  render(
    html`<h2 id="help-title">Help</h2>
      <div class="help-parts" tabindex="0" role="region" aria-label="Help">
        ${part("By hand", HANDS)} ${part("Typed into the line", TYPED)} ${part("By key", SHARED)}
        ${part("By key, on a spot", ON_A_SPOT)}
      </div>
      <p class="in-row">
        <button class="button is-main" @click=${close}>Close</button>
        <a class="button is-quiet" href=${tablePath(seat.view.table, "listen")} @click=${close}>Play by ear</a>
      </p>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>("button")?.focus();
}

function part(title: string, keys: readonly Key[]): TemplateResult {
  return html`<section>
    <h3>${title}</h3>
    <dl>
      ${keys.map(
        ({ key, name }) =>
          html`<div>
            <dt><kbd>${key.length === 1 ? key.toUpperCase() : key}</kbd></dt>
            <dd>${name}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
