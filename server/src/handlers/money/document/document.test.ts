import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { buildApp } from '#server/http/app.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '../../handler-of.ts';
import { readPdf } from '../../../../test/portal/pdf-text.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { link } = contract.document;
type LinkRequest = Parameters<TestPortal['send']>[1] & { body: Wire<typeof link> extends never ? never : object };

const STATEMENT = { kind: 'statement', p: 'i', from: '2026-10-01', until: '2026-11-20', format: 'pdf' } as const;
const CSV = { ...STATEMENT, format: 'csv' } as const;

/** The secret of a new link. */
async function secretOf(portal: TestPortal, who = 100_001, body: LinkRequest['body'] = STATEMENT): Promise<string> {
  const { status, body: answer } = await portal.send(link, { body: body as never }, who);
  expect(status).toBe(200);
  return new URL(answer.url).searchParams.get('access-token')!;
}

/** The request that the page of the link sends when it opens. */
const spend = (portal: Pick<TestPortal, 'inject'>, secret: string) =>
  portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `access-token=${secret}`,
  });

async function paymentOf(portal: TestPortal, who: number): Promise<number> {
  const { body } = await portal.send(contract.internetAccount.statPayments, { query: { limit: 1 } }, who);
  return body.items[0]!.entry_id;
}

test('a link opens its document once, however often its page was viewed before', async () => {
  const portal = await testPortal();
  const secret = await secretOf(portal);
  for (let look = 0; look < 3; look += 1) {
    const page = await portal.inject({ url: `/lk/document?access-token=${secret}` });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.body).not.toMatch(/(?:src|href)="(?!\/lk\/)/);
  }
  const first = await spend(portal, secret);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'application/pdf',
  });
  const again = await spend(portal, secret);
  expect(again.statusCode).toBe(410);
  expect(again.body).toContain('Ссылка уже не действует');
});

test('of two simultaneous openings of a link, one gets the document', async () => {
  const portal = await testPortal();
  const secret = await secretOf(portal, 100_001, CSV);
  const answers = await Promise.all(Array.from({ length: 5 }, () => spend(portal, secret)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410]);
});

describe('a range of bytes', () => {
  const RANGES = [
    'bytes=0-',
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-2',
    'bytes=99999999999999999999-',
    'lines=1-2',
    `bytes=${Array.from({ length: 2000 }, (_, at) => `${at}-`).join(',')}`,
  ];
  const asked = (range: string) => ({ range, 'if-range': '"any"' });

  test.each(RANGES)('number %# neither opens a document twice nor breaks its making', async (range) => {
    const portal = await testPortal();
    const secret = await secretOf(portal, 100_001, CSV);
    const url = `/lk/document?access-token=${secret}`;
    // Looking at the address spends nothing, with whatever headers.
    for (const method of ['GET', 'HEAD'] as const) {
      const looked = await portal.inject({ method, url, headers: asked(range) });
      expect(looked.statusCode).toBe(200);
      expect(looked.headers['content-type']).toMatch(/^text\/html/);
    }
    const ask = () =>
      portal.inject({
        method: 'POST',
        url: '/lk/document',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...asked(range) },
        payload: `access-token=${secret}`,
      });
    const first = await ask();
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-range']).toBeUndefined();
    expect(first.headers['accept-ranges']).toBeUndefined();
    expect(first.rawPayload.length).toBe(Number(first.headers['content-length']));
    expect(first.body).toContain('Итого и остаток');
    // A download that is resumed needs a new link.
    const again = await ask();
    expect(again.statusCode).toBe(410);
    expect(again.body).not.toContain('Итого и остаток');
  });
});

test('a link expires after a minute', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(link, { body: STATEMENT }, 100_001);
  expect(Date.parse(body.expires_at) - portal.clock.now().getTime()).toBe(60_000);
  const [late, inTime] = [await secretOf(portal), await secretOf(portal)];
  portal.clock.advance(59_000);
  expect((await spend(portal, inTime)).statusCode).toBe(200);
  portal.clock.advance(1_000);
  expect((await spend(portal, late)).statusCode).toBe(410);
});

test('a link expires with the session that made it', async () => {
  const portal = await testPortal();
  const secret = await secretOf(portal);
  await portal.pool.query(`update session set ended_at = $1, end_reason = 'signed_out' where contract_id = 100001`, [
    portal.clock.now(),
  ]);
  expect((await spend(portal, secret)).statusCode).toBe(410);
});

test('the secret is not a bearer token, a bearer token is not a secret, and the database stores neither', async () => {
  const portal = await testPortal();
  const secret = await secretOf(portal);
  const asBearer = await portal.inject({
    url: '/api/v2/internet-account',
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(asBearer.statusCode).toBe(401);
  expect((await spend(portal, await portal.tokenOf(100_001))).statusCode).toBe(410);
  const { rows } = await portal.pool.query<{ kept: string }>(
    `select l::text || coalesce((select string_agg(k::text, '') from idempotency_key k), '') as kept from document_link l`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.kept).not.toContain(secret);
});

test('a repeat with the same key makes another link: a secret is not stored for repeats', async () => {
  const portal = await testPortal();
  const make = () => portal.send(link, { body: STATEMENT }, 100_001, { 'idempotency-key': 'one' });
  const [first, second] = [await make(), await make()];
  expect(first.body.url).not.toBe(second.body.url);
  const { rowCount } = await portal.pool.query('select from idempotency_key');
  expect(rowCount).toBe(0);
});

test('no log ever holds the secret', async () => {
  const portal = await testPortal();
  let logged = '';
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString();
      done();
    },
  });
  const world = { ...portal.world, log: pino({ level: 'trace' }, sink) };
  const app = await buildApp({ world, handlerOf, identify, isConfirmed }, { trustedProxies: [], burst: 1_000_000 });
  onTestFinished(() => app.close());
  const secret = await secretOf(portal);
  await app.inject({ url: `/lk/document?access-token=${secret}` });
  await app.inject({ url: `/lk/document/none?access-token=${secret}` });
  await app.inject({ url: `/api/v2/document/link?access-token=${secret}` });
  await spend(app, secret);
  await spend(app, secret);
  await portal.pool.query('alter table document_link rename to gone');
  expect((await spend(app, secret)).statusCode).toBe(500);
  expect(logged).toContain('/lk/document');
  expect(logged).not.toContain(secret);
});

test("another contract's document is not found", async () => {
  const portal = await testPortal();
  const entry_id = await paymentOf(portal, 100_001);
  const theirs = await portal.send(link, { body: { kind: 'receipt', entry_id } }, 100_002);
  const nobodys = await portal.send(link, { body: { kind: 'receipt', entry_id: 999_999_999 } }, 100_002);
  expect([theirs.status, nobodys.status]).toEqual([404, 404]);
  const absent = await portal.send(link, { body: { ...STATEMENT, p: 't' } }, 100_003);
  expect(absent).toMatchObject({ status: 409, body: { code: 'payment_no_account' } });
});

test('a charge has no receipt', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(contract.internetAccount.statCharges, { query: { limit: 1 } }, 100_001);
  expect(body.items[0]).toMatchObject({ has_receipt: false });
  const asked = await portal.send(link, { body: { kind: 'receipt', entry_id: body.items[0]!.entry_id } }, 100_001);
  expect(asked.status).toBe(404);
});

test.each([
  ['ends before it begins', { from: '2026-11-02', until: '2026-11-01' }],
  ['is longer than three years', { from: '2023-01-01', until: '2026-01-01' }],
])('refuses a period that %s', async (_, days) => {
  const portal = await testPortal();
  const { status, body } = await portal.send(link, { body: { ...STATEMENT, ...days } }, 100_001);
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ path: 'body.until' }] });
});

test.each(['i', 't'] as const)('a statement of days to come ends today, at this minute (account %s)', async (p) => {
  const portal = await testPortal();
  const asked = { ...STATEMENT, p, until: '2027-03-01' };
  const csv = await spend(portal, await secretOf(portal, 100_001, { ...asked, format: 'csv' }));
  expect(decodeURIComponent(String(csv.headers['content-disposition']))).toContain('2026-10-01 — 2026-11-20.csv');
  expect(csv.body.trimEnd().split('\r\n').at(-1)).toMatch(/^20\.11\.2026;;Итого и остаток на 14:05;/);
  const text = readPdf((await spend(portal, await secretOf(portal, 100_001, asked))).rawPayload)
    .pages.join('\n')
    .replaceAll('\u00a0', ' ');
  expect(text).toContain('1 октября – 20 ноября 2026, последний день — до 14:05');
  expect(text).toContain('Итого, остаток на 20 ноября 2026, 14:05');
  expect(text).not.toContain('2027');
});

test('a statement of days that are over tells the balance at their end', async () => {
  const portal = await testPortal();
  const days = { from: '2026-10-01', until: '2026-10-31', format: 'csv' };
  const { body } = await spend(portal, await secretOf(portal, 100_001, { ...STATEMENT, ...days }));
  expect(body.trimEnd().split('\r\n').at(-1)).toMatch(/^31\.10\.2026;;Итого и остаток на конец дня;/);
});

test('refuses a document that begins in the future', async () => {
  const portal = await testPortal();
  const { body: numbers } = await portal.send(contract.telephoneNumber.list, {}, 100_001);
  const { body: services } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_001);
  const refusals = [];
  for (const asked of [
    { ...STATEMENT, from: '2026-11-21', until: '2026-11-30' },
    { kind: 'calls', phone_number: numbers[0]!.phone_number, period: '2026-12', format: 'pdf' },
    { kind: 'sessions', user_id: services[0]!.user_id, period: '2026-12' },
  ]) {
    const { status, body } = await portal.send(link, { body: asked as never }, 100_001);
    refusals.push([status, (body as unknown as { errors: { path: string }[] }).errors[0]?.path]);
  }
  expect(refusals).toEqual([
    [422, 'body.from'],
    [422, 'body.period'],
    [422, 'body.period'],
  ]);
});

test('the calls of a running month are told until this minute', async () => {
  const portal = await testPortal();
  const { body: numbers } = await portal.send(contract.telephoneNumber.list, {}, 100_001);
  const asked = { kind: 'calls', phone_number: numbers[0]!.phone_number, format: 'pdf' };
  const told = async (period: string) => {
    const reply = await spend(portal, await secretOf(portal, 100_001, { ...asked, period }));
    return readPdf(reply.rawPayload).pages.join('\n').replaceAll('\u00a0', ' ');
  };
  expect(await told('2026-11')).toContain('ноябрь 2026, по 20 ноября 2026, 14:05');
  expect(await told('2026-10')).not.toContain('октябрь 2026, по');
});

test("a statement has its account's owner, balances, and every line with its sum", async () => {
  const portal = await testPortal();
  const reply = await spend(portal, await secretOf(portal));
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain('Выписка Интернет 2026-10-01');
  const { pages, fonts } = readPdf(reply.rawPayload);
  const text = pages.join('\n');
  for (const words of ['Волга Телеком', 'ИНН 6321000003', 'Кузнецова Мария Сергеевна', '100001', '1040217']) {
    expect(text).toContain(words);
  }
  expect(text).toContain('1 октября – 20 ноября 2026');
  const { body: months } = await portal.send(contract.internetAccount.statTotal, { query: { limit: 2 } }, 100_001);
  const [latest, former] = months.items;
  for (const sum of [former!.opening, latest!.closing]) expect(text).toContain(rubles(sum));
  const { body: lines } = await portal.send(
    contract.internetAccount.statMovements,
    { query: { limit: 100, from: '2026-10-01', until: '2026-11-20' } },
    100_001,
  );
  expect(lines.items.length).toBeGreaterThan(5);
  for (const { text: words, amount } of lines.items) {
    expect(text).toContain(words);
    expect(text).toContain(rubles(amount));
  }
  expect(fonts.every((font) => /^[A-Z]{6}\+GolosText/.test(font))).toBe(true);
  expect(text).toContain('Страница 1 из');
  expect(reply.rawPayload.length).toBeLessThan(60_000);
});

const rubles = (wire: string) =>
  `${wire
    .replace('-', '−')
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, ' ')} ₽`;

test('a statement has the VAT within the services, by the rate of their days', async () => {
  const portal = await testPortal();
  const { body: months } = await portal.send(contract.internetAccount.statTotal, { query: { limit: 20 } }, 100_001);
  const chargedIn = (period: string) => rubles(months.items.find((month) => month.period === period)!.charged);
  const turn = { ...STATEMENT, from: '2025-12-01', until: '2026-01-31' };
  const { pages } = readPdf((await spend(portal, await secretOf(portal, 100_001, turn))).rawPayload);
  const text = pages.join('\n').replaceAll('\u00a0', ' ');
  expect(text).toContain(`НДС 20 % с услуг на ${chargedIn('2025-12')}`);
  expect(text).toContain(`НДС 22 % с услуг на ${chargedIn('2026-01')}`);
  const table = await spend(portal, await secretOf(portal, 100_001, { ...turn, format: 'csv' }));
  expect(table.body.replaceAll('\u00a0', ' ')).toMatch(
    /;В том числе НДС 22 % с услуг на [^;]+;;;;;;;;[1-9]\d*,\d\d;\r/,
  );
  const [head = [], ...rows] = table.body.split('\r\n').map((row) => row.split(';'));
  const column = head.indexOf('В том числе НДС, ₽');
  const [first, second, total] = rows.slice(-4).map((row) => Number(row[column]?.replace(',', '.')));
  expect(total).toBeCloseTo(first! + second!, 2);
});

test('a statement puts returns on the side of what they return, and cuts no text', async () => {
  const portal = await testPortal();
  const long = 'Подключение дополнительной розетки в дальней комнате по просьбе абонента, с прокладкой кабеля. '.repeat(
    90,
  );
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = 100003 and kind = 'i'`,
  );
  const accountId = rows[0]!.account_id;
  const moment = { day: '2026-11-20' as Day, happenedAt: portal.clock.now() };
  await portal.world.db.write(async (tx) => {
    const revenue = await providerAccount(tx, 'revenue');
    const lines = (amount: number, text: string) => [
      { accountId, amount: kopecks(amount), text },
      { accountId: revenue, amount: kopecks(0 - amount), text },
    ];
    const made = await post(tx, { ...moment, kind: 'charge', reference: 'test:1', entries: lines(-150_00, long) });
    const returned = lines(100_00, 'Возврат за розетку');
    await post(tx, { ...moment, kind: 'correction', reference: 'test:2', corrects: made!, entries: returned });
  });
  await portal.pool.query('update contract set client_name = $1 where contract_id = 100003', [
    long.slice(0, 400).trim(),
  ]);
  const day = { ...STATEMENT, from: '2026-11-20', until: '2026-11-20' };
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const table = plain((await spend(portal, await secretOf(portal, 100_003, { ...day, format: 'csv' }))).body);
  expect(table).toMatch(/;Возврат за розетку;Возврат списания;[^;]*;;;;;-100,00;;/);
  expect(table).toContain('Итого и остаток на 14:05;;;;;;0,00;50,00;');
  const { pages } = readPdf((await spend(portal, await secretOf(portal, 100_003, day))).rawPayload);
  const text = plain(
    pages.join(' ').replace(/Договор 100003, счёт .*?Страница \d+ из|Дата Операция Пополнено Списано Остаток/g, ' '),
  );
  expect(text).not.toContain('…');
  expect(text.match(/с прокладкой кабеля\./g)!.length).toBeGreaterThanOrEqual(90 + 4);
});

test('a statement puts a correction of no line among the charges, whatever its sign', async () => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = 100003 and kind = 'i'`,
  );
  await portal.world.db.write(async (tx) => {
    const other = await providerAccount(tx, 'correction');
    for (const [text, amount] of [
      ['За аварию', 100_00],
      ['Доначислили', -30_00],
    ] as const) {
      await post(tx, {
        kind: 'correction',
        reference: `test:${text}`,
        day: '2026-11-20' as Day,
        happenedAt: portal.clock.now(),
        entries: [
          { accountId: rows[0]!.account_id, amount: kopecks(amount), text },
          { accountId: other, amount: kopecks(0 - amount), text },
        ],
      });
    }
  });
  const day = { ...STATEMENT, from: '2026-11-20', until: '2026-11-20' };
  const table = (await spend(portal, await secretOf(portal, 100_003, { ...day, format: 'csv' }))).body;
  expect(table).toMatch(/;За аварию;Перерасчёт;;;;;;-100,00;;/);
  expect(table).toMatch(/;Доначислили;Перерасчёт;;;;;;30,00;;/);
  expect(table).toContain('Итого и остаток на 14:05;;;;;;0,00;-70,00;');
  const { pages } = readPdf((await spend(portal, await secretOf(portal, 100_003, day))).rawPayload);
  const text = pages.join(' ').replace(/\s+/g, ' ');
  // More was given back than charged: the sum says so by its sign.
  expect(text).toContain('Пополнено 0,00 ₽ Списано +70,00 ₽');
});

test('a statement of days without lines says so', async () => {
  const portal = await testPortal();
  const secret = await secretOf(portal, 100_001, { ...STATEMENT, from: '2020-01-01', until: '2020-01-31' });
  const { pages } = readPdf((await spend(portal, secret)).rawPayload);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('не было ни пополнений, ни списаний');
});

test('a receipt says who paid, how much, when and how', async () => {
  const portal = await testPortal();
  const entry_id = await paymentOf(portal, 100_001);
  const secret = await secretOf(portal, 100_001, { kind: 'receipt', entry_id });
  const { pages } = readPdf((await spend(portal, secret)).rawPayload);
  expect(pages).toHaveLength(1);
  for (const words of [
    'Квитанция об оплате №',
    '1 100,00 ₽',
    'Кузнецова Мария Сергеевна',
    'СБП',
    '12 ноября 2026, 18:42',
  ]) {
    expect(pages[0]).toContain(words);
  }
});

test('a statement and a receipt name the contract by the number on its papers', async () => {
  const portal = await testPortal();
  await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 100001`);
  const receipt = { kind: 'receipt', entry_id: await paymentOf(portal, 100_001) } as const;
  for (const wanted of [STATEMENT, receipt]) {
    const reply = await spend(portal, await secretOf(portal, 100_001, wanted));
    const text = readPdf(reply.rawPayload).pages.join(' ');
    expect(text).toContain('ЮЛ-30003/17');
    expect(text).not.toContain('100001');
  }
});

test('a receipt links to the fiscal receipt as soon as it exists', async () => {
  const portal = await testPortal();
  const entry_id = await paymentOf(portal, 100_001);
  const told = async () => {
    const secret = await secretOf(portal, 100_001, { kind: 'receipt', entry_id });
    return readPdf((await spend(portal, secret)).rawPayload).pages[0]!.replace(/\s+/g, ' ');
  };
  expect(await told()).toContain('провайдер присылает отдельно');
  await portal.pool.query(
    `insert into fiscal_receipt (transaction_id, kind, account_id, amount_kopecks, created_at)
     select transaction_id, 'sell', account_id, amount_kopecks, happened_at from ledger_entry where entry_id = $1`,
    [entry_id],
  );
  expect(await told()).toMatch(/Кассовый чек\s*Готовится/);
  await portal.pool.query(
    `update fiscal_receipt set state = 'done', done_at = created_at, url = 'https://ofd.example/rec/100',
       fn_number = '9999078900012345', fd_number = '100', fpd = '2996787100'`,
  );
  const done = await told();
  expect(done).toContain('ФН 9999078900012345, ФД 100, ФП 2996787100');
  expect(done).toContain('https://ofd.example/rec/100');
  expect(done).toContain('открывается по ссылке выше');
});

test('a table opens correctly in Russian Excel', async () => {
  const portal = await testPortal();
  const reply = await spend(portal, await secretOf(portal, 100_001, CSV));
  expect(reply.headers['content-type']).toMatch(/^text\/csv/);
  expect(reply.headers['content-disposition']).toMatch(/^attachment;.*\.csv$/);
  const bytes = reply.rawPayload;
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8').slice(1).split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  expect(lines[0]!.split(';')).toHaveLength(12);
  const { body: months } = await portal.send(contract.internetAccount.statTotal, { query: { limit: 1 } }, 100_001);
  const cells = lines.at(-2)!.split(';');
  expect(cells.at(-1)).toBe(months.items[0]!.closing.replace('.', ','));
  expect(lines.some((line) => /^12\.11\.2026;18:42;Пополнение по СБП;.*;1100,00;;/.test(line))).toBe(true);
});

test('text that a spreadsheet would run as a formula stays text', async () => {
  const portal = await testPortal();
  for (const [index, text] of ['=1+1', '+7', '-2', '@SUM(A1)', '"quoted"; and more'].entries()) {
    await portal.pool.query(
      `with made as (
         insert into ledger_transaction (kind, reference, day, happened_at)
         values ('payment', $1, '2026-11-20', '2026-11-20T09:00:00Z') returning transaction_id
       )
       insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method)
       select transaction_id, account_id, case kind when 'i' then 100 else -100 end, '2026-11-20', '2026-11-20T09:00:00Z', $2, 'cash'
       from made, account where (kind = 'i' and contract_id = 100003) or kind = 'cash'`,
      [`formula:${index}`, text],
    );
  }
  const table = (await spend(portal, await secretOf(portal, 100_003, CSV))).body;
  for (const cell of [";'=1+1;", ";'+7;", ";'-2;", ";'@SUM(A1);", ';"""quoted""; and more";']) {
    expect(table).toContain(cell);
  }
});
