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

/** Notes what a gateway has reported; a message of which one part was lost is lost. */
export const concludeDelivery = (tx: Tx, key: string, state: 'delivered' | 'undelivered', now: Date): Promise<number> =>
  tx.run(sql`
    update message_delivery set state = ${state}, happened_at = ${now} where key = ${key} and state <> 'undelivered'`);
