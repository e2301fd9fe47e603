/** One surface with its cloth, chips and rail: the table, or on a phone the sheet of the middle. */
import { type Chips, type Slot, type Slots, slots, spaceOf } from "../layout/chip-slots";
import type { Layout } from "../layout/region";
import { isOff, Spots } from "../layout/spots";
import type { UnansweredLine } from "../model/view";
import type { BookResponse, PlacedBet, SnapshotMessage } from "../protocol.generated";
import { isClosed } from "../session/pending-bets";
import { own, spotName, tally } from "../text/words";
import { ChipLayer, denominations, type Denomination, type Drawn } from "./chips";
import { Cloth } from "./cloth";
import { Rail } from "./rail";
import type { FeltState } from "./state";
import { TouchTargets } from "./touch-targets";

/** What is drawn: the state, and the table that is shown (while dice fly, the one of before). */
export interface Scene {
  readonly view: FeltState;
  readonly shown: SnapshotMessage;
}

/** A stack before it is known where it lies; what is sent or waits lies with what is there already. */
type Stacked = Omit<Drawn, "slot"> & { readonly slotKey: string };

/** The name under which chips of the crew lie. */
const CREW = "crew";

export class Surface {
  readonly root = document.createElement("div");
  readonly layout: Layout;
  readonly cloth: Cloth;
  readonly chips = new ChipLayer();
  readonly reach: TouchTargets;
  readonly #rail = new Rail();
  readonly #spots: Spots;
  readonly #denominations: readonly Denomination[];
  readonly #home: string;
  /** Where bets of several kinds share a space, what those say that were made there. */
  readonly #kinds = new Map<string, string>();
  #scene: Scene | null = null;
  #invites: readonly string[] = [];
  #lain: readonly Chips[] = [];
  #slots: Slots = { at: new Map(), folded: [] };

  constructor(book: BookResponse, layout: Layout, home: string) {
    [this.layout, this.#home, this.#spots] = [layout, home, Spots.of(book)];
    this.#denominations = denominations(book);
    for (const [wager, home] of layout.homes) {
      const kind = this.#spots.name(home).split(" ")[0]!.toUpperCase();
      if (this.#spots.get(wager)?.made === false && this.#spots.get(home)) this.#kinds.set(home, kind);
    }
    this.cloth = new Cloth(layout, this.#spots, `${book.title}: layout`, home);
    this.reach = new TouchTargets(layout, this.#spots);
    this.root.className = `surface is-${layout.form}`;
    this.root.style.setProperty("width", `${layout.width}px`);
    this.root.style.setProperty("height", `${layout.height}px`);
    this.root.append(this.cloth.root, this.#rail.root, this.chips.root, this.reach.root);
  }

  get denominations(): readonly Denomination[] {
    return this.#denominations;
  }

  /** True if a wager is bet here. */
  has(wager: string): boolean {
    return this.cloth.spots.has(wager) || this.layout.homes.has(wager);
  }

  draw(scene: Scene): void {
    const { view, shown } = scene;
    if (this.#scene?.view === view && this.#scene.shown === shown) return;
    this.#scene = scene;
    const stacks = this.#stacks(scene);
    this.#lain = [
      ...stacks.map(({ slotKey, place, wager, cents, own }) => ({ key: slotKey, place, wager, cents, own })),
      ...this.#invited(scene),
    ];
    this.#slots = slots(this.layout, this.#spots, unique(this.#lain));
    const drawn = stacks.flatMap((stack) => {
      const slot = this.#slots.at.get(stack.slotKey);
      return slot ? [{ ...stack, slot: stack.state ? above(slot) : slot }] : [];
    });
    this.chips.draw(drawn, this.#slots.folded, this.#denominations);
    this.cloth.take(this.#taken());
    this.cloth.point(shown.point);
    this.#rail.draw(this.layout, shown, this.#home);
    if (isHeld(scene)) return;
    this.#tell(view);
    this.reach.draw(scene, (wager) => this.#slotOf(wager, shown));
  }

  /** Returns where chips of a wager lie, or would, before a place. */
  slot(wager: string, place: number, own = false): Slot | null {
    const key = `? ${wager}`;
    const lies = this.#lain.find((one) => one.wager === wager && one.place === place);
    if (lies) return this.#slots.at.get(lies.key) ?? null;
    const more = { key, place, wager, cents: 0, own };
    return slots(this.layout, this.#spots, unique([...this.#lain, more])).at.get(key) ?? null;
  }

  /** Room for odds that could be added. */
  #invited(scene: Scene): readonly Chips[] {
    const mine = own({ ...scene.view, snapshot: scene.shown });
    if (!isHeld(scene)) this.#invites = this.reach.invites(scene);
    if (!mine) return [];
    const { name, place } = mine;
    return this.#invites.map((wager) => ({ key: `${name} ${wager}`, place, wager, cents: 0, own: true }));
  }

  #slotOf(wager: string, shown: SnapshotMessage): Slot | null {
    const mine = shown.table.seats?.find(({ name }) => name === shown.you);
    return mine ? this.slot(wager, mine.place, true) : null;
  }

  // --- stacks

  #stacks({ view, shown }: Scene): readonly Stacked[] {
    const seats = shown.table.seats ?? [];
    const all = [...seats, { name: CREW, place: 0, layout: shown.table.crew }];
    const lying = all.flatMap(({ name, place, layout }) =>
      (layout?.lying ?? []).map((bet) => this.#stack(name, place, bet, shown)),
    );
    const you = seats.find(({ name }) => name === shown.you);
    if (!you) return lying;
    const { name: seat, place } = you;
    const mine = (state: "sent" | "wish", { wager, cents }: Pick<UnansweredLine, "wager" | "cents">, at: number): Stacked => {
      const keys = { key: `${state} ${wager} ${at}`, slotKey: `${seat} ${wager}` };
      return { ...keys, seat, place, wager, cents, own: true, off: false, button: "", state };
    };
    const sent = view.unanswered.filter(({ wager, cents }) => wager && cents > 0).map((one, at) => mine("sent", one, at));
    return [...lying, ...sent, ...view.pendingBets.map((one, at) => mine("wish", one, at))];
  }

  #stack(seat: string, place: number, bet: PlacedBet, shown: SnapshotMessage): Stacked {
    const { wager, stake: cents } = bet;
    const key = `${seat} ${wager}`;
    const spot = this.#spots.get(wager);
    const off = isOff(spot, bet, shown);
    const gathered = bet.gathered?.length && spot ? tally(spot, bet.gathered) : "";
    const button = bet.call ? bet.call.toUpperCase() : gathered || (this.#kinds.get(wager) ?? "");
    return { key, slotKey: key, seat, place, wager, cents, own: seat === shown.you, off, button, state: "" };
  }

  #taken(): ReadonlySet<string> {
    const taken = new Set<string>();
    for (const one of this.#lain) {
      const region = spaceOf(this.layout, one);
      if (region) taken.add(`${region.side} ${region.id}`);
    }
    return taken;
  }

  // --- names

  #tell(view: FeltState): void {
    for (const wager of this.cloth.spots.keys()) {
      const offer = view.offers.get(wager);
      const refused = offer?.refused;
      const dim = !!refused && !isClosed(refused);
      this.cloth.tell(wager, { name: spotName(view, wager), disabled: !offer || !!refused, dim });
    }
  }
}

/** An earlier table is shown: what may be bet now would tell how the dice will fall. */
function isHeld({ view, shown }: Scene): boolean {
  return shown !== view.snapshot;
}

/** One of each: what is sent or waits lies where its owner's chips do. */
function unique(chips: readonly Chips[]): readonly Chips[] {
  return [...new Map(chips.map((one) => [one.key, one])).values()];
}

/** On top of what lies there. */
function above(slot: Slot): Slot {
  return { ...slot, y: slot.y - slot.r * 0.62 };
}
