/** Round the cloth: who stands where, who shoots, and the puck. */
import { seatAt, standing } from "../layout/chip-slots";
import { type End, type Layout, sideOf } from "../layout/region";
import type { Point } from "../layout/tracks";
import type { SnapshotMessage } from "../protocol.generated";
import { seatLook } from "./chips";
import { die, node } from "./svg-text";

/** Returns where somebody's rack is: beyond the edge of the cloth, before their place. */
export function rackAt(layout: Layout, place: number): Point {
  const side = sideOf(layout, place);
  const end = layout.ends.find((one) => one.side === side);
  const { cloth, unit } = layout;
  if (!end) return { x: cloth.x + cloth.w / 2, y: cloth.y + cloth.h };
  const out = layout.form === "phone" ? -8 : 24 * unit;
  const { x, y } = seatAt(layout, end, place);
  if (y === null) return { x: x!, y: cloth.y + cloth.h + out };
  return { x: side === "left" ? cloth.x - out : cloth.x + cloth.w + out, y };
}

/** How wide a tag without a name is, a letter of one, and what is round it; how far aside of chips it is on a phone. */
const SMALL = 26;
const LETTER = 6.6;
const MORE = 36;
const ASIDE = 22;

/** Somebody at the rail as it is shown. */
interface Seated {
  readonly name: string;
  readonly place: number;
  readonly you: boolean;
  readonly shoots: boolean;
}

/** Where a tag is along its row, and how wide it would be. */
interface Tag {
  readonly tag: HTMLElement;
  readonly row: string;
  readonly at: number;
  readonly wide: number;
}

export class Rail {
  readonly root = document.createElement("div");
  readonly #tags = new Map<string, HTMLElement>();
  readonly #pucks: HTMLElement[] = [];
  #told = "";

  constructor() {
    this.root.className = "rail";
  }

  draw(layout: Layout, shown: SnapshotMessage, home: string): void {
    this.#puck(layout, shown, home);
    const seats = (shown.table.seats ?? []).map(({ name, place }) => ({
      name,
      place,
      you: name === shown.you,
      shoots: name === shown.shooter,
    }));
    const told = JSON.stringify([seats, layout.width, layout.height, layout.form]);
    if (told === this.#told) return;
    this.#told = told;
    for (const tag of this.#tags.values()) tag.remove();
    this.#tags.clear();
    const crowded = seats.some(({ place }) => standing(layout, place).far);
    const phone = layout.form === "phone";
    const tags = seats
      .filter(({ you, shoots }) => !phone || you || shoots)
      .flatMap((seat) => this.#tag(layout, seat, crowded, phone));
    for (const tag of tags) this.#room(tag, tags);
  }

  /** A seat's number and name, turned where they stand at the end of the table; on a phone the number alone. */
  #tag(layout: Layout, { name, place, you, shoots }: Seated, crowded: boolean, phone: boolean): readonly Tag[] {
    const end = layout.ends.find(({ side }) => side === sideOf(layout, place));
    if (!end) return [];
    const { far } = standing(layout, place);
    const tag = document.createElement("div");
    const upright = seatAt(layout, end, place).y !== null;
    // Where both ends stand at one, there is room for half of the names.
    const small = phone || (!you && (far || (crowded && upright)));
    const looks = [you && "is-you", small && "is-small", phone && (upright ? "is-dot is-up" : "is-dot")];
    tag.className = ["tag", seatLook(place), ...looks].filter(Boolean).join(" ");
    const dot = Object.assign(document.createElement("i"), { textContent: String(place) });
    const who = Object.assign(document.createElement("span"), { textContent: you ? "You" : called(name) });
    tag.append(dot, who);
    tag.title = name;
    if (shoots) tag.append(shooterMark());
    const { x, y } = rackAt(layout, place);
    const turn = !upright || small ? "" : ` rotate(${end.side === "left" ? -90 : 90}deg)`;
    const aside = phone && !upright ? ASIDE : 0; // a phone has chips there
    const at = `${(x - aside).toFixed(1)}px,${y.toFixed(1)}px`;
    tag.style.setProperty("transform", `translate(${at})${turn} translate(-50%,-50%)`);
    this.#tags.set(name, tag);
    this.root.append(tag);
    const wide = small ? SMALL : who.textContent.length * LETTER + MORE;
    return [{ tag, row: `${end.side} ${upright}`, at: upright ? y : x, wide }];
  }

  /** A name is as long as the ones beside it leave room for. */
  #room({ tag, row, at, wide }: Tag, all: readonly Tag[]): void {
    const halves = all.map((other) => {
      const far = Math.abs(other.at - at);
      return other.tag === tag || other.row !== row ? wide : far - Math.min(other.wide, far) / 2;
    });
    tag.style.setProperty("max-width", `${(2 * Math.min(...halves) - 4).toFixed(0)}px`);
  }

  /** One at each end, as on a table; the one before oneself is the one that is told of. */
  #puck(layout: Layout, shown: SnapshotMessage, home: string): void {
    const ends = shown.table.house.puck === false ? [] : layout.ends;
    while (this.#pucks.length > ends.length) this.#pucks.pop()!.remove();
    ends.forEach((end, index) => {
      const puck = (this.#pucks[index] ??= this.root.appendChild(document.createElement("div")));
      const { point } = shown;
      const lies = puckAt(end, point);
      puck.className = `puck ${point === null ? "is-off" : "is-on"}`;
      puck.textContent = point === null ? "OFF" : "ON";
      if (end.side === home || ends.length === 1) puck.dataset["puck"] = point === null ? "off" : String(point);
      else delete puck.dataset["puck"];
      puck.style.setProperty("--r", `${((layout.form === "phone" ? 12 : 18.5) * layout.unit).toFixed(1)}px`);
      const at = `${lies.x.toFixed(1)}px,${lies.y.toFixed(1)}px`;
      puck.style.setProperty("transform", `translate(${at}) translate(-50%,-50%)`);
    });
  }
}

/** A strategy's name without what says that it is one. */
function called(name: string): string {
  return name.startsWith("Bot-") ? name.slice(4).replaceAll("-", " ") : name;
}

function puckAt(end: End, point: number | null): Point {
  return (point === null ? null : end.marks.get(point)) ?? end.rest;
}

/** Two dice: whose they are. */
function shooterMark(): SVGElement {
  const dice = [die(5.5, 5.5, 10, 4), die(17, 5.5, 10, 3)];
  return node("svg", { class: "shoots", viewBox: "0 0 22.5 11", role: "img", "aria-label": "shooter" }, ...dice);
}
