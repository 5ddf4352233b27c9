/** A network that contains an address. */
export interface AddressNetwork {
  readonly name: string;
  /** The limit of the whole network, as a multiple of a single address's. */
  readonly share: number;
}

/**
 * The networks that limit an address, the narrowest first. For IPv4 the address and its /24. For IPv6 the /64, which
 * belongs to one subscriber, and the /56 and /48 that one subscriber may have been given.
 */
export function addressNetworksOf(ip: string): readonly AddressNetwork[] {
  const v4 = v4Of(ip);
  if (v4 !== undefined) {
    return [
      { name: v4, share: 1 },
      { name: `${v4.replace(/\d+$/, '0')}/24`, share: 10 },
    ];
  }
  const groups = groups6(ip);
  const half = groups.map((group, index) => (index === 3 ? group & 0xff00 : group));
  return [
    { name: `${inHex(groups)}::`, share: 1 },
    { name: `${inHex(half)}::/56`, share: 3 },
    { name: `${inHex(groups.slice(0, 3))}::/48`, share: 10 },
  ];
}

/** The address without its last part, shown to the owner of a session: `95.24.10.*`, `2a00:1fa0:42:8:*` (R-12). */
export const networkOf = (ip: string): string => `${v4Of(ip)?.replace(/\.\d+$/, '.') ?? `${inHex(groups6(ip))}:`}*`;

/** An IPv4 address, also inside IPv6 as dual-stack sockets show it: `::ffff:95.24.10.7`. */
const v4Of = (ip: string): string | undefined => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];

/** The first four groups, including the zeros that `::` leaves out. */
function groups6(ip: string): readonly number[] {
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16));
}

const inHex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
