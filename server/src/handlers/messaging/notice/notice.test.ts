import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { getMessages, readMessage, readMessages } = contract.notice;

interface New {
  who?: number;
  town?: string;
  kind?: string;
  at?: string;
  until?: string | null;
}

async function tell(portal: TestPortal, title: string, more: New): Promise<number> {
  const { who = null, town = null, kind = 'info', at = '2026-11-20T09:00Z', until = null } = more;
  const { rows } = await portal.pool.query<{ message_id: number }>(
    `insert into message (contract_id, town_id, kind, title, body, created_at, until)
     values ($1, (select town_id from town where name = $2), $3, $4, '<p>Текст</p>', $5, $6) returning message_id`,
    [who, town, kind, title, at, until],
  );
  return rows[0]!.message_id;
}

const titles = async (portal: TestPortal, who: number) =>
  (await portal.send(getMessages, {}, who)).body.map(({ title }) => title);

async function silentPortal(): Promise<TestPortal> {
  const portal = await testPortal();
  await portal.pool.query('delete from message_read');
  await portal.pool.query('delete from message');
  return portal;
}

test("shows messages to the client and the client's town, incidents first, then newest first", async () => {
  const portal = await silentPortal();
  await tell(portal, 'мне', { who: 100_001, at: '2026-11-18T09:00Z' });
  await tell(portal, 'городу', { town: 'Тольятти', kind: 'work', at: '2026-11-19T09:00Z' });
  await tell(portal, 'авария', { town: 'Тольятти', kind: 'incident', at: '2026-11-10T09:00Z' });
  await tell(portal, 'другому', { who: 100_002 });
  await tell(portal, 'другому городу', { town: 'Самара', kind: 'incident' });
  expect(await titles(portal, 100_001)).toEqual(['авария', 'городу', 'мне']);
});

test('shows a message of an incident only at its places', async () => {
  const portal = await silentPortal();
  for (const [title, from] of [
    ['здесь', 'contract where contract_id = 100001'],
    ['не здесь', 'contract where street_id <> (select street_id from contract where contract_id = 100001) limit 1'],
  ] as const) {
    const id = await tell(portal, title, { town: 'Тольятти', kind: 'incident' });
    await portal.pool.query(
      `with made as (insert into incident (cause, began_at, published_at, services)
         values ('Обрыв', now(), now(), '{internet,tv}') returning incident_id),
       placed as (insert into incident_place (incident_id, town_id, street_id, house)
         select incident_id, (select town_id from town where name = 'Тольятти'), place.street_id, place.house
         from made, (select street_id, house from ${from}) place)
       update message set incident_id = (select incident_id from made) where message_id = $1`,
      [id],
    );
  }
  expect(await titles(portal, 100_001)).toEqual(['здесь']);
  const { body } = await portal.send(contract.notice.getMessages, {}, 100_001);
  expect(body[0]?.services).toEqual(['internet', 'tv']);
});

test('removes from the body what could run in a browser', async () => {
  const portal = await silentPortal();
  await tell(portal, 'мне', { who: 100_001 });
  await portal.pool.query(`update message set body = '<p onclick="x()">Текст<script>x()</script></p>'`);
  expect((await portal.send(getMessages, {}, 100_001)).body[0]!.body).toBe('<p>Текст</p>');
});

test('does not show what is over or not published yet', async () => {
  const portal = await silentPortal();
  await tell(portal, 'прошло', { who: 100_001, until: '2026-11-20T10:05:00Z' });
  await tell(portal, 'идёт', { who: 100_001, until: '2026-11-20T10:05:01Z' });
  await tell(portal, 'завтра', { who: 100_001, at: '2026-11-21T09:00Z' });
  expect(await titles(portal, 100_001)).toEqual(['идёт']);
});

test('a read message disappears for its reader alone, and may be read twice', async () => {
  const portal = await silentPortal();
  const id = await tell(portal, 'городу', { town: 'Тольятти' });
  const first = await portal.send(readMessage, { body: { id } }, 100_001);
  expect(first).toMatchObject({ status: 200, body: { id, read_at: '2026-11-20T10:05:00.000Z' } });
  portal.clock.advance(60_000);
  expect((await portal.send(readMessage, { body: { id } }, 100_001)).body).toEqual(first.body);
  expect(await titles(portal, 100_001)).toEqual([]);
  expect(await titles(portal, 100_002)).toEqual(['городу']);
});

test('several are read at once, and a repeat keeps the first moment', async () => {
  const portal = await silentPortal();
  const own = await tell(portal, 'мне', { who: 100_001 });
  const town = await tell(portal, 'городу', { town: 'Тольятти' });
  await tell(portal, 'пришло потом', { who: 100_001 });
  await portal.send(readMessage, { body: { id: own } }, 100_001);
  portal.clock.advance(60_000);
  const { status, body } = await portal.send(readMessages, { body: { ids: [town, own, own] } }, 100_001);
  expect(status).toBe(200);
  expect(body.toSorted((a, b) => a.id - b.id)).toEqual([
    { id: own, read_at: '2026-11-20T10:05:00.000Z' },
    { id: town, read_at: '2026-11-20T10:06:00.000Z' },
  ]);
  expect(await titles(portal, 100_001)).toEqual(['пришло потом']);
  expect(await titles(portal, 100_002)).toEqual(['городу']);
});

test('of several, those of others are left out as those that do not exist', async () => {
  const portal = await silentPortal();
  const own = await tell(portal, 'мне', { who: 100_001 });
  const foreign = [await tell(portal, 'другому', { who: 100_002 }), await tell(portal, 'Самаре', { town: 'Самара' })];
  const { body } = await portal.send(readMessages, { body: { ids: [...foreign, own, 999_999_999] } }, 100_001);
  expect(body.map(({ id }) => id)).toEqual([own]);
  const { rows } = await portal.pool.query<{ message_id: number }>('select message_id from message_read');
  expect(rows).toEqual([{ message_id: own }]);
  expect((await portal.send(readMessages, { body: { ids: [] } }, 100_001)).status).toBe(422);
});

test('an incident is shown until it is over, read or not', async () => {
  const portal = await silentPortal();
  const id = await tell(portal, 'авария', { town: 'Тольятти', kind: 'incident' });
  expect((await portal.send(readMessage, { body: { id } }, 100_001)).status).toBe(200);
  expect(await titles(portal, 100_001)).toEqual(['авария']);
  await portal.pool.query('update message set until = $1', [portal.clock.now()]);
  expect(await titles(portal, 100_001)).toEqual([]);
});

test("another client's message gets the reply for one that does not exist", async () => {
  const portal = await silentPortal();
  const foreign = [
    await tell(portal, 'другому', { who: 100_002 }),
    await tell(portal, 'другому городу', { town: 'Самара' }),
    999_999_999,
  ];
  for (const id of foreign) {
    const { status, body } = await portal.send(readMessage, { body: { id } }, 100_001);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
  const { rows } = await portal.pool.query('select from message_read');
  expect(rows).toHaveLength(0);
});

test('without an id there is nothing to read', async () => {
  const portal = await testPortal();
  expect((await portal.send(readMessage, { body: {} as { id: number } }, 100_001)).status).toBe(422);
});
