/** The part of an address that is one subscriber's: an IPv4 address whole, of IPv6 the network (/64) he may choose from. */
export const ownPart = (ip: string): string => v4Of(ip) ?? `${network6(ip)}::`;

/** The address without its last part, for the owner of a session to see: `95.24.10.*`, `2a00:1fa0:42:8:*` (R-12). */
export const networkOf = (ip: string): string => `${v4Of(ip)?.replace(/\.\d+$/, '.') ?? `${network6(ip)}:`}*`;

/** IPv4 as it is, or inside IPv6 as dual-stack sockets show it: `::ffff:95.24.10.7`. */
const v4Of = (ip: string): string | undefined => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];

/** The first four groups, with the zeros that `::` leaves out. */
function network6(ip: string): string {
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
