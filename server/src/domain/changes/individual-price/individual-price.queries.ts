import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeTarget } from '../service-change/service-change.queries.ts';

export interface IndividualPriceRow {
  readonly individual_price_id: number;
  readonly contract_id: number;
  readonly account_id: number;
  readonly user_id: number | null;
  readonly what: string;
  readonly plan_id: number | null;
  readonly percent: number | null;
  readonly price: Kopecks | null;
  readonly from: Day;
  /** The first day after it. */
  readonly until: Day | null;
  readonly reason: string;
  readonly given_by: string;
  readonly given_at: Instant;
}

const ROW = sql`
  individual_price_id, contract_id, account_id, user_id, what, plan_id, percent, price_kopecks as price, from_day as from, ends_on as until,
  reason, given_by, given_at`;

/** Those of a contract that hold on a day or later. */
export const individualPricesOf = (tx: Tx, contractId: number, today: Day): Promise<IndividualPriceRow[]> =>
  tx.rows(sql`
    select ${ROW} from individual_price
    where contract_id = ${contractId} and (ends_on is null or (ends_on > ${today} and ends_on > from_day))
    order by what, from_day`);

export const individualPrice = (tx: Tx, id: number): Promise<IndividualPriceRow | undefined> =>
  tx.maybe(sql`select ${ROW} from individual_price where individual_price_id = ${id}`);

interface AccountId {
  readonly account_id: number;
}

export const accountIdsOf = (tx: Tx, contractId: number): Promise<AccountId[]> =>
  tx.rows(sql`select account_id from account where contract_id = ${contractId} order by kind`);

/** What is changed: a service, or what the contract has without one, with the account that pays. */
export const payingTarget = (tx: Tx, accountId: number, userId: number | null): Promise<ChangeTarget> =>
  tx.one(sql`
    select a.account_id, c.contract_id, ${userId}::bigint as user_id,
      coalesce((select version from service_user where user_id = ${userId}::bigint), c.version) as version,
      a.credit_limit_kopecks as credit_limit, a.debt_since is not null as in_debt, a.charged_through
    from account a join contract c using (contract_id) where a.account_id = ${accountId}`);

export interface NewIndividualPrice {
  readonly contractId: number;
  readonly accountId: number;
  readonly userId: number | null;
  readonly phoneNumber: string | null;
  readonly soldKind: 'plan' | 'option' | 'program';
  readonly soldId: number;
  readonly percent: number | null;
  readonly price: Kopecks | null;
  readonly from: Day;
  readonly until: Day | null;
  readonly reason: string;
  readonly by: string;
  readonly now: Date;
}

export const insertIndividualPrice = async (tx: Tx, one: NewIndividualPrice): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into individual_price (contract_id, account_id, user_id, phone_number, sold_kind, plan_id, option_id, program_id, percent,
        price_kopecks, from_day, until_day, reason, given_by, given_at)
      select ${one.contractId}, ${one.accountId}, ${one.userId}, ${one.phoneNumber}, kind,
        case when kind = 'plan' and ${one.price}::bigint is not null then id end, case kind when 'option' then id end,
        case kind when 'program' then id end, ${one.percent}, ${one.price}::bigint, ${one.from}, ${one.until}, ${one.reason}, ${one.by}, ${one.now}
      from (values (${one.soldKind}::text, ${one.soldId}::integer)) sold (kind, id)
      returning individual_price_id as id`)
  ).id;

export const endIndividualPrice = (
  tx: Tx,
  id: number,
  { on, by, now }: { readonly on: Day; readonly by: string; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    update individual_price set ended_on = greatest(from_day, ${on}::date), ended_by = ${by}, ended_at = ${now}
    where individual_price_id = ${id}`);

/** Prices whose end comes within some days and was not told, locked, with the eldest first; another process may hold others. */
export const lockEnding = (tx: Tx, today: Day, until: Day, most: number): Promise<IndividualPriceRow[]> =>
  tx.rows(sql`
    select ${ROW} from individual_price
    where told_at is null and ends_on > ${today} and ends_on <= ${until} and ends_on > from_day
    order by ends_on limit ${most} for update skip locked`);

export const noteEndTold = (tx: Tx, ids: readonly number[], now: Date): Promise<number> =>
  tx.run(sql`update individual_price set told_at = ${now} where individual_price_id = any(${ids}::bigint[])`);
