/** Links to what a house may tell only to who has come in: asked for in their name, and kept as a file. */
import type { TableSession } from "../session/session";
import { type HouseApi, RefusedError } from "../state/api";

/** Milliseconds within which a browser has begun to keep a file. */
const FETCHED = 10_000;

/** Keeps what a link leads to; throws Refused. */
export async function keepFile(event: Event, house: HouseApi): Promise<void> {
  event.preventDefault();
  const { pathname, search, download } = event.currentTarget as HTMLAnchorElement;
  const href = URL.createObjectURL(await house.file(pathname + search));
  Object.assign(document.createElement("a"), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), FETCHED);
}

/** The same; why it cannot be had is told at the table. */
export async function downloadFile(event: Event, house: HouseApi, seat: TableSession): Promise<void> {
  try {
    await keepFile(event, house);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    seat.tell("refused", error.why.reason, error.why);
  }
}
