import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { endCauseText } from './end-cause.rules.ts';
import { useOf, type TrafficUnit } from './use.queries.ts';

const { statIsg } = contract.internetAccount;
const { endSession } = contract.internetUser;

const serviceOf = async (portal: TestPortal, who: number, type = 'internet'): Promise<number> => {
  const { body } = await portal.send(contract.user.list, {}, who);
  const kinds = type === 'internet' ? ['isg', 'ethernet', 'homenet', 'dialup', 'dialup_t', 'dialup_city'] : [type];
  return body.find(({ user_type }) => kinds.includes(user_type))!.user_id;
};

interface TestSession {
  start: string;
  stop: string | null;
  bytes_in?: number;
  cause?: string | null;
}

/** Replaces all sessions of a service of 100001 by these. */
async function withSessions(
  sessions: readonly TestSession[],
): Promise<{ portal: TestPortal; user_id: number; ids: number[] }> {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await portal.pool.query('delete from internet_session where user_id = $1', [user_id]);
  const ids = [];
  for (const { start, stop, bytes_in = 1000, cause = null } of sessions) {
    const { rows } = await portal.pool.query<{ id: number }>(
      `insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out, end_cause)
       values ($1, $2, $3, '10.84.1.2', $4, 77, $5) returning internet_session_id as id`,
      [user_id, start, stop, bytes_in, cause],
    );
    ids.push(rows[0]!.id);
  }
  return { portal, user_id, ids };
}

const ask = async (portal: TestPortal, query: Parameters<typeof sendIsg>[1]) => (await sendIsg(portal, query)).body;
const sendIsg = (
  portal: TestPortal,
  query: { user_id: number; period?: string; day?: string; cursor?: string; limit?: number },
) => portal.send(statIsg, { query }, 100_001);

test('a session over midnight of the zone is split between both days by time', async () => {
  // 22:00 to 01:00 in Samara.
  const { portal, user_id } = await withSessions([
    { start: '2026-11-18T18:00:00Z', stop: '2026-11-18T21:00:00Z', bytes_in: 3001 },
  ]);
  const { days, months, items } = await ask(portal, { user_id, period: '2026-11' });
  expect(days).toEqual([
    { day: '2026-11-18', sessions: 1, seconds: 7200, bytes_in: 2000, bytes_out: 51 },
    { day: '2026-11-19', sessions: 1, seconds: 3600, bytes_in: 1001, bytes_out: 26 },
  ]);
  expect(months).toEqual([{ period: '2026-11', sessions: 1, seconds: 10_800, bytes_in: 3001, bytes_out: 77 }]);
  expect(items).toHaveLength(1);
  const second = await ask(portal, { user_id, period: '2026-11', day: '2026-11-19' });
  expect(second.items).toHaveLength(1);
  expect(second.hours).toEqual([{ hour: 0, sessions: 1, seconds: 3600, bytes_in: 1001, bytes_out: 26 }]);
  expect((await ask(portal, { user_id, period: '2026-11', day: '2026-11-20' })).items).toEqual([]);
});

test('a session of several weeks belongs to every month in which it was on', async () => {
  const { portal, user_id } = await withSessions([
    { start: '2026-08-20T00:00:00Z', stop: '2026-11-02T00:00:00Z' },
    { start: '2026-11-10T00:00:00Z', stop: '2026-11-10T01:00:00Z' },
  ]);
  const { months, next } = await ask(portal, { user_id });
  expect(months.map(({ period, sessions }) => [period, sessions])).toEqual([
    ['2026-11', 2],
    ['2026-10', 1],
    ['2026-09', 1],
    ['2026-08', 1],
  ]);
  expect(next).toBeNull();
  expect((await ask(portal, { user_id, period: '2026-09' })).items).toHaveLength(1);
  expect((await ask(portal, { user_id, period: '2026-09' })).days).toHaveLength(30);
});

test('months and sessions come page by page, each once', async () => {
  const sessions = Array.from({ length: 25 }, (_, index) => ({
    start: `${index < 12 ? 2024 : 2026}-${String((index % 10) + 1).padStart(2, '0')}-0${(index % 9) + 1}T10:00:00Z`,
    stop: `${index < 12 ? 2024 : 2026}-${String((index % 10) + 1).padStart(2, '0')}-0${(index % 9) + 1}T11:00:00Z`,
  }));
  const { portal, user_id } = await withSessions(sessions);
  const periods: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await ask(portal, { user_id, limit: 4, ...(cursor !== undefined && { cursor }) });
    expect(answer.months.length).toBeGreaterThan(0);
    periods.push(...answer.months.map(({ period }) => period));
    cursor = answer.next;
  }
  expect(periods).toEqual([...new Set(sessions.map(({ start }) => start.slice(0, 7)))].sort().reverse());
  const seen: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const answer = await ask(portal, { user_id, period: '2026-03', limit: 1, ...(cursor !== undefined && { cursor }) });
    seen.push(...answer.items.map(({ internet_session_id }) => internet_session_id));
    cursor = answer.next;
  }
  expect(seen.length).toBe(sessions.filter(({ start }) => start.startsWith('2026-03')).length);
  expect(new Set(seen).size).toBe(seen.length);
});

test('sums of days and hours equal those of the sessions, whatever the zone and its clock changes', async () => {
  const portal = await testPortal();
  const userId = await serviceOf(portal, 100_001);
  const now = new Date('2026-12-01T00:00:00Z');
  const [from, until] = [new Date('2026-02-01T00:00:00Z'), new Date('2026-12-20T00:00:00Z')];
  const session = fc.record({
    start: fc.integer({ min: 0, max: 200 * 86_400 }),
    length: fc.option(fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 80 * 86_400 })), {
      freq: 8,
    }),
    bytes: fc.integer({ min: 0, max: 9_000_000_000_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(session, { maxLength: 8 }),
      fc.constantFrom('Europe/Samara', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
      fc.constantFrom<TrafficUnit>('hour', 'day', 'month'),
      async (sessions, zone, unit) => {
        await portal.pool.query('delete from internet_session where user_id = $1', [userId]);
        const ends = sessions.map(({ start, length, bytes }) => {
          const startedAt = new Date(Date.parse('2026-03-01T00:00:00Z') + start * 1000);
          return {
            startedAt,
            stoppedAt: length === null ? null : new Date(startedAt.getTime() + length * 1000),
            bytes,
          };
        });
        for (const { startedAt, stoppedAt, bytes } of ends) {
          await portal.pool.query(
            `insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
             values ($1, $2, $3, '10.84.1.2', $4, $5)`,
            [userId, startedAt, stoppedAt, bytes, Math.floor(bytes / 7)],
          );
        }
        const uses = await portal.world.db.read((tx) => useOf(tx, { userId, from, until, now }, { unit, zone }));
        const sum = (of: (use: (typeof uses)[number]) => number) => uses.reduce((all, use) => all + of(use), 0);
        const whole = (of: (end: (typeof ends)[number]) => number) => ends.reduce((all, end) => all + of(end), 0);
        expect(sum(({ bytes_in }) => bytes_in)).toBe(whole(({ bytes }) => bytes));
        expect(sum(({ bytes_out }) => bytes_out)).toBe(whole(({ bytes }) => Math.floor(bytes / 7)));
        expect(sum(({ seconds }) => seconds)).toBe(
          whole(({ startedAt, stoppedAt }) => ((stoppedAt ?? now).getTime() - startedAt.getTime()) / 1000),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('the network ends a live session once, and the session says that it was asked to', async () => {
  const { portal, user_id, ids } = await withSessions([{ start: '2026-11-20T08:00:00Z', stop: null }]);
  const id = ids[0]!;
  const before = await ask(portal, { user_id });
  expect(before.live).toMatchObject([{ stop: null, seconds: 7500, cause: null, state: 'on' }]);
  const end = () => portal.send(endSession, { body: { user_id, internet_session_id: id } }, 100_001);
  expect((await end()).body).toEqual({ internet_session_id: id, state: 'ending' });
  expect((await end()).body.state).toBe('ending');
  expect((await ask(portal, { user_id })).live).toMatchObject([{ state: 'ending' }]);
  await portal.work();
  const { live, items } = await ask(portal, { user_id, period: '2026-11' });
  expect(live).toEqual([]);
  expect(items).toMatchObject([{ state: 'ended', cause: 'Сеанс завершили в кабинете или через поддержку' }]);
  expect((await end()).body.state).toBe('ended');
  const { rows } = await portal.pool.query('select host(address) as address from recorded_network.disconnect');
  expect(rows).toEqual([{ address: '10.84.1.2' }]);
});

test("another subscriber's session, one of another service, or of no internet service is not found", async () => {
  const portal = await testPortal();
  const [own, foreign, tv] = [
    await serviceOf(portal, 100_001),
    await serviceOf(portal, 100_002),
    await serviceOf(portal, 100_001, 'tv'),
  ];
  for (const user_id of [foreign, tv, 999_999_999]) {
    expect((await sendIsg(portal, { user_id })).status).toBe(404);
    const link = { kind: 'sessions', user_id, period: '2026-11' } as const;
    expect((await portal.send(contract.document.link, { body: link }, 100_001)).status).toBe(404);
  }
  const { rows } = await portal.pool.query<{ id: number }>(
    'select internet_session_id as id from internet_session where user_id = $1 limit 1',
    [foreign],
  );
  const body = { user_id: own, internet_session_id: rows[0]!.id };
  expect((await portal.send(endSession, { body }, 100_001)).status).toBe(404);
});

test.each(['1990-01', '2020-02', '2027-03'])(
  'a month before the service or to come (%s) has no sessions, not even the live one',
  async (period) => {
    const { portal, user_id } = await withSessions([{ start: '2026-11-18T18:00:00Z', stop: null }]);
    const { status, body } = await sendIsg(portal, { user_id, period });
    expect(status).toBe(200);
    expect(body).toMatchObject({ months: [], days: [], items: [], next: null, live: [{ stop: null }] });
  },
);

test('refuses a day of another month', async () => {
  const { portal, user_id } = await withSessions([]);
  expect((await sendIsg(portal, { user_id, period: '2026-11', day: '2026-10-01' })).status).toBe(422);
  expect((await ask(portal, { user_id })).months).toEqual([]);
});

test('exports the month as a table for Excel by a link that works once', async () => {
  const { portal, user_id } = await withSessions([
    { start: '2026-11-18T18:00:00Z', stop: '2026-11-18T21:00:00Z', cause: 'lost_carrier' },
    { start: '2026-11-20T07:00:00Z', stop: null },
    { start: '2026-11-20T08:00:00Z', stop: null },
  ]);
  await portal.pool.query(
    `update internet_session set end_ordered_at = now() where started_at = '2026-11-20T07:00:00Z'`,
  );
  const body = { kind: 'sessions', user_id, period: '2026-11' } as const;
  const { body: link } = await portal.send(contract.document.link, { body }, 100_001);
  const secret = new URL(link.url).searchParams.get('access-token');
  const page = await portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `access-token=${secret}`,
  });
  const lines = page.body.split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^20\.11\.2026;12:00;;;7500;10\.84\.1\.2;;;1000;77;Ещё идёт$/);
  expect(lines[2]).toMatch(/^20\.11\.2026;11:00;;;.*;Завершается$/);
  expect(lines[3]).toContain('18.11.2026;22:00;19.11.2026;01:00;10800;');
  expect(lines[3]).toContain('Пропал сигнал');
});

test.each([
  ['Lost-Carrier', /сигнал/],
  ['NAS-Reboot', /перезапустилось/],
  ['idle_timeout', /трафика/],
  ['something new', /не сообщила/],
  [null, /не сообщила/],
])('the cause %s has a Russian text', (cause, words) => {
  expect(endCauseText(cause)).toMatch(words);
});

test('traffic is shared out between the hours at which the counters are known', async () => {
  // 12:00 to 16:00 in Samara; nearly all of it came in the second hour.
  const { portal, user_id, ids } = await withSessions([
    { start: '2026-11-18T08:00:00Z', stop: '2026-11-18T12:00:00Z', bytes_in: 1000 },
  ]);
  await portal.pool.query(`select keep_hours_month('2026-11-01'); update internet_session set seen_at = stopped_at`);
  await portal.pool.query(
    `insert into session_hour (internet_session_id, hour, heard_at, bytes_in, bytes_out)
     values ($1, '2026-11-18T08:00:00Z', '2026-11-18T09:00:00Z', 40, 7), ($1, '2026-11-18T09:00:00Z', '2026-11-18T10:00:00Z', 940, 70)`,
    [ids[0]],
  );
  const { hours, days } = await ask(portal, { user_id, period: '2026-11', day: '2026-11-18' });
  expect(
    hours.map(({ hour, bytes_in, bytes_out, seconds, sessions }) => [hour, bytes_in, bytes_out, seconds, sessions]),
  ).toEqual([
    [12, 40, 7, 3600, 1],
    [13, 900, 63, 3600, 1],
    [14, 30, 3, 3600, 1],
    [15, 30, 4, 3600, 1],
  ]);
  expect(days).toMatchObject([{ bytes_in: 1000, bytes_out: 77, sessions: 1, seconds: 14_400 }]);
});
