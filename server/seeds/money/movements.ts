import { addDays, addMonths, daysBetween, nextBillingDay, periodOf, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { partOf, periodStart } from '#server/domain/billing/fee/proration.rules.ts';
import type pg from 'pg';
import { at } from '../calendar.ts';

export type Method = 'sbp' | 'card' | 'cash' | 'transfer';

/** One line of a client's history; its kind decides the other side of the transaction. Named like the columns. */
export interface Movement {
  readonly kind: 'opening' | 'payment' | 'charge' | 'correction';
  readonly reference: string;
  readonly account_id: number;
  /** For a correction: the reference of the charge that it gives back. */
  readonly corrects?: string;
  /** Kopecks: positive for a payment, negative for a charge. */
  readonly amount_kopecks: number;
  readonly day: Day;
  readonly happened_at: string;
  readonly text: string;
  readonly method: Method | null;
  readonly user_id: number | null;
  readonly period: string | null;
  /** For a charge: its number, its days, the last one exclusive, and its rate. */
  readonly phone_number?: string | null;
  readonly service_from?: Day;
  readonly service_until?: Day;
  readonly rate_kopecks?: number;
  readonly rate_unit?: 'month' | 'day';
}

/** A price charged by the month on the billing day, or by the day. */
export interface RegularFee {
  /** Makes a charge unique together with its month or day: `17:plan`. */
  readonly what: string;
  readonly accountId: number;
  readonly userId: number | null;
  readonly phoneNumber: string | null;
  readonly text: string;
  readonly kopecks: number;
  readonly unit: 'month' | 'day';
  /** The day on which it began. */
  readonly from: Day;
  /** The first day after it; null if it is still charged. */
  readonly until: Day | null;
}

/**
 * The charges of one day, shortly after midnight, in reverse order, so that a list newest first shows the fees in
 * order.
 */
export function chargesOn(day: Day, billingDay: number, fees: readonly RegularFee[]): Movement[] {
  const isMonthly = addMonths(day, 0, billingDay) === day;
  const due = fees.filter(
    ({ kopecks, unit, from, until }) =>
      kopecks > 0 && (unit === 'day' || isMonthly) && from <= day && (until === null || day < until),
  );
  return due.reverse().map((fee) => ({
    ...chargeOf(fee.accountId, fee.userId, {
      reference: `charge:${fee.what}:${fee.unit === 'day' ? day : periodOf(day)}`,
      kopecks: fee.kopecks,
      day,
      time: '00:10',
      text: fee.text,
    }),
    phone_number: fee.phoneNumber,
    service_from: day,
    service_until: fee.unit === 'day' ? addDays(day, 1) : addMonths(day, 1, billingDay),
    rate_kopecks: fee.kopecks,
    rate_unit: fee.unit,
  }));
}

/** Days of monthly charges given back on a day, for what is paused or closed on it, as by the charging run. */
export const returnsOn = (day: Day, since: Day, billingDay: number, fees: readonly RegularFee[]): Movement[] =>
  fees.flatMap((fee) => {
    const start = periodStart(day, billingDay);
    if (fee.until !== day || fee.unit === 'day' || start === day || start < fee.from || start < since) return [];
    const end = nextBillingDay(day, billingDay);
    const used = partOf(kopecks(fee.kopecks), daysBetween(start, day), daysBetween(start, end));
    const charge = `charge:${fee.what}:${periodOf(start)}`;
    return {
      kind: 'correction',
      reference: `give-back:${charge}`,
      corrects: charge,
      account_id: fee.accountId,
      amount_kopecks: fee.kopecks - used,
      day,
      happened_at: at(day, '10:20'),
      text: `Возврат: ${fee.text}`,
      method: null,
      user_id: fee.userId,
      period: null,
      phone_number: fee.phoneNumber,
      service_from: day,
      service_until: end,
    };
  });

export const chargeOf = (
  accountId: number,
  userId: number | null,
  charge: { reference: string; kopecks: number; day: Day; time: string; text: string },
): Movement => ({
  kind: 'charge',
  reference: charge.reference,
  account_id: accountId,
  amount_kopecks: -charge.kopecks,
  day: charge.day,
  happened_at: at(charge.day, charge.time),
  text: charge.text,
  method: null,
  user_id: userId,
  period: periodOf(charge.day),
});

/** The provider's own accounts, one of each kind. */
export const addProviderAccounts = (client: pg.ClientBase) =>
  client.query(`
    insert into account (kind, account_no)
    select kind, kind from unnest(array['acquirer', 'cash', 'revenue', 'correction']) kind
    where not exists (select from account a where a.kind = kind.kind)`);

/** Posts all movements in one statement, in their order; none may be later than `now`. */
export async function postMovements(client: pg.ClientBase, movements: readonly Movement[], now: Date): Promise<void> {
  if (movements.length === 0) return;
  const given = `
    select m.* from jsonb_to_recordset($2::jsonb) as m (kind text, reference text, corrects text, account_id bigint, amount_kopecks bigint,
      day date, happened_at timestamptz, text text, method text, user_id bigint, period text, phone_number text,
      service_from date, service_until date, rate_kopecks bigint, rate_unit text)`;
  await client.query(postingOf(given), [now, JSON.stringify(movements)]);
}

/** The statement that posts the movements of a query with the columns of `Movement`; `$1` is now. */
export const postingOf = (movements: string): string => `
  with moved as materialized (
    select m.*, least(m.happened_at, $1::timestamptz) as moment,
      nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id
    from (${movements}) m
  ), posted as (
    insert into ledger_transaction (transaction_id, kind, reference, day, happened_at, corrects_transaction_id)
    select m.transaction_id, m.kind, m.reference, m.day, m.moment,
      case when m.corrects is not null then (select c.transaction_id from moved c where c.reference = m.corrects) end
    from moved m
    order by m.transaction_id
  ), own as materialized (
    select distinct on (kind) kind, account_id from account where contract_id is null order by kind, account_id
  )
  insert into ledger_entry
    (transaction_id, account_id, amount_kopecks, day, happened_at, text, method, user_id, period, phone_number,
      service_from, service_until, rate_kopecks, rate_unit, is_return)
  select m.transaction_id, side.account_id, side.amount, m.day, m.moment, m.text, m.method, m.user_id, m.period,
    m.phone_number, m.service_from, m.service_until, m.rate_kopecks, m.rate_unit,
    m.kind = 'correction' and side.account_id = m.account_id
  from moved m
  join own on own.kind = case
    when m.kind in ('charge', 'correction') then 'revenue'
    when m.kind = 'opening' then 'correction'
    when m.method = 'cash' then 'cash'
    else 'acquirer'
  end
  cross join lateral (values (m.account_id, m.amount_kopecks), (own.account_id, -m.amount_kopecks)) side (account_id, amount)
  order by m.transaction_id`;
