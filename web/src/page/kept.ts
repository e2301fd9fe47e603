/** Links to what a house may tell only to who has come in: fetched in their name, and kept as a file. */
import type { House } from "../core/house";
import type { Seat } from "../core/seat";

/** Keeps what a link leads to; what is refused is told at the table. */
export async function keepFile(event: Event, house: House, seat: Seat): Promise<void> {
  event.preventDefault();
  const { href, download } = event.currentTarget as HTMLAnchorElement;
  const headers: HeadersInit = house.token ? { authorization: `Bearer ${house.token}` } : {};
  const answer = await fetch(href, { headers }).catch(() => null);
  if (!answer?.ok) return seat.tell("refused", "The house does not give that out now");
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = download;
  file.click();
  URL.revokeObjectURL(file.href);
}
