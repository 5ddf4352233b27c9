import { createHash } from 'node:crypto';
import { message } from '#domain/messaging/message.texts.ts';
import type { Notice } from '#domain/messaging/notice.ts';

/** A message that the operator writes to a client. */
export const writtenByOperator: Notice<{ readonly title: string; readonly text: string }> = {
  name: 'operator.written',
  category: 'support',
  link: () => '/',
  shownDays: null,
  portal: ({ title, text }) => message(title, text),
};

/** News for clients who have asked for them; the same text is sent to a client once. */
export const news: Notice<{ readonly title: string; readonly text: string }> = {
  name: 'operator.news',
  category: 'news',
  shownDays: 30,
  link: () => '/',
  portal: ({ title, text }) => message(title, text),
  key: ({ title, text }) => createHash('sha256').update(`${title}\n${text}`).digest('base64url'),
};
