import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { AccountHistoryLine } from '#server/domain/money/account/history.queries.ts';
import { vatWithin, vatWithinDays, type VatRate } from '#server/domain/money/vat/vat.rules.ts';
import type { StatementWanted } from './document.ts';
import {
  accountHead,
  sumsSince,
  nextLines,
  servicesWithin,
  type AccountHead,
  type LinePosition,
  type PaidAndCharged,
} from './document.queries.ts';

/** Services of the days with one VAT rate, and the VAT within their cost. */
export interface TaxedServices {
  readonly percent: number | null;
  readonly services: Kopecks;
  readonly tax: Kopecks;
}

/** A statement without its lines. */
export interface StatementHead extends PaidAndCharged {
  readonly account: AccountHead;
  readonly from: Day;
  /** The last day, inclusive. */
  readonly until: Day;
  readonly opening: Kopecks;
  readonly closing: Kopecks;
  /** «14:05»: when it was made on its last day, which is not over; undefined for days that are. */
  readonly endsAt?: string | undefined;
}

/** A line with the balance after it. */
export type StatementLine = AccountHistoryLine & { readonly balance: Kopecks };

/** Lines read and written at once: limits the memory of a long statement and the waiting of others. */
const AT_ONCE = 100;

/**
 * Balances before and after the period, and its sums; reads stored months and the entries of the two months at its
 * ends.
 */
export async function statementHead(tx: Tx, contractId: number, wanted: StatementWanted): Promise<StatementHead> {
  const account = await accountHead(tx, contractId, wanted.p);
  if (!account) throw new Problem('payment_no_account');
  const { from, until } = wanted;
  const [since, after] = await Promise.all([
    sumsSince(tx, account.account_id, from),
    sumsSince(tx, account.account_id, addDays(until, 1)),
  ]);
  const balanceBefore = ({ paid, charged }: PaidAndCharged) => kopecks(account.balance - paid + charged);
  return {
    account,
    from,
    until,
    opening: balanceBefore(since),
    closing: balanceBefore(after),
    paid: kopecks(since.paid - after.paid),
    charged: kopecks(since.charged - after.charged),
  };
}

/** The VAT within the period's services, by rate, if anything was charged; reads every line of the period. */
export async function taxesOf(
  tx: Tx,
  { account, from, until }: StatementHead,
  rates: readonly VatRate[],
): Promise<TaxedServices[]> {
  const taxed = await Promise.all(
    vatWithinDays(rates, from, until).map(async ({ percent, ...days }) => {
      const services = await servicesWithin(tx, account.account_id, days.from, days.until);
      return { percent, services, tax: vatWithin(services, percent) };
    }),
  );
  return taxed.filter(({ services }) => services !== 0);
}

/** The lines of the period, oldest first, in chunks. */
export async function* statementLines(tx: Tx, head: StatementHead): AsyncGenerator<StatementLine[]> {
  let after: LinePosition | undefined = { day: head.from, entry_id: 0 };
  let balance: number = head.opening;
  while (after) {
    const lines = await nextLines(tx, head.account.account_id, { after, until: head.until, limit: AT_ONCE });
    yield lines.map((line) => {
      balance += line.amount;
      return { ...line, balance: kopecks(balance) };
    });
    after = lines.length < AT_ONCE ? undefined : lines.at(-1);
  }
}
