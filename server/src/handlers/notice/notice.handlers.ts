import type { contract } from '@kabinet/contract';
import { cleanHtml } from '#domain/shared/markup.ts';
import { Problem } from '#kernel/problem.ts';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { notBuilt } from '../shared/not-built.ts';
import { markRead, unreadMessages } from './notice.queries.ts';

export const noticeHandlers: PlainHandlers<typeof contract.notice> = {
  getMessages: async (_, { db, subscriber, now }) => {
    const messages = await unreadMessages(db, subscriber, now);
    return messages.map((message) => ({ ...message, body: cleanHtml(message.body) }));
  },
  readMessage: async ({ body }, { db, subscriber, now }) => {
    const read = await markRead(db, subscriber, body.id, now);
    if (!read) throw new Problem('not_found');
    return { id: body.id, read_at: read.read_at };
  },
  productInfo: notBuilt,
  setMobile: notBuilt,
  activateMobile: notBuilt,
  getMobile: notBuilt,
  mobileSettings: notBuilt,
  mobilePackage: notBuilt,
  setEmail: notBuilt,
  activateEmail: notBuilt,
  emailSettings: notBuilt,
  getTelegram: notBuilt,
  setTelegram: notBuilt,
  removeTelegram: notBuilt,
};
