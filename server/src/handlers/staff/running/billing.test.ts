import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';
import type { TestPortal } from '../../../../test/portal/portal.ts';

let beside: BesideBilling;
let portal: TestPortal;

beforeEach(async () => {
  beside = await BesideBilling.open();
  portal = beside.portal;
});

const run: BesideBilling['run'] = (...line) => beside.run(...line);
const rows: BesideBilling['rows'] = (query) => beside.rows(query);
const told: BesideBilling['told'] = (...of) => beside.told(...of);
const requests: BesideBilling['requests'] = (...options) => beside.requests(...options);
const serviceOf: BesideBilling['serviceOf'] = (login) => beside.serviceOf(login);

const balances = (...lines: string[]) => told('balances', 'счёт;версия;остаток;учтён запрос', ...lines);
const services = (...lines: string[]) => told('services', 'логин;версия;состояние;тариф', ...lines);
const account = async (id: number) => (await portal.send(contract.internetAccount.get, {}, id)).body;
const pay = (accountNo: string, sum: string, document: string) =>
  run('payment', 'post', accountNo, sum, document, 'Наличные');
const isBooked = async () => expect((await run('ledger', 'verify')).code).toBe(0);

describe('whose charging counts', () => {
  test('nothing is charged or promised by the cabinet, and no first day is named', async () => {
    for (const task of ['charge', 'low_money'])
      await portal.pool.query(`select graphile_worker.add_job($1, '{}', job_key => $1)`, [task]);
    await portal.work();
    expect(await rows(`select from ledger_transaction where kind <> 'opening'`)).toEqual([]);
    expect(await account(7001)).toMatchObject({
      upcoming: [],
      days_left: null,
      lasts_until: null,
      charged_elsewhere: true,
    });
    expect(await run('charge', 'begin', '2026-12-01')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Начисляет другая расчётная система') as string,
    });
    expect((await run('charge', 'run')).said).toContain('Начисляет другая расчётная система');
    expect((await run('charge', 'status')).said).toContain('Начисляет другая расчётная система');
  });

  test('a day that was named is forgotten; what has begun cannot be given away', async () => {
    await run('charge', 'own');
    await run('charge', 'begin', '2026-12-01');
    await run('charge', 'external');
    await run('charge', 'own');
    expect((await run('charge', 'status')).said).toMatch(/^Списания на паузе: само ничего/);
    await pay('A-2', '30', '9');
    expect(await requests()).toEqual([]);
    await run('charge', 'begin', '2026-11-20');
    expect(await run('charge', 'external')).toMatchObject({ code: 1 });
    expect((await run('billing', 'answer', '1', 'confirmed')).said).toContain('Начисляет сам кабинет');
  });
});

describe('balances', () => {
  test('a told balance is a line of the history; the same and older ones change nothing', async () => {
    expect(await balances('A-1;5;-250,50;', 'A-2;1;70;')).toEqual(['A-1 taken', 'A-2 taken']);
    expect((await account(7001)).balance).toBe('-250.50');
    expect(await balances('A-1;5;-250,50;', 'A-2;1;70;')).toEqual(['A-1 same', 'A-2 same']);
    expect(await balances('A-1;4;1000;', 'A-2;2;80;')).toEqual(['A-1 older', 'A-2 taken']);
    expect((await account(7001)).balance).toBe('-250.50');
    expect(
      await rows(`select a.account_no, e.amount_kopecks::int as sum, o.kind from ledger_entry e
        join account a using (account_id) join ledger_entry f on f.transaction_id = e.transaction_id and f.entry_id <> e.entry_id
        join account o on o.account_id = f.account_id
        where a.contract_id is not null and o.kind = 'external' order by a.account_no, sum`),
    ).toEqual([
      { account_no: 'A-1', sum: -35_050, kind: 'external' },
      { account_no: 'A-2', sum: 1000, kind: 'external' },
      { account_no: 'A-2', sum: 7000, kind: 'external' },
    ]);
    await isBooked();
  });

  test('a payment stays on top until the other side has booked it', async () => {
    await balances('A-1;1;100;');
    await pay('A-1', '500', '1');
    await pay('A-2', '30', '2');
    const [first, second] = await requests();
    expect(first).toMatchObject({
      kind: 'payment',
      contract_id: 7001,
      body: { account_no: 'A-1', sum_kopecks: 50_000 },
    });
    expect(await balances('A-1;2;40;0')).toEqual(['A-1 taken']);
    expect((await account(7001)).balance).toBe('540.00');
    expect(await balances(`A-1;3;540;${String(first?.request_no)}`)).toEqual(['A-1 taken']);
    expect((await account(7001)).balance).toBe('540.00');
    await pay('A-1', '10', '3');
    expect(await balances(`A-1;4;500;${String(first?.request_no)}`)).toEqual(['A-1 taken']);
    expect((await account(7001)).balance).toBe('510.00');
    expect(await balances(`A-1;5;500;${String(second?.request_no)}`, `A-1;6;500;0`)).toHaveLength(2);
    expect((await account(7001)).balance).toBe('510.00');
    await isBooked();
  });

  test('what cannot be taken is named, and forgotten once it comes right', async () => {
    await pay('A-2', '30', '2');
    const [foreign] = await requests();
    const number = String(foreign?.request_no);
    expect(await balances('A-9;1;5;', `A-1;1;100;${number}`, 'A-3;1;0;', 'A-3;2;0;')).toEqual([
      'A-9 unknown такого счёта нет',
      `A-1 conflict запроса ${number} о деньгах этого счёта не было`,
      'A-3 conflict счёт назван в одном пакете дважды',
      'A-3 conflict счёт назван в одном пакете дважды',
    ]);
    expect((await run('billing', 'conflicts')).said).toContain('Остаток A-9: такого счёта нет');
    await balances('A-1;1;100;', 'A-3;1;0;');
    expect(await balances('A-1;1;101;')).toEqual(['A-1 conflict под номером 1 раньше пришло другое']);
    await balances('A-1;2;101;');
    expect(await rows('select key from billing_conflict')).toEqual([{ key: 'A-9' }]);
  });
});

describe('services', () => {
  test('the other side says what works and by which plan, the network hears it', async () => {
    await pay('A-3', '5000', '1');
    expect(await serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'debt' });
    expect(await services('u1;1;debt;', 'u2;1;active;Двести', 'u3;1;active;')).toEqual([
      'u1 taken',
      'u2 taken',
      'u3 taken',
    ]);
    expect(await serviceOf('u1')).toMatchObject({ state: 'blocked', reason: 'debt', plan: 'Сто' });
    expect(await serviceOf('u2')).toMatchObject({ state: 'active', plan: 'Двести' });
    expect(await serviceOf('u3')).toMatchObject({ state: 'active', reason: null });
    expect(await account(7001)).toMatchObject({ blocked: true });
    expect(await account(7003)).toMatchObject({ blocked: false });
    expect(await rows(`select count(*)::int as orders from outbox_effect where kind = 'service.provision'`)).toEqual([
      { orders: 3 },
    ]);
    expect(await services('u1;1;debt;', 'u2;2;active;Триста', 'нет;1;active;')).toEqual([
      'u1 same',
      'u2 conflict тарифа «Триста» для этой услуги нет',
      'нет unknown услуги с таким логином нет',
    ]);
  });
});

test('what is taken back may leave a debt and switches nothing off: whoever charges says what works', async () => {
  await balances('A-1;1;-200;');
  await pay('A-1', '500', '1');
  const [paid] = await rows(`select transaction_id::text as id from ledger_transaction where kind = 'payment'`);
  const undo = (...more: string[]) => run('payment', 'undo', String(paid?.['id']), 'Не тот договор', ...more);
  const refused = await undo();
  expect(refused.said).toContain('после отмены на счёте «Интернет» будет −200 ₽. Если');
  const done = await undo('--debt=yes');
  expect(done.code).toBe(0);
  expect(done.said).not.toContain('отключены');
  expect(await serviceOf('u1')).toMatchObject({ state: 'active' });
  expect(await account(7001)).toMatchObject({ balance: '-200.00', blocked: false });
  expect(await rows(`select title from message where title like '%тключ%'`)).toEqual([]);
  await isBooked();
});

describe('a change of plan', () => {
  const ask = async (when: 'now' | 'next_period' = 'now') => {
    const { user_id } = await serviceOf('u1');
    const [plan] = await rows(`select plan_id from plan where name = 'Двести'`);
    const body = { user_id, plan_id: Number(plan?.['plan_id']), when };
    return { user_id, body, change: () => portal.send(contract.plan.change, { body }, 7001) };
  };
  const options = async (id: number) => (await portal.send(contract.plan.options, { params: { id } }, 7001)).body;

  test('is handed over, shown as such, and made when it is confirmed', async () => {
    const { user_id, body, change } = await ask();
    const preview = await portal.send(contract.plan.preview, { body }, 7001);
    expect(preview.body).toMatchObject({ handed_over: true, charge_now: '0.00', charge_next: null, undo_until: null });
    expect(await requests()).toEqual([]);
    expect((await change()).body).toMatchObject({ handed_over: true, price: { will: { amount: '900.00' } } });
    expect(await serviceOf('u1')).toMatchObject({ plan: 'Сто' });
    const [request] = await requests();
    expect(request).toMatchObject({
      kind: 'plan',
      body: { login: 'u1', plan: 'Двести', former_plan: 'Сто', from_day: '2026-11-20' },
    });
    expect((await options(user_id)).asked).toMatchObject({ plan: { name: 'Двести' }, state: 'waiting' });
    expect(await change()).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });

    const number = String(request?.request_no);
    expect((await run('billing', 'answer', number, 'confirmed')).said).toContain('записан');
    expect((await run('billing', 'answer', number, 'confirmed')).said).toContain('ничего не изменилось');
    expect((await run('billing', 'answer', number, 'refused', '--reason=Нет')).code).toBe(1);
    expect(await serviceOf('u1')).toMatchObject({ plan: 'Двести' });
    expect((await options(user_id)).asked).toBeNull();
    expect(await requests()).toEqual([]);
    expect(await requests('--all=yes')).toMatchObject([{ state: 'confirmed' }]);
  });

  test('a refusal is shown with its reason, and the plan can be asked for again', async () => {
    const { user_id, change } = await ask('next_period');
    await change();
    const [request] = await requests();
    expect(request?.body).toMatchObject({ from_day: '2026-12-01' });
    expect((await run('billing', 'answer', String(request?.request_no), 'refused')).code).toBe(2);
    await run('billing', 'answer', String(request?.request_no), 'refused', '--reason=Тариф закрыт для вашего дома');
    expect((await options(user_id)).asked).toMatchObject({ state: 'refused', reason: 'Тариф закрыт для вашего дома' });
    expect((await change()).body).toMatchObject({ handed_over: true });
  });

  test('everything else that costs money is impossible, and says why', async () => {
    const { user_id } = await ask();
    const blocked = await run('service', 'block', String(user_id), 'Проверка');
    expect([blocked.code, blocked.said]).toEqual([1, expect.stringContaining('пришлёт сюда сама')]);
    const closed = await run('contract', 'close', '7001');
    expect([closed.code, closed.said]).toEqual([1, expect.stringContaining('в другой расчётной системе')]);
    const [plan] = await rows(`select plan_id from plan where name = 'Двести'`);
    const byStaff = await run('plan', 'change', String(user_id), String(plan?.['plan_id']), 'now');
    expect([byStaff.code, byStaff.said]).toEqual([1, expect.stringContaining('в другой расчётной системе')]);

    const autopayment = await portal.send(contract.autopayment.get, { query: {} }, 7001);
    expect(autopayment.body.available).toBe(false);
    const list = await options(user_id);
    expect(list.plans.map(({ control }) => control.status)).toEqual(['on', 'off']);
  });
});

test('requests and answers are events', async () => {
  await pay('A-1', '500', '1');
  const [request] = await requests();
  await run('billing', 'answer', String(request?.request_no), 'refused', '--reason=Договора нет');
  expect((await run('billing', 'conflicts')).said).toContain('Договора нет');
  await run('billing', 'answer', String(request?.request_no), 'confirmed');
  expect((await run('billing', 'conflicts')).said).toBe('Всё принято');
  const { said } = await run('events', 'list', '--limit=1000', '--json');
  const { events } = JSON.parse(said) as { events: { kind: string; data: object }[] };
  expect(events.filter(({ kind }) => kind.startsWith('billing.'))).toMatchObject([
    { kind: 'billing.requested', data: { what: 'payment', state: 'waiting' } },
    { kind: 'billing.answered', data: { state: 'refused' } },
    { kind: 'billing.answered', data: { state: 'confirmed' } },
  ]);
});
