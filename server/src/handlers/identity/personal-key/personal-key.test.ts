import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100001;
const MINUTE = 60_000;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

type Scope = 'balance' | 'services';
const create = (scopes: Scope[], who = WHO) =>
  portal.send(contract.personalKey.create, { body: { name: 'Умный дом', scopes } }, who);
const list = async () => (await portal.send(contract.personalKey.list, {}, WHO)).body;
const read = async (what: string, key: string) => {
  const reply = await portal.inject({
    url: `/api/personal/${what}`,
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};
/** What the journal of the contract has of that kind. */
const written = async (kind: string) =>
  (
    await portal.pool.query<{ name: string }>(
      `select detail ->> 'name' as name from audit_event where kind = $1 and contract_id = $2`,
      [kind, WHO],
    )
  ).rows.map(({ name }) => name);
/** Another key of the same form. */
const changed = (key: string): string => key.slice(0, -1) + (key.endsWith('A') ? 'E' : 'A');
const createCalendar = (replaces?: string, who = WHO) =>
  portal.send(contract.personalKey.createCalendar, { body: { name: 'Телефон', ...(replaces && { replaces }) } }, who);
/** Opens an address of the portal, as a calendar app does. */
const open = (address: string) => portal.inject({ url: address.replace(portal.world.publicUrl, '') });

describe('a personal key', () => {
  test('reads what it may, is shown once, and is stored as a hash', async () => {
    const { status, body } = await create(['balance', 'services']);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Умный дом',
      scopes: ['balance', 'services'],
      used_at: null,
    });
    const balance = await read('balance', body.key);
    expect(balance).toMatchObject({ status: 200, body: { currency: 'RUB' } });
    const { rows } = await portal.pool.query<{ kopecks: string }>(
      `select balance_kopecks as kopecks from account where contract_id = $1 order by kind`,
      [WHO],
    );
    const told = balance.body['accounts'] as { balance: string }[];
    expect(told.map((account) => Math.round(Number(account.balance) * 100))).toEqual(
      rows.map(({ kopecks }) => Number(kopecks)),
    );
    const services = await read('services', body.key);
    expect(services.body['services']).toEqual(
      expect.arrayContaining([expect.objectContaining({ user_type: 'isg', state: expect.any(String) as string })]),
    );
    expect(await list()).toMatchObject([{ used_at: portal.clock.now().toISOString() }]);
    expect(JSON.stringify(await list())).not.toContain(body.key);
    const dump = await portal.pool.query<{ row: string }>('select personal_key::text as row from personal_key');
    expect(JSON.stringify(dump.rows)).not.toContain(body.key);
    const { body: messages } = await portal.send(contract.notice.getMessages, {}, WHO);
    expect(messages.filter(({ title }) => title === 'Создан ключ для программ')).toHaveLength(1);
    expect(await written('personal_key_created')).toEqual(['Умный дом']);
  });

  test('gives the calendar of charges to a calendar app, with the same events at each reading', async () => {
    const { body } = await createCalendar();
    const [first, second] = [await open(body.calendar_url), await open(body.calendar_url)];
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const own = await portal.send(contract.calendar.get, { query: { days: '366' } }, WHO);
    const unfolded = first.payload.replaceAll('\r\n ', '');
    expect(unfolded.match(/^BEGIN:VEVENT$/gm)).toHaveLength(own.body.entries.length);
    expect(unfolded).toContain(`DTSTART;VALUE=DATE:${own.body.entries[0]!.day.replaceAll('-', '')}`);
    expect(first.payload.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const ids = (file: string) => file.match(/^UID:.*$/gm);
    expect(new Set(ids(first.payload)).size).toBe(own.body.entries.length);
    expect(ids(second.payload)).toEqual(ids(first.payload));
  });

  test('tells a calendar app of each promotion that ends on a day', async () => {
    const promotions = async () =>
      (await portal.send(contract.calendar.get, { query: { days: '366' } }, WHO)).body.entries.filter(
        ({ kind }) => kind === 'promotion',
      ).length;
    const sold = ['service_user', 'user_option', 'user_program'];
    for (const table of sold)
      await portal.pool.query(
        `update ${table} set promo_kopecks = 1, promo_until = '2026-12-10' where user_id in (
          select user_id from service_user where contract_id = ${WHO} and user_type = 'isg')`,
      );
    expect(await promotions()).toBeGreaterThan(1);
    const { body } = await createCalendar();
    const ids = (await open(body.calendar_url)).payload.match(/^UID:.*$/gm)!;
    expect(new Set(ids).size).toBe(ids.length);
    expect((await open(body.calendar_url)).payload.match(/^UID:.*$/gm)).toEqual(ids);
  });

  test('for the calendar is told from one for programs where all access is listed', async () => {
    await create(['balance']);
    await createCalendar();
    const { body } = await portal.send(contract.security.access, {}, WHO);
    const keys = body.items.filter(({ item }) => item.kind === 'personal_key');
    expect(keys.map(({ name, is_calendar }) => [name, is_calendar]).toSorted()).toEqual([
      ['Телефон', true],
      ['Умный дом', false],
    ]);
  });

  test('reads nothing that it was not made for, and nothing of the portal itself', async () => {
    const { body } = await create(['balance']);
    expect(await read('services', body.key)).toMatchObject({ status: 403, body: { code: 'key_not_allowed' } });
    const asToken = await portal.send(contract.user.list, { query: {} }, undefined, {
      authorization: `Bearer ${body.key}`,
    });
    expect(asToken.status).toBe(401);
    expect((await read('balance', changed(body.key))).status).toBe(401);
    expect((await read('balance', 'nonsense')).status).toBe(401);
  });

  test('reads nothing once it is revoked', async () => {
    const { body } = await create(['balance']);
    const { personal_key_id } = body;
    expect((await portal.send(contract.personalKey.revoke, { body: { personal_key_id } }, WHO)).status).toBe(200);
    expect((await read('balance', body.key)).status).toBe(401);
    expect((await portal.send(contract.personalKey.revoke, { body: { personal_key_id } }, WHO)).status).toBe(404);
  });

  test('is refused in an address, wherever it stands there, and the former address of the calendar says what to do', async () => {
    const { body } = await create(['balance']);
    for (const url of [`/api/personal/balance?key=${body.key}`, `/api/personal/balance?access_token=${body.key}`]) {
      const reply = await portal.inject({ url, headers: { authorization: `Bearer ${body.key}` } });
      expect(reply.statusCode).toBe(401);
      expect(reply.json<{ message: string }>().message).toMatch(/Ключ стоит в адресе/);
    }
    const former = await open(`/api/personal/${body.key}/calendar.ics`);
    expect([former.statusCode, former.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const events = former.body.replaceAll('\r\n ', '').split('\r\n');
    // An app shows no refusal, so the calendar says it, today and on no other day; of the contract it says nothing.
    expect(events.filter((line) => /^(?:BEGIN|X-WR|DTSTART|SUMMARY)/.test(line))).toEqual([
      'BEGIN:VCALENDAR',
      'X-WR-CALNAME:Волга Телеком',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20261120',
      'SUMMARY:Этот календарь больше не обновляется',
    ]);
    expect(events.find((line) => line.startsWith('DESCRIPTION:'))).toContain(`Создайте новый адрес в кабинете`);
    expect((await open('/api/personal/never-was-a-key/calendar.ics')).body).toBe(former.body);
    expect((await open(`/api/calendar/${body.key}/calendar.ics`)).statusCode).toBe(404);
    expect((await list())[0]).toMatchObject({ used_at: null });
  });

  test('asks at most thirty times a minute', async () => {
    const { body } = await create(['balance']);
    for (let time = 0; time < 30; time += 1) expect((await read('balance', body.key)).status).toBe(200);
    expect(await read('balance', body.key)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    portal.clock.advance(MINUTE);
    expect((await read('balance', body.key)).status).toBe(200);
  });

  test('is one of five at most, also at once, and needs a confirmation', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => create(['balance'])));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
    portal.clock.advance(6 * MINUTE);
    expect((await create(['balance'], 100002)).status).toBe(200);
    portal.clock.advance(6 * MINUTE);
    expect((await create(['balance'], 100002)).body).toMatchObject({ code: 'confirmation_required' });
  });
});

describe('the address of the calendar', () => {
  const secretIn = (address: string): string => address.split('/').at(-2)!;

  test('opens the calendar and nothing else, and only its hash is stored', async () => {
    const { body } = await createCalendar();
    const secret = secretIn(body.calendar_url);
    for (const what of ['balance', 'services']) expect((await read(what, secret)).status).toBe(401);
    const asToken = await portal.send(contract.user.list, { query: {} }, undefined, {
      authorization: `Bearer ${secret}`,
    });
    expect(asToken.status).toBe(401);
    expect((await open(body.calendar_url.replace(secret, changed(secret)))).statusCode).toBe(401);
    const dump = await portal.pool.query<{ row: string }>('select personal_key::text as row from personal_key');
    expect(JSON.stringify(dump.rows)).not.toContain(secret);
    expect(JSON.stringify(await list())).not.toContain(secret);
  });

  test('ends when it is replaced, and when it is revoked; the client hears of each new one', async () => {
    const { body: first } = await createCalendar();
    const { body: second } = await createCalendar(first.personal_key_id);
    expect((await open(first.calendar_url)).statusCode).toBe(401);
    expect((await open(second.calendar_url)).statusCode).toBe(200);
    expect(await list()).toMatchObject([{ personal_key_id: second.personal_key_id, scopes: ['calendar'] }]);
    expect((await createCalendar(first.personal_key_id)).status).toBe(404);
    await portal.send(contract.personalKey.revoke, { body: { personal_key_id: second.personal_key_id } }, WHO);
    expect((await open(second.calendar_url)).statusCode).toBe(401);
    const { body: told } = await portal.send(contract.notice.getMessages, {}, WHO);
    expect(told.filter(({ title }) => title === 'Создан адрес календаря списаний')).toHaveLength(2);
    expect(await written('calendar_address_created')).toEqual(['Телефон', 'Телефон']);
  });

  test('needs a confirmation', async () => {
    portal.clock.advance(6 * MINUTE);
    expect((await createCalendar(undefined, 100002)).status).toBe(200);
    portal.clock.advance(6 * MINUTE);
    expect((await createCalendar(undefined, 100002)).body).toMatchObject({ code: 'confirmation_required' });
  });
});
