import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';

interface CountedRequest {
  readonly contractId: number;
  readonly kind: ContactAddress['kind'];
  readonly day: Day;
  readonly isSent: boolean;
}

export async function countRequest(
  tx: Tx,
  { contractId, kind, day, isSent }: CountedRequest,
  now: Date,
): Promise<void> {
  const sent = isSent ? 1 : 0;
  await tx.run(sql`
    insert into recovery_request as r (contract_id, kind, day, asked, sent, last_asked_at)
    values (${contractId}, ${kind}, ${day}, 1, ${sent}, ${now})
    on conflict (contract_id, kind, day) do update
      set asked = r.asked + 1, sent = r.sent + excluded.sent, last_asked_at = excluded.last_asked_at`);
}

/** Requests for a new password from unknown devices. */
export interface AskedByStrangers {
  readonly asked: number;
  /** How many of them were answered by a message. */
  readonly sent: number;
  readonly last_asked_at: Instant | null;
}

export const askedSince = (tx: Tx, contractId: number, since: Day): Promise<AskedByStrangers> =>
  tx.one(sql`
    select coalesce(sum(asked), 0)::integer as asked, coalesce(sum(sent), 0)::integer as sent,
      max(last_asked_at) as last_asked_at
    from recovery_request where contract_id = ${contractId} and day >= ${since}`);

export async function openOnly(tx: Tx, contractId: number, kind: ContactAddress['kind']): Promise<void> {
  await tx.run(sql`
    insert into recovery_only (contract_id, kind) values (${contractId}, ${kind})
    on conflict (contract_id) do update set kind = excluded.kind`);
}

export const openBoth = (tx: Tx, contractId: number): Promise<number> =>
  tx.run(sql`delete from recovery_only where contract_id = ${contractId}`);
