import { beforeEach, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

// What the catalogue says before a change: whom it concerns, and at which price.

const { list, show, archive, restore, add } = operatorContract.catalogue;
type Kind = 'plan' | 'option' | 'program';

let portal: TestPortal;
let books: Record<string, string>;
beforeEach(async () => {
  portal = await testPortal();
  books = cookieOf(await staffToken(portal, 'accountant'));
});

const catalogueOf = async (query: object = {}) => (await sendStaff(portal, list, { query }, books)).body;
const item = async (kind: Kind, id: number) =>
  (await sendStaff(portal, show, { query: { kind, id: String(id) } }, books)).body;
const run = (text: string) => portal.pool.query(text);
/** How many contracts have it, as the list and its own page say. */
const contracts = async (kind: Kind, id: number) => {
  const inList = (await catalogueOf()).find((one) => one.kind === kind && one.id === id)!;
  const shown = await item(kind, id);
  expect(shown.contracts).toBe(inList.contracts);
  return shown.contracts;
};
const added = async (body: object) =>
  (await sendStaff(portal, add, { body: { price: '100', ...body } as never }, books)).body.id;
const stateOf = async (kind: Kind, id: number) => (await item(kind, id)).state;

const closed = (services: string) =>
  run(
    `update service_user set state = 'closed', reason = null, returns_on = null, closed_on = '2026-11-20' where ${services}`,
  );

test('a plan is had by who has it or will: no service that is closed, no change that is over, a number, too', async () => {
  const id = await added({ kind: 'plan', name: 'Волга 700', service: 'internet', mbit: '700' });
  expect(await contracts('plan', id)).toBe(0);
  const line = `(select min(user_id) from service_user where contract_id = 100003 and plan_id is not null)`;
  await run(`update service_user set plan_id = ${id} where user_id = ${line}`);
  expect(await contracts('plan', id)).toBe(1);
  await closed(`user_id = ${line}`);
  expect(await contracts('plan', id)).toBe(0);
  const planned = async (contract: number, state: string) =>
    run(`insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
      select min(user_id), ${id}, '2026-12-01', '${state}', 'client', now() from service_user
      where contract_id = ${contract} and plan_id is not null and state <> 'closed'`);
  await planned(100_001, 'planned');
  await planned(100_002, 'done');
  expect(await contracts('plan', id)).toBe(1);
  await closed('contract_id = 100001');
  expect(await contracts('plan', id)).toBe(0);
  const number = await added({ kind: 'plan', name: 'Городской плюс', service: 'telephone' });
  await run(`update phone_number set plan_id = ${number} where contract_id = 100002`);
  expect(await contracts('plan', number)).toBe(1);
  await run(
    `update phone_number set state = 'closed', reason = null, closed_on = '2026-11-20' where contract_id = 100002`,
  );
  expect(await contracts('plan', number)).toBe(0);
});

test('an option and a program are had by services that are not closed, a program of the contract by contracts that are not', async () => {
  const id = await added({ kind: 'option', name: 'Антивирус', plan_id: '2' });
  const program = await added({ kind: 'program', name: 'Мастер', service: 'internet' });
  const whole = await added({ kind: 'program', name: 'Весь дом', service: 'contract' });
  const services = `select user_id from service_user where contract_id in (100001, 100003) and user_type <> 'mail' and state <> 'closed'`;
  await run(`insert into user_option (user_id, option_id, status, since)
    select user_id, ${id}, 'on', '2026-11-01' from (${services}) s`);
  await run(`insert into user_program (user_id, program_id, status, since)
    select user_id, ${program}, 'on', '2026-11-01' from (${services}) s`);
  await run(`insert into contract_program (contract_id, program_id, status, since)
    values (100001, ${whole}, 'on', '2026-11-01'), (100003, ${whole}, 'on', '2026-11-01')`);
  const counts = async () => [
    await contracts('option', id),
    await contracts('program', program),
    await contracts('program', whole),
  ];
  expect(await counts()).toEqual([2, 2, 2]);
  await closed('contract_id = 100003');
  expect(await counts()).toEqual([1, 1, 2]);
  await run(`update contract set state = 'closed', closed_on = '2026-11-20' where contract_id = 100003`);
  expect(await counts()).toEqual([1, 1, 1]);
});

test('each thing stands once; a kind and a service are asked for together', async () => {
  const all = await catalogueOf();
  expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length);
  const some = await catalogueOf({ kind: 'option', service: 'tv' });
  expect(some).toEqual(all.filter(({ kind, service }) => kind === 'option' && service === 'tv'));
  expect(some.length).toBeGreaterThan(0);
});

test('a planned price is that of its own thing, from its day; what is not told yet is said so', async () => {
  await run(`delete from price_change`);
  const before = await catalogueOf();
  const planned = (sold: string, column: string, id: number, from: string, price: number, state = 'planned') =>
    run(`insert into price_change (sold_kind, ${column}, from_day, price_kopecks, state, planned_by, planned_at)
      values ('${sold}', ${id}, '${from}', ${price}, '${state}', 'x', now())`);
  await planned('plan', 'plan_id', 2, '2026-11-20', 600_00);
  await planned('plan', 'plan_id', 2, '2026-11-21', 700_00);
  await planned('program', 'program_id', 1101, '2027-01-01', 175_00);
  // What is settled already stands in the catalogue.
  await planned('plan', 'plan_id', 1, '2026-11-01', 1_00, 'settled');
  await planned('plan', 'plan_id', 1, '2027-11-01', 2_00, 'settled');
  const expected = before.map((one) => {
    if (one.kind === 'plan' && one.id === 2)
      return { ...one, price: '600.00', coming: { price: '700.00', from: '2026-11-21' } };
    return one.kind === 'program' && one.id === 1101
      ? { ...one, coming: { price: '175.00', from: '2027-01-01' } }
      : one;
  });
  expect(await catalogueOf()).toEqual(expected);
  const told = async () => (await item('plan', 2)).prices.map((one) => [one.price, one.state, one.is_told]);
  expect(await told()).toEqual([
    ['550.00', 'past', true],
    ['600.00', 'now', false],
    ['700.00', 'planned', false],
  ]);
  await run(`update price_change set told_at = now() where from_day = '2026-11-20'`);
  expect((await told())[1]).toEqual(['600.00', 'now', true]);
});

test('an option of an archived plan is archived with it, and comes back only after it', async () => {
  const id = await added({ kind: 'option', name: 'Антивирус', plan_id: '2' });
  const body = { kind: 'option', id: String(id) } as const;
  const putBack = async () => (await sendStaff(portal, restore, { body }, books)).body;
  expect(await putBack()).toMatchObject({ state: 'sold' });
  expect(await putBack()).toMatchObject({ code: 'catalogue_refused' });
  await sendStaff(portal, archive, { body: { kind: 'plan', id: '2' } }, books);
  expect(await stateOf('option', id)).toBe('archived');
  expect(await putBack()).toMatchObject({ code: 'catalogue_refused' });
  await sendStaff(portal, restore, { body: { kind: 'plan', id: '2' } }, books);
  expect(await stateOf('option', id)).toBe('sold');
  await sendStaff(portal, archive, { body }, books);
  expect(await stateOf('option', id)).toBe('archived');
});
