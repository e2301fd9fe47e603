/** A refusal at its spot: a small note beside the chips, with the clause and the way to its story, until it is put away. */
import type { Feedback } from "../model/view";
import type { WagerQuestion } from "./state";
import "../style/on-demand/refusal-note.css";

/** Where chips lie, or would, in the window. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

type Edges = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** Pixels between a note and what it is about, and the edge of the felt. */
const GAP = 8;

/** It is not announced: what it says is told below the felt too, where it is. */
export class RefusalNote {
  readonly #felt: HTMLElement;
  readonly #ask: (question: WagerQuestion) => void;
  readonly #node = document.createElement("div");
  #watch = new AbortController();

  /** `ask`: called when somebody presses "Why". */
  constructor(felt: HTMLElement, ask: (question: WagerQuestion) => void) {
    [this.#felt, this.#ask] = [felt, ask];
    this.#node.className = "spot-note";
  }

  /** It goes with the next press elsewhere, with Escape, and with anything that moves what it is about. */
  #listen(): void {
    const { signal } = (this.#watch = new AbortController());
    const on = (name: string, away: (event: Event) => boolean): void => {
      const heard = (event: Event): void => void (away(event) && this.hide());
      addEventListener(name, heard, { capture: true, signal });
    };
    on("pointerdown", ({ target }) => !this.#node.contains(target as Node));
    on("scroll", ({ target }) => (target as Node).contains(this.#felt));
    on("resize", () => true);
    on("keydown", (event) => {
      const leaves = (event as KeyboardEvent).key === "Escape";
      if (leaves) event.stopPropagation();
      return leaves;
    });
  }

  show({ words, why, wager }: Feedback, anchor: Anchor): void {
    const said = made("p", words.charAt(0).toUpperCase() + words.slice(1));
    if (why?.clause) said.append(" ", made("em", why.clause));
    const story = made("button", "Why");
    const close = made("button", "×");
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => this.hide());
    story.addEventListener("click", () => {
      this.hide();
      this.#ask({ wager, ...(why ? { refusal: why } : {}) });
    });
    this.hide();
    this.#node.replaceChildren(said, story, close);
    this.#felt.append(this.#node);
    this.#put(anchor);
    this.#listen();
  }

  hide(): void {
    const within = this.#node.contains(document.activeElement);
    this.#watch.abort();
    this.#node.remove();
    if (within) this.#felt.querySelector<HTMLElement>("[data-spot][tabindex='0']")?.focus({ preventScroll: true });
  }

  /** Above, below or beside the spot: where it stays on the felt and covers the fewest chips. */
  #put({ x, y, r }: Anchor): void {
    const { width: w, height: h } = this.#node.getBoundingClientRect();
    const { left, top, right, bottom } = this.#felt.getBoundingClientRect();
    const chips = [...this.#felt.querySelectorAll(".stack:not(.is-folded, .is-preview, [hidden]), .puck")].map((node) =>
      node.getBoundingClientRect(),
    );
    const away = r + GAP;
    const ways = [
      [x - w / 2, y - away - h],
      [x - w / 2, y + away],
      [x + away, y - h / 2],
      [x - away - w, y - h / 2],
      [x - w / 2, y - 3 * away - h],
      [x - w / 2, y + 3 * away],
    ] as const;
    let [best, least] = [ways[0] as readonly [number, number], Infinity];
    for (const [across, down] of ways) {
      const at = [
        Math.min(Math.max(across, left + GAP), right - GAP - w),
        Math.min(Math.max(down, Math.max(top, 0) + GAP), Math.min(bottom, innerHeight) - GAP - h),
      ] as const;
      const box = { left: at[0], top: at[1], right: at[0] + w, bottom: at[1] + h };
      const spot = { left: x - r, top: y - r, right: x + r, bottom: y + r };
      const cost = [...chips, spot].reduce((all, chip) => all + shared(box, chip), 0);
      if (cost < least) [best, least] = [at, cost];
    }
    this.#node.style.setProperty("left", `${Math.round(best[0])}px`);
    this.#node.style.setProperty("top", `${Math.round(best[1])}px`);
  }
}

/** Square pixels that two boxes have in common. */
function shared(a: Edges, b: Edges): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

function made(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}
