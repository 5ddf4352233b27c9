import type { Notice } from '#server/domain/messaging/notice.ts';
import { passkeyLetter, passkeyMessage, passkeyText, type PasskeyChange } from './passkey.texts.ts';

export const waysInChanged: Notice<PasskeyChange> = {
  name: 'passkey.changed',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 30,
  isUrgent: true,
  portal: passkeyMessage,
  sms: passkeyText,
  mail: passkeyLetter,
};
