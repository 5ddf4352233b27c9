import { beforeEach, describe, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { orderServices } from '#server/domain/changes/catalogue/order-services.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

// An edit writes what it names, of the thing that it names.

const { show, add, edit, archive, restore } = operatorContract.catalogue;
type Kind = 'plan' | 'option' | 'program';

let portal: TestPortal;
let books: Record<string, string>;
const open = async (...options: Parameters<typeof testPortal>) => {
  portal = await testPortal(...options);
  books = cookieOf(await staffToken(portal, 'accountant'));
};
beforeEach(() => open());

const NEW = { kind: 'plan', price: '100', service: 'internet', mbit: '700' } as const;
const added = async (body: object) =>
  (await sendStaff(portal, add, { body: { ...NEW, ...body } as never }, books)).body;
const item = async (kind: Kind, id: number) =>
  (await sendStaff(portal, show, { query: { kind, id: String(id) } }, books)).body;
const edited = async (kind: Kind, id: number, body: object) =>
  (await sendStaff(portal, edit, { body: { kind, id: String(id), ...body } }, books)).body;
const valuesOf = async (kind: Kind, id: number) =>
  Object.fromEntries((await item(kind, id)).fields.map(({ field, value }) => [field, value]));

describe('what is wrong with a new thing', () => {
  test.each([
    [{ kind: 'plan', service: undefined, mbit: undefined }, 'service'],
    [{ kind: 'plan', service: 'contract', mbit: undefined }, 'service'],
    [{ kind: 'option', service: undefined, mbit: undefined }, 'plan_id'],
    [{ kind: 'plan', service: 'mail', mbit: undefined, gigabytes: '20' }, 'gigabytes'],
    [{ kind: 'program', service: 'sip', mbit: undefined, channels: '1' }, 'channels'],
  ])('%o is told by its field', async (body, field) => {
    expect(await added({ name: 'Новое', ...body })).toMatchObject({
      ...{ code: 'bad_input', errors: [{ path: `body.${field}` }] },
    });
  });

  test('a name of another plan, whichever it is, also when it is put back or renamed', async () => {
    const named = { code: 'catalogue_named' };
    expect(await added({ name: 'Волга 100' })).toMatchObject(named);
    const { id } = await added({ name: 'Волга 700' });
    expect(await edited('plan', id, { name: 'Волга 100' })).toMatchObject(named);
    expect(await edited('plan', id, { name: 'Волга 701' })).toMatchObject({ changes: [{ field: 'name' }] });
    await portal.pool.query(`update plan set name = 'Волга 100' where plan_id = $1`, [id]);
    const back = await sendStaff(portal, restore, { body: { kind: 'plan', id: String(id) } }, books);
    expect(back.body).toMatchObject(named);
    expect(await edited('plan', 99_999, { name: 'Нет такого' })).toMatchObject({ code: 'catalogue_unknown' });
  });
});

describe('notes', () => {
  const notes = async (body: object) => (await added(body)).notes.join();

  test('say of TV what the platform must have, of all else nothing', async () => {
    const of = { mbit: undefined };
    expect(await notes({ ...of, kind: 'program', name: 'Ночной сеанс', service: 'tv' })).toMatch(
      /^Если .* TV_PACKETS$/,
    );
    expect(await notes({ ...of, kind: 'program', name: 'Ночной тариф', service: 'sip' })).toBe('');
    expect(await notes({ ...of, kind: 'plan', name: 'Новый', service: 'tv' })).toContain('ни одного канала');
  });

  test('say whom it stays with, only if there is somebody', async () => {
    const { id } = await added({ name: 'Волга 700' });
    const put = async (call: typeof archive) =>
      (await sendStaff(portal, call, { body: { kind: 'plan', id: String(id) } }, books)).body.notes;
    await put(restore);
    expect(await put(archive)).toEqual([]);
    await put(restore);
    await portal.pool.query(`update service_user set plan_id = $1 where contract_id = 100003 and plan_id is not null`, [
      id,
    ]);
    expect(await put(archive)).toEqual([expect.stringContaining('остаётся')]);
  });

  test('say of mailboxes that there are, that they keep their size', async () => {
    const mail = { mbit: undefined, service: 'mail', gigabytes: '20', boxes: '3' };
    expect(await notes({ ...mail, name: 'Почта плюс' })).toBe('');
    const { rows } = await portal.pool.query<{ id: number }>(
      `select plan_id as id from service_user where user_type = 'mail' and plan_id is not null and state <> 'closed' limit 1`,
    );
    expect((await edited('plan', rows[0]!.id, { summary: 'Иначе' })).notes).toEqual([
      expect.stringContaining('прежнего размера'),
    ]);
  });
});

test('the texts of an option and of a program are written, and of no other', async () => {
  const option = await added({ kind: 'option', name: 'Антивирус', service: undefined, mbit: undefined, plan_id: '2' });
  const program = await added({ kind: 'program', name: 'Мастер', mbit: undefined });
  const others = async () => JSON.stringify([await valuesOf('option', 2), await valuesOf('program', 1101)]);
  const before = await others();
  const words = { name: 'Щит', description: 'Что это', terms: 'Условия' };
  await edited('option', option.id, words);
  expect(await valuesOf('option', option.id)).toMatchObject(words);
  const more = { ...words, summary: 'Кратко', section: 'Дом', badge: 'Ново' };
  await edited('program', program.id, more);
  expect(await valuesOf('program', program.id)).toMatchObject(more);
  await edited('program', program.id, { badge: '', section: '' });
  expect(await valuesOf('program', program.id)).toMatchObject({ ...more, badge: null, section: '' });
  expect(await others()).toBe(before);
});

test('the price of a draft is of this draft alone', async () => {
  const [one, other] = [await added({ name: 'Волга 700' }), await added({ name: 'Волга 800' })];
  const option = await added({ kind: 'option', name: 'Антивирус', service: undefined, mbit: undefined, plan_id: '2' });
  await portal.pool.query(
    `insert into price_change (sold_kind, plan_id, from_day, price_kopecks, state, planned_by, planned_at)
     values ('plan', $1, '2027-01-01', 77700, 'planned', 'x', now())`,
    [one.id],
  );
  await edited('plan', one.id, { price: '150' });
  const prices = async (kind: Kind, id: number) => (await item(kind, id)).prices.map(({ price }) => price);
  expect(await prices('plan', one.id)).toEqual(['150.00', '777.00']);
  expect([await prices('plan', other.id), await prices('option', option.id)]).toEqual([['100.00'], ['100.00']]);
  expect([(await item('plan', other.id)).price, (await item('option', option.id)).price]).toEqual(['100.00', '100.00']);
});

test('channels are put in and taken out of this plan, or this program, alone', async () => {
  const channels = async (kind: Kind, id: number) => (await valuesOf(kind, id))['channels'];
  for (const kind of ['plan', 'program'] as const) {
    const of = { kind, service: 'tv', mbit: undefined };
    const { id } = await added({ ...of, name: 'Один', channels: '1,2' });
    const { id: other } = await added({ ...of, name: 'Другой', channels: '1-3' });
    await edited(kind, id, { channels: '2,3' });
    expect([await channels(kind, id), await channels(kind, other)]).toEqual(['2-3', '1-3']);
    await edited(kind, id, { channels: '' });
    expect([await channels(kind, id), await channels(kind, other)]).toEqual(['', '1-3']);
  }
});

test('of two who edit what they have both read, the second is told', async () => {
  const meeting = new AtOnce();
  await open({ throughDatabase: meeting.throughDatabase });
  const { version } = await item('plan', 2);
  const make = (summary: string) => () => edited('plan', 2, { summary, version: String(version) });
  const both = await meeting.both(portal, make('Раз'), make('Два'));
  expect(both).toMatchObject([{ changes: [{ will: 'Раз' }] }, { code: 'changed_meanwhile' }]);
});

describe('a changed plan is ordered', () => {
  const ordered = async (planId: number | null) => {
    await portal.pool.query('truncate outbox_effect cascade');
    await orderServices(portal.world.db, planId);
    const { rows } = await portal.pool.query<{ id: string }>(
      `select distinct payload->>'userId' as id from outbox_effect where kind = 'service.provision'`,
    );
    return rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  };
  const services = async (which: string) =>
    (
      await portal.pool.query<{ id: number }>(`select user_id as id from service_user where ${which} order by user_id`)
    ).rows.map(({ id }) => id);

  test('to who has it or will, and is not closed; a zone of calls to all lines', async () => {
    await portal.pool.query(
      `update service_user set state = 'closed', reason = null, closed_on = '2026-11-20'
       where contract_id = 100001 and user_type = 'isg'`,
    );
    const will = `select user_id from plan_change where state = 'planned' and plan_id = 2`;
    expect(await services(`user_id in (${will})`)).not.toEqual([]);
    expect(await ordered(2)).toEqual(await services(`state <> 'closed' and (plan_id = 2 or user_id in (${will}))`));
    expect(await ordered(null)).toEqual(await services(`state <> 'closed' and user_type = 'sip'`));
  });

  test('to more than three hundred services, too', async () => {
    await portal.pool.query(
      `insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
       select contract_id, account_id, user_type, name, 'many' || n, '', 'active', state_since, 3, opened_on
       from generate_series(1, 301) n, (select * from service_user where plan_id = 2 and state <> 'closed' order by user_id limit 1) one`,
    );
    expect(await ordered(3)).toEqual(await services(`plan_id = 3 and state <> 'closed'`));
  });
});
