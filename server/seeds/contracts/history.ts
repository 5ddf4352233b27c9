import { addDays, addMonths, periodOf, type Day } from '@kabinet/contract/kernel/day';
import { at, daysFrom, type Calendar } from '../calendar.ts';
import { chargeOf, chargesOn, returnsOn, type RegularFee, type Method, type Movement } from '../money/movements.ts';
import type { PersonAccount } from '../people/person.ts';
import type { Dice } from '../random.ts';
import { costOf, localNumber, type CallRow } from '../usage/usage.ts';

/** The data from which the history of one resident's account is computed. */
export interface History {
  readonly account: Pick<PersonAccount, 'no' | 'balance' | 'payments'>;
  readonly accountId: number;
  readonly billingDay: number;
  readonly since: Day;
  readonly fees: readonly RegularFee[];
  readonly calls: readonly CallRow[];
  /** Money given back for failures. */
  readonly compensations: readonly Movement[];
}

/** A payment whose sum depends on the charges after it. */
interface Moment {
  readonly day: Day;
  readonly time: string;
  readonly kopecks: number | null;
  readonly method: Method;
}

/**
 * The account's history from its opening to today, computed backwards from today's balance: charges are given, a
 * payment is a round sum that left something on the account, and the rest at the beginning is the opening balance.
 */
export function movementsOf(dice: Dice, calendar: Calendar, history: History): Movement[] {
  const charges = daysFrom(history.since, calendar.today).flatMap((day) => [
    ...callCharges(history, day),
    ...chargesOn(day, history.billingDay, history.fees),
    ...returnsOn(day, history.since, history.billingDay, history.fees),
  ]);
  const events = [...charges, ...history.compensations, ...paymentMoments(dice, calendar, history)]
    .sort(byTime)
    .reverse();
  let balance = history.account.balance;
  const movements = events.flatMap((event) => {
    const movement = 'kind' in event ? event : paymentOf(history, event, event.kopecks ?? roundSum(dice, balance));
    balance -= movement.amount_kopecks;
    return movement.amount_kopecks === 0 ? [] : [movement];
  });
  return [
    ...openingOf(history.accountId, history.account.no, addDays(history.since, -1), balance),
    ...movements.reverse(),
  ];
}

const timeOf = (event: Movement | Moment) => ('kind' in event ? event.happened_at : at(event.day, event.time));
const byTime = (a: Movement | Moment, b: Movement | Moment) =>
  timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0;

/** The balance before the history begins. */
export const openingOf = (accountId: number, no: string, day: Day, kopecks: number): Movement[] =>
  kopecks === 0
    ? []
    : [
        {
          kind: 'opening',
          reference: `opening:${no}`,
          account_id: accountId,
          amount_kopecks: kopecks,
          day,
          happened_at: at(day, '23:59'),
          text: 'Остаток на начало учёта',
          method: null,
          user_id: null,
          period: null,
        },
      ];

const monthName = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' });

/** Calls of a month are charged on the first day of the next one, each number separately. */
function callCharges({ accountId, calls }: History, day: Day): Movement[] {
  if (!day.endsWith('-01')) return [];
  const month = periodOf(addMonths(day, -1));
  const ofMonth = calls.filter(({ started_at: startedAt }) => startedAt.startsWith(month));
  return [...Map.groupBy(ofMonth, ({ phone_number: phone }) => phone)].flatMap(([phone, made]) => {
    const text = `Разговоры за ${monthName.format(Date.parse(`${month}-01`))}, номер ${localNumber(phone)}`;
    const kopecks = costOf(made);
    const charge = { reference: `charge:${phone}:calls:${month}`, kopecks, day, time: '00:20', text };
    const explained = { phone_number: phone, service_from: addMonths(day, -1), service_until: day };
    return kopecks === 0 ? [] : [{ ...chargeOf(accountId, null, charge), ...explained }];
  });
}

/** A payment in each month, besides the given ones. */
function paymentMoments(dice: Dice, calendar: Calendar, { account, since }: History): Moment[] {
  const told = account.payments;
  const months = daysFrom(since, calendar.yesterday).filter((day) => day.endsWith('-01'));
  const regular = months.map((month): Moment => ({
    day: addMonths(month, 0, dice.between(4, 27)),
    time: `${String(dice.between(9, 21)).padStart(2, '0')}:${dice.between(10, 59)}`,
    kopecks: null,
    method: dice.pick(['sbp', 'sbp', 'sbp', 'card', 'card', 'cash']),
  }));
  const last = told[0]?.day;
  const isBefore = ({ day }: Moment) =>
    last === undefined ? day < calendar.today : day < last && periodOf(day) !== periodOf(last);
  return [...regular.filter(isBefore), ...told];
}

/** A multiple of fifty roubles, so that the balance before the payment was small. */
function roundSum(dice: Dice, balance: number): number {
  const sum = Math.floor((balance - dice.between(0, 30_000)) / 5_000) * 5_000;
  return sum < 10_000 ? 0 : sum;
}

const METHODS = {
  sbp: 'Пополнение по СБП',
  card: 'Пополнение картой',
  cash: 'Пополнение наличными',
  transfer: 'Банковский перевод',
} as const satisfies Record<Method, string>;

const paymentOf = (history: History, { day, time, method }: Moment, kopecks: number): Movement => ({
  kind: 'payment',
  reference: `${method}:${history.account.no}:${day}T${time}`,
  account_id: history.accountId,
  amount_kopecks: kopecks,
  day,
  happened_at: at(day, time),
  text: METHODS[method],
  method,
  user_id: null,
  period: null,
});
