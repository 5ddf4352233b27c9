import { message } from '../message.texts.ts';
import type { Notice } from '../notice.ts';
import { writtenHashOf, WRITTEN, type WrittenMessage } from './written.ts';

/** A message that the operator writes to a client. */
export const writtenByOperator: Notice<WrittenMessage & { readonly sentAt: Date }> = {
  name: WRITTEN,
  category: 'support',
  link: () => '/',
  shownDays: null,
  portal: ({ title, text }) => message(title, text),
  key: ({ sentAt, ...written }) => `${writtenHashOf(written)}:${sentAt.getTime()}`,
};

/** News for clients who have asked for them; the same text is sent to a client once. */
export const news: Notice<WrittenMessage> = {
  name: 'operator.news',
  category: 'news',
  shownDays: 30,
  link: () => '/',
  portal: ({ title, text }) => message(title, text),
  key: writtenHashOf,
};
