import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { settleSessions } from '#server/jobs/services/accounting.ts';
import { foldAll } from '../../../../test/network/folding.ts';
import { addNas, tellPacket } from '../../../../test/network/told.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const { had } = operatorContract.network;

type Packet = Parameters<typeof tellPacket>[1];

/** A desk of the staff; what the network has told stands in months or is not settled yet. */
async function desk(packets: readonly Packet[], { isSettled = false } = {}) {
  const portal = await testPortal();
  await addNas(portal.pool);
  for (const packet of packets) await tellPacket(portal.pool, packet);
  await foldAll(portal);
  if (isSettled) await settleSessions(portal.world);
  const { ask } = staffDesk(portal);
  return {
    portal,
    had: async (address: string, at: string, port?: number) =>
      (await ask(had, { query: { address, at, ...(port !== undefined && { port: String(port) }) } }, 'engineer')).items,
  };
}

/** A session of the service 1 in the night of 12 November, by the clock of Samara 02:00 to 03:00. */
const session = (id: string, packet: Packet): Packet[] => [
  { unique_id: id, class: 'k:1:aa', kind: 'Start', seconds: null, at: '2026-11-11T22:00:00Z', ...packet },
  { unique_id: id, class: 'k:1:aa', kind: 'Stop', seconds: 3600, at: '2026-11-11T23:00:00Z', ...packet },
];

test.each([false, true])('whoever had an address at a moment is found, settled: %s', async (isSettled) => {
  const { had: hadAt } = await desk(session('a', { address: '203.0.113.9' }), { isSettled });
  const use = {
    contract_id: 100_001,
    user_id: 1,
    network: '203.0.113.9',
    ports: null,
    mac: '02:10:01:76:c0:e6',
    device: 'bras',
  };
  expect(await hadAt('203.0.113.9', '12.11.2026 02:00')).toMatchObject([
    { ...use, since: '2026-11-11T22:00:00.000Z', until: '2026-11-11T23:00:00.000Z' },
  ]);
  expect(await hadAt('203.0.113.9', '12.11.2026 03:00:00')).toHaveLength(1);
  expect(await hadAt('203.0.113.9', '12.11.2026 03:00:01')).toEqual([]);
  expect(await hadAt('203.0.113.9', '12.11.2026 01:59:59')).toEqual([]);
  expect(await hadAt('203.0.113.8', '12.11.2026 02:30')).toEqual([]);
});

test('an IPv6 address is found by the prefix that holds it, a login that is nobody’s by its name', async () => {
  const { had: hadAt } = await desk(session('a', { prefix: '2001:DB8:1:200::/56', class: '', login: 'stranger' }));
  expect(await hadAt('2001:db8:1:2ff::7', '12.11.2026 02:30')).toMatchObject([
    { contract_id: null, user_id: null, login: 'stranger', network: '2001:db8:1:200::/56' },
  ]);
  expect(await hadAt('2001:db8:1:300::7', '12.11.2026 02:30')).toEqual([]);
});

test('of an address that several share, the port tells who it was', async () => {
  const { had: hadAt } = await desk([
    ...session('a', { nat: '203.0.113.1:1024-2047', address: '10.9.0.1' }),
    ...session('b', { nat: '203.0.113.1:2048-3071', address: '10.9.0.2', class: '', login: 'other' }),
  ]);
  expect(await hadAt('203.0.113.1', '12.11.2026 02:30')).toHaveLength(2);
  expect(await hadAt('203.0.113.1', '12.11.2026 02:30', 2047)).toMatchObject([{ user_id: 1, ports: '1024–2047' }]);
  expect(await hadAt('203.0.113.1', '12.11.2026 02:30', 2048)).toMatchObject([{ login: 'other' }]);
  expect(await hadAt('203.0.113.1', '12.11.2026 02:30', 3072)).toEqual([]);
});

test('of a session that has changed its address, each is found in its time', async () => {
  const at = (minute: string) => `2026-11-11T22:${minute}:00Z`;
  const { had: hadAt } = await desk([
    { at: at('00'), class: 'k:1:aa', address: '203.0.113.1' },
    { at: at('20'), seconds: 1200, class: 'k:1:aa', address: '203.0.113.1' },
    { at: at('30'), seconds: 1800, class: 'k:1:aa', address: '203.0.113.2' },
  ]);
  const counts = async (time: string) => [
    (await hadAt('203.0.113.1', `12.11.2026 ${time}`)).length,
    (await hadAt('203.0.113.2', `12.11.2026 ${time}`)).length,
  ];
  expect(await counts('02:10')).toEqual([1, 0]);
  expect(await counts('02:40')).toEqual([0, 1]);
});

test.each([
  ['somewhere', '12.11.2026 02:30'],
  ['10.0.0.1/8', '12.11.2026 02:30'],
  ['10.0.0.1', 'yesterday'],
])('%s at %s is refused with words', async (address, at) => {
  const { had: hadAt } = await desk([]);
  await expect(hadAt(address, at)).rejects.toMatchObject({ code: 'bad_input' });
});
