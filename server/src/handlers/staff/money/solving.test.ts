import { beforeEach, describe, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { cashOffice } from '../../../../test/portal/cash-desk.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

// What an accountant decides about money that came without a place for it.

const { transfers, payments, shifts, inbox } = operatorContract;

let portal: TestPortal;
let who: Record<string, string>;

async function transferOf(payer: string, purpose: string, document = '1'): Promise<string> {
  const row = { line: 1, day: '2026-11-19', amount: '1240,00', document, payer, purpose };
  await sendStaff(portal, transfers.import, { body: { rows: [row] } }, who);
  const { rows } = await portal.pool.query<{ id: string }>('select max(transfer_id) as id from bank_transfer');
  return rows[0]!.id;
}

const guesses = async (transfer_id: string) =>
  (await sendStaff(portal, transfers.guesses, { query: { transfer_id } }, who)).body.map(
    ({ contract_id, account_no, reasons }) => [contract_id, account_no, reasons.map(({ why }) => why).join()],
  );

describe('a transfer that nobody knows', () => {
  beforeEach(async () => {
    portal = await testPortal();
    who = cookieOf(await staffToken(portal, 'accountant'));
  });

  test('is guessed by the words of its purpose, by its payer, and by numbers in it', async () => {
    const { rows } = await portal.pool.query<{ name: string; account: string }>(
      `select client_name as name, (select min(account_no) from account a where a.contract_id = c.contract_id) as account
       from contract c where contract_id = 100002`,
    );
    const [family = '', given = ''] = rows[0]!.name.split(' ');
    expect(await guesses(await transferOf('40817810000000000001', `за интернет ${family}`))).toContainEqual([
      100002,
      expect.any(String),
      'purpose',
    ]);
    const byPayer = await guesses(await transferOf(`${family.toUpperCase()} ${given}`, 'Оплата услуг связи'));
    expect(byPayer).toContainEqual([100002, expect.any(String), 'payer']);
    const wife = await transferOf(`${family}а Мария`, 'Оплата', '7');
    expect(await guesses(wife)).toContainEqual([100002, expect.any(String), 'payer']);
    expect(await guesses(await transferOf('ПАО Сбербанк', 'Оплата по договору 100002', '8'))).toEqual([
      [100002, expect.any(String), 'number'],
    ]);
    await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 100002`);
    expect(await guesses(await transferOf('ПАО Сбербанк', 'По дог. № ЮЛ-30003/17 за ноябрь', '10'))).toEqual([
      [100002, expect.any(String), 'number'],
    ]);
    expect(await guesses(await transferOf('ПАО Сбербанк', 'Оплата услуг', '9'))).toEqual([]);
  });

  test('goes to whom its payer has paid before, unless he pays for many', async () => {
    const first = await transferOf('7712345678', 'Оплата', '1');
    const rehearsed = await sendStaff(
      portal,
      transfers.assign,
      { body: { transfer_id: first, account_no: '1040217', dry_run: 'yes' } },
      who,
    );
    expect(rehearsed.body).toMatchObject({ rehearsed: true, account_no: '1040217' });
    expect((await sendStaff(portal, inbox.list, { query: { kind: 'transfer' } }, who)).body.items).toHaveLength(1);
    const done = await sendStaff(
      portal,
      transfers.assign,
      { body: { transfer_id: first, account_no: '1040217' } },
      who,
    );
    expect(done.body).toEqual({ ...rehearsed.body, rehearsed: false });
    expect(await guesses(await transferOf('7712345678', 'Оплата', '2'))).toEqual([[100001, '1040217', 'paid_before']]);
    const again = await sendStaff(portal, transfers.guesses, { query: { transfer_id: first } }, who);
    expect(again.body).toEqual([]);
    await portal.pool.query(
      `with t as (select transaction_id from ledger_transaction order by transaction_id limit 5)
       insert into bank_transfer (payer, document_no, day, amount_kopecks, purpose, imported_at, account_id, transaction_id)
       select '7712345678', 'x' || row_number() over (), '2026-11-01', 100, '', now(), a.account_id, t.transaction_id
       from (
         select account_id, row_number() over (order by account_id) as n
         from account where contract_id is not null and account_no <> '1040217' limit 5) a
       join (select transaction_id, row_number() over () as n from t) t using (n)`,
    );
    expect(await guesses(await transferOf('7712345678', 'Оплата', '3'))).toEqual([]);
  });
});

test('a surplus is credited once, or noted as returned, and waits no more', async () => {
  portal = await testPortal({ template: 'empty' });
  who = cookieOf(await staffToken(portal, 'accountant'));
  const { accountId } = await addClient(portal.world);
  await portal.pool.query(
    `insert into payment_notification (acquirer, external_id, qr_id, status, amount_kopecks, received_at, body, outcome, applied_at)
     values ('sandbox', '1', 'q', 'paid', 10000, '2026-11-18T10:00Z', '', 'surplus', now()),
       ('sandbox', '2', 'q', 'paid', 5000, '2026-11-19T10:00Z', '', 'mismatch', now()),
       ('sandbox', '3', 'q', 'paid', 5000, '2026-11-19T10:00Z', '', 'credited', now())`,
  );
  const settle = async (notification_id: string, how: 'credited' | 'returned', more: object = {}) =>
    (await sendStaff(portal, payments.settle, { body: { notification_id, how, ...more } }, who)).body;
  const account_no = '200001i';
  const told = { notification_id: 1, amount: '100.00', account_no, balance: '100.00' };
  expect(await settle('1', 'credited', { account_no, dry_run: 'yes' })).toEqual({ ...told, rehearsed: true });
  expect(await balanceOf(portal.world, accountId)).toBe(0);
  expect((await settle('1', 'credited')).code).toBe('bad_input');
  expect((await settle('1', 'returned', { account_no })).code).toBe('bad_input');
  expect(await settle('1', 'credited', { account_no })).toEqual({ ...told, rehearsed: false });
  expect((await settle('1', 'credited', { account_no })).code).toBe('finding_not_open');
  expect(await balanceOf(portal.world, accountId)).toBe(100_00);
  expect(await settle('2', 'returned')).toMatchObject({ amount: '50.00', account_no: null, balance: null });
  expect((await settle('3', 'returned')).code).toBe('finding_not_open');
  expect((await sendStaff(portal, inbox.list, { query: {} }, who)).body.items).toEqual([]);
  const { rows } = await portal.pool.query(
    'select settled_how, settled_transaction_id is not null as posted from payment_notification order by notification_id',
  );
  expect(rows).toEqual([
    { settled_how: 'credited', posted: true },
    { settled_how: 'returned', posted: false },
    { settled_how: null, posted: false },
  ]);
});

test('money that the bank says nobody has paid does not wait for a decision, also if it was stored so before', async () => {
  portal = await testPortal({ template: 'empty' });
  who = cookieOf(await staffToken(portal, 'accountant'));
  const { accountId } = await addClient(portal.world);
  await portal.pool.query(
    `insert into payment_notification (acquirer, external_id, qr_id, status, amount_kopecks, received_at, body, outcome, applied_at)
     values ('sandbox', '1', 'q', 'rejected', 10000, '2026-11-18T10:00Z', '', 'mismatch', now()),
       ('sandbox', '2', 'q', 'expired', 5000, '2026-11-19T10:00Z', '', 'mismatch', now())`,
  );
  const body = { notification_id: '1', how: 'credited', account_no: '200001i' } as const;
  expect((await sendStaff(portal, payments.settle, { body }, who)).body.code).toBe('finding_not_open');
  expect(await balanceOf(portal.world, accountId)).toBe(0);
  expect((await sendStaff(portal, payments.mismatch, {}, who)).body).toEqual([]);
  expect((await sendStaff(portal, inbox.list, { query: {} }, who)).body.items).toEqual([]);
});

test('all cash left at closing and nothing counted in the morning is asked by an accountant', async () => {
  const office = await cashOffice();
  ({ portal } = office);
  who = cookieOf(await staffToken(portal, 'accountant'));
  const cashier = await office.cashier();
  await office.openShift(cashier, office.desk);
  await sendStaff(portal, shifts.close, { body: { counted: '5000' } }, cashier);
  expect((await sendStaff(portal, inbox.list, { query: {} }, who)).body.items).toEqual([]);
  portal.clock.advance(600_000);
  const next = await office.openShift(cashier, office.desk, '0');
  expect(next.status).toBe(200);
  const accountant = cookieOf(await staffToken(portal, 'accountant'));
  const { items } = (await sendStaff(portal, inbox.list, { query: {} }, accountant)).body;
  expect(items).toMatchObject([{ kind: 'drawer', count: 1, sum: '5000.00', solve: ['shift settle'] }]);
  const found = (await sendStaff(portal, shifts.differences, {}, accountant)).body;
  expect(found).toMatchObject([
    { desk: 'Касса 1', number: 2, carried: '5000.00', opening: '0.00', difference: '-5000.00' },
  ]);
  expect(found[0]!.before).toBe(found[0]!.person);
  const body = { shift_id: String(found[0]!.shift_id), note: 'Деньги нашли в сейфе, внесли' };
  expect((await sendStaff(portal, shifts.settle, { body }, accountant)).body).toEqual({ shift_id: found[0]!.shift_id });
  expect((await sendStaff(portal, shifts.settle, { body }, accountant)).body.code).toBe('finding_not_open');
  expect((await sendStaff(portal, inbox.list, { query: {} }, accountant)).body.items).toEqual([]);
  expect(await office.faults()).toEqual([]);
});
