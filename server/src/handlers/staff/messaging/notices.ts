import { message } from '#domain/messaging/message.texts.ts';
import type { Notice } from '#domain/messaging/notice.ts';
import { hashOf, WRITTEN, type Written } from './written.ts';

/** A message that the operator writes to a client. */
export const writtenByOperator: Notice<Written & { readonly sentAt: Date }> = {
  name: WRITTEN,
  category: 'support',
  link: () => '/',
  shownDays: null,
  portal: ({ title, text }) => message(title, text),
  key: ({ sentAt, ...written }) => `${hashOf(written)}:${sentAt.getTime()}`,
};

/** News for clients who have asked for them; the same text is sent to a client once. */
export const news: Notice<Written> = {
  name: 'operator.news',
  category: 'news',
  shownDays: 30,
  link: () => '/',
  portal: ({ title, text }) => message(title, text),
  key: hashOf,
};
