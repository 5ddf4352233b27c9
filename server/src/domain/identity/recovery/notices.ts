import type { Notice } from '#server/domain/messaging/notice.ts';
import {
  recoveryAttemptsMessage,
  switchedMessage,
  switchedText,
  type RecoveryAttempts,
  type RecoverySwitch,
} from './recovery.texts.ts';

/** Strangers ask for a new password again and again. The codes have been messages enough, so only the portal shows it. */
export const recoveryAsked: Notice<RecoveryAttempts> = {
  name: 'recovery.asked',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 7,
  isPortalOnly: true,
  portal: recoveryAttemptsMessage,
  key: ({ day }) => day,
};

export const recoverySwitched: Notice<RecoverySwitch> = {
  name: 'recovery.switched',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 30,
  isUrgent: true,
  portal: switchedMessage,
  sms: switchedText,
};
