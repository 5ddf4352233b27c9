import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract } from '@kabinet/contract/staff';
import { ARCHIVE_TABLES } from '#server/domain/documents/archive/tables.ts';
import { papersOf } from '#server/domain/identity/papers/papers.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../../test/portal/staff.ts';

const WHO = 100_001;
const OTHER = 100_002;
const { enter, show, find } = operatorContract.papers;
const { card, unmask, serviceKey } = operatorContract;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
  await portal.pool.query(
    `update contract set is_company = contract_id = ${OTHER} where contract_id in (${WHO}, ${OTHER})`,
  );
});

const PASSPORT = {
  contract_id: String(WHO),
  kind: 'passport',
  series: '36 04',
  number: '573 914',
  issued_by: 'ОВД Автозаводского района г. Тольятти',
  issued_on: '17.05.2004',
  born_on: '12.04.1984',
  registered_at: 'г. Тольятти, ул. Укромная, д. 9, кв. 3',
} as const;
const COMPANY = {
  contract_id: String(OTHER),
  kind: 'company',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_name: 'ПАО «Ромашка»',
  legal_address: 'г. Москва, ул. Вавилова, 19',
  signatory: 'Генеральный директор Лютикова А. Б., устав',
} as const;

const as = async (...roles: OperatorRole[]) => cookieOf(await staffToken(portal, ...roles));
const put = async (body: object, role: OperatorRole = 'cashier') =>
  sendStaff(portal, enter, { body: body as never }, await as(role));
const seenBy = async (role: OperatorRole, contractId = WHO) =>
  (await sendStaff(portal, show, { query: { contract_id: String(contractId) } }, await as(role))).body;
const onCard = async (role: OperatorRole) =>
  (await sendStaff(portal, card.show, { query: { contract_id: String(WHO) } }, await as(role))).body.paper;
const found = async (number: string, role: OperatorRole = 'accountant') =>
  (await sendStaff(portal, find, { body: { number } }, await as(role))).body;
const faultsIn = ({ body }: { body: object }): Record<string, string> =>
  Object.fromEntries(
    ((body as { errors?: { path: string; message: string }[] }).errors ?? []).map((one) => [one.path, one.message]),
  );

/** Tables in which a text stands anywhere, also as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await portal.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const holding: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await portal.pool.query(
      `select from "${name}" t where t::text like '%' || $1 || '%' or t::text like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%' limit 1`,
      [text],
    );
    if (rowCount !== 0) holding.push(name);
  }
  return holding;
}

describe('a document of a person', () => {
  test('is sealed: no row of any table holds a line of it, not even the journal of who has entered it', async () => {
    expect((await put(PASSPORT)).body).toMatchObject({ kind: 'passport', replaced: null, rehearsed: false });
    await found('3604 573914');
    await sendStaff(
      portal,
      unmask.show,
      { body: { contract_id: String(WHO), kind: 'document', reason: 'Звонок' } },
      await as('support'),
    );
    for (const text of ['573914', '573 914', 'Укромная', '1984-04-12', '12.04.1984', '2004-05-17'])
      expect.soft(await tablesWith(text), text).toEqual([]);
    await put(COMPANY);
    for (const text of ['7707083893', '1027700132195', 'Лютикова'])
      expect.soft(await tablesWith(text), text).toEqual([]);
    const { rows } = await portal.pool.query<{ input: object }>(
      `select input from operator_action where call = 'contract document' order by 1 limit 1`,
    );
    expect(rows[0]?.input).toMatchObject({ kind: 'company', inn: '•••' });
  });

  test('is seen whole by an accountant, by its last digits by support and an auditor, by nobody else', async () => {
    await put(PASSPORT);
    const [whole] = (await seenBy('accountant')).papers;
    expect(whole).toMatchObject({
      number: '3604 573914',
      born_on: '1984-04-12',
      registered_at: PASSPORT.registered_at,
    });
    for (const role of ['support', 'auditor'] as const)
      expect((await seenBy(role)).papers).toMatchObject([
        { number: '•••3914', born_on: '•••', issued_on: '•••', issued_by: '•••', registered_at: '•••' },
      ]);
    for (const role of ['cashier', 'engineer', 'owner', 'admin', 'technician'] as const)
      expect((await seenBy(role)) as object).toMatchObject({ code: 'role_not_allowed' });
    expect(await onCard('accountant')).toEqual({ kind: 'passport', number: '3604 573914' });
    expect(await onCard('support')).toEqual({ kind: 'passport', number: '•••3914' });
    for (const role of ['cashier', 'engineer', 'owner', 'admin'] as const)
      expect(await onCard(role)).toEqual({ kind: 'passport', number: '•••' });
  });

  test('is shown whole for a reason to whom it is masked, and not to whom it is hidden', async () => {
    await put(PASSPORT);
    const body = { contract_id: String(WHO), kind: 'document' as const, reason: 'Звонок из полиции' };
    expect((await sendStaff(portal, unmask.show, { body }, await as('support'))).body.values).toEqual(['3604 573914']);
    for (const role of ['owner', 'admin'] as const)
      expect((await sendStaff(portal, unmask.show, { body }, await as(role))).body).toMatchObject({
        code: 'role_not_allowed',
      });
  });

  test('that has changed ends with a day and stays; the subscriber is told, without its number', async () => {
    await put(PASSPORT);
    portal.clock.advance(86_400_000);
    const rehearsed = await put({
      ...PASSPORT,
      series: '3624',
      number: '000001',
      issued_on: '2024-04-20',
      dry_run: 'yes',
    });
    expect(rehearsed.body).toMatchObject({ rehearsed: true, replaced: 'passport' });
    expect((await seenBy('accountant')).papers).toHaveLength(1);
    expect((await put({ ...PASSPORT, version: '9999' })).body).toMatchObject({ code: 'changed_meanwhile' });
    await put({ ...PASSPORT, series: '3624', number: '000001', issued_on: '2024-04-20' });
    const { papers } = await seenBy('accountant');
    expect(papers).toMatchObject([
      { number: '3624 000001', since: '2026-11-21', until: null, entered_by: 'Сотрудник cashier' },
      { number: '3604 573914', since: '2026-11-20', until: '2026-11-21' },
    ]);
    const { rows } = await portal.pool.query<{ body: string }>(
      `select body from message where contract_id = ${WHO} and title = 'Внесли ваш документ'`,
    );
    expect(rows).toHaveLength(2);
    expect((await put({ ...PASSPORT, series: '3624', number: '000001', issued_on: '2024-04-20' })).body).toMatchObject({
      code: 'change_not_allowed',
    });
  });

  test('is found by its whole number by an accountant only, also a former one', async () => {
    await put(PASSPORT);
    await put(COMPANY);
    expect(await found('36 04 № 573914')).toMatchObject({ items: [{ contract_id: WHO, found: null }] });
    expect(await found('7707083893')).toMatchObject({ items: [{ contract_id: OTHER }] });
    expect(await found('1027700132195')).toMatchObject({ items: [{ contract_id: OTHER }] });
    expect(await found('360457391')).toEqual({ items: [] });
    await put({ ...PASSPORT, number: '000002' });
    expect(await found('3604573914')).toMatchObject({ items: [{ contract_id: WHO, found: 'прежний документ' }] });
    expect(await found('3604000002', 'support')).toMatchObject({ code: 'role_not_allowed' });
  });

  test('is in the archive of its subscriber, whole, and in no other', async () => {
    await put(PASSPORT);
    const { rows } = ARCHIVE_TABLES.find(({ file }) => file === 'documents')!;
    const { vault } = portal.world.outside;
    const archived = (contractId: number) =>
      portal.world.db.read(async (tx) => {
        const all: object[] = [];
        for await (const part of rows(tx, { contractId, today: '2026-11-20' as never, vault })) all.push(...part);
        return all;
      });
    expect(await archived(WHO)).toMatchObject([
      { kind: 'паспорт РФ', series: '3604', number: '573914', since: '2026-11-20' },
    ]);
    expect(await archived(OTHER)).toEqual([]);
  });

  test('moved to another contract in the database, it opens no more', async () => {
    await put(PASSPORT);
    await portal.pool.query(`update client_paper set contract_id = ${OTHER}`);
    const { vault } = portal.world.outside;
    await expect(portal.world.db.read((tx) => papersOf(tx, vault, OTHER))).rejects.toThrow();
  });

  test('goes with the key that has sealed it, if that is lost: the card opens', async () => {
    await put(PASSPORT);
    await staffDesk(portal).ask(serviceKey.forget, {}, 'server' as never);
    expect(await onCard('accountant')).toBeNull();
  });
});

describe('what is typed wrong is told by its line', () => {
  test('the lines that are missing, all at once', async () => {
    expect(faultsIn(await put({ contract_id: String(WHO), kind: 'passport' }))).toEqual({
      'body.series': 'Напишите серию',
      'body.number': 'Напишите номер',
      'body.issued_by': 'Напишите, кем выдан',
      'body.issued_on': 'Напишите, когда выдан',
      'body.born_on': 'Напишите дату рождения',
      'body.registered_at': 'Напишите адрес регистрации',
    });
  });

  test.each([
    ['a short series', PASSPORT, { series: '360' }, 'series', /4/],
    ['a short number', PASSPORT, { number: '57391' }, 'number', /6/],
    ['a document of tomorrow', PASSPORT, { issued_on: '2026-11-21' }, 'issued_on', /не наступил/],
    ['a passport of a child', PASSPORT, { issued_on: '1998-04-11' }, 'issued_on', /14 лет/],
    [
      'a document before the birth',
      { ...PASSPORT, kind: 'other', title: 'Паспорт Беларуси' },
      { issued_on: '1984-04-11' },
      'issued_on',
      /раньше/,
    ],
    [
      'a birth of today',
      { ...PASSPORT, kind: 'other', title: 'Паспорт Беларуси', issued_on: undefined },
      { born_on: '2026-11-20' },
      'born_on',
      /не наступил/,
    ],
    ['a line of another paper', PASSPORT, { inn: '7707083893' }, 'inn', /нет/],
    ['an INN with a slip', COMPANY, { inn: '7707083894' }, 'inn', /не сходятся/],
    ['an INN of a person for a company', COMPANY, { inn: '500100732259' }, 'inn', /10/],
    ['an OGRN with a slip', COMPANY, { ogrn: '1027700132196' }, 'ogrn', /не сходится/],
    ['a KPP of eight', COMPANY, { kpp: '77360100' }, 'kpp', /девять/],
    ['a company in a contract of a person', COMPANY, { contract_id: String(WHO) }, 'kind', /частного лица/],
    ['a passport in a contract of a company', PASSPORT, { contract_id: String(OTHER) }, 'kind', /организации/],
  ])('%s', async (_, paper, change, line, words) => {
    const faults = faultsIn(await put({ ...paper, ...change }));
    expect(Object.keys(faults)).toEqual([`body.${line}`]);
    expect(faults[`body.${line}`]).toMatch(words);
    expect((await portal.pool.query('select from client_paper')).rowCount).toBe(0);
  });

  test('an entrepreneur has an INN of a person and no KPP', async () => {
    const { kpp: _, signatory: _signs, ...lines } = COMPANY;
    const trader = {
      ...lines,
      kind: 'trader',
      inn: '500100732259',
      ogrn: '304500116000157',
      legal_name: 'ИП Лютикова',
    };
    expect((await put(trader)).body).toMatchObject({ kind: 'trader' });
  });
});
