import { contract } from '@kabinet/contract';
import { describe, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { endPortalSessions } from '#server/domain/identity/session/session.queries.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { concludeIncident, publishIncident } from '#server/domain/support/incidents/publish.ts';
import { listenTo } from '../../../test/portal/listening-browser.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { Listeners } from './listeners.ts';
import { News } from './news.ts';

const [MARIA, OTHER] = [100_001, 100_002];
/** PostgreSQL empties unlogged tables when it starts after a crash, and where a standby becomes the primary. */
const AS_A_CRASH = 'truncate signal, signal_life';

const bearer = async (portal: TestPortal, who: number | 'guest' = MARIA) => ({
  authorization: `Bearer ${await portal.tokenOf(who)}`,
});

async function pay(portal: TestPortal, contractId: number, reference: string): Promise<void> {
  const { db, clock, provider } = portal.world;
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = $1 and kind = 'i'`,
    [contractId],
  );
  const incoming = {
    accountId: Number(rows[0]?.account_id),
    amount: kopecks(500_00),
    method: 'cash',
    reference,
    text: 'Касса',
  } as const;
  await db.write((tx) => credit(tx, incoming, { now: clock.now(), zone: provider.time_zone }));
}

describe('what a subscriber hears', () => {
  test('a payment: once, what grew old and the message that tells it, and no sum', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    const foreign = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([own.next('hello'), foreign.next('hello')]);
    await pay(portal, MARIA, 'a');
    const { id, data } = await own.next('outdated');
    const { rows } = await portal.pool.query<{ message_id: number }>(
      'select message_id from message where contract_id = $1 order by message_id desc limit 1',
      [MARIA],
    );
    expect(data).toEqual({
      at: portal.clock.now().toISOString(),
      kinds: expect.arrayContaining(['money', 'message']) as unknown,
      outdates: expect.arrayContaining(['internet-account', 'notice', 'payment']) as unknown,
      messages: [Number(rows[0]?.message_id)],
    });
    expect(id).toMatch(/^\d+$/);
    await pay(portal, OTHER, 'b');
    await foreign.next('outdated');
    expect(own.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
    expect(foreign.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
  });

  test('several messages that another window has read: once, with none to show', async () => {
    const portal = await testPortal();
    const { rows } = await portal.pool.query<{ message_id: number }>(
      `insert into message (contract_id, kind, title, body, created_at)
       select $1, 'info', 'Весть', '', now() from generate_series(1, 3) returning message_id`,
      [MARIA],
    );
    const own = await listenTo(portal, await bearer(portal));
    const foreign = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([own.next('hello'), foreign.next('hello')]);
    const ids = rows.map(({ message_id: id }) => id);
    await portal.send(contract.notice.readMessages, { body: { ids } }, MARIA);
    const { data } = await own.next('outdated');
    expect(data).toMatchObject({ kinds: ['message'], messages: [] });
    await pay(portal, OTHER, 'b');
    await foreign.next('outdated');
    expect(own.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
  });

  test('what the network carried out, an answer to an order, a new state of a service', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    await own.next('hello');
    const kindsAfter = async (statement: string) => {
      await portal.pool.query(statement);
      return (await own.next('outdated')).data as { kinds: string[] };
    };
    const users = `user_id in (select user_id from service_user where contract_id = ${MARIA})`;
    expect(await kindsAfter(`update service_user set name = name || '!' where ${users}`)).toMatchObject({
      kinds: ['service'],
    });
    await portal.pool.query(`update service_state set version = version + 1 where ${users}`);
    expect(await kindsAfter(`update service_state set applied_version = version where ${users}`)).toMatchObject({
      kinds: ['applied'],
    });
    expect(
      await kindsAfter(`insert into support_event (order_id, happened_at, state, text)
        select order_id, now(), state, 'Едем' from support_order where contract_id = ${MARIA} limit 1`),
    ).toMatchObject({ kinds: ['order'] });
  });

  test('what is rolled back is not told', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    await own.next('hello');
    await portal.pool.query(`begin; update service_user set name = 'Другое' where contract_id = ${MARIA}; rollback`);
    await pay(portal, MARIA, 'after');
    expect((await own.next('outdated')).data).toMatchObject({
      kinds: expect.not.arrayContaining(['applied']) as unknown,
    });
    expect(own.heard.filter(({ event }) => event === 'outdated')).toHaveLength(1);
  });

  test('a failure of the network: those at its places, and nobody in the next street', async () => {
    const portal = await testPortal();
    const here = await listenTo(portal, await bearer(portal));
    const elsewhere = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([here.next('hello'), elsewhere.next('hello')]);
    const { db, clock, provider } = portal.world;
    const at = { now: clock.now(), zone: provider.time_zone };
    const place = { town: 'Тольятти', district: null, street: 'Юбилейная', house: null };
    const incident = { cause: 'Обрыв', services: [], beganAt: clock.now(), plannedUntil: null, freeMinutes: null };
    const published = await db.write((tx) => publishIncident(tx, incident, [place], at));
    const { data } = await here.next('outdated');
    expect(data).toMatchObject({ kinds: ['incident'] });
    expect((data as { messages: number[] }).messages).toHaveLength(1);
    await db.write((tx) => concludeIncident(tx, published?.incidentId ?? 0, at));
    expect((await here.next('outdated')).data).toMatchObject({ kinds: ['incident'], messages: [] });
    expect(elsewhere.heard.filter(({ event }) => event === 'outdated')).toEqual([]);
  });
});

describe('who may listen', () => {
  test.each([
    ['nobody', {}, ''],
    ['a token that is none', { authorization: 'Bearer made-up' }, ''],
    ['a token that is none, for the load', { authorization: 'Bearer made-up' }, '?load=1'],
  ])('%s: 401', async (_, headers, query) => {
    const portal = await testPortal();
    expect((await listenTo(portal, headers, query)).reply.statusCode).toBe(401);
  });

  test.each([
    ['a guest', true],
    ['nobody', false],
  ])('%s: only to the load of the network', async (_, hasToken) => {
    const portal = await testPortal();
    const headers = hasToken ? await bearer(portal, 'guest') : {};
    expect((await listenTo(portal, headers)).reply.statusCode).toBe(401);
    const stream = await listenTo(portal, headers, '?load=1');
    await stream.next('hello');
    await pay(portal, MARIA, 'told to nobody');
    const { data } = await stream.next('load');
    expect((data as { places: unknown[] }).places).toHaveLength(6);
    expect(stream.heard.map(({ event }) => event)).toEqual(['hello', 'load']);
    stream.leave();
  });

  test('a page that shows another contract: 409', async () => {
    const portal = await testPortal();
    const headers = { ...(await bearer(portal)), 'x-contract': String(OTHER) };
    expect((await listenTo(portal, headers)).reply.statusCode).toBe(409);
  });

  test('a session that ends ends its stream at once, and no other one', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    const foreign = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([own.next('hello'), foreign.next('hello')]);
    const now = portal.clock.now();
    await portal.world.db.write((tx) => endPortalSessions(tx, { contractId: MARIA }, 'ended_by_client', now));
    expect((await own.next('end')).data).toEqual({ why: 'over' });
    await own.ended;
    await pay(portal, OTHER, 'still there');
    await foreign.next('outdated');
  });

  test('a session has two streams: a third one ends the oldest', async () => {
    const portal = await testPortal();
    const headers = await bearer(portal);
    const first = await listenTo(portal, headers);
    const second = await listenTo(portal, headers);
    await Promise.all([first.next('hello'), second.next('hello')]);
    const third = await listenTo(portal, headers);
    expect((await first.next('end')).data).toEqual({ why: 'replaced' });
    await pay(portal, MARIA, 'two');
    await Promise.all([second.next('outdated'), third.next('outdated')]);
  });
});

describe('what was missed', () => {
  test('is told to a stream that names the event it heard last, and nothing to one that heard all', async () => {
    const portal = await testPortal();
    const headers = await bearer(portal);
    const first = await listenTo(portal, headers);
    await first.next('hello');
    await pay(portal, MARIA, 'heard');
    const { id = '' } = await first.next('outdated');
    first.leave();
    await first.ended;
    // The process hears while nobody listens.
    await pay(portal, MARIA, 'missed');
    await pay(portal, OTHER, 'of another');
    const again = await listenTo(portal, { ...headers, 'last-event-id': id });
    // The signal of the second payment may still be on its way.
    const messages = new Set<number>();
    let latest = '';
    while (messages.size < 2) {
      const { id: told = '', data } = await again.next('outdated');
      latest = told;
      for (const message of (data as { messages: number[] }).messages) messages.add(message);
    }
    again.leave();
    await again.ended;
    const last = await listenTo(portal, { ...headers, 'last-event-id': latest });
    await last.next('hello');
    await pay(portal, MARIA, 'new');
    await last.next('outdated');
    expect(last.heard.map(({ event }) => event)).toEqual(['hello', 'outdated']);
  });

  test('is a gap if the process does not know the event: everything is to be asked anew', async () => {
    const portal = await testPortal();
    const stream = await listenTo(portal, { ...(await bearer(portal)), 'last-event-id': '1' });
    await stream.next('gap');
  });

  test('is nothing when the connection to the database breaks: the next one goes on', async () => {
    const portal = await testPortal();
    const stream = await listenTo(portal, await bearer(portal));
    await stream.next('hello');
    await portal.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%signals_since%' and pid <> pg_backend_pid()`,
    );
    await pay(portal, MARIA, 'while it was broken');
    await stream.next('outdated');
    expect(stream.heard.map(({ event }) => event)).toEqual(['hello', 'outdated']);
  });

  test('is a gap for all after a crash of the database, and what follows is heard again', async () => {
    const portal = await testPortal();
    const stream = await listenTo(portal, await bearer(portal));
    await stream.next('hello');
    await portal.pool.query(AS_A_CRASH);
    await stream.next('gap');
    await pay(portal, MARIA, 'again');
    await stream.next('outdated');
  });

  test('is the end, if the session has ended while its signal was lost; other sessions hear on', async () => {
    const portal = await testPortal();
    const own = await listenTo(portal, await bearer(portal));
    const foreign = await listenTo(portal, await bearer(portal, OTHER));
    await Promise.all([own.next('hello'), foreign.next('hello')]);
    await portal.pool.query(
      `alter table session disable trigger user;
       update session set ended_at = '${portal.clock.now().toISOString()}', end_reason = 'signed_out' where contract_id = ${MARIA};
       alter table session enable trigger user;
       ${AS_A_CRASH}`,
    );
    await Promise.all([own.next('gap'), foreign.next('gap')]);
    await expect.poll(() => own.heard.at(-1), { timeout: 5000 }).toMatchObject({ event: 'end', data: { why: 'over' } });
    await pay(portal, OTHER, 'still there');
    await foreign.next('outdated');
  });

  test('of two processes that heard two transactions in another order, the second repeats both', () => {
    const told: string[] = [];
    const listeners = new Listeners({ ofSession: 2, ofAddress: 2, all: 2 });
    const clock = { now: () => new Date() };
    const news = new News({ listeners, clock, contractsAt: () => Promise.resolve([]), failed: console.error });
    const paid = (tx: string, contractId: number) => JSON.stringify({ tx, what: 'money', contracts: [contractId] });
    const send = (text: string) => void told.push(text);
    const browser = { hearsLoad: false, networks: [], contractId: MARIA, send, end: () => undefined };
    news.hear([paid('10', MARIA)]);
    // The other process heard 12 before 11 had committed.
    news.hear([paid('11', MARIA), paid('12', OTHER)]);
    news.catchUp(browser, { lastId: '12' });
    news.hear([paid('13', OTHER)]);
    news.catchUp(browser, { lastId: '12' });
    expect(told).toEqual([expect.stringMatching(/^id: 12\n/), expect.stringMatching(/^id: 13\n/)]);
    news.catchUp(browser, { lastId: '13' });
    expect(told).toHaveLength(2);
  });
});

test('a closing server says that it restarts, and does not wait for its listeners', async () => {
  const portal = await testPortal();
  const stream = await listenTo(portal, await bearer(portal));
  await stream.next('hello');
  await (await portal.app()).close();
  expect((await stream.next('end')).data).toEqual({ why: 'restart' });
});

test('is not compressed, kept or gathered on the way, and holds no connection of the pools', async () => {
  const portal = await testPortal();
  const stream = await listenTo(portal, { ...(await bearer(portal)), 'accept-encoding': 'gzip' });
  await stream.next('hello');
  expect(stream.reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.reply.headers['content-encoding']).toBeUndefined();
  const { pool, readingPool } = portal.world.db;
  expect(pool.totalCount - pool.idleCount + readingPool.totalCount - readingPool.idleCount).toBe(0);
});
