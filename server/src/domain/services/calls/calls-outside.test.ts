import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { switchSource } from '#server/domain/billing-run/switch-source.ts';
import type { ChargingSource } from '#server/domain/billing/charging/source.queries.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, importTestRecords } from '../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const A_MINUTE = 220;

/** A provider whose calls cost 2,20 ₽ each; nothing was ever charged here. */
async function exchange(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { contractId: 1, telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: A_MINUTE }]);
  await portal.pool.query(`delete from charge_run; delete from charging_begin;
    update account set credit_limit_kopecks = 1000000, charged_through = null where contract_id is not null`);
  return portal;
}

/** By the clock of the exchange, an hour behind the provider's. */
async function called(portal: TestPortal, ...starts: readonly string[]): Promise<void> {
  await importTestRecords(
    portal,
    starts.map((start) => ({ uniqueid: start, start })),
  );
}

async function nameSource({ world, clock }: TestPortal, source: ChargingSource, today: string): Promise<void> {
  clock.set(new Date(`${today}T12:00:00+04:00`));
  const zone = world.provider.time_zone;
  const scope = { kind: 'provider' } as const;
  await world.db.write((tx) => switchSource(tx, { scope, source, today: today as Day, now: clock.now(), zone }));
}

async function chargeOn({ world, clock, pool }: TestPortal, day: string): Promise<Record<string, number>> {
  clock.set(new Date(`${day}T00:05:00+04:00`));
  await chargeUpTo(world);
  const { rows } = await pool.query<{ text: string; amount: number }>(
    `select text, amount_kopecks::integer as amount from ledger_entry join ledger_transaction t using (transaction_id)
     where t.reference like 'charge:%:calls:%' and amount_kopecks > 0 order by entry_id`,
  );
  return Object.fromEntries(rows.map(({ text, amount }) => [text, amount]));
}

const begin = (portal: TestPortal, day: string) =>
  portal.pool.query(`insert into charging_begin (first_day, named_at) values ($1, now())`, [day]);

test('calls of the days that another billing charges are never charged here, however late they come', async () => {
  const portal = await exchange();
  await nameSource(portal, 'external', '2026-10-20');
  await called(portal, '2026-10-25 10:00:00', '2026-11-02 10:00:00', '2026-11-09 10:00:00');
  await nameSource(portal, 'own', '2026-11-10');
  await begin(portal, '2026-11-11');
  await called(portal, '2026-11-10 22:59:59', '2026-11-10 23:00:00', '2026-11-20 10:00:00');
  expect(await chargeOn(portal, '2026-12-01')).toEqual({ 'Разговоры за ноябрь, номер 55-11-22': 2 * A_MINUTE });

  await called(portal, '2026-11-05 10:00:00', '2026-11-25 10:00:00');
  expect(await chargeOn(portal, '2026-12-02')).toEqual({
    'Разговоры за ноябрь, номер 55-11-22': 2 * A_MINUTE,
    'Разговоры за ноябрь, номер 55-11-22, поступили позже': A_MINUTE,
  });
});

test('calls that nobody has charged go with the contract to the other billing', async () => {
  const portal = await exchange();
  await called(portal, '2026-11-02 10:00:00', '2026-11-03 10:00:00');
  await nameSource(portal, 'external', '2026-11-10');
  await nameSource(portal, 'own', '2026-11-12');
  await begin(portal, '2026-11-13');
  await called(portal, '2026-11-14 10:00:00');
  expect(await chargeOn(portal, '2026-12-01')).toEqual({ 'Разговоры за ноябрь, номер 55-11-22': A_MINUTE });
});
