import { beforeEach, describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import { isOperatorCall, OPERATOR_ROLES } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls, staffCalls, staffContract } from '@kabinet/contract/staff';
import { addClient, balanceOf, type Client } from '../portal/client.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, OWN_PAGE, putShift, sendStaff, staffKey, staffToken } from '../portal/staff.ts';

const { office, contracts, ledger, staff, keys, me, payments, calls, charging } = staffContract;

let portal: TestPortal;
let client: Client;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  // A second administrator has tests of his own.
  portal.world.provider.second_person.for_rights = false;
  client = await addClient(portal.world);
});

const PAID = { account_no: '200001i', amount: '100', document: '7', text: 'Оплата в офисе' };
/** One who may take cash: her shift is open. */
async function cashier() {
  const token = await staffToken(portal, 'cashier');
  await putShift(portal);
  return cookieOf(token);
}
const actions = async () =>
  (await portal.pool.query<Record<string, unknown>>('select * from operator_action order by action_id')).rows;
const balance = () => balanceOf(portal.world, client.accountId);

describe('roles', () => {
  test('each role makes the calls that name it, and no other', async () => {
    for (const role of OPERATOR_ROLES) {
      const session = cookieOf(await staffToken(portal, role));
      for (const call of staffCalls) {
        if (!isOperatorCall(call)) continue;
        // Nothing that its schema accepts: whoever may make it hears what is wrong.
        const reply = await portal.inject({
          method: call.method,
          url: `/api${call.path}`,
          headers: { ...OWN_PAGE, ...session },
          ...(call.method !== 'GET' && { payload: { 'no such field': 1 } }),
        });
        const { code } = reply.json<{ code?: string }>();
        expect.soft(code === 'role_not_allowed', `${call.command.words} by ${role}`).toBe(!call.roles.includes(role));
        expect.soft(reply.statusCode, call.path).toBeLessThan(500);
      }
    }
  });

  test('a person with two roles makes a call in the one that may', async () => {
    const session = cookieOf(await staffToken(portal, 'engineer', 'cashier'));
    await putShift(portal);
    expect((await sendStaff(portal, office.post, { body: PAID }, session)).status).toBe(200);
    expect((await actions())[0]).toMatchObject({ role: 'cashier', call: 'payment post', outcome: 'done' });
  });
});

describe('the two tables of calls', () => {
  test('no session of the staff makes a call of a subscriber', async () => {
    const token = await staffToken(portal, ...OPERATOR_ROLES);
    for (const call of allCalls.filter(({ access }) => access !== 'public')) {
      for (const headers of [cookieOf(token), { authorization: `Bearer ${token}` }]) {
        const reply = await portal.inject({
          method: call.method,
          url: `/api${call.path.replace(/\{\w+\}/g, '1')}`,
          headers: { ...OWN_PAGE, ...headers },
          ...(call.method !== 'GET' && { payload: {} }),
        });
        expect.soft(reply.statusCode, call.path).toBe(401);
      }
    }
  });

  test('no token of a subscriber makes a call of the staff, nor does the token of a session as a key', async () => {
    const token = await staffToken(portal, 'admin');
    for (const bearer of [await portal.tokenOf(client.contractId), token, `kabinetstaff_${'a'.repeat(43)}`]) {
      for (const call of operatorCalls) {
        const reply = await portal.inject({
          method: call.method,
          url: `/api${call.path}`,
          headers: { ...OWN_PAGE, authorization: `Bearer ${bearer}` },
          ...(call.method !== 'GET' && { payload: {} }),
        });
        expect.soft(reply.statusCode, call.command.words).toBe(401);
      }
    }
  });
});

describe('a foreign page', () => {
  test('changes and reads nothing by the cookie of a person', async () => {
    const session = await cashier();
    const send = (headers: Record<string, string>) =>
      sendStaff(portal, office.post, { body: PAID }, { ...session, ...headers });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.127.0.0.1' },
      { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
    ]) {
      expect((await send(headers)).body.code).toBe('forbidden_origin');
    }
    // A form of a page without any of these headers: an old browser, or none.
    const bare = await portal.inject({
      method: 'POST',
      url: `/api${office.post.path}`,
      headers: session,
      payload: PAID,
    });
    expect(bare.json()).toMatchObject({ code: 'forbidden_origin' });
    const read = { 'sec-fetch-site': 'cross-site' };
    expect((await sendStaff(portal, me.get, {}, { ...session, ...read })).body.code).toBe('forbidden_origin');
    expect(await balance()).toBe(0);
    expect((await send({})).status).toBe(200);
  });
});

describe('the audit trail', () => {
  test('tells who, in which role, by which session, from where, and the request; a refusal, too', async () => {
    const session = await cashier();
    const done = await sendStaff(portal, office.post, { body: PAID }, session);
    const refused = await sendStaff(portal, ledger.verify, {}, session);
    expect(refused.body.code).toBe('role_not_allowed');
    await sendStaff(portal, charging.begin, { body: { day: '2026-12-01' } }, session);
    const { rows } = await portal.pool.query<Record<string, unknown>>(
      'select person_id, session_id from staff_session',
    );
    const by = { ...rows[0], operator: 'Сотрудник cashier', role: 'cashier', address: '127.0.0.1', key_id: null };
    expect(await actions()).toMatchObject([
      { ...by, call: 'payment post', outcome: 'done', request_id: done.headers['x-request-id'] },
      { ...by, call: 'charge begin', outcome: 'refused', problem: 'role_not_allowed' },
    ]);
  });

  test('has no secret of a new person or key', async () => {
    const admin = cookieOf(await staffToken(portal, 'admin'));
    const { body: person } = await sendStaff(portal, staff.add, { body: { login: 'olga', roles: ['cashier'] } }, admin);
    const body = { name: '1С', calls: ['payment post'], networks: ['10.0.0.0/8'], until: '2027-01-01' };
    const { body: key } = await sendStaff(portal, keys.add, { body }, admin);
    const kept = JSON.stringify([
      await actions(),
      (await portal.pool.query('select * from staff_idempotency_key')).rows,
    ]);
    expect(kept).not.toContain(person.code);
    expect(kept).not.toContain(key.key);
    expect((await actions()).map(({ call }) => call)).toEqual(['staff add', 'keys add']);
  });

  test('a look at a client is noted by name, and the client sees it', async () => {
    const session = await cashier();
    await sendStaff(portal, contracts.balance, { query: { contract_id: '200001' } }, session);
    const { body } = await portal.send(contract.security.staffReads, {}, client.contractId);
    expect(body).toMatchObject([{ operator: 'Сотрудник cashier', role: 'кассир', what: 'остатки на счетах договора' }]);
    const { rows } = await portal.pool.query('select person_id is not null as known from staff_read');
    expect(rows).toEqual([{ known: true }]);
  });
});

describe('a repeated change', () => {
  const again = { 'idempotency-key': 'one' };

  test('is done once by its key, which is the person’s own', async () => {
    const session = { ...(await cashier()), ...again };
    const first = await sendStaff(portal, office.post, { body: PAID }, session);
    const second = await sendStaff(portal, office.post, { body: PAID }, session);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await actions()).toHaveLength(1);
    const other = await sendStaff(portal, office.post, { body: { ...PAID, amount: '200' } }, session);
    expect(other.body.code).toBe('idempotency_mismatch');
    const colleague = { ...(await cashier()), ...again };
    const hers = { body: { ...PAID, document: '8' } };
    expect((await sendStaff(portal, office.post, hers, colleague)).status).toBe(200);
    expect(await balance()).toBe(200_00);
  });

  test('twice at once is done once', async () => {
    const session = { ...(await cashier()), ...again };
    const both = await Promise.all([1, 2].map(() => sendStaff(portal, office.post, { body: PAID }, session)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await actions()).toHaveLength(1);
  });

  test('of several transactions is not done again, and a refusal may be tried again', async () => {
    const session = { ...cookieOf(await staffToken(portal, 'engineer', 'accountant')), ...again };
    const run = () => sendStaff(portal, charging.run, { body: {} }, session);
    const first = await run();
    expect((await run()).body).toEqual(first.body);
    expect(await actions()).toHaveLength(1);
    await portal.pool.query(`update staff_idempotency_key set reply = null`);
    expect((await run()).body.code).toBe('repeated_without_reply');
    const cancel = { body: { payment_id: '0191d3c0-0000-7000-8000-000000000001' } };
    const fresh = { ...session, 'idempotency-key': 'two' };
    for (const time of [1, 2]) {
      const { code } = (await sendStaff(portal, payments.cancel, cancel, fresh)).body;
      expect(code, String(time)).toBe('payment_not_cancellable');
    }
  });

  test('does not show a secret again, nor give another one', async () => {
    const admin = { ...cookieOf(await staffToken(portal, 'admin')), ...again };
    const add = () => sendStaff(portal, staff.add, { body: { login: 'olga', roles: ['cashier'] } }, admin);
    expect((await add()).status).toBe(200);
    expect((await add()).body.code).toBe('repeated_without_reply');
  });
});

describe('the key of a program', () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test('makes the calls that it names, and tells about itself', async () => {
    const key = bearer(await staffKey(portal, ['payment post']));
    expect((await sendStaff(portal, office.post, { body: PAID }, key)).status).toBe(200);
    expect((await sendStaff(portal, ledger.verify, {}, key)).body.code).toBe('role_not_allowed');
    const refused = await sendStaff(portal, staff.add, { body: { login: 'olga', roles: ['admin'] } }, key);
    expect(refused.body).toMatchObject({ code: 'role_not_allowed', message: 'Ключ этого не позволяет' });
    expect((await sendStaff(portal, me.get, {}, key)).body).toMatchObject({ name: '1С', person_id: null, roles: [] });
    expect((await sendStaff(portal, staffContract.own.sessions, {}, key)).body.code).toBe('person_needed');
    expect((await actions())[0]).toMatchObject({ operator: '1С', role: 'program', person_id: null, session_id: null });
    const { rows } = await portal.pool.query<{ used_at: Date }>('select used_at from staff_key');
    expect(rows.map(({ used_at: usedAt }) => Date.parse(String(usedAt)))).toEqual([portal.clock.now().getTime()]);
  });

  test('needs no page: a program sends no origin', async () => {
    const key = bearer(await staffKey(portal, ['payment post']));
    const reply = await portal.inject({ method: 'POST', url: `/api${office.post.path}`, headers: key, payload: PAID });
    expect(reply.statusCode).toBe(200);
  });

  test('works from its networks, until its day, until it is ended', async () => {
    const elsewhere = bearer(await staffKey(portal, ['payment post'], ['10.0.0.0/8']));
    expect((await sendStaff(portal, me.get, {}, elsewhere)).body.code).toBe('network_not_allowed');
    const admin = cookieOf(await staffToken(portal, 'admin'));
    const made = { name: '1С', calls: ['payment post'], networks: ['127.0.0.1'], until: '2026-11-21' };
    const { body } = await sendStaff(portal, keys.add, { body: made }, admin);
    const [listed] = (await sendStaff(portal, keys.list, {}, admin)).body;
    expect(listed).toMatchObject({ networks: ['10.0.0.0/8'], state: 'works' });
    expect((await sendStaff(portal, me.get, {}, bearer(body.key))).status).toBe(200);
    portal.clock.set(new Date(Date.parse(body.expires_at) - 1));
    expect((await sendStaff(portal, me.get, {}, bearer(body.key))).status).toBe(200);
    portal.clock.advance(1);
    expect((await sendStaff(portal, me.get, {}, bearer(body.key))).status).toBe(401);
    const other = await staffKey(portal, ['payment post']);
    const { rows } = await portal.pool.query<{ key_id: number }>('select max(key_id) as key_id from staff_key');
    const fresh = cookieOf(await staffToken(portal, 'admin'));
    const end = () => sendStaff(portal, keys.end, { body: { key_id: rows[0]!.key_id } }, fresh);
    expect((await end()).status).toBe(200);
    expect((await sendStaff(portal, me.get, {}, bearer(other))).status).toBe(401);
    expect((await end()).body.code).toBe('key_unknown');
  });

  test('is made for known calls and networks, for a year at most, and for none that lets people in', async () => {
    const admin = cookieOf(await staffToken(portal, 'admin'));
    const good = { name: '1С', calls: ['payment post'], networks: ['10.0.0.0/8'], until: '2027-11-20' };
    const add = async (part: Partial<typeof good>) =>
      (await sendStaff(portal, keys.add, { body: { ...good, ...part } }, admin)).body;
    expect((await add({ calls: ['payment pots'] })).errors?.[0]?.message).toBe(
      'Такого вызова нет: payment pots. Похожие: payment post, payment undo',
    );
    for (const wrong of [
      { calls: ['staff add'] },
      { calls: [] },
      { networks: ['10.0.0.0/33'] },
      { networks: ['everywhere'] },
      { until: '2027-11-21' },
      { until: '2026-11-19' },
    ]) {
      expect((await add(wrong)).code, JSON.stringify(wrong)).toBe('bad_input');
    }
    expect((await add({ networks: ['10.1.2.3/8', '2001:db8::1'] })).key).toMatch(/^kabinetstaff_[\w-]{43}$/);
  });
});

test('the networks of the staff keep people out, not programs, which have their own', async () => {
  const office = await testPortal({ template: 'empty', staffNetworks: ['10.0.0.0/8'] });
  const session = cookieOf(await staffToken(office, 'admin'));
  expect((await sendStaff(office, me.get, {}, session)).body.code).toBe('network_not_allowed');
  const body = { login: 'olga', password: 'x' };
  expect((await sendStaff(office, staffContract.entry.signIn, { body }, {})).body.code).toBe('network_not_allowed');
  const key = { authorization: `Bearer ${await staffKey(office, ['payment post'])}` };
  expect((await sendStaff(office, me.get, {}, key)).status).toBe(200);
});

test('a page of one person does nothing in the name of another, who has signed in in the next tab', async () => {
  const taken = (person: number, session: Record<string, string>) =>
    sendStaff(portal, office.post, { body: PAID }, { ...session, 'x-person': String(person) });
  const olga = await cashier();
  const boris = await cashier();
  const { body } = await sendStaff(portal, me.get, {}, olga);
  const refused = await taken(body.person_id ?? 0, boris);
  expect(refused.body).toMatchObject({ code: 'session_expired', message: expect.stringContaining('другой') as string });
  expect(await balance()).toBe(0);
  expect((await taken(body.person_id ?? 0, olga)).status).toBe(200);
});

test('one person’s requests are limited, not those of her colleagues at the same address', async () => {
  const busy = await testPortal({ template: 'empty', burst: 20 });
  const [one, other] = [cookieOf(await staffToken(busy, 'admin')), cookieOf(await staffToken(busy, 'admin'))];
  await sendStaff(busy, me.get, {}, other);
  const codes = [];
  for (let time = 0; time < 21; time += 1) codes.push((await sendStaff(busy, me.get, {}, one)).status);
  expect(codes.filter((status) => status === 429)).toEqual([429]);
  expect((await sendStaff(busy, me.get, {}, other)).status).toBe(200);
});

test('a table of a file may be large, but only from whoever is let in', async () => {
  const header = ['accountcode', 'src', 'dst', 'start', 'billsec', 'disposition', 'uniqueid', 'linkedid', 'sequence'];
  const records = Array.from({ length: 9_000 }, (_, line) => ({ line: line + 2, cells: header.map(() => 'value') }));
  const send = async (headers: Record<string, string>) =>
    portal.inject({
      method: 'POST',
      url: `/api${calls.import.path}`,
      headers: { ...OWN_PAGE, ...headers },
      payload: { header, records },
    });
  const engineer = cookieOf(await staffToken(portal, 'engineer'));
  expect((await send({})).statusCode).toBe(401);
  expect((await send(engineer)).statusCode).not.toBe(413);
  const usual = { ...PAID, text: 'x'.repeat(300_000) };
  expect((await sendStaff(portal, office.post, { body: usual }, await cashier())).body.code).toBe('too_large');
});

test('a sum above the threshold needs a second person, but not on the server', async () => {
  const accountant = cookieOf(await staffToken(portal, 'accountant'));
  const charge = (amount: string) =>
    sendStaff(
      portal,
      charging.once,
      { body: { account_no: '200001i', amount, document: amount, text: 'Выезд' } },
      accountant,
    );
  expect((await charge('1000')).status).toBe(200);
  expect((await charge('1000,01')).body.code).toBe('second_person_needed');
});

test('the description of the API is for the staff', async () => {
  const url = '/api/staff/v1/openapi.json';
  const session = cookieOf(await staffToken(portal, 'auditor'));
  expect((await portal.inject({ url })).statusCode).toBe(401);
  const { servers, paths } = (await portal.inject({ url, headers: session })).json<{
    servers: object;
    paths: object;
  }>();
  expect(servers).toEqual([{ url: '/api/staff/v1' }]);
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/sign-in', '/me', '/office/post']));
});

test('an address that is no call is nowhere', async () => {
  const session = cookieOf(await staffToken(portal, 'admin'));
  for (const headers of [{}, session]) {
    const reply = await portal.inject({ url: '/api/staff/v1/no-such-call', headers });
    expect(reply.statusCode).toBe(404);
  }
});
