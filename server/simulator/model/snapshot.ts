import type { Day } from '@kabinet/contract/kernel/day';
import type { ModelHours } from './hours.ts';

/** Placeholder id of what a decision creates, until the database assigns one. */
export const UNNAMED = -1;

/** Something sold at a price, from the provider's tables. */
export interface Priced {
  readonly soldId: number;
  /** Kopecks. */
  readonly price: number;
  readonly unit: 'month' | 'day';
  readonly promo: number | null;
  readonly promoUntil: Day | null;
}

/** A planned change of plan. */
interface Next extends Omit<Priced, 'promo' | 'promoUntil'> {
  readonly from: Day;
  readonly by: 'client' | 'operator';
  readonly madeAt: string;
}

/** A suspension by the client, active or planned; cancelled ones are absent. */
export interface ModelSuspension {
  from: Day;
  until: Day;
  state: 'planned' | 'active' | 'ended';
  /** Ranges of paid days, the end exclusive. */
  readonly paid: readonly { readonly from: Day; readonly until: Day }[];
  readonly dayPrice: number;
  readonly returnPrice: number | null;
}

/** The plan of a service or a phone number, with a planned change. */
export interface ModelLine extends Priced {
  readonly what: string;
  readonly accountId: number;
  readonly userId: number | null;
  readonly phoneNumber: string | null;
  /** The reason why it is blocked, or else its state. */
  situation: string;
  returnsOn: Day | null;
  readonly openedOn: Day;
  readonly next: Next | null;
  /** Grows with every change of the service. */
  version: number;
  /** When the client ordered the latest applied change of plan. */
  readonly changedAt: string | null;
  /** The day on which the plan began by a change, whoever made it: it is not left on that day. */
  readonly begunOn: Day | null;
  readonly hours: ModelHours | null;
  readonly suspensions: ModelSuspension[];
}

/** An option or a program of a service, or of a contract if `line` is null. */
export interface ModelExtra extends Priced {
  readonly what: string;
  readonly accountId: number;
  readonly line: string | null;
  /** The plan that an option belongs to. */
  readonly ofPlan: number | null;
  readonly status: 'on' | 'on_pending' | 'off_pending';
  readonly since: Day | null;
  readonly changesOn: Day | null;
  /** When the client switched a program on. */
  readonly switchedAt: string | null;
  /** The service that a starter program has created. */
  readonly service: number | null;
}

export interface ModelAccount {
  readonly id: number;
  readonly contractId: number;
  readonly kind: 'i' | 't';
  readonly billingDay: number;
  readonly isContractActive: boolean;
  readonly isCompany: boolean;
  /** Of the contract. */
  version: number;
  balance: number;
  /** Includes a promised payment. */
  limit: number;
  promised: number;
  promiseEnds: Day | null;
  inDebt: boolean;
  chargedThrough: Day | null;
}

interface Once {
  readonly id: number;
  readonly accountId: number;
  readonly amount: number;
  readonly day: Day;
  /** The service whose suspension has this price. */
  readonly suspends: number | null;
}

/** A deleted mailbox, which can be restored until a day. */
interface Deleted {
  readonly accountId: number;
  readonly until: Day;
  readonly line: ModelLine;
}

/** A price of the catalogue with its first day. */
export interface ModelPrice {
  readonly kind: 'plan' | 'option' | 'program';
  readonly soldId: number;
  readonly from: Day;
  readonly price: number;
}

/** A discount or a price of a client's own, of a fee. */
interface ModelIndividual {
  readonly id: number;
  readonly accountId: number;
  readonly what: string;
  /** A price is of this plan only. */
  readonly planId: number | null;
  readonly from: Day;
  /** The first day after it. */
  readonly until: Day | null;
  readonly price: number | null;
  readonly percent: number | null;
}

/** Everything that charging depends on, at one moment. */
export interface Snapshot {
  readonly accounts: ModelAccount[];
  readonly lines: ModelLine[];
  readonly extras: ModelExtra[];
  /** Unpaid one-time charges. */
  readonly once: Once[];
  readonly deleted: Deleted[];
  /** By day. */
  readonly prices: readonly ModelPrice[];
  readonly individual: readonly ModelIndividual[];
  /** The day on which each service took its plan, by its line; absent for one that has it since it was opened. */
  readonly planSince: Record<string, Day>;
}

const EXTRA = (switchedAt: string, service: string) =>
  `'price', s.price_kopecks, 'unit', 'month', 'promo', x.promo_kopecks, 'promoUntil', x.promo_until,
   'status', x.status, 'since', x.since, 'changesOn', x.changes_on, 'switchedAt', ${switchedAt}, 'service', ${service}`;

/** A service as a line. */
const USER_LINE = `
    json_build_object('what', u.user_id || ':plan', 'accountId', u.account_id, 'userId', u.user_id, 'phoneNumber', null,
      'situation', coalesce(u.reason, u.state), 'returnsOn', u.returns_on, 'openedOn', u.opened_on, 'soldId', coalesce(p.plan_id, 0),
      'price', coalesce(p.price_kopecks, 0), 'unit', coalesce(p.unit, 'month'), 'promo', u.promo_kopecks, 'promoUntil', u.promo_until,
      'next', (select json_build_object('soldId', n.plan_id, 'price', n.price_kopecks, 'unit', n.unit, 'from', c.from_day,
          'by', c.made_by, 'madeAt', c.made_at)
        from plan_change c join plan n on n.plan_id = c.plan_id where c.user_id = u.user_id and c.state = 'planned'),
      'version', u.version,
      'changedAt', (select max(made_at) from plan_change c where c.user_id = u.user_id and c.state = 'done' and c.made_by = 'client'),
      'begunOn', (select max(from_day) from plan_change c where c.user_id = u.user_id and c.state = 'done'),
      'hours', (select json_build_object('isOn', is_on, 'rules', rules, 'exceptions', exceptions, 'pausedUntil', paused_until)
        from access_schedule s where s.user_id = u.user_id),
      'suspensions', (select coalesce(json_agg(json_build_object('from', x.from_day, 'until', x.until_day, 'state', x.state,
          'paid', (select coalesce(json_agg(json_build_object('from', lower(d), 'until', upper(d)) order by d), '[]') from unnest(x.paid_days) d),
          'dayPrice', x.day_kopecks, 'returnPrice', x.return_kopecks) order by x.suspension_id), '[]')
        from suspension x where x.user_id = u.user_id and x.state <> 'cancelled'))`;

/** One JSON value: a `Snapshot`. */
export const SNAPSHOT = `
json_build_object(
  'accounts', (select coalesce(json_agg(json_build_object('id', a.account_id, 'contractId', a.contract_id, 'kind', a.kind,
      'billingDay', c.billing_day, 'isContractActive', c.state = 'active', 'isCompany', c.is_company, 'version', c.version,
      'balance', a.balance_kopecks, 'limit', a.credit_limit_kopecks,
      'promised', a.promised_kopecks, 'inDebt', a.debt_since is not null, 'chargedThrough', a.charged_through,
      'promiseEnds', (select ends_on from promised_payment p where p.account_id = a.account_id and p.state = 'active'))
      order by a.account_id), '[]')
    from account a join contract c using (contract_id)),
  'lines', (select coalesce(json_agg(line order by line->>'what'), '[]') from (
    select ${USER_LINE} as line
    from service_user u left join plan p using (plan_id) where u.state <> 'closed'
    union all
    select json_build_object('what', n.phone_number || ':plan', 'accountId', n.account_id, 'userId', null,
      'phoneNumber', n.phone_number, 'situation', coalesce(n.reason, n.state), 'returnsOn', null, 'openedOn', n.opened_on,
      'soldId', p.plan_id, 'price', p.price_kopecks, 'unit', p.unit, 'promo', n.promo_kopecks, 'promoUntil', n.promo_until, 'next', null,
      'version', 0, 'changedAt', null, 'begunOn', null, 'hours', null, 'suspensions', json_build_array())
    from phone_number n join plan p using (plan_id) where n.state <> 'closed') lines),
  'extras', (select coalesce(json_agg(extra order by extra->>'what'), '[]') from (
    select json_build_object('what', u.user_id || ':option-' || s.option_id, 'accountId', u.account_id, 'line', u.user_id || ':plan',
      'ofPlan', s.plan_id, 'soldId', s.option_id, ${EXTRA('null', 'null')}) as extra
    from user_option x join plan_option s using (option_id) join service_user u using (user_id) where u.state <> 'closed'
    union all
    select json_build_object('what', u.user_id || ':program-' || s.program_id, 'accountId', u.account_id, 'line', u.user_id || ':plan',
      'ofPlan', null, 'soldId', s.program_id, ${EXTRA('x.switched_at', 'null')})
    from user_program x join program s using (program_id) join service_user u using (user_id) where u.state <> 'closed'
    union all
    select json_build_object('what', x.contract_id || ':contract-program-' || s.program_id, 'accountId', a.account_id, 'line', null,
      'ofPlan', null, 'soldId', s.program_id, ${EXTRA('x.switched_at', 'x.user_id')})
    from contract_program x join program s using (program_id) join account a on a.contract_id = x.contract_id and a.kind = 'i') extras),
  'once', (select coalesce(json_agg(json_build_object('id', one_time_charge_id, 'accountId', account_id, 'amount', amount_kopecks, 'day', day,
      'suspends', case when what like 'suspension%' then user_id end)
      order by one_time_charge_id), '[]') from one_time_charge where transaction_id is null),
  'prices', (select coalesce(json_agg(json_build_object('kind', sold_kind, 'soldId', sold_id, 'from', from_day, 'price', price_kopecks)
      order by from_day), '[]') from price_change where state = 'planned'),
  'individual', (select coalesce(json_agg(json_build_object('id', individual_price_id, 'accountId', account_id, 'what', what, 'planId', plan_id,
      'from', from_day, 'until', ends_on, 'price', price_kopecks, 'percent', percent) order by individual_price_id), '[]') from individual_price),
  'planSince', (select coalesce(json_object_agg(user_id || ':plan', plan_since), '{}') from service_user where plan_since is not null),
  'deleted', (select coalesce(json_agg(json_build_object('accountId', u.account_id, 'until', box.kept_until, 'line', ${USER_LINE}) order by u.user_id), '[]')
    from service_user u join mailbox box using (user_id) left join plan p using (plan_id) where u.state = 'closed')
)`;

/** A charge whose days may still be used, given back, or run out. */
export interface CoveredCharge {
  readonly soldId: number;
  readonly from: Day;
  until: Day;
  amount: number;
  transactionId?: number;
}
