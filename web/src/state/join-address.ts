/** The address by which somebody joins a table from a screen: the address to type, and the same for a camera. */

export interface Way {
  /** The house as it is typed: what every browser adds by itself is left out. */
  readonly host: string;
  /** The address to join at, with the code in it. */
  readonly link: string;
  /** True if another device can come by it. */
  readonly reachable: boolean;
}

const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function wayIn({ origin, host, hostname }: Pick<Location, "origin" | "host" | "hostname">, code: string): Way {
  return { host, link: `${origin}/join?code=${encodeURIComponent(code)}`, reachable: !HERE.test(hostname) };
}
