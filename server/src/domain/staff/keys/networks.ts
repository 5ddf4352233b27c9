import { BlockList, isIP, isIPv4 } from 'node:net';

/** `10.0.0.0/8`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
}

/** An IPv4 address also inside IPv6, as dual-stack sockets show it: `::ffff:95.24.10.7`. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/** Whether an address lies in one of the networks. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const address = plain(ip);
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv4(base) ? 'ipv4' : 'ipv6';
    list.addSubnet(base, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
