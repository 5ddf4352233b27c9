import type { Notice } from '#server/domain/messaging/notice.ts';
import { passwordLetter, passwordMessage, passwordText, type PasswordChange } from './password.texts.ts';

export const passwordChanged: Notice<PasswordChange> = {
  name: 'password.changed',
  category: 'security',
  link: () => '/settings/access',
  shownDays: 30,
  isUrgent: true,
  portal: passwordMessage,
  sms: passwordText,
  mail: passwordLetter,
};
