/** Help over a table, the desk or a room: what can be done there, by hand, by key and typed; by `?`, by `help` and from the menu. */
import { html, nothing, render, type TemplateResult } from "lit";
import type { TableSession } from "../session/session";
import { tablePath } from "../state/route";
import { type HelpPart, helpParts } from "../text/help";
import "../style/on-demand/form.css";

/** Opens it; Escape closes it, and the focus goes back to where it was. */
export function showHelp(seat: TableSession | null, at = "table"): void {
  if (document.querySelector("dialog.help")) return;
  const dialog = Object.assign(document.createElement("dialog"), { className: "check help" });
  dialog.setAttribute("aria-labelledby", "help-title");
  const close = (): void => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  render(
    html`<h2 id="help-title">Help</h2>
      <div class="help-parts" tabindex="0" role="region" aria-label="Help">
        ${helpParts(at).map(part)}
      </div>
      <p class="in-row">
        <button class="button is-main" @click=${close}>Close</button>
        ${
          at === "table" && seat
            ? html`<a class="button is-quiet" href=${tablePath(seat.view.table, "listen")} @click=${close}>Play by ear</a>
                <a class="button is-quiet" href="/learn" @click=${close}>Learn the game</a>`
            : nothing
        }
      </p>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>("button")?.focus();
}

function part({ title, keys }: HelpPart): TemplateResult {
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
