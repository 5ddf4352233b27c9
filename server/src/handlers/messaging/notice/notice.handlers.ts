import type { contract } from '@kabinet/contract';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers } from '#server/kernel/world.ts';
import * as chats from './chats.ts';
import * as contacts from './contacts.ts';
import * as furtherContacts from './further-contacts.ts';
import { markRead, unreadMessages } from './notice.queries.ts';
import * as push from './push.ts';
import * as settings from './settings.ts';

type Group = typeof contract.notice;

const getMessages: Handler<Group['getMessages']> = async (_, { db, subscriber, now }) => {
  const messages = await unreadMessages(db, subscriber, now);
  return messages.map((message) => ({ ...message, body: cleanHtml(message.body) }));
};

const readMessage: Handler<Group['readMessage']> = async ({ body }, { db, subscriber, now }) => {
  const [read] = await markRead(db, subscriber, [body.id], now);
  if (!read) throw new Problem('not_found');
  return read;
};

const readMessages: Handler<Group['readMessages']> = ({ body }, { db, subscriber, now }) =>
  markRead(db, subscriber, body.ids, now);

export const noticeHandlers: Handlers<Group> = {
  getMessages,
  readMessage,
  readMessages,
  ...contacts,
  ...furtherContacts,
  ...chats,
  ...push,
  ...settings,
};
