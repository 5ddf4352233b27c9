import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { KEPT_CONTRACT_PROGRAMS } from '#server/domain/services/service/extra-past.queries.ts';

/** Services that go from one contract to another, with what belongs to them. */
export interface GivenServices {
  readonly from: number;
  readonly to: number;
  readonly fromAccount: number;
  readonly toAccount: number;
  readonly userIds: readonly number[];
  /** Of the contract itself. */
  readonly programIds: readonly number[];
}

/** Programs of a contract; those that gave some of these services, or all. */
export const programsToGive = async (tx: Tx, contractId: number, users?: readonly number[]): Promise<number[]> => {
  const rows = await tx.rows<{ program_id: number }>(sql`
    select program_id from contract_program
    where contract_id = ${contractId} and (${users === undefined} or user_id = any(${users ?? []}::bigint[])) order by program_id`);
  return rows.map(({ program_id }) => program_id);
};

/**
 * The services go to the other contract and its account, and what was sold of the contract with them. Their versions leave the version
 * of the former contract, so it takes them along: or it could become one that somebody has decided on before.
 */
export async function giveServices(
  tx: Tx,
  given: GivenServices,
  { today, now }: { readonly today: Day; readonly now: Date },
): Promise<void> {
  const { from, to, toAccount, userIds, programIds } = given;
  // The card of a day before tells them of the former contract.
  await tx.run(sql`
    insert into service_past (user_id, contract_id, state, reason, since_at, until_at)
    select user_id, contract_id, state, reason, state_since, greatest(${now}, state_since) from service_user
    where contract_id = ${from} and user_id = any(${userIds}::bigint[])`);
  await tx.run(sql`
    with given as (
      update service_user set contract_id = ${to}, account_id = ${toAccount}, version = version + 1
      where contract_id = ${from} and user_id = any(${userIds}::bigint[]) returning version
    )
    update contract set version = version + (select coalesce(sum(version), 0) from given) where contract_id = ${from}`);
  await tx.run(sql`
    with gone as (
      select contract_id, program_id as sold_id, since, status, ${today}::date as until_day from contract_program
      where contract_id = ${from} and program_id = any(${programIds}::integer[])
    ), past as (${KEPT_CONTRACT_PROGRAMS})
    update contract_program set contract_id = ${to}, switched_at = ${now}
    where contract_id = ${from} and program_id = any(${programIds}::integer[])`);
}

/** Prices of their own go with services of the same person. */
export const giveIndividual = (tx: Tx, { from, to, toAccount, userIds }: GivenServices): Promise<number> =>
  tx.run(sql`
    update individual_price set contract_id = ${to}, account_id = ${toAccount}
    where contract_id = ${from} and user_id = any(${userIds}::bigint[])`);

/** How a mark of a charge is called in the other account; null: it does not go. */
const calledThere = ({ from, to, userIds, programIds }: GivenServices): Sql => sql`
  case when split_part(what, ':', 1) = any(${userIds.map(String)}::text[]) then what
    when what = any(${programIds.map((id) => `${from}:contract-program-${id}`)}::text[])
      then ${to}::text || ':' || split_part(what, ':', 2) end`;

/** A service that comes back finds marks of the time before it went: they end on the day it went, at the latest. */
const overFormerMark = (today: Day): Sql => sql`
  on conflict (account_id, what) do update
    set sold_id = excluded.sold_id, charged_from = excluded.charged_from, charged_until = excluded.charged_until,
      amount_kopecks = excluded.amount_kopecks, transaction_id = excluded.transaction_id,
      turn = greatest(fee_charged.turn, excluded.turn)
    where fee_charged.charged_until <= ${today}`;

/** Days that were paid for outside the portal, before an import, stay paid for: nobody can give them back. */
export const givePaidElsewhere = (tx: Tx, given: GivenServices, today: Day): Promise<number> =>
  tx.run(sql`
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
    select ${given.toAccount}, there, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn
    from fee_charged cross join lateral (select ${calledThere(given)} as there) called
    where account_id = ${given.fromAccount} and transaction_id is null and there is not null ${overFormerMark(today)}`);

/** The marks of the other charges, once unused days are given back: what is charged anew gets references of its own. */
export const giveMarks = (tx: Tx, given: GivenServices, today: Day): Promise<number> =>
  tx.run(sql`
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
    select ${given.toAccount}, there, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn
    from fee_charged cross join lateral (select ${calledThere(given)} as there) called
    where account_id = ${given.fromAccount} and there is not null ${overFormerMark(today)}`);
