import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Forecast, UpcomingCharge } from './forecast.rules.ts';

type Account = Result<typeof contract.internetAccount.get>;

/** Another billing keeps services off until it has booked what is paid, or for a fee of which only it knows. */
export const owesNothing = ({ isExternal, debt }: Pick<Forecast, 'debt'> & { isExternal: boolean }): boolean =>
  isExternal && debt === 0;

/** An account with its forecast, in the form of the contract. */
export function accountAnswer(
  forecast: Forecast & {
    kind: 'i' | 't';
    accountNo: string;
    promiseLastDay?: Day;
    more?: Kopecks | null;
    isExternal?: boolean;
  },
): Account {
  const upcoming = forecast.upcoming.map(upcomingAnswer);
  return {
    kind: forecast.kind,
    account_no: forecast.accountNo,
    balance: forecast.balance,
    credit_limit: forecast.creditLimit,
    days_left: forecast.daysLeft,
    lasts_until: forecast.lastsUntil,
    blocked: forecast.blocked,
    ...(forecast.isExternal && { charged_elsewhere: true as const }),
    ...(forecast.promiseLastDay !== undefined && { promise_last_day: forecast.promiseLastDay }),
    ...(forecast.more != null && { more_than_before: forecast.more }),
    next_charge: upcoming[0] ?? null,
    upcoming,
  };
}

const upcomingAnswer = ({
  day,
  amount,
  parts,
  balanceAfter,
  missing,
}: UpcomingCharge): Account['upcoming'][number] => ({
  day,
  amount,
  parts: [...parts],
  balance_after: balanceAfter,
  missing,
});
