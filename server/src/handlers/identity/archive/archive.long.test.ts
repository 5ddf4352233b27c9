import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { eraseArchives, make } from '#server/domain/documents/archive/make.ts';
import { followTerms } from '#server/jobs/identity/terms.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { WORDS } from '#server/domain/documents/archive/words.texts.ts';
import { unzip } from '../../../../test/portal/unzip.ts';

const [MARIA, OLEG] = [100_001, 100_002];
const MINUTE = 60_000;
const DAY = 86_400_000;
const PHOTO = Buffer.from('ffd8ffe0', 'hex');

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

const get = async (who = MARIA) => (await portal.send(contract.archive.get, {}, who)).body;
const order = (who = MARIA) => portal.send(contract.archive.order, {}, who);
const pass = (ms: number) => portal.clock.set(new Date(portal.clock.now().getTime() + ms));
const rows = async (text: string, values: unknown[] = []) =>
  (await portal.pool.query<Record<string, unknown>>(text, values)).rows;
const count = async (table: string) => Number((await rows(`select count(*) from ${table}`))[0]?.['count']);

const link = (archiveId: string, who = MARIA) =>
  portal.send(contract.document.link, { body: { kind: 'archive', archive_id: archiveId } }, who);

async function download(archiveId: string): Promise<Buffer> {
  const { body } = await link(archiveId);
  const token = new URL(body.url).searchParams.get('access-token') ?? '';
  const reply = await portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `access-token=${token}`,
  });
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(reply.rawPayload.length),
    'content-disposition': expect.stringMatching(/^attachment/) as string,
  });
  return reply.rawPayload;
}

async function made(): Promise<{ archiveId: string; files: Map<string, Buffer> }> {
  await order();
  await portal.work();
  const archiveId = (await get()).archive?.archive_id ?? '';
  return { archiveId, files: unzip(await download(archiveId)) };
}

const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(String(files.get(`JSON/${name}.json`))) as Record<string, unknown>[];

/** A file that Maria has sent with an order. */
async function sendPhoto(name = '../<b>роутер</b>.jpg'): Promise<number> {
  const fileId = randomUUID();
  await portal.world.outside.files.put(fileId, PHOTO);
  const [event] = await rows(
    `select support_event_id as id, order_id from support_event join support_order using (order_id)
     where contract_id = $1 order by 1 limit 1`,
    [MARIA],
  );
  await portal.pool.query(`insert into support_file values ($1, $2, $3, $4, 'image/jpeg', 4, now())`, [
    fileId,
    MARIA,
    event?.['id'],
    name,
  ]);
  return Number(event?.['order_id']);
}

/** Columns whose codes spreadsheets say in words. */
const WORDED = [
  'contract_share.role',
  'service_user.state',
  'service_user.user_type',
  'phone_number.state',
  'user_option.status',
  'user_program.status',
  'contract_program.status',
  'plan_change.state',
  'suspension.state',
  'payment.state',
  'payment.origin',
  'autopayment.state',
  'support_order.state',
  'support_event.author',
  'call_back.result',
  'speed_test.link',
  'number_access.what',
  'contact.kind',
  'further_contact.kind',
  'tv_device.kind',
];

describe('an archive', () => {
  test('has all that the portal knows of the contract, in tables, for programs, and as a page', async () => {
    const orderId = await sendPhoto();
    const { files } = await made();
    expect(json(files, 'contract')).toMatchObject([{ contract_id: MARIA, client_name: 'Кузнецова Мария Сергеевна' }]);
    const counted: Record<string, string> = {
      operations: 'select count(*) from ledger_entry join account using (account_id) where contract_id = $1',
      calls: 'select count(*) from call_record r join call_line l on l.number = r.phone_number where contract_id = $1',
      internet_sessions:
        'select count(*) from internet_session join service_user using (user_id) where contract_id = $1',
      notices: `select count(*) from message where contract_id = $1 and title <> 'Архив ваших данных готов'`,
      order_messages: 'select count(*) from support_event join support_order using (order_id) where contract_id = $1',
      consents: `
        select (select count(*) from consent_decision where contract_id = $1)
          + (select count(*) from call_back where contract_id = $1) as count`,
      sign_ins: 'select count(*) from session where contract_id = $1',
      schedule_changes: `
        select count(*) from access_schedule_change join service_user using (user_id) where contract_id = $1`,
      mailboxes: 'select count(*) from mailbox join service_user using (user_id) where contract_id = $1',
      tv_devices: 'select count(*) from tv_device join service_user using (user_id) where contract_id = $1',
      promised_payments: 'select count(*) from promised_payment join account using (account_id) where contract_id = $1',
      staff_reads: 'select count(*) from staff_read where contract_id = $1',
    };
    for (const [name, statement] of Object.entries(counted)) {
      const [row] = await rows(statement, [MARIA]);
      expect.soft(json(files, name), name).toHaveLength(Number(row?.['count']));
    }
    const [balance] = await rows(`select sum(balance_kopecks) from account where contract_id = $1`, [MARIA]);
    const moved = json(files, 'operations').reduce((sum, { amount_kopecks }) => sum + Number(amount_kopecks), 0);
    expect(moved).toBe(Number(balance?.['sum']));
    expect(files.get(`Файлы/Заявка ${orderId}/1 ..__b_роутер__b_.jpg`)).toEqual(PHOTO);
    const page = String(files.get('Начните отсюда.html'));
    expect(page).toContain('Кузнецова Мария Сергеевна');
    expect(page).not.toContain('<b>роутер');
    expect(String(files.get('Таблицы/Контакты.csv')).replaceAll('\u00a0', ' ')).toContain(
      'телефон;7 927 000-01-84;;да;',
    );
    for (const name of files.keys()) expect(name).not.toMatch(/\.\.\/|^\//);
  });

  test('is made whatever name a file has: cut within an emoji, or with a mark that turns the writing round', async () => {
    const orderId = await sendPhoto(`${'🙂'.repeat(60)}\u202egpj.jpeg`);
    const { files } = await made();
    const [name] = [...files.keys()].filter((one) => one.startsWith('Файлы/'));
    expect(name).toMatch(new RegExp(`^Файлы/Заявка ${orderId}/1 .{1,80}gpj\\.jpeg$`, 'u'));
    expect(name).not.toMatch(/[\ufffd\u202e]/);
    expect(String(files.get('Начните отсюда.html'))).toContain('gpj.jpeg</a>');
  });

  test('says in words whatever a column may hold', async () => {
    const values = await rows(`
      select conrelid::regclass::text || '.' || (regexp_match(pg_get_constraintdef(oid), '\\(\\(?(\\w+)'))[1] as "column",
        array(select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1]) as allowed
      from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) ~ '= ANY'`);
    const allowed = new Map(values.map(({ column, allowed }) => [String(column), allowed as string[]]));
    for (const column of WORDED) {
      const codes = allowed.get(column);
      expect.soft(codes, column).toBeDefined();
      expect
        .soft(
          codes?.filter((code) => WORDS[code] === undefined),
          column,
        )
        .toEqual([]);
    }
  });

  test('tells of shared access and of calls that were not made as they were', async () => {
    await portal.pool.query('delete from contract_share');
    const { body: invitation } = await portal.send(contract.family.invite, { body: { role: 'payer' } }, OLEG);
    const { body: share } = await portal.send(contract.family.accept, { body: { code: invitation.code } }, MARIA);
    await portal.send(contract.family.leave, { body: { share_id: share.share_id } }, MARIA);
    const { files } = await made();
    const told = json(files, 'security_journal').map(({ what }) => what);
    expect(told).toEqual(
      expect.arrayContaining(['вам открыли договор другого абонента', 'вы отказались от доступа к чужому договору']),
    );
    expect(told.filter((what) => /[a-z]_[a-z]/.test(String(what)))).toEqual([]);
    expect(String(files.get('Таблицы/Обратные звонки.csv')).split('\r\n')[0]).toContain(';Закрыта;Итог');
  });

  test('tells a member of the term of an access in her words, not as if her own contract were shared', async () => {
    await portal.pool.query('delete from contract_share');
    const { code } = (await portal.send(contract.family.invite, { body: { role: 'payer' } }, OLEG)).body;
    const { share_id } = (await portal.send(contract.family.accept, { body: { code } }, MARIA)).body;
    const until_day = '2026-11-21' as Day;
    await portal.send(contract.family.changeTerm, { body: { share_id, until_day } }, OLEG);
    pass(2 * DAY);
    await followTerms(portal.world);
    const { files } = await made();
    const told = json(files, 'security_journal').map(({ what }) => String(what));
    expect(told.filter((what) => what.includes('договор'))).toEqual([
      'вам открыли договор другого абонента',
      'вам изменили срок доступа к договору другого абонента',
      'закончился ваш доступ к договору другого абонента',
    ]);
  });

  test('has the full numbers of others, and that is written down for each line and month', async () => {
    const before = await count('number_access');
    const { files } = await made();
    const calls = json(files, 'calls');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.some(({ number }) => String(number).includes('*'))).toBe(false);
    const months = new Set(calls.map(({ own_number, at }) => `${String(own_number)} ${String(at).slice(0, 7)}`));
    expect(await count('number_access')).toBeGreaterThanOrEqual(before + months.size - 2);
    expect(json(files, 'shown_numbers')[0]).toMatchObject({ what: 'csv' });
  });

  test('has nothing of another contract, and no secret', async () => {
    await portal.send(contract.personalKey.create, { body: { name: 'Дом', scopes: ['balance'] } }, MARIA);
    const { files } = await made();
    const all = Buffer.concat([...files.values()]).toString();
    for (const foreign of ['Самойлов', 'samoylov12', '79270000212', '1040352']) expect(all).not.toContain(foreign);
    const secrets = await rows(
      `select encode(key_hash, 'hex') as secret from personal_key
       union all select password_hash from credential where password_hash is not null
       union all select encode(refresh_hash, 'hex') from session where refresh_hash is not null
       union all select encode(derivation_key, 'hex') from session`,
    );
    expect(secrets.length).toBeGreaterThan(2);
    for (const { secret } of secrets) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/argon2|_hash"/);
  });

  test('is ordered once a day, however often one asks', async () => {
    expect(await get()).toEqual({ archive: null, next_on: null, kept_days: 7 });
    const [first, second] = await Promise.all([order(), order()]);
    expect(first.status).toBe(200);
    expect(first.body).toEqual(second.body);
    expect(first.body).toMatchObject({ archive: { state: 'making', bytes: null }, next_on: '2026-11-21' });
    expect(await count('data_archive')).toBe(1);
    pass(DAY);
    expect((await get()).next_on).toBeNull();
  });

  test('tells the subscriber when it is ordered and when it is ready, once', async () => {
    const { archiveId } = await made();
    await make(portal.world, { archiveId });
    const told = await rows(
      `select title from message where contract_id = $1 and notice_key like 'archive.%' order by 1`,
      [MARIA],
    );
    expect(told.map(({ title }) => title)).toEqual(['Архив ваших данных готов', 'Заказан архив ваших данных']);
    expect((await get()).archive).toMatchObject({ state: 'ready', kept_until: '2026-11-27T10:05:00.000Z' });
  });

  test('needs a confirmation to be ordered and to be opened, and opens for its owner alone', async () => {
    const { archiveId } = await made();
    expect((await link(archiveId, OLEG)).status).toBe(404);
    pass(6 * MINUTE);
    expect(await order()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
    expect(await link(archiveId)).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  });

  test('is erased after seven days, with every piece of it', async () => {
    await order();
    const kept = await count('stored_file');
    await portal.work();
    const archiveId = (await get()).archive?.archive_id ?? '';
    expect(await count('stored_file')).toBeGreaterThan(kept);
    pass(7 * DAY);
    expect((await get()).archive?.state).toBe('erased');
    expect((await link(archiveId)).status).toBe(404);
    await eraseArchives(portal.world);
    expect(await count('stored_file')).toBe(kept);
    expect(await count('data_archive_part')).toBe(0);
  });

  test('survives a crash in the middle: made once, told once, and what was left is erased', async () => {
    await order();
    const archiveId = (await get()).archive?.archive_id ?? '';
    const { world } = portal;
    const broken = {
      ...world,
      outside: { ...world.outside, files: { ...world.outside.files, put: () => Promise.reject(new Error('lost')) } },
    };
    await expect(make(broken, { archiveId })).rejects.toThrow('lost');
    expect((await get()).archive?.state).toBe('making');
    await Promise.all([make(world, { archiveId }), make(world, { archiveId })]);
    expect(unzip(await download(archiveId)).size).toBeGreaterThan(40);
    await eraseArchives(world);
    expect(
      await rows('select distinct attempt = (select attempt from data_archive) as is_its from data_archive_part'),
    ).toEqual([{ is_its: true }]);
    expect(await rows(`select from message where notice_key like 'archive.ready:%'`)).toHaveLength(1);
  });

  test('that fails half-way leaves no piece behind: a full disk would be filled further by each attempt', async () => {
    await order();
    const archiveId = (await get()).archive?.archive_id ?? '';
    const before = await count('stored_file');
    const { files } = portal.world.outside;
    const put = async (fileId: string, content: Buffer) => {
      await files.put(fileId, content);
      throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
    };
    const world = { ...portal.world, outside: { ...portal.world.outside, files: { ...files, put } } };
    await expect(make(world, { archiveId })).rejects.toThrow('No space left');
    expect([await count('stored_file'), await count('data_archive_part')]).toEqual([before, 0]);
    await portal.work();
    expect((await get()).archive?.state).toBe('ready');
  });

  test('whose pieces are lost is answered by a page that tells so, not by a broken file', async () => {
    const { archiveId } = await made();
    await portal.pool.query('delete from stored_file where file_id in (select file_id from data_archive_part)');
    const open = async () => {
      const { body } = await link(archiveId);
      return portal.inject({
        method: 'POST',
        url: '/lk/document',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URL(body.url).search.slice(1),
      });
    };
    const lost = await open();
    expect([lost.statusCode, lost.body]).toEqual([404, expect.stringContaining('закажите в кабинете новый')]);
    await portal.pool.query('delete from data_archive_part');
    expect((await open()).statusCode).toBe(404);
  });

  test('that cannot be made is given up after a day, and another can be ordered', async () => {
    await order();
    const archiveId = (await get()).archive?.archive_id ?? '';
    pass(DAY);
    expect(await get()).toMatchObject({ archive: { state: 'failed' }, next_on: null });
    await make(portal.world, { archiveId });
    expect((await get()).archive?.state).toBe('failed');
  });
});
