import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { SHARE_ROLES, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { roleMay } from '@kabinet/contract/sharing';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { EXPECTED_ROLES } from './expected-roles.ts';

// The table that was written by hand judges the contract's own, and the server.

const OWNER = 100_001;

const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, Call>>).map(([name, call]) => [`${group}.${name}`, call]),
  ),
);
const cellOf = (name: string, role: ShareRole) => EXPECTED_ROLES.get(name)![role];
const SECURED = [...CALLS].filter(([, { access }]) => access !== 'public');

/** A portal whose owner shares his contract, and the headers of a member with the role. */
async function withMember(role: ShareRole) {
  const portal = await testPortal();
  await portal.pool.query('delete from contract_share');
  const { rows } = await portal.pool.query<{ share_id: string }>(
    `insert into contract_share (share_id, contract_id, member_id, role, since)
     values (gen_random_uuid(), $1, 100004, $2, now()) returning share_id`,
    [OWNER, role],
  );
  const { body } = await portal.send(contract.family.open, { body: { share_id: rows[0]!.share_id } }, 100_004);
  return { portal, headers: { authorization: `Bearer ${body.access_token}` } };
}

/** A request that reaches something of the owner: his internet, his order, his number. */
async function requestTo(portal: TestPortal) {
  const { rows } = await portal.pool.query<{ user_id: number; order_id: number }>(
    `select (select min(user_id) from service_user where contract_id = $1 and user_type = 'isg') as user_id,
            (select min(order_id) from support_order where contract_id = $1) as order_id`,
    [OWNER],
  );
  const { user_id, order_id } = rows[0]!;
  const params = { id: user_id, order_id, product: 'internet' };
  return (call: Call) => ({
    ...(call.path.includes('{') && { params }),
    ...(/stat-isg|support\/check/.test(call.path) && { query: { user_id } }),
    ...(call === contract.byDefault.index && {
      body: { 'user/list': {}, 'internet-account': {}, 'telephone-number/list': {}, 'internet-contract': {} },
    }),
  });
}

/** So many services that the owner's contract is shown by places. */
const addServices = (portal: TestPortal) =>
  portal.pool.query(
    `insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
     select contract_id, account_id, user_type, name, login || '-' || n, address, state, state_since, plan_id, opened_on
     from service_user, generate_series(1, 8) n where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );

/** Sums of a reply: in its fields, and in its sentences. */
const sumsIn = (body: unknown): string[] =>
  JSON.stringify(body ?? null).match(/"-?\d+\.\d{2}"|\d[\d\s\u00a0\u202f]*(?:,\d\d)?[\s\u00a0\u202f]?₽/g) ?? [];

test('every call stands in the table by hand, in its order of roles', () => {
  expect([...EXPECTED_ROLES.keys()].toSorted()).toEqual([...CALLS.keys()].toSorted());
  for (const [name, cells] of EXPECTED_ROLES) {
    for (const role of SHARE_ROLES) expect.soft(['may', '-', 'sumless'], name).toContain(cells[role]);
  }
});

describe.each(SHARE_ROLES)('%s', (role) => {
  test('may by the contract what the table by hand says', () => {
    for (const [name, call] of CALLS) expect.soft(roleMay(role, call), name).toBe(cellOf(name, role) !== '-');
  });

  test('is let in and kept out by the server as the table by hand says', async () => {
    const { portal, headers } = await withMember(role);
    const request = await requestTo(portal);
    // A browser that has opened another contract, or has left this one, is not the member any more.
    const last = ({ path }: Call) => /family\/(?:open|leave)/.test(path);
    for (const [name, call] of SECURED.toSorted(([, a], [, b]) => Number(last(a)) - Number(last(b)))) {
      const { status, body } = await portal.send(call, request(call), undefined, headers);
      const isKeptOut = status === 403 && (body as { code?: string }).code === 'not_in_role';
      expect.soft(isKeptOut, name).toBe(cellOf(name, role) === '-');
    }
  });
});

/** Prices for everybody, also for a guest. */
const PRICE_LISTS = ['support.coverage'];

test('a technician reads no sum in any reply, not even when money is the cause', async () => {
  const { portal, headers } = await withMember('technician');
  await addServices(portal);
  await portal.pool.query(
    `update service_user set state = 'blocked', reason = 'debt' where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );
  const request = await requestTo(portal);
  const reads = SECURED.filter(([, { effect }]) => effect === 'read');
  let seen = 0;
  for (const [name, call] of [...reads, ['byDefault.index', contract.byDefault.index] as const]) {
    if (cellOf(name, 'technician') === '-' || PRICE_LISTS.includes(name)) continue;
    const { status, body } = await portal.send(call, request(call), undefined, headers);
    expect.soft(sumsIn(body), name).toEqual([]);
    if (status === 200) seen++;
  }
  expect(seen).toBeGreaterThan(20);
});

test('the owner reads sums in each reply that the table by hand calls sumless', async () => {
  const portal = await testPortal();
  await addServices(portal);
  await portal.pool.query(
    `update service_user set state = 'blocked', reason = 'debt' where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );
  const request = await requestTo(portal);
  for (const [name, call] of SECURED) {
    if (cellOf(name, 'technician') !== 'sumless') continue;
    const { body } = await portal.send(call, request(call), OWNER);
    expect.soft(sumsIn(body), name).not.toEqual([]);
  }
});
