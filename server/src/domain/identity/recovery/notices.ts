import type { Notice } from '#domain/messaging/notice.ts';
import { askedMessage, switchedMessage, switchedText, type Asked, type Switched } from './recovery.texts.ts';

/** Strangers ask for a new password again and again. The codes have been messages enough, so only the portal shows it. */
export const recoveryAsked: Notice<Asked> = {
  name: 'recovery.asked',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 7,
  isPortalOnly: true,
  portal: askedMessage,
  key: ({ day }) => day,
};

export const recoverySwitched: Notice<Switched> = {
  name: 'recovery.switched',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 30,
  isUrgent: true,
  portal: switchedMessage,
  sms: switchedText,
};
