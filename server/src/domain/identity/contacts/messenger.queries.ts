import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { MessengerName } from '#server/integrations/messenger/port.ts';

interface LinkRow {
  readonly code: string;
  readonly expires_at: Instant;
  /** Null until the bot is started with the code. */
  readonly chat_name: string | null;
}

export interface ChatRow {
  readonly chat_name: string | null;
  readonly confirmed_at: Instant | null;
}

/** A chat that is being linked, while its code is valid. */
export const linkOf = (tx: Tx, contractId: number, messenger: MessengerName, now: Date): Promise<LinkRow | undefined> =>
  tx.maybe(sql`
    select code, expires_at, chat_name from messenger_link
    where contract_id = ${contractId} and messenger = ${messenger} and expires_at > ${now}`);

export const chatOf = (tx: Tx, contractId: number, messenger: MessengerName): Promise<ChatRow | undefined> =>
  tx.maybe(sql`
    select label as chat_name, confirmed_at from contact
    where contract_id = ${contractId} and kind = ${messenger} and state = 'active'`);

export async function putLink(
  tx: Tx,
  contractId: number,
  messenger: MessengerName,
  { code, expiresAt }: { code: string; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into messenger_link (contract_id, messenger, code, expires_at)
    values (${contractId}, ${messenger}, ${code}, ${expiresAt})
    on conflict (contract_id, messenger) do update
      set code = excluded.code, expires_at = excluded.expires_at, chat_id = null, chat_name = null`);
}

/** Stores the chat in which the bot was started; only the first chat of a code counts. True if there is such a code. */
export const noteChat = async (
  tx: Tx,
  messenger: MessengerName,
  { code, chatId, chatName }: { code: string; chatId: string; chatName: string },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update messenger_link set chat_id = ${chatId}, chat_name = ${chatName}
    where messenger = ${messenger} and code = ${code} and expires_at > ${now}
      and (chat_id is null or chat_id = ${chatId})`)) > 0;

/** Ends the linking; returns the chat that the client has seen and confirmed. */
export const takeLink = (
  tx: Tx,
  contractId: number,
  messenger: MessengerName,
  now: Date,
): Promise<{ chat_id: string | null; chat_name: string | null } | undefined> =>
  tx.maybe(sql`
    delete from messenger_link
    where contract_id = ${contractId} and messenger = ${messenger} and chat_id is not null and expires_at > ${now}
    returning chat_id, chat_name`);

export async function dropLink(tx: Tx, contractId: number, messenger: MessengerName): Promise<void> {
  await tx.run(sql`delete from messenger_link where contract_id = ${contractId} and messenger = ${messenger}`);
}

/** Links a chat to a contract. A chat has one contract, so a former contract, which is returned, loses it. */
export async function putChat(
  tx: Tx,
  contractId: number,
  messenger: MessengerName,
  { chatId, chatName, now }: { chatId: string; chatName: string; now: Date },
): Promise<number | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${messenger} ${chatId}`}, 0))`);
  const former = await dropChat(tx, messenger, chatId);
  await tx.run(sql`
    insert into contact (contract_id, kind, value, label, state, confirmed_at)
    values (${contractId}, ${messenger}, ${chatId}, ${chatName}, 'active', ${now})
    on conflict (contract_id, kind) do update
      set value = excluded.value, label = excluded.label, state = 'active', confirmed_at = excluded.confirmed_at`);
  return former?.contract_id;
}

/** Unlinks a chat from any contract; returns the contract, undefined if it was not linked. */
export const dropChat = (
  tx: Tx,
  messenger: MessengerName,
  chatId: string,
): Promise<{ contract_id: number } | undefined> =>
  tx.maybe(sql`
    delete from contact where kind = ${messenger} and value = ${chatId} and state = 'active' returning contract_id`);

export const dropChatOf = async (tx: Tx, contractId: number, messenger: MessengerName): Promise<boolean> =>
  (await tx.run(sql`delete from contact where contract_id = ${contractId} and kind = ${messenger}`)) > 0;
