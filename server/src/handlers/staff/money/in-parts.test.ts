import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract, staffContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { portalWithBank } from '../../../../test/emulators/banks.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { charging, debtors, refunds, ledger, timeline } = operatorContract;
const WHO = 200_001;

/** Payments of 5 000 ₽ each, by QR. */
async function office(count: number) {
  const { portal, bank } = await portalWithBank('raiffeisen');
  const { accountId } = await addClient(portal.world);
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) {
    const amount = String(5000 + one);
    const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount } }, WHO);
    await bank.pay(body.qr_id);
    portal.clock.advance(10_000);
    await portal.work();
    ids.push(body.payment_id);
  }
  const who = async (role: 'accountant' | 'cashier' | 'owner' | 'support') => cookieOf(await staffToken(portal, role));
  const refund = async (by: Record<string, string>, payment_id: string, amount: string, more: object = {}) => {
    const { body } = await sendStaff(portal, refunds.order, { body: { payment_id, amount, ...more } }, by);
    await portal.work();
    return body.code ?? body.amount;
  };
  return { portal, ids, who, refund, balance: () => balanceOf(portal.world, accountId) };
}

test('parts of one payment are one sum, whoever refunds them; a rehearsal counts nothing', async () => {
  const { portal, ids, who, refund, balance } = await office(1);
  const [payment = ''] = ids;
  const [anna, olga] = [await who('accountant'), await who('accountant')];
  const rehearsed = await sendStaff(
    portal,
    refunds.order,
    { body: { payment_id: payment, amount: '4000', reason: 'Ошибка', dry_run: 'yes' } },
    anna,
  );
  expect(rehearsed.body).toEqual({
    rehearsed: true,
    amount: '4000.00',
    left: '1000.00',
    accounts: [{ p: 'i', balance: '1000.00' }],
  });
  expect(await balance()).toBe(5000_00);
  expect(await refund(anna, payment, '4000')).toBe('second_person_needed');
  expect(await refund(anna, payment, '2000')).toBe('2000.00');
  expect(await refund(anna, payment, '1000.01')).toBe('second_person_needed');
  expect(await refund(olga, payment, '1000.01')).toBe('second_person_needed');
  expect(await refund(olga, payment, '1000')).toBe('1000.00');
  expect(await refund(olga, payment, '1')).toBe('second_person_needed');
  expect(await balance()).toBe(2000_00);
});

test('and so are payments of one person within a day; what a second person has agreed to is not hers alone', async () => {
  const { portal, ids, who, refund } = await office(4);
  const [one = '', two = '', three = '', four = ''] = ids;
  const [anna, olga] = [await who('accountant'), await who('accountant')];
  expect(await refund(anna, one, '2500')).toBe('2500.00');
  expect(await refund(anna, two, '501')).toBe('second_person_needed');
  expect(await refund(olga, two, '501')).toBe('501.00');
  const body = { call: 'payments refund', input: { payment_id: three, amount: '4000' }, reason: 'Расторгла' };
  const asked = await sendStaff(portal, staffContract.approvals.ask, { body }, anna);
  const approval = { approval_id: String(asked.body.approval_id), version: asked.body.version };
  expect((await sendStaff(portal, staffContract.approvals.agree, { body: approval }, olga)).status).toBe(200);
  await portal.work();
  expect(await refund(anna, four, '500')).toBe('500.00');
  expect(await refund(anna, four, '1')).toBe('second_person_needed');
  const { rows } = await portal.pool.query<{ alone: boolean }>(
    'select alone_by is not null as alone from refund order by created_at',
  );
  expect(rows.map(({ alone }) => alone)).toEqual([true, true, false, true]);
});

test('a line of the timeline tells its transaction, its payment and what of it is left; of another contract nothing', async () => {
  const { portal, ids, who, refund } = await office(1);
  const [payment = ''] = ids;
  const anna = await who('accountant');
  const support = await who('support');
  await refund(anna, payment, '2000');
  const lines = (
    await sendStaff(portal, timeline.read, { query: { contract_id: String(WHO), kind: 'payment' } }, support)
  ).body.items;
  const entry_id = String(lines.find(({ movement }) => movement?.kind === 'payment')!.movement!.entry_id);
  const line = await sendStaff(portal, ledger.line, { query: { contract_id: String(WHO), entry_id } }, support);
  expect(line.body).toMatchObject({
    account_no: '200001i',
    amount: '5000.00',
    payment_id: payment,
    refundable: '3000.00',
    remedy: 'refund',
  });
  await addClient(portal.world, { contractId: 200_002 });
  const other = await sendStaff(portal, ledger.line, { query: { contract_id: '200002', entry_id } }, support);
  expect(other.body.code).toBe('charge_unknown');
});

test('charges of one account on a day are one sum, whoever orders them, also once they are taken; corrections, too', async () => {
  const { portal, who } = await office(1);
  await addClient(portal.world, { contractId: 200_002 });
  let [anna, petr] = [await who('cashier'), await who('cashier')];
  let document = 0;
  const charge = async (by: Record<string, string>, account_no: string, amount: string, more: object = {}) => {
    const body = { account_no, amount, text: 'Роутер', document: String((document += 1)), ...more };
    const reply = (await sendStaff(portal, charging.once, { body }, by)).body;
    return reply.code ?? reply.outcome;
  };
  expect(await charge(anna, '200001i', '900', { dry_run: 'yes' })).toBe('ordered');
  expect(await charge(anna, '200001i', '900')).toBe('ordered');
  // The routers of two subscribers are no parts of anything.
  expect(await charge(anna, '200002i', '900')).toBe('ordered');
  await chargeUpTo(portal.world);
  expect(await charge(petr, '200001i', '101')).toBe('second_person_needed');
  expect(await charge(petr, '200001i', '100')).toBe('ordered');
  const nextDay = async () => {
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    [anna, petr] = [await who('cashier'), await who('cashier')];
  };
  await nextDay();
  expect(await charge(petr, '200001i', '1000')).toBe('ordered');
  await nextDay();

  const { rows } = await portal.pool.query<{ id: number; amount: number }>(
    `select transaction_id::int as id, -amount_kopecks::int as amount from ledger_entry join ledger_transaction t using (transaction_id)
     join account using (account_id) where account_no = '200001i' and t.kind = 'charge' and amount_kopecks in (-90000, -10000)`,
  );
  const correct = async (by: Record<string, string>, amount: number, more: object = {}) => {
    const transaction_id = String(rows.find((one) => one.amount === amount)!.id);
    const body = { transaction_id, reason: 'Ошибка', ...more };
    const reply = (await sendStaff(portal, charging.correct, { body }, by)).body;
    return reply.code ?? reply.outcome;
  };
  expect(await correct(anna, 900_00)).toBe('corrected');
  expect(await correct(petr, 100_00, { dry_run: 'yes' })).toBe('corrected');
  expect(await correct(petr, 100_00)).toBe('corrected');
  const last = await portal.pool.query<{ id: number }>(
    `select transaction_id::int as id from one_time_charge where amount_kopecks = 100000`,
  );
  const body = { transaction_id: String(last.rows[0]!.id), reason: 'Ошибка' };
  expect((await sendStaff(portal, charging.correct, { body }, anna)).body.code).toBe('second_person_needed');
});

test('narrow exports of one person within a day are one export of different people', async () => {
  const { portal, who } = await office(1);
  const { accountId } = await addClient(portal.world, { contractId: 200_002 });
  await portal.pool.query(
    `update account set debt_since = now(), owes_since = now(), credit_limit_kopecks = 0 where account_id = $1`,
    [accountId],
  );
  await portal.pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'x', 'Долг', 5000, '2026-11-01')`,
    [accountId],
  );
  const [anna, olga] = [await who('accountant'), await who('accountant')];
  const exported = async (by: Record<string, string>) => {
    const { body } = await sendStaff(portal, debtors.export, { query: {} }, by);
    return body.code ?? body.items.map(({ contract_id: id }) => id);
  };
  expect(await exported(anna)).toEqual([200_002]);
  // A thousand others, of whom the books need not know.
  await portal.pool.query('alter table staff_exported drop constraint staff_exported_contract_id_fkey');
  await portal.pool.query(
    `insert into staff_exported select owner, id, exported_at from staff_exported, generate_series(1, 999) id`,
  );
  expect(await exported(anna)).toEqual([200_002]);
  await portal.pool.query('update staff_exported set contract_id = 1000 where contract_id = 200002');
  expect(await exported(anna)).toBe('second_person_needed');
  expect(await exported(olga)).toEqual([200_002]);
  await portal.pool.query(`update staff_exported set exported_at = exported_at - interval '1 day'`);
  expect(await exported(anna)).toEqual([200_002]);
});
