import type { Instant } from '@kabinet/contract/kernel/day';
import type { ToldTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { CONFLICT_OF_OURS } from '#server/domain/billing/outside/request.queries.ts';

export type ToldSubject = 'balance' | 'service' | ToldTable;

/** What became of a row: `same`: told before; `older`: a later one is known; `ours`: we charge that, so it says nothing. */
export interface RowOutcome {
  readonly key: string;
  readonly outcome: 'taken' | 'same' | 'older' | 'ours' | 'unknown' | 'conflict';
  readonly reason: string | null;
}

export const taken = (key: string): RowOutcome => ({ key, outcome: 'taken', reason: null });
export const ours = (key: string): RowOutcome => ({ key, outcome: 'ours', reason: null });
export const unknown = (key: string, reason: string): RowOutcome => ({ key, outcome: 'unknown', reason });
export const conflict = (key: string, reason: string): RowOutcome => ({ key, outcome: 'conflict', reason });

/** What is known of a key decides first: a version that was told before changes nothing. */
export function byVersion(
  key: string,
  version: number,
  { known, isSame }: { readonly known: number | null; readonly isSame: boolean },
): RowOutcome | undefined {
  if (known === null || version > known) return undefined;
  if (version < known) return { key, outcome: 'older', reason: null };
  return isSame ? { key, outcome: 'same', reason: null } : conflict(key, `под номером ${version} раньше пришло другое`);
}

/** A row that a person need not look at. */
export const RIGHT: readonly RowOutcome['outcome'][] = ['taken', 'same', 'ours'];

/** Keeps rows that a person must look at, and forgets those that have come right. */
export const noteConflicts = (tx: Tx, told: ToldSubject, rows: readonly RowOutcome[], now: Date): Promise<void> =>
  keepConflicts(
    tx,
    told,
    {
      wrong: rows
        .filter(({ outcome }) => outcome === 'unknown' || outcome === 'conflict')
        .map(({ key, reason }) => ({ key, reason: reason ?? '', cause: null })),
      right: rows.filter(({ outcome }) => RIGHT.includes(outcome)).map(({ key }) => key),
    },
    now,
  );

export interface WrongRow {
  readonly key: string;
  readonly reason: string;
  /** The row because of which alone it is wrong. */
  readonly cause: { readonly told: ToldSubject; readonly key: string } | null;
}

export async function keepConflicts(
  tx: Tx,
  told: ToldSubject,
  { wrong, right }: { readonly wrong: readonly WrongRow[]; readonly right: readonly string[] },
  now: Date,
): Promise<void> {
  if (right.length > 0)
    await tx.run(sql`delete from billing_conflict where told = ${told} and key = any(${right}::text[])`);
  if (wrong.length === 0) return;
  await tx.run(sql`
    insert into billing_conflict (told, key, reason, first_at, last_at, cause_told, cause_key)
    select distinct on (g.key) ${told}, g.key, g.reason, ${now}::timestamptz, ${now}::timestamptz, cause ->> 'told', cause ->> 'key'
    from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as g (key text, reason text, cause jsonb) order by g.key
    on conflict (told, key) do update
      set reason = excluded.reason, last_at = excluded.last_at, times = billing_conflict.times + 1,
        cause_told = excluded.cause_told, cause_key = excluded.cause_key`);
}

export interface ConflictRow {
  readonly told: ToldSubject;
  readonly key: string;
  readonly reason: string;
  readonly first_at: Instant;
  readonly last_at: Instant;
  readonly times: number;
  /** Rows that wait for this one alone. */
  readonly dependants: number;
}

/** Rows of a billing that charges no more: no right one will come. */
export const forgetConflicts = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from billing_conflict c where ${CONFLICT_OF_OURS}`);

const MOST_LISTED = 1000;

/** A row whose cause is listed is only counted with it. */
export const rowConflicts = (tx: Tx): Promise<ConflictRow[]> =>
  tx.rows(sql`
    select told, key, reason, first_at, last_at, times,
      (select count(*)::integer from billing_conflict d where d.cause_told = c.told and d.cause_key = c.key) as dependants
    from billing_conflict c
    where not exists (select from billing_conflict one where one.told = c.cause_told and one.key = c.cause_key)
    order by last_at desc, told, key limit ${MOST_LISTED}`);
