import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import { fromWireMoney, kopecks } from '@kabinet/contract/kernel/money';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { overview, places, find, spending, list } = contract.user;
/** Of the demo: 120 services at 29 places and in mailboxes, and 40 numbers. One is being repaired, one connected. */
const COMPANY = 100_005;

const total = (amounts: readonly (string | null)[]): number =>
  amounts.reduce((sum, amount) => sum + fromWireMoney(amount ?? '0.00'), 0);

const inShort = async (portal: TestPortal) => (await portal.send(overview, {}, COMPANY)).body;

/** All pages of places or of what is found. */
async function allPages<C extends typeof places | typeof find>(
  portal: TestPortal,
  call: C,
  query: object,
  headers = {},
): Promise<Wire<C>['items'][number][]> {
  const items: Wire<C>['items'][number][] = [];
  let cursor: string | undefined;
  do {
    const { body } = await portal.send(
      call as typeof places,
      { query: { ...query, ...(cursor && { cursor }) } },
      COMPANY,
      headers,
    );
    items.push(...body.items);
    cursor = body.next ?? undefined;
  } while (cursor !== undefined);
  return items;
}

test('a contract of few services has no overview, and gets its lists; one of many has no list on the first screen', async () => {
  const portal = await readingPortal();
  expect((await portal.send(overview, {}, 100_001)).body).toBeNull();
  expect((await portal.send(list, { query: { when: 'few' } }, 100_001)).body).toHaveLength(5);
  for (const call of [list, contract.telephoneNumber.list]) {
    const { status, body } = await portal.send(call as typeof list, { query: { when: 'few' } }, COMPANY);
    expect([status, body]).toMatchObject([409, { code: 'many_services' }]);
  }
  const parts = { 'user/overview': {}, 'user/list': { when: 'few' }, 'telephone-number/list': { when: 'few' } };
  const answered = async (who: number) =>
    Object.keys((await portal.send(contract.byDefault.index, { body: parts }, who)).body);
  expect(await answered(COMPANY)).toEqual(['user/overview']);
  expect(await answered(100_001)).toEqual(Object.keys(parts));
});

test('the overview counts the services of the lists, and begins with those that differ', async () => {
  const portal = await readingPortal();
  const [users, numbers] = [
    (await portal.send(list, {}, COMPANY)).body,
    (await portal.send(contract.telephoneNumber.list, {}, COMPANY)).body,
  ];
  const told = await inShort(portal);
  expect(told).toMatchObject({
    services: 160,
    works: 158,
    in_debt: 0,
    troubled: 2,
    broken: 1,
    placeless: 48,
    down: [],
  });
  expect(told.services).toBe(users.length + numbers.length);
  expect(told.kinds.map(({ kind, services }) => `${kind} ${services}`)).toEqual([
    'internet 84',
    'tv 4',
    'sip 24',
    'mail 8',
    'telephone 40',
  ]);
  const differ = users.filter(({ state }) => state !== 'active');
  expect(told.attention.map(({ user }) => user)).toEqual(differ);
  expect(told.kinds[0]).toMatchObject({ troubled: 2, first: String(differ[0]?.user_id) });
  expect(told.places.items.slice(0, 3)).toMatchObject([
    { address: 'Жукова, 59', services: 3, troubled: 1, trouble: { state: 'blocked', reason: 'repair' } },
    { address: 'Цветной бульвар, 12', troubled: 1, trouble: { state: 'connecting', reason: null } },
    { address: '', services: 48, troubled: 0, trouble: null },
  ]);
});

test('the pages of places have each service once and all sums, also of one kind only', async () => {
  const portal = await readingPortal();
  const told = await inShort(portal);
  const all = await allPages(portal, places, { limit: '7' });
  expect(all.slice(0, 8)).toEqual(told.places.items);
  expect(all).toHaveLength(told.place_count + 1);
  expect(all.reduce((sum, { services }) => sum + services, 0)).toBe(160);
  const users = (await portal.send(list, {}, COMPANY)).body;
  const numbers = (await portal.send(contract.telephoneNumber.list, {}, COMPANY)).body;
  expect(total(all.map(({ monthly }) => monthly))).toBe(
    total([...users.map(({ monthly }) => monthly), ...numbers.map(({ price }) => price)]),
  );
  const withTv = await allPages(portal, places, { kind: 'tv' });
  expect(withTv.map(({ services, kinds }) => [services, kinds])).toEqual(
    Array.from({ length: 4 }, () => [1, [{ kind: 'tv', services: 1 }]]),
  );
});

test('services are found by every word, by digits of a number, by place, and page by page', async () => {
  const portal = await readingPortal();
  const namesOf = async (query: object) =>
    (await allPages(portal, find, query)).map(({ user, number }) => user?.login ?? number?.phone_number);
  expect(await namesOf({ q: 'ЖУКОВА wi-fi' })).toEqual(['pekarni-9-wifi']);
  expect(await namesOf({ q: 'гостевой', limit: '5' })).toHaveLength(28);
  expect(await namesOf({ q: '8 (8482) 00-50-07' })).toEqual(['78482005007']);
  expect(await namesOf({ q: '50-07' })).toEqual(['78482005007']);
  expect(await namesOf({ address: 'Жукова, 59', limit: '2' })).toEqual(['pekarni-9', 'pekarni-9-2', 'pekarni-9-wifi']);
  expect(await namesOf({ address: '', kind: 'mail' })).toHaveLength(8);
  expect(await namesOf({ troubled: '1' })).toEqual(['pekarni-9-2', 'pekarni-28-wifi']);
  expect((await portal.send(find, { query: { q: 'гостевой', limit: '5' } }, COMPANY)).body.count).toBe(28);
  expect((await portal.send(find, { query: { q: 'гостевой', cursor: 'x' } }, COMPANY)).status).toBe(422);
  expect((await portal.send(find, { query: { q: 'pekarni' } }, 100_001)).body.items).toEqual([]);
});

test('the month by kind is exact: the same sums as the history has by month and by service', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(spending, {}, COMPANY);
  const { internetAccount, telephoneAccount } = contract;
  const months = [internetAccount.statTotal, telephoneAccount.statTotal].map(async (call) =>
    (await portal.send(call, {}, COMPANY)).body.items.find(({ period }) => period === body.period),
  );
  const charged = (await Promise.all(months)).map((month) => month?.charged ?? null);
  expect(fromWireMoney(body.charged)).toBe(total(charged));
  expect(total(body.kinds.map(({ amount }) => amount))).toBe(total(charged));
  const byService = (await portal.send(internetAccount.statServices, { query: { period: body.period } }, COMPANY)).body;
  const users = new Map((await portal.send(list, {}, COMPANY)).body.map((user) => [user.user_id, user.user_type]));
  for (const [kind, type] of [
    ['sip', 'sip'],
    ['tv', 'tv'],
    ['internet', 'ethernet'],
  ] as const) {
    const own = byService.services.filter(({ user_id }) => users.get(user_id ?? 0) === type);
    const told = body.kinds.find((one) => one.kind === kind);
    expect(fromWireMoney(told?.amount ?? '')).toBe(total(own.map(({ amount }) => amount)));
    expect(told?.services).toBe(own.length);
  }
  expect(body.kinds.map(({ kind }) => kind)).toEqual(['internet', 'calls', 'telephone', 'sip', 'tv']);
});

test('a return lowers the kind of the line that it returns', async () => {
  const portal = await testPortal();
  const now = async () => (await portal.send(spending, {}, COMPANY)).body;
  const before = await now();
  const { rows } = await portal.pool.query<{ account_id: number; user_id: number }>(
    `select account_id, user_id from service_user where contract_id = $1 and user_type = 'tv' order by user_id limit 1`,
    [COMPANY],
  );
  const { account_id: accountId, user_id: userId } = rows[0]!;
  const move = (
    kind: 'charge' | 'correction' | 'payment',
    rubles: number,
    more: { userId?: number; corrects?: number },
  ) =>
    portal.world.db.write(async (tx) =>
      post(tx, {
        kind,
        reference: `test:${kind}`,
        day: '2026-11-20' as Day,
        happenedAt: new Date('2026-11-20T08:00:00Z'),
        ...(more.corrects !== undefined && { corrects: more.corrects }),
        entries: [
          { accountId, amount: kopecks(rubles * 100), text: kind, ...(more.userId && { userId: more.userId }) },
          { accountId: await providerAccount(tx, 'correction'), amount: kopecks(rubles * -100), text: kind },
        ],
      }),
    );
  const corrects = await move('charge', -300, { userId });
  await move('correction', 120, { corrects: corrects! });
  await move('payment', 500, {});
  const after = await now();
  const tvOf = ({ kinds }: typeof after) => kinds.find(({ kind }) => kind === 'tv');
  expect([tvOf(before)?.amount, tvOf(after)?.amount, tvOf(after)?.services]).toEqual(['960.00', '1140.00', 4]);
  expect(fromWireMoney(after.charged) - fromWireMoney(before.charged)).toBe(180_00);
  const line = { text: 'correction', side: 'charged', count: 1, each: '120.00', amount: '120.00' };
  expect(after.days[0]?.lines).toContainEqual(line);
  expect(after.days[0]?.lines[0]).toMatchObject({ text: 'payment', side: 'paid', amount: '500.00' });
  expect(after.days[0]).toMatchObject({ charged: '3027.00', services: 108 });
});

test('equal charges of a day are one line with their number, and add up to the day', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(spending, {}, COMPANY);
  expect(body.days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
  const [today, yesterday] = body.days;
  expect(today).toMatchObject({ charged: '2847.00', services: 107 });
  expect(today?.lines[0]).toEqual({
    text: 'Интернет «Офис 100»',
    side: 'charged',
    count: 28,
    each: '-49.00',
    amount: '-1372.00',
  });
  expect(yesterday?.lines[0]).toMatchObject({ text: 'Разговоры', each: null });
  for (const { charged, lines } of body.days)
    expect(total(lines.map(({ amount }) => amount))).toBe(0 - fromWireMoney(charged));
  expect((await portal.send(spending, {}, 100_002)).body.days.length).toBeGreaterThan(0);
});

test('a place where nothing works is told as a whole, and one that is off for debt is not', async () => {
  const portal = await testPortal();
  const block = (reason: string) =>
    portal.pool.query(
      `update service_user set state = 'blocked', reason = $2 where contract_id = $1 and address = 'Юбилейная, 31'`,
      [COMPANY, reason],
    );
  const { rows } = await portal.pool.query<{ address: string }>(
    `select address from service_user where contract_id = $1 group by address having count(*) = 3 order by address limit 1`,
    [COMPANY],
  );
  const address = rows[0]?.address ?? '';
  await portal.pool.query(`update service_user set address = 'Юбилейная, 31' where contract_id = $1 and address = $2`, [
    COMPANY,
    address,
  ]);
  await block('repair');
  const told = await inShort(portal);
  expect(told.down).toMatchObject([{ address: 'Юбилейная, 31', troubled: 3, user: { reason: 'repair' } }]);
  expect(told.attention.map(({ user }) => user?.address)).not.toContain('Юбилейная, 31');
  expect(told.troubled).toBe(told.attention.length + 3);
  await block('debt');
  expect(await inShort(portal)).toMatchObject({ down: [], in_debt: 3, troubled: 2 });
});

/** A member who has the company open with a role. */
async function asRole(portal: TestPortal, role: ShareRole): Promise<{ authorization: string }> {
  await portal.pool.query('delete from contract_share where contract_id = $1', [COMPANY]);
  const { rows } = await portal.pool.query<{ share_id: string }>(
    `insert into contract_share (share_id, contract_id, member_id, role, since)
     values (gen_random_uuid(), $1, 100003, $2, now()) returning share_id`,
    [COMPANY, role],
  );
  const { body } = await portal.send(contract.family.open, { body: { share_id: rows[0]!.share_id } }, 100_003);
  return { authorization: `Bearer ${body.access_token}` };
}

test('a technician gets no sums, and finds no mailbox by the words that he may not see', async () => {
  const portal = await testPortal();
  const headers = await asRole(portal, 'technician');
  const told = (await portal.send(overview, {}, undefined, headers)).body;
  expect(JSON.stringify(told)).not.toMatch(/"\d+\.\d\d"/);
  expect(told.places.items[0]?.monthly).toBeNull();
  const found = async (q: string) => (await portal.send(find, { query: { q } }, undefined, headers)).body;
  expect(await found('pekarni.example')).toMatchObject({ items: [], count: 0 });
  expect((await found('почта')).items[0]?.user).toMatchObject({ name: 'Почта', login: '' });
  expect((await found('50-07')).items[0]?.number?.price).toBeNull();
  expect((await portal.send(spending, {}, undefined, headers)).body).toMatchObject({ code: 'not_in_role' });
});
