import { setTimeout as pause } from 'node:timers/promises';
import { addDays, addMonths, periodOf, type Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { at } from '../calendar.ts';
import { addUse, chargedToAccount, readCompany, type Company } from './company-month.ts';
import { postMovements, type Movement } from '../money/movements.ts';
import { analyze, inTransaction } from '../rows.ts';

/** An arbitrary number: two processes that fill one database take turns. */
const LOCK = 7_482_005;
/** Milliseconds left to other work between two months. */
const PAUSE_MS = 100;

/**
 * Fills in the company's months before the loading of the demo, the newest first, each in its own transaction. After a
 * crash it can be run again and continues; if nothing is missing, or this is not the demo, it does nothing.
 */
export async function seedCompanyHistory(pool: pg.Pool, { now }: { now: Date }): Promise<void> {
  let filled = 0;
  while (await fillMonth(pool, now)) {
    filled += 1;
    await pause(PAUSE_MS);
  }
  if (filled > 0) await analyze(pool, 'ledger_transaction, ledger_entry, account_month, call_record, internet_session');
}

/** Whether a month is missing. */
export const lacksHistory = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (client) => (await missingMonth(client, await readCompany(client))) !== undefined);

/** Fills in the newest missing month; false if there is none. */
export const fillMonth = (pool: pg.Pool, now: Date): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const company = await readCompany(client);
    const first = await missingMonth(client, company);
    if (first === undefined) return false;
    const last = addDays(addMonths(first, 1), -1);
    const charges = await addUse(client, company, { first, lastUsed: last, lastCharged: last });
    const payments = company.accounts.map((account) => paymentOf(account, last, chargedToAccount(account.id, charges)));
    // Last and in one statement: the accounts are locked only briefly, and their balances do not change.
    await postMovements(client, [...payments, ...charges], now);
    // What was before the beginning, nobody is told: only what this transaction has written.
    await client.query('delete from change_waiting where xmin = pg_current_xact_id()::xid');
    return true;
  });

/** The first day of the newest unpaid month; the payment is posted together with its whole month. */
async function missingMonth(client: pg.ClientBase, { accounts }: Company): Promise<Day | undefined> {
  const { rows } = await client.query<{ month: Day; months_back: number }>(
    'select month::text as month, months_back from demo_mark',
  );
  const [loaded, account] = [rows[0], accounts[0]];
  if (!loaded || !account) return undefined;
  const months = Array.from({ length: loaded.months_back }, (_, index) => addMonths(loaded.month, -index - 1));
  const { rows: paid } = await client.query<{ reference: string }>(
    'select reference from ledger_transaction where reference = any($1)',
    [months.map((month) => paymentReference(account.no, month))],
  );
  const done = new Set(paid.map(({ reference }) => reference));
  return months.find((month) => !done.has(paymentReference(account.no, month)));
}

const paymentReference = (no: string, day: Day) => `transfer:${no}:${periodOf(day)}`;

/** The company pays each month exactly its charges. */
const paymentOf = ({ id, no }: Company['accounts'][number], day: Day, kopecks: number): Movement => ({
  kind: 'payment',
  reference: paymentReference(no, day),
  account_id: id,
  amount_kopecks: kopecks,
  day,
  happened_at: at(day, '11:20'),
  text: `Оплата по счёту № ${day.slice(2, 4)}${day.slice(5, 7)}-${no.slice(-3)}`,
  method: 'transfer',
  user_id: null,
  period: null,
});
