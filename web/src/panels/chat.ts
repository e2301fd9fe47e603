/** A few words between people at a table: kept small, and muted by whoever wants quiet. */
import { html } from "lit";
import type { ChatMessage, View } from "../model/view";
import "../style/on-demand/log-and-chat.css";
import { card, Panel } from "./panel";

const KEPT = 30;
const LONGEST = 200;

export class Chat extends Panel {
  static override properties = { ...Panel.properties, muted: { state: true } };
  declare muted: boolean;

  protected override sees(view: View): readonly unknown[] {
    return [view.chat, view.snapshot?.you];
  }

  protected override updated(): void {
    const box = this.querySelector<HTMLElement>(".said-lines");
    if (box) box.scrollTop = box.scrollHeight;
  }

  protected override render(): unknown {
    const { chat, snapshot } = this.seat.view;
    const mute = html`<button class="link" aria-pressed=${!!this.muted} @click=${() => (this.muted = !this.muted)}>
      Mute
    </button>`;
    return card(
      "chat",
      "Chat",
      mute,
      html`<div class="said-lines" role="log" aria-live=${this.muted ? "off" : "polite"} aria-label="Chat" tabindex="0">
          ${
            this.muted
              ? html`<p class="none">The chat is muted.</p>`
              : chat.length
                ? chat.slice(-KEPT).map((said) => this.#line(said))
                : html`<p class="none">No messages yet.</p>`
          }
        </div>
        <form class="say" @submit=${this.#say}>
          <input
            name="words"
            maxlength=${LONGEST}
            autocomplete="off"
            aria-label="Say something to the table"
            ?disabled=${!snapshot}
          />
          <button ?disabled=${!snapshot}>Say</button>
        </form>`,
    );
  }

  #line(said: ChatMessage): unknown {
    const at = new Date(said.at);
    const time = Number.isNaN(at.getTime()) ? "" : at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return html`<p><b>${said.who}</b> ${said.words}<small>${time}</small></p>`;
  }

  #say = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem("words") as HTMLInputElement;
    const words = input.value.trim();
    if (words) this.seat.chat(words);
    input.value = "";
  };
}
customElements.define("so-chat", Chat);
