import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface MadeDelivery {
  readonly key: string;
  readonly messageId: number;
  readonly channel: 'sms' | 'mail' | 'telegram' | 'max' | 'push';
  /** Masked; null: a chat or a browser. */
  readonly recipient: string | null;
}

/** Notes that a message has left by a way out of the portal; by another gateway, it has left again. */
export const noteDelivery = (
  tx: Tx,
  { key, messageId, channel, recipient }: MadeDelivery,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into message_delivery (key, message_id, channel, recipient, state, happened_at)
    values (${key}, ${messageId}, ${channel}, ${recipient}, 'sent', ${now})
    on conflict (key) do update set state = 'sent', happened_at = excluded.happened_at`);

interface SentOnce {
  readonly key: string;
  readonly gateway: string;
  readonly sentAt: Instant;
}

/**
 * Notes what a gateway has reported of a part: the message is lost if one part is, delivered if all are. A message that has left again
 * since is no longer in this gateway's hands. Reports of two parts at once wait for each other.
 */
export async function concludeDelivery(tx: Tx, { key, gateway, sentAt }: SentOnce, now: Date): Promise<void> {
  const isOpen = await tx.maybe(sql`
    select from message_delivery where key = ${key} and state = 'sent' and happened_at <= ${sentAt} for update`);
  if (!isOpen) return;
  const { state } = await tx.one<{ state: 'delivered' | 'undelivered' | null }>(sql`
    select case when bool_or(state = 'undelivered') then 'undelivered' when bool_and(state is not null) then 'delivered' end as state
    from text_message where coalesce(sent_at, reported_at) = ${sentAt} and gateway = ${gateway} and key = ${key}`);
  if (state === null) return;
  await tx.run(sql`update message_delivery set state = ${state}, happened_at = ${now} where key = ${key}`);
}
