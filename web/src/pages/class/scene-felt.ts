/** The layout behind an exercise or a question, only to be looked at: drawn anew when what lies on it is another. */
import { html } from "lit";
import { LightElement } from "../../components/element";
import { Felt } from "../../felt/felt";
import type { BookResponse, ReplayFrame } from "../../protocol.generated";
import { snapshotAt } from "../replay/frames";

export type SceneTable = ReplayFrame["table"];

export class SceneFelt extends LightElement {
  static override properties = { book: { attribute: false }, table: { attribute: false }, dice: { attribute: false } };
  declare book: BookResponse;
  declare table: SceneTable;
  declare dice: readonly [number, number] | null;
  #felt: Felt | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#felt?.destroy();
    this.#felt = null;
  }

  protected override updated(): void {
    const root = this.querySelector<HTMLElement>(".school-felt");
    if (!root) return;
    this.#felt?.destroy();
    const dice = this.dice ? { n: 1, a: this.dice[0], b: this.dice[1] } : null;
    this.#felt = new Felt(root, { book: this.book, snapshot: snapshotAt({ n: 1, table: this.table }, this.book), dice, motion: false });
  }

  protected override render(): unknown {
    return html`<div class="school-felt" inert role="img" aria-label="The layout before the bets are settled"></div>`;
  }
}
customElements.define("so-scene", SceneFelt);
