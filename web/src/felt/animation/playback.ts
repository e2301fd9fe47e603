/** Plays each event once: holds the table of before while dice fly, then has the chips travel. */
import type { Layout } from "../../layout/region";
import type { Point } from "../../layout/tracks";
import { isWriting, ROLL_KEY } from "../../model/shortcuts";
import { RESTED } from "../../model/timing";
import type { Transition } from "../../model/view";
import type { SnapshotMessage } from "../../protocol.generated";
import { rollOf } from "../../state/reducer";
import type { Animator } from "./animator";
import { DiceLayer } from "../dice";
import { wagerAt } from "../input";
import type { FeltState } from "../state";

/** The felt as its animations need it. Points are in pixels from its upper left corner. */
export interface AnimationHost {
  readonly root: HTMLElement;
  /** The table as it is drawn; null before that. */
  readonly layout: Layout | null;
  /** Returns where chips of a wager lie before a place of the rail; null where none are drawn. */
  positionOf(wager: string, place: number): Point | null;
  /** Returns where dice rest; null if there is no room for them. */
  dicePosition(): Point | null;
  /** A stack of chips that lies on no wager yet. */
  chipFor(cents: number, place: number): HTMLElement;
  /** Draws what changed; resolves once it is drawn. */
  redraw(): Promise<void>;
  /** Tells the felt's owner that dice fly, or lie. */
  tellDice(inTheAir: boolean): void;
}

/** Events older than this, in milliseconds, come from a page that slept or a lost line: they are drawn, not played. */
const FRESH = 4_000;
/** Keys by which something is done to a spot, or to all of them. */
const ACTS = /^([a-z]|Enter| |Backspace|Delete)$/i;
const INPUTS = ["pointerdown", "keydown", "wheel"];

export class Playback {
  /** Lies over the felt: the dice, chips that travel, and amounts that rise. It takes no press. */
  readonly root = document.createElement("div");
  readonly #host: AnimationHost;
  readonly #dice = new DiceLayer();
  readonly #travel = layer("travel");
  readonly #deltas = layer("deltas");
  /** The part that moves chips; fetched when somebody moves or the page has rested, so that the table is seen sooner. */
  #lazy: typeof import("../lazy") | null = null;
  #loading: Promise<void> | null = null;
  #animator: Animator | null = null;
  /** The number of the newest event that was taken: `42`; null before the first. */
  #played: number | null;
  /** The number of the roll whose dice were thrown last: `42`. */
  #thrown = -1;
  /** Drawn instead of the table of now, while dice fly. */
  #held: SnapshotMessage | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `played`: the number of the event that the first state already has, which is not played. */
  constructor(host: AnimationHost, played: number | null) {
    [this.#host, this.#played] = [host, played];
    this.root.className = "stage";
    this.root.append(this.#dice.root, this.#travel, this.#deltas);
    this.#timer = setTimeout(() => void this.#load(), RESTED);
    for (const input of INPUTS)
      addEventListener(input, this.#skip, { capture: true, passive: input !== "keydown" });
  }

  /** The table of before, while a roll is under way; else null. */
  get held(): SnapshotMessage | null {
    return this.#held;
  }

  /** Ends whatever is under way, and listens no more. */
  destroy(): void {
    clearTimeout(this.#timer);
    this.#skip();
    this.#animator?.clear();
    for (const input of INPUTS) removeEventListener(input, this.#skip, { capture: true });
  }

  /** Puts the dice where the felt leaves room; without room they are only seen in flight. */
  draw(dice: FeltState["dice"]): void {
    this.#dice.draw(dice);
    if (!this.#dice.inTheAir) this.#settle();
  }

  /** Takes a state before it is drawn: an event that is new in it is played. */
  take({ transition, motion, ahead }: FeltState): void {
    if (!transition || transition.event.n === this.#played) return;
    this.#played = transition.event.n;
    void this.#load();
    const late = transition.event.at ? Date.now() + ahead - Date.parse(transition.event.at) > FRESH : false;
    const lazy = this.#lazy;
    const plan = late || document.hidden ? null : (lazy?.planOf(transition) ?? null);
    if (!lazy || !plan) return;
    const animator = (this.#animator ??= new lazy.Animator(this.#host, this.#travel, this.#deltas, this.release));
    if (!plan.dice) return animator.put(plan, transition, this.#held !== null);
    this.#skip();
    if (!motion) return void animator.roll(plan, transition, true);
    this.#held = transition.before;
    this.#thrown = transition.event.n;
    this.#host.tellDice(true);
    void this.#throw(lazy, animator, transition).then((skipped) => {
      if (this.#thrown !== transition.event.n) return; // the next roll came before this one lay
      this.#host.tellDice(false);
      void animator.roll(plan, transition, skipped);
    });
  }

  /** Draws the table of now, after one was held. */
  readonly release = (): Promise<void> => {
    this.#held = null;
    return this.#host.redraw();
  };

  /** Throws the dice once they are drawn; resolves when they lie, with whether somebody cut the throw short. */
  #throw(lazy: typeof import("../lazy"), animator: Animator, heard: Transition): Promise<boolean> {
    return this.#dice.throw(this.#host.redraw(), (dice) => {
      this.#settle();
      const from = animator.rack(rollOf(heard.event)?.shooter ?? "", heard);
      return lazy.diceFlights(dice, from, this.#dice.rest, this.#dice.away);
    });
  }

  #settle(): void {
    const middle = { x: this.root.clientWidth / 2, y: this.root.clientHeight / 2 };
    this.#dice.settle(this.#host.dicePosition(), middle);
  }

  #load(): Promise<void> {
    this.#loading ??= import("../lazy").then(
      (lazy) => {
        this.#lazy = lazy;
        this.root.toggleAttribute("ready", true);
      },
      () => void (this.#loading = null), // nothing flies until it can be had
    );
    return this.#loading;
  }

  /** A press or a key while dice fly only ends the throw: nobody bets by impatience. */
  readonly #skip = (event?: Event): void => {
    void this.#load();
    if (this.#dice.inTheAir && event && (isRollKey(event) || (presses(event) && this.#host.root.contains(event.target as Node)))) {
      event.stopPropagation();
      if (event.type === "keydown") event.preventDefault(); // nor does the page scroll
    }
    this.#dice.land();
    this.#animator?.finish();
  };
}

function layer(name: string): HTMLElement {
  const made = document.createElement("div");
  made.className = name;
  made.setAttribute("aria-hidden", "true");
  return made;
}

/** True if an event is the key that throws the dice, wherever the focus is. */
function isRollKey({ key = "", target }: Event & Partial<KeyboardEvent>): boolean {
  return key.toLowerCase() === ROLL_KEY && !isWriting(target);
}

/** True if the felt would take an event for something to do. */
function presses(event: Event & Partial<KeyboardEvent>): boolean {
  if (event.type === "pointerdown") return true;
  const { key = "", ctrlKey, metaKey, altKey, target } = event;
  return ACTS.test(key) && !ctrlKey && !metaKey && !altKey && !!wagerAt(target);
}
