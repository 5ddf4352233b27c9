import type { contract } from '@kabinet/contract';
import { cleanHtml } from '#domain/shared/markup.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { notImplemented } from '../shared/not-implemented.ts';
import { activateEmail, activateMobile, emailSettings, getMobile, setEmail, setMobile } from './contacts.ts';
import { markRead, unreadMessages } from './notice.queries.ts';

export const noticeHandlers: PlainHandlers<typeof contract.notice, 'activateMobile' | 'activateEmail'> = {
  getMessages: async (_, { db, subscriber, now }) => {
    const messages = await unreadMessages(db, subscriber, now);
    return messages.map((message) => ({ ...message, body: cleanHtml(message.body) }));
  },
  readMessage: async ({ body }, { db, subscriber, now }) => {
    const read = await markRead(db, subscriber, body.id, now);
    if (!read) throw new Problem('not_found');
    return read;
  },
  productInfo: notImplemented,
  setMobile,
  activateMobile,
  getMobile,
  mobileSettings: notImplemented,
  mobilePackage: notImplemented,
  setEmail,
  activateEmail,
  emailSettings,
  getTelegram: notImplemented,
  setTelegram: notImplemented,
  removeTelegram: notImplemented,
};
