import type { Notice } from '#domain/messaging/notice.ts';
import { reusedLetter, reusedMessage, type Reused } from './session.texts.ts';

export const secretReused: Notice<Reused & { readonly sessionId: string }> = {
  name: 'session.secret_reused',
  category: 'security',
  link: () => '/settings/security',
  shownDays: null,
  isUrgent: true,
  portal: reusedMessage,
  mail: reusedLetter,
  key: ({ sessionId }) => sessionId,
};
