import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { tellOfEnds } from '#server/domain/changes/individual-price/tell-ends.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

// What a price of its own is given for, who may give it alone, and when its end is told.

const WHO = 100_001;
/** The company with some fifty lines. */
const MANY = 100_005;
const { list, give, end } = operatorContract.individualPrices;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
let id: number;

beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
  await portal.pool.query(`delete from price_change`);
  id = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO)).body[0]!.user_id;
});

const things = async () => (await ask(list, { query: { contract_id: WHO } }, 'accountant')).things;
const plan = async () => (await things()).find((one) => one.user_id === id && !one.option_id && !one.program_id)!;
const DISCOUNT = { contract_id: WHO, percent: 20, last_day: '2027-02-28', reason: 'Долгий ремонт' };
const given = (more: object) => ask(give, { body: { ...DISCOUNT, ...more } }, 'accountant');
const told = async (key = 'price.individual_ends') => {
  const { rows } = await portal.pool.query<{ body: string }>(
    `select body from message where notice_key like $1 || '%' order by message_id`,
    [key],
  );
  return rows.map(({ body }) => body.replaceAll('\u00a0', ' '));
};
const on = (day: string) => portal.clock.set(new Date(`${day}T08:00:00Z`));
const tell = (parts = 1) => tellOfEnds(portal.world, parts);

describe('what it is given for', () => {
  test('is an option, a program or a number of that name, never the plan instead', async () => {
    const all = await things();
    const [fixed, whole] = [1101, 1252].map((program) => all.find(({ program_id }) => program_id === program)!);
    const option = all.find(({ user_id, option_id }) => user_id === id && option_id)!;
    const { phone_number } = all.find(({ name }) => name === 'Телефон «Городской»')!;
    expect(await given({ user_id: id, program_id: 1101 })).toMatchObject({ name: fixed!.name, full: fixed!.full });
    await expect(given({ user_id: id, option_id: option.option_id })).rejects.toThrow(/и так бесплатно/);
    await expect(given({ phone_number, option_id: option.option_id })).rejects.toThrow(/договор не платит/);
    await expect(given({ program_id: 1252 })).rejects.toThrow(/и так бесплатно/);
    await portal.pool.query(`update program set price_kopecks = 100_00 where program_id = 1252`);
    expect(await given({ program_id: 1252 })).toMatchObject({ name: whole!.name, full: '100.00', ends_undo: null });
    expect(await given({ phone_number })).toMatchObject({ full: '250.00', costs: '200.00' });
    expect(await told('price.individual_given')).toHaveLength(3);
  });

  test('is what the contract pays for by the month or day: neither calls, nor a pause, nor a service without a plan', async () => {
    const mailbox = (await things()).find(({ name }) => name.startsWith('Почта'))!.user_id;
    await portal.pool.query(`update service_user set plan_id = null where user_id = $1`, [mailbox]);
    const { rowCount } = await portal.pool.query(
      `update suspension set day_kopecks = 500, paid_days = '{[2026-11-20,2026-12-01)}' where state = 'active' and user_id in (
         select user_id from service_user where contract_id = ${WHO})`,
    );
    expect(rowCount).toBe(1);
    const all = await things();
    expect(all.filter((one) => one.user_id === mailbox)).toEqual([]);
    expect(all.filter((one) => one.user_id === null && one.phone_number === null && one.program_id === null)).toEqual(
      [],
    );
    expect(all.map(({ name }) => name).filter((name) => name === '' || name.startsWith('Приостановление'))).toEqual([]);
  });

  test('is there on its first day; one that begins on the day that was asked for needs no word of it', async () => {
    await portal.pool.query(`update plan_option set price_kopecks = 50_00 where option_id = 2`);
    await portal.pool.query(
      `update user_option set status = 'on_pending', changes_on = '2026-12-05' where user_id = $1 and option_id = 2`,
      [id],
    );
    const option = { user_id: id, option_id: 2, dry_run: 'yes' };
    await expect(given(option)).rejects.toThrow(/На этот день услуги нет/);
    expect(await given({ ...option, from: '2026-12-05' })).toMatchObject({ from: '2026-12-05' });
    const { notes } = await given({ user_id: id, from: '2026-12-01', dry_run: 'yes' });
    expect(notes.filter((note) => note.startsWith('Подействует'))).toEqual([]);
  });

  test('takes the way back from a plan that was just changed, and says so', async () => {
    expect(await given({ user_id: id, dry_run: 'yes' })).toMatchObject({ ends_undo: null });
    const { plans } = (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
    const other = plans.find(({ name }) => name === 'Волга 500')!.plan_id;
    await portal.send(contract.plan.change, { body: { user_id: id, plan_id: other, when: 'now' } }, WHO);
    expect(await given({ user_id: id, dry_run: 'yes' })).toMatchObject({ ends_undo: { plan: 'Волга 300' } });
  });
});

test('without end, and above three hundred roubles a month, nobody gives it alone', async () => {
  const who = cookieOf(await staffToken(portal, 'accountant'));
  const asked = { contract_id: String(WHO), user_id: String(id), percent: '20', reason: 'Долгий ремонт' };
  const alone = async (more: object) => (await sendStaff(portal, give, { body: { ...asked, ...more } }, who)).body;
  expect(await alone({})).toMatchObject({ code: 'second_person_needed' });
  const days = { last_day: '2027-02-28' };
  expect(await alone({ ...days, percent: '60' })).toMatchObject({ code: 'second_person_needed' });
  expect(await alone({ ...days, percent: '60', dry_run: 'yes' })).toMatchObject({ costs: '220.00' });
  expect(await alone({ ...days, percent: '50' })).toMatchObject({ costs: '275.00' });
});

test('of a debtor is rehearsed in his debt: it does not switch anything on', async () => {
  const { things: all } = await ask(list, { query: { contract_id: 100_002 } }, 'accountant');
  const asked = { contract_id: 100_002, user_id: all.find(({ user_id }) => user_id !== null)!.user_id };
  expect(await given({ ...asked, dry_run: 'yes' })).toMatchObject({ switches_on: [], charge_now: '0.00' });
});

describe('one that has ended', () => {
  const ended = (individual_price_id: number, more: object = {}) =>
    ask(end, { body: { individual_price_id, reason: 'Ошиблись', ...more } }, 'accountant');

  test('is listed to its last day; one that ended before it began is neither listed nor told', async () => {
    const { individual_price_id: early } = await given({ user_id: id });
    await ended(early);
    expect((await plan()).individual).toEqual([]);
    await given({ user_id: id, last_day: '2026-12-31' });
    on('2026-11-28');
    await tell();
    expect(await told()).toEqual([]);
    on('2026-12-31');
    expect((await plan()).individual).toMatchObject([{ last_day: '2026-12-31' }]);
    on('2027-01-01');
    expect((await plan()).individual).toEqual([]);
    // Its reminder comes too late.
    await tell();
    expect(await told()).toEqual([]);
    await portal.pool.query(`update individual_price set until_day = null where ended_on is null`);
    expect((await plan()).individual).toMatchObject([{ last_day: null }]);
  });

  test('of a service that is closed cannot be ended, and nobody is told of it', async () => {
    const { individual_price_id } = await given({ user_id: id });
    await portal.pool.query(
      `update service_user set state = 'closed', reason = null, closed_on = '2026-11-20' where user_id = $1`,
      [id],
    );
    await expect(ended(individual_price_id)).rejects.toMatchObject({ code: 'change_not_allowed' });
    on('2027-02-22');
    expect(await tell()).toBe(true);
    expect(await told()).toEqual([]);
  });
});

describe('its end', () => {
  test('is told with the price that follows, of a single day, too; not before charging has begun', async () => {
    await given({ user_id: id, from: '2027-02-28' });
    await given({ user_id: id, program_id: 1101 });
    await portal.pool.query(`update program set price_kopecks = 0 where program_id = 1101`);
    on('2027-02-22');
    await portal.pool.query(`create table kept as select * from charge_run; delete from charge_run`);
    expect(await tell()).toBe(true);
    expect(await told()).toEqual([]);
    await portal.pool.query(`insert into charge_run select * from kept`);
    expect(await tell()).toBe(true);
    // What costs nothing by then rises by nothing.
    expect(await told()).toEqual([
      '<p>Интернет «Волга 300»: скидка 20 % закончится 28 февраля. С 1 марта — 550 ₽ в месяц.</p>',
    ]);
  });

  test('is told to all in as many parts as they need', async () => {
    const { rowCount } = await portal.pool.query(
      `insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, until_day, reason, given_by, given_at)
       select contract_id, account_id, user_id, 'plan', 20, '2026-11-01', '2026-11-25', 'x', 'x', now()
       from service_user where contract_id = ${MANY} and state = 'active' order by user_id limit 51`,
    );
    expect(rowCount).toBe(51);
    expect(await tell()).toBe(false);
    expect(await tell(5)).toBe(true);
    const { rows } = await portal.pool.query(`select from individual_price where told_at is null`);
    expect(rows).toEqual([]);
  });
});
