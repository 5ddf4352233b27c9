import { describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { sql } from '#server/db/sql.ts';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { readingPortal, testPortal } from '../portal/portal.ts';

const SECURED = allCalls.filter((call) => call.access !== 'public');
const READS = allCalls.filter((call) => call.method === 'GET' && call.effect === 'read');
/** It waits for an outside system, and a batch must not. */
const isAlone = (call: Call) => handlerOf(call).ownTransactions === true;
const title = (call: Call) => `${call.method} ${call.path}`;

/** Valid input for 100001, for calls that need any. */
const NEEDED: Record<string, { params?: object; query?: Record<string, string>; body?: object }> = {
  '/v2/payment/options': { query: { p: 'i' } },
  '/v2/payment/sbp': { query: { p: 'i', amount: '100.00' } },
  '/v2/notice/read-message': { body: { id: 1 } },
  '/v2/notice/read-messages': { body: { ids: [1] } },
  '/v2/notice/set-mobile': { body: { phone_number: '79270000999' } },
  '/v2/notice/activate-mobile': { body: { code: '123456' } },
  '/v2/notice/set-email': { body: { email: 'new@mail.example' } },
  '/v2/notice/activate-email': { body: { code: '123456' } },
  '/v2/notice/add-contact': { body: { kind: 'phone', address: '79270000888', role: 'payer', name: 'Сергей' } },
  '/v2/notice/resend-contact': { body: { contact_id: 1 } },
  '/v2/notice/activate-contact': { body: { contact_id: 1, code: '123456' } },
  '/v2/notice/change-contact': { body: { contact_id: 1, role: 'payer', name: '', kinds: [] } },
  '/v2/notice/remove-contact': { body: { contact_id: 1 } },
  '/v2/notice/set-push': {
    body: { endpoint: 'https://fcm.googleapis.com/a', p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
  },
  '/v2/notice/remove-push': { body: { endpoint: 'https://fcm.googleapis.com/a' } },
  '/v2/notice/choose': { body: { kind: 'debt', channel: 'sms', is_on: true } },
  '/v2/notice/quiet-hours': { body: { is_on: true, from: 22, until: 8 } },
  '/v2/notice/mobile-package-preview': { body: { status: 'on' } },
  '/v2/notice/{product}-info': { params: { product: 'volga' } },
  '/v2/document/link': {
    body: { kind: 'statement', p: 'i', from: '2026-11-01', until: '2026-11-20', format: 'pdf' },
  },
  '/v2/internet-account/stat-services': { query: { period: '2026-10' } },
  '/v2/telephone-account/stat-services': { query: { period: '2026-10' } },
  '/v2/support/order/{order_id}': { params: { order_id: 20_477 } },
  '/v2/support/check': { query: { goal_id: '1' } },
  '/v2/support/street-list': { query: { city_id: '1' } },
  '/v2/support/coverage': { query: { street_id: '1', house: '1' } },
  '/v2/internet-contract/program-info': { query: { programm_id: '1401' } },
  '/v2/user-program/info/{id}': { query: { programm_id: '1101' } },
  '/v2/sip-user/{id}': { params: { id: 3 } },
  '/v2/auth/confirm': { body: { password: 'demo-kabinet' } },
  '/v2/email-user/check': { query: { name: 'rybalka', domain: 'volga.example' } },
  '/v2/auth/end-session': { body: { others: true } },
  '/v2/telephone-call/total': { query: { phone_number: '78482003107', period: '2026-10' } },
  '/v2/telephone-call/show-numbers': { body: { phone_number: '78482003107' } },
  '/v2/telephone-call/hide-numbers': { body: { phone_number: '78482003107' } },
  '/v2/telephone-call/number-access': { query: { phone_number: '78482003107' } },
  '/v2/telephone-number/plan': { query: { phone_number: '78482003107' } },
  'POST /v2/internet-schedule/{id}': { body: { version: 0, is_on: false, rules: [], exceptions: [] } },
  '/v2/internet-schedule/pause/{id}': { body: { minutes: 30 } },
  'POST /v2/internet-schedule/password/{id}': { body: { password: 'demo-kabinet' } },
  'PATCH /v2/internet-schedule/password/{id}': { body: { old: 'demo-kabinet', new: null } },
  '/v2/internet-schedule/send-password/{id}': { body: { channel: 'email' } },
  '/v2/internet-user/send-password': { body: { user_id: 1, channel: 'email' } },
  '/v2/internet-user/reset-password': {
    body: { user_id: 1, code: '123456', new_password: 'Lesnaya-tropa-48', end_sessions: true },
  },
};

const needed = (call: Call) => NEEDED[title(call)] ?? NEEDED[call.path];
const sample = (call: Call, id: number | string) => ({
  params: needed(call)?.params ?? (call.path.includes('{id}') ? { id } : undefined),
  query: needed(call)?.query,
  body: call.method === 'GET' ? undefined : (needed(call)?.body ?? {}),
});

test('the table holds each call once: the 83 of the specification and those of our own', () => {
  const titles = allCalls.map(title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThan(83);
});

describe('without a token', () => {
  test('every secured call answers 401, and a cookie instead of the header does not help', async () => {
    const portal = await readingPortal();
    const token = await portal.tokenOf(100001);
    for (const call of SECURED) {
      const request = sample(call, 1);
      for (const headers of [{}, { cookie: `ilkat=${token}` }]) {
        const answer = await portal.send(call, request, undefined, headers);
        expect.soft(answer.status, title(call)).toBe(401);
        expect
          .soft(answer.body, title(call))
          .toMatchObject({ code: 'unauthorized', message: expect.stringMatching(/[а-я]/) as string });
      }
    }
  });

  test('a guest may make only calls that are open to guests', async () => {
    const portal = await testPortal();
    for (const call of SECURED) {
      const { status } = await portal.send(call, sample(call, 1), 'guest');
      expect.soft(status === 401, title(call)).toBe(call.access === 'subscriber');
    }
  });
});

/** A batch accepts no more. */
const MOST_PARTS = 40;

describe('the batch', () => {
  test('gives each sub-path the reply of its single GET', async () => {
    const portal = await readingPortal();
    const { rows } = await portal.pool.query<{ user_id: number; tv: number }>(
      `select min(user_id) as user_id, min(user_id) filter (where user_type = 'tv') as tv from service_user
       where contract_id = 100001`,
    );
    const { body: users } = await portal.send(contract.user.list, { query: { user_type: 'mail' } }, 100001);
    const mailbox = users[0]!.user_id;
    const idOf = (call: Call) => (call.path.includes('/tv-user/') ? rows[0]!.tv : rows[0]!.user_id);
    const ofUser = { query: { user_id: String(rows[0]!.user_id) } };
    const asked = READS.filter((call) => !isAlone(call) && call !== contract.payment.status).map((call) => {
      const request = { ...sample(call, idOf(call)), ...(call === contract.internetAccount.statIsg && ofUser) };
      if (call === contract.emailUser.get) request.params = { id: mailbox };
      return { call, request, path: subPath(call, request.params as Record<string, unknown> | undefined) };
    });
    expect(asked.length).toBeGreaterThan(20);
    for (let from = 0; from < asked.length; from += MOST_PARTS) {
      const part = asked.slice(from, from + MOST_PARTS);
      const wanted = Object.fromEntries(part.map(({ path, request }) => [path, request.query ?? {}]));
      const batch = await portal.send(contract.byDefault.index, { body: wanted }, 100001);
      expect(batch.status).toBe(200);
      for (const { call, request, path } of part) {
        const single = await portal.send(call, request, 100001);
        expect.soft(single.status, path).toBe(200);
        expect.soft((batch.body as Record<string, unknown>)[path], path).toEqual(single.body);
      }
    }
  });

  test('omits what is not found, and names it', async () => {
    const portal = await readingPortal();
    const { status, body, headers } = await portal.send(
      contract.byDefault.index,
      { body: { 'internet-account': {}, 'user/999999999': {} } },
      100001,
    );
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['internet-account']);
    expect(headers['x-refused-parts']).toBe('user/999999999');
  });

  test('omits what waits for an outside system, and names it: the browser asks for it alone', async () => {
    const portal = await readingPortal();
    const waiting = READS.filter(isAlone).map((call) =>
      subPath(call, sample(call, 1).params as Record<string, unknown> | undefined),
    );
    expect(waiting).toContain('network/load');
    const body = Object.fromEntries([...waiting, 'internet-account'].map((path) => [path, {}]));
    const reply = await portal.send(contract.byDefault.index, { body }, 100001);
    expect(Object.keys(reply.body)).toEqual(['internet-account']);
    expect(reply.headers['x-refused-parts']).toBe(waiting.join(', '));
  });
});

describe('a repeated request', () => {
  test('with the same key is carried out once and gets the same bytes', async () => {
    const portal = await testPortal();
    const { rows } = await portal.pool.query<{ message_id: number }>(
      `select message_id from message m where m.contract_id = 100002 or m.town_id is not null order by 1 limit 2`,
    );
    const read = (id: number) =>
      portal.send(contract.notice.readMessage, { body: { id } }, 100002, { 'idempotency-key': 'one' });
    const first = await read(rows[0]!.message_id);
    portal.clock.advance(5_000);
    const again = await Promise.all([read(rows[0]!.message_id), read(rows[0]!.message_id)]);
    expect(first.status).toBe(200);
    for (const repeated of again) {
      expect(repeated.body).toEqual(first.body);
      expect(repeated.headers['idempotency-replayed']).toBe('true');
    }
    expect(await read(rows[1]!.message_id)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

describe('invalid input', () => {
  test('invalid JSON gets 400 in Russian', async () => {
    const portal = await readingPortal();
    const reply = await portal.inject({
      method: 'POST',
      url: '/api/v2/default/index',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await portal.tokenOf(100001)}` },
      payload: '{"internet-account": ',
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'unreadable', message: expect.stringMatching(/[а-я]/) as string });
  });

  test('an unknown address of the API is a problem, not a page', async () => {
    const portal = await readingPortal();
    const reply = await portal.inject({ url: '/api/v2/no/such/call' });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toContain('application/problem+json');
  });

  test('a read ignores a parameter that it does not know, alone and in a batch; a change refuses it', async () => {
    const portal = await testPortal();
    const [service] = (await portal.send(contract.user.list, { query: { user_type: 'isg' } }, 100001)).body;
    const path = `internet-schedule/${service?.user_id}`;
    const { internetSchedule, byDefault, payment, internetAccount } = contract;
    const request = { params: { id: String(service?.user_id) }, query: { view: 'week', _: '1763000000' } as never };
    const plain = await portal.send(internetSchedule.get, { params: request.params }, 100001);
    const { status, body } = await portal.send(internetSchedule.get, request, 100001);
    expect([status, body]).toEqual([200, plain.body]);
    const parts = { [path]: { view: 'week' }, 'internet-account/stat-payments': { limit: 1, page: 2 } };
    const batch = await portal.send(byDefault.index, { body: parts }, 100001);
    expect(Object.keys(batch.body)).toEqual(Object.keys(parts));
    // What it knows it still checks.
    const wrong = await portal.send(internetAccount.statPayments, { query: { limit: 1000, page: 2 } as never }, 100001);
    expect(wrong.status).toBe(422);
    const order = await portal.send(payment.sbp, { query: { p: 'i', amout: '100.00' } as never }, 100001);
    expect(order.status).toBe(422);
  });

  test('refuses an unknown field by name', async () => {
    const portal = await testPortal();
    const { status, body } = await portal.send(
      contract.notice.readMessage,
      { body: { id: 1, contract_id: 100002 } as never },
      100001,
    );
    expect(status).toBe(422);
    expect(JSON.stringify(body.errors)).toContain('contract_id');
  });
});

test('a read call cannot write, whatever its handler does', async () => {
  const portal = await testPortal();
  await expect(portal.world.db.read((tx) => tx.run(sql`delete from message_read`))).rejects.toThrow(/read-only/);
});

test('a page that shows another contract neither reads nor pays for this one', async () => {
  const portal = await readingPortal();
  for (const call of [contract.internetAccount.get, contract.payment.sbp]) {
    const answer = await portal.send(call, sample(call, 1) as never, 100001, { 'x-contract': '100002' });
    expect.soft(answer, title(call)).toMatchObject({ status: 409, body: { code: 'other_contract' } });
  }
  const own = await portal.send(contract.internetAccount.get, {}, 100001, { 'x-contract': '100001' });
  expect(own.status).toBe(200);
});
