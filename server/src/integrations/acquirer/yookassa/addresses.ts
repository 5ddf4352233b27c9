import { BlockList, isIP } from 'node:net';

/** The addresses of notifications that YooKassa has published. */
const PUBLISHED = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
];

/**
 * Returns a function that checks whether an address belongs to one of the networks, `10.0.0.0/8` or a single address.
 */
export function addressList(networks: readonly string[] = PUBLISHED): (ip: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (ip) => isIP(ip) > 0 && list.check(ip, familyOf(ip));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
