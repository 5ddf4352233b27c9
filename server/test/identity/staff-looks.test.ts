import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract } from '@kabinet/contract/staff';
import { collectMetrics } from '#server/http/running/metrics.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, forgetLooks, sendStaff, staffKey, staffToken } from '../portal/staff.ts';

const { card, desk, timeline, unmask, search } = operatorContract;
const [ONE, OTHER] = [100_001, 100_002];

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
  await forgetLooks(portal);
});

const as = async (...roles: OperatorRole[]) => cookieOf(await staffToken(portal, ...roles));
const open = (session: Record<string, string>, id: number = ONE) =>
  sendStaff(portal, card.show, { query: { contract_id: String(id) } }, session);
const show = (session: Record<string, string>, kind: 'name' | 'phone' | 'address' | 'mail' = 'phone') =>
  sendStaff(portal, unmask.show, { body: { contract_id: String(ONE), kind, reason: 'Звонок по аварии' } }, session);
const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await portal.pool.query<Record<string, unknown>>(statement, values)).rows;

describe('unmasking', () => {
  test('shows the whole values for a reason, which is recorded; the client sees who has looked', async () => {
    const admin = await as('admin');
    const phones = await rowsOf(`select value from contact where contract_id = ${ONE} and kind = 'phone'`);
    const { body } = await show(admin);
    expect(body.values).toContain(phones[0]!['value']);
    expect((await show(admin, 'address')).body.values[0]).toContain('кв.');
    expect((await show(admin, 'mail')).body.values[0]).toContain('@');
    expect((await show(admin, 'name')).body.values[0]).toMatch(/ \S{2,}/);
    expect(await rowsOf(`select reason, outcome from operator_action where call = 'unmask' limit 1`)).toEqual([
      { reason: 'Звонок по аварии', outcome: 'done' },
    ]);
    const looks = await portal.send(contract.security.staffReads, {}, ONE);
    expect(looks.body[0]).toMatchObject({ role: 'администратор', what: expect.stringContaining('целиком') as string });
  });

  test('keeps no value, not even for a repeat by the same key', async () => {
    const admin = { ...(await as('admin')), 'idempotency-key': 'one' };
    const { body } = await show(admin);
    expect((await show(admin)).body.code).toBe('repeated_without_reply');
    const kept = JSON.stringify([
      await rowsOf('select * from operator_action'),
      await rowsOf('select * from staff_idempotency_key'),
    ]);
    expect(kept).not.toContain(body.values[0]);
  });

  test('needs a reason and a contract', async () => {
    const body = { contract_id: String(ONE), kind: 'phone' as const, reason: ' ' };
    const admin = await as('admin');
    expect((await sendStaff(portal, unmask.show, { body }, admin)).body.code).toBe('bad_input');
    const nobody = { contract_id: '999', kind: 'phone' as const, reason: 'Проверка' };
    expect((await sendStaff(portal, unmask.show, { body: nobody }, admin)).body.code).toBe('contract_unknown');
  });
});

test('a look is noted however the number of the account was typed', async () => {
  const cashier = await as('cashier');
  const looks = () => rowsOf(`select from staff_read where call = 'desk payer' and contract_id = ${ONE}`);
  const before = (await looks()).length;
  const [account] = await rowsOf(`select account_no from account where contract_id = ${ONE} and kind = 'i'`);
  const number = String(account?.['account_no']);
  const query = { account_no: ` 0${number.toLowerCase()}` };
  expect((await sendStaff(portal, desk.payer, { query }, cashier)).body).toMatchObject({ contract_id: ONE });
  expect(await looks()).toHaveLength(before + 1);
  // Beside the number of another contract it would be noted there.
  const both = { account_no: number, contract_id: String(OTHER) };
  expect((await sendStaff(portal, desk.payer, { query: both }, cashier)).body.code).toBe('bad_input');
});

describe('a technician', () => {
  /** A window of today with an order of a contract. */
  async function visit(master: string, when = '12 hours', id: number = ONE): Promise<void> {
    await portal.pool.query(
      `with ordered as (
         insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
         values ($1, (select min(goal_id) from support_goal), 'Нет сети', 'accepted', $2, $2) returning order_id)
       insert into visit_slot (town_id, master, starts_at, ends_at, order_id)
       select min(town_id), $3, date_trunc('day', $2::timestamptz) + $4::interval, date_trunc('day', $2::timestamptz) + $4::interval + interval '2 hours',
         (select order_id from ordered) from town`,
      [id, portal.clock.now(), master, when],
    );
  }

  test('opens whom he visits today, whole, and nobody else', async () => {
    const session = await as('technician');
    expect((await open(session)).body.code).toBe('not_your_visit');
    await visit('Сотрудник technician');
    const { body } = await open(session);
    expect(body.contacts.phones[0]!.phone).toMatch(/^7\d{10}$/);
    expect(body.address).toContain('кв.');
    expect((await open(session, OTHER)).body.code).toBe('not_your_visit');
    const query = { contract_id: String(ONE) };
    expect((await sendStaff(portal, timeline.read, { query }, session)).status).toBe(200);
    const [looked] = await rowsOf(`select count(*)::int as n from staff_read where contract_id = ${ONE}`);
    // What is read beside the card is the same look.
    expect(looked).toEqual({ n: 1 });
  });

  test('not whom he visits tomorrow, nor whom a colleague does', async () => {
    await visit('Сотрудник technician', '36 hours');
    await visit('Другой мастер', '13 hours');
    expect((await open(await as('technician'))).body.code).toBe('not_your_visit');
  });

  test('finds only them, by anything', async () => {
    await visit('Сотрудник technician');
    const session = await as('technician');
    const find = async (q: string) => {
      const { body } = await sendStaff(portal, search.find, { query: { q } }, session);
      return body.groups.flatMap(({ items }) => items.map(({ contract_id: id }) => id));
    };
    const [phone] = await rowsOf(`select value from contact where contract_id = ${ONE} and kind = 'phone'`);
    expect(await find(String(phone!['value']))).toEqual([ONE]);
    expect(await find(String(OTHER))).toEqual([]);
    expect(await find('1000')).toEqual([ONE]);
  });

  test('who is also an auditor opens the others masked', async () => {
    await visit('Сотрудник technician+auditor');
    const session = await as('technician', 'auditor');
    expect((await open(session)).body.contacts.phones[0]!.phone).toMatch(/^7\d{10}$/);
    expect((await open(session, OTHER)).body.name).toMatch(/\.$/);
  });
});

describe('many looks', () => {
  /** Looks of the last hour, as if they were made. */
  const looked = (call: string, count: number) =>
    portal.pool.query(
      `insert into staff_read (contract_id, read_at, operator, role, call, person_id)
       select contract_id, $1, 'А', 'support', $2, (select max(person_id) from staff_person)
       from generate_series(1, $3::int) n join (select contract_id, row_number() over () as place from contract) c on true
       where place = case $2 when 'unmask' then 1 else n end`,
      [new Date(portal.clock.now().getTime() - 60_000), call, count],
    );
  const noted = () => rowsOf(`select operator, input from operator_action where call = 'many looks'`);

  test('more than twenty unmaskings in an hour are told to the administrators, once; more than sixty are refused', async () => {
    const admin = await as('admin');
    await looked('unmask', 19);
    expect((await show(admin)).status).toBe(200);
    expect(await noted()).toEqual([]);
    expect((await show(admin)).status).toBe(200);
    expect((await show(admin)).status).toBe(200);
    expect(await noted()).toEqual([{ operator: 'Сотрудник admin', input: { look: 'unmask', looks: 21 } }]);
    expect(await collectMetrics(portal.world).text()).toContain('kabinet_staff_many_looks 1');
    await looked('unmask', 37);
    expect((await show(admin)).status).toBe(200);
    expect((await show(admin)).body.code).toBe('too_many_looks');
    expect(await rowsOf(`select outcome from operator_action where problem = 'too_many_looks'`)).toHaveLength(1);
    portal.clock.advance(3_600_001);
    await portal.pool.query('update staff_session set last_used_at = $1', [portal.clock.now()]);
    expect((await show(admin)).status).toBe(200);
    expect(await collectMetrics(portal.world).text()).toContain('kabinet_staff_many_looks 0');
  });

  test('more than sixty cards are told, not the same card sixty times; three hundred are the most', async () => {
    const [contracts] = await rowsOf('select count(*)::int as n from contract');
    await portal.pool.query(
      `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, opened_on, billing_day)
       select 700000 + n, 'Пробный', 'Пробный', 'Пробный', (select min(town_id) from town), '1', '2026-01-01', 1 from generate_series(1, $1::int) n`,
      [Math.max(0, 310 - Number(contracts!['n']))],
    );
    const session = await as('support');
    for (let time = 0; time < 3; time += 1) await looked('card', 59);
    expect((await open(session)).status).toBe(200);
    expect(await noted()).toEqual([]);
    await looked('card', 61);
    expect((await open(session)).status).toBe(200);
    expect(await noted()).toHaveLength(1);
    await looked('card', 300);
    expect((await open(session)).body.code).toBe('too_many_looks');
    const query = { contract_id: String(ONE) };
    expect((await sendStaff(portal, timeline.read, { query }, session)).body.code).toBe('too_many_looks');
    expect((await open(await as('support'))).status).toBe(200);
  });
});

test('a program sees people whole only by the right that its key names', async () => {
  const bearer = async (...calls: string[]) => ({ authorization: `Bearer ${await staffKey(portal, calls)}` });
  expect((await open(await bearer('card'))).body.contacts.phones[0]!.phone).toMatch(/^•••/);
  expect((await open(await bearer('card', 'see people'))).body.contacts.phones[0]!.phone).toMatch(/^7/);
});
