import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface NewRegrouping {
  readonly kind: 'split' | 'join';
  readonly from: number;
  readonly to: number;
  readonly document: string;
  readonly reason: string | null;
  readonly operator: string;
  readonly today: Day;
  readonly now: Date;
}

export const noteRegrouping = (
  tx: Tx,
  { kind, from, to, document, reason, operator, today, now }: NewRegrouping,
): Promise<number> =>
  tx.run(sql`
    insert into contract_regrouping (kind, from_contract_id, to_contract_id, made_on, made_at, document, reason, operator)
    values (${kind}, ${from}, ${to}, ${today}, ${now}, ${document}, ${reason}, ${operator})`);

export interface Regrouped {
  readonly contract_id: number;
  readonly how: 'split_from' | 'split_to' | 'joined_from' | 'joined_to';
  readonly on: Day;
}

/** Other contracts of the same person that services of a contract came from or went to, the latest first. */
export const regroupingsOf = (tx: Tx, contractId: number): Promise<Regrouped[]> =>
  tx.rows(sql`
    select other as contract_id, case kind when 'split' then 'split' else 'joined' end || way as how, made_on as "on"
    from (
      select to_contract_id as other, '_to' as way, kind, made_on, made_at from contract_regrouping where from_contract_id = ${contractId}
      union all
      select from_contract_id, '_from', kind, made_on, made_at from contract_regrouping where to_contract_id = ${contractId}
    ) told order by made_at desc, other limit 20`);

/** Locks two contracts until the end of the transaction, in the order in which everybody does: their accounts first, by id. */
export async function lockBothContracts(tx: Tx, ids: readonly number[]): Promise<boolean> {
  await tx.rows(sql`
    select account_id from account where contract_id = any(${ids}::bigint[]) order by account_id for no key update`);
  const found = await tx.rows(sql`
    select from contract where contract_id = any(${ids}::bigint[]) order by contract_id for no key update`);
  return found.length === ids.length;
}

/** What stays with a contract that ends, for the clerk to tell. */
export const hasAutopayment = async (tx: Tx, accountId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select from autopayment where account_id = ${accountId} and state in ('connecting', 'active')`)) !== undefined;

/** The names of programs. */
export const programNames = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  const rows = await tx.rows<{ name: string }>(sql`
    select name from program where program_id = any(${ids}::integer[]) order by name`);
  return rows.map(({ name }) => name);
};
