import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { kopecks } from '@kabinet/contract/kernel/money';
import { dayIn } from '@kabinet/contract/kernel/day';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { list, show, add, edit, archive, restore } = operatorContract.catalogue;
const { prices } = operatorContract;
const WHO = 100_001;

let portal: TestPortal;
let books: Record<string, string>;
let network: Record<string, string>;

beforeEach(async () => {
  portal = await testPortal();
  books = cookieOf(await staffToken(portal, 'accountant'));
  network = cookieOf(await staffToken(portal, 'engineer'));
});

const catalogueOf = async (query: object = {}) => (await sendStaff(portal, list, { query }, books)).body;
const named = async (name: string) => (await catalogueOf()).find((one) => one.name === name)!;
const item = async ({ kind, id }: { kind: 'plan' | 'option' | 'program'; id: number }) =>
  (await sendStaff(portal, show, { query: { kind, id: String(id) } }, books)).body;
const valueOf = async (name: string, field: string) =>
  (await item(await named(name))).fields.find((one) => one.field === field)?.value;
const offered = async () => {
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  const own = await portal.send(contract.plan.options, { params: { id: body[0]!.user_id } }, WHO);
  return own.body.plans.map(({ name }) => name);
};
const rowsOf = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;

const NEW = { kind: 'plan', name: 'Волга 700', price: '790', service: 'internet', mbit: '700' } as const;

describe('a new plan', () => {
  test('is a draft with its first price; nobody is offered it until it is on sale, nor after it is archived', async () => {
    const added = (await sendStaff(portal, add, { body: NEW }, books)).body;
    expect(added).toMatchObject({ rehearsed: false, name: 'Волга 700', state: 'draft', contracts: 0 });
    expect(await offered()).not.toContain('Волга 700');
    const { kind, id } = added;
    const today = dayIn(portal.world.provider.time_zone, portal.clock.now());
    expect(await item(added)).toMatchObject({
      price: '790.00',
      prices: [{ from: today, price: '790.00', state: 'now' }],
    });
    expect(await valueOf('Волга 700', 'mbit')).toBe('700');

    expect((await sendStaff(portal, restore, { body: { kind, id: String(id) } }, books)).body.state).toBe('sold');
    expect(await offered()).toContain('Волга 700');
    expect((await sendStaff(portal, archive, { body: { kind, id: String(id) } }, books)).body.state).toBe('archived');
    expect(await offered()).not.toContain('Волга 700');
  });

  test('is only rehearsed when asked so; a name is given once', async () => {
    const before = await rowsOf('plan');
    expect((await sendStaff(portal, add, { body: { ...NEW, dry_run: 'yes' } }, books)).body.rehearsed).toBe(true);
    expect(await rowsOf('plan')).toBe(before);
    const refused = await sendStaff(portal, add, { body: { ...NEW, name: 'волга 500' } }, books);
    expect(refused.body).toMatchObject({ code: 'catalogue_named' });
  });

  test('of mail needs the size of a mailbox; a field that it does not have is refused', async () => {
    const mail = { kind: 'plan', name: 'Почта плюс', price: '50', service: 'mail' } as const;
    const without = await sendStaff(portal, add, { body: mail }, books);
    expect(without.body).toMatchObject({ code: 'bad_input', errors: [{ path: 'body.gigabytes' }] });
    const whole = await sendStaff(portal, add, { body: { ...mail, gigabytes: '20', boxes: '3' } }, books);
    expect(whole.body).toMatchObject({ state: 'draft' });
    const fast = await sendStaff(portal, add, { body: { ...mail, name: 'Ещё', mbit: '5' } }, books);
    expect(fast.body).toMatchObject({ code: 'bad_input', errors: [{ path: 'body.mbit' }] });
  });

  test('of TV calls, an option and a program say what else is to be done', async () => {
    const tv = await sendStaff(
      portal,
      add,
      { body: { kind: 'plan', name: 'Новый', price: '1', service: 'tv', channels: '1-3,2' } },
      books,
    );
    expect(tv.body.notes).toHaveLength(1);
    expect(await valueOf('Новый', 'channels')).toBe('1-3');
    const absent = await sendStaff(
      portal,
      edit,
      { body: { kind: 'plan', id: String(tv.body.id), channels: '1,9999' } },
      books,
    );
    expect(absent.body).toMatchObject({ code: 'bad_input' });
    const line = await sendStaff(
      portal,
      add,
      { body: { kind: 'plan', name: 'Линия плюс', price: '0', service: 'sip' } },
      books,
    );
    expect(line.body.notes).toEqual([expect.stringContaining('rates plan')]);
    const program = await sendStaff(
      portal,
      add,
      { body: { kind: 'program', name: 'Мастер дома', price: '99', service: 'contract' } },
      books,
    );
    expect(program.body).toMatchObject({ kind: 'program', state: 'draft' });
  });
});

describe('an edit', () => {
  test('tells whom it concerns and what differs; the audit keeps both', async () => {
    const { kind, id, contracts } = await named('Волга 300');
    const body = { kind, id: String(id), summary: 'Быстро и ровно' };
    const rehearsed = (await sendStaff(portal, edit, { body: { ...body, dry_run: 'yes' } }, books)).body;
    expect(rehearsed).toMatchObject({ rehearsed: true, contracts });
    expect(contracts).toBeGreaterThan(0);
    expect(await valueOf('Волга 300', 'summary')).not.toBe('Быстро и ровно');
    const done = (await sendStaff(portal, edit, { body }, books)).body;
    expect(done.changes).toMatchObject([{ field: 'summary', will: 'Быстро и ровно' }]);
    const { rows } = await portal.pool.query(
      `select changed from operator_action where call = 'catalogue edit' and outcome = 'done'`,
    );
    expect(JSON.stringify(rows)).toContain('Быстро и ровно');
    expect((await sendStaff(portal, edit, { body }, books)).body).toMatchObject({ code: 'nothing_changes' });
  });

  test('of a version that another has changed is refused', async () => {
    const { kind, id } = await named('Волга 300');
    const { version } = await item({ kind, id });
    const asked = { kind, id: String(id), version: String(version) };
    await sendStaff(portal, edit, { body: { ...asked, summary: 'Раз' } }, books);
    const second = await sendStaff(portal, edit, { body: { ...asked, summary: 'Два' } }, books);
    expect(second.body).toMatchObject({ code: 'changed_meanwhile' });
  });

  test('of a price is for drafts; what was sold gets a price from a day on', async () => {
    const { kind, id } = (await sendStaff(portal, add, { body: NEW }, books)).body;
    await sendStaff(portal, edit, { body: { kind, id: String(id), price: '750' } }, books);
    expect((await item({ kind, id })).prices).toMatchObject([{ price: '750.00' }]);
    const sold = await named('Волга 300');
    const refused = await sendStaff(portal, edit, { body: { kind: 'plan', id: String(sold.id), price: '1' } }, books);
    expect(refused.body).toMatchObject({ code: 'bad_input' });
  });

  test('of the speed is the engineer’s, and the network gets it; texts are not his', async () => {
    const { kind, id } = await named('Волга 300');
    const words = await sendStaff(portal, edit, { body: { kind, id: String(id), summary: 'Моё' } }, network);
    expect(words.body).toMatchObject({ code: 'role_not_allowed' });
    const done = await sendStaff(portal, edit, { body: { kind, id: String(id), mbit: '350' } }, network);
    expect(done.body.changes).toEqual([{ field: 'mbit', was: '300', will: '350' }]);
    await portal.work();
    const { rows } = await portal.pool.query<{ is_told: boolean }>(
      `select coalesce(s.state::text like '%350%', false) as is_told
       from service_user u left join recorded_network.service s on s.service = 'user:' || u.user_id
       where plan_id = $1 and u.state <> 'closed'`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ is_told: isTold }) => isTold)).toBe(true);
  });

  test('that many contracts read needs a second person', async () => {
    const { kind, id } = await named('Волга 300');
    portal.world.provider.second_person.thresholds['catalogue edit'] = kopecks(0);
    const refused = await sendStaff(portal, edit, { body: { kind, id: String(id), summary: 'Иначе' } }, books);
    expect(refused.body).toMatchObject({ code: 'second_person_needed' });
    const price = { kind, id: String(id), from: '2027-03-01', price: '999' };
    portal.world.provider.second_person.thresholds['prices plan'] = kopecks(0);
    expect((await sendStaff(portal, prices.plan, { body: price }, books)).body).toMatchObject({
      code: 'second_person_needed',
    });
  });
});

test('an archived plan is kept by those who have it, and can still be priced; nothing is sold twice', async () => {
  const { kind, id, contracts } = await named('Волга 300');
  const body = { kind, id: String(id) };
  const archived = (await sendStaff(portal, archive, { body }, books)).body;
  expect(archived).toMatchObject({ state: 'archived', contracts, notes: [expect.stringContaining('остаётся')] });
  expect((await sendStaff(portal, archive, { body }, books)).body).toMatchObject({ code: 'catalogue_refused' });
  const priced = await sendStaff(portal, prices.plan, { body: { ...body, from: '2027-03-01', price: '999' } }, books);
  expect(priced.body).toMatchObject({ will: '999.00', buyers: contracts });
  expect((await item({ kind, id })).prices.at(-1)).toMatchObject({ state: 'planned', price: '999.00' });
  expect((await sendStaff(portal, restore, { body }, books)).body.state).toBe('sold');
});

test('a price is refused if its forecast was of other buyers', async () => {
  const { kind, id, contracts } = await named('Волга 300');
  const body = { kind, id: String(id), from: '2027-03-01', price: '999', contracts: String(contracts + 1) };
  expect((await sendStaff(portal, prices.plan, { body }, books)).body).toMatchObject({ code: 'price_refused' });
  const seen = (
    await sendStaff(portal, prices.preview, { body: { kind, id: String(id), from: '2027-03-01', price: '999' } }, books)
  ).body;
  const planned = await sendStaff(portal, prices.plan, { body: { ...body, contracts: String(seen.buyers) } }, books);
  expect(planned.body).toMatchObject({ will: '999.00' });
});

test('an option is offered while it is on sale; archived, it stays with who has it', async () => {
  const { body: own } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  const user = own[0]!.user_id;
  const options = async () =>
    (await portal.send(contract.plan.options, { params: { id: user } }, WHO)).body.options.map(({ name }) => name);
  const { rows } = await portal.pool.query<{ plan: number }>(
    'select plan_id as plan from service_user where user_id = $1',
    [user],
  );
  const plan_id = String(rows[0]!.plan);
  const option = { kind: 'option', name: 'Антивирус', price: '99', plan_id } as const;
  const { id } = (await sendStaff(portal, add, { body: option }, books)).body;
  const body = { kind: 'option', id: String(id) } as const;
  expect(await options()).not.toContain('Антивирус');
  await sendStaff(portal, restore, { body }, books);
  expect(await options()).toContain('Антивирус');
  await portal.pool.query(
    `insert into user_option (user_id, option_id, status, since) values ($1, $2, 'on', '2026-11-01')`,
    [user, id],
  );
  expect((await sendStaff(portal, archive, { body }, books)).body).toMatchObject({ state: 'archived', contracts: 1 });
  expect(await options()).toContain('Антивирус');
  await portal.pool.query('delete from user_option where option_id = $1', [id]);
  expect(await options()).not.toContain('Антивирус');
});
