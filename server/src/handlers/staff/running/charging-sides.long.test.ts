import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { shadowUpToYesterday } from '#server/domain/billing-run/shadow/shadow-run.ts';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';
import { TWO_TOWNS } from '../../../../test/portal/beside/two-towns.ts';

const FIRST = day('2026-11-21');
const NIGHTS = 45;
const ACCOUNTS = ['A-1', 'A-2', 'A-3'];
const SCOPES = ['--town=Вольск', '--town=Балаково', '--contract_id=7002', '--contract_id=7003'];

const aSwitch = fc.record({
  on: fc.nat(NIGHTS - 1),
  source: fc.constantFrom('own', 'external'),
  scope: fc.constantFrom(...SCOPES),
});
/** Nights in which ours charges late, at noon. */
const lateNights = fc.uniqueArray(fc.nat(NIGHTS - 1), { maxLength: 8 });

type Days = ReadonlyMap<string, Set<Day>>;
const noDays = (): Days => new Map(ACCOUNTS.map((no) => [no, new Set()]));

const endOfMonth = (of: Day): Day => {
  let last = of;
  while (addDays(last, 1).slice(0, 7) === of.slice(0, 7)) last = addDays(last, 1);
  return last;
};

function* daysFrom(from: Day, last: Day): Generator<Day> {
  for (let one = from; one <= last; one = addDays(one, 1)) yield one;
}

function cover(days: Days, accountNo: string, from: Day, last: Day): void {
  for (const one of daysFrom(from, last)) days.get(accountNo)?.add(one);
}

/** The other side charges in the night whom it is told to: two accounts by the day, the last by what is left of the month. */
async function chargeThere(beside: BesideBilling, theirs: Days, night: Day): Promise<void> {
  const rows = await beside.rows('select account_no from account where charged_outside');
  for (const accountNo of rows.map((row) => String(row['account_no'])))
    if (!theirs.get(accountNo)?.has(night))
      cover(theirs, accountNo, night, accountNo === 'A-3' ? endOfMonth(night) : night);
}

/** Days of our charges without those that were given back. */
async function chargedHere(beside: BesideBilling): Promise<Days> {
  const ours = noDays();
  const rows =
    await beside.rows(`select account_no, t.kind, service_from::text as from, (service_until - 1)::text as last
    from ledger_entry e join ledger_transaction t using (transaction_id) join account a using (account_id)
    where a.contract_id is not null and t.kind in ('charge', 'correction') and service_from is not null order by transaction_id`);
  for (const { account_no: no = '', kind, from, last } of rows as Record<string, string>[]) {
    const days = ours.get(no) ?? new Set();
    for (const one of daysFrom(from as Day, last as Day)) {
      expect(days.has(one), `${no} is charged on ${one}`).toBe(kind === 'correction');
      if (kind === 'charge') days.add(one);
      else days.delete(one);
    }
  }
  return ours;
}

test('whoever is switched when and how often, each day of each contract is charged by exactly one side', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aSwitch, { minLength: 1, maxLength: 14 }), lateNights, async (switches, late) => {
      const beside = await BesideBilling.open({}, TWO_TOWNS);
      const { clock, world } = beside.portal;
      const theirs = noDays();
      cover(theirs, 'A-3', FIRST, day('2026-11-30'));
      await beside.run('charge', 'own', '--town=Вольск', '--early=да');
      for (let nth = 0; nth < NIGHTS; nth += 1) {
        const night = addDays(FIRST, nth);
        const midnight = Date.parse(`${night}T00:05:00+04:00`);
        clock.set(new Date(midnight));
        await chargeThere(beside, theirs, night);
        if (!late.includes(nth)) await chargeUpTo(world);
        await shadowUpToYesterday(world);
        clock.set(new Date(midnight + 12 * 3_600_000));
        for (const { source, scope } of switches.filter(({ on }) => on === nth))
          await beside.run('charge', source, scope, ...(source === 'own' ? ['--early=да', '--settle=да'] : []));
        await chargeUpTo(world);
      }
      const ours = await chargedHere(beside);
      const last = addDays(FIRST, NIGHTS - 1);
      for (const no of ACCOUNTS)
        for (let one = FIRST; one <= last; one = addDays(one, 1)) {
          const sides = [ours, theirs].filter((side) => side.get(no)?.has(one)).length;
          expect(sides, `${no} on ${one}`).toBe(1);
        }
      expect((await beside.run('ledger', 'verify')).code).toBe(0);
    }),
    { numRuns: 7 },
  );
}, 300_000);
