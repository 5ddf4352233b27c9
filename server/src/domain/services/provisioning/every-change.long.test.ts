import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { dayIn } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { blockForDebt, restoreAfterDebt } from '#server/domain/billing/debt/debt.ts';
import { connectService } from '#server/domain/changes/program/starter.ts';
import { forgetServiceKey } from '#server/domain/services/access/service-key.ts';
import { chargingOnly } from '../../../../test/portal/charging-only.ts';
import { listeningPortal, type ListeningPortal } from '../../../../test/portal/listening-network.ts';
import { PROGRAM, userOf } from '../../../../test/portal/programs.ts';

const WHO = 100_001;
/** Has no TV, and an access schedule. */
const OTHER = 100_004;
const [BOX, APPS] = [1252, 1010];
const PASSWORD = 'demo-service';
const NEW_PASSWORD = 'Lesnaya-tropa-48';
const ZONE = 'Europe/Samara';
const WEEK = [1, 2, 3, 4, 5, 6, 7];

let one: ListeningPortal;
let internet: number;
let tv: number;
beforeEach(async () => {
  one = await listeningPortal();
  [internet, tv] = await Promise.all([userOf(one.portal, 'internet', WHO), userOf(one.portal, 'tv', WHO)]);
});

const send: ListeningPortal['portal']['send'] = async (call, request, who = WHO) => {
  const answer = await one.portal.send(call, request, who);
  expect([call.path, answer.status, answer.body.code]).toEqual([call.path, 200, undefined]);
  return answer;
};
const query = (text: string, values: unknown[] = []) => one.portal.pool.query(text, values);
const at = () => ({ now: one.portal.clock.now(), zone: ZONE });
const today = () => dayIn(ZONE, one.portal.clock.now());

const planNamed = async (name: string) => {
  const { body } = await send(contract.plan.options, { params: { id: internet } });
  return body.plans.find((plan) => plan.name === name)!.plan_id;
};
const changePlan = async (name: string, when: 'now' | 'next_period') =>
  send(contract.plan.change, { body: { user_id: internet, plan_id: await planNamed(name), when } });
const cancelPlan = () => send(contract.plan.delayCancel, { body: { user_id: internet } });
async function option(isIt: (price: string) => boolean, status: 'on' | 'off') {
  const { body } = await send(contract.plan.options, { params: { id: internet } });
  const { option_id } = body.options.find(({ price }) => isIt(price))!;
  await send(contract.plan.changeOption, { body: { user_id: internet, option_id, status } });
}
const isFree = (price: string) => price === '0.00';
const isPaid = (price: string) => price !== '0.00';
const program = (programm_id: number, status: 'on' | 'off', user_id = internet) =>
  send(contract.user.changeProgram, { body: { user_id, programm_id, status } });
const starter = async (programm_id: number, status: 'on' | 'off') =>
  (await send(contract.internetContract.changeProgram, { body: { programm_id, status } }, OTHER)).body.user_id ?? 0;
const suspend = (from: string, until: string) =>
  send(contract.suspension.start, { body: { user_id: internet, from, until } });
async function hours(from: string, to: string) {
  const { body } = await send(contract.internetSchedule.get, { params: { id: internet } });
  const rules = [{ days: WEEK, from, to }];
  const set = { version: body.version, is_on: true, rules, exceptions: [] };
  await send(contract.internetSchedule.set, { params: { id: internet }, body: set });
}
const autoAuth = (call: 'enableAutoAuth' | 'disableAutoAuth') =>
  send(contract.internetUser[call], { body: { user_id: internet } });
const hold = (reason: string) =>
  query(`update service_user set state = 'blocked', reason = $2 where user_id = $1`, [internet, reason]);
const unlock = () => send(contract.internetUser.unlock, { body: { user_id: internet } });
const newPassword = (end_sessions = false) =>
  send(contract.user.changePassword, {
    body: { user_id: internet, password: PASSWORD, new_password: NEW_PASSWORD, end_sessions },
  });
const column = async <T>(text: string, value: unknown): Promise<T[]> =>
  (await one.portal.pool.query<{ value: T }>(text, [value])).rows.map(({ value }) => value);
const accounts = () =>
  column<number>('select account_id as value from account where contract_id = $1 order by account_id', WHO);
const debt = async () => {
  const ids = await accounts();
  await one.portal.world.db.write((tx) => blockForDebt(tx, ids, at()));
};
async function back() {
  await query('update account set credit_limit_kopecks = 1000000 where contract_id = $1', [WHO]);
  for (const id of await accounts()) await one.portal.world.db.write((tx) => restoreAfterDebt(tx, id, at()));
}
async function nightOf(day: string) {
  await chargingOnly(one.portal, WHO);
  one.portal.clock.set(new Date(`${day}T00:05:00Z`));
  await chargeUpTo(one.portal.world);
}
const connect = (id: number) => one.portal.world.db.write((tx) => connectService(tx, id, one.portal.clock.now()));

const own = () => [`user:${internet}`];
const withDebts = () =>
  column<string>(
    `select 'user:' || user_id as value from service_user where contract_id = $1 and (state = 'active' or reason = 'debt')
     union all select 'number:' || phone_number from phone_number where contract_id = $1`,
    WHO,
  );

interface Change {
  /** What is so before it. */
  readonly given?: () => Promise<unknown>;
  readonly made: () => Promise<unknown>;
  /** What the network is told of; the internet service, when absent. */
  readonly of?: () => string[] | Promise<string[]>;
}

/** Whatever changes a service, by who changes it. */
const CHANGES: Readonly<Record<string, Change>> = {
  'a plan at once': { made: () => changePlan('Волга 500', 'now') },
  'the way back to the plan of before': {
    given: () => changePlan('Волга 500', 'now'),
    made: () => changePlan('Волга 300', 'now'),
  },
  'a plan of the next period': { made: () => changePlan('Волга 500', 'next_period') },
  'a plan of the next period that is cancelled': {
    given: () => changePlan('Волга 500', 'next_period'),
    made: cancelPlan,
  },
  'the day of a planned plan': {
    given: () => changePlan('Волга 500', 'next_period'),
    made: () => nightOf('2026-12-01'),
  },
  'an option on': { made: () => option(isPaid, 'on') },
  'an option off at once': { made: () => option(isFree, 'off') },
  'the day of an option that ends': {
    given: async () => {
      await option(isPaid, 'on');
      await option(isPaid, 'off');
    },
    made: () => nightOf('2026-12-01'),
  },
  'a program on': { made: () => program(PROGRAM.antivirus, 'on') },
  'a program that is taken back': {
    given: () => program(PROGRAM.antivirus, 'on'),
    made: () => program(PROGRAM.antivirus, 'off'),
  },
  'a package of TV': { made: () => program(PROGRAM.cinema, 'on', tv), of: () => [`user:${tv}`] },
  'the day of a program that ends': {
    given: async () => {
      await query('update user_program set switched_at = null where user_id = $1', [internet]);
      await program(PROGRAM.static, 'off');
    },
    made: () => nightOf('2026-12-01'),
  },
  'a starter that works at once': { made: async () => (tv = await starter(APPS, 'on')), of: () => [`user:${tv}`] },
  'a starter that is connected by a visit': {
    made: async () => (tv = await starter(BOX, 'on')),
    of: () => [`user:${tv}`],
  },
  'a visit that was made': {
    given: async () => (tv = await starter(BOX, 'on')),
    made: () => connect(tv),
    of: () => [`user:${tv}`],
  },
  'a starter off': {
    given: async () => (tv = await starter(APPS, 'on')),
    made: () => starter(APPS, 'off'),
    of: () => [`user:${tv}`],
  },
  'a suspension from today': { made: () => suspend(today(), '2026-12-10') },
  'the first day of a suspension': {
    given: () => suspend('2026-11-22', '2026-12-10'),
    made: () => nightOf('2026-11-22'),
  },
  'an early return': {
    given: () => suspend(today(), '2026-12-10'),
    made: () => send(contract.suspension.return, { body: { user_id: internet } }),
  },
  'the day of return': { given: () => suspend(today(), '2026-11-28'), made: () => nightOf('2026-11-28') },
  'hours that begin closed': { made: () => hours('22:00', '23:00') },
  'hours that turn': {
    given: () => hours('22:00', '23:00'),
    made: () => {
      one.portal.clock.set(new Date('2026-11-20T18:30:00Z'));
      return Promise.resolve();
    },
  },
  'automatic authentication off': { made: () => autoAuth('disableAutoAuth') },
  'automatic authentication on': {
    given: () => autoAuth('disableAutoAuth'),
    made: () => autoAuth('enableAutoAuth'),
  },
  'a locked login that is opened': { given: () => hold('login_locked'), made: unlock },
  'a hanging session that is ended': { given: () => hold('session_stuck'), made: unlock },
  'a stale binding that is renewed': { given: () => hold('binding_stale'), made: unlock },
  'a new password': { made: () => newPassword() },
  'a new password that ends sessions': { made: () => newPassword(true) },
  'a lost key of passwords': {
    given: () => newPassword(),
    made: () => one.portal.world.db.write(forgetServiceKey),
  },
  'a debt': { made: debt, of: withDebts },
  'the end of a debt': { given: debt, made: back, of: withDebts },
};

test.each(Object.entries(CHANGES))('%s: the network is told once, and does what it should', async (_, change) => {
  const { given, made, of = own } = change;
  await given?.();
  await one.portal.work();
  one.told.length = 0;
  await made();
  await one.portal.work();
  const must = await of();
  expect(one.told.filter((service) => must.includes(service)).sort()).toEqual([...must].sort());
  expect(new Set(one.told).size).toBe(one.told.length);
  expect(await one.differing()).toEqual([]);
});

test('what a client only looks at is told to nobody', async () => {
  const { portal, told } = one;
  const plan_id = await planNamed('Волга 500');
  await send(contract.plan.preview, { body: { user_id: internet, plan_id, when: 'now' } });
  await send(contract.user.programPreview, {
    body: { user_id: internet, programm_id: PROGRAM.antivirus, status: 'on' },
  });
  await portal.work();
  expect(told).toEqual([]);
});
