import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const { give } = operatorContract.promises;
const { make } = operatorContract.paymentLinks;
const { add } = operatorContract.notes;
const { read } = operatorContract.timeline;

const open = async () => staffDesk(await testPortal());

test('a promised payment is what the subscriber’s own offer says, and a second one is refused', async () => {
  const { portal, ask } = await open();
  const WHO = 100_002;
  const { body: terms } = await portal.send(contract.promisedPayment.get, {}, WHO);
  const { body: account } = await portal.send(contract.internetAccount.get, {}, WHO);
  const body = { account_no: account.account_no };
  const told = await ask(give, { body: { ...body, dry_run: 'yes' } });
  expect(told).toMatchObject({
    contract_id: WHO,
    rehearsed: true,
    amount: terms.offer!.amount,
    fee: terms.offer!.fee,
    last_day: terms.offer!.last_day,
    switched_on: expect.arrayContaining(['Интернет', 'ТВ']) as string[],
    balance_after: terms.offer!.preview.balance_after,
  });
  expect((await portal.send(contract.promisedPayment.get, {}, WHO)).body.active).toBeNull();
  expect(await ask(give, { body })).toEqual({ ...told, rehearsed: false });
  expect((await portal.send(contract.promisedPayment.get, {}, WHO)).body.active).not.toBeNull();
  await expect(ask(give, { body })).rejects.toMatchObject({ code: 'promised_payment_unavailable' });
  const { items } = await ask(read, { query: { contract_id: WHO, kind: 'change', limit: 1 } });
  expect(items[0]).toMatchObject({ who: 'Анна', text: expect.stringContaining('Дали обещанный платёж') as string });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('an account that is not there gets nothing', async () => {
  const { ask } = await open();
  await expect(ask(give, { body: { account_no: '999999i' } })).rejects.toMatchObject({ code: 'account_unknown' });
});

test('a link to pay goes to the confirmed phone, is paid by whoever has it, and its secret is in no journal', async () => {
  const { portal, ask } = await open();
  const body = { contract_id: 100_001, amount: '500', send: 'sms' };
  const { url, sent_to, amount } = await ask(make, { body });
  expect([amount, sent_to]).toEqual(['500.00', expect.stringContaining('01-84') as string]);
  const secret = url.split('#')[1]!;
  const bill = await portal.send(contract.paymentLink.look, { body: { secret } }, 'guest');
  expect(bill.body).toMatchObject({ amount: '500.00', words: 'Услуги связи' });
  const { rows: sent } = await portal.pool.query<{ payload: string }>(
    `select payload::text from outbox_effect where payload::text like '%/lk/support/pay#%'`,
  );
  expect(sent).toHaveLength(1);
  const { rows: told } = await portal.pool.query<{ row: string }>(
    `select a::text as row from operator_action a union all select c::text from staff_change c union all select m::text from message m`,
  );
  expect(told.filter(({ row }) => row.includes(secret))).toEqual([]);
});

test('a link is refused for a sum out of the limits, and is sent to nobody who has confirmed no contact', async () => {
  const { portal, ask } = await open();
  const body = { contract_id: 100_001, amount: '0,5' };
  await expect(ask(make, { body })).rejects.toMatchObject({ code: 'payment_amount_too_small' });
  await portal.pool.query(`delete from contact where contract_id = 100001 and kind = 'email'`);
  const send = ask(make, { body: { ...body, amount: '500', send: 'email' } });
  await expect(send).rejects.toMatchObject({ code: 'contact_not_confirmed' });
  expect(
    (await portal.send(contract.paymentLink.list, {}, 100_001)).body.filter(({ amount }) => amount === '500.00'),
  ).toEqual([]);
});

test('a note stands in the timeline of the staff, with its author; the subscriber’s messages have none', async () => {
  const { portal, ask } = await open();
  const text = 'Звонить после шести, домофон не работает';
  await ask(add, { body: { contract_id: 100_001, text } });
  const { items } = await ask(read, { query: { contract_id: 100_001, kind: 'note' } });
  expect(items).toMatchObject([{ kind: 'note', who: 'Анна', text }]);
  const messages = (await portal.send(contract.notice.getMessages, {}, 100_001)).body;
  expect(JSON.stringify(messages)).not.toContain('домофон');
  await expect(ask(add, { body: { contract_id: 999_999, text } })).rejects.toMatchObject({ code: 'contract_unknown' });
});
