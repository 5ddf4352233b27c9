import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { incidents } = operatorContract;
const PLACE = { cause: 'Повреждён кабель', town: 'Тольятти', street: 'Юбилейная', houses: '31' };
const HOUR = 3_600_000;

async function engineer() {
  const portal = await testPortal();
  return { portal, igor: cookieOf(await staffToken(portal, 'engineer')) };
}

test('places are chosen from those that there are', async () => {
  const { portal, igor } = await engineer();
  const all = (await sendStaff(portal, incidents.places, { query: {} }, igor)).body;
  expect(all.towns).toContain('Тольятти');
  const query = { town: 'Тольятти', street: 'Юбилейная' };
  const there = (await sendStaff(portal, incidents.places, { query }, igor)).body;
  expect(there.streets).toContain('Юбилейная');
  expect(there.houses).toContainEqual({ house: '31', contracts: expect.any(Number) as number });
});

test('a rehearsal tells whom it hits and what they read, and publishes nothing', async () => {
  const { portal, igor } = await engineer();
  const before = (await sendStaff(portal, incidents.list, {}, igor)).body.length;
  const rehearsed = await sendStaff(portal, incidents.publish, { body: { ...PLACE, dry_run: 'yes' } }, igor);
  expect(rehearsed.body).toMatchObject({ rehearsed: true, told: { title: 'Повреждён кабель' } });
  expect(rehearsed.body.hit.contracts).toBeGreaterThan(0);
  expect(rehearsed.body.hit.without_session).toBeLessThanOrEqual(rehearsed.body.hit.with_internet);
  expect((await sendStaff(portal, incidents.list, {}, igor)).body).toHaveLength(before);
  const { incident_id, hit } = (await sendStaff(portal, incidents.publish, { body: PLACE }, igor)).body;
  expect(hit).toEqual(rehearsed.body.hit);
  const shown = await sendStaff(portal, incidents.show, { query: { incident_id: String(incident_id) } }, igor);
  expect(shown.body).toMatchObject({ hit, told: rehearsed.body.told, ended_at: null });
});

test('the end is rehearsed to the kopeck, and the incident stays open meanwhile', async () => {
  const { portal, igor: before } = await engineer();
  const body = { ...PLACE, free_minutes: '30' };
  const { incident_id } = (await sendStaff(portal, incidents.publish, { body }, before)).body;
  portal.clock.advance(5 * HOUR);
  const igor = cookieOf(await staffToken(portal, 'engineer'));
  const sums = async () =>
    (
      await portal.pool.query<{ sum: string }>(
        `select coalesce(sum(e.amount_kopecks), 0) as sum from ledger_transaction t join ledger_entry e using (transaction_id)
         where t.reference like 'incident:${incident_id}:%' and e.amount_kopecks > 0`,
      )
    ).rows[0]!.sum;
  const rehearsed = await sendStaff(portal, incidents.end, { body: { incident_id, dry_run: 'yes' } }, igor);
  expect(rehearsed.body.rehearsed).toBe(true);
  expect(await sums()).toBe('0');
  const elsewhere = { ...PLACE, houses: '40' };
  const { incident_id: other } = (await sendStaff(portal, incidents.publish, { body: elsewhere }, igor)).body;
  const open = async () =>
    (
      await portal.pool.query<{ id: number }>(
        `select distinct incident_id::int as id from message where incident_id = any($1) and until is null order by id`,
        [[incident_id, other]],
      )
    ).rows.map(({ id }) => id);
  expect(await open()).toEqual([incident_id, other]);
  const { back } = rehearsed.body;
  expect(back!.given).toBeGreaterThan(0);
  const again = await sendStaff(portal, incidents.end, { body: { incident_id } }, igor);
  expect(again.body).toMatchObject({ rehearsed: false, back: null });
  expect(await open()).toEqual([other]);
  await portal.work();
  expect(Number(await sums()) / 100).toBe(Number(back!.amount));
});

const NO_BREAK = /\u00a0/g;

test('nobody is promised the money that another billing would have to give back', async () => {
  const { portal, igor } = await engineer();
  await portal.pool.query(`update charging_source set source = 'external'`);
  const refused = await sendStaff(portal, incidents.publish, { body: { ...PLACE, free_minutes: '30' } }, igor);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: [{ path: 'body.free_minutes', message: expect.stringContaining('другая расчётная система') as string }],
    },
  });
  expect((await sendStaff(portal, incidents.publish, { body: PLACE }, igor)).status).toBe(200);
});

test('where it charges some, the others alone get money back, and the message for all does not speak of it', async () => {
  const { portal, igor: before } = await engineer();
  const [theirs, ours] = [100_001, 100_003];
  await portal.pool.query(
    `update contract set (town_id, street_id, house) = (select town_id, street_id, house from contract where contract_id = $1)
     where contract_id = $2`,
    [theirs, ours],
  );
  await portal.pool.query(
    `insert into charging_source (scope, source, contract_id) values ('contract ' || $1::bigint, 'external', $1)`,
    [theirs],
  );
  const body = { ...PLACE, free_minutes: '30' };
  const { incident_id, told } = (await sendStaff(portal, incidents.publish, { body }, before)).body;
  expect(told.paragraphs.join(' ')).not.toMatch(/верн/);
  const until = { incident_id, until: '2026-11-20 23:00' };
  const planned = (await sendStaff(portal, incidents.plan, { body: until }, before)).body;
  expect(planned.told.paragraphs.join(' ')).not.toMatch(/верн/);
  const promised = async (who: number) =>
    (await portal.send(contract.support.getIncidents, {}, who)).body
      .find((incident) => incident.incident_id === incident_id)
      ?.compensation?.replace(NO_BREAK, ' ');
  expect(await promised(ours)).toBe('Когда починим, вернём плату за время без услуги, кроме первых 30 минут');
  expect(await promised(theirs)).toBeUndefined();
  portal.clock.advance(5 * HOUR);
  const igor = cookieOf(await staffToken(portal, 'engineer'));
  expect((await sendStaff(portal, incidents.end, { body: { incident_id } }, igor)).status).toBe(200);
  await portal.work();
  const { rows } = await portal.pool.query<{ id: number }>(
    `select distinct a.contract_id::int as id from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
     where t.reference like 'incident:${incident_id}:%' and a.contract_id = any($1)`,
    [[theirs, ours]],
  );
  expect(rows).toEqual([{ id: ours }]);
});
