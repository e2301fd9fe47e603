/** The rooms of one motion: Cut, an amount in chips; Call, a roll in words. */
import { html } from "lit";
import { betLines, chipTray } from "./exercise-parts";
import type { RoomDrawing } from "./room-work";

export const drawCut: RoomDrawing = ({ exercise, book, hand, tray, finish }) =>
  html`${betLines(exercise, book)} ${chipTray(book, hand, tray)}
    <p><button class="button is-main" @click=${() => finish([{ act: "cut", chips: hand }])}>Hand it off</button></p>`;

export const drawCall: RoomDrawing = ({ exercise, book, finish }) =>
  html`${betLines(exercise, book)}
    <form
      class="in-row school-call"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const words = String(new FormData(event.target as HTMLFormElement).get("call") ?? "").trim();
        finish([{ act: "say", words }]);
      }}
    >
      <label for="call">Your call</label>
      <input id="call" name="call" autocomplete="off" maxlength="200" />
      <button class="button is-main">Call it</button>
    </form>`;
