import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { tellOfNewPrices } from '#server/jobs/money/tell-prices.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const { list, give, end } = operatorContract.individualPrices;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
let id: number;

beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  id = body[0]!.user_id;
  // The demo's November is charged up to the first of December; its plan costs 550 ₽ and rises.
  await portal.pool.query(`delete from price_change`);
});

const accountant = async <C extends Parameters<typeof ask>[0]>(
  call: C,
  raw: Parameters<typeof ask>[1],
  role: Parameters<typeof ask>[2] = 'accountant',
) => ask(call, raw, role);
const things = async () => (await accountant(list, { query: { contract_id: WHO } })).things;
const plan = async () => (await things()).find((one) => one.user_id === id && !one.option_id && !one.program_id)!;
const DISCOUNT = { contract_id: WHO, percent: 20, last_day: '2027-02-28', reason: 'Долгий ремонт' };
const own = async () => (await portal.send(contract.user.get, { params: { id } }, WHO)).body;
const rowsOf = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;

test('lists what the contract pays for, at the prices of the catalogue', async () => {
  const all = await things();
  expect(all.find((one) => one.user_id === id)).toMatchObject({ name: 'Интернет «Волга\u00a0300»', individual: [] });
  expect(all.every(({ full, price }) => full === price)).toBe(true);
});

test('a rehearsal tells what it will cost until when and afterwards, and changes nothing', async () => {
  const { full } = await plan();
  const tables = ['operator_action', 'staff_change', 'individual_price', 'message', 'ledger_entry'];
  const before = await Promise.all(tables.map(rowsOf));
  const told = await accountant(give, { body: { ...DISCOUNT, user_id: id, dry_run: 'yes' } });
  const costs = (Number(full) * 0.8).toFixed(2);
  expect(told).toMatchObject({
    ...{ rehearsed: true, full, costs, percent: 20, own_price: null, from: '2026-12-01', last_day: '2027-02-28' },
    ...{ charge_now: '0.00', price: { was: { amount: full }, will: { amount: costs } } },
  });
  expect(told.notes).toEqual([
    'Подействует с\u00a01\u00a0декабря: что начислено раньше, не\u00a0меняется',
    expect.stringMatching(/^С\s1\sмарта\s2027\s—\s550/),
  ]);
  expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  // The night of December is late: its month is charged first.
  portal.clock.set(new Date('2026-12-01T08:00:00Z'));
  expect(await accountant(give, { body: { ...DISCOUNT, user_id: id, dry_run: 'yes' } })).toMatchObject({
    ...{ from: '2027-01-01', charge_now: '0.00' },
  });
});

test('a discount is charged from the first day that is not charged yet, and the line says of which price it is', async () => {
  const { full } = await plan();
  const given = await accountant(give, { body: { ...DISCOUNT, user_id: id } });
  expect(await plan()).toMatchObject({
    full,
    individual: [{ individual_price_id: given.individual_price_id, percent: 20, from: '2026-12-01', given_by: 'Анна' }],
  });
  portal.clock.set(new Date('2026-12-01T08:00:00Z'));
  await chargeUpTo(portal.world);
  const { rows } = await portal.pool.query<{ day: string; amount: number; full: number | null }>(
    `select day, -amount_kopecks::int as amount, full_rate_kopecks::int as full from ledger_entry
     where user_id = $1 and day >= '2026-12-01' and rate_unit = 'month' and text like 'Интернет%' and amount_kopecks < 0
       and account_id in (select account_id from account where contract_id is not null) order by day`,
    [id],
  );
  const kopecks = Math.round(Number(full) * 100);
  expect(rows).toEqual([{ day: '2026-12-01', amount: kopecks * 0.8, full: kopecks }]);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

describe('its days', () => {
  test.each([
    [{ from: '2026-11-19' }, /уже прошёл/],
    [{ from: '2027-12-01', last_day: '2028-01-01' }, /не позже чем через год/],
    [{ last_day: '2026-11-25' }, /По 30.ноября уже начислено/],
    [{ percent: undefined, price: '10000' }, /ниже обычной/],
    [{ user_id: 999_999 }, /договор не платит/],
  ])('%o are refused', async (wrong, says) => {
    await expect(accountant(give, { body: { ...DISCOUNT, user_id: id, ...wrong } })).rejects.toThrow(says);
  });

  test('one at a time: an overlap is refused with what is there, and by the database', async () => {
    await accountant(give, { body: { ...DISCOUNT, user_id: id } });
    const again = accountant(give, { body: { ...DISCOUNT, user_id: id, from: '2027-02-28', last_day: '2027-04-01' } });
    await expect(again).rejects.toThrow(/уже есть: скидка\s20\s%\sс\s1\sдекабря\sпо\s28\sфевраля/);
    await accountant(give, { body: { ...DISCOUNT, user_id: id, from: '2027-03-01', last_day: '2027-04-01' } });
    await expect(
      portal.pool.query(`update individual_price set until_day = until_day + 1 where until_day = '2027-03-01'`),
    ).rejects.toThrow(/individual_price_once/);
  });
});

test('it is ended early, not before what is charged', async () => {
  const { individual_price_id } = await accountant(give, { body: { ...DISCOUNT, user_id: id } });
  portal.clock.set(new Date('2026-12-10T08:00:00Z'));
  await chargeUpTo(portal.world);
  const early = (last_day: string) =>
    accountant(end, { body: { individual_price_id, last_day, reason: 'Ошиблись', dry_run: 'yes' } });
  await expect(early('2026-12-09')).rejects.toThrow(/уже прошёл/);
  expect(await early('2026-12-10')).toMatchObject({ last_day: '2026-12-31' });
  expect(await early('2027-01-15')).toMatchObject({ last_day: '2027-01-15', from: '2027-01-16' });
  const messages = await rowsOf('message');
  const told = await accountant(end, { body: { individual_price_id, reason: 'Ошиблись' } });
  expect(told).toMatchObject({
    name: 'Интернет «Волга\u00a0300»',
    last_day: '2026-12-31',
    from: '2027-01-01',
    charge_now: '0.00',
  });
  expect(await rowsOf('message')).toBe(messages! + 1);
  await expect(accountant(end, { body: { individual_price_id, reason: 'Ошиблись' } })).rejects.toThrow(
    /и так закончится/i,
  );
});

test('a price of a plan ends with the plan, which the preview says; a discount goes on', async () => {
  const { plans } = (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  const other = plans.find(({ name }) => name === 'Волга 500')!.plan_id;
  const change = { user_id: id, plan_id: other, when: 'next_period' } as const;
  await accountant(give, { body: { ...DISCOUNT, user_id: id, percent: undefined, price: '300' } });
  const preview = (await portal.send(contract.plan.preview, { body: change }, WHO)).body;
  expect(preview.notes.join().replace(/\s/g, ' ')).toContain(
    'Своя цена 300 ₽ — только для прежнего тарифа, с ним и закончится',
  );
  await portal.pool.query(`truncate individual_price`);
  // One that is over by the day of the change does not end with the plan.
  await accountant(give, {
    body: { ...DISCOUNT, user_id: id, percent: undefined, price: '300', last_day: '2026-12-31' },
  });
  const now = portal.clock.now();
  portal.clock.set(new Date('2026-12-10T08:00:00Z'));
  expect((await portal.send(contract.plan.preview, { body: change }, WHO)).body).toMatchObject({
    ...{ from: '2027-01-01', notes: [] },
  });
  portal.clock.set(now);
  await portal.pool.query(`truncate individual_price`);
  await accountant(give, { body: { ...DISCOUNT, user_id: id } });
  const kept = (await portal.send(contract.plan.preview, { body: change }, WHO)).body;
  expect(kept.notes.join()).not.toContain('прежнего тарифа');
  const full = plans.find(({ plan_id }) => plan_id === other)!.price;
  expect(Number(kept.price.will!.amount)).toBeCloseTo(Number(full) * 0.8, 2);
  // The list offers the same: the discount begins on the first of December, and is there on its days.
  const offered = async () => {
    const { body } = await portal.send(contract.plan.options, { params: { id } }, WHO);
    return body.plans.find(({ plan_id }) => plan_id === other)!;
  };
  const costs = kept.price.will!.amount;
  expect(await offered()).toMatchObject({ price: full, new_price: { price: costs, from: '2026-12-01' } });
  portal.clock.set(new Date('2026-12-01T08:00:00Z'));
  await chargeUpTo(portal.world);
  expect(await offered()).toMatchObject({
    ...{ price: costs, new_price: { price: full, from: '2027-03-01' } },
    discount: { percent: 20, full_price: full, last_day: '2027-02-28' },
    difference: ((Number(full) - 550) * 0.8).toFixed(2),
  });
});

test('one that begins with a planned plan is of that plan; a debtor is told what he owes', async () => {
  const { plans } = (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  const other = plans.find(({ name }) => name === 'Волга 500')!;
  await portal.send(contract.plan.change, { body: { user_id: id, plan_id: other.plan_id, when: 'next_period' } }, WHO);
  const given = { ...DISCOUNT, user_id: id, dry_run: 'yes' as const };
  // The days before the planned plan are charged already.
  expect(await accountant(give, { body: given })).toMatchObject({ full: other.price, from: '2026-12-01' });
  await portal.pool.query(
    `update account set debt_since = now(), credit_limit_kopecks = 0 where contract_id = 100002 and kind = 'i'`,
  );
  const { things: owed } = await accountant(list, { query: { contract_id: 100_002 } });
  const thing = owed.find(({ user_id, option_id, program_id }) => user_id && !option_id && !program_id)!;
  const debtor = { ...given, contract_id: 100_002, user_id: thing.user_id! };
  expect(Number((await accountant(give, { body: debtor })).missing)).toBeGreaterThan(0);
});

test('a change of plan at once ends the price, and taking it back brings it back', async () => {
  const { plans } = (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  const other = plans.find(({ name }) => name === 'Волга 500')!.plan_id;
  await accountant(give, { body: { ...DISCOUNT, user_id: id, percent: undefined, price: '300' } });
  const was = await plan();
  await portal.send(contract.plan.change, { body: { user_id: id, plan_id: other, when: 'now' } }, WHO);
  expect((await plan()).individual).toEqual([]);
  const before = plans.find(({ name }) => name === 'Волга 300')!.plan_id;
  await portal.send(contract.plan.change, { body: { user_id: id, plan_id: before, when: 'now' } }, WHO);
  expect((await plan()).individual).toEqual(was.individual);
});

test('what is off costs whoever switches it on again his own price, which the list says before', async () => {
  const options = async () => (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  const paid = (await options()).options.find(({ price }) => price !== '0.00')!;
  const switched = (status: 'on' | 'off') =>
    portal.send(contract.plan.changeOption, { body: { user_id: id, option_id: paid.option_id, status } }, WHO);
  if (paid.control.status === 'off') await switched('on');
  await accountant(give, { body: { ...DISCOUNT, last_day: '2027-12-31', user_id: id, option_id: paid.option_id } });
  const drawn = async () => (await portal.send(contract.user.allowedDrawPrograms, { params: { id } }, WHO)).body;
  const program = (await drawn()).find(({ control, price }) => control.status === 'on' && price !== '0.00')!;
  await accountant(give, {
    body: { ...DISCOUNT, last_day: '2027-12-31', user_id: id, program_id: program.programm_id },
  });
  await portal.pool.query(`update user_program set switched_at = null`);
  await switched('off');
  const off = { user_id: id, programm_id: program.programm_id, status: 'off' } as const;
  await portal.send(contract.user.changeProgram, { body: off }, WHO);
  portal.clock.set(new Date('2027-01-05T08:00:00Z'));
  await chargeUpTo(portal.world);
  const again = (await options()).options.find(({ option_id }) => option_id === paid.option_id)!;
  const less = (price: string | null) => (Number(price) * 0.8).toFixed(2);
  expect(again).toMatchObject({
    ...{ price: less(paid.price), control: { status: 'off' } },
    discount: { percent: 20, full_price: paid.price, last_day: '2027-12-31' },
  });
  const one = (await drawn()).find(({ programm_id }) => programm_id === program.programm_id)!;
  expect(one).toMatchObject({ price: less(program.price), discount: { percent: 20, full_price: program.price } });
  // Switching it on says, and charges, the same.
  const { body } = await portal.send(
    contract.plan.optionPreview,
    { body: { user_id: id, option_id: paid.option_id, status: 'on' } },
    WHO,
  );
  expect(body.price.will).toMatchObject({ amount: less(paid.price) });
});

test('the way back to the former plan is told at the price of one’s own', async () => {
  const options = async () => (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
  await portal.pool.query(
    `insert into individual_price (contract_id, account_id, user_id, sold_kind, plan_id, price_kopecks, from_day, reason, given_by, given_at)
     select contract_id, account_id, user_id, 'plan', plan_id, 40000, '2026-11-01', 'x', 'x', now() from service_user where user_id = $1`,
    [id],
  );
  const { plans } = await options();
  const fast = plans.find(({ name }) => name === 'Волга 500')!;
  await portal.send(contract.plan.change, { body: { user_id: id, plan_id: fast.plan_id, when: 'now' } }, WHO);
  const { undo } = await options();
  expect(undo?.plan).toMatchObject({ name: 'Волга 300', price: '400.00', discount: { full_price: '550.00' } });
  await portal.send(contract.plan.change, { body: { user_id: id, plan_id: undo!.plan.plan_id, when: 'now' } }, WHO);
  expect((await options()).plan).toMatchObject({ name: 'Волга 300', price: '400.00' });
});

test('handing over and closing say that it ends, and of one kind once', async () => {
  const person = { document: 'Заявление 12', name: 'Новиков Пётр Ильич' };
  await accountant(give, { body: { ...DISCOUNT, user_id: id } });
  const close = await accountant(operatorContract.clients.close, { body: { contract_id: WHO, dry_run: 'yes' } });
  expect(close.notes).toEqual(['Скидка\u00a020\u00a0% закончится вместе с\u00a0договором']);
  const { userId } = await addClient(portal.world, { contractId: 300_001, balance: 4000_00 });
  await accountant(give, { body: { ...DISCOUNT, contract_id: 300_001, user_id: userId } });
  const hand = { contract_id: 300_001, ...person, dry_run: 'yes' as const };
  const { refusal, notes } = await accountant(operatorContract.moves.handOver, { body: hand }, 'cashier');
  expect({ refusal, notes }).toEqual({
    refusal: null,
    notes: [expect.stringMatching(/^Скидка\s20\s%\sне\sперейдёт: новый договор платит полную цену$/)],
  });
});

test('the subscriber is told when it is given, and a week before it ends, once', async () => {
  await accountant(give, { body: { ...DISCOUNT, user_id: id } });
  const titles = async () => {
    const { rows } = await portal.pool.query<{ title: string }>(
      `select title from message where contract_id = $1 and notice_key like 'price.individual%' order by message_id`,
      [WHO],
    );
    return rows.map(({ title }) => title);
  };
  expect(await titles()).toEqual(['Вам дали скидку']);
  for (const [on, count] of [
    ['2027-02-21', 1],
    ['2027-02-22', 2],
    ['2027-02-23', 2],
  ] as const) {
    portal.clock.set(new Date(`${on}T08:00:00Z`));
    await tellOfNewPrices(portal.world);
    expect(await titles()).toHaveLength(count);
  }
  expect(await titles()).toEqual(['Вам дали скидку', 'Скидка скоро закончится']);
  expect((await own()).plan).not.toBeNull();
});
