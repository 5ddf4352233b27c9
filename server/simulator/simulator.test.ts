import { afterAll, beforeAll, inject, expect, test, onTestFinished } from 'vitest';
import { contract } from '@kabinet/contract';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../test/database.ts';
import { wishesOf } from './actions/access.ts';
import { decide } from './actions/decide.ts';
import { refuseIdle } from './actions/hours.ts';
import { payInto } from './actions/payment-agents.ts';
import { brokenRules } from './invariants.ts';
import { night } from './night.ts';
import { simulate } from './simulate.ts';
import { Simulation } from './simulation.ts';

/** It takes seconds, and many of them on a busy machine. */
const PATIENCE = { timeout: 120_000 };
const BEGIN = new Date('2026-11-20T10:05:00Z');

/** For more seeds: `npm run simulate`. */
test.each([3, 51, 158])(
  'seed %i simulates several days of a provider with a correct ledger',
  PATIENCE,
  async (seed) => {
    expect((await simulate(inject('databaseUrl'), { seed, days: 5 })).steps).toBeGreaterThan(10);
  },
);

test('the same seed gives the same result', PATIENCE, async () => {
  const run = () => simulate(inject('databaseUrl'), { seed: 9, days: 2 });
  expect(await run()).toEqual(await run());
});

const chances = { crash: 0, outside: 0 };
const server = inject('databaseUrl');
let living = '';
let livesOn = BEGIN;

/** A provider with some history and no faults; each test has a copy of it. */
beforeAll(async () => {
  living = await cloneDatabase(server, TEMPLATES.empty);
  const sim = await Simulation.open(living, 7, { begin: BEGIN, chances });
  await sim.pool.query('update account set credit_limit_kopecks = 10000000 where contract_id is not null');
  await sim.observer.lookAgain();
  await sim.charge();
  await night(sim);
  expect(await brokenRules(sim, { atRest: true })).toEqual([]);
  livesOn = sim.portal.clock.now();
  await sim.portal.close();
});
afterAll(() => dropDatabase(server, living));

async function livingProvider(): Promise<Simulation> {
  const url = await cloneDatabase(server, new URL(living).pathname.slice(1));
  const sim = await Simulation.open(url, 7, { begin: livesOn, chances, isAlive: true });
  onTestFinished(async () => {
    await sim.portal.close();
    await dropDatabase(server, url);
  });
  return sim;
}

/** Bypasses every trigger that would refuse it. */
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
    'an exceeded limit',
    'who is beyond the credit limit is in debt',
    `update account set credit_limit_kopecks = 0, promised_kopecks = 0 where account_id in ${CLIENTS}`,
  ],
  [
    'a promise without an end',
    'a promised limit has an end, and ends',
    `update account set promised_kopecks = 1 where account_id in ${CLIENTS}`,
  ],
  [
    'a wrong mark of a charge',
    'what is kept of a charge agrees with the ledger',
    `update fee_charged set amount_kopecks = amount_kopecks + 1`,
  ],
  [
    'a suspended service that works',
    'who is suspended is paused',
    `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
     select min(user_id), '2026-11-21', '2026-11-30', 'active', now(), '{}', 0, 0 from service_user where state = 'active'`,
  ],
  [
    'a program without the one that it needs',
    'programs that need another have it',
    `insert into user_program (user_id, program_id, status) select min(user_id), 5, 'on' from service_user`,
  ],
  [
    'a starter program without its service',
    'a starter program has its service',
    `insert into contract_program (contract_id, program_id, status) select min(contract_id), 1010, 'on' from contract`,
  ],
  [
    'a reverted plan with a remaining ledger line',
    'no day of a fee is charged twice',
    `update ledger_entry set service_from = service_from - 3 where transaction_id = ${ANY_CHARGE};
     insert into ledger_transaction (kind, reference, day, happened_at) select kind, regexp_replace(reference, '[^:]*$', '2020-01-01'), day, happened_at
       from ledger_transaction where transaction_id = ${ANY_CHARGE};
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, service_from, service_until, rate_kopecks, rate_unit)
       select currval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')), account_id, amount_kopecks, day, happened_at, text,
         service_from + 1, service_until, rate_kopecks, rate_unit from ledger_entry where transaction_id = ${ANY_CHARGE}`,
  ],
  [
    'a state that the network has not applied',
    'what has changed of a service is carried out',
    `update service_state set version = version + 1 where user_id = (select min(user_id) from service_user)`,
  ],
  [
    'a debt missing in the network',
    'the network lets in whose service works',
    `update service_user set state = 'blocked', reason = 'debt' where state = 'active'`,
  ],
  [
    'a plan missing in the network',
    'the network gives the plan',
    `update service_user set plan_id = (select max(plan_id) from plan p where p.plan_id <> service_user.plan_id)`,
  ],
  [
    'a plan of the next period missing in the network',
    'knows the one of the next period',
    `update plan_change set state = 'cancelled' where state = 'planned';
     insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
     select min(user_id), 1, '2027-01-01', 'planned', 'operator', now() from service_user`,
  ],
  [
    'an option missing in the network',
    'the network gives the options and programs that are on',
    `insert into user_option (user_id, option_id, status) select min(user_id), 1, 'on' from service_user`,
  ],
  [
    'a program missing in the network',
    'the network gives the options and programs that are on',
    `insert into user_program (user_id, program_id, status) select min(user_id), 1, 'on' from service_user`,
  ],
  [
    'a device missing in the network',
    'the network knows how a service is entered',
    `insert into service_access (user_id, bound_mac) select min(user_id), '02:00:5e:10:00:02' from service_user`,
  ],
  [
    'a password missing in the network',
    'the network knows how a service is entered',
    `insert into service_secret (user_id, form, secret, changed_at) select min(user_id), 'sealed', '', now() from service_user`,
  ],
  [
    'a blocked number missing in the network',
    'the network lets call whose number works',
    `update phone_number set state = 'blocked', reason = 'operator'`,
  ],
  [
    'a change of a service without an update of the network',
    'nobody told the network of user:1: autoAuth',
    `insert into service_access (user_id, auto_auth) select min(user_id), true from service_user`,
  ],
  [
    'an active session that should have ended',
    'sessions that were to end have ended',
    `insert into internet_session (user_id, started_at, address, bytes_in, bytes_out, end_ordered_at)
     select min(user_id), now(), '10.0.0.1', 0, 0, now() from service_user`,
  ],
  [
    'a forgotten effect',
    'no effect is owed',
    `insert into outbox_effect (kind, version, payload, created_at) values ('mail.send', 1, '{}', now())`,
  ],
  [
    'a payment unknown to the portal',
    'every payment in the bank is credited',
    `insert into sandbox_bank.qr (qr_id, amount_kopecks, purpose, created_at, expires_at) values ('AD', 100, '', now(), now());
     insert into sandbox_bank.operation (operation_id, qr_id, status, happened_at) values (gen_random_uuid(), 'AD', 'success', now())`,
  ],
])('detects %s', async (_, rule, statement) => {
  const sim = await livingProvider();
  await behindTheBack(sim, statement);
  expect((await brokenRules(sim, { atRest: true })).join('\n')).toContain(rule);
});

test('detects a charge that the model does not predict, to the kopeck', async () => {
  const sim = await livingProvider();
  // The product reads another price than the model.
  await sim.pool.query(`update plan set price_kopecks = price_kopecks + 1 where unit = 'day'`);
  await sim.pool.query(`insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    select min(account_id), 'document:1', '', 100, '2026-11-21' from account where contract_id is not null`);
  await sim.pool.query(`update one_time_charge set amount_kopecks = 101`);
  await night(sim).catch(() => undefined);
  expect(sim.observer.failure?.message).toContain('must be');
});

test('detects a decision carried out otherwise than the model says', async () => {
  const sim = await livingProvider();
  const [client] = sim.clients;
  const userId = client!.services[0]!.userId;
  const { soldId } = sim.observer.line(userId);
  const planId = sim.catalogue.plans['internet']!.find((id) => id !== soldId)!;
  await sim.pool.query('update plan set price_kopecks = price_kopecks + 100 where plan_id = $1', [planId]);
  const body = { user_id: userId, plan_id: planId, when: 'now' as const };
  const decision = { do: 'plan', userId, planId, when: 'now' } as const;
  await decide(sim, client!, [contract.plan.change, { body }], decision);
  expect(sim.observer.failure?.message).toContain('must be');
});

test('sees the money of a decision, even if a transaction with a higher id is committed first', async () => {
  const sim = await livingProvider();
  const [client, other] = sim.clients;
  const userId = client!.services[0]!.userId;
  const { soldId } = sim.observer.line(userId);
  const planId = sim.catalogue.plans['internet']!.find((id) => id !== soldId)!;
  const paid = sim.whileItIsCommitted(() => payInto(sim, other!.accounts[0]!.no, 100_00));
  const body = { user_id: userId, plan_id: planId, when: 'now' as const };
  const { status } = await decide(sim, client!, [contract.plan.change, { body }], {
    do: 'plan',
    userId,
    planId,
    when: 'now',
  });
  expect([status, await paid]).toEqual([200, expect.not.stringContaining('refused')]);
  expect(sim.observer.failure).toBeUndefined();
});

test('detects a starter program whose service costs something else than the model says', async () => {
  const sim = await livingProvider();
  const { contractId } = sim.clients[0]!;
  await sim.pool.query(`update plan set price_kopecks = price_kopecks + 10000 where service_kind = 'tv'`);
  const asked = [contract.internetContract.changeProgram, { body: { programm_id: 1010, status: 'on' } }] as const;
  const decision = { do: 'program', contractId, userId: null, programId: 1010, status: 'on' } as const;
  await decide(sim, { contractId }, asked, decision);
  expect(sim.observer.failure?.message).toContain('must be');
});

test('detects a decision that is carried out although it must be refused', async () => {
  const sim = await livingProvider();
  const [client] = sim.clients;
  const userId = client!.services[0]!.userId;
  const asked = [contract.plan.delayCancel, { body: { user_id: userId } }] as const;
  await expect(decide(sim, client!, asked, { do: 'return', userId })).rejects.toThrow('must be change_not_allowed');
});

test('detects a schedule that is not applied, and a wrong password', async () => {
  const sim = await livingProvider();
  const { userId } = sim.clients[0]!.services[0]!;
  await sim.change(`insert into access_schedule (user_id, is_on, rules) values ($1, true, '[]')`, userId);
  expect(() => {
    refuseIdle(sim);
  }).toThrow(`users ${userId} do not follow`);
  wishesOf(sim).autoAuth.set(userId, true);
  expect((await brokenRules(sim)).join('\n')).toContain(`automatic entry of user ${userId}`);
});

test('detects a confirmed payment that is missing in the ledger', async () => {
  const sim = await livingProvider();
  sim.acknowledged.push({ reference: 'teller:osmp:404', amount: 100_00, isCancelled: false });
  expect((await brokenRules(sim)).join('\n')).toContain('teller:osmp:404 of 10000 was acknowledged');
});
