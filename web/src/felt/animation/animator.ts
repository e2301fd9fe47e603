/** Plays a plan on the felt: chips that travel, amounts that rise from their spots; by transforms and opacity alone. */
import { seatAt, spaceOf } from "../../layout/chip-slots";
import { type Below, type Box, placed, type Wanted } from "../../layout/payout-labels";
import type { Region } from "../../layout/region";
import type { Point } from "../../layout/tracks";
import { signed } from "../../model/money";
import type { Transition } from "../../model/view";
import type { AnimationHost } from "./playback";
import { rackAt } from "../rail";
import { boxOf, halved, inked, keyIn, type Lain, middle, moved, piled, placeOf } from "./geometry";
import { keyOf, type Motion, type Plan } from "./plan";
import "../../style/on-demand/animation.css";

const EASE = "cubic-bezier(.2,0,0,1)";
/** Milliseconds for which amounts are read, in which one rises, and in which all of them go. */
const READ = 2_000;
const RISE = 180;
const FADE = 250;
/** What travels in less time than this is not seen to travel. */
const SEEN = 140;
const CHIP = 26;
/** How amounts are written, in pixels: one's own, and smaller those of the others. */
const OWN = { size: 12, high: 19, letter: 7.3, more: 11 };
const OTHERS = { size: 10, high: 15, letter: 6.1, more: 8 };
/** How wide the word is that says that an amount is of several. */
const ALL = 16;
/** How far above its chips an amount is, and winnings beside them; and over the edge of its space. */
const NEAR = 2;
const OVER = 7;
/** How high winnings are at most, in widths of a chip. */
const PILE = 1.3;
/** A space in which something is written, so that its words give way. */
const TOLD = "is-told";

/** All that is looked up for one plan, before anything is put anywhere: looking is dear once something changed. */
interface Scene {
  readonly heard: Transition;
  readonly you: string;
  /** Where every stack lay, and where every stack lies now. */
  readonly lay: ReadonlyMap<string, Lain>;
  readonly lies: ReadonlyMap<string, Lain>;
  readonly nodes: ReadonlyMap<string, HTMLElement>;
  readonly bank: Point;
  readonly size: Box;
  /** Nothing travels: chips that go are gone. */
  readonly quick: boolean;
}

/** An amount to be written: of one motion, or of all others' in a space that has no room for each. */
interface Pill extends Wanted {
  readonly motions: readonly Motion[];
  /** The space and the tone: what is written together if it must be. */
  readonly key: string;
  readonly mine: boolean;
  readonly words: string;
  readonly size: number;
}

/** Something that happens at its time. */
interface Cue {
  readonly at: number;
  readonly does: () => void;
}

export class Animator {
  readonly #felt: AnimationHost;
  readonly #layers: { readonly travel: HTMLElement; readonly deltas: HTMLElement };
  readonly #release: () => Promise<void>;
  #timers: number[] = [];
  /** What jumps to its end when somebody cannot wait. */
  #ends: (() => void)[] = [];
  #fading = 0;

  /** `release`: draws the table of now, after the one of before was held for a roll; resolves once it is drawn. */
  constructor(felt: AnimationHost, travel: HTMLElement, deltas: HTMLElement, release: () => Promise<void>) {
    [this.#felt, this.#layers, this.#release] = [felt, { travel, deltas }, release];
  }

  // --- what is played

  /** Shows a roll from the moment its dice lie; `quick`: nothing travels, for somebody could not wait. */
  async roll(plan: Plan, heard: Transition, quick: boolean): Promise<void> {
    const lay = this.#boxes(this.#nodes());
    await this.#release();
    this.clear();
    for (const motion of plan.motions) if (motion.delta) this.#tell(this.#space(motion, heard));
    const scene = this.#scene(heard, lay, quick);
    const below = this.#below(plan, scene);
    const rests = quick ? new Map<Motion, Box>() : this.#winnings(plan, scene, below);
    const pills = this.#amounts(plan, scene, { ...below, chips: [...below.chips, ...rests.values()] });
    const travels = quick ? [] : plan.motions.flatMap((motion) => this.#travel(motion, plan.begins, scene, rests));
    if (quick) this.finish();
    else this.#play([...pills, ...travels]);
    const last = quick ? 0 : plan.lasts - plan.begins;
    this.#fading = window.setTimeout(() => this.#fade(), last + READ);
  }

  /** Chips that are put down or taken up between rolls; one's own are drawn at once. `held`: a roll is under way. */
  put(plan: Plan, heard: Transition, held: boolean): void {
    const happened = heard.event.event;
    if ("seat" in happened && happened.seat === heard.after.you) this.clear();
    if (held) return;
    const lay = this.#boxes(this.#nodes());
    void this.#felt.redraw().then(() => {
      const scene = this.#scene(heard, lay);
      const lifted = plan.motions.filter((motion) => motion.act === "lift");
      this.#play(lifted.flatMap((motion) => this.#travel(motion, 0, scene, new Map())));
      for (const motion of plan.motions)
        if (motion.act === "put" && motion.seat !== scene.you) this.#arrive(motion, scene);
    });
  }

  /** Jumps to the end of whatever is under way; amounts stay to be read. */
  finish(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    for (const end of this.#ends.splice(0)) end();
  }

  /** Takes amounts away that were read. */
  clear(): void {
    clearTimeout(this.#fading);
    this.finish();
    this.#wipe();
  }

  #wipe(): void {
    this.#layers.deltas.replaceChildren();
    for (const ink of this.#felt.root.querySelectorAll(`.${TOLD}`)) ink.classList.remove(TOLD);
  }

  /** What is due together is done together. */
  #play(cues: readonly Cue[]): void {
    const slots = new Map<number, (() => void)[]>();
    for (const { at, does } of cues) {
      const slot = Math.round(at / 20) * 20;
      slots.set(slot, [...(slots.get(slot) ?? []), does]);
    }
    for (const [at, all] of slots) {
      const run = (): void => all.forEach((does) => does());
      if (at <= 0) run();
      else this.#timers.push(window.setTimeout(run, at));
    }
  }

  #fade(): void {
    this.finish();
    const layer = this.#layers.deltas;
    const gone = layer.animate({ opacity: [1, 0] }, { duration: FADE });
    gone.finished.then(() => this.#wipe()).catch(() => undefined);
  }

  // --- chips that travel

  #travel(motion: Motion, begins: number, scene: Scene, rests: ReadonlyMap<Motion, Box>): Cue[] {
    const from = this.#at(motion, scene);
    if (!from || !motion.cents) return [];
    const at = motion.start - begins;
    if (motion.lasts < SEEN && motion.seat !== scene.you) return this.#vanish(motion, scene, from, at);
    const rack = this.rack(motion.seat, scene.heard) ?? scene.bank;
    switch (motion.act) {
      case "take":
        return this.#fly(motion, scene, from, scene.bank, at);
      case "return":
      case "lift":
        return this.#fly(motion, scene, from, rack, at);
      case "move":
        return this.#move(motion, scene, from, at);
      case "pay":
        return this.#pay(motion, scene, [from, rests.get(motion) ?? null, rack], at, motion.leaves! - begins);
      default:
        return [];
    }
  }

  /** In a crowd others' chips are there, and then they are not: nobody could follow them all. */
  #vanish(motion: Motion, scene: Scene, from: Box, at: number): Cue[] {
    if (motion.act !== "take" && motion.act !== "return") return [];
    const chips = this.#chips(motion, scene, from);
    this.#show(chips, middle(from));
    return [{ at, does: () => chips.remove() }];
  }

  /** Chips that lie where they lay until they go, and fade where they arrive. */
  #fly(motion: Motion, scene: Scene, from: Box, to: Point, at: number): Cue[] {
    const chips = this.#chips(motion, scene, from);
    this.#show(chips, middle(from));
    return [{ at, does: () => this.#go(chips, [from, to], motion.lasts, [1, 0]) }];
  }

  /** Chips that travel to another wager; what lies there already is seen once they have come. */
  #move(motion: Motion, scene: Scene, from: Box, at: number): Cue[] {
    const key = keyOf({ seat: motion.seat, wager: motion.to });
    const place = placeOf(motion.seat, scene.heard);
    const there = scene.nodes.get(key);
    const box = scene.lies.get(key);
    const to = box ? middle(box) : this.#felt.positionOf(motion.to, place);
    if (!to) return [];
    const chips = this.#chips(motion, scene, from);
    this.#show(chips, middle(from));
    there?.style.setProperty("visibility", "hidden");
    this.#ends.push(() => there?.style.removeProperty("visibility"));
    return [
      { at, does: () => this.#go(chips, [from, to], motion.lasts, [1, 1]) },
      { at: at + motion.lasts, does: () => there?.style.removeProperty("visibility") },
    ];
  }

  /** Winnings come from the bank, lie beside the stake if there is room, and go to their owner. */
  #pay(
    motion: Motion,
    scene: Scene,
    [stake, lie, rack]: readonly [Box, Box | null, Point],
    at: number,
    leaves: number,
  ): Cue[] {
    const chips = this.#chips(motion, scene, stake);
    const comes = (to: Point, last: number): void => {
      this.#show(chips, to);
      this.#go(chips, [scene.bank, to], motion.lasts, [0, last], last > 0);
    };
    if (!lie) return [{ at, does: () => comes(rack, 0) }];
    const beside = { x: lie.x + lie.width / 2, y: lie.y + lie.height - lie.width / 2 };
    return [
      { at, does: () => comes(beside, 1) },
      { at: leaves, does: () => this.#go(chips, [beside, rack], motion.lasts, [1, 0]) },
    ];
  }

  /** Returns where winnings lie until they are taken up: beside their stakes, if they cover nothing there. */
  #winnings(plan: Plan, scene: Scene, below: Below): Map<Motion, Box> {
    const seen = (motion: Motion): boolean => motion.seat === scene.you || motion.lasts >= SEEN;
    const paid = plan.motions.filter((motion) => motion.act === "pay" && seen(motion) && this.#at(motion, scene));
    const wanted = ownFirst(paid, scene).map((motion) => {
      const { x, y, width } = this.#at(motion, scene)!;
      const height = width * PILE;
      const best = { x: x + width * 1.5 + NEAR, y: y + width - height / 2 };
      return { motion, home: this.#home(motion, scene), over: 0, best, width, height, must: false };
    });
    const boxes = placed(wanted, below);
    return new Map(wanted.flatMap(({ motion }, at) => (boxes[at] ? [[motion, boxes[at]]] : [])));
  }

  /** A stack that has just been put down comes from its owner's rack. */
  #arrive(motion: Motion, scene: Scene): void {
    const key = keyOf(motion);
    const [node, box] = [scene.nodes.get(key), scene.lies.get(key)];
    const from = this.rack(motion.seat, scene.heard);
    if (!node || !box || !from) return;
    const { x, y } = middle(box);
    node.animate(
      { translate: [`${from.x - x}px ${from.y - y}px`, "0px 0px"], opacity: [0.4, 1] },
      { duration: motion.lasts, easing: EASE },
    );
  }

  /** Chips of an amount as they look on the felt, in a frame that is moved by its middle. */
  #chips(motion: Motion, scene: Scene, like: Box): HTMLElement {
    const stack = this.#felt.chipFor(motion.cents, placeOf(motion.seat, scene.heard));
    stack.style.setProperty("--r", `${like.width / 2}px`);
    if (motion.seat === scene.you) stack.classList.add("is-own");
    const frame = document.createElement("div");
    frame.className = "traveller";
    frame.append(stack);
    return frame;
  }

  #show(chips: HTMLElement, at: Point): void {
    chips.style.setProperty("transform", moved(at));
    this.#layers.travel.append(chips);
    this.#ends.push(() => chips.remove());
  }

  /** Travels once; what stays lies there afterwards, all else is gone. */
  #go(
    chips: HTMLElement,
    [from, to]: readonly [Box | Point, Point],
    duration: number,
    [first, last]: readonly [number, number],
    stays = false,
  ): void {
    const start = "width" in from ? middle(from) : from;
    const frames = [
      { transform: moved(start), opacity: first },
      { opacity: 1, offset: first < last ? 0.35 : 0.6 },
      { transform: moved(to), opacity: last },
    ];
    const going = chips.animate(frames, { duration, easing: EASE });
    going.finished.then(() => (stays ? undefined : chips.remove())).catch(() => undefined);
  }

  // --- amounts

  /** What every wager came to, at its chips; where not all of the others' have room, what they came to together. */
  #amounts(plan: Plan, scene: Scene, below: Below): Cue[] {
    const told = plan.motions.filter((motion) => motion.delta && this.#at(motion, scene));
    const each = ownFirst(told, scene).map((motion) => this.#pill([motion], scene));
    let pills = each;
    let boxes = placed(pills, below);
    const full = new Set(pills.filter(({ mine }, at) => !mine && !boxes[at]).map(({ key }) => key));
    const [crowd, roomy] = halved(each, ({ key, mine }) => full.has(key) && !mine);
    const together = [...full].map((key) => crowd.filter((pill) => pill.key === key).flatMap((pill) => pill.motions));
    let short: ReadonlySet<string> = new Set();
    for (let tries = full.size ? 2 : 0; tries > 0; tries--) {
      pills = [...roomy, ...together.map((all) => this.#pill(all, scene, short))];
      boxes = placed(pills, below);
      short = new Set(pills.filter((_, at) => !boxes[at]).map(({ key }) => key));
    }
    return pills.flatMap((pill, number) => {
      const starts = pill.motions.map(({ act, start, lasts }) => start + (act === "pay" ? lasts * 0.6 : 0));
      return boxes[number] ? this.#write(pill, boxes[number], Math.max(...starts) - plan.begins) : [];
    });
  }

  /** `short`: it is of all that have no room of their own, written in any case; in these spaces without saying so. */
  #pill(motions: readonly Motion[], scene: Scene, short: ReadonlySet<string> | null = null): Pill {
    const [first] = motions as [Motion];
    const { tone, words: alone } = first.delta!;
    const mine = first.seat === scene.you;
    const all = motions.reduce((sum, { delta }) => sum + delta!.cents, 0);
    const amount = motions.length > 1 && all ? signed(all) : alone;
    const how = mine ? OWN : OTHERS;
    const scale = Math.max(1, this.#felt.layout?.unit ?? 1);
    const space = this.#space(first, scene.heard);
    const key = `${space ? keyIn(space) : first.wager} ${tone}`;
    const named = motions.length > 1 && !short?.has(key);
    const width = (amount.length * how.letter + how.more + (named ? ALL : 0)) * scale;
    const height = how.high * scale;
    const at = motions.map((motion) => {
      const { x, y, width: wide, height: high, high: pile } = this.#at(motion, scene)!;
      const goes = motion.act === "take" || (scene.quick && !scene.lies.has(keyOf(motion)));
      return { x: x + wide / 2, y: goes ? y + high / 2 : y - pile - height / 2 - NEAR };
    });
    const mean = (way: "x" | "y"): number => at.reduce((sum, one) => sum + one[way], 0) / at.length;
    const best = { x: mean("x"), y: mean("y") };
    const size = how.size * scale;
    const words = named ? `all ${amount}` : amount;
    const where = { home: this.#home(first, scene), over: OVER * scale, best, width, height };
    return { motions, key, mine, words, size, ...where, must: mine || !!short };
  }

  /** All that is to be read on the felt meanwhile: chips that stay for now, what is printed. */
  #below(plan: Plan, { lay, lies, you, quick }: Scene): Below {
    const going = new Set(plan.motions.filter((motion) => motion.act === "take").map(keyOf));
    const stacks = [...(quick ? [] : lay), ...lies].filter(([key]) => !going.has(key));
    const [mine, others] = halved(stacks, ([key]) => key.startsWith(`${you}\n`));
    const own = this.#layers.travel.getBoundingClientRect();
    const seen = (what: string): (readonly [Element, Box])[] => {
      const all = [...this.#felt.root.querySelectorAll(what)].map((one) => [one, boxOf(one, own)] as const);
      return all.filter(([, { width }]) => width > 0);
    };
    const [figures, words] = halved(
      seen(".lettering :is(text, .pips, .double)"),
      ([one]) => one.matches(".double") || /^\d+$/.test(one.textContent!),
    );
    const boxes = (all: readonly (readonly [unknown, Box])[]): Box[] => all.map(([, box]) => box);
    const piles = (all: readonly (readonly [unknown, Lain])[]): Box[] => all.map(([, box]) => piled(box));
    return {
      chips: [...piles(others), ...boxes(seen(".folded, .puck"))],
      words: boxes(words),
      kept: [...piles(mine), ...boxes(figures).map(inked)],
    };
  }

  #write({ motions, mine, words, size }: Pill, box: Box, at: number): Cue[] {
    const [{ wager, delta }] = motions as [Motion];
    const pill = document.createElement("span");
    pill.className = `delta is-${delta!.tone}${mine ? " is-mine" : ""}`;
    pill.dataset["delta"] = wager;
    pill.textContent = words;
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, w: box.width, h: box.height, size }))
      pill.style.setProperty(`--${name}`, `${value}px`);
    const layer = this.#layers.deltas;
    const show = (): void => layer.append(pill);
    this.#ends.push(show);
    const rise = (): void => {
      show();
      pill.animate({ opacity: [0, 1], transform: ["translateY(10px)", "none"] }, { duration: RISE, easing: EASE });
    };
    return [{ at, does: rise }];
  }

  // --- where things are

  #scene(heard: Transition, lay: ReadonlyMap<string, Lain>, quick = false): Scene {
    const nodes = this.#nodes();
    const { clientWidth: width, clientHeight: height } = this.#layers.travel;
    const size = { x: NEAR, y: NEAR, width: width - 2 * NEAR, height: height - 2 * NEAR };
    const at = this.#felt.layout?.bank;
    const bank = at ? { x: at.x + at.w / 2, y: at.y } : { x: width / 2, y: 0 };
    return { heard, you: heard.after.you ?? "", lay, lies: this.#boxes(nodes), nodes, bank, size, quick };
  }

  /** Everything that lies on the felt as it is drawn now. */
  #nodes(): Map<string, HTMLElement> {
    const nodes = [...this.#felt.root.querySelectorAll<HTMLElement>("[data-stack][data-seat]:not(.is-sent)")];
    return new Map(nodes.map((node) => [keyOf({ seat: node.dataset["seat"]!, wager: node.dataset["stack"]! }), node]));
  }

  /** Returns where stacks are; those that are out of sight are nowhere. */
  #boxes(nodes: ReadonlyMap<string, HTMLElement>): Map<string, Lain> {
    const own = this.#layers.travel.getBoundingClientRect();
    const boxes = [...nodes].map(([key, node]) => {
      const box = boxOf(node, own);
      return [key, { ...box, high: (Number(node.style.getPropertyValue("--high")) * box.width) / 2 }] as const;
    });
    return new Map(boxes.filter(([, box]) => box.width > 0));
  }

  /** Where chips of a motion lay, or would; one's own out of sight are at the lower edge, where the way to them is. */
  #at(motion: Motion, { heard, lay, size, you }: Scene): Lain | null {
    const lain = lay.get(keyOf(motion));
    if (lain) return lain;
    const point = this.#felt.positionOf(motion.wager, placeOf(motion.seat, heard));
    if (point) return { x: point.x - CHIP / 2, y: point.y - CHIP / 2, width: CHIP, height: CHIP, high: 0 };
    return motion.seat === you ? { x: CHIP, y: size.height, width: CHIP, height: 0, high: 0 } : null;
  }

  /** The space of a wager before somebody's place; none where it is not drawn. */
  #space({ wager, seat }: Motion, heard: Transition): Region | undefined {
    const { layout } = this.#felt;
    return layout ? spaceOf(layout, { wager, place: placeOf(seat, heard) }) : undefined;
  }

  /** The same as a box: of a line the arm before which they stand. */
  #home(motion: Motion, { heard, size }: Scene): Box {
    const space = this.#space(motion, heard);
    if (!space) return size;
    const { x, y, w, h, ell, hit, side } = space;
    const end = ell && this.#felt.layout!.ends.find((one) => one.side === side);
    if (!end) return { x, y, width: w, height: h };
    const upright = seatAt(this.#felt.layout!, end, placeOf(motion.seat, heard)).y !== null;
    if (!upright) return { x: hit.x, y: hit.y, width: hit.w, height: hit.h };
    return { x: ell.flipped ? x + w - ell.across : x, y, width: ell.across, height: h };
  }

  /** The words of a space give way. */
  #tell(space: Region | undefined): void {
    if (space) this.#felt.root.querySelector(`[data-of="${keyIn(space)}"]`)?.classList.add(TOLD);
  }

  /** Returns where somebody's chips are when they are not on the felt. */
  rack(seat: string, heard: Transition): Point | null {
    const place = placeOf(seat, heard);
    return this.#felt.layout && place > 0 ? rackAt(this.#felt.layout, place) : null;
  }
}

/** One's own have the best places. */
function ownFirst(motions: readonly Motion[], { you }: Scene): readonly Motion[] {
  return [...motions].sort((one, other) => Number(other.seat === you) - Number(one.seat === you));
}
