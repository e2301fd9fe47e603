/** Who is here, said to the whole page: whoever comes in or goes is news to the header and to the table. */
import { type House, part } from "./api";

/** Somebody else is here now, or nobody. */
export function tellWho(): void {
  dispatchEvent(new Event("who"));
}

/** Whoever has not come in becomes a guest; everybody has a name after this. */
export async function asGuest(house: House): Promise<string> {
  const before = house.token;
  const { comeIn } = await part(import("./quick-start"));
  const name = await comeIn(house);
  if (house.token !== before) tellWho();
  return name;
}
