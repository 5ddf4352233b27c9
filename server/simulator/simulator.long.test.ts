import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, inject, expect, test, onTestFinished } from 'vitest';
import { contract } from '@kabinet/contract';
import { cloneDatabase, dropDatabase, nameOf, TEMPLATES } from '../test/database/database.ts';
import { usedDatabase } from '../test/database/used-database.ts';
import type { World } from '#server/kernel/world.ts';
import { wishesOf } from './actions/access.ts';
import * as letters from './actions/letters.ts';
import * as mail from './actions/mail.ts';
import { simBoxesOf } from './actions/mail-boxes.ts';
import { brokenBoxes } from './actions/mail-views.ts';
import * as programs from './actions/programs.ts';
import * as sip from './actions/sip.ts';
import { brokenLines } from './actions/sip-exchange.ts';
import { simLinesOf } from './actions/sip-lines.ts';
import { importCallsOf } from './actions/calls.ts';
import * as telephone from './actions/telephone.ts';
import * as tv from './actions/tv.ts';
import { decideUntilAnswered } from './actions/decide.ts';
import { refuseIdle } from './actions/hours.ts';
import { payInto } from './actions/payment-agents.ts';
import { brokenRules } from './invariants.ts';
import { night } from './night.ts';
import { simulate } from './simulate.ts';
import { Simulation } from './simulation.ts';
import type { Delay } from './slow.ts';

/** It takes seconds, and many of them on a busy machine. */
const PATIENCE = { timeout: 120_000 };
const BEGIN = new Date('2026-11-20T10:05:00Z');

const server = inject('databaseUrl');
const live = (seed: number) => simulate(server, { seed, days: 5 });
const lived = new Map<number, ReturnType<typeof live>>();
/** Simulated once for all tests of the seed. */
function firstLife(seed: number): ReturnType<typeof live> {
  const life = lived.get(seed) ?? live(seed);
  lived.set(seed, life);
  return life;
}

/** For more seeds: `npm run simulate`. */
test.each([3, 158])('seed %i simulates several days of a provider with a correct ledger', PATIENCE, async (seed) => {
  expect((await firstLife(seed)).steps).toBeGreaterThan(10);
});

/** Every wait of this machine, and more: none, or some milliseconds. */
const anyWait: Delay = async () => {
  if (Math.random() < 0.5) await pause(Math.random() * 4);
};

/** The second has steps whose jobs wait for each other: on two connections of the worker their order is chance. */
test.each([
  [3, 5],
  [2008, 3],
])(
  'seed %i repeats bit by bit, with its faults and its ledger, however long everything takes',
  PATIENCE,
  async (seed, days) => {
    const first = await (days === 5 ? firstLife(seed) : simulate(server, { seed, days }));
    const again = await simulate(server, { seed, days, delay: anyWait });
    expect(again.trace).toEqual(first.trace);
    expect(again).toEqual(first);
  },
);

const chances = { crash: 0, outside: 0 };
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
afterAll(async () => {
  await watched?.sim.portal.close();
  await dropDatabase(server, living);
});

const openOn = (url: string) => Simulation.open(url, 7, { begin: livesOn, chances, isAlive: true });

async function livingProvider(): Promise<Simulation> {
  const url = await cloneDatabase(server, nameOf(living));
  const sim = await openOn(url);
  onTestFinished(async () => {
    await sim.portal.close();
    await dropDatabase(server, url);
  });
  return sim;
}

let watched: { readonly url: string; readonly sim: Simulation } | undefined;

/** The same for tests that change tables behind the back of the product, which keeps nothing of it: one for all of them. */
async function watchedProvider(): Promise<Simulation> {
  const used = await usedDatabase(server, nameOf(living));
  onTestFinished(() => used.leave());
  if (watched?.url !== used.url) {
    await watched?.sim.portal.close();
    watched = { url: used.url, sim: await openOn(used.url) };
  }
  return watched.sim;
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
    'a direction that the exchange still closes',
    'the exchange knows the password, the limits and the directions of a line',
    `insert into sip_line (user_id, month_limit_kopecks, day_limit_kopecks, open_zones)
     select min(user_id), 1, 1, '{far}' from service_user where user_type = 'sip'`,
  ],
  [
    'a telephone on a line that does not work',
    'nobody is registered on a line that does not work',
    `insert into sip.location (username) values ('78482569999')`,
  ],
  [
    'a device that the portal does not know',
    'the devices of TV are those of the platform',
    `insert into tv_look (user_id, ordered_at) select min(user_id), now() from service_user where user_type = 'tv';
     insert into recorded_tv.device (user_id, device_id, kind, name) select min(user_id), 'D', 'box', '' from service_user where user_type = 'tv'`,
  ],
  [
    'a command that nobody has carried out',
    'a command that is done was carried out',
    `insert into tv_command (user_id, device_id, action, state, ordered_at, answered_at)
     select min(user_id), 'D', 'reboot', 'done', now(), now() from service_user where user_type = 'tv'`,
  ],
  [
    'a code that is not closed',
    'no code of TV outlives its time',
    `insert into recorded_tv.code (user_id, code, expires_at) values (1, '12345678', now())`,
  ],
  [
    'a document that is mailed twice',
    'a document of a month is mailed once',
    `insert into sandbox_inbox.message (channel, recipient, subject, text)
     select 'mail', 'buh@firma.example', 'Счёт за телефон, ноябрь 2026', 'Договор 300001, провайдер' from generate_series(1, 2)`,
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
  const sim = await watchedProvider();
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
  await decideUntilAnswered(sim, client!, [contract.plan.change, { body }], decision);
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
  const { status } = await decideUntilAnswered(sim, client!, [contract.plan.change, { body }], {
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
  await decideUntilAnswered(sim, { contractId }, asked, decision);
  expect(sim.observer.failure?.message).toContain('must be');
});

test('detects a decision that is carried out although it must be refused', async () => {
  const sim = await livingProvider();
  const [client] = sim.clients;
  const userId = client!.services[0]!.userId;
  const asked = [contract.plan.delayCancel, { body: { user_id: userId } }] as const;
  await expect(decideUntilAnswered(sim, client!, asked, { do: 'return', userId })).rejects.toThrow(
    'must be change_not_allowed',
  );
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

type Outside = World['outside'];

/** An outside system, or the product on its way to it, that does not do its part. */
const plant = <Part extends object>(part: Part | undefined, fault: Partial<Part>): void => {
  if (!part) throw new Error('Nothing to plant a fault in');
  Object.assign(part, fault);
};
const nothing = () => Promise.resolve();
const until = async (isThere: () => boolean, act: () => Promise<unknown>): Promise<void> => {
  while (!isThere()) await act();
};
const atRest = async (sim: Simulation): Promise<string> => {
  await sim.work();
  return (await brokenRules(sim, { atRest: true })).join('\n');
};

test('detects a mailbox whose sessions go on after its deletion', async () => {
  const sim = await livingProvider();
  plant<Outside['network']>(sim.world.outside.network, { disconnect: nothing });
  await until(
    () => simBoxesOf(sim).length > 0,
    () => mail.createMailbox(sim),
  );
  expect(await atRest(sim)).toBe('');
  await mail.removeOrRestore(sim);
  expect(await atRest(sim)).toContain('sessions of box');
});

test('detects a mailbox that the mail server sees otherwise than its client was told', async () => {
  const sim = await livingProvider();
  await until(
    () => simBoxesOf(sim).some(({ forward, aliases }) => forward?.isOn === true && aliases.size > 0),
    () => sim.one([mail.createMailbox, letters.copies, letters.changeNames])(sim),
  );
  await sim.work();
  expect(await brokenBoxes(sim)).toEqual([]);
  await behindTheBack(sim, 'update mail_forward set is_on = false');
  expect((await brokenBoxes(sim)).join()).toContain('"copies":null');
  await behindTheBack(sim, `update mail_forward set is_on = true; delete from mail_address where not is_own`);
  expect((await brokenBoxes(sim)).join()).toContain('the mail server sees box');
});

test('detects a SIP line whose new password the exchange does not get', async () => {
  const sim = await livingProvider();
  plant<Outside['network']>(sim.world.outside.network, { apply: nothing });
  await until(
    () => [...simLinesOf(sim).values()].some(({ password }) => password !== undefined),
    () => sip.renewSipPassword(sim),
  );
  await sim.work();
  expect((await brokenLines(sim)).join()).toContain('the exchange treats line');
  expect(await atRest(sim)).toContain('the exchange knows the password');
});

test('detects a spent limit that does not stop paid calls', async () => {
  const sim = await livingProvider();
  const spending = () => [...simLinesOf(sim).values()].find(({ limits }) => limits.day < 10_00);
  await until(
    () => spending() !== undefined,
    () => sip.setSipLimits(sim),
  );
  const { login, calls, limits } = spending()!;
  await until(
    () => calls.reduce((sum, { price }) => sum + price, 0) > limits.day,
    () => importCallsOf(sim, login, () => sim.today),
  );
  await sim.work();
  expect(await brokenLines(sim)).toEqual([]);
  await behindTheBack(sim, 'update sip.line set no_paid_calls_until = null');
  expect((await brokenLines(sim)).join()).toContain('"stop":true');
});

test('detects a device that stays signed in after it was dropped', async () => {
  const sim = await livingProvider();
  plant(sim.world.outside.tv, { dropDevice: nothing });
  await until(
    () => sim.clients.some(({ services }) => services.some(({ kind }) => kind === 'tv')),
    () => programs.switchStarter(sim),
  );
  for (let did = ''; !did.endsWith('200'); did = await tv.dropAnyDevice(sim)) {
    await tv.plugDevice(sim);
    await tv.lookAtAnyDevices(sim);
    await sim.work();
    sim.portal.clock.advance(60_000);
  }
  expect(await atRest(sim)).toContain('the devices of TV');
});

test('detects documents that are mailed again under another key', async () => {
  const sim = await livingProvider();
  const { mail: post } = sim.world.outside;
  const send = post.send.bind(post);
  plant(post, {
    send: async ({ key, ...letter }) => {
      await send({ ...letter, key: `${key ?? ''}-again` });
      await send(letter);
    },
  });
  for (let did = ''; !did.includes('@');) did = await telephone.mailDocuments(sim);
  while (sim.today < '2026-12-03') await night(sim);
  expect(await atRest(sim)).toContain('a document of a month is mailed once');
});
