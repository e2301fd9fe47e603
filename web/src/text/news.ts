/** News that stays on every screen until it is seen: no roll, a bonus, missed rolls, leaving. */
import { dollars, signed } from "../model/money";
import type { Transition, News } from "../model/view";
import type { EventMessage, Inspected, NoRollCalled, Rolled, RollVoided, SnapshotMessage } from "../protocol.generated";
import { netOf, rollOf, seatOf, voidedOf } from "../state/reducer";
import { listed, ROLL_EVENTS } from "./words";

type Happened = EventMessage["event"];
/** So many missed rolls are told one by one. */
const MOST_ROLLS = 6;

/** The news of one event; none for what ends nothing. */
export function newsOf({ event, before, after }: Transition): News[] {
  const you = before.you || after.you || "";
  const told = [event.event, event.touched ?? null].flatMap((each) => (each ? ended(each, you) : []));
  const news = told.map((one) => ({ ...one, n: event.n }));
  const hit = heldNews(after);
  return hit && !before.table.bonus?.held_for ? [...news, { ...hit, n: event.n }] : news;
}

/** What a picture of the table alone says: a bonus that waits for its dice, a throw that was just called off. */
export function standingNews(shown: SnapshotMessage): News[] {
  const off = shown.table.dice?.called_off;
  const hit = heldNews(shown);
  return [...(hit ? [hit] : []), ...(off == null ? [] : [{ ...noRoll(off), n: shown.n }])];
}

/** What was played while the connection was lost; null if nothing was. `past`: what happened, if the house still knew. */
export function missedNews(past: readonly EventMessage[], before: SnapshotMessage, shown: SnapshotMessage): News | null {
  const you = before.you ?? "";
  const rolls = past.flatMap((event) => rollOf(event) ?? []);
  const others = past
    .flatMap(({ event, touched }) => [event, touched ?? null])
    .flatMap((each) => (each ? ended(each, you).filter(({ kind }) => kind !== "left") : []));
  const unknown = !rolls.length && otherRolls(before, shown);
  if (!rolls.length && !others.length && !unknown) return null;
  const last = shown.table.rolls?.at(-1);
  const thrown = unknown ? `the game went on${last ? `, last with ${rollWords(last)}` : ""}` : rollsWords(rolls);
  const words = [
    thrown && `While the connection was lost: ${thrown}.`,
    ...others.map((other) => other.words),
  ];
  const own = netWords(before, shown, you);
  return { n: shown.n, kind: "missed", words: words.filter(Boolean).join(" "), own, untilRoll: false };
}

/** True if rolls were thrown between two pictures of a table. */
export function otherRolls(before: SnapshotMessage, shown: SnapshotMessage): boolean {
  return JSON.stringify(before.table.rolls ?? []) !== JSON.stringify(shown.table.rolls ?? []);
}

/** What stays of earlier news after an event: what was only for the moment goes with the next roll, or with its own. */
export function newsAfter(news: readonly News[], event: EventMessage): readonly News[] {
  if (event.event.type === "seated") return news.filter(({ kind }) => kind !== "left");
  const done = rollOf(event) || voidedOf(event) ? "roll" : event.event.type === "inspected" || event.touched?.type === "inspected" ? "inspected" : "";
  if (!done) return news;
  return news.filter(({ kind, untilRoll }) => !untilRoll || (done === "inspected" && kind !== "bonus"));
}

/** A piece of news in full, for whoever has this page. */
export function newsWords({ words, own }: News): string {
  return [words, own].filter(Boolean).join(" ");
}

// --- words

type Ended = Omit<News, "n">;

function ended(happened: Happened, you: string): Ended[] {
  switch (happened.type) {
    case "no-roll-called":
      return [noRoll(groundOf(happened))];
    case "roll-voided": {
      const ground = groundOf(happened);
      const words = `No roll${ground ? `: ${ground}` : ""}. ${takenBack(happened)}: all bets stand as they did before it.`;
      return [{ kind: "no-roll", words, untilRoll: true }];
    }
    case "roll-corrected": {
      const { voided, rolled } = happened;
      const words = `The roll is corrected to ${rolled.a} and ${rolled.b}. ${takenBack(voided)}, with what was bet since.`;
      return [{ kind: "no-roll", words, untilRoll: true }];
    }
    case "inspected":
      return [{ kind: "bonus", words: inspectedWords(happened), untilRoll: false }];
    case "awarded": {
      const { seat, amount, why } = happened;
      return [{ kind: "bonus", words: `${seat} gets ${dollars(amount)}: ${why}.`, untilRoll: false }];
    }
    case "table-closing":
      return [{ kind: "closing", words: "This table is closing: no new players may sit down.", untilRoll: false }];
    case "left":
      if (happened.seat !== you || !you) return [];
      return [{ kind: "left", words: `You left the table with ${dollars(happened.cashed)}.`, untilRoll: false }];
    default:
      return [];
  }
}

function groundOf({ said, ground }: Pick<NoRollCalled, "ground"> & { readonly said?: string }): string {
  return said || (ground ?? "").replaceAll("-", " ");
}

function takenBack({ a, b }: RollVoided): string {
  return `${a} and ${b} are taken back`;
}

function noRoll(ground: string): Ended {
  return { kind: "no-roll", words: `No roll${ground ? `: ${ground}` : ""}. All bets stand as they are.`, untilRoll: true };
}

function heldNews({ table: { bonus }, n }: SnapshotMessage): News | null {
  if (!bonus?.held_for) return null;
  const amount = dollars(bonus.held_amount ?? 0);
  const words = `${bonus.held_for} has hit the Shootout: ${amount}. It is paid once the dice have been inspected; until then nobody rolls.`;
  return { n, kind: "bonus", words, untilRoll: true };
}

/** Returns who gets how much; or that it is void. */
export function inspectedWords({ paid, investigated }: Inspected): string {
  const [first, ...others] = paid;
  if (!first) return `The Shootout is void: the dice were not found sound${investigated ? `. ${investigated} is not paid` : ""}.`;
  const shares = [...new Set(others.map(({ amount }) => amount))].map((amount) => {
    const names = others.filter((one) => one.amount === amount).map(({ seat }) => seat);
    return `${dollars(amount)}${names.length > 1 ? " each" : ""} to ${listed(names)}`;
  });
  return `The Shootout is paid: ${[`${dollars(first.amount)} to ${first.seat}`, ...shares].join(", ")}.`;
}

function rollsWords(rolls: readonly Rolled[]): string {
  if (!rolls.length) return "";
  const told = rolls.slice(-MOST_ROLLS).map(rollWords);
  const many = rolls.length === 1 ? "1 roll" : `${rolls.length} rolls`;
  return `${many}${rolls.length > told.length ? ", the last of them" : ""}: ${told.join("; ")}`;
}

function rollWords({ a, b, event = "" }: { a: number; b: number; event?: string }): string {
  return `${a} and ${b}${ROLL_EVENTS[event] ? `, ${ROLL_EVENTS[event]}` : ""}`;
}

function netWords(before: SnapshotMessage, shown: SnapshotMessage, you: string): string {
  const [was, is] = [seatOf(before, you), seatOf(shown, you)];
  if (!was || !is) return "";
  const net = netOf(is) - netOf(was);
  return net ? `Your chips: ${signed(net)}.` : "Your chips are as they were.";
}
