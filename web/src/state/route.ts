/** The page's address: parsed into what is shown there, and changed to go to another page. */

/** Pages of a table: the felt, by ear, the room's screen, the crew's desk, what was played, roll by roll. */
export type As = "table" | "listen" | "display" | "desk" | "history" | "replay";

/** Pages that are no table's, each by the first part of its address; true if more may follow. */
const PLAIN = {
  lobby: false,
  new: false,
  join: false,
  settings: false,
  limits: false,
  learn: true,
  rules: true,
  evenings: true,
  replay: false,
  lab: false,
  school: true,
} as const;

export type Route =
  | { readonly page: keyof typeof PLAIN | "nowhere"; readonly table: "" }
  | { readonly page: As; readonly table: string };

/** Returns what is at an address of this house. */
export function route(path: string): Route {
  const [, first = "", ...more] = path.replace(/\/+$/, "").split("/");
  const page = (first === "" ? "lobby" : first === "lobby" ? "" : first) as keyof typeof PLAIN;
  if (Object.hasOwn(PLAIN, page) && (!more.length || PLAIN[page])) return { page, table: "" };
  const found = /^\/t\/([^/]+)(?:\/(listen|display|desk|history|replay))?\/*$/.exec(path);
  if (!found?.[1]) return { page: "nowhere", table: "" };
  return { page: (found[2] ?? "table") as As, table: decoded(found[1]) };
}

/** The rooms one walks between, with a drawing for a phone's tabs; one whose page there is not has no door. */
export const ROOMS = (
  [
    ["/", "Play", "M4 9h7v7H4zM11 11l5 2 2-6-6-2-1 3"],
    ["/learn", "Learn", "M2 8l8-4 8 4-8 4zM6 10v4q4 3 8 0v-4"],
    ["/lab", "Lab", "M3 3v14h14M5 15c4 0 3-9 6-9s2 9 6 9"],
    ["/rules", "Rulebooks", "M5 3h10v14H5zM8 7h4M8 10h4"],
    ["/school", "School", "M4 6h12M4 6v8h12V6M4 10h12"],
    ["/evenings", "History", "M3 14l4-5 4 3 6-7M3 17h14"],
  ] as const
).filter(([to]) => route(to).page !== "nowhere");

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a table. */
export function tablePath(table: string, as: As = "table"): string {
  return `/t/${encodeURIComponent(table)}${as === "table" ? "" : `/${as}`}`;
}

/** What a page is told beside its address: with how much to sit down, and whether company is to come. */
export interface Intent {
  readonly sit?: number;
  readonly company?: boolean;
}

/** Goes to another page of this house, without loading anything anew. */
export function navigate(path: string, intent: Intent = {}, instead = false): void {
  history[instead ? "replaceState" : "pushState"](intent, "", path);
  dispatchEvent(new Event("went"));
}

/** Returns what the page that is open was told; read once, for coming back to it is no second intent. */
export function takeIntent(): Intent {
  const told = (history.state ?? {}) as Intent;
  if (Object.keys(told).length > 0) history.replaceState({}, "");
  return told;
}

/** What is chosen at a table beside playing, said to its page. */
export function tableMenu(choice: "chips" | "help" | "leave" | "panels" | `best${string}`): void {
  dispatchEvent(new CustomEvent("table-menu", { detail: choice }));
}

/** The page a click leads to within this house, or null if the browser should follow it. */
export function internalLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  const to = new URL(link.href);
  if (to.origin !== location.origin || route(to.pathname).page === "nowhere") return null;
  if (to.hash && to.pathname === location.pathname) return null;
  return to.pathname + to.search;
}
