/** Where a replay comes from: a table of the house, a session of a simulation, or a text that somebody opens. No DOM. */
import type { BookResponse, ReplayFrame } from "../../protocol.generated";
import { apiPath, type HouseApi } from "../../state/api";
import { route, tablePath } from "../../state/route";
import { readFrames } from "./frames";

/** A game to be shown: its book, a frame for every roll, and where it is from. */
export interface ReplayGame {
  readonly book: BookResponse;
  readonly frames: readonly ReplayFrame[];
  /** What it is called in the line above, and where that leads. */
  readonly from: readonly (readonly [words: string, href: string])[];
}

/** What an address asks about beside the question itself: it is not sent. */
const SHOWN = ["roll", "seat", "entry"];

/** True if an address asks for a session of a simulation. */
export function asksForSession(query: URLSearchParams): boolean {
  return query.has("s") || query.has("text");
}

export async function readTable(house: HouseApi, table: string): Promise<ReplayGame> {
  const [book, file] = await Promise.all([house.tableBook(table), house.file(apiPath(table, "frames"))]);
  const from = [["What was played here", tablePath(table, "history")], ["To the table", tablePath(table)]] as const;
  return { book, frames: readFrames(await file.text()), from };
}

/** The very session that a simulation plays: the address is the whole question. */
export async function readSession(house: HouseApi, query: URLSearchParams): Promise<ReplayGame> {
  const asked = new URLSearchParams([...query].filter(([name]) => !SHOWN.includes(name)));
  const file = await house.file(`/api/replay?${asked}`);
  asked.delete("session");
  const name = query.get("s") || "A strategy of your own";
  const words = `${name.replaceAll("-", " ")}, session ${Number(query.get("session") ?? 0).toLocaleString("en")}`;
  const lab = `/lab?${asked}`;
  return { ...readGame(await file.text()), from: [...(route("/lab").page === "nowhere" ? [] : [["Lab", lab] as const]), [words, ""]] };
}

/** A transcript or a log, which the house plays again and does not keep. */
export async function readText(house: HouseApi, text: string, name: string): Promise<ReplayGame> {
  const told = await house.ask<string>("POST", "/api/replay", { text });
  return { ...readGame(told), from: [[name, ""]] };
}

/** The book stands on the first line. */
function readGame(text: string): Pick<ReplayGame, "book" | "frames"> {
  const end = text.indexOf("\n");
  return { book: JSON.parse(text.slice(0, end)) as BookResponse, frames: readFrames(text.slice(end + 1)) };
}
