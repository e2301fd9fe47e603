/** A small window over the table in which somebody in a seat buys more chips; what is not taken is said in it. */
import { html, render } from "lit";
import { field } from "../components/form";
import { dollars, spoken, typed } from "../model/money";
import { usual } from "../session/rack";
import type { TableSession } from "../session/session";
import { own, sentence } from "../text/words";
import "../style/on-demand/form.css";

/** Opens it; it closes once the chips are bought, or by Escape, and the focus goes back to where it was. */
export function buyChips(seat: TableSession): void {
  const { snapshot } = seat.view;
  if (!snapshot) return;
  const dialog = Object.assign(document.createElement("dialog"), { className: "check" });
  dialog.setAttribute("aria-labelledby", "buy-title");
  const close = (): void => dialog.close();
  const draw = (value: string, fault = ""): void =>
    void render(
      html`<h2 id="buy-title">Buy chips</h2>
        <p>${dollars(own(seat.view)?.rack ?? 0)} in your rack. Play chips: no money changes hands.</p>
        <form class="check-ask" novalidate @submit=${buy}>
          ${field({ name: "buy", label: "Chips to buy", value, unit: "$", mode: "decimal", fault })}
          <p class="in-row">
            <button class="button is-main">Buy</button>
            <button class="button is-quiet" type="button" @click=${close}>Not now</button>
          </p>
        </form>`,
      dialog,
    );
  const buy = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = dialog.querySelector("input") as HTMLInputElement;
    const chips = typed(input.value);
    if (chips && (await seat.say(`buys in for ${spoken(chips)}`))) return close();
    const { feedback } = seat.view;
    draw(input.value, chips ? sentence(feedback?.words ?? "") : "Enter an amount, such as 100.");
    input.focus();
  };
  dialog.addEventListener("close", () => dialog.remove());
  draw(spoken(usual(snapshot)));
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input")?.select();
}
