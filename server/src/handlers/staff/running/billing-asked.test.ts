import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';

// What a subscriber asks of a service while another billing charges: it is handed over, and made when that is confirmed.

let beside: BesideBilling;
let userId: number;

beforeEach(async () => {
  beside = await BesideBilling.open();
  ({ user_id: userId } = await beside.serviceOf('u1'));
});

const send: BesideBilling['portal']['send'] = (call, request) => beside.portal.send(call, request, 7001);

describe('an option', () => {
  const option = async () => {
    const { body } = await send(contract.plan.options, { params: { id: userId } });
    const [one] = body.options;
    if (!one) throw new Error('No option');
    return one;
  };
  const change = async (status: 'on' | 'off') =>
    send(contract.plan.changeOption, { body: { user_id: userId, option_id: (await option()).option_id, status } });

  beforeEach(async () => {
    await beside.rows(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      select plan_id, 'Статический адрес', '', '', 15000 from plan where name = 'Сто'`);
  });

  test('is asked for with its price and without a sum, waits, and is on when that is confirmed', async () => {
    const { option_id } = await option();
    const body = { user_id: userId, option_id, status: 'on' as const };
    const preview = await send(contract.plan.optionPreview, { body });
    expect(preview.body).toMatchObject({
      handed_over: true,
      charge_now: '0.00',
      parts: [],
      charge_next: null,
      balance_after: '100.00',
      price: { will: { amount: '150.00' } },
    });
    expect(await beside.requests()).toEqual([]);
    const before = await beside.provisions();
    expect((await change('on')).body).toMatchObject({ handed_over: true });
    expect((await option()).control).toMatchObject({ status: 'locked', is_on: false });
    expect(plainSpaces((await option()).control.text)).toMatch(
      /^Передали оператору в \d\d:\d\d\. Ответ покажем здесь$/,
    );
    expect(await change('on')).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
    expect(await beside.provisions()).toBe(before);

    expect((await beside.answer('confirmed')).body).toEqual({
      account_no: 'A-1',
      login: 'u1',
      option: 'Статический адрес',
      option_id,
      status: 'on',
    });
    expect((await option()).control).toMatchObject({ status: 'on', text: '' });
    expect(await beside.provisions()).toBe(before + 1);
    expect((await beside.run('ledger', 'verify')).code).toBe(0);
  });

  test('that is to end works until the end is confirmed, and a refusal tells why', async () => {
    await change('on');
    await beside.answer('confirmed');
    await change('off');
    expect((await option()).control).toMatchObject({ status: 'locked', is_on: true });
    await beside.answer('refused', 'Оплачена до конца месяца.');
    expect((await option()).control).toMatchObject({ status: 'on' });
    expect(plainSpaces((await option()).control.text)).toBe('Оператор отказал: Оплачена до конца месяца');
    await change('off');
    await beside.answer('confirmed');
    expect((await option()).control).toMatchObject({ status: 'off', text: '' });
  });

  test('is asked for once by two windows at the same moment', async () => {
    const { option_id } = await option();
    const both = await Promise.all([change('on'), change('on')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await beside.requests()).toMatchObject([{ body: { option_id } }]);
  });

  test('of a former plan is not switched by a late answer', async () => {
    await change('on');
    await beside.told('services', 'логин;версия;состояние;тариф', 'u1;1;active;Двести');
    await beside.answer('confirmed');
    expect(await beside.rows('select from user_option')).toEqual([]);
  });
});

describe('a program of a service', () => {
  const programs = async () => (await send(contract.user.allowedDrawPrograms, { params: { id: userId } })).body;
  const named = async (name: string) => {
    const one = (await programs()).find(({ title }) => plainSpaces(title) === name);
    if (!one) throw new Error(name);
    return one;
  };
  const change = async (name: string, status: 'on' | 'off') =>
    send(contract.user.changeProgram, {
      body: { user_id: userId, programm_id: (await named(name)).programm_id, status },
    });

  beforeEach(async () => {
    await beside.rows(`insert into program (program_id, service_kind, name, section, summary, description, terms, price_kopecks, position)
      values (9001, 'internet', 'Антивирус', 'Безопасность', '', '', '', 9900, 1)`);
  });

  test('is asked for, and switched when that is confirmed', async () => {
    expect((await change('Антивирус', 'on')).body).toMatchObject({ handed_over: true, charge_now: '0.00' });
    expect((await named('Антивирус')).control).toMatchObject({ status: 'locked', is_on: false });
    expect((await beside.answer('confirmed')).body).toMatchObject({ login: 'u1', program: 'Антивирус', status: 'on' });
    expect((await named('Антивирус')).control).toMatchObject({ status: 'on' });
    await change('Антивирус', 'off');
    await beside.answer('confirmed');
    expect((await named('Антивирус')).control).toMatchObject({ status: 'off' });
  });
});

describe('a pause', () => {
  const get = async () => (await send(contract.suspension.get, { params: { id: userId } })).body;
  const start = (from: string, until: string) =>
    send(contract.suspension.start, { body: { user_id: userId, from, until } });
  const services = (...lines: string[]) => beside.told('services', 'логин;версия;состояние;тариф;пауза до', ...lines);
  const state = async () => {
    const { state: is, returns_on } = await beside.serviceOf('u1');
    return returns_on === null ? is : `${is} ${returns_on}`;
  };
  const goBack = () => send(contract.suspension.return, { body: { user_id: userId } });

  test('from today is asked for without a sum, and begins when it is confirmed; so does its end', async () => {
    expect(await get()).toMatchObject({ available: true, charged_elsewhere: true });
    const body = { user_id: userId, from: '2026-11-20', until: '2026-12-04' };
    const preview = await send(contract.suspension.preview, { body });
    expect(preview.body).toMatchObject({ handed_over: true, charge_now: '0.00', on_return: { amount: '0.00' } });
    expect((await start('2026-11-20', '2026-12-04')).body).toMatchObject({ handed_over: true });
    expect(await state()).toBe('active');
    expect(await get()).toMatchObject({ available: false, current: null });
    expect(plainSpaces((await get()).reason)).toMatch(/^Передали оператору в/);
    expect((await start('2026-11-20', '2026-12-04')).body.code).toBe('change_not_allowed');

    expect((await beside.answer('confirmed')).body).toMatchObject({
      login: 'u1',
      from: '2026-11-20',
      until: '2026-12-04',
    });
    expect(await state()).toBe('paused 2026-12-04');
    expect((await get()).current).toMatchObject({ state: 'active', return_reason: null });
    await goBack();
    expect(plainSpaces((await get()).current?.return_reason)).toMatch(/^Передали оператору/);
    expect((await goBack()).body.code).toBe('change_not_allowed');
    expect((await beside.answer('confirmed')).kind).toBe('return');
    expect(await state()).toBe('active');
    expect((await get()).current).toBeNull();
    expect((await beside.run('ledger', 'verify')).code).toBe(0);
  });

  test('from a later day begins when the other side tells it, and ends so', async () => {
    await start('2026-12-01', '2026-12-15');
    await beside.answer('confirmed');
    expect(await state()).toBe('active');
    expect((await get()).current).toMatchObject({ state: 'planned', from: '2026-12-01' });
    expect(await services('u1;1;paused;;', 'u2;1;paused;;2026-11-20')).toEqual([
      'u1 conflict у паузы нет дня возврата, или он уже прошёл',
      'u2 conflict у паузы нет дня возврата, или он уже прошёл',
    ]);
    expect(await services('u1;2;paused;;2026-12-16')).toEqual(['u1 taken']);
    expect(await state()).toBe('paused 2026-12-16');
    expect((await get()).current).toMatchObject({ state: 'active', until: '2026-12-16' });
    expect(await services('u1;2;paused;;2026-12-16')).toEqual(['u1 same']);
    expect(await services('u1;3;active;;')).toEqual(['u1 taken']);
    expect(await state()).toBe('active');
    expect((await get()).current).toBeNull();
    await services('u1;4;paused;;2026-12-16');
    await services('u1;5;debt;;');
    expect(await state()).toBe('blocked');
    expect((await get()).current).toBeNull();
  });

  test('that has not begun is cancelled by the other side; a refusal is told', async () => {
    await start('2026-12-01', '2026-12-15');
    await beside.answer('refused', 'Паузы дают с первого числа');
    expect(await get()).toMatchObject({ available: true, current: null });
    expect(plainSpaces((await get()).reason)).toBe('Оператор отказал: Паузы дают с первого числа');
    await start('2026-12-01', '2026-12-15');
    await beside.answer('confirmed');
    const cancel = () => send(contract.suspension.cancel, { body: { user_id: userId } });
    expect((await cancel()).body).toEqual({ cancelled: false, handed_over: true });
    expect((await cancel()).status).toBe(409);
    expect((await get()).current).toMatchObject({ state: 'planned' });
    await beside.answer('confirmed');
    expect((await get()).current).toBeNull();
    expect((await cancel()).body).toEqual({ cancelled: false });
  });
});

describe('a promised payment', () => {
  const get = async () => (await send(contract.promisedPayment.get, { query: {} })).body;
  const take = () => send(contract.promisedPayment.take, { body: { p: 'i' } });
  const tell = (version: number, state: string) =>
    beside.told('services', 'логин;версия;состояние', `u1;${version};${state}`);

  test('is asked for in a debt, and nothing is promised here', async () => {
    expect(await get()).toMatchObject({ available: false, reason: expect.stringMatching(/не.нужен/) as string });
    expect((await take()).body.code).toBe('promised_payment_unavailable');
    await beside.told('balances', 'счёт;версия;остаток', 'A-1;1;-250');
    await tell(1, 'debt');
    expect(await get()).toMatchObject({ available: true, charged_elsewhere: true, offer: null });
    const [way] = (await send(contract.promisedPayment.inDebt, {})).body;
    expect(way).toMatchObject({ available: true, after: { switches_on: [], charged_elsewhere: true } });
    expect((await take()).body).toEqual({ active: null, handed_over: true, switched_on: [], balance: '-250.00' });
    expect(plainSpaces((await get()).reason)).toMatch(/^Передали оператору в/);
    expect((await take()).body.code).toBe('promised_payment_unavailable');
    expect((await beside.answer('refused', 'Долг больше месяца')).body).toEqual({ account_no: 'A-1' });
    expect(await get()).toMatchObject({ available: true });
    expect(plainSpaces((await get()).reason)).toBe('Оператор отказал: Долг больше месяца');
    await take();
    await beside.answer('confirmed');
    expect(plainSpaces((await get()).reason)).toMatch(/^Оператор согласился/);
    expect((await take()).body.code).toBe('promised_payment_unavailable');
    expect(await beside.rows('select from promised_payment')).toEqual([]);
    await tell(2, 'active');
    expect(await get()).toMatchObject({ available: false });
    expect((await beside.serviceOf('u1')).state).toBe('active');
  });
});

test('what was planned before another billing charged is handed over', async () => {
  await beside.run('charge', 'own');
  await beside.rows(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
    select plan_id, 'Адрес', '', '', 15000 from plan where name = 'Сто'`);
  await beside.rows(`insert into user_option (user_id, option_id, status, changes_on)
    select ${String(userId)}, option_id, 'off_pending', '2026-12-01' from plan_option where name = 'Адрес'`);
  await beside.rows(`insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
    select ${String(userId)}, plan_id, '2026-12-01', 'planned', 'client', now() from plan where name = 'Двести'`);
  await beside.rows(`insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
    values (${String(userId)}, '2026-12-05', '2026-12-15', 'planned', now(), '{}', 0, 0)`);
  await beside.run('charge', 'external');
  expect((await beside.requests()).map(({ kind, body }) => ({ kind, ...body }))).toMatchObject([
    { kind: 'plan', login: 'u1', plan: 'Двести', former_plan: 'Сто', from_day: '2026-12-01' },
    { kind: 'option', login: 'u1', option: 'Адрес', status: 'off' },
    { kind: 'pause', login: 'u1', account_no: 'A-1', from: '2026-12-05', until: '2026-12-15' },
  ]);
  const { body } = await send(contract.plan.options, { params: { id: userId } });
  expect(body).toMatchObject({ planned: null, asked: { state: 'waiting' } });
  expect(body.options[0]?.control).toMatchObject({ status: 'locked', is_on: true });
  const pause = (await send(contract.suspension.get, { params: { id: userId } })).body;
  expect(pause).toMatchObject({ current: null, available: false });
});
