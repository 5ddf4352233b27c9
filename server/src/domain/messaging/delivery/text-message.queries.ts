import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface SentPart {
  readonly key: string | null;
  readonly payload: unknown;
  readonly sent_at: Instant | null;
  readonly state: 'delivered' | 'undelivered' | null;
}

/** Stores the parts of a message; returns reports that came before. If a gateway reuses an id, the part counts as new. */
export const noteTaken = (
  tx: Tx,
  { gateway, ids }: { readonly gateway: string; readonly ids: readonly string[] },
  { key, payload, now }: { readonly key: string; readonly payload: object; readonly now: Date },
): Promise<SentPart[]> =>
  tx.rows(sql`
    insert into text_message as m (gateway, gateway_id, key, payload, sent_at)
    select ${gateway}, id, ${key}, ${JSON.stringify(payload)}::jsonb, ${now} from unnest(${ids}::text[]) id
    on conflict (gateway, gateway_id) do update
      set key = excluded.key, payload = excluded.payload, sent_at = excluded.sent_at,
        state = case when m.sent_at is null or m.key = excluded.key then m.state end,
        reason = case when m.sent_at is null or m.key = excluded.key then m.reason end,
        reported_at = case when m.sent_at is null or m.key = excluded.key then m.reported_at end
    returning key, payload, sent_at, state`);

export interface DeliveryReport {
  readonly gateway: string;
  readonly id: string;
  readonly state: 'delivered' | 'undelivered';
  readonly reason: string;
}

/** Stores a report; undefined if the part was reported before. */
export const noteReport = (
  tx: Tx,
  { gateway, id, state, reason }: DeliveryReport,
  now: Date,
): Promise<SentPart | undefined> =>
  tx.maybe(sql`
    insert into text_message as m (gateway, gateway_id, state, reason, reported_at)
    values (${gateway}, ${id}, ${state}, ${reason}, ${now})
    on conflict (gateway, gateway_id) do update
      set state = excluded.state, reason = excluded.reason, reported_at = excluded.reported_at
      where m.state is null
    returning key, payload, sent_at, state`);

export const forgetPayload = (tx: Tx, { gateway, ids }: { gateway: string; ids: readonly string[] }): Promise<number> =>
  tx.run(sql`update text_message set payload = null where gateway = ${gateway} and gateway_id = any(${ids}::text[])`);

/** Deletes texts that no other gateway will send any more, and old parts. */
export async function forgetTexts(tx: Tx, textsBefore: Date, partsBefore: Date): Promise<void> {
  await tx.run(sql`update text_message set payload = null where payload is not null and sent_at < ${textsBefore}`);
  await tx.run(sql`delete from text_message where coalesce(sent_at, reported_at) < ${partsBefore}`);
}
