import { beforeEach, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addTariff, importTestRecords } from '../../../../../test/portal/call-client.ts';
import { addClient, type Client } from '../../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

/** What a contract owes beside its services when it ends: calls of the running month, and charges that wait. */
const { close } = operatorContract.clients;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];

const opened = async (shape: Parameters<typeof addClient>[1]): Promise<Client> => {
  const client = await addClient(portal.world, { telephone: true, ...shape });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }]);
  await chargeUpTo(portal.world);
  return client;
};
const callOf = (uniqueid: string, day: string) => importTestRecords(portal, [{ uniqueid, start: `${day} 12:00:00` }]);
const order = (accountId: number, day: string) =>
  portal.pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, $2, 'Выезд мастера', 30000, $3)`,
    [accountId, `visit:${day}`, day],
  );
const pay = async (accountNo: string) => {
  const { rows } = await portal.pool.query<{ id: number }>(
    'select account_id as id from account where account_no = $1',
    [accountNo],
  );
  const paid = {
    accountId: rows[0]!.id,
    amount: kopecks(100_00),
    method: 'sbp',
    reference: 'payment:1',
    text: 'СБП',
  } as const;
  await portal.world.db.write((tx) => credit(tx, paid, { now: portal.clock.now(), zone: 'Europe/Samara' }));
};
const told = ({ contractId }: Client) => ask(close, { body: { contract_id: contractId, dry_run: 'yes' } });
const charges = async () =>
  (
    await portal.pool.query<{ reference: string; amount: number }>(`
      select t.reference, e.amount_kopecks::integer as amount from ledger_entry e join ledger_transaction t using (transaction_id)
      join account a using (account_id)
      where t.kind = 'charge' and a.contract_id is not null and t.reference !~ ':plan:' order by e.entry_id`)
  ).rows.map(({ reference, amount }) => [reference, amount]);

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  ({ ask } = staffDesk(portal));
});

test('calls of the running month and charges that wait are charged at the end, once', async () => {
  const client = await opened({ balance: 4000_00 });
  await callOf('first', '2026-11-05');
  await order(client.accountId, '2026-12-01');
  const preview = await told(client);
  const [internet, telephone] = preview.accounts;
  expect([internet?.charged, telephone?.charged, telephone?.left]).toEqual(['300.00', '2.20', '-2.20']);
  await pay(telephone!.account_no);
  expect(await charges()).toEqual([]);
  const settle = { contract_id: client.contractId, settle: 'paid_out', document: 'РКО 15' } as const;
  const done = await ask(close, { body: settle }, 'accountant');
  expect(done.accounts.map(({ charged }) => charged)).toEqual(preview.accounts.map(({ charged }) => charged));
  for (const { balance, returned, charged, left, settled } of done.accounts)
    expect(Number(balance) + Number(returned) - Number(charged) - Number(settled)).toBeCloseTo(Number(left));
  const own = [
    ['charge:visit:2026-12-01', -300_00],
    ['charge:78482551122:calls:2026-11', -2_20],
  ];
  expect((await charges()).sort()).toEqual(own.sort());
  // The nights after it find nothing more; a record that comes late is charged by itself.
  portal.clock.set(new Date('2026-12-02T02:00:00Z'));
  await chargeUpTo(portal.world);
  expect((await charges()).sort()).toEqual(own.sort());
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a debtor is charged for them, too, whatever he has', async () => {
  const client = await opened({ balance: -500_00, creditLimit: 500_00, blocked: true });
  await order(client.accountId, '2026-11-01');
  const { accounts, refusal } = await told(client);
  expect(accounts[0]).toMatchObject({ balance: '-500.00', charged: '300.00', left: '-800.00' });
  expect(refusal?.replaceAll('\u00a0', ' ')).toContain('За абонентом долг 800 ₽');
});

test('nothing is charged where nothing waits', async () => {
  const { accounts } = await told(await opened({ balance: 4000_00 }));
  expect(accounts.map(({ charged }) => charged)).toEqual(accounts.map(() => '0.00'));
});
