import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { fromWireMoney, kopecks } from '@kabinet/contract/kernel/money';
import { post, providerAccount, type Transaction } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { statTotal, statPayments, statCharges, statMovements, statServices } = contract.internetAccount;
const WHO = 100_001;

const textsOf = (items: readonly { readonly text: string }[]) => items.map(({ text }) => text);

async function userOf(portal: TestPortal, who: number, type: string): Promise<number> {
  const { rows } = await portal.pool.query<{ user_id: number }>(
    'select user_id from service_user where contract_id = $1 and user_type = $2 order by 1 limit 1',
    [who, type],
  );
  return rows[0]!.user_id;
}

/** Moves money of the account `i` of 100001; returns the transaction. */
function move(
  { world }: TestPortal,
  moved: { kind: Transaction['kind']; rubles: number; text: string; corrects?: number; userId?: number; day?: string },
): Promise<number> {
  return world.db.write(async (tx) => {
    const { kind, rubles, text, corrects, userId, day = '2026-11-19' } = moved;
    const other = await providerAccount(tx, 'correction');
    const { rows } = await world.db.pool.query<{ account_id: number }>(
      `select account_id from account where contract_id = ${WHO} and kind = 'i'`,
    );
    const amount = kopecks(rubles * 100);
    const made = await post(tx, {
      kind,
      reference: `test:${text}`,
      day: day as Day,
      happenedAt: new Date(`${day}T08:00:00Z`),
      ...(corrects !== undefined && { corrects }),
      entries: [
        { accountId: rows[0]!.account_id, amount, text, ...(userId !== undefined && { userId }) },
        { accountId: other, amount: kopecks(0 - amount), text },
      ],
    });
    return made!;
  });
}

test('payments and charges of a month add up to its totals, including corrections', async () => {
  const portal = await testPortal();
  const charge = await move(portal, { kind: 'charge', rubles: -300, text: 'Лишнее списание' });
  await move(portal, { kind: 'correction', rubles: 300, text: 'Вернули лишнее', corrects: charge });
  const { body: months } = await portal.send(statTotal, { query: { limit: 3 } }, WHO);
  for (const { period, paid, charged } of months.items) {
    const sums = await Promise.all(
      [statPayments, statCharges].map(async (call) => {
        const { body } = await portal.send(call, { query: { period, limit: 100 } }, WHO);
        expect(body.next).toBeNull();
        return body.items.reduce((sum, { amount }) => sum + fromWireMoney(amount), 0);
      }),
    );
    expect(sums).toEqual([fromWireMoney(paid), 0 - fromWireMoney(charged)]);
  }
});

test('a correction points to the line that it corrects, and that line to it', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, WHO, 'isg');
  const charge = await move(portal, {
    kind: 'charge',
    rubles: -300,
    text: 'Лишнее списание',
    userId,
    day: '2026-11-18',
  });
  await move(portal, { kind: 'correction', rubles: 120, text: 'Вернули лишнее', corrects: charge, userId });
  const { body } = await portal.send(statMovements, { query: { limit: 2 } }, WHO);
  expect(textsOf(body.items)).toEqual(['Вернули лишнее', 'Лишнее списание']);
  const [correction, corrected] = body.items;
  expect(correction).toMatchObject({
    kind: 'correction',
    amount: '120.00',
    corrects: { entry_id: corrected!.entry_id, day: '2026-11-18', text: 'Лишнее списание', amount: '-300.00' },
    corrected_by: [],
  });
  expect(corrected).toMatchObject({
    kind: 'charge',
    corrects: null,
    corrected_by: [{ entry_id: correction!.entry_id, text: 'Вернули лишнее', amount: '120.00' }],
  });
});

test('a correction of several services points to the line of its own service', async () => {
  const portal = await testPortal();
  const [internet, tv] = [await userOf(portal, WHO, 'isg'), await userOf(portal, WHO, 'tv')];
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = ${WHO} and kind = 'i'`,
  );
  const both = (kind: Transaction['kind'], sign: number, corrects?: number) =>
    portal.world.db.write(async (tx) => {
      const own = { accountId: rows[0]!.account_id, amount: kopecks(sign * 10_00) };
      const other = await providerAccount(tx, 'correction');
      return post(tx, {
        kind,
        reference: `test:${kind}`,
        day: '2026-11-19' as Day,
        happenedAt: new Date('2026-11-19T08:00:00Z'),
        ...(corrects !== undefined && { corrects }),
        entries: [
          { ...own, text: `${kind} интернета`, userId: internet },
          { ...own, text: `${kind} ТВ`, userId: tv },
          { accountId: other, amount: kopecks(sign * -20_00), text: kind },
        ],
      });
    });
  await both('correction', 1, await both('charge', -1));
  const { body } = await portal.send(statMovements, { query: { limit: 4 } }, WHO);
  const told = body.items.map(({ text, corrects, corrected_by: by }) => [text, corrects?.text, textsOf(by)]);
  expect(told.toSorted()).toEqual([
    ['charge ТВ', undefined, ['correction ТВ']],
    ['charge интернета', undefined, ['correction интернета']],
    ['correction ТВ', 'charge ТВ', []],
    ['correction интернета', 'charge интернета', []],
  ]);
});

test('a refund reduces the sum paid in and is listed among the payments', async () => {
  const portal = await testPortal();
  const [before] = (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items;
  const payment = await move(portal, { kind: 'payment', rubles: 500, text: 'Ошибочный платёж' });
  const refund = await move(portal, { kind: 'refund', rubles: -500, text: 'Возврат на карту', corrects: payment });
  const { body } = await portal.send(statPayments, { query: { limit: 2 } }, WHO);
  expect(body.items).toMatchObject([
    { text: 'Возврат на карту', kind: 'refund', side: 'paid', has_receipt: false },
    { text: 'Ошибочный платёж', side: 'paid', has_receipt: true, corrected_by: [{ amount: '-500.00' }] },
  ]);
  const [after] = (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items;
  expect(after).toEqual(before);
  // The bank has declined it: the money was paid in after all.
  await move(portal, { kind: 'correction', rubles: 500, text: 'Возврат не выполнен', corrects: refund });
  const [declined] = (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items;
  expect(fromWireMoney(declined!.paid) - fromWireMoney(before!.paid)).toBe(500_00);
  expect(declined!.charged).toBe(before!.charged);
});

test('a returned charge reduces the sum charged and is listed among the charges', async () => {
  const portal = await testPortal();
  const [before] = (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items;
  const charge = await move(portal, { kind: 'charge', rubles: -300, text: 'Новый тариф' });
  const returned = await move(portal, { kind: 'correction', rubles: 300, text: 'Отмена', corrects: charge });
  const { body } = await portal.send(statCharges, { query: { limit: 2 } }, WHO);
  expect(body.items).toMatchObject([
    { text: 'Отмена', side: 'charged', amount: '300.00', corrects: { text: 'Новый тариф' } },
    { text: 'Новый тариф', side: 'charged', amount: '-300.00' },
  ]);
  expect((await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items[0]).toEqual(before);
  // A reversal of a return is a charge again.
  await move(portal, { kind: 'correction', rubles: -300, text: 'Отмена отмены', corrects: returned });
  const [after] = (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items;
  expect(fromWireMoney(after!.charged) - fromWireMoney(before!.charged)).toBe(300_00);
  expect(after!.paid).toBe(before!.paid);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test.each([
  ['in favour of the subscriber', 120],
  ['at his cost', -120],
])('a correction of no line counts as charged, %s, and never as paid in', async (_, rubles) => {
  const portal = await testPortal();
  const userId = await userOf(portal, WHO, 'tv');
  const ask = async () => ({
    month: (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items[0]!,
    paid: (await portal.send(statPayments, { query: { period: '2026-11', limit: 100 } }, WHO)).body.items,
    spent: (await portal.send(statServices, { query: { period: '2026-11' } }, WHO)).body,
  });
  const before = await ask();
  const kind = 'correction';
  const first = await move(portal, { kind, rubles, text: 'Перерасчёт за ТВ', userId });
  await move(portal, { kind, rubles, text: 'Округление' });
  const { body } = await portal.send(statCharges, { query: { limit: 2 } }, WHO);
  const amount = `${rubles}.00`;
  expect(body.items).toMatchObject([
    { text: 'Округление', side: 'charged', amount, corrects: null, has_receipt: false },
    { text: 'Перерасчёт за ТВ', side: 'charged', amount, corrects: null, service: 'ТВ' },
  ]);
  const after = await ask();
  expect(fromWireMoney(after.month.charged) - fromWireMoney(before.month.charged)).toBe(-2 * rubles * 100);
  expect(after.month.paid).toBe(before.month.paid);
  expect(after.paid).toEqual(before.paid);
  expect(after.spent.incoming).toEqual(before.spent.incoming);
  const tvOf = ({ spent }: typeof before) => spent.services.find(({ user_id }) => user_id === userId)!;
  expect(fromWireMoney(tvOf(after).amount) - fromWireMoney(tvOf(before).amount)).toBe(-rubles * 100);
  const returned = rubles > 0 ? amount : '0.00';
  expect(after.spent.services.find(({ name }) => name === 'Округление')).toMatchObject({
    amount: `${-rubles}.00`,
    returned,
  });
  // Taken back, it stays on its side.
  await move(portal, { kind, rubles: -rubles, text: 'Отмена перерасчёта', corrects: first, userId });
  await move(portal, { kind, rubles: -rubles, text: 'Обратно' });
  expect((await ask()).month).toEqual(before.month);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a payment credited by mistake and taken back lowers what was paid in', async () => {
  const portal = await testPortal();
  const total = async () => (await portal.send(statTotal, { query: { limit: 1 } }, WHO)).body.items[0]!;
  const before = await total();
  const payment = await move(portal, { kind: 'payment', rubles: 500, text: 'Чужой платёж' });
  const undone = await move(portal, { kind: 'correction', rubles: -500, text: 'Отмена платежа', corrects: payment });
  const { body } = await portal.send(statPayments, { query: { limit: 1 } }, WHO);
  expect(body.items).toMatchObject([{ text: 'Отмена платежа', side: 'paid', amount: '-500.00', has_receipt: false }]);
  expect(await total()).toEqual(before);
  await move(portal, { kind: 'correction', rubles: 500, text: 'Платёж был верным', corrects: undone });
  const after = await total();
  expect(fromWireMoney(after.paid) - fromWireMoney(before.paid)).toBe(500_00);
  expect(after.charged).toBe(before.charged);
});

test('«На что ушло» is net: a return belongs to the service that it returns', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, WHO, 'tv');
  const spent = async () => (await portal.send(statServices, { query: { period: '2026-11' } }, WHO)).body;
  const before = await spent();
  const charge = await move(portal, { kind: 'charge', rubles: -300, text: 'Пакет', userId });
  await move(portal, { kind: 'correction', rubles: 120, text: 'Возврат: Пакет', corrects: charge });
  const once = await move(portal, { kind: 'charge', rubles: -50, text: 'Выезд мастера' });
  await move(portal, { kind: 'correction', rubles: 50, text: 'Возврат: Выезд мастера', corrects: once });
  const after = await spent();
  const tvOf = ({ services }: typeof before) => services.find(({ user_id }) => user_id === userId)!;
  expect(fromWireMoney(tvOf(after).amount) - fromWireMoney(tvOf(before).amount)).toBe(180_00);
  expect(tvOf(after)).toMatchObject({ returned: '120.00', lines: tvOf(before).lines + 1 });
  expect(after.services).toHaveLength(before.services.length);
  expect(after.incoming).toEqual(before.incoming);
});

test('«На что ушло» tells why the month cost more than the one before; a return takes it back', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, WHO, 'tv');
  const more = async () =>
    (await portal.send(statServices, { query: { period: '2026-11' } }, WHO)).body.more?.replaceAll('\u00a0', ' ');
  const before = await more();
  const charge = await move(portal, { kind: 'charge', rubles: -300, text: 'Пакет', userId });
  expect(await more()).toMatch(/^На [\d ]+(,\d\d)? ₽ больше, чем в октябре: ТВ.* — на 300 ₽ больше/);
  await move(portal, { kind: 'correction', rubles: 300, text: 'Возврат: Пакет', corrects: charge });
  expect(await more()).toBe(before);
});

test('the account tells by how much the month has cost more, as «На что ушло» does; never less, never of another month', async () => {
  const portal = await testPortal();
  const more = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.more_than_before;
  expect(await more()).toBeUndefined();
  const [now, before] = (await portal.send(statTotal, { query: { limit: 2 } }, WHO)).body.items;
  const missing = (fromWireMoney(before!.charged) - fromWireMoney(now!.charged)) / 100;
  await move(portal, { kind: 'charge', rubles: -missing, text: 'Столько же' });
  expect(await more()).toBeUndefined();
  await move(portal, { kind: 'charge', rubles: -300, text: 'Пакет' });
  expect(await more()).toBe('300.00');
  const { more: text } = (await portal.send(statServices, { query: { period: '2026-11' } }, WHO)).body;
  expect(text?.replaceAll('\u00a0', ' ')).toMatch(/^На 300 ₽ больше, чем в октябре/);
  portal.clock.set(new Date('2026-12-01T00:10:00+04:00'));
  expect(await more()).toBeUndefined();
});

test('a payment links to its fiscal receipt as soon as it exists; a charge has none', async () => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ account_id: number }>(
    `select account_id from account where contract_id = ${WHO} and kind = 'i'`,
  );
  const id = await portal.world.db.write((tx) =>
    credit(
      tx,
      {
        accountId: rows[0]!.account_id,
        amount: kopecks(300_00),
        method: 'sbp',
        reference: 'test:fiscal',
        text: 'По СБП',
      },
      { now: portal.clock.now(), zone: 'Europe/Samara' },
    ),
  );
  const newest = async () =>
    (await portal.send(statMovements, { query: { limit: 10 } }, WHO)).body.items.find(({ text }) => text === 'По СБП');
  const nothingYet = { state: 'due', url: null, fn_number: null, fd_number: null, fpd: null };
  expect(await newest()).toMatchObject({ fiscal_receipt: nothingYet });
  // The client sees a refusal of the register as a delay: the operator handles it.
  await portal.pool.query(`update fiscal_receipt set state = 'failed', error = 'Касса' where transaction_id = $1`, [
    id,
  ]);
  expect(await newest()).toMatchObject({ fiscal_receipt: nothingYet });
  await portal.pool.query(`update fiscal_receipt set state = 'due', error = null where transaction_id = $1`, [id]);
  await portal.work();
  const line = await newest();
  expect(line).toMatchObject({ fiscal_receipt: { state: 'done', fn_number: '0000000000000000' } });
  const page = await portal.inject({ url: new URL(line!.fiscal_receipt!.url!).pathname });
  expect(page.body.replaceAll(/\u00a0|&nbsp;/g, ' ')).toContain('300 ₽');
  const { body: charges } = await portal.send(statCharges, { query: { limit: 5 } }, WHO);
  expect(charges.items.map(({ fiscal_receipt }) => fiscal_receipt)).toEqual([null, null, null, null, null]);
});

test('a line has its days, rate and service', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, WHO, 'isg');
  await portal.pool.query(
    `with made as (
       insert into ledger_transaction (kind, reference, day, happened_at)
       values ('charge', 'test', '2026-11-19', '2026-11-19T10:00:00Z') returning transaction_id
     )
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id,
       service_from, service_until, rate_kopecks, rate_unit)
     select transaction_id, account_id, case kind when 'i' then -11000 else 11000 end, '2026-11-19', '2026-11-19T10:00:00Z',
       'Опция', case kind when 'i' then $2::bigint end, '2026-11-19', '2026-12-01', 27500, 'month'
     from made, account where (kind = 'i' and contract_id = $1) or kind = 'revenue'`,
    [WHO, userId],
  );
  const { body } = await portal.send(statCharges, { query: { limit: 1 } }, WHO);
  expect(body.items).toMatchObject([
    {
      amount: '-110.00',
      user_id: userId,
      service: 'Интернет',
      service_from: '2026-11-19',
      service_until: '2026-12-01',
      rate: { amount: '275.00', unit: 'month' },
    },
  ]);
});

test('filters lines by month, days and service', async () => {
  const portal = await testPortal();
  const ask = async (query: object) =>
    (await portal.send(statMovements, { query: { limit: 100, ...query } }, WHO)).body.items;
  const userId = await userOf(portal, WHO, 'tv');
  // The last day of a month belongs to it, the first one of the next does not.
  await move(portal, { kind: 'charge', rubles: -10, text: 'Последний день', day: '2026-10-31' });
  await move(portal, { kind: 'charge', rubles: -10, text: 'Первый день', day: '2026-11-01' });
  await move(portal, { kind: 'charge', rubles: -10, text: 'Пакет', userId });
  const everything = await ask({});
  const expected = {
    october: everything.filter(({ day }) => day.startsWith('2026-10')),
    days: everything.filter(({ day }) => day >= '2026-10-02' && day <= '2026-11-01'),
    tv: everything.filter(({ user_id }) => user_id === userId),
  };
  for (const list of Object.values(expected)) expect(list.length).toBeGreaterThan(1);
  expect(await ask({ period: '2026-10' })).toEqual(expected.october);
  expect(await ask({ from: '2026-10-02', until: '2026-11-01' })).toEqual(expected.days);
  expect((await ask({ user_id: userId })).slice(0, expected.tv.length)).toEqual(expected.tv);
  const charges = await portal.send(statCharges, { query: { user_id: userId, q: 'пакет', limit: 100 } }, WHO);
  expect(textsOf(charges.body.items)).toEqual(['Пакет']);
  const payments = await portal.send(statPayments, { query: { user_id: userId, q: 'пакет' } }, WHO);
  expect(payments.body.items).toEqual([]);
});

test('filters lines by number', async () => {
  const portal = await readingPortal();
  const calls = contract.telephoneAccount;
  const COMPANY = 100_005;
  const numbers = (await portal.send(contract.telephoneNumber.list, {}, COMPANY)).body.slice(0, 2);
  for (const { phone_number } of numbers) {
    const query = { phone_number, limit: 20 };
    const { items } = (await portal.send(calls.statMovements, { query }, COMPANY)).body;
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map((line) => line.phone_number))).toEqual(new Set([phone_number]));
  }
});

test.each([
  ['a part of the text, in any case', 'ДОМАШНИЙ', 'ТВ «Домашний»'],
  ['«е» for «ё» and a plain space', 'за расчет №', 'За расчёт № 5'],
  ['the name of the service', 'sip', 'SIP-телефония «Линия»'],
  ['the exact sum', '777,70', 'За расчёт № 5'],
])('is found by %s', async (_, q, text) => {
  const portal = await testPortal();
  await move(portal, { kind: 'charge', rubles: -777.7, text: 'За расчёт\u00a0№ 5' });
  const { body } = await portal.send(statMovements, { query: { q, limit: 100 } }, WHO);
  expect(new Set(textsOf(body.items).map((found) => found.replace(/\s/g, ' ').replace('Возврат: ', '')))).toEqual(
    new Set([text]),
  );
});

test('special characters of patterns match themselves', async () => {
  const portal = await testPortal();
  for (const q of ['%', '_', '\\', "'; drop table account"]) {
    const { status, body } = await portal.send(statMovements, { query: { q } }, WHO);
    expect({ status, found: body.items }).toEqual({ status: 200, found: [] });
  }
});

test('spending of a month adds up to its charges, the most expensive first', async () => {
  const portal = await testPortal();
  await move(portal, { kind: 'correction', rubles: 15, text: 'Перерасчёт', day: '2026-10-30' });
  const { body } = await portal.send(statServices, { query: { period: '2026-10' } }, WHO);
  const { body: months } = await portal.send(statTotal, { query: { limit: 12 } }, WHO);
  const month = months.items.find(({ period }) => period === '2026-10')!;
  const sums = body.services.map(({ amount }) => fromWireMoney(amount) as number);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  expect(sums.reduce((a, b) => a + b, 0)).toBe(fromWireMoney(month.charged));
  expect(body.services.map(({ name }) => name)).toContain('ТВ');
  expect(body.incoming.map(({ kind }) => kind)).toEqual(['payment']);
  expect(body.services.find(({ name }) => name === 'Перерасчёт')).toMatchObject({
    amount: '-15.00',
    returned: '15.00',
  });
});

test('the telephone account has its own lists, with its numbers', async () => {
  const portal = await testPortal();
  const calls = contract.telephoneAccount;
  for (const call of [calls.statPayments, calls.statCharges, calls.statMovements]) {
    const own = (await portal.send(call, { query: { limit: 100 } }, WHO)).body.items;
    expect(own.length).toBeGreaterThan(0);
    const { rows } = await portal.pool.query<{ kind: string }>(
      'select distinct kind from ledger_entry join account using (account_id) where entry_id = any($1)',
      [own.map(({ entry_id }) => entry_id)],
    );
    expect(rows).toEqual([{ kind: 't' }]);
  }
  const { body } = await portal.send(calls.statServices, { query: { period: '2026-10' } }, WHO);
  expect(body.services.length).toBeGreaterThan(0);
  const none = await portal.send(calls.statMovements, {}, 100_003);
  expect(none.body).toEqual({ items: [], next: null });
});

test("lines of another contract's service or number are not found", async () => {
  const portal = await testPortal();
  const user_id = await userOf(portal, 100_002, 'isg');
  const phone_number = '78482003412';
  for (const call of [statPayments, statCharges, statMovements]) {
    expect((await portal.send(call, { query: { user_id } }, WHO)).status).toBe(404);
    expect((await portal.send(call, { query: { user_id: 999_999_999 } }, WHO)).status).toBe(404);
  }
  const theirs = await portal.send(contract.telephoneAccount.statCharges, { query: { phone_number } }, WHO);
  expect(theirs.status).toBe(404);
});

test.each([{ period: '2026-13' }, { from: '2026-02-31' }, { q: 'x'.repeat(101) }, { user_id: 'x' }])(
  'refuses the filter %j',
  async (query) => {
    const portal = await testPortal();
    const { status, body } = await portal.send(statMovements, { query }, WHO);
    expect(status).toBe(422);
    const { errors } = body as unknown as { errors: { message: string }[] };
    for (const { message } of errors) expect(message).toMatch(/^(?:Укажите|Сократите|Уберите|Такого номера нет[.]) /);
  },
);
