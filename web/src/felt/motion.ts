/** Plays a plan on the felt: chips that travel, amounts that rise from their spots; by transforms and opacity alone. */
import type { Heard } from "../core/model";
import { type Box, placed } from "../core/pills";
import { CREW, keyOf, type Motion, type Plan } from "../core/plan";
import type { SnapshotTold } from "../wire";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a felt must be for chips to travel over it. Points are in pixels from its upper left corner. */
export interface Cloth extends HTMLElement {
  /** Drawn instead of the view's table, while something is under way. */
  held: SnapshotTold | null;
  readonly updateComplete: Promise<boolean>;
  /** Where chips of a wager lie before a place of the rail; null where none are drawn. */
  positionOf(wager: string, place: number): Point | null;
  bankPosition(): Point | null;
  rackPosition(place: number): Point | null;
  /** Where dice rest; null if there is no room for them. */
  dicePosition(): Point | null;
  /** Chips that lie nowhere, as they look. */
  chipFor(cents: number, place: number): HTMLElement;
}

const EASE = "cubic-bezier(.2,0,0,1)";
/** Milliseconds for which amounts are read, in which one rises, and in which all of them go. */
const READ = 2_000;
const RISE = 180;
const FADE = 250;
/** What travels in less time than this is not seen to travel. */
const SEEN = 140;
const CHIP = 26;
const PILL = { height: 19, letter: 7.4, more: 14 };

/** All that is looked up for one plan, before anything is put anywhere: looking is dear once something changed. */
interface Scene {
  readonly heard: Heard;
  readonly you: string;
  /** Where every stack lay, and where every stack lies now. */
  readonly lay: ReadonlyMap<string, Box>;
  readonly lies: ReadonlyMap<string, Box>;
  readonly nodes: ReadonlyMap<string, HTMLElement>;
  readonly bank: Point;
  readonly size: Box;
}

/** Something that happens at its time. */
interface Cue {
  readonly at: number;
  readonly does: () => void;
}

export class Mover {
  readonly #stage: HTMLElement;
  readonly #cloth: Cloth;
  #timers: number[] = [];
  /** What jumps to its end when somebody cannot wait. */
  #ends: (() => void)[] = [];
  #fading = 0;

  constructor(stage: HTMLElement, cloth: Cloth) {
    this.#stage = stage;
    this.#cloth = cloth;
  }

  // --- what is played

  /** Shows a roll from the moment its dice lie; `quick`: nothing travels, for somebody could not wait. */
  async roll(plan: Plan, heard: Heard, quick: boolean): Promise<void> {
    const lay = this.#boxes(this.#nodes());
    this.#cloth.held = null;
    await this.#cloth.updateComplete;
    this.clear();
    const scene = this.#scene(heard, lay);
    const pills = this.#amounts(plan, scene);
    const travels = quick ? [] : plan.motions.flatMap((motion) => this.#travel(motion, plan.begins, scene));
    if (quick) this.finish();
    else this.#play([...pills, ...travels]);
    const last = quick ? 0 : plan.lasts - plan.begins;
    this.#fading = window.setTimeout(() => this.#fade(), last + READ);
  }

  /** Chips that are put down or taken up between rolls; one's own are drawn at once. */
  put(plan: Plan, heard: Heard): void {
    const happened = heard.event.event;
    if ("seat" in happened && happened.seat === heard.after.you) this.clear();
    if (this.#cloth.held) return;
    const lay = this.#boxes(this.#nodes());
    void this.#cloth.updateComplete.then(() => {
      const scene = this.#scene(heard, lay);
      const lifted = plan.motions.filter((motion) => motion.act === "lift");
      this.#play(lifted.flatMap((motion) => this.#travel(motion, 0, scene)));
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
    this.#layer("deltas").replaceChildren();
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
    const layer = this.#layer("deltas");
    const gone = layer.animate({ opacity: [1, 0] }, { duration: FADE });
    gone.finished.then(() => layer.replaceChildren()).catch(() => undefined);
  }

  // --- chips that travel

  #travel(motion: Motion, begins: number, scene: Scene): Cue[] {
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
        return this.#pay(motion, scene, from, rack, at, (motion.leaves ?? motion.start) - begins);
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
    const to = box ? middle(box) : this.#cloth.positionOf(motion.to, place);
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

  /** Winnings come from the bank, lie beside the stake, and go to their owner. */
  #pay(motion: Motion, scene: Scene, stake: Box, rack: Point, at: number, leaves: number): Cue[] {
    const chips = this.#chips(motion, scene, stake);
    const right = stake.x + stake.width * 1.8 < scene.size.width;
    const beside = { x: stake.x + stake.width * (right ? 1.3 : -0.3), y: stake.y + stake.height * 0.4 };
    const comes = (): void => {
      this.#show(chips, beside);
      this.#go(chips, [scene.bank, beside], motion.lasts, [0, 1], true);
    };
    return [
      { at, does: comes },
      { at: leaves, does: () => this.#go(chips, [beside, rack], motion.lasts, [1, 0]) },
    ];
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
    const stack = this.#cloth.chipFor(motion.cents, placeOf(motion.seat, scene.heard));
    stack.style.setProperty("--r", `${like.width / 2}px`);
    if (motion.seat === scene.you) stack.classList.add("is-own");
    const frame = document.createElement("div");
    frame.className = "traveller";
    frame.append(stack);
    return frame;
  }

  #show(chips: HTMLElement, at: Point): void {
    chips.style.setProperty("transform", moved(at));
    this.#layer("travel").append(chips);
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

  /** What every wager came to, beside it: one's own first, which have the best places. */
  #amounts(plan: Plan, scene: Scene): Cue[] {
    const { you } = scene;
    const told = plan.motions.filter((motion) => motion.delta && this.#at(motion, scene));
    told.sort((one, other) => Number(other.seat === you) - Number(one.seat === you));
    const wanted = told.map((motion) => ({
      at: this.#at(motion, scene)!,
      goes: motion.act === "take",
      width: motion.delta!.words.length * PILL.letter + PILL.more,
      height: PILL.height,
    }));
    const going = new Set(told.filter((motion) => motion.act === "take").map(keyOf));
    const stays = [...scene.lay, ...scene.lies].flatMap(([key, box]) => (going.has(key) ? [] : [box]));
    const own = this.#stage.getBoundingClientRect();
    const numbers = [...this.#cloth.querySelectorAll("text.num")].map((number) => boxOf(number, own));
    return placed(wanted, stays, scene.size, numbers).flatMap((box, number) => {
      const motion = told[number]!;
      const at = motion.start - plan.begins + (motion.act === "pay" ? motion.lasts * 0.6 : 0);
      return box ? this.#write(motion, box, at, motion.seat === you) : [];
    });
  }

  #write(motion: Motion, box: Box, at: number, mine: boolean): Cue[] {
    const { words, tone } = motion.delta!;
    const pill = document.createElement("span");
    pill.className = `delta is-${tone}${mine ? " is-mine" : ""}`;
    pill.dataset["delta"] = motion.wager;
    pill.textContent = words;
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, w: box.width }))
      pill.style.setProperty(`--${name}`, `${value}px`);
    const layer = this.#layer("deltas");
    const show = (): void => layer.append(pill);
    this.#ends.push(show);
    const rise = (): void => {
      show();
      pill.animate({ opacity: [0, 1], transform: ["translateY(10px)", "none"] }, { duration: RISE, easing: EASE });
    };
    return [{ at, does: rise }];
  }

  // --- where things are

  #scene(heard: Heard, lay: ReadonlyMap<string, Box>): Scene {
    const nodes = this.#nodes();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const size = { x: 0, y: 0, width, height };
    const bank = this.#cloth.bankPosition() ?? { x: width / 2, y: 0 };
    return { heard, you: heard.after.you ?? "", lay, lies: this.#boxes(nodes), nodes, bank, size };
  }

  /** Everything that lies on the felt as it is drawn now. */
  #nodes(): Map<string, HTMLElement> {
    const nodes = [...this.#cloth.querySelectorAll<HTMLElement>("[data-stack][data-seat]:not(.is-sent)")];
    return new Map(nodes.map((node) => [keyOf({ seat: node.dataset["seat"]!, wager: node.dataset["stack"]! }), node]));
  }

  /** Where stacks are; those that are out of sight are nowhere. */
  #boxes(nodes: ReadonlyMap<string, HTMLElement>): Map<string, Box> {
    const own = this.#stage.getBoundingClientRect();
    const boxes = [...nodes].map(([key, node]) => [key, boxOf(node, own)] as const);
    return new Map(boxes.filter(([, box]) => box.width > 0));
  }

  /** Where chips of a motion lay, or would; one's own out of sight are at the lower edge, where the way to them is. */
  #at(motion: Motion, { heard, lay, size, you }: Scene): Box | null {
    const lain = lay.get(keyOf(motion));
    if (lain) return lain;
    const point = this.#cloth.positionOf(motion.wager, placeOf(motion.seat, heard));
    if (point) return { x: point.x - CHIP / 2, y: point.y - CHIP / 2, width: CHIP, height: CHIP };
    return motion.seat === you ? { x: CHIP, y: size.height, width: CHIP, height: 0 } : null;
  }

  /** Where somebody's chips are when they are not on the felt. */
  rack(seat: string, heard: Heard): Point | null {
    return this.#cloth.rackPosition(placeOf(seat, heard));
  }

  #layer(name: "travel" | "deltas"): HTMLElement {
    return this.#stage.querySelector<HTMLElement>(`.${name}`)!;
  }
}

function boxOf(node: Element, own: DOMRect): Box {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x: x - own.x, y: y - own.y, width, height };
}

function middle(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function moved({ x, y }: Point): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

function placeOf(seat: string, heard: Heard): number {
  if (seat === CREW) return 0;
  const seats = [...(heard.after.table.seats ?? []), ...(heard.before.table.seats ?? [])];
  return seats.find((one) => one.name === seat)?.place ?? 0;
}
