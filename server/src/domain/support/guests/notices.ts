import { CALL_TOPIC } from './topic.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { lateCallMessage, missedMessage, type LateCall, type MissedCall } from './call-back.texts.ts';

const ofCall = {
  category: 'support',
  shownDays: 7,
  link: () => '/support/orders',
  topic: () => CALL_TOPIC,
} as const;

/** A promised time has passed without a call. */
export const callLate: Notice<LateCall & { readonly callBackId: number; readonly lateTimes: number }> = {
  ...ofCall,
  name: 'support.call_late',
  portal: lateCallMessage,
  key: ({ callBackId, lateTimes }) => `${callBackId}:${lateTimes}`,
};

/** We called, and nobody answered. */
export const callMissed: Notice<MissedCall & { readonly callBackId: number }> = {
  ...ofCall,
  name: 'support.call_missed',
  portal: missedMessage,
  key: ({ callBackId }) => callBackId,
};
