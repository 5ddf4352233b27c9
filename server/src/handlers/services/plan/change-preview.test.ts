import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Suspender } from '../../../../test/portal/suspender.ts';

/**
 * The preview of a change: the price of what is changed and the next charge of this service alone, whatever else the
 * account pays for. The client of the tenth of December pays 310 roubles a month for internet and, from tomorrow, 12 a
 * day for TV.
 */
let one: Suspender;
let ids: { own: number; dear: number; daily: number; router: number };
const [ANTIVIRUS, PAPER, STARTER] = [1, 2, 1010];

beforeEach(async () => {
  one = await Suspender.inDecember('2026-12-10', { balance: 2000_00 });
  const plan = (name: string, price: number, unit: string, kind = 'internet', speed = 'null') =>
    idOf(`insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit)
      values ('${kind}', '${name}', '', ${price}, '${unit}', ${speed}) returning plan_id as id`);
  const own = await idOf('update plan set speed_mbit = 100 returning plan_id as id');
  const tv = await plan('ТВ по дням', 12_00, 'day', 'tv');
  const starter = await plan('Приложения', 155_00, 'month', 'tv');
  ids = {
    own,
    dear: await plan('Быстрый', 620_00, 'month', 'internet', '500'),
    daily: await plan('По дням', 15_00, 'day', 'internet', '300'),
    router: await idOf(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      values (${own}, 'Роутер', '', '', 9300) returning option_id as id`),
  };
  await one.portal.pool.query(`insert into program
      (program_id, service_kind, name, summary, description, price_kopecks, plan_id)
    values (${ANTIVIRUS}, 'internet', 'Антивирус', '', '', 12400, null),
      (${PAPER}, 'contract', 'Счёт на бумаге', '', '', 15500, null),
      (${STARTER}, 'contract', 'ТВ в приложениях', '', '', 0, ${starter})`);
  await one.portal.pool.query(`insert into service_user
      (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select contract_id, account_id, 'tv', 'ТВ', 'tv-1', '', 'active', state_since, ${tv}, '2026-12-11' from service_user`);
});

const idOf = async (query: string) => Number((await one.portal.pool.query<{ id: number }>(query)).rows[0]?.id);
const { plan, user, internetContract } = contract;
const mine = () => ({ user_id: one.client.userId });
const send: Suspender['portal']['send'] = (call, request) => one.portal.send(call, request, one.client.contractId);

const plans = (plan_id: number, when: 'now' | 'next_period' = 'now') =>
  send(plan.preview, { body: { ...mine(), plan_id, when } });
const options = (status: 'on' | 'off') =>
  send(plan.optionPreview, { body: { ...mine(), option_id: ids.router, status } });
const programs = (status: 'on' | 'off') =>
  send(user.programPreview, { body: { ...mine(), programm_id: ANTIVIRUS, status } });
const ofContract = (programm_id: number, status: 'on' | 'off') =>
  send(internetContract.programPreview, { body: { programm_id, status } });

const month = (amount: string) => ({ amount, unit: 'month' });
const NEW_YEAR = '2027-01-01';
const next = (amount: string, missing = '0.00') => ({ day: NEW_YEAR, amount, missing });

test('a dearer plan at once', async () => {
  const { body } = await plans(ids.dear);
  expect(body).toMatchObject({
    from: '2026-12-10',
    price: { was: month('310.00'), will: month('620.00') },
    speed_mbit: { was: 100, will: 500 },
    monthly: { was: '310.00', will: '620.00' },
    charge_next: next('620.00'),
    undo_until: '2026-12-10T10:15:00.000Z',
    changeable_from: '2026-12-17',
  });
});

test('a daily plan is charged tomorrow, and compared by thirty days', async () => {
  expect((await plans(ids.daily)).body).toMatchObject({
    price: { was: month('310.00'), will: { amount: '15.00', unit: 'day' } },
    monthly: { was: '310.00', will: '450.00' },
    charge_next: { day: '2026-12-11', amount: '15.00', missing: '0.00' },
  });
});

test('a plan from the next period: nothing now, and its own price then', async () => {
  await send(plan.changeOption, { body: { ...mine(), option_id: ids.router, status: 'on' } });
  const { body } = await plans(ids.dear, 'next_period');
  expect(body).toMatchObject({
    from: NEW_YEAR,
    charge_now: '0.00',
    price: { was: month('310.00'), will: month('620.00') },
    monthly: { was: '403.00', will: '620.00' },
    charge_next: next('620.00'),
    switches_off: ['Роутер'],
    undo_until: '2026-12-31T20:00:00.000Z',
    changeable_from: null,
  });
});

test('shows what the account will lack for the next charge, though nothing is missing now', async () => {
  const balance = await one.balance();
  // TV takes 12 roubles a day, on the first of January, too.
  const by = 22 * 12_00 + 620_00;
  await one.owes(balance - by + 364_00, '2026-12-10');
  const { body } = await plans(ids.dear, 'next_period');
  expect(body).toMatchObject({ missing: '0.00', charge_next: next('620.00', '364.00') });
});

test('what is missing at once is what a credit does not cover', async () => {
  await one.portal.pool.query('update account set credit_limit_kopecks = 10000');
  await one.owes((await one.balance()) + 50_00, '2026-12-10');
  const { body } = await options('on');
  expect(body).toMatchObject({ missing: '16.00' });
});

test("today's price is that of a promotion which ends with the plan", async () => {
  await one.portal.pool.query(
    `update service_user set promo_kopecks = 10000, promo_until = '2027-06-01' where user_id = $1`,
    [one.client.userId],
  );
  expect((await plans(ids.dear)).body.price).toEqual({ was: month('100.00'), will: month('620.00') });
});

describe('an option', () => {
  test('that is switched on and off', async () => {
    expect((await options('on')).body).toMatchObject({
      price: { was: null, will: month('93.00') },
      monthly: { was: '310.00', will: '403.00' },
      charge_next: next('403.00'),
      undo_until: null,
    });
    await send(plan.changeOption, { body: { ...mine(), option_id: ids.router, status: 'on' } });
    expect((await options('off')).body).toMatchObject({
      from: NEW_YEAR,
      price: { was: month('93.00'), will: null },
      monthly: { was: '403.00', will: '310.00' },
      charge_next: next('310.00'),
      undo_until: '2026-12-31T20:00:00.000Z',
    });
  });
});

describe('a program', () => {
  test('of a service', async () => {
    expect((await programs('on')).body).toMatchObject({
      price: { was: null, will: month('124.00') },
      monthly: { was: '310.00', will: '434.00' },
      charge_next: next('434.00'),
      undo_until: '2026-12-10T10:15:00.000Z',
    });
  });

  test('of the contract is shown alone', async () => {
    expect((await ofContract(PAPER, 'on')).body).toMatchObject({
      price: { was: null, will: month('155.00') },
      monthly: { was: '0.00', will: '155.00' },
      charge_next: next('155.00'),
    });
  });

  test('that creates a service costs as much as its plan, and so does its end', async () => {
    const starting = { price: { was: null, will: month('155.00') }, monthly: { was: '0.00', will: '155.00' } };
    expect((await ofContract(STARTER, 'on')).body).toMatchObject({ ...starting, charge_next: next('155.00') });
    await send(internetContract.changeProgram, { body: { programm_id: STARTER, status: 'on' } });
    expect((await ofContract(STARTER, 'off')).body).toMatchObject({
      price: { was: month('155.00'), will: null },
      monthly: { was: '155.00', will: '0.00' },
      charge_next: null,
    });
  });
});

describe('a suspension', () => {
  test('from today, and the early return from it', async () => {
    const { body } = await one.preview('2026-12-10', '2026-12-25');
    expect(body).toMatchObject({
      price: { was: month('310.00'), will: null },
      monthly: { was: '310.00', will: '0.00' },
      // Ten days are free.
      charge_next: { day: '2026-12-20', amount: '5.00', missing: '0.00' },
      undo_until: null,
    });
    await one.start('2026-12-10', '2026-12-25');
    expect((await one.returnPreview()).body).toMatchObject({
      price: { was: null, will: month('310.00') },
      monthly: { was: '0.00', will: '310.00' },
      charge_next: next('310.00'),
    });
  });

  test('from a later day can be cancelled until then', async () => {
    expect((await one.preview('2026-12-15', '2026-12-25')).body).toMatchObject({
      undo_until: '2026-12-14T20:00:00.000Z',
      monthly: { was: '310.00', will: '0.00' },
    });
  });
});

test('in debt shows the price but no charge, because nothing is charged before the debt is paid', async () => {
  await one.owes(5000_00, '2026-12-10');
  await one.portal.pool.query('update account set debt_since = now() where contract_id is not null');
  expect((await plans(ids.dear)).body).toMatchObject({
    price: { was: month('310.00'), will: month('620.00') },
    charge_next: null,
    undo_until: null,
  });
});
