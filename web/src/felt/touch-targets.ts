/** The targets above the cloth: one's own bets that came to a number, and where odds can be added. */
import type { Slot } from "../layout/chip-slots";
import { homeOf, type Layout, sideOf } from "../layout/region";
import type { Spots } from "../layout/spots";
import { lyingOn, own, spotName } from "../text/words";
import type { Scene } from "./surface";

interface Wanted {
  readonly wager: string;
  /** It can be focused and is named here, because it has no space on the cloth. */
  readonly named: boolean;
  /** A dashed plus: something can be added. */
  readonly invites: boolean;
  readonly slot: Slot;
}

/** The least size of something to press, in pixels. */
const LEAST = 13;

export class TouchTargets {
  readonly root = document.createElement("div");
  /** Spots by wager that have no space on the cloth. */
  readonly spots = new Map<string, HTMLElement>();
  readonly #layout: Layout;
  readonly #spots: Spots;
  readonly #nodes = new Map<string, HTMLElement>();

  constructor(layout: Layout, spots: Spots) {
    [this.#layout, this.#spots] = [layout, spots];
    this.root.className = "reach";
  }

  /** Returns what takes odds now and has none: room is kept for them. */
  invites({ view, shown }: Scene): readonly string[] {
    const mine = own({ ...view, snapshot: shown });
    return (mine?.layout?.lying ?? []).flatMap(({ wager }) => {
      const odds = this.#spots.oddsOf(wager)?.wager ?? "";
      const offer = view.offers.get(odds);
      return offer && !offer.refused && !lyingOn(mine, odds) ? [odds] : [];
    });
  }

  draw(scene: Scene, slotOf: (wager: string) => Slot | null): void {
    const wanted = new Map(this.#wanted(scene, slotOf).map((one) => [one.wager, one]));
    for (const [wager, node] of this.#nodes) {
      if (wanted.has(wager)) continue;
      node.remove();
      this.#nodes.delete(wager);
      this.spots.delete(wager);
    }
    for (const one of wanted.values()) this.#put(one, scene);
  }

  #wanted({ view, shown }: Scene, slotOf: (wager: string) => Slot | null): readonly Wanted[] {
    const mine = own({ ...view, snapshot: shown });
    if (!mine) return [];
    const wanted: Wanted[] = [];
    const invites = new Set(this.invites({ view, shown }));
    const want = (wager: string, named: boolean, invites: boolean): void => {
      const slot = homeOf(this.#layout, wager, sideOf(this.#layout, mine.place)) ? slotOf(wager) : null;
      if (slot) wanted.push({ wager, named, invites, slot });
    };
    for (const { wager } of mine.layout?.lying ?? []) {
      const spot = this.#spots.get(wager);
      if (!spot || spot.attaches_to) continue;
      const odds = this.#spots.oddsOf(wager);
      const boxed = this.#spots.lies(spot) === "box";
      if (boxed) want(wager, true, false);
      if (!odds) continue;
      const open = invites.has(odds.wager);
      if (boxed) want(odds.wager, true, open);
      else if (open) want(odds.wager, false, true);
    }
    return wanted;
  }

  #put({ wager, named, invites, slot }: Wanted, { view }: Scene): void {
    const node = this.#nodes.get(wager) ?? this.#made(wager, named);
    node.className = invites ? "invite" : "own-bet";
    const r = Math.max(invites ? slot.r * 0.86 : slot.r, LEAST);
    node.style.setProperty("--r", `${r.toFixed(1)}px`);
    node.style.setProperty("--mark", `${(slot.r * 0.8).toFixed(1)}px`);
    node.style.setProperty("transform", `translate(${(slot.x - r).toFixed(1)}px,${(slot.y - r).toFixed(1)}px)`);
    if (!named) return;
    const offer = view.offers.get(wager);
    node.setAttribute("aria-label", spotName(view, wager));
    node.setAttribute("aria-disabled", String(!offer || !!offer.refused));
  }

  #made(wager: string, named: boolean): HTMLElement {
    const node = document.createElement("div");
    node.dataset["part"] = wager;
    if (named) {
      node.dataset["spot"] = wager;
      node.setAttribute("role", "button");
      node.tabIndex = -1;
      this.spots.set(wager, node);
    } else node.setAttribute("aria-hidden", "true");
    this.#nodes.set(wager, node);
    this.root.append(node);
    return node;
  }
}
