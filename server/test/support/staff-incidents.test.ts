import { expect, test } from 'vitest';
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
