/** The cloth: the layout as SVG, drawn once for a book, a form and a size; after that only its states change. */
import type { Layout, Region } from "../layout/region";
import type { Spots } from "../layout/spots";
import { Printing } from "./printing";
import { node, rounded } from "./svg-text";

const SIDES = ["left", "right", "middle"];

/** What changes of a spot while the cloth stays. */
export interface SpotState {
  readonly name: string;
  /** The house takes nothing there now. */
  readonly disabled: boolean;
  /** It is shown to take nothing. */
  readonly dim: boolean;
}

/** The cloth of one layout. `home`: the end whose spots are the ones that are named; the other is its mirror. */
export class Cloth {
  readonly root: SVGElement;
  readonly layout: Layout;
  /** Spots by wager, as they can be focused. */
  readonly spots = new Map<string, SVGElement>();
  readonly #parts = new Map<string, SVGElement[]>();
  readonly #inks = new Map<string, SVGElement>();
  readonly #numbers: [number, SVGElement][] = [];
  /** Boxes of numbers, by what a press there bets. */
  readonly #boxes = new Map<string, SVGElement[]>();
  readonly #ring: SVGElement;
  readonly #known = new Map<string, SpotState>();
  #taken: ReadonlySet<string> = new Set();

  constructor(layout: Layout, spots: Spots, title: string, home: string) {
    this.layout = layout;
    const letters = new Printing(layout, spots);
    const at = (region: Region): number => spots.get(region.wager)?.at ?? -1;
    // Whoever reads them one after another reads them in the order of the keyboard.
    const regions = [...layout.regions].sort((a, b) => at(a) - at(b));
    const inks = regions.map((region) => this.#ink(region, letters.of(region)));
    const onNumber = (number: number | undefined): string => spots.onNumber(number ?? 0)?.wager ?? "";
    const spaces = regions.flatMap((region) =>
      region.kind === "number" ? [this.#box(region, onNumber(region.number))] : this.#space(region, region.side === "middle" || region.side === home),
    );
    const headings = layout.headings.flatMap((heading) => letters.heading(heading));
    this.#ring = node("g", { class: "ring" }, node("path"), node("path"));
    const { width, height } = layout;
    const edge = baize(layout);
    this.root = node(
      "svg",
      { class: "cloth", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title },
      hatch(),
      node("clipPath", { id: "felt-edge" }, node("path", { d: edge })),
      node("path", { class: "baize", d: edge }),
      node("g", { transform: "translate(.5 .5)" }, ...spaces),
      node("g", { class: "lettering", "aria-hidden": "true" }, ...inks, ...headings),
      this.#ring,
    );
  }

  /** The box of a number: a press on it is one on the wager that is bet on the number. */
  #box(region: Region, wager: string): SVGElement {
    const made = node("path", { class: `space k-number ${wager ? "" : "mute"}`.trim(), d: outline(region) });
    this.#numbers.push([region.number!, made]);
    if (!wager) return made;
    made.setAttribute("data-part", wager);
    this.#boxes.set(wager, [...(this.#boxes.get(wager) ?? []), made]);
    return made;
  }

  #space(region: Region, named: boolean): readonly SVGElement[] {
    const { wager, kind, dark, ell, hit } = region;
    const look = ["space", `k-${kind}`, dark ? "dark" : "", wager ? "" : "mute"].filter(Boolean).join(" ");
    const made = node("path", { class: look, d: outline(region) });
    if (kind === "behind") made.setAttribute("clip-path", "url(#felt-edge)");
    if (!wager) return [made];
    made.setAttribute("data-part", wager);
    this.#parts.set(wager, [...(this.#parts.get(wager) ?? []), made]);
    if (!named) return [made];
    if (!ell) {
      this.#name(wager, made);
      return [made];
    }
    // What is focused of a line is its lying arm; the shape round the corner is pressed too.
    const arm = node("rect", { class: "arm", x: hit.x, y: hit.y, width: hit.w, height: hit.h });
    this.#name(wager, arm);
    return [made, arm];
  }

  #name(wager: string, made: SVGElement): void {
    made.setAttribute("data-spot", wager);
    made.setAttribute("role", "button");
    made.setAttribute("tabindex", "-1");
    this.spots.set(wager, made);
  }

  #ink(region: Region, drawn: readonly SVGElement[]): SVGElement {
    const key = `${region.side} ${region.id}`;
    const made = node("g", { class: "ink-of", "data-of": key }, ...drawn);
    this.#inks.set(key, made);
    return made;
  }

  /** A spot's name and whether it takes anything. */
  tell(wager: string, state: SpotState): void {
    const was = this.#known.get(wager);
    if (was && was.name === state.name && was.dim === state.dim && was.disabled === state.disabled) return;
    this.#known.set(wager, state);
    const spot = this.spots.get(wager);
    spot?.setAttribute("aria-label", state.name);
    spot?.setAttribute("aria-disabled", String(state.disabled));
    for (const part of [...(this.#parts.get(wager) ?? []), ...(this.#boxes.get(wager) ?? [])])
      part.classList.toggle("is-illegal", state.dim);
    for (const side of SIDES) this.#inks.get(`${side} ${wager}`)?.classList.toggle("is-dim", state.dim);
  }

  /** Which spaces have chips in them (side and id): their words give way. */
  take(taken: ReadonlySet<string>): void {
    for (const key of this.#taken) if (!taken.has(key)) this.#inks.get(key)?.classList.remove("is-taken");
    for (const key of taken) if (!this.#taken.has(key)) this.#inks.get(key)?.classList.add("is-taken");
    this.#taken = taken;
  }

  point(point: number | null): void {
    for (const [number, box] of this.#numbers) box.classList.toggle("is-point", number === point);
  }

  /** The space under a hand. */
  hover(wager: string, on: boolean): void {
    for (const part of [...(this.#parts.get(wager) ?? []), ...(this.#boxes.get(wager) ?? [])])
      part.classList.toggle("is-hover", on);
    for (const side of SIDES) this.#inks.get(`${side} ${wager}`)?.classList.toggle("is-peeked", on);
  }

  /** Two lines round what has the focus: one shows on any colour. */
  focus(wager: string): void {
    const named = this.spots.get(wager);
    const parts = this.#parts.get(wager) ?? [];
    const shape = parts.find((part) => part === named) ?? parts[0];
    const d = named && shape ? shape.getAttribute("d")! : "";
    for (const line of this.#ring.children) line.setAttribute("d", d);
  }
}

/** Illegal spots in high contrast: not by colour alone. */
function hatch(): SVGElement {
  const size = { width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const ground = node("rect", { width: 9, height: 9, class: "hatch-ground" });
  const line = node("rect", { width: 1, height: 9, class: "hatch-line" });
  return node("defs", {}, node("pattern", { id: "felt-hatch", ...size }, ground, line));
}

/** The cloth's own outline: round at the ends of the table, square where it is cut. */
function baize({ cloth, corners, ends, form, unit }: Layout): string {
  const { x, y, w, h } = cloth;
  if (form === "phone") return `M${x} ${y}h${w}v${h}h${-w}z`;
  const [top, bottom] = corners.map((radius) => Math.min(radius, h / 2, w / 2));
  const small = 14 * unit;
  const left = ends.some(({ side }) => side === "left") ? [top!, bottom!] : [small, small];
  const right = ends.some(({ side }) => side === "right") ? [top!, bottom!] : [small, small];
  const arc = (r: number, dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return (
    `M${x + left[0]!} ${y}H${x + w - right[0]!}${arc(right[0]!, 1, 1)}V${y + h - right[1]!}${arc(right[1]!, -1, 1)}` +
    `H${x + left[1]!}${arc(left[1]!, -1, -1)}V${y + left[0]!}${arc(left[0]!, 1, -1)}z`
  );
}

/** A region as a path: a rectangle, or down the end and round the corner. */
export function outline({ x, y, w, h, ell }: Region): string {
  if (!ell) return `M${x} ${y}h${w}v${h}h${-w}z`;
  const { across, down, outer, inner, flipped } = ell;
  const at = (from: number): number => rounded(flipped ? x + w - from : x + from);
  const turn = (inside: boolean): number => Number(inside === flipped);
  const [ro, ri, rt] = [rounded(Math.min(outer, w, h)), rounded(inner), rounded(Math.min(outer, across) * 0.6)];
  const bottom = y + h;
  const edge = rounded(bottom - down);
  return (
    `M${at(across)} ${y}V${rounded(edge - ri)}A${ri} ${ri} 0 0 ${turn(true)} ${at(across + ri)} ${edge}` +
    `H${at(w)}V${bottom}H${at(ro)}A${ro} ${ro} 0 0 ${turn(false)} ${at(0)} ${rounded(bottom - ro)}V${y + rt}` +
    `A${rt} ${rt} 0 0 ${turn(false)} ${at(rt)} ${y}Z`
  );
}
