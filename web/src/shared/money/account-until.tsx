import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { dayText, days, keepTogether } from '#web/lib/text/format.ts';
import { isDebt } from './account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { promiseDaysLeftText, promiseUntilText } from './promised/promised.texts.ts';

type UntilAccount = Pick<
  Account,
  'balance' | 'lasts_until' | 'days_left' | 'upcoming' | 'blocked' | 'promise_last_day' | 'charged_elsewhere'
>;

/** «Хватит до 1 января» and «ещё на 42 дня»: until when the money lasts, in words. */
function untilWords(account: UntilAccount, today: string): readonly [main: string, more?: string] {
  const { lasts_until, days_left, upcoming, balance, blocked, promise_last_day: promised } = account;
  if (blocked) return ['Услуги этого счёта отключены за долг'];
  if (account.charged_elsewhere) return ['Остаток по\u00a0данным оператора'];
  if (promised !== undefined && lasts_until === addDays(promised as Day, 1)) return promisedWords(promised, today);
  if (lasts_until !== null) return lastsWords(lasts_until, days_left ?? 0, today);
  if (upcoming.length > 0) return ['Хватит больше чем на год'];
  return nothingAhead(balance);
}

const nothingAhead = (balance: string): readonly [string] => [
  isDebt(balance) ? 'Долг, но новых списаний нет' : 'Ничего не списываем: деньги ждут на счёте',
];

function lastsWords(until: string, left: number, today: string): readonly [main: string, more?: string] {
  if (left <= 0) return ['Денег не хватает уже сегодня'];
  return [`Хватит до\u00a0${dayText(until, today)}`, `ещё\u00a0на\u00a0${days(left)}`];
}

/** Counts the days of a promised payment to its last day, like its own card. */
const promisedWords = (last: string, today: string): readonly [main: string, more: string] => [
  `Хватит до\u00a0${promiseUntilText(last, today)}`,
  `${promiseDaysLeftText(daysBetween(today as Day, last as Day))} обещанного платежа`,
];

/** The same as a paragraph; the second half is less prominent. A line may end with the dash, but not begin with it. */
export function AccountUntil({
  account,
  today,
  className,
}: {
  account: UntilAccount;
  today: string;
  className?: string | undefined;
}) {
  const [main, more] = untilWords(account, today);
  return (
    <p className={className}>
      {keepTogether(more === undefined ? main : `${main}\u00a0—`)} {more !== undefined && <span>{more}</span>}
    </p>
  );
}
