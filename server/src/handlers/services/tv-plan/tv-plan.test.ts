import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const { plan, tvPlan } = contract;

let portal: TestPortal;
let id: number;
let internet: number;
beforeEach(async () => {
  portal = await testPortal();
  const { body } = await portal.send(contract.user.list, {}, WHO);
  id = body.find(({ user_type }) => user_type === 'tv')!.user_id;
  internet = body.find(({ user_type }) => user_type === 'isg')!.user_id;
});

const options = async () => (await portal.send(plan.options, { params: { id } }, WHO)).body;
const planNamed = async (name: string) => (await options()).plans.find((one) => one.name === name)!.plan_id;
const optionNamed = async (name: string) => (await options()).options.find((one) => one.name === name)!;
const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
const change = (plan_id: number, when: 'now' | 'next_period', version?: string) =>
  portal.send(tvPlan.change, { body: { user_id: id, plan_id, when, ...(version && { version }) } }, WHO);
const changeOption = (option_id: number, status: 'on' | 'off', version?: string) =>
  portal.send(tvPlan.changeOption, { body: { user_id: id, option_id, status, ...(version && { version }) } }, WHO);
const inNetwork = async () =>
  (
    await portal.pool.query<{ state: { plan: { planId: number }; options: number[] } }>(
      `select state from recorded_network.service where service = 'user:' || $1`,
      [id],
    )
  ).rows[0]?.state;

test('offers TV plans only, without archived ones', async () => {
  const { plans } = await options();
  expect(plans.map(({ name }) => name)).toEqual(['Социальный', 'Домашний', 'Большой']);
});

test('changes the plan at once as previewed, tells the TV system, and takes it back without loss', async () => {
  const was = [await balance(), (await options()).options];
  const [small, big] = [await planNamed('Домашний'), await planNamed('Большой')];
  const told = await portal.send(plan.preview, { body: { user_id: id, plan_id: big, when: 'now' } }, WHO);
  const { status, body } = await change(big, 'now', told.body.version);
  expect([status, body]).toEqual([200, told.body]);
  expect(body.speed_mbit).toEqual({ was: null, will: null });
  expect(await balance()).toBe(body.balance_after);
  await portal.work();
  expect(await inNetwork()).toMatchObject({ plan: { planId: big } });
  expect((await options()).undo?.plan.name).toBe('Домашний');
  expect((await change(small, 'now')).status).toBe(200);
  expect([await balance(), (await options()).options]).toEqual(was);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('changes the plan from the next period, and the day does it; until then it can be cancelled', async () => {
  const big = await planNamed('Большой');
  const { body } = await change(big, 'next_period');
  expect(body).toMatchObject({ from: '2026-12-01', charge_now: '0.00', price: { will: { amount: '390.00' } } });
  const { body: users } = await portal.send(contract.user.list, { query: { user_type: 'tv' } }, WHO);
  expect(users[0]!.planned_plan).toMatchObject({ name: 'Большой', from: '2026-12-01' });
  const { body: calendar } = await portal.send(contract.calendar.get, {}, WHO);
  expect(JSON.stringify(calendar)).toContain('Большой');
  const cancel = () => portal.send(plan.delayCancel, { body: { user_id: id } }, WHO);
  expect((await cancel()).body).toEqual({ cancelled: true });
  expect((await change(big, 'next_period')).status).toBe(200);
  portal.clock.set(new Date('2026-12-01T02:00:00Z'));
  await chargeUpTo(portal.world);
  expect((await options()).plan?.name).toBe('Большой');
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('switches an option as previewed, with the consent to its terms; said twice, it succeeds twice', async () => {
  const { option_id } = await optionNamed('Мультирум');
  const asked = { user_id: id, option_id, status: 'on' } as const;
  const told = await portal.send(plan.optionPreview, { body: asked }, WHO);
  const { status, body } = await changeOption(option_id, 'on', told.body.version);
  expect([status, body]).toEqual([200, told.body]);
  expect((await optionNamed('Мультирум')).control.status).toBe('on');
  await portal.work();
  expect((await inNetwork())?.options).toContain(option_id);
  const { rows } = await portal.pool.query('select from consent where subject = $1', [`option:${option_id}`]);
  expect(rows).toHaveLength(1);
  expect((await changeOption(option_id, 'on')).body).toMatchObject({ charge_now: '0.00' });
  expect((await changeOption(option_id, 'off')).body).toMatchObject({ from: '2026-12-01' });
});

test.each(['change', 'changeOption'] as const)('%s refuses a service of another kind like none', async (name) => {
  const { rows } = await portal.pool.query<{ plan_id: number; option_id: number }>(
    `select plan_id, option_id from plan join plan_option using (plan_id) where plan.name = 'Волга 500' limit 1`,
  );
  const { plan_id = 0, option_id = 0 } = rows[0] ?? {};
  const { status, body } = await (name === 'change'
    ? portal.send(tvPlan.change, { body: { user_id: internet, plan_id, when: 'now' } }, WHO)
    : portal.send(tvPlan.changeOption, { body: { user_id: internet, option_id, status: 'on' } }, WHO));
  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('refuses what the account cannot pay, what is not offered, and what was decided on an older state', async () => {
  const big = await planNamed('Большой');
  const { option_id } = await optionNamed('Мультирум');
  const { version } = await options();
  const { rows } = await portal.pool.query<{ plan_id: number }>(
    `select plan_id from plan where name = 'Семейный 2019'`,
  );
  expect((await change(rows[0]!.plan_id, 'now')).body.code).toBe('change_not_allowed');
  expect((await changeOption(option_id, 'on', version)).status).toBe(200);
  expect((await change(big, 'now', version)).body.code).toBe('changed_meanwhile');
  expect((await changeOption(option_id, 'off', version)).body.code).toBe('changed_meanwhile');
  await portal.pool.query(`update plan set price_kopecks = 900000 where name = 'Большой'`);
  await portal.pool.query(`update plan_option set price_kopecks = 900000 where name = 'Пауза и перемотка эфира'`);
  expect((await change(big, 'now')).body.code).toBe('not_enough_money');
  const { option_id: pause } = await optionNamed('Пауза и перемотка эфира');
  expect((await changeOption(pause, 'on')).body.code).toBe('not_enough_money');
  await portal.pool.query(`update service_user set state = 'paused' where user_id = $1`, [id]);
  expect((await changeOption(pause, 'on')).body.code).toBe('change_not_allowed');
});

test('lists channels by number, as many of each plan and program as their names say', async () => {
  const { body } = await portal.send(tvPlan.channels, {}, WHO);
  const numbers = body.channels.map(({ number }) => number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  const { rows } = await portal.pool.query<{ id: number; count: number }>(`
    select plan_id as id, substring(summary from '^\\d+')::int as count from plan where service_kind = 'tv'
    union all
    select program_id, substring(summary from '^\\d+')::int from program where service_kind = 'tv' or plan_id is not null`);
  const counted = [
    ...body.plans.map((one) => [one.plan_id, one.channel_ids.length]),
    ...body.programs.map((one) => [one.programm_id, one.channel_ids.length]),
  ];
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(rows.map((row) => [row.id, row.count])));
});

test('the database refuses a plan of another kind, and channels of anything but TV', async () => {
  const refused = (text: string, ...values: unknown[]) => expect(portal.pool.query(text, values)).rejects.toThrow();
  const { rows } = await portal.pool.query<{ plan_id: number }>(`select plan_id from plan where name = 'Волга 500'`);
  const other = rows[0]!.plan_id;
  await refused('update service_user set plan_id = $1 where user_id = $2', other, id);
  await refused(
    `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
     values ($2, $1, '2026-12-01', 'planned', 'operator', now())`,
    other,
    id,
  );
  await refused('insert into plan_channel (plan_id, channel_id) select $1, min(channel_id) from tv_channel', other);
  await refused('insert into program_channel (program_id, channel_id) select 1101, min(channel_id) from tv_channel');
});
