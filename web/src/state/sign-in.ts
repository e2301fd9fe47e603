/** Tells the whole page who is signed in: the header and the table follow. */
import { type HouseApi, loadPart } from "./api";

/** Somebody else is here now, or nobody. */
export function announceIdentity(): void {
  dispatchEvent(new Event("who"));
}

/** Whoever has not come in becomes a guest; everybody has a name after this. */
export async function ensureGuest(house: HouseApi): Promise<string> {
  const before = house.token;
  const { comeIn } = await loadPart(import("./quick-start"));
  const name = await comeIn(house);
  if (house.token !== before) announceIdentity();
  return name;
}
