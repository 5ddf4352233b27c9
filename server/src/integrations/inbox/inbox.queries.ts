import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { InboxMessage } from './port.ts';

type NewMessage = Omit<InboxMessage, 'message_id' | 'sent_at'> & { readonly key: string | null };

/** Stores a message; a repeated delivery changes nothing. */
export async function putMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { key, channel, recipient, subject, text, link, attachments } = message;
  await tx.run(sql`
    insert into sandbox_inbox.message (key, channel, recipient, subject, text, link, attachments)
    values (${key}, ${channel}, ${recipient}, ${subject}, ${text}, ${link}, ${JSON.stringify(attachments)}::jsonb)
    on conflict (key) do nothing`);
}

export const latestMessages = (tx: Tx): Promise<InboxMessage[]> =>
  tx.rows(sql`
    select message_id, channel, recipient, subject, text, link, attachments, sent_at
    from sandbox_inbox.message order by message_id desc limit 100`);

export const oneMessage = (tx: Tx, messageId: number): Promise<InboxMessage | undefined> =>
  tx.maybe(sql`
    select message_id, channel, recipient, subject, text, link, attachments, sent_at
    from sandbox_inbox.message where message_id = ${messageId}`);
