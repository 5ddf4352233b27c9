import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { correct } from '#server/domain/billing/correction/correct.ts';
import { blockForDebt } from '#server/domain/billing/debt/debt.ts';
import { accountLines } from '#server/domain/payments/office/account-lines.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { Suspender } from '../../../../test/portal/suspender.ts';

/** Changes of plan taken back within ten minutes, after other changes of the same service and account. */
const MINUTE = 60_000;
const [ANTIVIRUS, PAPER] = [1, 2];

let one: Suspender;
let ids: { own: number; dear: number; router: number; turbo: number };

beforeEach(async () => {
  // A month of the client's plan costs 310 roubles, one of the other 620.
  one = await Suspender.inDecember('2026-12-10', { balance: 3000_00 }, { start_price: kopecks(0) });
  const own = await idOf('select plan_id as id from service_user');
  const dear = await idOf(`insert into plan (service_kind, name, summary, price_kopecks)
    values ('internet', 'Быстрый', '', 62000) returning plan_id as id`);
  const option = (plan: number, name: string, price: number) =>
    idOf(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      values (${plan}, '${name}', '', '', ${price}) returning option_id as id`);
  ids = { own, dear, router: await option(own, 'Роутер', 93_00), turbo: await option(dear, 'Турбо', 31_00) };
  await one.portal.pool.query(`insert into program (program_id, service_kind, name, summary, description, price_kopecks)
    values (${ANTIVIRUS}, 'internet', 'Антивирус', '', '', 12400), (${PAPER}, 'contract', 'Счёт на бумаге', '', '', 15500)`);
  expect((await option_(ids.router, 'on')).status).toBe(200);
});

const idOf = async (query: string) => Number((await one.portal.pool.query<{ id: number }>(query)).rows[0]?.id);

const { plan, user, internetContract } = contract;
const mine = () => ({ user_id: one.client.userId });
const send: Suspender['portal']['send'] = (call, request) => one.portal.send(call, request, one.client.contractId);
const change = (plan_id: number, when: 'now' | 'next_period' = 'now') =>
  send(plan.change, { body: { ...mine(), plan_id, when } });
const preview = (plan_id: number) => send(plan.preview, { body: { ...mine(), plan_id, when: 'now' } });
const option_ = (option_id: number, status: 'on' | 'off') =>
  send(plan.changeOption, { body: { ...mine(), option_id, status } });
const program = (status: 'on' | 'off') =>
  send(user.changeProgram, { body: { ...mine(), programm_id: ANTIVIRUS, status } });
const paper = (status: 'on' | 'off') => send(internetContract.changeProgram, { body: { programm_id: PAPER, status } });
const options = async () => (await send(plan.options, { params: { id: one.client.userId } })).body;
const minutes = (count: number) => one.portal.clock.advance(count * MINUTE);

const at = () => ({ now: one.portal.clock.now(), zone: 'Europe/Samara' });
const pay = (amount: number) =>
  one.portal.world.db.write((tx) =>
    credit(
      tx,
      { accountId: one.client.accountId, amount: kopecks(amount), method: 'sbp', reference: 'payment:1', text: 'СБП' },
      at(),
    ),
  );

const OTHERS: readonly [name: string, () => Promise<unknown>][] = [
  ['nothing', () => Promise.resolve()],
  ['a payment', () => pay(500_00)],
  ['a program of the service that is switched on', () => program('on')],
  ['one that is switched on and taken back', () => program('on').then(() => program('off'))],
  ['a program of the contract that is switched on', () => paper('on')],
  ['a suspension that is planned', () => one.start('2026-12-20', '2026-12-25')],
  ['one that is planned and cancelled', () => one.start('2026-12-20', '2026-12-25').then(() => one.cancel())],
  ['a run of the same day', () => chargeUpTo(one.portal.world)],
  [
    'a debt that is paid',
    async () => {
      await one.owes(5000_00, '2026-12-10');
      await one.portal.world.db.write((tx) => blockForDebt(tx, [one.client.accountId], at()));
      expect((await options()).undo).toBeNull();
      await pay(5000_00);
    },
  ],
];

test.each(OTHERS)('after %s the former plan can be restored at no cost', async (_, meanwhile) => {
  const before = await one.balance();
  expect((await change(ids.dear)).status).toBe(200);
  minutes(2);
  const then = await one.balance();
  await meanwhile();
  const moved = (await one.balance()) - then;
  minutes(2);
  expect((await options()).undo).toMatchObject({ plan: { plan_id: ids.own } });
  const told = await preview(ids.own);
  const done = await change(ids.own);
  expect(done.body).toEqual(told.body);
  expect(done.body).toMatchObject({ price: { was: { amount: '620.00' }, will: { amount: '310.00' } } });
  expect(await one.balance()).toBe(before + moved);
  const after = await options();
  expect([after.plan?.plan_id, after.options.map(({ control }) => control.status)]).toEqual([ids.own, ['on']]);
  expect(await one.faults()).toEqual([]);
});

test('the month that was charged can be given back by the staff as before', async () => {
  const { world, pool } = one.portal;
  const month = async () => {
    const { items } = await world.db.read((tx) => accountLines(tx, '200001i', { limit: 100 }, '2026-12-10' as Day));
    return items.find(({ kind, text, amount }) => kind === 'charge' && text.includes('Тест') && amount === -310_00);
  };
  const before = await month();
  expect(before).toMatchObject({ remedy: 'correct', corrected_by: [] });
  await change(ids.dear);
  expect(await month()).toMatchObject({ remedy: null });
  await change(ids.own);
  expect(await month()).toMatchObject({ remedy: 'correct', corrected_by: [expect.any(Number)] });
  const then = await one.balance();
  expect(await world.db.write((tx) => correct(tx, before!.transaction_id, 'Не работал', at()))).toBe('corrected');
  expect(await one.balance()).toBe(then + 310_00);
  expect(await month()).toMatchObject({ remedy: null });
  expect((await pool.query('select from fee_charged where amount_kopecks < 0')).rowCount).toBe(0);
  expect(await one.faults()).toEqual([]);
});

test('what was switched on meanwhile stays, and the next month costs the former plan plus all of it', async () => {
  await change(ids.dear);
  await program('on');
  await paper('on');
  await change(ids.own);
  await one.dayOf('2027-01-01');
  const january = (await one.lines('2027-01-01')).map(([, amount, text]) => [text, amount]);
  expect(Object.fromEntries(january)).toEqual({
    'Интернет «Тест»': -310_00,
    Роутер: -93_00,
    Антивирус: -124_00,
    'Счёт на бумаге': -155_00,
  });
});

describe('a change that needs the new plan, or closes the service, ends the return and says so before', () => {
  const optionPreview = () => send(plan.optionPreview, { body: { ...mine(), option_id: ids.turbo, status: 'on' } });

  test.each([
    ['an option of it', optionPreview, () => option_(ids.turbo, 'on')],
    [
      'a suspension from today',
      () => one.preview('2026-12-10', '2026-12-15'),
      () => one.start('2026-12-10', '2026-12-15'),
    ],
  ])('%s', async (_, tell, decide) => {
    await change(ids.dear);
    minutes(1);
    const ends_undo = { plan: 'Тест', until: '2026-12-10T10:15:00.000Z' };
    expect((await tell()).body).toMatchObject({ ends_undo });
    // The preview changes nothing.
    expect((await options()).undo).not.toBeNull();
    expect((await decide()).body).toMatchObject({ ends_undo });
    expect((await options()).undo).toBeNull();
    expect((await change(ids.own)).body.code).toBe('change_not_allowed');
  });

  test('even if that change is taken back', async () => {
    await one.portal.pool.query('update plan_option set price_kopecks = 0');
    await change(ids.dear);
    await option_(ids.turbo, 'on');
    await option_(ids.turbo, 'off');
    expect((await options()).undo).toBeNull();
  });

  test('says nothing when there is no return to end', async () => {
    await change(ids.dear);
    minutes(10);
    expect((await optionPreview()).body).toMatchObject({ ends_undo: null });
  });
});

test('leaves a service alone that the operator has paused since', async () => {
  await change(ids.dear);
  await one.portal.pool.query(`update service_user set state = 'paused'`);
  expect((await options()).undo).toBeNull();
  expect((await change(ids.own)).body.code).toBe('change_not_allowed');
});

test.each([
  [
    'another plan stays',
    () =>
      idOf(`insert into plan (service_kind, name, summary, price_kopecks)
      values ('internet', 'Третий', '', 100) returning plan_id as id`),
    1,
  ],
  ['a planned return to the former plan is dropped', () => Promise.resolve(ids.own), 0],
])('a change planned by the operator since: %s', async (_, planned, count) => {
  const planId = await planned();
  await change(ids.dear);
  await one.portal.pool.query(
    `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at) values ($1, $2, '2027-01-01', 'planned', 'operator', $3)`,
    [one.client.userId, planId, one.portal.clock.now()],
  );
  expect((await change(ids.own)).status).toBe(200);
  expect(await idOf(`select count(*) as id from plan_change where state = 'planned'`)).toBe(count);
});

describe('a dearer plan is free once a day', () => {
  beforeEach(() => void Object.assign(one.portal.world.provider, { plan_change: { days_between: 0 } }));
  const SECOND = 'Сегодня вы уже меняли тариф и возвращали прежний, поэтому эту смену без потерь не отменить';

  test('after a return the next change of the day has none, and its preview says so', async () => {
    expect((await preview(ids.dear)).body).toMatchObject({ undo_until: '2026-12-10T10:15:00.000Z', notes: [] });
    await change(ids.dear);
    await change(ids.own);
    const told = await preview(ids.dear);
    expect(told.body).toMatchObject({ undo_until: null, changeable_from: '2026-12-11' });
    expect(told.body.notes.map(plainSpaces)).toEqual([SECOND]);
    expect((await change(ids.dear)).body).toEqual(told.body);
    expect((await options()).undo).toBeNull();
    const back = await change(ids.own);
    expect([back.body.code, plainSpaces(back.body.message)]).toEqual([
      'change_not_allowed',
      'Тариф уже меняли. Снова можно с 11 декабря',
    ]);
    await one.dayOf('2026-12-11');
    expect((await change(ids.own)).body).toMatchObject({ undo_until: '2026-12-11T10:15:00.000Z', notes: [] });
  });

  test('cannot be changed again later on the same day, though the provider requires no days between', async () => {
    expect((await change(ids.dear)).body.changeable_from).toBe('2026-12-11');
    minutes(11);
    expect((await change(ids.own)).body.code).toBe('change_not_allowed');
    expect((await change(ids.own, 'next_period')).body.code).toBe('change_not_allowed');
  });

  test.each(['client', 'operator'])('cannot be left on the day on which it begins as planned by the %s', async (by) => {
    expect((await change(ids.dear, 'next_period')).body.from).toBe('2027-01-01');
    await one.portal.pool.query('update plan_change set made_by = $1', [by]);
    await one.dayOf('2027-01-01');
    const paid = await one.balance();
    const told = await change(ids.own);
    expect([told.body.code, plainSpaces(told.body.message)]).toEqual([
      'change_not_allowed',
      'Тариф уже меняли. Снова можно с 2 января',
    ]);
    expect(await one.balance()).toBe(paid);
    expect((await options()).plans.find(({ plan_id }) => plan_id === ids.own)?.control).toMatchObject({
      status: 'locked',
      possible_from: '2027-01-02',
    });
    // A day of 620 roubles stays paid: thirty days of 620 go back, thirty of 310 are charged.
    await one.dayOf('2027-01-02');
    expect((await change(ids.own)).body.charge_now).toBe('-300.00');
  });

  test('neither can a program, which ends with its paid period when it is switched on again', async () => {
    expect((await program('on')).body.undo_until).toBe('2026-12-10T10:15:00.000Z');
    await program('off');
    const again = await program('on');
    expect(again.body.undo_until).toBeNull();
    expect(again.body.notes.map(plainSpaces)).toEqual([
      'Сегодня вы уже включали эту услугу и вернули деньги, поэтому теперь без потерь её не отключить',
    ]);
    expect((await program('off')).body).toMatchObject({ from: '2027-01-01', charge_now: '0.00' });
  });
});
