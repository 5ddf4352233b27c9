import { inject, expect, test, onTestFinished } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../test/database.ts';
import { brokenRules } from './invariants.ts';
import { night } from './night.ts';
import { simulate } from './simulate.ts';
import { Simulation } from './simulation.ts';

/** Seconds here, many of them where others work, too. */
const PATIENCE = { timeout: 120_000 };
const BEGIN = new Date('2026-11-20T10:05:00Z');

/** More of them: `npm run simulate`. */
test.each([3, 51, 158])('seed %i lives a week of a provider, and its books are right', PATIENCE, async (seed) => {
  expect((await simulate(inject('databaseUrl'), { seed, days: 7 })).steps).toBeGreaterThan(10);
});

test('the same seed does the same', PATIENCE, async () => {
  const run = () => simulate(inject('databaseUrl'), { seed: 9, days: 2 });
  expect(await run()).toEqual(await run());
});

/** A provider in the middle of its life, in which nothing breaks. */
async function livingProvider(): Promise<Simulation> {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const sim = await Simulation.open(url, 7, { begin: BEGIN, chances: { crash: 0, outside: 0 } });
  onTestFinished(async () => {
    await sim.portal.close();
    await dropDatabase(server, url);
  });
  await sim.pool.query('update account set credit_limit_kopecks = 10000000 where contract_id is not null');
  await sim.observer.lookAgain();
  await sim.charge();
  await night(sim);
  expect(await brokenRules(sim, { atRest: true })).toEqual([]);
  return sim;
}

/** Past every trigger that would refuse it. */
const behindTheBack = (sim: Simulation, statement: string) =>
  sim.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

const ANY_CHARGE = `(select max(transaction_id) from ledger_transaction where kind = 'charge')`;
const CLIENTS = `(select account_id from account where contract_id is not null)`;

test.each([
  [
    'a fee charged twice',
    'no day of a fee is charged twice',
    `with t as (insert into ledger_transaction (kind, reference, day, happened_at)
       select kind, reference || '~9', day, happened_at from ledger_transaction where transaction_id = ${ANY_CHARGE} returning transaction_id)
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id, phone_number, service_from,
       service_until, rate_kopecks, rate_unit)
     select t.transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id, phone_number, service_from, service_until,
       rate_kopecks, rate_unit from ledger_entry e, t where e.transaction_id = ${ANY_CHARGE}`,
  ],
  [
    'a day left out',
    'no day of a plan that ran is left out',
    `update account set charged_through = charged_through + 60 where contract_id is not null;
     update service_user set promo_until = null, promo_kopecks = null, state_since = '2020-01-01', opened_on = '2020-01-01'`,
  ],
  [
    'a balance changed by hand',
    'balance_differs',
    `update account set balance_kopecks = balance_kopecks + 1 where account_id in ${CLIENTS}`,
  ],
  [
    'a lost half of a transaction',
    'all entries sum to zero',
    `delete from ledger_entry where transaction_id = ${ANY_CHARGE} and amount_kopecks > 0`,
  ],
  [
    'a debtor who is served',
    'services of a debtor are off, and only his',
    `update account set debt_since = now() where account_id in ${CLIENTS}`,
  ],
  [
    'a limit passed',
    'who is beyond the credit limit is in debt',
    `update account set credit_limit_kopecks = 0, promised_kopecks = 0 where account_id in ${CLIENTS}`,
  ],
  [
    'a promise without an end',
    'a promised limit has an end, and ends',
    `update account set promised_kopecks = 1 where account_id in ${CLIENTS}`,
  ],
  [
    'a mark that lies',
    'what is kept of a charge agrees with the ledger',
    `update fee_charged set amount_kopecks = amount_kopecks + 1`,
  ],
  [
    'an effect that is forgotten',
    'no effect is owed',
    `insert into outbox_effect (kind, payload, created_at) values ('mail.send', '{}', now())`,
  ],
  [
    'a payment that the portal does not know',
    'every payment in the bank is credited',
    `insert into sandbox_bank.qr (qr_id, amount_kopecks, purpose, created_at, expires_at) values ('AD', 100, '', now(), now());
     insert into sandbox_bank.operation (operation_id, qr_id, status, happened_at) values (gen_random_uuid(), 'AD', 'success', now())`,
  ],
])('%s is noticed', async (_, rule, statement) => {
  const sim = await livingProvider();
  await behindTheBack(sim, statement);
  expect((await brokenRules(sim, { atRest: true })).join('\n')).toContain(rule);
});

test('a charge that the model does not foretell is noticed, to the kopeck', async () => {
  const sim = await livingProvider();
  // The price that the product reads is not the one that the model has read.
  await sim.pool.query(`update plan set price_kopecks = price_kopecks + 1 where unit = 'day'`);
  await sim.pool.query(`insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    select min(account_id), 'document:1', '', 100, '2026-11-21' from account where contract_id is not null`);
  await sim.pool.query(`update one_time_charge set amount_kopecks = 101`);
  await night(sim).catch(() => undefined);
  expect(sim.observer.failure?.message).toContain('must be');
});

test('money that was acknowledged and is not in the books is noticed', async () => {
  const sim = await livingProvider();
  sim.acknowledged.push({ reference: 'teller:osmp:404', amount: 100_00, isCancelled: false });
  expect((await brokenRules(sim)).join('\n')).toContain('teller:osmp:404 of 10000 was acknowledged');
});
