import { randomBytes } from 'node:crypto';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notify, sendToChat } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { ChatUpdate, MessengerName } from '#server/integrations/messenger/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { CODE_LIFE_MS } from './code.rules.ts';
import {
  chatOf,
  dropChat,
  dropChatOf,
  dropLink,
  linkOf,
  noteChat,
  putChat,
  putLink,
  takeLink,
} from './messenger.queries.ts';
import { startedText, stoppedText, unknownCodeText } from './messenger.texts.ts';
import { chatLinked, chatUnlinked } from './notices.ts';

// A chat is linked in three steps: the portal gives a code, the bot is started with it, and the client says in the portal that the
// chat is his. So a stolen link is useless, and a link sent to somebody cannot link his chat unseen.

export interface ChatState {
  readonly active: { readonly chat_name: string | null; readonly confirmed_at: Instant | null } | undefined;
  /** A code that is valid, and the chat in which the bot was started with it. */
  readonly link: { readonly code: string; readonly expires_at: Instant; readonly chat_name: string | null } | undefined;
}

export async function chatState(tx: Tx, contractId: number, messenger: MessengerName, now: Date): Promise<ChatState> {
  const [active, link] = await Promise.all([chatOf(tx, contractId, messenger), linkOf(tx, contractId, messenger, now)]);
  return { active, link };
}

/** Begins linking by a random code of 128 bits. An earlier code is not valid any more. */
export async function beginLink(tx: Tx, contractId: number, messenger: MessengerName, now: Date): Promise<void> {
  const code = randomBytes(16).toString('base64url');
  await putLink(tx, contractId, messenger, { code, expiresAt: new Date(now.getTime() + CODE_LIFE_MS) });
}

/** Links the chat in which the bot was started; the client has seen its name. */
export async function confirmChat(tx: Tx, contractId: number, messenger: MessengerName, at: At): Promise<void> {
  const link = await takeLink(tx, contractId, messenger, at.now);
  if (link?.chat_id == null || link.chat_name === null) throw new Problem('chat_not_started');
  await notify(tx, chatLinked, contractId, { messenger, chatName: link.chat_name }, at);
  const former = await putChat(tx, contractId, messenger, {
    chatId: link.chat_id,
    chatName: link.chat_name,
    now: at.now,
  });
  // Whoever loses his chat to another contract must hear of it: he may have pressed a button that somebody sent him.
  if (former !== undefined && former !== contractId) await notify(tx, chatUnlinked, former, { messenger }, at);
}

/** Unlinks the chat of a contract; a repeat succeeds, too. Returns whether there was one. */
export async function unlinkChat(tx: Tx, contractId: number, messenger: MessengerName, at: At): Promise<boolean> {
  await dropLink(tx, contractId, messenger);
  const wasLinked = await dropChatOf(tx, contractId, messenger);
  if (wasLinked) await notify(tx, chatUnlinked, contractId, { messenger }, at);
  return wasLinked;
}

/** Carries out what somebody did in a chat with the bot, and answers him there. */
export async function takeChatUpdate(tx: Tx, messenger: MessengerName, update: ChatUpdate, at: At): Promise<void> {
  const { chatId } = update;
  if (update.kind === 'stop') {
    await forgetChat(tx, messenger, chatId, at);
    return sendToChat(tx, messenger, chatId, { text: stoppedText });
  }
  const isKnown = await noteChat(tx, messenger, update, at.now);
  await sendToChat(tx, messenger, chatId, {
    text: isKnown ? startedText : unknownCodeText(messenger),
    link: `/settings/${messenger}`,
  });
}

/** Unlinks a chat that has sent /stop, has blocked the bot, or is gone. */
export async function forgetChat(tx: Tx, messenger: MessengerName, chatId: string, at: At): Promise<void> {
  const owner = await dropChat(tx, messenger, chatId);
  if (owner) await notify(tx, chatUnlinked, owner.contract_id, { messenger }, at);
}
