import { expect, test } from 'vitest';
import { isInNetworks, isNetwork } from './networks.ts';

test.each(['10.0.0.0/8', '10.1.2.3/32', '10.1.2.3/0', '10.1.2.3', '2001:db8::/128', '2001:db8::1'])(
  '%s is a network',
  (text) => {
    expect(isNetwork(text)).toBe(true);
  },
);

test.each(['', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/+8', '2001:db8::/129', 'localhost'])(
  '«%s» is none',
  (text) => {
    expect(isNetwork(text)).toBe(false);
  },
);

test.each([
  ['10.255.0.1', ['10.0.0.0/8'], true],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['::ffff:10.0.0.1', ['10.0.0.0/8'], true],
  ['::FFFF:11.0.0.1', ['10.0.0.0/8'], false],
  ['10.0.0.7', ['10.0.0.7'], true],
  ['10.0.0.6', ['10.0.0.7'], false],
  ['2001:db8::7', ['2001:db8::/32', '10.0.0.0/8'], true],
  ['2001:db9::7', ['2001:db8::/32', '10.0.0.0/8'], false],
  ['2001:db8::7', ['2001:db8::7'], true],
  ['2001:db8::6', ['2001:db8::7'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
  ['10.0.0.7', [], false],
] as const)('%s in %j: %s', (ip, networks, isIn) => {
  expect(isInNetworks(ip, networks)).toBe(isIn);
});
