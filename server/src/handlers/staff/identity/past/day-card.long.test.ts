import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { dayIn } from '@kabinet/contract/kernel/day';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const WHO = 100_001;
const DAY_MS = 86_400_000;
const { show, day: cardOf } = operatorContract.card;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
let internet: number;
let account_no: string;

beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  internet = body[0]!.user_id;
  account_no = (await ask(show, { query: { contract_id: WHO } })).accounts[0]!.account_no;
});

const today = () => dayIn('Europe/Samara', portal.clock.now());
const past = (on: string, contract_id = WHO) => ask(cardOf, { query: { contract_id, on } });
const night = async () => {
  portal.clock.advance(DAY_MS);
  await chargeUpTo(portal.world);
};

/** Of the card of now: what the card of its day must say later. */
async function evening(contract_id = WHO) {
  const { name, address, accounts, services, numbers } = await ask(show, { query: { contract_id } });
  const { rows } = await portal.pool.query<{ whose: string; name: string }>(
    `select user_id::text as whose, name from user_option join plan_option using (option_id)
     where user_id in (select user_id from service_user where contract_id = $1) and status <> 'on_pending'
     union all
     select user_id::text, name from user_program join program using (program_id)
     where user_id in (select user_id from service_user where contract_id = $1) and status <> 'on_pending'`,
    [contract_id],
  );
  const extras = (whose: number) => rows.flatMap((one) => (one.whose === String(whose) ? one.name : [])).toSorted();
  return {
    ...{ name, address },
    accounts: accounts.map(({ account_no, balance }) => [account_no, balance]),
    services: [
      ...services.map(({ user_id: id, state, reason, plan }) => [id, state, reason, plan?.name, extras(id)]),
      ...numbers.map(({ phone_number, state, reason, plan }) => [phone_number, state, reason, plan, []]),
    ],
    prices: services.flatMap(({ user_id: id, plan }) => (plan === null ? [] : [[id, plan.price]])),
  };
}

/** The same of the card of a day. */
function told(card: Awaited<ReturnType<typeof past>>) {
  const { name, address, accounts, services } = card;
  return {
    ...{ name, address },
    accounts: accounts.map(({ account_no, balance }) => [account_no, balance]),
    services: services.map(({ user_id: id, phone_number: number, state, reason, plan, extras }) => [
      ...[id ?? number, state, reason, plan ?? undefined],
      extras.map((one) => one.name).toSorted(),
    ]),
    prices: services.flatMap(({ user_id: id, plan, price }) =>
      id === null || plan === null ? [] : [[id, price?.instead_of ?? price?.amount]],
    ),
  };
}

const planNamed = async (name: string) => {
  const { body } = await portal.send(contract.plan.options, { params: { id: internet } }, WHO);
  return body.plans.find((plan) => plan.name === name)!.plan_id;
};
const post = (amount: string) =>
  ask(
    operatorContract.office.post,
    { body: { account_no, amount, document: `ПКО ${amount}`, text: 'Оплата' } },
    'cashier',
  );
const edit = (more: object) =>
  ask(operatorContract.clients.edit, { body: { contract_id: WHO, document: 'Паспорт', ...more } });
const option = async (status: 'on' | 'off') => {
  const { body } = await portal.send(contract.plan.options, { params: { id: internet } }, WHO);
  const one = body.options.find(({ price }) => price !== '0.00');
  if (one)
    await portal.send(
      contract.plan.changeOption,
      { body: { user_id: internet, option_id: one.option_id, status } },
      WHO,
    );
};
const change = async (name: string, when: 'now' | 'next_period') =>
  ask(operatorContract.plans.change, { body: { user_id: internet, plan_id: await planNamed(name), when } });
const block = () =>
  ask(operatorContract.services.block, { body: { user_id: internet, reason: 'Нужны документы' } }, 'engineer');
const unblock = () => ask(operatorContract.services.unblock, { body: { user_id: internet } }, 'engineer');
const suspend = (until: string) =>
  portal.send(contract.suspension.start, { body: { user_id: internet, from: today(), until } }, WHO);
describe('the card of a day tells what the card told on that very day', () => {
  test('in a life of payments, corrections, blocks, pauses, plans and options', async () => {
    const acts: Record<string, () => Promise<unknown>> = {
      '2026-11-21': () => post('350,50'),
      '2026-11-22': () => option('on'),
      '2026-11-23': () => edit({ name: 'Кузнецова-Ларина Мария Сергеевна' }),
      '2026-11-24': block,
      '2026-11-26': unblock,
      '2026-11-27': () => change('Волга 500', 'now'),
      '2026-11-28': () => edit({ town: 'Тольятти', street: 'Юбилейная', house: '31', flat: '7' }),
      '2026-12-02': () => post('3000'),
      '2026-12-03': () => option('on'),
      '2026-12-05': () => suspend('2026-12-12'),
      '2026-12-13': () => change('Волга 100', 'next_period'),
      '2026-12-14': () => option('off'),
      '2026-12-16': () =>
        edit({ name: 'Ларина Мария Сергеевна', town: 'Тольятти', street: 'Юбилейная', house: '31', flat: '8' }),
    };
    const evenings = new Map<string, Awaited<ReturnType<typeof evening>>>();
    for (let count = 0; count < 38; count += 1) {
      await acts[today()]?.();
      evenings.set(today(), await evening());
      await night();
    }
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
    const [days, said] = [[...evenings.keys()], [...evenings.values()]];
    for (const [at, day] of days.entries()) expect(told(await past(day)), day).toEqual(said[at]);
    // The life was one: its money ended, its plan, name and address changed.
    const states = new Set(
      said.flatMap(({ services }) => services.map(([, state, reason]) => `${String(state)} ${String(reason)}`)),
    );
    expect([...states].toSorted()).toEqual(['active null', 'blocked debt', 'blocked operator', 'paused null']);
  });
});

test('a service that went to another contract is told by the one that had it', async () => {
  await portal.pool.query(`update support_order set state = 'cancelled' where contract_id = ${WHO}`);
  const body = { contract_id: WHO, document: 'Заявление', services: [internet] };
  const before = await evening();
  await night();
  const { new_contract_id: to } = await ask(operatorContract.regroupings.split, { body });
  if (to === null) throw new Error('Nothing was split');
  await night();
  expect(told(await past('2026-11-20'))).toEqual(before);
  const ids = (card: Awaited<ReturnType<typeof past>>) => card.services.map(({ user_id: id }) => id);
  expect(ids(await past('2026-11-21'))).not.toContain(internet);
  expect(ids(await past('2026-11-21', to))).toEqual([internet]);
  await expect(past('2026-11-20', to)).rejects.toMatchObject({ code: 'bad_input' });
});

test('what was not written down is named, never guessed', async () => {
  const run = (query: string) => portal.pool.query(query);
  await run(`delete from plan_change`);
  await run(`insert into staff_change (contract_id, made_at, operator, role, call, text, version)
    values (${WHO}, '2026-11-15 08:00Z', 'Анна', 'support', 'contract edit', 'Исправили имя и адрес. Основание: паспорт', 1)`);
  await run(`update service_user set state_since = '2026-11-10 08:00Z' where user_id = ${internet}`);
  await run(`insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
    values (${internet}, (select plan_id from service_user where user_id = ${internet}), '2026-11-12', 'done', 'client', '2026-11-12 08:00Z')`);
  await run(`insert into price_change (sold_kind, plan_id, from_day, price_kopecks, state, planned_by, planned_at)
    select 'plan', plan_id, '2026-11-01', price_kopecks, 'settled', 'x', '2026-09-01' from service_user join plan using (plan_id)
    where user_id = ${internet}`);
  const now = await past('2026-11-16');
  expect([now.name, now.services[0]?.state, now.services[0]?.plan]).toEqual([
    expect.stringContaining('Кузнецова'),
    'active',
    'Волга 300',
  ]);
  // The month was charged: its line names the plan and its price.
  const charged = await past('2026-11-09');
  expect([charged.name, charged.address, charged.services[0]]).toMatchObject([
    ...[null, null],
    { state: 'paid', plan: 'Волга 300', price: { known_by: 'charge' } },
  ]);
  const { rows } = await run(`select min(day)::text as first from ledger_entry where user_id = ${internet}`);
  const first = new Date(Date.parse((rows[0] as { first: string }).first) - DAY_MS).toISOString().slice(0, 10);
  const far = await past(first);
  expect(far.services[0]).toMatchObject({ state: 'unknown', plan: null, price: null });
  expect(far.notes.join(' ')).toMatch(
    /Имя с тех пор исправляли.*Адрес с тех пор.*Состояние того дня не сохранилось.*Тариф того дня/,
  );
});

test('a day that is not over, has not come, or was before the contract is refused with its reason', async () => {
  const reason = async (on: string) => {
    const refusal = (await past(on).catch((error: unknown) => error)) as { detail: { errors?: { message: string }[] } };
    return refusal.detail.errors?.[0]?.message.replaceAll('\u00a0', ' ');
  };
  expect(await reason('2026-11-21')).toBe('Этот день ещё не наступил');
  expect(await reason('2026-11-20')).toBe('Этот день ещё не кончился: смотрите карточку на сейчас');
  expect(await reason('1995-01-01')).toMatch(/^Договора ещё не было: его открыли \d/);
  await expect(past('2026-11-19', 999_999)).rejects.toMatchObject({ code: 'contract_unknown' });
});
