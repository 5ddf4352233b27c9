import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';

// What waits for another billing when charging becomes ours (decision 0282).

const REFUSED = 'Оператор отказал: Сменился расчёт, попросите ещё раз';

let beside: BesideBilling;
let userId: number;

beforeEach(async () => {
  beside = await BesideBilling.open();
  ({ user_id: userId } = await beside.serviceOf('u1'));
});

const send: BesideBilling['portal']['send'] = (call, request) => beside.portal.send(call, request, 7001);
const own = (...options: string[]) => beside.run('charge', 'own', ...options);
const pay = (accountNo: string, sum: string, document: string) =>
  beside.run('payment', 'post', accountNo, sum, document, 'Наличные');
const states = async () => (await beside.requests('--all=yes')).map(({ kind, state }) => `${kind} ${state}`);
const balance = async () => (await beside.portal.send(contract.internetAccount.get, {}, 7001)).body.balance;
const source = async () => (await beside.rows('select source from charging_source'))[0]?.['source'];
const options = async () => (await send(contract.plan.options, { params: { id: userId } })).body;
const planId = async () =>
  Number((await beside.rows(`select plan_id from plan where name = 'Двести'`))[0]?.['plan_id']);
const askForPlan = async () =>
  send(contract.plan.change, { body: { user_id: userId, plan_id: await planId(), when: 'now' } });

test('charging does not become ours while requests wait, money is refused or rows are not taken', async () => {
  await askForPlan();
  await pay('A-1', '500', '1');
  await pay('A-2', '30', '2');
  const refused = (await beside.requests()).at(-1);
  await beside.run('billing', 'answer', String(refused?.request_no), 'refused', '--reason=Договора нет');
  await beside.told('balances', 'счёт;версия;остаток', 'A-9;1;5');
  const { code, said } = await own();
  expect(code).toBe(1);
  expect(said).toContain(
    'не решено: запросов о деньгах — 1, просьб об услугах — 1, отказов по деньгам — 1, непринятых строк — 1.',
  );
  for (const command of ['billing requests', 'billing conflicts', 'billing answer', 'charge own --settle=да'])
    expect(said).toContain(command);
  expect(await source()).toBe('external');
  expect(await states()).toEqual(['plan waiting', 'payment waiting', 'payment refused']);

  const settled = await own('--settle=да');
  expect(settled).toMatchObject({ code: 0 });
  expect(settled.said).toContain('деньги подтверждены — 2, просьбы об услугах отклонены — 1, строки забыты — 1');
  expect(await source()).toBe('own');
  expect(await states()).toEqual(['plan refused', 'payment confirmed', 'payment confirmed']);
  expect((await beside.run('billing', 'conflicts')).said).toBe('Всё принято');
});

test('money that the other side has not booked stays on the balance it told last', async () => {
  await beside.told('balances', 'счёт;версия;остаток;учтён запрос', 'A-1;1;40;');
  await pay('A-1', '500', '1');
  const before = await beside.rows('select from ledger_entry');
  expect((await own('--settle=да')).code).toBe(0);
  expect(await balance()).toBe('540.00');
  expect(await beside.rows('select from ledger_entry')).toHaveLength(before.length);
  expect((await beside.run('ledger', 'verify')).code).toBe(0);
});

test('without anything that waits it is as it was', async () => {
  await pay('A-1', '500', '1');
  await beside.answer('confirmed');
  expect((await own()).code).toBe(0);
  expect((await own('--settle=да')).said).toContain('ничего не изменилось');
});

test('a change of plan is refused in place, and can be made at once', async () => {
  await askForPlan();
  await own('--settle=да');
  expect((await options()).asked).toMatchObject({ state: 'refused', reason: 'Сменился расчёт, попросите ещё раз' });
  expect((await askForPlan()).status).toBe(200);
  expect(await beside.serviceOf('u1')).toMatchObject({ plan: 'Двести' });
  expect(await beside.requests()).toEqual([]);
});

test('an option and a program are refused in place, and free again', async () => {
  await beside.rows(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
    select plan_id, 'Адрес', '', '', 15000 from plan where name = 'Сто'`);
  await beside.rows(`insert into program (program_id, service_kind, name, section, summary, description, terms, price_kopecks, position)
    values (9001, 'internet', 'Антивирус', 'Безопасность', '', '', '', 9900, 1)`);
  const option_id = Number((await options()).options[0]?.option_id);
  const switching = { user_id: userId, status: 'on' as const };
  const option = () => send(contract.plan.changeOption, { body: { ...switching, option_id } });
  const program = () => send(contract.user.changeProgram, { body: { ...switching, programm_id: 9001 } });
  await option();
  await program();
  await own('--settle=да');
  const [shown] = (await options()).options;
  expect(shown?.control).toMatchObject({ status: 'off' });
  expect(plainSpaces(shown?.control.text ?? '')).toBe(REFUSED);
  const programs = (await send(contract.user.allowedDrawPrograms, { params: { id: userId } })).body;
  expect(plainSpaces(programs.find(({ programm_id: id }) => id === 9001)?.control.text ?? '')).toBe(REFUSED);
  await pay('A-1', '1000', '1');
  expect((await option()).status).toBe(200);
  expect((await program()).status).toBe(200);
  expect(await beside.requests()).toEqual([]);
});

test('a pause is refused in place, and free again', async () => {
  const pausing = { user_id: userId, from: day('2026-11-25'), until: day('2026-12-20') };
  expect((await send(contract.suspension.start, { body: pausing })).status).toBe(200);
  await own('--settle=да');
  const { body } = await send(contract.suspension.get, { params: { id: userId } });
  expect(body).toMatchObject({ available: true, current: null });
  expect(plainSpaces(body.reason ?? '')).toBe(REFUSED);
  expect(body).not.toHaveProperty('charged_elsewhere');
  expect((await send(contract.suspension.start, { body: pausing })).status).toBe(200);
});

test('the end of a pause is refused, the pause goes on', async () => {
  await beside.told('services', 'логин;версия;состояние;пауза до', 'u1;1;paused;2026-12-20');
  expect((await send(contract.suspension.return, { body: { user_id: userId } })).status).toBe(200);
  await own('--settle=да');
  expect(await states()).toEqual(['return refused']);
  expect(await beside.serviceOf('u1')).toMatchObject({ state: 'paused', returns_on: '2026-12-20' });
});

test('a promised payment is refused in place', async () => {
  await beside.told('balances', 'счёт;версия;остаток', 'A-1;1;-500');
  await beside.told('services', 'логин;версия;состояние', 'u1;1;debt');
  expect((await send(contract.promisedPayment.take, { body: { p: 'i' } })).status).toBe(200);
  await own('--settle=да');
  expect(await states()).toEqual(['promise refused']);
  const { body } = await send(contract.promisedPayment.get, { query: { p: 'i' } });
  expect(body).not.toHaveProperty('charged_elsewhere');
  expect([body.available, plainSpaces(body.reason ?? '')]).toEqual([true, REFUSED]);
});
