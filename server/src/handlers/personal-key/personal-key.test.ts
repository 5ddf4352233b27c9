import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../test/portal.ts';

const WHO = 100001;
const MINUTE = 60_000;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

type Scope = 'balance' | 'services' | 'calendar';
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
/** Another key of the same form. */
const changed = (key: string): string => key.slice(0, -1) + (key.endsWith('A') ? 'E' : 'A');
const calendar = (key: string) => portal.inject({ url: `/api/personal/${key}/calendar.ics` });

describe('a personal key', () => {
  test('reads what it may, is shown once, and is stored as a hash', async () => {
    const { status, body } = await create(['balance', 'services']);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Умный дом',
      scopes: ['balance', 'services'],
      calendar_url: null,
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
  });

  test('gives the calendar of charges to a calendar app, with the same events at each reading', async () => {
    const { body } = await create(['calendar']);
    expect(body.calendar_url).toBe(`${portal.world.publicUrl}/api/personal/${body.key}/calendar.ics`);
    const [first, second] = [await calendar(body.key), await calendar(body.key)];
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

  test('reads nothing that it was not made for, and nothing of the portal itself', async () => {
    const { body } = await create(['balance']);
    expect(await read('services', body.key)).toMatchObject({ status: 403, body: { code: 'key_not_allowed' } });
    expect((await calendar(body.key)).statusCode).toBe(403);
    const asToken = await portal.send(contract.user.list, { query: {} }, undefined, {
      authorization: `Bearer ${body.key}`,
    });
    expect(asToken.status).toBe(401);
    expect((await read('balance', changed(body.key))).status).toBe(401);
    expect((await read('balance', 'nonsense')).status).toBe(401);
  });

  test('reads nothing once it is revoked', async () => {
    const { body } = await create(['balance', 'calendar']);
    const { personal_key_id } = body;
    expect((await portal.send(contract.personalKey.revoke, { body: { personal_key_id } }, WHO)).status).toBe(200);
    expect((await read('balance', body.key)).status).toBe(401);
    expect((await calendar(body.key)).statusCode).toBe(401);
    expect((await portal.send(contract.personalKey.revoke, { body: { personal_key_id } }, WHO)).status).toBe(404);
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
