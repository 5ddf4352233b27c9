import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface DeferralKey {
  readonly kind: string;
  /** Empty: the kind has one row. */
  readonly cause: string;
}

interface Deferral extends DeferralKey {
  readonly until: Day;
  readonly note: string;
  readonly operator: string;
}

/** Puts a row off, or to another day. */
export async function putOff(tx: Tx, { kind, cause, until, note, operator }: Deferral, now: Date): Promise<void> {
  await tx.run(sql`
    insert into inbox_deferral (kind, cause, until_day, note, deferred_at, operator)
    values (${kind}, ${cause}, ${until}, ${note}, ${now}, ${operator})
    on conflict (kind, cause) do update set until_day = excluded.until_day, note = excluded.note,
      deferred_at = excluded.deferred_at, operator = excluded.operator`);
}

/** False: it was not put off. */
export const takeUp = async (tx: Tx, { kind, cause }: DeferralKey): Promise<boolean> =>
  (await tx.run(sql`delete from inbox_deferral where kind = ${kind} and cause = ${cause}`)) === 1;
