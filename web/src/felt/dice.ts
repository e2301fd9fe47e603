/** The two dice: thrown across the felt, then at rest where they cover nothing. */
import type { Point } from "../layout/tracks";
import type { FeltState } from "./state";
import { die, node } from "./svg-text";

/** How a die lies, in degrees: thrown dice are never straight. */
const TILTS = [-6, 8, 4, -9, -3, 7];
/** Pixels of a die's own grid, and how far its edge is inside. */
const GRID = 32;

export class DiceLayer {
  readonly root = document.createElement("div");
  #drawn: FeltState["dice"] = null;
  /** Where they rest, in pixels from the felt's upper left corner: `{ x: 640, y: 120 }`. */
  rest: Point = { x: 0, y: 0 };
  /** True if there is no room for them at rest, as on a phone: then they are only seen in flight. */
  away = false;
  /** Ends the throw that is under way; null while the dice lie. */
  #land: ((skipped: boolean) => void) | null = null;

  constructor() {
    this.root.className = "dice";
    this.root.setAttribute("aria-hidden", "true");
  }

  get inTheAir(): boolean {
    return this.#land !== null;
  }

  draw(dice: FeltState["dice"]): void {
    const was = this.#drawn;
    if (dice?.a !== was?.a || dice?.b !== was?.b) this.root.replaceChildren(...(dice ? [face(dice.a), face(dice.b)] : []));
    this.#drawn = dice;
  }

  /** Throws the dice once they are `drawn`; resolves when they lie, with whether somebody cut the throw short. */
  throw(drawn: Promise<void>, start: (dice: readonly SVGElement[]) => Animation[]): Promise<boolean> {
    return new Promise((resolve) => {
      const flights: Animation[] = [];
      const land = (skipped: boolean): void => {
        if (this.#land !== land) return;
        this.#land = null;
        for (const flight of flights) flight.cancel();
        resolve(skipped);
      };
      this.#land = land;
      void drawn.then(() => {
        if (this.#land !== land) return;
        flights.push(...start([...this.root.querySelectorAll<SVGElement>(".die")]));
        flights[0]?.finished.then(() => land(false)).catch(() => undefined);
        if (!flights.length) land(false);
      });
    });
  }

  /** Ends the throw at once. */
  land(): void {
    this.#land?.(true);
  }

  /** Puts them at their rest; where there is none, at `middle`, and out of sight. */
  settle(rest: Point | null, middle: Point): void {
    this.rest = rest ?? middle;
    this.away = !rest;
    this.root.classList.toggle("is-away", this.away);
    const n = this.#drawn?.n ?? 0;
    const styles = {
      "--x": `${this.rest.x}px`,
      "--y": `${this.rest.y}px`,
      "--tilt-0": `${TILTS[n % TILTS.length]}deg`,
      "--tilt-1": `${TILTS[(n + 1) % TILTS.length]}deg`,
    };
    for (const [name, value] of Object.entries(styles)) this.root.style.setProperty(name, value);
  }
}

function face(value: number): SVGElement {
  return node("svg", { class: "die", viewBox: `0 0 ${GRID} ${GRID}` }, die(GRID / 2, GRID / 2, GRID - 2, value, "die-body"));
}
