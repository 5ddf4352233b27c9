import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { BesideBilling } from '../../../../test/portal/beside-billing.ts';
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
