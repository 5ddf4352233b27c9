import { message } from '#domain/messaging/message.texts.ts';
import type { Notice } from '#domain/messaging/notice.ts';

/** A message that the operator writes to a client. */
export const writtenByOperator: Notice<{ readonly title: string; readonly text: string }> = {
  name: 'operator.written',
  category: 'support',
  shownDays: null,
  portal: ({ title, text }) => message(title, text),
};
