import type { Notice } from '#domain/messaging/notice.ts';
import { changedLetter, changedMessage, changedText, type PasskeyChange } from './passkey.texts.ts';

export const waysInChanged: Notice<PasskeyChange> = {
  name: 'passkey.changed',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 30,
  isUrgent: true,
  portal: changedMessage,
  sms: changedText,
  mail: changedLetter,
};
