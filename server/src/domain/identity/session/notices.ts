import type { Notice } from '#server/domain/messaging/notice.ts';
import {
  enteredLetter,
  enteredMessage,
  enteredText,
  reusedLetter,
  reusedMessage,
  type NewDevice,
  type ReusedSecret,
} from './session.texts.ts';
import { PASSWORD_TOPIC, sessionTopic } from './topic.ts';

export const secretReused: Notice<ReusedSecret & { readonly sessionId: string }> = {
  name: 'session.secret_reused',
  topic: () => PASSWORD_TOPIC,
  category: 'security',
  link: () => '/settings/security',
  shownDays: null,
  isUrgent: true,
  portal: reusedMessage,
  mail: reusedLetter,
  key: ({ sessionId }) => sessionId,
};

/** Somebody has signed in from a browser that this contract has not used before. */
export const newDevice: Notice<NewDevice & { readonly sessionId: string }> = {
  name: 'session.new_device',
  topic: ({ sessionId }) => sessionTopic(sessionId),
  category: 'security',
  link: ({ sessionId }) => `/settings/security?strange=${sessionId}`,
  shownDays: 7,
  isUrgent: true,
  portal: enteredMessage,
  sms: enteredText,
  mail: enteredLetter,
  key: ({ sessionId }) => sessionId,
};
