import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { planPriceOn, priceAfter, programPriceOn } from '#server/domain/services/price/price-on.queries.ts';
import { ASKED_OUTSIDE } from '#server/domain/billing/charging/source.queries.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { KEPT_CONTRACT_PROGRAMS, KEPT_PROGRAMS } from '#server/domain/services/service/extra-past.queries.ts';
import { isAppliedTo } from '#server/domain/services/provisioning/service-state.queries.ts';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';
import type { ChangeTarget } from '../service-change/service-change.queries.ts';
import type { ProgramRow } from './program.rules.ts';

/** What programs are switched on, locked or only read: a service, or the contract itself. */
export interface ProgramHolder extends ChangeTarget {
  readonly kind: 'internet' | 'tv' | 'sip' | 'mail' | 'contract';
  readonly situation: Situation;
  /** When a paused service returns by itself. */
  readonly returns_on: Day | null;
  readonly version: number;
  readonly billing_day: number;
  readonly balance: Kopecks;
  /** Whether the network has applied every change. */
  readonly is_applied: boolean;
  /** Another billing charges. */
  readonly is_external: boolean;
  /** Another billing was asked for changes, here or elsewhere. */
  readonly was_asked: boolean;
}

/** The owner of the programs; without a user the contract. */
export interface HolderOf {
  readonly contractId: number;
  readonly userId: number | null;
}

/** The holder with its account; `lock` locks both until the end of the transaction, the account first. */
export async function programHolderOf(
  tx: Tx,
  { contractId, userId }: HolderOf,
  { lock }: { lock: boolean },
): Promise<ProgramHolder> {
  if (lock) {
    await tx.run(sql`
      select 1 from account where account_id = ${
        userId === null
          ? sql`(select account_id from account where contract_id = ${contractId} and kind = 'i')`
          : sql`(select account_id from service_user where user_id = ${userId})`
      } for no key update`);
  }
  return userId === null ? contractHolder(tx, contractId) : serviceHolder(tx, userId);
}

const PAYER = sql`a.account_id, a.debt_since is not null as in_debt, a.credit_limit_kopecks as credit_limit,
  a.charged_through, a.balance_kopecks as balance, c.contract_id, c.billing_day, a.charged_outside as is_external, ${ASKED_OUTSIDE} as was_asked`;

const serviceHolder = (tx: Tx, userId: number): Promise<ProgramHolder> =>
  tx.one(sql`
    select ${PAYER}, u.user_id, coalesce(u.reason, u.state) as situation, u.returns_on, u.version,
      case when u.user_type in ('tv', 'sip', 'mail') then u.user_type else 'internet' end as kind,
      ${isAppliedTo(sql`u.user_id`)} as is_applied
    from service_user u join account a using (account_id) join contract c on c.contract_id = u.contract_id
    where u.user_id = ${userId}`);

/** A suspended contract counts as a service closed by the provider. */
const contractHolder = (tx: Tx, contractId: number): Promise<ProgramHolder> =>
  tx.one(sql`
    select ${PAYER}, null::bigint as user_id, null::date as returns_on, c.version, 'contract' as kind, true as is_applied,
      case c.state when 'active' then 'active' when 'closed' then 'closed' else 'operator' end as situation
    from contract c join account a on a.contract_id = c.contract_id and a.kind = 'i'
    where c.contract_id = ${contractId}`);

/** Programs of the holder: its own table and key. */
const ownOf = ({ user_id, contract_id }: ChangeTarget): Sql =>
  user_id === null
    ? sql`(select program_id, status, changes_on, switched_at, user_id from contract_program where contract_id = ${contract_id})`
    : sql`(select program_id, status, changes_on, switched_at, null::bigint as user_id from user_program where user_id = ${user_id})`;

/** Programs that the holder may have, in display order; an archived one only if the holder has it. */
export const programsOf = (tx: Tx, holder: ProgramHolder, today: Day): Promise<Omit<ProgramRow, 'price_until'>[]> =>
  tx.rows(sql`
    with own as materialized ${ownOf(holder)}, pair as (
      select program_id, relation, other_id from program_pair
      union all
      select other_id, relation, program_id from program_pair where relation = 'excludes'
    )
    select p.program_id, p.name, p.section, p.summary, p.badge, p.description, p.terms, ${programPriceOn(sql`p`, sql`${today}::date`)} as price,
      ${priceAfter(sql`'program'`, sql`p.program_id`, sql`${today}::date`)} as coming, p.plan_id,
      plan.name as plan_name, coalesce(${planPriceOn(sql`plan`, sql`${today}::date`)}, 0) as plan_price, coalesce(plan.unit, 'month') as plan_unit,
      p.visit_goal_id, p.is_archived, p.sold_from, own.status, own.changes_on, own.switched_at, own.user_id,
      (select coalesce(reason, state) from service_user s where s.user_id = own.user_id) as service_situation,
      coalesce((
        select json_agg(json_build_object('relation', pair.relation, 'name', other.name, 'status', had.status,
          'changes_on', had.changes_on) order by other.position, other.program_id)
        from pair join program other on other.program_id = pair.other_id
        left join own had on had.program_id = pair.other_id
        where pair.program_id = p.program_id), '[]') as others
    from program p left join own using (program_id) left join plan using (plan_id)
    where p.service_kind = ${holder.kind} and (not p.is_archived or own.status is not null)
    order by p.position, p.program_id`);

/** Whether such a program exists for holders of this kind, sold or not. */
export const isKnownProgram = async (tx: Tx, { kind }: ProgramHolder, programId: number): Promise<boolean> =>
  (await tx.maybe(sql`select from program where program_id = ${programId} and service_kind = ${kind}`)) !== undefined;

export interface ProgramWords {
  readonly description: string;
  readonly terms: string;
}

/** Texts of a program for this kind, also of an archived one; undefined if there is none. */
export const programWords = (
  tx: Tx,
  kind: ProgramHolder['kind'],
  programId: number,
): Promise<ProgramWords | undefined> =>
  tx.maybe(sql`
    select description, terms from program where program_id = ${programId} and service_kind = ${kind}`);

const place = ({ user_id, contract_id }: ChangeTarget) =>
  user_id === null
    ? { table: sql`contract_program`, key: sql`contract_id`, id: contract_id }
    : { table: sql`user_program`, key: sql`user_id`, id: user_id };

/**
 * Switches a program on from a day; cancels a planned end. `at`: the moment from which it can be taken back for a
 * while; null if it cannot.
 */
export function switchOn(
  tx: Tx,
  holder: ChangeTarget,
  programId: number,
  since: Day,
  at: Date | null,
): Promise<number> {
  const { table, key, id } = place(holder);
  return tx.run(sql`
    insert into ${table} as own (${key}, program_id, status, since, switched_at)
    values (${id}, ${programId}, 'on', ${since}, ${at})
    on conflict (${key}, program_id) do update set status = 'on', changes_on = null,
      since = case own.status when 'on_pending' then excluded.since else own.since end,
      switched_at = case own.status when 'on_pending' then excluded.switched_at else own.switched_at end`);
}

/** Switches a program off from a day; at once if that is today. */
export function switchProgramOff(
  tx: Tx,
  holder: ChangeTarget,
  programId: number,
  { from, today }: { readonly from: Day; readonly today: Day },
): Promise<number> {
  if (from === today) return endProgram(tx, holder, programId, today);
  const { table, key, id } = place(holder);
  return tx.run(sql`
    update ${table} set status = 'off_pending', changes_on = ${from} where ${key} = ${id} and program_id = ${programId} and status = 'on'`);
}

const endProgram = (
  tx: Tx,
  { user_id: userId, contract_id: contractId }: ChangeTarget,
  programId: number,
  today: Day,
): Promise<number> =>
  userId === null
    ? tx.run(sql`
        with gone as (
          delete from contract_program where contract_id = ${contractId} and program_id = ${programId}
          returning contract_id, program_id as sold_id, since, status, ${today}::date as until_day
        ), past as (${KEPT_CONTRACT_PROGRAMS})
        select from gone`)
    : tx.run(sql`
        with gone as (
          delete from user_program where user_id = ${userId} and program_id = ${programId}
          returning user_id, program_id as sold_id, since, status, ${today}::date as until_day
        ), past as (${KEPT_PROGRAMS})
        select from gone`);

/** The name of the program's fee in `feesIn`. */
export const programFee = ({ user_id, contract_id }: ChangeTarget, programId: number): string =>
  user_id === null ? `${contract_id}:contract-program-${programId}` : `${user_id}:program-${programId}`;

/** Whether the program was charged on this day and fully given back: it was switched on and taken back. */
export const isProgramTakenBackOn = async (
  tx: Tx,
  holder: ChangeTarget,
  programId: number,
  day: Day,
): Promise<boolean> =>
  (await tx.maybe(sql`
    select from fee_charged
    where account_id = ${holder.account_id} and what = ${programFee(holder, programId)}
      and charged_from = ${day} and charged_until = ${day}`)) !== undefined;

/** Programs of the holder that need this one, and end with it. */
export const leaningOn = (
  tx: Tx,
  holder: ChangeTarget,
  programId: number,
): Promise<Pick<ProgramRow, 'program_id' | 'name' | 'status'>[]> =>
  tx.rows(sql`
    select p.program_id, p.name, own.status from program_pair pair
    join ${ownOf(holder)} own on own.program_id = pair.program_id and own.status in ('on', 'on_pending')
    join program p on p.program_id = pair.program_id
    where pair.other_id = ${programId} and pair.relation = 'needs'
    order by p.position, p.program_id`);
