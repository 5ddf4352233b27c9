import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { fromKopecks, toKopecks } from '#parts/account-sums.ts';
import type { Account } from '#parts/frame-data.ts';

type Charge = Account['upcoming'][number];

/** Something that lies ahead of an account, on the day on which it happens or begins. */
export type Ahead = { p: Account['kind']; day: string } & (
  | { what: 'charge'; charge: Charge }
  /** Days between two charges on which something is charged by the day. */
  | { what: 'daily'; until: string; days: number; amount: string; balanceAfter: string }
  /** The last day of a promised payment. */
  | { what: 'promise' }
);

type Known = Pick<Account, 'kind' | 'balance' | 'upcoming' | 'promise_last_day'>;

/** What lies ahead of the accounts, by day. */
export function aheadOf(accounts: readonly Known[], today: string): Ahead[] {
  return accounts.flatMap((account) => [...chargesOf(account, today), ...promiseOf(account)]).sort(byDay);
}

const byDay = (a: Ahead, b: Ahead): number => {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  // A promise ends with its day, after all that is charged on it.
  return Number(a.what === 'promise') - Number(b.what === 'promise');
};

/**
 * Of charges by the day the provider names the nearest and those that fall on another charge; what the balance loses between two
 * of them was taken on the days between.
 */
function chargesOf({ kind: p, balance, upcoming }: Known, today: string): Ahead[] {
  const rows: Ahead[] = [];
  let [last, left] = [today as Day, toKopecks(balance) as number];
  for (const charge of upcoming) {
    const day = charge.day as Day;
    const between = left - toKopecks(charge.amount) - toKopecks(charge.balance_after);
    if (between !== 0) {
      rows.push({
        what: 'daily',
        p,
        day: addDays(last, 1),
        until: addDays(day, -1),
        days: daysBetween(last, day) - 1,
        amount: fromKopecks(between),
        balanceAfter: fromKopecks(left - between),
      });
    }
    rows.push({ what: 'charge', p, day, charge });
    [last, left] = [day, toKopecks(charge.balance_after)];
  }
  return rows;
}

const promiseOf = ({ kind: p, promise_last_day: day }: Known): Ahead[] =>
  day === undefined ? [] : [{ what: 'promise', p, day }];
