/** The base of the panels: an element that draws again only if what it looks at is another; marks of seats and dice. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { DeferredElement } from "../components/element";
import type { View } from "../model/view";
import type { Settlement, RefusalReason } from "../protocol.generated";
import { HouseApi } from "../state/api";

/** What a story is asked about; `x` and `y` are where its chip is, in the window. */
export interface About {
  readonly wager: string;
  readonly seat?: string;
  readonly settlement?: Settlement;
  readonly refusal?: RefusalReason;
  readonly x?: number;
  readonly y?: number;
}

/** A panel draws a part of the view, and is left alone while that part is the very same. */
export abstract class Panel extends DeferredElement {
  static override properties = { ...DeferredElement.properties, house: { attribute: false } };
  declare house: HouseApi;
  #seen: readonly unknown[] = [];

  constructor() {
    super();
    this.house = new HouseApi();
  }

  /** The parts of the view that are drawn. */
  protected abstract sees(view: View): readonly unknown[];

  protected override shouldUpdate(changed: Map<PropertyKey, unknown>): boolean {
    if (!this.seat || this.closest("[hidden]") || !super.shouldUpdate(changed)) return false;
    const seen = this.sees(this.seat.view);
    if (!changed.size && seen.length === this.#seen.length && seen.every((part, i) => part === this.#seen[i]))
      return false;
    this.#seen = seen;
    return true;
  }

  /** Opens a story. */
  protected why(about: About): void {
    this.dispatchEvent(new CustomEvent<About>("so-why", { bubbles: true, detail: about }));
  }
}

/** A part of the panel with its heading; what stands beside the heading is small. */
export function card(name: string, title: string, beside: unknown, body: unknown): TemplateResult {
  return html`<section class="card card-${name}" aria-labelledby="card-${name}">
    <h2 id="card-${name}">${title}<span>${beside}</span></h2>
    ${body}
  </section>`;
}

/** A seat's ring and number. Said elsewhere, so it is hidden from whoever listens. */
export function seatMark(place: number): TemplateResult {
  return html`<svg class="seat-mark seat-${place}" viewBox="-11 -11 22 22" aria-hidden="true">
    <circle class="seat-mark-key" r="10.6"></circle>
    <circle class="seat-mark-ring" r="8.6"></circle>
    ${place > 8 ? svg`<circle class="seat-mark-split" r="8.6" pathLength="16"></circle>` : nothing}
    <text y="3.6">${place}</text>
  </svg>`;
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = (() => {
  const [middle, corner, other, side] = [
    [[0, 0]],
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [-1, 1],
      [1, -1],
    ],
    [
      [-1, 0],
      [1, 0],
    ],
  ] as [number, number][][];
  const of = (...parts: ([number, number][] | undefined)[]): [number, number][] => parts.flatMap((part) => part ?? []);
  return [
    of(middle),
    of(corner),
    of(middle, corner),
    of(corner, other),
    of(middle, corner, other),
    of(corner, other, side),
  ];
})();

/** Two small dice; `label` is what they are to whoever listens, if it is not said elsewhere. */
export function diceMark(a: number, b: number, label = ""): TemplateResult {
  const die = (face: number, x: number): unknown =>
    svg`<g transform="translate(${x} 0)"><rect x="-5.5" y="-5.5" width="11" height="11" rx="2.4"></rect>${PIPS[
      face - 1
    ]?.map(([dx, dy]) => svg`<circle cx=${dx * 2.8} cy=${dy * 2.8} r="1.15"></circle>`)}</g>`;
  return html`<svg
    class="two-dice"
    viewBox="-13 -6.5 26 13"
    role="img"
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${die(a, -6.6)}${die(b, 6.6)}
  </svg>`;
}

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A seat's name as people read it: a strategy's without what the house puts before it. */
export const called = (seat: string): string => (seat.startsWith("Bot-") ? readable(seat.slice(4)) : seat);

/** A name that is written with hyphens, as people read it. */
export const readable = (name: string): string => name.replaceAll("-", " ");
