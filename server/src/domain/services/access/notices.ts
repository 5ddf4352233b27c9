import type { Notice } from '#server/domain/messaging/notice.ts';
import { passwordChangedMessage } from './password.texts.ts';

export const servicePasswordChanged: Notice<{ readonly login: string }> = {
  name: 'service.password_changed',
  category: 'security',
  link: () => '/settings/security',
  shownDays: null,
  isUrgent: true,
  portal: passwordChangedMessage,
};
